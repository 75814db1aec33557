"""Wrong solutions of the kinds people write, a module for each problem; beside them a right one, as naive."""

from collections.abc import Callable
from typing import NamedTuple


class Wrong(NamedTuple):
    solve: Callable[[bytes], bytes]
    what: str
    size: int
    slow: bool = False
