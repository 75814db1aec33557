"""References generated from the code at build time, so that they are never out of date.

On a page, the line ``<!-- commands -->`` becomes the reference of the command line, read from the command tree of the
app itself, and ``<!-- modules: NAME ... -->`` becomes the reference of these modules and packages, by autodoc.
"""

import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Final, NamedTuple, TypeAlias

import typer
from sphinx.application import Sphinx

from refsol.cli.app import build
from refsol.cli.commands import help_of
from refsol.cli.verbs import load_verb
from refsol.jury.contract import load_jury
from refsol.problem import NAMES, load

_COMMANDS: Final = "\n<!-- commands -->\n"
_MODULES: Final = re.compile(r"^<!-- modules: (.+) -->$", flags=re.MULTILINE)
_FAMILIES: Final = ".families"
_JURY: Final = ".jury"
_HELP: Final = "--help"
_KIND: Final = re.compile(r" <(str|list\[str\]|int range|float range)>")

Entry: TypeAlias = tuple[str, str]
"""An argument or option as written on the command line, and its meaning."""


class Command(NamedTuple):
    """The contents of a command's ``--help``."""

    usage: str
    help: str
    entries: Sequence[Entry]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("source-read", fill_in)
    app.connect("autodoc-process-docstring", drop_aliases)
    app.connect("autodoc-process-signature", drop_protocol_signature)
    return {"parallel_read_safe": True}


def fill_in(_app: Sphinx, _page: str, source: list[str]) -> None:
    """Replace the placeholders on a page with the references."""
    text = source[0]
    if _COMMANDS in text:
        text = text.replace(_COMMANDS, "\n".join(["", *command_lines(), ""]))
    source[0] = _MODULES.sub(lambda match: "\n".join(module_lines(match[1].split())), text)


def drop_aliases(_app: Sphinx, _what: str, _name: str, _thing: object, _options: object, lines: list[str]) -> None:
    """Drop the docstring "Alias for field number 0" of a named tuple's field."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def drop_protocol_signature(
    _app: Sphinx, _what: str, _name: str, thing: object, _options: object, signature: str | None, returned: str | None
) -> tuple[str | None, str | None]:
    """Show a protocol without parameters, since it is never instantiated."""
    return ("" if getattr(thing, "_is_protocol", False) else signature), returned


# The command line


def command_lines() -> Iterator[str]:
    """Yield the reference of the command line in Markdown, one section per command.

    Options that all problems share are described once, for PROBLEM, followed by those of single problems.
    """
    app = typer.main.get_command(build())
    assert isinstance(app, typer.core.TyperGroup)
    yield from _section("refsol", _described(app, "refsol"))
    by_verb: dict[str, dict[str, Command]] = {}
    for name, command in app.commands.items():
        if name in NAMES:
            assert isinstance(command, typer.core.TyperGroup)
            for verb, subcommand in command.commands.items():
                of_problem = by_verb.setdefault(verb, {})
                described = _described(subcommand, f"refsol PROBLEM {verb}")
                of_problem[name] = described._replace(help=help_of(load_verb(verb), load(name), quote="`"))
        else:
            yield from _section(f"refsol {name}", _described(command, f"refsol {name}"))
    for verb, of_problem in by_verb.items():
        yield from _verb_section(verb, of_problem)


def _verb_section(verb: str, of_problem: dict[str, Command]) -> Iterator[str]:
    """Yield the section of a command that one or more problems have."""
    first, *others = of_problem.values()
    shared = [entry for entry in first.entries if all(entry in other.entries for other in others)]
    if others:
        yield from _section(f"refsol PROBLEM {verb}", first._replace(entries=shared))
    else:
        (name,) = of_problem
        usage = first.usage.replace("PROBLEM", name)
        yield from _section(f"refsol {name} {verb}", first._replace(usage=usage))
    for name, command in of_problem.items():
        further = [entry for entry in command.entries if entry not in shared]
        if others and further:
            yield f"Additionally for `{name}`:\n"
            yield from _definitions(further)


def _section(title: str, command: Command) -> Iterator[str]:
    yield f"## {title}\n"
    yield f"```text\n{command.usage}\n```\n"
    yield command.help + "\n"
    yield from _definitions(command.entries)


def _definitions(entries: Sequence[Entry]) -> Iterator[str]:
    for written, meaning in entries:
        written = _KIND.sub(lambda kind: " NUMBER" if "range" in kind[0] else "", written)
        yield f"`{written}`\n: {meaning.strip().replace('[', chr(92) + '[')}\n"


def _described(command: object, name: str) -> Command:
    """Return the help of a command."""
    assert isinstance(command, typer.core.TyperCommand | typer.core.TyperGroup)
    context = command.make_context(name, [], resilient_parsing=True)
    usage = command.get_usage(context).removeprefix("Usage: ")
    records = [parameter.get_help_record(context) for parameter in command.get_params(context)]
    entries = [(written, meaning) for written, meaning in filter(None, records) if _HELP not in written]
    return Command(" ".join(usage.split()), command.help or "", entries)


# The library


def module_lines(names: Sequence[str]) -> Iterator[str]:
    """Yield the reference of modules and packages in Markdown, one section per module."""
    for name in names:
        module = import_module(name)
        yield f"## {name}\n"
        if hasattr(module, "__path__"):
            submodules = [each.name for each in iter_modules(module.__path__, f"{name}.") if not each.ispkg]
            public = getattr(module, "__all__", [])
            yield from _autodoc("module", name, "no-members")
            if public:
                links = [_linked(public_name, [name, *submodules]) for public_name in public]
                yield f"Public names: {', '.join(links)}.\n"
            if "PROBLEM" in public:
                yield from _autodoc("data", f"{name}.PROBLEM", "no-value")
            for submodule in submodules:
                yield f"### {submodule}\n"
                if submodule.endswith(_FAMILIES):
                    yield from _autodoc("module", submodule, "no-members")
                    yield from _family_lines(name.removeprefix("refsol."))
                elif submodule.endswith(_JURY):
                    yield from _autodoc("module", submodule, "no-members")
                    yield from _autodoc("data", f"{submodule}.JURY", "no-value")
                else:
                    yield from _autodoc("module", submodule)
        else:
            yield from _autodoc("module", name)


def _family_lines(problem: str) -> Iterator[str]:
    """Yield a table of a problem's families of inputs."""
    yield "| family | group | purpose |\n|---|---|---|"
    for family in load_jury(problem).families:
        yield f"| `{family.name}` | {family.group.title} | {family.purpose} |"
    yield ""


def _autodoc(kind: str, name: str, *options: str) -> Iterator[str]:
    yield f"```{{eval-rst}}\n.. auto{kind}:: {name}"
    yield from (f"   :{option}:" for option in options)
    yield "```\n"


def _linked(name: str, modules: Sequence[str]) -> str:
    """Return a public name as a link to its documentation, in the module that defines it."""
    for module in modules:
        here = vars(import_module(module))
        is_constant = name in here.get("__annotations__", {})
        if is_constant or getattr(here.get(name), "__module__", None) == module:
            return f"{{py:obj}}`{name} <{module}.{name}>`"
    return f"`{name}`"
