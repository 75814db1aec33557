"""The shortest period of a text is its length without its longest border; it counts if it divides the length. O(n)."""

import sys


def longest_border(text: str) -> int:
    """Return the length of the longest proper prefix of a text that is also its suffix."""
    border = [0] * len(text)
    length = 0
    for position in range(1, len(text)):
        while length and text[position] != text[length]:
            length = border[length - 1]
        if text[position] == text[length]:
            length += 1
        border[position] = length
    return border[-1]


for text in sys.stdin.read().split():
    if text != ".":
        period = len(text) - longest_border(text)
        print(len(text) // period if len(text) % period == 0 else 1)
