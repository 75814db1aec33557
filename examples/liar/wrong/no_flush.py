"""Wrong: doesn't flush its output."""

import sys


def ask(y):
    print("?", y)
    return sys.stdin.readline().strip() == "<"


low, high = 1, int(sys.stdin.readline())
lied = False
while low < high:
    middle = (low + high + 1) // 2
    less = ask(middle)
    if not lied and ask(middle) != less:
        lied = True
        less = ask(middle)
    if less:
        high = middle - 1
    else:
        low = middle
print("!", low)
