"""Bundles: programs in one readable file that needs nothing but a Python interpreter.

A bundle holds, of the sources of refsol and of the packages that it begins with, what one program reaches, with
comments and docstrings: modules in the order of their imports, and in each the functions, classes, methods and
constants that are used. What comes from librt and mypy_extensions is replaced by :mod:`refsol.portable.substitutes`.
All parts share one namespace: what has the same name in two modules is renamed in one of them, unless it is the same.

What is used is found by names: a definition is used if its name is, and a method of a used class if an attribute of
that name is. A module of refsol that is imported as a whole has its definitions named behind a point; in a bundle they
stand alone. Everything is O(sources of the modules).
"""

import ast
import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from typing import Final, NamedTuple, TypeAlias

from refsol.bundles.lowering import lowered

_SUBSTITUTES: Final = "refsol.portable.substitutes"
_REPLACED: Final = ("librt.strings", "librt.vecs", "mypy_extensions")
_NEWER: Final = "StrEnum"  # than the oldest Python that runs bundles
_NEWER_TYPE: Final = "TypeAlias"  # the same, but only type checkers need it
# Of the methods that Python calls by itself: nothing in a bundle is copied, compared or shown.
_NEVER_CALLED: Final = ("__reduce__", "__eq__", "__str__", "__repr__")

Place: TypeAlias = "tuple[str, str]"
"""A definition: the name of its module, and its own."""


class Program(NamedTuple):
    """What a bundle is made of."""

    uses: Sequence[Place]
    """The definitions that ``ending`` uses."""
    ending: str
    """The end of the file: statements that run the program. They may use ``sys``."""


def bundle(program: Program, header: Sequence[str]) -> str:
    """Return the source of a bundle that begins with the lines ``header``, as comments.

    Raises ``ValueError`` for modules that can't be bundled, such as those with statements that only act.
    """
    closure = _Closure(program)
    modules = closure.in_order()
    names, known = _names_in_bundle(modules, closure)
    lines = [*heading(header), "from __future__ import annotations", "", *closure.imports()]
    for module in modules:
        units = [unit for unit in module.used(closure) if (module.name, unit.names[0]) not in known]
        text = [line for unit in units for line in _text(unit, module, closure, names)]
        if text:
            lines += ["", "", f"# ---- {module.name.replace('.', '/')}.py", "", *module.docstring(), *text]
    return "\n".join([*lines, "", "", *program.ending.strip().split("\n")]) + "\n"


def heading(header: Sequence[str]) -> list[str]:
    """Return the lines with which a program begins: ``header`` as comments, and an empty line. O(lines)."""
    return ["#!/usr/bin/env python3", *(f"# {line}".rstrip() for line in header), ""]


class _Unit(NamedTuple):
    """A statement that defines ``names``, from line ``begin``, with the comments before it, up to line ``end``."""

    names: tuple[str, ...]
    node: ast.stmt
    begin: int
    end: int

    def methods(self) -> "list[_Unit]":
        """Return the methods of a class."""
        found: list[_Unit] = []
        if isinstance(self.node, ast.ClassDef):
            end = self.node.lineno
            for statement in self.node.body:
                begin, end = end, statement.end_lineno or end
                if isinstance(statement, ast.FunctionDef):
                    found.append(_Unit((statement.name,), statement, begin, end))
        return found

    def nodes(self) -> list[ast.AST]:
        """Return its syntax tree without methods."""
        methods = [method.node for method in self.methods()]
        return list(_nodes(self.node, methods))


class _Module:
    """A module: its lines, what it defines and what it imports."""

    def __init__(self, name: str, packages: set[str]) -> None:
        package, _, stem = name.rpartition(".")
        data = pkgutil.get_data(package, f"{stem}.py")
        assert data is not None  # compiled packages hold their sources, too
        source = lowered(data.decode("utf-8"))
        self.name: Final = name
        self._packages: Final = packages  # whose modules are bundled
        self.lines: Final = source.split("\n")
        self.units: Final[list[_Unit]] = []
        self.defined: Final[dict[str, _Unit]] = {}
        self.places: Final[dict[str, Place]] = {}  # imported from refsol
        self.modules: Final[dict[str, str]] = {}  # the same, as a whole
        self.imports: Final[dict[str, str]] = {}  # imported from elsewhere: the statement that does
        self.types: Final[dict[str, str]] = {}  # the same, for type checkers only
        self._docstring: int = 0  # the line after it
        self._read(ast.parse(source).body)
        self.defined.update((name, unit) for unit in self.units for name in unit.names)

    def _read(self, body: Iterable[ast.stmt]) -> None:
        end = 0
        for statement in body:
            begin, end = end, statement.end_lineno or end
            if isinstance(statement, ast.Import | ast.ImportFrom):
                self._read_import(statement, self.imports)
            elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                if self.units:  # the docstring of a constant
                    self.units[-1] = self.units[-1]._replace(end=end)
                else:
                    self._docstring = end
            elif names := tuple(_defined_by(statement)):
                self.units.append(_Unit(names, statement, begin, end))
            elif isinstance(statement, ast.If):  # TYPE_CHECKING
                for inner in statement.body:
                    if not isinstance(inner, ast.Import | ast.ImportFrom):
                        raise ValueError(f"{self.name}:{inner.lineno}: no statement for a bundle")
                    self._read_import(inner, self.types)
            else:
                raise ValueError(f"{self.name}:{statement.lineno}: no statement for a bundle")

    def _read_import(self, statement: ast.Import | ast.ImportFrom, statements: dict[str, str]) -> None:
        for alias in statement.names:
            name = alias.asname or alias.name
            renamed = f" as {alias.asname}" if alias.asname else ""
            if isinstance(statement, ast.Import):
                statements[name] = f"import {alias.name}{renamed}"
            elif statement.module in _REPLACED or alias.name == _NEWER:
                self.places[name] = (_SUBSTITUTES, alias.name)
            elif _package(statement.module) in self._packages:
                if _is_module(str(statement.module), alias.name):
                    self.modules[name] = f"{statement.module}.{alias.name}"
                else:
                    self.places[name] = (str(statement.module), alias.name)
            else:
                chosen = self.types if alias.name == _NEWER_TYPE else statements
                chosen[name] = f"from {statement.module} import {alias.name}{renamed}"

    def place_of(self, node: ast.AST) -> tuple[str, str] | None:
        """Return what a name stands for that isn't defined here, also one behind a module and a point."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in self.modules:
            return self.modules[node.value.id], node.attr
        return self.places.get(node.id) if isinstance(node, ast.Name) else None

    def docstring(self) -> list[str]:
        """Return the lines of the module's docstring."""
        return self.lines[: self._docstring]

    def used(self, closure: "_Closure") -> "list[_Unit]":
        """Return what is used of it."""
        return [unit for unit in self.units if any((self.name, name) in closure.used for name in unit.names)]


def _is_module(package: str, name: str) -> bool:
    spec = find_spec(package)
    return spec is not None and spec.submodule_search_locations is not None and bool(find_spec(f"{package}.{name}"))


def _package(module: str | None) -> str:
    """Return the name of the package that a module, by its name, is in."""
    return str(module).partition(".")[0]


def _defined_by(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement of a module defines."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        yield statement.name
    elif isinstance(statement, ast.Assign | ast.AnnAssign):
        for target in statement.targets if isinstance(statement, ast.Assign) else [statement.target]:
            yield from (node.id for node in ast.walk(target) if isinstance(node, ast.Name))
    elif isinstance(statement, ast.If):
        for inner in (*statement.body, *statement.orelse):
            yield from _defined_by(inner)


def _nodes(root: ast.AST, without: Sequence[ast.AST] = ()) -> Iterator[ast.AST]:
    """Yield the nodes of a tree, also those in annotations that are texts."""
    if root in without:
        return
    yield root
    for field, value in ast.iter_fields(root):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _nodes(child, without)
                if field in ("annotation", "returns") or _is_type(root):
                    for node in ast.walk(child):
                        if isinstance(node, ast.Constant) and isinstance(node.value, str):
                            yield from _named_in(node, node.value)


def _named_in(quoted: ast.Constant, text: str) -> Iterator[ast.Name]:
    """Yield the names in a type that is ``quoted``: its ``text`` is in one line, in the usual quotation marks."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Name):
            node.lineno, node.col_offset = quoted.lineno, quoted.col_offset + 1 + node.col_offset
            yield node


def _is_type(node: ast.AST) -> bool:
    """Return whether a statement defines an alias for a type."""
    return (
        isinstance(node, ast.AnnAssign) and isinstance(node.annotation, ast.Name) and node.annotation.id == _NEWER_TYPE
    )


class _Closure:
    """What a program uses."""

    def __init__(self, program: Program) -> None:
        self._packages: Final = {"refsol", *(_package(name) for name, _ in program.uses)}
        self._modules: Final[dict[str, _Module]] = {}
        self._imports: Final = {"import sys"}
        self._types: Final[set[str]] = set()
        self._attributes: Final[set[str]] = set()
        self.used: Final[set[Place]] = set()
        self._used_methods: Final[set[tuple[str, str]]] = set()
        for place in program.uses:
            self._use(place)
        while self._use_methods():
            pass

    def _module(self, name: str) -> _Module:
        if name not in self._modules:
            self._modules[name] = _Module(name, self._packages)
        return self._modules[name]

    def resolved(self, place: Place) -> Place:
        """Return where a definition really is, if it is imported there."""
        module, name = self._module(place[0]), place[1]
        if name in module.places:
            return self.resolved(module.places[name])
        if name in module.defined:
            return module.name, name
        raise ValueError(f"{place[0]} has no {name}")

    def _use(self, place: Place) -> None:
        place = self.resolved(place)
        if place in self.used:
            return
        module = self._modules[place[0]]
        unit = module.defined[place[1]]
        self.used.update((module.name, name) for name in unit.names)
        self._use_names(module, unit.nodes())

    def _use_names(self, module: _Module, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            if isinstance(node, ast.ImportFrom) and _package(node.module) in self._packages:
                raise ValueError(f"{module.name}:{node.lineno}: an import in a function of a bundle")
            if isinstance(node, ast.Attribute):
                self._attributes.add(node.attr)
            place = module.place_of(node)
            if place is not None:
                self._use(place)
            elif isinstance(node, ast.Name):
                if node.id in module.defined:
                    self._use((module.name, node.id))
                elif node.id in module.imports:
                    self._imports.add(module.imports[node.id])
                elif node.id in module.types:
                    self._types.add(module.types[node.id])

    def _use_methods(self) -> bool:
        """Use the methods of used classes that are called; return whether there were new ones."""
        before = len(self._used_methods)
        for name, class_name in list(self.used):
            for method in self._modules[name].defined[class_name].methods():
                if self.has(method) and (name, f"{class_name}.{method.names[0]}") not in self._used_methods:
                    self._used_methods.add((name, f"{class_name}.{method.names[0]}"))
                    self._use_names(self._modules[name], method.nodes())
        return len(self._used_methods) > before

    def has(self, method: _Unit) -> bool:
        """Return whether a method is used."""
        (name,) = method.names
        return name in self._attributes or (name.startswith("__") and name not in _NEVER_CALLED)

    def places_in(self, unit: _Unit, module: _Module) -> set[Place]:
        """Return what the names in a definition stand for, but for itself."""
        nodes = list(_nodes(unit.node))
        names = {node.id for node in nodes if isinstance(node, ast.Name)} - set(unit.names)
        found = {(module.name, name) for name in names if name in module.defined}
        return found | {self.resolved(place) for place in map(module.place_of, nodes) if place is not None}

    def in_order(self) -> list[_Module]:
        """Return the modules, each after those that it imports."""
        ordered: dict[str, _Module] = {}

        def add(module: _Module) -> None:
            for name in (*(name for name, _ in module.places.values()), *module.modules.values()):
                if name in self._modules and name not in ordered:
                    add(self._modules[name])
            ordered[module.name] = module

        for module in list(self._modules.values()):
            if module.name not in ordered:
                add(module)
        return [module for module in ordered.values() if module.used(self)]

    def imports(self) -> list[str]:
        """Return the statements that import what is used of the standard library."""
        types = [f"    {line}" for line in _merged(self._types)]
        needed = self._imports | ({"from typing import TYPE_CHECKING"} if types else set())
        return [*_merged(needed), *(["", "if TYPE_CHECKING:", *types] if types else [])]


def _merged(statements: set[str]) -> list[str]:
    """Return import statements in order, with one for all names from a module."""
    names: dict[str, list[str]] = {}
    for statement in sorted(statements):
        if statement.startswith("from "):
            origin, _, name = statement.partition(" import ")
            names.setdefault(origin, []).append(name)
    plain = [statement for statement in sorted(statements) if statement.startswith("import ")]
    return plain + [f"{origin} import {', '.join(found)}" for origin, found in names.items()]


def _names_in_bundle(modules: Sequence[_Module], closure: _Closure) -> tuple[dict[Place, str], set[Place]]:
    """Return new names for definitions that collide with others, and those that are the same as others.

    Two are the same if their texts are, and if the names in them stand for the same.
    """
    known: dict[str, dict[tuple[str, ...], Place]] = {}
    first: dict[Place, Place] = {}  # of those that are the same
    renamed: dict[Place, str] = {}
    for module in modules:
        for unit in module.used(closure):
            meanings = {first.get(place, place) for place in closure.places_in(unit, module)}
            text = (ast.unparse(unit.node), *map(str, sorted(meanings)))
            for name in unit.names:
                others = known.setdefault(name, {})
                place = others.setdefault(text, (module.name, name))
                first[(module.name, name)] = place
                if len(others) > 1 and place == (module.name, name):
                    renamed[place] = f"{name}_of_{module.name.rpartition('.')[2]}"
    return renamed, {place for place, other in first.items() if place != other}


def _text(unit: _Unit, module: _Module, closure: _Closure, names: Mapping[Place, str]) -> Iterator[str]:
    """Yield the lines of a definition."""
    lines = {number: module.lines[number] for number in range(unit.begin, unit.end)}
    nodes = unit.nodes()
    for method in unit.methods():
        if closure.has(method):
            nodes += method.nodes()
        else:
            for number in range(method.begin, method.end):
                del lines[number]
    _rename(lines, nodes, module, closure, names)
    first = next(number for number in lines if lines[number])
    blank = 2 if isinstance(unit.node, ast.FunctionDef | ast.ClassDef) else min(first - unit.begin, 2)
    yield from [""] * blank
    yield from [line for number, line in lines.items() if number >= first]


def _rename(
    lines: dict[int, str], nodes: Iterable[ast.AST], module: _Module, closure: _Closure, names: Mapping[Place, str]
) -> None:
    """Replace in ``lines``, by number, the names in ``nodes`` that have new ones."""
    edits: list[tuple[int, int, str, str]] = []
    for node in nodes:
        if isinstance(node, ast.Name | ast.Attribute):
            place = module.place_of(node)
            found = (module.name, ast.unparse(node)) if place is None else closure.resolved(place)
            if found in names or (place is not None and isinstance(node, ast.Attribute)):
                edits.append((node.lineno - 1, node.col_offset, ast.unparse(node), names.get(found, found[1])))
        elif isinstance(node, ast.FunctionDef | ast.ClassDef) and (module.name, node.name) in names:
            line = node.lineno - 1
            edits.append((line, lines[line].index(node.name), node.name, names[(module.name, node.name)]))
    for line, column, old, new in sorted(edits, reverse=True):
        text = lines[line].encode()
        lines[line] = (text[:column] + new.encode() + text[column + len(old) :]).decode()
