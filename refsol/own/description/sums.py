"""Sums of products: of values of variables, of numbers of rounds, and of what isn't known yet.

Equal sums are equal objects of Python, and values in them can be replaced. Everything is O(terms), which are few.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from refsol.own.description import syntax
from refsol.own.description.values import ValueTypeError, computed

_MOST_TERMS: Final = 64  # of a sum
_DEPTH: Final = 8  # of what isn't known, and bounds what else isn't


class Value(NamedTuple):
    """The value of a variable called ``name``, with ``indices`` if it has some.

    If it ``is_length``, it is the length of that value.
    """

    name: str
    indices: "tuple[IndexKey, ...]"
    is_length: bool


class RoundsLeft(NamedTuple):
    """How many rounds of a ``loop`` follow the present one."""

    loop: syntax.Repeat


class Unknown:
    """A value that isn't made up yet: between the least and the most that ``ends`` may be.

    It has no upper limit unless it ``is_bounded``, and without ends it may be anything. The ``depth`` is how many of
    these there are in each other.
    """

    def __init__(self, ends: Sequence["Sum"], *, is_bounded: bool = True) -> None:
        depths = [atom.depth for end in ends for term in end for atom in term if isinstance(atom, Unknown)]
        self.depth: Final[int] = 1 + max(depths, default=0)
        self.ends: Final = ends if self.depth <= _DEPTH else ()
        self.is_bounded: Final = is_bounded


IndexKey: TypeAlias = frozenset[tuple[tuple["Atom", ...], int]] | syntax.Expression
"""What equal indices have in common."""
Atom: TypeAlias = Value | RoundsLeft | Unknown
"""A factor in a product."""
Sum: TypeAlias = Mapping[tuple["Atom", ...], int]
"""A sum of products of atoms, which are in the order of their hashes, each with an integer before it."""

ZERO: Final[Sum] = {}
"""The sum 0."""
ONE: Final[Sum] = {(): 1}
"""The sum 1."""


def plus(left: Sum, right: Sum, times: int = 1) -> Sum:
    """Return ``left`` and some ``times`` ``right``."""
    terms = dict(left)
    for term, factor in right.items():
        terms[term] = terms.get(term, 0) + times * factor
    return {term: factor for term, factor in terms.items() if factor}


def times(left: Sum, right: Sum) -> Sum:
    """Return ``left`` times ``right``. Raises :class:`NotASumError` if it has too many terms."""
    if len(left) * len(right) > _MOST_TERMS:
        raise NotASumError
    product: Sum = {}
    for one, factor in left.items():
        for other, more in right.items():
            product = plus(product, {tuple(sorted(one + other, key=hash)): factor * more})
    return product


class NotASumError(Exception):
    """An expression isn't a sum of products, or has too many terms."""


def sum_of(expression: syntax.Expression) -> Sum:
    """Return what an ``expression`` is. Raises :class:`NotASumError`."""
    match expression:
        case syntax.Constant():
            if not isinstance(expression.value, int):
                raise NotASumError
            return constant(expression.value)
        case syntax.Variable():
            return {(value_of(expression),): 1}
        case syntax.Negation():
            return plus(ZERO, sum_of(expression.operand), -1)
        case syntax.Length():
            if isinstance(expression.operand, syntax.Variable):
                return {(value_of(expression.operand)._replace(is_length=True),): 1}
            raise NotASumError
    first, operations = syntax.operations_in(expression)
    found = sum_of(first)
    for operation in operations:
        found = _joined(operation.operator, found, sum_of(operation.right))
        if len(found) > _MOST_TERMS:
            raise NotASumError
    return found


def constant_of(expression: syntax.Expression) -> int | None:
    """Return the integer that an ``expression`` is wherever it stands, or None. O(its evaluation)."""
    try:
        found = sum_of(expression)
    except NotASumError:
        return None
    return found.get((), 0) if found.keys() <= {()} else None


def _joined(operator: str, left: Sum, right: Sum) -> Sum:
    if operator == "*":
        return times(left, right)
    if operator in "+-":
        return plus(left, right, 1 if operator == "+" else -1)
    if left.keys() | right.keys() <= {()}:
        try:
            result = computed(operator, left.get((), 0), right.get((), 0))
        except ValueTypeError:
            raise NotASumError from None
        if isinstance(result, int):
            return constant(result)
    raise NotASumError


def constant(value: int) -> Sum:
    """Return a ``value`` as a sum."""
    return {(): value} if value else ZERO


def value_of(variable: syntax.Variable) -> Value:
    """Return the value of a ``variable``."""
    return Value(variable.name, tuple(map(_key_of, variable.indices)), False)


def _key_of(expression: syntax.Expression) -> IndexKey:
    """Return what equal indices have in common."""
    try:
        return frozenset(sum_of(expression).items())
    except NotASumError:
        return expression  # equal to itself only


def names_in(value: Value) -> Iterator[str]:
    """Yield the names of the variable that has a ``value``, and of those in its indices."""
    yield value.name
    for index in value.indices:
        if isinstance(index, frozenset):
            for term, _factor in index:
                for atom in term:
                    yield from _names_in_atom(atom)
        else:
            yield from syntax.names_in(index)


def names_of(total: Sum) -> set[str]:
    """Return the names of the variables in a sum ``total``."""
    return {name for term in total for atom in term for name in _names_in_atom(atom)}


def _names_in_atom(atom: Atom) -> Iterable[str]:
    if isinstance(atom, Value):
        return names_in(atom)
    return {name for end in atom.ends for name in names_of(end)} if isinstance(atom, Unknown) else ()


def values_in(unknown: Unknown) -> Iterator[Value]:
    """Yield the values on which it depends what an ``unknown`` one may be."""
    for end in unknown.ends:
        for term in end:
            for atom in term:
                if isinstance(atom, Value):
                    yield atom
                elif isinstance(atom, Unknown):
                    yield from values_in(atom)


def anything() -> Sum:
    """Return a sum of which nothing is known."""
    return {(Unknown(()),): 1}


def shifted_by(value: Value, counter: Value, step: Sum) -> Sum:
    """Return a ``value`` with indices in which ``step`` stands for a ``counter``. Raises :class:`NotASumError`."""
    in_index = Substitution(lambda each: step if each == counter else None)
    indices: list[IndexKey] = []
    for index in value.indices:
        if not isinstance(index, frozenset):
            raise NotASumError
        indices.append(frozenset(in_index.of(dict(index)).items()))
    return {(value._replace(indices=tuple(indices)),): 1}


class Substitution:
    """Replaces values: those of which ``replace`` returns what takes their place."""

    def __init__(self, replace: Callable[[Value], Sum | None]) -> None:
        self._replace: Final = replace
        self._known: Final[dict[Unknown, Unknown]] = {}  # what is the same stays the same

    def of(self, total: Sum) -> Sum:
        """Return what a sum ``total`` becomes. Raises :class:`NotASumError` if it has too many terms."""
        found: Sum = {}
        for term, factor in total.items():
            product: Sum = {(): factor}
            for atom in term:
                product = times(product, self._of_atom(atom))
            found = plus(found, product)
        if len(found) > _MOST_TERMS:
            raise NotASumError
        return found

    def _of_atom(self, atom: Atom) -> Sum:
        if isinstance(atom, Unknown):
            known = self._known.get(atom)
            if known is None:
                ends = [self.of(end) for end in atom.ends]
                is_new = any(end != before for end, before in zip(ends, atom.ends, strict=True))
                known = self._known[atom] = Unknown(ends, is_bounded=atom.is_bounded) if is_new else atom
            return {(known,): 1}
        replaced = self._replace(atom) if isinstance(atom, Value) else None
        return {(atom,): 1} if replaced is None else replaced
