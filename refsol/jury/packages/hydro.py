"""The format of Hydro. Source: its documentation of test data, and the code that imports and exports problems."""

from collections.abc import Iterator
from typing import Final

from refsol.jury.judging import Expectation
from refsol.jury.packages import NO_TENTHS, WITHOUT_VALIDATOR, Contents, Format, pair
from refsol.jury.packages.files import PackageFile, text_file, yaml_file
from refsol.jury.packages.tests import Test
from refsol.problem.packaging import CPP, EXACT, TESTLIB, Kind
from refsol.problem.statement import body_of

_VALIDATOR: Final = "validator.cc"
_INTERACTOR: Final = "interactor.cc"
_MAX_FILES: Final = 100  # of a problem, by default, but importing doesn't require it
_MAX_SECONDS: Final = 60  # of all tests together, by default


def _files(contents: Contents) -> Iterator[PackageFile]:
    root = contents.problem.slug
    title = contents.problem.heading(contents.native)
    tags = [contents.problem.source] if contents.problem.source else []
    pid = root.replace("-", "")  # letters and digits, of which the first is a letter
    yield yaml_file(
        f"{root}/problem.yaml", {"pid": pid if pid[0].isalpha() else f"p{pid}", "title": title, "tag": tags}
    )
    for language in contents.problem.languages():
        yield text_file(f"{root}/problem_{language}.md", _statement(contents, language))
    yield from contents.papers(f"{root}/")
    yield yaml_file(f"{root}/testdata/config.yaml", _config(contents))
    if contents.parts.interactor is not None:
        yield text_file(f"{root}/testdata/{_INTERACTOR}", contents.parts.interactor.text)
    elif not contents.by_token and contents.parts.compare != EXACT:
        percent = "10" if contents.has_tenths else "0"
        yield text_file(f"{root}/testdata/checker.cc", contents.cpp_checker(percent))
    yield from contents.beside(f"{root}/testdata/")
    if contents.cpp_validator is not None:
        yield text_file(f"{root}/testdata/{_VALIDATOR}", contents.cpp_validator)
    for test in contents.tests:
        yield from pair(test, f"{root}/testdata/{test.number}")
    # Hydro submits what is in std and, changed so that no Python is left, what is in submissions; so the rest is in
    # a directory that it doesn't know.
    for name, program in contents.named_submissions():
        directory = "std" if program.verdict == Expectation.ACCEPTED else f"programs/{program.verdict}"
        yield PackageFile(f"{root}/{directory}/{name}", program.data)


def _statement(contents: Contents, language: str) -> str:
    blocks = [body_of(contents.statement(language, partial=contents.has_tenths)).rstrip("\n")]
    for number, sample in enumerate(contents.samples, 1):
        blocks.append(f"```input{number}\n{sample.input.decode()}```")
        blocks.append(f"```output{number}\n{sample.answer.decode()}```")
    return "\n\n".join(blocks) + "\n"


def _config(contents: Contents) -> dict[str, object]:
    config: dict[str, object] = {
        "type": "default",
        "time": f"{round(1000 * contents.plan.seconds)}ms",
        "memory": f"{contents.mebibytes}m",
    }
    if contents.parts.interactor is not None:
        config |= {"type": "interactive", "interactor": _INTERACTOR}
    elif contents.parts.compare == EXACT:
        config["checker_type"] = "strict"
    elif not contents.by_token:
        config |= {"checker_type": "testlib", "checker": "checker.cc"}
    if contents.cpp_validator is not None:
        config["validator"] = _VALIDATOR
    if beside := [file.path for file in contents.beside("")]:
        config["judge_extra_files"] = beside
    return config | {"subtasks": _subtasks(contents)}


def _subtasks(contents: Contents) -> list[dict[str, object]]:
    if not contents.plan.scored:
        return [{"id": 1, "score": 100, "type": "min", "cases": list(map(_case, contents.tests))}]
    subtasks: list[dict[str, object]] = []
    for group in contents.groups:
        cases = list(map(_case, group.tests))
        if contents.summed:
            cases = [{**case, "score": score} for case, score in zip(cases, contents.test_points(group), strict=True)]
        kind = "sum" if contents.summed else "min"
        subtasks.append({"id": group.number, "score": contents.points(group), "type": kind, "cases": cases})
    return subtasks


def _case(test: Test) -> dict[str, object]:
    return {"input": f"{test.number}.in", "output": f"{test.number}.out"}


def _notes(contents: Contents) -> Iterator[str]:
    seconds = contents.plan.seconds * len(contents.tests)
    if contents.cpp_validator is None:
        yield WITHOUT_VALIDATOR
    if contents.summed and not contents.has_tenths:
        yield NO_TENTHS
    if seconds > _MAX_SECONDS:
        yield f"set Hydro's total_time_limit to at least {seconds:g} seconds; the default is {_MAX_SECONDS}"
    if 2 * len(contents.tests) + 3 > _MAX_FILES:  # config.yaml and two programs
        limit = f"limit.problem_files_max to more than the default {_MAX_FILES}"
        yield f"importing takes any number of files; to add some later, set Hydro's {limit}"


_GIVEN: Final = (Kind(CPP, TESTLIB),)

FORMAT: Final = Format(_files, (CPP,), _GIVEN, _GIVEN, max_bytes=256 * 2**20, linked=(CPP,), notes=_notes)  # by default
"""The format of Hydro."""
