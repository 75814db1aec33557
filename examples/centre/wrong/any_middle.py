"""Wrong: takes any vertex at half the distance from one end of a longest path."""


def distances(u):
    return [ask(u, v) if u != v else 0 for v in range(n)]


def ask(u, v):
    print("?", u + 1, v + 1, flush=True)
    return int(input())


n = int(input())
far = distances(0)
first = distances(far.index(max(far)))
print("!", max(vertex for vertex in range(n) if first[vertex] == max(first) // 2) + 1)
