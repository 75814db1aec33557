"""The jury of Multi-Go: explanations and smaller inputs."""

from itertools import islice

import pytest
import support

from refsol import multigo
from refsol.errors import OptionError
from refsol.jury.validation import is_valid
from refsol.multigo.board import scan_board, scan_move
from refsol.multigo.jury import JURY
from refsol.multigo.jury.explain import explain
from refsol.pictures.text import draw
from refsol.text.scanner import Scanner


def test_the_choice_of_a_move() -> None:
    data = JURY.family("blobs").generate("1", {"height": 40, "width": 50, "moves": 2000})
    answers = multigo.solve(data).split()
    for move in (1, 1000, 2000):
        (found,) = explain(data, {"move": move})
        assert found.answer.encode() == answers[move - 1]
        assert len(draw(found.scene)) < 30
        assert max(map(len, draw(found.scene))) <= 100
    for selection in ({"move": 0}, {"move": 2001}, {}):
        with pytest.raises(OptionError, match="2000 moves"):
            next(explain(data, selection))


def test_reductions_are_lazy_and_parseable() -> None:
    data = JURY.family("blobs").generate("1", {"height": 100, "width": 100, "moves": 1000})
    assert len(list(islice(JURY.reductions(data), 5))) == 5
    for _seed, _rng, data in support.inputs("multigo", 10):
        smaller = list(JURY.reductions(data))
        assert 0 < len(smaller) < 5000
        assert any(is_valid(JURY, candidate) for candidate in smaller)
        for candidate in smaller:
            assert len(candidate.split()) <= len(data.split())
            scanner = Scanner(candidate)
            board, moves = scan_board(scanner)
            for _move in range(moves):
                scan_move(scanner, board)
            scanner.finish()
