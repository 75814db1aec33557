"""The verbs of ``refsol own``: those of all problems, with options that say which problem it is."""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from shlex import quote
from typing import Annotated, Final

from refsol.cli.files import content_of, naming
from refsol.cli.status import NEGATIVE, deferred, ending, print_error
from refsol.cli.verbs import FRESH_HELP, Field, FieldValue, Values, Verb, fields_of, option, words_of
from refsol.errors import OptionError, ToolError
from refsol.jury.run.languages import names_source
from refsol.jury.run.program import Leftover, RunLimits, has_posix, process_left
from refsol.own.problem import problem_of
from refsol.own.shapes import ShapeError, parse_shape
from refsol.own.spec import (
    INPUT,
    CheckerSpec,
    InteractorSpec,
    Spec,
    command_words,
    read_spec,
    sample_words,
    slug_of,
    source_of,
)
from refsol.problem import OWN, Problem
from refsol.problem.packaging import EXACT, FILE

_PREFIX: Final = "own_"  # of the names of fields, which must differ from those of the verbs
_PACKED: Final = {"memory_limit_exceeded": "run_time_error", "brute_force": "time_limit_exceeded"}  # as packages say
_SENSELESS: Final = ("--all", "--subtask")  # there is one error at most, and there are no subtasks
_DEFAULTS: Final = {
    "time_limit": f"that of {FILE}, or {RunLimits().seconds:g}",
    "memory_limit": f"that of {FILE}, or {RunLimits().mebibytes:g}",
    "submissions": f"those of {FILE}",
}
_ABOUT: Final = {
    "stress": "Run a program against the model solution on many inputs until it gives a wrong answer, crashes, takes "
    "too long or uses too much memory; then shrink the input as far as possible.",
    "explain": "Needs a problem package: see docs/sixth.md.",
    "show": "Needs a problem package: see docs/sixth.md.",
}


def _spec_of(
    *,
    directory: Annotated[
        str | None,
        f"The directory of the problem, with {FILE}. (default: the current one)",
        option("DIR", spelled="--problem"),
    ] = None,
    description: Annotated[
        str | None,
        "The description of the input, in the language of checktestdata.",
        option("FILE", spelled="--format"),
    ] = None,
    samples: Annotated[
        str | None,
        f"Instead of --format: a directory of samples, *{INPUT}, from which the description is made.",
        option("DIR"),
    ] = None,
    constraints: Annotated[
        str | None,
        "With --samples: a text with lines such as 1 ≤ n ≤ 10^5, as in the statement.",
        option("FILE"),
    ] = None,
    model: Annotated[
        str | None, "The model solution: a source file, such as model.cpp, or a command.", option("COMMAND")
    ] = None,
    checker: Annotated[
        str | None, "A checker: a source file or a command. (default: outputs are compared)", option("COMMAND")
    ] = None,
    tolerance: Annotated[
        float | None, "The absolute or relative error that numbers may have.", option("X", least=0.0)
    ] = None,
    ignore_case: Annotated[bool, "Compare outputs without regard to the case of letters.", option()] = False,
    interactor: Annotated[
        str | None,
        "An interactor: a source file or a command that talks with programs and judges them; no model solution is "
        "needed.",
        option("COMMAND"),
    ] = None,
    shape: Annotated[
        tuple[str, ...],
        "A shape that all inputs have: 'tree(n; u, v)' or another kind of graph with nodes and edges, or "
        "'permutation(p)'. May be repeated.",
        option("SHAPE"),
    ] = (),
    fresh: Annotated[bool, FRESH_HELP, option()] = False,
    samples_are_wrong: Annotated[
        bool, "Where the model solution and a sample's answer differ, trust the model.", option()
    ] = False,
) -> Spec:
    path = Path(directory or os.curdir, FILE)
    spec = Spec(OWN, "", "", "")
    if samples is not None and (description is not None or directory is not None):
        raise OptionError(f"--samples and {'--problem' if description is None else '--format'} contradict each other")
    if constraints is not None and samples is None:
        raise OptionError("--constraints needs --samples")
    if directory is not None or (description is None and samples is None and path.exists()):
        with naming(path):
            spec = read_spec(path)
    judges = {"interactor": interactor, "checker": checker, "tolerance": tolerance, "ignore-case": ignore_case or None}
    used = [name for name, given in judges.items() if given is not None]
    if len(used) > 1 and used[0] != "tolerance":
        raise OptionError(f"--{used[0]} and --{used[1]} contradict each other")
    if description is not None:
        name = Path(description).stem if directory is None and not spec.path else spec.name
        spec = spec._replace(path=description, name=slug_of(name), title=spec.title or name)
    if samples is not None:
        spec = _described(spec, samples, constraints)
    if model is not None:
        spec = spec._replace(model=_words("--model", model))
    if interactor is not None:
        spec = spec._replace(interactor=InteractorSpec(_words("--interactor", interactor)), checker=CheckerSpec())
    elif used:
        words = () if checker is None else _words("--checker", checker)
        judge = CheckerSpec(words, tolerance=tolerance, ignore_case=ignore_case)
        if used == ["ignore-case"] and not spec.checker.words:
            judge = spec.checker._replace(ignore_case=True)
            if judge.compare == EXACT:
                raise OptionError(f"--ignore-case and compare = {EXACT!r} in {FILE} contradict each other")
        spec = spec._replace(interactor=InteractorSpec(), checker=judge)
    if not spec.path:
        raise OptionError(
            f"there is no {FILE} here; give --samples DIR and --model FILE, --format FILE, or --problem DIR, or "
            "write one with 'refsol own init'"
        )
    try:
        spec = spec._replace(shapes=(*spec.shapes, *(str(parse_shape(text)) for text in shape)))
    except ShapeError as error:
        raise OptionError(f"--shape: {error}") from error
    spec = spec._replace(fresh=fresh, samples_are_wrong=samples_are_wrong)
    if samples is not None and (suggestion := _shape_of_samples(spec)):
        print_error(suggestion)
    return spec if description is None else spec._replace(description=content_of(spec.path).decode("latin-1"))


def _described(spec: Spec, directory: str, constraints: str | None) -> Spec:
    from refsol.cli.own_describe import proposed, report, sample_files

    proposal = proposed(sample_files(directory), constraints)
    limits = "" if constraints is None else f" --constraints {quote(constraints)}"
    seen = f"refsol {OWN} describe {quote(directory.rstrip(os.sep) or os.sep)}/*{INPUT}{limits}"
    report(proposal)
    print_error(f"to see it: {seen}")
    name = Path(directory).absolute().name
    return spec._replace(
        path=str(Path(directory, f"*{INPUT}")),
        name=slug_of(name),
        title=spec.title or name,
        description=proposal.text,
        samples=str(Path(directory).absolute()),
        words=sample_words(directory),
    )


*_OF_ALL, _OF_SAMPLES = [
    field._replace(name=f"{_PREFIX}{field.name}", panel="Problem") for field in fields_of(_spec_of)
]
_WITH_SAMPLES: Final = ("stress", "judge", "testset", "package")


def own_verb(verb: Verb) -> Verb:
    """Return a ``verb`` as ``refsol own`` has it: with options that say which problem it is, first."""
    mine = [*_OF_ALL, *([_OF_SAMPLES] if verb.name in _WITH_SAMPLES else [])]
    taken = {*_SENSELESS, *(spelling for field in mine for spelling in field.spellings())}
    fields = [_reworded(field) for field in verb.fields if not taken & {*field.spellings()}]
    spec_of: Callable[..., Spec] = _spec_of

    def run(_problem: Problem, **values: FieldValue) -> int | None:
        given = {field: values[field.name] for field in mine if field.name in values}
        rest = {name: value for name, value in values.items() if not name.startswith(_PREFIX)}
        spec = spec_of(**{field.name.removeprefix(_PREFIX): value for field, value in given.items()})
        words = [
            (field.spelled,) if each is True else (field.spelled, each if isinstance(each, str) else f"{each:g}")
            for field, value in given.items()
            for each in (value if isinstance(value, tuple) else [value])
            if not isinstance(each, bool) or (each and field.name == f"{_PREFIX}ignore_case")  # others don't say which
        ]
        spec = spec._replace(named_by=tuple(chain.from_iterable(words)))
        if rest.get("name") is not None:  # which the model solution may also use
            from refsol.cli.workplace import named_files  # slow to import, and for few verbs

            spec = spec._replace(files=named_files(problem_of(spec), str(rest["name"])))
        if spec.interactor.words and verb.name == "check":
            raise OptionError("an interactive problem has no output to check: judge runs programs on given inputs")
        with _cleaned_up(spec), _doubted(spec):
            _compile(spec, verb.name)
            status = verb.run(problem_of(spec), **_completed(verb.name, spec, rest))
        if status == NEGATIVE and verb.name == "stress" and (suggestion := _shape_of_samples(spec)):
            print_error(f"if that input isn't valid: {suggestion}")
        return status

    return verb._replace(help=_ABOUT.get(verb.name, verb.help), fields=[*mine, *fields], run=run)


@contextmanager
def _doubted(spec: Spec) -> Iterator[None]:
    """Let an error of the problem's programs, on an input that was made, say what to do if that isn't valid."""
    try:
        yield
    except ToolError as error:
        doubt = _doubt_about(spec)
        if not doubt or ", on the input of case " not in str(error):
            raise
        raise ToolError(f"{error}; {doubt}") from error


def _doubt_about(spec: Spec) -> str:
    """Return what to change if the description, which was made from samples, allows inputs that aren't valid."""
    shown = f"refsol {OWN} describe {spec.path}"
    guessed = f"the format was guessed; if that input isn't valid, save what '{shown}' prints, correct it,"
    return _shape_of_samples(spec) or (f"{guessed} and use --format FILE" if spec.path.endswith(f"*{INPUT}") else "")


def _shape_of_samples(spec: Spec) -> str:
    """Return what the description says of the shape that the samples have, if inputs needn't have it."""
    found = re.search(r"edges of a tree in the samples: maybe --shape '[^'\n]*'", spec.description)
    return "" if found is None or spec.shapes else found[0]


def _reworded(field: Field) -> Field:
    default = _DEFAULTS.get(field.name)
    if default is None:
        return field
    text = f"{field.help.partition(' (default')[0]} (default: {default})"
    return field._replace(help=text, shows_default=False)


def _words(name: str, line: str) -> tuple[str, ...]:
    words_of(line, name)
    return command_words(line, str(Path.cwd()))


@contextmanager
def _cleaned_up(spec: Spec) -> Iterator[None]:
    """End the problem's programs with the command, also on a signal, and clean up; report what is left."""
    used = spec.model or spec.checker.words or spec.interactor.words or spec.validator or spec.generators
    if not (has_posix() and used):
        yield
        return
    from refsol.cli.workplace import reported
    from refsol.jury.run.processes import adopt_orphans, end_orphans
    from refsol.own.programs import clean_up, run_beside  # before this process forks: its forks have the same label

    adopt_orphans()
    left: list[Leftover] = []
    with reported(left), ending():
        try:
            with run_beside():
                yield
        finally:
            with deferred():
                left += [*map(process_left, sorted(end_orphans())), *clean_up()]


def _compile(spec: Spec, verb: str) -> None:
    """Compile the problem's programs that a command will run, in this process, for all that it forks."""
    if not has_posix() or verb in ("explain", "show"):
        return
    from refsol.cli.workplace import compiling
    from refsol.own.programs import command_for

    programs = [spec.validator]
    if verb not in ("validate", "generate"):
        programs += [spec.model, spec.checker.words, spec.interactor.words]
    if verb not in ("validate", "check"):
        programs += [generator.words for generator in spec.generators.values()]
    for words in programs:
        if names_source(words):
            with compiling(words[0]):
                command_for(words)


def _completed(verb: str, spec: Spec, given: Values) -> Values:
    files = {os.path.relpath(path): verdict for path, verdict in spec.submissions.items()}
    match verb:
        case "stress":
            limits = {"time_limit": spec.seconds, "memory_limit": spec.mebibytes}
            known = {name: value for name, value in limits.items() if value is not None}
            return {**known, **given, "fresh": spec.fresh}
        case "judge":
            return {**given, **_judged(files, given)}
        case "package":
            return {**given, "submission": (*_packed(spec, str(given["kind"])), *_texts(given.get("submission")))}
    return given


def _packed(spec: Spec, kind: str) -> list[str]:
    from refsol.jury.judging import Expectation  # slow to import, as the other
    from refsol.jury.packages import VERDICTS, load_format

    if load_format(kind).only_tests:
        return []
    model = None if spec.interactor.words else source_of(spec.model)  # which answers, and can't talk
    verdicts = {str(model): Expectation.ACCEPTED.value} if model is not None else {}
    verdicts |= {path: _PACKED.get(verdict, verdict) for path, verdict in spec.submissions.items()}
    return [f"{verdict}={os.path.relpath(path)}" for path, verdict in verdicts.items() if verdict in VERDICTS]


def _judged(files: Mapping[str, str], given: Values) -> dict[str, FieldValue]:
    """Return which submissions are to be judged, and the verdicts expected of those in ``files``.

    A place that is ``given`` stands for the files there or, if there are none, for itself.
    """
    chosen = _texts(given.get("submissions"))
    if not chosen and "command" in given:
        return {}
    listed = {
        place: [path for path in files if Path(path).absolute().is_relative_to(Path(place).absolute())]
        for place in chosen
    }
    judged = dict.fromkeys(chain.from_iterable(listed[place] or [place] for place in chosen) if chosen else files)
    expected = [f"{verdict}={path}" for path, verdict in files.items() if path in judged]
    return {"submissions": tuple(judged), "expect": (*expected, *_texts(given.get("expect")))}


def _texts(value: FieldValue) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, tuple) else ()
