"""A short run of the programs that look for crashes, and whether they notice one."""

import os
from pathlib import Path

import abuse
import fuzz
import pytest
import support
from support import Patch

from refsol.jury import testing
from refsol.text import writer

pytestmark = pytest.mark.slow

SEED = str(support.FRESH_SEED)


def test_nothing_depends_on_how_an_input_is_read() -> None:
    tally = fuzz.fuzz(SEED, inputs=20)
    assert tally.faults == [], f"REFSOL_SEED={SEED}"
    assert tally.done == 100


def test_a_difference_between_readings_is_noticed(monkeypatch: Patch, tmp_path: Path) -> None:
    right = testing.outcome
    monkeypatch.setattr(
        testing, "outcome", lambda name, data, *more: right(name, data if isinstance(data, bytes) else b"", *more)
    )
    with (tmp_path / "input").open("w+b", buffering=0) as file:
        example = fuzz.Example("1", 0, file)
        example.every_way = True
        example.read()
    assert any("from bytes, but" in what for what in example.wrong)


def test_examples_that_end_the_process_are_named(monkeypatch: Patch) -> None:
    monkeypatch.setattr(fuzz, "__file__", "no such program")
    wrong = fuzz.fuzz("1", inputs=1).faults
    assert [what.split(":")[0] for what in wrong[:: len(wrong) // 5]] == [f"example {k}" for k in range(5)]
    assert all("the process ended with status 2" in what for what in wrong)


def test_hostile_arguments_break_nothing() -> None:
    calls = 2 * len(abuse.TARGETS)
    assert abuse.abuse(SEED, 300, calls) == (calls, []), f"REFSOL_SEED={SEED}"


def test_every_public_callable_is_called() -> None:
    names = {f"{target.module}.{target.of_class or target.name}" for target in abuse.TARGETS}
    assert {"structures.sum_tree.SumTree", "text.words.short_value", "nogo.rules.group_of"} <= names
    assert not {target.module for target in abuse.TARGETS} & {"chess.rules", "nogo.explain", "nogo.families"}
    unknown = {parameter.type for target in abuse.TARGETS for parameter in target.parameters} - set(abuse.MAKERS)
    assert not unknown


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (os.abort, "ended the process with SIGABRT"),
        (lambda: [0] * 2**40, None),
        (lambda: os.environ["NO_KEY"], "raised KeyError: 'NO_KEY'"),
    ],
)
def test_what_breaks_is_named(broken: object, said: str | None, monkeypatch: Patch) -> None:
    assert callable(broken)
    monkeypatch.setattr(writer, "word_of", lambda text: broken())
    number = [target.name for target in abuse.TARGETS].index("word_of")
    wrong = list(abuse.run("1", number, 1))
    assert len(wrong) == (said is not None)
    assert all(said is not None and said in what and "text.writer.word_of(text=" in what for what in wrong)


def test_an_endless_loop_is_ended(monkeypatch: Patch) -> None:
    def endless(_text: bytes) -> int:
        while True:
            pass

    monkeypatch.setattr(abuse, "SECONDS", 0.1)
    monkeypatch.setattr(writer, "word_of", endless)
    number = [target.name for target in abuse.TARGETS].index("word_of")
    [wrong] = abuse.run("1", number, 1)
    assert "after 0.1 seconds of processor time" in wrong
