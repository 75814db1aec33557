"""Reasons and the position that they are about, as lines of text."""

from collections.abc import Iterable, Iterator

from refsol.cli.terminal import hanging
from refsol.problem.scene import Scene


def reasoned(reasons: Iterable[str], scene: Scene | None, width: int | None, indent: int = 0) -> Iterator[str]:
    """Yield the lines of ``reasons`` and of the picture of a ``scene``, if there is one, all indented by ``indent``.

    Lines longer than ``width`` are wrapped, and the picture is as narrow, unless it is None. O(length).
    """
    blanks = " " * indent
    for reason in reasons:
        yield from hanging(blanks + reason, width)
    if scene is not None:
        from refsol.pictures.text import WIDTH, draw  # not needed where a judge only wants to know what is right

        for line in draw(scene, WIDTH if width is None else min(WIDTH, width - indent)):
            yield from hanging((blanks + line).rstrip(), width)
