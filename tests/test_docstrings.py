"""Everything public has a docstring that is complete as far as a program can check; docs/design.md has the rules.

The rules read the sources, so they see the same in both modes. Each yields what is missing, with its line.
"""

import ast
import builtins
import doctest
import io
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from string import ascii_lowercase, ascii_uppercase
from typing import Final, NamedTuple, TypeAlias

import pytest
import support

PACKAGE: Final = support.ROOT / "refsol"
MODULES: Final = [path.relative_to(PACKAGE).as_posix() for path in sorted(PACKAGE.rglob("*.py"))]
FILES: Final = {path.name for path in PACKAGE.rglob("*.*")}

WITHOUT_COST: Final = re.compile(r"(cli/.*|_.*|errors|problem)\.py")  # modules that compute nothing
WITHOUT_PARAMETERS: Final = re.compile(r"cli/.*")  # their parameters are explained by --help
WITH_SOURCE: Final = re.compile(r"structures/[^_].*|.*/solver\.py")

COST: Final = re.compile(r"\bO\(")
COST_OF_ALL: Final = re.compile(r"\b(all|each|every|everything)\b[^.]*\bO\(", flags=re.IGNORECASE)
SOURCE: Final = re.compile(r"\b(19|20)\d\d\b|\bIdea\b")
QUOTED: Final = re.compile(r"``(.+?)``", flags=re.DOTALL)
# Types that say what kind of value a parameter is, but not what it means.
VAGUE: Final = re.compile(r"\b(int|i64|float|str|bytes|bool|vec|list|tuple|set|Sequence|Iterable|Mapping|Callable)\b")
# These errors propagate through everything that reads data from outside.
INPUT_ERRORS: Final = {"InputError", "OptionError"}
FROM_OUTSIDE: Final = re.compile(r"\b(Scanner|Input|bytes|Selection|Settings)\b")

Assignment: TypeAlias = ast.Assign | ast.AnnAssign
Violations: TypeAlias = Iterator[tuple[int, str]]


class Thing(NamedTuple):
    """Something public: a class, function, method, constant or field."""

    name: str
    node: ast.ClassDef | ast.FunctionDef | Assignment
    docstring: str
    """Its own docstring, or for an ``__init__`` that of the class."""
    of_class: str
    """The docstring of its class."""
    of_module: str


@cache
def tree(module: str) -> ast.Module:
    return ast.parse((PACKAGE / module).read_text(encoding="utf-8"))


def string_at(body: Sequence[ast.stmt], index: int) -> str:
    """Return the string that is the statement at an index of a body, or an empty one."""
    match body[index : index + 1]:
        case [ast.Expr(ast.Constant(str() as text))]:
            return text
    return ""


def target(node: Assignment) -> str:
    """Return the name that an assignment binds."""
    return ast.unparse(node.target if isinstance(node, ast.AnnAssign) else node.targets[0])


@cache
def things(module: str) -> list[Thing]:
    """Return everything public that a module defines, and each ``__init__``."""
    root = tree(module)
    top = string_at(root.body, 0)
    found = list(_members(root.body, "", "", top))
    for node in root.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            found += _members(node.body, f"{node.name}.", string_at(node.body, 0), top)
    return found


def _members(body: Sequence[ast.stmt], prefix: str, of_class: str, of_module: str) -> Iterator[Thing]:
    for k, node in enumerate(body):
        if isinstance(node, Assignment) and not target(node).startswith("_"):
            yield Thing(prefix + target(node), node, string_at(body, k + 1), of_class, of_module)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef) and (
            not node.name.startswith("_") or node.name == "__init__"
        ):
            docstring = of_class if node.name == "__init__" else string_at(node.body, 0)
            yield Thing(prefix + node.name, node, docstring, of_class, of_module)


def functions(module: str) -> Iterator[tuple[Thing, ast.FunctionDef]]:
    for thing in things(module):
        if isinstance(thing.node, ast.FunctionDef):
            yield thing, thing.node


def has_word(text: str, word: str) -> bool:
    return re.search(rf"\b{word}\b", text) is not None


def quotes(text: str, word: str) -> bool:
    """Return whether a docstring has a word in double backquotes."""
    return any(has_word(quoted, word) for quoted in QUOTED.findall(text))


def is_explained(node: ast.AST, of_class: str, name: str) -> bool:
    """Return whether a field is explained by its class, or by the help text in its annotation."""
    has_help = isinstance(node, ast.AnnAssign) and "Annotated[" in ast.unparse(node.annotation)
    return isinstance(node, Assignment) and (has_help or quotes(of_class, name))


# The rules


def undocumented(module: str) -> Violations:
    """Everything has a docstring; that of a class explains what ``__init__`` sets and may explain the fields."""
    if not string_at(tree(module).body, 0):
        yield 1, "no docstring of the module"
    for thing in things(module):
        name = thing.name.split(".")[-1]
        if not thing.docstring and not is_explained(thing.node, thing.of_class, name):
            yield thing.node.lineno, f"{thing.name}: no docstring"
        if name == "__init__":
            for node in ast.walk(thing.node):
                match node:
                    case ast.Attribute(ast.Name("self"), attribute, ast.Store()) if not attribute.startswith("_"):
                        if not quotes(thing.of_class, attribute):
                            yield node.lineno, f"{thing.name}: the class does not explain ``{attribute}``"


def unexplained(module: str) -> Violations:
    """Every parameter of a vague type is named by the function or its class, or quoted by the module."""
    if not WITHOUT_PARAMETERS.fullmatch(module):
        for thing, node in functions(module):
            for argument in [*node.args.args, *node.args.kwonlyargs]:
                named = has_word(f"{thing.docstring} {thing.of_class}", argument.arg)
                explained = named or quotes(thing.of_module, argument.arg)
                if argument.annotation and VAGUE.search(ast.unparse(argument.annotation)) and not explained:
                    yield node.lineno, f"{thing.name}: {argument.arg} is not explained"


def missing_errors(module: str) -> Violations:
    """Every error that a function raises is named by the function or its class."""
    for thing, node in functions(module):
        for error in sorted(raised_in(module, thing.name)):
            if not has_word(f"{thing.docstring} {thing.of_class}", error):
                yield node.lineno, f"{thing.name}: does not say that it raises {error}"


def missing_costs(module: str) -> Violations:
    """Every function states its cost, unless its class or module states that of all functions."""
    if not WITHOUT_COST.fullmatch(module):
        for thing, node in functions(module):
            if not COST.search(thing.docstring) and not COST_OF_ALL.search(f"{thing.of_class}\n{thing.of_module}"):
                yield node.lineno, f"{thing.name}: no cost is stated"


def missing_sources(module: str) -> Violations:
    """Solvers and data structures name the source of the idea, or explain their own."""
    if WITH_SOURCE.fullmatch(module) and not SOURCE.search(string_at(tree(module).body, 0)):
        yield 1, "the source of the idea is not named"


def stale(module: str) -> Violations:
    """The names in expressions in double backquotes exist."""
    known = names_of(module)
    for node in ast.walk(tree(module)):
        body = getattr(node, "body", None)
        for k, statement in enumerate(body if isinstance(body, list) else []):
            for quoted in QUOTED.findall(string_at(body or [], k)):
                for name in sorted(names_in(quoted) - known):
                    yield statement.lineno, f"``{quoted}``: {name} does not exist"


# What the rules need to know


def raised_in(module: str, name: str, above: tuple[str, ...] = ()) -> set[str]:
    """Return the errors that a function raises directly, through private functions, or by reading data from outside.

    ``above`` are the functions through which it was reached.
    """
    class_name, _, function_name = name.rpartition(".")
    body = tree(module).body
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name == class_name:
            body = node.body
    (function,) = [node for node in body if isinstance(node, ast.FunctionDef) and node.name == function_name]
    reads = FROM_OUTSIDE.search(ast.unparse(function.args)) is not None
    return _raised(function.body, module, class_name, reads, (*above, name))


def _raised(nodes: Sequence[ast.AST], module: str, class_name: str, reads: bool, above: tuple[str, ...]) -> set[str]:
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Try):
            caught = " ".join(ast.unparse(handler.type) for handler in node.handlers if handler.type)
            tried = _raised(node.body, module, class_name, reads, above)
            found |= {error for error in tried if not _is_caught(error, caught)}
            found |= _raised([*node.handlers, *node.orelse, *node.finalbody], module, class_name, reads, above)
            continue
        match node:
            case ast.Raise(ast.Call(ast.Name(error))) if error[0].isupper() and error != "AssertionError":
                found.add(error)
            case ast.Call(function):
                called = ast.unparse(function)
                private = f"{class_name}.{called.removeprefix('self.')}" if called.startswith("self._") else called
                if called.removeprefix("self.").startswith("_") and private in _all_functions(module):
                    found |= raised_in(module, private, above) if private not in above else set()
                elif reads:
                    found |= errors_of(module).get(called, errors_of("").get(called, set()))
        found |= _raised(list(ast.iter_child_nodes(node)), module, class_name, reads, above)
    return found


def _is_caught(error: str, caught: str) -> bool:
    kinds = [error, *(base.__name__ for base in getattr(getattr(builtins, error, None), "__mro__", ()))]
    return any(has_word(caught, kind) for kind in kinds)


@cache
def _all_functions(module: str) -> set[str]:
    """Return the functions and methods of a module, including private ones."""
    found: set[str] = set()
    for node in tree(module).body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        found |= {prefix + function.name for function in inner if isinstance(function, ast.FunctionDef)}
    return found


@cache
def errors_of(module: str) -> dict[str, set[str]]:
    """Return the input errors that docstrings name, by function, in a module or, without one, in the whole library."""
    found: dict[str, set[str]] = {}
    for one in [module] if module else MODULES:
        if not one.startswith("cli/"):  # its functions are called by no other module
            for thing, _node in functions(one):
                errors = {error for error in INPUT_ERRORS if has_word(thing.docstring, error)}
                found.setdefault(thing.name.replace("Scanner.", "scanner."), set()).update(errors)
    return found


@cache
def names_of(module: str) -> set[str]:
    """Return all names that a docstring of a module may quote.

    They are the names in its code, the words of its strings, the public names and parameters of the package, the names
    of files, and single letters.
    """
    found = set(dir(builtins)) | FILES | set(ascii_lowercase) | set(ascii_uppercase)
    nodes = list(ast.walk(tree(module)))
    docstrings = [node.value for node in nodes if isinstance(node, ast.Expr)]
    for node in nodes:
        for field in ("id", "arg", "attr", "name", "module"):
            found.update(str(getattr(node, field, "")).split("."))
        match node:
            case ast.Constant(str() | bytes() as text) if node not in docstrings:
                found.update(re.findall(r"\w+", text if isinstance(text, str) else text.decode("latin-1")))
    for other in MODULES:
        found.update(re.split(r"[/.]", other), *(thing.name.split(".") for thing in things(other)))
        found.update(argument.arg for _thing, node in functions(other) for argument in node.args.args)
    return found


def names_in(quoted: str) -> set[str]:
    """Return the names in a Python expression, and none if it is a file name, an option or other text."""
    if quoted in FILES or re.search(r"-\w", quoted):
        return set()
    try:
        parsed = ast.parse(quoted, mode="eval")
    except SyntaxError:
        return set()
    return {str(getattr(node, "id", getattr(node, "attr", ""))) for node in ast.walk(parsed)} - {""}


RULES: Final[dict[str, Callable[[str], Violations]]] = {
    "documented": undocumented,
    "parameters": unexplained,
    "errors": missing_errors,
    "costs": missing_costs,
    "sources": missing_sources,
    "names": stale,
}


@pytest.mark.parametrize("rule", RULES)
def test_docstrings_are_complete(rule: str) -> None:
    missing = [f"refsol/{module}:{line}: {what}" for module in MODULES for line, what in sorted(RULES[rule](module))]
    assert not missing, "\n".join(missing)


WITH_EXAMPLES: Final = [module for module in MODULES if ">>> " in (PACKAGE / module).read_text(encoding="utf-8")]


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_examples_print_what_is_shown(module: str) -> None:
    """The examples are read from the sources, but the code that they run may be compiled."""
    known = vars(import_module("refsol." + module.removesuffix(".py").replace("/", ".")))
    runner = doctest.DocTestRunner()
    report = io.StringIO()
    for thing in things(module):
        text, line = thing.docstring, thing.node.lineno
        session = doctest.DocTestParser().get_doctest(text, dict(known), thing.name, module, line)
        runner.run(session, out=report.write)
    assert runner.failures == 0, report.getvalue()
    assert runner.tries > 0
