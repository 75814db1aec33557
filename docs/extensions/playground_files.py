"""The files of the playground: Pyodide, refsol's sources in a zip file, the memory of Python, the scripts and the page.

Pyodide, clang and what unpacks it come from npm: ``docs/playground/package-lock.json`` names their versions and hashes.
They are kept beyond a build, by default in ``build/pyodide``; ``REFSOL_PYODIDE`` names another directory.
"""

import gzip
import json
import lzma
import os
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from playground_page import DIRECTORY, PAGE, page, pictures_style

import refsol

_ROOT: Final = Path(__file__).resolve().parent.parent.parent
_SOURCES: Final = _ROOT / "docs" / "playground"
_PYODIDE: Final = ("pyodide-lock.json", "python_stdlib.zip")
_SERVED: Final = ("*.js", "cpp/*.js", "*.css", "runner.py")
_NEEDED: Final = re.compile(  # of clang's headers and libraries, for programs in C++ and C
    r"include/(__(float|stdarg|stddef)\w*|float|inttypes|iso646|limits|std\w+|tgmath)\.h|include/wasm32-wasip1/.*|"
    r"include/c\+\+/v1/(?!__cxx03/|__pstl/|experimental/|ext/|module\.modulemap|libcxx\.imp).*|"
    r"lib/wasm32-wasip1/(lib(c|c\+\+|c\+\+abi|c-printscan-long-double|wasi-emulated-process-clocks)\.a|crt1-command\.o)|"
    r"lib/wasm32-unknown-wasip1/libclang_rt\.builtins\.a"
)
_PACKED: Final = {".py", ".md", ".html", ".css", ".js"}  # of refsol
_SYNOPSIS: Final = re.compile(rb"^/\*\n.*?^ ?\*/$", re.MULTILINE | re.DOTALL)
_LARGE: Final = {".bin", ".xz"}
_OFFLINE: Final = "playground_offline.js"
_COMPILER: Final = "compiler"  # the directory of its packed files
_RETRIES: Final = ("--fetch-retries=2", "--fetch-retry-mintimeout=500", "--fetch-retry-factor=2")  # 1.5 s in all
_EARLIEST: Final = (1980, 1, 1, 0, 0, 0)  # that a zip file can hold


class MissingError(Exception):
    """Pyodide or clang can't be had; the message says why, in one line."""


def write_playground(site: Path, pyodide: Path) -> None:
    """Write everything into the directory of a ``site``; ``pyodide`` is what :func:`install` returns."""
    target = site / DIRECTORY
    target.mkdir(parents=True, exist_ok=True)
    (target / "cpp").mkdir(exist_ok=True)
    for pattern in _SERVED:
        for path in sorted(_SOURCES.glob(pattern)):
            shutil.copy(path, target / path.relative_to(_SOURCES))
    shutil.copy(_ROOT / "docs" / "static" / "logo-light.svg", target / "logo.svg")
    (target / "xz.js").write_text(_decoder(pyodide.parent), encoding="utf-8")
    (target / "pictures.css").write_text(pictures_style(), encoding="utf-8")
    version = json.loads((pyodide / "package.json").read_bytes())["version"]
    interpreter = target / f"pyodide-{version}"
    interpreter.mkdir(exist_ok=True)
    for name in _PYODIDE:
        shutil.copyfile(pyodide / name, interpreter / name)
    for name, data in (
        ("pyodide.asm.wasm", (pyodide / "pyodide.asm.wasm").read_bytes()),
        ("pyodide.js", _script(pyodide).encode()),
    ):
        (interpreter / f"{name}.bin").write_bytes(gzip.compress(data, mtime=0))  # not every server compresses
    archive = target / "sources.zip"
    write_sources(archive)
    memory = target / "memory.gz"
    subprocess.run(["node", _SOURCES / "snapshot.mjs", pyodide, archive, memory], check=True)
    made_by = archive.read_bytes() + (_SOURCES / "snapshot.mjs").read_bytes()
    identity = sha256(made_by).hexdigest()[:16]  # so that the files can be kept for ever
    sources = archive.rename(target / f"refsol-{identity}.zip")
    snapshot = memory.rename(target / f"python-{version}-{identity}.bin")
    runner = (target / "runner.py").rename(target / f"runner-{identity}.py")
    loaded = [sources, snapshot, runner, *sorted(interpreter.iterdir())]
    sizes = {path.relative_to(target).as_posix(): path.stat().st_size for path in loaded}
    contents = {
        "sources": sources.name,
        "snapshot": snapshot.name,
        "runner": runner.name,
        "sizes": sizes,
        "compiler": _write_compiler(target, pyodide.parent.parent / _COMPILER),
    }
    (target / "contents.json").write_text(f"{json.dumps(contents)}\n", encoding="ascii")
    (site / PAGE).write_text(page(), encoding="utf-8")
    small = (path for path in target.rglob("*") if path.is_file() and path.suffix not in _LARGE and path not in loaded)
    _write_offline_worker(site, [site / PAGE, *sorted(small)])


def _script(pyodide: Path) -> str:
    """Return Pyodide's modules as one script, which needs no address: ``_createPyodideModule`` and ``loadPyodide``.

    So workers can be made of its text.
    """
    inner, outer = [(pyodide / name).read_text(encoding="utf-8") for name in ("pyodide.asm.mjs", "pyodide.mjs")]
    inner = inner.replace("export default _createPyodideModule;", "")
    outer = re.sub(r"export\{(\w+) as loadPyodide\b[^}]*\};\s*//#.*", r"return \1;", outer)
    return f"{inner}const loadPyodide = (() => {{\n{outer}}})();\n"


def _decoder(packages: Path) -> str:
    """Return npm's package ``xz-decompress`` as the beginning of a module: ``XzReadableStream``."""
    text = (packages / "xz-decompress" / "dist" / "package" / "xz-decompress.min.js").read_text(encoding="utf-8")
    return f"const {{ XzReadableStream }} = (function () {{\n{text}\nreturn this['xz-decompress'];\n}}).call({{}});\n"


def _write_compiler(target: Path, packed: Path) -> Mapping[str, object]:
    """Write the files of the compiler, which :func:`_pack` has made; return their names and sizes for the page.

    Their names change with what they hold, so that they can be kept for ever, and so can what the page makes of them.
    """
    names = {}
    for path in sorted(packed.iterdir()):
        name, *kind = path.stem.split(".")
        names[name] = ".".join([f"{name}-{sha256(path.read_bytes()).hexdigest()[:16]}", *kind, "xz"])
        shutil.copyfile(path, target / names[name])
    worker = (_SOURCES / "cpp" / "compile_worker.js").read_text(encoding="utf-8")
    identity = sha256("".join([*names.values(), worker]).encode()).hexdigest()[:16]
    sizes = {name: (target / name).stat().st_size for name in names.values()}
    return {**names, "identity": f"made-{identity}", "sizes": sizes}


def _write_offline_worker(site: Path, files: Sequence[Path]) -> None:
    """Write the page's service worker, which changes whenever one of the ``files`` that it keeps does."""
    names = [path.relative_to(site).as_posix() for path in files]
    identity = sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]
    source = (_SOURCES / "root" / _OFFLINE).read_text(encoding="utf-8")
    (site / _OFFLINE).write_text(f"const FILES = {json.dumps(names)}; // {identity}\n{source}", encoding="utf-8")


def _pack(package: Path, target: Path) -> None:
    """Pack what the page needs of npm's package of clang: the compiler, and its headers and libraries.

    These are one after the other behind a line of JSON with their sizes by name. The headers are left without the
    synopses at their beginnings.
    """
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    files: dict[str, bytes] = {}
    with tarfile.open(package / "gen" / "llvm-resources.tar") as archive:
        for member in archive:
            if _NEEDED.fullmatch(member.name) and (file := archive.extractfile(member)):
                files[member.name] = _SYNOPSIS.sub(b"", file.read())
    sizes = json.dumps({name: len(data) for name, data in files.items()})
    headers = b"".join([f"{sizes}\n".encode(), *files.values()])
    for name, data in (("core.wasm", (package / "gen" / "llvm.core.wasm").read_bytes()), ("headers", headers)):
        (target / f"{name}.xz").write_bytes(lzma.compress(data, preset=9))


def install(cache: Path | None = None) -> Path:
    """Return the directory of npm's package ``pyodide``, which is installed in a ``cache`` unless it is there already.

    So is clang, whose files are packed there once, since that takes a minute or two.

    Raises ``MissingError`` if npm or its registry can't be reached, or if what it sends isn't what was asked for.
    """
    place = cache or Path(os.environ.get("REFSOL_PYODIDE") or _ROOT / "build" / "pyodide")
    place.mkdir(parents=True, exist_ok=True)
    package, lock = place / "node_modules" / "pyodide", (_SOURCES / "package-lock.json").read_bytes()
    done = place / "complete.json"  # the lock file of what is complete
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
        raise MissingError(f"npm can't install pyodide and clang: {' '.join(lines[:2])}") from error
    _pack(place / "node_modules" / "@yowasp" / "clang", place / _COMPILER)
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
