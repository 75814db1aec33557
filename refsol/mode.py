"""The mode of this installation: compiled or interpreted. All calls are O(1)."""

from refsol.text import scanner


def is_compiled() -> bool:
    """Return whether the modules that compute are compiled extensions."""
    return not scanner.__file__.endswith(".py")
