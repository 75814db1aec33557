"""Right: where a text occurs in its double again is its period."""

import sys

for text in sys.stdin.read().split():
    if text != ".":
        print(len(text) // (text + text).find(text, 1))
