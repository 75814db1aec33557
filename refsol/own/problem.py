"""A problem without a package, as the contracts want it: what solves it, what judges it, its limits, its files."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, partial
from pathlib import Path
from shlex import join
from typing import BinaryIO, Final

from refsol.errors import OptionError
from refsol.jury.comparing import compare_outputs, read_output
from refsol.jury.run.program import has_posix, require_posix
from refsol.own.description import Reducer
from refsol.own.families import families_of
from refsol.own.inspecting import Inspector, bytes_of
from refsol.own.sources import CPP as CPP_SUFFIXES
from refsol.own.sources import content_of, source_of
from refsol.own.spec import Spec
from refsol.problem import OWN, Begin, Problem, Settings
from refsol.problem.contract import Jury, Verdict
from refsol.problem.limits import LANGUAGES, NO_FURTHER_LIMITS, Limits, Memory, Subtask
from refsol.problem.packaging import CPP, PYTHON, DescriptionFile, Given, Kind, PackageParts
from refsol.problem.statement import Sample
from refsol.text.scanner import Input

_POINTS: Final = 100
_DESCRIPTION: Final = ".ctd"
_READER: Final = ("refsol.own.run_description", "run_description")
_TITLE: Final = re.compile(r"\A\s*(#[ \t].*|.+\n=+[ \t]*)(\n|\Z)")
_INPUT: Final = ".in"
_ANSWERS: Final = (".ans", ".out")


class Described(Problem):
    """A problem that a ``spec`` describes, ``named_by`` the options there; :func:`problem_of` makes it.

    It can be pickled. Making it is O(1).
    """

    def __init__(self, spec: Spec) -> None:
        super().__init__(OWN, spec.title, "", self._solve)
        self.spec: Final = spec
        self.named_by = spec.named_by

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        """Return what makes this object again, once in a process."""
        return problem_of, (self.spec,)

    @property
    def slug(self) -> str:
        """What files and directories are called after the problem."""
        return self.spec.name

    @property
    def key(self) -> str:
        """Everything in the spec. O(length)."""
        return f"{OWN}:{json.dumps(self.spec._asdict(), separators=(',', ':'))}"

    @property
    def begin(self) -> Begin | None:
        """What begins calls in processes beside this one, where that is possible."""
        if not has_posix():
            return None
        from refsol.jury.parallel.lookahead import begin

        return begin

    @cached_property
    def limits(self) -> Limits:
        """The limits. O(1)."""
        return Limits(
            ranges=(),
            subtasks=(Subtask("all", _POINTS, NO_FURTHER_LIMITS),),
            seconds=self.spec.seconds,
            memory=None if self.spec.mebibytes is None else Memory(self.spec.mebibytes, "MiB"),
        )

    @cached_property
    def jury(self) -> Jury:
        """What the jury needs. Raises ``OptionError`` for a description that is wrong. O(its length)."""
        inspector = self._inspector
        return Jury(
            families=families_of(inspector, self.spec.path, self.spec.families),
            validator=inspector.errors,
            reductions=Reducer(inspector.description).reductions,
            slow_oracle=False,
            compare=partial(_verdict, self.spec),
        )

    def parts(self) -> PackageParts:
        """Return what packages and bundles take of the problem. O(length).

        Raises ``OptionError`` if the checker isn't one file that can be read.
        """
        words, protocol, tolerance = self.spec.checker
        given = None
        if words:
            path = source_of(words)
            if path is None:
                raise OptionError(
                    "a package needs the checker as a file, as in 'python3 checker.py', or in './checker' if "
                    f"checker.cpp is beside it; not as in {join(words)!r}"
                )
            language = CPP if path.suffix in CPP_SUFFIXES else PYTHON
            given = Given(path.name, Kind(language, protocol), content_of(path).decode("utf-8", "surrogateescape"))
        description = DescriptionFile(f"{self.slug}{_DESCRIPTION}", self.spec.description.encode("latin-1"), _READER)
        return PackageParts(
            given is not None, tolerance, given, description=description, has_solver=False, is_free=True
        )

    def heading(self, language: str = "en") -> str:
        """Return the title, which is the same in every ``language``."""
        return self.title

    def samples(self) -> list[Sample]:
        """Return the samples of the problem, in the order of their names.

        Where there is no file with an answer, it is the model solution's. Raises ``OptionError`` for a file that can't
        be read. O(length).
        """
        return list(self._samples())

    def _samples(self) -> Iterator[Sample]:
        if self.spec.samples is None:
            return
        try:
            inputs = sorted(path for path in Path(self.spec.samples).iterdir() if path.suffix == _INPUT)
            for path in inputs:
                data = path.read_bytes()
                beside = (path.with_suffix(suffix) for suffix in _ANSWERS)
                answer = next((file.read_bytes() for file in beside if file.is_file()), None)
                yield Sample(data, b"".join(self.solve(data, {})) if answer is None else answer)
        except OSError as error:
            raise OptionError(f"{error.filename}: {error.strerror}") from error

    def _statement(self, language: str) -> bytes | None:
        """Return the statement, if there is one and its language is the first.

        It begins with the problem's title as a heading, in place of the title that is there. Raises ``OptionError`` for
        a file that can't be read.
        """
        file = self.spec.statement
        if file is None or language != LANGUAGES[0]:
            return None
        try:
            text = Path(file).read_bytes().decode("utf-8")
        except OSError as error:
            raise OptionError(f"{file}: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise OptionError(f"{file}: byte {error.start + 1} isn't UTF-8") from error
        body = _TITLE.sub("", text.lstrip("\ufeff"))
        return f"# {self.title}\n\n{body.strip()}\n".encode()

    @cached_property
    def _inspector(self) -> Inspector:
        return Inspector(self.spec)

    def _solve(self, source: Input, _settings: Settings) -> Iterable[bytes]:
        """Return what the model solution answers. Raises ``InputError`` for an invalid input."""
        data = bytes_of(source)
        self._inspector.require_valid(data)
        if not self.spec.model:
            raise OptionError("there is no model solution: --model COMMAND, or 'model' in refsol.toml")
        require_posix("a model solution")
        from refsol.own.programs import answer_of

        return [answer_of(self.spec.model, data)]


@cache
def problem_of(spec: Spec) -> Described:
    """Return the problem that a ``spec`` describes: the same object for equal specs, kept until the process ends.

    O(length).
    """
    return Described(spec)


def _verdict(spec: Spec, source: Input, output: BinaryIO, answer: Callable[[], Iterable[bytes]], /) -> Verdict:
    """Judge an output by the problem's checker, or compare it with the answer."""
    words, protocol, tolerance = spec.checker
    if not words:
        return compare_outputs(output, answer, tolerance)
    found = read_output(output)
    if isinstance(found, Verdict):
        return found
    require_posix("a checker")
    from refsol.own.programs import verdict_of

    return verdict_of(words, protocol, bytes_of(source), found, b"".join(answer()))


PROBLEM: Final = problem_of(
    Spec(OWN, "The jury for a problem of your own: a description of its input and a model solution suffice", "", "")
)
"""What all of these problems have, for the command line."""
