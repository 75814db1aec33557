"""A problem without a package, as the contracts require: its solver, its jury, its limits and its files."""

import json
import os
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, cached_property, partial
from io import BytesIO
from pathlib import Path
from random import Random
from shlex import join
from time import monotonic
from typing import BinaryIO, Final

from refsol.errors import InputError, JudgeError, OptionError, ToolError
from refsol.jury.checking import InteractiveProblem, compare_outputs, compare_texts, read_output
from refsol.jury.run.languages import language_of
from refsol.jury.run.program import Program, require_posix
from refsol.jury.validation import from_start
from refsol.own.description import (
    Description,
    DescriptionError,
    GenerationError,
    Generator,
    Reducer,
    Way,
    parse,
    validate,
    ways_for,
    with_shapes,
)
from refsol.own.description.generator import DEEP, GenerationTimeoutError
from refsol.own.description.limits import Meter
from refsol.own.description.syntax import Assert, Integer, Repeat, Set, Text, Variable
from refsol.own.description.values import brief
from refsol.own.shapes import ShapeError
from refsol.own.spec import INPUT, MAX_SIZE, GeneratorSpec, Spec, contents_of, source_of
from refsol.problem import MILLISECONDS, OWN, Settings
from refsol.problem.contract import (
    MISTAKES,
    SMALL,
    WORST,
    Explainer,
    Family,
    FamilyGroup,
    Jury,
    NoInputError,
    Size,
    Verdict,
)
from refsol.problem.limits import LANGUAGES, NO_FURTHER_LIMITS, Limits, Memory, Subtask
from refsol.problem.packaging import (
    CPP,
    FILE,
    LINES,
    PYTHON,
    TOKENS,
    DescriptionFile,
    Given,
    Kind,
    PackageParts,
    data_in,
)
from refsol.problem.statement import Sample
from refsol.text.scanner import Input

ANSWERS: Final = (".ans", ".out")
"""How the names of their answers end: the first that is there counts."""

_STATEMENT: Final = "statement.md"
_TITLE: Final = re.compile(r"\A\s*(#[ \t].*|.+\n=+[ \t]*)(\n|\Z)")

# The families of inputs that a description gives by itself: one for each way to make up inputs.
_SIZE: Final = "size"
_WEIGHTS: Final = {"random": 8, "edges": 4}  # of the others: 1
_TESTS: Final = {"random": 10, "smallest": 1, "largest": 1}
_USUAL_TESTS: Final = 3  # of the others
_GROUPS: Final = {
    "random": SMALL,
    "smallest": SMALL,
    "edges": SMALL,
    "tiny": SMALL,
    "large": WORST,
    "largest": WORST,
    DEEP: WORST,
}
_PLACEHOLDER: Final = re.compile("{seed}|{size}")
_ATTEMPTS: Final = 50  # to find an input that the validator accepts


class Described(InteractiveProblem):
    """A problem that a ``spec`` describes; :func:`problem_of` makes it.

    It is ``interactive`` if there is an interactor, and can be pickled.
    """

    runs_model = True
    """Its solver is the model solution."""

    def __init__(self, spec: Spec) -> None:
        super().__init__(OWN, spec.title, "", self._solve)
        self.spec: Final = spec
        self.interactive = bool(spec.interactor.words)
        self._valid: bytes | None = None  # the latest input that was found valid: a campaign asks again

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

    @cached_property
    def limits(self) -> Limits:
        """The limits."""
        return Limits(
            ranges=(),
            subtasks=(Subtask("all", 100, NO_FURTHER_LIMITS),),
            seconds=self.spec.seconds,
            memory=None if self.spec.mebibytes is None else Memory(self.spec.mebibytes, "MiB"),
            files=self.spec.files,
        )

    @cached_property
    def jury(self) -> Jury:
        """The jury's part. Raises ``OptionError`` for a description that is wrong. O(its length)."""
        header, listed = _beginning(self._description)
        return Jury(
            families=self._families(),
            validator=self._errors,
            reductions=Reducer(self._description).attempts,
            slow_oracle=False,
            compare=partial(_verdict, self.spec),
            header=header,
            listed=listed,
        )

    def command(self, verb: str) -> str:
        """Return, for a shell, the beginning of the command of a ``verb``, with the options that say which problem."""
        return join(["refsol", OWN, verb, *self.spec.named_by])

    @property
    def explainer(self) -> Explainer:
        """Nothing: raises ``OptionError``, since a description has no rules."""
        raise OptionError("a description doesn't contain the rules that this needs; a package can: see docs/sixth.md")

    def talking(self, program: Program, answer: bytes | None) -> Program:
        """Return a program that talks with the interactor, which gets the ``answer``, by default the model's.

        It is ``program`` itself if there is no interactor. Raises ``TypeError`` for one that is no command, and
        ``OptionError`` where there is no POSIX system.
        """
        if not self.spec.interactor.words:
            return program
        require_posix("an interactor")
        from refsol.jury.run.command import Command
        from refsol.own.programs import InteractiveProgram, answer_of

        if not isinstance(program, Command):
            raise TypeError("only a command can talk with an interactor")
        model, fresh = self.spec.model, self.spec.fresh
        known = answer or None  # an empty file stands for none
        needed = known is None and bool(model)
        return InteractiveProgram(
            program, self.spec.interactor, lambda data: answer_of(model, data, fresh=fresh) if needed else known
        )

    def parts(self) -> PackageParts:
        """Return what packages and bundles take of the problem. O(length).

        Raises ``OptionError`` if the checker or the interactor isn't a file that can be read.
        """
        checker = self.spec.checker
        given = _given("checker", checker.words, checker.protocol)
        interactor = _given("interactor", self.spec.interactor.words, self.spec.interactor.protocol)
        if self.spec.interactor.queries is not None:
            raise OptionError("judges don't count queries: let the interactor refuse too many, without 'queries'")
        shapes = [f"# shape: {shape}\n" for shape in self.spec.shapes]
        text = "".join([self.spec.description, *(["\n"] if shapes else []), *shapes]).encode("latin-1", "replace")
        description = DescriptionFile(
            f"{self.slug}.ctd", text, ("refsol.own.run_description", "run_description"), self.spec.shapes
        )
        return PackageParts(
            given is not None or interactor is not None,
            checker.tolerance,
            given,
            description,
            has_solver=False,
            is_free=True,
            compare=checker.compare,
            interactor=interactor,
            ignore_case=checker.ignore_case,
        )

    def heading(self, language: str = "en") -> str:
        """Return the title, which is the same in every ``language``."""
        return self.title

    def samples(self) -> list[Sample]:
        """Return the samples of the problem, in the order of their names.

        Where there is no file with an answer, it is the model solution's. Raises ``OptionError`` for a file that can't
        be read or isn't valid, and ``ToolError`` if the model solution fails, or answers one differently: with a
        checker, both answers must be right. O(length), and a run of the model solution for each.
        """
        found: list[Sample] = []
        try:
            for path in sorted(Path(self.spec.samples).iterdir()) if self.spec.samples is not None else ():
                if path.suffix == INPUT:
                    data = path.read_bytes()
                    beside = (path.with_suffix(suffix) for suffix in ANSWERS)
                    answer = next((file for file in beside if file.is_file()), None)
                    found.append(Sample(data, self._confronted(path, data, answer)))
        except OSError as error:
            raise OptionError(f"{error.filename}: {error.strerror}") from error
        return found

    def _confronted(self, path: Path, data: bytes, file: Path | None) -> bytes:
        """Return the answer to a sample: that in a ``file``, if there is one and the model solution agrees."""
        given = None if file is None else file.read_bytes()
        if given is not None and (self.interactive or not self.spec.model):
            return given
        name = os.path.relpath(path)
        try:
            model = b"".join(self.solve(data, {}))
            answer = model if given is None or self.spec.samples_are_wrong else given
            for output in (model, answer) if self.spec.checker.words else (model,):
                verdict = _verdict(self.spec, data, BytesIO(output), lambda: [answer])
                if file is not None and not verdict.accepted:
                    differs = f"the model solution's answer isn't that in {file.name}: {verdict.message}"
                    refused = f"{file.name} isn't right: {verdict.message}"
                    if not self.spec.checker.words and _is_near(model, answer):
                        raise ToolError(f"{differs}; maybe --tolerance 1e-6")
                    reason = refused if self.spec.checker.words else f"{differs}; if both are right, use --checker"
                    raise ToolError(f"{reason}; --samples-are-wrong trusts the model")
            return answer
        except InputError as error:
            raise OptionError(f"{name}:{error}") from error
        except ToolError as error:
            raise ToolError(f"{name}: {error}") from error

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
        """Return the statement in the first language, with the problem's title in place of its own, if there is one."""
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
    def _description(self) -> Description:
        try:
            return with_shapes(parse(self.spec.description.encode("latin-1")), self.spec.shapes)
        except InputError as error:
            raise OptionError(f"{self.spec.path}:{error}") from error
        except ShapeError as error:
            raise OptionError(f"{self.spec.path}: shapes: {error}") from error

    def _solve(self, source: Input, settings: Settings) -> Iterable[bytes]:
        """Return what the model solution answers, nothing if only the interactor knows what is right."""
        data = _bytes_of(source)
        for error in self._errors(data, lenient=True) if data != self._valid else ():
            raise error
        if not self.spec.model and self.spec.interactor.words:
            return []
        if not self.spec.model:
            raise OptionError("there is no model solution: --model COMMAND, or 'model' in refsol.toml")
        require_posix("a model solution")
        from refsol.own.programs import answer_of

        milliseconds = settings.get(MILLISECONDS)
        seconds = None if milliseconds is None else int(milliseconds) / 1000
        spec = self.spec
        return [answer_of(spec.model, data, fresh=spec.fresh, seconds=seconds, files=spec.files)]

    def _errors(self, source: Input, /, *, lenient: bool) -> list[InputError]:
        """Return the first error of an input, if it has any; white space counts unless ``lenient``."""
        data = _bytes_of(source)
        try:
            validate(self._description, data, lenient=lenient)
            self._ask_validator(data)
        except InputError as error:
            return [error]
        except DescriptionError as error:
            raise OptionError(f"{self.spec.path}:{error}") from error
        self._valid = data
        return []

    def _ask_validator(self, data: bytes) -> None:
        if self.spec.validator:
            require_posix("a validator")
            from refsol.own.programs import require_valid

            require_valid(self.spec.validator, data, fresh=self.spec.fresh)

    def _families(self) -> tuple[Family, ...]:
        weights = [(way, self.spec.families.get(way.name)) for way in ways_for(self._description).values()]
        families = [self._family(way, weight) for way, weight in weights if weight != 0]
        families += [self._program(name, each) for name, each in self.spec.generators.items() if each.weight]
        groups = list(dict.fromkeys([SMALL, MISTAKES, WORST, *(family.group for family in families)]))
        families.sort(key=lambda family: groups.index(family.group))
        if not families or families[0].group != SMALL:
            small = [name for name, group in _GROUPS.items() if group == SMALL]
            raise OptionError(f"[families] leaves out {', '.join(small[:-1])} and {small[-1]}: one of them is needed")
        return tuple(families)

    def _family(self, way: Way, weight: int | None) -> Family:
        group, usual = _GROUPS.get(way.name, MISTAKES), _WEIGHTS.get(way.name, 1)
        tests = _TESTS.get(way.name, _USUAL_TESTS)
        spread = None if way.size is None or way.name == "smallest" else 1000  # where a size makes a difference
        return Family(
            way.name,
            group,
            f"{way.what[0].upper()}{way.what[1:]}.",
            partial(self._make, way),
            (Size(_SIZE, MAX_SIZE, default=way.size, spread=spread),),
            tests=tests if weight is None else max(1, tests * weight // usual),
            largest=group == WORST,
            weight=usual if weight is None else weight,
        )

    def _program(self, name: str, generator: GeneratorSpec) -> Family:
        group = next(
            (each for each in (SMALL, MISTAKES, WORST) if each.name == generator.group), FamilyGroup(generator.group)
        )
        return Family(
            name,
            group,
            f"What the generator {name} prints.",
            partial(self._generated, name, generator.words, group == WORST),
            (Size(_SIZE, MAX_SIZE, default=generator.size),),
            tests=_USUAL_TESTS * generator.weight,
            largest=group == WORST,
            weight=generator.weight,
        )

    def _generated(self, name: str, words: Sequence[str], is_largest: bool, random: Random, size: int) -> bytes:
        """Return an input that a command prints for a seed and a size: a random one, at most this, or the largest."""
        require_posix("a generator")
        from refsol.own.programs import generated

        values = {
            "{seed}": random.getrandbits(31),  # a number in any language
            "{size}": size if is_largest else random.randint(1, size),
        }
        command = tuple(_PLACEHOLDER.sub(lambda match: str(values[match[0]]), word) for word in words)
        what = f"the generator {name} ({join(command)})"
        data = generated(what, command, fresh=self.spec.fresh)
        for error in self._errors(data, lenient=False):
            raise ToolError(f"{what} prints an invalid input: {error}")
        return data

    @cached_property
    def _generator(self) -> Generator:
        return Generator(self._description, [word.encode("latin-1") for word in self.spec.words])

    def _make(self, way: Way, random: Random, size: int) -> bytes:
        what = f"the family {way.name}, {_SIZE} {size}"
        limit = self.spec.generation
        deadline = monotonic() + limit
        refused = 0
        try:
            while refused < _ATTEMPTS and (left := deadline - monotonic()) > 0:
                data = self._generator.generate(way, f"{random.getrandbits(64):x}", size, left)
                try:
                    self._ask_validator(data)
                except InputError:
                    refused += 1
                    self.refused += 1
                    continue
                self._valid = data
                return data
        except GenerationTimeoutError as error:
            raise NoInputError(f"{what}: {error}; generation under [limits] in {FILE} allows more") from error
        except GenerationError as error:
            raise NoInputError(f"{what}: {error}") from error
        except DescriptionError as error:
            raise OptionError(f"{self.spec.path}:{error}") from error
        within = "" if refused == _ATTEMPTS else f" in {limit:g} s"
        raise NoInputError(f"{what}: the validator refuses {refused} inputs{within}")

    def unreached(self, inputs: Iterable[bytes]) -> Iterator[str]:
        """Yield, in a line each, the limits to which none of some valid ``inputs`` comes near. O(their length)."""
        meter = Meter(self._description)
        for data in inputs:
            with suppress(InputError):  # somebody has changed it
                meter.measure(data)
            if not meter.missed():
                return
        for (command, _, _, _, text), most in meter.missed():
            line, column = command.place
            found = "no test has any" if most is None else f"the most is {brief(most)}"
            yield f"no test comes near {text} ({self.spec.path}:{line}:{column}): {found}"


@cache
def problem_of(spec: Spec) -> Described:
    """Return the problem that a ``spec`` describes: the same object for equal specs, kept until the process ends."""
    return Described(spec)


def _given(what: str, words: tuple[str, ...], protocol: str) -> Given | None:
    if not words:
        return None
    path = source_of(words)
    if path is None:
        raise OptionError(
            f"a package needs the {what} as a file, as in '{what}.cpp', 'python3 {what}.py', or in './{what}' if "
            f"{what}.cpp is beside it; not as in {join(words)!r}"
        )
    language = language_of(path)
    assert language is not None  # of a source file
    name = {"Python": PYTHON, "C++": CPP}.get(language.name, language.name)
    texts = {file: data.decode("utf-8", "surrogateescape") for file, data in contents_of(path).items()}
    return Given(path.name, Kind(name, protocol), texts.pop(path.name), tuple(texts.items()))


def _beginning(description: Description) -> tuple[tuple[str, ...], tuple[str, str]]:
    """Return the names of the integers with which each input begins, and what :attr:`.Jury.listed` says."""
    header: list[str] = []
    for command in description.commands:
        if isinstance(command, Integer) and command.target is not None and not command.target.indices:
            header.append(command.target.name)
        elif isinstance(command, Repeat) and isinstance(command.count, Variable) and command.count.name in header:
            values = [each for each in command.body if not (isinstance(each, Text) and each.blank)]
            if len(values) == 1 and isinstance(values[0], Integer) and values[0].target is not None:
                return tuple(header), (values[0].target.name, command.count.name)
            break
        elif not isinstance(command, Assert | Set) and not (isinstance(command, Text) and command.blank):
            break
    return tuple(header), ("", "")


def _is_near(output: bytes, answer: bytes) -> bool:
    return compare_outputs(BytesIO(output), lambda: [answer], 1e-6).accepted


def _bytes_of(source: Input) -> bytes:
    whole = from_start(source)
    return whole if isinstance(whole, bytes) else whole.read()


def _verdict(spec: Spec, source: Input, output: BinaryIO, answer: Callable[[], Iterable[bytes]], /) -> Verdict:
    """Return the verdict on an ``output``; before a checker condemns one, it must accept the model's own answer."""
    words, protocol, tolerance, compare, ignore_case = spec.checker
    if not words and compare != TOKENS:
        return compare_texts(output, answer, by_line=compare == LINES, ignore_case=ignore_case)
    if not words:
        return compare_outputs(output, answer, tolerance, ignore_case=ignore_case)
    found = read_output(output)
    if isinstance(found, Verdict):
        return found
    require_posix("a checker")
    from refsol.own.programs import answer_of, checker_verdict

    data, right = _bytes_of(source), b"".join(answer())
    verdict = checker_verdict(words, protocol, data, found, right, fresh=spec.fresh)
    if not verdict.accepted and spec.model:
        try:
            model = answer_of(spec.model, data, fresh=spec.fresh, files=spec.files)
        except ToolError:
            return verdict
        own = verdict if model == found else checker_verdict(words, protocol, data, model, right, fresh=spec.fresh)
        if not own.accepted:
            message = own.message.removeprefix("1:1: ")
            raise JudgeError(f"the checker refuses the model solution's own answer: {message}")
    return verdict


PROBLEM: Final = problem_of(
    Spec(OWN, "The jury for a problem of your own: a description of its input and a model solution suffice", "", "")
)
"""The part that all of these problems share, for the command line."""
