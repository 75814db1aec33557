"""Lets other programs get moves from refsol's search: an engine for the Go Text Protocol, and a bot for Botzone."""
