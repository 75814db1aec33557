"""What users give is confronted with what refsol has: samples, the model solution, a checker; and in which case."""

import json
import shlex
import sys
import zipfile
from pathlib import Path

import pytest
import yaml
from support import needs_posix, own, write_files

from refsol.errors import JudgeError
from refsol.jury.checking import right_answer
from refsol.own import CheckerSpec, Spec, problem_of

pytestmark = needs_posix

PYTHON = shlex.quote(sys.executable)
SUM = {
    "refsol.toml": f'name = "sum"\nformat = "input.ctd"\nmodel = "{PYTHON} model.py"\nsamples = "samples"\n'
    'statement = "text.md"\n[submissions]\n"model.py" = "accepted"\n[families]\nlarge = 0\nlargest = 0\n',
    "input.ctd": "INT(1,9,n) NEWLINE\nREPI(i,n,SPACE) INT(1,1000,a[i]) END NEWLINE\n",
    "model.py": "n = int(input())\nprint(sum(map(int, input().split())))\n",
    "wrong.py": "n = int(input())\na = input().split()\nprint(99 if a == ['4', '9'] else sum(map(int, a)))\n",
    "text.md": "# Sum\n\nAdd the numbers.\n",
    "samples/1.in": "3\n1 2 3\n",
    "samples/1.ans": "6\n",
    "samples/2.in": "2\n4 9\n",
    "samples/2.ans": "13\n",
}
DIFFERS = "samples/1.in: the model solution's answer isn't that in 1.ans: 1:1: expected 7, found 6"
TRUSTS = "if both are right, use --checker; --samples-are-wrong trusts the model"


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("given", [[], ["--samples", "samples", "--model", f"{PYTHON} model.py"]])
def test_a_program_that_fails_a_sample_hears_that_first(given: list[str], jobs: str, tmp_path: Path) -> None:
    write_files(tmp_path, SUM)
    words = ("stress", *given, "--seed", "1", "--cases", "9", "--jobs", jobs, "--", sys.executable, "wrong.py")
    status, shown, _errors = own(*words, cwd=tmp_path)
    assert status == 1
    assert shown.startswith(
        "wrong answer: sample 2; not shrunk\ninput:\n  2\n  4 9\n  expected | found\n> 13       | 99\n"
    )
    assert ".out  # sample 2\n" in shown
    last = shown.splitlines()[-1]
    assert last.startswith("2 samples in ")
    (report,) = json.loads(own(*words[:-3], "--json", *words[-3:], cwd=tmp_path)[1])["failures"]
    assert [report[name] for name in ("case", "sample", "on_sample", "family")] == [-1, 2, True, ""]
    status, shown, _errors = own(*words[:-3], "--family", "random", *words[-3:], cwd=tmp_path)
    assert (status, shown.startswith("tried: n: "), "no fault" in shown) == (0, True, True)


@pytest.mark.parametrize(
    "verb", [["stress", "--cases", "5", "--", "cat"], ["judge"], ["testset", "T"], ["package", "kattis", "P"]]
)
def test_samples_that_the_model_answers_otherwise(verb: list[str], tmp_path: Path) -> None:
    write_files(tmp_path, {**SUM, "samples/1.ans": "7\n"})
    before = sorted(tmp_path.rglob("*"))
    status, shown, errors = own(*verb, cwd=tmp_path)
    assert (status, shown, errors) == (2, "", f"refsol: {DIFFERS}; {TRUSTS}\n")
    assert sorted(tmp_path.rglob("*")) == before
    write_files(tmp_path, {"samples/1.ans": "6.0000001\n"})
    near = DIFFERS.replace("7,", "6.0000001,")
    assert own(*verb, cwd=tmp_path)[::2] == (2, f"refsol: {near}; maybe --tolerance 1e-6\n")
    write_files(tmp_path, {"samples/1.in": "x\n"})
    refused = "samples/1.in:1:1: expected n in 1..9 (line 1 of the description), found 'x'"
    assert own(*verb, cwd=tmp_path)[::2] == (2, f"refsol: {refused}\n")
    assert own("generate", "random", "--seed", "1", cwd=tmp_path)[0] == 0  # which needs no samples


def test_a_model_that_is_not_there(tmp_path: Path) -> None:
    """Not even if a file of its name is where refsol runs."""
    files = {f"new/{name}": content for name, content in SUM.items() if name != "model.py"}
    write_files(tmp_path, {**files, "model.py": SUM["model.py"]})
    status, _shown, errors = own("stress", "--problem", "new", "--cases", "5", "--", "cat", cwd=tmp_path)
    assert status == 2
    assert errors.endswith(f"the model solution can't be started: {tmp_path / 'new' / 'model.py'}: no such file\n")


def test_samples_are_wrong(tmp_path: Path) -> None:
    write_files(tmp_path, {**SUM, "samples/1.ans": "7\n"})
    (tmp_path / "samples/2.ans").unlink()
    wrong = "--samples-are-wrong"
    status, shown, _ = own(
        "stress", wrong, "--cases", "5", "--seed", "1", "--", sys.executable, "model.py", cwd=tmp_path
    )
    first, last = shown.splitlines()
    assert (status, first.startswith("tried: 2 samples; n: "), "no fault" in last) == (0, True, True)
    assert own("judge", wrong, cwd=tmp_path)[0] == 0
    assert own("testset", "T", wrong, cwd=tmp_path)[0] == 0
    assert [(tmp_path / "T/samples" / name).read_text() for name in ("1.ans", "2.in", "2.ans")] == [
        "6\n",
        "2\n4 9\n",
        "13\n",
    ]
    assert "## samples\n\nThose of the statement: samples/1, samples/2.\n" in (tmp_path / "T/README.md").read_text()
    assert own("judge", "--tests", "T", cwd=tmp_path)[1].startswith("submission  samples  ")
    assert own("package", "kattis", "P.zip", wrong, cwd=tmp_path)[0] == 0
    with zipfile.ZipFile(tmp_path / "P.zip") as archive:
        assert archive.read("data/sample/1.ans") == b"6\n"
    assert own("validate", wrong, "samples/1.in", cwd=tmp_path)[0] == 2  # it has no such option


PAIR = {
    "refsol.toml": f'name = "pair"\nformat = "input.ctd"\nmodel = "{PYTHON} model.py"\nsamples = "samples"\n'
    f'[checker]\ncommand = "{PYTHON} checker.py"\n[families]\nlarge = 0\nlargest = 0\n',
    "input.ctd": "INT(1,1000,n) NEWLINE\n",
    "model.py": "n = int(input())\nprint(n // 2, n - n // 2 + (n % 5 == 1))\n",
    "right.py": "print(0, int(input()))\n",
    "wrong.py": "print(1, int(input()))\n",
    "checker.py": "import sys\nn, *pair = (int(word) for name in sys.argv[1:3] for word in open(name).read().split())\n"
    "if sum(pair) != n:\n    sys.exit(f'{sum(pair)} is not {n}')\n"
    "sys.exit(sum(map(int, open(sys.argv[3]).read().split())) != n and 'another sum')\n",
    "samples/1.in": "10\n",
    "samples/1.ans": "3 7\n",
}
REFUSED = "the checker refuses the model solution's own answer: the checker says '2 is not 1'"


def test_a_checker_judges_the_model_before_it_condemns(tmp_path: Path) -> None:
    write_files(tmp_path, PAIR)
    words = ("--cases", "60", "--seed", "1", "--", sys.executable)
    status, shown, _errors = own("stress", *words, "right.py", cwd=tmp_path)
    assert (status, shown.count("judge error")) == (2, 2)
    assert f"why:\n  {REFUSED}\nsaved: stress-pair/pair-1.in" in shown
    assert (tmp_path / "stress-pair/pair-1.in").read_text() == "1\n"
    write_files(tmp_path, {"checker.py": PAIR["checker.py"].rpartition("sys.exit")[0]})  # it looks at no other answer
    status, shown, _errors = own("stress", *words, "right.py", cwd=tmp_path)
    assert (status, shown.count(REFUSED), (tmp_path / "stress-pair/pair-2.out").read_text()) == (2, 1, "0 1\n")
    write_files(tmp_path, {**PAIR, "one.in": "1\n", "ten.in": "10\n", "out": "0 2\n"})
    assert own("check", "one.in", "out", cwd=tmp_path) == (2, "", f"refsol: {REFUSED}\n")
    assert own("check", "ten.in", "out", cwd=tmp_path)[:2] == (1, "wrong: out:1:1: the checker says '2 is not 10'\n")
    made = "on the input of test 01-small/01-random: refsol own generate random --seed 1-random-1"
    for verb in (["judge", "right.py"], ["testset", "T"]):
        assert own(*verb, cwd=tmp_path)[::2] == (2, f"refsol: {REFUSED}, {made}\n")
    write_files(tmp_path, {"tests/1.in": "1\n", "tests/1.ans": "1 0\n"})
    status, shown, _errors = own("judge", "--tests", "tests", "right.py", "wrong.py", cwd=tmp_path)
    assert status == 2
    assert f"wrong.py: judge error on 1: {REFUSED}; input: " in shown.replace("judge error: ", "")
    write_files(tmp_path, {"model.py": "raise ValueError"})  # then it isn't known
    assert own("judge", "--tests", "tests", "wrong.py", cwd=tmp_path)[0] == 0


def test_a_checker_judges_the_answers_of_samples_and_of_the_model(tmp_path: Path) -> None:
    write_files(tmp_path, {**PAIR, "model.py": "print(int(input()), 0)\n"})  # another right answer than the sample's
    words = ("stress", "--cases", "5", "--seed", "1", "--", sys.executable, "right.py")
    assert own(*words, cwd=tmp_path)[0] == 0
    write_files(tmp_path, {"samples/1.ans": "3 8\n"})
    assert own(*words, cwd=tmp_path)[::2] == (
        2,
        "refsol: samples/1.in: the checker refuses the model solution's own answer: the checker says 'another sum'\n",
    )
    checker = PAIR["checker.py"].rsplit("sys.exit(", 1)[0]
    write_files(tmp_path, {"checker.py": checker})
    assert own(*words, cwd=tmp_path)[::2] == (
        2,
        "refsol: samples/1.in: 1.ans isn't right: 1:1: the checker says '11 is not 10'; --samples-are-wrong trusts the "
        "model\n",
    )
    write_files(tmp_path, {"samples/1.ans": "3 7\n", "model.py": "print(int(input()), 1)\n"})
    assert own(*words, cwd=tmp_path)[::2] == (
        2,
        "refsol: samples/1.in: the checker refuses the model solution's own answer: the checker says '11 is not 10'\n",
    )


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("a\n\nb\nc\nd \n", "  1:1: the checker says 'd'\n  before that: 'b'\n  before that: 'c'\nsaved"),
        ("c\nd", "  1:1: the checker says 'd'\n  before that: 'c'\nsaved"),
        ("d\n", "  1:1: the checker says 'd'\nsaved"),
        ("\n", "  1:1: the checker says 'e'\nsaved"),
    ],
)
def test_the_last_line_of_a_message_for_kattis_is_the_reason(said: str, shown: str, tmp_path: Path) -> None:
    checker = (
        f"import sys\nopen(sys.argv[3] + '/judgemessage.txt', 'w').write({said!r})\nprint('e\\nf', file=sys.stderr)\n"
    )
    checker += "sys.exit(42 if sys.stdin.read() == '2\\n' else 43)\n"
    toml = f'format = "x.ctd"\nmodel = "echo 2"\n[checker]\ncommand = "{PYTHON} checker.py"\nprotocol = "kattis"\n'
    write_files(tmp_path, {"x.ctd": "INT(1,9) NEWLINE", "checker.py": checker, "refsol.toml": toml})
    found = own(
        "stress", "--cases", "1", "--seed", "1", "--save", "s", "--", "sh", "-c", "read n; echo 1", cwd=tmp_path
    )
    assert (found[0], f"why:\n{shown}: s/" in found[1]) == (1, True), found


@pytest.mark.parametrize(("made_by", "said"), [((), ""), (("random", "a"), ": refsol own generate random --seed a")])
def test_an_answer_that_the_checker_refuses_names_the_test(made_by: tuple[str, ...], said: str) -> None:
    spec = Spec("x", "X", "x.ctd", "INT(1,9,n) NEWLINE", model=("printf", "3"), checker=CheckerSpec(("false",)))
    with pytest.raises(JudgeError) as error:
        right_answer(problem_of(spec), b"1\n", "small-1", *made_by)
    assert str(error.value).startswith("the checker refuses the model solution's own answer: ")
    assert str(error.value).endswith(f", on the input of test small-1{said}")


CASE = {
    "input.ctd": "INT(1,1000,n) NEWLINE\n",
    "model.py": 'print("YES" if int(input()) % 2 else "NO")\n',
    "lower.py": 'print("yes" if int(input()) % 2 else "no")\n',
    "text.md": "# Odd\n\nIs it odd?\n",
}
OPTIONS = ("--format", "input.ctd", "--model", f"{PYTHON} model.py")
STRESS = ("--cases", "20", "--seed", "1", "--", sys.executable, "lower.py")


def test_outputs_in_any_case(tmp_path: Path) -> None:
    write_files(tmp_path, CASE)
    status, shown, _errors = own("stress", *OPTIONS, *STRESS, cwd=tmp_path)
    assert status == 1
    assert "expected YES, found yes: only the case of letters differs\n  --ignore-case" in shown
    status, shown, _errors = own("stress", "--ignore-case", *OPTIONS, *STRESS, cwd=tmp_path)
    assert (status, "no fault" in shown) == (0, True)
    write_files(tmp_path, {"other.py": 'print("maybe")\n', "in": "1\n", "out": "Yes\n"})
    status, shown, _errors = own("stress", *OPTIONS, "--ignore-case", *STRESS[:-1], "other.py", cwd=tmp_path)
    assert (status, f" {shlex.join(OPTIONS)} --ignore-case stress-" in shown) == (1, True)
    assert own("check", *OPTIONS, "in", "out", cwd=tmp_path)[0] == 1
    assert own("check", *OPTIONS, "--ignore-case", "in", "out", cwd=tmp_path)[0] == 0
    assert own("judge", *OPTIONS, "--ignore-case", "lower.py", "--expect", "accepted=lower.py", cwd=tmp_path)[0] == 0
    for words in (("--checker", "cat"), ("--interactor", "cat")):
        status, _shown, errors = own("check", *OPTIONS, "--ignore-case", *words, "in", "out", cwd=tmp_path)
        assert (status, errors) == (2, f"refsol: {words[0]} and --ignore-case contradict each other\n")


@pytest.mark.parametrize(
    ("checker", "statuses"),
    [
        ("compare = 'lines'", (1, 0)),
        ("tolerance = 0.5", (1, 0)),
        ("ignore_case = true", (0, 0)),
        ("compare = 'exact'", (1, 2)),
        ("command = 'true'", (0, 0)),
    ],
)
def test_case_with_the_other_ways_to_compare(checker: str, statuses: tuple[int, int], tmp_path: Path) -> None:
    toml = f'format = "input.ctd"\nmodel = "{PYTHON} model.py"\n[checker]\n{checker}\n'
    write_files(tmp_path, {**CASE, "refsol.toml": toml, "in": "1\n", "out": "Yes\n"})
    found = [own("check", *option, "in", "out", cwd=tmp_path)[0] for option in ([], ["--ignore-case"])]
    assert tuple(found) == statuses
    assert own("check", "--tolerance", "0.5", "--ignore-case", "in", "out", cwd=tmp_path)[0] == 0


def test_packages_say_whether_case_counts(tmp_path: Path) -> None:
    toml = f'name = "odd"\nformat = "input.ctd"\nmodel = "{PYTHON} model.py"\nstatement = "text.md"\n'
    toml += '[submissions]\n"model.py" = "accepted"\n'
    for ignored in (False, True):
        checker = "[checker]\nignore_case = true\n" if ignored else ""
        write_files(tmp_path, {**CASE, "refsol.toml": f"{toml}{checker}"})
        files: dict[str, dict[str, bytes]] = {}
        for kind in ("kattis-legacy", "kattis", "dmoj", "polygon", "luogu", "hydro", "qduoj", "cms"):
            target = f"{kind}-{ignored}.zip"
            assert own("package", kind, target, "--max-tests", "9", cwd=tmp_path)[0] == 0
            with zipfile.ZipFile(tmp_path / target) as archive:
                files[kind] = {name: archive.read(name) for name in archive.namelist()}
        legacy = yaml.safe_load(files["kattis-legacy"]["problem.yaml"])
        assert (legacy["validation"], legacy["validator_flags"]) == ("default", "" if ignored else "case_sensitive")
        group = yaml.safe_load(files["kattis"].get("data/secret/test_group.yaml", b"{}"))
        assert group.get("output_validator_args") == (None if ignored else ["case_sensitive"])
        assert yaml.safe_load(files["dmoj"]["init.yml"])["checker"] == ("checker.py" if ignored else "standard")
        for kind, path in (("dmoj", "checker.py"), ("cms", "check/checker")):
            assert (b"by_tolerance(None, True)" in files[kind].get(path, b"")) == ignored
        for kind, path in (
            ("polygon", "files/check.cpp"),
            ("luogu", "checker.cpp"),
            ("hydro", "odd/testdata/checker.cc"),
        ):
            assert files[kind].get(path, b"").startswith(b"#define IGNORE_CASE\n") == ignored
        code = json.loads(files["qduoj"]["1/problem.json"])["spj"]["code"]
        assert code.startswith("#define IGNORE_CASE\n") == ignored
