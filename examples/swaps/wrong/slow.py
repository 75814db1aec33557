"""Wrong: looks through the rest for each number, which takes O(n²) altogether."""

n = int(input())
numbers = list(map(int, input().split()))
swaps = 0
for position in range(n):
    if numbers[position] != position + 1:
        other = numbers.index(position + 1, position)
        numbers[position], numbers[other] = numbers[other], numbers[position]
        swaps += 1
print(swaps)
