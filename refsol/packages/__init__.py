"""Packages of a problem for judges: one module for each format, and what they have in common."""
