"""The files of a new package: those of the template, with another name."""

import shutil
import subprocess
from pathlib import Path

import pytest
import support
from support import Patch

import refsol.own.scaffold
from refsol.errors import OptionError
from refsol.own.scaffold import package_files


def test_the_template_is_a_package_by_itself() -> None:
    """With the example's name, the files are those of the template."""
    template = support.ROOT / "refsol" / "own" / "scaffold" / "template"
    if shutil.which("git") and (support.ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files"], cwd=template, capture_output=True, check=True).stdout.decode()
        assert sorted(file.path for file in package_files("lamps")) == sorted(listed.split())
    for file in package_files("lamps"):
        assert (template / file.path).read_text(encoding="utf-8") == file.text


@pytest.mark.parametrize("name", ["Bakery", "my-problem", "1st", "../x", "a" * 21, ""])
def test_a_name_that_no_package_can_have_is_an_error(name: str) -> None:
    with pytest.raises(OptionError, match=r"^a problem's name is a letter and at most 19 more letters or digits"):
        package_files(name)


def test_only_the_name_is_replaced_and_what_python_leaves_is_left_out(tmp_path: Path, monkeypatch: Patch) -> None:
    text = 'import refsol_lamps\nlamps = "refsol_lamps"\nNAME = "lamps"  # the lamps of Lamps\nlamps_lit = 1\n'
    for path in ("refsol_lamps/a.py", "tests/test_lamps.py", "__pycache__/b.py", "refsol_lamps/__pycache__/c.py", ".d"):
        (tmp_path / "template" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "template" / path).write_text(text, encoding="utf-8")
    monkeypatch.setattr(refsol.own.scaffold, "files", lambda _package: tmp_path)
    written = {file.path: file.text for file in package_files("a" * 20)}
    name = "a" * 20
    assert list(written) == [f"refsol_{name}/a.py", f"tests/test_{name}.py"]
    for found in written.values():
        assert found == (
            f'import refsol_{name}\n{name} = "refsol_{name}"\nNAME = "{name}"  # the lamps of {name.capitalize()}\n'
            "lamps_lit = 1\n"
        )
