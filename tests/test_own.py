"""Problems without a package: what says which problem it is, the verbs of ``refsol own``, and the jury's programs."""

import errno
import json
import os
import pickle
import re
import shlex
import shutil
import signal
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
import support
from support import Patch, needs_posix, own, refsol_here, refsol_process, write_files

from refsol.cli.verbs import verb_names
from refsol.errors import InputError, OptionError, ToolError, ToolLimitError
from refsol.jury.batches import Skipped, run_cases
from refsol.jury.cases import CampaignPlan
from refsol.jury.run.program import Function, RunLimits
from refsol.jury.stress import Campaign, CampaignEnd, Finding
from refsol.jury.validation import find_errors, is_valid
from refsol.own import CheckerSpec, GeneratorSpec, Spec, problem_of, read_spec
from refsol.own.description import parse
from refsol.own.description.limits import Meter
from refsol.own.spec import command_words
from refsol.problem import OWN, Problem, load
from refsol.problem.contract import NoInputError, VerdictKind

pytestmark = needs_posix

PYTHON = sys.executable
MISTAKES = support.toml("mistakes")
SUM = "INT(1,5,n) NEWLINE REP(n,SPACE) INT(-9,9) END NEWLINE"
VALID = b"2\n7 -1\n"
ADD = "import sys; print(sum(map(int, sys.stdin.read().split()[1:])))"


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """What ``init`` writes, with this Python."""
    assert own("init", cwd=tmp_path)[0] == 0
    toml = tmp_path / "refsol.toml"
    toml.write_text(toml.read_text(encoding="utf-8").replace("python3 model", f"{PYTHON} model"), encoding="utf-8")
    return tmp_path


@pytest.fixture
def adding(tmp_path: Path) -> Path:
    """A directory with a description and programs, but without a file that says what the problem is."""
    wrong = ADD.replace("sum(map(int,", "sum(map(abs, map(int,") + ")"
    odd = "import sys\nif int(input()) % 2 == 0: sys.exit('\\nn is even\\n')"
    return write_files(tmp_path, {"sum.ctd": SUM, "model.py": ADD, "wrong.py": wrong, "odd.py": odd})


def adder(directory: Path, **changes: object) -> Spec:
    spec = Spec("sum", "Sum", "sum.ctd", SUM, (PYTHON, str(directory / "model.py")))
    return spec._replace(**changes)  # type: ignore[arg-type]  # fields of any type


def described(text: str = "INT(1,4)", **fields: object) -> Problem:
    return problem_of(Spec("x", "x", "x.ctd", text)._replace(**fields))  # type: ignore[arg-type]  # as above


OPTIONS = ("--format", "sum.ctd", "--model", f"{PYTHON} model.py")


def toml(directory: Path, more: str = "") -> None:
    written(directory, f"name = 'sum'\nformat = 'sum.ctd'\nmodel = '{PYTHON} model.py'\n{more}")


def validated_by(command: str) -> str:
    return f"validator = {{command = '{command}'}}"


# What it is


def answer(problem: Problem, data: bytes) -> bytes:
    return b"".join(problem.solve(data, {}))


def written(directory: Path, text: str) -> Path:
    path = directory / "refsol.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_says_everything(tmp_path: Path) -> None:
    write_files(tmp_path, {"model.py": "", "check": "", "in.ctd": SUM})
    text = support.sections("own")["everything"]
    spec = read_spec(written(tmp_path, text))
    assert spec == Spec(
        name="sum-up",
        title="Sum: add them",
        path=f"{tmp_path}/in.ctd",
        description=SUM,
        model=("python3", f"{tmp_path}/model.py", "--fast", "missing.txt"),
        checker=CheckerSpec((f"{tmp_path}/./check", "a b"), "kattis"),
        validator=("valid",),
        seconds=1.0,
        mebibytes=64,
        families={"few": 0, "random": 7},
        submissions={f"{tmp_path}/a/b.py": "wrong_answer"},
        statement=f"{tmp_path}/text.md",
        samples=f"{tmp_path}/examples",
        generators={
            "big-tree": GeneratorSpec(("python3", f"{tmp_path}/model.py", "{seed}", "{size}"), 3, "trees", 100),
            "x": GeneratorSpec((f"{tmp_path}/./check", "{seed}"), 1, "mistakes", 8),
        },
    )
    assert pickle.loads(pickle.dumps(problem_of(spec))) is problem_of(spec)


def test_next_to_nothing_is_needed(tmp_path: Path) -> None:
    directory = tmp_path / "My Problem 2"
    directory.mkdir()
    (directory / "x").write_bytes(b"\xff")
    spec = read_spec(written(directory, 'format = "x"'))
    assert spec == Spec("my-problem-2", "my-problem-2", f"{directory}/x", "\xff")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *MISTAKES["file"],
        pytest.param(f"x = {'9' * 5001}", ": an integer of too many digits", id="digits"),
        pytest.param(f"a{'.a' * 100_000} = 1", ":1: expected a key of at most 100 parts", id="dots"),
        pytest.param("x = {a" + '."a"' * 100_000 + " = 1}", ":1: expected a key of at most 100 parts", id="inline"),
        pytest.param(f"x = {'[' * 5000}", ": nested too deeply", id="nested"),
        pytest.param(f"limits = {{time = {'9' * 400}}}", ": limits.time: expected a positive number", id="large"),
    ],
)
def test_what_a_file_gets_wrong(text: str, message: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    with pytest.raises(OptionError) as error:
        read_spec(path)
    assert str(error.value).startswith(f"{tmp_path}{message}" if message.startswith("/") else f"{path}{message}")
    assert "\n" not in str(error.value)


def test_a_file_says_how_outputs_are_compared(tmp_path: Path) -> None:
    assert Spec("x", "x", "", "").checker.compare == "tokens"
    for text, checker in {
        "compare = 'lines'": CheckerSpec(compare="lines"),
        "compare = 'tokens'\ntolerance = 0.5": CheckerSpec(tolerance=0.5),
    }.items():
        assert read_spec(written(tmp_path, f"[checker]\n{text}")).checker == checker


def test_a_file_is_regular_and_utf_8(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OptionError, match="not a regular file"):
        read_spec(tmp_path / "pipe")
    path = tmp_path / "refsol.toml"
    path.write_bytes(b"# \xff")
    with pytest.raises(OptionError, match="byte 3 isn't UTF-8"):
        read_spec(path)


@pytest.mark.parametrize(
    ("text", "files"),
    [
        ("", None),
        ("[files]\nname = 'x'", ("x.in", "x.out")),
        ("[files]\ninput = 'input.txt'\noutput = 'output.txt'", ("input.txt", "output.txt")),
    ],
)
def test_a_file_names_files(text: str, files: tuple[str, str] | None, tmp_path: Path) -> None:
    spec = read_spec(written(tmp_path, text))
    assert (spec.files, problem_of(spec).limits.files) == (files, files)


def test_programs_and_the_model_solution_may_use_files(tmp_path: Path) -> None:
    named = "open('x.out', 'w').write(str({}))\n"
    programs = {"model.py": named.format("int(open('x.in').read())"), "wrong.py": named.format(1)}
    write_files(tmp_path, {"n.ctd": "INT(1,9,n) NEWLINE", **programs})
    given = ("--format", "n.ctd", "--model", f"{PYTHON} model.py", "--files", "x")
    stress = ("stress", *given, "--cases", "50", "--seed", "1")
    assert own(*stress, "--", PYTHON, "model.py", cwd=tmp_path)[0] == 0
    status, found, _ = own(*stress, "--", PYTHON, "wrong.py", cwd=tmp_path)
    assert status == 1
    assert "1:1: expected 2, found 1\n" in found
    again = re.search(r"\n  (cp .*)\n", found)
    assert again is not None
    subprocess.run(again[1], shell=True, check=True, cwd=tmp_path)
    assert own("check", *given[:4], "stress-n/n-1.in", "stress-n/n-1.out", cwd=tmp_path)[0] == 2  # the model has none
    assert own("judge", *given, "model.py", cwd=tmp_path)[0] == 0
    status, _, error = own(*stress, "--here", "--", PYTHON, "wrong.py", cwd=tmp_path)
    assert (status, "--files and --here contradict each other" in error) == (2, True)
    talking = ("judge", "--format", "n.ctd", "--interactor", f"{PYTHON} wrong.py", "--files", "x", "model.py")
    assert "where programs talk with an interactor" in own(*talking, cwd=tmp_path)[2]


def test_words_of_commands_name_files_beside(tmp_path: Path) -> None:
    for name in ("a", "b c"):
        (tmp_path / name).touch()
    directory = str(tmp_path)
    assert command_words("a a -a ./a 'b c' d ''", directory) == (
        *("a", f"{directory}/a", "-a", f"{directory}/./a", f"{directory}/b c", "d", ""),
    )
    assert command_words("./a x", directory) == (f"{directory}/./a", "x")


# As a library


def test_a_description_is_a_problem(adding: Path) -> None:
    spec = adder(adding, seconds=1.5)
    problem = problem_of(spec)
    assert (problem.name, problem.slug, problem.title) == (OWN, "sum", "Sum")
    assert pickle.loads(pickle.dumps(problem)) is problem
    assert problem_of(spec._replace(seconds=2.0)).key != problem.key
    assert b"".join(problem.solve(b"2\n3 4\n", {})) == b"7\n"
    assert problem.limits.seconds == 1.5
    assert [family.name for family in problem.jury.families][:3] == ["random", "smallest", "edges"]
    assert problem.jury.family("largest").generate("1") == b"5\n9 9 9 9 9\n"
    assert problem_of(spec) is problem


def test_families_weigh_what_they_are_given_and_one_is_small() -> None:
    problem = described(SUM, families={"few": 0, "equal": 3, "edges": 0, "random": 1, "smallest": 0, "tiny": 0})
    assert {family.name: family.weight for family in problem.jury.families if family.weight != 1} == {"equal": 3}
    names = [CampaignPlan(problem, "s").case(number).family for number in range(2 * 12)]
    assert set(names[::2]) == {"random"}
    assert (names.count("equal"), names.count("outlier"), names.count("few")) == (6, 2, 0)
    with pytest.raises(OptionError, match="leaves out random, smallest, edges and tiny: one of them is needed"):
        _ = described(SUM, families=dict.fromkeys(("random", "smallest", "edges", "tiny"), 0)).jury


def test_a_family_without_an_input_gives_way_to_another_one() -> None:
    text = "INT(1,4,n) NEWLINE REPI(i,n,SPACE) INT(1,9,a[i]) END NEWLINE ASSERT(n < 2 || a[0] != a[1])"
    problem = described(text)
    failed = 0
    for number in range(200):
        case, data = CampaignPlan(problem, "1").made(number)
        assert problem.jury.family(case.family).generate(case.seed, case.sizes) == data
        try:
            problem.jury.family(CampaignPlan(problem, "1").case(number).family).generate(case.seed, case.sizes)
        except NoInputError:
            failed += 1
            assert case.family == "random"
    for families in (), ("edges",):
        with pytest.raises(NoInputError, match="no input was found that satisfies n > 5"):
            CampaignPlan(described("INT(1,4,n) ASSERT(n > 5)"), "1", families).made(0)


# Generators


@pytest.fixture
def generating(adding: Path) -> Path:
    """The same directory, with two generators, one of them for tests at the limits."""
    texts = support.sections("own")
    return write_files(
        adding, {"refsol.toml": texts["generators"].replace("PYTHON", PYTHON), "chain.py": texts["chain"]}
    )


def test_generators_are_families(generating: Path) -> None:
    status, shown, errors = own("generate", "--list", cwd=generating)
    assert (status, errors) == (0, "")
    groups = [line for line in shown.splitlines() if not line.startswith(" ")]
    assert groups == ["small", "mistakes", "worst", "chains"]
    assert shown.endswith("chains\n  chain       What the generator chain prints.  [--size]\n")
    assert "never" not in shown
    problem = problem_of(read_spec(generating / "refsol.toml"))
    chain, worst = map(problem.jury.family, ("chain", "chains-5"))
    assert [chain.generate(seed) for seed in "12"] == [chain.generate(seed) for seed in "12"]
    made = {chain.generate(str(seed), {"size": 3}) for seed in range(20)}
    assert {data[:1] for data in made} == {b"1", b"2", b"3"}
    assert {worst.generate(str(seed))[:1] for seed in range(5)} == {b"5"}
    assert (chain.weight, chain.tests, chain.largest, worst.largest) == (2, 6, False, True)
    cases = [CampaignPlan(problem, "1").case(number) for number in range(250)]
    names = [case.family for case in cases]
    assert names.count("few") in (17, 18)
    assert names.count("chain") in (34, 36)
    assert "chains-5" not in names[:-1]
    printed = own("generate", "chain", "--seed", "7", "--size", "3", cwd=generating)
    assert printed == (0, chain.generate("7", {"size": 3}).decode(), "")


def test_what_a_generator_prints_is_tested_and_shrunk(generating: Path) -> None:
    write_files(
        generating, {"even.py": f"import sys\nif int(input()) % 2 == 0: sys.exit('even')\n{ADD.replace('[1:]', '')}"}
    )
    words = ("stress", "--family", "chain", "--seed", "1", "--cases", "90", "--", PYTHON, "even.py")
    status, shown, errors = own(*words, cwd=generating)
    assert (status, errors) == (1, "")
    assert "family chain; shrunk from " in shown
    (path,) = generating.glob("stress-*/*-1.in")
    assert path.read_bytes() == b"2\n0 0\n"
    (made,) = [line for line in shown.splitlines() if line.startswith("  refsol own generate chain --seed 1-")]
    status, again, errors = own(*made.split()[2:6], cwd=generating)
    assert (status, errors) == (0, "")
    assert int(again.split()[0]) % 2 == 0


def test_test_sets_and_judges_have_what_generators_print(generating: Path) -> None:
    assert own("testset", "tests", cwd=generating)[0] == 0
    assert len({path.read_bytes() for path in generating.glob("tests/04-chains/*-chain.in")}) == 6
    assert len(list(generating.glob("tests/03-worst/*-chains-5.ans"))) == 3
    readme = (generating / "tests" / "README.md").read_text(encoding="utf-8")
    assert "| What the generator chain prints. | `generate chain --seed 1-chain-7` |" in readme
    status, shown, errors = own("judge", "--command", f"{PYTHON} model.py", "--json", cwd=generating)
    assert (status, errors) == (0, "")
    (group,) = json.loads(shown)["groups"]
    assert group["tests"] == len(list(generating.glob("tests/*/*.in")))


@pytest.mark.parametrize(("program", "message"), MISTAKES["generator"])
def test_a_generator_that_fails_is_named(program: str, message: str, generating: Path, monkeypatch: Patch) -> None:
    limits = RunLimits(seconds=0.5, output_mebibytes=1)
    monkeypatch.setattr("refsol.own.programs._GENERATOR_LIMITS", limits)
    (generating / "chain.py").write_text(program, encoding="utf-8")
    validator = ("sh", "-c", "! grep -q -e -8 || { echo no; exit 1; }")
    problem = problem_of(read_spec(generating / "refsol.toml")._replace(validator=validator))
    command = f"{re.escape(PYTHON)} {re.escape(str(generating))}/chain.py [0-9]+ [1-8]"
    start = rf"^the generator chain \({command}\) {re.escape(message)}"
    with pytest.raises(ToolError, match=start):
        problem.jury.family("chain").generate("1")
    plan = CampaignPlan(problem, "1", ("chain",))
    with pytest.raises(ToolError, match=start):
        plan.made(0)


def test_a_generator_that_fails_ends_the_command(generating: Path) -> None:
    (generating / "chain.py").write_text("print(3)", encoding="utf-8")
    for words in (
        ("generate", "chain"),
        ("stress", "--cases", "50", "--", PYTHON, "model.py"),
        ("testset", "tests"),
        ("judge", "--command", f"{PYTHON} model.py"),
    ):
        status, shown, errors = own(*words, cwd=generating)
        assert (status, shown) == (2, "")
        assert re.match(r"refsol: the generator chain \(.*/chain\.py \d+ \d\) prints an invalid input: 2:1: ", errors)
        assert errors.count("\n") == 1


# The verbs


def test_the_example_works_at_once(example: Path) -> None:
    stressed = own("stress", "--seed", "1", "--cases", "50", "--", PYTHON, "wrong.py", cwd=example)
    assert stressed[::2] == (1, "")
    assert "wrong answer: case " in stressed[1]
    assert "  refsol own check stress-best-part/best-part-1.in stress-best-part/best-part-1.out\n" in stressed[1]
    assert (example / "stress-best-part" / "best-part-1.out").read_bytes() == b"0\n"
    assert own("stress", "--cases", "5", "--", PYTHON, "brute_force.py", cwd=example)[0] == 0
    assert own("validate", "samples/1.in", cwd=example) == (0, "valid\n", "")
    assert own("check", "samples/1.in", "samples/1.ans", cwd=example)[0] == 0


def test_init_overwrites_nothing(tmp_path: Path) -> None:
    write_files(tmp_path, {"new/model.py": "mine"})
    status, shown, errors = own("init", "new", cwd=tmp_path)
    assert (status, shown, errors) == (2, "", "refsol: new/model.py: already exists; choose another directory\n")
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["model.py"]
    assert own("init", "other/deep", cwd=tmp_path)[0] == 0
    assert (tmp_path / "other" / "deep" / "refsol.toml").exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_init_leaves_nothing_half_written(tmp_path: Path) -> None:
    place = tmp_path / "new"
    place.mkdir()
    place.chmod(0o500)
    assert own("init", "new/deep", cwd=tmp_path)[0] == 2
    place.chmod(0o700)
    assert not list(place.iterdir())


def test_options_alone_suffice(adding: Path) -> None:
    command = ("stress", *OPTIONS, "--jobs", "2", "--seed", "1", "--cases", "90", "--", PYTHON, "wrong.py")
    status, shown, errors = own(*command, cwd=adding)
    assert (status, errors) == (1, "")
    files = ("stress-sum/sum-1.in", "stress-sum/sum-1.out")
    assert f"  refsol own check --format sum.ctd --model '{PYTHON} model.py' {' '.join(files)}\n" in shown
    found = own("check", *OPTIONS, *files, cwd=adding)
    assert found[0] == 1
    assert found[1].startswith("wrong: stress-sum/sum-1.out:1:1: expected ")
    (made,) = [line for line in shown.splitlines() if line.startswith("  refsol own generate")]
    family, seed = made.split()[-6], made.split()[-4]
    assert own("generate", "--format", "sum.ctd", family, "--seed", seed, cwd=adding)[0] == 0


@support.needs_linux
@pytest.mark.parametrize(("option", "forked"), [((), True), (("--fresh",), False)])
def test_all_programs_are_forked_unless_they_are_to_be_fresh(
    option: tuple[str, ...], forked: bool, adding: Path
) -> None:
    note = adding / "note"
    noting = f"""
import sys
if b"REFSOL_FORK_SERVER" in open("/proc/self/environ", "rb").read():
    open({str(note)!r}, "a").write(f"{{sys.argv[0]}} ")
"""
    for name, text in {"model.py": ADD, "right.py": ADD, "checker.py": "", "validator.py": ""}.items():
        (adding / name).write_text(noting + text, encoding="utf-8")
    toml(adding, validated_by(f"{PYTHON} validator.py"))
    words = ("stress", "--checker", f"{PYTHON} checker.py", *option)
    status, shown, errors = own(*words, "--cases", "5", "--", PYTHON, "right.py", cwd=adding)
    assert (status, errors) == (0, ""), shown
    names = {"model", "right", "checker", "validator"} if forked else set()
    assert {Path(path).stem for path in (note.read_text(encoding="utf-8").split() if note.exists() else ())} == names


def test_inputs_are_validated(adding: Path) -> None:
    words = ("validate", "--format", "sum.ctd")
    toml(adding, validated_by(f"{PYTHON} odd.py"))
    for more, data, message in (
        ((), b"2\n3 4\n", ""),
        ((), b"2\n3  4\n", "2:3: expected an integer in -9..9 (line 1 of the description), found ' '"),
        (("--lenient",), b"2\n3  4 \n", ""),
        (None, b"1\n3\n", ""),
        (None, b"2\n3 4\n", "1:1: expected an input that the validator accepts, found 'n is even'"),
    ):
        expected = (3, "", f"refsol: -:{message}\n") if message else (0, "valid\n", "")
        assert own(*(["validate"] if more is None else [*words, *more]), cwd=adding, stdin=data) == expected


def test_a_validator_decides_what_is_made_up(adding: Path) -> None:
    toml(adding, validated_by(f"{PYTHON} odd.py"))
    for seed in "123":
        status, shown, _ = own("generate", "random", "--seed", seed, cwd=adding)
        assert (status, int(shown.split()[0]) % 2) == (0, 1)
    command = ("stress", "--seed", "1", "--cases", "9", "--", PYTHON, "model.py")
    assert own(*command, cwd=adding)[0] == 0
    toml(adding, validated_by("false"))
    status, _, errors = own("generate", "few", cwd=adding)
    assert (status, errors) == (2, "refsol: the family few, size 8: the validator refuses 50 inputs\n")


TESTLIB = support.sections("own")["checker, testlib"]
KATTIS = support.sections("own")["checker, kattis"]


@pytest.mark.parametrize(("protocol", "text"), [("testlib", TESTLIB), ("kattis", KATTIS)])
def test_a_checker_decides(protocol: str, text: str, adding: Path) -> None:
    write_files(adding, {"check.py": text, "in": "2\n3 4\n"})
    toml(adding, f"checker = {{command = '{PYTHON} check.py', protocol = '{protocol}'}}")
    words = ("check", "in", "out")
    found = {}
    for output in (b"7", b"5", b"8", b"fail"):
        (adding / "out").write_bytes(output)
        found[output] = own(*words, cwd=adding)
    assert found[b"7"][0] == found[b"5"][0] == 0
    assert found[b"8"][0] == 1
    assert "too large" in found[b"8"][1]
    assert found[b"fail"][::2] == (2, f"refsol: the checker crashed: exit status {3 if protocol == 'testlib' else 1}\n")


@pytest.mark.parametrize(("protocol", "text"), [("testlib", TESTLIB), ("kattis", KATTIS)])
def test_the_jury_of_a_description(protocol: str, text: str, adding: Path) -> None:
    write_files(adding, {"check.py": text, "text.md": "# Sum\n", "1.in": "1\n3\n"})
    spec = adder(adding, statement=str(adding / "text.md"), samples=str(adding))
    checked = problem_of(spec._replace(checker=CheckerSpec((PYTHON, str(adding / "check.py")), protocol)))
    jury = checked.jury
    assert jury.compare is not None
    kinds = [jury.compare(b"1\n3\n", BytesIO(output), lambda: [b"3\n"]).kind for output in (b"3", b"4")]
    assert kinds == [VerdictKind.ACCEPTED, VerdictKind.WRONG]
    with pytest.raises(ToolError, match="the checker crashed: exit status"):
        jury.compare(b"1\n3\n", BytesIO(b"fail"), lambda: [b"3\n"])
    with pytest.raises(OptionError, match="a description doesn't contain the rules"):
        checked.explainer.explain(b"1\n3\n", {})
    with pytest.raises(InputError, match="2:1"):
        checked.solve(b"1\n12\n", {})
    assert [error.column for error in find_errors(jury, b"1\n12\n")] == [1]
    assert [is_valid(jury, data) for data in (b"1\n 3\n", b"1\n12\n")] == [True, False]
    assert checked.samples() == [(b"1\n3\n", b"3\n")]
    assert checked.statement().startswith("# Sum\n")
    with pytest.raises(OptionError, match="not available in the language 'zh'"):
        checked.statement("zh")
    odd = problem_of(spec._replace(validator=(PYTHON, str(adding / "odd.py")))).jury
    (error,) = find_errors(odd, b"2\n3 4\n", lenient=True)
    assert error.expected == "an input that the validator accepts"
    assert int(odd.family("random").generate("1").split()[0]) % 2 == 1
    for model, message in (((PYTHON, "-c", "1 / 0"), "crashed: exit status 1"), (("/nowhere",), "can't be started")):
        with pytest.raises(ToolError, match=f"the model solution {message}"):
            problem_of(spec._replace(model=model)).solve(b"1\n3\n", {})
    with pytest.raises(OptionError, match=r"^sum.ctd:1:5: "):
        _ = problem_of(spec._replace(description="INT(")).jury


def test_a_model_solution_that_fails_names_the_case(adding: Path) -> None:
    (adding / "model.py").write_text("n = int(input())\nif n > 2: raise SystemExit('too many')\nprint(n)")
    problem = problem_of(adder(adding, named_by=("--format", "sum.ctd")))
    plan = CampaignPlan(problem, "1")
    index = next(k for k in range(99) if int(plan.made(k)[1].split()[0]) > 2)
    case = plan.case(index)
    assert not problem.jury.family(case.family).largest
    command = f"refsol own generate --format sum.ctd {case.family} --seed 1-{index}"
    with pytest.raises(ToolError, match=rf"\(too many\), on the input of case {index}: {re.escape(command)}$"):
        run_cases(plan, Function(lambda data: b""), index, 1)
    large = CampaignPlan(problem, "1", ("largest",), {"size": 5})
    with pytest.raises(ToolError, match=r"on the input of case 0; --family chooses others: .* --size 5$"):
        run_cases(large, Function(lambda data: b""), 0, 1)


def test_what_shrinks_to_an_unknown_answer_is_no_finding(adding: Path) -> None:
    """Where the model solution fails on smaller inputs, these are left out."""
    (adding / "model.py").write_text("import sys\nn = int(input())\nif n < 3: sys.exit('too few')\nprint(n)")
    plan = CampaignPlan(problem_of(adder(adding)), "1", ("largest",), {"size": 5})
    campaign = Campaign(plan, Function(lambda data: b"0"), cases=1, shrink_seconds=5)
    (finding,) = support.of_kind(Finding, campaign.events())
    assert finding.data.split()[0] == b"3"
    assert (finding.answer, finding.repeated) == (b"3\n", True)


def test_problems_of_ones_own_in_general_and_without_a_model_solution() -> None:
    assert load(OWN).slug == OWN
    assert load(OWN).command("check") == "refsol own check"
    assert described().jury.explainer is None
    with pytest.raises(OptionError, match=r"^there is no model solution: --model COMMAND, or 'model' in refsol.toml$"):
        described().solve(b"1", {})


def test_where_programs_can_not_be_run_that_is_said(adding: Path, monkeypatch: Patch) -> None:
    words = (PYTHON, str(adding / "model.py"))
    spec = adder(adding, path="elsewhere.ctd")
    monkeypatch.delattr(os, "wait4")
    message = "^a (model solution|checker|validator) needs a POSIX system, where programs can be run within limits$"
    with pytest.raises(OptionError, match=message):
        problem_of(spec).solve(b"1\n3\n", {})
    compare = problem_of(spec._replace(checker=CheckerSpec(words))).jury.compare
    validated = problem_of(spec._replace(validator=words)).jury
    assert compare is not None
    with pytest.raises(OptionError, match=message):
        compare(b"1\n3\n", BytesIO(b"3"), lambda: [b"3"])
    with pytest.raises(OptionError, match=message):
        find_errors(validated, b"1\n3\n")


@pytest.mark.parametrize("checker", [CheckerSpec(("cat",)), CheckerSpec(tolerance=0.5), CheckerSpec(compare="lines")])
def test_outputs_that_are_too_long_are_wrong(checker: CheckerSpec, monkeypatch: Patch) -> None:
    monkeypatch.setattr("refsol.jury.checking._MOST", 100)
    compare = described(model=("cat",), checker=checker).jury.compare
    assert compare is not None
    verdict = compare(b"1", BytesIO(b"1" * 101), lambda: [b"1" * 101])
    assert (verdict.kind, verdict.message) == (VerdictKind.WRONG, "1:1: expected at most 100 bytes, found more")


def test_a_description_that_is_wrong_in_use_is_named() -> None:
    """As a loop of too many rounds; where inputs are validated and where they are made."""
    jury = described("INT(0,1,n) REP(n-5) END").jury
    for action in (lambda: find_errors(jury, b"1"), lambda: jury.family("random").generate("1")):
        with pytest.raises(OptionError, match=r"^x\.ctd:1:\d+: a number of rounds must be in 0\.\.\d+, not -[45]$"):
            action()


def test_files_that_can_not_be_read_are_named(tmp_path: Path) -> None:
    problem = described(statement=str(tmp_path / "text.md"), samples=str(tmp_path / "none"))
    with pytest.raises(OptionError, match=r"text\.md: No such file or directory$"):
        problem.statement()
    (tmp_path / "text.md").write_bytes(b"ab\xff")
    with pytest.raises(OptionError, match=r"text\.md: byte 3 isn't UTF-8$"):
        problem.statement()
    with pytest.raises(OptionError, match=r"none: No such file or directory$"):
        problem.samples()


@pytest.mark.parametrize(("protocol", "status"), [("testlib", 0), ("kattis", 42)])
def test_a_silent_checker(protocol: str, status: int, adding: Path) -> None:
    script = "import sys; sys.exit({} + (open({}).read() != '3'))"
    words = (PYTHON, "-c", script.format(status, "sys.argv[2]" if protocol == "testlib" else "0"))
    compare = described(SUM, model=("printf", "3"), checker=CheckerSpec(words, protocol)).jury.compare
    assert compare is not None
    verdicts = [compare(b"1\n3\n", BytesIO(output), lambda: [b"3"]) for output in (b"3", b"4")]
    assert [(each.kind, each.message) for each in verdicts] == [
        (VerdictKind.ACCEPTED, "the checker accepts it"),
        (VerdictKind.WRONG, "1:1: the checker refuses"),
    ]


def test_without_a_working_directory_the_checker_is_not_started(adding: Path, monkeypatch: Patch) -> None:
    compare = described(SUM, model=("cat",), checker=CheckerSpec(("cat",))).jury.compare
    assert compare is not None
    with monkeypatch.context() as patch:
        patch.setattr("tempfile.tempdir", str(adding / "none"))
        with pytest.raises(ToolError, match=r"^the checker can't be started: no working directory: No such file"):
            compare(b"1\n3\n", BytesIO(b"3"), lambda: [b"3"])

    def full(path: Path, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        with pytest.raises(ToolError, match=r"^the checker can't be started: .*/input: No space left on device$"):
            compare(b"1\n3\n", BytesIO(b"3"), lambda: [b"3"])


def test_a_validator_that_is_killed_has_not_decided() -> None:
    with pytest.raises(ToolError, match=r"^the validator crashed: SIGKILL$"):
        find_errors(described(validator=("sh", "-c", "kill -9 $$")).jury, b"1")


# It copies a short line, and repeats a long one, so that the limit of the output is exceeded at once.
COPY: tuple[str, ...] = ("awk", "{ do print; while (length($0) > 900) }")
MANY = "INT(1,2000,n) NEWLINE REP(n,SPACE) INT(-9,9) END NEWLINE"
TOO_MUCH = "the model solution wrote more than 256 MiB"


def same(data: bytes) -> bytes:
    return data


@pytest.mark.slow
def test_large_cases_that_are_too_much_for_the_model_are_skipped(tmp_path: Path) -> None:
    spec = Spec("many", "Many", "many.ctd", MANY, COPY)
    plan = CampaignPlan(problem_of(spec), "1")
    case = plan.case(249)
    batch = run_cases(plan, Function(same), 249, 1)
    assert (batch.cases, batch.failure, batch.skipped) == (1, None, (Skipped(case, TOO_MUCH),))
    assert run_cases(plan, Function(same), 248, 3).cases == 1  # the next batch begins with the large case
    later = plan.case(749)
    assert (case.family, later.family) == ("large", "large")
    assert run_cases(plan, Function(same), 749, 1, {"large"}).skipped == (Skipped(later, ""),)
    assert run_cases(plan, Function(same), 749, 1, {"largest"}).skipped == (Skipped(later, TOO_MUCH),)
    chosen = plan._replace(families=("large",))
    with pytest.raises(ToolLimitError, match=f"^{TOO_MUCH}$"):
        answer(plan.problem, chosen.made(0)[1])
    with pytest.raises(ToolError, match=f"^{TOO_MUCH}, on the input of case 0; --family chooses others: "):
        run_cases(chosen, Function(same), 0, 1, {"large"})
    crashing = spec._replace(model=("awk", "length($0) > 900 { exit 1 } { print }"))
    with pytest.raises(ToolError, match=r"^the model solution crashed: .*, on the input of case 249; --family "):
        run_cases(CampaignPlan(problem_of(crashing), "1"), Function(same), 249, 1)
    endless = spec._replace(model=("yes",))
    with pytest.raises(ToolError, match=f"^{TOO_MUCH}, on the input of case 0: "):
        run_cases(CampaignPlan(problem_of(endless), "1"), Function(same), 0, 1)


@pytest.mark.slow
def test_a_campaign_goes_on_without_what_is_too_much_for_the_model() -> None:
    spec = Spec("many", "Many", "many.ctd", MANY, COPY)
    events = list(Campaign(CampaignPlan(problem_of(spec), "1"), Function(same), cases=1000, jobs=2).events())
    skipped = support.of_kind(Skipped, events)
    assert sorted(event.case.family for event in skipped) == ["large", "largest"]
    assert {event.message for event in skipped} == {TOO_MUCH}
    (end,) = support.of_kind(CampaignEnd, events)
    assert end.cases == 996


def test_what_is_skipped_is_reported(tmp_path: Path) -> None:
    (tmp_path / "many.ctd").write_text(MANY, encoding="utf-8")
    options = ("--format", "many.ctd", "--model", shlex.join(COPY), "--seed", "1", "--cases", "250", "--json")
    status, shown, errors = own("stress", *options, "--", "cat", cwd=tmp_path)
    said = f"refsol: case 249 is skipped: {TOO_MUCH}; so are later cases of the family large\n"
    assert (status, errors) == (0, said)
    report = json.loads(shown)
    assert (report["cases"], report["failures"]) == (249, [])
    assert report["skipped"] == [{"family": "large", "case": 249, "message": TOO_MUCH}]


def test_comparison(adding: Path) -> None:
    write_files(adding, {"in": "2\n3 4\n", "out": " 7\n", "late": "7 \n", "near": "7.0\n"})
    for output, compare, status, message in (
        ("out", "tokens", 0, ""),
        ("out", "lines", 1, "wrong: out:1:1: expected 7, found ' 7'\n"),
        ("late", "lines", 0, ""),
        ("late", "exact", 1, "wrong: late:1:2: expected a line feed, found ' '\n"),
        ("near", "tokens", 1, "wrong: near:1:1: expected 7, found 7.0\n"),
    ):
        toml(adding, f"checker = {{compare = '{compare}'}}")
        found = own("check", "in", output, cwd=adding)
        assert (found[0], found[2]) == (status, "")
        assert found[1].startswith(message)
    for line, options in (("checker = {tolerance = 0.5}", ()), ("", ("--tolerance", "0.01"))):
        toml(adding, line)
        assert own("check", *options, "in", "near", cwd=adding)[0] == 0


def test_a_report_shows_which_blank_is_wrong(adding: Path) -> None:
    (adding / "blank.py").write_text(f"{ADD}\nprint()", encoding="utf-8")
    toml(adding, "checker = {compare = 'exact'}")
    words = ("stress", "--problem", ".", "--seed", "1", "--cases", "5", "--", PYTHON, "blank.py")
    status, shown, errors = own(*words, cwd=adding)
    assert (status, errors) == (1, "")
    assert "expected end of file after " in shown
    assert "  refsol own check --problem . stress-sum/" in shown


def test_a_model_solution_that_fails_is_named(adding: Path) -> None:
    model = "import sys\nn = int(input())\nif n > 2: sys.exit('too many')\nprint(n)"
    write_files(adding, {"model.py": model, "mine.py": "print(input())"})
    status, shown, errors = own("stress", *OPTIONS, "--seed", "1", "--cases", "50", "--", PYTHON, "mine.py", cwd=adding)
    assert (status, shown) == (2, "")
    start = "refsol: the model solution crashed: exit status 1 (too many), on the input of case "
    assert errors.startswith(start)
    command = errors.rstrip().rpartition(": refsol ")[2]
    done = refsol_process(*command.replace(f"'{PYTHON} model.py'", "cat").split(), cwd=adding)
    assert int(done.stdout.split()[0]) > 2


@pytest.mark.parametrize(("line", "message"), MISTAKES["own"])
def test_mistakes_are_one_line(line: str, message: str, adding: Path) -> None:
    wrong = "INT(1,2,n) REP(n-9) NEWLINE END"
    write_files(adding, {"bad.ctd": "INT(1,\n    2", "wrong.ctd": wrong, "in": "1\n2\n"})
    support.require_refusal(refsol_here(OWN, *shlex.split(line), cwd=adding), message)


@pytest.mark.slow
def test_submissions_are_judged_as_expected(example: Path) -> None:
    shutil.copy(example / "wrong.py", example / "mine.py")  # which refsol.toml doesn't list
    status, shown, errors = own("judge", "model.py", "mine.py", "wrong.py", "--json", cwd=example)
    assert (status, errors) == (0, "")
    judged = {each["name"]: (each["verdict"], each["expected"]) for each in json.loads(shown)["submissions"]}
    assert judged == {
        "model.py": ("accepted", "accepted"),
        "mine.py": ("wrong answer", None),
        "wrong.py": ("wrong answer", "wrong_answer"),
    }


def test_every_submission_that_is_named_is_judged_or_an_error(example: Path) -> None:
    assert own("judge", "model.py", "mistyped.py", cwd=example) == (
        2,
        "",
        "refsol: mistyped.py: No such file or directory\n",
    )


def test_a_test_set_has_the_model_solutions_answers(adding: Path) -> None:
    shutil.copy(adding / "model.py", adding / "brute.py")
    assert own("testset", *OPTIONS, "tests", "--seed", "3", cwd=adding)[0] == 0
    inputs = sorted(adding.glob("tests/*/*.in"))
    assert len({path.read_bytes() for path in inputs}) == len(inputs) > 20
    for path in inputs:
        numbers = list(map(int, path.read_bytes().split()))
        assert path.with_suffix(".ans").read_bytes() == b"%d\n" % sum(numbers[1:])
    assert own("validate", "--format", "sum.ctd", *map(str, inputs), cwd=adding)[0] == 0
    assert "the model solution's answer" in (adding / "tests" / "README.md").read_text(encoding="utf-8")


def test_commands_of_built_in_problems_never_see_it(tmp_path: Path) -> None:
    """Only the help and typer's messages import descriptions and problems of one's own."""
    sample = support.SAMPLES / "tictactoe" / "1"
    calls = support.toml("own")["verbs"]
    assert list(calls) == list(verb_names(load("nogo")))
    shared = verb_names(load("tictactoe"))
    code = (
        "import json, sys; from refsol.cli.main import run\n"
        "for words in json.loads(sys.argv[1]):\n"
        "    assert run(words) in (0, 1), words\n"
        "    found = [name for name in sys.modules if name.startswith(('refsol.own', 'typer'))]\n"
        "    assert not found, (words, found)\n"
    )
    words = json.dumps(
        [
            ["tictactoe" if name in shared else "nogo", name, *shlex.split(line.format(sample=sample))]
            for name, line in calls.items()
        ]
    )
    done = support.python_process("-c", code, words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP])
@pytest.mark.parametrize("what", ["checker", "validator", "model"])
def test_a_program_of_the_jury_that_ends_or_stops_its_parent_is_named(
    what: str, number: signal.Signals, adding: Path
) -> None:
    write_files(adding, {"lethal.sh": f"kill -{int(number)} $PPID\nsleep 5\n", "in": "1\n7\n", "out": "7\n"})
    command = "'sh lethal.sh'"
    toml(adding, "" if what == "model" else f"{what} = {{command = {command}}}")
    options = ("--model", "sh lethal.sh") if what == "model" else ()
    status, out, err = own("check", *options, "in", "out", cwd=adding)
    name = "model solution" if what == "model" else what
    assert (status, out, err) == (2, "", f"refsol: the process that ran the {name} was killed or stopped\n")


@pytest.mark.slow
def test_a_model_solution_that_ends_the_process_that_runs_it_is_not_blamed_on_the_program(adding: Path) -> None:
    write_files(adding, {"lethal.sh": "kill -9 $PPID\nsleep 5\n"})
    options = ("--format", "sum.ctd", "--model", "sh lethal.sh", "--seed", "1")
    status, out, err = own("stress", *options, "--", PYTHON, "model.py", cwd=adding)
    assert (status, out) == (2, "")
    message = "the process that ran the model solution was killed or stopped"
    assert err.startswith(f"refsol: {message}, on the input of case 0: refsol own generate ")


# Inputs that are hard to make


def test_a_campaign_that_hardly_ran_finds_no_fault_no_more(adding: Path) -> None:
    """Refused inputs are counted; a problem whose validator refuses nearly all can't be used."""
    seldom = "import sys, zlib; sys.exit(zlib.crc32(sys.stdin.buffer.read()) % 25 > 0)"
    (adding / "seldom.py").write_text(seldom)
    toml(adding, validated_by(f"{PYTHON} seldom.py"))
    words = ("stress", "--seed", "1", "--cases", "2")
    status, shown, errors = own(*words, "--", PYTHON, "model.py", cwd=adding)
    refused, *_tried, last = shown.splitlines()
    assert status == 2
    assert re.fullmatch(r"\d\d+ of \d\d+ inputs were refused by the validator", refused)
    assert re.fullmatch(r"\d cases? in .* s.*, seed 1: hardly any input was valid", last)
    assert errors in ("", "refsol: the family random, size 8: the validator refuses 50 inputs\n")
    toml(adding, validated_by("false"))
    status, shown, errors = own(*words, "--json", "--", PYTHON, "model.py", cwd=adding)
    assert (status, json.loads(shown)["cases"], json.loads(shown)["refused"] >= 50) == (2, 0, True)
    assert errors == "refsol: the family random, size 8: the validator refuses 50 inputs\n"


def test_refused_inputs_of_a_campaign_are_counted(adding: Path) -> None:
    toml(adding, validated_by(f"{PYTHON} odd.py"))
    status, shown, _ = own("stress", "--seed", "1", "--cases", "9", "--", PYTHON, "model.py", cwd=adding)
    assert status == 0
    counts = re.match(r"(\d+) of (\d+) inputs were refused by the validator\n", shown)
    assert counts is not None
    assert int(counts[2]) - int(counts[1]) == 9
    assert shown.endswith("seed 1: no fault\n")
    seed = next(str(k) for k in range(99) if len(generated(adding, str(k))) > 1)
    refused = generated(adding, seed)[1]
    assert re.fullmatch(r"refsol: (\d+) of (\d+) inputs were refused by the validator", refused)


def generated(directory: Path, seed: str) -> list[str]:
    """Return a line that stands for an input whose number is odd, and what was said about it, in lines."""
    return ["", *own("generate", "random", "--seed", seed, cwd=directory)[2].splitlines()]


def test_making_an_input_takes_no_longer_than_is_allowed(tmp_path: Path) -> None:
    hard = "INT(1,10^9,n) REPI(i,10^5) INT(1,10^9,a[i]) NEWLINE ASSERT(a[i] * a[i] % 1000 == n % 1000) END"
    write_files(tmp_path, {"in.ctd": hard, "valid.py": "import time; time.sleep(0.3); raise SystemExit(1)"})
    spec = read_spec(written(tmp_path, "format = 'in.ctd'\n[limits]\ngeneration = 0.01"))
    with pytest.raises(NoInputError) as caught:
        problem_of(spec).jury.family("random").generate("1")
    message = (
        "no input that satisfies a[i] * a[i] % 1000 == n % 1000 (line 1, column 53 of the description) was found in"
    )
    assert str(caught.value).startswith(f"the family random, size 8: {message} 0.0")
    slow = described(validator=(PYTHON, str(tmp_path / "valid.py")), generation=0.5)
    with pytest.raises(NoInputError, match=r"the family few, size 8: the validator refuses [12] inputs? in 0\.5 s"):
        slow.jury.family("few").generate("1")


def test_limits_to_which_no_test_comes_near_are_named(adding: Path) -> None:
    far = "INT(1,1000,n) NEWLINE SET(s=0) REP(2) INT(1,100,x) SET(s=s+x) NEWLINE END ASSERT(n * n < 100000 && s <= 200)"
    (adding / "sum.ctd").write_text(far)
    for command in (("testset", *OPTIONS, "tests"), ("package", *OPTIONS, "luogu", "package.zip")):
        status, _, errors = own(*command, cwd=adding)
        assert status == 0
        assert re.fullmatch(r"refsol: no test comes near n <= 1000 \(sum.ctd:1:1\): the most is \d+\n", errors)
    meter = Meter(parse(b'REGEX("a{1,9}",s) INT(0,9,x) IF(x > 5) SPACE INT(0,5,y) END ASSERT(10 > x)'))
    assert [limit.text for limit, _ in meter.missed()] == ["STRLEN(s) <= 9", "x <= 9", "y <= 5", "10 > x"]
    meter.measure(b"aaaaaaaaa4")
    assert [(limit.text, most) for limit, most in meter.missed()] == [("x <= 9", 4), ("y <= 5", None), ("10 > x", 4)]
    meter.measure(b"a9 5")
    assert meter.missed() == []


def test_sums_of_lengths_are_judged_and_packed(adding: Path) -> None:
    """The standard form of several test cases, for which nothing was ever printed."""
    text = """SET(total=0) INT(1,1000,t) NEWLINE
        REP(t) REGEX("[a-z]{1,100000}", s) NEWLINE SET(total=total+STRLEN(s)) ASSERT(total<=100000) END"""
    length = "import sys; print(len(sys.stdin.read()))"
    write_files(adding, {"sum.ctd": text, "model.py": length})
    toml(adding, "[submissions]\n'model.py' = 'accepted'\n")
    status, shown, errors = own("judge", cwd=adding)
    assert (status, shown.splitlines()[1].split()[:3], errors) == (0, ["model.py", "ok", "100"], "")
    assert own("package", "luogu", "sum.zip", cwd=adding)[::2] == (0, "")


# Programs as source files

DOUBLE_CPP = "#include <iostream>\nint main() { long n; std::cin >> n; std::cout << 2 * n << '\\n'; }\n"
DOUBLE = {
    "samples/1.in": "1\n",
    "samples/1.ans": "2\n",
    "samples/2.in": "3\n",
    "samples/2.ans": "6\n",
    "input.ctd": "INT(1,1000,n) NEWLINE",
    "mine.py": "print(2 * int(input()) // 1)",
    "wrong.py": "n = int(input())\nprint(2 * n if n < 4 else 7)",
    "same.py": "import sys\n_, out, right = (open(name).read() for name in sys.argv[1:])\nsys.exit(out != right)",
    "odd.py": "assert int(input()) % 2",
    "make.py": "import sys\nprint(2 * int(sys.argv[1]) % 500 + 1)",
    "Twice.java": "import java.util.*;\npublic class Twice { public static void main(String[] a) {"
    " System.out.println(2 * new Scanner(System.in).nextInt()); } }",
    "twice.c": '#include <stdio.h>\nint main() { int n; scanf("%d", &n); printf("%d\\n", 2 * n); }',
    "model.cpp": DOUBLE_CPP,
    "refsol.toml": """
format = "input.ctd"
model = "mine.py"
checker = {command = "same.py"}
validator = {command = "odd.py"}
[generators.made]
command = "make.py {seed}"
[submissions]
"Twice.java" = "accepted"
"twice.c" = "accepted"
""",
}


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_source_files_as_programs(tmp_path: Path) -> None:
    write_files(tmp_path, DOUBLE)
    named = ["--samples", "samples", "--model", "model.cpp", "--checker", "same.py"]
    assert own("stress", *named, "mine.py", "--cases", "3", "--seed=1", cwd=tmp_path)[0] == 0
    status, out, _ = own("stress", *named, "wrong.py", "--cases", "300", "--seed", "1", cwd=tmp_path)
    assert status == 1
    line = next(line for line in out.splitlines() if line.startswith("  refsol own judge "))
    _, _, *again = shlex.split(line)
    assert again[-1] == "wrong.py"
    assert "wrong.py: wrong answer on samples-1: " in own(*again, cwd=tmp_path)[1]
    (tmp_path / "model.cpp").write_text("int main() { return x; }\n", encoding="ascii")
    status, out, errors = own("stress", *named, "mine.py", cwd=tmp_path)
    assert (status, out) == (2, "")
    assert errors.count(":1:21: error: ") == 2
    assert "int main() { return x; }" in errors
    assert "model.cpp could not be compiled: " in errors.splitlines()[-1]


def test_source_files_in_a_specification(tmp_path: Path) -> None:
    write_files(tmp_path, DOUBLE)
    assert own("validate", cwd=tmp_path, stdin=b"4\n")[0] == 3
    status, made, _ = own("generate", "made", "--seed", "1", cwd=tmp_path)
    assert status == 0
    assert int(made) % 2 == 1
    status, out, errors = own("stress", "wrong.py", "--cases", "20", "--seed", "1", cwd=tmp_path)
    assert (status, errors) == (1, ""), out


@pytest.mark.skipif(not (shutil.which("javac") and shutil.which("gcc")), reason="needs javac and gcc")
def test_submissions_in_java_and_c(tmp_path: Path) -> None:
    write_files(tmp_path, DOUBLE)
    status, out, errors = own("judge", "--tests", "samples", cwd=tmp_path)
    assert (status, errors) == (0, "")
    assert out.endswith("as expected\n")
    assert re.search(r"^Twice.java +ok", out, re.MULTILINE)
    assert re.search(r"^twice.c +ok", out, re.MULTILINE)


def test_byte_order_marks_are_taken_or_named(adding: Path) -> None:
    for file in ("sum.ctd", "refsol.toml"):
        toml(adding)
        (adding / file).write_bytes(b"\xef\xbb\xbf" + (adding / file).read_bytes())
        assert own("validate", cwd=adding, stdin=VALID)[:2] == (0, "valid\n")
    marked = b"\xef\xbb\xbf" + VALID
    assert own("validate", "--lenient", cwd=adding, stdin=marked)[:2] == (0, "valid\n")
    status, _, errors = own("validate", cwd=adding, stdin=marked)
    assert (status, errors) == (
        3,
        "refsol: -:1:1: expected n in 1..5 (line 1 of the description), found a byte order mark\n",
    )


def test_ends_of_lines_with_a_carriage_return_are_accepted_by_an_option(adding: Path) -> None:
    toml(adding)
    hint = "; --lenient accepts lines that end with CR LF\n"
    data = VALID.replace(b"\n", b"\r\n")
    status, _, errors = own("validate", cwd=adding, stdin=data)
    assert (status, errors.endswith(hint)) == (3, True)
    assert own("validate", "--lenient", cwd=adding, stdin=data)[:2] == (0, "valid\n")
    errors = own("validate", cwd=adding, stdin=b"6\r\n")[2]
    assert errors == "refsol: -:1:1: expected n in 1..5 (line 1 of the description), found '6\\r'" + hint


def test_words_of_samples_are_known(tmp_path: Path) -> None:
    samples = {"x/1.in": "3\r\npale clover\nrose", "x/2.in": "rose \n3\n", "x/1.ans": "none"}
    write_files(tmp_path, {"in.ctd": SUM, **samples})
    spec = read_spec(written(tmp_path, "format = 'in.ctd'\nsamples = 'x'"))
    assert spec.words == ("3", "pale clover", "pale", "clover", "rose", "rose ")
    (tmp_path / "x" / "3.in").write_text("\n".join(map(str, range(2000))))
    assert len(read_spec(tmp_path / "refsol.toml").words) == 1000


def test_a_fault_that_needs_words_of_the_samples(tmp_path: Path) -> None:
    model = "a = [input() for _ in range(int(input()))]\n"
    write_files(
        tmp_path,
        {
            "in.ctd": 'INT(1,9,n) NEWLINE REP(n) REGEX("[a-z]([a-z ]{0,98}[a-z])?") NEWLINE END',
            "x/1.in": "2\nfoxglove\npale clover\n",
            "model.py": f"{model}print('foxglove' in a and 'pale clover' in a)",
            "mine.py": f"{model}print('foxglove' in a and 'pale clover' in a[a.index('foxglove'):])",
        },
    )
    written(tmp_path, f"format = 'in.ctd'\nsamples = 'x'\nmodel = '{PYTHON} model.py'")
    status, shown, _ = own("stress", "--seed", "1", "--cases", "2000", "--", PYTHON, "mine.py", cwd=tmp_path)
    assert (status, shown.startswith("wrong answer")) == (1, True)
