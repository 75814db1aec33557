"""The command ``refsol``, also as ``python -m refsol``."""

import gc
import sys
from itertools import pairwise
from typing import Final

_FAILED: Final = 4
_TESTLIB_FAILED: Final = 3


def main() -> int:
    """Run the command line in ``sys.argv`` and return the exit status of the process."""
    gc.disable()  # most runs are over before there is anything to collect
    try:
        from refsol.cli.main import run

        status = run(sys.argv[1:], _TESTLIB_FAILED if _asks_for_testlib() else None)
        gc.freeze()  # the process ends now: what is left need not be searched for cycles
    except KeyboardInterrupt:  # before ``run`` can handle it, or when everything is done
        return 130  # the exit status that a shell reports for a program ended by SIGINT
    except Exception as error:  # of an import; everything after it is guarded
        print(f"refsol: internal error: {type(error).__name__}: {error}", file=sys.stderr)
        return _TESTLIB_FAILED if _asks_for_testlib() else _FAILED
    return status


def _asks_for_testlib() -> bool:
    """Return whether the exit status follows testlib's protocol, in which refsol's status 2 would be a verdict."""
    arguments = sys.argv[1:]
    return ("--protocol", "testlib") in pairwise(arguments) or "--protocol=testlib" in arguments


if __name__ == "__main__":
    sys.exit(main())
