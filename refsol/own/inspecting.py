"""Finds what is wrong with inputs of a problem without a package."""

from functools import cached_property
from typing import Final

from refsol.errors import InputError, OptionError
from refsol.jury.run.program import require_posix
from refsol.jury.validation import from_start
from refsol.own.description import Description, DescriptionError, Generator, parse, validate
from refsol.own.spec import Spec
from refsol.text.scanner import Input


class Inspector:
    """Finds the errors of inputs by the ``description`` of a ``spec``, and by its validator, if it has one.

    Raises ``OptionError`` for a description that is wrong. O(length of the description).
    """

    def __init__(self, spec: Spec) -> None:
        self._spec: Final = spec
        self._valid: bytes | None = None  # the latest input that was found valid: a campaign asks again
        try:
            self.description: Final[Description] = parse(spec.description.encode("latin-1"))
        except InputError as error:
            raise OptionError(f"{spec.path}:{error}") from error

    @cached_property
    def generator(self) -> Generator:
        """What makes up inputs. Raises ``DescriptionError`` where the description is wrong. O(its length ²)."""
        return Generator(self.description)

    def errors(self, source: Input, /, *, lenient: bool) -> list[InputError]:
        """Return the first error of the input ``source``, if it has any; white space counts unless ``lenient``.

        Raises ``OptionError`` where the description is wrong. O(length), and what the validator takes.
        """
        data = bytes_of(source)
        try:
            validate(self.description, data, lenient=lenient)
            self._ask_validator(data)
        except InputError as error:
            return [error]
        except DescriptionError as error:
            raise OptionError(f"{self._spec.path}:{error}") from error
        self._valid = data
        return []

    def require_valid(self, data: bytes) -> None:
        """Raise ``InputError`` if the input ``data`` isn't valid, whatever its white space.

        Costs and raises what :meth:`errors` does, unless this input is the latest that was found valid.
        """
        if data != self._valid:
            for error in self.errors(data, lenient=True):
                raise error

    def accepts(self, data: bytes) -> bool:
        """Return whether the validator accepts the input ``data``, which the description allows. O(what it takes)."""
        try:
            self._ask_validator(data)
        except InputError:
            return False
        self._valid = data
        return True

    def _ask_validator(self, data: bytes) -> None:
        """Raise ``InputError`` if there is a validator that refuses an input."""
        if self._spec.validator:
            require_posix("a validator")
            from refsol.own.programs import require_valid

            require_valid(self._spec.validator, data)


def bytes_of(source: Input) -> bytes:
    """Return the input ``source`` as bytes. O(length)."""
    whole = from_start(source)
    return whole if isinstance(whole, bytes) else whole.read()
