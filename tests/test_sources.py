"""Source files as programs: the table of languages, what is compiled when, and what a compiler says."""

import os
import shutil
import signal
import sys
import time
from pathlib import Path

import pytest
from support import REFSOL, Patch, has_ended, needs_posix, running, toml, wait_for, write_files, write_program

from refsol.jury.run.languages import can_run, first_error, names_source
from refsol.jury.run.program import RunOutcome, StartError

if sys.platform != "win32":
    from refsol.jury.run.command import Command
    from refsol.jury.run.languages import COMPILING, compiler_message, compiling
    from refsol.jury.run.sources import Built, CompileError, _java_names, built, command_of

pytestmark = needs_posix
needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")

RIGHT = "int main() {}\n"
WRONG = "int main() {\n    return x;\n}\n"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: Patch) -> Path:
    """The directory of the programs that are kept, which doesn't exist yet; the current directory is empty."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache/refsol/programs"


@pytest.mark.parametrize("program", toml("sources")["doubling"], ids=lambda program: program["file"])
def test_a_program_in_each_language(program: dict[str, str], tmp_path: Path) -> None:
    missing = [tool for tool in program["needs"] if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"needs {', '.join(missing)}")
    Path(program["file"]).write_text(program["text"], encoding="ascii")
    words = command_of([program["file"]], str(tmp_path))
    outcome = Command(words).run(b"21\n")
    assert (outcome.fault, outcome.output.split()) == (None, [b"42"]), outcome


@pytest.mark.parametrize(("text", "name", "main"), toml("sources")["java"]["names"])
def test_classes_in_java(text: str, name: str, main: str) -> None:
    assert _java_names(text.encode(), Path("dir/file.java")) == (name, main)


def test_which_files_are_programs(tmp_path: Path) -> None:
    paths = [Path(name) for name in ("a.py", "b.cpp", "c.cc", "d.cxx", "e.txt", "f")]
    for path in paths:
        path.touch()
    assert [can_run(path) for path in paths] == [True] * 4 + [False] * 2
    with pytest.raises(StartError, match=r"^f: neither executable nor a source file \(\.py, \.c, \.cpp, \.cc, "):
        built(paths[5], "")
    paths[5].chmod(0o755)
    assert can_run(paths[5])
    assert not can_run(tmp_path)
    file, script = (str(paths[k].absolute()) for k in (5, 0))
    assert built(paths[5], "").words == [file]
    assert built(paths[0], "").words == [sys.executable, script]
    assert built(paths[0], "", ["pypy3", "-S"]).words == ["pypy3", "-S", script]


def test_which_commands_name_a_source_file() -> None:
    write_files(Path(), {"a.py": "", "b.py": "", "d.cpp/x": ""})
    Path("b.py").chmod(0o755)
    words = ["a.py", "./a.py", "a.py 1", "b.py", "cat a.py", "no.py", "d.cpp", "cat", f"{'x' * 5000}.py", "\0.py", ""]
    assert [names_source(word.split()) for word in words] == [True] * 4 + [False] * 7
    assert not names_source(["b.py", "1"])  # with arguments, it is a program
    assert command_of(["a.py", "1"], "")[1:] == [str(Path("a.py").absolute()), "1"]
    assert command_of(["b.py", "1"], "") == ["b.py", "1"]


@needs_compiler
def test_compiled_once_per_content(cache: Path, tmp_path: Path) -> None:
    write_files(Path(), {"a.cpp": RIGHT, "b.cc": RIGHT, "c.cpp": f"{RIGHT}//", "d.c": RIGHT})
    programs = [built(Path(name), str(tmp_path)) for name in ("a.cpp", "b.cc", "c.cpp", "d.c", "a.cpp")]
    assert len({program.words[0] for program in programs}) == len(list(cache.iterdir())) == 3
    assert programs[0] == programs[1] == programs[4]
    assert not any(path.name != "here" and path.name != "cache" for path in tmp_path.iterdir())
    assert len(list(Path().iterdir())) == 4  # nothing is made there
    made = Path(programs[0].words[0]).stat().st_mtime_ns
    built(Path("a.cpp"), "")
    assert Path(programs[0].words[0]).stat().st_mtime_ns == made


@needs_compiler
def test_unused_programs_are_removed(cache: Path) -> None:
    write_files(Path(), {"a.cpp": RIGHT, "b.cpp": f"{RIGHT}//", "c.cpp": f"{RIGHT}///"})
    first, second = (Path(built(Path(name), "").words[0]) for name in ("a.cpp", "b.cpp"))
    long_ago = time.time() - 31 * 24 * 3600
    for each in (first, second):
        os.utime(each.parent, (long_ago, long_ago))
    built(Path("a.cpp"), "")  # and so it is used
    third = Path(built(Path("c.cpp"), "").words[0])
    assert {path.name for path in cache.iterdir()} == {first.parent.name, third.parent.name}


@needs_compiler
def test_without_a_cache(cache: Path, tmp_path: Path, monkeypatch: Patch) -> None:
    write_files(Path(), {"a.cpp": RIGHT})
    cache.parent.parent.touch()  # a file where there should be a directory
    program = built(Path("a.cpp"), str(tmp_path)).words[0]
    assert Path(program).is_relative_to(tmp_path)
    assert Command([program]).run(b"").fault is None
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Path(built(Path("a.cpp"), "").words[0]).is_relative_to(tmp_path / ".cache/refsol/programs")


@needs_compiler
def test_included_files_count(tmp_path: Path) -> None:
    write_files(Path(), {"a.cpp": '#include "h.h"\nint main() { return N; }\n', "h.h": "#define N 3\n"})
    words = [built(Path("a.cpp"), str(tmp_path)).words]
    Path("h.h").write_text("#define N 4\n", encoding="ascii")
    words += [built(Path("a.cpp"), str(tmp_path)).words for _ in range(2)]
    assert [Command(each).run(b"").status for each in words] == [3, 4, 4]
    assert words[0] != words[1] == words[2]
    Path("h.h").unlink()
    assert "h.h" in built(Path("a.cpp"), str(tmp_path)).message


@needs_compiler
@pytest.mark.parametrize(
    ("include", "path"),
    [('#define H "h.h"\n#include H', ""), ("#include <h.h>", "CPATH"), ("# include\t<h.h>", "CPATH")],
)
def test_included_files_count_wherever_they_are(include: str, path: str, tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv(path or "UNUSED", str(Path.cwd()))
    write_files(Path(), {"a.cpp": f"{include}\nint main() {{ return N; }}\n"})
    for number in (3, 4):
        Path("h.h").write_text(f"#define N {number}\n", encoding="ascii")
        assert Command(built(Path("a.cpp"), str(tmp_path)).words).run(b"").status == number


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_compiler(ending: signal.Signals, cache: Path, tmp_path: Path, monkeypatch: Patch) -> None:
    write_program(tmp_path / "bin/g++", f"#!/bin/sh\necho $$ > {tmp_path}/note\nexec sleep 600\n")
    write_files(Path(), {"mine.cpp": RIGHT})
    (tmp_path / "scratch").mkdir()
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    words = ("tictactoe", "stress", "mine.cpp")
    with running(*REFSOL, *words, cwd=Path.cwd(), TMPDIR=str(tmp_path / "scratch")) as process:
        wait_for(lambda: (tmp_path / "note").exists() and (tmp_path / "note").read_bytes())
        process.send_signal(ending)
        assert process.communicate(timeout=60) == (b"", b"")
    assert has_ended(int((tmp_path / "note").read_bytes()))
    assert [*cache.iterdir(), *(tmp_path / "scratch").iterdir()] == []


@needs_compiler
def test_what_a_compiler_says(cache: Path, tmp_path: Path) -> None:
    write_files(Path(), {"dir/a.cpp": WRONG})
    for path in (Path("dir/a.cpp"), Path("dir/a.cpp").absolute()):
        program = built(path, str(tmp_path))
        assert program.words == []
        assert f"{path}:2:12: error: " in program.message
        assert "return x;" in program.message
    assert list(cache.iterdir()) == []
    with pytest.raises(CompileError, match=r"^dir/a\.cpp could not be compiled: dir/a\.cpp:2:12: error: [^\n]+$"):
        command_of(["dir/a.cpp"], "")


def test_compiling() -> None:
    def compiled(*compiler: str) -> RunOutcome:
        return Command(compiling(compiler), COMPILING).run(b"")

    path = Path("one.cpp")
    script = 'echo "In file included from $1" >&2; echo "$1:3:4: error: no x" >&2; exit 1'
    bad = compiler_message(compiled("sh", "-c", script, "sh", "/x/one.cpp"), "/x/one.cpp", path)
    assert bad == "In file included from one.cpp\none.cpp:3:4: error: no x"
    assert first_error(bad, path) == "one.cpp:3:4: error: no x"
    assert first_error("# arguments\none.cpp:1: bad\n", path) == "one.cpp:1: bad"
    assert compiler_message(compiled("sh", "-c", "echo no; exit 1"), "x", path) == "no"
    assert compiler_message(compiled("false"), "x", path) == "the compiler crashed: exit status 1"
    assert compiler_message(compiled("true"), "x", path) == ""
    assert compiled("sh", "-c", 'test "$TMPDIR" -ef . && test -z "$(ls -A)"').fault is None
    large = compiled("sh", "-c", "head -c 300000000 /dev/zero > large || exit 3")
    assert large.status not in (0, None)
    assert compiled("sh", "-c", "yes error").message == "wrote more than 1 MiB"


def test_what_is_not_installed(tmp_path: Path, monkeypatch: Patch) -> None:
    write_files(Path(), {"a.java": "", "a.js": "", "a.cpp": "", "javac": "", "g++": ""})
    Path("javac").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "here"))
    for name, said in (
        ("a.java", "Java needs java"),
        ("a.js", "JavaScript needs node"),
        ("a.cpp", r"C\+\+ needs g\+\+"),
    ):
        with pytest.raises(StartError, match=rf"^{name}: running {said}, which isn't installed$"):
            built(Path(name), str(tmp_path))


@needs_compiler
def test_a_file_that_cannot_be_read(monkeypatch: Patch) -> None:
    with pytest.raises(StartError, match=r"^no\.cpp: No such file or directory$"):
        built(Path("no.cpp"), "")


def test_a_program_that_another_process_makes_meanwhile(cache: Path, monkeypatch: Patch, tmp_path: Path) -> None:
    write_files(tmp_path, {"bin/g++": '#!/bin/sh\n[ -z "$MADE" ] || cp -r . "$MADE"\n', "here/a.cpp": RIGHT})
    (tmp_path / "bin/g++").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    program = Path(built(Path("a.cpp"), "").words[0])
    shutil.rmtree(program.parent)
    monkeypatch.setenv("MADE", str(program.parent))
    assert built(Path("a.cpp"), "") == Built([str(program)])
    assert list(cache.iterdir()) == [program.parent]
