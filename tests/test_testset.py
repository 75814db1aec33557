"""Test sets as the library makes them: alone, and on an executor that loses processes."""

import pytest
from support import Losing

from refsol.jury.parallel.pool import ExecutorError
from refsol.jury.testset import Made, made
from refsol.jury.testset import tests_of as entries_of
from refsol.problem import load

PROBLEM = load("tictactoe")
TESTS = list(entries_of(load("tictactoe").jury, "1"))


def contents(tests: list[Made]) -> dict[str, tuple[bytes, bytes]]:
    return {test.entry.name: (test.data, b"".join(test.answer)) for test in tests}


@pytest.mark.parametrize("losses", [0, 3])
def test_an_executor_makes_the_same_tests(losses: int) -> None:
    with Losing(losses) as executor:
        on_executor = list(made(PROBLEM, TESTS, executor, jobs=2))
    assert contents(on_executor) == contents(list(made(PROBLEM, TESTS)))
    assert len(on_executor) == len(TESTS)


def test_a_test_that_is_lost_again_and_again_is_given_up() -> None:
    with (
        Losing(9) as executor,
        pytest.raises(ExecutorError, match=rf"^test {TESTS[0].name}: the process that ran this was killed 4 times$"),
    ):
        list(made(PROBLEM, TESTS, executor))
