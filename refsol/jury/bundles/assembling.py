"""Bundles: programs in one readable file that needs nothing but a Python interpreter.

A bundle holds, of the sources of refsol and of the packages that it begins with, what one program reaches, with
comments and docstrings: modules in the order of their imports, and in each the functions, classes, methods and
constants that are used. :mod:`refsol.portable.substitutes` replaces what comes from librt and mypy_extensions.
All parts share one namespace: what has the same name in two modules is renamed in one of them, unless it is the same.

What is used is found by names: a definition is used if its name is, and a method of a used class if an attribute of
that name is. Everything is O(sources of the modules).
"""

import ast
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from refsol.errors import OptionError
from refsol.jury.bundles.lowering import Edit, edited, lowered, replaced
from refsol.problem.packaging import data_in

_NEWER_TYPE: Final = "TypeAlias"  # the same, but only type checkers need it

Definition: TypeAlias = tuple[str, str]
"""A definition: the name of its module, and its own."""


def bundle(uses: Sequence[Definition], ending: str, header: Sequence[str]) -> str:
    """Return a bundle: ``header`` lines as comments, what it ``uses``, and the statements ``ending``, which run that.

    Raises ``OptionError`` for modules that can't be bundled, such as those with statements that only act.
    """
    return "\n".join([*heading(header), *_definitions(tuple(uses)), "", "", *ending.strip().split("\n")]) + "\n"


@lru_cache(maxsize=16)  # packages are measured before they are written
def _definitions(uses: tuple[Definition, ...]) -> Sequence[str]:
    closure = _Closure(uses)
    modules = closure.in_order()
    closure.choose_names(modules)
    lines = ["from __future__ import annotations", "", *closure.imports()]
    for module in modules:
        text = list(closure.text(module))
        if text:
            lines += ["", "", f"# ---- {module.name.replace('.', '/')}.py", "", *module.docstring, *text]
    return tuple(lines)


def heading(header: Sequence[str]) -> list[str]:
    """Return the lines with which a program begins: ``header`` as comments, and an empty line. O(lines)."""
    return ["#!/usr/bin/env python3", *(f"# {line}".rstrip() for line in header), ""]


class _Unit(NamedTuple):
    """A statement that defines ``names``, from line ``begin``, with the comments before it, up to line ``end``."""

    names: tuple[str, ...]
    node: ast.stmt
    begin: int
    end: int

    def methods(self) -> "Iterator[_Unit]":
        if isinstance(self.node, ast.ClassDef):
            end = self.node.lineno
            for statement in self.node.body:
                begin, end = end, statement.end_lineno or end
                if isinstance(statement, ast.FunctionDef):
                    yield _Unit((statement.name,), statement, begin, end)

    def nodes(self) -> Iterator[ast.AST]:
        return _nodes(self.node, [method.node for method in self.methods()])


class _Module:
    def __init__(self, name: str, packages: set[str]) -> None:
        package, _, stem = name.rpartition(".")
        data = data_in(package, f"{stem}.py") or data_in(name, "__init__.py")
        assert data is not None  # compiled packages also hold their sources
        self.name: Final = name
        self.source: Final = lowered(_with_names_only(data.decode("utf-8"), packages))
        self._packages: Final = packages  # whose modules are bundled
        self.units: Final[list[_Unit]] = []
        self.imported: Final[dict[str, Definition]] = {}  # from bundled packages
        self.needed: Final[list[str]] = []  # the modules of these, but those that only type checkers need
        self.imports: Final[dict[str, str]] = {}  # from elsewhere: the statement that imports it
        self.types: Final[dict[str, str]] = {}  # the same, for type checkers only
        self.docstring: list[str] = []  # its lines
        self._read(ast.parse(self.source).body)
        self.defined: Final = {name: unit for unit in self.units for name in unit.names}

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
                    self.docstring = self.source.split("\n")[:end]
            elif names := tuple(_defined_by(statement)):
                self.units.append(_Unit(names, statement, begin, end))
            else:
                for inner in statement.body if isinstance(statement, ast.If) else [statement]:  # TYPE_CHECKING
                    if not isinstance(inner, ast.Import | ast.ImportFrom):
                        raise OptionError(f"{self.name}:{inner.lineno}: no statement for a bundle")
                    self._read_import(inner, self.types)

    def _read_import(self, statement: ast.Import | ast.ImportFrom, statements: dict[str, str]) -> None:
        for alias in statement.names:
            name = alias.asname or alias.name
            if isinstance(statement, ast.Import):
                statements[name] = ast.unparse(ast.Import([alias]))
            elif statement.module in ("librt.strings", "librt.vecs", "mypy_extensions") or alias.name == "StrEnum":
                self.imported[name] = ("refsol.portable.substitutes", alias.name)
                self.needed.append("refsol.portable.substitutes")
            elif _package(statement.module) in self._packages:
                self.imported[name] = (str(statement.module), alias.name)
                if statements is not self.types:
                    self.needed.append(str(statement.module))
            else:
                chosen = self.types if alias.name == _NEWER_TYPE else statements
                chosen[name] = ast.unparse(ast.ImportFrom(statement.module, [alias], 0))

    def used(self, closure: "_Closure") -> list[_Unit]:
        return [unit for unit in self.units if any((self.name, name) in closure.used for name in unit.names)]


def _with_names_only(source: str, packages: set[str]) -> str:
    """Return a ``source`` that imports names instead of modules of ``packages`` and uses them without the module's."""
    tree = ast.parse(source)
    used: dict[str, list[ast.Attribute]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            used.setdefault(node.value.id, []).append(node)
    edits: list[Edit] = []
    for statement in tree.body:
        if isinstance(statement, ast.ImportFrom) and _package(statement.module) in packages:
            module = f"{statement.module}.{statement.names[0].name}"
            found = used.get(statement.names[0].name, ())
            if found and data_in(str(statement.module), f"{statement.names[0].name}.py") is not None:
                edits += [replaced(node, node.attr) for node in found]
                names = sorted({node.attr for node in found})
                edits.append(replaced(statement, f"from {module} import {', '.join(names)}"))
    return edited(source, edits)


def _package(module: str | None) -> str:
    return str(module).partition(".")[0]


def _defined_by(statement: ast.stmt) -> Iterator[str]:
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
    is_type = isinstance(root, ast.AnnAssign) and ast.unparse(root.annotation) == _NEWER_TYPE
    for field, value in ast.iter_fields(root):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _nodes(child, without)
                if field in ("annotation", "returns") or is_type:
                    for node in ast.walk(child):
                        if isinstance(node, ast.Constant) and isinstance(node.value, str):
                            yield from _named_in(node, node.value)


def _named_in(quoted: ast.Constant, text: str) -> Iterator[ast.Name]:
    """Yield the names in a type that is ``quoted``: its ``text`` is in one line, in the usual quotation marks."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Name):
            node.lineno, node.col_offset = quoted.lineno, quoted.col_offset + 1 + node.col_offset
            yield node


class _Closure:
    def __init__(self, uses: Sequence[Definition]) -> None:
        self._packages: Final = {"refsol", *(_package(name) for name, _ in uses)}
        self._modules: Final[dict[str, _Module]] = {}
        self._imports: Final = {"import sys"}
        self._types: Final[set[str]] = set()
        self._attributes: Final[set[str]] = set()
        self.used: Final[set[Definition]] = set()
        self._used_methods: Final[set[ast.stmt]] = set()
        self._first: Final[dict[Definition, Definition]] = {}  # of those that are the same
        self._renamed: Final[dict[Definition, str]] = {}
        for place in uses:
            self._use(self.resolved(place))
        while self._use_methods():
            pass

    def _module(self, name: str) -> _Module:
        if name not in self._modules:
            self._modules[name] = _Module(name, self._packages)
        return self._modules[name]

    def resolved(self, place: Definition) -> Definition:
        """Return where a definition really is, if it is imported there."""
        name, attribute = place
        found = self.meaning(self._module(name), attribute)
        if found is None:
            raise OptionError(f"{name} has no {attribute}")
        return found

    def meaning(self, module: _Module, name: str) -> Definition | None:
        """Return the definition that a name in a module stands for, if it is one of those that can be bundled."""
        if name in module.defined:
            return module.name, name
        return self.resolved(module.imported[name]) if name in module.imported else None

    def _use(self, place: Definition) -> None:
        module = self._module(place[0])
        if place not in self.used:
            unit = module.defined[place[1]]
            self.used.update((module.name, name) for name in unit.names)
            self._use_names(module, unit.nodes())

    def _use_names(self, module: _Module, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            if isinstance(node, ast.ImportFrom) and _package(node.module) in self._packages:
                raise OptionError(f"{module.name}:{node.lineno}: an import in a function of a bundle")
            if isinstance(node, ast.Match):
                raise OptionError(f"{module.name}:{node.lineno}: a match in a bundle, which Python 3.9 can't read")
            if isinstance(node, ast.Attribute):
                self._attributes.add(node.attr)
            elif isinstance(node, ast.Name):
                if place := self.meaning(module, node.id):
                    self._use(place)
                elif node.id in module.imports:
                    self._imports.add(module.imports[node.id])
                elif node.id in module.types:
                    self._types.add(module.types[node.id])

    def _use_methods(self) -> bool:
        """Use the methods of used classes that are called; return whether there were new ones."""
        before = len(self._used_methods)
        for module, name in list(self.used):
            for method in self._modules[module].defined[name].methods():
                if self._has(method) and method.node not in self._used_methods:
                    self._used_methods.add(method.node)
                    self._use_names(self._modules[module], method.nodes())
        return len(self._used_methods) > before

    def _has(self, method: _Unit) -> bool:
        """Return whether a method is used: what Python calls by itself is, but to copy, compare or show."""
        (name,) = method.names
        return name in self._attributes or (
            name.startswith("__") and name not in ("__reduce__", "__eq__", "__str__", "__repr__")
        )

    def in_order(self) -> list[_Module]:
        """Return the modules, each after those that it imports."""
        ordered: dict[str, _Module] = {}

        def add(name: str) -> None:
            if name in self._modules and name not in ordered:
                for origin in self._modules[name].needed:
                    add(origin)
                ordered[name] = self._modules[name]

        for name in self._modules:
            add(name)
        return [module for module in ordered.values() if module.used(self)]

    def imports(self) -> list[str]:
        types = [f"    {line}" for line in _merged(self._types)]
        needed = self._imports | ({"from typing import TYPE_CHECKING"} if types else set())
        return [*_merged(needed), *(["", "if TYPE_CHECKING:", *types] if types else [])]

    def choose_names(self, modules: Sequence[_Module]) -> None:
        """Find new names for definitions that collide, unless these are the same, and so are the names in them."""
        known: dict[str, dict[tuple[str, ...], Definition]] = {}
        for module in modules:
            for unit in module.used(self):
                names = {node.id for node in _nodes(unit.node) if isinstance(node, ast.Name)}.difference(unit.names)
                places = (place for name in names if (place := self.meaning(module, name)))
                meanings = {self._first.get(place, place) for place in places}
                text = (ast.unparse(unit.node), *map(str, sorted(meanings)))
                for name in unit.names:
                    others = known.setdefault(name, {})
                    place = (module.name, name)
                    self._first[place] = others.setdefault(text, place)
                    if len(others) > 1 and self._first[place] == place:
                        self._renamed[place] = f"{name}_of_{module.name.rpartition('.')[2]}"

    def text(self, module: _Module) -> Iterator[str]:
        """Yield the lines of what is used of a module, under its new names, but what is the same as others."""
        definitions = [((module.name, unit.names[0]), unit) for unit in module.used(self)]
        units = [unit for place, unit in definitions if self._first[place] == place]
        methods = [method for unit in units for method in unit.methods()]
        kept = [*units, *filter(self._has, methods)]
        edits = self._renames((node for each in kept for node in each.nodes()), module)
        lines = edited(module.source, edits).split("\n")
        unused = {number for method in methods if not self._has(method) for number in range(method.begin, method.end)}
        for unit in units:
            first = next(number for number in range(unit.begin, unit.end) if lines[number])
            is_constant = not isinstance(unit.node, ast.FunctionDef | ast.ClassDef)
            yield from [""] * (min(first - unit.begin, 2) if is_constant else 2)
            yield from (lines[number] for number in range(first, unit.end) if number not in unused)

    def _renames(self, nodes: Iterable[ast.AST], module: _Module) -> Iterator[Edit]:
        lines = module.source.split("\n")
        for node in nodes:
            if isinstance(node, ast.Name):
                old, column = node.id, node.col_offset
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                old, column = node.name, lines[node.lineno - 1].index(node.name)
            else:
                continue
            new = self._renamed.get(self.meaning(module, old) or ("", ""))
            if new is not None:
                yield Edit(node.lineno, column, node.lineno, column + len(old), new)


def _merged(statements: set[str]) -> list[str]:
    names: dict[str, list[str]] = {}
    for statement in sorted(statements, key=lambda each: (each.startswith("from "), each)):
        origin, _, name = statement.partition(" import ")
        names.setdefault(origin, []).append(name)
    return [f"{origin} import {', '.join(found)}" if all(found) else origin for origin, found in names.items()]
