"""The checks that refsol's own tests make of each problem, for the tests of a package with another one.

Each check takes a problem that is a package, built in or installed (:func:`refsol.problem.load`). It returns if all is
well, else it raises ``AssertionError`` with the seed or the name of what it found. Random ``cases`` come from the
problem's first family: half of them are the same in every run, the others depend on ``seed``, any text. The functions
below the checks are what they consist of; ``data`` is an input there. The cost is that of running the problem on the
cases. Nothing here needs pytest, though most will call it from there.
"""

import os
import runpy
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from hashlib import sha256
from importlib import import_module
from io import BytesIO
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Final

from refsol.errors import InputError
from refsol.jury.bundles import flawed_solver_of, of_flaw
from refsol.jury.cases import CampaignPlan
from refsol.jury.checking import check
from refsol.jury.packages.tex import sections_of
from refsol.jury.run.program import Program, RunLimits
from refsol.jury.shrinking import SECONDS, order_of, shrink
from refsol.jury.stress import Campaign, Finding
from refsol.jury.validation import find_errors, is_valid
from refsol.pictures.page import draw_page
from refsol.pictures.text import draw
from refsol.problem import Problem, Settings
from refsol.problem.contract import Explanation, Family, Jury, ScanningValidator, Verdict, VerdictKind
from refsol.problem.limits import LANGUAGES
from refsol.problem.statement import MARK, PARTS, Sample
from refsol.text.scanner import Input, Scanner

NO_SETTINGS: Final[Settings] = {}
"""No options."""


def check_statement(problem: Problem) -> None:
    """Check that the statements have their sections, limits and samples, and that the points add up to 100."""
    languages = problem.languages()
    _require(LANGUAGES[0] in languages, "there is no statement in English")
    for language in languages:
        text = problem.statement(language)
        sections_of(text)
        _require(MARK not in text, "the limits are not filled in")
        for part in PARTS:
            _require(f"<!-- {part}: " not in text, f"a part {part} has no beginning or no end")
    limits = problem.limits
    _require(sum(subtask.points for subtask in limits.subtasks) == 100, "the points don't add up to 100")
    _require(limits.subtasks[-1].require is None, "not all inputs belong to the last subtask")
    _require(len(set(limits.slugs())) == len(limits.subtasks), "two subtasks have one name")
    _require(bool(problem.samples()), "the statement has no sample")


def check_samples(problem: Problem, directory: Path | None = None) -> None:
    """Check the samples of the statement, and those in a ``directory``: ``1.in`` with its answer ``1.ans``, and so on.

    They are valid, also as published; the solver gives the answers, whatever the white space, and so does the oracle
    for those of the statement; the jury accepts them. Files whose names are numbers are the statement's samples.
    """
    samples = {f"sample {number}": sample for number, sample in enumerate(problem.samples(), 1)}
    if directory is not None:
        paths = sorted(directory.glob("*.in"))
        _require(bool(paths), f"{directory} has no samples")
        for path in paths:
            sample = Sample(path.read_bytes(), path.with_suffix(".ans").read_bytes())
            if path.stem.isdecimal():
                _require(samples.get(f"sample {path.stem}") == sample, f"the statement doesn't show {path.name}")
            samples[path.name] = sample
    jury, oracle = problem.jury, oracle_of(problem)
    for what, (data, answer) in samples.items():
        _require(not find_errors(jury, data), f"{what} is not valid: {find_errors(jury, data)}")
        _require(verdict_on(problem, data, answer).accepted, f"the jury doesn't accept the answer to {what}")
        others = data.replace(b"\n", b"\r\n"), data.rstrip(b"\n"), data.replace(b"\n", b"\n\n")
        for changed in (data, *others, data.replace(b" ", b" \t "), b"\n " + data + b" \n\n"):
            _require(solved(problem, changed) == answer, f"the solver's answer to {what} differs")
        if what.startswith("sample"):  # other files may be too large for the oracle
            _require(oracle(data) == answer, f"the oracle's answer to {what} differs")


def check_oracle(problem: Problem, cases: int = 500, seed: str = "") -> None:
    """Check that the solver gives the oracle's answers."""
    oracle = oracle_of(problem)
    for each in seeds(cases, seed):
        data = small_input(problem, each)
        _require(solved(problem, data) == oracle(data), f"solver and oracle disagree, seed {each!r}:\n{data.decode()}")


def check_families(problem: Problem, cases: int = 10, seed: str = "") -> None:
    """Check that the inputs of every family, at small sizes, are valid, as published, and determined by their seeds."""
    jury = problem.jury
    for family in jury.families:
        made: set[bytes] = set()
        for each in seeds(cases, seed):
            sizes = small_sizes(family)
            data = family.generate(each, sizes)
            made.add(data)
            what = f"the family {family.name}, seed {each!r}"
            _require(data == family.generate(each, sizes), f"{what}: two inputs differ")
            _require(not find_errors(jury, data), f"{what}: {find_errors(jury, data)}")
        _require(len(made) > 1 or family.tests == 1, f"all inputs of the family {family.name} are equal")


def check_bad_inputs(problem: Problem, cases: int = 200, seed: str = "", settings: Settings = NO_SETTINGS) -> None:
    """Check that changed inputs are answered or refused, and that solver and validator refuse the same for one reason.

    With ``settings`` the solver looks at the whole input; raises ``OptionError`` for those that it doesn't have.
    """
    jury = problem.jury
    validator = jury.validator
    if not isinstance(validator, ScanningValidator):
        raise AssertionError("the validator doesn't use a scanner")
    refused = 0
    for each in seeds(cases, seed):
        rng = Random(each)
        data = mutated(problem.jury.families[0].make(rng), rng)
        answer = outcome(problem, data, settings)
        try:
            validator.validate(Scanner(data))
            first = b""
        except InputError as error:
            first = f"error {error}".encode("ascii")
            refused += 1
        what = f"seed {each!r}: {data!r}"
        _require(is_valid(jury, data) == (first == b""), f"the validator contradicts itself, {what}")
        _require(first == (answer if answer.startswith(b"error ") else b""), f"solver and validator disagree, {what}")
        found = find_errors(jury, data, lenient=True)
        # Promises about the whole input are checked last, but their errors may be at earlier places. So the error at
        # which a scanner stops is among the errors found, but needn't be the first.
        shown = [f"error {error}".encode("ascii") for error in found]
        _require(first in shown if first else not shown, f"the errors found are others than the first, {what}")
    _require(refused > cases // 5, f"only {refused} of {cases} changed inputs are refused")


def check_reductions(problem: Problem, cases: int = 10, seed: str = "") -> None:
    """Check by made-up faults that inputs shrink: to valid ones, of which no smaller reduction shows the fault.

    Raises ``InputError`` and ``OptionError`` where the solver refuses an input of the family.
    """
    jury = problem.jury
    smaller = 0
    for each in seeds(cases, seed):
        data = small_input(problem, each)
        tried: list[bytes] = []
        wanted = min(solved(problem, data).split(), default=b"")
        small = shrink(jury, data, _fault(problem, wanted, tried))
        smaller += small != data
        what = f"seed {each!r}: {small!r}"
        fails = _fault(problem, wanted, [])
        _require(fails(small), f"the smaller input doesn't fail, {what}")
        _require(len(small.split()) <= len(data.split()), f"the smaller input is larger, {what}")
        _require(all(is_valid(jury, candidate) for candidate in tried), f"an invalid input was tried, {what}")
        _require(len(tried) == len(set(tried)), f"an input was tried twice, {what}")
        _require(not find_errors(jury, small), f"the smaller input is not written as published, {what}")
        _require(shrink(jury, small, fails) == small, f"shrinking continues, {what}")
        left = [
            candidate
            for candidate in jury.reductions(small)
            if order_of(candidate) < order_of(small) and is_valid(jury, candidate) and fails(candidate)
        ]
        _require(not left, f"an input that is smaller still was left, {what}")
    _require(smaller > 0, f"none of {cases} inputs became smaller")


def check_outputs(problem: Problem, cases: int = 100, seed: str = "") -> None:
    """Check the jury's verdicts: right outputs are accepted, others are not, and none makes the jury fail."""
    for each in seeds(cases, seed):
        data = small_input(problem, each)
        answer = solved(problem, data)
        rng = Random(each)
        what = f"seed {each!r}: {data!r}"
        _require(verdict_on(problem, data, answer).accepted, f"the right output is not accepted, {what}")
        trailing = verdict_on(problem, data, answer + b"\n1\n").kind
        _require(trailing is VerdictKind.TRAILING_OUTPUT, f"trailing output is not found, {what}")
        without_last = b" ".join(answer.split()[:-1])
        if without_last != answer.strip():
            shorter = verdict_on(problem, data, without_last)
            _require(shorter.kind is VerdictKind.WRONG, f"an output without its end is accepted, {what}")
        changed = mutated(answer, rng)
        verdict, quick = (verdict_on(problem, data, changed, reasons=reasons) for reasons in (True, False))
        _require(verdict.kind is quick.kind, f"without reasons the verdict differs, {what}, {changed!r}")
        _require("\n" not in verdict.message, f"the message has several lines, {what}, {changed!r}")
        if problem.jury.checker is None:
            same = changed.split() == answer.split()
            _require(verdict.accepted == same, f"the verdict is wrong, {what}, {changed!r}")


def check_explanations(
    problem: Problem,
    agrees: Callable[[Explanation, Sequence[bytes]], bool] | None = None,
    cases: int = 20,
    seed: str = "",
) -> None:
    """Check that every answer is explained, and drawn, and that steps and pictures are there.

    ``agrees`` gets an explanation and the tokens of the oracle's answer that it explains, in order, and says whether
    the two agree. It is for problems with one right answer, whose tokens have places.
    """
    explainer, oracle = problem.explainer, oracle_of(problem)
    for each in seeds(cases, seed):
        data = small_input(problem, each)
        what = f"seed {each!r}: {data!r}"
        found = list(explainer.explain(data, {}))
        _require(bool(found), f"nothing is explained, {what}")
        for explanation in found:
            texts = (explanation.subject, explanation.answer, *explanation.reasons)
            _require(all(text and "\n" not in text for text in texts), f"words are missing, {what}: {texts}")
            _require(bool(draw(explanation.scene)), f"nothing is drawn, {what}")
        steps = explainer.steps(data, {})
        shown = list(steps.explanations)
        _require(len(shown) == len(steps.shown), f"{len(shown)} of {len(steps.shown)} steps are there, {what}")
        _require(bool(draw(explainer.show(data, {}))), f"nothing is shown, {what}")
        for selection, tokens in _places(problem.jury, data, oracle(data).split()).items():
            explanation = next(explainer.explain(data, dict(selection)))
            if agrees is not None:
                _require(agrees(explanation, tokens), f"{explanation.subject} is explained wrongly, {what}")


def check_flaws(problem: Problem, seed: str = "1") -> None:
    """Check that each flaw makes the program in the problem's bundle a wrong one, which the quick families find."""
    cases = quick_inputs(problem, seed)
    for flaw in problem.jury.flaws:
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory, f"{flaw.name}.py")
            path.write_text(flawed_solver_of(problem, flaw), encoding="utf-8")
            defined = runpy.run_path(os.fspath(path))
        solve = defined.get(problem.plain_solver) or defined["solve"]  # of the solver or of the plain solution
        try:
            answers = [solve(case) for case in cases]
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise AssertionError(f"{of_flaw(problem, flaw)}: instead of a wrong answer there is {what}") from error
        answers = [answer.encode() if isinstance(answer, str) else answer for answer in answers]
        require_found(problem, of_flaw(problem, flaw), cases, answers)


def require_found(problem: Problem, what: str, cases: Sequence[bytes], answers: Sequence[bytes]) -> int:
    """Require that at least two ``answers`` to ``cases`` are wrong, and all complete; return how many are right.

    ``what`` is the wrong solution's name. Raises ``InputError`` and ``OptionError`` where the solver refuses a case.
    """
    verdicts = [verdict_on(problem, case, answer, reasons=False) for case, answer in zip(cases, answers, strict=True)]
    wrong = sum(verdict.kind is VerdictKind.WRONG for verdict in verdicts)
    _require(wrong >= 2, f"{what}: {wrong} of {len(cases)} quick inputs show that it is wrong")
    _require(not any("ends before" in verdict.message for verdict in verdicts), f"{what}: an output ends early")
    return sum(verdict.accepted for verdict in verdicts)


def check_wrong_program(
    problem: Problem, words: Sequence[str], longest: int, cases: int = 2000, seconds: float = 10.0
) -> None:
    """Check that the jury finds a fault in the command ``words``, and shrinks an input to ``longest`` bytes or fewer.

    It tries this many ``cases`` at most; a run may take ``seconds``. For POSIX systems only.
    """
    from refsol.jury.run.command import Command  # for POSIX systems only

    finding = first_finding(CampaignPlan(problem, "wrong"), Command(list(words), RunLimits(seconds)), cases)
    if finding is None:
        raise AssertionError(f"{words[-1]}: no fault in {cases} cases")
    data = finding.data
    _require(len(data) <= longest, f"{words[-1]}: shrunk to {len(data)} bytes, not {longest}:\n{data.decode()}")


def first_finding(
    plan: CampaignPlan, program: Program, cases: int = 2000, shrink_seconds: float = SECONDS
) -> Finding | None:
    """Return the first fault in ``cases`` of a ``plan``, shrunk for ``shrink_seconds`` at most, or None."""
    with closing(Campaign(plan, program, cases=cases, shrink_seconds=shrink_seconds).events()) as events:
        return next((event for event in events if isinstance(event, Finding)), None)


def check_both_modes(problem: Problem, cases: int = 100) -> bool:
    """Check that compiled and interpreted everything is the same: answers, errors, explanations and pages.

    Returns whether there was anything to compare: False in a run in which the problem is interpreted anyway.
    """
    if not is_compiled(problem):
        return False
    code = (
        f"import sys; sys.path[:] = {sys.path!r}; from refsol.problem import load; "
        f"from refsol.jury.testing import digest, is_compiled; problem = load({problem.name!r}); "
        f"print(is_compiled(problem), digest(problem, {cases}))"
    )
    environment = {**os.environ, "REFSOL_PURE": "1"}
    printed = subprocess.run([sys.executable, "-P", "-c", code], env=environment, capture_output=True, check=True)
    _require(printed.stdout.decode() == f"False {digest(problem, cases)}\n", "compiled and interpreted results differ")
    return True


def seeds(cases: int, seed: str = "") -> Iterator[str]:
    """Yield seeds for this many random cases: the first half is always the same, the rest depends on ``seed``."""
    for k in range(cases // 2):
        yield f"fixed {k}"
    for k in range(cases - cases // 2):
        yield f"{seed} {k}"


def small_input(problem: Problem, seed: str) -> bytes:
    """Return the input of the problem's first family for a ``seed``."""
    return problem.jury.families[0].make(Random(seed))


def solved(problem: Problem, source: Input, settings: Settings = NO_SETTINGS) -> bytes:
    """Return the solver's whole answer to an input ``source``; raises ``InputError`` and ``OptionError`` as it does."""
    return b"".join(problem.solve(source, settings))


def oracle_of(problem: Problem) -> Callable[[bytes], bytes]:
    """Return the oracle: the function ``solve`` of the package's module ``oracle``."""
    found: Callable[[bytes], bytes] = _module(problem, "oracle").solve
    return found


def outcome(problem: Problem, source: Input, settings: Settings = NO_SETTINGS) -> bytes:
    """Return the answer to ``source``, or ``error`` and why; ``OptionError`` for ``settings`` that make no sense."""
    try:
        return solved(problem, source, settings)
    except InputError as error:
        return f"error {error}".encode("ascii")


def mutated(data: bytes, rng: Random) -> bytes:
    """Return ``data`` with a small change that is drawn from ``rng``; the result may be valid or not."""
    at = rng.randrange(len(data) + 1)
    to = min(len(data), at + rng.choice((1, 1, 1, 2, 5, 20)))
    lines = data.split(b"\n")
    match rng.randrange(9):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + data[to:]
        case 2:
            return data[:to] + data[at:]
        case 3:
            return data[:at] + rng.randbytes(1) + data[at + 1 :]
        case 4:
            junk = (b"-", b"+", b"0", b"\0", b"9" * 40, b" ", b"\r\n", b".", b"x", b"\xef\xbb\xbf", b"\xd9\xa3")
            return data[:at] + rng.choice(junk) + data[at:]
        case 5:
            del lines[rng.randrange(len(lines))]
        case 6:
            k = rng.randrange(len(lines))
            lines.insert(k, lines[k])
        case 7:
            a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
            lines[a], lines[b] = lines[b], lines[a]
        case _:
            return data.replace(b"\n", rng.choice((b"\r\n", b" ", b"\n\n", b"\t\n")))
    return b"\n".join(lines)


def small_sizes(family: Family, most: int = 30) -> dict[str, int]:
    """Return sizes of a ``family`` that are at most ``most``, as far as they may be."""
    return {size.name: max(size.least, min(size.default_value, most)) for size in family.sizes}


def quick_inputs(problem: Problem, seed: str = "1") -> list[bytes]:
    """Return the inputs of the families that are quick, as many as a test set has."""
    families = [family for family in problem.jury.families if family.quick]
    return [family.generate(f"{seed}-{family.name}-{k + 1}") for family in families for k in range(family.tests)]


def verdict_on(problem: Problem, data: bytes, output: bytes, *, reasons: bool = True) -> Verdict:
    """Return the jury's verdict on an ``output`` for the valid input ``data``, with or without ``reasons``.

    Raises ``InputError`` for an invalid input, if that is noticed, and ``OptionError`` as the solver does.
    """
    return check(problem.jury, data, BytesIO(output), lambda: [solved(problem, data)], reasons=reasons)


def is_compiled(problem: Problem) -> bool:
    """Return whether the problem's solver is a compiled extension."""
    return not str(_module(problem, "solver").__file__).endswith(".py")


def digest(problem: Problem, cases: int) -> str:
    """Return a digest of what the problem makes of this many inputs, valid and invalid, which no mode may change."""
    made = sha256()
    for k in range(cases):
        rng = Random(f"modes {k}")
        data = problem.jury.families[0].make(rng)
        made.update(outcome(problem, data) + b"|" + outcome(problem, mutated(data, rng)))
        if k % 10 == 0:
            steps = list(problem.explainer.steps(data, {}).explanations)
            made.update(f"{steps} {draw_page('title', steps)}".encode())
    return made.hexdigest()


def _module(problem: Problem, module: str) -> ModuleType:
    return import_module(f"{problem.package}.{module}")


def _places(jury: Jury, data: bytes, answers: Sequence[bytes]) -> Mapping[tuple[tuple[str, int], ...], list[bytes]]:
    """Return the tokens of an answer by the selection, as items, of what explains them."""
    found: dict[tuple[tuple[str, int], ...], list[bytes]] = {}
    if jury.place is not None:
        for k, token in enumerate(answers):
            place = jury.place(data, answers, k)
            found.setdefault(tuple(place.selection.items()), []).append(token)
    return found


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise AssertionError(message)


def _fault(problem: Problem, wanted: bytes, tried: list[bytes]) -> Callable[[bytes], bool]:
    def fails(candidate: bytes) -> bool:
        tried.append(candidate)
        return wanted in solved(problem, candidate).split()

    return fails
