"""The programs that try very many cases: which cases they try, what they notice, and what they print."""

from concurrent.futures import ThreadPoolExecutor

import campaign
import extremes
import proof
import pytest
import support
from campaign import Batch
from fuzz import SETTINGS
from support import Capture, Patch

from refsol.jury import testing
from refsol.problem import NAMES

SAMPLE = support.SAMPLES / "nogo" / "2.in"


def test_batches() -> None:
    assert list(campaign.batches(["a", "b"], 10, 15, 3, None)) == [
        *(Batch("a", 10, 13), Batch("b", 10, 13)),
        *(Batch("a", 13, 15), Batch("b", 13, 15)),
    ]
    endless = campaign.batches(["a"], 0, None, 3, None)
    assert [next(endless), next(endless)] == [Batch("a", 0, 3), Batch("a", 3, 6)]
    assert list(campaign.batches(["a"], 0, None, 3, 0)) == []


def test_results_come_in_order() -> None:
    todo = list(campaign.batches(["a", "b"], 0, 20, 3, None))
    done = list(campaign.in_order(ThreadPoolExecutor(3), 3, lambda batch: batch.first, iter(todo)))
    assert done == [(batch, batch.first) for batch in todo]


def test_the_table_and_how_to_continue(capsys: Capture, monkeypatch: Patch) -> None:
    monkeypatch.setattr(campaign, "PROGRESS_SECONDS", 0)
    tally = campaign.Tally(["a", "b", "c"], 100, 3100)
    tally.add(Batch("a", 100, 2100), 1.2, [])
    tally.add(Batch("b", 100, 1100), 0.4, ["this"])
    assert tally.faults == ["this"]
    assert capsys.readouterr().err.splitlines()[1].startswith("3000 of 9000, ")
    assert tally.resume() == "--first 100 continues"
    tally.add(Batch("c", 100, 1100), 0, [])
    tally.interrupt()
    assert capsys.readouterr().err.splitlines()[-1] == "interrupted; --first 1100 continues"
    assert tally.status == 1
    assert tally.table("7", "compiled").splitlines()[2:] == [
        "| a | 2,000 | 100 | 7 | compiled | 1 | 0 |",
        "| b | 1,000 | 100 | 7 | compiled | 0 | 1 |",
        "| c | 1,000 | 100 | 7 | compiled | 0 | 0 |",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_mismatches_are_noticed(name: str, monkeypatch: Patch) -> None:
    assert proof.compare_batch("1", Batch(name, 0, 2))[1] == []
    monkeypatch.setitem(support.ORACLE, name, lambda _data: b"something else")
    wrong = proof.compare_batch("1", Batch(name, 0, 2))[1]
    assert [what.split(",")[0] for what in wrong] == [f"case {number} of {name}" for number in range(2)]
    monkeypatch.setitem(support.SOLVE, name, lambda _data, _settings: [][0])
    assert "IndexError" in str(proof.compare(name, "1", 0))


def test_proof_ends_with_a_table(capsys: Capture, monkeypatch: Patch) -> None:
    monkeypatch.setattr(proof, "ProcessPoolExecutor", lambda jobs, initializer: ThreadPoolExecutor(jobs))
    monkeypatch.setattr(
        "sys.argv", ["proof.py", "--cases", "2", "--jobs", "1", "--seed", "1", "--problem", "tictactoe"]
    )
    mode = "compiled" if support.COMPILED else "interpreted"
    assert proof.main() == 0
    assert capsys.readouterr().out.splitlines()[2:] == [f"| tictactoe | 2 | 0 | 1 | {mode} | 0 | 0 |"]
    monkeypatch.setitem(support.ORACLE, "tictactoe", lambda _data: b"something else")
    assert proof.main() == 1
    assert "--problem PROBLEM --first N --cases N+1" in capsys.readouterr().out


def test_faults_of_extremes(monkeypatch: Patch) -> None:
    with SAMPLE.open("rb") as file:
        assert list(extremes.faults("nogo", file, SAMPLE.with_suffix(".ans").read_bytes())) == []
        assert list(extremes.faults("nogo", file, b"")) == ["the answer is wrong"]
        monkeypatch.setattr(testing, "outcome", lambda *_any: b"1 1\n-1 -1\n")
        assert [fault.partition(" is wrong:")[0] for fault in extremes.faults("nogo", file, None)] == [
            f"the verdict on the answer with {settings}" for settings in SETTINGS["nogo"]
        ]
