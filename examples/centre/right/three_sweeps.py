"""Finds the ends of a longest path, each as the farthest from another vertex, and then the middle of the path."""


def distances(u):
    return [ask(u, v) if u != v else 0 for v in range(n)]


def ask(u, v):
    print("?", u + 1, v + 1, flush=True)
    return int(input())


n = int(input())
far = distances(0)
first = distances(far.index(max(far)))
second = distances(first.index(max(first)))
longest = max(first)
for vertex in range(n):
    if first[vertex] == longest // 2 and first[vertex] + second[vertex] == longest:
        print("!", vertex + 1)
        break
