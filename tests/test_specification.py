"""The language of checktestdata against its specification: each sentence with programs and data that it decides.

The sentences, in ``tables/specification.toml``, are those of ``doc/format-spec.md`` of DOMjudge's checktestdata, which
is in the public domain.
"""

from typing import Any, Final  # Any: rows of tables

import pytest
import support

from refsol.errors import InputError
from refsol.own.description import WAYS, DescriptionError, Generator, parse, validate

TABLES: Final = support.toml("specification")


def sentence_of(row: dict[str, Any]) -> str:
    return str(row["sentence"])


@pytest.mark.parametrize("rule", TABLES["grammar"], ids=sentence_of)
def test_what_can_be_written(rule: dict[str, Any]) -> None:
    for program in rule["valid"]:
        parse(program.encode())
    for program in rule["invalid"]:
        with pytest.raises(InputError):
            parse(program.encode())


def is_valid(program: str, data: str) -> bool:
    try:
        validate(parse(program.encode("latin-1")), data.encode("latin-1"))
    except InputError:
        return False
    return True


@pytest.mark.parametrize("clause", TABLES["clauses"], ids=sentence_of)
def test_what_programs_accept(clause: dict[str, Any]) -> None:
    valid, invalid = clause["valid"], clause.get("invalid", [])
    assert [is_valid(clause["program"], data) for data in valid] == [True] * len(valid)
    assert [is_valid(clause["program"], data) for data in invalid] == [False] * len(invalid)


@pytest.mark.parametrize(("_sentence", "program"), TABLES["meaningless"]["programs"])
def test_what_has_no_meaning(_sentence: str, program: str) -> None:
    """Only an input can show it."""
    with pytest.raises(DescriptionError):
        validate(parse(program.encode()), b"")


@pytest.mark.parametrize("clause", TABLES["clauses"], ids=sentence_of)
def test_what_programs_accept_is_made_up(clause: dict[str, Any]) -> None:
    description = parse(clause["program"].encode("latin-1"))
    for way in [WAYS["random"]] if clause.get("luck") else WAYS.values():  # only luck makes up some inputs
        validate(description, Generator(description).generate(way, "1"))
