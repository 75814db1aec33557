"""Wrong: excludes the number itself when the secret isn't less."""


def ask(y):
    print("?", y, flush=True)
    return input() == "<"


low, high = 1, int(input())
lied = False
while low < high:
    middle = (low + high) // 2
    less = ask(middle)
    if not lied and ask(middle) != less:
        lied = True
        less = ask(middle)
    if less:
        high = middle - 1
    else:
        low = middle + 1
print("!", low)
