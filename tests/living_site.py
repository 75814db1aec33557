"""A small site with the living figures of all problem pages, which takes seconds to build instead of a minute."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
DOCS: Final = ROOT / "docs"
_BLOCK: Final = re.compile(r"^```\{living\} (\w+)\n(?:(?!```).*\n)+```$", flags=re.MULTILINE)
_CONF: Final = f"""\
import sys
sys.path.insert(0, {str(DOCS / "extensions")!r})
sys.path.insert(0, {str(ROOT)!r})
project = "refsol"
extensions = ["myst_parser", "boards", "living"]
html_theme = "furo"
html_static_path = [{str(DOCS / "static")!r}]
html_css_files = ["refsol.css"]
smartquotes = False
"""


def figures(problem: str) -> dict[str, str]:
    """Return the figures on the page of a problem: by name, the block that includes it."""
    text = (DOCS / "problems" / f"{problem}.md").read_text(encoding="utf-8")
    return {found[1]: found[0] for found in _BLOCK.finditer(text)}


def build(problems: tuple[str, ...], directory: Path) -> Path:
    """Build a site with a page for each problem below ``directory``, and return where it is."""
    source, site = directory / "source", directory / "site"
    source.mkdir()
    (source / "conf.py").write_text(_CONF, encoding="utf-8")
    contents = "\n".join(["# Figures", "", "```{toctree}", *problems, "```", ""])
    (source / "index.md").write_text(contents, encoding="utf-8")
    for problem in problems:
        blocks = "\n\n".join(figures(problem).values())
        (source / f"{problem}.md").write_text(f"# {problem}\n\n{blocks}\n", encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-W", "-q", str(source), str(site)]
    subprocess.run(command, check=True, cwd=ROOT)
    return site
