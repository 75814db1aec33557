"""The format of QDUOJ, as its command for exporting problems writes it.

Source: the code with which QDUOJ imports problems, and that of its judge. The judge compares whole outputs, but for
blanks at the end, unless there is a checker, which gets the input and the output only.
"""

import json
from collections.abc import Iterator
from typing import Final

from refsol.jury.judging import Expectation
from refsol.jury.packages import Contents, Format, pair
from refsol.jury.packages.files import PackageFile, text_file
from refsol.jury.packages.tests import shares
from refsol.jury.packages.tex import NOTES, html_of
from refsol.problem.packaging import CPP, data_in

_ROOT: Final = "1"  # of the first problem in an archive
_LANGUAGES: Final = {".py": "Python3", ".c": "C", ".cpp": "C++", ".cc": "C++", ".cxx": "C++", ".java": "Java"}


def _files(contents: Contents) -> Iterator[PackageFile]:
    problem = json.dumps(_problem(contents), ensure_ascii=False, indent=4)
    yield text_file(f"{_ROOT}/problem.json", problem + "\n")
    for test in contents.tests:
        yield from pair(test, f"{_ROOT}/testcase/{test.number}")
    yield text_file(f"{_ROOT}/statement.en.md", contents.statement(partial=False))
    yield from contents.papers(f"{_ROOT}/")
    yield contents.validator(f"{_ROOT}/validator.py")
    yield from contents.submission_files(f"{_ROOT}/")


def _problem(contents: Contents) -> dict[str, object]:
    sections = contents.sections(contents.native, partial=False)
    source = contents.problem.source
    return {
        "display_id": contents.problem.slug[:24],
        "title": contents.problem.heading(contents.native)[:128],
        "description": _html(sections["Problem"]),
        "input_description": _html(sections["Input"]),
        "output_description": _html(sections["Output"]),
        "hint": _html("\n\n".join((sections["Limits"], sections["Decisions"], sections[NOTES]))),
        "test_case_score": _scores(contents),
        "time_limit": round(1000 * contents.plan.seconds),
        "memory_limit": contents.mebibytes,
        "samples": [{"input": sample.input.decode(), "output": sample.answer.decode()} for sample in contents.samples],
        "template": {},
        "spj": {"code": _judge(contents), "language": "C++"},
        "rule_type": "OI" if contents.plan.scored else "ACM",
        "source": f"{source}, {contents.problem.url}" if contents.problem.url else source,
        "answers": [
            {"language": _LANGUAGES[suffix], "code": program.data.decode("utf-8", "replace")}
            for program in contents.submissions
            if program.verdict == Expectation.ACCEPTED
            and (suffix := f".{program.name.rpartition('.')[2]}") in _LANGUAGES
        ],
        "tags": [source.split(",")[0].split(" (")[0]],
    }


def _html(markdown: str) -> dict[str, str]:
    return {"format": "html", "value": html_of(markdown)}


def _scores(contents: Contents) -> list[dict[str, object]]:
    """Return the tests with their shares of their groups' points, times 10 until each has at least one point."""
    factor = 1
    while any(factor * contents.points(group) < len(group.tests) for group in contents.groups):
        factor *= 10
    points = [share for group in contents.groups for share in shares(factor * contents.points(group), len(group.tests))]
    scored = contents.plan.scored
    return [  # 100, as in QDUOJ's own exports, where points don't count
        {"score": score if scored else 100, "input_name": f"{number}.in", "output_name": f"{number}.out"}
        for number, score in enumerate(points, 1)
    ]


def _judge(contents: Contents) -> str:
    """Return the checker: with what it uses of testlib, which the judge doesn't know, or with the answers. O(tests)."""
    if contents.parts.custom:
        return contents.cpp_checker().replace('#include "testlib.h"\n', _source("spj.h"))
    answers: list[str] = []
    for test in contents.tests:
        answer = test.answer.read_bytes()
        tokens = b"".join(token + b" " for token in (answer.lower() if contents.parts.ignore_case else answer).split())
        answers.append(f"{{{_residue(test.input.read_bytes())}u, {_residue(tokens)}u}},")
    define = "#define IGNORE_CASE\n\n" if contents.parts.ignore_case else ""
    return define + _source("spj_tokens.cpp").replace("// answers", "\n    ".join(answers))


def _source(name: str) -> str:
    data = data_in("refsol.jury.packages", name)
    if data is None:
        raise FileNotFoundError(name)
    return data.decode()


def _residue(data: bytes) -> int:
    """Return the residue of a number whose digits, to the base 256, are 1 and then the bytes of ``data``. O(length)."""
    return int.from_bytes(b"\1" + data, "big") % (2**55 - 55)  # as in spj_tokens.cpp


def _notes(contents: Contents) -> Iterator[str]:
    if contents.plan.scored:
        yield "QDUOJ has no groups, so each test earns a share of its group's points"
    if contents.summed:
        yield "outputs that are partly right earn nothing there"
    accepted = [program.name for program in contents.submissions if program.verdict == Expectation.ACCEPTED]
    unknown = [name for name in accepted if f".{name.rpartition('.')[2]}" not in _LANGUAGES]
    if unknown:
        yield f"QDUOJ doesn't know the language of {', '.join(unknown)}, so it doesn't show them"
    if not contents.parts.custom:
        yield "the checker knows these tests only: to change one, make the package anew"


FORMAT: Final = Format(_files, (CPP,), tolerates=False, notes=_notes)
"""The format of QDUOJ."""
