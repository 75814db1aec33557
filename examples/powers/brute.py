"""Tries every length of the word."""

import sys

for text in sys.stdin.read().split():
    if text != ".":
        print(max(times for times in range(1, len(text) + 1) if text[: len(text) // times] * times == text))
