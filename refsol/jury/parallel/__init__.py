"""Calls that run on many processors, and on many machines."""
