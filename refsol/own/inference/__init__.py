"""From samples to a description of inputs: the inference of formats.

The smallest grammar of lines and loops is searched for; what its fields have in common is found out next, with what
the text of constraints says; then the description is written, with comments on what is guessed or ambiguous.
"""

from refsol.own.inference.constraints import NO_CONSTRAINTS, Constraints, parse_constraints
from refsol.own.inference.proposal import Proposal, SampleError, propose
from refsol.own.inference.samples import MAX_BYTES

__all__ = ["MAX_BYTES", "NO_CONSTRAINTS", "Constraints", "Proposal", "SampleError", "parse_constraints", "propose"]
