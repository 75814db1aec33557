"""Wrong: takes the first number of each run, not the largest."""

for _ in range(int(input())):
    input()
    total = last = 0
    for number in map(int, input().split()):
        if last == 0 or (number > 0) != (last > 0):
            total += number
            last = number
    print(total)
