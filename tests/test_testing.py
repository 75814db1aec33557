"""The checks of ``refsol.jury.testing``: the built-in problems pass them, and each of them notices what it is for."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
import support

from refsol.errors import OptionError
from refsol.jury import testing
from refsol.jury.bundles import validator_of
from refsol.jury.testing import cases
from refsol.problem import NAMES, Problem, load
from refsol.problem.contract import Explanation, Flaw, Jury, Layout, ScanningValidator, Steps
from refsol.problem.limits import NO_FURTHER_LIMITS, Limits, Subtask

NAME: Final = "tictactoe"
JURY: Final = load(NAME).jury
EXPLAINER: Final = load(NAME).explainer
PROBLEM: Final = load(NAME)


@pytest.mark.parametrize("name", NAMES)
def test_the_built_in_problems_pass(name: str) -> None:
    """Those checks that other tests don't make, with more cases."""
    testing.check_statement(load(name))
    testing.check_families(load(name), 4, support.FRESH)
    testing.check_outputs(load(name), 40, support.FRESH)
    testing.check_explanations(load(name), None, 10, support.FRESH)
    testing.check_flaws(load(name))


def wrong_solve(data: Any, settings: object) -> list[bytes]:
    return [b"x" + b"".join(PROBLEM.solve(data, {}))[1:]]


def noisy(make: Callable[..., bytes]) -> Callable[..., bytes]:
    """Return a function that makes another input each time."""
    made = 0

    def make_another(rng: Random, **sizes: int) -> bytes:
        nonlocal made
        made += 1
        return make(Random(made), **sizes)

    return make_another


def silent(source: Any, selection: Any) -> Iterator[Explanation]:
    return iter(())


def wordless(source: Any, selection: Any) -> Iterator[Explanation]:
    for explanation in EXPLAINER.explain(source, selection):
        yield explanation._replace(reasons=("two\nlines",))


def blank() -> Layout:
    yield 0


def without_steps(source: Any, selection: Any) -> Steps:
    return EXPLAINER.steps(source, selection)._replace(explanations=iter(()))


def with_family(**changes: Any) -> Jury:
    return JURY._replace(families=(JURY.families[0]._replace(**changes), *JURY.families[1:]))


SABOTAGED: Final[dict[str, tuple[Callable[[Problem], object], Jury, Problem, str]]] = {
    "a wrong solver and samples": (
        lambda problem: testing.check_samples(problem),
        JURY,
        support.changed(PROBLEM, solve=wrong_solve),
        "the jury doesn't accept the answer to sample 1",
    ),
    "a wrong solver and the oracle": (
        lambda problem: testing.check_oracle(problem, 2),
        JURY,
        support.changed(PROBLEM, solve=wrong_solve),
        "solver and oracle disagree, seed 'fixed 0':\n",
    ),
    "a family that the seed doesn't determine": (
        lambda problem: testing.check_families(problem, 2),
        with_family(make=noisy(JURY.families[0].make)),
        PROBLEM,
        "two inputs differ",
    ),
    "a family with invalid inputs": (
        lambda problem: testing.check_families(problem, 2),
        with_family(make=lambda rng: b"%d\n" % rng.randrange(10**6)),
        PROBLEM,
        "the family small, seed 'fixed 0': \\[",
    ),
    "a family of one input": (
        lambda problem: testing.check_families(problem, 4),
        with_family(make=lambda rng: JURY.families[0].make(Random(1))),
        PROBLEM,
        "all inputs of the family small are equal",
    ),
    "a validator that accepts anything": (
        lambda problem: testing.check_bad_inputs(problem, 20),
        JURY._replace(validator=ScanningValidator(lambda scanner: None, blank)),
        PROBLEM,
        "solver and validator disagree",
    ),
    "no reductions": (
        lambda problem: testing.check_reductions(problem, 3),
        JURY._replace(reductions=lambda data: ()),
        PROBLEM,
        "none of 3 inputs became smaller",
    ),
    "a jury that accepts nothing": (
        lambda problem: testing.check_outputs(problem, 2),
        JURY,
        support.changed(PROBLEM, solve=lambda data, settings: [str(next(COUNTER)).encode()]),
        "the right output is not accepted",
    ),
    "nothing explained": (
        lambda problem: testing.check_explanations(problem, None, 2),
        JURY._replace(explainer=EXPLAINER._replace(explain=silent)),
        PROBLEM,
        "nothing is explained",
    ),
    "an explanation with several lines": (
        lambda problem: testing.check_explanations(problem, None, 2),
        JURY._replace(explainer=EXPLAINER._replace(explain=wordless)),
        PROBLEM,
        "words are missing",
    ),
    "steps that are missing": (
        lambda problem: testing.check_explanations(problem, None, 2),
        JURY._replace(explainer=EXPLAINER._replace(steps=without_steps)),
        PROBLEM,
        "0 of 1 steps are there",
    ),
    "an explanation that doesn't agree": (
        lambda problem: testing.check_explanations(problem, lambda explanation, tokens: len(tokens) > 27, 2),
        JURY,
        PROBLEM,
        "is explained wrongly",
    ),
    "a flaw that is none": (
        lambda problem: testing.check_flaws(problem),
        JURY._replace(flaws=(Flaw("none", "Nothing is wrong.", (("import sys\n", "import sys  #\n"),)),)),
        PROBLEM,
        "none: 0 of [0-9]+ quick inputs show that it is wrong",
    ),
}
COUNTER: Final[Iterator[int]] = iter(range(1000))


@pytest.mark.parametrize("what", SABOTAGED)
def test_each_check_notices_what_it_is_for(what: str) -> None:
    check, jury, problem, message = SABOTAGED[what]
    with pytest.raises(AssertionError, match=message):
        check(support.changed(problem, jury=jury))


def test_a_jury_may_lack_explanations_and_read_inputs_without_a_scanner() -> None:
    lacking = support.changed(PROBLEM, jury=JURY._replace(explainer=None, validator=lambda source, *, lenient: []))
    with pytest.raises(OptionError, match=rf"^{NAME} has no explanations$"):
        testing.check_explanations(lacking)
    with pytest.raises(AssertionError, match=r"^the validator doesn't use a scanner$"):
        testing.check_bad_inputs(lacking)
    with pytest.raises(OptionError, match=rf"^the validator of {NAME} can't be bundled: it doesn't use a scanner$"):
        validator_of(lacking)


LIMITS: Final = {
    "points": (Limits((), (Subtask("all", 99, NO_FURTHER_LIMITS),)), "the points don't add up to 100"),
    "last": (Limits((), (Subtask("all", 100, NO_FURTHER_LIMITS, print),)), "not all inputs belong to the last subtask"),
    "names": (
        Limits((), (Subtask("all", 50, NO_FURTHER_LIMITS), Subtask("all", 50, NO_FURTHER_LIMITS))),
        "two subtasks have one name",
    ),
}


@pytest.mark.parametrize("what", LIMITS)
def test_limits_that_make_no_sense_are_noticed(what: str) -> None:
    limits, message = LIMITS[what]
    with pytest.raises(AssertionError, match=message):
        testing.check_statement(support.changed(PROBLEM, limits=limits))


def test_statements_that_lack_something_are_noticed() -> None:
    text = PROBLEM.statement()
    sabotaged: list[tuple[dict[str, object], str]] = [
        ({"languages": lambda: ["zh"]}, "there is no statement in English"),
        ({"statement": lambda language: f"{text}\n<!-- limits -->\n"}, "the limits are not filled in"),
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


def test_two_modes_are_compared_where_there_are_two(monkeypatch: pytest.MonkeyPatch) -> None:
    assert testing.check_both_modes(load(NAME), 5) == support.COMPILED
    monkeypatch.setattr(testing, "is_compiled", lambda name: True)
    assert testing.check_both_modes(load(NAME), 5)
    monkeypatch.setattr(cases, "mutated", lambda data, rng: data)  # in this process only
    with pytest.raises(AssertionError, match="compiled and interpreted results differ"):
        testing.check_both_modes(load(NAME), 5)
