"""Packages of problems without a package: what they hold, what is refused, and that their programs judge rightly."""

import io
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
import support
import testlib
import yaml
from small_packages import MEAN, OWN, Files, example_files, problem_in, small_contents, small_package, write_files
from support import contents, needs_posix, once, own, refsol_here, require_refusal, sections, seeds, toml
from test_bundles import PYTHONS, run
from test_package import keeper, plan_of
from test_package_rules import compiled, statuses
from test_signals import STATUSES, signalled

from refsol.errors import InputError, OptionError
from refsol.jury.bundles import cms_checker_of, dmoj_checker_of, validator_of
from refsol.jury.checking import check
from refsol.jury.packages import FORMATS, PackagePlan, PackageProgram, contents_of, load_format
from refsol.own import CheckerSpec, GeneratorSpec
from refsol.own.description import WAYS, Description, GenerationError, Generator, parse, validate
from refsol.own.spec import contents_of as files_of
from refsol.own.spec import source_of
from refsol.problem import Problem
from refsol.problem.contract import VerdictKind
from refsol.problem.packaging import CPP, PYTHON, Kind

pytestmark = [pytest.mark.slow, needs_posix, once]

FEW = {"largest": 1, "large": 0, "random": 1, "edges": 1, **dict.fromkeys(("few", "equal", "outlier"), 0)}
RIGHT = PackageProgram("model.py", "accepted", b"# right\n")


@pytest.fixture
def mean(tmp_path: Path) -> Path:
    """A problem whose outputs are numbers, with a smaller test set."""
    directory = write_files(tmp_path / "mean", MEAN)
    with (directory / "refsol.toml").open("a", encoding="utf-8") as file:
        file.write("\n[families]\n" + "".join(f"{name} = {weight}\n" for name, weight in FEW.items()))
    return directory


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the tests of that problem are kept, so that they are made once."""
    return tmp_path_factory.mktemp("made")


# The whole command


def test_tests_that_are_small_anyway_are_made_once(mean: Path, tmp_path: Path) -> None:
    problem = problem_in(mean)
    made: list[str] = []
    plan = plan_of(max_bytes=150_000)._replace(submissions=(RIGHT,))
    found = contents_of(problem, load_format("kattis"), plan, keeper(tmp_path / "kept", made))
    quick = [test.family.name for test in found.groups[0].tests if test.family.quick]
    inputs = [name.removesuffix(".in") for name in made if name.endswith(".in")]
    names = [name for name in inputs if name.split("/")[1].split("-")[1] in quick]
    assert not [name for name in names if "-size" in name]
    assert not [test.sizes for test in found.groups[0].tests if test.family.quick and test.sizes]
    assert len(names) >= len(quick) > 4


def test_equal_commands_write_equal_packages(mean: Path) -> None:
    status, printed, _errors = own("package", "kattis", "one.zip", "--pass-fail", cwd=mean)
    assert status == 0
    assert printed.startswith("one.zip: kattis, ")
    assert own("package", "kattis", "two.zip", "--pass-fail", cwd=mean)[0] == 0
    assert (mean / "one.zip").read_bytes() == (mean / "two.zip").read_bytes()
    with zipfile.ZipFile(mean / "one.zip") as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    assert {name for name in files if not name.startswith("data/secret/")} == {
        *("problem.yaml", "statement/problem.en.tex", "TESTS.md", "mean.ctd", "input_validators/validate.py"),
        *("data/sample/1.in", "data/sample/1.ans", "data/sample/test_group.yaml"),
        *("submissions/accepted/model.py", "submissions/wrong_answer/rounded.py"),
    }
    for name in ("model.py", "rounded.py", "mean.ctd"):
        assert MEAN[name].encode() in files.values()
    problem = yaml.safe_load(files["problem.yaml"])
    assert problem["name"] == {"en": "Mean: of numbers"}
    assert (problem["limits"]["time_limit"], problem["limits"]["memory"]) == (1.5, 256)
    assert "source" not in problem
    assert problem["uuid"] == str(small_contents(problem_in(mean)).uuid)
    assert files["statement/problem.en.tex"].startswith(b"\\problemname{Mean: of numbers}\n\nPrint the mean of $n$")
    assert_commands_make_tests(mean, files)


def assert_commands_make_tests(directory: Path, files: dict[str, bytes]) -> None:
    """Require that one of the commands in TESTS.md prints the input that stands there."""
    line = next(line for line in files["TESTS.md"].decode().splitlines() if "-edges |" in line)
    name, _purpose, command = (cell.strip() for cell in line.strip("|").split("|"))
    words = shlex.split(command.strip("`"))
    assert words[:3] == ["refsol", "own", "generate"]
    assert own(*words[2:], cwd=directory)[1].encode() == files[f"data/secret/01-all-{name}.in"]


def test_options_alone_suffice(mean: Path) -> None:
    (mean / "refsol.toml").unlink()
    options = ("--format", "mean.ctd", "--model", f"{sys.executable} model.py", "--tolerance", "0.001", "--seed", "a b")
    status, printed, errors = own("package", "luogu", "new", *options, "--max-bytes", "60000", cwd=mean)
    assert (status, errors) == (0, "")
    assert "the archive has no statement: paste yours into Luogu's form\n" in printed
    assert (mean / "new" / "checker.cpp").read_text(encoding="utf-8").startswith("#define TOLERANCE 0.001\n")


def test_kattis_has_points_where_somebody_gives_some(mean: Path) -> None:
    for kind, options, scored in (
        ("kattis", (), False),
        ("kattis-legacy", (), False),
        ("kattis", ("--total", "50"), True),
        ("kattis", ("--submission", "partially_accepted=part.py"), True),
        ("hydro", (), True),
    ):
        (mean / "part.py").write_text("print(1)\n", encoding="ascii")
        printed = own("package", kind, "new", *options, "--max-bytes", "200000", cwd=mean)[1]
        assert (" points, " in printed) == scored, printed
        shutil.rmtree(mean / "new")


def test_an_interrupted_package_can_be_resumed(mean: Path) -> None:
    command = ("own", "package", "dmoj", "new.zip", "--max-bytes", "150000")
    assert own(*command[1:3], "whole.zip", *command[4:], cwd=mean)[0] == 0
    done = signalled(signal.SIGINT, 5, *command, cwd=mean)
    assert (done.returncode, done.stdout) == (STATUSES[signal.SIGINT], b"")
    assert done.stderr == b"refsol: new.zip: interrupted; run the same command again to resume\n"
    assert own(*command[1:], cwd=mean)[0] == 0
    assert (mean / "new.zip").read_bytes() == (mean / "whole.zip").read_bytes()
    assert not list(mean.glob("*part*"))


def test_what_can_not_be_packed(mean: Path) -> None:
    before = contents(mean)
    for line, message in toml("own_package")["unpacked"]:
        require_refusal(refsol_here("own", "package", *shlex.split(line), cwd=mean), message)
    assert contents(mean) == before


# Contents


def built(directory: Path, kind: str, keep: Path, plan: PackagePlan | None = None, **changes: object) -> Files:
    problem = problem_in(directory, **changes)
    plan = plan or plan_of(max_bytes=200_000)._replace(submissions=(RIGHT,))
    if load_format(kind).only_tests:
        plan = plan._replace(submissions=())
    found = contents_of(problem, load_format(kind), plan, keeper(keep))
    return {file.path: b"".join(file.chunks()) for file in load_format(kind).files(found)}


def test_a_statement_and_a_solution_are_needed(mean: Path, made: Path) -> None:
    with pytest.raises(OptionError, match=r"needs a statement: write one in Markdown, and name it in refsol.toml"):
        built(mean, "kattis", made, statement=None)
    with pytest.raises(OptionError, match=r"needs the source of a right solution: .* refsol\.toml"):
        built(mean, "kattis", made, plan_of(max_bytes=200_000))
    assert "config.yml" in built(mean, "luogu", made, statement=None)
    (mean / "statement.md").write_text("![a](b)\n", encoding="utf-8")
    with pytest.raises(OptionError, match="a statement has no pictures"):
        built(mean, "kattis-legacy", made)


@pytest.mark.parametrize("field", ["name", "title"])
@pytest.mark.parametrize("kind", FORMATS)
def test_the_statement_of_the_example_is_not_that_of_another_problem(
    kind: str, field: str, tmp_path: Path, made: Path
) -> None:
    changes: dict[str, object] = {field: "mine"}
    directory = write_files(tmp_path / "example", example_files())
    if load_format(kind).only_tests:
        assert "config.yml" in built(directory, kind, made / "example", None, **changes)
        return
    with pytest.raises(OptionError, match=r"statement\.md: is still the statement of the example; write your own"):
        built(directory, kind, made / "example", None, **changes)
    with (directory / "statement.md").open("a", encoding="utf-8") as file:
        file.write("Mine.\n")
    assert built(directory, kind, made / "example", None, **changes)


def test_tests_of_a_generator_are_made_by_its_command(mean: Path, made: Path) -> None:
    """They are there as often as the family weighs, and TESTS.md has the command."""
    line = f"{sys.executable} -c \"import sys; print(1, sys.argv[1][:2] + '.5', sep=chr(10))\" {{seed}} {{size}}"
    generators = {"tens": GeneratorSpec(tuple(shlex.split(line)), 2, "tens")}
    files = built(
        *(mean, "kattis", made / "tens"),
        generators=generators,
        description="INT(1,9) NEWLINE FLOAT(0,99) NEWLINE",
        samples=None,
    )
    inputs = [data for path, data in files.items() if "-tens" in path and path.endswith(".in")]
    assert len(inputs) == len(set(inputs)) == 6
    assert files["TESTS.md"].count(b"| What the generator tens prints. | `refsol own generate tens --seed ") == 6


def test_samples_are_optional(mean: Path, made: Path) -> None:
    for kind in FORMATS:
        if kind != "qduoj":
            files = built(mean, kind, made, samples=None)
            assert not any("sample" in path and path.endswith((".in", ".ans", ".out")) for path in files)
    files = built(mean, "cms", made, samples=None)
    assert files["gen/GEN"].startswith(b"#ST: 100\n01-all/")
    assert "public_testcases" not in yaml.safe_load(files["task.yaml"])


GIVEN = {
    "checker.py": ("python3 {}/checker.py", "raise SystemExit({})\n"),
    "checker.cpp": ("{}/checker", '#include "testlib.h"\nint main() {}\n'),
    "Checker.java": ("{}/Checker.java", "class Checker {}\n"),
}
PLACES = toml("own_package")["places"]


@pytest.mark.parametrize("name", GIVEN)
@pytest.mark.parametrize("protocol", ["testlib", "kattis"])
@pytest.mark.parametrize("kind", FORMATS)
def test_a_checker_of_the_user_goes_where_it_is_understood(
    kind: str, protocol: str, name: str, mean: Path, made: Path
) -> None:
    line, text = GIVEN[name]
    accepted = {"testlib": 0, "kattis": 42}[protocol]
    text = text.replace("SystemExit({})", f"SystemExit({accepted})")
    (mean / name).write_text(text, encoding="utf-8")
    support.write_program(mean / "checker", f"#!/bin/sh\nexit {accepted}\n")
    language = {".py": PYTHON, ".cpp": CPP}.get(Path(name).suffix, "Java")
    plan = plan_of(max_bytes=200_000)._replace(submissions=(RIGHT,), testlib=b"// testlib.h\n")
    checker = CheckerSpec(tuple(line.format(mean).split()), protocol)
    if Kind(language, protocol) not in load_format(kind).given:
        with pytest.raises(OptionError, match=f"packages in this format take .*, not {name}, which is in "):
            built(mean, kind, made, plan, checker=checker)
        return
    files = built(mean, kind, made, plan, checker=checker)
    assert files[PLACES[kind][name]].endswith(text.encode())
    if kind == "kattis-legacy":
        assert yaml.safe_load(files["problem.yaml"])["validation"] == "custom"
        build = files["output_validators/checker/build"].decode()
        assert ("-o run checker.cpp" in build) == (language == CPP)
    if kind == "dmoj":
        named = ["checker.cpp", "testlib.h"] if language == CPP else "checker.py"
        arguments = {"type": "testlib", "lang": "CPP17" if language == CPP else "PY3", "files": named}
        init = yaml.safe_load(files["init.yml"])["checker"]
        assert (init["name"], init["args"] | arguments) == ("bridged", init["args"])
        assert ("testlib.h" in files) == (language == CPP)
        if language == CPP:
            with pytest.raises(OptionError, match=r"checker\.cpp needs testlib\.h: --testlib FILE"):
                built(mean, kind, made, checker=checker)


@pytest.mark.parametrize("kind", FORMATS)
def test_sources_are_packed_as_they_are(kind: str, mean: Path, made: Path) -> None:
    plan = plan_of(max_bytes=200_000)._replace(submissions=(RIGHT, PackageProgram("a.rs", "accepted", b"// Rust\n")))
    form = load_format(kind)
    if form.only_tests:
        return
    contents = contents_of(problem_in(mean, checker=CheckerSpec()), form, plan, keeper(made))
    packed = [Path(file.path).name for file in form.files(contents) if file.content == b"// Rust\n"]
    assert packed == ["a.rs"]
    notes = [note for note in form.notes(contents) if "a.rs" in note]
    assert len(notes) == (kind in ("polygon", "qduoj"))


def test_a_program_is_found_by_its_command(tmp_path: Path) -> None:
    write_files(tmp_path, dict.fromkeys(("a.py", "b.cpp", "b", "c.cc", "d", "e.rs"), ""))
    for command, name in (
        *(("python3 {}/a.py", "a.py"), ("/usr/bin/pypy3 {}/a.py", "a.py"), ("{}/a.py", "a.py")),
        *(
            ("{}/b.cpp", "b.cpp"),
            ("{}/e.rs", "e.rs"),
            ("{}/b", "b.cpp"),
            ("{}/c", "c.cc"),
            ("", None),
            ("d", None),
            ("{}/d", None),
            ("{}/none.py", None),
        ),
        *(("python3 {}/a.py --fast", None), ("python3 -c print()", None)),
        *(("ruby {}/a.py", None), ("python3 {}/b.cpp", None)),
    ):
        assert source_of(command.format(tmp_path).split()) == (name and tmp_path / name), command


def test_files_beside_a_program_are_found(tmp_path: Path) -> None:
    write_files(tmp_path, {"helper.py": "import d\n", "helper.h": '#include "c.cpp"\n', "testlib.h": "", "in/x.h": ""})
    for name, text, needed in toml("own_package")["needed"]:
        path = write_files(tmp_path, {name: text}) / name
        assert list(files_of(path)) == [name, *needed]
        assert files_of(path)[name] == text.encode()
    for text, message in (
        ('#include "in/x.h"\n', "needs in/x.h, and"),
        ('#include "in"\n', "needs in, and a package can"),
    ):
        path = write_files(tmp_path, {"g.cpp": text}) / "g.cpp"
        with pytest.raises(OptionError, match=message):
            files_of(path)
    (tmp_path / "e.py").chmod(0)
    if not os.access(tmp_path / "e.py", os.R_OK):
        with pytest.raises(OptionError, match=r"e\.py: Permission denied"):
            files_of(tmp_path / "e.py")


@pytest.mark.parametrize(("kind", "path"), toml("own_package")["beside"].items())
def test_a_checker_of_two_files_goes_where_both_have_room(kind: str, path: str, mean: Path, made: Path) -> None:
    protocol = "kattis" if kind.startswith("kattis") else "testlib"
    write_files(mean, {"checker.cpp": '#include "rules.h"\nint main() {}\n', "rules.h": '#include "testlib.h"\n'})
    plan = plan_of(max_bytes=200_000)._replace(submissions=(RIGHT,), testlib=b"// testlib.h\n")
    support.write_program(mean / "checker", f"#!/bin/sh\nexit {42 if protocol == 'kattis' else 0}\n")
    checker = CheckerSpec((f"{mean}/checker",), protocol)
    if not path:
        message = "checker.cpp needs rules.h beside it, and packages in this format hold one file of a program"
        with pytest.raises(OptionError, match=message):
            built(mean, kind, made, plan, checker=checker)
        return
    files = built(mean, kind, made, plan, checker=checker)
    assert files[path] == b'#include "testlib.h"\n'
    if kind == "dmoj":
        names = ["checker.cpp", "rules.h", "testlib.h"]
        assert yaml.safe_load(files["init.yml"])["checker"]["args"]["files"] == names
    if kind == "hydro":
        assert yaml.safe_load(files["mean/testdata/config.yaml"])["judge_extra_files"] == ["rules.h"]
    if kind == "polygon":
        assert '<file path="files/rules.h" type="h.g++" />' in files["problem.xml"].decode()


DESCRIPTIONS = {"example": example_files()["input.ctd"], "mean": MEAN["mean.ctd"], **sections("own_descriptions")}
CHANGES = (b" ", b"\n", b"0", b"1", b"-", b"x", b".", b"\xe9")
VALIDATE_ALL = sections("own_package")["validating many"]


def judged(description: Description, data: bytes) -> tuple[int, str]:
    try:
        validate(description, data)
    except InputError as error:
        return 43, f"-:{error}\n"
    return 42, ""


def alone(python: str, script: str, *words: str | Path, stdin: bytes = b"") -> bytes:
    done = run(python, "-c", script, *words, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout


def inputs_of(text: str) -> Iterator[bytes]:
    """Yield inputs, half of which have been changed somewhere."""
    description = parse(text.encode("latin-1"))
    for number, seed in enumerate(seeds(120)):
        rng = Random(seed)
        way = list(WAYS.values())[number % len(WAYS)]
        try:
            data = bytearray(Generator(description).generate(way, str(seed), 6))
        except GenerationError:
            continue
        yield bytes(data)
        for _change in range(rng.randint(1, 2)):
            at = rng.randrange(len(data) + 1)
            data[at : at + rng.choice((0, 1, 1))] = rng.choice([b"", *CHANGES])
        yield bytes(data)


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("name", DESCRIPTIONS)
def test_a_bundled_validator_agrees(name: str, python: str, mean: Path) -> None:
    text = DESCRIPTIONS[name]
    problem = problem_in(mean, description=text)
    program = mean / "validate.py"
    program.write_text(validator_of(problem), encoding="utf-8")
    cases = list(inputs_of(text))
    stdin = json.dumps([case.decode("latin-1") for case in cases]).encode()
    found = json.loads(alone(python, VALIDATE_ALL, program, stdin=stdin))
    description = parse(text.encode("latin-1"))
    seen = set()
    for data, (status, message) in zip(cases, found, strict=True):
        assert (status, message) == judged(description, data), data
        seen.add(status)
    assert seen == {42, 43}


def test_a_bundled_validator_stands_alone(mean: Path) -> None:
    program = mean / "validate.py"
    program.write_text(validator_of(problem_in(mean)), encoding="utf-8")
    assert 'rb"""# A mean of numbers.\n' in program.read_text(encoding="utf-8")
    wrong = b"-:2:1: expected a number in -99..99 with 1 to 3 decimals (line 4 of the description)"
    for data, status, message in ((b"1\n2.50\n", 42, b""), (b"1\n2\n", 43, wrong)):
        done = subprocess.run([sys.executable, "-I", program], input=data, capture_output=True, check=False)
        assert done.returncode == status
        assert done.stderr.startswith(message)


# Numbers with a tolerance

NUMBERS = (
    *("0", "-0.0", "1", "1.0", "+1", "01", "1e0", "1.000001", "1.0000011", "0.999999", ".5", "5.", "0.5", "5e-1"),
    *("1000000", "1000001", "1000002", "1e6", "999999.0", "-1", "1e-7", "1e999", "-1e999", "1e-999", "2e999"),
    *("nan", "inf", "1_0", "0x1", "1e", "1e+", "--1", "+", ".", "e5", "one", "ONE", "1,0", "1.0.0"),
)
PAIRS = [(right, found) for right in NUMBERS for found in NUMBERS]
OUTPUTS = [
    *Random("pairs").sample(PAIRS, 500),
    *(("1 2\n3\n", "1.0\n2 3"), ("1 2\n", "1\n"), ("1 2\n", "1 2 3\n"), ("\n", ""), ("1\n", "")),
    *(("a 1\n", "a 1.0000001\n"), ("a 1\n", "b 1\n")),
]
CMS_ALL = sections("own_package")["checking many as CMS does"]
DMOJ_ALL = sections("own_package")["checking many as DMOJ does"]


def verdicts(problem: Problem) -> list[VerdictKind]:
    jury = problem.jury
    return [
        check(jury, b"", io.BytesIO(found.encode()), lambda right=right: [right.encode()]).kind  # type: ignore[misc]
        for right, found in OUTPUTS
    ]


@pytest.mark.parametrize("python", PYTHONS)
def test_bundled_checkers_compare_numbers_as_refsol_does(python: str, mean: Path) -> None:
    problem = problem_in(mean)
    kinds = verdicts(problem)
    assert {VerdictKind.ACCEPTED, VerdictKind.WRONG, VerdictKind.TRAILING_OUTPUT} == set(kinds)
    right = [float(kind is VerdictKind.ACCEPTED) for kind in kinds]
    assert 50 < sum(right) < len(right) / 2
    stdin = json.dumps(OUTPUTS).encode()
    (mean / "cms.py").write_text(cms_checker_of(problem), encoding="utf-8")
    names = [mean / name for name in ("input", "answer", "output")]
    assert json.loads(alone(python, CMS_ALL, mean / "cms.py", *names, stdin=stdin)) == right
    (mean / "dmoj.py").write_text(dmoj_checker_of(problem), encoding="utf-8")
    assert json.loads(alone(python, DMOJ_ALL, mean / "dmoj.py", stdin=stdin)) == right


@testlib.needed
def test_a_checker_with_testlib_compares_numbers_as_refsol_does(mean: Path, made: Path, tmp_path: Path) -> None:
    program = compiled(built(mean, "polygon", made)["files/check.cpp"], *testlib.FLAGS, "-std=c++17")
    expected = testlib.STATUS
    for (answer, output), kind in zip(OUTPUTS, verdicts(problem_in(mean)), strict=True):
        status, message = statuses(program, (b"", answer.encode()), output.encode(), tmp_path)
        assert status == expected[kind], (answer, output, message)


# Lines and bytes

TEXTS = (
    *("", "\n", " ", "1", "1\n", "1 \n", "1\r\n", "1\n\n", "1\n \n", "\n1\n", " 1\n", "1\t\n\v\f\n", "1\n1", "1\n1\n"),
    *("1\n\n1\n", "1 1\n", "1  1\n", "1 1 \n\n", "11\n", "1\n \n1 \n", "2\n", "\ufeff1\n", "1\n\ufeff"),
)


def texts(problem: Problem) -> dict[tuple[str, str], VerdictKind]:
    jury = problem.jury
    return {
        (right, found): check(jury, b"", io.BytesIO(found.encode()), lambda right=right: [right.encode()]).kind  # type: ignore[misc]
        for right in TEXTS
        for found in TEXTS
    }


@pytest.mark.parametrize("compare", ["lines", "exact"])
def test_bundled_checkers_compare_texts_as_refsol_does(compare: str, mean: Path) -> None:
    problem = problem_in(mean, checker=CheckerSpec(compare=compare))
    kinds = texts(problem)
    assert {VerdictKind.ACCEPTED, VerdictKind.WRONG, VerdictKind.TRAILING_OUTPUT} == set(kinds.values())
    right = [float(kind is VerdictKind.ACCEPTED) for kind in kinds.values()]
    assert len(TEXTS) <= sum(right) < len(right) / 2
    assert (sum(right) == len(TEXTS)) == (compare == "exact")
    judge = ('run["by_tolerance"](1e-06)', f'run["by_text"]({compare == "lines"})')
    stdin = json.dumps(list(kinds)).encode()
    (mean / "cms.py").write_text(cms_checker_of(problem), encoding="utf-8")
    cms_all, dmoj_all = (each.replace(*judge) for each in (CMS_ALL, DMOJ_ALL))
    names = [mean / name for name in ("input", "answer", "output")]
    assert json.loads(alone(sys.executable, cms_all, mean / "cms.py", *names, stdin=stdin)) == right
    (mean / "dmoj.py").write_text(dmoj_checker_of(problem), encoding="utf-8")
    assert json.loads(alone(sys.executable, dmoj_all, mean / "dmoj.py", stdin=stdin)) == right


@testlib.needed
@pytest.mark.parametrize("compare", ["lines", "exact"])
def test_a_checker_with_testlib_compares_texts_as_refsol_does(
    compare: str, mean: Path, made: Path, tmp_path: Path
) -> None:
    checker = CheckerSpec(compare=compare)
    program = compiled(built(mean, "polygon", made, checker=checker)["files/check.cpp"], *testlib.FLAGS, "-std=c++17")
    for (answer, output), kind in texts(problem_in(mean, checker=checker)).items():
        status, message = statuses(program, (b"", answer.encode()), output.encode(), tmp_path)
        assert status == testlib.STATUS[kind], (answer, output, message)


def test_judges_compare_texts_themselves_where_they_can(mean: Path, made: Path) -> None:
    """Else the package has refsol's checker, or there is none."""
    lines, exact = (
        {
            kind: built(mean, kind, made, checker=CheckerSpec(compare=compare))
            for kind in FORMATS
            if load_format(kind).tolerates
        }
        for compare in ("lines", "exact")
    )
    flags = "case_sensitive space_change_sensitive"
    legacy = [yaml.safe_load(files["kattis-legacy"]["problem.yaml"]) for files in (lines, exact)]
    assert [each["validation"] for each in legacy] == ["custom", "default"]
    assert legacy[1]["validator_flags"] == flags
    assert b"by_text(True)" in lines["kattis-legacy"]["output_validators/refsol/run"]
    assert b"by_text(True)" in lines["kattis"]["output_validator/validate.py"]
    assert (
        "data/secret/test_group.yaml" not in lines["kattis"]
        or b"args" not in lines["kattis"]["data/secret/test_group.yaml"]
    )
    assert yaml.safe_load(exact["kattis"]["data/sample/test_group.yaml"]) == {"output_validator_args": flags.split()}
    assert not any("output_validator" in path for kind in ("kattis", "kattis-legacy") for path in exact[kind])
    assert [yaml.safe_load(files["dmoj"]["init.yml"])["checker"] for files in (lines, exact)] == [
        "checker.py",
        "identical",
    ]
    assert b"by_text(True)" in lines["dmoj"]["checker.py"]
    for files, argument in ((lines, b"by_text(True)"), (exact, b"by_text(False)")):
        assert argument in files["cms"]["check/checker"]
    for kind, path in (("polygon", "files/check.cpp"), ("luogu", "checker.cpp"), ("hydro", "mean/testdata/checker.cc")):
        assert lines[kind].get(path, b"#define BY_LINE\n").startswith(b"#define BY_LINE\n")
        assert exact[kind].get(path, b"// ").startswith(b"// ")
    assert ("checker.cpp" in lines["luogu"], "checker.cpp" in exact["luogu"]) == (False, True)
    hydro = [yaml.safe_load(files["hydro"]["mean/testdata/config.yaml"])["checker_type"] for files in (lines, exact)]
    assert hydro == ["testlib", "strict"]
    assert "mean/testdata/checker.cc" not in exact["hydro"]
    with pytest.raises(OptionError, match=r"^judges that read this format can't compare outputs by lines or bytes$"):
        built(mean, "qduoj", made, checker=CheckerSpec(compare="lines"))


def test_judges_compare_numbers_themselves_where_they_can() -> None:
    problem = next(each for each in OWN if each.slug == "mean")
    legacy = yaml.safe_load(small_package("kattis-legacy", problem)["problem.yaml"])
    assert (legacy["validation"], legacy["validator_flags"]) == ("default", "case_sensitive float_tolerance 1e-06")
    files = small_package("kattis", problem, False)
    for directory in ("sample", "secret"):
        group = yaml.safe_load(files[f"data/{directory}/test_group.yaml"])
        assert group == {"output_validator_args": ["case_sensitive", "float_tolerance", "1e-06"]}
    assert not any("output_validator" in path for path in files)
