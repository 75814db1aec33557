"""Calls to the system that fail: what is reported, and what is left."""

import os
import pickle
import subprocess
import sys
from itertools import islice
from pathlib import Path

import faults
import pytest
import support
from fault_scenarios import Scenario, scenarios
from support import Capture, Patch

from refsol.cli import status
from refsol.cli.files import NamedFile
from refsol.cli.status import FileError, guarded
from refsol.cli.verbs import verb_names
from refsol.jury.run.command import Command
from refsol.jury.run.languages import names_file
from refsol.jury.run.scratch import Scratch, remove_own
from refsol.problem import NAMES, load

pytestmark = pytest.mark.slow

FAILED = OSError(5, "Input/output error")
SAMPLE = support.SAMPLES / "nogo" / "1.in"


def fail(*_arguments: object, **_options: object) -> None:
    raise FAILED


def test_a_file_that_cannot_be_closed_is_named(tmp_path: Path) -> None:
    path = tmp_path / "in"
    path.write_bytes(b"data")
    file = NamedFile(str(path))
    os.close(file.fileno())
    with pytest.raises(FileError, match="in: Bad file descriptor"):
        file.close()


@pytest.mark.parametrize(
    ("error", "said", "ended"),
    [
        (OSError(24, "Too many open files"), "refsol: Too many open files\n", status.INTERNAL),
        (OSError(5, "Input/output error", "some.py"), "refsol: some.py: Input/output error\n", status.USAGE),
        (OSError(5, "Input/output error", 3), "refsol: Input/output error\n", status.INTERNAL),
        (OSError("no number"), "refsol: internal error: OSError: no number\n", status.INTERNAL),
    ],
)
def test_an_error_of_the_system_is_not_blamed_on_standard_output(
    error: OSError, said: str, ended: int, capsys: Capture
) -> None:
    def action() -> None:
        raise error

    assert guarded(action) == ended
    assert capsys.readouterr().err == said


def test_what_names_a_file_in_a_command(tmp_path: Path) -> None:
    path = str(tmp_path / "data")
    assert not names_file(path)
    Path(path).touch()
    assert names_file(path)
    assert not any(map(names_file, (f"{path}/x", "x" * 5000, "a\0b")))


def test_moves_that_cannot_be_read_are_blamed_on_standard_input() -> None:
    command = [*support.REFSOL, "multigo", "referee", str(support.SAMPLES / "multigo" / "1.in")]
    with Path(os.devnull).open("wb") as unreadable:
        done = subprocess.run(command, stdin=unreadable, capture_output=True, check=False)
    support.require_refusal(done, "-: Bad file descriptor\n")


@pytest.mark.parametrize(
    ("module", "verb"),
    [*support.toml("faults")["modules"], ("refsol.nogo.jury", f"check --protocol testlib {SAMPLE} {SAMPLE} {SAMPLE}")],
)
def test_a_module_that_cannot_be_imported_is_reported_in_a_line(module: str, verb: str) -> None:
    program = f"import sys; sys.modules[{module!r}] = None; from refsol.__main__ import main; sys.exit(main())"
    done = support.python_process("-c", program, "nogo", *verb.split())
    message = f"internal error: ModuleNotFoundError: import of {module}"
    support.require_refusal(done, message, status=3 if "testlib" in verb else 4)


def test_a_working_directory_whose_removal_is_interrupted_is_removed_at_the_end(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    def interrupted(_path: str) -> None:
        raise SystemExit

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    scratch = Scratch("x")
    with monkeypatch.context() as patch:
        patch.setattr("refsol.jury.run.scratch.remove_tree", interrupted)
        with pytest.raises(SystemExit):
            scratch.give_back(scratch.take(), reusable=False)
    scratch.remove_all()
    assert list(tmp_path.iterdir()) == []


def test_a_working_directory_that_was_just_being_made_is_removed_at_the_end(tmp_path: Path, monkeypatch: Patch) -> None:
    def interrupted(prefix: str) -> None:
        (tmp_path / f"{prefix}made").mkdir()
        raise SystemExit

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("refsol.jury.run.scratch.mkdtemp", interrupted)
    scratch = Scratch("x")
    with pytest.raises(SystemExit):
        scratch.take()
    assert len(list(tmp_path.iterdir())) == 1
    remove_own()
    assert list(tmp_path.iterdir()) == []


def test_a_working_directory_that_somebody_removed_is_made_again(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    scratch = Scratch("x")
    first = scratch.take()
    scratch.give_back(first, reusable=True)
    assert scratch.take() == first
    scratch.give_back(first, reusable=True)
    remove_own()
    second = scratch.take()
    assert (second != first, list(Path(second.path).iterdir())) == (True, [])
    scratch.remove_all()


@support.needs_posix
def test_working_directories_of_killed_copies_are_removed(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    command, other = Command(["true"]), Command(["true"])
    copy = pickle.loads(pickle.dumps(command))
    other._scratch.take()
    copy._scratch.take()
    copy._scratch.take()
    assert len(list(tmp_path.iterdir())) == 3
    assert command.clean_up() == []
    assert len(list(tmp_path.iterdir())) == 1
    with monkeypatch.context() as patch:
        patch.setattr(os, "rmdir", fail)
        (left,) = other.clean_up()
    assert left.message == f"{next(tmp_path.iterdir())} can't be removed: Input/output error"
    assert other.clean_up() == []
    assert list(tmp_path.iterdir()) == []


def test_an_error_is_printed_even_if_nothing_more_can_be_imported(monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setitem(sys.modules, "textwrap", None)
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    status.print_error("out of memory")
    assert capsys.readouterr().err == "refsol: out of memory\n"


# The program


RIGHT = faults.Result(0, b"answer\n", b"", {"in": b"data", "out": b"new"}, [], 0, [])
SCENARIO = Scenario("some", "solve", {"in": b"data", "out": b"old"})
FAILURE = RIGHT._replace(status=2, stdout=b"", stderr=b"refsol: out: failed\n", files=SCENARIO.files)

DEATH = FAILURE._replace(status=-11, stderr=b"", failed=["malloc"])
RESUMED = {"new.refsol-part/": b"", "new.refsol-part/manifest.json": b"{}"}


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (RIGHT, None),
        (FAILURE, None),
        (FAILURE._replace(files=RIGHT.files), None),
        (RIGHT._replace(stderr=b"refsol: tmp can't be removed: x\n", scratch=["refsol-1"]), None),
        (RIGHT._replace(scratch=["refsol-1"]), "temporary files are left"),
        (RIGHT._replace(processes=1), "1 processes are left"),
        (RIGHT._replace(stdout=b""), "another output"),
        (RIGHT._replace(files=SCENARIO.files), "other files"),
        (RIGHT._replace(files={"in": b"data"}), "out is gone"),
        (FAILURE._replace(files={"in": b"data", "out": b"ne"}), "out is neither old nor new"),
        (FAILURE._replace(files={"in": b"data"}), "out is gone"),
        (FAILURE._replace(files={**RIGHT.files, ".refsol-1": b""}), ".refsol-1 is left"),
        (FAILURE._replace(stdout=b"x"), "another output"),
        (FAILURE._replace(stdout=b"ans"), None),
        (FAILURE._replace(stderr=b""), "with 0 lines"),
        (FAILURE._replace(stderr=b"refsol: one\nrefsol: two\n"), "with 2 lines"),
        (FAILURE._replace(stderr=b"Traceback\n"), "status 2, standard error: 'Traceback"),
        (FAILURE._replace(status=1), "status 1"),
        (FAILURE._replace(status=-11, stderr=b"", failed=["read 3"]), "status -11"),
        (FAILURE._replace(status=-14), "hung"),
        (DEATH, None),
        (DEATH._replace(files={**SCENARIO.files, **RESUMED, ".refsol-1": b"", "tests/.refsol-2": b""}), None),
        (DEATH._replace(files={**RIGHT.files, "other": b""}), "other is left"),
        (DEATH._replace(files={"in": b"data", "out": b"ne"}), "out is neither old nor new"),
        (DEATH._replace(status=-6, stderr=b"Fatal Python error\n"), None),
        (FAILURE._replace(stderr=b"Exception ignored\n", failed=["malloc"]), None),
        (FAILURE._replace(status=1, failed=["malloc"]), "status 1"),
    ],
)
def test_what_goes_wrong_is_noticed(result: faults.Result, said: str | None) -> None:
    wrong = list(faults.faults_of(SCENARIO, RIGHT, result))
    assert bool(wrong) == (said is not None)
    assert all(said is not None and said in each for each in wrong[:1])


def test_a_run_without_an_error_leaves_all_files() -> None:
    once = SCENARIO._replace(repeats=False)
    right = RIGHT._replace(files={**RIGHT.files, "new": b""})
    assert list(faults.faults_of(once, right, RIGHT)) == ["status 0, but other files: ['in', 'out']"]
    assert list(faults.faults_of(once, right, right)) == []
    said = b"status 2, could not be saved"
    assert list(faults.faults_of(once, right, RIGHT._replace(stdout=said))) == []


def test_times_may_differ() -> None:
    right = RIGHT._replace(stdout=b"1 case in 0.1 s, 8.2 a second, seed s: no fault\n")
    other = b"1 case in 2.0 s, 0.5 a second, seed s: no fault\n"
    assert list(faults.faults_of(SCENARIO, right, right._replace(stdout=other))) == []
    assert list(faults.faults_of(SCENARIO, right, FAILURE._replace(stdout=other))) == []


def test_every_command_has_a_scenario() -> None:
    verbs = {verb for name in NAMES for verb in verb_names(load(name))}
    assert verbs <= {scenario.arguments[1] for scenario in scenarios() if len(scenario.arguments) > 1}


@pytest.mark.parametrize(
    ("first", "again", "said"),
    [
        (DEATH._replace(files={**SCENARIO.files, **RESUMED}), {}, None),
        (DEATH._replace(files={**SCENARIO.files, ".refsol-1": b""}), {".refsol-1": b""}, None),
        (DEATH._replace(files={**SCENARIO.files, **RESUMED}), RESUMED, "run again: other files"),
        (FAILURE, {}, None),
        (FAILURE._replace(files=SCENARIO.files), {".refsol-1": b""}, "run again: other files"),
    ],
)
def test_the_next_run_removes_what_a_run_that_died_has_left(
    first: faults.Result, again: dict[str, bytes], said: str | None, tmp_path: Path, monkeypatch: Patch
) -> None:
    failing = first._replace(failed=["malloc"])
    for repeats in (True, False):
        results = iter([failing, RIGHT._replace(files={**RIGHT.files, **again})])
        monkeypatch.setattr(faults, "run", lambda *_given, results=results: next(results))
        scenario = SCENARIO._replace(repeats=repeats)
        _result, wrong = faults.attempt(scenario, tmp_path / "place", RIGHT, faults.Plan("memory", 1, 1, 12))
        assert [said in each for each in wrong if said is not None] == ([] if said is None else [True])


def test_calls_are_chosen() -> None:
    assert list(islice(faults.all_of(2500), 3)) == [1, 2, 3]
    assert list(islice(faults.all_of(8000), 3)) == [1, 21, 41]
    assert [faults.few_of(total) for total in (0, 1, 2, 9)] == [[], [1], [1, 2], [1, 5, 9]]


@pytest.mark.skipif(faults.compiler() is None, reason="needs Linux and a C compiler")
def test_a_scenario_runs() -> None:
    command = [sys.executable, faults.__file__, "--scenario", "tictactoe solve -o old", "--call", "rename"]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"rename: 1 run of 1 scenario with a call that failed, something wrong in 0")
