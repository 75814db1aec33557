"""Programs in one file, made of refsol's sources: solvers, also wrong and slow ones, checkers, validators and a bot.

The modules whose names begin with ``run`` are only for use in them.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from typing import Final

from refsol import __version__
from refsol.errors import OptionError
from refsol.jury.bundles.assembling import Definition, bundle, heading
from refsol.jury.bundles.lowering import with_quoted_types
from refsol.problem import Problem
from refsol.problem.contract import Flaw, ScanningValidator
from refsol.problem.packaging import LINES, TOKENS, data_in

_PACKAGE: Final = "package"  # the command that makes wrong and slow solvers
_ENDING: Final = """
if __name__ == "__main__":
    sys.exit({})
"""
_DESCRIPTION_ENDING: Final = """
# The description of the input.
_DESCRIPTION = {}

if __name__ == "__main__":
    sys.exit({}(_DESCRIPTION{}))
"""
_DMOJ_ENDING: Final = """
_JUDGE = {}


def check(process_output, judge_output, judge_input, point_value, **_others):  # by this name, whatever was called so
    return dmoj_result(_JUDGE, {}, process_output, judge_output, judge_input, point_value)
"""


def solver_of(problem: Problem, *, strict: bool = False) -> str:
    """Return the plain solution or, if ``strict`` or without one, the solver, which checks its input. O(sources)."""
    about = "Solver: answers the input on standard input."
    if strict:
        return _assembled(problem, "solver", problem.plain_solver, _header(problem, "bundle --strict", about))
    return _solver(problem, _header(problem, "bundle", about))


def cpp_solver_of(problem: Problem) -> str:
    """Return the plain solution in C++; ``OptionError`` where there is none. O(its length)."""
    text = data_in(problem.package, "plain.cpp")
    if text is None:
        raise OptionError(f"{problem.slug} has no solution in C++")
    header = _header(
        problem, "bundle --language cpp", "Solver: answers the input on standard input.", needs="C++17 or later"
    )
    return "".join(f"// {line}".rstrip() + "\n" for line in header) + f"\n{text.decode()}"


def flawed_solver_of(problem: Problem, flaw: Flaw) -> str:
    """Return a wrong solver; ``OptionError`` unless each part that the ``flaw`` changes occurs once. O(sources)."""
    text = _solver(problem, _header(problem, _PACKAGE, f"Wrong, to test the tests. {flaw.what}"))
    for right, wrong in flaw.changes:
        if text.count(right) != 1:
            source = _file(f"{problem.package}.{'solver' if _plain(problem) is None else 'plain'}")
            raise OptionError(
                f"{of_flaw(problem, flaw)}: {source} contains {right!r} {text.count(right)} times, not once"
            )
        text = text.replace(right, wrong)
    return text


def of_flaw(problem: Problem, flaw: Flaw) -> str:
    """Return what messages call a ``flaw``: the file to change, and its name."""
    modules = [f"{problem.package}.{name}" for name in ("jury.flaws", "jury")]
    return f"{_file(next((name for name in modules if name in sys.modules), modules[-1]))}: the flaw {flaw.name}"


def _file(module: str) -> str:
    found = find_spec(module)
    return found.origin or module if found is not None else module


def oracle_of(problem: Problem) -> str:
    """Return a program that answers the input on standard input by the definition, which takes its time. O(sources)."""
    about = "Slow, to test the tests: applies the definition."
    return _assembled(problem, "oracle", "solve", _header(problem, _PACKAGE, about))


def _solver(problem: Problem, header: Sequence[str]) -> str:
    plain = _plain(problem)
    if plain is None:
        return _assembled(problem, "solver", problem.plain_solver, header)
    return "\n".join([*heading(header), plain.decode()])


def _plain(problem: Problem) -> bytes | None:
    return data_in(problem.package, "plain.py")


def _assembled(problem: Problem, module: str, function: str, header: Sequence[str]) -> str:
    uses = [("refsol.jury.bundles.run_solver", "run_solver"), (f"{problem.package}.{module}", function)]
    return bundle(uses, _ENDING.format(f"run_solver({function})"), header)


def checker_of(problem: Problem) -> str:
    """Return a program that judges outputs by the protocols of Kattis and testlib. O(sources).

    Where outputs can be partly right, its option ``--points`` asks for points.
    """
    uses, judge = _judge_of(problem, "run_checker", "run_checker")
    about = [
        "Checker: INPUT OUTPUT ANSWER are arguments, as for testlib (status 0, 1 wrong, 2 trailing output, 3 failed);",
        "or INPUT ANSWER FEEDBACK_DIRECTORY, the output on standard input, as for Kattis (status 42 right, 43 wrong).",
    ]
    if problem.limits.test_points is not None:
        judge += f", {problem.limits.test_points}"
        about.append("For outputs that are partly right, --points score or --points multiplier may follow.")
    return bundle(uses, _ENDING.format(f"run_checker({judge})"), _header(problem, "bundle --checker", *about))


def dmoj_checker_of(problem: Problem, *, partial: bool = True) -> str:
    """Return a module whose function "check" judges for DMOJ, with ``partial`` points, if there are any. O(sources)."""
    uses, judge = _judge_of(problem, "run_dmoj_checker", "dmoj_result")
    full_score = problem.limits.test_points or 0 if partial else 0
    about = "Checker: DMOJ's judge calls the function check at the end."
    return bundle(uses, _DMOJ_ENDING.format(judge, full_score), _header(problem, "package dmoj", about))


def cms_checker_of(problem: Problem, *, partial: bool = True) -> str:
    """Return a program that judges by CMS's protocol, with points for ``partial`` success, if any. O(sources)."""
    uses, judge = _judge_of(problem, "run_cms_checker", "run_cms_checker")
    full_score = problem.limits.test_points or 0 if partial else 0
    ending = _ENDING.format(f"run_cms_checker({judge}, {full_score})")
    about = "Checker for CMS: INPUT ANSWER OUTPUT are arguments; prints the share of full marks, and a message."
    return bundle(uses, ending, _header(problem, "package cms", about))


def _judge_of(problem: Problem, module: str, function: str) -> tuple[list[Definition], str]:
    """Return what a checker uses, with the ``function`` that runs it, and how it judges an output, as an expression."""
    parts, checker = problem.parts(), problem.jury.checker
    uses, judge = [("refsol.jury.bundles.run_checker", "by_answer")], "by_answer"
    if parts.compare != TOKENS:
        uses = [("refsol.jury.bundles.run_checker", "by_text")]
        judge = f"by_text({parts.compare == LINES}{', True' if parts.ignore_case else ''})"
    elif parts.tolerance is not None or parts.ignore_case:
        uses = [("refsol.jury.bundles.run_checker", "by_tolerance")]
        judge = f"by_tolerance({parts.tolerance!r}{', True' if parts.ignore_case else ''})"
    elif checker is not None:
        chosen = _definition(checker)
        uses, judge = [("refsol.jury.bundles.run_checker", "by_checker"), chosen], f"by_checker({chosen[1]})"
    return [*uses, (f"refsol.jury.bundles.{module}", function)], judge


def validator_of(problem: Problem) -> str:
    """Return a validator by Kattis's protocol; ``OptionError`` for one that uses no scanner. O(sources)."""
    about = "Validator: the input is on standard input; status 42 for a valid one, 43 for any other."
    description = problem.parts().description
    if description is not None:
        arguments = "".join(f", {argument!r}" for argument in description.arguments)
        text = description.content.decode("latin-1")
        # Where it can be, line by line as it stands.
        plain = all(line.isascii() and line.isprintable() for line in text.split("\n"))
        plain = plain and text.endswith("\n") and '"""' not in text
        literal = f'rb"""{text}"""' if plain else repr(description.content)
        ending = _DESCRIPTION_ENDING.format(literal, description.reader[1], arguments)
        return bundle([description.reader], ending, _header(problem, _PACKAGE, about))
    validator = problem.jury.validator
    if not isinstance(validator, ScanningValidator):
        raise OptionError(f"the validator of {problem.slug} can't be bundled: it doesn't use a scanner")
    validate, layout = _definition(validator.validate), _definition(validator.layout)
    uses = [("refsol.jury.bundles.run_validator", "run_validator"), validate, layout]
    ending = _ENDING.format(f"run_validator({validate[1]}, {layout[1]})")
    return bundle(uses, ending, _header(problem, "bundle --validator", about))


def bot_of(problem: Problem, settings: Mapping[str, object], *, keep_running: bool) -> str:
    """Return a bot for Botzone that plays NoGo with these ``settings``, for Python 3.6 and later. O(sources).

    If ``keep_running``, it asks after each turn not to be started again for the next.
    """
    uses = [("refsol.nogo.play.botzone", "run_bot"), ("refsol.nogo.play.player", "SearchSettings")]
    words = ", ".join(
        f'{name}=float("{value}")' if isinstance(value, float) else f"{name}={value!r}"
        for name, value in settings.items()
    )
    about = "Bot for Botzone: plays by its protocol, in JSON and in the simple form, on standard input and output."
    ending = _ENDING.format(f"run_bot(SearchSettings({words}), {keep_running})")
    return with_quoted_types(
        bundle(uses, ending, _header(problem, "botzone --bundle", about, needs="Python 3.6 or later, CPython or PyPy"))
    )


def _definition(function: Callable[..., object]) -> Definition:
    return function.__module__, function.__name__


def _header(
    problem: Problem, words: str, *about: str, needs: str = "Python 3.9 or later, CPython or PyPy"
) -> list[str]:
    return [
        problem.title,
        "",
        *about,
        "",
        f"Generated by refsol {__version__} ({problem.command(words)}) from its sources: change those instead.",
        f"It needs {needs}, and nothing else.",
        "",
        *([f"Problem: {problem.source}{f', {problem.url}' if problem.url else ''}"] if problem.source else []),
        "SPDX-License-Identifier: MIT",
        "Copyright (c) 2026 the refsol authors",
    ]
