"""The command ``refsol``, also as ``python -m refsol``."""

import gc
import sys


def main() -> int:
    """Run the command line in ``sys.argv`` and return its exit status, with which the process is to end."""
    gc.disable()  # most runs are over before there is anything to collect
    try:
        from refsol.cli.main import run

        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return 130  # as a shell reports a program ended by SIGINT
    finally:
        gc.freeze()  # what is left goes with the process: it need not be searched for cycles first


if __name__ == "__main__":
    sys.exit(main())
