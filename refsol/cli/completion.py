"""Completion in a shell, from the descriptions of the verbs, without typer, so that each press of Tab answers at once.

typer's scripts (``refsol --show-completion``) call refsol with variables that say what has been typed.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from refsol.cli.files import emit_text
from refsol.cli.help import HELP, HELP_TEXT, LIST, LIST_HELP, ROOT_OPTIONS, Described, Entry, described_by
from refsol.cli.options import Argument, Field, Option, ProblemOptions, Verb
from refsol.cli.verbs import COMPLETION, load_verb, verb_names
from refsol.errors import PackageError
from refsol.problem import NAMES, OWN, Choice, Problem, exists, load, offered

_TYPED: Final = "_TYPER_COMPLETE_ARGS"
_FISH_ACTION: Final = "_TYPER_COMPLETE_FISH_ACTION"
_FILES: Final = 1  # the status by which fish learns that files may follow
_HELPS: Final = tuple((spelling, HELP_TEXT) for spelling in HELP)


def complete(variables: Mapping[str, str]) -> int | None:
    """Print what can follow, in the way of the shell that asks; return the exit status.

    Returns None for a shell other than bash, zsh and fish. Raises ``FileError`` and ``BrokenPipeError``. O(options).
    """
    match variables[COMPLETION]:
        case "complete_bash":
            words = _words(variables.get("COMP_WORDS", ""))
            at = variables.get("COMP_CWORD", "0")
            position = int(at) if at.isdecimal() else 0
            found = candidates(words[1:position], words[position] if position < len(words) else "")
            text = "\n".join(value for value, _help in found)
        case "complete_zsh":
            found = candidates(*_before_and_last(variables))
            values = "\n".join(f'"{_quoted(value)}"' + (f':"{_quoted(about)}"' * bool(about)) for value, about in found)
            text = f"_arguments '*: :(({values}))'" if found else "_files"
        case "complete_fish":
            found = candidates(*_before_and_last(variables))
            if variables.get(_FISH_ACTION) == "is-args":
                return 0 if found else _FILES
            text = "\n".join(f"{value}\t{about}" if about else value for value, about in found)
        case _:
            return None
    emit_text(f"{text}\n")
    return 0


def candidates(words: Sequence[str], start: str) -> Sequence[Entry]:
    """Return what begins with ``start`` and can follow the ``words`` after ``refsol``, each with its help. O(options).

    Where a file or any text may follow, there is nothing to return; and nothing can follow a problem that can't be
    used.
    """
    try:
        return [entry for entry in _following(words, start.startswith("-")) if entry[0].startswith(start)]
    except PackageError:
        return []


def _following(words: Sequence[str], is_option: bool) -> Iterator[Entry]:
    """Yield all that can follow: options, or commands and values."""
    match words:
        case ():
            if is_option:
                yield from (*ROOT_OPTIONS, *_HELPS)
            else:
                yield LIST, LIST_HELP
                yield from ((name, load(name).title) for name in (*NAMES, OWN))
                yield from ((problem.name, problem.about) for problem in offered()[0])
        case (name,) if exists(name):
            problem = load(name)
            yield from _HELPS if is_option else ((verb, load_verb(problem, verb).help) for verb in verb_names(problem))
        case (name, verb, *rest) if exists(name) and verb in verb_names(load(name)):
            yield from _in_verb(load(name), load_verb(load(name), verb), rest, is_option)


def _in_verb(problem: Problem, verb: Verb, rest: Sequence[str], is_option: bool) -> Iterator[Entry]:
    """Yield what can follow the words after a verb."""
    arguments = [field for field in verb.fields if isinstance(field.described, Argument)]
    options = {
        spelling: (field, described)
        for field in verb.fields
        for described in described_by(problem, field)
        for spelling in described.spellings
    }
    given: list[Described] = []
    words = iter(rest)
    for word in words:
        if word in options:
            field, described = options[word]
            given += [described] * (not field.several)
            if described.value and next(words, None) is None:  # its value is what follows
                yield from _values(problem, field, word)
                return
        elif word == "--" or (verb.takes_command and not word.startswith("-")):
            return  # the program's own arguments
        elif not word.startswith("-"):
            arguments = arguments[1:]
    if is_option:
        yield from ((spelling, each.text) for spelling, (_field, each) in options.items() if each not in given)
        yield from _HELPS
    elif arguments:
        yield from _values(problem, arguments[0], "")


def _values(problem: Problem, field: Field, spelling: str) -> Iterator[Entry]:
    """Yield the values of an argument or option that are known beforehand."""
    match field.described:
        case Argument() | Option() as described if described.complete is not None:
            yield from ((value, "") for value in described.complete(problem))
        case ProblemOptions():
            for option in problem.options:
                if isinstance(option, Choice) and spelling == f"--{option.name}":
                    yield from ((value, "") for value in option.values)


def _before_and_last(variables: Mapping[str, str]) -> tuple[Sequence[str], str]:
    """Return the words after ``refsol`` that are complete, and the beginning of the last one."""
    typed = variables.get(_TYPED, "")
    words = _words(typed)[1:]
    return (words[:-1], words[-1]) if words and not typed.endswith(" ") else (words, "")


def _words(typed: str) -> Sequence[str]:
    """Return the words of a line that may end within a quotation."""
    if not any(quote in typed for quote in "\"'\\"):
        return typed.split()
    import shlex  # slow to import, and rarely needed

    for end in ("", '"', "'"):
        try:
            return shlex.split(typed + end)
        except ValueError:  # something is still open
            continue
    return typed.split()


def _quoted(text: str) -> str:
    """Return ``text`` as it must be written for zsh, in quotation marks within an evaluated command."""
    for character, written in (('"', '""'), ("'", "''"), ("$", "\\$"), ("`", "\\`"), (":", "\\\\:")):
        text = text.replace(character, written)
    return text
