"""Wrong: counts one swap for every two numbers that are out of place; but a cycle of three takes two."""

n = int(input())
misplaced = sum(number != place for place, number in enumerate(map(int, input().split()), 1))
print((misplaced + 1) // 2)
