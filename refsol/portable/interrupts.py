"""A place at which compiled code can be interrupted."""


def allow_interrupts() -> None:
    """Let Python call the handlers of signals that have come, so that Ctrl-C raises ``KeyboardInterrupt`` here. O(1).

    Compiled code calls none between calls of interpreted functions, however long it takes. This one is interpreted, and
    being called is all that it is for: loops in compiled code that may run for long do so every few milliseconds.
    """
