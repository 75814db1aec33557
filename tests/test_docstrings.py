"""Docstrings are there, and what a program can check of them is true; docs/design.md has the rules.

The rules read the sources, so they see the same in both modes. Each yields what is wrong, with its line. Costs, sources
and meanings are left to reviewers: a pattern that finds the words doesn't know whether they are right.
"""

import ast
import builtins
import doctest
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path, PurePath
from typing import Final, NamedTuple, TypeAlias

import pytest
import support

from refsol.problem import NAMES

pytestmark = pytest.mark.docs

PACKAGE: Final = support.ROOT / "refsol"
FILES: Final = {path.name for path in PACKAGE.rglob("*.*")}

QUOTED: Final = re.compile(r"``(.+?)``", flags=re.DOTALL)
# Types that say what kind of value a parameter is, but not what it means.
VAGUE: Final = re.compile(r"\b(int|i64|float|str|bytes|bool|vec|list|tuple|set|Sequence|Iterable|Mapping|Callable)\b")
Assignment: TypeAlias = ast.Assign | ast.AnnAssign
Violations: TypeAlias = Iterator[tuple[int, str]]


class Module(NamedTuple):
    name: str
    tree: ast.Module


# Files for users to copy, and programs, from which nobody imports.
WITHOUT_INTERFACE: Final = ["own/example/*", "*/plain.py"]
PATHS: Final = [path for path in sorted(PACKAGE.rglob("*.py")) if not any(map(path.match, WITHOUT_INTERFACE))]
WITH_EXAMPLES: Final = [path for path in PATHS if ">>> " in path.read_text(encoding="utf-8")]


@cache
def read(path: Path) -> Module:
    return Module(path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8")))


def modules() -> list[Module]:
    return [read(path) for path in PATHS]


class Thing(NamedTuple):
    """Something public: a class, function, method, constant or field. An ``__init__`` has its class's docstring."""

    name: str
    node: ast.ClassDef | ast.FunctionDef | Assignment
    docstring: str
    of_class: str
    of_module: str


def string_at(body: Sequence[ast.stmt], index: int) -> str:
    match body[index : index + 1]:
        case [ast.Expr(ast.Constant(str() as text))]:
            return text
    return ""


def target(node: Assignment) -> str:
    return ast.unparse(node.target if isinstance(node, ast.AnnAssign) else node.targets[0])


@cache
def things(module: Module) -> list[Thing]:
    """Return everything that a module defines of the public interface, as the site has it, and each ``__init__``."""
    root = module.tree
    top = string_at(root.body, 0)
    found = list(_members(root.body, "", "", top))
    for node in root.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            found += _members(node.body, f"{node.name}.", string_at(node.body, 0), top)
    public = exported_beside(module)
    return [thing for thing in found if public is None or thing.name.split(".")[0] in public]


def exported_beside(module: Module) -> set[str] | None:
    """Return the names that are public in a package which lists them, or None."""
    package = (PACKAGE / module.name).with_name("__init__.py")
    for node in read(package).tree.body if package.exists() else ():
        if isinstance(node, ast.Assign) and target(node) == "__all__":
            return {*map(str, ast.literal_eval(node.value))}
    return None


def _members(body: Sequence[ast.stmt], prefix: str, of_class: str, of_module: str) -> Iterator[Thing]:
    for k, node in enumerate(body):
        if isinstance(node, Assignment) and not target(node).startswith("_"):
            yield Thing(prefix + target(node), node, string_at(body, k + 1), of_class, of_module)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef) and (
            not node.name.startswith("_") or node.name == "__init__"
        ):
            docstring = of_class if node.name == "__init__" else string_at(node.body, 0)
            yield Thing(prefix + node.name, node, docstring, of_class, of_module)


def functions(module: Module) -> Iterator[tuple[Thing, ast.FunctionDef]]:
    for thing in things(module):
        if isinstance(thing.node, ast.FunctionDef):
            yield thing, thing.node


def has_word(text: str, word: str) -> bool:
    return re.search(rf"\b{word}\b", text) is not None


def quotes(text: str, word: str) -> bool:
    return any(has_word(quoted, word) for quoted in QUOTED.findall(text))


def has_help(node: ast.AST) -> bool:
    return isinstance(node, ast.AnnAssign) and "Annotated[" in ast.unparse(node.annotation)


# The rules


def undocumented(module: Module) -> Violations:
    """Everything has a docstring; that of a class explains what ``__init__`` sets and may explain the fields."""
    if not string_at(module.tree.body, 0):
        yield 1, "no docstring of the module"
    for thing in things(module) if not module.name.startswith("cli/") else ():  # which is no public interface
        name = thing.name.split(".")[-1]
        is_field = isinstance(thing.node, Assignment)  # which its class, or the help in its annotation, may explain
        if not thing.docstring and not (is_field and (quotes(thing.of_class, name) or has_help(thing.node))):
            yield thing.node.lineno, f"{thing.name}: no docstring"
        if name == "__init__":
            for node in ast.walk(thing.node):
                match node:
                    case ast.Attribute(ast.Name("self"), attribute, ast.Store()) if not attribute.startswith("_"):
                        if not quotes(thing.of_class, attribute):
                            yield node.lineno, f"{thing.name}: the class does not explain ``{attribute}``"


def unexplained(module: Module) -> Violations:
    """Every parameter of a vague type is quoted by the function, its class or its module."""
    if not module.name.startswith("cli/"):  # whose parameters are explained by --help
        for thing, node in functions(module):
            text = f"{thing.docstring} {thing.of_class} {thing.of_module}"
            for argument in [*node.args.args, *node.args.kwonlyargs]:
                vague = argument.annotation is not None and VAGUE.search(ast.unparse(argument.annotation))
                if vague and not quotes(text, argument.arg):
                    yield node.lineno, f"{thing.name}: ``{argument.arg}`` is not explained"


def missing_errors(module: Module) -> Violations:
    """Every error that a function raises, itself or through a private one, is named by the function or its class."""
    private = {
        node.name: node
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("_")
    }
    for thing, node in functions(module) if not module.name.startswith("cli/") else ():
        for error in sorted(raised_by(node, private)):
            if not has_word(f"{thing.docstring} {thing.of_class}", error):
                yield node.lineno, f"{thing.name}: does not say that it raises {error}"


def stale(module: Module) -> Violations:
    """The names in double backquotes are names, or strings, in the code of the folder, errors, classes, or files.

    A single letter may stand for an index or a coordinate in an expression.
    """
    folder = PurePath(module.name).parent
    known = {*dir(builtins), *NAMES, "refsol", *folder.parts}
    for other in [module, *modules()]:
        if PurePath(other.name).parent == folder:
            known |= words_of(other)
        known.update(node.name for node in other.tree.body if isinstance(node, ast.ClassDef))
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            for k, statement in enumerate(node.body):
                for quoted in QUOTED.findall(string_at(node.body, k)):
                    for name in sorted(names_in(quoted) - known):
                        yield statement.lineno, f"``{quoted}``: {name} does not exist here"


# What the rules need to know


def raised_by(node: ast.AST, private: dict[str, ast.FunctionDef]) -> set[str]:
    """Return the errors that code raises, itself or through ``private`` functions, outside of what is tried."""
    found: set[str] = set()
    for child in ast.iter_child_nodes(node):
        if isinstance(node, ast.Try) and node.handlers and child in node.body:
            continue
        found |= raised_by(child, private)
        match child:
            case ast.Raise(ast.Call(ast.Name(error))) if error[0].isupper() and error != "AssertionError":
                found.add(error)
            case ast.Call(ast.Name(name) | ast.Attribute(ast.Name("self"), name)) if name in private:
                found |= raised_by(private[name], {other: private[other] for other in private if other != name})
    return found


@cache
def words_of(module: Module) -> set[str]:
    """Return the names in the code of a module, and the single words that are written there as strings."""
    found = {PurePath(module.name).stem}
    for node in ast.walk(module.tree):
        match node:
            case ast.ClassDef(name) | ast.FunctionDef(name) | ast.Name(name) | ast.Attribute(attr=name) | ast.arg(name):
                found.add(name)
            case ast.alias(name, other):
                found.add((other or name).split(".")[0])
            case ast.Constant(str() | bytes() as value):
                text = value.decode("latin-1") if isinstance(value, bytes) else value
                found.update(re.findall(r"^\W*(\w+)\W*$", text))
    return found


@cache
def all_words() -> set[str]:
    return set[str]().union(*map(words_of, modules()))


def names_in(quoted: str) -> set[str]:
    """Return the names in a Python expression, and none if it is a file name, an option or other text."""
    if quoted in FILES or re.search(r"-\w", quoted):
        return set()
    try:
        parsed = ast.parse(quoted, mode="eval")
    except SyntaxError:
        return set()
    if isinstance(parsed.body, ast.Name):
        return {parsed.body.id}
    nodes = list(ast.walk(parsed))
    placeholders = {ast.unparse(argument) for node in nodes if isinstance(node, ast.Call) for argument in node.args}
    names = {node.id for node in nodes if isinstance(node, ast.Name) and len(node.id) > 1} - placeholders
    return names | ({node.attr for node in nodes if isinstance(node, ast.Attribute)} - all_words())


RULES: Final[dict[str, Callable[[Module], Violations]]] = {
    "documented": undocumented,
    "parameters": unexplained,
    "errors": missing_errors,
    "names": stale,
}


@support.once
@pytest.mark.parametrize("rule", RULES)
def test_docstrings_are_complete_and_true(rule: str) -> None:
    missing = [
        f"refsol/{module.name}:{line}: {what}" for module in modules() for line, what in sorted(RULES[rule](module))
    ]
    assert not missing, "\n".join(missing)


BROKEN: Final = [(row["rule"], row["source"], row["expected"]) for row in support.toml("docstrings")["broken"]]


@support.once
@pytest.mark.parametrize(("rule", "source", "expected"), BROKEN, ids=[rule for rule, _source, _expected in BROKEN])
def test_a_rule_can_fail(rule: str, source: str, expected: list[str]) -> None:
    module = Module("absent/example.py", ast.parse(source))
    assert [f"{line}: {what}" for line, what in sorted(RULES[rule](module))] == expected


def test_every_rule_is_shown_to_fail() -> None:
    assert {rule for rule, _source, _expected in BROKEN} == set(RULES)


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_examples_print_what_is_shown(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The examples are read from the sources, but the code that they run may be compiled."""
    module = read(path)
    if "/environments/" in module.name:
        pytest.importorskip("numpy")
    name = f"refsol.{module.name}".removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    known = vars(import_module(name))
    runner = doctest.DocTestRunner()
    for text in [string_at(module.tree.body, 0), *(thing.docstring for thing in things(module))]:
        runner.run(doctest.DocTestParser().get_doctest(text, dict(known), name, module.name, 0))
    assert runner.failures == 0, capsys.readouterr().out
    assert runner.tries > 0
