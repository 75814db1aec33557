"""The examples of problems without a package: what their descriptions say, and what is found in their programs."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
import support

from refsol.errors import InputError
from refsol.own import Spec
from refsol.own.description import Description, Generator, parse, validate, ways_for, with_shapes
from refsol.own.spec import read_spec

pytestmark = [pytest.mark.slow, pytest.mark.unmeasured, support.once]

EXAMPLES: Final = {path.parent.name: path.parent for path in sorted((support.ROOT / "examples").glob("*/refsol.toml"))}
SAMPLES: Final = [path for directory in EXAMPLES.values() for path in sorted((directory / "samples").glob("*.in"))]

INTERACTIVE: Final = {"centre", "liar"}
"""Those of which programs talk with an interactor; they have neither a model solution nor a brute force."""

RIGHT_CASES: Final = 12
"""How many cases a right program has to pass."""


WRONG: Final = support.toml("examples")["programs"]

VERDICTS: Final = {"wrong answer": "wrong_answer", "crashed": "run_time_error", "deadlock": "time_limit_exceeded"}
"""What is expected of a submission, by the kind of its fault."""

# These are right, but too slow or too greedy for the largest inputs; shrinking such an input takes minutes.
ONLY_ON_LARGE_INPUTS: Final = {"distances/recursive.py", "swaps/slow.py", "teams/recursive.py"}


def spec_of(name: str) -> Spec:
    return read_spec(EXAMPLES[name] / "refsol.toml")


def description_of(name: str) -> Description:
    return with_shapes(parse((EXAMPLES[name] / "input.ctd").read_bytes()), spec_of(name).shapes)


def described(directory: Path, data: bytes) -> str:
    try:
        validate(description_of(directory.name), data)
    except InputError as error:
        return str(error)
    return ""


def test_there_are_examples_of_all_kinds() -> None:
    texts = {name: (directory / "input.ctd").read_text() for name, directory in EXAMPLES.items()}
    checkers = {name: spec_of(name).checker for name in EXAMPLES}
    assert {name for name, text in texts.items() if "REGEX" in text} == {"powers"}  # texts
    assert {name for name, text in texts.items() if "UNIQUE" in text} == {"circle", "swaps"}
    assert {name for name, text in texts.items() if "REP(t)" in text or "WHILE" in text} == {"alternating", "powers"}
    assert {name for name, checker in checkers.items() if checker.tolerance is not None} == {"circle"}
    assert {name for name, checker in checkers.items() if checker.words} == {"teams"}
    assert {name for name in EXAMPLES if spec_of(name).shapes} == {"distances", "groves"}
    assert {spec_of(name).interactor.protocol for name in INTERACTIVE} == {"testlib", "kattis"}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_samples_are_valid_and_mutated_ones_are_not(sample: Path) -> None:
    directory, data = sample.parent.parent, sample.read_bytes()
    assert described(directory, data) == ""
    first = data.split(b"\n")[0]
    for mutated in (
        *(b"", data[:-1], data + b"\n", data + b" ", b" " + data, b"\n" + data, first + b"\n"),
        *(data.replace(b"\n", b" \n", 1), data.replace(b"\n", b"\r\n"), data.replace(b"\n", b" ", 1)),
        *(b"0" + data, b"-" + data, b"A" + data[1:]),
    ):
        assert described(directory, mutated) or mutated == data, mutated


@pytest.mark.parametrize(("name", "sample", "old", "new", "message"), support.toml("examples")["wrong"])
def test_what_is_wrong_is_said(name: str, sample: int, old: str, new: str, message: str) -> None:
    text = (EXAMPLES[name] / "samples" / f"{sample}.in").read_text()
    assert old in text
    assert described(EXAMPLES[name], text.replace(old, new).encode()).startswith(message)


@pytest.mark.parametrize("name", EXAMPLES)
def test_inputs_that_are_made_up_are_valid(name: str) -> None:
    description = description_of(name)
    generator = Generator(description)
    for way in ways_for(description).values():
        for seed in ("1", "2"):
            validate(description, generator.generate(way, seed, size=30))


def stress(name: str, program: Path, directory: Path, *options: str) -> dict[str, object]:
    if program.suffix == ".cpp":
        if not shutil.which("g++"):
            pytest.skip("there is no g++")
        subprocess.run(["g++", "-O1", "-o", directory / "program", program], check=True)
        command = ["./program"]
    else:
        command = [sys.executable, str(program)]
    words = ("stress", "--problem", str(EXAMPLES[name]), "--json", *options, "--", *command)
    done = support.refsol_process("own", *words, cwd=directory)
    assert done.returncode in (0, 1), done.stderr
    report = json.loads(done.stdout)
    assert isinstance(report, dict)
    return report


RIGHT: Final = [
    path
    for directory in EXAMPLES.values()
    for path in (directory / "brute.py", *sorted((directory / "right").iterdir()))
    if path.exists()
]


@pytest.mark.parametrize(
    "sample",
    [sample for sample in SAMPLES if sample.parent.parent.name not in INTERACTIVE],
    ids=lambda path: f"{path.parent.parent.name}-{path.stem}",
)
def test_the_model_solves_the_samples(sample: Path) -> None:
    directory = sample.parent.parent
    answer = sample.with_suffix(".ans")
    done = support.refsol_process("own", "check", "--problem", str(directory), str(sample), str(answer))
    assert (done.returncode, done.stderr) == (0, b""), done.stdout


@pytest.mark.parametrize("program", RIGHT, ids=lambda path: f"{path.relative_to(support.ROOT / 'examples')}")
def test_right_programs_pass(program: Path, tmp_path: Path) -> None:
    name = program.relative_to(support.ROOT / "examples").parts[0]
    report = stress(name, program, tmp_path, "--seed", "1", "--cases", str(RIGHT_CASES))
    assert report["failures"] == []


@pytest.mark.parametrize(("program", "cases", "size", "seed"), WRONG)
def test_wrong_programs_are_found_and_their_inputs_shrunk(
    program: str, cases: int, size: int, seed: str, tmp_path: Path
) -> None:
    name, _, file = program.partition("/")
    path = EXAMPLES[name] / "wrong" / file
    report = stress(name, path, tmp_path, "--seed", seed, "--cases", str(cases))
    failures = report["failures"]
    assert isinstance(failures, list)
    (failure,) = failures
    assert VERDICTS[failure["kind"]] == spec_of(name).submissions[str(path)]
    (data,) = tmp_path.glob("stress-*/*.in")
    assert described(EXAMPLES[name], data.read_bytes()) == ""
    assert data.stat().st_size <= size


def test_all_programs_are_tried() -> None:
    named = {f"{name}/{Path(path).name}" for name in EXAMPLES for path in spec_of(name).submissions if "wrong" in path}
    assert named == {*(row[0] for row in WRONG), *ONLY_ON_LARGE_INPUTS}
    there = {str(path) for name in EXAMPLES for path in EXAMPLES[name].glob("*/*.[pc]*")}
    assert there == {path for name in EXAMPLES for path in spec_of(name).submissions}
