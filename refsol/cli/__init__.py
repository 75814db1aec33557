"""The command line: the only part of refsol that prints or exits."""

from importlib import import_module

from refsol.cli.verbs import PARTICULAR, Verb
from refsol.problem import OWN, Problem


def load_verb(problem: Problem, name: str) -> Verb:
    is_shared = name not in PARTICULAR.get(problem.name, ())
    module = {"show": "explain"}.get(name, name) if is_shared else f"{problem.name}_{name}"
    verb: Verb = getattr(import_module(f"refsol.cli.{module}"), name)
    if is_shared and problem.name == OWN:
        from refsol.cli.own import own_verb

        return own_verb(verb)
    return verb
