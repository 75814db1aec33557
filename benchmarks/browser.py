"""How soon the playground finds bugs, in Chromium: ``python benchmarks/browser.py SITE [--mbit N] [--pause N]``.

``SITE`` is the directory of a built site, which is served at so many Mbit/s (default: 20). For each problem, a wrong
program in Python and one in C++ (those of the tests) are looked at by a browser that has never seen the page, by one
that has, and once more after a change of the program. A program is entered once the page has loaded what all programs
need, and the click comes ``--pause`` seconds (default: 0) later.
Printed as a table: megabytes sent; seconds since the page was asked for until it has loaded that; seconds since the
click until there is a counterexample, and until its cause is known.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import IO, TYPE_CHECKING, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "docs" / "extensions"))

import support
from chromium import chromium
from playground_page import PAGE, example

from refsol.problem import NAMES

if TYPE_CHECKING:
    from playwright.sync_api import Page

_MINUTES: Final = 300_000  # milliseconds
_CHUNK: Final = 2**14


class Line:
    """A line that sends ``rate`` bytes a second, whoever asks; it counts them in ``sent``."""

    def __init__(self, rate: float) -> None:
        self.sent = 0
        self._rate: Final = rate
        self._free = 0.0  # since when the line is free
        self._lock: Final = Lock()

    def send(self, size: int) -> None:
        """Wait until ``size`` bytes are through."""
        with self._lock:
            self.sent += size
            self._free = max(self._free, time.monotonic()) + size / self._rate
            end = self._free
        time.sleep(max(0, end - time.monotonic()))


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, line: Line, *given: object, **options: str) -> None:
        self.line = line
        super().__init__(*given, **options)  # type: ignore[arg-type]  # what the server gives

    def copyfile(self, source: IO[bytes], outputfile: IO[bytes]) -> None:  # type: ignore[override]  # bytes only
        while chunk := source.read(_CHUNK):
            self.line.send(len(chunk))
            outputfile.write(chunk)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the name of the base class)
        """Say nothing."""


@contextmanager
def _served(site: str, line: Line) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, line, directory=site)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{PAGE}"
        server.shutdown()


def _programs(problem: str) -> dict[str, tuple[str, str]]:
    """Return for each language a wrong program, and the same after a change that changes nothing."""
    right, wrong = support.toml("playground_cpp")["mutations"][problem]
    plain = (support.ROOT / "refsol" / problem / "plain.cpp").read_text(encoding="utf-8").replace(right, wrong)
    python = example(problem)
    return {"Python": (python, f"{python}\n# again\n"), "C++": (plain, f"{plain}\n// again\n")}


def _find(page: "Page", program: str, pause: float) -> list[float]:
    page.get_by_label("Your program").fill(program)
    time.sleep(pause)
    begin = time.perf_counter()
    page.get_by_role("button", name="Find a bug").click()
    times = []
    for selector in ("#counterexample", "#work[aria-busy=false] #found h2"):
        # A locator's wait_for may take half a second more.
        page.wait_for_function(f"() => document.querySelector('{selector}') !== null")
        times.append(time.perf_counter() - begin)
    return times


def _open(page: "Page", address: str, problem: str) -> float:
    begin = time.perf_counter()
    page.set_default_timeout(_MINUTES)
    page.goto(f"{address}#try={problem}")
    page.locator("#status").filter(has_text="Ready.").wait_for()
    return time.perf_counter() - begin


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description="Measure how soon the playground finds bugs.")
    parser.add_argument("site", help="the directory of a built site")
    parser.add_argument("--mbit", type=float, default=20, help="Mbit/s at which the site is served")
    parser.add_argument("--pause", type=float, default=0, help="seconds between a program's arrival and the click")
    options = parser.parse_args()
    line = Line(options.mbit * 1e6 / 8)
    print("| problem | language | browser | MB | ready | counterexample | shrunk |")
    print("|---|---|---|---|---|---|---|")
    with _served(options.site, line) as address, chromium() as browser:
        for problem in NAMES:
            for language, (program, changed) in _programs(problem).items():
                context = browser.new_context()
                for state in ("new", "used"):
                    line.sent = 0
                    page = context.new_page()
                    ready = f"{_open(page, address, problem):.1f} s"
                    for what, text in ((state, program), ("program changed", changed)):
                        times = " | ".join(f"{seconds:.1f} s" for seconds in _find(page, text, options.pause))
                        sent = f"{line.sent / 1e6:.2f}"
                        print(f"| {problem} | {language} | {what} | {sent} | {ready} | {times} |", flush=True)
                        line.sent, ready = 0, ""
                    page.close()
                context.close()


if __name__ == "__main__":
    main()
