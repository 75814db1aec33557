"""What is wrong with a run of a program on an input: its fault, if it has one. All is O(the run and judging it)."""

from io import BytesIO
from typing import NamedTuple

from refsol.errors import JudgeError
from refsol.jury.checking import InteractiveProblem, check
from refsol.jury.run.program import Program, Result, RunOutcome
from refsol.problem import MILLISECONDS, Problem
from refsol.problem.contract import Verdict


class Fault(NamedTuple):
    """The fault of a run: its ``kind``, a ``message`` in a line, and the ``outcome`` of the run.

    If the run ended normally, there is the ``verdict`` on the output, and the right ``answer``, if that was needed.
    """

    kind: Result
    message: str
    outcome: RunOutcome
    verdict: Verdict | None = None
    answer: bytes | None = None


def judge(problem: Problem, program: Program, data: bytes, answer: bytes | None = None) -> Fault | None:
    """Run the ``program`` on the input ``data`` of ``problem`` and return its fault, as :func:`fault_of` does.

    It takes the ``answer`` and raises ``InputError`` as that does.
    """
    return fault_of(problem, data, talking(problem, program, answer).run(data), answer)


def talking(problem: Problem, program: Program, answer: bytes | None = None) -> Program:
    """Return what is run of a ``program``: where ``problem`` has an interactor, the program talks with that.

    The interactor gets the right ``answer``, if it needs one; it is made if it isn't known.
    """
    return problem.talking(program, answer) if isinstance(problem, InteractiveProblem) else program


def fault_of(problem: Problem, data: bytes, outcome: RunOutcome, answer: bytes | None = None) -> Fault | None:
    """Return what is wrong with the ``outcome`` of a run on the valid input ``data`` of ``problem``, or None.

    ``answer`` is the right answer, if it is known already. A wrong output isn't explained. Raises ``InputError`` for an
    invalid input, if that is noticed.
    """
    if outcome.fault is not None:
        return Fault(outcome.fault, outcome.message, outcome)
    if problem.interactive:
        return None
    jury = problem.jury
    if answer is None and jury.checker is None:
        answer = solved(problem, data)
    try:
        verdict = check(jury, data, BytesIO(outcome.output), lambda: [answer or b""], reasons=False)
    except JudgeError as error:
        return Fault(Result.JUDGE_ERROR, f"{Result.JUDGE_ERROR}: {error}", outcome, None, answer)
    return None if verdict.accepted else Fault(Result.WRONG_ANSWER, verdict.message, outcome, verdict, answer)


def any_fault_of(problem: Problem, data: bytes, outcome: RunOutcome, answer: bytes | None) -> Fault | None:
    """Return the fault of an ``outcome`` or, if a user's checker refuses the model solution's ``answer``, that.

    The input ``data``, the ``answer`` and errors are as for :func:`fault_of`.
    """
    fault = fault_of(problem, data, outcome, answer)
    if fault or answer in (None, outcome.output) or problem.interactive or problem.jury.compare is None:
        return fault
    of_model = fault_of(problem, data, outcome._replace(output=answer or b""), answer)
    return of_model._replace(outcome=outcome) if of_model and of_model.kind is Result.JUDGE_ERROR else None


def confirmed_run(program: Program, data: bytes) -> RunOutcome:
    """Run the ``program`` on the input ``data``, once more if it takes too long; return how it ended at last."""
    outcome = program.run(data)
    if outcome.fault is not Result.TIME:
        return outcome
    again = program.run(data)
    return again._replace(leftovers=outcome.leftovers + again.leftovers)


def solved(problem: Problem, data: bytes, seconds: float | None = None) -> bytes:
    """Return the right answer to the input ``data`` of ``problem``.

    Where another program gives it, raises ``ToolLimitError`` if that takes more ``seconds``.
    """
    return b"".join(problem.solve(data, {} if seconds is None else {MILLISECONDS: round(1000 * seconds)}))
