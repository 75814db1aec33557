"""Packages: what is in them, that equal ones are equal byte for byte, that tests fit, and that they can be resumed."""

import errno
import gc
import io
import os
import re
import shlex
import signal
import stat
import zipfile
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path, PurePosixPath

import pytest
import yaml
from small_packages import small_contents, small_package
from support import (
    ROOT,
    Done,
    Patch,
    contents,
    needs_posix,
    refsol_here,
    refsol_process,
    require_refusal,
    toml,
    write_files,
)
from test_signals import STATUSES, signalled

from refsol.errors import OptionError
from refsol.jury.packages import FORMATS, Contents, Format, PackagePlan, _submissions, contents_of, load_format
from refsol.jury.packages.files import PackageFile, write_zip, yaml_file
from refsol.jury.packages.tests import Keep, fewer, full_groups
from refsol.jury.testset import tests_of as entries_of
from refsol.problem import NAMES, load
from refsol.problem.packaging import PYTHON

pytestmark = pytest.mark.slow

NUMBER = "0123456789"


def keeper(directory: Path, made: list[str] | None = None) -> Keep:
    def keep(name: str, make: Callable[[], Iterable[bytes]]) -> Path:
        path = directory / name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"".join(make()))
            if made is not None:
                made.append(name)
        return path

    return keep


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the tests of each problem are kept, in a directory of its own, so that several packages share them."""
    return tmp_path_factory.mktemp("kept")


def plan_of(*, scored: bool = True, max_bytes: int | None = None) -> PackagePlan:
    return PackagePlan("1", 2.0, scored, PYTHON, max_bytes=max_bytes)


def package(*arguments: str, cwd: Path, run: Callable[..., Done] = refsol_here) -> str:
    done = run(*arguments, cwd=cwd)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def refused(*arguments: str, cwd: Path) -> str:
    before = contents(cwd)
    done = refsol_here(*arguments, cwd=cwd)
    require_refusal(done)
    assert contents(cwd) == before
    return done.stderr.decode().removeprefix("refsol: ").removesuffix("\n")


# The whole command


@pytest.mark.parametrize("kind", FORMATS)
def test_an_archive_holds_what_a_directory_does_and_is_always_the_same(kind: str, tmp_path: Path) -> None:
    printed = package("tictactoe", "package", kind, "whole", cwd=tmp_path, run=refsol_process)
    assert printed.startswith(f"whole: {kind}, 39 tests in 1 group, 100 points, ")
    assert package("tictactoe", "package", kind, "one.zip", cwd=tmp_path).splitlines()[0].startswith("one.zip: ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.zip", "whole"]
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert archive.testzip() is None
        assert archive.namelist() == sorted(archive.namelist())
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {name: archive.read(name) for name in archive.namelist()} == contents(tmp_path / "whole")
        for info in archive.infolist():
            executable = bool((tmp_path / "whole" / info.filename).stat().st_mode & stat.S_IXUSR)
            assert stat.S_IMODE(info.external_attr >> 16) == (0o755 if executable else 0o644), info.filename
    size = sum(path.stat().st_size for path in (tmp_path / "whole").rglob("*") if path.is_file())
    assert printed.splitlines()[0].endswith(f" {size} bytes unzipped")


def test_an_archive_is_never_written_in_the_form_for_pipes() -> None:
    class Unseekable(io.BytesIO):
        def tell(self) -> int:
            raise OSError

    with pytest.raises(OSError, match=os.strerror(errno.ESPIPE)):
        write_zip(Unseekable(), [PackageFile("a", b"a")])


def test_another_seed_gives_other_tests_and_the_same_uuid(tmp_path: Path) -> None:
    for seed in "12":
        package("tictactoe", "package", "kattis", seed, "--seed", seed, cwd=tmp_path)
        package("tictactoe", "package", "kattis-legacy", f"legacy{seed}", "--seed", seed, cwd=tmp_path)
    names = sorted(path.name for path in tmp_path.iterdir())
    uuids = {yaml.safe_load((tmp_path / name / "problem.yaml").read_bytes())["uuid"] for name in names}
    assert len(uuids) == 1
    found = [{sha256(path.read_bytes()).digest() for path in (tmp_path / name).rglob("*.in")} for name in "12"]
    assert len(found[0] & found[1]) < len(found[0]) / 2
    assert len({small_contents(load(name)).uuid for name in NAMES}) == len(NAMES)


@pytest.mark.parametrize(("ending", "count"), [(signal.SIGINT, 2), (signal.SIGTERM, 9), (signal.SIGHUP, 40)])
@needs_posix
def test_an_interrupted_package_can_be_resumed(ending: signal.Signals, count: int, tmp_path: Path) -> None:
    package("tictactoe", "package", "kattis", "whole.zip", cwd=tmp_path)
    done = signalled(ending, count, "tictactoe", "package", "kattis", "new.zip", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (STATUSES[ending], b"")
    assert done.stderr == b"refsol: new.zip: interrupted; run the same command again to resume\n"
    parts = tmp_path / "new.zip.refsol-part" / "parts"
    before = {path: path.stat().st_mtime_ns for path in parts.rglob("*") if path.is_file()}
    assert len(before) == count - 1  # the manifest is none of them
    done = signalled(ending, 1, "tictactoe", "package", "kattis", "new.zip", cwd=tmp_path)
    after = {path: path.stat().st_mtime_ns for path in parts.rglob("*") if path.is_file()}
    assert before.items() <= after.items()
    assert len(after) == len(before) + 1
    other = ("tictactoe", "package", "kattis", "new.zip", "--seed", "2")
    line = "new.zip.refsol-part: was left by another command; repeat that command, or delete this"
    assert refused(*other, cwd=tmp_path) == line
    package("tictactoe", "package", "kattis", "new.zip", cwd=tmp_path)
    assert (tmp_path / "new.zip").read_bytes() == (tmp_path / "whole.zip").read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"new.zip", "whole.zip"}


def test_what_is_there_stays(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    package("tictactoe", "package", "dmoj", "empty", cwd=tmp_path)
    write_files(tmp_path, dict.fromkeys(("mine.zip", "mine", "new.refsol-part/mine", "file"), "mine"))
    (tmp_path / "link").symlink_to("nowhere")
    (tmp_path / "directory.zip").mkdir()
    there = "already exists; choose a new target, or delete it"
    for target in ("empty", "mine.zip", "mine", "link", "directory.zip"):
        assert refused("tictactoe", "package", "dmoj", target, cwd=tmp_path) == f"{target}: {there}"
    line = refused("tictactoe", "package", "dmoj", "new", cwd=tmp_path)
    assert line == "new.refsol-part: is not an unfinished package"
    assert refused("tictactoe", "package", "dmoj", "file/new", cwd=tmp_path).startswith("file/new")


@pytest.mark.parametrize("target", [".", "./", "../here", "below/.."])
def test_the_current_directory_can_be_the_target(target: str, tmp_path: Path) -> None:
    """It stays the same directory, or the shell would be in none."""
    here = tmp_path / "here"
    here.mkdir()
    before = here.stat().st_ino
    if target == "below/..":  # the same as ., but not empty
        (here / "below").mkdir()
        assert "already exists; choose a new" in refused("tictactoe", "package", "dmoj", target, cwd=here)
        return
    assert package("tictactoe", "package", "dmoj", target, cwd=here).startswith(f"{Path(target)}: dmoj, 39 tests")
    assert here.stat().st_ino == before
    assert (here / "init.yml").is_file()
    assert sorted(tmp_path.iterdir()) == [here]
    assert "already exists" in refused("tictactoe", "package", "dmoj", target, cwd=here)


def test_targets_without_a_name(tmp_path: Path) -> None:
    assert refused("tictactoe", "package", "dmoj", "", cwd=tmp_path) == "expected TARGET, found an empty name"
    (tmp_path / "new").mkdir()
    write_files(tmp_path, {"new.refsol-part/.refsol-0123456789abcdef": "left over from a killed run"})
    package("tictactoe", "package", "dmoj", "new/.", cwd=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["new"]
    for target in ("/", "..", "new/.."):
        assert "already exists" in refused("tictactoe", "package", "dmoj", target, cwd=tmp_path / "new")


@pytest.mark.parametrize(("line", "message"), toml("mistakes")["package"])
def test_options_that_do_not_fit(line: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_bytes(b"print()\n")
    require_refusal(refsol_here("nogo", "package", *shlex.split(line), cwd=tmp_path), message)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.py"]


def test_too_little_room_is_refused_with_the_reason(tmp_path: Path) -> None:
    command = ("tictactoe", "package", "kattis", "new", "--max-bytes")
    begin, rest = refused(*command, "1000", cwd=tmp_path).rsplit(" ", 1)
    assert begin == "1000 bytes are too few: without its tests, the package takes up to"
    line = refused(*command, str(int(rest) + 1000), cwd=tmp_path)
    assert re.fullmatch(
        r"the tests don't fit: at their smallest, they take \S+ times the 1000 bytes that are left", line
    )


def test_the_number_of_tests_can_be_limited(tmp_path: Path) -> None:
    printed = package("tictactoe", "package", "hydro", "new", "--max-tests", "20", cwd=tmp_path).splitlines()
    assert printed[0].startswith("new: hydro, 20 tests in 1 group, 100 points, ")
    assert printed[1:] == ["19 tests left out"]
    assert len(list((tmp_path / "new/tictactoe/testdata").glob("*.in"))) == 20


def test_submissions_of_the_user(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_bytes(b"print()\n")
    (tmp_path / "\udcff.cpp").write_bytes(b"\xff")
    more = ("--submission", "wrong_answer=mine.py", "--submission", "run_time_error=\udcff.cpp")
    package("tictactoe", "package", "dmoj", "new", *more, cwd=tmp_path)
    found = tmp_path / "new" / "submissions"
    assert (found / "wrong_answer" / "mine.py").read_bytes() == b"print()\n"
    assert (found / "run_time_error" / "\udcff.cpp").read_bytes() == b"\xff"
    assert (found / "accepted" / "solver.cpp").exists()
    zipped = refsol_process("tictactoe", "package", "dmoj", "new.zip", *more, cwd=tmp_path)
    require_refusal(zipped, "--submission: the name '\\udcff.cpp' isn't UTF-8, as names in zip files are\n")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero")
def test_an_endless_submission_is_refused(tmp_path: Path) -> None:
    done = refsol_process("tictactoe", "package", "dmoj", "new", "--submission", "accepted=/dev/zero", cwd=tmp_path)
    require_refusal(done, "/dev/zero:1:1: expected at most 268435456 bytes, found more\n", 3)
    assert list(tmp_path.iterdir()) == []


# Tests that fit


def only_tests(contents: Contents) -> Iterator[PackageFile]:
    for group in contents.groups:
        for test in group.tests:
            yield PackageFile(f"{group.name}/{test.name}.in", test.input)
            yield PackageFile(f"{group.name}/{test.name}.out", test.answer)


@pytest.mark.parametrize(("name", "most"), [("nogo", 60_000), ("nogo", 150_000), ("somegame", 70_000)])
def test_sizes_are_chosen_to_fit(name: str, most: int, kept: Path) -> None:
    made: list[str] = []
    found = contents_of(load(name), Format(only_tests), plan_of(max_bytes=most), keeper(kept / name, made))
    files = list(only_tests(found))
    assert most / 2 < sum(file.size() for file in files) <= most
    jury = load(name).jury
    inputs = set()
    for group in found.groups:
        for test in group.tests:
            data = test.input.read_bytes()
            assert test.family.generate(test.seed, test.sizes) == data
            assert b"".join(load(name).solve(data, {})) == test.answer.read_bytes()
            inputs.add(data)
    assert len(inputs) == sum(len(group.tests) for group in found.groups)
    assert {test.family for test in found.groups[-1].tests} == set(jury.families)
    large = [test for test in found.groups[-1].tests if test.family.largest]
    assert all(test.sizes for test in large)
    sizes = [sum(path.stat().st_size for path in (test.input, test.answer)) for test in large]
    assert min(sizes) > max(sizes) / 3  # they share the room
    assert not any(each.verdict == "time_limit_exceeded" for each in found.submissions)  # it may be quick enough now
    count = len(made)
    contents_of(load(name), Format(only_tests), plan_of(max_bytes=most), keeper(kept / name, made))
    assert len(made) == count  # nothing is made again


def test_tests_have_their_full_size_if_there_is_room(tmp_path: Path) -> None:
    entries = list(entries_of(load("tictactoe").jury, "1"))
    limits = load("tictactoe").limits
    for room in (None, 10**6):
        (group,) = full_groups(load("tictactoe"), entries, room, keeper(tmp_path))
        assert group.at_full_size
        assert [test.family for test in group.tests] == [entry.family for entry in entries]
        assert [test.input.read_bytes() for test in group.tests] == [e.family.generate(e.seed) for e in entries]
        assert (group.number, group.name, group.subtask) == (1, "01-all", limits.subtasks[0])


def test_tests_with_points_add_up_to_100_unless_the_judge_scales_them(kept: Path) -> None:
    for plan, scales, total in (
        (plan_of(max_bytes=60_000), False, 100),
        (plan_of(max_bytes=60_000)._replace(total=620), False, 620),
        (plan_of(max_bytes=60_000), True, None),
        (plan_of(max_bytes=60_000, scored=False), False, None),
    ):
        contents = contents_of(load("nogo"), Format(only_tests, scales=scales), plan, keeper(kept / "nogo"))
        assert contents.plan.total == total


def test_a_format_may_allow_few_tests() -> None:
    entries = list(entries_of(load("chess").jury, "1"))
    families = {entry.family.name for entry in entries}
    left = fewer(entries, 48)
    assert len(left) == 48
    assert {entry.family.name for entry in left} == families
    assert [entry for entry in entries if entry in left] == left
    assert fewer(entries, 1000) == entries
    assert len(fewer(entries, len(families))) == len(families)
    message = f"may be {len(families) - 1}, and each of {len(families)} families needs one"
    with pytest.raises(OptionError, match=message):
        fewer(entries, len(families) - 1)


def test_groups_are_the_subtasks(kept: Path) -> None:
    kind = Format(only_tests)
    keep = keeper(kept / "multigo")
    found = contents_of(load("multigo"), kind, plan_of(max_bytes=200_000), keep)
    assert [group.subtask for group in found.groups] == list(load("multigo").limits.subtasks)
    assert [found.points(group) for group in found.groups] == [7, 11, 13, 17, 19, 33]
    for group in found.groups:
        for test in group.tests:
            assert group.subtask.breach(test.input.read_bytes()) is None
    with pytest.raises(OptionError, match="the tests don't fit"):
        contents_of(load("multigo"), kind, plan_of(max_bytes=25_000), keep)


def test_submissions_depend_on_the_points(kept: Path) -> None:
    """The limits are those of other tests here, which have made most of the files."""
    kind = Format(lambda contents: ())

    def verdicts(name: str, *, scored: bool) -> set[tuple[str, str]]:
        plan = plan_of(scored=scored, max_bytes=60_000 if name == "nogo" else 200_000)
        found = contents_of(load(name), kind, plan, keeper(kept / name))
        return {(each.verdict, each.name) for each in found.submissions}

    right = {("accepted", "solver.cpp")}
    wrong = {("wrong_answer", f"{name}.py") for name in ("corners", "holes", "own_cell")}
    assert verdicts("multigo", scored=False) == right | wrong
    partly = {("partially_accepted", f"{name}.py") for name in ("corners", "holes")}
    assert verdicts("multigo", scored=True) == right | partly
    assert {verdict for verdict, _name in verdicts("nogo", scored=True)} == {"accepted", "partially_accepted"}
    bare = small_contents(load("nogo"))
    partial = [each.name for each in _submissions(bare) if each.verdict == "partially_accepted"]
    assert "brute_force.py" in partial  # it earns points, though it is too slow for large boards
    assert {verdict for verdict, _name in verdicts("tictactoe", scored=True)} == {"accepted", "wrong_answer"}


# The formats that the judges' own programs try elsewhere


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scored", [True, False])
def test_kattis_legacy(name: str, scored: bool) -> None:
    files = small_package("kattis-legacy", load(name), scored)
    custom = load(name).jury.checker is not None
    problem = yaml.safe_load(files["problem.yaml"])
    assert problem["type"] == ("scoring" if scored else "pass-fail")
    assert problem["limits"]["time_multiplier"] == 2, "the published limits are for C++, and 5 times is the default"
    assert ("grading" in problem) == scored
    assert problem["validation"] == ("custom score" if custom and scored else "custom" if custom else "default")
    flags = "--points score" if custom and scored else None if custom else "case_sensitive"
    assert problem.get("validator_flags") == flags
    groups = {str(PurePosixPath(path).parent) for path in files if path.endswith("testdata.yaml")}
    inputs = {path.removesuffix(".in") for path in files if path.endswith(".in")}
    secret = {str(PurePosixPath(path).parent) for path in inputs if path.startswith("data/secret/")}
    assert groups == ({"data", "data/sample", "data/secret"} | secret if scored else set())
    if scored:
        ranges = [yaml.safe_load(files[f"{group}/testdata.yaml"])["range"] for group in sorted(secret)]
        total = sum(int(each.split()[1]) for each in ranges)
        assert yaml.safe_load(files["data/testdata.yaml"])["range"] == f"0 {total}"
        assert total == (10 * sum(path.endswith(".in") for path in files if "secret" in path) if custom else 100)
    assert inputs == {path.removesuffix(".ans") for path in files if path.endswith(".ans")}
    assert all(set(PurePosixPath(path).stem) <= set(NUMBER + "-abcdefghijklmnopqrstuvwxyz") for path in inputs)
    for program in ("input", "output")[: 1 + custom]:
        assert files[f"{program}_validators/refsol/build"].startswith(b"#!/bin/sh\n")
        assert files[f"{program}_validators/refsol/run"].startswith(b"#!/usr/bin/env python3\n#")
        assert files[f"{program}_validators/refsol/run"].count(b"#!") == 1
    assert ("output_validators/refsol/run" in files) == custom
    assert files["problem_statement/problem.en.tex"].startswith(b"\\problemname{")
    fidelity = (ROOT / "refsol" / name / "fidelity.md").read_bytes()
    assert b"## Published, inferred, decided\n\n" + fidelity in files["TESTS.md"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scored", [True, False])
def test_kattis(name: str, scored: bool) -> None:
    files = small_package("kattis", load(name), scored)
    custom = load(name).jury.checker is not None
    problem = yaml.safe_load(files["problem.yaml"])
    assert problem["problem_format_version"] == "2025-09"
    languages = {path.split(".")[1] for path in files if path.startswith("statement/")}
    assert set(problem["name"]) == languages == ({"en", "zh"} if scored else {"en"})
    limits = problem["limits"]
    assert (limits["time_limit"] / limits["time_resolution"]).is_integer()
    groups = {
        str(PurePosixPath(path).parent): yaml.safe_load(content)
        for path, content in files.items()
        if path.endswith("/test_group.yaml")
    }
    assert ("score_aggregation" in groups.get("data/secret", {})) == scored
    if scored:
        secret = groups.pop("data/secret")
        assert secret["max_score"] == sum(group.get("max_score", 0) for group in groups.values())
        for directory, group in groups.items():
            if directory != "data/sample":
                assert group["score_aggregation"] == ("sum" if custom else "pass-fail")
                assert group["output_validator_args"] == (["--points", "multiplier"] if custom else ["case_sensitive"])
    elif not custom:
        arguments = {"output_validator_args": ["case_sensitive"]}
        assert groups == {"data/sample": arguments, "data/secret": arguments}
    statement = next(content for path, content in files.items() if path.startswith("statement/problem.en"))
    for sample in small_contents(load(name)).samples:
        assert sample.input.decode() not in statement.decode()  # the judge shows it


@pytest.mark.parametrize("name", NAMES)
def test_dmoj(name: str) -> None:
    files = small_package("dmoj", load(name))
    custom = load(name).jury.checker is not None
    init = yaml.safe_load(files["init.yml"])
    assert init["checker"] == ("checker.py" if custom else "standard")
    assert ("checker.py" in files) == custom
    points = 0
    named = []
    for case in init["test_cases"]:
        points += case["points"]
        named += case.get("batched", [case])
    assert points == (10 * len(named) if custom else 100)
    paths = {path for path in files if path.endswith((".in", ".out"))}
    assert {path for case in named for path in (case["in"], case["out"])} == paths


# Small parts


@pytest.mark.parametrize(
    "text", ['a: "b" #c\n\\d é 棋 𝄞', "a\u2028b\u2029c\x85d", "\0\x1b\x7f\ufeff\r\n\t ", "1e-06", "no", "", "-\n"]
)
def test_yaml_says_what_it_is_given(text: str) -> None:
    value = {
        "text": text,
        "numbers": [1, 2.5, 1e-6, 1e22, True, None, -3],
        "nested": {"a": {"b": []}, "c": [{"d": text, "e": [text, 3]}, [4, [5]], {}], "f": {}},
        "long": f"{text} word " * 50,
    }
    file = yaml_file("a.yaml", value)
    assert file.path == "a.yaml"
    lines = b"".join(file.chunks()).decode().splitlines()
    assert yaml.safe_load("\n".join(lines)) == value, "nothing in a text ends a line"
    assert lines[0].startswith('text: "')
    assert lines[1:3] == ["numbers:", "  - 1"]


def test_an_archive_takes_files_from_disk_and_memory(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(bytes(3 * 2**20))
    found = [PackageFile("b/large", tmp_path / "large"), PackageFile("a", b"text", executable=True)]
    archive = io.BytesIO()
    write_zip(archive, found)
    with zipfile.ZipFile(archive) as opened:
        assert opened.namelist() == ["a", "b/large"]
        assert opened.read("b/large") == bytes(3 * 2**20)
        assert opened.read("a") == b"text"


@pytest.mark.parametrize("error", [MemoryError, OSError])
def test_an_archive_that_cannot_be_written_says_why_and_writes_no_more(
    error: type[Exception], tmp_path: Path, monkeypatch: Patch
) -> None:
    """Zipfile has an entry open, half of which is made, and would complain about that, then and when it is deleted."""

    def fail(*_arguments: object) -> None:
        raise error

    ignored: list[object] = []
    monkeypatch.setattr("sys.unraisablehook", ignored.append)
    monkeypatch.setattr("zlib.compressobj", fail)
    with (tmp_path / "archive").open("wb") as archive, pytest.raises(error):
        write_zip(archive, [PackageFile("a", b"text")])
    gc.collect()
    assert ignored == []
    assert b"PK\5\6" not in (tmp_path / "archive").read_bytes()  # the end of a whole archive


def test_each_format_is_described() -> None:
    for name in FORMATS:
        kind = load_format(name)
        assert kind.checkers
        for scored in (True, False):
            notes = kind.notes(small_contents(load("nogo"), scored))
            assert all("\n" not in note for note in notes)
    with pytest.raises(OptionError, match="there is no format 'domjudge'"):
        load_format("domjudge")
