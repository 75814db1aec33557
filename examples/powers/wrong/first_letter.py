"""Wrong: takes the next occurrence of the first letter as the beginning of the second word, and tries no other."""

import sys

for text in sys.stdin.read().split():
    if text == ".":
        break
    length = text.find(text[0], 1)
    if length > 0 and len(text) % length == 0 and text[:length] * (len(text) // length) == text:
        print(len(text) // length)
    else:
        print(1)
