"""Shapes: graphs and permutations, as inputs are validated, made and shrunk by them."""

import operator
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Final

import pytest
import support
from test_reducer import shrunk

from refsol.errors import InputError, OptionError
from refsol.jury.bundles import validator_of
from refsol.jury.shrinking import smaller_inputs
from refsol.jury.validation import find_errors
from refsol.own import Spec, problem_of, read_spec
from refsol.own.description import (
    WAYS,
    Description,
    DescriptionError,
    GenerationError,
    Generator,
    Reducer,
    parse,
    validate,
    ways_for,
    with_shapes,
)
from refsol.own.shapes import ShapeError, parse_shape
from refsol.problem.contract import WORST

pytestmark = pytest.mark.once  # what is tested here is never compiled

SEEDS: Final = 6

EDGES: Final = "REP(m) INT(1,n,u) SPACE INT(1,n,v) NEWLINE END"
GRAPH: Final = f"INT(1,30,n) SPACE INT(0,60,m) NEWLINE {EDGES}"

CASES: Final[dict[str, tuple[str, list[str]]]] = support.toml("shapes")["cases"]
TREE: Final = CASES["tree"][0]


def shaped(name: str) -> Description:
    text, shapes = CASES[name]
    return with_shapes(parse(text.encode()), shapes)


# What a shape is, by its definition


Edges = list[tuple[int, int]]


def parts(nodes: int, edges: Edges) -> int:
    left, found = {*range(1, nodes + 1)}, 0
    while left:
        waiting, found = [left.pop()], found + 1
        for node in waiting:  # which grows
            near = {b if a == node else a for a, b in edges if node in (a, b)} & left
            left -= near
            waiting += near
    return found


def is_dag(nodes: int, edges: Edges) -> bool:
    left = {*range(1, nodes + 1)}
    while free := {node for node in left if not any(b == node and a in left for a, b in edges)}:
        left -= free
    return not left


def has_kind(kind: str, nodes: int, edges: Edges) -> bool:
    match kind:
        case "tree" | "forest":
            return parts(nodes, edges) == nodes - len(edges) and (kind == "forest" or len(edges) == nodes - 1)
        case "connected":
            return parts(nodes, edges) <= 1
        case "simple":
            return len({frozenset(edge) for edge in edges if edge[0] != edge[1]}) == len(edges)
    return is_dag(nodes, edges)


def graphs_in(name: str, data: bytes) -> Iterator[tuple[int, Edges]]:
    """Yield the graphs in an input of one of :data:`CASES`: the numbers of nodes, and edges between nodes from 1 on."""
    numbers = iter(map(int, data.split()))
    for _ in range(next(numbers) if name == "trees" else 1):
        nodes = next(numbers)
        edges = next(numbers) if "m)" in CASES[name][0] else nodes - 1
        if name == "edges first":
            nodes, edges = edges, nodes
        elif name == "rooted tree":
            next(numbers)
        if "parent" in name:
            first = 1 if name in ("all parents", "own parent") else 2
            found = [(next(numbers), node) for node in range(first, nodes + 1)]
            yield nodes, [edge for edge in found if edge[0] not in (0, edge[1])]
            continue
        found = []
        for _ in range(edges):
            found.append((next(numbers) + ("from 0" in name), next(numbers) + ("from 0" in name)))
            if "w[i]" in CASES[name][0]:
                next(numbers)
        yield nodes, found


GRAPHS: Final = [name for name, (_, shapes) in CASES.items() if "n;" in shapes[0]]


def is_shaped(name: str, data: bytes) -> bool:
    kinds = [shape.partition("(")[0] for shape in CASES[name][1]]
    if name in GRAPHS:
        return all(has_kind(kind, *graph) for graph in graphs_in(name, data) for kind in kinds)
    numbers = [*map(int, data.split())][1:]
    return sorted(numbers) in ([*range(len(numbers))], [*range(1, len(numbers) + 1)])


# Made, and validated


@pytest.mark.parametrize("name", CASES)
def test_what_is_made_has_its_shape(name: str) -> None:
    description = shaped(name)
    generator = Generator(description)
    sizes: set[int] = set()
    for way, seed in product(ways_for(description).values(), map(str, range(SEEDS))):
        data = generator.generate(way, seed)
        validate(description, data)
        assert is_shaped(name, data)
        sizes.add(len(data))
    assert len(sizes) > 3


@pytest.mark.parametrize("name", CASES)
def test_what_is_changed_is_refused_unless_it_has_its_shape(name: str) -> None:
    """Change a number or a character: the validator agrees with the definition of the shape."""
    description, plain = shaped(name), parse(CASES[name][0].encode())
    generator, random = Generator(description), Random(1)
    refused = 0
    for number in range(400):
        if number % 20 == 0:
            made = generator.generate(WAYS["random"], str(number), size=6)
        data = bytearray(made)
        digits = [place for place in range(len(data)) if data[place] not in b" \n"]
        data[random.choice(digits)] = data[random.choice(digits)]
        try:
            validate(plain, bytes(data))
        except InputError:
            continue
        try:
            validate(description, bytes(data))
        except InputError:
            refused += 1
            assert not is_shaped(name, bytes(data)) or name in ROOTED
        else:
            assert is_shaped(name, bytes(data))
    assert (refused == 0) == (name in ALWAYS)


ROOTED: Final = ("rooted tree", "all parents", "own parent")
"""The cases in which an input may have the wrong root."""
ALWAYS: Final = ("smaller parents", "ordered dag")
"""Those in which ranges alone make the shape."""


@pytest.mark.parametrize(("name", "text", "message"), support.toml("shapes")["found"])
def test_what_is_wrong_is_said_where_it_stands(name: str, text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        validate(shaped(name), text.encode())
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *support.toml("shapes")["mistakes"],
        (f"tree({'(' * 10**5}; u, v)", "expected at most 50 levels of nesting"),
        (f"tree(n; {'u, ' * 10**5}v)", "expected 1 or 2 variables, found 100001"),
    ],
)
def test_what_is_wrong_in_a_shape_is_said_in_a_line(text: str, message: str) -> None:
    with pytest.raises(ShapeError) as error:
        with_shapes(parse(TREE.encode()), [text])
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_shapes_of_the_same_variables_differ_in_kind_only() -> None:
    for shapes in (["forest(n; u, v)", "simple(n; u, v; base=0)"], ["tree(n; u, v)", "permutation(u)"]):
        with pytest.raises(ShapeError, match="are about the same variables, and only kinds may differ"):
            with_shapes(parse(TREE.encode()), shapes)


def test_a_root_is_a_node() -> None:
    text = "INT(1,9,n) SPACE INT(0,9,r) NEWLINE REP(n-1) INT(1,n,u) SPACE INT(1,n,v) NEWLINE END"
    with pytest.raises(InputError, match=r"^2:1: expected a tree .* found the root 2, which is no node in 1\.\.1$"):
        validate(with_shapes(parse(text.encode()), ["tree(n; u, v; root=r)"]), b"1 2\n")


def test_less_than_no_nodes_are_none() -> None:
    description = with_shapes(parse(GRAPH.replace("1,30", "-3,30").encode()), ["simple(n; u, v)"])
    validate(description, b"-3 0\n")
    assert b"-1 0\n" in Reducer(description).reductions(b"-3 0\n")
    with pytest.raises(InputError):
        validate(description, b"-3 1\n1 1\n")


@pytest.mark.parametrize(
    ("text", "shape", "message"),
    [
        (f"INT(0,9,m) NEWLINE\n{EDGES} INT(1,9,n)", "simple(n; u, v)", "nodes read before line 2, found n later"),
        (f"INT(1,9,n) NEWLINE {EDGES} INT(1,n,r)", "tree(n; u, v; root=r)", "root read before line 1, found r later"),
        (f"INT(1,9,n) NEWLINE {EDGES}", "tree(u; u, v)", "nodes read before line 1, found u later"),
    ],
)
def test_what_counts_nodes_has_to_be_read_before_edges(text: str, shape: str, message: str) -> None:
    with pytest.raises(ShapeError) as error:
        with_shapes(parse(text.replace("(1,n,u", "(1,9,u").replace("REP(m)", "REP(5)").encode()), [shape])
    assert str(error.value) == f"{shape}: expected {message}"


@pytest.mark.parametrize("count", ["n-1", "m"])
def test_parents_of_all_nodes_but_the_first_have_the_first_as_root(count: str) -> None:
    text = f"INT(2,20,n) SPACE INT(n-1,n,m) SPACE INT(1,n,r) NEWLINE REP({count},SPACE) INT(1,n,p) END NEWLINE"
    description = with_shapes(parse(text.encode()), ["tree(n; p; root=r)"])
    with pytest.raises(InputError, match=r"^2:1: expected root 1 of a tree with n - 1 parents .* found"):
        validate(description, b"3 2 2\n1 1\n")
    validate(description, b"3 2 1\n1 1\n")
    for way, seed in product(ways_for(description).values(), map(str, range(SEEDS))):
        validate(description, Generator(description).generate(way, seed))


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("1,n,", "0,n-1,", r"u is in 0\.\.\d+, but the nodes of a tree .*is base=0 missing"),
        ("1,n,", "2,n+1,", r"u is in 2\.\.\d+, but .* is base=2 missing\?$"),
        ("1,n,v", "0,n-2,v", r"v is in 0\.\.\d+, but .*\d$"),
    ],
)
def test_ranges_that_are_shifted_against_the_nodes_are_refused(before: str, after: str, message: str) -> None:
    description = with_shapes(parse(TREE.replace(before, after).encode()), ["tree(n; u, v)"])
    for way in ("large", "random"):
        with pytest.raises(DescriptionError, match=message):
            Generator(description).generate(WAYS[way], "7")


@pytest.mark.parametrize(
    ("way", "edges"),
    [("clique", lambda n: n * (n - 1) // 2), ("dense", lambda n: n * (n - 1) * 3 // 8), ("grid", None)],
)
@pytest.mark.parametrize("size", [None, 64])
def test_graphs_have_as_many_edges_as_their_form(
    way: str, edges: Callable[[int], int] | None, size: int | None
) -> None:
    text = GRAPH.replace("1,30", "1,300").replace("0,60", "0,40000")
    description = with_shapes(parse(text.encode()), ["connected(n; u, v)", "simple(n; u, v)"])
    for seed in map(str, range(20)):
        data = Generator(description).generate(ways_for(description)[way], seed, size)
        nodes, found = (int(number) for number in data.split()[:2])
        side = int(nodes**0.5)
        grid = sum((node + 1) % side > 0 for node in range(nodes - 1)) + nodes - side
        assert found == max(nodes - 1, grid if edges is None else edges(nodes))


def test_a_range_that_another_round_left_is_none() -> None:
    text = """INT(2,9,t) NEWLINE REP(t) INT(2,9,n) NEWLINE
        REP(n-1) INT(1,n,u) SPACE INT(u+1,n,v) NEWLINE END END"""
    description = with_shapes(parse(text.encode()), ["tree(n; u, v)"])
    for seed in range(SEEDS):
        validate(description, Generator(description).generate(WAYS["random"], str(seed)))


@pytest.mark.parametrize("text", ["tree(n; u, v)", "tree(n; p; base=0; root=r)", "permutation(p)"])
def test_a_shape_is_read_as_it_is_written(text: str) -> None:
    assert str(parse_shape(text)) == text
    assert str(parse_shape(text.replace("; ", ";").replace("(", " ( "))) == text


# Problems


NODES: Final = "[[shapes]]\nkind = 'tree'\nnodes = 'n'"


@pytest.mark.parametrize(("text", "message"), support.toml("shapes")["file"])
def test_what_a_file_gets_wrong(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "refsol.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(OptionError) as error:
        read_spec(path)
    assert str(error.value).startswith(f"{path}: {message}")


def test_a_number_of_nodes_or_a_root_may_be_an_integer(tmp_path: Path) -> None:
    shape = "[[shapes]]\nkind = 'tree'\nnodes = 5\nroot = 1\nedges = ['u', 'v']"
    support.write_files(tmp_path, {"t.ctd": TREE, "refsol.toml": f"format = 't.ctd'\n{shape}"})
    assert read_spec(tmp_path / "refsol.toml").shapes == ("tree(5; u, v; root=1)",)


def test_a_file_says_which_shapes_inputs_have(tmp_path: Path) -> None:
    text = support.toml("shapes")["given"]
    support.write_files(
        tmp_path, {"t.ctd": TREE.replace("1,n,", "0,n-1,").replace("1,9,w", "1,30,w"), "refsol.toml": text}
    )
    spec = read_spec(tmp_path / "refsol.toml")
    assert spec.shapes == ("tree(n; u, v; base=0)", "permutation(w)")
    problem = problem_of(spec)
    families = {family.name: family for family in problem.jury.families}
    assert (families["path"].weight, "star" in families, families["deep"].group) == (3, False, WORST)
    assert find_errors(problem.jury, b"3\n0 1 2\n1 2 2\n")[0].line == 3
    assert not any(find_errors(problem.jury, family.generate("1")) for family in families.values())
    with pytest.raises(OptionError, match=r"t\.ctd: shapes: tree\(n; u, x\): there is no variable 'x'"):
        _ = problem_of(spec._replace(shapes=("tree(n; u, x)",))).jury


@support.needs_posix
def test_options_say_which_shapes_inputs_have(tmp_path: Path) -> None:
    support.write_files(tmp_path, {"t.ctd": TREE})
    options = ("own", "validate", "--format", "t.ctd", "--shape", "tree(n; u, v)", "--shape", "permutation(w)")
    done = support.refsol_process(*options, cwd=tmp_path, stdin=b"3\n1 2 2\n1 3 2\n")
    assert (done.returncode, done.stderr.decode()) == (
        3,
        "refsol: -:3:5: expected a permutation (w) (line 1 of the description), found 2 twice\n",
    )
    done = support.refsol_process(*options[:4], "--shape", "tre(n)", cwd=tmp_path)
    message = "refsol: --shape: there is no kind of shape 'tre'; did you mean 'tree'?\n"
    assert (done.returncode, done.stderr.decode()) == (2, message)


def test_a_package_s_validator_checks_shapes(tmp_path: Path) -> None:
    problem = problem_of(Spec("t", "T", "t.ctd", TREE, shapes=("tree(n; u, v)",)))
    (tmp_path / "validate.py").write_text(validator_of(problem), encoding="utf-8")
    for edge, status in (("1 3 1", 42), ("2 1 1", 43)):
        done = subprocess.run(
            [sys.executable, "validate.py"], input=f"3\n1 2 1\n{edge}\n".encode(), cwd=tmp_path, capture_output=True
        )
        assert done.returncode == status, done.stderr


# Limits


@pytest.mark.unmeasured
def test_large_trees_are_quick() -> None:
    description = with_shapes(parse(TREE.replace("1,30", "1,100000").replace("[i]", "").encode()), ["tree(n; u, v)"])
    begin = time.process_time()
    data = Generator(description).generate(ways_for(description)["deep"], "1")
    between = time.process_time()
    validate(description, data)
    assert data.startswith(b"100000\n")
    assert between - begin < 60  # it takes about 1 s
    assert time.process_time() - between < 60


@pytest.mark.parametrize("shape", ["tree(n; u)", "tree(n; u, v)", "forest(n; u, v)", "permutation(u)"])
@pytest.mark.parametrize("most", ["-1", "0", "20000", "10^30"])
def test_numbers_of_nodes_that_make_no_sense_are_no_trouble(shape: str, most: str) -> None:
    text = f"INT(-1,{most},n) NEWLINE REP(n) INT(1,n,u) SPACE INT(1,n,v) NEWLINE END"
    description = with_shapes(parse(text.encode()), [shape])
    for way in ways_for(description).values():
        with suppress(GenerationError, DescriptionError):
            Generator(description).generate(way, "1", seconds=0.2)


def test_many_nodes_without_edges_take_no_space() -> None:
    text = GRAPH.replace("1,30", "1,10^9").replace("0,60", "0,5")
    for kind in ("simple", "forest", "dag"):
        description = with_shapes(parse(text.encode()), [f"{kind}(n; u, v)"])
        for way in ("large", "largest", "deep"):
            data = Generator(description).generate(ways_for(description)[way], "1")
            validate(description, data)
            assert data.startswith(b"1000000000 5\n")


# Shrunk


@pytest.mark.parametrize("name", CASES)
def test_smaller_inputs_have_their_shapes(name: str) -> None:
    description = shaped(name)
    generator = Generator(description)
    tried = 0
    for seed in "1234":
        data = generator.generate(WAYS["random"], seed, size=6)
        seen: set[bytes] = set()
        for candidate in Reducer(description).reductions(data):
            validate(description, candidate)
            assert is_shaped(name, candidate)
            assert (len(candidate.split()), len(candidate)) <= (len(data.split()), len(data))
            assert candidate not in seen
            seen.add(candidate)
        tried += len(seen)
    assert tried > 3


def degrees(edges: Edges) -> Counter[int]:
    return Counter(node for edge in edges for node in edge)


def length(nodes: int, edges: Edges) -> int:
    """Return the number of edges of the longest of all shortest paths."""
    longest = 0
    for start in range(1, nodes + 1):
        seen, front, steps = {start}, {start}, 0
        while front := {node for edge in edges for node in edge if not front.isdisjoint(edge)} - seen:
            seen |= front
            steps += 1
        longest = max(longest, steps)
    return longest


WRONG: Final[dict[str, Callable[[int, Edges], bool]]] = {
    "branches": lambda _nodes, edges: max(degrees(edges).values(), default=0) >= 3,
    "long": lambda nodes, edges: length(nodes, edges) >= 3,
    "both": lambda nodes, edges: max(degrees(edges).values(), default=0) >= 3 and length(nodes, edges) >= 4,
    "back": lambda _nodes, edges: any(a > b for a, b in edges),
}
"""What a wrong program fails for."""


@pytest.mark.parametrize(
    ("wrong", "nodes", "names"),
    [
        ("branches", 4, ("tree", "trees", "parents", "smaller parents", "all parents", "simple")),
        ("long", 4, ("tree", "tree from 0", "parents", "own parent", "forest", "connected", "dag")),
        ("both", 6, ("tree", "trees", "rooted tree", "counted tree", "connected simple")),
        ("back", 2, ("tree", "rooted tree")),
    ],
)
def test_what_is_left_is_minimal(wrong: str, nodes: int, names: tuple[str, ...]) -> None:
    for name in names:

        def fails(data: bytes, name: str = name) -> bool:
            return any(WRONG[wrong](*graph) for graph in graphs_in(name, data))

        generator = Generator(shaped(name))
        made = (generator.generate(WAYS["random"], str(seed), size=15) for seed in range(100))
        data = next(data for data in made if len(data) > 20 and fails(data))
        left = [*graphs_in(name, shrunk(shaped(name), data, fails).encode())]
        assert [(count, len(edges)) for count, edges in left] == [(nodes, nodes - 1)], name


def test_values_stay_with_their_nodes() -> None:
    text = """INT(1,30,n) SPACE INT(0,9,q) NEWLINE REP(n,SPACE) INT(0,9,c) END NEWLINE
        REP(n-1) INT(1,n,u) SPACE INT(1,n,v) NEWLINE END REP(q) INT(1,n,x) NEWLINE END"""
    description = with_shapes(parse(text.encode()), ["tree(n; u, v)"])

    def fails(data: bytes) -> bool:
        n, _q, *rest = map(int, data.split())
        ends = rest[n : 3 * n - 2]
        edges = [*zip(ends[::2], ends[1::2], strict=True)]
        found = [(a, b) for one, other in edges for a, b in ((one, other), (other, one)) if degrees(edges)[a] == 1]
        return any(rest[a - 1] == 7 and rest[b - 1] == 8 and a in rest[3 * n - 2 :] for a, b in found)

    generator = Generator(description)
    made = (generator.generate(WAYS["random"], str(seed), size=20) for seed in range(20_000))
    data = next(data for data in made if len(data) > 60 and fails(data))
    assert shrunk(description, data, fails) == "2 1\n7 8\n2 1\n1\n"


def test_permutations_are_shrunk_to_the_least() -> None:
    left = shrunk(shaped("permutation"), b"6\n3 5 1 6 2 4\n", lambda data: b"3 1" in data or b"5 1" in data)
    assert left == "3\n2 3 1\n"


def test_to_look_for_smaller_inputs_ends_in_time_or_when_stopped() -> None:
    problem = problem_of(Spec("t", "T", "t.ctd", 'REGEX("[()]*",s) NEWLINE'))
    data = b"()" * 5000 + b"\n"
    fails = partial(operator.eq, data)
    begin = time.monotonic()
    assert not [*smaller_inputs(problem.jury, data, fails, seconds=0.2)]
    assert not [*smaller_inputs(problem.jury, data, fails, is_stopped=lambda: time.monotonic() > begin + 0.4)]
    assert time.monotonic() - begin < 60


@pytest.mark.unmeasured
def test_large_trees_are_shrunk_in_few_steps() -> None:
    description = with_shapes(parse(TREE.replace("1,30", "1,2000").encode()), ["tree(n; u, v)"])
    data = Generator(description).generate(ways_for(description)["deep"], "1")
    steps: list[int] = []

    def fails(data: bytes) -> bool:
        steps.append(len(data))
        return data.count(b"\n") > 100

    assert shrunk(description, data, fails).startswith("101\n")
    assert len(steps) < 1000
