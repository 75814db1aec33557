"""Descriptions of inputs, in the language of checktestdata: to validate, make up and shrink inputs.

The language is specified, in the public domain, by the file doc/format-spec.md of DOMjudge's checktestdata.
"""

from refsol.descriptions.generator import WAYS, GenerationError, Generator, Way, generate
from refsol.descriptions.parser import parse
from refsol.descriptions.reducer import Reducer, reductions
from refsol.descriptions.syntax import Description
from refsol.descriptions.validator import validate
from refsol.descriptions.values import DescriptionError

__all__ = [
    "WAYS",
    "Description",
    "DescriptionError",
    "GenerationError",
    "Generator",
    "Reducer",
    "Way",
    "generate",
    "parse",
    "reductions",
    "validate",
]
