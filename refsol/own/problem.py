"""A problem without a package, as the contracts require: its solver, its jury, its limits and its files."""

import json
import re
import tomllib
from collections.abc import Callable, Collection, Iterable
from functools import cache, cached_property, partial
from pathlib import Path
from random import Random
from shlex import join
from typing import BinaryIO, Final

from refsol.errors import InputError, OptionError
from refsol.jury.checking import compare_outputs, read_output
from refsol.jury.run.program import has_posix, require_posix
from refsol.jury.validation import from_start
from refsol.own.description import WAYS, DescriptionError, GenerationError, Generator, Reducer, Way, parse, validate
from refsol.own.spec import CPP_SUFFIXES, Spec, content_of, source_of
from refsol.problem import OWN, Begin, Problem, Settings
from refsol.problem.contract import MISTAKES, SMALL, WORST, Family, Jury, NoInputError, Size, Verdict
from refsol.problem.limits import LANGUAGES, NO_FURTHER_LIMITS, Limits, Memory, Subtask
from refsol.problem.packaging import CPP, FILE, PYTHON, DescriptionFile, Given, Kind, PackageParts, data_in
from refsol.problem.statement import Sample
from refsol.text.scanner import Input

INPUT: Final = ".in"
"""How the names of samples' inputs end."""
ANSWERS: Final = (".ans", ".out")
"""How the names of their answers end: the first that is there counts."""

_POINTS: Final = 100
_DESCRIPTION: Final = ".ctd"
_READER: Final = ("refsol.own.run_description", "run_description")
_STATEMENT: Final = "statement.md"
_TITLE: Final = re.compile(r"\A\s*(#[ \t].*|.+\n=+[ \t]*)(\n|\Z)")

# The families of inputs that a description gives by itself: one for each way to make up inputs.
_SIZE: Final = "size"
_WEIGHTS: Final = {"random": 8, "edges": 4}  # of the others: 1
_TESTS: Final = {"random": 10, "smallest": 1, "largest": 1}  # of the others: 3
_GROUPS: Final = {"random": SMALL, "smallest": SMALL, "edges": SMALL, "large": WORST, "largest": WORST}
_MOST: Final = 10**6  # repetitions
_SEED_BITS: Final = 64
_ATTEMPTS: Final = 50  # to find an input that the validator accepts


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
        """The problem's name in names of files and directories."""
        return self.spec.name

    @property
    def key(self) -> str:
        """Everything in the spec. O(length)."""
        return f"{OWN}:{json.dumps(self.spec._asdict(), separators=(',', ':'))}"

    @property
    def begin(self) -> Begin | None:
        """Starts calls in other processes, where that is possible."""
        if not has_posix():
            return None
        from refsol.jury.parallel.workers import begin

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
        """The jury's part. Raises ``OptionError`` for a description that is wrong. O(its length)."""
        inspector = self._inspector
        return Jury(
            families=inspector.families(),
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
        found: list[Sample] = []
        try:
            for path in sorted(Path(self.spec.samples).iterdir()) if self.spec.samples is not None else ():
                if path.suffix == INPUT:
                    data = path.read_bytes()
                    beside = (path.with_suffix(suffix) for suffix in ANSWERS)
                    answer = next((file.read_bytes() for file in beside if file.is_file()), None)
                    found.append(Sample(data, b"".join(self.solve(data, {})) if answer is None else answer))
        except OSError as error:
            raise OptionError(f"{error.filename}: {error.strerror}") from error
        return found

    def statement(
        self, language: str = LANGUAGES[0], *, without: Collection[str] = (), limits: Limits | None = None
    ) -> str:
        """Return the statement in a ``language``, ``without`` some parts and with ``limits``. O(length).

        Raises ``OptionError`` also for the statement of the example that ``refsol own init`` writes, if the problem has
        been given another name or title.
        """
        text = super().statement(language, without=without, limits=limits)
        example = {name: (data_in("refsol.own", f"example/{name}") or b"").decode() for name in (_STATEMENT, FILE)}
        if _TITLE.sub("", text) == _TITLE.sub("", example[_STATEMENT]):
            fields = tomllib.loads(example[FILE])
            if (self.spec.name, self.spec.title) != (fields["name"], fields["title"]):
                raise OptionError(f"{self.spec.statement}: is still the statement of the example; write your own")
        return text

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
    def _inspector(self) -> "_Inspector":
        return _Inspector(self.spec)

    def _solve(self, source: Input, _settings: Settings) -> Iterable[bytes]:
        """Return what the model solution answers. Raises ``InputError`` for an invalid input."""
        data = _bytes_of(source)
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


class _Inspector:
    """Makes up inputs of the problem of a ``spec``, and finds what is wrong with inputs.

    It goes by the ``description`` and by the validator, if there is one. Raises ``OptionError`` for a description that
    is wrong.
    """

    def __init__(self, spec: Spec) -> None:
        self._spec: Final = spec
        self._valid: bytes | None = None  # the latest input that was found valid: a campaign asks again
        try:
            self.description: Final = parse(spec.description.encode("latin-1"))
        except InputError as error:
            raise OptionError(f"{spec.path}:{error}") from error

    def errors(self, source: Input, /, *, lenient: bool) -> list[InputError]:
        """Return the first error of an input, if it has any; white space counts unless ``lenient``.

        Raises ``OptionError`` where the description is wrong.
        """
        data = _bytes_of(source)
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
        """Raise ``InputError`` if an input isn't valid, whatever its white space."""
        if data != self._valid:
            for error in self.errors(data, lenient=True):
                raise error

    def _ask_validator(self, data: bytes) -> None:
        """Raise ``InputError`` if there is a validator that refuses an input."""
        if self._spec.validator:
            require_posix("a validator")
            from refsol.own.programs import require_valid

            require_valid(self._spec.validator, data)

    def families(self) -> tuple[Family, ...]:
        """Return the families with the weights in the spec; one of 0 leaves a family out.

        Raises ``OptionError`` if none of small inputs would be left.
        """
        weights = [(way, self._spec.families.get(way.name)) for way in WAYS.values()]
        families = tuple(self._family(way, weight) for way, weight in weights if weight != 0)
        if not families or families[0].group != SMALL:
            small = [name for name, group in _GROUPS.items() if group == SMALL]
            raise OptionError(f"[families] leaves out {', '.join(small[:-1])} and {small[-1]}: one of them is needed")
        return families

    def _family(self, way: Way, weight: int | None) -> Family:
        group, tests, usual = _GROUPS.get(way.name, MISTAKES), _TESTS.get(way.name, 3), _WEIGHTS.get(way.name, 1)
        return Family(
            way.name,
            group,
            f"{way.what[0].upper()}{way.what[1:]}.",
            partial(self._make, way),
            (Size(_SIZE, _MOST, default=way.size),),
            tests=tests if weight is None else max(1, tests * weight // usual),
            largest=group == WORST,
            weight=usual if weight is None else weight,
        )

    @cached_property
    def _generator(self) -> Generator:
        return Generator(self.description)

    def _make(self, way: Way, random: Random, size: int) -> bytes:
        """Return an input that the validator also accepts.

        Raises :class:`.NoInputError` if none is found, and ``OptionError`` for a wrong description.
        """
        what = f"the family {way.name}, {_SIZE} {size}"
        try:
            for _ in range(_ATTEMPTS):
                data = self._generator.generate(way, f"{random.getrandbits(_SEED_BITS):x}", size)
                try:
                    self._ask_validator(data)
                except InputError:
                    continue
                self._valid = data
                return data
        except GenerationError as error:
            raise NoInputError(f"{what}: {error}") from error
        except DescriptionError as error:
            raise OptionError(f"{self._spec.path}:{error}") from error
        raise NoInputError(f"{what}: the validator refuses {_ATTEMPTS} inputs")


def _bytes_of(source: Input) -> bytes:
    whole = from_start(source)
    return whole if isinstance(whole, bytes) else whole.read()


def _verdict(spec: Spec, source: Input, output: BinaryIO, answer: Callable[[], Iterable[bytes]], /) -> Verdict:
    """Judge an output by the problem's checker, or compare it with the answer."""
    words, protocol, tolerance = spec.checker
    if not words:
        return compare_outputs(output, answer, tolerance)
    found = read_output(output)
    if isinstance(found, Verdict):
        return found
    require_posix("a checker")
    from refsol.own.programs import checker_verdict

    return checker_verdict(words, protocol, _bytes_of(source), found, b"".join(answer()))


PROBLEM: Final = problem_of(
    Spec(OWN, "The jury for a problem of your own: a description of its input and a model solution suffice", "", "")
)
"""The part that all of these problems share, for the command line."""
