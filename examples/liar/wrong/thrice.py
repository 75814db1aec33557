"""Wrong: asks three times each."""


def ask(y):
    print("?", y, flush=True)
    return input() == "<"


low, high = 1, int(input())
while low < high:
    middle = (low + high + 1) // 2
    if sum(ask(middle) for _ in range(3)) >= 2:
        high = middle - 1
    else:
        low = middle
print("!", low)
