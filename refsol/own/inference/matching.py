"""Which field of a shape each name in a text of constraints means: by order, by plausibility, and by the samples."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from refsol.own.inference.constraints import Bound, Constraints, Limit
from refsol.own.inference.fields import FLOAT, INTEGER, WORD, Field, Key, are_unequal

_IMPOSSIBLE: Final = -1000.0
_BROKEN: Final = 4.0  # for a bound that the samples break
_CELLS: Final = 60  # that are looked at
_INVERSION: Final = 0.75
_MOST_LIMITS: Final = 12
_STEPS: Final = 4_000
_INDICES: Final = frozenset(["i", "j"])
_NUMBERED: Final = re.compile(r"([a-z]+)([0-9])")
_COUNTS: Final = frozenset(["n", "m", "h", "w", "q", "k", "t", "r", "c", "l"])


def fits(bound: Bound, field: Field, of_name: Mapping[str, Key], *, is_low: bool) -> bool | None:
    """Return whether a ``bound`` holds for a field, the lower one if ``is_low``; None if its names aren't known yet.

    ``of_name`` says which fields the names mean. O(cells).
    """
    numbers: dict[str, int] = {}
    for name in bound.names:
        key = of_name.get(name)
        if key is None or key.tag or key.number not in field.known:
            return None
        numbers[name] = key.number
    is_free = not numbers
    known = bound.value({}) if is_free else None
    for cell in field.cells if is_free else field.cells[:_CELLS]:
        if not cell.values.keys() >= {*numbers.values()}:
            return None
        end = known if is_free else bound.value({name: cell.values[number] for name, number in numbers.items()})
        if end is None:
            return None
        value = len(cell.token) if field.kind == WORD else float(cell.token) if field.kind == FLOAT else int(cell.token)
        if value == end:
            if bound.strict:
                return False
        elif (value < end) == is_low:
            return False
    return True


def sides_of(limit: Limit, field: Field) -> tuple[tuple[list[Bound], bool], tuple[list[Bound], bool]]:
    """Return a field's bounds on both sides, each with whether it is the lower one; ``|x|`` bounds numbers on both.

    O(bounds).
    """
    is_size = any((each.value({}) or 0) > 0 for each in limit.lows)  # of a set
    if limit.is_length and field.kind != WORD and not is_size:
        return ([Bound(f"-({each.text})", each.names, each.strict) for each in limit.highs], True), (limit.highs, False)
    return (limit.lows, True), (limit.highs, False)


def matched(constraints: Constraints, fields: Mapping[Key, Field]) -> dict[str, Key]:
    """Return which of the ``fields`` the names in ``constraints`` mean; those that no field can be are left out.

    The order of names is that of fields as far as possible. The time is bounded.
    """
    limits = constraints.limits
    names = _in_order([name for name, limit in limits.items() if _is_field(limit)])[:_MOST_LIMITS]
    keys = [key for key, field in fields.items() if not (key.tag and key.place and field.kind == WORD)]
    scores = {name: {key: _score(name, limits[name], fields[key]) for key in keys} for name in names}
    best: tuple[float, dict[str, Key]] = (-1.0, {})
    steps = 0

    order = {key: number for number, key in enumerate(keys)}

    def inversions(number: int, key: Key, chosen: Mapping[str, Key]) -> float:
        """Return what it costs that a name comes behind others whose fields are read later."""
        chain = limits[names[number]].chain
        return _INVERSION * sum(
            order[key] < order[other] and limits[name].chain != chain for name, other in chosen.items()
        )

    def assign(number: int, score: float, chosen: dict[str, Key]) -> None:
        nonlocal best, steps
        steps += 1
        if steps > _STEPS:
            return
        if number == len(names):
            if score > best[0]:
                equal = sum(
                    not are_unequal(fields[chosen[a]], fields[chosen[b]])
                    for a, b in constraints.unequal
                    if a in chosen and b in chosen
                )
                total = score - _BROKEN * (_broken(limits, fields, chosen) + equal)
                if total > best[0]:
                    best = (total, dict(chosen))
            return
        if score + sum(most[number:]) <= best[0]:
            return
        name = names[number]
        last = max([order[key] for key in chosen.values()], default=-1)
        for key in (*keys[last + 1 :], *keys[: last + 1]):
            if scores[name][key] > _IMPOSSIBLE and key not in chosen.values():
                cost = inversions(number, key, chosen)
                chosen[name] = key
                assign(number + 1, score + scores[name][key] - cost, chosen)
                del chosen[name]
        assign(number + 1, score, chosen)

    most = [max([0.0, *scores[name].values()]) for name in names]
    assign(0, 0.0, {})
    return best[1]


def _is_field(limit: Limit) -> bool:
    """Return whether a name is bounded, and not only an index that bounds others, such as p[i] < i."""
    is_index = limit.name in _INDICES and all(bound.names for bound in (*limit.lows, *limit.highs) if bound.is_near)
    return bool(limit.lows or limit.highs) and not is_index


def _in_order(names: Sequence[str]) -> list[str]:
    """Return names in the order of inputs: that given, but r1, c1, r2, c2 rather than r1, r2, c1, c2."""
    pairs = {name: match for name in names if (match := _NUMBERED.fullmatch(name))}
    stems = [*dict.fromkeys(match[1] for match in pairs.values())]
    by_number = iter(sorted(pairs, key=lambda name: (pairs[name][2], stems.index(pairs[name][1]))))
    return [next(by_number) if name in pairs else name for name in names]


def _score(name: str, limit: Limit, field: Field) -> float:
    if field.kind == WORD and not limit.is_length:
        return _IMPOSSIBLE
    for bounds, is_low in sides_of(limit, field):
        constant = [bound for bound in bounds if not bound.names]
        if constant and all(fits(bound, field, {}, is_low=is_low) is False for bound in constant):
            return _IMPOSSIBLE
    score = 2.0 if (field.kind == WORD) == limit.is_length else 1.5
    if limit.subscripts == field.dimensions:
        score += 2.0
    elif limit.subscripts > field.dimensions:
        score -= 1.0 if not field.slot.scope else 0.0
    elif not field.key.tag:
        score -= 1.0
    if field.is_count and name in _COUNTS:
        score += 0.5
    if name == "t" and field.is_count and field.key.number == 0:
        score += 1.0
    if field.is_tag:
        score -= 1.5
    if field.kind == INTEGER and field.is_count and limit.subscripts:
        score -= 1.0
    return score


def _broken(limits: Mapping[str, Limit], fields: Mapping[Key, Field], chosen: Mapping[str, Key]) -> int:
    """Return how many bounds the samples break if names mean the ``chosen`` fields."""
    found = 0
    for name, key in chosen.items():
        for bounds, is_low in sides_of(limits[name], fields[key]):
            known = (fits(bound, fields[key], chosen, is_low=is_low) for bound in bounds if bound.names)
            found += sum(each is False for each in known)
    return found
