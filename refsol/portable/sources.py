"""Run the package from its sources even if there are compiled extensions next to them."""

import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from pathlib import Path


def prefer_sources(package: str = str(Path(__file__).parent.parent)) -> None:
    """Let later imports below refsol, or a ``package`` by its directory, find only files that end in ``.py``.

    For all other paths the hook raises ``ImportError``, which leaves them to the next hook.
    """
    if not Path(package).is_dir():
        return  # in a zip file, where Python finds no extensions anyway

    def sources_only(path: str) -> FileFinder:
        if path != package and not path.startswith(package + "/") and not path.startswith(package + "\\"):
            raise ImportError(f"not below {package}")
        return FileFinder(path, (SourceFileLoader, SOURCE_SUFFIXES))

    sys.path_hooks.insert(0, sources_only)
    for path in list(sys.path_importer_cache):
        if path.startswith(package):
            del sys.path_importer_cache[path]
