"""What is compiled, and to which shared library: each kind of use loads what it needs, and they compile side by side.

The folder of a module decides. A line ``# mypyc: NAME`` in a module names another library for it, or says that it is
interpreted. All other folders need no speed, and compiling takes time.
"""

import re
from pathlib import Path
from typing import Final

SOLVING: Final = "refsol"
"""What solving needs."""
JURY: Final = "refsol_jury"
"""What else the jury needs."""
PLAY: Final = "refsol_play"
"""What else playing NoGo needs."""

_MARKER: Final = re.compile(r"(?m)^# mypyc: (\w+)$")
_NEVER: Final = {"__init__", "plain"}  # public interfaces, and programs for any interpreter


def libraries(root: Path = Path()) -> dict[str, list[str]]:
    """Return for each library the paths of its modules, from the directory ``root`` of the project."""
    package = root / "refsol"
    folders = {package / "structures": SOLVING, package / "text": SOLVING, package / "nogo" / "play": PLAY}
    for statement in package.glob("*/statement.md"):
        folders |= {statement.parent: SOLVING, statement.parent / "jury": JURY}
    found: dict[str, list[str]] = {SOLVING: [], JURY: [], PLAY: []}
    for folder in sorted(folders):
        for path in sorted(folder.glob("*.py")):
            marker = _MARKER.search(path.read_text(encoding="utf-8"))
            library = marker[1] if marker else folders[folder]
            if path.stem not in _NEVER and library != "interpreted":
                found[library].append(str(path.relative_to(root)))
    return found
