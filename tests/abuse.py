"""Call every public function and method of the compiled modules with hostile arguments, and see that nothing breaks.

Arguments are drawn for their types: numbers around every limit that there is, arrays that are too short, bytes of all
kinds, lone surrogates and, in compiled code, which checks types, values of other types. Half of the calls get hostile
numbers and otherwise what is right. Each call may return, or raise what is documented: see ``allowed``. It must not
crash, take more than ``SECONDS`` of processor time, or need more than ``MEMORY`` bytes. Calls run in batches in child
processes with these limits; a batch that dies tells by its last call which one was to blame.

``python tests/abuse.py --minutes 5`` prints the calls that broke something, and ends with status 1 if there are any. A
seed and the number of a call determine it: ``--seed 1 --only 4711`` repeats one. It needs fork, so not Windows.
"""

import argparse
import ast
import faulthandler
import math
import mmap
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from importlib.util import find_spec
from inspect import isgenerator
from io import BytesIO
from itertools import chain
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Final, NamedTuple, TypeAlias

import campaign
import support
from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i32, i64, u8

import refsol
from refsol.errors import InputError
from refsol.jury import testing
from refsol.nogo.board import Board
from refsol.nogo.game import Game
from refsol.nogo.play.live_board import LiveBoard
from refsol.nogo.play.many_games import ManyGames
from refsol.nogo.play.outcome_search import OutcomeSearch
from refsol.problem import NAMES
from refsol.structures.xoshiro import Xoshiro128
from refsol.text.scanner import Scanner, symbol_codes

sys.path.append(os.fspath(support.ROOT))  # at the end, so that an installed refsol is found first
from build_libraries import libraries

SECONDS = 20.0  # of processor time, for a call
MEMORY: Final = 2**30  # bytes, for a process, beyond what it has at its start
BATCH: Final = 500  # calls

# Around the limits of statements, of windows and words, and of 8, 32 and 64 bits. Sizes that take long are left out.
NUMBERS: Final = (
    *(0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 31, 32, 33, 63, 64, 65, 80, 81, 99, 100, 120, 121, 127, 128, 129, 255, 256),
    *(sign * number for number in (1, 2, 8, 9, 64, 121, 2**31, 2**62, 2**63 - 1) for sign in (-1, 1)),
    *(2**31 - 2, 2**31 - 1, 2**32, 2**32 + 1, 2**40, 2**60, 2**61, 2**61 + 1, 2**62 - 1, 2**62 + 1, -(2**63)),
    *(2**63, -(2**63) - 1, 2**64, 10**30),
)
TEXTS: Final = (
    *("", "strict", "lenient", "pseudo", "exact", "uniform", "contested", "E5", "AA1"),
    *("\ud800", "\0", "x" * 10_000, "\U0001d538", "\n"),
)
OTHER_TYPES: Final[tuple[object, ...]] = (None, 0.5, "1", b"1", (), [], {}, object(), int, 1j, range(3), float("nan"))

BOARDS: Final[dict[str, tuple[int, ...]]] = {"multigo": (3, 4, 3), "somegame": (2, 3, 4, 2), "tictactoe": ()}  # sizes

Maker: TypeAlias = Callable[["Draw"], object]


class Parameter(NamedTuple):
    """A parameter of a callable: its name, its type as it is written, and how it may be passed."""

    name: str
    type: str
    by_name: bool
    has_default: bool

    @property
    def is_number(self) -> bool:
        return self.type in ("i64", "int", "int | Xoshiro128")


class Target(NamedTuple):
    """A callable: its module, its class (or an empty string), its name, and its parameters without ``self``.

    Reading a property is a call, too.
    """

    module: str
    of_class: str
    name: str
    parameters: tuple[Parameter, ...]
    docstring: str
    is_property: bool


class Draw(NamedTuple):
    """What arguments are drawn from, and for which package; ``hostile`` says whether anything but a number may be."""

    rng: Random
    package: str
    hostile: bool
    boards: str
    """The seed of the boards that are right: all arguments of a call are about the same board."""

    def small(self) -> int:
        return self.rng.choice((1, 1, 2, 2, 3, 4, 5, 9))


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Yield the modules that are compiled, by their names below the package, with their sources.

    Generators of inputs are left out, since they trust the families, which check the sizes.
    """
    for path in chain(*libraries(support.ROOT).values()):
        source = Path(path)
        if source.stem[0] != "_" and (source.parts[-2] != "jury" or source.stem == "checker"):
            module = ".".join(source.with_suffix("").parts[1:])
            yield module, ast.parse(Path(refsol.__path__[0], *source.parts[1:]).read_text(encoding="utf-8"))


def targets() -> list[Target]:
    """Return everything public that can be called in the compiled modules.

    That is without the functions of a module whose docstring says "Nothing is checked": they are inlined into loops.
    """
    found: list[Target] = []
    for module, tree in modules():
        unchecked = "Nothing is checked." in (ast.get_docstring(tree) or "")
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and not unchecked:
                found.append(Target(module, "", node.name, _parameters(node, 0), ast.get_docstring(node) or "", False))
            elif isinstance(node, ast.ClassDef) and not node.name.startswith("_") and has_constructor(node):
                for method in node.body:
                    if isinstance(method, ast.FunctionDef) and (method.name == "__init__" or method.name[0] != "_"):
                        decorators = [ast.unparse(decorator) for decorator in method.decorator_list]
                        parameters = _parameters(method, 0 if "staticmethod" in decorators else 1)
                        docstring = ast.get_docstring(method) or ""
                        is_property = "property" in decorators
                        found.append(Target(module, node.name, method.name, parameters, docstring, is_property))
    return found


def has_constructor(node: ast.ClassDef) -> bool:
    return not node.keywords and any(
        isinstance(method, ast.FunctionDef) and method.name == "__init__" for method in node.body
    )


def _parameters(node: ast.FunctionDef, skipped: int) -> tuple[Parameter, ...]:
    positional = node.args.args[skipped:]
    required = len(positional) - len(node.args.defaults)
    found = [(argument, False, k >= required) for k, argument in enumerate(positional)]
    by_name = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
    found += [(argument, True, default is not None) for argument, default in by_name]
    types = (ast.unparse(each.annotation).strip("'") if each.annotation else "" for each, *_how in found)
    return tuple(Parameter(each.arg, kind, *how) for (each, *how), kind in zip(found, types, strict=True))


# Arguments


def an_input(draw: Draw) -> bytes:
    rng = draw.rng
    name = draw.package if draw.package in NAMES else rng.choice(NAMES)
    data = support.GENERATE[name](rng)
    return testing.mutated(data, rng) if draw.hostile and rng.random() < 0.5 else data


def some_bytes(draw: Draw) -> bytes:
    rng = draw.rng
    any_bytes = (b"", b" ", b"\n", b"-1 -1\n", bytes(8), b"\xff" * 9, b"0123", b"7" * 300, b"1 2 3\n" * 99, bytes(5000))
    return rng.choice((rng.choice(any_bytes), rng.randbytes(rng.randrange(40)), an_input(draw)))


def some_input(draw: Draw) -> object:
    data = some_bytes(draw) if draw.hostile else an_input(draw)
    kind = draw.rng.randrange(4)
    if kind == 0 and data:
        mapped = mmap.mmap(-1, len(data))
        mapped[:] = data
        return mapped
    return data if kind < 3 else BytesIO(data)


def a_number(draw: Draw) -> int:
    return draw.rng.choice(NUMBERS)


def some_numbers(draw: Draw) -> list[int]:
    rng = draw.rng
    if draw.hostile:
        return [a_number(draw) for _ in range(rng.choice((0, 1, 2, 9)))]
    return [rng.randrange(4) for _ in range(4)]


def rows(draw: Draw) -> list[list[int]]:
    rng = draw.rng
    if draw.hostile:
        wrong: list[list[list[int]]] = [[], [[]], [[1], []], [[], [1]], [[1, 2], [1]], [some_numbers(draw)] * 2]
        return rng.choice(wrong)
    return [[1, 1, 2], [3, 1, 2]]


def shorts(draw: Draw) -> "vec[i32]":
    rng = draw.rng
    if not draw.hostile:
        return vec[i32]([i32(0)] * 1000)
    value = rng.choice((0, 1, -1, 5, 120, 2**31 - 1, -(2**31)))
    return vec[i32]([i32(value)] * rng.choice((0, 1, 2, 9, 121, 1000)))


def small_ones(draw: Draw) -> "vec[u8]":
    rng = draw.rng
    if not draw.hostile:
        return symbol_codes(b"0123") if rng.random() < 0.5 else vec[u8]([u8(0)] * 1000)
    return vec[u8]([u8(rng.choice((0, 1, 3, 128, 255)))] * rng.choice((0, 1, 2, 9, 121, 256, 1000)))


def board(draw: Draw) -> object:
    """Return a board of the package's problem, as it is read, or a new one, which may break the rules."""
    rng = draw.rng if draw.hostile else Random(draw.boards)
    module = import_module(f"refsol.{draw.package}.board")
    if rng.random() < 0.7:
        data = support.GENERATE[draw.package](rng)
        if hasattr(module, "read_boards"):
            return rng.choice(module.read_boards(data))
        return module.read_board(data)
    sizes = {"chess": (2, 3, rng.randint(1, 6)), "nogo": (rng.randint(1, 9),), **BOARDS}
    return module.Board(*sizes[draw.package])


def a_scanner(draw: Draw) -> Scanner:
    rng = draw.rng
    source = some_input(draw)
    errors: list[InputError] | None = [] if rng.random() < 0.5 else None
    scanner = make(Scanner, source, "end", rng.choice((32, 33, 64, 2**17)), errors)
    assert isinstance(scanner, Scanner)
    try:
        for _token in range(rng.randrange(4)):
            scanner.integer(0, 10**9, "number")
    except InputError:
        pass
    return scanner


def make(kind: Callable[..., object], *arguments: object, **by_name: object) -> object:
    """Call ``kind`` with arguments whose types are known only at run time."""
    return kind(*arguments, **by_name)


def an_object(of_class: str) -> Maker:
    def made(draw: Draw) -> object:
        module = next(each.module for each in CONSTRUCTORS if each.of_class == of_class and _fits(each, draw))
        return instance(module, of_class, draw)

    return made


def _fits(target: Target, draw: Draw) -> bool:
    return target.module.startswith(f"{draw.package}.")


def instance(module: str, of_class: str, draw: Draw) -> object:
    sane = draw._replace(hostile=False)
    if of_class in ("Board", "LiveBoard", "ManyGames", "OutcomeSearch", "Scanner"):
        return MAKERS[of_class](sane)
    constructor = next(each for each in CONSTRUCTORS if (each.module, each.of_class) == (module, of_class))
    arguments = {
        each.name: sane.small() if each.is_number else make_argument(each, sane)
        for each in constructor.parameters
        if not (each.is_number or each.type == "str") or not each.has_default  # few numbers and texts would be right
    }
    return make(vars(import_module(f"refsol.{module}"))[of_class], **arguments)


def framed_stones(draw: Draw) -> tuple["vec[u8]", int]:
    stones = Board(draw.rng.randint(1, 3))
    return stones.stone, int(stones.stride)


def groups(draw: Draw) -> object:
    of_class = draw.rng.choice(("PseudoLiberties", "ExactLiberties", ""))
    return an_object(of_class)(draw) if of_class else None


def evaluator(draw: Draw) -> object:
    """Return what evaluates leaves for a search, with arrays of numpy; or, where it may be hostile, with anything."""
    if find_spec("numpy") is None or draw.rng.random() < 0.5:
        return None
    if draw.hostile:
        return lambda planes, masks: draw.rng.choice(((planes, masks), (masks, masks), *OTHER_TYPES))
    return lambda planes, masks: (masks.max(axis=1) * 0.5, masks)


MAKERS: Final[dict[str, Maker]] = {
    "i64": a_number,
    "int": a_number,
    "int | None": lambda draw: draw.rng.choice((None, a_number(draw))),
    "int | Xoshiro128": lambda draw: draw.rng.choice((a_number(draw), Xoshiro128(1))),
    "float": lambda draw: draw.rng.choice((0.0, 0.5, -1.0, 1e300, math.inf, math.nan)) if draw.hostile else 0.5,
    "float | None": lambda draw: draw.rng.choice((None, 0.0, 0.001, *((-1.0, math.nan) if draw.hostile else ()))),
    "bool": lambda draw: draw.rng.random() < 0.5,
    "str": lambda draw: draw.rng.choice(TEXTS),
    "bytes": some_bytes,
    "Input": some_input,
    "BinaryIO": lambda draw: BytesIO(some_bytes(draw)),
    "BytesWriter": lambda draw: BytesWriter(),
    "Scanner": a_scanner,
    "InputError": lambda draw: InputError(1, 1, "this", "that"),
    "list[InputError] | None": lambda draw: draw.rng.choice((None, [])),
    "vec[i32]": shorts,
    "vec[i64]": lambda draw: vec[i64]([i64(a_number(draw) % 2**60)] * (9 if draw.hostile else 1000)),
    "vec[u8]": small_ones,
    "vec[u8] | None": lambda draw: small_ones(draw) if draw.hostile else None,
    "list[int]": some_numbers,
    "list[int] | None": lambda draw: draw.rng.choice((None, some_numbers(draw))),
    "Sequence[int]": some_numbers,
    "Collection[int]": some_numbers,
    "tuple[int, ...]": lambda draw: tuple(some_numbers(draw)) if draw.hostile else (0,) * 100,
    "Cell | None": lambda draw: (a_number(draw), a_number(draw)) if draw.hostile else None,
    "Sequence[Mark]": lambda draw: (),
    "Iterable[Placement]": lambda draw: [(1, 1, 1, 1)] * draw.rng.randrange(3),
    "Iterable[tuple[int, int]]": lambda draw: [(a_number(draw), draw.small())] * draw.rng.randrange(3),
    "list[str]": lambda draw: [draw.rng.choice(TEXTS)] if draw.hostile else ["1 1 1\n"],
    "Sequence[bytes]": lambda draw: [some_bytes(draw)] * draw.rng.randrange(3) if draw.hostile else [b"1", b"2"],
    "list[list[int]]": rows,
    "Sequence[Sequence[int]]": rows,
    "Board": board,
    "Groups | None": groups,
    "Callable[..., object] | None": evaluator,
    "LiveBoard": lambda draw: LiveBoard(*framed_stones(draw)),
    "ManyGames": lambda draw: ManyGames(Game(Board(draw.rng.randint(2, 4))), draw.small()),
    "OutcomeSearch": lambda draw: OutcomeSearch(*framed_stones(draw), draw.rng.randint(1, 2), 1),
    "Xoshiro128": lambda draw: Xoshiro128(3),
    "Xoshiro128 | None": lambda draw: Xoshiro128(2) if draw.rng.random() < 0.5 else None,
    **{name: an_object(name) for name in ("Candidates", "Game", "Regions")},
}


def make_argument(parameter: Parameter, draw: Draw) -> object:
    if draw.hostile and support.COMPILED and draw.rng.random() < 0.1:
        return draw.rng.choice(OTHER_TYPES)
    takes_long = parameter.name in ("games", "simulations")
    if parameter.is_number and (takes_long or draw.rng.random() < 0.4):
        return draw.small()
    return MAKERS[parameter.type](draw)


TARGETS: Final = targets()
CONSTRUCTORS: Final = [target for target in TARGETS if target.name == "__init__"]

# Calls


def call(seed: str, number: int, note: Callable[[str], object] = lambda words: None) -> str | None:
    """Make one call, and return what it did wrong, or None. ``note`` gets each step before it is taken."""
    rng = Random(f"{seed} {number}")
    target = TARGETS[number % len(TARGETS)]
    draw = Draw(rng, target.module.split(".")[0], rng.random() < 0.5, str(rng.random()))
    module = import_module(f"refsol.{target.module}")
    chain = [target]
    owner: object = module
    if target.of_class and target.name != "__init__":
        owner = instance(target.module, target.of_class, draw)
        # The methods before it may bring the object into a state that nobody thought of.
        others = [each for each in TARGETS if each[:2] == target[:2] and each.name != "__init__"]
        chain = [*rng.choices(others, k=rng.randrange(4)), target]
    for each in chain:
        wrong = _call_one(each, _function(each, module, owner), draw, note)
        if wrong:
            return wrong
    return None


def _function(target: Target, module: ModuleType, owner: object) -> Callable[..., object]:
    name = target.of_class if target.name == "__init__" else target.name
    if target.is_property:
        return lambda: getattr(owner, name)
    found: Callable[..., object] = getattr(module if target.name == "__init__" else owner, name)
    return found


def _call_one(target: Target, function: Callable[..., object], draw: Draw, note: Callable[[str], object]) -> str | None:
    arguments = {parameter: make_argument(parameter, draw) for parameter in target.parameters}
    by_position = [value for parameter, value in arguments.items() if not parameter.by_name]
    by_name = {parameter.name: value for parameter, value in arguments.items() if parameter.by_name}
    shown = ", ".join(f"{parameter.name}={_shown(value)}" for parameter, value in arguments.items())
    words = ".".join(filter(None, (target.module, target.of_class, target.name))) + f"({shown})"
    note(words)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)  # its signal ends the process, even in a loop without Python code
    try:
        result = function(*by_position, **by_name)
        if isgenerator(result) or isinstance(result, Iterator):
            for _piece in result:
                pass
    except Exception as error:
        documented = isinstance(error, IndexError) and "IndexError" in target.docstring
        if not documented and not isinstance(error, allowed(arguments.values(), draw.hostile)):
            return f"{words} raised {type(error).__name__}: {error}"
    return None


def allowed(arguments: Iterable[object], hostile: bool) -> tuple[type[Exception], ...]:
    """Return the errors that a call with these arguments may raise, whatever its docstring says.

    That is ``ValueError`` for what a docstring rules out, ``MemoryError`` for sizes that are allowed, but not here, and
    ``OverflowError`` for numbers that an array can't hold; compiled code also says ``TypeError`` of numbers that no
    machine word holds. Where not only numbers are hostile, ``IndexError`` is for arrays that are too short, and
    ``TypeError`` for other types, which objects that are not refsol's own may show as ``AttributeError``.
    """
    always = (ValueError, OverflowError, MemoryError)
    if hostile:
        return (*always, IndexError, TypeError, AttributeError)
    too_long = any(isinstance(argument, int) and not -(2**63) <= argument < 2**63 for argument in arguments)
    return (*always, TypeError) if too_long else always


def _shown(value: object) -> str:
    if isinstance(value, BytesIO):
        return f"BytesIO({_shown(value.getvalue())})"
    try:
        text = ascii(value)
    except Exception:
        text = object.__repr__(value)
    return text if len(text) <= 200 else f"{text[:200]}... ({len(text)} characters)"


# Processes


def run(seed: str, first: int, count: int, silent: bool = True) -> Iterator[str]:
    """Make ``count`` calls from number ``first`` on in a child process; yield what went wrong.

    Unless ``silent``, standard error shows what an interpreter that dies, or a sanitizer, says at length.
    """
    last = mmap.mmap(-1, 4096)  # the number of the call that is being made, and its last step

    def note(words: str) -> None:
        last[8:] = words.encode("utf-8", "backslashreplace")[:4088].ljust(4088, b"\0")

    while count > 0:
        reading, writing = os.pipe()
        last[:8] = first.to_bytes(8, "little")
        child = os.fork()
        if child == 0:
            try:
                os.close(reading)
                _limit(silent)
                with os.fdopen(writing, "w", encoding="utf-8", errors="backslashreplace", buffering=1) as out:
                    for number in range(first, first + count):
                        last[:8] = number.to_bytes(8, "little")
                        note("making its arguments")
                        wrong = call(seed, number, note)
                        if wrong:
                            print(f"call {number}: {wrong}", file=out)
                os._exit(0)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(1)  # whatever was raised: the rest is the parent's to do
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as found:
            yield from (line.rstrip("\n") for line in found)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status == 0:
            return
        number = int.from_bytes(last[:8], "little")
        words = last[8:].rstrip(b"\0").decode(errors="replace")
        yield f"call {number}: {words} ended the process {campaign.ending(status, SECONDS)}"
        first, count = number + 1, first + count - number - 1


def _limit(silent: bool = True) -> None:
    faulthandler.disable()  # pytest enables it, and it would write to the terminal
    used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if silent:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


def abuse(seed: str, seconds: float, most: int | None = None) -> tuple[int, list[str]]:
    """Make calls for this many ``seconds``, at most ``most``; return their number and what went wrong, each once."""
    end = time.monotonic() + seconds
    done = 0
    wrong: list[str] = []
    while time.monotonic() < end and (most is None or done < most):
        batch = BATCH if most is None else min(BATCH, most - done)
        wrong += run(seed, done, batch)
        done += batch
    return done, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description="Call the library with hostile arguments.")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", default=str(support.FRESH_SEED))
    parser.add_argument("--only", type=int, help="the number of a single call to repeat")
    options = parser.parse_args()
    if options.only is not None:
        done, wrong = 1, list(run(options.seed, options.only, 1, silent=False))
    else:
        done, wrong = abuse(options.seed, 60 * options.minutes)
    print(*wrong, sep="\n", end="\n" if wrong else "")
    mode = "compiled" if support.COMPILED else "interpreted"
    print(f"{done} calls of {len(TARGETS)} functions and methods, {mode}, seed {options.seed}: {len(wrong)} went wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
