"""How refsol runs: compiled or from its sources, with librt or without, and by the names that modules had before.

This module is never compiled.
"""


def is_compiled() -> bool:
    """Return whether the modules that compute are compiled extensions."""
    from importlib.util import find_spec  # slow to import

    spec = find_spec("refsol.text.scanner")
    return spec is not None and not str(spec.origin).endswith(".py")


def has_librt() -> bool:
    """Return whether librt is there, which the modules that compute need; else substitutes stand in for it."""
    from librt.vecs import vec  # which they replace after this module has been imported

    return type(vec).__module__ != "refsol.portable.substitutes"


def allow_interrupts() -> None:
    """Let Python call the handlers of signals that have come, so that Ctrl-C raises ``KeyboardInterrupt`` here.

    Compiled code calls none between calls of interpreted functions, however long it takes. This one is interpreted, and
    being called is all that it is for: loops in compiled code that may run for long do so every few milliseconds.
    """
