"""Data structures under their textbook names; they know nothing about games."""
