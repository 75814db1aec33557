"""Wrong: asks for all distances."""


def ask(u, v):
    print("?", u + 1, v + 1, flush=True)
    return int(input())


n = int(input())
distance = [[0] * n for _ in range(n)]
for u in range(n):
    for v in range(u):
        distance[u][v] = distance[v][u] = ask(u, v)
farthest = [max(row) for row in distance]
print("!", farthest.index(min(farthest)) + 1)
