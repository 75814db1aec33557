"""Solutions of the kinds people write: a right one of each problem, in a module called like that, and wrong ones."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple


class Wrong(NamedTuple):
    solve: Callable[[bytes], bytes]
    what: str
    size: int
    slow: bool = False


@cache
def wrong_solutions(name: str) -> Mapping[str, Wrong]:
    """Return the wrong solutions of a problem: the right one after the changes in ``tests/tables/wrong.toml``.

    A row there says what is wrong, and how small the failing input becomes; changes follow, of a text that occurs once.
    """
    source = Path(__file__).with_name(f"{name}.py").read_text(encoding="utf-8")
    rows = tomllib.loads(Path(__file__).parents[1].joinpath("tables", "wrong.toml").read_text(encoding="utf-8"))
    return {
        mutant: Wrong(_solution(source, changes), what, size, slow)
        for kind, slow in (("wrong", False), ("slow", True))
        for mutant, (what, size, *changes) in rows[kind].get(name, {}).items()
    }


def _solution(source: str, changes: Sequence[tuple[str, str]]) -> Callable[[bytes], bytes]:
    for right, wrong in changes:
        assert source.count(right) == 1, right
        source = source.replace(right, wrong)
    names: dict[str, Callable[[bytes], bytes]] = {}
    exec(source, names)
    return names["solve"]
