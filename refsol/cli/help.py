"""The help: pages made from the descriptions of the verbs, without typer, so that they come at once."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from refsol.cli.options import Argument, Field, Numbers, Option, ProblemOptions, Verb
from refsol.cli.terminal import bold, columns, cyan, has_colours, wrapped
from refsol.cli.verbs import load_verb, verb_names
from refsol.problem import NAMES, OWN, Choice, Flag, Problem, exists, load, offered
from refsol.problem import Option as SolveOption

HELP: Final = ("-h", "--help")
"""The spellings of the option that asks for help."""
LIST: Final = "list"
"""The only command that belongs to no problem."""
LIST_HELP: Final = "List the problems."
"""What it does."""
ABOUT: Final = "Reference solutions for board-game problems: trustworthy, readable, fast."
"""What refsol is."""

HELP_TEXT: Final = "Show this help."
"""What ``--help`` does."""
ROOT_OPTIONS: Final = (
    ("--version", "Print version and mode."),
    ("--install-completion", "Install completion for the current shell."),
    ("--show-completion", "Print the completion script for the current shell, to copy it or to change it."),
)
"""The other options of refsol itself."""

_PROGRAM: Final = "refsol"
_HELP_ENTRY: Final = (", ".join(HELP), HELP_TEXT)
_STATUSES: Final = (
    ("0", "success"),
    ("1", "a negative verdict"),
    (
        "2",
        "wrong usage, or a file, a cluster, an installed problem, or a model solution, checker or validator that can't "
        "be used",
    ),
    ("3", "bad input"),
    ("4", "an internal error"),
    ("129", "ended by SIGHUP, as shells report it"),
    ("130", "ended by Ctrl-C"),
    ("141", "the reader of the output has gone"),
    ("143", "ended by SIGTERM, as shells report it"),
)
_TERM: Final = 26  # columns for what is explained; if it is longer, its explanation begins on the next line

Entry: TypeAlias = tuple[str, str]
"""What is explained, and the explanation."""


class Page(NamedTuple):
    """A page of the help: what it is ``about``, and an ``end`` that points to other pages."""

    about: str
    top: Sequence[Entry]
    """The usage, an example, a link."""
    sections: Sequence[tuple[str, Sequence[Entry]]]
    """Titles and entries; sections without entries aren't shown."""
    end: str = ""


def page_for(arguments: Sequence[str]) -> Page | None:
    """Return the page that these ``arguments`` ask for, or None if they ask for something else. O(options)."""
    words = tuple(arguments[:-1] if arguments and arguments[-1] in HELP else arguments)
    asked = len(words) < len(arguments)
    match words:
        case ():
            return _of_everything()
        case (name,) if exists(name):
            return _of_problem(load(name))
        case (word,) if word == LIST and asked:
            return Page(LIST_HELP, [("Usage", f"{_PROGRAM} {LIST}")], [("Options", [_HELP_ENTRY])])
        case (name, verb) if asked and exists(name) and verb in verb_names(load(name)):
            return _of_verb(load(name), load_verb(load(name), verb))
    return None


def rendered(page: Page) -> str:
    """Return a page as text for standard output, which ends with a line feed. O(length)."""
    width, styled = columns(), has_colours()
    return "\n".join(_lines(page, width, styled)) + "\n"


class Described(NamedTuple):
    """An option by its ``spellings``, or an argument, which has none; ``text`` explains it."""

    spellings: Sequence[str]
    value: str
    """What stands for the value; nothing for a flag."""
    text: str

    def entry(self) -> Entry:
        """Return the entry for the help."""
        return f"{', '.join(self.spellings)} {self.value}".strip(), self.text


def described_by(problem: Problem, field: Field) -> Iterator[Described]:
    """Yield the argument or the options whose values a field holds. O(options)."""
    described = field.described
    match described:
        case Argument():
            name = f"{described.metavar or field.name.upper()}{'...' if field.several else ''}"
            yield Described((), name if field.required or described.needed else f"[{name}]", described.help)
        case Option():
            value = "" if field.kind is bool else described.metavar or "TEXT"
            default = f" (default: {field.default})" if described.show_default else ""
            yield Described(field.spellings(), value, described.help + default)
        case Numbers():
            for name, text in described.helps(problem).items():
                yield Described((f"--{name}",), "NUMBER", text)
        case ProblemOptions():
            for option in problem.options:
                yield _described(option)


def _described(option: SolveOption) -> Described:
    """Return an option of ``solve``."""
    spelling = f"--{option.name}"
    if isinstance(option, Choice):
        value = f"[{'|'.join(option.values)}]"
        return Described((spelling,), value, f"{option.help} (default: {option.values[0]})")
    return Described((spelling,), "" if isinstance(option, Flag) else "NUMBER", option.help)


def _of_everything() -> Page:
    problems = [load(name) for name in NAMES]
    example = load_verb(problems[-1], "solve").example(problems[-1])
    top = [
        ("Usage", f"{_PROGRAM} PROBLEM COMMAND [ARGS]..."),
        ("Example", f"{_PROGRAM} {problems[-1].name} solve {example}"),
    ]
    sections = [
        ("Problems", [(problem.name, _titled(problem)) for problem in problems]),
        ("Installed problems", [(problem.name, problem.about) for problem in offered()[0]]),
        ("Other commands", [(OWN, load(OWN).title), (LIST, LIST_HELP)]),
        ("Options", [*ROOT_OPTIONS, _HELP_ENTRY]),
        ("Exit status", _STATUSES),
    ]
    return Page(ABOUT, top, sections, f"{_PROGRAM} PROBLEM --help lists the commands of a problem.")


def _of_problem(problem: Problem) -> Page:
    names = verb_names(problem)
    first = names[0]
    start = f"{_PROGRAM} {problem.name}"
    top = [
        ("Usage", f"{start} COMMAND [ARGS]..."),
        ("Example", f"{start} {first} {load_verb(problem, first).example(problem)}".rstrip()),
        *_link(problem),
    ]
    commands = [(name, load_verb(problem, name).help) for name in names]
    sections = [("Commands", commands), ("Options", [_HELP_ENTRY])]
    return Page(f"{_titled(problem)}.", top, sections, f"{start} COMMAND --help says more about a command.")


def _of_verb(problem: Problem, verb: Verb) -> Page:
    arguments: list[Entry] = []
    options: list[Entry] = []
    for field in verb.fields:
        entries = [described.entry() for described in described_by(problem, field)]
        (arguments if isinstance(field.described, Argument) else options).extend(entries)
    options.append(_HELP_ENTRY)
    start = f"{_PROGRAM} {problem.name} {verb.name}"
    usage = " ".join([start, "[OPTIONS]", *["--"] * verb.takes_command, *(name for name, _text in arguments)])
    top = [("Usage", usage), ("Example", f"{start} {verb.example(problem)}".rstrip()), *_link(problem)]
    return Page(verb.help, top, [("Arguments", arguments), ("Options", options)])


def _titled(problem: Problem) -> str:
    return f"{problem.title} ({problem.source})" if problem.source else problem.title


def _link(problem: Problem) -> Sequence[Entry]:
    return [("Problem", problem.url)] if problem.url else []


def _lines(page: Page, width: int, styled: bool) -> Iterator[str]:
    yield from wrapped(page.about, width)
    yield ""
    name_width = max(len(name) for name, _text in page.top) + 3
    for name, text in page.top:
        yield bold(f"{name}:", styled=styled) + " " * (name_width - len(name) - 1) + cyan(text, styled=styled)
    for title, entries in page.sections:
        if entries:
            yield ""
            yield bold(f"{title}:", styled=styled)
            yield from _table(entries, width, styled)
    if page.end:
        yield ""
        yield from wrapped(page.end, width)


def _table(entries: Iterable[Entry], width: int, styled: bool) -> Iterator[str]:
    entries = tuple(entries)
    shorter = [len(term) for term, _text in entries if len(term) <= _TERM]
    indent = 2 + (max(shorter) if shorter else 4) + 2
    for term, text in entries:
        lines = wrapped(text, width - indent)
        start = f"  {cyan(term, styled=styled)}"
        if len(term) > indent - 4:
            yield start
        else:
            yield start + " " * (indent - 2 - len(term)) + lines[0]
            lines = lines[1:]
        yield from (" " * indent + line for line in lines)
