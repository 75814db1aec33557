"""Packages for judges that can't be run here, against the rules of their formats, which are written out below.

The rules are those of the judges' documents and of the code with which they import packages: names, sizes, fields and
their types; every file that is named is there and the other way round; points add up; programs do what the judge wants.
Checkers and validators with testlib are compiled where ``REFSOL_TESTLIB`` names testlib.h, as in ``nox -s judges``.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from html.parser import HTMLParser
from itertools import groupby
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree as ET

import pytest
import testlib
import yaml
from small_packages import ALL, MEAN, OWN, Files, problem_in, scratch, small_contents, small_package, write_files
from support import Done, needs_posix, toml
from testlib import FAILED, OK, PARTIAL, WRONG

from refsol.errors import OptionError
from refsol.jury.bundles import checker_of
from refsol.jury.packages import FORMATS, Contents, PackageProgram, load_format
from refsol.jury.packages.tex import escaped
from refsol.problem import NAMES, Problem, load

pytestmark = [pytest.mark.slow]

SCORED: Final = (True, False)
GXX: Final = pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")
NAME: Final = pytest.mark.parametrize("problem", ALL)

PROGRAMS: Final = scratch("programs")

SCHEMAS: Final = toml("schemas")
Record = dict[str, Any]  # of types that the tests require
Command = tuple[str | Path, ...]


def fields(value: object, *schemas: str) -> Record:
    """Return a mapping, of which it is required that it has the fields of these schemas, and no others."""
    assert isinstance(value, dict)
    expected = {key: kind for schema in schemas for key, kind in SCHEMAS[schema].items()}
    assert {key: type(each).__name__ for key, each in value.items()} == expected
    return value


def records(value: object) -> list[Record]:
    assert isinstance(value, list)
    assert all(isinstance(each, dict) for each in value)
    return value


def loaded(text: bytes) -> Record:
    value = yaml.safe_load(text)
    assert isinstance(value, dict)
    return value


def below(files: Files, directory: str) -> Files:
    prefix = f"{directory}/"
    return {path.removeprefix(prefix): data for path, data in files.items() if path.startswith(prefix)}


def inputs_and_answers(problem: Problem, scored: bool) -> list[tuple[bytes, bytes]]:
    groups = small_contents(problem, scored).groups
    return [(test.input.read_bytes(), test.answer.read_bytes()) for group in groups for test in group.tests]


def samples(problem: Problem) -> list[tuple[bytes, bytes]]:
    return [(sample.input, sample.answer) for sample in small_contents(problem).samples]


@cache
def compiled(source: bytes, *options: str) -> Path:
    """Compile a program, with testlib.h if there is one. Raises ``AssertionError`` if that fails."""
    program = Path(PROGRAMS, sha256(source + " ".join(options).encode()).hexdigest())
    program.with_suffix(".cpp").write_bytes(source)
    include = ["-isystem", str(Path(testlib.HEADER).parent)] if testlib.HEADER else []
    command = ["g++", *options, *include, str(program.with_suffix(".cpp")), "-o", str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return program


def run(command: Iterable[str | Path], data: bytes = b"") -> Done:
    return subprocess.run([*command], input=data, capture_output=True, timeout=60, check=False)


def statuses(program: Path, case: tuple[bytes, bytes], output: bytes, directory: Path) -> tuple[int, str]:
    paths = written(directory, case[0], output, case[1])
    done = run([program, *paths])
    return done.returncode, done.stderr.decode()


def written(directory: Path, *contents: bytes) -> list[Path]:
    paths = [directory / str(number) for number in range(len(contents))]
    for path, content in zip(paths, contents, strict=True):
        path.write_bytes(content)
    return paths


def partly_right(answer: bytes) -> bytes:
    """Return NoGo's ``answer`` with its first move only, after which the game is not over."""
    return answer.split(b"\n")[0] + b"\n-1 -1\n"


def a_longer(cases: list[tuple[bytes, bytes]]) -> tuple[bytes, bytes]:
    return max(cases, key=lambda case: len(case[1]))


# All formats


@pytest.mark.parametrize("kind", FORMATS)
@NAME
@pytest.mark.parametrize("scored", SCORED)
def test_paths_are_portable_and_nothing_is_named_twice(kind: str, problem: Problem, scored: bool) -> None:
    for path in small_package(kind, problem, scored):
        assert re.fullmatch(r"[\w.][\w.-]*(/[\w.][\w.-]*)*", path, re.ASCII), path
        assert ".." not in path.split("/")


@pytest.mark.parametrize("kind", FORMATS)
@NAME
def test_nothing_in_a_package_needs_refsol(kind: str, problem: Problem) -> None:
    for path, data in small_package(kind, problem).items():
        if path.endswith((".py", "/run", "/checker")) and not path.endswith("mine.cpp"):
            assert not re.search(rb"^\s*(from|import) (refsol|librt|mypy_extensions)", data, re.MULTILINE), path


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("scored", SCORED)
def test_statements_are_for_contestants(kind: str, scored: bool) -> None:
    """They say nothing about refsol, and promise points for partly right outputs where the judge gives them."""
    partial = re.compile("earn as many|就得满分|得满分的")
    for name in NAMES:
        files = small_package(kind, load(name), scored)
        statements = [data.decode() for path, data in files.items() if re.search("statement|problem[._]", path)]
        for text in statements:
            assert not re.search(
                "refsol (solve|[a-z]+ solve)|--(random|liberties|check|reading)|For refsol|refsol 来说", text
            )
            assert not re.search("with its line|所在的行和列|inferred|都是推断", text)
        promised = any(map(partial.search, statements))
        assert promised == (name == "nogo" and scored and kind not in ("qduoj", "luogu"))


@pytest.mark.parametrize("scored", SCORED)
def test_statements_have_the_limits_of_the_package(scored: bool) -> None:
    contents = small_contents(load("multigo"), scored)
    text = contents._replace(plan=contents.plan._replace(seconds=2.5)).statement()
    assert "\nTime: 2.5 s. Memory: 512 MB.\n" in text
    assert ("| subtask " in text, "There are no subtasks." in text) == (scored, not scored)
    assert "The original" not in small_contents(load("chess"), scored).statement()
    assert "Time: 5 s. Memory: 512 MiB.\n" in small_contents(load("chess"), scored).statement()


# Points that add up to a total


def with_total(problem: Problem, total: int) -> Contents:
    contents = small_contents(problem)
    return contents._replace(plan=contents.plan._replace(total=total))


def files_of(kind: str, contents: Contents) -> Files:
    return {file.path: b"".join(file.chunks()) for file in load_format(kind).files(contents)}


def points_in(kind: str, files: Files, slug: str) -> list[float]:
    if kind == "kattis":
        paths = [path for path in files if re.fullmatch("data/secret/.*/test_group.yaml", path)]
        return [float(loaded(files[path])["max_score"]) for path in paths]
    if kind == "polygon":
        package = ET.fromstring(files["problem.xml"])
        return [float(attribute(test, "points")) for test in package.iter("test")]
    if kind == "luogu":
        tests = list(loaded(files["config.yml"]).values())
        groups = {each["subtaskId"]: each["score"] for each in tests}
        return [float(each) for each in ([each["score"] for each in tests] if 0 in groups else groups.values())]
    if kind == "hydro":
        return [float(each["score"]) for each in records(loaded(files[f"{slug}/testdata/config.yaml"])["subtasks"])]
    package = json.loads(files["1/problem.json"])
    return [each["score"] for each in records(package["test_case_score"])]


@pytest.mark.parametrize("kind", ["kattis", "polygon", "luogu", "hydro", "qduoj"])
@pytest.mark.parametrize("name", ["nogo", "multigo", "chess"])
@pytest.mark.parametrize("total", [100, 163])
def test_points_add_up_to_a_total(kind: str, name: str, total: int) -> None:
    contents = with_total(load(name), total)
    assert contents.total() == total
    points = points_in(kind, files_of(kind, contents), name)
    factor = 10 if kind == "qduoj" and name == "multigo" and total == 100 and sum(points) > total else 1
    assert sum(points) == factor * total
    worth = [contents.points(group) for group in contents.groups]
    for whole, group in zip(worth, contents.groups, strict=True):
        assert abs(whole - small_contents(load(name)).points(group) * total / small_contents(load(name)).total()) < 1
    if name == "multigo":
        text = contents.statement()
        assert [f"| {points} " in text for points in worth] == [True] * len(worth)


def test_totals_that_judges_do_not_take() -> None:
    with pytest.raises(OptionError, match="DMOJ scales points"):
        files_of("dmoj", with_total(load("nogo"), 100))
    with pytest.raises(OptionError, match="CMS's groups add up to 100"):
        files_of("cms", with_total(load("chess"), 99))
    assert files_of("cms", with_total(load("chess"), 100))["gen/GEN"] == small_package("cms", load("chess"))["gen/GEN"]


@pytest.mark.parametrize(
    ("total", "flags"), [(None, "score"), (100, "25.000000000"), (1000, "250.000000000"), (7, "1.750000000")]
)
def test_kattis_adds_up_scores_to_a_total(total: int | None, flags: str, tmp_path: Path) -> None:
    contents = small_contents(load("nogo")) if total is None else with_total(load("nogo"), total)
    files = files_of("kattis-legacy", contents)
    assert loaded(files["problem.yaml"])["validator_flags"] == f"--points {flags}"
    assert loaded(files["data/secret/01-all/testdata.yaml"])["range"] == f"0 {contents.total()}"
    program = tmp_path / "checker.py"
    program.write_bytes(files["output_validators/refsol/run"])
    data, answer = a_longer(inputs_and_answers(load("nogo"), scored=True))
    full = 10.0 if total is None else total / 4
    for output, share in ((answer, 1.0), (partly_right(answer), 0.1)):
        command: Command = (
            sys.executable,
            "-I",
            program,
            *written(tmp_path, data, answer),
            tmp_path,
            "--points",
            flags,
        )
        assert run(command, output).returncode == 42
        assert float((tmp_path / "score.txt").read_text()) == pytest.approx(full * share)
    assert run([*command[:-1], "-1"], answer).returncode == 3


def test_kattis_never_exceeds_a_total() -> None:
    contents = with_total(load("nogo"), 100)
    (group,) = contents.groups
    contents = contents._replace(groups=(group._replace(tests=group.tests[:1] * 62),))
    problem = loaded(next(data for path, data in files_of("kattis-legacy", contents).items() if path == "problem.yaml"))
    full = float(problem["validator_flags"].split()[1])
    assert 99.999999 < sum([full] * 62) <= 100


@pytest.mark.parametrize(("total", "partial"), [(100, True), (40, True), (39, False)])
def test_parts_of_points_that_would_be_rounded_down_are_not_promised(total: int, partial: bool) -> None:
    contents = with_total(load("nogo"), total)
    files = files_of("hydro", contents)
    assert (b"POINTS_PER_DIGIT 10\n" in files["nogo/testdata/checker.cc"]) == partial
    assert (b"as many\n  tenths" in files["nogo/problem_en.md"]) == partial
    assert (b"POINTS_PER_DIGIT 0.1\n" in files_of("luogu", contents)["checker.cpp"]) == partial
    for kind in ("hydro", "luogu"):
        assert any("earn nothing there" in note for note in load_format(kind).notes(contents)) != partial


# Kattis, as BAPCtools calls checkers


def test_a_checker_ignores_the_flags_that_bapctools_gives_to_all(tmp_path: Path) -> None:
    program = tmp_path / "checker.py"
    program.write_text(checker_of(small_contents(load("nogo")).problem), encoding="utf-8")
    data, answer = samples(load("nogo"))[0]
    command: Command = (sys.executable, "-I", program, *written(tmp_path, data, answer), tmp_path)
    assert run([*command, "case_sensitive", "space_change_sensitive"], answer).returncode == 42
    assert run([*command, "case_sensitive", "--points", "score"], answer).returncode == 42
    assert (tmp_path / "score.txt").read_text() == "10\n"
    assert run([*command, "case_insensitive"], answer).returncode == 3


# Luogu: help about problems, 2026-06


@NAME
@pytest.mark.parametrize("scored", SCORED)
def test_luogu(problem: Problem, scored: bool) -> None:
    files = small_package("luogu", problem, scored)
    assert not any("/" in path for path in files), "no directories"
    tests = {path for path in files if path.endswith((".in", ".out"))}
    assert all(len(re.findall(r"\d+", path)) == 1 for path in tests), "one run of digits in each name"
    checker = [] if small_contents(problem).by_token else ["checker.cpp"]
    assert set(files) - tests == {"config.yml", *checker}, "nothing else"
    inputs = [path for path in files if path.endswith(".in")]
    assert {path.replace(".in", ".out") for path in inputs} == tests - set(inputs)
    expected = inputs_and_answers(problem, scored)
    assert [(files[f"{k}.in"], files[f"{k}.out"]) for k in range(1, len(inputs) + 1)] == expected
    assert b"\t" not in files["config.yml"]
    config = loaded(files["config.yml"])
    assert set(config) == set(inputs)
    contents = small_contents(problem, scored)
    points: dict[int, list[int]] = {}
    for each in config.values():
        settings = fields(each, "luogu-test")
        assert settings["timeLimit"] == round(1000 * contents.plan.seconds)
        assert settings["memoryLimit"] == 1024 * contents.mebibytes
        points.setdefault(settings["subtaskId"], []).append(settings["score"])
    if not scored:
        assert points == {0: [100] * len(inputs)}
    elif contents.summed:
        assert sum(points[0]) == contents.total()
    else:
        assert all(len(set(each)) == 1 for each in points.values()), "a subtask earns the least of its tests' points"
        assert sum(each[0] for each in points.values()) == contents.total() == 100


@NAME
def test_luogu_inputs_are_plain(problem: Problem) -> None:
    for data, answer in inputs_and_answers(problem, scored=True):
        for text in (data, answer):
            assert re.fullmatch(rb"([\n !-~]*[!-~]\n)?", text), "ASCII that can be seen, blanks and line ends"
            assert b" \n" not in text


@testlib.needed
@pytest.mark.parametrize(
    ("kind", "path", "options", "partly"),
    [
        ("luogu", "checker.cpp", ("-fno-asm", "-std=c++14"), "points 0.1"),  # a share of the test's points
        ("hydro", "nogo/testdata/checker.cc", ("-x", "c++", "-std=c++17"), "points 10"),  # in percent
    ],
)
def test_checkers_of_nogo(kind: str, path: str, options: tuple[str, ...], partly: str, tmp_path: Path) -> None:
    case = a_longer(inputs_and_answers(load("nogo"), scored=True))
    for scored, expected in ((True, (PARTIAL, partly)), (False, (WRONG, "wrong answer"))):
        program = compiled(small_package(kind, load("nogo"), scored)[path], *options, "-O2")
        assert statuses(program, case, case[1], tmp_path)[0] == OK
        status, message = statuses(program, case, partly_right(case[1]), tmp_path)
        assert (status, " ".join(message.split()[:2])) == expected
        assert statuses(program, case, b"0 0\n", tmp_path)[0] == WRONG


# Hydro: the code of its import and its judge, 2026-08


@NAME
@pytest.mark.parametrize("scored", SCORED)
def test_hydro(problem: Problem, scored: bool) -> None:
    files = small_package("hydro", problem, scored)
    contents = small_contents(problem)
    slug = contents.problem.slug
    assert all(path.startswith(f"{slug}/") for path in files)
    files = below(files, slug)
    package = fields(loaded(files["problem.yaml"]), "hydro")
    assert re.fullmatch(r"[a-z][0-9a-z]*", package["pid"])
    assert package["tag"] == list(filter(None, [contents.problem.source]))
    statements = {f"problem_{language}.md" for language in contents.problem.languages()}
    assert {path for path in files if path.startswith("problem")} == {"problem.yaml", *statements}
    for language in contents.problem.languages():
        text = files[f"problem_{language}.md"].decode()
        assert text.count("```input") == text.count("```output") == len(samples(problem))
        for number, (data, answer) in enumerate(samples(problem), 1):
            assert f"```input{number}\n{data.decode()}```\n" in text
            assert f"```output{number}\n{answer.decode()}```\n" in text
    known = {"testdata", "std", "programs", *(file.path for file in contents.papers())}
    assert {path.split("/")[0] for path in files if not path.startswith("problem")} == known
    for path in below(files, "std"):
        assert path.split(".")[1] in ("py", "cc", "cpp"), "what follows the first dot is the language"
    hydro_tests(problem, scored, below(files, "testdata"))


def hydro_tests(problem: Problem, scored: bool, files: Files) -> None:
    assert not any("/" in path for path in files)
    custom = [] if small_contents(problem).by_token else ["hydro-checker"]
    validated = [] if problem in OWN else ["hydro-validator"]
    config = fields(loaded(files["config.yaml"]), "hydro-config", *validated, *custom)
    assert config["type"] == "default"
    assert config["time"] == f"{round(1000 * small_contents(problem).plan.seconds)}ms"
    assert config["memory"] == f"{small_contents(problem).mebibytes}m"
    named = {"config.yaml", *([config["validator"]] if validated else [])}
    if custom:
        assert config["checker_type"] == "testlib"
        named.add(config["checker"])
    assert all(path.endswith(".cc") for path in named - {"config.yaml"}), "the suffix of C++ is .cc"
    points = 0
    found: list[tuple[bytes, bytes]] = []
    for number, each in enumerate(records(config["subtasks"]), 1):
        subtask = fields(each, "hydro-subtask")
        assert subtask["id"] == number
        assert subtask["type"] == ("sum" if small_contents(problem, scored).summed else "min")
        earned = 0
        for case in records(subtask["cases"]):
            fields(case, "hydro-case", *(["score"] if subtask["type"] == "sum" else []))
            paths = (case["input"], case["output"])
            assert not named & set(paths)
            named |= set(paths)
            found.append((files[paths[0]], files[paths[1]]))
            earned += case.get("score", 0)
        assert earned in (0, subtask["score"])
        points += subtask["score"]
    assert named == set(files)
    assert found == inputs_and_answers(problem, scored)
    assert points == (small_contents(problem).total() if scored else 100)


def test_bounds() -> None:
    luogu, hydro = load_format("luogu"), load_format("hydro")
    assert (luogu.max_bytes, luogu.only_tests) == (50_000_000, True)
    assert hydro.max_bytes == 256 * 2**20
    few = small_contents(load("tictactoe"))
    assert list(hydro.notes(few)) == []
    many = few._replace(plan=few.plan._replace(seconds=30.0))
    assert "at least 120 seconds" in next(iter(hydro.notes(many)))
    (group,) = few.groups
    for tests, noted in ((48, False), (49, True)):  # of two files each, beside config.yaml and two programs
        full = few._replace(groups=(group._replace(tests=group.tests[:1] * tests),))
        assert any("limit.problem_files_max" in note for note in hydro.notes(full)) == noted


# QDUOJ: the code of its import and its judge, 2024-10

LANGUAGES: Final = {"C", "C++", "Java", "Python2", "Python3", "Golang", "JavaScript"}
QDUOJ: Final = ("-DONLINE_JUDGE", "-O2", "-Wall", "-Wextra", "-Werror", "-std=c++14")


@pytest.mark.parametrize("problem", [each for each in ALL if each.id != "mean"])  # which has a tolerance
@pytest.mark.parametrize("scored", SCORED)
def test_qduoj(problem: Problem, scored: bool) -> None:
    files = small_package("qduoj", problem, scored)
    assert sum("/problem.json" in path for path in files) == 1, "problems are counted so"
    package = fields(json.loads(files["1/problem.json"]), "qduoj")
    for key, most in (("display_id", 24), ("title", 128), ("source", 200)):
        assert len(package[key]) <= most
    assert 1 <= package["time_limit"] <= 60_000
    assert 1 <= package["memory_limit"] <= 10_240
    assert package["rule_type"] == ("OI" if scored else "ACM")
    assert package["template"] == {}
    for key in ("description", "input_description", "output_description", "hint"):
        text = fields(package[key], "qduoj-text")
        assert text["format"] in ("html", "markdown")
        require_html(text["value"])
    found = [(each["input"].encode(), each["output"].encode()) for each in records(package["samples"])]
    assert found == samples(problem)
    assert all(data.strip() and answer.strip() for data, answer in found), "not blank"
    for answer in records(package["answers"]):
        fields(answer, "qduoj-program")
        assert answer["language"] in LANGUAGES
    assert len(records(package["answers"])) == 2
    qduoj_tests(problem, scored, records(package["test_case_score"]), below(files, "1/testcase"))


def qduoj_tests(problem: Problem, scored: bool, scores: list[Record], files: Files) -> None:
    names = [(f"{k}.in", f"{k}.out") for k in range(1, len(scores) + 1)]
    assert set(files) == {path for pair in names for path in pair}
    assert [(files[data], files[answer]) for data, answer in names] == inputs_and_answers(problem, scored)
    for each, pair in zip(scores, names, strict=True):
        fields(each, "qduoj-test")
        assert (each["input_name"], each["output_name"]) == pair
        assert each["score"] >= 1
    if not scored:
        return
    points = [each["score"] for each in scores]
    groups = small_contents(problem).groups
    factor = sum(points) // small_contents(problem).total()
    assert factor in (1, 10, 100)
    for group in groups:
        mine, points = points[: len(group.tests)], points[len(group.tests) :]
        assert sum(mine) == factor * small_contents(problem).points(group)
        assert max(mine) - min(mine) <= 1


def test_qduoj_multiplies_points_that_are_fewer_than_tests() -> None:
    contents = small_contents(load("multigo"))
    group = contents.groups[0]
    crowded = contents._replace(groups=(group._replace(tests=group.tests[:1] * 8), *contents.groups[1:]))
    files = files_of("qduoj", crowded)
    points = [each["score"] for each in records(json.loads(files["1/problem.json"])["test_case_score"])]
    assert points[:8] == [8, 8, 9, 9, 9, 9, 9, 9]
    assert sum(points) == 1000


def require_html(text: str) -> None:
    """Require HTML whose elements are closed, and in which no Markdown is left."""
    open_tags: list[str] = []

    class Parser(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            if tag not in ("br", "hr"):
                open_tags.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert open_tags.pop() == tag

        def handle_data(self, data: str) -> None:
            assert "code" in open_tags or not re.search(r"`|\*\*|^\s*[-|#] |\|--", data), data

    parser = Parser(convert_charrefs=True)
    parser.feed(text)
    parser.close()
    assert not open_tags


@GXX
@pytest.mark.parametrize("scored", SCORED)
def test_qduoj_judge(scored: bool, tmp_path: Path) -> None:
    package = json.loads(small_package("qduoj", load("nogo"), scored)["1/problem.json"])
    judge = fields(package["spj"], "qduoj-program")
    assert judge["language"] == "C++"
    assert "testlib.h" not in judge["code"]
    program = compiled(judge["code"].encode(), *QDUOJ)
    for data, answer in samples(load("nogo")) + inputs_and_answers(load("nogo"), scored):
        for output, status in ((answer, 0), (answer + b" \n\n", 0), (answer + b"1", 1), (b"0 0\n", 1), (b"", 1)):
            assert run([program, *written(tmp_path, data, output)]).returncode == status, (data, output)
    data, answer = a_longer(inputs_and_answers(load("nogo"), scored))
    for output in (partly_right(answer), b"\n", b"1", b"-1 -1\n", b"1 1 1", b"\xff\xfe 3", b"9999999999999 1\n"):
        assert run([program, *written(tmp_path, data, output)]).returncode == 1, output
    assert run([program, tmp_path / "absent", tmp_path / "0"]).returncode == 255
    assert run([program]).returncode == 255


@GXX
@pytest.mark.parametrize("problem", [each for each in ALL if each.id not in ("mean", "nogo")])
def test_qduoj_judge_of_tokens(problem: Problem, tmp_path: Path) -> None:
    """QDUOJ itself compares whole outputs, and its checkers get no answers."""
    package = json.loads(small_package("qduoj", problem)["1/problem.json"])
    program = compiled(package["spj"]["code"].encode(), *QDUOJ)
    cases = inputs_and_answers(problem, scored=True)
    for (data, answer), (_data, other) in zip(cases, cases[1:] + cases[:1], strict=True):
        tokens = answer.split()
        right = [answer, answer.replace(b"\n", b" \r\n"), b" " + b"\n\n".join(tokens), b"\t".join(tokens) + b"\v\f "]
        wrong = [
            b"",
            b"\n",
            answer + b"1",
            b"".join(tokens) + b"1",
            b"\0" + answer,
            answer.swapcase() + b"x",
            other[:-2],
        ]
        for output in right + wrong:
            status = int(output in wrong)
            assert run([program, *written(tmp_path, data, output)]).returncode == status, (data, output)
        assert run([program, *written(tmp_path, data, other)]).returncode == (other.split() != tokens)
    assert run([program, *written(tmp_path, b"another input\n", answer)]).returncode == 255
    assert run([program, tmp_path / "absent", tmp_path / "0"]).returncode == 255
    assert run([program]).returncode == 255


# CMS: its loader italy_yaml, 2026-04


@NAME
@pytest.mark.parametrize("scored", SCORED)
def test_cms(problem: Problem, scored: bool) -> None:
    files = small_package("cms", problem, scored)
    summed = small_contents(problem, scored).summed
    seconds = small_contents(problem).plan.seconds
    whole = loaded(files["task.yaml"])
    time_limit = whole.pop("time_limit")
    task = fields(whole, "cms", "cms-sum" if summed else "cms-groups")
    assert (task["name"], task["token_mode"]) == (small_contents(problem).problem.slug, "disabled")
    assert task["primary_language"] == "en"
    assert task["title"] != task["name"]
    assert (task["infile"], task["outfile"]) == ("", ""), "standard input and output"
    assert task["score_mode"] in ("max", "max_subtask")
    assert (time_limit, task["memory_limit"]) == (seconds, small_contents(problem).mebibytes)
    tests = inputs_and_answers(problem, scored)
    expected = tests if summed else samples(problem) + tests
    assert task["n_input"] == len(expected)
    for kind in ("input", "output"):
        assert set(below(files, kind)) == {f"{kind}{k}.txt" for k in range(len(expected))}
    assert [(files[f"input/input{k}.txt"], files[f"output/output{k}.txt"]) for k in range(len(expected))] == expected
    groups = cms_groups(files["gen/GEN"].decode())
    assert sum(count for _points, count in groups) == len(expected)
    if summed:
        assert groups == [(None, len(tests))]
        assert task["total_value"] == 100.0
        assert task["score_precision"] >= 2, "by default, scores are rounded to integers"
    else:
        assert sum(points or 0 for points, _count in groups) == 100
        assert groups[0] == (0, len(samples(problem)))
        assert task["public_testcases"] == ",".join(str(k) for k in range(len(samples(problem))))
    if scored and not summed:
        assert groups[1:] == [(group.subtask.points, len(group.tests)) for group in small_contents(problem).groups]
    languages = {"en": "english", "zh": "chinese"}
    assert set(below(files, "statement")) == {f"{languages[each]}.md" for each in problem.languages()}
    found = below(files, "att")
    pairs = [(found[f"sample{k}.in"], found[f"sample{k}.out"]) for k in range(1, len(samples(problem)) + 1)]
    assert pairs == samples(problem)
    assert ("check/checker" in files) != small_contents(problem).by_token
    first = small_contents(problem).submissions[0].name
    assert {f"wrong_answer_{first}", f"accepted_{first}", "mine.cpp"} <= set(below(files, "sol"))
    assert not any(path.startswith(("grader", "stub", "manager")) for path in below(files, "sol"))


def cms_groups(text: str) -> list[tuple[int | None, int]]:
    """Return what the loader reads from GEN: the points of the groups and the numbers of their tests."""
    found: list[tuple[int | None, int]] = []
    points: int | None = None
    tests = 0
    for line in text.splitlines():
        test, sharp, comment = line.partition("#")
        if sharp and comment.strip().startswith("ST:"):
            assert not test.strip()
            if points is not None:
                found.append((points, tests))
            else:
                assert tests == 0
            points, tests = int(comment.strip()[3:]), 0
        elif test.strip():
            tests += 1
    return [*found, (points, tests)]


@pytest.mark.parametrize("scored", SCORED)
def test_cms_checker(scored: bool, tmp_path: Path) -> None:
    contents = small_contents(load("nogo"), scored)
    (checker,) = (file for file in load_format("cms").files(contents) if file.path == "check/checker")
    assert checker.executable
    program = tmp_path / "checker"
    program.write_bytes(b"".join(checker.chunks()))
    assert program.read_bytes().startswith(b"#!/usr/bin/env python3\n")
    data, answer = a_longer(inputs_and_answers(load("nogo"), scored))

    def share(output: bytes) -> float:
        done = run([sys.executable, "-I", program, *written(tmp_path, data, answer, output)])
        assert done.returncode == 0, done.stderr
        message = done.stderr.decode()
        assert re.fullmatch(r"[ -~]+\n", message), "a line without what CMS refuses"
        return float(done.stdout)

    assert share(answer) == 1.0
    assert share(partly_right(answer)) == (0.1 if scored else 0.0)
    assert share(b"\xff\x00 \x80\n") == 0.0
    assert share(b"") == 0.0
    assert share(answer + b"1\n") == (len(str(answer.count(b"\n"))) / 10 if scored else 0.0), "trailing output"
    for arguments in ([], written(tmp_path, data, answer), [*written(tmp_path, data, answer), tmp_path / "absent"]):
        done = run([sys.executable, "-I", program, *arguments])
        assert (done.returncode, done.stdout) == (2, b"")


# Polygon: packages that it makes, and the code of judges that import them

TAGS: Final = {"main", "accepted", "rejected", "wrong-answer", "time-limit-exceeded"}


def attribute(element: ET.Element, key: str) -> str:
    value = element.get(key)
    assert value is not None, key
    return value


def text_of(element: ET.Element, path: str) -> str:
    found = element.find(path)
    assert found is not None
    assert found.text is not None
    return found.text


@NAME
@pytest.mark.parametrize("scored", SCORED)
def test_polygon(problem: Problem, scored: bool) -> None:
    files = small_package("polygon", problem, scored)
    package = ET.fromstring(files["problem.xml"])
    assert [child.tag for child in package] == ["names", "statements", "judging", "files", "assets"]
    contents = small_contents(problem)
    assert attribute(package, "short-name") == contents.problem.slug
    languages = [attribute(each, "language") for each in package.findall("names/name")]
    assert languages == ["english", "chinese"][: len(contents.problem.languages())]
    named = {"problem.xml", *(file.path for file in contents.papers())}
    for statement in package.findall("statements/statement"):
        assert attribute(statement, "type") == "application/x-tex"
        named |= polygon_statement(problem, files, attribute(statement, "path"), attribute(statement, "language"))
    judging = package.find("judging")
    assert judging is not None
    assert (judging.get("input-file"), judging.get("output-file")) == ("", "")
    percent = judging.get("treat-points-from-checker-as-percent") == "true"
    assert percent == (small_contents(problem, scored).summed)
    named |= polygon_tests(problem, scored, files, package)
    sources = [attribute(source, "path") for source in package.iter("source")]
    assert sources.count("files/check.cpp") == 2, "executable and asset"
    assert sources.count("files/validator.cpp") == (0 if problem in OWN else 2)
    assert attribute(next(package.iter("checker")), "type") == "testlib"
    resources = [attribute(file, "path") for file in package.findall("files/resources/file")]
    assert resources == ["files/testlib.h"]
    solutions = package.findall("assets/solutions/solution")
    tags = [attribute(each, "tag") for each in solutions]
    assert tags[0] == "main"
    assert tags.count("main") == 1
    assert set(tags) <= TAGS
    for solution in solutions:
        source = solution.find("source")
        assert source is not None
        suffix = attribute(source, "path").rpartition(".")[2]
        assert attribute(source, "type") == {"py": "python.pypy3-64", "cpp": "cpp.g++17"}[suffix]
    assert named | set(sources) | set(resources) == set(files)


def polygon_statement(problem: Problem, files: Files, path: str, language: str) -> set[str]:
    contents = small_contents(problem)
    whole, parts = f"statements/{language}", f"statement-sections/{language}"
    assert path == f"{whole}/problem.tex"
    properties = fields(json.loads(files[f"{whole}/problem-properties.json"]), "polygon-statement")
    document = files[path].decode()
    found = {path, f"{whole}/problem-properties.json", f"{parts}/name.tex"}
    for part in ("legend", "input", "output", "notes"):
        text = files[f"{parts}/{part}.tex"].decode()
        assert text.strip() or (part == "notes" and problem in OWN), part
        assert text.strip() == properties[part].strip()
        assert text.strip() in document
        found.add(f"{parts}/{part}.tex")
    name = contents.problem.heading(language[:2].replace("ch", "zh"))
    assert (properties["name"], files[f"{parts}/name.tex"].decode().strip()) == (name, escaped(name))
    assert properties["timeLimit"] == round(1000 * contents.plan.seconds)
    assert properties["memoryLimit"] == contents.mebibytes * 2**20
    for command in ("\\InputFile", "\\OutputFile", "\\Examples", "\\begin{problem}{", "\\end{problem}"):
        assert document.count(command) == 1
    assert document.count("\\Note") == bool(properties["notes"].strip())
    expected = [(data.decode(), answer.decode()) for data, answer in samples(problem)]
    assert [(each["input"], each["output"]) for each in records(properties["sampleTests"])] == expected
    for number, (data, answer) in enumerate(samples(problem), 1):
        assert f"\\exmpfile{{example.{number:02}}}{{example.{number:02}.a}}" in document
        for directory in (whole, parts):
            assert files[f"{directory}/example.{number:02}"] == data
            assert files[f"{directory}/example.{number:02}.a"] == answer
            found |= {f"{directory}/example.{number:02}", f"{directory}/example.{number:02}.a"}
    return found


def polygon_tests(problem: Problem, scored: bool, files: Files, package: ET.Element) -> set[str]:
    contents = small_contents(problem, scored)
    testsets = package.findall("judging/testset")
    assert [attribute(each, "name") for each in testsets] == ["tests"]
    testset = testsets[0]
    assert int(text_of(testset, "time-limit")) == round(1000 * contents.plan.seconds)
    assert int(text_of(testset, "memory-limit")) == contents.mebibytes * 2**20
    patterns = [text_of(testset, f"{kind}-path-pattern") for kind in ("input", "answer")]
    tests = testset.findall("tests/test")
    assert int(text_of(testset, "test-count")) == len(tests)
    paths = [[pattern % number for pattern in patterns] for number in range(1, len(tests) + 1)]
    found = [(files[data], files[answer]) for data, answer in paths]
    assert found == samples(problem) + inputs_and_answers(problem, scored)
    assert all(attribute(each, "method") == "manual" for each in tests)
    assert [each.get("sample") == "true" for each in tests] == [k < len(samples(problem)) for k in range(len(tests))]
    if scored:
        polygon_points(problem, testset, tests)
    else:
        assert testset.find("groups") is None
        assert not any(each.get("points") or each.get("group") for each in tests)
    return {path for pair in paths for path in pair}


def polygon_points(problem: Problem, testset: ET.Element, tests: list[ET.Element]) -> None:
    groups = {attribute(each, "name"): each for each in testset.findall("groups/group")}
    slugs = [group.subtask.slug for group in small_contents(problem).groups]
    assert list(groups) == ["samples", *slugs]
    assert [key for key, _tests in groupby(tests, lambda test: attribute(test, "group"))] == list(groups)
    for key, group in groups.items():
        mine = [float(attribute(test, "points")) for test in tests if test.get("group") == key]
        assert sum(mine) == float(attribute(group, "points"))
        policy = "each-test" if small_contents(problem).summed and key != "samples" else "complete-group"
        assert attribute(group, "points-policy") == policy
        assert policy == "each-test" or not any(mine[1:]), "the first test of a group has its points"
    assert sum(float(attribute(group, "points")) for group in groups.values()) == small_contents(problem).total()


@needs_posix
def test_polygon_xml_is_well_formed_whatever_names_contain(tmp_path: Path) -> None:
    title = "A & 1 < 2 \0\x0b\x85\u2028\ufffe\U0001f600"  # refsol.toml can have none, but a statement can
    problem = problem_in(write_files(tmp_path, {**MEAN, "statement.md": "Text.\n"}), title=title)
    contents = small_contents(OWN[-1])._replace(problem=problem)
    odd = tuple(PackageProgram(name, "wrong_answer", b"") for name in ('"<&>.py', "a\x1bb\udcff.py"))
    contents = contents._replace(submissions=contents.submissions + odd)
    files = files_of("polygon", contents)
    package = ET.fromstring(files["problem.xml"])
    (name,) = package.findall("names/name")
    assert name.get("value") == "A & 1 < 2 \ufffd\ufffd\x85\u2028\ufffd\U0001f600"
    assert files["statement-sections/english/name.tex"].decode().startswith(r"A \& 1 $<$ 2 ")
    paths = [attribute(source, "path") for source in package.findall("assets/solutions/solution/source")]
    assert paths[-2:] == ['solutions/"<&>.py', "solutions/a_b_.py"]
    assert set(paths) <= set(files)


@testlib.needed
@pytest.mark.parametrize("problem", [load(name) for name in NAMES], ids=NAMES)
def test_polygon_programs(problem: Problem, tmp_path: Path) -> None:
    files = small_package("polygon", problem)
    checker = compiled(files["files/check.cpp"], "-std=c++17", "-O2", "-fwhole-program")
    validator = compiled(files["files/validator.cpp"], "-std=c++17", "-O2", "-fwhole-program")
    cases = samples(problem) + inputs_and_answers(problem, scored=True)
    groups = ["samples"] * len(samples(problem))
    groups += [group.subtask.slug for group in small_contents(problem).groups for _test in group.tests]
    for (data, answer), group in zip(cases, groups, strict=True):
        assert run([validator], data).returncode == 0
        assert run([validator, "--testset", "tests", "--group", group], data).returncode == 0, group
        assert run([validator], data + b"1").returncode == FAILED
        assert statuses(checker, (data, answer), answer, tmp_path)[0] == OK
        assert statuses(checker, (data, answer), b"bogus\n", tmp_path)[0] == WRONG
    if small_contents(problem).summed:
        case = a_longer(cases)
        status, message = statuses(checker, case, partly_right(case[1]), tmp_path)
        assert (status, message.split()[:2]) == (PARTIAL, ["points", "10"]), "in percent"
