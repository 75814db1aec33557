"""Right: puts each number in its place, by a table of where the numbers are."""

n = int(input())
numbers = [0, *map(int, input().split())]
where = [0] * (n + 1)
for position, number in enumerate(numbers):
    where[number] = position

swaps = 0
for position in range(1, n + 1):
    if numbers[position] != position:
        other = where[position]
        numbers[other], where[numbers[position]] = numbers[position], other
        numbers[position] = position
        swaps += 1
print(swaps)
