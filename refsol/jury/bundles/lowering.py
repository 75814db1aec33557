"""Rewrites sources so that the oldest Python that runs bundles, 3.9 or even 3.6, understands them.

What bundled modules use of newer versions is unions of classes in ``isinstance`` and in aliases of types, and the
arguments ``slots`` of dataclasses and ``strict`` of ``zip``, which change no result. Comments stay. Everything is
O(length).
"""

import ast
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

_NEWER: Final = {"dataclass": "slots", "zip": "strict"}  # arguments, by the name of the function
_YOUNGER: Final = ("annotations", "Final", "TypeAlias", "final")  # than Python 3.6, and only for type checkers


def lowered(source: str) -> str:
    """Return a module's ``source`` for Python 3.9."""
    return edited(source, _edits(ast.parse(source)))


class Edit(NamedTuple):
    """The part from ``line`` and ``column`` to ``end_line`` and ``end_column``, in bytes, and its new ``text``."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


def edited(source: str, edits: Iterable[Edit]) -> str:
    """Return a ``source`` after ``edits``, none of which overlap."""
    lines = source.encode().split(b"\n")
    for line, column, end_line, end_column, text in sorted(edits, reverse=True):
        before, after = lines[line - 1][:column], lines[end_line - 1][end_column:]
        lines[line - 1 : end_line] = [before + text.encode() + after]
    return b"\n".join(lines).decode()


def with_quoted_types(source: str) -> str:
    """Return the ``source`` of a bundle for Python 3.6: annotations are texts, `Final` and `final` are left out."""
    return edited(source, _old_edits(ast.parse(source)))


def _old_edits(tree: ast.Module) -> Iterator[Edit]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Name) and decorator.id in _YOUNGER:
                    yield replaced(decorator, "")._replace(column=0, end_line=node.lineno, end_column=0)
        if isinstance(node, ast.FunctionDef):
            types = [argument.annotation for argument in ast.walk(node.args) if isinstance(argument, ast.arg)]
            types.append(node.returns)
        else:
            types = [node.annotation] if isinstance(node, ast.AnnAssign) else []
        for annotation in types:
            if annotation is not None and not isinstance(annotation, ast.Constant):
                yield replaced(annotation, repr(ast.unparse(_Unquoted().visit(annotation))))
        if isinstance(node, ast.ImportFrom) and node.module in ("__future__", "typing"):
            kept = [alias.name for alias in node.names if alias.name not in _YOUNGER]
            text = f"from {node.module} import {', '.join(kept)}" if kept else "pass" if node.col_offset else ""
            yield Edit(node.lineno, node.col_offset, *_end(node), text)


def _edits(tree: ast.Module) -> Iterator[Edit]:
    for node in ast.walk(tree):
        match node:
            case ast.AnnAssign(annotation=ast.Name(id="TypeAlias"), value=ast.expr() as value):
                if not isinstance(value, ast.Constant):
                    yield replaced(value, f'"{ast.unparse(_Unquoted().visit(value))}"')
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, ast.BinOp() as union]):
                yield replaced(union, f"({ast.unparse(union).replace(' | ', ', ')})")
            case ast.Call(func=ast.Name(id=name), keywords=[*others, last]) if _NEWER.get(name) == last.arg:
                earlier: list[ast.expr | ast.keyword] = [*node.args, *others]
                line, column = _end(earlier[-1]) if earlier else (last.lineno, last.col_offset)
                yield replaced(last, "")._replace(line=line, column=column)


def replaced(node: ast.expr | ast.keyword | ast.stmt, text: str) -> Edit:
    """Return the edit that puts ``text`` in the place of a ``node``."""
    return Edit(node.lineno, node.col_offset, *_end(node), text)


def _end(node: ast.expr | ast.keyword | ast.stmt) -> tuple[int, int]:
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return node.end_lineno, node.end_col_offset


class _Unquoted(ast.NodeTransformer):
    """Takes names out of the quotation marks in which types may have them."""

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return ast.parse(node.value, mode="eval").body if isinstance(node.value, str) else node
