"""The checks of ``refsol.jury.testing``: the built-in problems pass them, and each of them notices what it is for."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
import support
from support import Patch

from refsol.errors import OptionError
from refsol.jury import testing
from refsol.jury.bundles import validator_of
from refsol.problem import NAMES, Problem, load
from refsol.problem.contract import Explanation, Flaw, Layout, ScanningValidator, Steps
from refsol.problem.limits import NO_FURTHER_LIMITS, Limits, Subtask

NAME: Final = "tictactoe"
JURY: Final = load(NAME).jury
EXPLAINER: Final = load(NAME).explainer
PROBLEM: Final = load(NAME)


@pytest.mark.parametrize("name", NAMES)
def test_the_built_in_problems_pass(name: str) -> None:
    """Those checks that other tests don't make, with more cases."""
    testing.check_statement(load(name))
    testing.check_families(load(name), 8, support.FRESH)
    testing.check_outputs(load(name), 40, support.FRESH)
    testing.check_explanations(load(name), None, 10, support.FRESH)
    testing.check_flaws(load(name))


COUNTER: Final[Iterator[int]] = iter(range(1000))


def wrong_solve(data: Any, settings: object) -> list[bytes]:
    return [b"x" + b"".join(PROBLEM.solve(data, {}))[1:]]


def noisy(rng: Random) -> bytes:
    return JURY.families[0].make(Random(next(COUNTER)))


def numbers(rng: Random) -> bytes:
    return b"%d\n" % rng.randrange(10**6)


def repeated(rng: Random) -> bytes:
    return JURY.families[0].make(Random(1))


def silent(source: Any, selection: Any) -> Iterator[Explanation]:
    return iter(())


def wordless(source: Any, selection: Any) -> Iterator[Explanation]:
    for explanation in EXPLAINER.explain(source, selection):
        yield explanation._replace(reasons=("two\nlines",))


def blank() -> Layout:
    yield 0


def without_steps(source: Any, selection: Any) -> Steps:
    return EXPLAINER.steps(source, selection)._replace(explanations=iter(()))


def with_jury(**parts: Any) -> Problem:  # parts of any type
    return support.changed(PROBLEM, jury=JURY._replace(**parts))


def with_family(**changes: Any) -> Problem:
    return with_jury(families=(JURY.families[0]._replace(**changes), *JURY.families[1:]))


def explained(**parts: Any) -> Problem:
    return with_jury(explainer=EXPLAINER._replace(**parts))


WRONG: Final = support.changed(PROBLEM, solve=wrong_solve)
UNSURE: Final = support.changed(PROBLEM, solve=lambda data, settings: [str(next(COUNTER)).encode()])
LAX: Final = ScanningValidator(lambda scanner: None, blank)
HARMLESS: Final = Flaw("none", "Nothing is wrong.", (("import sys\n", "import sys  #\n"),))
SABOTAGED: Final[list[tuple[Callable[..., object], tuple[object, ...], Problem, str]]] = [
    (testing.check_samples, (), WRONG, "the jury doesn't accept the answer to sample 1"),
    (testing.check_oracle, (2,), WRONG, "solver and oracle disagree, seed 'fixed 0':\n"),
    (testing.check_families, (2,), with_family(make=noisy), "two inputs differ"),
    (testing.check_families, (2,), with_family(make=numbers), "the family small, seed 'fixed 0': \\["),
    (testing.check_families, (4,), with_family(make=repeated), "all inputs of the family small are equal"),
    (testing.check_bad_inputs, (20,), with_jury(validator=LAX), "solver and validator disagree"),
    (testing.check_reductions, (3,), with_jury(reductions=lambda data: ()), "none of 3 inputs became smaller"),
    (testing.check_outputs, (2,), UNSURE, "the right output is not accepted"),
    (testing.check_explanations, (None, 2), explained(explain=silent), "nothing is explained"),
    (testing.check_explanations, (None, 2), explained(explain=wordless), "words are missing"),
    (testing.check_explanations, (None, 2), explained(steps=without_steps), "0 of 1 steps are there"),
    (testing.check_explanations, (lambda explanation, tokens: len(tokens) > 27, 2), PROBLEM, "is explained wrongly"),
    (testing.check_flaws, (), with_jury(flaws=(HARMLESS,)), "none: 0 of [0-9]+ quick inputs show that it is wrong"),
]


@pytest.mark.parametrize(("check", "arguments", "problem", "message"), SABOTAGED, ids=[row[-1] for row in SABOTAGED])
def test_each_check_notices_what_it_is_for(
    check: Callable[..., object], arguments: tuple[object, ...], problem: Problem, message: str
) -> None:
    with pytest.raises(AssertionError, match=message):
        check(problem, *arguments)


def test_a_jury_may_lack_explanations_and_read_inputs_without_a_scanner() -> None:
    lacking = support.changed(PROBLEM, jury=JURY._replace(explainer=None, validator=lambda source, *, lenient: []))
    with pytest.raises(OptionError, match=rf"^{NAME} has no explanations$"):
        testing.check_explanations(lacking)
    with pytest.raises(AssertionError, match=r"^the validator doesn't use a scanner$"):
        testing.check_bad_inputs(lacking)
    with pytest.raises(OptionError, match=rf"^the validator of {NAME} can't be bundled: it doesn't use a scanner$"):
        validator_of(lacking)


@pytest.mark.parametrize(
    ("subtasks", "message"),
    [
        ((Subtask("all", 99, NO_FURTHER_LIMITS),), "the points don't add up to 100"),
        ((Subtask("all", 100, NO_FURTHER_LIMITS, print),), "not all inputs belong to the last subtask"),
        ((Subtask("all", 50, NO_FURTHER_LIMITS),) * 2, "two subtasks have one name"),
    ],
)
def test_limits_that_make_no_sense_are_noticed(subtasks: tuple[Subtask, ...], message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        testing.check_statement(support.changed(PROBLEM, limits=Limits((), subtasks)))


def test_statements_that_lack_something_are_noticed() -> None:
    text = PROBLEM.statement()
    sabotaged: list[tuple[dict[str, object], str]] = [
        ({"languages": lambda: ["zh"]}, "there is no statement in English"),
        ({"statement": lambda language: f"{text}\n<!-- limits -->\n"}, "the limits are not filled in"),
        ({"statement": lambda language: f"{text}\n<!-- refsol: begin -->\n"}, "a part refsol has no beginning"),
        ({"statement": lambda language: "# Title\n"}, "the sections"),
        ({"samples": list}, "the statement has no sample"),
    ]
    for changes, message in sabotaged:
        with pytest.raises((AssertionError, ValueError), match=message):
            testing.check_statement(support.changed(PROBLEM, **changes))


def test_samples_in_files_are_checked(tmp_path: Path) -> None:
    sample, answer = ((support.SAMPLES / NAME / f"1.{ending}").read_bytes() for ending in ("in", "ans"))
    with pytest.raises(AssertionError, match="has no samples"):
        testing.check_samples(load(NAME), tmp_path)
    for stem, data, right, message in (
        ("2", sample, answer, "the statement doesn't show 2.in"),
        ("other", sample, answer.replace(b"!", b".", 1), "the jury doesn't accept the answer to other.in"),
        ("other", sample.replace(b"\n", b" \n", 1), answer, "other.in is not valid"),
    ):
        (tmp_path / f"{stem}.in").write_bytes(data)
        (tmp_path / f"{stem}.ans").write_bytes(right)
        with pytest.raises(AssertionError, match=message):
            testing.check_samples(load(NAME), tmp_path)
        (tmp_path / f"{stem}.in").unlink()


@pytest.mark.skipif(sys.platform == "win32", reason="programs run on POSIX systems only")
def test_a_wrong_program_has_to_be_found_and_to_shrink() -> None:
    with pytest.raises(AssertionError, match=r"^solve: no fault in 3 cases"):
        testing.check_wrong_program(load(NAME), [sys.executable, "-m", "refsol.__main__", NAME, "solve"], 200, cases=3)
    with pytest.raises(AssertionError, match=r"^cat: shrunk to [0-9]+ bytes, not 3:\n"):
        testing.check_wrong_program(load(NAME), ["cat"], 3)
    testing.check_wrong_program(load(NAME), ["cat"], 200)


def test_two_modes_are_compared_where_there_are_two(monkeypatch: Patch) -> None:
    assert testing.check_both_modes(load(NAME), 5) == support.COMPILED
    monkeypatch.setattr(testing, "is_compiled", lambda name: True)
    assert testing.check_both_modes(load(NAME), 5)
    monkeypatch.setattr(testing, "mutated", lambda data, rng: data)  # in this process only
    with pytest.raises(AssertionError, match="compiled and interpreted results differ"):
        testing.check_both_modes(load(NAME), 5)
