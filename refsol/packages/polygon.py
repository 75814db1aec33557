"""The format of Codeforces Polygon's full packages, which other judges import, too.

Source: packages that Polygon makes, and the code of judges that import them.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from refsol.jury.parts import CPP, TESTLIB, Kind
from refsol.packages.contents import (
    ACCEPTED,
    TIME_LIMIT_EXCEEDED,
    WITHOUT_VALIDATOR,
    WRONG_ANSWER,
    Contents,
    Format,
    Program,
)
from refsol.packages.files import File, text_file
from refsol.packages.flat import numbered, with_flat_names
from refsol.packages.tests import Group
from refsol.packages.tex import NOTES, escaped, section_tex

_LANGUAGES: Final = {"en": "english", "zh": "chinese"}  # what Polygon calls them
_VALIDATOR: Final = "files/validator.cpp"
_TAGS: Final = {
    ACCEPTED: "accepted",
    WRONG_ANSWER: "wrong-answer",
    TIME_LIMIT_EXCEEDED: "time-limit-exceeded",
}
_CPP: Final = "cpp.g++17"
_TYPES: Final = {"py": "python.pypy3-64", "cpp": _CPP, "cc": _CPP, "cxx": _CPP, "java": "java21"}  # by suffix
_SAMPLES: Final = "samples"  # a group without points
_MEBI: Final = 2**20


class _Parts(NamedTuple):
    """The parts of a statement, in TeX."""

    legend: str
    input: str
    output: str
    notes: str


def _files(contents: Contents) -> Iterator[File]:
    """Yield the files of a package."""
    root = _problem(contents)
    indent(root, "    ")
    xml = '<?xml version="1.0" encoding="utf-8" standalone="no"?>\n' + tostring(root, encoding="unicode")
    yield text_file("problem.xml", xml + "\n")
    for language in contents.languages:
        yield from _statement(contents, language, _LANGUAGES[language])
    yield from contents.papers()
    for number, sample in enumerate(contents.samples, 1):
        yield File(f"tests/{number:02}", sample.input)
        yield File(f"tests/{number:02}.a", sample.answer)
    for number, _group, test in numbered(contents, len(contents.samples) + 1):
        yield File(f"tests/{number:02}", test.input)
        yield File(f"tests/{number:02}.a", test.answer)
    points_per_digit = "10" if contents.by_test and contents.plan.scored else "0"  # in percent
    yield text_file("files/check.cpp", contents.cpp_checker(points_per_digit))
    validator = contents.cpp_validator()
    if validator is not None:
        yield text_file(_VALIDATOR, validator)
    if contents.plan.testlib is not None:
        yield File("files/testlib.h", contents.plan.testlib)
    for name, program in with_flat_names(contents):
        yield File(f"solutions/{name}", program.data)


def _statement(contents: Contents, language: str, name: str) -> Iterator[File]:
    """Yield the files of the statement in a ``language``, which Polygon calls by a ``name``."""
    title = contents.title(language)
    texts = {section: section_tex(text) for section, text in contents.sections(language).items()}
    parts = _Parts(
        legend=f"{texts['Problem']}\n{texts['Limits']}",
        input=texts["Input"],
        output=texts["Output"],
        notes=f"{texts['Decisions']}\n{texts[NOTES]}",
    )
    for part, text in (("name", title), *parts._asdict().items()):
        yield text_file(f"statement-sections/{name}/{part}.tex", text.strip() + "\n")
    whole = f"statements/{name}"
    for number, sample in enumerate(contents.samples, 1):
        for directory in (f"statement-sections/{name}", whole):
            yield File(f"{directory}/example.{number:02}", sample.input)
            yield File(f"{directory}/example.{number:02}.a", sample.answer)
    yield text_file(f"{whole}/problem.tex", _document(contents, title, parts))
    properties = json.dumps(_properties(contents, title, name, parts), ensure_ascii=False, indent=4)
    yield text_file(f"{whole}/problem-properties.json", properties + "\n")


def _document(contents: Contents, title: str, parts: _Parts) -> str:
    """Return the statement for olymp.sty, Polygon's style."""
    limits = f"{{{contents.plan.seconds:g} seconds}}{{{contents.mebibytes} megabytes}}"
    examples = [f"\\exmpfile{{example.{k:02}}}{{example.{k:02}.a}}%" for k in range(1, len(contents.samples) + 1)]
    lines = [
        f"\\begin{{problem}}{{{escaped(title)}}}{{standard input}}{{standard output}}{limits}",
        *("", parts.legend.strip(), "", "\\InputFile", parts.input.strip()),
        *("", "\\OutputFile", parts.output.strip()),
        *("", "\\Examples", "\\begin{example}", *examples, "\\end{example}"),
        *(("", "\\Note", parts.notes.strip()) if parts.notes.strip() else ()),
        *("", "\\end{problem}"),
    ]
    return "\n".join(lines) + "\n"


def _properties(contents: Contents, title: str, name: str, parts: _Parts) -> dict[str, object]:
    """Return what problem-properties.json holds."""
    examples = [(f"example.{number:02}", sample) for number, sample in enumerate(contents.samples, 1)]
    return {
        "name": title,
        "language": name,
        "timeLimit": round(1000 * contents.plan.seconds),
        "memoryLimit": contents.mebibytes * _MEBI,
        "inputFile": "stdin",
        "outputFile": "stdout",
        **parts._asdict(),
        "interaction": None,
        "scoring": None,
        "tutorial": "",
        "sampleTests": [
            {
                "input": sample.input.decode(),
                "output": sample.answer.decode(),
                "inputFile": file,
                "outputFile": f"{file}.a",
            }
            for file, sample in examples
        ],
    }


def _problem(contents: Contents) -> Element:
    """Return what problem.xml holds."""
    problem = Element("problem", {"revision": "1", "short-name": contents.problem.slug})
    names = SubElement(problem, "names")
    statements = SubElement(problem, "statements")
    for language in contents.languages:
        name = _LANGUAGES[language]
        SubElement(names, "name", {"language": name, "value": contents.title(language)})
        path = f"statements/{name}/problem.tex"
        attributes = {"charset": "UTF-8", "language": name, "mathjax": "true", "path": path}
        SubElement(statements, "statement", {**attributes, "type": "application/x-tex"})
    judging = SubElement(problem, "judging", {"input-file": "", "output-file": ""})
    if contents.by_test and contents.plan.scored:
        judging.set("treat-points-from-checker-as-percent", "true")
    _add_tests(SubElement(judging, "testset", {"name": "tests"}), contents)
    files = SubElement(problem, "files")
    resources = SubElement(files, "resources")
    if contents.plan.testlib is not None:
        SubElement(resources, "file", {"path": "files/testlib.h", "type": "h.g++"})
    executables = SubElement(files, "executables")
    validators = [] if contents.cpp_validator() is None else [_VALIDATOR]
    for path in ("files/check.cpp", *validators):
        SubElement(SubElement(executables, "executable"), "source", {"path": path, "type": _CPP})
    assets = SubElement(problem, "assets")
    checker = SubElement(assets, "checker", {"type": "testlib"})
    SubElement(checker, "source", {"path": "files/check.cpp", "type": _CPP})
    for path in validators:
        validator = SubElement(SubElement(assets, "validators"), "validator")
        SubElement(validator, "source", {"path": path, "type": _CPP})
    solutions = SubElement(assets, "solutions")
    for number, (name, program) in enumerate(with_flat_names(contents)):
        solution = SubElement(solutions, "solution", {"tag": _tag(program) if number else "main"})
        SubElement(solution, "source", {"path": f"solutions/{name}", **_type(name)})
    return problem


def _tag(program: Program) -> str:
    return _TAGS.get(program.verdict, "rejected")


def _type(name: str) -> dict[str, str]:
    """Return the type of a program by its name, if there is one."""
    known = _TYPES.get(name.rpartition(".")[2])
    return {} if known is None else {"type": known}


def _add_tests(testset: Element, contents: Contents) -> None:
    """Add the limits, the tests and, where there are points, the groups. O(tests)."""
    tests = list(numbered(contents, len(contents.samples) + 1))
    numbers: dict[str, object] = {
        "time-limit": round(1000 * contents.plan.seconds),
        "memory-limit": contents.mebibytes * _MEBI,
        "test-count": len(contents.samples) + len(tests),
        "input-path-pattern": "tests/%02d",
        "answer-path-pattern": "tests/%02d.a",
    }
    for tag, value in numbers.items():
        SubElement(testset, tag).text = str(value)
    entries = SubElement(testset, "tests")
    scored = contents.plan.scored
    for _sample in contents.samples:
        points = {"group": _SAMPLES, "points": "0.0"} if scored else {}
        SubElement(entries, "test", {"method": "manual", "sample": "true", **points})
    known: set[int] = set()
    for each in tests:
        points = {}
        if scored:
            points = {
                "group": each.group.subtask.slug,
                "points": _points(contents, each.group, first=each.group.number not in known),
            }
        known.add(each.group.number)
        SubElement(entries, "test", {"method": "manual", **points})
    if scored:
        groups = SubElement(testset, "groups")
        SubElement(groups, "group", _group(_SAMPLES, 0))
        for group in contents.groups:
            policy = "each-test" if contents.by_test else "complete-group"
            SubElement(groups, "group", _group(group.subtask.slug, contents.points(group), policy))


def _points(contents: Contents, group: Group, *, first: bool) -> str:
    """Return the points of a test: its own or, for the ``first`` one, those of its group."""
    if contents.by_test:
        return f"{contents.limits.test_points or 0:.1f}"
    return f"{contents.points(group) if first else 0:.1f}"


def _group(name: str, points: int, policy: str = "complete-group") -> dict[str, str]:
    return {"feedback-policy": "icpc", "name": name, "points": f"{points:.1f}", "points-policy": policy}


def _notes(contents: Contents) -> Sequence[str]:
    return [WITHOUT_VALIDATOR] if contents.cpp_validator() is None else []


FORMAT: Final = Format(_files, (CPP,), (Kind(CPP, TESTLIB),), notes=_notes)
"""The format of Codeforces Polygon."""
