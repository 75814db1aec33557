"""Checks in separate environments: ``nox`` runs all of them, ``nox -s NAME`` one."""

import os
import re
import shutil
import sys
import tomllib
import zipfile
from collections.abc import Iterable
from pathlib import Path

import nox
from nox.command import CommandFailed

nox.options.default_venv_backend = "venv"
nox.options.error_on_missing_interpreters = False  # a CPython that is not installed is skipped with a message
nox.options.sessions = ["lint", "packaging", "docs", "lighthouse", "interpreted", "portable", "judges", "tests"]

SAMPLES = sorted(Path("samples").glob("*/*.in"))

# The files that GitHub reads, and their schemas, which check-jsonschema brings along.
SCHEMAS = {
    ".github/workflows/*.yml": "vendor.github-workflows",
    ".github/dependabot.yml": "vendor.dependabot",
    ".github/ISSUE_TEMPLATE/config.yml": "vendor.github-issue-config",
    ".github/ISSUE_TEMPLATE/bug.yml": "vendor.github-issue-forms",
    ".github/ISSUE_TEMPLATE/idea.yml": "vendor.github-issue-forms",
    "CITATION.cff": "vendor.citation-file-format",
}

# What decides whether an answer, an output or an input is right: for each package its modules and their tests.
DECIDING = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["refsol"]["deciding"]

# Random cases of a problem, where not as many as possible are wanted; and with a fixed seed, where they are measured.
CASES = "200"
MEASURED = "120"

# A package that brings testlib.h along, which is its author's and not part of refsol, and the file's name in it.
TESTLIB = ("rbx.cp==2.3.3", "rbx/resources/predownloaded/testlib.h")

# Judges' own programs, each installed in an environment of its own, by the option of tests/judges.py that takes it.
JUDGES = {"problemtools": "problemtools==1.20260907", "bapctools": "bapctools==2026.10.0", "dmoj": "dmoj==4.1.0"}

LIGHTHOUSE = "lighthouse@12.8.2"  # of npm; later ones need a Node.js that few have

# gcc's checks for the session asan. Signed integers usually wrap in refsol's C; here an overflow is a fault. mypyc
# shifts its integers to the left by one bit, even negative ones, which gcc defines (shift-base).
SANITIZERS = [
    *("-fsanitize=address,undefined", "-fno-sanitize=null,alignment,object-size,pointer-overflow,vptr,shift-base"),
    *("-O1", "-g1", "-fno-omit-frame-pointer", "-fno-wrapv", "-UNDEBUG"),
]

# Where 64-bit integers are words that hold several numbers, and in mypyc's own check of any index, sums may wrap.
MAY_WRAP = (
    *("refsol___text___words___", "refsol___text___scanner___", "refsol___structures___prefetch___prefetch"),
    *("refsol___multigo___board___fast_triple", "refsol___chess___board____fast_quadruple"),
)


@nox.session
def lint(session: nox.Session) -> None:
    """Check formatting, lint and types of everything, the direction of imports, and the files that GitHub reads."""
    session.install("-e", ".[test,bench,browser,cluster,docs,numpy]", env={"REFSOL_PURE": "1"})
    session.install("check-jsonschema", "import-linter")
    session.run("ruff", "format", "--check", ".")
    session.run("ruff", "check", ".")
    session.run("mypy")
    session.run("lint-imports")
    for pattern, schema in SCHEMAS.items():
        found = sorted(os.fspath(path) for path in Path().glob(pattern))
        session.run("check-jsonschema", "--builtin-schema", schema, "--force-filetype", "yaml", *found)


@nox.session
def docs(session: nox.Session) -> None:
    """Build the site into ``build/site``, with warnings as errors, and check its links."""
    session.install("-e", ".[docs]", env={"REFSOL_PURE": "1"})
    _build_site(session)


def _build_site(session: nox.Session) -> str:
    site = Path("build", "site")
    shutil.rmtree(site, ignore_errors=True)
    session.run("sphinx-build", "-W", "--keep-going", "-n", "-E", "-q", "docs", os.fspath(site))
    session.run("python", "docs/extensions/check_site.py", os.fspath(site))
    return os.fspath(site)


@nox.session
def lighthouse(session: nox.Session) -> None:
    """Require that Lighthouse gives the site's pages at least 95 points of 100 each; skipped without npm."""
    site = os.environ.get("REFSOL_SITE")
    if site is None:
        session.install("-e", ".[docs]", env={"REFSOL_PURE": "1"})
        site = _build_site(session)
    place = session.create_tmp()
    try:
        session.run("npm", "install", "--silent", "--ignore-scripts", f"--prefix={place}", LIGHTHOUSE, external=True)
    except CommandFailed:
        session.skip(f"{LIGHTHOUSE} can't be installed")
    session.run("python", "tests/lighthouse.py", site, f"{place}/node_modules/.bin/lighthouse")


@nox.session
def interpreted(session: nox.Session) -> None:
    """Run all tests interpreted, with the site, Chromium, a Dask cluster and the other libraries, and measure branches.

    Every branch has to be taken in the modules that decide something. The seed is fixed, so that a rare case doesn't
    change the result. ``REFSOL_SITE`` names a site that has been built. OpenSpiel is left out where it can't be
    installed, and tests that need what isn't there are skipped, unless ``REFSOL_REQUIRE_BROWSER=1`` or
    ``REFSOL_REQUIRE_PYPY=1`` is set.
    """
    extras = "test,browser,cluster,docs,numpy,pettingzoo"
    pure = {"REFSOL_PURE": "1"}
    session.install(f".[{extras}]", "pytest-cov", env=pure)
    try:
        session.install("--only-binary=open_spiel", ".[openspiel]", env=pure)
    except CommandFailed:
        session.log("OpenSpiel can't be installed")
    site = os.environ.get("REFSOL_SITE") or _build_site(session)
    required = {"REFSOL_REQUIRE_CLUSTER": "1", "REFSOL_REQUIRE_ENVIRONMENTS": "1", "REFSOL_SITE": site}
    others = "docs or browser or cluster or environments or unmeasured"
    session.run("pytest", "-m", others, *session.posargs, env={**pure, **required})
    repeatable = {"REFSOL_CASES": MEASURED, "REFSOL_SEED": "1"}
    measured = ["--cov", "--cov-report=", "--hypothesis-seed=1"]
    session.run("pytest", "-m", f"not ({others})", *measured, *session.posargs, env={**pure, **repeatable})
    session.run("coverage", "report")
    modules = (f"{name}/{module.replace('.', '/')}" for name, group in DECIDING.items() for module in group["modules"])
    deciding = [f"*/refsol/{module}.py" for module in modules]
    session.run("coverage", "report", f"--include={','.join(deciding)}", "--fail-under=100")


@nox.session
def portable(session: nox.Session) -> None:
    """Run the tests of what decides without librt, on substitutes in Python, with few random cases."""
    session.install(".[test]", env={"REFSOL_PURE": "1"})
    session.run("pip", "uninstall", "--quiet", "--yes", "librt")  # mypy needs it, too
    session.run("python", "-c", "from refsol.portable import has_librt; assert not has_librt()")
    _run_deciding_tests(session, "tests/test_substitutes.py")


@nox.session
def compiled(session: nox.Session) -> None:
    """Run the tests of what decides, compiled, as on another CPython: ``nox -s compiled --force-python PYTHON``."""
    session.install(".[test]")
    _run_deciding_tests(session)


def _run_deciding_tests(session: nox.Session, *others: str) -> None:
    tests = _tests(pattern for group in DECIDING.values() for pattern in group["tests"])
    cases = {"REFSOL_CASES": os.environ.get("REFSOL_CASES", CASES)}
    session.run("pytest", "-m", "not slow", *(session.posargs or [*tests, *others]), env=cases)


@nox.session
def judges(session: nox.Session) -> None:
    """Try packages with judges' own programs, and compare checkers and validators for testlib with refsol's commands.

    What can't be installed is skipped with a word: problemtools, BAPCtools, DMOJ's judge; g++, and the package that
    testlib.h is taken from.
    """
    session.install(".[test]", env={"REFSOL_PURE": "1"})
    options = _judges(session)
    header = _testlib(session) if shutil.which("g++") else None
    if header is None:
        session.log(f"skipped: what needs g++ and testlib.h, which {TESTLIB[0]} has")
    else:
        options.append(f"--testlib={header}")
        session.run("pytest", "-m", "testlib", *session.posargs, env={"REFSOL_TESTLIB": os.fspath(header)})
    session.run("python", "tests/judges.py", *options)


def _judges(session: nox.Session) -> list[str]:
    """Install the judges' programs; return the options that name their environments."""
    options = []
    for option, package in JUDGES.items():
        directory = Path(session.create_tmp(), option).resolve()
        try:
            session.run("python", "-m", "venv", os.fspath(directory))
            session.run(os.fspath(directory / "bin" / "pip"), "install", "--quiet", package, external=True)
        except CommandFailed:
            session.log(f"{package} can't be installed")
        else:
            options.append(f"--{option}={directory}")
    return options


def _testlib(session: nox.Session) -> Path | None:
    """Return the path of testlib.h, or None if there is no package to take it from."""
    package, name = TESTLIB
    directory = Path(session.create_tmp(), package).resolve()
    header = directory / "testlib.h"
    if not header.exists():
        try:
            session.run("pip", "download", "--quiet", "--no-deps", f"--dest={directory}", package)
        except CommandFailed:
            return None
        (wheel,) = directory.glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            header.write_bytes(archive.read(name))
    return header


@nox.session(python=["3.11", "3.12", "3.13", "3.14"])
def tests(session: nox.Session) -> None:
    """Run all tests on one CPython, compiled and interpreted."""
    session.install(".[test]")
    session.run("pytest", "tests", *session.posargs)
    session.run("pytest", "tests", *session.posargs, env={"REFSOL_PURE": "1"})


@nox.session
def mutation(session: nox.Session) -> None:
    """Change the modules that decide, one place at a time, and list the changes that no test notices.

    By hand only, since all of them take hours: ``nox -s mutation -- multigo.legality jury`` takes modules and packages.
    Results are kept below ``build/mutation``, so a run that was interrupted goes on where it stopped.
    """
    session.install(".[test]", "mutmut==3.8.1", env={"REFSOL_PURE": "1"})
    for name, group in DECIDING.items():
        modules = [f"{name}.{module}" for module in group["modules"]]
        wanted = [m for m in modules if not session.posargs or m in session.posargs or name in session.posargs]
        if not wanted:
            continue
        place = Path("build", "mutation", name)
        place.mkdir(parents=True, exist_ok=True)
        for path in ("refsol", "tests", "samples", "benchmarks", "pyproject.toml"):
            if not (place / path).exists():
                (place / path).symlink_to(Path(path).resolve())
        paths = [f"refsol/{module.replace('.', '/')}.py" for module in modules]
        tests = _tests(group["tests"])
        (place / "setup.cfg").write_text(_mutmut(source_paths=["refsol"], only_mutate=paths, tests=tests))
        with session.chdir(place):
            patterns = [f"refsol.{module}.*" for module in wanted]
            few = {"REFSOL_PURE": "1", "REFSOL_CASES": "100", "REFSOL_SEED": "1"}  # random cases, the same for each
            session.run("mutmut", "run", "--max-children", "1", *patterns, env=few)
            session.run("mutmut", "results")


def _tests(patterns: Iterable[str]) -> list[str]:
    """Return the paths of the files of tests whose names have one of the ``patterns``."""
    return sorted({os.fspath(path) for pattern in patterns for path in Path("tests").glob(pattern)})


def _mutmut(source_paths: list[str], only_mutate: list[str], tests: list[str]) -> str:
    """Return the configuration of mutmut: which files it changes, and which tests it runs."""
    options = {
        "source_paths": source_paths,
        "only_mutate": only_mutate,
        "also_copy": ["refsol", "samples", "benchmarks"],
        "pytest_add_cli_args": ["-n", "0"],
        "pytest_add_cli_args_test_selection": tests,
        "do_not_mutate_patterns": [r"\bcapacity=", r"\braise AssertionError"],  # speed only; never reached
    }
    lists = (f"{name} =\n" + "".join(f"    {value}\n" for value in values) for name, values in options.items())
    return "[mutmut]\ntimeout_multiplier = 3\ntimeout_constant = 6\n" + "".join(lists)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Read generated inputs in every way, compiled and interpreted: ``nox -s fuzz -- --minutes 60``.

    By hand, and for half a minute in CI. ``tests/fuzz.py`` says what is compared, and which other options there are.
    """
    session.install(".[test]")
    session.run("python", "tests/fuzz.py", *session.posargs)


@nox.session
def abuse(session: nox.Session) -> None:
    """Call everything public in the compiled modules with hostile arguments: ``nox -s abuse -- --minutes 60``.

    By hand, and for half a minute in CI. ``tests/abuse.py`` says what may happen, and which other options there are.
    """
    session.install(".[test]")
    session.run("python", "tests/abuse.py", *session.posargs)


@nox.session
def faults(session: nox.Session) -> None:
    """Let every call to the system fail, one after the other: ``nox -s faults``, or in a minute ``-- --short``.

    By hand; the short form runs in CI. ``tests/faults.py`` says what is required, and which other options there are.
    """
    session.install(".[test]")
    session.run("python", "tests/faults.py", *session.posargs)


@nox.session
def proof(session: nox.Session) -> None:
    """Try ``CASES`` random cases of each problem in every way: ``nox -s proof -- 1000000``. By hand; that takes hours.

    Solvers are compared with oracles, compiled and, for a tenth of the cases, interpreted; then inputs that are changed
    at random are read in both modes.
    """
    cases, *options = session.posargs or ["1000"]
    session.install(".[test]")
    session.run("python", "tests/proof.py", "--cases", cases, *options)
    session.run("python", "tests/proof.py", "--cases", str(int(cases) // 10), *options, env={"REFSOL_PURE": "1"})
    session.run("python", "tests/fuzz.py", "--inputs", cases, *options)


@nox.session
def asan(session: nox.Session) -> None:
    """Run with gcc's sanitizers for addresses and undefined behaviour: ``nox -s asan -- --minutes 60``.

    By hand, on Linux. All samples and worst cases are solved, validated and checked; then fuzz and abuse run, a minute
    each by default. Any report of a sanitizer fails the session.
    """
    scratch = Path(session.create_tmp()).resolve()
    reports = scratch / "reports"
    shutil.rmtree(reports, ignore_errors=True)
    reports.mkdir()
    # From an sdist, since objects without sanitizers may be left in the build directory of the source tree.
    session.install("build")
    session.run("python", "-m", "build", "--sdist", "--outdir", os.fspath(scratch), silent=True)
    (sdist,) = scratch.glob("refsol-*.tar.gz")
    flags = {"REFSOL_CFLAGS": " ".join(SANITIZERS), "LDFLAGS": SANITIZERS[0], "REFSOL_REQUIRE_COMPILED": "1"}
    session.install("--force-reinstall", "--no-cache-dir", f"refsol[test] @ {sdist.as_uri()}", env=flags)
    wrapping = scratch / "wrapping.txt"
    wrapping.write_text("".join(f"signed-integer-overflow:{name}\n" for name in MAY_WRAP), encoding="utf-8")
    library = str(session.run("gcc", "-print-file-name=libasan.so", external=True, silent=True)).strip()
    env = {
        "LD_PRELOAD": library,  # has to be loaded before Python itself
        "PYTHONMALLOC": "malloc",  # each object is a block of its own, with a guarded zone around it
        # Leaks: CPython keeps memory to its end. Null: what is too large is a MemoryError, as without sanitizers.
        "ASAN_OPTIONS": f"detect_leaks=0:allocator_may_return_null=1:log_path={reports}/report",
        "UBSAN_OPTIONS": f"halt_on_error=1:print_stacktrace=1:suppressions={wrapping}",  # a report ends the process
    }
    directory = str(session.run("python", "-c", "import sysconfig; print(sysconfig.get_path('platlib'))", silent=True))
    built = list(Path(directory.strip()).glob("refsol*__mypyc*.so"))
    if not built or not all(b"__asan_init" in path.read_bytes() for path in built):
        session.error("refsol was built without sanitizers")
    programs = {"extremes": [], "fuzz": ["--no-interpreted", *session.posargs], "abuse": session.posargs}
    failed = []
    for program, options in programs.items():
        try:
            session.run("python", f"tests/{program}.py", *options, env=env)
        except CommandFailed:  # the others run anyway
            failed.append(program)
    for report in sorted(reports.iterdir()):
        session.log(report.read_text(encoding="utf-8", errors="replace"))
    if failed or any(reports.iterdir()):
        session.error(f"failed: {', '.join(failed)}; {len(list(reports.iterdir()))} reports of sanitizers")


@nox.session
def packaging(session: nox.Session) -> None:
    """Build the sdist and from it the wheel, as a release does; check both, and pure installations of the sdist."""
    dist = Path(session.create_tmp())
    session.install("build", "twine", *(["auditwheel"] if sys.platform == "linux" else []))
    pinned = {"PIP_CONSTRAINT": "build-constraints.txt"}
    session.run("python", "-m", "build", "--outdir", str(dist), silent=True, env=pinned)  # the wheel from the sdist
    (wheel,) = dist.glob("refsol-*.whl")
    (sdist,) = dist.glob("refsol-*.tar.gz")
    session.run("twine", "check", "--strict", str(wheel), str(sdist))
    if sys.platform == "linux":
        shown = str(session.run("auditwheel", "show", str(wheel), silent=True))
        session.log(shown)
        if not re.search(r'"(many|musl)linux_', shown):
            session.error("the wheel needs libraries that other Linux systems may lack")
    _install(session, str(wheel), {"PATH": session.bin})
    _expect(session, "compiled by mypyc")
    _use(session)
    _install(session, str(sdist), {"CC": "no-such-compiler"})
    _expect(session, "interpreted, since compiling failed")
    _install(session, str(sdist), {"REFSOL_PURE": "1"})
    _expect(session, "interpreted")
    session.run(
        "python", "-m", "build", "--wheel", "--outdir", str(dist), silent=True, env={**pinned, "REFSOL_PURE": "1"}
    )
    (pure,) = dist.glob("refsol-*-py3-none-any.whl")
    _install(session, str(pure), {})
    session.run("pip", "uninstall", "--quiet", "--yes", "librt")
    _expect(session, "interpreted, without librt")


def _use(session: nox.Session) -> None:
    """Check the types of a user's program strictly, and run it, where only the installed package is.

    The same with the example of a package that has a problem: installed, it passes its tests.
    """
    session.install("mypy", "pytest")
    program = Path("tests", "user_program.py").resolve()
    package = Path("examples", "lamps").resolve()
    with session.chdir(session.create_tmp()):
        shutil.copy(program, ".")
        session.run("mypy", "--strict", "--no-incremental", program.name)
        session.run("python", program.name)
        shutil.rmtree("refsol-lamps", ignore_errors=True)
        shutil.copytree(package, "refsol-lamps")
        session.install("./refsol-lamps")
        session.run("pytest", "-q", "refsol-lamps")
        session.run("pip", "uninstall", "--quiet", "--yes", "refsol-lamps")


def _install(session: nox.Session, what: str, env: dict[str, str]) -> None:
    session.install("--force-reinstall", "--no-cache-dir", what, env=env)


def _expect(session: nox.Session, mode: str) -> None:
    """Check the mode, the answers to all samples and that pages can be made, outside the source tree."""
    samples = [path.resolve() for path in SAMPLES]
    with session.chdir(session.create_tmp()):
        version = session.run("refsol", "--version", silent=True)
        if mode not in str(version):
            session.error(f"expected a version that says {mode!r}, found {version!r}")
        for path in samples:
            answer = session.run("refsol", path.parent.name, "solve", os.fspath(path), silent=True)
            if answer != path.with_suffix(".ans").read_text(encoding="ascii"):
                session.error(f"a wrong answer to {path}")
            session.run("refsol", path.parent.name, "show", os.fspath(path), "--html", os.devnull, silent=True)
    session.log(f"{mode}: {len(samples)} samples are answered correctly")
