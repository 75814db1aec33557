"""The jury for problems without a package: a description of the input and a model solution are enough.

A :class:`.Spec` says what such a problem is: :func:`.read_spec` reads it from a file ``refsol.toml``. Its
:meth:`.Spec.reference` is a name that :func:`refsol.problem.load` and the other functions that load parts of a problem
take like that of a package, in other processes, too.
"""

from refsol.own.spec import CheckerSpec, Spec, read_spec

__all__ = ["CheckerSpec", "Spec", "read_spec"]
