"""Text in, text out: the scanner (bytes to integers) and the writer (integers to bytes)."""
