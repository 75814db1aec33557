"""Asks twice, and once more where the answers differ, until it knows the lie."""


def is_less(y):
    """Return whether the secret is less than y: what two answers say."""
    global lied
    first = ask(y)
    if lied or ask(y) == first:
        return first
    lied = True
    return ask(y)


def ask(y):
    print("?", y, flush=True)
    return input() == "<"


low, high = 1, int(input())
lied = False
while low < high:
    middle = (low + high + 1) // 2
    if is_less(middle):
        high = middle - 1
    else:
        low = middle
print("!", low)
