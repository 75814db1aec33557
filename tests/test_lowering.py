"""Sources without what the oldest Python that runs bundles doesn't have: they do the same, also there."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

from support import sections

import refsol
from refsol.jury.bundles.lowering import lowered

OLDEST = (3, 9)

NEWER = sections("lowering")["newer"]


def printed(python: str, source: str) -> bytes:
    done = subprocess.run([python, "-I", "-"], input=source.encode(), capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout


def test_what_is_lowered_does_the_same() -> None:
    source = lowered(NEWER)
    ast.parse(source, feature_version=OLDEST)
    assert "slots" not in source
    assert source.count("é") == NEWER.count("é")
    assert 'Many: TypeAlias = "Sequence[Either]"' in source
    assert "if isinstance(value, (int, float)):  # é, a comment" in source
    assert printed(sys.executable, source) == printed(sys.executable, NEWER)
    assert lowered(source) == source
    pypy = shutil.which("pypy3")
    if pypy is not None:
        assert printed(pypy, source) == printed(sys.executable, NEWER)


def test_a_source_without_anything_newer_stays_as_it_is() -> None:
    path = Path(refsol.__path__[0], "jury", "validation.py")
    assert lowered(path.read_text(encoding="utf-8")) == path.read_text(encoding="utf-8")
