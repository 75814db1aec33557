"""Docstrings and hints to the C compiler: what they add to C like mypyc's, and that other C is left alone."""

import os
import sys
from pathlib import Path

import pytest
import support

sys.path.append(os.fspath(support.ROOT))  # at the end, so that an installed refsol is found first
from build_docstrings import DOCSTRINGS
from build_hints import HINTS, PLAYOUT_STEPS, STEPS, Hint, hinted

# What the patterns look for, in the form that mypyc 2.4 writes.
INCLUDE = '#include "__native_refsol.h"\n'
INDEX = "    cpy_r_r3 = (uint64_t)cpy_r_i < (uint64_t)cpy_r_r2;\n    if (cpy_r_r3) {\n"
PREFETCH = """char CPyDef_refsol___structures___prefetch___prefetch(VecI32 cpy_r_values, int64_t cpy_r_index) {
    cpy_r_r1 = *(int32_t *)cpy_r_r0;
    return 1;
}
"""
STEP = "int64_t CPyDef_refsol___%s(int64_t cpy_r_n) {\n    return 1;\n}\n"
INLINED = {"steps": STEPS, "playout steps": PLAYOUT_STEPS}

EXPECTED = {
    "indices": (INDEX, INDEX.replace("if (cpy_r_r3)", "if (likely(cpy_r_r3))")),
    "prefetch": (
        PREFETCH,
        PREFETCH.replace(
            "cpy_r_r1 = *(int32_t *)cpy_r_r0;", "__builtin_prefetch((const void *)cpy_r_r0); cpy_r_r1 = 0;"
        ),
    ),
    "errors": (
        INCLUDE,
        "__attribute__((cold)) void CPy_AddTraceback(const char *, const char *, int, PyObject *);\n" + INCLUDE,
    ),
}
for hint_name, names in INLINED.items():
    functions = "".join(STEP % name.replace(".", "___") for name in names)
    inlined = functions.replace("int64_t CPyDef", "inline __attribute__((always_inline)) int64_t CPyDef")
    EXPECTED[hint_name] = functions, inlined
COMPLETE = "".join(before for before, _ in EXPECTED.values())
OTHER = "int main(void) {\n    int values[2] = {1, 2};\n    return values[0] < values[1];\n}\n"


@pytest.mark.parametrize("hint", HINTS, ids=lambda hint: hint.name)
def test_a_hint_changes_only_what_it_looks_for(hint: Hint) -> None:
    before, after = EXPECTED[hint.name]
    places = len(INLINED.get(hint.name, "1"))
    assert hint.add(OTHER + before + OTHER) == (OTHER + after + OTHER, places)
    assert hint.add(OTHER) == (OTHER, 0)


def test_all_hints_are_written_to_a_copy(tmp_path: Path) -> None:
    source = tmp_path / "source.c"
    source.write_text(COMPLETE, encoding="utf-8")
    copy, added = hinted(source, HINTS)
    assert added == [hint.name for hint in HINTS]
    assert copy != source
    assert source.read_text(encoding="utf-8") == COMPLETE
    text = copy.read_text(encoding="utf-8")
    for _, after in EXPECTED.values():
        assert after in text
    unchanged = copy.stat().st_mtime_ns
    assert hinted(source, HINTS)[0].stat().st_mtime_ns == unchanged, "an unchanged copy is not compiled again"


def test_a_hint_can_be_left_out_and_a_missing_one_is_noticed(tmp_path: Path) -> None:
    source = tmp_path / "source.c"
    source.write_text(COMPLETE, encoding="utf-8")
    assert hinted(source, [hint for hint in HINTS if hint.name != "indices"])[1] == [
        *("prefetch", "errors", "steps", "playout steps")
    ]
    source.write_text(INDEX, encoding="utf-8")
    assert hinted(source, HINTS)[1] == ["indices"]
    source.write_text(OTHER, encoding="utf-8")
    assert hinted(source, HINTS) == (source, [])


def test_all_steps_are_inlined_or_none() -> None:
    (hint,) = (hint for hint in HINTS if hint.name == "playout steps")
    some = STEP % "nogo___play____rings___place"
    assert hint.add(some) == (some, 0)


SOURCE = support.sections("build_hints")["source"]
# The C that has no docstrings, with a mark where each is expected, and the docstrings.
UNDOCUMENTED = support.sections("build_hints")["c without docstrings"]


def test_docstrings_are_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    expected = UNDOCUMENTED
    for old, new in support.toml("build_hints")["docstrings"]:
        assert old in expected
        expected = expected.replace(old, new)
    assert DOCSTRINGS.add(UNDOCUMENTED.replace("@", "")) == (expected, 7)
    assert DOCSTRINGS.add(OTHER) == (OTHER, 0)
