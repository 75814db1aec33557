"""Builds a package: the tests that fit, and everything around them."""

from collections.abc import Iterator
from typing import Final

from refsol.errors import OptionError
from refsol.jury.bundles.programs import flawed_solver_of, oracle_of, solver_of
from refsol.jury.packages.contents import (
    ACCEPTED,
    PARTIALLY_ACCEPTED,
    TIME_LIMIT_EXCEEDED,
    WRONG_ANSWER,
    Contents,
    Format,
    Plan,
    Program,
)
from refsol.jury.packages.tests import Budget, Keep, bare_groups, fewer, full_groups
from refsol.jury.testset import tests_of
from refsol.problem import Problem
from refsol.problem.packaging import FILE

_LINE: Final = 400  # bytes that a test may take in lists and in the directory of an archive


def contents_of(problem: Problem, kind: Format, plan: Plan, keep: Keep) -> Contents:
    """Return what a package of a ``problem`` holds; ``keep`` makes and keeps the tests.

    Their sizes are chosen so that the files fit into the limits of the format and of the plan. Raises ``OptionError``
    if they can't, and if the format can't hold what there is, or lacks what it needs. O(making the tests).
    """
    entries = list(tests_of(problem.jury, plan.seed))
    if kind.max_tests is not None:
        entries = fewer(entries, kind.max_tests)
    groups = bare_groups(problem.limits, entries, keep("nothing", lambda: ()))
    contents = Contents(problem, plan, tuple(problem.samples()), groups, (), problem.parts())
    contents = contents._replace(submissions=(*_submissions(contents), *plan.submissions))
    _require_what_fits(kind, contents)
    room = _room(kind, contents)
    contents = contents._replace(groups=full_groups(problem, entries, room, keep))
    if not all(group.at_full_size for group in contents.groups):  # the slow ones may be quick enough
        known = (each for each in _submissions(contents) if each.verdict != TIME_LIMIT_EXCEEDED)
        contents = contents._replace(submissions=(*known, *plan.submissions))
    return contents


def _room(kind: Format, bare: Contents) -> Budget:
    """Return the room for the tests in a package, given its contents with nothing for them. O(size of the rest)."""
    files = list(kind.files(bare))
    rest = sum(file.size() for file in files) + _LINE * sum(len(group.tests) for group in bare.groups)
    bounds = [bound for bound in (kind.max_bytes, bare.plan.max_bytes) if bound is not None]
    plain = min(bounds) if bounds else None
    for bound in (plain, kind.max_zipped):
        if bound is not None and rest >= bound:
            raise OptionError(f"{bound} bytes are too few: without its tests, the package takes up to {rest}")
    return Budget(None if plain is None else plain - rest, None if kind.max_zipped is None else kind.max_zipped - rest)


def submissions_of(problem: Problem) -> Iterator[Program]:
    """Yield refsol's submissions: a solution, wrong ones with a mistake each, and the oracle, if it is slow.

    Each is in one file of Python 3.9 that needs nothing else. A problem without a package has none but the user's. A
    mistake doesn't make the solver slower, so it never exceeds a time limit that the solver meets. O(sources).
    """
    if not problem.parts().has_solver:
        return
    yield Program("solver.py", ACCEPTED, solver_of(problem).encode())
    for flaw in problem.jury.flaws:
        yield Program(f"{flaw.name}.py", WRONG_ANSWER, flawed_solver_of(problem, flaw).encode(), flaw.harmless)
    if problem.jury.slow_oracle:
        yield Program("brute_force.py", TIME_LIMIT_EXCEEDED, oracle_of(problem).encode())


def _submissions(contents: Contents) -> Iterator[Program]:
    """Yield refsol's submissions with what the judge will say of them: where there are points, some earn a part."""
    several = contents.plan.scored and len(contents.groups) > 1
    for program in submissions_of(contents.problem):
        if several and program.verdict != ACCEPTED and program.harmless is None:
            continue  # it depends on the tests whether it passes a group
        partly = program.verdict == WRONG_ANSWER and (several or contents.summed)
        yield program._replace(verdict=PARTIALLY_ACCEPTED) if partly else program


def _require_what_fits(kind: Format, contents: Contents) -> None:
    """Raise ``OptionError`` if a package can't hold something, or if something is missing that it needs."""
    if kind.only_tests and contents.plan.submissions:
        raise OptionError("packages in this format can't hold submissions: leave out --submission")
    if not kind.only_tests and all(program.verdict != ACCEPTED for program in contents.submissions):
        raise OptionError(
            "a package needs the source of a right solution: add --submission accepted=FILE, "
            f'or "FILE" = "accepted" to [submissions] in {FILE}'
        )
    if not kind.only_tests and not contents.problem.languages():
        raise OptionError(f"a package needs a statement: write one in Markdown, and name it in {FILE}: statement = …")
    given = contents.parts.given
    if given is not None and given.kind not in kind.given:
        taken = f"checkers in {' or '.join(map(str, kind.given))}" if kind.given else "no checkers but refsol's"
        raise OptionError(f"packages in this format take {taken}, not {given.name}, which is in {given.kind}")
    if contents.parts.tolerance is not None and not kind.tolerates:
        raise OptionError("judges that read this format can't compare numbers with a tolerance")
    paths = [f"{program.verdict}/{program.name}" for program in contents.submissions]
    for path in paths:
        if paths.count(path) > 1:
            raise OptionError(f"there are two submissions {path}, maybe one of them refsol's: rename yours")
