"""The format of Codeforces Polygon. Source: full packages that it makes, and code of judges that import them."""

import json
import re
from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from refsol.jury.judging import Expectation
from refsol.jury.packages import LANGUAGE_NAMES, WITHOUT_VALIDATOR, Contents, Format, PackageProgram, pair
from refsol.jury.packages.files import PackageFile, text_file
from refsol.jury.packages.tests import Test
from refsol.jury.packages.tex import NOTES, escaped, section_tex
from refsol.problem.packaging import CPP, TESTLIB, Kind
from refsol.problem.statement import Sample

_SUFFIXES: Final = ("", ".a")  # of inputs and answers
_CHECKER: Final = "files/check.cpp"
_INTERACTOR: Final = "files/interactor.cpp"
_VALIDATOR: Final = "files/validator.cpp"
_TESTLIB: Final = "files/testlib.h"
_CPP: Final = "cpp.g++17"
_TYPES: Final = {"py": "python.pypy3-64", "cpp": _CPP, "cc": _CPP, "cxx": _CPP, "java": "java21"}  # by suffix
_SAMPLES: Final = "samples"  # a group without points
_MEBI: Final = 2**20
_NOT_IN_XML: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _files(contents: Contents) -> Iterator[PackageFile]:
    root = _problem(contents)
    indent(root, "    ")
    xml = _NOT_IN_XML.sub("\ufffd", tostring(root, encoding="unicode"))
    yield text_file("problem.xml", f'<?xml version="1.0" encoding="utf-8" standalone="no"?>\n{xml}\n')
    for language in contents.problem.languages():
        yield from _statement(contents, language)
    yield from contents.papers()
    tests: list[Sample | Test] = [*contents.samples, *contents.tests]
    for number, test in enumerate(tests, 1):
        yield from pair(test, f"tests/{number:02}", _SUFFIXES)
    yield text_file(_CHECKER, contents.cpp_checker("10"))  # percent
    if contents.parts.interactor is not None:
        yield text_file(_INTERACTOR, contents.parts.interactor.text)
    if contents.cpp_validator is not None:
        yield text_file(_VALIDATOR, contents.cpp_validator)
    if contents.plan.testlib is not None:
        yield PackageFile(_TESTLIB, contents.plan.testlib)
    yield from contents.beside("files/")
    for path, program in _solutions(contents):
        yield PackageFile(path, program.data)


def _solutions(contents: Contents) -> Iterator[tuple[str, PackageProgram]]:
    for name, program in contents.named_submissions():
        yield f"solutions/{_NOT_IN_XML.sub('_', name)}", program


def _statement(contents: Contents, language: str) -> Iterator[PackageFile]:
    name, title = LANGUAGE_NAMES[language], contents.problem.heading(language)
    texts = {section: section_tex(text) for section, text in contents.sections(language).items()}
    parts = {
        "legend": f"{texts['Problem']}\n{texts['Limits']}",
        "input": texts["Input"],
        "output": texts["Output"],
        "notes": f"{texts['Decisions']}\n{texts[NOTES]}",
    }
    for part, text in {"name": escaped(title), **parts}.items():
        yield text_file(f"statement-sections/{name}/{part}.tex", text.strip() + "\n")
    for number, sample in enumerate(contents.samples, 1):
        for directory in ("statement-sections", "statements"):
            yield from pair(sample, f"{directory}/{name}/example.{number:02}", _SUFFIXES)
    yield text_file(f"statements/{name}/problem.tex", _document(contents, title, parts))
    properties = {
        "name": title,
        "language": name,
        "timeLimit": round(1000 * contents.plan.seconds),
        "memoryLimit": contents.mebibytes * _MEBI,
        "inputFile": "stdin",
        "outputFile": "stdout",
        **parts,
        "interaction": None,
        "scoring": None,
        "tutorial": "",
        "sampleTests": [
            {
                "input": sample.input.decode(),
                "output": sample.answer.decode(),
                "inputFile": f"example.{number:02}",
                "outputFile": f"example.{number:02}.a",
            }
            for number, sample in enumerate(contents.samples, 1)
        ],
    }
    text = json.dumps(properties, ensure_ascii=False, indent=4)
    yield text_file(f"statements/{name}/problem-properties.json", text + "\n")


def _document(contents: Contents, title: str, parts: dict[str, str]) -> str:
    legend, data, output, notes = (text.strip() for text in parts.values())
    limits = f"{{{contents.plan.seconds:g} seconds}}{{{contents.mebibytes} megabytes}}"
    examples = [f"\\exmpfile{{example.{k:02}}}{{example.{k:02}.a}}%" for k in range(1, len(contents.samples) + 1)]
    lines = [
        f"\\begin{{problem}}{{{escaped(title)}}}{{standard input}}{{standard output}}{limits}",
        *("", legend, "", "\\InputFile", data, "", "\\OutputFile", output),
        *("", "\\Examples", "\\begin{example}", *examples, "\\end{example}"),
        *(("", "\\Note", notes) if notes else ()),
        *("", "\\end{problem}"),
    ]
    return "\n".join(lines) + "\n"


def _problem(contents: Contents) -> Element:
    problem = Element("problem", {"revision": "1", "short-name": contents.problem.slug})
    names = SubElement(problem, "names")
    statements = SubElement(problem, "statements")
    for language in contents.problem.languages():
        name = LANGUAGE_NAMES[language]
        SubElement(names, "name", {"language": name, "value": contents.problem.heading(language)})
        path = f"statements/{name}/problem.tex"
        attributes = {"charset": "UTF-8", "language": name, "mathjax": "true", "path": path}
        SubElement(statements, "statement", {**attributes, "type": "application/x-tex"})
    judging = SubElement(problem, "judging", {"input-file": "", "output-file": ""})
    if contents.summed:
        judging.set("treat-points-from-checker-as-percent", "true")
    _add_tests(SubElement(judging, "testset", {"name": "tests"}), contents)
    files = SubElement(problem, "files")
    resources = SubElement(files, "resources")
    if contents.plan.testlib is not None:
        SubElement(resources, "file", {"path": _TESTLIB, "type": "h.g++"})
    for file in contents.beside("files/"):
        SubElement(resources, "file", {"path": file.path, "type": "h.g++"})
    executables = SubElement(files, "executables")
    assets = SubElement(problem, "assets")

    def add(asset: Element, path: str) -> None:
        for element in (SubElement(executables, "executable"), asset):
            SubElement(element, "source", {"path": path, "type": _CPP})

    add(SubElement(assets, "checker", {"type": "testlib"}), _CHECKER)
    if contents.parts.interactor is not None:
        add(SubElement(assets, "interactor"), _INTERACTOR)
    if contents.cpp_validator is not None:
        add(SubElement(SubElement(assets, "validators"), "validator"), _VALIDATOR)
    solutions = SubElement(assets, "solutions")
    for number, (path, program) in enumerate(_solutions(contents)):
        is_known = program.verdict in (Expectation.ACCEPTED, Expectation.WRONG_ANSWER, Expectation.TIME_LIMIT_EXCEEDED)
        verdict = program.verdict.replace("_", "-") if is_known else "rejected"
        kind = _TYPES.get(path.rpartition(".")[2])
        source = {"path": path, "type": kind} if kind else {"path": path}
        SubElement(SubElement(solutions, "solution", {"tag": verdict if number else "main"}), "source", source)
    return problem


def _notes(contents: Contents) -> Iterator[str]:
    if contents.cpp_validator is None:
        yield WITHOUT_VALIDATOR
    unknown = [program.name for program in contents.submissions if program.name.rpartition(".")[2] not in _TYPES]
    if unknown:
        yield f"choose the language of {', '.join(unknown)} in Polygon"


def _add_tests(testset: Element, contents: Contents) -> None:
    numbers: dict[str, object] = {
        "time-limit": round(1000 * contents.plan.seconds),
        "memory-limit": contents.mebibytes * _MEBI,
        "test-count": len(contents.samples) + len(contents.tests),
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
    for group in contents.groups:
        others = len(group.tests) - 1  # the first test of a group has its points, unless each has points
        for full in contents.test_points(group) if contents.summed else [contents.points(group), *[0] * others]:
            points = {"group": group.subtask.slug, "points": f"{full:.1f}"} if scored else {}
            SubElement(entries, "test", {"method": "manual", **points})
    if scored:
        groups = SubElement(testset, "groups")
        full_marks = {group.subtask.slug: contents.points(group) for group in contents.groups}
        for name, full in {_SAMPLES: 0, **full_marks}.items():
            policy = "each-test" if contents.summed and name in full_marks else "complete-group"
            attributes = {"feedback-policy": "icpc", "name": name, "points": f"{full:.1f}", "points-policy": policy}
            SubElement(groups, "group", attributes)


FORMAT: Final = Format(
    _files,
    (CPP,),
    (Kind(CPP, TESTLIB),),
    (Kind(CPP, TESTLIB),),
    linked=(CPP,),
    testlib=True,
    notes=_notes,
)
"""The format of Codeforces Polygon."""
