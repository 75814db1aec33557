from pathlib import Path

import pytest
import support

from refsol.problem import NAMES

INPUTS = sorted(support.SAMPLES.glob("*/*.in"))


def test_every_problem_has_samples() -> None:
    assert {path.parent.name for path in INPUTS} == set(NAMES)


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_sample(path: Path) -> None:
    answer = support.SOLVE[path.parent.name](path.read_bytes(), {})
    assert answer == path.with_suffix(".ans").read_bytes()


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_white_space_does_not_matter(path: Path) -> None:
    data = path.read_bytes()
    answer = path.with_suffix(".ans").read_bytes()
    for changed in (
        data.replace(b"\n", b"\r\n"),
        data.rstrip(b"\n"),
        data.replace(b"\n", b"\n\n"),
        data.replace(b" ", b" \t "),
        b"\n " + data + b" \n\n",
    ):
        assert support.SOLVE[path.parent.name](changed, {}) == answer


@pytest.mark.parametrize("name", NAMES)
def test_statement_shows_the_samples(name: str) -> None:
    statement = (support.ROOT / "refsol" / name / "statement.md").read_text(encoding="utf-8")
    for path in INPUTS:
        if path.parent.name == name and path.stem.isdecimal():
            assert f"```text\n{path.read_text(encoding='ascii')}```" in statement
            assert f"```text\n{path.with_suffix('.ans').read_text(encoding='ascii')}```" in statement
