"""The figures of the proofs: scenes made from the solvers' own data, which the directive ``drawn`` puts on a page."""
