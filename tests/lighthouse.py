"""Lighthouse's scores for pages of a built site, as a phone gets them: 95 and more is required.

``python tests/lighthouse.py SITE PROGRAM``, where PROGRAM is Lighthouse's. The score for speed depends on what else the
machine does. So all pages are opened in one browser, once it has started: while it starts, it is so busy that the same
page got 81 or 99 points. And the best of some attempts counts.
"""

import gzip
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Final

PAGES: Final = ("index", "playground", "problems/nogo", "problems/chess", "guides/students")
LEAST: Final = 95
ATTEMPTS: Final = 4
STARTING: Final = 10
"""Seconds in which a browser does what it does when it starts."""


class Compressing(SimpleHTTPRequestHandler):
    """Serves files compressed, as servers on the Internet do."""

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            self.send_error(404)
            return
        data = gzip.compress(path.read_bytes(), 1 if path.suffix == ".bin" else 9)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the name of the base class)
        """Say nothing."""


@contextmanager
def chromium() -> Iterator[str]:
    """Yield the port by which Lighthouse asks a browser without a window."""
    names = (os.environ.get("REFSOL_BROWSER", ""), "chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        sys.exit("no Chromium is on the path")
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = ["--headless=new", "--no-sandbox", "--remote-debugging-port=0", f"--user-data-dir={profile}"]
        with subprocess.Popen([found, *options], stderr=subprocess.DEVNULL) as browser:
            try:
                time.sleep(STARTING)
                yield (Path(profile) / "DevToolsActivePort").read_text(encoding="utf-8").splitlines()[0]
            finally:
                browser.terminate()


def scores(program: str, port: str, url: str) -> dict[str, int]:
    """Return the scores of a page, from 0 to 100, by their names; none if Lighthouse fails, as it does now and then."""
    options = ["--quiet", "--output=json", f"--port={port}"]
    done = subprocess.run([program, url, *options], check=False, stdout=subprocess.PIPE)
    found = {} if done.returncode else json.loads(done.stdout)["categories"]
    return {name: round(100 * (each["score"] or 0)) for name, each in found.items()}


def main() -> int:
    site, program = sys.argv[1:]
    low = 0
    compressing = partial(Compressing, directory=site)
    with chromium() as port, ThreadingHTTPServer(("127.0.0.1", 0), compressing) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        for page in PAGES:
            best: dict[str, int] = {}
            for _ in range(ATTEMPTS):
                found = scores(program, port, f"http://127.0.0.1:{server.server_port}/{page}.html")
                best |= {name: max(score, best.get(name, 0)) for name, score in found.items()}
                if min(best.values(), default=0) >= LEAST:
                    break
            print(page, *(f"{name} {score}" for name, score in best.items()), sep=", ", flush=True)
            low += min(best.values(), default=0) < LEAST
        server.shutdown()
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
