"""Some Game."""
