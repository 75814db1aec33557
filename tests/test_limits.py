"""Limits, subtasks and their points: the data, the predicates and what follows from them."""

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest
import support
from support import refsol_here, said_by

from refsol.errors import OptionError
from refsol.jury.testset import readme
from refsol.jury.testset import tests_of as entries_of
from refsol.jury.validation import find_errors
from refsol.problem import NAMES, load
from refsol.problem.contract import Family, FamilyGroup, subtask_group
from refsol.problem.limits import LANGUAGES, Bound, Memory, Words, same, within
from refsol.problem.statement import MARK, limits_text

pytestmark = pytest.mark.slow

SEEDS = ["1", "2", *(f"{support.FRESH_SEED} {k}" for k in range(3))]


# The literal reading of the subtasks: each yields the places, line and column, of everything that is beyond the limits.

Place: TypeAlias = tuple[int, int]
Reading: TypeAlias = Callable[[list[str]], Iterator[Place]]


def column(line: str, index: int) -> int:
    return [found.start() + 1 for found in re.finditer(r"\S+", line)][index]


def multigo_header(wrong: Callable[[int, int, int, int], Sequence[bool]]) -> Reading:
    def read(lines: list[str]) -> Iterator[Place]:
        height, width, players, moves = map(int, lines[0].split())
        for index, is_wrong in enumerate(wrong(height, width, players, moves)):
            if is_wrong:
                yield 1, column(lines[0], index)

    return read


def chess(
    *,
    side: int = 10**5,
    crossings: int = 2 * 10**5,
    pieces: int = 10**5,
    roads: str = "0123",
    level: Callable[[int, int], int] | None = None,
) -> Reading:
    def read(lines: list[str]) -> Iterator[Place]:
        at = 1
        for _ in range(int(lines[0])):
            header = lines[at]
            rows, columns, count = map(int, header.split())
            wrong = (rows > side, columns > side or rows * columns > crossings, count > pieces)
            for index, is_wrong in enumerate(wrong):
                if is_wrong:
                    yield at + 1, column(header, index)
            for number in range(at + 1, at + 2 * rows):
                for k, road in enumerate(lines[number], 1):
                    if road not in roads:
                        yield number + 1, k
            at += 2 * rows
            for i in range(1, count + 1):
                if level is not None and int(lines[at].split()[1]) != level(i, count):
                    yield at + 1, column(lines[at], 1)
                at += 1

    return read


def everything(lines: list[str]) -> Iterator[Place]:
    yield from ()


READINGS: dict[str, dict[str, tuple[int, Reading]]] = {
    "multigo": {
        "one-row": (7, multigo_header(lambda n, m, k, q: [n != 1])),
        "two-rows": (11, multigo_header(lambda n, m, k, q: [n != 2])),
        "three-rows": (13, multigo_header(lambda n, m, k, q: [n != 3])),
        "few-players": (17, multigo_header(lambda n, m, k, q: [False, False, k > 4, q > 10])),
        "few-moves": (19, multigo_header(lambda n, m, k, q: [False, False, False, q > 10])),
        "all": (33, everything),
    },
    "chess": {
        "tiny": (8, chess(crossings=100, pieces=50)),
        "short": (16, chess(crossings=5000, pieces=2000)),
        "only-ordinary": (8, chess(roads="01")),
        "without-open": (12, chess(roads="012")),
        "without-straight": (12, chess(roads="013")),
        "rising": (8, chess(level=lambda i, q: i)),
        "falling": (8, chess(level=lambda i, q: q - i + 1)),
        "few-pieces": (12, chess(side=1000, pieces=2000)),
        "all": (16, everything),
    },
    "somegame": {"all": (100, everything)},
    "tictactoe": {"all": (100, everything)},
    "nogo": {"all": (100, everything)},
}


def judged(name: str, data: bytes) -> dict[str, bool]:
    """Return which subtasks an input belongs to; the place of an error must be the first that the reading finds."""
    lines = data.decode("ascii").split("\n")
    belongs: dict[str, bool] = {}
    for slug, (_points, reading) in READINGS[name].items():
        breach = load(name).limits.subtask(slug).breach(data)
        expected = next(reading(lines), None)
        assert (None if breach is None else (breach.line, breach.column)) == expected, (slug, breach)
        if breach is not None:
            assert breach.expected.endswith(f" in subtask {slug}")
            assert str(breach).isascii()
        belongs[slug] = breach is None
    return belongs


def small_sizes(family: Family, rng: Random) -> dict[str, int]:
    return {size.name: rng.randint(size.least, min(size.most, max(size.least, 60))) for size in family.sizes}


@pytest.mark.parametrize("name", NAMES)
def test_subtasks_are_as_published(name: str) -> None:
    limits = load(name).limits
    slugs = [subtask.slug for subtask in limits.subtasks]
    assert slugs == limits.slugs() == list(READINGS[name])
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug) and not slug.isdecimal() for slug in slugs)
    assert [subtask.points for subtask in limits.subtasks] == [points for points, _ in READINGS[name].values()]
    assert sum(subtask.points for subtask in limits.subtasks) == 100
    assert limits.subtasks[-1].require is None
    for number, subtask in enumerate(limits.subtasks, 1):
        assert limits.subtask(subtask.slug) == limits.subtask(str(number)) == subtask
        assert limits.number(subtask.slug) == number
    for key in ("", "0", str(len(slugs) + 1), "one row", "ALL"):
        with pytest.raises(OptionError, match=f"there is no subtask '{key}'"):
            limits.subtask(key)


def test_time_and_memory_are_as_published() -> None:
    found = {name: (load(name).limits.seconds, load(name).limits.memory) for name in NAMES}
    assert found == {
        "multigo": (None, Memory(512, "MB")),
        "somegame": (4.2, Memory(256, "MB")),
        "chess": (None, None),
        "tictactoe": (2, Memory(256, "MB")),
        "nogo": (3, Memory(500, "MiB")),
    }
    assert {name for name in NAMES if load(name).limits.test_points is not None} == {"nogo"}
    assert [subtask.tests for subtask in load("chess").limits.subtasks] == [2, 4, 2, 3, 3, 2, 2, 3, 4]
    assert Memory(500, "MiB").mebibytes == 500


def test_words_have_every_language() -> None:
    assert LANGUAGES == ("en", "zh")
    words = Words("value", "值")
    assert [words.of(language) for language in LANGUAGES] == ["value", "值"]
    with pytest.raises(OptionError, match="there is no language 'fr'; choose one of en, zh"):
        words.of("fr")
    assert within([Bound("K", 4), Bound("N", 1, exact=True)]) == Words("K ≤ 4, N = 1", "K ≤ 4，N = 1")
    assert within([]) == same("")


@pytest.mark.parametrize("name", [name for name in NAMES if len(READINGS.get(name, ())) > 1])
def test_predicates_agree_with_the_literal_reading(name: str) -> None:
    families = load(name).jury.families
    counts = {(slug, belongs): 0 for slug in READINGS[name] for belongs in (False, True)}
    for k, seed in enumerate(support.seeds(500)):  # fewer would leave some of the counts below at 0
        family = families[k % len(families)]
        for slug, belongs in judged(name, family.generate(seed, small_sizes(family, Random(seed)))).items():
            counts[slug, belongs] += 1
    for (slug, belongs), count in counts.items():
        needed = belongs or READINGS[name][slug][1] is not everything
        # All of these inputs are too small to be beyond these limits; the next test has larger ones.
        small = (name, slug, belongs) in {("chess", "short", False), ("chess", "few-pieces", False)}
        assert (count > 0) == (needed and not small), (slug, belongs)


def chess_input(*boards: tuple[int, int, int], road: str = "1") -> bytes:
    """Return boards by rows, columns and pieces, with the same road everywhere, and levels that rise."""
    lines = [str(len(boards))]
    for rows, columns, pieces in boards:
        lines.append(f"{rows} {columns} {pieces}")
        lines += [road * (columns - 1)] * rows + [road * columns] * (rows - 1)
        lines += [f"{i % 2} {i + 1} {i // columns + 1} {i % columns + 1}" for i in range(pieces)]
    return "\n".join([*lines, ""]).encode("ascii")


@pytest.mark.parametrize(("boards", "beyond"), support.toml("limits")["boards"])
def test_predicates_at_their_limits(boards: list[tuple[int, int, int]], beyond: list[str]) -> None:
    data = chess_input(*boards)
    assert find_errors(load("chess").jury, data) == []
    assert {slug for slug, belongs in judged("chess", data).items() if not belongs} == {*beyond}


def test_predicates_on_the_largest_inputs() -> None:
    side = 10**5 if support.COMPILED else 10**4
    large = judged("chess", chess_input((2, side, side)))
    assert [slug for slug, belongs in large.items() if not belongs] == ["tiny", "short", "falling", "few-pieces"]
    many = judged("multigo", b"1 1 2 1000000\n1\n" + b"1 1 1\n" * 10**6)
    assert {slug for slug, belongs in many.items() if belongs} == {"one-row", "all"}


def test_a_predicate_of_multigo_reads_one_line_only() -> None:
    """It doesn't care for moves, even a million of them: here, there are none."""
    for slug in load("multigo").limits.slugs():
        breach = load("multigo").limits.subtask(slug).breach(b"1 1000 4 10\n")
        assert (breach is None) == (slug not in ("two-rows", "three-rows"))


@pytest.mark.parametrize("text", ["1 3 5 11", "1\t3\r\n5  11", "\n\n1 3 5 11"])
def test_places_are_right_whatever_the_white_space(text: str) -> None:
    data = f"{text}\n1 1 1\n{'1 1 1 ' * 11}".encode("ascii")
    for slug, token in (("few-players", b"5"), ("few-moves", b"11"), ("two-rows", b"1")):
        (breach,) = find_errors(load("multigo").jury, data, lenient=True, subtask=load("multigo").limits.subtask(slug))
        line = data.split(b"\n")[breach.line - 1]
        assert line[breach.column - 1 :].split()[0] == token
        assert breach.found == token.decode()


def test_a_file_is_read_from_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "in"
    path.write_bytes(chess_input((2, 3, 2), (2, 60, 1)))
    jury, limits = load("chess").jury, load("chess").limits
    with path.open("rb") as file:
        for slug in limits.slugs():
            found = find_errors(jury, file, subtask=limits.subtask(slug))
            places = [(error.line, error.column) for error in found]
            assert places == {"tiny": [(8, 3)], "falling": [(6, 3)]}.get(slug, []), slug


def test_other_errors_come_first() -> None:
    data = b"2 1 2 1\n1\n3\n1 1 2\n"
    (error,) = find_errors(load("multigo").jury, data, subtask=load("multigo").limits.subtask("one-row"))
    assert str(error) == "3:1: expected owner in 1..2, found '3'"


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", NAMES)
def test_no_two_inputs_of_a_set_are_equal(name: str, seed: str) -> None:
    jury = load(name).jury
    tests = list(entries_of(jury, seed))
    assert len(tests) == sum(family.tests for family in jury.families)
    assert len({test.name for test in tests}) == len(tests)
    inputs: dict[bytes, str] = {}
    for test in tests:
        sizes = {size.name: max(size.least, min(size.default_value, 30)) for size in test.family.sizes}
        data = test.family.generate(test.seed, {} if test.family.quick else sizes)
        assert data not in inputs, f"{test.name} equals {inputs[data]}"
        inputs[data] = test.name


@pytest.mark.parametrize("name", NAMES)
def test_only_seeds_whose_inputs_repeat_are_left_out(name: str) -> None:
    for seed in SEEDS[1:3]:
        seen: set[bytes] = set()
        tests = list(entries_of(load(name).jury, seed))
        used = {test.seed for test in tests}
        for family in dict.fromkeys(test.family for test in tests):
            last = max(int(test.seed.rsplit("-", 1)[1]) for test in tests if test.family == family)
            for k in range(1, last + 1):
                if not family.quick:
                    assert f"{seed}-{family.name}-{k}" in used
                    continue
                data = family.generate(f"{seed}-{family.name}-{k}")
                assert (data not in seen) == (f"{seed}-{family.name}-{k}" in used)
                seen.add(data)


def test_a_family_that_runs_out_of_inputs_has_fewer_tests() -> None:
    jury = load("tictactoe").jury
    coin = Family("coin", FamilyGroup("small"), "", lambda rng: rng.choice((b"heads", b"tails")), tests=5)
    same_again = coin._replace(name="same", make=lambda rng: b"tails")
    tests = list(entries_of(jury._replace(families=(coin, same_again)), "1"))
    assert [test.name for test in tests] == ["01-small/01-coin", "01-small/02-coin"]
    assert {test.family.generate(test.seed) for test in tests} == {b"heads", b"tails"}


@pytest.mark.parametrize("name", NAMES)
def test_every_subtask_has_tests_within_its_limits(name: str) -> None:
    limits, jury = load(name).limits, load(name).jury
    covered: set[str] = set()
    for family in jury.families:
        subtask = family.group.subtask or limits.subtasks[-1]
        covered.add(subtask.slug)
        if family.group.subtask is None:
            continue
        assert family.group == subtask_group(limits, subtask.slug)
        assert family.group.title == f"subtask {limits.number(subtask.slug)}: {subtask.limits.en}"
        for seed in support.seeds(20):
            assert judged(name, family.generate(seed, small_sizes(family, Random(seed))))[subtask.slug], family.name
        if family.group.subtask.tests:
            assert family.tests == family.group.subtask.tests
    assert covered == set(limits.slugs())


# The families of subtasks at their default sizes, as in a test set.
WHOLE = [
    (name, family.name)
    for name in NAMES
    for family in load(name).jury.families
    if family.group.subtask is not None and (support.COMPILED or family.name in ("tiny", "short"))
]


@pytest.mark.parametrize(("name", "family"), WHOLE)
def test_the_inputs_of_a_set_are_within_the_limits(name: str, family: str) -> None:
    made = load(name).jury.family(family)
    assert made.group.subtask is not None
    data = made.generate(f"{support.FRESH_SEED}")
    assert find_errors(load(name).jury, data, subtask=made.group.subtask) == []
    if len(data) < 10**6:
        assert judged(name, data)[made.group.subtask.slug]


def test_the_description_of_a_set_names_subtasks_and_points() -> None:
    text = readme(load("multigo"), load("multigo").jury, "1")
    assert "\n## small\n\nIn the subtask `all`, which is worth 33 points.\n" in text
    assert "\n## subtask 4: K ≤ 4, Q ≤ 10\n\nIn the subtask `few-players`, which is worth 17 points.\n" in text
    tests = list(entries_of(load("multigo").jury, "1"))
    assert readme(load("multigo"), load("multigo").jury, "1", tests) == text
    assert "In the subtask" not in readme(load("nogo"), load("nogo").jury, "1")


def tables(text: str) -> list[list[list[str]]]:
    found: list[list[list[str]]] = []
    for block in re.findall(r"(?:^\|.*\n)+", text + "\n", flags=re.MULTILINE):
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
        assert all(set(cell) == {"-"} for cell in rows[1])
        assert len({len(row) for row in rows}) == 1
        found.append([rows[0], *rows[2:]])
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_about_limits_has_all_of_them(name: str, language: str) -> None:
    limits = load(name).limits
    text = limits_text(limits, language)
    values, *points = tables(text)
    assert values[0] == {"en": ["value", "range"], "zh": ["值", "范围"]}[language]
    assert [row[0] for row in values[1:]] == [each.name.of(language) for each in limits.ranges]
    for row, each in zip(values[1:], limits.ranges, strict=True):
        assert re.findall(r"\d+", row[1])[0] == str(each.least)
        assert each.most is None or str(each.most) in row[1]
        assert row[1].endswith(each.further.of(language))
    if limits.seconds is not None:
        assert {"en": "Time: {:g} s.", "zh": "时间限制：{:g} s。"}[language].format(limits.seconds) in text
    if limits.memory is not None:
        assert {"en": "Memory: {} {}.", "zh": "内存限制：{} {}。"}[language].format(*limits.memory) in text
    for remark in limits.remarks:
        assert remark.of(language) in text
    assert len(points) == (len(limits.subtasks) > 1)
    for table in points:
        heads = {"en": ["subtask", "name", "points", "limits"], "zh": ["子任务", "名称", "分值", "限制"]}[language]
        assert [head for head in table[0] if head not in ("tests", "测试点")] == heads
        assert [[row[0], row[1], *row[-2:]] for row in table[1:]] == [
            [str(number), subtask.slug, str(subtask.points), subtask.limits.of(language)]
            for number, subtask in enumerate(limits.subtasks, 1)
        ]


def test_limits_texts() -> None:
    assert limits_text(load("nogo").limits, "en") == (
        "| value | range    |\n|-------|----------|\n| n     | 1 to 600 |\n\n"
        "Time: 3 s. Memory: 500 MiB.\n\n"
        "There are no subtasks. Full marks for a test are 10 points; an output that is partly right earns some of them."
    )
    assert limits_text(load("nogo").limits, "zh") == (
        "| 值 | 范围     |\n|----|----------|\n| n  | 1 到 600 |\n\n"
        "时间限制：3 s。内存限制：500 MiB。\n\n没有子任务。每个测试点满分 10 分，部分正确的输出可以得到部分分。"
    )
    text = limits_text(load("chess").limits, "en")
    assert "\n\nThe original has 25 tests of 4 points each.\n\n" in text
    assert [row[2] for row in tables(text)[1]] == [
        *("tests", "1–2", "3–6", "7–8", "9–11", "12–14", "15–16", "17–18", "19–21", "22–25")
    ]


@pytest.mark.parametrize("name", NAMES)
def test_statements_have_the_limits(name: str) -> None:
    source = (support.ROOT / "refsol" / name / "statement.md").read_text(encoding="utf-8")
    assert source.count(f"\n## Limits\n\n{MARK}\n\n## Decisions\n") == 1
    text = load(name).statement()
    source = re.sub("(?m)^<!-- (refsol|points): (begin|end) -->\n", "", source)
    assert text == source.replace(MARK, limits_text(load(name).limits, "en"))
    assert max(map(len, text.splitlines())) <= 115
    with pytest.raises(OptionError, match="there is no language 'english'"):
        load(name).statement("english")


def validate(name: str, cwd: Path, *arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
    return said_by(refsol_here(name, "validate", *arguments, cwd=cwd, stdin=stdin))


def test_validate_with_a_subtask(tmp_path: Path) -> None:
    one, three = tmp_path / "one", tmp_path / "three"
    one.write_bytes(b"1 2 5 1\n1 1\n1 1 2\n")
    three.write_bytes(b"3 1 2 1\n1\n1\n1\n1 1 2\n")

    run = partial(validate, "multigo", tmp_path)
    beyond = "refsol: three:1:1: expected N = 1 in subtask one-row, found 3\n"
    for words, *expected in (
        ("one-row one", 0, "valid\n", ""),
        ("3 three", 0, "valid\n", ""),
        ("1 three", 3, "", beyond),
        ("1 --all three", 3, "", beyond),
        ("1 one three", 3, "one: valid\n", beyond),
        ("1 three one", 3, "one: valid\n", beyond),
        ("4 one", 3, "", "refsol: one:1:5: expected K <= 4 in subtask few-players, found 5\n"),
        ("one-rwo one", 2, "", "refsol: there is no subtask 'one-rwo'; did you mean 'one-row'?\n"),
    ):
        assert [*run("--subtask", *words.split())] == expected, words
    assert run("--subtask", "7", "one")[0] == 2
    status, output, errors = run("--subtask", "1", "--json", "one", "three")
    assert (status, errors) == (3, "")
    error = {"line": 1, "column": 1, "expected": "N = 1 in subtask one-row", "found": "3"}
    assert [json.loads(line) for line in output.splitlines()] == [
        {"file": "one", "subtask": "one-row", "valid": True, "errors": []},
        {"file": "three", "subtask": "one-row", "valid": False, "errors": [error]},
    ]


def test_validate_several_files(tmp_path: Path) -> None:
    sample = os.fspath(support.SAMPLES / "nogo" / "1.in")
    (tmp_path / "bad").write_bytes(b"0\n")

    run = partial(validate, "nogo", tmp_path)
    bad = "refsol: bad:1:1: expected board size n in 1..600, found '0'\n"
    assert run(sample, "bad", "-", stdin=b"1\n.\n") == (3, f"{sample}: valid\n-: valid\n", bad)
    assert run("bad", "missing", sample) == (2, "", f"{bad}refsol: missing: No such file or directory\n")
    assert run("-", "-")[0] == 2
    assert run(stdin=b"1\n.\n") == (0, "valid\n", "")
