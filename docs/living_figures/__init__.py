"""The figures that the reader moves, a module each with a function ``figure``; they need refsol, but not Sphinx."""

from importlib import import_module

from living_figures.figure import Figure


def load(name: str) -> Figure:
    """Return the figure that the module called ``name`` makes."""
    made = import_module(f"living_figures.{name}").figure()
    assert isinstance(made, Figure)
    return made
