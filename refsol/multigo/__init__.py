"""Multi-Go."""
