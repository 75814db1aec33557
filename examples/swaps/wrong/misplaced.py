"""Wrong: two numbers that are out of place take a swap; but a cycle of three takes two."""

n = int(input())
misplaced = sum(number != place for place, number in enumerate(map(int, input().split()), 1))
print((misplaced + 1) // 2)
