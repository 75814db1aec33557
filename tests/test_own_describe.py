"""Descriptions proposed from samples: formats of public problems, what a text of constraints says, and bad input."""

import pickle
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import describe
import pytest
import support
from support import own, python_process, refsol_process, write_files

from refsol.cli import own_describe
from refsol.errors import InputError
from refsol.own.description import parse, validate
from refsol.own.inference import SampleError, parse_constraints, propose
from refsol.problem import OWN

pytestmark = pytest.mark.once  # what is tested here is never compiled

FORMATS = describe.formats()


def proposed(*samples: str, constraints: str = "") -> str:
    files = [(f"{number}.in", sample.encode()) for number, sample in enumerate(samples, 1)]
    return propose(files, parse_constraints(constraints.encode())).text


def code(*samples: str, constraints: str = "") -> str:
    """Return a proposal without comments, in one line."""
    lines = [line.partition("#")[0].split() for line in proposed(*samples, constraints=constraints).split("\n")]
    return " ".join(word for line in lines for word in line)


NEEDS_A_TREE = """n, *ends = map(int, open(0).read().split())
reached = {1}
for _ in range(n):
    for u, v in zip(ends[::2], ends[1::2]):
        reached |= {u, v} if {u, v} & reached else set()
assert len(reached) == n
"""

# Formats


def test_the_guide_sums_up_the_table() -> None:
    assert len({problem.name for problem in FORMATS}) == len(FORMATS) >= 60
    right = sum(not problem.mark for problem in FORMATS)
    page = " ".join((support.ROOT / "docs" / "guides" / "own.md").read_text(encoding="utf-8").split())
    assert f"Of [{len(FORMATS)} formats]" in page
    assert f"refsol gets {right} right at once" in page


@pytest.mark.parametrize("problem", FORMATS, ids=lambda problem: problem.name)
def test_formats_of_public_problems(problem: describe.Format) -> None:
    """Descriptions are right; or else the format is refused, or a comment marks what the samples don't tell."""
    if problem.mark.startswith("expected"):
        with pytest.raises(SampleError, match=problem.mark):
            describe.description_of(problem)
        return
    text = describe.description_of(problem)
    for sample in problem.samples:
        validate(parse(text.encode()), sample.encode())
    assert problem.mark in text
    assert bool(describe.mistakes(problem, text)) == bool(problem.mark), text


def test_proposals_are_the_same_each_time(tmp_path: Path) -> None:
    """Even if sets have another order."""
    samples = {f"{number}.in": sample for number, sample in enumerate(FORMATS[6].samples)}
    write_files(tmp_path, samples)
    found = [refsol_process(OWN, "describe", *samples, cwd=tmp_path, PYTHONHASHSEED=seed).stdout for seed in ("1", "2")]
    assert found[0] == found[1] != b""


@pytest.mark.parametrize(
    ("samples", "constraints", "expected"),
    [
        *support.toml("own_describe")["proposals"],
        (
            ["7 8 9\n" * n for n in range(1, 21)],  # many samples
            "",
            "WHILEI(i,!ISEOF) INT(1,10,x[i]) SPACE INT(1,10,y[i]) SPACE INT(1,10,z[i]) NEWLINE END",
        ),
    ],
)
def test_what_is_proposed(samples: list[str], constraints: str, expected: str) -> None:
    assert code(*samples, constraints=constraints) == expected


@pytest.mark.parametrize(("samples", "constraints", "marks"), support.toml("own_describe")["marked"])
def test_what_is_marked(samples: list[str], constraints: str, marks: list[str]) -> None:
    text = proposed(*samples, constraints=constraints)
    assert [mark for mark in marks if mark not in text] == []


def test_what_is_not_marked() -> None:
    limits = "1 ≤ n, m ≤ 9; 1 ≤ u_i, v_i ≤ n; u_i ≠ v_i"
    assert "guessed" not in proposed("3 2\n1 2\n2 3\n", "4 3\n4 1\n2 3\n3 1\n", constraints=limits)
    assert "a tree" not in proposed("4\n1 2\n1 3\n2 3\n", "3\n2 1\n3 1\n")


# Constraints


@pytest.mark.parametrize(("text", "low", "high"), support.toml("own_describe")["ranges"])
def test_ranges_in_texts(text: str, low: int, high: int) -> None:
    limit = parse_constraints(text.encode()).by_name["n"]
    found = [term.value({}) for term in (limit.lows[0], limit.highs[0])]
    steps = limit.lows[0].strict, -limit.highs[0].strict
    assert [end + step for end, step in zip(found, steps, strict=True) if end is not None] == [low, high]


@pytest.mark.parametrize(("text", "others"), support.toml("own_describe")["others"])
def test_other_sentences_with_numbers_are_kept(text: str, others: list[str]) -> None:
    assert [*parse_constraints(text.encode()).others] == others


@pytest.mark.parametrize(
    "text", ["1 <= n <= 1.55*10", "n <= 10^1000", "n <= 10^900*10^900*10^900", "1 <= n <= min(5, 7)"]
)
def test_bounds_that_cannot_be_computed(text: str) -> None:
    limit = parse_constraints(text.encode()).by_name["n"]
    assert [term.value({}) for term in limit.highs if term.value({}) is not None] == []


def test_lengths_and_pairs_in_texts() -> None:
    found = parse_constraints("1 ≤ |s| ≤ 100, u_i ≠ v_i.".encode())
    assert found.by_name["s"].is_length
    assert found.unequal == {("u", "v")}


def test_texts_of_any_bytes() -> None:
    assert parse_constraints(b"1 <= n\0 <= 9\xff, 1 <= m <= 5").by_name["m"].highs[0].value({}) == 5
    with pytest.raises(InputError):
        parse_constraints(b"x" * 2**17)


@pytest.mark.parametrize(
    "text", ["(" * 3000, "1 <= " * 2000, "n" * 9000, "9^9^9^9 <= n <= 9", "1/0 <= n", "<= <= ,,", "sum of " * 9000]
)
def test_nonsense_in_constraints_is_left_out(text: str) -> None:
    assert "n" in proposed("1\n5\n", "3\n5 6 7\n", constraints=text)


# Bad input


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"", "1:1"),
        (b"\n \n", "1:1"),
        (b"1\n2\0\n", "2:2"),
        (b"\x7fELF", "1:1"),
        (b"1 " * 2**20, "1:1"),
    ],
)
def test_bad_samples(data: bytes, place: str) -> None:
    with pytest.raises(SampleError) as caught:
        propose([("good", b"1\n"), ("bad", data)])
    assert str(caught.value).startswith(f"bad:{place}: expected ")
    assert "\n" not in str(caught.value)


def test_too_many_samples() -> None:
    with pytest.raises(SampleError, match="at most 100 samples"):
        proposed(*["1\n"] * 101)


def test_errors_can_be_passed_between_processes() -> None:
    error = SampleError("1.in", InputError(1, 2, "text", "none"))
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


@pytest.mark.parametrize(("constraints", "unused"), support.toml("own_describe")["unused"])
def test_constraints_that_are_not_used_are_named(constraints: str, unused: list[str]) -> None:
    text = proposed("2\n5 6\n", "1\n7\n", constraints=constraints)
    assert [line for line in text.split("\n") if "Not used" in line] == [f"# Not used: {each}" for each in unused]


def test_constraints_that_fit_other_columns() -> None:
    text = proposed("3\n1 1 2\n2 1 2\n3 2 1\n", "2\n2 2 1\n1 1 2\n", constraints="1 ≤ a_i, b_i ≤ 9; a_i ≠ b_i")
    assert "Not used: a != b" in text  # of the first two columns
    assert "ASSERT(" not in text


@pytest.mark.unmeasured
def test_long_lines_and_many_samples() -> None:
    assert code(f"{' '.join(map(str, range(40)))}\n") == "REPI(i,40,SPACE) INT(0,100,a[i]) END NEWLINE"
    digits = str(3**2600)
    rows = ["".join(f"{' '.join(digits[n : n + 20])}\n" for n in range(start, start + 600, 20)) for start in (0, 600)]
    assert code(*rows) == "REPI(i,30) REPI(j,20,SPACE) INT(0,10,x[i,j]) END NEWLINE END"


@pytest.mark.unmeasured
def test_large_samples() -> None:
    edges = "".join(f"{1 + 7 * n % 30_000} {1 + 11 * n % 29_999}\n" for n in range(40_000))
    assert "REPI(i,m) INT(1,n,u[i]) SPACE INT(1,n,v[i]) NEWLINE" in code(f"30000 40000\n{edges}")


@pytest.mark.unmeasured
def test_samples_without_a_format_take_a_bounded_time() -> None:
    numbers = [*map(int, str(2**999))]
    rows = [" ".join(str(1 + n % 4) for n in numbers[place : place + 1 + numbers[place] % 6]) for place in range(60)]
    text = proposed("\n".join(rows) + "\n")
    assert "# nothing found in the samples says how many numbers such a line has" in text
    with pytest.raises(SampleError, match="in:3:1: expected one format of all samples, found 'b 3 3'"):
        proposed("3 a\n\nb 3 3\n", "a\n\n\nq\n")


@pytest.mark.parametrize(("data", "remarks"), support.toml("own_describe")["remarks"])
def test_what_is_put_right_is_reported(data: str, remarks: list[str]) -> None:
    proposal = propose([("1.in", data.encode("latin-1")), ("2.in", b"3\n1 2 2\n")])
    assert proposal.samples[0].data == b"2\n1 2\n"
    assert proposal.samples[0].remarks == (*remarks,)
    assert not proposal.samples[1].remarks


# The command


def test_the_command(tmp_path: Path) -> None:
    write_files(tmp_path, {"1.in": "3\n4 5 6\n", "2.in": "2\n7 9\n", "limits.txt": "1 ≤ n ≤ 100\n0 ≤ x_i ≤ 99\n"})
    status, text, errors = own("describe", "1.in", "2.in", "--constraints", "limits.txt", cwd=tmp_path)
    assert (status, errors) == (0, "refsol: both samples are valid by the proposed description\n")
    assert "INT(0,99,x[i])" in text
    status, _, errors = own("describe", "1.in", "-", "-o", "new.ctd", cwd=tmp_path, stdin=b"1\n8\n")
    assert status == 0
    assert own("validate", "--format", "new.ctd", "2.in", cwd=tmp_path)[:2] == (0, "valid\n")
    write_files(tmp_path, {f"{n}.crlf": f"{n}\r\n{'7 ' * n}\r\n" for n in (3, 4, 5)})
    assert own("describe", "3.crlf", "4.crlf", "5.crlf", cwd=tmp_path)[2] == (
        "refsol: 3.crlf and 2 more: lines end with CR LF instead of LF\n"
        "refsol: 3.crlf and 2 more: line 2: blanks besides single spaces between words\n"
        "refsol: all 3 samples are valid by the proposed description, once that is put right\n"
    )
    assert "INT(0,7,y[i])" in own("describe", "1.in", "--constraints", "-", cwd=tmp_path, stdin=b"0 <= y_i <= 7")[1]


def test_directories_and_constraints_of_samples(tmp_path: Path) -> None:
    """Both commands take both; what isn't used of a text is printed."""
    write_files(tmp_path, {"a/1.in": "3\n4 5 6\n", "a/2.in": "2\n7 9\n", "limits.txt": "1 ≤ n ≤ 50. Sums of n are 99."})
    options = ("--constraints", "limits.txt")
    status, text, errors = own("describe", "a", *options, cwd=tmp_path)
    assert (status, text) == own("describe", "a/1.in", "a/2.in", *options, cwd=tmp_path)[:2]
    assert "INT(1,50,n)" in text
    unused = "refsol: not used of the constraints: Sums of n are 99.\n"
    assert errors.startswith(unused)
    (tmp_path / "long.in").write_text("51\n" + "1 " * 50 + "1\n", encoding="utf-8")
    status, _, errors = own("validate", "--samples", "a", *options, "long.in", cwd=tmp_path)
    assert status == 3
    assert errors.startswith(unused)
    assert "refsol own describe a/*.in --constraints limits.txt\n" in errors
    assert "expected n in 1..50" in errors
    assert own("init", "new", "--samples", "a", *options, cwd=tmp_path)[0] == 0
    assert "INT(1,50,n)" in (tmp_path / "new" / "input.ctd").read_text(encoding="utf-8")
    for words in (("validate", "--format", "new/input.ctd"), ("init", "newer")):
        message = "refsol: --constraints needs --samples\n"
        assert own(*words, *options, cwd=tmp_path)[::2] == (2, message)


@pytest.mark.parametrize(("arguments", "status", "message"), support.toml("own_describe")["calls"])
def test_mistakes(arguments: str, status: int, message: str, tmp_path: Path) -> None:
    write_files(tmp_path, {"1.in": "1\n5\n", "bad.in": "\x01", "empty.in": "", "nothing/1": ""})
    found, text, errors = own("describe", *arguments.split(), cwd=tmp_path)
    assert (found, text) == (status, "")
    assert errors.startswith(f"refsol: {message}")
    assert errors.count("\n") == 1


def test_waiting_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal, the line that ``generate`` also has appears after a second."""
    shown: list[str] = []

    @contextmanager
    def noted(what: str) -> Iterator[None]:
        shown.append(what)
        yield

    monkeypatch.setattr("refsol.cli.own_describe.waiting", noted)
    write_files(tmp_path, {"1.in": "1\n5\n"})
    own_describe.proposed([str(tmp_path / "1.in")])
    assert shown == ["describing the samples"]


def test_a_counterexample_from_samples(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        {
            "tests/1.in": "3\n4 5 6\n",
            "tests/2.in": "2\n-7 9\n",
            "tests/1.ans": "15\n",
            "brute.py": "input(); print(sum(map(int, input().split())))",
            "mine.py": "input(); print(sum(map(abs, map(int, input().split()))))",
        },
    )
    python = sys.executable
    status, shown, errors = own(
        "stress",
        "--samples",
        "tests",
        "--model",
        f"{python} brute.py",
        "--seed",
        "1",
        "--",
        python,
        "mine.py",
        cwd=tmp_path,
    )
    assert status == 1
    assert shown.startswith("wrong answer")
    assert "refsol own describe tests/*.in" in errors
    assert not list(tmp_path.glob("*.ctd"))
    for given in ("--format x.ctd", "--problem ."):
        assert own("validate", "--samples", "tests", *given.split(), cwd=tmp_path)[0] == 2
    assert own("validate", "--samples", ".", cwd=tmp_path)[::2] == (
        2,
        "refsol: .: no files there have names that end in .in\n",
    )


def test_a_model_that_needs_a_tree_suggests_it(tmp_path: Path) -> None:
    files = {"x/1.in": "4\n1 2\n1 3\n3 4\n", "x/2.in": "3\n2 1\n3 1\n", "model.py": NEEDS_A_TREE}
    write_files(tmp_path, files)
    options = ("--samples", "x", "--model", f"{sys.executable} model.py", "--seed", "1", "--cases", "50")
    mine = ("--", sys.executable, "model.py")
    status, _, errors = own("stress", *options, *mine, cwd=tmp_path)
    assert status == 2
    suggestion = "edges of a tree in the samples: maybe --shape 'tree(n; u, v)'\n"
    assert errors.endswith(f"; {suggestion}")
    write_files(tmp_path, {"mine.py": "print(open(0).read().split()[0])", "m.py": "print(len({*open(0)}))"})
    wrong = ("--model", f"{sys.executable} m.py", "--", sys.executable, "mine.py")
    status, _, errors = own("stress", *options[:2], *options[4:], *wrong, cwd=tmp_path)
    assert (status, errors.endswith(f"\nrefsol: if that input isn't valid: {suggestion}")) == (1, True)
    write_files(
        tmp_path,
        {
            "y/1.in": "3\n1 2 3\n",
            "y/2.in": "2\n4 9\n",
            "m.py": "n, a = open(0)\nassert a.split() == sorted(a.split())\nprint(n)",
        },
    )
    status, _, errors = own("stress", "--samples", "y", *options[4:], *wrong, cwd=tmp_path)
    guessed = (
        "the format was guessed; if that input isn't valid, save what 'refsol own describe y/*.in' prints, correct it,"
    )
    assert (status, errors.endswith(f"; {guessed} and use --format FILE\n")) == (2, True)
    assert own("stress", *options, "--shape", "tree(n; u, v)", *mine, cwd=tmp_path)[0] == 0


def test_a_new_problem_from_samples(tmp_path: Path) -> None:
    write_files(tmp_path, {"old/1.in": "3\n4 5 6\n", "old/2.in": "2\n-7 9\n", "old/1.out": "15\n"})
    status, shown, _errors = own("init", "new", "--samples", "old", cwd=tmp_path)
    assert status == 0
    assert shown.startswith("new: read input.ctd")
    assert sorted(str(path.relative_to(tmp_path / "new")) for path in (tmp_path / "new").rglob("*.*")) == [
        "input.ctd",
        "refsol.toml",
        "samples/1.ans",
        "samples/1.in",
        "samples/2.in",
    ]
    assert own("validate", "samples/1.in", cwd=tmp_path / "new")[:2] == (0, "valid\n")
    toml = (tmp_path / "new" / "refsol.toml").read_text(encoding="utf-8")
    assert 'name = "new"' in toml
    assert "refsol own stress -- ./your_program   " in toml
    assert all(line.startswith("# ") for line in toml.split("\n") if "wrong.py" in line)
    assert "best" not in toml
    assert own("init", "new", "--samples", "old", cwd=tmp_path)[0] == 0  # nothing has changed
    (tmp_path / "old" / "3.in").write_text("1\n1000\n", encoding="utf-8")
    status, _shown, errors = own("init", "new", "--samples", "old", cwd=tmp_path)
    assert (status, errors.split("\n")[-2]) == (2, "refsol: new/input.ctd: already exists; choose another directory")


def test_other_commands_infer_nothing(tmp_path: Path) -> None:
    program = (
        "import sys; from refsol.__main__ import main; status = main(); "
        "print([name for name in sys.modules if 'inference' in name]); sys.exit(status)"
    )
    (tmp_path / "x.ctd").write_text("INT(1,4) NEWLINE", encoding="utf-8")
    for arguments in (["own", "validate", "--format", "x.ctd"], ["own", "init", "new"]):
        done = python_process("-c", program, *arguments, stdin=b"3\n", cwd=tmp_path)
        assert done.returncode == 0
        assert done.stdout.endswith(b"[]\n")
