"""Packages for judges: what they hold, and the format of each judge."""
