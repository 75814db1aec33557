"""Tries all walks: for at most 100 trees or so."""

import sys

n, _m, *numbers = map(int, sys.stdin.read().split())
paths = [*zip(numbers[::2], numbers[1::2], strict=True)]


def longest(tree, before):
    """Return the number of paths of the longest walk from a tree that doesn't go back."""
    others = [b if a == tree else a for a, b in paths if tree in (a, b)]
    return max((1 + longest(other, tree) for other in others if other != before), default=0)


print(max(longest(tree, None) for tree in range(n)))
