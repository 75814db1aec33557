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
from textwrap import dedent
from typing import Final, NamedTuple, TypeAlias

import pytest
import support

from refsol.problem import NAMES

pytestmark = pytest.mark.docs

PACKAGE: Final = support.ROOT / "refsol"
FILES: Final = {path.name for path in PACKAGE.rglob("*.*")}

WITHOUT_PARAMETERS: Final = re.compile(r"cli/.*")  # their parameters are explained by --help

QUOTED: Final = re.compile(r"``(.+?)``", flags=re.DOTALL)
RAISES: Final = re.compile(r"\b[Rr]aises?\b(?:[^.`]|``[^`]*``|`\.?[^`]*`)*")  # up to the end of the sentence
# Types that say what kind of value a parameter is, but not what it means.
VAGUE: Final = re.compile(r"\b(int|i64|float|str|bytes|bool|vec|list|tuple|set|Sequence|Iterable|Mapping|Callable)\b")
# These errors propagate through everything that reads data from outside.
INPUT_ERRORS: Final = {"InputError", "OptionError"}
FROM_OUTSIDE: Final = re.compile(r"\b(Scanner|Input|bytes|Selection|Settings)\b")
# What Python itself, or librt, raises where no ``raise`` is written.
RAISED_BY_PYTHON: Final = {
    "import_module": {"ModuleNotFoundError"},
    "int": {"ValueError"},
    "read_i64_le": {"IndexError", "ValueError"},
    "write": {"OSError"},
}

Assignment: TypeAlias = ast.Assign | ast.AnnAssign
Violations: TypeAlias = Iterator[tuple[int, str]]


class Module(NamedTuple):
    """A module by its path below the package."""

    name: str
    tree: ast.Module


TEMPLATE: Final = PACKAGE / "own" / "scaffold" / "template"
USERS_OWN: Final = (TEMPLATE, PACKAGE / "own" / "example")  # whose modules are not refsol's
ESSAYS: Final = tuple(PACKAGE / name / "plain.py" for name in NAMES)  # programs, which nobody imports from


PATHS: Final = [
    path for path in sorted(PACKAGE.rglob("*.py")) if not any(map(path.is_relative_to, (*USERS_OWN, *ESSAYS)))
]
WITH_EXAMPLES: Final = [path for path in PATHS if ">>> " in path.read_text(encoding="utf-8")]


@cache
def read(path: Path) -> Module:
    return Module(path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8")))


def modules() -> list[Module]:
    return list(map(read, PATHS))


class Thing(NamedTuple):
    """Something public: a class, function, method, constant or field."""

    name: str
    node: ast.ClassDef | ast.FunctionDef | Assignment
    docstring: str
    """Its own docstring, or for an ``__init__`` that of the class."""
    of_class: str
    """The docstring of its class."""
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
    """Return everything public that a module defines, and each ``__init__``."""
    root = module.tree
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


def functions(module: Module) -> Iterator[tuple[Thing, ast.FunctionDef]]:
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


def undocumented(module: Module) -> Violations:
    """Everything has a docstring; that of a class explains what ``__init__`` sets and may explain the fields."""
    if not string_at(module.tree.body, 0):
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


def unexplained(module: Module) -> Violations:
    """Every parameter of a vague type is quoted by the function, its class or its module."""
    if not WITHOUT_PARAMETERS.fullmatch(module.name):
        for thing, node in functions(module):
            text = f"{thing.docstring} {thing.of_class} {thing.of_module}"
            for argument in [*node.args.args, *node.args.kwonlyargs]:
                vague = argument.annotation is not None and VAGUE.search(ast.unparse(argument.annotation))
                if vague and not quotes(text, argument.arg):
                    yield node.lineno, f"{thing.name}: ``{argument.arg}`` is not explained"


def missing_errors(module: Module) -> Violations:
    """Every error that a function raises is named by the function or its class."""
    for thing, node in functions(module):
        for error in sorted(raised_in(module, thing.name)):
            if not has_word(f"{thing.docstring} {thing.of_class}", error):
                yield node.lineno, f"{thing.name}: does not say that it raises {error}"


def false_errors(module: Module) -> Violations:
    """An error that a function is said to raise exists, and something that the function calls can raise it."""
    for thing, node in functions(module):
        if node.name == "__init__" or not node.body[1:]:  # a protocol's method raises nothing itself
            continue
        for sentence in RAISES.findall(thing.docstring):
            for error in re.findall(r"`\.?(\w+Error)`", sentence):
                if error not in errors():
                    yield node.lineno, f"{thing.name}: there is no {error}"
                elif not any(error in bases(found) for found in reachable_errors(module, node)):
                    yield node.lineno, f"{thing.name}: nothing that it calls raises {error}"


def stale(module: Module) -> Violations:
    """The names in double backquotes exist where the docstring stands.

    They are names that its code could use, values that are written as strings in its package, errors, and files. A
    single letter may stand for an index or a coordinate in an expression.
    """
    yield from _stale(module.tree, names_of_module(module))


def _stale(node: ast.Module | ast.ClassDef | ast.FunctionDef, around: set[str]) -> Violations:
    known = around | names_of(node)
    for k, statement in enumerate(node.body):
        for quoted in QUOTED.findall(string_at(node.body, k)):
            for name in sorted(names_in(quoted) - known):
                yield statement.lineno, f"``{quoted}``: {name} does not exist here"
        if isinstance(statement, ast.ClassDef | ast.FunctionDef):
            yield from _stale(statement, known)


# What the rules need to know


def raised_in(module: Module, name: str, above: tuple[str, ...] = ()) -> set[str]:
    """Return the errors that a function raises directly, through private functions, or by reading data from outside.

    ``above`` are the functions through which it was reached.
    """
    class_name, _, function_name = name.rpartition(".")
    body = module.tree.body
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name == class_name:
            body = node.body
    (function,) = [node for node in body if isinstance(node, ast.FunctionDef) and node.name == function_name]
    reads = FROM_OUTSIDE.search(ast.unparse(function.args)) is not None
    return _raised(function.body, module, class_name, reads, (*above, name))


def _raised(nodes: Sequence[ast.AST], module: Module, class_name: str, reads: bool, above: tuple[str, ...]) -> set[str]:
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Try):
            caught = " ".join(ast.unparse(handler.type) for handler in node.handlers if handler.type)
            tried = _raised(node.body, module, class_name, reads, above)
            found |= {error for error in tried if not any(has_word(caught, base) for base in bases(error))}
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
                    found |= input_errors(module).get(called, _input_errors_of_library().get(called, set()))
        found |= _raised(list(ast.iter_child_nodes(node)), module, class_name, reads, above)
    return found


@cache
def _all_functions(module: Module) -> set[str]:
    """Return the functions and methods of a module, including private ones."""
    found: set[str] = set()
    for node in module.tree.body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        found |= {prefix + function.name for function in inner if isinstance(function, ast.FunctionDef)}
    return found


@cache
def input_errors(module: Module) -> dict[str, set[str]]:
    """Return the input errors that docstrings of a module name, by function."""
    found: dict[str, set[str]] = {}
    for thing, _node in functions(module):
        errors = {error for error in INPUT_ERRORS if has_word(thing.docstring, error)}
        found.setdefault(thing.name.replace("Scanner.", "scanner."), set()).update(errors)
    return found


@cache
def _input_errors_of_library() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for module in modules():
        if not module.name.startswith("cli/"):  # its functions are called by no other module
            for name, named in input_errors(module).items():
                found.setdefault(name, set()).update(named)
    return found


@cache
def errors() -> dict[str, set[str]]:
    """Return all errors, those of Python and those of the package, with the names of their direct bases."""
    found = {
        name: {base.__name__ for base in kind.__bases__}
        for name, kind in vars(builtins).items()
        if isinstance(kind, type) and issubclass(kind, BaseException)
    }
    classes = [node for module in modules() for node in module.tree.body if isinstance(node, ast.ClassDef)]
    for node in [*classes, *classes]:  # twice, since a base may come later
        if any(ast.unparse(base) in found for base in node.bases):
            found[node.name] = {ast.unparse(base) for base in node.bases}
    return found


def bases(error: str) -> set[str]:
    """Return the names of an error and of all its bases."""
    return {error}.union(*(bases(base) for base in errors().get(error, ())))


def reachable_errors(module: Module, function: ast.FunctionDef) -> set[str]:
    """Return the errors that a function could raise through anything that it calls: more than it does raise.

    What it calls is looked up by name alone, in its module and in those that this imports, directly or not.
    """
    found: set[str] = set()
    left, seen = [(module, function)], {function}
    while left:
        here, caller = left.pop()
        if not caller.body[1:]:  # a protocol's method
            found.update(re.findall(r"\w+Error", string_at(caller.body, 0)))
        for node in _code_of(caller):
            match node:
                case ast.Raise(ast.Name() | ast.Attribute() | ast.Subscript() as error):
                    found |= INPUT_ERRORS if ast.unparse(error) not in errors() else set()
                case ast.Subscript(ctx=ast.Load()):
                    found.add("IndexError")
                case ast.Name(name) | ast.Call(ast.Attribute(attr=name)):
                    found |= RAISED_BY_PYTHON.get(name, set()) | ({name} & set(errors()))
                    found |= INPUT_ERRORS if name in _callable_fields() else set()
                    for called in [one for one in _callable_from(here).get(name, []) if one[1] not in seen]:
                        left.append(called)
                        seen.add(called[1])
    return found


@cache
def _callable_fields() -> set[str]:
    """Return the fields of the contracts that hold functions of the problems."""
    fields = [thing for module in modules() for thing in things(module) if isinstance(thing.node, ast.AnnAssign)]
    return {thing.name.split(".")[-1] for thing in fields if "Callable[" in ast.unparse(thing.node)}


@cache
def _callable_from(module: Module) -> dict[str, list[tuple[Module, ast.FunctionDef]]]:
    """Return the functions and methods of a module and of all that it imports, by name; classes stand for their own."""
    found: dict[str, list[tuple[Module, ast.FunctionDef]]] = {}
    for each in _imported(module):
        for node in each.tree.body:
            if isinstance(node, ast.FunctionDef):
                found.setdefault(node.name, []).append((each, node))
            elif isinstance(node, ast.ClassDef):
                for method in node.body:
                    if isinstance(method, ast.FunctionDef):
                        name = node.name if method.name == "__init__" else method.name
                        found.setdefault(name, []).append((each, method))
    return found


def import_name(module: Module) -> str:
    return module.name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imported(module: Module) -> list[Module]:
    """Return a module and all modules of the package that it imports, directly or not."""
    by_name = {import_name(other): other for other in modules()}
    found = [module]
    for each in found:
        for node in ast.walk(each.tree):
            if isinstance(node, ast.ImportFrom):
                source = str(node.module).removeprefix("refsol").removeprefix(".")
                names = [source, *(f"{source}.{alias.name}".removeprefix(".") for alias in node.names)]
                found += [by_name[name] for name in names if name in by_name and by_name[name] not in found]
    return found


def _code_of(node: ast.AST) -> Iterator[ast.AST]:
    """Yield everything below a node, except annotations."""
    for name, value in ast.iter_fields(node):
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, ast.AST) and name not in ("annotation", "returns"):
                yield inner
                yield from _code_of(inner)


def names_of(node: ast.Module | ast.ClassDef | ast.FunctionDef) -> set[str]:
    """Return what a module, class or function defines: names, parameters and attributes."""
    found: set[str] = set()
    for inner in node.body:
        match inner:
            case ast.ClassDef(name) | ast.FunctionDef(name):
                found.add(name)
            case ast.Assign() | ast.AnnAssign():
                found.add(target(inner))
            case ast.Import(names) | ast.ImportFrom(names=names):
                found |= {(alias.asname or alias.name).split(".")[0] for alias in names}
    if isinstance(node, ast.FunctionDef):
        found |= {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
    if isinstance(node, ast.ClassDef):
        found |= {attribute.attr for attribute in ast.walk(node) if isinstance(attribute, ast.Attribute)}
    # The docstring of a class or a module may explain the parameters of all its functions.
    for function in [node, *node.body]:
        if isinstance(function, ast.FunctionDef):
            found |= {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
    return found


@cache
def names_of_module(module: Module) -> set[str]:
    """Return the names that all docstrings of a module may quote, besides what they stand in."""
    package = PurePath(module.name).parent
    found = set(dir(builtins)) | set(errors()) | {"refsol"} | {name for name in _all_members() if name[0].isupper()}
    found |= {node.attr for node in ast.walk(module.tree) if isinstance(node, ast.Attribute)}
    for name in names_of(module.tree):
        found |= _members_of().get(name, set())
    for other in modules():
        path = PurePath(other.name)
        if path.parent == package or path.stem == "__init__":
            found |= {path.stem, path.parent.name}
        if path.parent == package:
            for node in ast.walk(other.tree):
                match node:
                    case ast.Constant(str() | bytes() as value):
                        found.update(
                            re.findall(r"^\W*(\w+)\W*$", str(value, "latin-1") if isinstance(value, bytes) else value)
                        )
    return found


@cache
def _members_of() -> dict[str, set[str]]:
    """Return the names that the modules and classes of the package define, by the name of the module or class."""
    found: dict[str, set[str]] = {}
    for module in modules():
        found.setdefault(PurePath(module.name).stem, set()).update(names_of(module.tree))
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, set()).update(names_of(node))
    return found


@cache
def _all_members() -> set[str]:
    """Return everything that can stand behind a dot."""
    return set(_members_of()).union(*_members_of().values())


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
    return names | ({node.attr for node in nodes if isinstance(node, ast.Attribute)} - _all_members())


RULES: Final[dict[str, Callable[[Module], Violations]]] = {
    "documented": undocumented,
    "parameters": unexplained,
    "errors": missing_errors,
    "true errors": false_errors,
    "names": stale,
}


@support.once
@pytest.mark.parametrize("rule", RULES)
def test_docstrings_are_complete_and_true(rule: str) -> None:
    missing = [
        f"refsol/{module.name}:{line}: {what}" for module in modules() for line, what in sorted(RULES[rule](module))
    ]
    assert not missing, "\n".join(missing)


@support.once
@pytest.mark.parametrize("rule", sorted(set(RULES) - {"true errors"}))  # which follows imports, from refsol only
def test_docstrings_of_new_packages_follow_the_rules(rule: str) -> None:
    found = [read(path) for path in sorted(TEMPLATE.glob("refsol_lamps/*.py"))]
    assert len(found) == 8
    assert not [f"{module.name}:{line}: {what}" for module in found for line, what in RULES[rule](module)]


BROKEN: Final = [(row["rule"], row["source"], row["expected"]) for row in support.toml("docstrings")["broken"]]


@support.once
@pytest.mark.parametrize(("rule", "source", "expected"), BROKEN, ids=[rule for rule, _source, _expected in BROKEN])
def test_a_rule_can_fail(rule: str, source: str, expected: list[str]) -> None:
    module = Module("nogo/example.py", ast.parse(source))
    assert [f"{line}: {what}" for line, what in sorted(RULES[rule](module))] == expected


def test_every_rule_is_shown_to_fail() -> None:
    assert {rule for rule, _source, _expected in BROKEN} == set(RULES)


def run_examples(module: Module, known: dict[str, object]) -> doctest.TestResults:
    """Run the examples of a module's docstrings, and print what fails."""
    runner = doctest.DocTestRunner()
    texts = [
        (module.name, string_at(module.tree.body, 0)),
        *((thing.name, thing.docstring) for thing in things(module)),
    ]
    for name, text in texts:
        runner.run(doctest.DocTestParser().get_doctest(text, dict(known), name, module.name, 0))
    return doctest.TestResults(runner.failures, runner.tries)


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_examples_print_what_is_shown(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The examples are read from the sources, but the code that they run may be compiled."""
    module = read(path)
    if "/environments/" in module.name:
        pytest.importorskip("numpy")
    known = vars(import_module(f"refsol.{import_name(module)}"))
    failures, tries = run_examples(module, known)
    assert failures == 0, capsys.readouterr().out
    assert tries > 0


def test_an_example_can_fail() -> None:
    source = '''
        """Areas.

        >>> 3 * 3
        6
        """
        def area(side: int) -> int:
            """The area.

            >>> 3 * 3
            6
            """
    '''
    module = Module("nogo/example.py", ast.parse(dedent(source).lstrip()))
    assert run_examples(module, {}) == (2, 2)
