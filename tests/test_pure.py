"""``REFSOL_PURE=1`` at run time: the sources are used wherever the package is, in a directory or in a zip file."""

import os
import zipfile
from pathlib import Path

import pytest
import support

from refsol.problem import load

pytestmark = pytest.mark.slow

SAMPLE = support.SAMPLES / "nogo" / "2.in"
# Other copies of the package, found by the finders of editable installations, would hide a module that is missing.
RUN = """
import sys
sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in f"{finder!r} {finder.__module__}"]
sys.path.insert(0, sys.argv.pop(1))
import refsol.cli.main
print(refsol.__file__, file=sys.stderr)
sys.exit(refsol.cli.main.run(sys.argv[1:]))
"""


@pytest.mark.parametrize("pure", ["0", "1"])
def test_the_package_runs_from_a_zip_file(pure: str, tmp_path: Path) -> None:
    package = support.ROOT / "refsol"
    with zipfile.ZipFile(tmp_path / "refsol.zip", "w") as archive:
        for path in package.rglob("*"):
            if path.suffix in (".py", ".md", ".html", ".css", ".js"):
                archive.write(path, path.relative_to(support.ROOT))
    for arguments, expected in (
        (["nogo", "solve", str(SAMPLE)], SAMPLE.with_suffix(".ans").read_bytes()),
        (["nogo", "statement"], load("nogo").statement().encode()),
        (["nogo", "statement", "--language", "zh"], load("nogo").statement("zh").encode()),
        (["nogo", "show", str(SAMPLE), "--html", os.devnull], b""),
    ):
        done = support.python_process(
            "-c", RUN, str(tmp_path / "refsol.zip"), *arguments, cwd=tmp_path, REFSOL_PURE=pure
        )
        assert done.stderr.decode() == f"{tmp_path / 'refsol.zip' / 'refsol' / '__init__.py'}\n"
        assert (done.returncode, done.stdout) == (0, expected)
