"""The checks that refsol's own tests make of each problem, for the tests of a package with another one.

Each check takes a problem that is a package, built in or installed (:func:`refsol.problem.load`). It returns if all is
well, else it raises ``AssertionError`` with the seed or the name of what it found. Random ``cases`` come from the
problem's first family: half of them are the same in every run, the others depend on ``seed``, any text. The cost is
that of running the problem on the cases. Nothing here needs pytest, though most will call it from there.
"""

from refsol.jury.testing.cases import (
    digest,
    is_compiled,
    mutated,
    oracle_of,
    outcome,
    quick_inputs,
    seeds,
    small_input,
    small_sizes,
    solved,
    verdict_on,
)
from refsol.jury.testing.checks import (
    check_bad_inputs,
    check_both_modes,
    check_explanations,
    check_families,
    check_flaws,
    check_oracle,
    check_outputs,
    check_reductions,
    check_samples,
    check_statement,
    check_wrong_program,
    first_finding,
    require_found,
)

__all__ = [
    "check_bad_inputs",
    "check_both_modes",
    "check_explanations",
    "check_families",
    "check_flaws",
    "check_oracle",
    "check_outputs",
    "check_reductions",
    "check_samples",
    "check_statement",
    "check_wrong_program",
    "digest",
    "first_finding",
    "is_compiled",
    "mutated",
    "oracle_of",
    "outcome",
    "quick_inputs",
    "require_found",
    "seeds",
    "small_input",
    "small_sizes",
    "solved",
    "verdict_on",
]
