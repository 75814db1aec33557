"""The configuration of the site: ``sphinx-build -W --keep-going -n docs site`` builds it, without a network."""

import os
import sys
from pathlib import Path

os.environ["REFSOL_PURE"] = "1"  # compiled modules have no docstrings
sys.path.insert(0, str(Path(__file__).parent / "extensions"))
sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))

from refsol import __version__

project = "refsol"
version = release = __version__
project_copyright = "the authors of refsol; MIT licence"
html_title = f"refsol {__version__}"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "reference",
    "boards",
    "measured",
    "chinese",
    "playground",
]
exclude_patterns = ["extensions", "playground", "sixth", "static", "templates", "tour"]
myst_heading_anchors = 3
myst_enable_extensions = ["deflist"]

html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["refsol.css"]
templates_path = ["templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/playground.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
smartquotes = False  # it would turn the hyphens of --options into dashes
html_copy_source = False
html_show_sphinx = False
pygments_style = "friendly"
pygments_dark_style = "github-dark"

viewcode_follow_imported_members = False
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
autodoc_preserve_defaults = True
maximum_signature_line_length = 160
python_use_unqualified_type_names = True
add_module_names = False

# Names that other projects document are not linked, since the build has no network.
nitpick_ignore_regex = [
    (
        r"py:.*",
        r"(collections|concurrent|random|typing|types|enum|io|mmap|multiprocessing|os|pathlib|abc|inspect|subprocess|uuid)\..*",
    ),
    (r"py:.*", r"(librt|mypy_extensions|sortedcontainers|psutil|typer)\..*"),
    (r"py:.*", r"(array|bool|bytes|bytearray|dict|float|int|list|memoryview|object|set|str|tuple|type)"),
    (
        r"py:(class|obj)",
        r"refsol\.jury\.((cluster|pool|workers)\._Result|delta_debugging\._Item|rewinding\._Source|serving\._Fork)",
    ),
    (r"py:.*", r"(IndexError|ValueError|RuntimeError|NamedTuple|Protocol)"),
    (r"py:.*", r"(i16|i32|i64|u8|vec|BytesWriter)"),
]
