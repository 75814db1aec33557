"""Problems of installed packages: found by their entry points, imported only when used, and harmless when broken."""

import os
from pathlib import Path
from textwrap import dedent

import pytest
import support
from installing import BROKEN, LIMITS, TINY, install, offer, search_path

pytestmark = pytest.mark.slow

LIST = support.refsol_process("list").stdout.decode()
LISTED = (0, f"{LIST}tiny       A problem to copy (refsol-tiny 1.0)\n", "")


def run(path: str, *arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
    return support.said_by(support.refsol_process(*arguments, stdin=stdin, PYTHONPATH=path))


def test_an_installed_problem_has_the_commands_of_the_others(tmp_path: Path) -> None:
    path = install(tmp_path)
    assert run(path, "list") == LISTED
    assert run(path, "tiny", "solve", stdin=b"12\n") == (0, "12\n", "")
    page = run(path, "--help")[1]
    assert "│ tiny       A problem to copy (refsol-tiny 1.0) " in page[page.index("─ Installed problems ─") :]
    assert "\n Tiny: copy the input (made up). " in run(path, "tiny", "--help")[1]
    assert "\n Usage: refsol tiny solve [OPTIONS] [INPUT] " in run(path, "tiny", "solve", "--help")[1]
    for words, meant in ((["tiny", "solv"], "solve"), (["tini"], "tiny")):
        status, out, err = run(path, *words)
        assert (status, out, f"Did you mean '{meant}'?" in err) == (2, "", True)


def completed(path: str, line: str) -> tuple[int, bytes, bytes]:
    """Return exit status, output and errors of completing a ``line`` in bash."""
    at = str(len(line.split(" ")) - 1)
    done = support.refsol_process(PYTHONPATH=path, _REFSOL_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD=at)
    return done.returncode, done.stdout, done.stderr


def test_completion_knows_installed_problems(tmp_path: Path) -> None:
    path = install(tmp_path)
    assert completed(path, "refsol ti") == (0, b"tictactoe\ntiny\n", b"")
    assert completed(path, "refsol tiny so") == (0, b"solve\n", b"")


@pytest.mark.parametrize("what", ["an exception", "an exit", "another type", "no contract"])
def test_an_error_at_import_is_one_line_that_names_the_package(what: str, tmp_path: Path) -> None:
    source, message = BROKEN[what]
    path = install(tmp_path, {"__init__.py": source})
    expected = f"refsol: the problem 'tiny' of refsol-tiny 1.0 can't be used: {message}\n"
    assert run(path, "tiny", "solve", stdin=b"") == (2, "", expected)
    assert run(path, "tiny", "--help") == (2, "", expected)
    assert run(path, "list") == LISTED  # nothing is imported for this, or for the help and the other problems
    assert run(path, "--help")[0::2] == (0, "")
    assert completed(path, "refsol tiny ") == (0, b"", b"")


def test_names_of_refsols_own_stay_its_own(tmp_path: Path) -> None:
    for name in ("nogo", "list", "own"):
        offer(tmp_path, f"{name} = refsol_evil", f"refsol-evil-{name}")
    path = search_path(tmp_path)
    left_out = "".join(
        f"refsol: the problem '{name}' of refsol-evil-{name} 1.0 can't be used: its name is refsol's own\n"
        for name in ("list", "nogo", "own")
    )
    assert run(path, "list") == (0, LIST, left_out)
    assert "Installed problems" not in run(path, "--help")[1]
    sample = support.SAMPLES / "nogo" / "1.in"
    assert run(path, "nogo", "solve", str(sample)) == (0, sample.with_suffix(".ans").read_text(), "")


def test_two_packages_with_one_name_are_both_left_out(tmp_path: Path) -> None:
    install(tmp_path)
    offer(tmp_path, "tiny = refsol_other", "refsol-other")
    path = search_path(tmp_path)
    two = "refsol-other 1.0 and refsol-tiny 1.0"
    message = f"refsol: the problem 'tiny' can't be used: {two} each offer one of this name\n"
    assert run(path, "list") == (0, LIST, message)
    assert run(path, "tiny", "solve") == (2, "", message)


@pytest.mark.parametrize(
    "entries",
    ["Tiny = refsol_tiny", "-tiny = refsol_tiny", "own:tiny = refsol_tiny", "tiny = not a module", "tiny", "\0", "[[["],
)
def test_entries_that_make_no_sense_are_left_out(entries: str, tmp_path: Path) -> None:
    offer(tmp_path, entries, "refsol-tiny")
    assert run(search_path(tmp_path), "list") == (0, LIST, "")


@support.needs_posix
def test_nothing_waits_for_a_pipe(tmp_path: Path) -> None:
    path = install(tmp_path)
    for name in ("a_pipe", "z_pipe"):
        directory = tmp_path / f"refsol_{name}-1.0.dist-info"
        directory.mkdir()
        os.mkfifo(directory / "entry_points.txt")
    assert run(path, "list") == LISTED


def test_many_entries_take_linear_time(tmp_path: Path) -> None:
    offer(tmp_path, "\n".join(f"p{k} = refsol_many" for k in range(20_000)), "refsol-many")
    resource = pytest.importorskip("resource")
    begin = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    status, output, errors = run(search_path(tmp_path), "list")
    assert (status, output.count("\np"), errors) == (0, 20_000, "")
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - begin < 10


def test_built_in_problems_look_up_nothing(tmp_path: Path) -> None:
    """What looks up installed packages is not even imported."""
    path = install(tmp_path, {"__init__.py": "1 / 0"})
    sample = support.SAMPLES / "nogo" / "1"
    code = dedent("""
        import sys
        from refsol.cli.main import run
        assert run(sys.argv[1:]) == 0
        looked_up = {"refsol.problem.installed", "importlib.metadata"} & sys.modules.keys()
        print(*sorted(looked_up, reverse=True), file=sys.stderr)
    """)
    for words in ("solve {}.in", "validate {}.in", "check {0}.in {0}.ans", "explain {}.in", "statement"):
        arguments = words.format(sample).split()
        assert support.python_process("-c", code, "nogo", *arguments, PYTHONPATH=path).stderr == b"\n", words


def test_without_installed_problems_the_list_imports_little() -> None:
    code = "import sys; from refsol.problem import offered; print(offered(), 'importlib.metadata' in sys.modules)"
    path = f"import sys; sys.path.insert(0, {os.fspath(support.ROOT)!r}); "
    assert support.python_process("-I", "-c", path + code).stdout == b"([], []) False\n"


def test_a_problem_without_a_statement_in_chinese(tmp_path: Path) -> None:
    path = install(tmp_path, {**TINY, "limits.py": LIMITS, "statement.md": "# Tiny\n\n<!-- limits -->\n"})
    text = "# Tiny\n\n| value | range |\n|-------|-------|\n\nThere are no subtasks.\n"
    assert run(path, "tiny", "statement") == (0, text, "")
    message = "refsol: the statement of tiny is not available in the language 'zh'\n"
    assert run(path, "tiny", "statement", "--language", "zh") == (2, "", message)
