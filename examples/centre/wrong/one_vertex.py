"""Wrong: assumes that there are at least two vertices."""


def distances(u):
    return {v: ask(u, v) for v in range(1, n + 1) if v != u}


def ask(u, v):
    print("?", u, v, flush=True)
    return int(input())


n = int(input())
far = distances(1)
start = max(far, key=far.get)
first = distances(start)
end = max(first, key=first.get)
second = distances(end)
longest = first[end]
first[start] = second[end] = 0
for vertex in range(1, n + 1):
    if first[vertex] == longest // 2 and first[vertex] + second[vertex] == longest:
        print("!", vertex)
        break
