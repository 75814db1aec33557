"""The Italian format of CMS: the directory of a task.

Source: CMS's documentation of external contest formats, and its loader italy_yaml.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from refsol.bundles.programs import cms_checker_of
from refsol.packages.contents import SHEBANG, Contents, Format
from refsol.packages.files import File, text_file
from refsol.packages.flat import numbered, with_flat_names
from refsol.packages.yaml import Value, yaml_of

_LANGUAGES: Final = {"en": "english", "zh": "chinese"}  # what CMS calls them in names of files


def _files(contents: Contents) -> Iterator[File]:
    """Yield the files of a package."""
    yield text_file("task.yaml", yaml_of(_task(contents)))
    for language in contents.languages:
        yield text_file(f"statement/{_LANGUAGES[language]}.md", contents.statement(language))
    yield from contents.papers()
    yield text_file("gen/GEN", _groups(contents))
    yield text_file("gen/validator.py", contents.validator(), executable=True)
    first = 0
    for number, sample in enumerate(contents.samples):
        yield File(f"att/sample{number + 1}.in", sample.input)
        yield File(f"att/sample{number + 1}.out", sample.answer)
        if _with_samples(contents):
            yield File(f"input/input{number}.txt", sample.input)
            yield File(f"output/output{number}.txt", sample.answer)
            first += 1
    for number, _group, test in numbered(contents, first):
        yield File(f"input/input{number}.txt", test.input)
        yield File(f"output/output{number}.txt", test.answer)
    if not contents.by_token:
        full_score = contents.limits.test_points or 0 if contents.plan.scored else 0
        checker = SHEBANG + cms_checker_of(contents.problem, full_score)
        yield text_file("check/checker", checker, executable=True)
    for name, program in with_flat_names(contents):
        yield File(f"sol/{name}", program.data)


def _with_samples(contents: Contents) -> bool:
    """Return whether the samples are tests, in a group of no points; where tests have points they can't be."""
    return bool(contents.samples) and not _summed(contents)


def _summed(contents: Contents) -> bool:
    """Return whether the points of all tests are summed up."""
    return contents.by_test and contents.plan.scored


def _task(contents: Contents) -> dict[str, Value]:
    """Return what task.yaml holds."""
    tests = sum(len(group.tests) for group in contents.groups)
    samples = len(contents.samples) if _with_samples(contents) else 0
    task: dict[str, Value] = {
        "name": contents.problem.slug,
        "title": contents.title(),
        "n_input": samples + tests,
        "score_mode": "max_subtask" if len(contents.groups) > 1 else "max",
        "token_mode": "disabled",
        "time_limit": contents.plan.seconds,
        "memory_limit": contents.mebibytes,
        "infile": "",
        "outfile": "",
        "primary_language": "en",
    }
    if samples:
        task["public_testcases"] = ",".join(map(str, range(samples)))
    if _summed(contents):
        task["total_value"] = 100.0
    return task


def _groups(contents: Contents) -> str:
    """Return what GEN holds: a line for each test and, in front of each group, its points."""
    lines: list[str] = []
    if _with_samples(contents):
        lines += ["#ST: 0", *(f"sample {number}" for number in range(1, len(contents.samples) + 1))]
    if not contents.plan.scored:
        lines.append("#ST: 100")
    for group in contents.groups:
        if contents.plan.scored and not _summed(contents):
            lines.append(f"#ST: {contents.points(group)}")
        lines += [f"{group.name}/{test.name}" for test in group.tests]
    return "\n".join(lines) + "\n"


def _notes(contents: Contents) -> Sequence[str]:
    notes = ["CMS takes statements as PDF only: make statement/english.pdf, or import with --no-statement"]
    if not contents.by_token:
        notes.append("check/checker needs Python 3.9 or later, installed under /usr on the workers")
    if _summed(contents):
        notes.append("points are scaled to 100 there")
    return notes


FORMAT: Final = Format(_files, notes=_notes)
"""The Italian format of CMS."""
