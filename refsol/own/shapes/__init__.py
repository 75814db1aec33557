"""Shapes of inputs that a description can't express: trees and other graphs, and permutations.

:mod:`.kinds` says which there are; the other modules check, make and shrink them, as lists of numbers.
"""

from refsol.own.shapes.kinds import FORMS, KINDS, MAX_BASE, Shape, ShapeError, parse_shape, shape_of

__all__ = ["FORMS", "KINDS", "MAX_BASE", "Shape", "ShapeError", "parse_shape", "shape_of"]
