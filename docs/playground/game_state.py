"""What the page gets to know of a game."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from refsol.problem.scene import Scene

Move: TypeAlias = Sequence[int]
"""The numbers of a move, as in a file: row and column, and in Multi-Go the player."""


class State(NamedTuple):
    """A game, and what is said about its last move."""

    scene: Scene
    """The position."""
    moves: Sequence[Move]
    """The moves so far: in Multi-Go also the refused ones, as in its inputs."""
    message: str
    """What the last move did or why it isn't legal, and who is to move."""
    refused: bool
    """Whether the last move isn't legal."""
    over: bool
    """Whether nobody can move any more."""
    as_input: str
    """The game as an input: NoGo's position, Multi-Go's first position and all moves; empty where it can't be one."""
    no_input: str
    """Why it can't be one, or nothing."""
    as_output: str
    """The moves as an output for the input that the game began with, where that is one; else nothing."""
