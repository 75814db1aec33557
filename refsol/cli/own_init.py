"""The verb ``init`` of ``refsol own``: writes an example that works at once."""

import re
from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from typing import Annotated, Final

from refsol import own
from refsol.cli.files import emit_text, naming, write_output
from refsol.cli.status import FileError
from refsol.cli.verbs import argument, as_verb, option
from refsol.errors import OptionError
from refsol.own.problem import ANSWERS
from refsol.own.spec import INPUT, slug_of
from refsol.problem import Problem
from refsol.problem.packaging import FILE

_DESCRIPTION: Final = "input.ctd"
_WRONG: Final = "python3 wrong.py"
_YOURS: Final = "./your_program"
_NOT_THERE: Final = re.compile(r'(?m)^(statement = .*|few = .*|".*\.py" = .*)')


@as_verb("Write an example of refsol.toml with its files: the quick way to test and judge programs.")
def init(
    _problem: Problem,
    *,
    directory: Annotated[
        str, "The directory to write to, made if needed; nothing there is overwritten. (default: .)", argument("DIR")
    ] = ".",
    samples: Annotated[
        str | None,
        f"Write refsol.toml for a problem with the samples in this directory, *{INPUT}, and a description of them.",
        option("DIR"),
    ] = None,
    constraints: Annotated[
        str | None, "With --samples: a text with lines such as 1 ≤ n ≤ 10^5, as in the statement.", option("FILE")
    ] = None,
) -> None:
    if constraints is not None and samples is None:
        raise OptionError("--constraints needs --samples")
    root = Path(directory)
    source = Path(own.__file__).parent / "example"
    paths = [path for path in source.rglob("*") if path.is_file() and path.parent.name != "__pycache__"]
    example = {path.relative_to(source).as_posix(): path.read_bytes() for path in paths}
    if samples is not None:
        example = _begun(example, slug_of(root.absolute().name), samples, constraints)
    example = {name: content for name, content in example.items() if not _is_there(root / name, content)}
    written: list[Path] = []
    try:
        for name in sorted(example, key=lambda name: name == FILE):  # which makes it a problem, last
            path = root / name
            for parent in reversed(path.parents):
                if not parent.exists():
                    parent.mkdir()
                    written.append(parent)
            write_output(str(path), [example[name]])
            written.append(path)
    except BaseException:
        for path in reversed(written):
            path.rmdir() if path.is_dir() else path.unlink()
        raise
    about, program = f"an example. Try it, then change {FILE} and the files that it names", _WRONG
    if samples is not None:
        about = f"read {_DESCRIPTION}, which is a proposal. Then write a model solution, name it in {FILE}, and"
        program = _YOURS
    go_there = "" if root == Path() else f"cd {quote(directory)}\n  "
    emit_text(f"{root}: {about}:\n  {go_there}refsol own stress -- {program}\n")


def _begun(example: Mapping[str, bytes], name: str, directory: str, constraints: str | None) -> dict[str, bytes]:
    from refsol.cli.own_describe import proposed, report, sample_files

    paths = sample_files(directory)
    proposal = proposed(paths, constraints)
    report(proposal)
    toml = example[FILE].decode()
    toml = re.sub(r'(?m)^(name|title) = "[^"]*"', rf'\1 = "{name}"', toml)
    toml = _NOT_THERE.sub(r"# \1", toml).replace("best-part", name).replace(_WRONG, _YOURS.ljust(len(_WRONG)))
    toml = toml.replace("samples/1.in", f"samples/{Path(paths[0]).name}")
    found = {FILE: toml.encode(), _DESCRIPTION: proposal.text.encode("latin-1", "replace")}
    for path, sample in zip(map(Path, paths), proposal.samples, strict=True):
        found[f"samples/{path.name}"] = sample.data
        answer = next((each for end in ANSWERS if (each := path.with_suffix(end)).is_file()), None)
        if answer is not None:
            with naming(answer):
                found[f"samples/{path.stem}{ANSWERS[0]}"] = answer.read_bytes()
    return found


def _is_there(path: Path, content: bytes) -> bool:
    try:
        if path.read_bytes() == content:
            return True
    except FileNotFoundError:
        return False
    raise FileError(f"{path}: already exists; choose another directory")
