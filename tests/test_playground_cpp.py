"""Programs in C++ and C in the playground, in headless Chromium: they are compiled and run there as on a command line.

This needs what the tests of the playground need, and g++ for what is found on the command line.
"""

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final  # Any: what JSON holds

import pytest
import support
from chromium import served, skip_or_fail
from playground_files import MissingError, install, write_playground
from playground_page import PAGE
from test_playground_browser import Opened

from refsol.problem import NAMES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.browser

TABLES: Final = support.toml("playground_cpp")
OWN: Final = support.ROOT / "refsol" / "own" / "example"

# Whether the browser has kept all files: five for Python, the compiler and the headers, and the small ones.
KEPT: Final = """async () => {
    const [python, compiler] = await Promise.all(["refsol-python", "refsol-compiler"].map(
        async (name) => (await (await caches.open(name)).keys()).length));
    return python === 5 && compiler === 2 && (await navigator.serviceWorker.ready) !== undefined;
}"""

# Whether the browser has kept a snapshot of the headers.
SNAPSHOT: Final = """async () => {
    const requests = await (await caches.open("refsol-headers")).keys();
    return requests.some(({ url }) => url.endsWith("/17.pch"));
}"""

# Keeps in `built`, for each build, whether it is one with checks.
RECORD: Final = """{
    window.built = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...others) {
        if (message?.task === "build") built.push(message.isChecked);
        return post.call(this, message, ...others);
    };
}"""

# Keeps in `told` what the status says, one after the other.
LISTEN: Final = """() => {
    window.told = [];
    const status = document.getElementById("status");
    new MutationObserver(() => told.push(status.textContent)).observe(status, { childList: true });
}"""

# In each worker, there is room for one program.
FULL: Final = """{
    const Instance = WebAssembly.Instance;
    let count = 0;
    WebAssembly.Instance = function (...what) {
        if (count++ > 0) throw new RangeError("WebAssembly.Instance(): Out of memory");
        return new Instance(...what);
    };
}
"""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("root")
    try:
        write_playground(root, install())
    except MissingError as error:
        skip_or_fail(str(error))
    return root


@pytest.fixture(scope="module")
def opened(browser: "Browser", root: Path) -> Iterator[Opened]:
    """One page for all, since it loads the compiler once."""
    with served(root) as server, Opened(browser, f"{server}/{PAGE}") as opened:
        yield opened


def begin(opened: Opened, problem: str, cases: int) -> None:
    opened.begin("Try your program", problem)
    opened.limit("Number of cases", str(cases))
    opened.limit("Time limit per run", "20")  # on a busy machine


def shown(opened: Opened, what: str) -> list[str]:
    return opened.page.locator(f"#found {what}").all_inner_texts()


def marked(opened: Opened) -> list[str]:
    return [number.strip() for number in opened.page.locator("#lines .marked").all_inner_texts()]


def stressed(directory: Path, *words: str) -> dict[str, Any]:
    """Return the failure that ``stress`` reports, with its ``input``."""
    options = ["--here", "--seed", "1", "--cases", "30", "--json"]
    report: dict[str, Any] = json.loads(support.refsol_process(*words, *options, cwd=directory).stdout)
    (failure,) = report["failures"]
    return {**failure, "input": (directory / failure["files"][0]).read_text(encoding="ascii")}


def test_the_page_says_how_much_it_loads_before_it_does(opened: Opened) -> None:
    begin(opened, "tictactoe", 2)
    opened.page.get_by_label("Your program").fill("int main() {}")
    opened.page.locator("#download").get_by_text("16 MB").wait_for()
    assert [url for url in opened.record.requested if "/core-" in url] == []


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_program_is_found_as_stress_finds_it(name: str, opened: Opened, tmp_path: Path) -> None:
    right, wrong = TABLES["mutations"][name]
    plain = (support.ROOT / "refsol" / name / "plain.cpp").read_text(encoding="utf-8")
    assert right in plain
    program = plain.replace(right, wrong)
    (tmp_path / "program.cpp").write_text(program, encoding="utf-8")
    failure = stressed(tmp_path, name, "stress", "program.cpp")
    begin(opened, name, 30)
    opened.try_program(program)
    assert opened.entered("Counterexample") == failure["input"]
    assert opened.headline().lower() == failure["kind"]
    lesson = failure["lesson"]
    reading = [f"Common mistake: {lesson['mistake']}; the reason: {lesson['step']}"] if lesson else []
    assert shown(opened, "li") == [failure["message"], *failure["meaning"], *reading]
    assert shown(opened, ".diagnosis") == []


@pytest.mark.parametrize(("language", "program", "headline", "reason", "line"), TABLES["misbehaving"])
def test_a_program_that_misbehaves(
    language: str, program: str, headline: str, reason: str, line: str, opened: Opened
) -> None:
    begin(opened, "tictactoe", 2)
    if headline.startswith("Took"):
        opened.limit("Time limit per run", "0.5")
    opened.page.locator("#language").select_option(language)
    opened.try_program(program)
    assert opened.headline() == headline
    assert reason in opened.page.locator("#found").inner_text()
    assert marked(opened) == [line] * bool(line)
    opened.page.locator("#language").select_option("")


@pytest.mark.parametrize("program", TABLES["compiling"])
def test_a_program_that_compiles(program: str, opened: Opened) -> None:
    begin(opened, "tictactoe", 2)
    opened.try_program("int main() {}")
    opened.page.wait_for_function(SNAPSHOT)
    opened.try_program(program)
    assert opened.headline() in {"Wrong answer", "Crashed"}


def test_a_program_without_room_for_its_memory_gets_another_worker(
    browser: "Browser", root: Path, opened: Opened
) -> None:
    worker = root / "_static" / "playground" / "cpp" / "run_worker.js"
    found = []
    hinders = []
    with served(root) as server, Opened(browser, f"{server}/{PAGE}") as hindered:

        def hinder(route: "Route") -> None:
            hinders.append(route.request.url)
            route.fulfill(body=FULL + worker.read_text("utf-8"))

        hindered.context.route("**/run_worker.js", hinder)
        for each in (opened, hindered):
            begin(each, "tictactoe", 2)
            each.try_program('#include <stdio.h>\nint main() { puts("x"); }\n')
            found.append((each.headline(), each.entered("Counterexample")))
    assert len(hinders) == 1
    assert found[0] == found[1]
    assert found[0][0] == "Wrong answer"


def test_ways_to_read_and_write(opened: Opened) -> None:
    """A right solution, which reads and writes files."""
    begin(opened, "tictactoe", 2)
    plain = (support.ROOT / "refsol" / "tictactoe" / "plain.cpp").read_text(encoding="utf-8")
    streams = 'std::freopen("a.in", "r", stdin);\nstd::freopen("a.out", "w", stdout);\n'
    opened.try_program(f"#include <cstdio>\n{plain.replace('int main() {', f'int main() {{{streams}')}")
    assert opened.headline() == "No fault in 2 cases"


def test_a_problem_of_ones_own(opened: Opened) -> None:
    opened.choose("problem", "own")
    opened.page.get_by_label("Description of the input").fill("INT(1,9,n) SPACE INT(1,n) NEWLINE\n")
    scan = '#include <stdio.h>\nint main() { long a, b; scanf("%ld %ld", &a, &b);'
    opened.page.get_by_label("Model solution").fill(f'{scan} printf("%ld\\n", (a - b) << 40); }}\n')
    opened.try_program("a, b = map(int, input().split())\nprint((a - b if b < 3 else a) << 40)\n")
    assert opened.entered("Counterexample") == "3 3\n"
    opened.try_program(f'{scan} printf("%ld\\n", (b < 3 ? a - b : a) << 40); }}\n')
    assert opened.entered("Counterexample") == "3 3\n"
    opened.page.get_by_label("Model solution").fill("#include <stdio.h>\nint main() { return x; }\n")
    opened.try_program("print(1)")
    assert opened.headline() == "The model solution doesn't compile"


def test_a_compiler_that_arrives_damaged_is_loaded_again(browser: "Browser", root: Path) -> None:
    (core,) = (root / "_static" / "playground").glob("core-*")
    with served(root) as server, Opened(browser, f"{server}/{PAGE}") as opened:
        opened.context.route("**/core-*", lambda route: route.fulfill(body=core.read_bytes()[:-1000]), times=1)
        begin(opened, "tictactoe", 2)
        opened.page.get_by_label("Your program").fill('#include <stdio.h>\nint main() { puts("x"); }\n')
        opened.press("Find a bug")
        assert opened.page.locator("#status").inner_text().startswith("The compiler can't be loaded: ")
        opened.press("Find a bug")
        assert opened.headline() == "Wrong answer"


def test_the_second_visit_needs_no_network(browser: "Browser", root: Path) -> None:
    program = '#include <stdio.h>\nint main() { puts("x"); }\n'
    with ExitStack() as stack:
        with served(root) as server:
            opened = stack.enter_context(Opened(browser, f"{server}/{PAGE}"))
            begin(opened, "tictactoe", 2)
            opened.page.evaluate(LISTEN)
            opened.try_program(program)
            told = " ".join(opened.page.evaluate("told"))
            steps = re.findall(r"([\d.]+) of \1 MB[.]|(Preparing headers|Compiling)", told)
            assert [said for _, said in dict.fromkeys(steps)] == ["", "Preparing headers", "Compiling"]
            opened.page.wait_for_function(KEPT)
        opened.page.add_init_script(RECORD)
        with opened.page.expect_request("**/core-*.wasm"):  # of which the browser keeps what it makes
            opened.page.reload()
        opened.page.wait_for_function("() => built.length > 0")  # before anybody asks for it
        opened.try_program(program)
        assert opened.headline() == "Wrong answer"
        assert opened.page.evaluate("built") == [False, True]
        assert opened.page.locator("#download").inner_text() == ""
