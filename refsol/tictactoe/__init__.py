"""Codeforces 907B tic-tac-toe."""
