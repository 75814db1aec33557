"""Wrong: doesn't check that the shortest period divides the length."""

import sys


def longest_border(text):
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
    if text == ".":
        break
    print(len(text) // (len(text) - longest_border(text)))
