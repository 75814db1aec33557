"""Checks a division, by the protocol of Kattis's judge.

``checker.py INPUT ANSWER FEEDBACK_DIRECTORY < OUTPUT`` exits with 42 if the output is right, and with 43 if it is not.
"""

import sys
from pathlib import Path
from typing import NoReturn


def end(status: int, message: str) -> NoReturn:
    """Exit after writing what was found to where the judge looks for it."""
    Path(sys.argv[3], "judgemessage.txt").write_text(message + "\n", encoding="utf-8")
    sys.exit(status)


n, _m, *numbers = map(int, Path(sys.argv[1]).read_text(encoding="ascii").split())
answer = Path(sys.argv[2]).read_text(encoding="ascii").split()
output = sys.stdin.buffer.read().decode("ascii", "replace").split()
if output == ["IMPOSSIBLE"]:
    if answer != ["IMPOSSIBLE"]:
        end(43, "there is a division")
    end(42, "there is no division")
if len(output) != n:
    end(43, f"expected the teams of {n} pupils, found {len(output)}")
for pupil, team in enumerate(output, 1):
    if team not in ("1", "2"):
        end(43, f"expected team 1 or 2 of pupil {pupil}, found {team[:20]!r}")
for a, b in zip(numbers[::2], numbers[1::2], strict=True):
    if output[a - 1] == output[b - 1]:
        end(43, f"the friends {a} and {b} are both in team {output[a - 1]}")
if answer == ["IMPOSSIBLE"]:
    sys.exit("the model solution found no division, but there is one")
end(42, "no two friends are in the same team")
