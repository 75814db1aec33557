"""The format of Hydro, as its command for exporting problems writes it.

Source: Hydro's documentation of test data, and the code with which it imports problems and judges.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from refsol.jury.parts import CPP, TESTLIB, Kind
from refsol.packages.contents import ACCEPTED, WITHOUT_VALIDATOR, Contents, Format
from refsol.packages.files import File, text_file
from refsol.packages.flat import Numbered, numbered, with_flat_names
from refsol.packages.yaml import Value, yaml_of
from refsol.statement import body_of

_NATIVE: Final = "zh"
_VALIDATOR: Final = "validator.cc"
_MAX_TESTS: Final = 48  # of two files each, beside config.yaml and two programs: 100 files at most
_MAX_BYTES: Final = 256 * 2**20  # of a problem's files, by default
_MAX_SECONDS: Final = 60  # of all tests together, by default


def _files(contents: Contents) -> Iterator[File]:
    """Yield the files of a package."""
    root = contents.problem.slug
    problem: dict[str, Value] = {
        "pid": _pid(root),
        "title": contents.title(contents.language(_NATIVE)),
        "tag": [contents.problem.source] if contents.problem.source else [],
    }
    yield text_file(f"{root}/problem.yaml", yaml_of(problem))
    for language in contents.languages:
        yield text_file(f"{root}/problem_{language}.md", _statement(contents, language))
    yield from contents.papers(f"{root}/")
    yield text_file(f"{root}/testdata/config.yaml", yaml_of(_config(contents)))
    if not contents.by_token:
        points_per_digit = "10" if contents.by_test and contents.plan.scored else "0"  # in percent
        yield text_file(f"{root}/testdata/checker.cc", contents.cpp_checker(points_per_digit))
    validator = contents.cpp_validator()
    if validator is not None:
        yield text_file(f"{root}/testdata/{_VALIDATOR}", validator)
    for number, _group, test in numbered(contents):
        yield File(f"{root}/testdata/{number}.in", test.input)
        yield File(f"{root}/testdata/{number}.out", test.answer)
    # Hydro submits what is in std and, changed so that no Python is left, what is in submissions; so the rest is in
    # a directory that it doesn't know.
    for name, program in with_flat_names(contents):
        directory = "std" if program.verdict == ACCEPTED else f"programs/{program.verdict}"
        yield File(f"{root}/{directory}/{name}", program.data)


def _pid(slug: str) -> str:
    """Return a name of a problem as Hydro takes it: letters and digits, of which the first is a letter."""
    pid = slug.replace("-", "")
    return pid if pid[0].isalpha() else f"p{pid}"


def _statement(contents: Contents, language: str) -> str:
    """Return the statement, whose samples are in blocks of code that Hydro knows."""
    blocks = [body_of(contents.statement(language)).rstrip("\n")]
    for number, sample in enumerate(contents.samples, 1):
        blocks.append(f"```input{number}\n{sample.input.decode()}```")
        blocks.append(f"```output{number}\n{sample.answer.decode()}```")
    return "\n\n".join(blocks) + "\n"


def _config(contents: Contents) -> dict[str, Value]:
    """Return what config.yaml holds."""
    config: dict[str, Value] = {
        "type": "default",
        "time": f"{round(1000 * contents.plan.seconds)}ms",
        "memory": f"{contents.mebibytes}m",
    }
    if not contents.by_token:
        config |= {"checker_type": "testlib", "checker": "checker.cc"}
    if contents.cpp_validator() is not None:
        config["validator"] = _VALIDATOR
    return config | {"subtasks": _subtasks(contents)}


def _subtasks(contents: Contents) -> list[Value]:
    """Return the groups with their tests."""
    tests = list(numbered(contents))
    if not contents.plan.scored:
        return [{"id": 1, "score": 100, "type": "min", "cases": [_case(each) for each in tests]}]
    subtasks: list[Value] = []
    for group in contents.groups:
        cases = [_case(each) for each in tests if each.group.number == group.number]
        kind = "min"
        if contents.by_test:
            cases = [{**case, "score": contents.limits.test_points} for case in cases]
            kind = "sum"
        subtasks.append({"id": group.number, "score": contents.points(group), "type": kind, "cases": cases})
    return subtasks


def _case(each: Numbered) -> dict[str, Value]:
    return {"input": f"{each.number}.in", "output": f"{each.number}.out"}


def _notes(contents: Contents) -> Sequence[str]:
    seconds = contents.plan.seconds * sum(len(group.tests) for group in contents.groups)
    notes = [WITHOUT_VALIDATOR] if contents.cpp_validator() is None else []
    if seconds > _MAX_SECONDS:
        notes.append(f"set Hydro's total_time_limit to at least {seconds:g} seconds; the default is {_MAX_SECONDS}")
    return notes


FORMAT: Final = Format(_files, (CPP,), (Kind(CPP, TESTLIB),), max_bytes=_MAX_BYTES, max_tests=_MAX_TESTS, notes=_notes)
"""The format of Hydro."""
