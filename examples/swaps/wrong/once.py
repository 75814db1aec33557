"""Wrong: swaps once at each position, where it takes a loop until the right number is there."""

n = int(input())
numbers = [0, *map(int, input().split())]
swaps = 0
for position in range(1, n + 1):
    number = numbers[position]
    if number != position:
        numbers[position], numbers[number] = numbers[number], number
        swaps += 1
print(swaps)
