"""NOIP chess."""
