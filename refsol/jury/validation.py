"""Validates an input: format, limits and promises, and white space as published."""

import re
from collections.abc import Callable, Iterator
from io import BytesIO, RawIOBase
from typing import TYPE_CHECKING, BinaryIO, Final, TypeVar

from refsol.errors import InputError
from refsol.problem.contract import Jury, Layout, ScanningValidator
from refsol.problem.limits import Subtask
from refsol.text.scanner import Input, Scanner

if TYPE_CHECKING:
    import mmap

_Source = TypeVar("_Source", bound=Input)

_MOST: Final = 100  # errors of one kind
_DOUBTFUL: Final = re.compile(rb"  |[\t\v\f\r]| \n|\n | \Z")
_SLIP: Final = re.compile(rb"(?P<before>\A +)|(?P<other>[\t\v\f\r])|(?P<after> +\Z)|(?P<run>  +)")
_EXPECTED: Final = {
    "before": "a token or the line's end",
    "other": r"'\n' or a single space",
    "after": r"'\n' right after the token",
    "run": "a single space",
}


def from_start(source: _Source) -> _Source:
    """Return ``source`` ready to be read from its beginning; a file is rewound."""
    if not isinstance(source, bytes):
        source.seek(0)
    return source


def find_errors(
    jury: Jury, source: Input, *, lenient: bool = False, subtask: Subtask | None = None
) -> list[InputError]:
    """Return the breaches of format, limits and promises in ``source``, in order; at most a few hundred.

    White space must be as published, unless ``lenient``. The first value in a valid input that is beyond the limits of
    the ``subtask``, if one is given, is also a breach. O(length of the input).
    """
    validator = jury.validator
    if isinstance(validator, ScanningValidator):
        errors = errors_in(source, validator.validate, None if lenient else validator.layout)
    else:
        errors = list(validator(source, lenient=lenient))
    if subtask is not None and not errors and (breach := subtask.breach(from_start(source))) is not None:
        return [breach]
    return errors


def errors_in(
    source: Input, validate: Callable[[Scanner], None], layout: Callable[[], Layout] | None
) -> list[InputError]:
    """Return what ``validate`` finds in ``source`` and, with a ``layout``, errors in white space.

    Both are those of a :class:`.ScanningValidator`. In order, and at most a few hundred. O(length of the input).
    """
    errors: list[InputError] = []
    try:
        validate(Scanner(from_start(source), errors=errors))
    except InputError as error:  # beyond which nothing can be read
        if error not in errors:
            errors.append(error)
    if layout is not None:
        slips = [*_white_space(_lines(source)), *(_misplaced(layout(), _lines(source)) if not errors else ())]
        errors += slips
    return sorted(errors, key=lambda error: (error.line, error.column))


def is_valid(jury: Jury, data: bytes) -> bool:
    """Return whether the input ``data`` is valid, whatever its white space. O(length of the input)."""
    if not isinstance(jury.validator, ScanningValidator):
        return not jury.validator(data, lenient=True)
    try:
        jury.validator.validate(Scanner(data))
    except InputError:
        return False
    return True


def _lines(source: Input) -> "BinaryIO | mmap.mmap":
    """Return the input as a buffered file or an mmap at its beginning, to be read line by line."""
    rewound = from_start(source)
    if isinstance(rewound, bytes):
        return BytesIO(rewound)
    return open(rewound.fileno(), "rb", closefd=False) if isinstance(rewound, RawIOBase) else rewound


def _white_space(file: "BinaryIO | mmap.mmap") -> Iterator[InputError]:
    found = 0
    number = 1  # of the block's first line
    end = b"\n"
    while block := file.read(2**16):
        block += file.readline()
        if block.startswith(b" ") or _DOUBTFUL.search(block):
            for line, text in enumerate(block.split(b"\n"), start=number):
                for slip in _SLIP.finditer(text):
                    kind = str(slip.lastgroup)
                    yield InputError(line, slip.start() + 1, _EXPECTED[kind], repr(slip.group()[:8])[1:])
                    found += 1
                    if found == _MOST:
                        return
        number += block.count(b"\n")
        end = block
    if not end.endswith(b"\n"):
        yield InputError(number, len(end) - end.rfind(b"\n"), r"'\n'", "end of file")


def _misplaced(layout: Layout, file: "BinaryIO | mmap.mmap") -> Iterator[InputError]:
    """Yield an error for the first line that has more or fewer tokens than the published layout."""
    lines = iter(file.readline, b"")  # an mmap yields single bytes instead
    wanted = next(layout)
    number = 0
    for number, line in enumerate(lines, start=1):
        tokens = line.split()
        if len(tokens) != wanted:
            column = len(line.rstrip()) + 1
            if len(tokens) > wanted:
                column = [token.start() for token in re.finditer(rb"\S+", line)][wanted] + 1
            yield InputError(number, column, _count(wanted), _count(len(tokens)))
            return
        try:
            wanted = layout.send(tokens)
        except StopIteration:
            break
    if next(lines, None) is not None:
        yield InputError(number + 1, 1, "end of file", "an empty line")


def _count(tokens: int) -> str:
    return "an empty line" if tokens == 0 else "1 token on the line" if tokens == 1 else f"{tokens} tokens on the line"
