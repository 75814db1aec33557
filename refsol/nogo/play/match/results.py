"""A file of results, to which each pair of games is appended, so that a match can go on after an interruption.

Its first line says what was played, the others are the games, all of them JSON. All calls are O(bytes).
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from refsol.nogo.play.match.records import GameRecord, record_in


class ResultsError(Exception):
    """A file holds no results, or those of another match; the message says which, in a line."""


class Results:
    """The results of a match in the file at a ``path``, which is made unless it exists.

    ``settings`` identify the match: values by name. ``records`` are the games in the file when it was opened; a last
    line without an end, of a match that was killed while it wrote, is cut off. Raises :class:`ResultsError`, and
    ``OSError`` for a file that can't be read or written.
    """

    def __init__(self, path: str, settings: Mapping[str, object]) -> None:
        self._path: Final = Path(path)
        first = json.dumps(settings, ensure_ascii=False)
        content = self._path.read_bytes() if self._path.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        self.records: Final[Sequence[GameRecord]] = _records(path, whole, json.loads(first)) if whole else []
        if not whole and content:
            raise ResultsError(f"{path}: not a file of results")
        with self._path.open("r+b" if content else "wb") as file:
            file.truncate(len(whole))
            if not whole:
                file.write(f"{first}\n".encode())

    def append(self, records: Sequence[GameRecord]) -> None:
        """Append ``records``, in one piece. Raises ``OSError`` if the file can't be written."""
        with self._path.open("ab") as file:
            file.write("".join(record.line_of_json() for record in records).encode())


def _records(path: str, content: bytes, settings: Mapping[str, object]) -> Sequence[GameRecord]:
    """Return the records in a file. Raises :class:`ResultsError`."""
    number = 1
    try:
        lines = content.decode().splitlines()
        found = json.loads(lines[0])
        if not isinstance(found, dict) or "engines" not in found:
            raise ResultsError(f"{path}: not a file of results")
        for name, value in settings.items():
            if found.get(name) != value:
                raise ResultsError(f"{path}: results of another match: {name} is {found.get(name)!r}, not {value!r}")
        records = []
        for number, line in enumerate(lines[1:], start=2):  # noqa: B007 (for the message)
            records.append(record_in(line))
    except ValueError as error:
        raise ResultsError(f"{path}:{number}: {error}") from error
    return records
