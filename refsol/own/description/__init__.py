"""Descriptions of inputs, in the language of checktestdata: to validate, make up and shrink inputs.

The language is specified, in the public domain, by the file doc/format-spec.md of DOMjudge's checktestdata.
"""

from refsol.own.description.generator import WAYS, GenerationError, Generator, Way, ways_for
from refsol.own.description.parser import parse
from refsol.own.description.reducer import Reducer
from refsol.own.description.shaping import with_shapes
from refsol.own.description.syntax import Description
from refsol.own.description.validator import validate
from refsol.own.description.values import DescriptionError

__all__ = [
    "WAYS",
    "Description",
    "DescriptionError",
    "GenerationError",
    "Generator",
    "Reducer",
    "Way",
    "parse",
    "validate",
    "ways_for",
    "with_shapes",
]
