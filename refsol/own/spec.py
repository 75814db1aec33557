"""The definition of a problem without a package, as data, from a file ``refsol.toml``."""

import ast
import os
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from refsol.errors import OptionError, unknown
from refsol.jury.judging import Expectation
from refsol.jury.run.languages import is_python
from refsol.own.description.generator import SECONDS, WAYS
from refsol.own.shapes import FORMS, MAX_BASE, ShapeError, shape_of
from refsol.problem.contract import MISTAKES
from refsol.problem.packaging import EXACT, KATTIS, LINES, TESTLIB, TESTLIB_H, TOKENS

PROTOCOLS: Final = (TESTLIB, KATTIS)
"""The protocols of checkers and interactors, the default first."""
COMPARISONS: Final = (TOKENS, LINES, EXACT)
"""The ways to compare outputs, the default first."""
MAX_SIZE: Final = 10**6
"""The largest size of a family."""
CPP_SUFFIXES: Final = (".cpp", ".cc", ".cxx")
"""How files in C++ end."""

_PYTHON: Final = ".py"
_INCLUDE: Final = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)
_CONTROL: Final = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029]")  # and what separates lines
_SLUG: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MOST_WEIGHT: Final = 1000
_SIZE: Final = 8  # of inputs of a generator
_MOST_PARTS: Final = 100  # of a key with dots
_LONG_KEY: Final = re.compile(rf"""(?:\.[ \t]*(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*){{{_MOST_PARTS}}}""")
_PLACE: Final = re.compile(r" \(at line (\d+), column (\d+)\)$| \(at end of document\)$")

_Kind = TypeVar("_Kind")


class CheckerSpec(NamedTuple):
    """How outputs are judged: by a command or, without one, by comparing them with the model's."""

    words: tuple[str, ...] = ()
    """The command; files are named by absolute paths."""
    protocol: str = TESTLIB
    """Its protocol, one of :data:`PROTOCOLS`."""
    tolerance: float | None = None
    """The absolute or relative error that numbers may have where tokens are compared; None if they must be equal."""
    compare: str = COMPARISONS[0]
    """How they are compared, one of :data:`COMPARISONS`."""


class InteractorSpec(NamedTuple):
    """A command that talks with programs and judges them."""

    words: tuple[str, ...] = ()
    """The command; files are named by absolute paths. Empty if there is none."""
    protocol: str = TESTLIB
    """Its protocol, one of :data:`PROTOCOLS`."""
    queries: int | None = None
    """The most lines that a program may say, if there is a limit that the interactor doesn't know."""


class GeneratorSpec(NamedTuple):
    """A command that prints inputs, as a family."""

    words: tuple[str, ...]
    """The command, in which ``{seed}`` and ``{size}`` stand for integers; files are named by absolute paths."""
    weight: int = 1
    """The family's weight; 0 leaves it out."""
    group: str = MISTAKES.name
    """The name of its group; that called "worst" is for inputs at the limits."""
    size: int = _SIZE
    """The largest ``{size}``, unless another one is chosen."""


class Spec(NamedTuple):
    """The definition of a problem. Paths are absolute, and commands name their files by absolute paths."""

    name: str
    """Its name in messages and names of files: lower-case letters, digits and hyphens."""
    title: str
    """Its subject, in a line."""
    path: str
    """The file of the description, as it was named."""
    description: str
    """The text of the description, in Latin-1, so that it can be any bytes."""
    model: tuple[str, ...] = ()
    """The command of the model solution; empty if there is none."""
    checker: CheckerSpec = CheckerSpec()
    """How outputs are judged."""
    validator: tuple[str, ...] = ()
    """A command that also validates inputs; empty if there is none."""
    seconds: float | None = None
    """The time limit, if there is one."""
    mebibytes: int | None = None
    """The memory limit, if there is one."""
    generation: float = SECONDS
    """How many seconds it may take to make an input."""
    families: Mapping[str, int] = {}
    """Weights of families of inputs; those that aren't mentioned have their own."""
    submissions: Mapping[str, str] = {}
    """The verdicts expected of submissions, by path."""
    statement: str | None = None
    """The file of the statement, if there is one."""
    samples: str | None = None
    """The directory of the samples, if there is one."""
    named_by: tuple[str, ...] = ()
    """The options of a command line that say which problem it is."""
    generators: Mapping[str, GeneratorSpec] = {}
    """Families of inputs that commands print, by name."""
    shapes: tuple[str, ...] = ()
    """Shapes that inputs have besides, as :func:`.parse_shape` reads them."""
    fresh: bool = False
    """Whether each run of one of its programs in Python starts a new interpreter."""
    interactor: InteractorSpec = InteractorSpec()
    """What talks with programs, if the problem is interactive."""

    def __hash__(self) -> int:
        """Return a hash of what tells most problems apart; mappings have none. O(length)."""
        return hash((self.name, self.path, self.description, self.model, self.shapes, self.named_by))


def read_spec(path: Path) -> Spec:
    """Return what the file ``path``, a ``refsol.toml``, says; its paths and commands are relative to its directory.

    Raises ``OptionError``, with the file and what is wrong, also if that of the description can't be read, and
    ``OSError`` if this one can't. O(length).
    """
    if path.exists() and not path.is_file() and not path.is_dir():  # opening a pipe would wait
        raise OptionError(f"{path}: not a regular file")
    try:
        text = path.read_text(encoding="utf-8")
        long = _LONG_KEY.search(text)  # which takes tomllib quadratic time
        fields = tomllib.loads(text) if long is None else {}
    except RecursionError as error:
        raise OptionError(f"{path}: nested too deeply") from error
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = _PLACE.search(message)
        where = f":{place[1]}:{place[2]}" if place is not None and place[1] else ""
        raise OptionError(f"{path}{where}: {_PLACE.sub('', message)}") from error
    except UnicodeDecodeError as error:
        raise OptionError(f"{path}: byte {error.start + 1} isn't UTF-8") from error
    except ValueError as error:
        raise OptionError(f"{path}: an integer of too many digits") from error
    if long is not None:
        line = text.count("\n", 0, long.start()) + 1
        raise OptionError(f"{path}:{line}: expected a key of at most {_MOST_PARTS} parts, found a longer one")
    return _Reader(path).spec(fields)


class _Reader:
    """Reads the fields of a file ``path``."""

    def __init__(self, path: Path) -> None:
        self._path: Final = path
        self._directory: Final = str(path.absolute().parent)

    def spec(self, fields: dict[str, object]) -> Spec:
        """Return what the fields say."""
        name = self._take(fields, "name", str, slug_of(Path(self._directory).name))
        if not _SLUG.fullmatch(name):
            raise self._error("name", "lower-case letters, digits and hyphens", name)
        title = self._take(fields, "title", str, name)
        if not title.strip() or _CONTROL.search(title):
            raise self._error("title", "a line of text without control characters", title)
        path = self._file(fields, "format") or ""
        model = self._words("model", self._take(fields, "model", str, ""))
        statement, samples = self._file(fields, "statement"), self._file(fields, "samples")
        checker = self._checker(self._table(fields, "checker", ("command", "protocol", "tolerance", "compare")))
        interactor = self._interactor(self._table(fields, "interactor", ("command", "protocol", "queries")))
        if interactor.words and checker != CheckerSpec():
            raise OptionError(f"{self._path}: an interactor judges: leave out [checker] or [interactor]")
        validator = self._table(fields, "validator", ("command",))
        limits = self._table(fields, "limits", ("time", "memory", "generation"))
        shapes = self._shapes(self._take(fields, "shapes", list, []))
        families = self._weights(self._table(fields, "families", (*WAYS, *(FORMS if shapes else ()))))
        submissions = self._submissions(self._take(fields, "submissions", dict, {}))
        generators = self._generators(self._take(fields, "generators", dict, {}), has_shapes=bool(shapes))
        if fields:
            raise OptionError(f"{self._path}: {unknown('key', next(iter(fields)), _KEYS)}")
        seconds = self._positive("limits.time", limits.get("time"))
        memory = self._positive("limits.memory", limits.get("memory"))
        return Spec(
            name,
            title,
            path,
            self._description(path),
            model,
            checker,
            self._words("validator.command", self._take(validator, "command", str, "", "validator.")),
            seconds,
            None if memory is None else max(1, round(memory)),
            self._positive("limits.generation", limits.get("generation")) or SECONDS,
            families,
            submissions,
            statement,
            samples,
            generators=generators,
            interactor=interactor,
            shapes=shapes,
        )

    def _description(self, path: str) -> str:
        """Return the text of the description, if there is one."""
        try:
            return Path(path).read_bytes().decode("latin-1") if path else ""
        except OSError as error:
            raise OptionError(f"{path}: {error.strerror}") from error

    def _take(self, fields: dict[str, object], key: str, kind: type[_Kind], default: _Kind, prefix: str = "") -> _Kind:
        """Return the value of a key and remove it."""
        value = fields.pop(key, default)
        if not isinstance(value, kind):
            raise self._error(f"{prefix}{key}", _KINDS[kind], value)
        if isinstance(value, str):
            self._require_no_null(f"{prefix}{key}", value)
        return value

    def _require_no_null(self, key: str, text: str) -> None:
        if "\0" in text:  # neither files nor arguments of programs can have any
            raise self._error(key, "a text without null characters", text)

    def _table(self, fields: dict[str, object], key: str, keys: Sequence[str], prefix: str = "") -> dict[str, object]:
        """Return the table that is the value of a key, which may have these ``keys`` only, and remove it."""
        table: dict[str, object] = self._take(fields, key, dict, {}, prefix)
        for name in table:
            if name not in keys:
                raise OptionError(f"{self._path}: {unknown(f'key of [{prefix}{key}]', name, keys)}")
        return table

    def _checker(self, table: dict[str, object]) -> CheckerSpec:
        words = self._words("checker.command", self._take(table, "command", str, "", "checker."))
        protocol = self._protocol(table, "checker.")
        tolerance = self._positive("checker.tolerance", table.get("tolerance"))
        compared = "compare" in table
        compare = self._take(table, "compare", str, COMPARISONS[0], "checker.")
        if compare not in COMPARISONS:
            raise self._error("checker.compare", f"one of {', '.join(COMPARISONS)}", compare)
        if words and (tolerance is not None or compared):
            raise OptionError(
                f"{self._path}: [checker] has either a command or {'compare' if compared else 'a tolerance'}"
            )
        if tolerance is not None and compare != TOKENS:
            raise OptionError(
                f"{self._path}: [checker] has a tolerance only where tokens are compared, not {compare!r}"
            )
        return CheckerSpec(words, protocol, tolerance, compare)

    def _interactor(self, table: dict[str, object]) -> InteractorSpec:
        if not table:
            return InteractorSpec()
        words = self._words("interactor.command", self._take(table, "command", str, "", "interactor."))
        if not words:
            raise self._error("interactor.command", "a command", "")
        queries = table.get("queries")
        most = None if queries is None else self._integer("interactor.queries", queries, 1, MAX_SIZE)
        return InteractorSpec(words, self._protocol(table, "interactor."), most)

    def _protocol(self, table: dict[str, object], prefix: str) -> str:
        protocol = self._take(table, "protocol", str, PROTOCOLS[0], prefix)
        if protocol not in PROTOCOLS:
            raise self._error(f"{prefix}protocol", " or ".join(PROTOCOLS), protocol)
        return protocol

    def _shapes(self, tables: list[object]) -> tuple[str, ...]:
        shapes: list[str] = []
        for number, table in enumerate(tables):
            name = f"shapes[{number}]"
            fields = self._table({name: table}, name, ("kind", "nodes", "edges", "variables", "base", "root"))
            if "edges" in fields and "variables" in fields:
                raise OptionError(f"{self._path}: [{name}] has either edges or variables")
            key = "edges" if "edges" in fields else "variables"
            variables = self._take(fields, key, list, [], f"{name}.")
            fields.update({each: str(fields[each]) for each in ("nodes", "root") if type(fields.get(each)) is int})
            kind, nodes, root = (self._take(fields, each, str, "", f"{name}.") for each in ("kind", "nodes", "root"))
            base = self._integer(f"{name}.base", fields.get("base", 1), -MAX_BASE, MAX_BASE)
            try:
                shapes.append(str(shape_of(kind, nodes, [str(each) for each in variables], str(base), root)))
            except ShapeError as error:
                raise OptionError(f"{self._path}: {name}: {error}") from error
        return tuple(shapes)

    def _weights(self, table: dict[str, object]) -> dict[str, int]:
        return {name: self._integer(f"families.{name}", weight, 0, _MOST_WEIGHT) for name, weight in table.items()}

    def _generators(self, tables: dict[str, object], *, has_shapes: bool) -> dict[str, GeneratorSpec]:
        generators: dict[str, GeneratorSpec] = {}
        for name in [*tables]:
            if not _SLUG.fullmatch(name) or name in WAYS or (name in FORMS and has_shapes):
                expected = "a name of lower-case letters, digits and hyphens that no other family has"
                raise self._error("generators", expected, name)
            table = self._table(tables, name, ("command", "weight", "group", "size"), "generators.")
            prefix = f"generators.{name}."
            line = self._take(table, "command", str, "", prefix)
            if "{seed}" not in line:
                raise self._error(f"{prefix}command", "a command with {seed}", line)
            words, usual = self._words(f"{prefix}command", line), GeneratorSpec(())
            group = self._take(table, "group", str, usual.group, prefix)
            if not _SLUG.fullmatch(group):
                raise self._error(f"{prefix}group", "lower-case letters, digits and hyphens", group)
            weight = self._integer(f"{prefix}weight", table.get("weight", usual.weight), 0, _MOST_WEIGHT)
            size = self._integer(f"{prefix}size", table.get("size", usual.size), 1, MAX_SIZE)
            generators[name] = GeneratorSpec(words, weight, group, size)
        return generators

    def _integer(self, key: str, value: object, least: int, most: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self._error(key, f"an integer from {least} to {most}", value)
        return value

    def _submissions(self, table: dict[str, object]) -> dict[str, str]:
        submissions: dict[str, str] = {}
        for name, value in table.items():
            if value not in list(Expectation):
                raise self._error(f'submissions."{name}"', f"one of {', '.join(Expectation)}", value)
            self._require_no_null("submissions", name)
            submissions[os.path.join(self._directory, name)] = str(value)  # noqa: PTH118 (a text, not a path)
        return submissions

    def _positive(self, key: str, value: object) -> float | None:
        if value is None:
            return None
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= sys.float_info.max:
            raise self._error(key, "a positive number", value)
        return float(value)

    def _file(self, fields: dict[str, object], key: str) -> str | None:
        name = self._take(fields, key, str, "")
        return os.path.join(self._directory, name) if name else None  # noqa: PTH118 (as above)

    def _words(self, key: str, line: str) -> tuple[str, ...]:
        try:
            return command_words(line, self._directory)
        except ValueError as error:
            raise OptionError(f"{self._path}: {key}: {str(error).lower()}") from error

    def _error(self, key: str, expected: str, found: object) -> OptionError:
        return OptionError(f"{self._path}: {key}: expected {expected}, found {found!r}")


def command_words(line: str, directory: str) -> tuple[str, ...]:
    """Return the words of the command in a ``line``; those that name files in a ``directory`` become absolute paths.

    The first word is a file only if it contains a slash. Raises ``ValueError`` for a quotation that isn't closed.
    O(length), with a call to the system for each word.
    """

    def absolute(number: int, word: str) -> str:
        if not word or word.startswith("-") or (number == 0 and os.sep not in word):
            return word
        path = os.path.join(directory, word)  # noqa: PTH118 (a text, not a path)
        return path if Path(path).exists() else word

    return tuple(absolute(number, word) for number, word in enumerate(shlex.split(line)))


def slug_of(name: str) -> str:
    """Return a slug like ``name``. O(length)."""
    return "-".join(re.findall("[a-z0-9]+", name.lower())) or "own"


def source_of(words: Sequence[str]) -> Path | None:
    """Return the file that a command, ``words``, runs: in Python, or in C++ if that is beside its program.

    ``python3 checker.py`` runs ``checker.py``; ``./checker`` is taken to be made from ``checker.cpp``. None for any
    other command, and where there is no such file. O(length), with calls to the system.
    """
    if not words:
        return None
    *interpreter, last = words
    path = Path(last)
    if interpreter:
        found = len(interpreter) == 1 and is_python(interpreter[0]) and path.suffix == _PYTHON
        return path if found and path.is_file() else None
    candidates = [path] if path.suffix == _PYTHON else [path.with_name(path.name + suffix) for suffix in CPP_SUFFIXES]
    return next((each for each in candidates if path.is_absolute() and each.is_file()), None)


def content_of(path: Path) -> bytes:
    """Return the content of a program's only file. O(length).

    Raises ``OptionError`` for one that can't be read, and for one that needs others beside it.
    """
    try:
        data = path.read_bytes()
        beside = next((name for name in _needed(path, data) if path.with_name(name).exists()), None)
    except OSError as error:
        raise OptionError(f"{path}: {error.strerror}") from error
    if beside is not None:
        raise OptionError(f"{path}: needs {beside} beside it, and a package can hold one file")
    return data


def _needed(path: Path, data: bytes) -> Iterator[str]:
    """Yield the names of files that a program uses if they are beside it."""
    text = data.decode("utf-8", "replace")
    if path.suffix in CPP_SUFFIXES:
        yield from (name for name in _INCLUDE.findall(text) if name != TESTLIB_H)
        return
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):  # the judge will say so
        return
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        for name in names:
            stem = name.partition(".")[0]
            yield from (f"{stem}.py", stem) if stem else ()


_KINDS: Final[Mapping[type, str]] = {str: "a text", dict: "a table", list: "an array"}
_KEYS: Final = (
    *("name", "title", "format", "model", "statement", "samples"),
    *("checker", "interactor", "validator", "limits", "families", "submissions", "generators", "shapes"),
)
