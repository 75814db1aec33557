"""References generated from the code at build time, so that they are never out of date.

On a page, the line ``<!-- commands -->`` becomes the reference of the command line, read from its
help, ``<!-- modules: NAME ... -->`` becomes the reference of these modules and packages, by autodoc, and
``<!-- at a glance: NAME ... without MEMBER ... -->`` becomes a table of what these classes offer, with costs.
In a statement that a page includes, the limits are filled in.
"""

import inspect
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Final, NamedTuple

from rich.text import Text
from sphinx.application import Sphinx
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from refsol.cli.app import EXAMPLE, root
from refsol.cli.verbs import PARTICULAR, verb_names
from refsol.problem import NAMES, OWN, load
from refsol.problem.limits import Limits
from refsol.problem.statement import MARK, filled_in

_COMMANDS: Final = "\n<!-- commands -->\n"
_MODULES: Final = re.compile(r"^<!-- modules: (.+) -->$", flags=re.MULTILINE)
_GLANCE: Final = re.compile(r"^<!-- at a glance: (.+?)(?: without (.+))? -->$", flags=re.MULTILINE)
_SENTENCE: Final = re.compile(r".+?\.(?= |$)")
_COST: Final = re.compile(r"O\(.+?(?=\. |\.$)")
_ROLE: Final = re.compile(r":\w+:(`[^`]+`)")
_FAMILIES: Final = ".families"
_KINDS: Final = ("function", "class", "data")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("source-read", fill_in)
    app.connect("include-read", fill_in_limits)
    app.connect("autodoc-process-docstring", drop_aliases)
    app.connect("autodoc-process-signature", drop_protocol_signature)
    return {"parallel_read_safe": True}


def fill_in(_app: Sphinx, _page: str, source: list[str]) -> None:
    """Replace the placeholders on a page with the references."""
    text = source[0]
    if _COMMANDS in text:
        text = text.replace(_COMMANDS, "\n".join(["", *command_lines(), ""]))
    text = _GLANCE.sub(lambda match: "\n".join(glance_lines(match[1].split(), (match[2] or "").split())), text)
    source[0] = _MODULES.sub(lambda match: "\n".join(module_lines(match[1].split())), text)


def fill_in_limits(app: Sphinx, path: Path, _page: str, content: list[str]) -> None:
    """Fill in the limits in an included statement, ``statement.md`` or ``statement.LANGUAGE.md`` of a package.

    The package of the guide is not installed; it is imported from where its files are.
    """
    if MARK in content[0]:
        package = (Path(app.srcdir) / path).resolve().parent
        language = (path.suffixes[-2:-1] or [".en"])[0].removeprefix(".")
        content[0] = filled_in(content[0], _limits_in(package), language)


def _limits_in(package: Path) -> Limits:
    """Return the limits of the problem whose package is in a directory."""
    if package.name in NAMES:
        return load(package.name).limits
    if str(package.parent) not in sys.path:
        sys.path.append(str(package.parent))
    limits: Limits = import_module(f"{package.name}.limits").LIMITS
    return limits


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


class _Page(NamedTuple):
    """What the help says of a command: its ``usage``, what it is ``about``, an ``example``, if there is one."""

    usage: str
    about: str
    example: str
    entries: Sequence[tuple[str, str]]
    """Commands, arguments and options, except for ``--help``, each with its meaning."""


def command_lines() -> Iterator[str]:
    """Yield the reference of the command line in Markdown, one section per command.

    Options that all problems share are described once, for PROBLEM, followed by those of single problems.
    """
    everything = _described()
    yield from _section("refsol", everything, [entry for entry in everything.entries if entry[0] not in NAMES])
    yield from _section("refsol list", _described("list"))
    for verb in {verb: None for name in NAMES for verb in verb_names(load(name))}:
        yield from _verb_section(
            verb, {name: _described(name, verb) for name in NAMES if verb in verb_names(load(name))}
        )
    yield from _section(f"refsol {OWN}", _described(OWN))
    yield "Options of its commands that say which problem it is; the others are those of `refsol PROBLEM`:\n"
    of_all = _described(NAMES[0], "validate").entries
    yield from _definitions([entry for entry in _described(OWN, "validate").entries if entry not in of_all])
    for verb in PARTICULAR[OWN]:
        yield from _section(f"refsol {OWN} {verb}", _described(OWN, verb))


def _verb_section(verb: str, of_problem: Mapping[str, _Page]) -> Iterator[str]:
    """Yield the section of a command that one or more problems have."""
    (name, first), *others = of_problem.items()
    if not others:
        yield from _section(f"refsol {name} {verb}", first)
        return
    shared = [entry for entry in first.entries if all(entry in other.entries for _name, other in others)]
    of_any = first._replace(usage=first.usage.replace(f" {name} ", " PROBLEM "))
    yield from _section(f"refsol PROBLEM {verb}", of_any, shared)
    for name, page in of_problem.items():
        further = [entry for entry in page.entries if entry not in shared]
        if further:
            yield f"Additionally for `{name}`:\n"
            yield from _definitions(further)


@cache
def _described(*words: str) -> _Page:
    """Return what the help says of a command."""
    command: object = root()
    context = root().make_context("refsol", [], resilient_parsing=True)
    for word in words:
        assert isinstance(command, TyperGroup)
        _name, command, _rest = command.resolve_command(context, [word])
        assert isinstance(command, TyperCommand | TyperGroup)
        context = command.make_context(word, [], context, resilient_parsing=True)
    assert isinstance(command, TyperCommand | TyperGroup)
    entries = [
        (name, _plain(each.help).partition("\n")[0])
        for name, each in (command.commands.items() if isinstance(command, TyperGroup) else ())
    ]
    for parameter in command.params:
        assert isinstance(parameter, TyperArgument | TyperOption)
        stands = parameter.metavar or ""
        spelled = ", ".join(parameter.opts) if isinstance(parameter, TyperOption) else ""
        entries.append((f"{spelled} {stands}".strip(), _plain(parameter.help)))
    about, *lines = _plain(command.help).splitlines()
    example = next((line for line in lines if line.startswith(EXAMPLE)), "")
    return _Page(" ".join(context.get_usage().split()[1:]), about, example.removeprefix(EXAMPLE), entries)


def _plain(text: str | None) -> str:
    """Return a text without typer's marks."""
    return Text.from_markup(text or "").plain


def _section(title: str, page: _Page, entries: Sequence[tuple[str, str]] | None = None) -> Iterator[str]:
    """Yield a section, with these ``entries``, by default all of them."""
    yield f"## {title}\n"
    yield f"```text\n{page.usage}\n```\n"
    yield page.about + (f" For example: `{page.example}`" if page.example else "") + "\n"
    yield from _definitions(page.entries if entries is None else entries)


def _definitions(entries: Sequence[tuple[str, str]]) -> Iterator[str]:
    for written, meaning in entries:
        yield f"`{written}`\n: {meaning}\n"


# The library


def module_lines(names: Sequence[str]) -> Iterator[str]:
    """Yield the reference of modules and packages in Markdown, one section per module.

    A package's public names come first, and what else its modules have is folded, as are the modules with what the jury
    needs of a problem. Sections are named in full, so that search results can be told apart. A package that has a page
    of its own needs no section around those of its modules.
    """
    for name in names:
        heading = "##" if len(names) == 1 else "###"
        if len(names) > 1:
            yield f"## {name}\n"
        module = import_module(name)
        if hasattr(module, "__path__"):
            public = [each for each in getattr(module, "__all__", []) if each != "JURY"]  # which comes first
            yield from _package_lines(name, public, heading)
        else:
            yield from _autodoc("module", name)


def _package_lines(name: str, public: Sequence[str], heading: str) -> Iterator[str]:
    """Yield the reference of a package: what it says of itself, the ``public`` names, and its modules."""
    module = import_module(name)
    submodules = [each.name for each in iter_modules(module.__path__, f"{name}.") if not each.ispkg]
    for_the_jury = hasattr(module, "JURY")
    yield from _autodoc("module", name, *([] if name == "refsol.problem" else ["no-members"]))
    if for_the_jury:
        yield from _autodoc("data", f"{name}.JURY", "no-value")
    below = [each.name for each in iter_modules([f"{module.__path__[0]}/play"], f"{name}.play.") if not each.ispkg]
    defined = {each: _module_that_defines(each, [name, *submodules, *below]) for each in public}
    if public:
        yield f"{heading} Public names of {name}\n"
        for each, home in sorted(defined.items(), key=lambda item: _KINDS.index(_kind(*item))):
            if home in below:  # documented on the page of that room
                yield f"{{py:obj}}`{home}.{each}`\n"
                continue
            yield from _autodoc(_kind(each, home), f"{home}.{each}", *(["no-value"] if each == "PROBLEM" else []))
    for submodule in submodules:
        yield f"{heading} {submodule}\n"
        elsewhere = [each for each, home in defined.items() if home == submodule]
        if submodule.endswith(_FAMILIES):
            yield from _autodoc("module", submodule, "no-members")
            yield from _family_lines(name.split(".")[1])
        elif public or for_the_jury:
            yield from _folded(submodule, *([f"exclude-members: {', '.join(elsewhere)}"] if elsewhere else []))
        else:
            yield from _autodoc("module", submodule)


def _folded(module: str, *options: str) -> Iterator[str]:
    """Yield the documentation of a module below its first line, which unfolds it; ``unfold.js`` does for links."""
    summary, _, _ = (import_module(module).__doc__ or "").partition("\n")
    yield f"<details>\n<summary>{escape(summary)}</summary>\n"
    yield from _autodoc("module", module, *options)
    yield "</details>\n"


def glance_lines(names: Sequence[str], left_out: Sequence[str]) -> Iterator[str]:
    """Yield a table of classes and their public members in Markdown, from their docstrings.

    Each has its first sentence and, from the first sentence with one, its cost, else O(1); names lead to their entries.
    """
    yield "| name | what it does | cost |\n|---|---|---|"
    for name in names:
        module, _, short = name.rpartition(".")
        found: type = getattr(import_module(module), short)
        yield _glance_row(name, short, found)
        for member, value in vars(found).items():
            if not member.startswith("_") and member not in left_out:
                yield _glance_row(f"{name}.{member}", member, value)
    yield ""


def _glance_row(target: str, short: str, value: object) -> str:
    """Return the row of a class or of its property or method."""
    if callable(value):
        parameters = [each for each in inspect.signature(value).parameters if each != "self"]
        short = f"{short}({', '.join(parameters)})"
    text = _ROLE.sub(r"`\1`", " ".join((inspect.getdoc(value) or "").split()))
    sentence, cost = _SENTENCE.match(text), _COST.search(text)
    assert sentence, f"{target} has no docstring"
    return f"| {{py:obj}}`{short} <{target}>` | {sentence[0]} | {cost[0] if cost else 'O(1)'} |"


def _kind(name: str, module: str) -> str:
    """Return the kind of directive that documents a name of a module."""
    value = getattr(import_module(module), name)
    return "class" if isinstance(value, type) else "function" if callable(value) else "data"


def _family_lines(problem: str) -> Iterator[str]:
    """Yield a table of a problem's families of inputs."""
    yield "| family | group | purpose |\n|---|---|---|"
    for family in load(problem).jury.families:
        yield f"| `{family.name}` | {family.group.title} | {family.purpose} |"
    yield ""


def _autodoc(kind: str, name: str, *options: str) -> Iterator[str]:
    yield f"```{{eval-rst}}\n.. auto{kind}:: {name}"
    yield from (f"   :{option}" if ": " in option else f"   :{option}:" for option in options)
    yield "```\n"


def _module_that_defines(name: str, modules: Sequence[str]) -> str:
    """Return the one of some modules, the first of which is a package, that defines a public name of the package."""
    value = getattr(import_module(modules[0]), name)
    for module in modules:
        here = vars(import_module(module))
        is_there = here.get(name) is value and getattr(value, "__module__", None) == module
        if is_there or name in here.get("__annotations__", {}):
            return module
    raise ValueError(f"none of {', '.join(modules)} defines {name}")
