"""The command ``refsol``, also as ``python -m refsol``."""

import sys


def main() -> int:
    """Run the command line in ``sys.argv`` and return its exit status."""
    try:
        from refsol.cli.main import run

        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return 130  # as a shell reports a program ended by SIGINT


if __name__ == "__main__":
    sys.exit(main())
