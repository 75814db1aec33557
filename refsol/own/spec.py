"""The definition of a problem without a package, as data, from a file ``refsol.toml``."""

import ast
import os
import re
import shlex
import sys
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from refsol.errors import OptionError, unknown
from refsol.jury.judging import Expectation
from refsol.jury.run.languages import CPP, PYTHON, C, Language, is_python, language_of, missing_script
from refsol.jury.run.program import StartError
from refsol.own.description.generator import SECONDS, WAYS
from refsol.own.shapes import FORMS, MAX_BASE, ShapeError, shape_of
from refsol.problem.contract import MISTAKES
from refsol.problem.limits import files_called, is_file_name
from refsol.problem.packaging import EXACT, KATTIS, LINES, TESTLIB, TESTLIB_H, TOKENS

PROTOCOLS: Final = (TESTLIB, KATTIS)
"""The protocols of checkers and interactors, the default first."""
COMPARISONS: Final = (TOKENS, LINES, EXACT)
"""The ways to compare outputs, the default first."""
MAX_SIZE: Final = 10**6
"""The largest size of a family."""
INPUT: Final = ".in"
"""How the names of samples' inputs end."""

_MOST_WORDS: Final = 1000  # of samples
_LONGEST: Final = 2**16  # bytes of a sample that are looked at
_INCLUDE: Final = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)
_CONTROL: Final = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029]")  # and what separates lines
_SLUG: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_FILES: Final = ("input", "output")
_MOST_WEIGHT: Final = 1000
_LONG_KEY: Final = re.compile(r"""(?:\.[ \t]*(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*){100}""")
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
    ignore_case: bool = False
    """Whether the case of letters doesn't count where tokens or lines are compared."""


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
    size: int = 8
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
    words: tuple[str, ...] = ()
    """Words and lines of the samples, in Latin-1, which texts in generated inputs also take."""
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
    files: tuple[str, str] | None = None
    """The names of files that programs may use instead of standard input and output, if there are any."""
    samples_are_wrong: bool = False
    """Whether the model's answers to samples count, instead of those beside these."""

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
        text = path.read_text(encoding="utf-8-sig")
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
        raise OptionError(f"{path}:{line}: expected a key of at most 100 parts, found a longer one")
    return _spec(_Table(path, fields))


class _Table:
    """A table of the file ``path``; ``prefix`` is what comes before its keys in messages."""

    def __init__(self, path: Path, fields: dict[str, object], prefix: str = "") -> None:
        self.path: Final = path
        self.fields: Final = fields
        self.prefix: Final = prefix
        self.directory: Final = str(path.absolute().parent)

    def error(self, key: str, expected: str, found: object) -> OptionError:
        return OptionError(f"{self.path}: {self.prefix}{key}: expected {expected}, found {found!r}")

    def take(self, key: str, kind: type[_Kind], default: _Kind) -> _Kind:
        """Return the value of a key and remove it."""
        value = self.fields.pop(key, default)
        if not isinstance(value, kind):
            kinds: Mapping[type, str] = {str: "a text", dict: "a table", list: "an array", bool: "true or false"}
            raise self.error(key, kinds[kind], value)
        if isinstance(value, str):
            self.require_no_null(key, value)
        return value

    def require_no_null(self, key: str, text: str) -> None:
        if "\0" in text:  # neither files nor arguments of programs can have any
            raise self.error(key, "a text without null characters", text)

    def table(self, key: str, keys: Sequence[str] = ()) -> "_Table":
        """Return the table that is the value of a key, which may have these ``keys`` only, if any, and remove it."""
        fields: dict[str, object] = self.take(key, dict, {})
        for name in fields:
            if keys and name not in keys:
                raise OptionError(f"{self.path}: {unknown(f'key of [{self.prefix}{key}]', name, keys)}")
        return _Table(self.path, fields, f"{self.prefix}{key}.")

    def choice(self, key: str, choices: Sequence[str]) -> str:
        value = self.take(key, str, choices[0])
        if value not in choices:
            raise self.error(key, " or ".join(choices) if len(choices) == 2 else f"one of {', '.join(choices)}", value)
        return value

    def slug(self, key: str, default: str) -> str:
        value = self.take(key, str, default)
        if not _SLUG.fullmatch(value):
            raise self.error(key, "lower-case letters, digits and hyphens", value)
        return value

    def words(self, key: str) -> tuple[str, ...]:
        line = self.take(key, str, "")
        try:
            return command_words(line, self.directory)
        except ValueError as error:
            raise OptionError(f"{self.path}: {self.prefix}{key}: {str(error).lower()}") from error

    def file(self, key: str) -> str | None:
        name = self.take(key, str, "")
        return os.path.join(self.directory, name) if name else None  # noqa: PTH118 (a text, not a path)

    def integer(self, key: str, least: int, most: int, default: int = 0) -> int:
        value = self.fields.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.error(key, f"an integer from {least} to {most}", value)
        return value

    def positive(self, key: str) -> float | None:
        value = self.fields.get(key)
        if value is None:
            return None
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= sys.float_info.max:
            raise self.error(key, "a positive number", value)
        return float(value)


def _spec(root: _Table) -> Spec:
    name = root.slug("name", slug_of(Path(root.directory).name))
    title = root.take("title", str, name)
    if not title.strip() or _CONTROL.search(title):
        raise root.error("title", "a line of text without control characters", title)
    path = root.file("format") or ""
    model = root.words("model")
    statement, samples = root.file("statement"), root.file("samples")
    checker = _checker(root.table("checker", ("command", "protocol", "tolerance", "compare", "ignore_case")))
    interactor = _interactor(root.table("interactor", ("command", "protocol", "queries")))
    if interactor.words and checker != CheckerSpec():
        raise OptionError(f"{root.path}: an interactor judges: leave out [checker] or [interactor]")
    files = _files(root.table("files", ("name", *_FILES)))
    if interactor.words and files is not None:
        raise OptionError(f"{root.path}: programs that talk with an interactor use no files: leave out [files]")
    validator = root.table("validator", ("command",))
    limits = root.table("limits", ("time", "memory", "generation"))
    shapes = tuple(_shape(root, number, each) for number, each in enumerate(root.take("shapes", list, [])))
    families = root.table("families", (*WAYS, *(FORMS if shapes else ())))
    weights = {family: families.integer(family, 0, _MOST_WEIGHT) for family in families.fields}
    submissions = _submissions(root.take("submissions", dict, {}), root)
    generators = _generators(root.table("generators"), {*WAYS, *(FORMS if shapes else ())})
    if root.fields:
        raise OptionError(f"{root.path}: {unknown('key', next(iter(root.fields)), _KEYS)}")
    seconds, memory = limits.positive("time"), limits.positive("memory")
    try:
        description = Path(path).read_bytes().decode("latin-1") if path else ""
    except OSError as error:
        raise OptionError(f"{path}: {error.strerror}") from error
    return Spec(
        name,
        title,
        path,
        description,
        model,
        checker,
        validator.words("command"),
        seconds,
        None if memory is None else max(1, round(memory)),
        limits.positive("generation") or SECONDS,
        weights,
        submissions,
        statement,
        samples,
        sample_words(samples),
        generators=generators,
        interactor=interactor,
        shapes=shapes,
        files=files,
    )


def _checker(table: _Table) -> CheckerSpec:
    words, protocol = table.words("command"), table.choice("protocol", PROTOCOLS)
    tolerance = table.positive("tolerance")
    compared = "compare" in table.fields
    compare = table.choice("compare", COMPARISONS)
    ignore_case = table.take("ignore_case", bool, False)
    if words and (tolerance is not None or compared or ignore_case):
        found = "compare" if compared else "ignore_case" if ignore_case else "a tolerance"
        raise OptionError(f"{table.path}: [checker] has either a command or {found}")
    if tolerance is not None and compare != TOKENS:
        raise OptionError(f"{table.path}: [checker] has a tolerance only where tokens are compared, not {compare!r}")
    if ignore_case and compare == EXACT:
        raise OptionError(f"{table.path}: [checker] ignores case only where tokens or lines are compared, not bytes")
    return CheckerSpec(words, protocol, tolerance, compare, ignore_case)


def _interactor(table: _Table) -> InteractorSpec:
    if not table.fields:
        return InteractorSpec()
    words = table.words("command")
    if not words:
        raise table.error("command", "a command", "")
    queries = table.integer("queries", 1, MAX_SIZE) if "queries" in table.fields else None
    return InteractorSpec(words, table.choice("protocol", PROTOCOLS), queries)


def _files(table: _Table) -> tuple[str, str] | None:
    if not table.fields:
        return None
    name = table.take("name", str, "")
    read, written = (table.take(key, str, default) for key, default in zip(_FILES, files_called(name), strict=True))
    for key, file in zip(_FILES, (read, written), strict=True):
        if not is_file_name(file):
            raise table.error(key, "the name of a file", file)
    if read == written:
        raise table.error(_FILES[1], "another name than that of the input", written)
    return read, written


def _shape(root: _Table, number: int, value: object) -> str:
    name = f"shapes[{number}]"
    table = _Table(root.path, {name: value}).table(name, ("kind", "nodes", "edges", "variables", "base", "root"))
    fields = table.fields
    if "edges" in fields and "variables" in fields:
        raise OptionError(f"{root.path}: [{name}] has either edges or variables")
    variables = table.take("edges" if "edges" in fields else "variables", list, [])
    fields.update({each: str(fields[each]) for each in ("nodes", "root") if type(fields.get(each)) is int})
    kind, nodes, top = (table.take(each, str, "") for each in ("kind", "nodes", "root"))
    base = table.integer("base", -MAX_BASE, MAX_BASE, 1)
    try:
        return str(shape_of(kind, nodes, [str(each) for each in variables], str(base), top))
    except ShapeError as error:
        raise OptionError(f"{root.path}: {name}: {error}") from error


def _generators(root: _Table, taken: Collection[str]) -> dict[str, GeneratorSpec]:
    generators: dict[str, GeneratorSpec] = {}
    for name in [*root.fields]:
        if not _SLUG.fullmatch(name) or name in taken:
            expected = "a name of lower-case letters, digits and hyphens that no other family has"
            raise OptionError(f"{root.path}: generators: expected {expected}, found {name!r}")
        table, usual = root.table(name, ("command", "weight", "group", "size")), GeneratorSpec(())
        line = table.fields.get("command", "")
        if isinstance(line, str) and "\0" not in line and "{seed}" not in line:
            raise table.error("command", "a command with {seed}", line)
        words, group = table.words("command"), table.slug("group", usual.group)
        weight = table.integer("weight", 0, _MOST_WEIGHT, usual.weight)
        generators[name] = GeneratorSpec(words, weight, group, table.integer("size", 1, MAX_SIZE, usual.size))
    return generators


def _submissions(fields: Mapping[str, object], root: _Table) -> dict[str, str]:
    submissions: dict[str, str] = {}
    for name, value in fields.items():
        if value not in list(Expectation):
            raise root.error(f'submissions."{name}"', f"one of {', '.join(Expectation)}", value)
        root.require_no_null("submissions", name)
        submissions[os.path.join(root.directory, name)] = str(value)  # noqa: PTH118 (a text, not a path)
    return submissions


def sample_words(directory: str | None) -> tuple[str, ...]:
    """Return the words and lines of the samples in a ``directory``, if any, each once, in order. O(their length)."""
    found: dict[str, None] = {}
    with suppress(OSError):  # as is reported where they are needed
        for path in sorted(Path(directory).glob(f"*{INPUT}")) if directory is not None else ():
            with path.open("rb") as file:
                lines = file.read(_LONGEST).decode("latin-1").removeprefix("\xef\xbb\xbf").split("\n")
            for line in lines:
                found.update(dict.fromkeys((line.removesuffix("\r"), *line.split())))
            if len(found) > _MOST_WORDS:
                break
    found.pop("", None)
    return tuple(islice(found, _MOST_WORDS))


def command_words(line: str, directory: str) -> tuple[str, ...]:
    """Return the words of the command in a ``line``; those that name files in a ``directory`` become absolute paths.

    So does the name of a script that isn't there. The first word is a file only if it contains a slash, or names a
    source file. Raises ``ValueError`` for a quotation that isn't closed. O(length), with a call to the system for each
    word.
    """
    words = shlex.split(line)
    missing = None
    with suppress(StartError):
        missing = missing_script(words, directory) if words else None

    def absolute(number: int, word: str) -> str:
        is_named = number > 0 or os.sep in word or language_of(word) is not None
        if not word or word.startswith("-") or not is_named:
            return word
        path = os.path.join(directory, word)  # noqa: PTH118 (a text, not a path)
        return path if number == 0 or word == missing or Path(path).exists() else word

    return tuple(absolute(number, word) for number, word in enumerate(words))


def slug_of(name: str) -> str:
    """Return a slug like ``name``. O(length)."""
    return "-".join(re.findall("[a-z0-9]+", name.lower())) or "own"


def source_of(words: Sequence[str]) -> Path | None:
    """Return the source file that a command, ``words``, runs, or that is in C++ beside the program that it runs.

    ``checker.c`` is one, ``python3 checker.py`` runs ``checker.py``, and ``./checker`` is taken to be made from
    ``checker.cpp``. None for any other command, and where there is no such file. O(length), with calls to the system.
    """
    if not words:
        return None
    *interpreter, last = words
    path = Path(last)
    if interpreter:
        found = len(interpreter) == 1 and is_python(interpreter[0]) and path.suffix in PYTHON.suffixes
        return path if found and path.is_file() else None
    beside = (path.with_name(path.name + suffix) for suffix in CPP.suffixes)
    candidates = beside if language_of(path) is None else [path]
    return next((each for each in candidates if path.is_absolute() and each.is_file()), None)


def contents_of(path: Path) -> dict[str, bytes]:
    """Return the contents of a program's file and of those beside it that it uses, by their names.

    Raises ``OptionError`` if one can't be read, or isn't a file in the same directory.
    """
    language = language_of(path)
    found: dict[str, bytes] = {}
    left = [path.name]
    while left:
        name = left.pop()
        if name not in found:
            file = path.parent / name
            if "/" in name or file.is_dir():
                raise OptionError(f"{path}: needs {name}, and a package can hold only files beside it")
            try:
                found[name] = file.read_bytes()
            except OSError as error:
                raise OptionError(f"{file}: {error.strerror}") from error
            left += [each for each in _needed(language, found[name]) if (path.parent / each).exists()]
    return found


def _needed(language: Language | None, data: bytes) -> Iterator[str]:
    """Yield the names of files that a program in a ``language`` uses if they are beside it."""
    text = data.decode("utf-8", "replace")
    if language in (C, CPP):
        yield from (name for name in _INCLUDE.findall(text) if name != TESTLIB_H)
    if language is not PYTHON:
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


_KEYS: Final = (
    *("name", "title", "format", "model", "statement", "samples"),
    *("checker", "interactor", "files", "validator", "limits", "families", "submissions", "generators", "shapes"),
)
