"""The format of Kattis of September 2025.

Source: the problem package format of Kattis, version 2025-09; and what BAPCtools requires, which takes it if there are
no points.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from refsol import __version__
from refsol.jury.packages.contents import PARTIALLY_ACCEPTED, Contents, Format
from refsol.jury.packages.files import File, text_file, yaml_file
from refsol.jury.packages.kattis_legacy import GIVEN, data, flags, limits
from refsol.problem.limits import LANGUAGES
from refsol.problem.packaging import CPP
from refsol.problem.statement import body_of

_RESOLUTIONS: Final = (1, 10, 100, 1000)  # parts of a second


def _files(contents: Contents) -> Iterator[File]:
    """Yield the files of a package."""
    yield yaml_file("problem.yaml", _problem(contents))
    for language in _languages(contents):
        path = f"statement/problem.{language}"
        if contents.plan.scored:
            yield text_file(f"{path}.md", body_of(contents.problem.statement(language)))
        else:  # for BAPCtools, which knows nothing else
            yield text_file(f"{path}.tex", contents.tex())
    yield from contents.papers()
    yield from data(contents)
    yield from _groups(contents)
    yield text_file("input_validators/validate.py", contents.validator(), executable=True)
    given = contents.parts.given
    if given is not None and given.kind.language == CPP:
        yield text_file(f"output_validator/{given.name}", given.text)
    elif contents.parts.custom:
        yield text_file("output_validator/validate.py", contents.checker(), executable=True)
    yield from contents.submission_files()
    if any(submission.verdict == PARTIALLY_ACCEPTED for submission in contents.submissions):
        expected = {"permitted": ["AC", "WA"], "score": [0, contents.total() - 1]}
        yield yaml_file("submissions/submissions.yaml", {PARTIALLY_ACCEPTED: expected})


def _languages(contents: Contents) -> Sequence[str]:
    """Return the languages of the statement. BAPCtools, which knows no points, can't set Chinese."""
    return contents.problem.languages() if contents.plan.scored else LANGUAGES[:1]


def _problem(contents: Contents) -> dict[str, object]:
    """Return what problem.yaml holds."""
    source = {"name": contents.problem.source} | ({"url": contents.problem.url} if contents.problem.url else {})
    return {
        "problem_format_version": "2025-09",
        "type": "scoring" if contents.plan.scored else "pass-fail",
        "name": {language: contents.problem.heading(language) for language in _languages(contents)},
        "uuid": str(contents.uuid),
        "version": __version__,
        **({"source": source} if any(source.values()) else {}),
        "license": "unknown",
        "limits": {
            "time_limit": float(contents.plan.seconds),  # BAPCtools takes no integer
            "time_resolution": _resolution(contents.plan.seconds),
            **limits(contents),
        },
    }


def _resolution(seconds: float) -> float:
    """Return the coarsest resolution of which a time limit is a multiple, as it has to be."""
    parts = next((parts for parts in _RESOLUTIONS if (float(seconds) * parts).is_integer()), _RESOLUTIONS[-1])
    return 1 / parts


def _groups(contents: Contents) -> Iterator[File]:
    """Yield what the directories say about points and about comparing."""
    shared: dict[str, object] = {} if contents.parts.custom else {"output_validator_args": flags(contents)}
    found = {"data/sample": shared, "data/secret": shared}
    if contents.plan.scored:
        found["data/secret"] = {**shared, "max_score": contents.total(), "score_aggregation": "sum"}
        grading: dict[str, object] = {"score_aggregation": "pass-fail"}
        if contents.summed:
            grading = {"score_aggregation": "sum", "output_validator_args": ["--points", "multiplier"]}
        for group in contents.groups:
            found[f"data/secret/{group.name}"] = {"max_score": contents.points(group), **grading, **shared}
    return (yaml_file(f"{path}/test_group.yaml", settings) for path, settings in found.items() if settings)


def _notes(contents: Contents) -> Sequence[str]:
    return ["BAPCtools takes only packages without points (--pass-fail)"] if contents.plan.scored else []


FORMAT: Final = Format(_files, given=GIVEN, notes=_notes)
"""The format of Kattis of September 2025."""
