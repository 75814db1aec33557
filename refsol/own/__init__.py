"""The jury for problems without a package: a description of the input and a model solution are enough.

A :class:`.Spec` defines such a problem: :func:`.read_spec` reads it from a file ``refsol.toml``, and
:func:`.problem_of` turns it into a problem, which is used like that of a package.
"""

from refsol.own.problem import PROBLEM, Described, problem_of
from refsol.own.spec import CheckerSpec, GeneratorSpec, Spec, read_spec

__all__ = ["PROBLEM", "CheckerSpec", "Described", "GeneratorSpec", "Spec", "problem_of", "read_spec"]
