"""The names of fields: those of the constraints, and otherwise those that statements usually have."""

from collections.abc import Mapping, Sequence
from itertools import chain, count
from typing import Final

from refsol.own.inference.constraints import Constraint, Term
from refsol.own.inference.fields import INTEGER, WORD, GrammarField, counter_of, is_known
from refsol.own.inference.grammar import Line, Loop, Part, Path

_COUNTS: Final = ("n", "m", "k", "q", "r")
_LISTS: Final = ("a", "b", "c", "d", "e")
_COLUMNS: Final = ("x", "y", "z", "w", "p")


def ends_of(constraint: Constraint, field: GrammarField) -> tuple[Sequence[Term], Sequence[Term]]:
    """Return the lower and the upper ends for a ``field``: of its lengths, or of absolute values."""
    if field.kind != WORD and constraint.is_length:
        return [term._replace(text=f"-({term.text})") for term in constraint.highs], constraint.highs
    return constraint.lows, constraint.highs


def holds(term: Term, field: GrammarField, given: Mapping[str, Path], *, is_low: bool) -> bool | None:
    """Return whether a ``term`` is an end of the range of all values; None if it can't be computed for some."""
    if any(name not in given or not is_known(given[name], field) for name in term.names):
        return None
    for cell in field.cells:
        end = term.value({name: cell.values[given[name]] for name in term.names if given[name] in cell.values})
        if end is None:
            return None
        value = len(cell.token) if field.kind == WORD else float(cell.token)
        gap = value - end if is_low else end - value
        if gap < 0 or (term.strict and not gap):
            return False
    return True


def matched(constraints: Mapping[str, Constraint], fields: Mapping[Path, GrammarField]) -> dict[str, Path]:
    """Return the field that each name means: those of a text are taken to come in the order of the input.

    Names in the same chain of inequalities may come in any order.
    """
    best: tuple[float, dict[str, Path]] = 0.0, {}
    paths = [*fields]
    tried = 0

    def assign(remaining: tuple[Constraint, ...], start: int, score: float, chosen: dict[str, Path]) -> None:
        nonlocal best, tried
        tried += 1
        if score > best[0]:
            best = score, chosen
        if not remaining or score + 4.5 * len(remaining) <= best[0] or tried > 20_000:
            return
        together = [each for each in remaining if each.chain == remaining[0].chain]
        for constraint in together:
            rest = tuple(each for each in remaining if each is not constraint)
            for place in range(start, len(paths)):
                more = _score(constraint, fields[paths[place]], chosen)
                if more > 0:
                    found = {**chosen, constraint.name: paths[place]}
                    assign(rest, place + 1, score + more - 0.5 * (constraint is not together[0]), found)
        assign(remaining[1:], start, score, chosen)

    assign(tuple(each for each in constraints.values() if each.lows or each.highs), 0, 0.0, {})
    return best[1]


def _score(constraint: Constraint, field: GrammarField, chosen: Mapping[str, Path]) -> float:
    if field.kind == WORD and not constraint.is_length:
        return 0
    for terms, is_low in zip(ends_of(constraint, field), (True, False), strict=True):
        known = [(holds(term, field, chosen, is_low=is_low), bool(term.names)) for term in terms]
        if (False, True) in known or ((False, False) in known and (True, False) not in known):
            return 0
    fits = (constraint.subscripts > 0) == bool(field.indices)
    counts = field.is_count and not constraint.subscripts
    return 2.0 + fits + counts + (0.5 if (field.kind == WORD) == constraint.is_length else 0)


class Names:
    """Names for the ``fields`` of a grammar, those ``given`` first; ``indices`` are for loops, the outermost first."""

    def __init__(self, parts: Sequence[Part], fields: Mapping[Path, GrammarField], given: Mapping[str, Path]) -> None:
        self.of: Final = {path: name for name, path in given.items()}
        self._taken: Final = {*given}
        for path, field in fields.items():
            if path not in self.of:
                self.of[path] = self.fresh(*_usual(parts, field, fields))
        self.indices: Final = [name for name in ("i", "j", "h", "g", "i1", "i2", "i3", "i4") if name not in self._taken]

    def fresh(self, *wanted: str) -> str:
        """Return the first of the ``wanted`` names that isn't taken, or one like the first, and take it."""
        name = next(name for name in chain(wanted, (f"{wanted[0]}{n}" for n in count(2))) if name not in self._taken)
        self._taken.add(name)
        return name


def _usual(parts: Sequence[Part], field: GrammarField, fields: Mapping[Path, GrammarField]) -> Sequence[str]:
    match parts:
        case [Line(path, 1), Loop(_, times, [_, _, *_]), *_] if times is not None and field.path == (*path, 0):
            return ("t", *_COUNTS) if times.fields == (field.path,) else _COUNTS
    beside = (fields.get((*field.line.path, place)) for place in range(field.line.fixed))
    if field.is_count or (not field.indices and any(other is not None and other.is_count for other in beside)):
        return _COUNTS
    if field.kind == WORD:
        return ("s", "t", "word", "name")
    if field.is_listed or (field.indices and field.line.fixed == 1):
        return ("p", *_LISTS) if field.is_listed and counter_of(field, fields) else _LISTS
    if field.kind == INTEGER and field.indices and counter_of(field, fields):
        return ("u", "v", "w")
    return _COLUMNS if field.indices or field.line.fixed == 1 else (*_LISTS, "f")
