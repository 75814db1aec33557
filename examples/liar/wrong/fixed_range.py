"""Wrong: searches up to 1000, whatever n is."""


def ask(y):
    print("?", y, flush=True)
    return input() == "<"


input()
low, high = 1, 1000
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
