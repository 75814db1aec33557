"""Python functions as programs under test."""

from refsol.jury.run.program import Function, Result, RunOutcome


def test_the_output_is_the_returned_value() -> None:
    outcome = Function(lambda data: data[::-1]).run(b"ab")
    assert outcome == RunOutcome(None, "", b"ba", seconds=outcome.seconds)


def test_an_exception_is_a_crash() -> None:
    outcome = Function(lambda data: b"%d" % data[9]).run(b"")
    assert (outcome.fault, outcome.output) == (Result.CRASH, b"")
    assert outcome.message == "crashed: IndexError: index out of range"
