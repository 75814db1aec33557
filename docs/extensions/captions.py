"""What a caption claims, compared with what refsol says of the picture: its title, its reasons and its legend.

A caption is prose, so a program can't understand it, but much of it can be compared. Its ``answer`` is the one that
``explain`` gives. What it ``says`` are pieces of refsol's own words. Its coordinates, numbers, players and colours
occur in these words, and what it says of frames, letters and roads is in the picture.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from refsol.problem.scene import RoadType, Scene

_CELL: Final = re.compile(r"\(\d+, \d+\)")
_NUMBER: Final = re.compile(r"\d+")
_PLAYER: Final = re.compile(r"\b(?:to )?player \d+\b")  # who gains a cell is not who loses it
_COLOUR: Final = re.compile(r"\b(?:black|white)\b")
_WORD: Final = re.compile(r"[a-z]+")
_CODE: Final = re.compile(r"`[^`]*`")
# Numbers in words. "One" is mostly a pronoun, and "first" and "second" may be pictures of a figure.
_NUMBERS: Final = {
    word: str(value)
    for value, words in enumerate(
        (
            "two",
            "three third",
            "four fourth",
            "five fifth",
            "six sixth",
            "seven seventh",
            "eight eighth",
            "nine ninth",
            "ten tenth",
        ),
        start=2,
    )
    for word in words.split()
}


class Claims(NamedTuple):
    """What is said about a picture."""

    caption: str
    """The text below the picture."""
    answer: str | None = None
    """The answer that ``explain`` gives; a caption that asks a question needs it."""
    says: tuple[str, ...] = ()
    """Pieces of refsol's own words on which the caption rests."""

    @property
    def asks(self) -> bool:
        """Whether the caption asks the reader a question."""
        return "?" in self.caption

    def faults(self, scenes: Sequence[Scene]) -> list[str]:
        """Return what the claims have that the pictures don't, in words. O(length)."""
        return [*self._unsupported(scenes), *self._faults_in_words(_words_of(scenes)), *self._not_drawn(scenes)]

    def _unsupported(self, scenes: Sequence[Scene]) -> Iterator[str]:
        """Yield whether claims are missing, and those that refsol doesn't say literally."""
        words = _words_of(scenes)
        if not self.says:
            yield "a caption needs something that refsol says"
        if self.asks and self.answer is None:
            yield "a question needs an :answer:"
        if self.answer is not None and not any(scene.title.endswith(f": {self.answer}") for scene in scenes):
            yield f"the answer is not {self.answer!r} but in {[scene.title for scene in scenes]}"
        yield from (f"refsol doesn't say {said!r} but {words!r}" for said in self.says if said not in words)

    def _faults_in_words(self, words: str) -> Iterator[str]:
        """Yield the coordinates, numbers, players and colours that occur in the caption only."""
        claimed, said = _CODE.sub("", self.caption).lower(), words.lower()
        for pattern in (_CELL, _PLAYER, _COLOUR):
            missing = {found for found in pattern.findall(claimed) if not re.search(rf"{re.escape(found)}(?!\d)", said)}
            yield from (f"refsol doesn't mention {found!r}" for found in sorted(missing))
        yield from (f"refsol doesn't mention {one}" for one in sorted(_numbers_in(claimed) - _numbers_in(said)))

    def _not_drawn(self, scenes: Sequence[Scene]) -> Iterator[str]:
        """Yield what the caption calls by its looks and the pictures don't have."""
        roads = {road for scene in scenes if scene.roads for lines in scene.roads for line in lines for road in line}
        for word, drawn in (
            ("framed", any(scene.focus for scene in scenes)),
            ("letter", not self.asks and any(scene.marks for scene in scenes)),
            ("badge", any(scene.labels or (scene.marks and not self.asks) for scene in scenes)),
            ("double line", RoadType.STRAIGHT in roads),
            ("wav", RoadType.OPEN in roads),
        ):
            if word in self.caption.lower() and not drawn:
                yield f"nothing in the picture is what the caption calls {word!r}"


def _words_of(scenes: Sequence[Scene]) -> str:
    """Return all that refsol says of the pictures."""
    return " ".join(
        text
        for scene in scenes
        for text in (scene.title, scene.description, *(mark.role for mark in scene.marks if mark.cells))
    )


def _numbers_in(text: str) -> set[str]:
    """Return the numbers from 2 on in a text, those of coordinates apart, in digits."""
    without_cells = _CELL.sub("", text)
    found = {*_NUMBER.findall(without_cells)}
    found |= {_NUMBERS[word] for word in _WORD.findall(without_cells.lower()) if word in _NUMBERS}
    return found - {"0", "1"}
