"""Wrong: doesn't try the word that is half of the text: off by one."""

import sys

for text in sys.stdin.read().split():
    if text == ".":
        break
    for length in range(1, len(text) // 2):
        if len(text) % length == 0 and text[:length] * (len(text) // length) == text:
            print(len(text) // length)
            break
    else:
        print(1)
