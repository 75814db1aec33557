"""The two formats of Kattis: the legacy one, which problemtools and DOMjudge take, and the one of September 2025.

Source: the problem package formats of Kattis, versions "legacy" and 2025-09; what verifyproblem of problemtools
requires of the first; and what BAPCtools requires of the second, which it takes if there are no points.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor
from typing import Final

from refsol import __version__
from refsol.jury.judging import Expectation
from refsol.jury.packages import Contents, Format, pair
from refsol.jury.packages.files import PackageFile, text_file, yaml_file
from refsol.problem.limits import LANGUAGES
from refsol.problem.packaging import CPP, EXACT, KATTIS, LINES, PYTHON, Kind
from refsol.problem.statement import body_of

_BUILD: Final = "#!/bin/sh\n"  # nothing to build; but without it, problemtools doesn't see a program
_DECIMALS: Final = 9  # of the points of a test
_SUFFIXES: Final = (".in", ".ans")
_RESOLUTIONS: Final = (1, 10, 100, 1000)  # parts of a second
_GIVEN: Final = (Kind(PYTHON, KATTIS), Kind(CPP, KATTIS))


def _limits(contents: Contents) -> dict[str, object]:
    largest = max(test.answer.stat().st_size for test in contents.tests)
    return {
        "memory": contents.mebibytes,
        "output": max(8, 2 * -(-largest // 2**20)),  # MiB, the default
        "validation_time": 300,  # s, and MiB: Python is slow
        "validation_memory": 2048,
    }


def _has_checker(contents: Contents) -> bool:
    """Return whether outputs are judged by a program in the package: Kattis can't ignore blanks at line ends only."""
    return contents.parts.custom or contents.parts.compare == LINES


def _flags(contents: Contents) -> list[str]:
    known = [] if contents.parts.ignore_case else ["case_sensitive"]
    known += ["space_change_sensitive"] if contents.parts.compare == EXACT else []
    tolerance = contents.parts.tolerance
    return known if tolerance is None else [*known, "float_tolerance", f"{tolerance:g}"]


def _data(contents: Contents, name: str, settings: Mapping[str, Mapping[str, object]]) -> Iterator[PackageFile]:
    """Yield tests, in one directory if there are no points, for DOMjudge, and ``settings`` in files called ``name``."""
    separator = "/" if contents.plan.scored else "-"
    for number, sample in enumerate(contents.samples, 1):
        yield from pair(sample, f"data/sample/{number}", _SUFFIXES)
    for group in contents.groups:
        for test in group.tests:
            yield from pair(test, f"data/secret/{group.name}{separator}{test.name}", _SUFFIXES)
    for directory, values in settings.items():
        if values:
            yield yaml_file(f"{directory}/{name}", values)


def _legacy_files(contents: Contents) -> Iterator[PackageFile]:
    yield yaml_file("problem.yaml", _legacy_problem(contents))
    yield text_file(".timelimit", f"{contents.plan.seconds:g}\n")
    yield text_file("problem_statement/problem.en.tex", contents.tex())
    yield from contents.papers()
    yield from _data(contents, "testdata.yaml", _legacy_groups(contents) if contents.plan.scored else {})
    yield text_file("input_validators/refsol/build", _BUILD, executable=True)
    yield contents.validator("input_validators/refsol/run")
    given = contents.judge
    if _has_checker(contents):
        name = "interactor" if contents.parts.interactor else "checker" if given else "refsol"
        directory = f"output_validators/{name}"
        if given is not None and given.kind.language == CPP:
            yield text_file(f"{directory}/{given.name}", given.text)
            yield text_file(f"{directory}/build", f"{_BUILD}g++ -O2 -std=c++17 -o run {given.name}\n", executable=True)
        else:
            yield text_file(f"{directory}/build", _BUILD, executable=True)
            yield text_file(f"{directory}/run", contents.checker(), executable=True)
        yield from contents.beside(f"{directory}/")
    yield from contents.submission_files()


def _legacy_problem(contents: Contents) -> dict[str, object]:
    scored = contents.plan.scored
    problem: dict[str, object] = {
        "name": contents.problem.heading(),
        "uuid": str(contents.uuid),
        "type": "scoring" if scored else "pass-fail",
        "license": "unknown",
        # Without it, problemtools takes 5 times the slowest accepted submission's time.
        "limits": {"time_multiplier": 2, **_limits(contents)},
    }
    if contents.problem.source:
        problem["source"] = contents.problem.source
    if contents.problem.url:
        problem["source_url"] = contents.problem.url
    if not _has_checker(contents):
        problem |= {"validation": "default", "validator_flags": " ".join(_flags(contents))}
    elif contents.summed:
        full = "score" if contents.plan.total is None else f"{_full_marks(contents):.{_DECIMALS}f}"
        problem |= {"validation": "custom score", "validator_flags": f"--points {full}"}
    else:
        problem["validation"] = "custom interactive" if contents.parts.interactor else "custom"
    if scored:
        problem["grading"] = {"show_test_data_groups": True}
    return problem


def _legacy_groups(contents: Contents) -> dict[str, dict[str, object]]:
    full = f"0 {contents.total()}"
    samples = ceil(len(contents.samples) * _full_marks(contents)) if contents.summed else 0  # ignored, but scored
    found: dict[str, dict[str, object]] = {
        "data": {"on_reject": "continue", "range": full, "grader_flags": "ignore_sample"},
        "data/sample": {"on_reject": "continue", "range": f"0 {samples}", "accept_score": 0, "grader_flags": ""},
        "data/secret": {"on_reject": "continue", "range": full, "grader_flags": "accept_if_any_accepted"},
    }
    for group in contents.groups:
        points, path = contents.points(group), f"data/secret/{group.name}"
        if contents.summed:
            earned = f"0 {ceil(len(group.tests) * _full_marks(contents))}"
            found[path] = {"on_reject": "continue", "range": earned, "grader_flags": "sum accept_if_any_accepted"}
        else:
            earned = f"0 {points}"
            found[path] = {"on_reject": "break", "range": earned, "accept_score": points, "grader_flags": "min"}
    return found


def _full_marks(contents: Contents) -> float:
    """Return what a test is worth that has points of its own, rounded down, so that the total is never exceeded."""
    return floor(10**_DECIMALS * contents.total() / len(contents.tests)) / 10**_DECIMALS


LEGACY: Final = Format(
    _legacy_files,
    given=_GIVEN,
    interactors=_GIVEN,
    pass_fail=True,
    linked=(PYTHON, CPP),
    notes=lambda contents: [
        "Kattis and problemtools take a directory only if its name consists of a to z and 0 to 9",
        "the time limit is in the hidden file .timelimit, which DOMjudge reads; "
        f"for problemtools run verifyproblem -t {contents.plan.seconds:g}",
    ],
)
"""The legacy format of Kattis."""


def _files(contents: Contents) -> Iterator[PackageFile]:
    yield yaml_file("problem.yaml", _problem(contents))
    for language in _languages(contents):
        path = f"statement/problem.{language}"
        if contents.plan.scored:
            yield text_file(f"{path}.md", body_of(contents.statement(language)))
        else:  # for BAPCtools, which knows nothing else
            yield text_file(f"{path}.tex", contents.tex())
    yield from contents.papers()
    yield from _data(contents, "test_group.yaml", _groups(contents))
    yield contents.validator("input_validators/validate.py")
    given = contents.judge
    if given is not None and given.kind.language == CPP:
        yield text_file(f"output_validator/{given.name}", given.text)
    elif _has_checker(contents):
        yield text_file("output_validator/validate.py", contents.checker(), executable=True)
    yield from contents.beside("output_validator/")
    yield from contents.submission_files()
    if any(submission.verdict == Expectation.PARTIALLY_ACCEPTED for submission in contents.submissions):
        expected = {"permitted": ["AC", "WA", "TLE"], "score": [0, contents.total() - 1]}
        yield yaml_file("submissions/submissions.yaml", {Expectation.PARTIALLY_ACCEPTED: expected})


def _languages(contents: Contents) -> Sequence[str]:
    return contents.problem.languages() if contents.plan.scored else LANGUAGES[:1]


def _problem(contents: Contents) -> dict[str, object]:
    kind = "scoring" if contents.plan.scored else "pass-fail"
    source = {"name": contents.problem.source} | ({"url": contents.problem.url} if contents.problem.url else {})
    seconds = float(contents.plan.seconds)  # BAPCtools takes no integer
    # The time limit has to be a multiple of its resolution.
    parts = next((parts for parts in _RESOLUTIONS if (seconds * parts).is_integer()), _RESOLUTIONS[-1])
    return {
        "problem_format_version": "2025-09",
        "type": [kind, "interactive"] if contents.parts.interactor else kind,
        "name": {language: contents.problem.heading(language) for language in _languages(contents)},
        "uuid": str(contents.uuid),
        "version": __version__,
        **({"source": source} if any(source.values()) else {}),
        "license": "unknown",
        "limits": {"time_limit": seconds, "time_resolution": 1 / parts, **_limits(contents)},
    }


def _groups(contents: Contents) -> dict[str, dict[str, object]]:
    flags = [] if _has_checker(contents) else _flags(contents)
    shared: dict[str, object] = {"output_validator_args": flags} if flags else {}
    found = {"data/sample": shared, "data/secret": shared}
    if contents.plan.scored:
        found["data/secret"] = {**shared, "max_score": contents.total(), "score_aggregation": "sum"}
        grading: dict[str, object] = {"score_aggregation": "pass-fail"}
        if contents.summed:
            grading = {"score_aggregation": "sum", "output_validator_args": ["--points", "multiplier"]}
        for group in contents.groups:
            found[f"data/secret/{group.name}"] = {"max_score": contents.points(group), **grading, **shared}
    return found


FORMAT: Final = Format(
    _files,
    given=_GIVEN,
    interactors=_GIVEN,
    pass_fail=True,
    linked=(PYTHON, CPP),
    notes=lambda contents: (
        ["BAPCtools takes only packages without points (--pass-fail)"] if contents.plan.scored else []
    ),
)
"""The format of Kattis of September 2025."""
