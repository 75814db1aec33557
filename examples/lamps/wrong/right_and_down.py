"""A wrong solution of Lamps: light goes to the right and down only."""

height, _width = map(int, input().split())
rows = [input() for _ in range(height)]


def lit_cells(line):
    light = False
    for cell in line:
        light = cell == "*" or (light and cell != "#")
        yield light and cell == "."


across = [list(lit_cells(row)) for row in rows]
down = [list(lit_cells(column)) for column in zip(*rows, strict=True)]
for x, row in enumerate(rows):
    print("".join("+" if across[x][y] or down[y][x] else cell for y, cell in enumerate(row)))
