"""Wrong: treats all numbers that are out of place as one cycle."""

n = int(input())
misplaced = sum(number != place for place, number in enumerate(map(int, input().split()), 1))
print(max(misplaced - 1, 0))
