"""Test sets as the library makes them: alone, and on an executor that loses processes."""

from collections.abc import Iterable
from random import Random

import pytest
from support import Losing

from refsol.cli.generate import print_slow
from refsol.jury.parallel.pool import ExecutorError
from refsol.jury.testset import Made, Missing, made
from refsol.jury.testset import tests_of as entries_of
from refsol.portable import is_compiled
from refsol.problem import load
from refsol.problem.contract import NoInputError

PROBLEM = load("tictactoe")
TESTS = list(entries_of(load("tictactoe").jury, "1"))


def contents(tests: Iterable[Made | Missing]) -> dict[str, tuple[bytes, bytes]]:
    return {test.entry.name: (test.data, b"".join(test.answer)) for test in tests if isinstance(test, Made)}


@pytest.mark.parametrize("losses", [0, 1])
def test_an_executor_makes_the_same_tests(losses: int) -> None:
    with Losing(losses) as executor:
        on_executor = list(made(PROBLEM, TESTS, executor, jobs=2))
    assert contents(on_executor) == contents(made(PROBLEM, TESTS))
    assert len(on_executor) == len(TESTS)


@pytest.mark.parametrize("losses", [None, 0])
def test_tests_without_an_input_are_missing(losses: int | None) -> None:
    def none(_random: Random, **_sizes: int) -> bytes:
        raise NoInputError("no input was found")

    family = TESTS[0].family._replace(make=none)
    if losses is None:
        found = list(made(PROBLEM, [TESTS[0]._replace(family=family), TESTS[-1]]))
        assert found[0] == Missing(TESTS[0]._replace(family=family), "no input was found")
        assert isinstance(found[1], Made)
        return
    with Losing(losses) as executor, pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(PROBLEM.jury), "family", lambda _jury, _name: family)
        found = list(made(PROBLEM, TESTS[:2], executor))
    assert [each.message for each in found if isinstance(each, Missing)] == ["no input was found"] * 2


def test_a_test_that_is_lost_again_and_again_is_given_up() -> None:
    message = f"^test {TESTS[0].name}: the process that ran this was killed or stopped, twice$"
    with Losing(9) as executor, pytest.raises(ExecutorError, match=message):
        list(made(PROBLEM, TESTS, executor))


@pytest.mark.parametrize(("name", "large"), [("tictactoe", None), ("nogo", 9), ("chess", 40)])
def test_what_takes_minutes_interpreted_is_said_beforehand(
    name: str, large: int | None, capsys: pytest.CaptureFixture[str]
) -> None:
    print_slow(load(name))
    said = f"refsol: making {large} large tests may take minutes, since refsol runs interpreted; "
    shown = capsys.readouterr().err
    assert shown == "" if large is None or is_compiled() else shown.startswith(said)
