"""The mode of this installation: compiled or interpreted. All calls are O(1)."""

from librt.vecs import vec

from refsol.text import scanner


def is_compiled() -> bool:
    """Return whether the modules that compute are compiled extensions."""
    return not scanner.__file__.endswith(".py")


def has_librt() -> bool:
    """Return whether librt is there, which the modules that compute need; else substitutes stand in for it."""
    return type(vec).__module__ != "refsol.portable.substitutes"
