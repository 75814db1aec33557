"""What every problem offers to the jury: samples, promises, families, explanations, places, and smaller inputs."""

import re
from collections.abc import Mapping
from hashlib import sha256
from itertools import product
from random import Random
from typing import Any, Final  # Any: rows of tables

import pytest
import support
from support import order
from wrong import wrong_solutions

from refsol.errors import OptionError
from refsol.jury import testing
from refsol.jury.shrinking import shrink
from refsol.jury.validation import find_errors, is_valid
from refsol.pictures.text import draw
from refsol.problem import NAMES, load
from refsol.problem.contract import MISTAKES, SMALL, WORST, Explanation, Family, Place

QUICK: Final = support.CASES // 20
FAMILIES: Final = [
    pytest.param(name, family, id=f"{name} {family.name}") for name in NAMES for family in load(name).jury.families
]


def errors_in(name: str, data: bytes, lenient: bool = False) -> list[str]:
    return [str(error) for error in find_errors(load(name).jury, data, lenient=lenient)]


def test_every_problem_has_samples() -> None:
    assert {path.parent.name for path in support.SAMPLES.glob("*/*.in")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_samples(name: str) -> None:
    testing.check_samples(load(name), support.SAMPLES / name)


@pytest.mark.parametrize(("name", "row"), support.rows("breaches"))
def test_every_breach_of_promises_and_of_the_layout_is_reported(name: str, row: dict[str, Any]) -> None:
    data = row["input"].encode("latin-1")
    assert errors_in(name, data) == row["strict"]
    lenient = row.get("lenient", row["strict"])
    assert errors_in(name, data, lenient=True) == lenient
    outcome = testing.outcome(load(name), data, {"check": True} if name == "multigo" else {}).decode()
    refusal = outcome.removeprefix("error ") if outcome.startswith("error ") else None
    assert refusal in lenient if lenient else refusal is None


# Families


@pytest.mark.parametrize("name", NAMES)
def test_families_are_for_comparing_for_mistakes_and_for_worst_cases(name: str) -> None:
    families = load(name).jury.families
    assert families[0].group == SMALL
    assert {family.group for family in families if family.group.subtask is None} == {SMALL, MISTAKES, WORST}
    large = [family for family in families if family.largest]
    assert name in ("multigo", "tictactoe") or large == [family for family in families if family.group == WORST]
    assert name != "chess" or len(large) == 15
    most = {"chess": {(10**5,), (2 * 10**5,)}, "somegame": {(420,)}, "nogo": {(600,)}}
    assert name not in most or {tuple(size.most for size in family.sizes) for family in large} == most[name]


@pytest.mark.parametrize("name", NAMES)
def test_the_inputs_of_a_seed_never_change(name: str) -> None:
    """Of each family, at two sizes: ``families.toml`` has their hashes."""
    made = {}
    for family in load(name).jury.families:
        data = [family.generate("a seed", testing.small_sizes(family, most)) for most in (9, 50)]
        made[family.name] = sha256(b"".join(data)).hexdigest()[:16]
    assert made == support.toml("families")["hashes"][name]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "family"), FAMILIES)
def test_inputs_of_any_size_are_valid_and_determined_by_their_seed(name: str, family: Family) -> None:
    least = [[min(size.most, size.least + more) for more in (0, 1, 2, 7, 32)] for size in family.sizes]
    rng = Random(f"{support.FRESH} {family.name}")
    count = QUICK // 5 if name == "nogo" else QUICK // 2
    others = [[min(size.most, size.least + rng.randrange(40)) for size in family.sizes] for _other in range(count)]
    for k, numbers in enumerate([*product(*least), *others]):
        sizes = {size.name: number for size, number in zip(family.sizes, numbers, strict=True)}
        seed = f"{k}" if k % 2 else f"{support.FRESH} {k}"
        data = family.generate(seed, sizes)
        assert errors_in(name, data) == [], f"seed {seed!r}, {sizes}"
        assert data == family.generate(seed, sizes)
        assert name != "nogo" or not sizes or data.startswith(b"%d\n" % sizes["size"])


@pytest.mark.parametrize("size", [0, 601])
def test_sizes_have_bounds(size: int) -> None:
    with pytest.raises(OptionError, match="--size of the family eyes is a number from 1 to 600"):
        load("nogo").jury.family("eyes").generate("", {"size": size})


@pytest.mark.parametrize(
    ("name", "family", "defect", "least"),
    [(name, *row) for name, found in support.toml("families")["mistakes"].items() for row in found],
)
def test_a_family_finds_the_mistake_that_it_is_made_for(name: str, family: str, defect: str, least: int) -> None:
    """In so many of 60 inputs at least."""
    problem, solve = load(name), wrong_solutions(name)[defect].solve
    inputs = map(problem.jury.family(family).generate, support.seeds(60))
    verdicts = [testing.verdict_on(problem, data, solve(data), reasons=False) for data in inputs]
    assert sum(not verdict.accepted for verdict in verdicts) >= least


# Explanations


def data_of(name: str, row: Mapping[str, Any]) -> bytes:
    """Return the input of a row, or the sample that it names."""
    return (support.SAMPLES / name / row["sample"]).read_bytes() if "sample" in row else bytes(row["input"], "ascii")


@pytest.mark.parametrize(("name", "row"), support.rows("explanations"))
def test_the_whole_of_an_explanation(name: str, row: dict[str, Any]) -> None:
    (found,) = load(name).explainer.explain(data_of(name, row), row.get("selection", {}))
    selected = [f"--{option} {number}" for option, number in found.selection.items()]
    marks = [f"{mark.role}: {str(mark.cells)[1:-1].rstrip(',')}" for mark in found.marks]
    head = " ".join([f"{found.subject}: {found.answer}", *selected])
    assert "\n".join([head, *found.reasons, *marks, *draw(found.scene)]) == row["text"]


@pytest.mark.parametrize(("name", "row"), support.rows("selections"))
def test_what_can_not_be_explained(name: str, row: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=f"^{row['message']}"):
        list(load(name).explainer.explain(data_of(name, row), row["selection"]))


def is_marked_rightly(name: str, explanation: Explanation) -> bool:
    """Return whether the marks agree with the answer."""
    if name == "multigo":
        return bool(explanation.marks) == (explanation.answer == "NO")
    if name == "chess":
        cells = [cell for mark in explanation.marks for cell in mark.cells]
        counted = [mark for mark in explanation.marks if mark.role.startswith(("reached", "capture"))]
        return len(set(cells)) == len(cells) and sum(len(mark.cells) for mark in counted) == int(explanation.answer)
    return True


@pytest.mark.parametrize(
    ("name", "family"), [param for param in FAMILIES if param.values[0] in ("multigo", "somegame", "chess")]
)
def test_explanations_agree_with_the_solver(name: str, family: Family) -> None:
    explain, place = load(name).explainer.explain, load(name).jury.place
    assert place is not None
    for seed in support.seeds(QUICK if family.group in (SMALL, MISTAKES) else 4):
        data = family.generate(seed, testing.small_sizes(family, 12))
        answers = support.SOLVE[name](data, {}).split()
        found = list(explain(data, {}))
        assert "".join(f"{each.answer} " for each in found).encode().split() == answers, f"seed {seed!r}"
        selections = [tuple(place(data, answers[: k + 1], k).selection.items()) for k in range(len(answers))]
        assert [tuple(each.selection.items()) for each in found] == list(dict.fromkeys(selections))
        assert all(is_marked_rightly(name, each) for each in found)
        one = found[len(found) // 2]
        assert list(explain(data, one.selection)) == [one]


@pytest.mark.parametrize(
    ("name", "sample", "token", "place"),
    [
        ("multigo", "1.in", 2, Place("move 3", {"move": 3})),
        ("chess", "2.in", 3, Place("data set 1, query 4", {"set": 1, "query": 4})),
        ("chess", "2.in", 4, Place("data set 2, query 1", {"set": 2, "query": 1})),
        ("tictactoe", "1.in", 0, Place("row 1, columns 1 to 3", {})),
        ("tictactoe", "1.in", 4, Place("row 2, columns 4 to 6", {})),
        ("tictactoe", "1.in", 5, Place("row 2, columns 7 to 9", {})),
        ("tictactoe", "1.in", 26, Place("row 9, columns 7 to 9", {})),
    ],
)
def test_the_place_of_a_token(name: str, sample: str, token: int, place: Place) -> None:
    data, found = (support.SAMPLES / name / sample).read_bytes(), load(name).jury.place
    assert found is not None
    assert found(data, support.SOLVE[name](data, {}).split(), token) == place


# Smaller inputs

SMALLEST: Final = {
    "multigo": rb"1 1 2 1\n1\n1 1 1\n",
    "somegame": rb"1 1 1 0\n0\n",
    "chess": rb"1\n2 2 1\n0\n0\n00\n0 1 1 1\n",
    "tictactoe": rb"[. \n]*o[. \n]*\d \d\n",
    "nogo": rb"1\n\.\n",
}
MOST: Final = {"multigo": 5000, "somegame": 5000, "chess": 2000, "tictactoe": 500, "nogo": 3000}


@pytest.mark.parametrize(("name", "family"), FAMILIES)
def test_any_input_shrinks_to_the_smallest(name: str, family: Family) -> None:
    for seed in support.seeds(10 if family.group == SMALL else 2):
        data = family.generate(seed, testing.small_sizes(family, 20))
        assert re.fullmatch(SMALLEST[name], shrink(load(name).jury, data, lambda _data: True))


@pytest.mark.parametrize("name", NAMES)
def test_there_are_not_too_many_smaller_inputs_and_some_are_valid(name: str) -> None:
    jury = load(name).jury
    for _seed, _rng, data in support.inputs(name, 10):
        found = list(jury.reductions(data))
        assert len(set(found)) < MOST[name]
        valid = [smaller for smaller in found if is_valid(jury, smaller)]
        assert re.fullmatch(SMALLEST[name], data) or any(order(smaller) < order(data) for smaller in valid)
        assert name in ("multigo", "chess") or len(valid) == len(found)
