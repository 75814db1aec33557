"""From samples to a description: the smallest grammar that matches them all, with comments on what is guessed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from refsol.errors import InputError
from refsol.own.description import DescriptionError, parse, validate
from refsol.own.inference.constraints import NO_CONSTRAINTS, Constraints
from refsol.own.inference.fields import GrammarField, fields_of
from refsol.own.inference.grammar import Count, Loop, Matcher, Part, Path, all_parts, is_visible, replaced
from refsol.own.inference.naming import Names, matched
from refsol.own.inference.ranges import Facts
from refsol.own.inference.samples import MAX_BYTES, SampleLines, read_sample
from refsol.own.inference.search import search
from refsol.own.inference.writing import DescriptionWriter


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
    """A description, ``text``, that matches the ``samples``, and what is ``unused`` of the constraints, by sentence."""

    text: str
    samples: Sequence[SampleLines]
    unused: Sequence[str] = ()


def propose(files: Sequence[tuple[str, bytes]], constraints: Constraints = NO_CONSTRAINTS) -> Proposal:
    """Return the smallest description that matches all samples, ``files``: the name and the content of each.

    :mod:`refsol.own.inference.search` says what is small. Ranges come from the ``constraints``. It takes a few seconds
    at most. Raises :class:`SampleError` for the first sample that is empty, long or no text, or where a line fits no
    format.
    """

    def weigh(fields: Mapping[Path, GrammarField]) -> int:
        unmatched = len(constraints.by_name) - len(matched(constraints.by_name, fields))
        return 3 * sum(field.is_mixed for field in fields.values()) + min(4, 2 * unmatched)

    samples = _read(files, drop_blank_end=False)
    grammar, reached, is_smallest = search(samples, weigh)
    if grammar is None and any(not sample.lines[-1] for sample in samples):
        samples = _read(files, drop_blank_end=True)
        grammar, reached, is_smallest = search(samples, weigh)
    text, unused = ("", []) if grammar is None else _written(grammar, samples, constraints, is_smallest=is_smallest)
    if grammar is None or not _is_valid(text, samples):
        raise _not_understood(samples, reached, is_smallest=is_smallest)
    return Proposal(text, samples, unused)


def _read(files: Sequence[tuple[str, bytes]], *, drop_blank_end: bool) -> list[SampleLines]:
    found: list[SampleLines] = []
    size = 0
    for name, data in files:
        size += len(data)
        try:
            if size > MAX_BYTES:
                raise InputError(1, 1, f"at most {MAX_BYTES} bytes in all samples", "more")
            if len(found) == 100:
                raise InputError(1, 1, "at most 100 samples", "more")
            found.append(read_sample(name, data, drop_blank_end=drop_blank_end))
        except InputError as error:
            raise SampleError(name, error) from error
    return found


def _written(
    grammar: Sequence[Part], samples: Sequence[SampleLines], constraints: Constraints, *, is_smallest: bool
) -> tuple[str, list[str]]:
    fields = fields_of(grammar, samples)
    given = matched(constraints.by_name, fields)
    names = Names(grammar, fields, given)
    remarks = {part.path: tuple(_on_count(part, grammar, samples, fields, names)) for part in all_parts(grammar)}
    facts = Facts(fields, constraints, given, names)
    lines = [*DescriptionWriter(fields, facts, given.values(), names, remarks).lines(grammar)]
    unused = [
        *(str(each) for name, each in constraints.by_name.items() if name not in given and (each.lows or each.highs)),
        *facts.unused,
        *constraints.others,
    ]
    unused = [" ".join(each.split()).encode("ascii", "replace").decode() for each in unused]
    text = [f"# The smallest format found for {'a sample' if len(samples) == 1 else f'{len(samples)} samples'}."]
    if not is_smallest:
        text.append("# The search was given up early, so there may be a format that explains more.")
    if len(samples) == 1:
        text.append("# One sample can't show what varies: check that each count is the right one.")
    if any(line.aside for line in lines):
        text.append("# Ranges that are guessed leave some room around the samples. Correct them.")
    text += [f"# Not used: {each}" for each in unused]
    for line in lines:
        indent = line.text[: len(line.text) - len(line.text.lstrip())]
        text += [f"{indent}# {comment}" for comment in line.comments]
        text.append(f"{line.text}  # {line.aside}" if line.aside else line.text)
    return "\n".join(text) + "\n", unused


def _on_count(
    part: Part, grammar: Sequence[Part], samples: Sequence[SampleLines], fields: dict[Path, GrammarField], names: Names
) -> Iterator[str]:
    """Yield a remark if something else may count the rounds of a loop or list."""
    times = part.times
    if times is None:
        if isinstance(part, Loop) and not part.sentinel and len(samples) == 1:
            yield "nothing in the sample says how many rounds there are"
        return
    if times.form is None:
        end = "; it may be WHILE(!ISEOF)" if part is grammar[-1] else ""
        yield f"always {times.constant} in the samples, and nothing counts them{end}"
        return
    visible = [path for path, field in fields.items() if is_visible(path, part.path) and not field.is_listed]
    counts = [Count(times.form, (path, *times.fields[1:])) for path in visible if path not in times.fields]
    inside = next((field.cells[0] for path, field in fields.items() if path[: len(part.path)] == part.path), None)
    if inside is not None and len(samples) > 1 and part.path not in times.fields:
        counts.append(Count(None, (), times.value(inside.values) or 0))
    others: list[str] = []
    for count in counts:
        matcher, other = Matcher(samples, 10**9), replaced(grammar, part._replace(times=count))
        if all(matcher.match(other, n, 0, {}) == len(sample.lines) for n, sample in enumerate(samples)):
            others.append(count.written(names.of))
    if others:
        yield f"{' or '.join(others)} may count them as well: the samples don't tell"


def _is_valid(text: str, samples: Sequence[SampleLines]) -> bool:
    try:
        description = parse(text.encode("latin-1", "replace"))
        for sample in samples:
            validate(description, sample.data)
    except (InputError, DescriptionError):
        return False
    return True


def _not_understood(samples: Sequence[SampleLines], reached: Sequence[int], *, is_smallest: bool) -> SampleError:
    places = ((s, p) for s, p in zip(samples, reached, strict=True) if p < len(s.lines))
    sample, place = next(places, (samples[0], len(samples[0].lines) - 1))
    found = " ".join(sample.lines[place]).encode("ascii", "backslashreplace").decode()
    shown = f"'{found[:40]}{'...' if len(found) > 40 else ''}'" if found else "a blank line"
    what = "one format of all samples" if is_smallest else "a format that is found sooner"
    return SampleError(sample.name, InputError(place + 1, 1, what, shown))
