"""Links from prose to the lines of code, on the pages that ``sphinx.ext.viewcode`` makes of modules.

The role ``lines`` shows a name and links to its definition, private or not: ``{lines}`multigo.solver._note``` becomes
``_note``, and ``{lines}`a title <multigo.solver._note>``` a title. The caption of a ``literalinclude`` from refsol
links to the lines that are included. A name that is not defined there any more is an error of the build.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.directives.code import LiteralInclude
from sphinx.util.docutils import ReferenceRole

_PACKAGE: Final = Path(__file__).resolve().parent.parent.parent / "refsol"
_PAGES: Final = "_modules/refsol"  # viewcode's pages, one a module
_LINE: Final = re.compile(  # what viewcode opens before a line and closes after it is kept outside
    r'(?P<before>.*?)<span class="linenos">(?P<gutter>\s*(?P<number>\d+))</span>(?P<code>.*?)(?P<after>(?:</div>)*)'
)
# The line breaks around viewcode's blocks, which would show as empty lines.
_GAP: Final = re.compile(r'(</div>)\n\n?(?=<)|(<div class="viewcode-block" id="[^"]+">|\[docs\]</a>)\n')


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_role("lines", Lines())
    app.add_directive("literalinclude", Included, override=True)
    app.connect("html-page-context", add_anchors)
    return {"parallel_read_safe": True}


class Lines(ReferenceRole):
    """The role ``lines``: a link to the definition of a name, given by module and name, without ``refsol.``."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the link, or a report that there is no such name."""
        path, name = _split(self.target)
        if name not in _definitions(path):
            message = self.inliner.reporter.error(f"refsol.{self.target} is not defined", line=self.lineno)
            return [self.inliner.problematic(self.rawtext, self.rawtext, message)], [message]
        code = nodes.literal("", self.title if self.has_explicit_title else name.rpartition(".")[2])
        return [nodes.reference("", "", code, refuri=address_of(self.env.docname, path, name), internal=True)], []


class Included(LiteralInclude):
    """The directive ``literalinclude``, with a caption that links to the lines in the whole module."""

    def run(self) -> list[nodes.Node]:
        """Return the block of code as ever, with a link around the caption if the code is refsol's."""
        path = Path(self.env.relfn2path(self.arguments[0])[1]).resolve()
        linked = "caption" in self.options and is_module(path)
        if linked:
            self.options["lineno-match"] = None  # so that the number of the first line is found
        found = super().run()
        if linked and isinstance(found[0], nodes.container):
            (caption,), (block,) = found[0].findall(nodes.caption), found[0].findall(nodes.literal_block)
            block["linenos"] = False
            first = block["highlight_args"].pop("linenostart")
            is_whole = not self.options.keys() & {"start-at", "start-after", "end-at", "end-before", "lines"}
            anchor = self.options["pyobject"] if "pyobject" in self.options and is_whole else f"L{first}"
            address = address_of(self.env.docname, path, anchor)
            link = nodes.reference("", "", *caption.children, internal=True, refuri=address)
            caption.children = []
            caption += link
        return found


def add_anchors(_app: Sphinx, page: str, _template: str, context: dict[str, str], _tree: nodes.document | None) -> None:
    """Give each line on the page of a module an anchor (``#L7``), and each definition that has none (``#_note``)."""
    if not page.startswith(f"{_PAGES}/"):
        return
    path, _name = _split(page.removeprefix(f"{_PAGES}/").replace("/", "."))
    begins: dict[int, str] = {}
    ends: dict[int, str] = {}
    for name, (first, last) in _definitions(path).items():
        if f' id="{name}"' not in context["body"]:
            begins[first] = begins.get(first, "") + f'<span class="definition" id="{name}">'
            ends[last] = ends.get(last, "") + "</span>"
    lines = context["body"].split("\n")
    for k, line in enumerate(lines):
        if found := _LINE.fullmatch(line):
            number = int(found["number"])
            gutter = f'<span class="linenos" id="L{number}">{found["gutter"]}</span>'
            parts = [found["before"], begins.get(number, ""), gutter, found["code"], ends.get(number, "")]
            lines[k] = "".join([*parts, found["after"]])
    context["body"] = _GAP.sub(r"\1\2", "\n".join(lines))


def is_module(path: Path) -> bool:
    """Return whether a file is a module of refsol, which has a page."""
    return path.suffix == ".py" and path.is_relative_to(_PACKAGE)


def address_of(page: str, path: Path, anchor: str = "") -> str:
    """Return the address, as seen from a page, of the page of a module, or of an anchor there."""
    module = path.parent if path.stem == "__init__" else path.with_suffix("")
    return f"{'../' * page.count('/')}{_PAGES}/{module.relative_to(_PACKAGE).as_posix()}.html{anchor and '#'}{anchor}"


@cache
def _split(target: str) -> tuple[Path, str]:
    """Split ``multigo.solver._Moves.make`` into the file of the module and the name in it."""
    parts = target.split(".")
    for k in range(len(parts), 0, -1):
        for path in (_PACKAGE.joinpath(*parts[:k]).with_suffix(".py"), _PACKAGE.joinpath(*parts[:k], "__init__.py")):
            if path.is_file():
                return path, ".".join(parts[k:])
    return _PACKAGE / "__init__.py", target


@cache
def _definitions(path: Path) -> dict[str, tuple[int, int]]:
    """Return the first and the last line of each definition in a file: functions, classes, methods and constants."""
    return dict(_walk(ast.parse(path.read_text(encoding="utf-8")).body, ""))


def _walk(body: Sequence[ast.stmt], prefix: str) -> Iterator[tuple[str, tuple[int, int]]]:
    for node in body:
        last = node.end_lineno or node.lineno
        match node:
            case (
                ast.FunctionDef(name=name, decorator_list=decorators)
                | ast.ClassDef(name=name, decorator_list=decorators)
            ):
                yield prefix + name, (min([node.lineno, *(decorator.lineno for decorator in decorators)]), last)
                if isinstance(node, ast.ClassDef):
                    yield from _walk(node.body, f"{prefix}{name}.")
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                yield prefix + name, (node.lineno, last)
