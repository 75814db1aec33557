"""refsol: reference solutions for five board-game problems, in typed Python compiled by mypyc.

The five problem packages have the same public interface: ``from refsol import nogo`` (or ``multigo``, ``somegame``,
``chess``, ``tictactoe``), then ``nogo.solve(data)``, which maps the bytes of an input file to the bytes of
its answer and raises :class:`refsol.errors.InputError` for an input that breaks the format.
"""

import os
from typing import Final

__version__: Final = "0.1.0"

if os.environ.get("REFSOL_PURE") == "1":
    from refsol.portable.sources import prefer_sources

    prefer_sources()
try:
    import librt.strings
    import librt.vecs

    del librt  # no name of refsol's
except ImportError:  # a C extension, which not every Python can have; compiled modules of refsol need it
    from refsol.portable.sources import prefer_sources
    from refsol.portable.substitutes import stand_in

    prefer_sources()
    stand_in()
