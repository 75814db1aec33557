"""Where outputs go: files are replaced, descriptors and devices are written to, and nothing they hold is lost."""

import os
import socket
import subprocess
from pathlib import Path

import pytest
import support
from support import REFSOL, needs_linux, refsol_process, require_refusal

pytestmark = needs_linux  # for links of /proc

INPUT = str(support.SAMPLES / "nogo" / "2.in")
ANSWER = support.sample("nogo", 2)[1]


def solve(target: str, *descriptors: int, cwd: Path) -> tuple[int, bytes, bytes]:
    """Run ``solve -o`` with ``descriptors`` left open; return status, standard output and standard error."""
    command = [*REFSOL, "nogo", "solve", INPUT, "-o", target]
    done = subprocess.run(command, capture_output=True, cwd=cwd, pass_fds=descriptors, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(("name", "mode"), [("/dev/fd/{}", "ab"), ("/proc/self/fd/{}", "ab"), ("/dev/fd/{}", "wb")])
def test_what_a_descriptor_holds_is_kept_and_it_is_written_where_it_stands(
    name: str, mode: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with log.open(mode, buffering=0) as file:
        file.write(b"old\n")
        assert solve(name.format(file.fileno()), file.fileno(), cwd=tmp_path) == (0, b"", b"")
        file.write(b"new\n")
    assert log.read_bytes() == b"old\n" + ANSWER + b"new\n"
    assert {path.name for path in tmp_path.iterdir()} == {"log"}


def test_standard_error_by_name(tmp_path: Path) -> None:
    assert solve("/dev/stderr", cwd=tmp_path) == (0, b"", ANSWER)
    log = tmp_path / "log"
    log.write_bytes(b"old\n")
    with log.open("ab") as file:
        command = [*REFSOL, "nogo", "solve", INPUT, "-o", "/dev/stderr"]
        assert subprocess.run(command, stderr=file, check=False).returncode == 0
    assert log.read_bytes() == b"old\n" + ANSWER


def test_pipes_and_sockets(tmp_path: Path) -> None:
    near, far = socket.socketpair()
    with near, far:
        assert solve(f"/dev/fd/{near.fileno()}", near.fileno(), cwd=tmp_path) == (0, b"", b"")
        assert far.recv(100) == ANSWER
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
        assert solve("pipe", cwd=tmp_path) == (0, b"", b"")
        assert reader.communicate()[0] == ANSWER
    assert pipe.is_fifo()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
        assert solve("socket", cwd=tmp_path) == (2, b"", b"refsol: socket: No such device or address\n")
        assert (tmp_path / "socket").is_socket()
    reading, writing = os.pipe()
    os.close(reading)
    assert solve(f"/dev/fd/{writing}", writing, cwd=tmp_path) == (141, b"", b"")
    os.close(writing)


def test_descriptors_that_cannot_be_written_to(tmp_path: Path) -> None:
    assert solve("/dev/fd/99", cwd=tmp_path) == (2, b"", b"refsol: /dev/fd/99: Bad file descriptor\n")
    with Path(os.devnull).open("rb") as file:
        name = f"/dev/fd/{file.fileno()}"
        status, output, errors = solve(name, file.fileno(), cwd=tmp_path)
        assert (status, output, errors) == (2, b"", f"refsol: {name}: Bad file descriptor\n".encode())
    for name in ("/dev/full", "/proc/version", "/proc/self/fd", "/dev/fd/1/x"):
        status, output, errors = solve(name, cwd=tmp_path)
        assert (status, output, errors.count(b"\n")) == (2, b"", 1)
        assert errors.startswith(f"refsol: {name}: ".encode())


def test_other_links_are_followed_to_the_file_that_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "link").symlink_to("below/link")
    (tmp_path / "below" / "link").symlink_to("../new")
    for _ in range(2):
        assert solve("link", cwd=tmp_path) == (0, b"", b"")
        assert (tmp_path / "new").read_bytes() == ANSWER
        assert not (tmp_path / "new").is_symlink()
    assert solve("/proc/self/cwd/here", cwd=tmp_path) == (0, b"", b"")
    assert (tmp_path / "here").read_bytes() == ANSWER
    (tmp_path / "loop").symlink_to("loop")
    assert solve("loop", cwd=tmp_path)[::2] == (2, b"refsol: loop: Too many levels of symbolic links\n")
    assert {path.name for path in tmp_path.iterdir()} == {"below", "link", "new", "here", "loop"}


def test_every_verb_writes_to_descriptors(tmp_path: Path) -> None:
    for line in ("generate small -o", f"show {INPUT} --svg", f"show {INPUT} --html"):
        done = refsol_process("nogo", *line.split(), "/dev/stderr", cwd=tmp_path)
        assert (done.returncode, done.stdout, len(done.stderr) > 3) == (0, b"", True)
    assert list(tmp_path.iterdir()) == []


def test_an_output_that_cannot_be_read_is_to_blame_itself() -> None:
    answer, memory = INPUT.replace(".in", ".ans"), "/proc/self/mem"
    for options in (), ("--answer", answer):
        for files in (INPUT, memory), (memory, answer):
            require_refusal(refsol_process("nogo", "check", *options, *files), f"{memory}: Input/output error\n")
