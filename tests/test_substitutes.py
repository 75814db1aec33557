"""The substitutes for ``librt`` and ``mypy_extensions`` do what the originals do."""

from collections.abc import Callable
from typing import Any  # the arrays of librt and ours have no type in common

import mypy_extensions
import pytest
import support
from librt import strings, vecs

import refsol
from refsol.portable import has_librt, substitutes
from refsol.problem import NAMES

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not has_librt(), reason="there is nothing to compare the substitutes with"),
]

KINDS = ["i16", "i32", "i64", "u8"]

# Hides librt, as if it were not installed, before refsol is imported.
WITHOUT = "import sys; sys.modules['librt'] = None; "
WITHOUT_BOTH = WITHOUT + "sys.modules['mypy_extensions'] = None; "
RUN = "from refsol.cli.main import run; sys.exit(run(sys.argv[1:]))"


def result(action: Callable[..., object], *arguments: object) -> object:
    try:
        return action(*arguments)
    except (IndexError, OverflowError, TypeError, ValueError) as error:
        return type(error)


@pytest.mark.parametrize("kind", KINDS)
def test_arrays_do_the_same(kind: str) -> None:
    bits = int(kind[1:])
    low, high = (0, 2**bits - 1) if kind == "u8" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    make_real: Callable[[object], Any] = vars(vecs)["vec"][getattr(mypy_extensions, kind)]
    make_ours: Callable[[object], Any] = substitutes.vec[getattr(substitutes, kind)]
    for _seed, rng in support.randoms(200):
        numbers = [low, high, 0, 1, rng.randint(low, high)]
        items = [rng.choice(numbers) for _ in range(rng.randrange(5))]
        real, ours = make_real(items), make_ours(items)
        for _action in range(20):
            number = rng.choice([*numbers, low - 1, high + 1])
            index = rng.randrange(-3, 4)
            end = rng.randrange(-3, 6)
            for make in (make_real, make_ours):
                fits = result(len, result(make, [number])) if low <= number <= high else result(make, [number])
                assert fits == (1 if low <= number <= high else OverflowError)
            assert result(real.__getitem__, index) == result(ours.__getitem__, index)
            match rng.randrange(5):
                case 0 if low <= number <= high or -len(real) <= index < len(real):  # only one thing can be wrong
                    assert result(real.__setitem__, index, number) == result(ours.__setitem__, index, number)
                case 1:
                    real, ours = real[index:end], make_ours(ours[index:end])
                case 2 if low <= number <= high:
                    real, ours = vecs.append(real, number), substitutes.append(ours, number)
                    assert number in real
                    assert number in ours
                case 3 if len(real) > 0:
                    real, one = vecs.pop(real)
                    ours, other = substitutes.pop(ours)
                    assert one == other
                case 4 if len(real) < 100:
                    more = real[index:end]
                    real, ours = vecs.extend(real, more), substitutes.extend(ours, make_ours(more))
            assert list(real) == list(ours)
            assert bytes(real) == bytes(ours)
            assert len(real) == len(ours)


def test_arrays_of_floats_do_the_same() -> None:
    make_ours: Callable[[object], Any] = substitutes.vec[float]
    real, ours = vecs.vec[float]([0.5] * 3), make_ours([0.5] * 3)
    for items in (real, ours):
        items[1] += 1e300
        items[-1] = 1 / 3
        assert result(items.__setitem__, 0, "1") is TypeError
        assert result(items.__getitem__, 3) is IndexError
    assert list(real) == list(ours) == [0.5, 1e300, 1 / 3]
    assert memoryview(real).tobytes() == memoryview(ours).tobytes()


def test_words_are_read_alike() -> None:
    for _seed, rng in support.randoms(200):
        data = rng.randbytes(rng.randrange(20))
        index = rng.randrange(-2, 16)
        assert result(strings.read_i64_le, data, index) == result(substitutes.read_i64_le, data, index)


def test_bytes_are_written_alike() -> None:
    for _seed, rng in support.randoms(200):
        real, ours = strings.BytesWriter(), substitutes.BytesWriter()
        for _action in range(10):
            number = rng.choice([0, 1, -1, rng.randrange(-(2**15), 2**15)])
            for module, writer in ((strings, real), (substitutes, ours)):
                writer.append(number & 255)
                writer.write(b"%d" % number)
                for kind in ("i16", "i32", "i64"):
                    vars(module)[f"write_{kind}_le"](writer, number)
        assert real.getvalue() == ours.getvalue()
        assert type(ours.getvalue()) is bytes


@pytest.mark.parametrize("hidden", [WITHOUT, WITHOUT_BOTH])
def test_refsol_runs_without_librt(hidden: str) -> None:
    done = support.python_process("-c", hidden + RUN, "--version")
    assert done.stdout.startswith(f"refsol {refsol.__version__} (interpreted, without librt; ".encode())
    for name in NAMES:
        for path in sorted((support.SAMPLES / name).glob("*.in")):
            done = support.python_process("-c", hidden + RUN, name, "solve", str(path))
            assert (done.returncode, done.stdout, done.stderr) == (0, path.with_suffix(".ans").read_bytes(), b"")


def test_the_library_keeps_its_types_without_librt() -> None:
    """Code that uses both refsol and mypy_extensions gets arrays that know what fits."""
    script = WITHOUT + (
        "import refsol; from librt.vecs import vec; from mypy_extensions import u8; import mypy_extensions as m\n"
        "assert hasattr(m, 'TypedDict')\n"
        "try:\n    vec[u8]([256])\nexcept OverflowError:\n    print('refused')"
    )
    assert support.python_process("-c", script).stdout == b"refused\n"
