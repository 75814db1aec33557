"""What a checker or a model solution that fails costs: the verdict on that run, and nothing that is known otherwise."""

import sys
from pathlib import Path

import pytest
import support
from support import write_files

pytestmark = [support.needs_posix, support.once]

FILES = {
    "x.ctd": "INT(1,99) NEWLINE",
    "model.py": "print(input())",
    "check.py": "import sys\nsys.exit(int(float(open(sys.argv[2]).read())) != int(open(sys.argv[3]).read()))",
    "inf.py": "print('inf')",
    "late.py": "number = int(input())\nprint('inf' if number > 80 else number + 1)",
    "picky.py": "number = int(input())\nassert number != 2\nprint(number)",
}
CRASHED = "the checker crashed: exit status 1 (OverflowError: cannot convert float infinity to integer)"


def own(verb: str, *arguments: str, cwd: Path, model: str = "model.py") -> tuple[int, str, str]:
    python = sys.executable
    options = ["--format", "x.ctd", "--model", f"{python} {model}", "--checker", f"{python} check.py"]
    return support.own(verb, *options, "--seed", "1", *arguments, cwd=cwd)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    write_files(tmp_path, FILES)
    return tmp_path


def test_judging_goes_on_and_saves_the_input(directory: Path) -> None:
    status, table, errors = own("judge", "model.py", "inf.py", "late.py", cwd=directory)
    assert (status, errors) == (2, "")
    verdicts = {line.split()[0]: line.split()[1] for line in table.split("\n")[1:4]}
    assert verdicts == {"model.py": "ok", "inf.py": "JE", "late.py": verdicts["late.py"]}
    assert verdicts["late.py"] in {"WA", "JE"}
    saved = sorted((directory / "judge-x").iterdir())
    (line,) = [line for line in table.split("\n") if line.startswith("inf.py: ")]
    assert line.partition(" on ")[2].partition(": ")[2] == f"{CRASHED}; input: judge-x/{saved[0].name}"
    assert own("judge", "inf.py", cwd=directory)[0] == 2
    assert sorted((directory / "judge-x").iterdir()) == saved, "what is saved already isn't saved again"


@pytest.mark.parametrize(
    ("model", "findings", "error"),
    [
        ("model.py", ["wrong answer", "judge error"], ""),
        ("picky.py", ["wrong answer"], "refsol: the model solution crashed: "),  # in a later case
    ],
)
def test_no_finding_is_lost(model: str, findings: list[str], error: str, directory: Path) -> None:
    arguments = ["--cases", "60", "--keep-going", "--", sys.executable, "late.py"]
    status, report, errors = own("stress", *arguments, cwd=directory, model=model)
    assert (status, errors[: len(error)]) == (2, error)
    for number, kind in enumerate(findings, 1):
        assert f"{kind}: case " in report
        assert (directory / "stress-x" / f"x-{number}.in").exists()
    assert not (directory / "stress-x" / f"x-{len(findings) + 1}.in").exists()
    assert (CRASHED in report) == ("judge error" in findings)
