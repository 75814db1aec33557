"""The Italian format of CMS. Source: CMS's documentation of external contest formats, and its loader italy_yaml."""

from collections.abc import Iterator
from typing import Final

from refsol.errors import OptionError
from refsol.jury.bundles import cms_checker_of
from refsol.jury.packages import LANGUAGE_NAMES, Contents, Format, pair
from refsol.jury.packages.files import PackageFile, text_file, yaml_file
from refsol.jury.packages.tests import Test
from refsol.problem.packaging import PYTHON, TESTLIB, Kind, data_in
from refsol.problem.statement import Sample

_GROUPS: Final = 100  # points of all groups together


def _files(contents: Contents) -> Iterator[PackageFile]:
    yield yaml_file("task.yaml", _task(contents))
    for language in contents.problem.languages():
        yield text_file(f"statement/{LANGUAGE_NAMES[language]}.md", contents.statement(language))
    yield from contents.papers()
    yield text_file("gen/GEN", _groups(contents))
    yield contents.validator("gen/validator.py")
    for number, sample in enumerate(contents.samples, 1):
        yield from pair(sample, f"att/sample{number}")
    for number, test in enumerate(_tests(contents)):
        yield PackageFile(f"input/input{number}.txt", test.input)
        yield PackageFile(f"output/output{number}.txt", test.answer)
    interactor = contents.parts.interactor
    if interactor is not None:
        source = data_in("refsol.jury.bundles", "run_cms_manager.py")
        assert source is not None
        manager = source.decode().replace('INTERACTOR = ""', f"INTERACTOR = {interactor.text!r}")
        yield text_file("check/manager", f"#!/usr/bin/env python3\n{manager}", executable=True)
    elif not contents.by_token:
        checker = cms_checker_of(contents.problem, partial=contents.plan.scored)
        yield text_file("check/checker", checker, executable=True)
    for name, program in contents.named_submissions():
        yield PackageFile(f"sol/{name}", program.data)


def _samples(contents: Contents) -> tuple[Sample, ...]:
    """Return the samples that are tests, in a group of no points: none where tests have points."""
    return () if contents.summed else contents.samples


def _tests(contents: Contents) -> list[Sample | Test]:
    return [*_samples(contents), *contents.tests]


def _task(contents: Contents) -> dict[str, object]:
    samples = len(_samples(contents))
    if contents.plan.total not in (None, _GROUPS) and not contents.summed:
        raise OptionError(f"the points of CMS's groups add up to {_GROUPS}: leave out --total")
    task: dict[str, object] = {
        "name": contents.problem.slug,
        "title": contents.problem.heading(),
        "n_input": len(_tests(contents)),
        "score_mode": "max_subtask" if len(contents.groups) > 1 else "max",
        "token_mode": "disabled",
        "time_limit": contents.plan.seconds,
        "memory_limit": contents.mebibytes,
        "infile": "",
        "outfile": "",
        "primary_language": "en",
    }
    if contents.parts.interactor is not None:
        task["user_io"] = "std_io"
    if samples:
        task["public_testcases"] = ",".join(map(str, range(samples)))
    if contents.summed:
        # By default, CMS rounds scores to integers.
        task |= {"total_value": float(contents.plan.total or _GROUPS), "score_precision": 2}
    return task


def _groups(contents: Contents) -> str:
    lines: list[str] = []
    if samples := _samples(contents):
        lines += ["#ST: 0", *(f"sample {number}" for number in range(1, len(samples) + 1))]
    if not contents.plan.scored:
        lines.append(f"#ST: {_GROUPS}")
    for group in contents.groups:
        if contents.plan.scored and not contents.summed:
            lines.append(f"#ST: {contents.points(group)}")
        lines += [f"{group.name}/{test.name}" for test in group.tests]
    return "\n".join(lines) + "\n"


def _notes(contents: Contents) -> Iterator[str]:
    yield "CMS takes statements as PDF only: make statement/english.pdf, or import with --no-statement"
    if contents.parts.interactor is not None:
        yield "the task's type is Communication, which CMS 1.5 or later imports with standard input and output"
        yield "check/manager needs Python 3.9 or later, installed under /usr on the workers"
    elif not contents.by_token:
        yield "check/checker needs Python 3.9 or later, installed under /usr on the workers"
    if contents.summed and contents.plan.total is None:
        yield f"points are scaled to {_GROUPS} there"


FORMAT: Final = Format(_files, interactors=(Kind(PYTHON, TESTLIB),), notes=_notes)
"""The Italian format of CMS."""
