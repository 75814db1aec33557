"""The program around a description of an input, as a validator. It speaks the protocol of Kattis."""

import sys

from refsol.errors import InputError
from refsol.own.description.parser import parse
from refsol.own.description.shaping import with_shapes
from refsol.own.description.validator import validate
from refsol.own.description.values import DescriptionError


def run_description(text: bytes, *shapes: str) -> int:
    """Validate the input on standard input by the ``text`` of a description and ``shapes``, and print the first error.

    Return the exit status: 42 for a valid input, 43 for any other, and 1 if what the description computes is wrong.
    O(bytes) besides that.
    """
    try:
        validate(with_shapes(parse(text), shapes), sys.stdin.buffer.read())
    except InputError as error:
        print(f"-:{error}", file=sys.stderr)
        return 43
    except DescriptionError as error:
        print(f"the description is wrong: {error}", file=sys.stderr)
        return 1
    return 42
