"""The program around a bundled checker that speaks CMS's protocol."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from refsol.errors import InputError
from refsol.jury.bundles.run_checker import Judgement


def run_cms_checker(judge: Callable[[bytes, BinaryIO, bytes], Judgement], full_score: int) -> int:
    """Judge an output and print its share of full marks, from 0 to 1, and a message on standard error.

    The arguments are ``INPUT ANSWER OUTPUT``, three files. Any status but 0 is a failure of the jury. An output that is
    partly right gets its score out of a ``full_score``, if this isn't 0. O(what ``judge`` takes).
    """
    names = sys.argv[1:]
    if len(names) != 3:
        print("expected INPUT ANSWER OUTPUT", file=sys.stderr)
        return 2
    try:
        data, answer = Path(names[0]).read_bytes(), Path(names[1]).read_bytes()
        with Path(names[2]).open("rb") as output:
            judgement = judge(data, output, answer)
    except (InputError, OSError) as error:
        print(f"the jury failed: {error}", file=sys.stderr)
        return 2
    share = 0.0
    if judgement.right and not judgement.trailing:
        share = 1.0
    elif full_score:
        share = judgement.score / full_score
    print(share)
    print(judgement.message.encode("ascii", "backslashreplace").decode(), file=sys.stderr)
    return 0
