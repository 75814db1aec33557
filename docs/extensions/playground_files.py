"""The files of the playground: Pyodide, refsol's sources in a zip file, the memory of Python, the scripts and the page.

Pyodide comes from npm: ``docs/playground/package-lock.json`` names its version and its hash, which npm checks. It is
kept beyond a build, by default in ``build/pyodide``; ``REFSOL_PYODIDE`` names another directory.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from playground_page import DIRECTORY, PAGE, page, pictures_style

import refsol

_ROOT: Final = Path(__file__).resolve().parent.parent.parent
_SOURCES: Final = _ROOT / "docs" / "playground"
_PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
_SERVED: Final = ("*.js", "*.css", "runner.py")
_PACKED: Final = {".py", ".md", ".html", ".css", ".js"}  # of refsol
_RETRIES: Final = ("--fetch-retries=2", "--fetch-retry-mintimeout=500", "--fetch-retry-factor=2")  # 1.5 s in all
_EARLIEST: Final = (1980, 1, 1, 0, 0, 0)  # that a zip file can hold


class MissingError(Exception):
    """Pyodide can't be had; the message says why, in one line."""


def write_playground(site: Path, pyodide: Path) -> None:
    """Write everything into the directory of a ``site``; ``pyodide`` is what :func:`install` returns."""
    target = site / DIRECTORY
    target.mkdir(parents=True, exist_ok=True)
    for pattern in _SERVED:
        for path in sorted(_SOURCES.glob(pattern)):
            shutil.copy(path, target)
    shutil.copy(_ROOT / "docs" / "static" / "logo-light.svg", target / "logo.svg")
    (target / "pictures.css").write_text(pictures_style(), encoding="utf-8")
    version = json.loads((pyodide / "package.json").read_bytes())["version"]
    interpreter = target / f"pyodide-{version}"
    interpreter.mkdir(exist_ok=True)
    for name in _PYODIDE:
        shutil.copyfile(pyodide / name, interpreter / name)
    archive = target / "sources.zip"
    write_sources(archive)
    memory = target / "memory.gz"
    subprocess.run(["node", _SOURCES / "snapshot.mjs", pyodide, archive, memory], check=True)
    identity = sha256(archive.read_bytes()).hexdigest()[:16]  # so that the files can be kept for ever
    sources = archive.rename(target / f"refsol-{identity}.zip")
    snapshot = memory.rename(target / f"python-{version}-{identity}.bin")
    loaded = [sources, snapshot, *(interpreter / name for name in _PYODIDE)]
    sizes = {path.relative_to(target).as_posix(): path.stat().st_size for path in loaded}
    contents = {"pyodide": interpreter.name, "sources": sources.name, "snapshot": snapshot.name, "sizes": sizes}
    (target / "contents.json").write_text(f"{json.dumps(contents)}\n", encoding="ascii")
    (site / PAGE).write_text(page(), encoding="utf-8")


def install(cache: Path | None = None) -> Path:
    """Return the directory of npm's package ``pyodide``, which is installed in a ``cache`` unless it is there already.

    Raises ``MissingError`` if npm or its registry can't be reached, or if what it sends isn't what was asked for.
    """
    place = cache or Path(os.environ.get("REFSOL_PYODIDE") or _ROOT / "build" / "pyodide")
    place.mkdir(parents=True, exist_ok=True)
    package, lock = place / "node_modules" / "pyodide", (_SOURCES / "package-lock.json").read_bytes()
    done = place / "installed.json"  # the lock file of what is complete
    if done.is_file() and done.read_bytes() == lock:
        return package
    for name in ("package.json", "package-lock.json"):
        shutil.copy(_SOURCES / name, place)
    done.unlink(missing_ok=True)
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", *_RETRIES]
    try:
        subprocess.run(command, cwd=place, check=True, capture_output=True, text=True)
    except OSError as error:
        raise MissingError(f"npm can't be run: {error.strerror}") from error
    except subprocess.CalledProcessError as error:
        lines = [line.removeprefix("npm error ") for line in error.stderr.splitlines() if line.startswith("npm error ")]
        raise MissingError(f"npm can't install pyodide: {' '.join(lines[:2])}") from error
    done.write_bytes(lock)
    return package


def write_sources(target: Path) -> None:
    """Write the zip file from which Python in the browser imports; equal sources give equal bytes."""
    with ZipFile(target, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in sorted(_sources()):
            archive.writestr(ZipInfo(name, _EARLIEST), path.read_bytes(), ZIP_DEFLATED)


def _sources() -> Iterator[tuple[str, Path]]:
    """Yield the names in the zip file and the paths of refsol, what it imports, and what answers the page."""
    packages = [Path(refsol.__path__[0]), Path(import_module("sortedcontainers").__path__[0])]
    for package in packages:
        for path in package.rglob("*"):
            if path.suffix in _PACKED:
                yield path.relative_to(package.parent).as_posix(), path
    for path in _SOURCES.glob("*.py"):
        yield path.name, path
