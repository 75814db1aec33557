"""From samples to a description: the simplest that matches them all, with comments on what is guessed or ambiguous."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from refsol.errors import InputError
from refsol.own.description import DescriptionError, parse, validate
from refsol.own.inference.constraints import NO_CONSTRAINTS, Constraints
from refsol.own.inference.fields import INTEGER, WORD, Key, fields_of, is_number, lengths_given
from refsol.own.inference.matching import matched
from refsol.own.inference.ranges import FactFinder
from refsol.own.inference.samples import MAX_BYTES, SampleLines, read_sample
from refsol.own.inference.search import Found, search
from refsol.own.inference.shape import Item
from refsol.own.inference.writing import Code, Writer

MAX_SAMPLES: Final = 100
"""The largest number of samples."""

_MOST_TRIED: Final = 40  # shapes
_MOST_TOKENS: Final = 200_000  # that are read to write alternatives
_MOST_ALTERNATIVES: Final = 3
_SHOWN: Final = 40  # characters
_SHORT: Final = 4  # characters of two names that are no words of a sentence
_MIXED: Final = 6.0  # bits
_EXPLAINED: Final = 3.0
_UNMATCHED: Final = 4.0
_UNSAID: Final = 1.0


class SampleError(ValueError):
    """A sample called ``name`` is invalid, or isn't understood: ``error`` says where and why."""

    def __init__(self, name: str, error: InputError) -> None:
        super().__init__(f"{name}:{error}")
        self.name: Final = name
        self.error: Final = error

    def __reduce__(self) -> tuple[type["SampleError"], tuple[str, InputError]]:
        """Return how to rebuild the error, so that it can be passed between processes."""
        return SampleError, (self.name, self.error)


class Proposal(NamedTuple):
    """A description, ``text``, that matches the ``samples``; it costs this many ``bits``."""

    text: str
    samples: Sequence[SampleLines]
    bits: float


def propose(files: Sequence[tuple[str, bytes]], constraints: Constraints = NO_CONSTRAINTS) -> Proposal:
    """Return the simplest description that matches all samples, ``files``: the name and the content of each.

    Simplest is what takes the fewest bits by the measure of :mod:`refsol.own.inference.search`. Ranges come from the
    ``constraints``. Raises :class:`SampleError` for the first sample that is empty, long or no text, or where a line
    fits no format; takes a few seconds at most.
    """
    samples = _read(files, drop_blank_end=False)
    shapes, reached, complete = search(samples, lambda items: _weight(items, samples, constraints))
    if any(not sample.lines[-1] for sample in samples):  # a list of nothing, or nothing that is meant
        without = _read(files, drop_blank_end=True)
        other = search(without, lambda items: _weight(items, without, constraints))
        if other[0] and (not shapes or other[0][0].bits < shapes[0].bits):
            samples, (shapes, reached, complete) = without, other
    written: list[tuple[Found, list[Code], list[str]]] = []
    names: dict[Key, str] = {}  # of the first, which the others use where they have the same fields
    size = sum(len(line) for sample in samples for line in sample.lines)
    tokens = _MOST_TOKENS
    for shape in shapes[:_MOST_TRIED]:
        code, unused = _written(shape.items, samples, constraints, names)
        if _is_valid(_plain(code), samples) and all(_bare(code) != _bare(other) for _shape, other, _ in written):
            written.append((shape, code, unused))
        tokens -= size
        if len(written) > _MOST_ALTERNATIVES or (written and tokens < 0):
            break
    if not written and shapes and constraints is not NO_CONSTRAINTS:
        found = propose(files)
        return found._replace(text=f"# Not used: all constraints, since the samples contradict some.\n{found.text}")
    if not written:
        raise _not_understood(samples, reached, complete)
    (shape, code, unused), *others = written
    text = "\n".join(
        [*_heading(samples, shape, unused, code, complete), *_merged(code, [each[1] for each in others], shape, others)]
    )
    text += "\n"
    if not _is_valid(text, samples):
        raise _not_understood(samples, reached, complete)
    return Proposal(text, samples, shape.bits)


def _read(files: Sequence[tuple[str, bytes]], *, drop_blank_end: bool) -> list[SampleLines]:
    found: list[SampleLines] = []
    size = 0
    for name, data in files:
        size += len(data)
        try:
            if size > MAX_BYTES:
                raise InputError(1, 1, f"at most {MAX_BYTES} bytes in all samples", "more")
            if len(found) == MAX_SAMPLES:
                raise InputError(1, 1, f"at most {MAX_SAMPLES} samples", "more")
            found.append(read_sample(name, data, drop_blank_end=drop_blank_end))
        except InputError as error:
            raise SampleError(name, error) from error
    return found


def _written(
    items: Sequence[Item], samples: Sequence[SampleLines], constraints: Constraints, names: dict[Key, str]
) -> tuple[list[Code], list[str]]:
    """Return the description of a shape, and what is not used of the constraints.

    If there are no ``names`` yet, those that are used are added.
    """
    fields = fields_of(items, samples)
    given = matched(constraints, fields)
    facts = FactFinder(items, fields, constraints, given).facts()
    writer = Writer(items, fields, facts, constraints, given, names if names.keys() == fields.keys() else {})
    lines = writer.lines()
    unused = [
        *(
            str(limit)
            for name, limit in constraints.limits.items()
            if name not in given and (limit.lows or limit.highs)
        ),
        *(f"sum of {name} <= {most.text}" for name, most in constraints.sums.items() if name not in writer.summed),
        *(f"{a} != {b}" for a, b in sorted(constraints.unequal) if len(a + b) <= _SHORT and not {a, b} <= given.keys()),
    ]
    if not names:
        names.update(writer.names.of)
    return lines, unused


def _weight(items: Sequence[Item], samples: Sequence[SampleLines], constraints: Constraints) -> float:
    """Return how many bits more a shape costs since its fields are mixed, or names fit none; fewer where they agree."""
    fields = fields_of(items, samples)
    bits = 0.0
    for field in fields.values():
        numbers = sum(map(is_number, field.tokens))
        if field.kind == WORD and numbers and not lengths_given(field.cells, field.known):
            bits += _MIXED if numbers < len(field.cells) else 0.0
        elif field.kind == WORD and not numbers and not field.key.tag and lengths_given(field.cells, field.known):
            bits -= _EXPLAINED
    if not constraints.limits:
        return bits
    given = matched(constraints, fields)
    places = {(key.number, key.place) for key in given.values()}
    unsaid = sum(
        field.kind == INTEGER and not field.is_tag and (key.number, key.place) not in places
        for key, field in fields.items()
    )
    return bits + _UNMATCHED * (len(constraints.limits) - len(given)) + _UNSAID * unsaid


def _is_valid(text: str, samples: Sequence[SampleLines]) -> bool:
    try:
        description = parse(text.encode("latin-1", "replace"))
        for sample in samples:
            validate(description, sample.data)
    except (InputError, DescriptionError):
        return False
    return True


def _plain(code: Sequence[Code]) -> str:
    return "\n".join(line.text for line in code)


def _bare(code: Sequence[Code]) -> str:
    return "".join(_plain(code).split())


def _heading(
    samples: Sequence[SampleLines], shape: Found, unused: Sequence[str], code: Sequence[Code], complete: bool
) -> list[str]:
    count = "a sample" if len(samples) == 1 else f"{len(samples)} samples"
    heading = [f"# The simplest format found for {count}: {shape.bits:.0f} bits."]
    if not complete:
        heading.append("# The search was given up early, so there may be a simpler one.")
    if any(line.aside for line in code):
        heading.append("# Ranges that are guessed leave some room around the samples. Correct them.")
    if unused:
        heading.append(f"# Not used: {', '.join(unused)}.")
    return heading


def _merged(
    code: Sequence[Code],
    others: Sequence[Sequence[Code]],
    shape: Found,
    ranked: Sequence[tuple[Found, list[Code], list[str]]],
) -> list[str]:
    """Return the lines of a description with those of alternatives as comments, where they differ."""
    alternatives: dict[int, list[str]] = {}
    whole: list[str] = []
    for other, (found, _code, _unused) in zip(others, ranked, strict=True):
        changed = [n for n, (a, b) in enumerate(zip(code, other, strict=False)) if a.text != b.text]
        if len(other) == len(code) and len(changed) == 1:
            more = f"{found.bits - shape.bits:.1f} bits more"
            alternatives.setdefault(changed[0], []).append(f"or, with {more}: {other[changed[0]].text.strip()}")
        else:
            whole += [
                "#",
                f"# Or, with {found.bits - shape.bits:.1f} bits more:",
                *(f"#   {line.text}{f'  # {line.aside}' if line.aside else ''}" for line in other),
            ]
    lines: list[str] = []
    for number, line in enumerate(code):
        indent = line.text[: len(line.text) - len(line.text.lstrip())]
        lines += [f"{indent}# {comment}" for comment in (*line.comments, *alternatives.get(number, ()))]
        lines.append(f"{line.text}  # {line.aside}" if line.aside else line.text)
    return [*lines, *whole]


def _not_understood(samples: Sequence[SampleLines], reached: Sequence[int], complete: bool) -> SampleError:
    places = [*zip(samples, reached, strict=True)]
    sample, place = next(((s, p) for s, p in places if p < len(s.lines)), (samples[0], len(samples[0].lines) - 1))
    found = " ".join(sample.lines[place]).encode("ascii", "backslashreplace").decode()
    shown = f"'{found[:_SHOWN]}{'...' if len(found) > _SHOWN else ''}'" if found else "a blank line"
    what = "one format of all samples" if complete else "a format that is found sooner"
    return SampleError(sample.name, InputError(place + 1, 1, what, shown))
