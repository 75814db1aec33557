"""The mode of this installation: compiled or interpreted. All calls are O(1)."""

from importlib.util import find_spec

from librt.vecs import vec


def is_compiled() -> bool:
    """Return whether the modules that compute are compiled extensions."""
    spec = find_spec("refsol.text.scanner")
    return spec is not None and not str(spec.origin).endswith(".py")


def has_librt() -> bool:
    """Return whether librt is there, which the modules that compute need; else substitutes stand in for it."""
    return type(vec).__module__ != "refsol.portable.substitutes"
