"""Draws what a question asks about: values of its parameters, rows, and noise that is kept away."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from android_gym.errors import OptionError
from android_gym.task_suite.questions.conditions import Row, Test, bound
from android_gym.task_suite.questions.schema import Question, RowTemplate, load
from android_gym.task_suite.questions.values import date_forms, parse, parse_date

__all__ = ["check_file", "draw", "refuse"]

_TRIES = 200
"""Most rows that are drawn for each row of noise that is wanted."""


def draw(question: Question, rng: np.random.Generator) -> dict[str, Any]:
    """Draw an instance of a question.

    Returns:
        ``values`` and ``said``: what the parameters are, and how the goal says them; ``rows``,
        ``decoys`` and ``noise``: lists of rows, value by field.

    Raises:
        OptionError: If the question contradicts itself; with file, line and remedy.
    """
    indices = {name: int(rng.integers(len(p.pool))) for name, p in question.parameters.items()}
    values = {name: p.pool[indices[name]] for name, p in question.parameters.items()}
    plain = {name: text.format_map(values) for name, text in values.items()}
    said = {name: _said(question, name, text, rng) for name, text in plain.items()}
    unused = {
        name: [text for i, text in enumerate(p.pool) if i != indices[name]]
        for name, p in question.parameters.items()
    }
    rows = _rows(question, question.create, plain, unused, rng)
    decoys = _rows(question, question.decoys, plain, unused, rng)
    noise = _noise(question, plain, rng)
    params = {"values": plain, "said": said, "rows": rows, "decoys": decoys, "noise": noise}
    refuse(question, params)
    return params


def _said(question: Question, name: str, text: str, rng: np.random.Generator) -> str:
    """Return how the goal says a parameter."""
    how = question.parameters[name].said
    if not how:
        return text
    day = parse_date(text) or date.min
    forms = date_forms(day)
    form = forms[int(rng.integers(len(forms)))]
    return f"on {form}" if how == "on day" and form[-1].isdigit() else form


def _rows(
    question: Question,
    templates: Sequence[RowTemplate],
    values: Mapping[str, str],
    unused: Mapping[str, list[str]],
    rng: np.random.Generator,
) -> list[Row]:
    """Make rows; each ``{title*}`` takes a value of its pool that was not taken before."""
    rows = []
    for template in templates:
        least, most = template.times
        for _ in range(least if least == most else int(rng.integers(least, most + 1))):
            row: Row = {}
            for field, text in template.fields.items():

                def fill(found: re.Match[str]) -> str:
                    if not found[2]:
                        return values[found[1]]
                    left = unused[found[1]]
                    return left.pop(int(rng.integers(len(left)))).format_map(values)

                # In one pass: what a pool holds is put in, never read again.
                filled = re.sub(r"\{(\w+)(\*?)\}", fill, text)
                try:
                    row[field] = parse(question.adapter.fields[field], filled)
                except ValueError as error:
                    raise template.place.error(f"{field}: {error}.") from error
            try:
                rows.append(question.adapter.settle(row))
            except ValueError as error:
                raise template.place.error(
                    f"{error}; the app can hold no row like {row!r}. Change the row or its pools."
                ) from error
    return rows


def _noise(question: Question, values: Mapping[str, str], rng: np.random.Generator) -> list[Row]:
    """Draw rows that are not what the question asks for."""
    excluded = _excluded(question, values)
    noise: list[Row] = []
    for _ in range(question.noise * _TRIES):
        if len(noise) == question.noise:
            break
        row = question.adapter.settle(question.adapter.noise(rng))
        if not excluded(row):
            noise.append(row)
    if len(noise) < question.noise:
        raise question.exclude_place.error(
            f"hardly any row is left for the noise of {question.name}: `exclude` refused all but "
            f"{len(noise)} of {question.noise * _TRIES}. Exclude less, or set `noise` lower."
        )
    return noise


def _excluded(question: Question, values: Mapping[str, str]) -> Test:
    """Return what tells whether a row is one that the question asks for."""
    if not question.exclude:
        return lambda row: False
    return bound(question.exclude, question.adapter.fields, values)


def refuse(question: Question, params: Mapping[str, Any]) -> None:
    """Refuse an instance whose answer is not certain.

    Args:
        question: The question.
        params: As `draw` returns them.

    Raises:
        OptionError: Naming file, line, the row at fault and the remedy.
    """
    excluded = _excluded(question, params["values"])
    for row in params["rows"]:
        if question.exclude and not excluded(row):
            raise question.exclude_place.error(
                f"{question.name} asks for the row {row!r}, which `exclude` does not match: a row "
                "just like it may be in the noise. Make `exclude` match what is asked for."
            )
    for name in ("decoys", "noise"):
        for row in params[name]:
            if excluded(row):
                raise question.exclude_place.error(
                    f"the {name} of {question.name} hold {row!r}, which `exclude` takes for an "
                    "answer. Change the row, or exclude less."
                )
    spec = question.answer
    items = spec.expected(params["rows"], question.adapter, params["values"])
    if not all(item.strip() for item in items) or not spec.is_right(", ".join(items), items):
        raise question.answer_place.error(
            f"{items!r} would not be taken for the right answer to {question.name}. Let each item "
            f"be what {spec.match!r} compares, and something that can be said."
        )
    _refuse_blind(question, params)


def _refuse_blind(question: Question, params: Mapping[str, Any]) -> None:
    """Refuse a demonstration that leaves out what it is to find."""
    demo = question.demo
    if demo is None or demo.view is None or demo.answer:
        return
    fields, said = question.adapter.fields, params["said"]
    keep = bound(demo.keep, fields, said)
    over = bound(demo.until, fields, said) if demo.until else lambda row: False
    for row in params["rows"]:
        if not keep(row) or over(row):
            raise question.demo_place.error(
                f"the demonstration of {question.name} would not keep the row {row!r}, which is "
                "asked for. Mend its `keep` and `until`."
            )


def check_file(path: Path, seeds: int = 20) -> tuple[Question, ...]:
    """Read a file of questions and draw instances of each.

    Args:
        path: The file.
        seeds: How many instances.

    Returns:
        Its questions.

    Raises:
        OptionError: With file, line and remedy.
    """
    if not path.is_file():
        raise OptionError(f"There is no file {path}.")
    questions = load(path)
    for question in questions:
        for seed in range(seeds):
            draw(question, np.random.default_rng(seed))
    return questions
