"""Docstrings for Python's ``help``: mypyc leaves them out, so they are added to the C that it has written.

This finds a pattern of mypyc's C, as hints do (``build_hints.py``). When a new version writes it in another way, the
rest is compiled without docstrings, ``refsol --version`` says so, and a test fails.
"""

import ast
import re
from pathlib import Path
from typing import Final

from build_hints import Hint

_MODULE: Final = re.compile(r'PyModuleDef \w+ = \{\s*PyModuleDef_HEAD_INIT,\s*"(?P<module>[\w.]+)"')
_SIGNATURE: Final = r'(?P<text>NULL|"(?:[^"\\]|\\.)*")'  # which inspect.signature reads; a docstring may follow it
_PLACES: Final = [
    re.compile(rf"{place}{text}")
    for place, text in (
        (r"PyModuleDef (?P<name>\w+)module = \{[^}]*?", r"(?P<text>NULL), /\* docstring \*/"),
        (r"\bCPyPy_(?P<name>\w+),[\s\w|]+,\s+PyDoc_STR\(", _SIGNATURE),  # a function or a method
        (r"\bCPyType_(?P<name>\w+)_template_ = \{[^}]*\.tp_doc = PyDoc_STR\(", _SIGNATURE),
        (r"\(getter\)(?P<name>\w+),\s+(?:NULL|\(setter\)\w+),\s+", r"(?P<text>NULL)"),
        # A class that isn't native, such as a named tuple, is known by its line.
        (r" = ", r"(?P<text>\S+); /\* 'mypyc filler docstring' \*/[^}]*?\"<module>\", (?P<name>\d+, \w+)___globals"),
    )
]


def _docstrings(module: str) -> dict[str, str]:
    """Return the docstrings of a module, read from the current directory, by the names of what has them in C."""
    tree = ast.parse(Path(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8"))
    prefix = module.replace(".", "___")
    found: dict[str, ast.Module | ast.ClassDef | ast.FunctionDef] = {prefix: tree}
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found[f"{prefix}___{node.name}"] = node
        if isinstance(node, ast.ClassDef):
            found[f"{node.lineno}, CPyStatic_{prefix}"] = node
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    found[f"{prefix}___{node.name}___{method.name}"] = method
                    found[f"{prefix}___{node.name}_get_{method.name}"] = method  # if it is a property
                    found[f"{prefix}___{method.name}_{node.name}_obj"] = method  # if the class isn't native
    return {name: text for name, node in found.items() if (text := ast.get_docstring(node))}


def _add_docstrings(text: str) -> tuple[str, int]:
    """Give docstrings to the modules in C, and to their classes, functions, methods and properties."""
    docstrings: dict[str, str] = {}
    for module in _MODULE.findall(text):
        docstrings |= _docstrings(module)
    places = 0

    def documented(found: re.Match[str]) -> str:
        nonlocal places
        if found["name"] not in docstrings:
            return found[0]
        places += 1
        octal = re.sub(rb"[^\w ]", lambda byte: b"\\%03o" % byte[0][0], docstrings[found["name"]].encode()).decode()
        signature = found["text"]
        if signature.startswith("CPyStatics"):
            docstring = f'PyUnicode_FromString("{octal}")'
        else:
            docstring = f'{signature[:-1] if signature != "NULL" else chr(34)}{octal}"'
        begin, end = (at - found.start() for at in found.span("text"))
        return found[0][:begin] + docstring + found[0][end:]

    for place in _PLACES:
        text = place.sub(documented, text)
    return text, places


DOCSTRINGS: Final = Hint("docstrings", _add_docstrings)
"""What adds docstrings, in the form of a hint."""
