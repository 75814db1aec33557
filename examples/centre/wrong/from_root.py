"""Wrong: assumes that vertex 1 is an end of a longest path."""


def distances(u):
    return [ask(u, v) if u != v else 0 for v in range(n)]


def ask(u, v):
    print("?", u + 1, v + 1, flush=True)
    return int(input())


n = int(input())
first = distances(0)
second = distances(first.index(max(first)))
longest = max(first)
for vertex in range(n):
    if first[vertex] == longest // 2 and first[vertex] + second[vertex] == longest:
        print("!", vertex + 1)
        break
