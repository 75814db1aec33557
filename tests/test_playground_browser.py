"""The playground in headless Chromium, served below a path as any site may be: it does what the command line does.

This needs what the tests of pages in a browser need, and npm, which brings Pyodide along; or else it is skipped, or
fails if ``REFSOL_REQUIRE_BROWSER=1`` is set.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import pytest
import support
from chromium import SCREENS, Record, barriers, served, skip_or_fail
from playground_files import MissingError, install, write_playground
from playground_page import PAGE, example, fragment
from test_playground import stressed

from refsol import multigo
from refsol.jury.bundles import solver_of
from refsol.jury.judging import Expectation
from refsol.jury.packages import submissions_of
from refsol.problem import NAMES, load
from refsol.problem.tracing import trace

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser

SLOW: Final = 60_000  # milliseconds; on a busy machine, loading takes long
CONNECTED: Final = (support.ROOT / "docs" / "tour" / "connected.py").read_text(encoding="utf-8")
WRONG_OUTPUT: Final = {"multigo": "YES\n", "somegame": "PLAYER 2\n", "chess": "5\n", "tictactoe": "x", "nogo": "1 1\n"}
OWN: Final = support.ROOT / "refsol" / "own" / "example"
# Clicks on Stop while refsol, not the program, is at work: once it has been told how a run ended on a counterexample.
STOP_BETWEEN_RUNS: Final = """() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...others) {
        post.call(this, message, ...others);
        if (message?.request?.do !== "ran" || document.getElementById("counterexample") === null) return;
        Worker.prototype.postMessage = post;
        document.getElementById("stop").click();
    };
}"""
SAMPLE: Final = {"multigo": "1", "somegame": "1", "chess": "1", "tictactoe": "1", "nogo": "2"}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("root")
    try:
        write_playground(root / "some" / "where", install())
    except MissingError as error:
        skip_or_fail(str(error))
    return root


@pytest.fixture(scope="module")
def address(root: Path) -> Iterator[str]:
    with served(root) as server:
        yield f"{server}/some/where/{PAGE}"


class Opened:
    """The playground in the browser; what goes wrong, and what it loads from elsewhere, is noticed at the end."""

    def __init__(self, browser: "Browser", url: str, width: int = 1300, height: int = 900) -> None:
        self.site = url.rpartition("/")[0]
        self.context = browser.new_context(viewport={"width": width, "height": height}, accept_downloads=True)
        self.context.set_default_timeout(SLOW)
        self.page: Page = self.context.new_page()
        self.record = Record(self.page)
        self.page.goto(url)
        self.done()

    def __enter__(self) -> "Opened":
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()
        self.record.check(f"{self.site}/", "blob:")
        assert f"{self.site}/_static/playground/worker.js" in self.record.requested

    def done(self) -> None:
        self.page.locator("#work[aria-busy=false]").wait_for()

    def drawn(self) -> None:
        self.page.evaluate("new Promise(requestAnimationFrame)")  # after what the editor has asked for

    def says(self, text: str) -> None:
        self.page.locator("#status").get_by_text(text).wait_for()

    def says_step(self, number: int, count: int) -> None:
        self.page.locator("#counted").get_by_text(f"Step {number} of {count}", exact=True).wait_for()

    def open(self, content: bytes) -> None:
        self.page.locator("#file").set_input_files({"name": "file", "mimeType": "text/plain", "buffer": content})
        self.page.locator("#size").get_by_text(f"{len(content)} bytes.").wait_for()

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()
        self.done()

    def try_program(self, program: str, *, patient: bool = True) -> None:
        """Look for a bug in a program; if not ``patient``, stop as soon as there is a counterexample."""
        self.page.get_by_label("Your program").fill(program)
        self.page.get_by_role("button", name="Find a bug").click()
        if not patient:
            self.page.get_by_label("Counterexample").wait_for()
            self.page.get_by_role("button", name="Stop").click()
        from playwright.sync_api import TimeoutError as Late

        with suppress(Late):  # and say what the page shows instead
            self.page.locator("#found h2").wait_for(timeout=2 * SLOW)
        assert self.page.locator("#found h2").is_visible(), self.page.locator("#work").inner_text()
        self.done()

    def limit(self, label: str, value: str) -> None:
        self.page.locator("#limits").evaluate("each => { each.open = true }")
        self.page.get_by_label(label).fill(value)

    def start(self, program: str) -> None:
        self.limit("Time limit per run", "60")
        self.page.get_by_label("Your program").fill(program)
        self.page.get_by_role("button", name="Find a bug").click()
        self.says("0 cases.")

    def begin_game(self, name: str, board: str = "") -> None:
        self.begin("Solve", name, "" if board else "=1")
        if board:
            self.enter(board)
        self.view("Play")
        self.page.locator("#board svg").wait_for()
        self.done()

    def begin(self, view: str, problem: str, source: str = "") -> None:
        self.view(view)
        self.choose("problem", problem)
        if source:
            self.choose("source", source)

    def view(self, name: str) -> None:
        self.page.get_by_role("tab", name=name).click()

    def enter(self, text: str) -> None:
        self.page.get_by_label("Input", exact=True).fill(text)

    def choose(self, name: str, value: str) -> None:
        self.page.locator(f"#{name}").select_option(value)
        self.done()

    def section(self, title: str) -> "Locator":
        return self.page.locator("section", has=self.page.get_by_role("heading", name=title, exact=True)).last

    def text(self, title: str) -> str:
        return self.section(title).locator("pre").text_content() or ""

    def download(self, name: str) -> bytes:
        with self.page.expect_download() as started:
            self.page.get_by_text(name, exact=True).click()
        return Path(started.value.path()).read_bytes()

    def cell(self, row: int, column: int, unit: int, left: int, top: int) -> None:
        """Click a cell of the board, given the size of the cells and where the first one is."""
        picture = self.page.locator("#board svg")
        box = picture.bounding_box()
        assert box
        scale = box["width"] / float(picture.get_attribute("width") or "")
        x, y = left + (column - 0.5) * unit, top + (row - 0.5) * unit
        picture.click(position={"x": x * scale, "y": y * scale})
        self.done()

    def headline(self) -> str:
        return self.page.locator("#found h2").inner_text()

    def entered(self, label: str) -> str:
        return self.page.get_by_label(label, exact=True).input_value()

    def message(self) -> str:
        return self.page.locator("#message").inner_text()


def command(directory: Path, *words: str, **files: bytes) -> support.Done:
    """Run refsol in a directory with the files called ``input.txt`` and so on."""
    support.write_files(directory, {f"{name}.txt": content for name, content in files.items()})
    return support.refsol_process(*words, cwd=directory)


def sample(name: str, stem: str = "") -> bytes:
    return (support.SAMPLES / name / f"{stem or SAMPLE[name]}.in").read_bytes()


@pytest.fixture(scope="module")
def opened(browser: "Browser", address: str) -> Iterator[Opened]:
    """One page for the tests that begin by choosing a problem."""
    with Opened(browser, address) as opened:
        yield opened


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_program_is_found_as_stress_finds_it(name: str, opened: Opened, tmp_path: Path) -> None:
    wrong = [program for program in submissions_of(load(name)) if program.verdict == Expectation.WRONG_ANSWER]
    program = wrong[-1].data.decode()
    report = stressed(tmp_path, [name], program)
    (failure,) = report["failures"]
    opened.begin("Try your program", name)
    opened.limit("Time limit per run", "60")  # or else a run may take too long on a busy machine
    opened.try_program(program)
    found = opened.page.locator("#work").inner_text()
    assert opened.entered("Counterexample") == failure["input"], found
    assert opened.headline().lower() == failure["kind"]
    lesson = failure["lesson"]
    reading = [f"Common mistake: {lesson['mistake']}; the reason: {lesson['step']}"] if lesson else []
    assert opened.page.locator("#found li").all_inner_texts() == [failure["message"], *failure["meaning"], *reading]
    assert opened.page.locator(f"#found li a[href^='problems/{name}.html#']").count() == 2 * len(reading)
    assert opened.download("Download counterexample.txt").decode() == failure["input"]
    opened.press("Use as the input")
    assert opened.entered("Input") == failure["input"]


def test_a_first_visit_loads_nothing_twice(browser: "Browser", root: Path) -> None:
    sent: list[str] = []
    with served(root, sent) as server, Opened(browser, f"{server}/some/where/{PAGE}") as opened:
        opened.press("Find a bug")
        assert opened.headline() == "Wrong answer"
        opened.try_program("while True: pass", patient=False)  # which ends its Python, so that another one starts
        opened.press("Find a bug")
        opened.page.wait_for_function("navigator.serviceWorker.ready")
    assert any(path.endswith("/runner_worker.js") for path in sent)
    assert sorted(sent) == sorted({*sent})


def test_a_second_visit_loads_no_large_file(browser: "Browser", address: str) -> None:
    with Opened(browser, address) as opened:
        opened.context.route(
            "**/*", lambda route: route.continue_()
        )  # without HTTP's cache, which may drop large files
        for _ in range(2):
            opened.record.requested.clear()
            opened.page.reload()
            opened.press("Find a bug")
            assert opened.headline() == "Wrong answer"
            opened.page.wait_for_function(
                "caches.open('refsol-python').then(c => c.keys()).then(kept => kept.length == 5)"
            )
        assert not [url for url in opened.record.requested if url.endswith((".bin", ".zip"))]


def test_the_first_program_is_the_readmes_and_gets_a_picture(browser: "Browser", address: str) -> None:
    with Opened(browser, address) as opened:
        opened.press("Find a bug")
        assert opened.entered("Counterexample") == "3 3 3 1\n1 1 1\n1 2 1\n1 1 3\n3 3 1\n"
        assert opened.page.locator("#found .picture svg .badge").count() > 0
        opened.page.get_by_role("button", name="Copy a link", exact=True).click()
        opened.says("in the address")
        link = opened.page.url
    with Opened(browser, link) as opened:
        assert opened.page.get_by_label("Your program").input_value() == CONNECTED
        opened.press("Find a bug")
        assert "Wrong answer" in opened.page.locator("#found").inner_text()


def test_what_is_typed_is_kept_for_each_problem_and_language(browser: "Browser", address: str) -> None:
    in_cpp = "#include <iostream>\nint main() { std::cout << 1; }\n"
    with Opened(browser, address) as opened:
        program, language = opened.page.get_by_label("Your program"), opened.page.get_by_label("Language")
        for name in NAMES:
            opened.choose("problem", name)
            assert program.input_value() == example(name)
        opened.choose("problem", "nogo")
        program.fill("print(1)")
        opened.choose("problem", "own")
        opened.page.get_by_label("Description of the input").fill("INT(1, 2)\n")
        opened.choose("problem", "chess")
        program.fill(in_cpp)
        opened.drawn()
        assert language.locator("option").first.inner_text() == "C++"
        opened.page.reload()
        opened.done()
        assert (opened.page.locator("#problem").input_value(), program.input_value()) == ("chess", in_cpp)
        opened.page.goto("about:blank")
        opened.page.goto(address)
        opened.done()
        for name, kept in (("nogo", "print(1)"), ("chess", in_cpp), ("multigo", example("multigo"))):
            opened.choose("problem", name)
            assert program.input_value() == kept
        opened.choose("problem", "chess")
        program.fill("print(2)")
        for value, kept in (("cpp", in_cpp), ("python", "print(2)")):
            language.select_option(value)
            assert program.input_value() == kept
        opened.press("Show the example")
        assert program.input_value() == example("chess")
        program.press("Control+Z")
        assert program.input_value() == "print(2)"
        opened.choose("problem", "own")
        assert opened.entered("Description of the input") == "INT(1, 2)\n"
        opened.press("Show the example")
        assert opened.entered("Description of the input") == (OWN / "input.ctd").read_text(encoding="utf-8")
        opened.choose("problem", "chess")
        opened.page.locator("#limits summary").click()
        opened.press("Forget all of it")
        assert program.input_value() == example("chess")
        assert opened.page.evaluate("Object.keys(localStorage)") == []


def test_a_program_is_coloured_and_runs_by_the_keyboard(browser: "Browser", address: str) -> None:
    with Opened(browser, address) as opened:
        program, layer = opened.page.get_by_label("Your program"), opened.page.locator("#coloured")
        program.focus()
        for text, kinds in (
            ('# why\nif x == 12: print(\'if\', """a\nb""")', "comment keyword number string string"),
            (
                "#include <map>\n// why\nlong x = 1'000; /* a\nb */ char c = '\\'';",
                "keyword comment keyword number comment keyword string",
            ),
        ):
            opened.page.keyboard.press("Control+A")
            opened.page.keyboard.insert_text(text)
            opened.drawn()
            assert layer.inner_text() == f"{text}\n"
            assert layer.locator("span").evaluate_all("all => all.map(each => each.className).join(' ')") == kinds
        opened.page.keyboard.press("Control+A")
        opened.page.keyboard.insert_text("input()\n1 / 0")
        opened.page.keyboard.press("Control+Enter")
        opened.page.locator("#found h2").wait_for()
        opened.done()
        assert opened.headline() == "Crashed"
        assert program.evaluate("each => each === document.activeElement")


def test_a_program_and_what_is_found_are_in_view_together(opened: Opened) -> None:
    for name in (*NAMES, "own"):
        opened.begin("Try your program", name)
        opened.press("Show the example")  # others may have typed
        opened.press("Find a bug")
        shown = [
            "#program",
            "#found h2",
            "#counterexample",
            "#found pre",
            "#found .why",
            *["#found svg.refsol"] * (name != "own"),
        ]
        for selector in shown:
            box = opened.page.locator(selector).first.bounding_box()
            assert box
            assert 0 <= box["y"] < box["y"] + box["height"] <= 900, (name, selector)
        assert not opened.page.locator("#input").is_visible()


def test_the_theme_is_that_of_the_other_pages(browser: "Browser", address: str) -> None:
    with Opened(browser, address) as opened:

        def paper() -> str:
            return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

        page = opened.page
        light = paper()
        for theme in ("light", "dark"):
            opened.page.locator("#theme").click()
            assert opened.page.evaluate("localStorage.getItem('theme')") == theme
        dark = paper()
        assert dark != light
        opened.page.reload()
        assert paper() == dark
        opened.done()
        opened.begin("Solve", "nogo")
        opened.press("Run")
        (frame,) = page.frames[1:]
        is_themed = "paper => getComputedStyle(document.body).backgroundColor === paper"
        frame.wait_for_function(is_themed, arg=dark)
        opened.page.locator("#theme").click()
        assert paper() == light
        frame.wait_for_function(is_themed, arg=light)


@pytest.mark.parametrize(("program", "headline", "line"), support.toml("playground")["misbehaving"])
def test_a_program_that_misbehaves(program: str, headline: str, line: str, opened: Opened) -> None:
    opened.begin("Try your program", "tictactoe")
    slow = headline.startswith("Took")
    opened.limit("Time limit per run", "0.5" if slow else "30")  # a busy machine may need seconds
    opened.try_program(program, patient=not slow)
    assert opened.headline() == headline
    marked = opened.page.locator("#lines .marked")
    assert [number.strip() for number in marked.all_inner_texts()] == [line] * bool(line)


@pytest.mark.parametrize("step", ["a += a", "a.append(bytearray(400))"])
def test_a_program_that_uses_up_the_memory(step: str, opened: Opened) -> None:
    """After one large allocation too many, there is memory left for a report; after small ones, there may be none."""
    opened.begin("Try your program", "tictactoe")
    opened.limit("Time limit per run", "60")
    opened.try_program(f"input()\na = [0]\nwhile True:\n    {step}\n", patient=False)
    found = opened.page.locator("#found")
    assert found.locator("h2").inner_text() == "Used more memory than a page has"
    assert found.locator("li").all_inner_texts() == ["the program used more memory than a page has"]
    opened.try_program("input()\n1 / 0\n")
    assert found.locator("h2").inner_text() == "Crashed"
    opened.view("Solve")
    opened.done()
    assert opened.page.locator("#results section").count() == 4


@pytest.mark.parametrize("last", support.toml("playground")["endings"])
def test_ways_to_read_and_write(last: str, opened: Opened) -> None:
    """A right solution, which reads and writes in one of these ways."""
    opened.begin("Try your program", "tictactoe")
    opened.limit("Number of cases", "12")
    right = solver_of(load("tictactoe"))
    start = f"names = {{}}\nexec({right!r}, names)\nout = names['solve'](open(0, 'rb').read())\n"
    opened.try_program(f"{start}{last}")
    assert opened.headline() == "No fault in 12 cases"


def test_a_right_program_and_one_that_is_stopped(opened: Opened) -> None:
    opened.begin("Try your program", "nogo")
    opened.limit("Number of cases", "40")
    opened.try_program(solver_of(load("nogo")))
    assert opened.headline() == "No fault in 40 cases"
    opened.start("while True: pass")
    opened.page.get_by_role("button", name="Stop").click()
    opened.done()
    assert opened.headline() == "No fault in 0 cases"
    opened.start("input()\nwhile True: pass")
    opened.try_program("input()\n1 / 0\n")  # ends the trial before
    assert opened.headline() == "Crashed"


def test_a_counterexample_is_kept_by_a_stop_between_two_runs(opened: Opened) -> None:
    opened.begin("Try your program", "chess")
    opened.limit("Time limit per run", "60")
    opened.page.evaluate(STOP_BETWEEN_RUNS)
    opened.try_program("input()\nprint('x')\n")
    assert opened.headline() == "Wrong answer"
    opened.says("A fault after")
    assert opened.page.locator("#found .note").inner_text() == "sample 1; not shrunk"


@pytest.mark.parametrize("name", NAMES)
def test_all_that_is_shown_is_what_the_commands_print(name: str, opened: Opened, tmp_path: Path) -> None:
    opened.begin("Solve", name, f"={SAMPLE[name]}")
    source = sample(name)
    shown = {"Answer": ["solve"], "Explanation": ["explain"], "Validation": ["validate", "--all"]}
    for title, words in shown.items():
        printed = command(tmp_path, name, *words, "input.txt", input=source)
        assert printed.returncode == 0
        assert opened.text(title).encode() == printed.stdout
        assert opened.section(title).locator("code").inner_text() == f"refsol {name} {' '.join(words)} input.txt"
    command(tmp_path, name, "show", "input.txt", "--html", "picture.html", input=source)
    assert opened.download("Download picture.html") == (tmp_path / "picture.html").read_bytes()
    frame = opened.page.frame_locator("iframe")
    assert frame.locator("#picture > svg").is_visible()
    if name != "tictactoe":
        before = frame.get_by_role("heading", level=2).inner_text()
        frame.get_by_role("button", name="Next", exact=True).click()
        assert frame.get_by_role("heading", level=2).inner_text() != before


def test_options_and_a_selection(opened: Opened, tmp_path: Path) -> None:
    opened.begin("Solve", "nogo", "=empty-9x9")
    opened.page.locator("#more summary").click()
    opened.page.get_by_label("random").check()
    opened.page.locator("#settings").get_by_label("seed").fill("7")
    opened.page.get_by_label("move").fill("3")
    opened.press("Run")
    files = {"input": sample("nogo", "empty-9x9")}
    answer = command(tmp_path, "nogo", "solve", "input.txt", "--random", "--seed", "7", **files)
    assert opened.text("Answer").encode() == answer.stdout
    explained = command(tmp_path, "nogo", "explain", "input.txt", "--move", "3", **files)
    assert opened.text("Explanation").encode() == explained.stdout
    assert "step 3 of" in opened.page.frame_locator("iframe").locator("#position").inner_text()


def test_a_family_with_a_seed(opened: Opened, tmp_path: Path) -> None:
    opened.begin("Solve", "multigo", "spirals")
    opened.page.get_by_label("Seed", exact=True).fill("seven")
    opened.page.get_by_label("height").fill("6")
    opened.press("Generate")
    words = ["--seed", "seven", "--height", "6", "--width", "9", "--moves", "20"]
    made = command(tmp_path, "multigo", "generate", "spirals", *words).stdout
    assert opened.entered("Input").encode() == made
    assert opened.text("Answer").encode() == command(tmp_path, "multigo", "solve", "input.txt", input=made).stdout


def test_bad_input(opened: Opened, tmp_path: Path) -> None:
    bad = b"3\nXx.\n.OO\n...\n"
    opened.begin("Solve", "nogo")
    opened.enter(bad.decode())
    opened.press("Run")
    answer = command(tmp_path, "nogo", "solve", "input.txt", input=bad)
    assert answer.returncode == 3
    assert opened.text("Answer").encode() == answer.stderr
    listed = command(tmp_path, "nogo", "validate", "--all", "input.txt", input=bad)
    assert opened.text("Validation").encode() == listed.stderr
    opened.view("Play")
    opened.done()
    assert opened.message().encode() == answer.stderr.strip()


def test_a_file_is_taken_byte_for_byte(opened: Opened, tmp_path: Path) -> None:
    odd = b"3\r\nXOO\r\nXO.\r\nX..\r\n\xff"
    opened.begin("Solve", "nogo")
    opened.open(odd)
    opened.page.locator("#size").get_by_text("The file is used exactly as it is").wait_for()
    opened.done()
    listed = command(tmp_path, "nogo", "validate", "--all", "input.txt", input=odd)
    assert listed.stderr.count(b"\n") > 1
    assert opened.text("Validation").encode() == listed.stderr
    large = b" " * (2**20 + 1)
    opened.page.locator("#file").set_input_files({"name": "big.in", "mimeType": "text/plain", "buffer": large})
    opened.says("big.in has 1048577 bytes; the playground takes at most 1048576.")


def test_a_file_that_is_dropped(opened: Opened) -> None:
    opened.begin("Solve", "nogo")
    dropped = "const t = new DataTransfer(); t.items.add(new File(['2\\nX.\\n.O\\n'], 'name')); return t;"
    data = opened.page.evaluate_handle(f"() => {{ {dropped} }}")
    opened.page.locator("header").dispatch_event("drop", {"dataTransfer": data})  # beside the box
    opened.page.locator("#size").get_by_text("8 bytes.").wait_for()
    opened.done()
    assert opened.text("Answer") == "1 2\n-1 -1\n"
    opened.view("Try your program")
    program = opened.page.get_by_label("Your program")
    program.dispatch_event("drop", {"dataTransfer": data})
    opened.page.wait_for_function("each => each.value === '2\\nX.\\n.O\\n'", arg=program.element_handle())


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_output_and_a_right_one(name: str, opened: Opened, tmp_path: Path) -> None:
    source = sample(name)
    right = command(tmp_path, name, "solve", "input.txt", input=source).stdout
    opened.begin("Solve", name, f"={SAMPLE[name]}")
    opened.view("Check")
    opened.press("Insert refsol's answer")
    assert opened.page.locator("#output").input_value().encode() == right
    for output in (right, right[: len(right) // 2], b"nonsense\n"):
        opened.page.locator("#output").fill(output.decode())
        opened.press("Check")
        verdict = command(tmp_path, name, "check", "input.txt", "output.txt", input=source, output=output)
        assert verdict.returncode == (0 if output == right else 1)
        assert opened.page.locator("#verdict pre").text_content() == verdict.stdout.decode()
    opened.page.locator("#output").fill(WRONG_OUTPUT[name])
    opened.press("Check")
    assert opened.page.locator("#verdict .picture > svg").count() == 1


def test_a_game_of_nogo_by_clicks(opened: Opened, tmp_path: Path) -> None:
    opened.begin_game("nogo", "3\nXOO\nXO.\nX..\n")
    opened.choose("colour", "")
    click = partial(opened.cell, unit=40, left=28, top=28)
    assert opened.message() == "Black to move."
    click(3, 2)
    assert opened.message() == "White to move."
    click(3, 3)
    assert "may not play on (3, 3): the black group of 4 stones" in opened.message()
    assert opened.page.locator("#board .badge").count() > 0  # the cells of the reason are marked
    assert opened.page.get_by_role("button", name="Download as an input").get_attribute("aria-disabled") == "true"
    opened.press("Undo")
    assert opened.message() == "Black to move."
    saved = opened.download("Download as an input")
    assert command(tmp_path, "nogo", "validate", "input.txt", input=saved).stdout == b"valid\n"
    click(2, 3)
    assert opened.message() == "White can't move, so black has won."
    opened.press("Check these moves")
    source = sample("nogo")
    verdict = command(tmp_path, "nogo", "check", "input.txt", "output.txt", input=source, output=b"2 3\n-1 -1\n")
    assert opened.page.locator("#verdict pre").text_content() == verdict.stdout.decode()
    assert verdict.returncode == 0


def test_a_game_of_multigo_by_clicks(opened: Opened) -> None:
    opened.begin_game("multigo")
    for player, verdict in (("1", "NO. Player 1's territory would"), ("2", "")):
        opened.page.get_by_label("The cell goes to player").fill(player)
        opened.cell(3, 4, unit=48, left=28, top=28)
        assert opened.message().startswith(f"Move 1: cell (3, 4) of player 3 to player {player}: {verdict}")
        opened.press("Undo")
    opened.press("Random move")
    assert ": YES. " in opened.message()
    saved = opened.download("Download as an input")
    assert saved.startswith(b"3 4 4 1\n")
    assert multigo.solve(saved) == b"YES\n"
    opened.press("Use as the input")
    assert opened.page.locator("#input").input_value().encode() == saved


def test_a_game_against_refsol_to_its_end(opened: Opened, tmp_path: Path) -> None:
    board = b"4\n....\n....\n....\n....\n"
    opened.begin_game("nogo", board.decode())
    opened.choose("colour", "2")
    opened.choose("simulations", "30")
    opened.press("Analyse")
    rows = opened.page.locator("#analysis tbody tr")
    assert 2 <= rows.count() <= 8
    while "to move" in opened.message():
        assert opened.message() == "Black to move."
        opened.press("Hint")
        status = opened.page.locator("#status").inner_text()
        (row, column) = map(int, re.findall(r"\((\d), (\d)\)", status)[0])
        opened.cell(row, column, unit=40, left=28, top=28)
    assert re.fullmatch(r"(Black|White) can't move, so (white|black) has won\.", opened.message())
    moves = re.findall(r"\((\d), (\d)\)", opened.page.locator("#moves").inner_text())
    output = "".join(f"{x} {y}\n" for x, y in moves).encode() + b"-1 -1\n"
    assert command(tmp_path, "nogo", "check", "input.txt", "output.txt", input=board, output=output).returncode == 0
    opened.press("Undo")
    assert opened.message() == "Black to move."
    opened.choose("colour", "")


@pytest.mark.parametrize(("name", "size"), [("nogo", 7), ("tictactoe", 9)])
def test_a_link_opens_a_game_against_refsol(name: str, size: int, browser: "Browser", address: str) -> None:
    with Opened(browser, f"{address}#play={name}", 390, 844) as opened:
        board = opened.page.locator("#board svg")
        board.wait_for()
        opened.done()
        box = board.bounding_box()
        assert box
        assert box["y"] + box["width"] <= 844  # in the first screen, without its legend
        assert not opened.page.locator("#input").is_visible()
        opened.cell((size + 1) // 2, size // 2, unit={"nogo": 40, "tictactoe": 48}[name], left=28, top=28)
        moves = opened.page.locator("#moves")
        assert moves.inner_text().count("(") == 2
        opened.press("Undo")
        assert moves.inner_text() == ""
        opened.choose("colour", "1")
        assert moves.inner_text().count("(") == 1
        if name == "nogo":
            opened.press("Check these moves")
            assert opened.entered("Input") == "7\n" + 7 * ".......\n"
            opened.view("Play")
            assert moves.inner_text().count("(") == 1


def test_what_is_too_large_is_not_taken(opened: Opened) -> None:
    opened.begin("Solve", "nogo")
    before = opened.page.locator("#input").input_value()
    paste = """(size) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text", "1".repeat(size));
        const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
        return document.getElementById("input").dispatchEvent(event);
    }"""
    assert opened.page.evaluate(paste, 100)
    assert not opened.page.evaluate(paste, 50 * 2**20)
    opened.says("This text has 52428800 bytes; the playground takes at most 1048576.")
    assert opened.page.locator("#input").input_value() == before


def test_an_old_answer_goes_as_soon_as_the_input_changes(opened: Opened) -> None:
    opened.begin("Solve", "nogo")
    opened.press("Run")
    assert opened.page.locator("#results section").count() > 1
    opened.enter("x")
    assert opened.page.locator("#results section").count() == 0
    opened.press("Run")
    opened.says("There is something wrong with the input or the options.")


def test_who_comes_back_finds_what_was_typed(browser: "Browser", address: str) -> None:
    with Opened(browser, address) as opened:
        opened.choose("problem", "chess")
        opened.page.get_by_label("Your program").fill("print(1)")
        opened.view("Solve")
        opened.enter("not yet an input")
        opened.page.goto("about:blank")
        opened.page.go_back()
        opened.done()
        assert opened.page.locator("#problem").input_value() == "chess"
        assert opened.page.get_by_label("Your program").input_value() == "print(1)"
        assert opened.entered("Input") == "not yet an input"
        opened.open(b"1\r\n\xff")
        opened.page.goto("about:blank")
        opened.page.go_back()
        opened.page.locator("#size").get_by_text("4 bytes. The file is used exactly as it is").wait_for()


def test_stop(browser: "Browser", address: str) -> None:
    with Opened(browser, address) as opened:
        opened.begin("Solve", "nogo")
        empty = b"600\n" + (b"." * 600 + b"\n") * 600
        opened.open(empty)
        opened.says("Working…")
        opened.page.get_by_role("button", name="Stop").click()
        opened.says("Stopped.")
        opened.enter("2\nX.\n.O\n")
        opened.press("Run")
        assert opened.text("Answer") == "1 2\n-1 -1\n"
        module = f"{opened.site}/_static/playground/interpreter.js"
        slow = "ask({ do: 'run', arguments: ['nogo', 'generate', 'empty'] }, {}, { seconds: 0.001 })"
        late = opened.page.evaluate(f"import('{module}').then(({{ ask }}) => {slow}).catch(({{ message }}) => message)")
        assert late == "Stopped: this took longer than 0.001 seconds."


def test_a_link_shows_the_same_again(browser: "Browser", address: str) -> None:
    with Opened(browser, address) as opened:
        opened.begin("Solve", "multigo")
        opened.page.locator("#more summary").click()
        opened.page.locator("#settings").get_by_label("move").fill("2")
        opened.press("Run")
        shown = {title: opened.text(title) for title in ("Answer", "Explanation", "Validation")}
        opened.page.get_by_role("button", name="Copy a link").click()
        opened.says("in the address")
        link = opened.page.url
        opened.open(Random(1).randbytes(16_000))
        opened.done()  # or what this run says could replace what the link says
        opened.page.get_by_role("button", name="Copy a link").click()
        opened.says("This is too long for a link. Share it as a file.")
    with Opened(browser, link) as opened:
        assert {title: opened.text(title) for title in shown} == shown
        assert opened.page.locator("#problem").input_value() == "multigo"
        opened.begin_game("nogo", "3\nXOO\nXO.\nX..\n")
        opened.choose("colour", "")
        opened.cell(2, 3, unit=40, left=28, top=28)
        opened.page.get_by_role("button", name="Copy a link").click()
        opened.says("in the address")
        link = opened.page.url
    with Opened(browser, link) as opened:
        assert opened.message() == "White can't move, so black has won."


def test_links_of_the_site_and_broken_ones(browser: "Browser", address: str, tmp_path: Path) -> None:
    source = sample("chess")
    url = f"{address}#{fragment('chess', source, {'set': 1, 'query': 5})}"
    with Opened(browser, url) as opened:
        explained = command(tmp_path, "chess", "explain", "input.txt", "--set", "1", "--query", "5", input=source)
        assert opened.text("Explanation").encode() == explained.stdout
        assert opened.page.locator("#input").input_value().encode() == source
        opened.page.evaluate("location.hash = '1.AAAA'")
        opened.says("This link can't be read: it may have been cut off.")


def test_the_plain_solution_step_by_step(browser: "Browser", address: str) -> None:
    source = sample("multigo")
    found = trace(load("multigo"), source)
    lines = found.source.splitlines()
    with Opened(browser, address) as opened:
        opened.begin("Step through", "multigo")
        current = opened.page.locator("#code [aria-current=step]")

        def shows(at: int) -> bool:
            opened.says_step(at + 1, len(found.steps))
            line = found.steps[at].line
            return current.text_content() == f"{line}{lines[line - 1]}"

        assert shows(0)
        opened.press("Forward")
        assert shows(1)
        opened.press("Next answer")
        answer = next(
            k for k, step in enumerate(found.steps) if step.changes and step.changes[0] == "answers[0] = 'NO\\n'"
        )
        assert shows(answer)
        assert opened.page.locator("#variables .changed").inner_text().split() == ["answers", "['NO\\n']"]
        assert opened.page.locator("#state svg").count() == 1
        opened.press("Back")
        assert shows(answer - 1)
        line = found.steps[answer].line
        opened.page.locator(f"#code .line:nth-child({line})").click()
        opened.press("First")
        opened.press("Next breakpoint")
        assert shows(next(k for k, step in enumerate(found.steps) if step.line == line))
        opened.page.locator("#code").press("End")
        opened.done()
        assert shows(len(found.steps) - 1)
        opened.page.locator("#position").press("ArrowLeft")
        opened.done()
        assert shows(len(found.steps) - 2)
        opened.press("Copy a link")
        opened.says("in the address")
        link = opened.page.url
        opened.enter("2 2\n")
        opened.page.get_by_label("Input", exact=True).press("Control+Enter")
        opened.page.locator("#step-error").get_by_text("input.txt:2:1: expected").wait_for()
    with Opened(browser, link) as opened:
        opened.says_step(len(found.steps) - 1, len(found.steps))


def test_a_phone(browser: "Browser", address: str) -> None:
    with Opened(browser, address, 375, 700) as opened:
        for view in ("Solve", "Check", "Play"):
            opened.view(view)
            if view == "Play":
                opened.page.locator("#board svg").wait_for()
            assert opened.page.evaluate("document.documentElement.scrollWidth") == 375


def test_keys_alone(browser: "Browser", address: str) -> None:
    with Opened(browser, address) as opened:
        keyboard = opened.page.keyboard
        opened.begin("Solve", "nogo")
        opened.page.locator("#input").focus()
        keyboard.press("Control+A")
        keyboard.type("2\nX.\n.O\n")
        keyboard.press("Control+Enter")
        opened.done()
        assert opened.text("Answer") == "1 2\n-1 -1\n"
        opened.page.get_by_role("tab", name="Solve").focus()
        keyboard.press("ArrowRight")
        keyboard.press("ArrowRight")
        assert opened.page.evaluate("document.activeElement.id") == "tab-play"
        opened.page.locator("#board svg").wait_for()
        opened.done()
        while opened.page.evaluate("document.activeElement.id") != "board":
            keyboard.press("Tab")
        keyboard.press("ArrowRight")
        keyboard.press(" ")
        opened.done()
        assert re.match(r"White (to move|can't move)", opened.message())


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_nothing_keeps_anybody_out(width: int, height: int, browser: "Browser", address: str) -> None:
    found: dict[str, list[str]] = {}
    with Opened(browser, address, width, height) as opened:
        opened.limit("Number of cases", "500")
        opened.press("Find a bug")
        found["Try"] = barriers(opened.page)
        opened.begin("Solve", "nogo")
        opened.press("Run")
        found["Solve"] = barriers(opened.page)
        opened.view("Check")
        opened.press("Insert refsol's answer")
        opened.press("Check")
        found["Check"] = barriers(opened.page)
        opened.begin_game("nogo")
        found["Play"] = barriers(opened.page)
        opened.begin("Step through", "multigo")
        opened.press("Forward")
        found["Step through"] = barriers(opened.page)
    assert {view: each for view, each in found.items() if each} == {}


def test_a_problem_of_ones_own(browser: "Browser", address: str, tmp_path: Path) -> None:
    own = ["own", "--format", "input.ctd", "--model", f"{sys.executable} -I -S model.py"]
    (tmp_path / "input.ctd").write_bytes((OWN / "input.ctd").read_bytes())
    (tmp_path / "model.py").write_bytes((OWN / "model.py").read_bytes())
    (failure,) = stressed(tmp_path, own, (OWN / "wrong.py").read_text(encoding="utf-8"))["failures"]
    with Opened(browser, address) as opened:
        opened.choose("problem", "own")
        assert opened.page.get_by_label("Your program").input_value() == (OWN / "wrong.py").read_text(encoding="utf-8")
        opened.press("Find a bug")
        assert opened.entered("Counterexample") == failure["input"]
        assert opened.page.locator("#found li").all_inner_texts() == [failure["message"], *failure["meaning"]]
        opened.page.get_by_label("Description of the input").fill("INT(1,9,n) SPACE INT(1,n) NEWLINE\n")
        opened.page.get_by_label("Model solution").fill("a, b = map(int, input().split())\nprint(a - b)\n")
        opened.page.get_by_label("Your program").fill(
            "a, b = map(int, input().split())\nprint(a - b if b < 3 else a)\n"
        )
        opened.press("Copy a link")
        opened.says("in the address")
        link = opened.page.url
    with Opened(browser, link) as opened:
        opened.press("Find a bug")
        assert opened.entered("Counterexample") == "3 3\n"
        opened.page.get_by_label("Description of the input").fill("INT(1,9,n SPACE\n")
        opened.press("Find a bug")
        opened.says("description:1:")
        opened.page.get_by_label("Description of the input").fill("INT(1,9) NEWLINE\n")
        opened.page.get_by_label("Model solution").fill("1 / 0")
        opened.press("Find a bug")
        opened.says("the model solution crashed: exit status 1: ZeroDivisionError: division by zero")
