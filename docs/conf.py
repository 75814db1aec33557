"""The configuration of the site: ``sphinx-build -W --keep-going -n docs site`` builds it, without a network."""

import logging
import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

os.environ["REFSOL_PURE"] = "1"  # compiled modules have no docstrings
sys.path.insert(0, str(Path(__file__).parent))  # the figures
sys.path.insert(0, str(Path(__file__).parent / "extensions"))
sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))

from identity import PREVIEW, repository, site_address

from refsol import __version__

project = "refsol"
version = release = __version__
project_copyright = "the authors of refsol; MIT licence"
html_title = f"refsol {__version__}"

extensions = [
    *("myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"),
    *("sphinx_copybutton", "sphinxext.opengraph", "notfound.extension", "sphinx_sitemap"),
    *("identity", "reference", "boards", "living", "tiles", "tables", "navigation", "measured", "chinese", "lines"),
    *("outside", "playground", "titles", "colouring"),
]
exclude_patterns = ["extensions", "figures", "living_figures", "playground", "static", "templates", "tour"]
myst_heading_anchors = 3
myst_enable_extensions = ["deflist"]

html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["refsol.css"]
html_js_files = [("unfold.js", {"defer": "defer"})]
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
html_favicon = "static/logo-light.svg"
html_theme_options = {
    "light_logo": "logo-light.svg",
    "dark_logo": "logo-dark.svg",
    # The accent and the paper of the playground and of replays.
    "light_css_variables": {"color-brand-primary": "#0a58a8", "color-brand-content": "#0a58a8"},
    "dark_css_variables": {
        "color-brand-primary": "#7fc1f5",
        "color-brand-content": "#7fc1f5",
        "color-background-primary": "#17191d",
        "color-background-secondary": "#202328",
        "color-sidebar-caption-text": "var(--color-foreground-secondary)",  # enough contrast
    },
    **(
        {"source_repository": repository(), "source_branch": "main", "source_directory": "docs/"}
        if repository()
        else {}
    ),
}
smartquotes = False  # it would turn the hyphens of --options into dashes
html_copy_source = False
html_show_sphinx = False
pygments_style = "a11y-light"  # enough contrast
pygments_dark_style = "github-dark"

# The buttons copy commands without prompts and output; pages without prompts are copied as a whole.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True
copybutton_line_continuation_character = "\\"

# Where the site is, as far as the build knows.
html_baseurl = ogp_site_url = site_address()
sitemap_url_scheme = "{link}"
sitemap_excludes = ["404.html", "search.html", "genindex.html"]
notfound_urls_prefix = urlsplit(site_address()).path
notfound_context = {
    "title": "Page not found",
    "body": "<h1>Page not found</h1>\n<p>There is no page at this address. Try the search, or begin at the "
    f'<a href="{urlsplit(site_address()).path}index.html">start page</a>.</p>',
}
logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)  # the cards' font has no bold face
ogp_social_cards = {
    "image": "static/logo.png",
    "image_mini": "static/logo.png",
    "line_color": "#0a58a8",
    "site_url": site_address().partition("://")[2] if site_address() != PREVIEW else "",
}

viewcode_follow_imported_members = False
viewcode_line_numbers = True
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
autodoc_preserve_defaults = True
autodoc_mock_imports = ["gymnasium", "open_spiel", "pettingzoo", "pyspiel"]  # the environments' libraries
maximum_signature_line_length = 160
python_use_unqualified_type_names = True
add_module_names = False

# Names that other projects document are not linked, since the build has no network.
nitpick_ignore_regex = [
    (
        r"py:.*",
        r"(ast|collections|concurrent|random|typing|types|enum|io|mmap|multiprocessing|os|pathlib|abc|inspect|subprocess|uuid)\..*",
    ),
    (r"py:.*", r"(decimal|librt|mypy_extensions|sortedcontainers|psutil|typer)\..*"),
    (r"py:.*", r"(gymnasium|numpy|open_spiel|pettingzoo|pyspiel)\..*|IIGObserverForPublicInfoGame"),
    (r"py:.*", r"(array|bool|bytes|bytearray|dict|float|int|list|memoryview|object|set|str|tuple|type)"),
    (
        r"py:(class|obj)",
        r"refsol\.(problem\.(_(Part|Result|Parameters)|delta_debugging\._Item)|"
        r"jury\.(parallel\.(cluster|pool|workers)\._(Key|Result)|run\.processes\._Started|validation\._Source))",
    ),
    (r"py:class", r"MarkdownIt|_frozen_importlib\.ModuleSpec|dict\[.*"),  # the last are parts of quoted annotations
    (r"py:.*", r"(IndexError|ValueError|RuntimeError|NamedTuple|Protocol)"),
    (r"py:.*", r"(i16|i32|i64|u8|vec|BytesWriter)"),
]
