"""Campaigns of ``stress`` on a visitor's program, step by step, since the program runs in another worker.

Cases, verdicts and smaller inputs are those of ``refsol PROBLEM stress --seed SEED``. In each step the page gets an
input, has a program run on it, and comes back with the outcome.
"""

import re
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import suppress
from itertools import chain, count
from typing import Any, Final, TypeAlias  # Any: what JSON holds

from refsol.cli.stress_report import comparison, headline, note, outputs
from refsol.cli.terminal import Style
from refsol.errors import InputError, OptionError
from refsol.jury.batches import Failure
from refsol.jury.cases import CampaignPlan
from refsol.jury.faults import Fault, fault_of
from refsol.jury.run.program import Result, RunOutcome, crashed_at_start, last_line
from refsol.jury.shrinking import smaller_candidates
from refsol.jury.stress import Finding, explained
from refsol.own import Spec, problem_of
from refsol.pictures.svg import draw_svg
from refsol.problem import Problem, load
from refsol.problem.contract import Lesson

Step: TypeAlias = Mapping[str, object]
"""What the page does next: it runs a program, or shows what was found."""
_Runs: TypeAlias = Generator[Step, RunOutcome, RunOutcome]
_Faults: TypeAlias = Generator[Step, RunOutcome, Fault | None]
_Findings: TypeAlias = Generator[Step, RunOutcome, Finding]

PROGRAM: Final = "program"
"""The visitor's program."""
MODEL: Final = "model"
"""The program that gives the right answers to a problem of the visitor's own."""

_WIDTH: Final = 80  # of outputs beside each other
_ENCODING: Final = "latin-1"  # a character for each byte


class _Trial:
    """A campaign that ends with the first fault, after ``most`` cases of a ``plan``, if given, or ``seconds``."""

    def __init__(self, plan: CampaignPlan, seconds: float, most: int | None, *, has_model: bool) -> None:
        self._plan: Final = plan
        self._problem: Final = plan.problem
        self._seconds: Final = seconds
        self._most: Final = most
        self._has_model: Final = has_model
        self._begin: Final = time.monotonic()
        self._cases = 0
        self._unknown: list[str] = []  # why cases can't be judged
        self._runs = 0  # while the input shrinks
        self._smallest: bytes | None = None

    def steps(self) -> Generator[Step, RunOutcome, None]:
        """Yield the steps, and be sent the outcome of each run; the last step has what was found."""
        finding: Finding | None = None
        with suppress(_StoppedError):
            finding = yield from self._first_fault()
        seconds = time.monotonic() - self._begin
        found = finding and _report(self._problem, finding)
        yield {"cases": self._cases, "unknown": self._unknown, "seconds": seconds, "found": found}

    def _first_fault(self) -> Generator[Step, RunOutcome, Finding | None]:
        left_out: set[str] = set()
        samples = range(-len(self._plan.samples), 0)
        for number in chain(samples, count() if self._most is None else range(self._most)):
            if number >= 0 and time.monotonic() - self._begin >= self._seconds:
                break
            planned = self._plan.case(number)
            if planned.family in left_out and self._plan.may_skip(planned):
                continue
            case, data = self._plan.made(number)
            try:
                found = yield from self._fault(data)
            except _ModelError as error:
                if not (error.is_limit and self._plan.may_skip(case)):
                    raise
                left_out.add(case.family)  # its large inputs are too much for the model solution
                continue
            except _UnknownError as error:
                self._unknown.append(str(error))
                continue
            self._cases += number >= 0
            if found is not None and number == min(samples, default=0) and crashed_at_start(found.outcome):
                self._cases = 0
                return Finding(Failure(case, data, found), data, found, b"", True, 1, 0.0, at_start=True)
            if found is not None:
                return (yield from self._shrunk(Failure(case, data, found)))
        return None

    def _run(self, who: str, data: bytes) -> _Runs:
        shrunk = None if self._smallest is None else self._smallest.decode(_ENCODING)
        return (
            yield {
                "run": who,
                "input": data.decode(_ENCODING),
                "cases": self._cases,
                "runs": self._runs,
                "smallest": shrunk,
            }
        )

    def _fault(self, data: bytes, answer: bytes | None = None, sought: Result | None = None) -> _Faults:
        """Run the program on an input, once more if it takes too long, unless that is ``sought``; return its fault."""
        if answer is None and self._has_model:
            answer = yield from self._answer(data)
        outcome = yield from self._run(PROGRAM, data)
        if outcome.fault is Result.TIME and sought is not Result.TIME:
            outcome = yield from self._run(PROGRAM, data)
        fault = fault_of(self._problem, data, outcome, answer)
        return fault if fault is None or answer is None else fault._replace(answer=answer)

    def _answer(self, data: bytes) -> Generator[Step, RunOutcome, bytes]:
        """Return what the model solution makes of an input. Raises ``_ModelError``."""
        outcome = yield from self._run(MODEL, data)
        if outcome.fault is not None:
            raise _ModelError(outcome, data)
        return outcome.output

    def _shrunk(self, failure: Failure) -> _Findings:
        """Shrink the input of a failure until that is stopped, and explain the fault that remains."""
        begin = time.monotonic()
        kind = failure.fault.kind
        data, fault = failure.data, failure.fault
        self._smallest = data
        repeated = True
        try:
            self._runs = 1
            again = yield from self._fault(data, fault.answer, kind)
            repeated = again is not None and again.kind is kind
            fault = again if repeated and again is not None else fault
            candidates = smaller_candidates(self._problem.jury, data)
            candidate = next(candidates, None) if repeated else None
            while candidate is not None:
                self._runs += 1
                found = None
                with suppress(_ModelError, _UnknownError):  # then it isn't known what is right
                    found = yield from self._fault(candidate, sought=kind)
                fails = found is not None and found.kind is kind
                if found is not None and fails:
                    data, fault, self._smallest = candidate, found, candidate
                candidate = candidates.send(fails)
        except (StopIteration, _StoppedError):  # there is no further candidate
            pass
        except _UnknownError:
            repeated = False
        seconds = time.monotonic() - begin
        finding = Finding(failure, data, fault, b"", repeated, self._runs, seconds)
        return explained(self._problem, finding)


class _StoppedError(Exception):
    """The visitor doesn't want to wait any longer."""


class _UnknownError(Exception):
    """A browser can't judge a run; the message says for what."""


class _ModelError(Exception):
    """The model solution failed on an input, with this ``outcome``."""

    def __init__(self, outcome: RunOutcome, data: bytes) -> None:
        errors = f": {last_line(outcome.stderr)}" if outcome.stderr else ""
        super().__init__(f"the model solution {outcome.message}{errors}")
        self.data: Final = data
        self.is_limit: Final = outcome.fault is not Result.CRASH


_latest: list[Generator[Step, RunOutcome, None]] = []


def begin_trial(request: Mapping[str, Any], files: Mapping[str, bytes]) -> Step:
    """Begin to try a program on cases of the ``problem`` for a ``seed``; return the first step.

    It ends with the first fault, after ``seconds``, or after ``most`` cases, unless that is null. The file
    ``description``, if there is one, describes the input of a problem of the visitor's own instead.

    A step says which program is to ``run`` on which ``input``, a character for each byte, after how many ``cases``;
    while an input that fails shrinks, also which is the ``smallest`` so far, and after how many ``runs``. The last step
    has ``cases`` and ``seconds``, as ``unknown`` a reason for each case that can't be judged, and as ``found`` the
    fault, or null: :func:`_report` has its fields. An ``error``, a line, may come instead, with the ``input`` on which
    the model solution fails.
    """
    _latest.clear()
    try:
        description = files.get("description")
        problem = load(request["problem"]) if description is None else _own(description.decode(_ENCODING))
        plan = CampaignPlan(problem, request["seed"], samples=tuple(problem.samples()))
        trial = _Trial(plan, request["seconds"], request["most"], has_model=description is not None).steps()
        _latest.append(trial)
        return next(trial)
    except (InputError, OptionError) as error:
        return {"error": str(error)}


def continue_trial(request: Mapping[str, Any], files: Mapping[str, bytes]) -> Step:
    """Return the next step, given how the run ended: its ``fault``, if any, ``message``, ``status`` and ``seconds``.

    ``read`` says whether it read its input. The files ``output`` and ``errors`` are what it wrote. If the run was
    ``stopped``, the trial ends with what has been found. If it is ``unknown``, for a reason, the case doesn't count.
    """
    if request.get("stopped"):
        return _latest[0].throw(_StoppedError())
    if request.get("unknown"):
        return _latest[0].throw(_UnknownError(request["unknown"]))
    outcome = RunOutcome(
        request["fault"] and Result(request["fault"]),
        request["message"],
        files["output"],
        files["errors"],
        request["seconds"],
        status=request["status"],
        read_input=request["read"],
    )
    try:
        return _latest[0].send(outcome)
    except _ModelError as error:
        return {"error": str(error), "input": error.data.decode(_ENCODING)}
    except OptionError as error:
        return {"error": str(error)}


def _own(description: str) -> Problem:
    return problem_of(Spec("own", "", "description", description))


def _report(problem: Problem, finding: Finding) -> Mapping[str, object]:
    """Return a finding for the page.

    These are the ``input``, a character for each byte, or null if the program reads none, the fault in a few words as
    ``headline``, a ``note`` on the case and on shrinking, and the ``reasons``. If the output is wrong, ``outputs`` are
    lines that show the right one beside it, ``picture`` is the text of an SVG element with the position, or null, and
    ``lessons`` are what to read: titles on the problem's page with their addresses. Or else ``errors`` is what the
    program wrote to standard error.
    """
    fault = finding.fault
    verdict = fault.verdict
    words = f"{fault.kind} before it read its input" if finding.at_start else headline(finding)
    return {
        "input": None if finding.at_start else finding.data.decode(_ENCODING),
        "headline": words,
        "note": "" if finding.at_start else note(finding),
        "reasons": [verdict.message, *verdict.meaning]
        if verdict
        else [f"the program {fault.message}", *comparison(problem, finding)],
        "outputs": list(outputs(problem, finding, Style(_WIDTH))) if verdict else [],
        "errors": "" if verdict else fault.outcome.stderr.decode("utf-8", "replace"),
        "picture": draw_svg(verdict.scene, style=False) if verdict and verdict.scene else None,
        "lessons": [*_links(verdict.lesson)] if verdict and verdict.lesson else [],
    }


def _links(lesson: Lesson) -> Iterator[tuple[str, str]]:
    page = lesson.page.removeprefix("docs/").replace(".md", ".html")
    for title in (lesson.mistake, lesson.step):
        yield title, f"{page}#{anchor_of(title)}"


def anchor_of(title: str) -> str:
    """Return the anchor of a title, as the site makes it."""
    return re.sub("[^a-z0-9]+", "-", title.lower()).strip("-")
