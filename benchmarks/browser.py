"""How soon the playground finds the example programs' bugs, in Chromium: ``python benchmarks/browser.py SITE``.

``SITE`` is the directory of a built site. For each problem, a browser that has never seen the page opens it and looks
for the bug in the program that the page shows; then the same browser does so again. Printed as a table are seconds
since the page was asked for: until Python is ready, until there is a counterexample, and until it has been shrunk.
"""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from chromium import chromium, served

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

_MINUTES: Final = 120_000  # milliseconds


def measure(context: "BrowserContext", address: str, problem: str) -> list[float]:
    """Return the three times."""
    page = context.new_page()
    page.set_default_timeout(_MINUTES)
    begin = time.perf_counter()
    times: list[float] = []
    page.goto(address)
    page.locator("#problem").select_option(problem)
    for selector in ("#progress[hidden]", "#counterexample", "#found h2"):
        page.locator(selector).wait_for(state="attached")
        times.append(time.perf_counter() - begin)
        if len(times) == 1:
            page.get_by_role("button", name="Find a bug").click()
    page.close()
    return times


def main() -> None:
    """Measure, and print the table."""
    print("| problem | browser | ready | counterexample | shrunk |")
    print("|---|---|---|---|---|")
    with served(Path(sys.argv[1])) as server, chromium() as browser:
        address = f"{server}/playground.html"
        page = browser.new_page()
        page.goto(address)
        problems = page.locator("#problem option").evaluate_all("options => options.map(each => each.value)")
        for problem in problems:
            context = browser.new_context()
            for state in ("new", "used"):
                times = " | ".join(f"{seconds:.1f} s" for seconds in measure(context, address, problem))
                print(f"| {problem} | {state} | {times} |", flush=True)
            context.close()


if __name__ == "__main__":
    main()
