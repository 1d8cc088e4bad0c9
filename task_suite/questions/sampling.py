"""Draws instances of questions: values of parameters, rows, and noise that does not interfere."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from android_gym.checks import shown
from android_gym.errors import OptionError
from android_gym.task_suite.questions.conditions import Row, Test, bound
from android_gym.task_suite.questions.parts import Around, Parameter, RowTemplate
from android_gym.task_suite.questions.schema import Question, load
from android_gym.task_suite.questions.values import Value, date_forms, parse, parse_date

if TYPE_CHECKING:
    from android_gym.task_suite.questions.adapter import Adapter
    from android_gym.task_suite.questions.toml import Place

__all__ = [
    "Crowded",
    "Drawn",
    "check_entries",
    "check_file",
    "draw",
    "draw_noise",
    "draw_parameters",
    "draw_rows",
    "refuse",
]

E = TypeVar("E")

_TRIES = 200
"""Maximum number of rows drawn for each noise row wanted."""


def draw(question: Question, rng: np.random.Generator) -> dict[str, Any]:
    """Draw an instance of a question.

    Returns:
        ``values`` and ``said``: the parameters, and how the goal writes them; ``rows``, ``decoys``
            and ``noise``: lists of rows, values by field.

    Raises:
        OptionError: If the question contradicts itself; with file, line and remedy.
    """
    drawn = draw_parameters(question.parameters, rng)
    plain, said = drawn.values, drawn.said
    rows = draw_rows(question.create, question.adapter, drawn, rng)
    decoys = draw_rows(question.decoys, question.adapter, drawn, rng)
    noise = draw_noise(question, _excluded(question, plain), rng)
    params = {"values": plain, "said": said, "rows": rows, "decoys": decoys, "noise": noise}
    refuse(question, params)
    return params


@dataclass(frozen=True, slots=True)
class Drawn:
    """Values of an instance's parameters.

    Attributes:
        values: Values by name.
        said: How the goal writes them.
        unused: The remaining values of each pool, which rows draw from.
    """

    values: dict[str, str]
    said: dict[str, str]
    unused: dict[str, list[str]]


def draw_parameters(
    parameters: Mapping[str, Parameter],
    rng: np.random.Generator,
    *,
    apart: bool = False,
    given: Mapping[str, str] | None = None,
) -> Drawn:
    """Draw a value from each parameter's pool.

    Args:
        parameters: Parameters by name.
        rng: The only source of randomness.
        apart: Whether parameters of the same pool get different values, which rows don't use
            either.
        given: Values by name that are not drawn; only with `apart`.

    Raises:
        OptionError: If a pool is exhausted.
    """
    if apart:
        return _draw_apart(parameters, rng, given or {})
    indices = {name: int(rng.integers(len(p.pool))) for name, p in parameters.items()}
    values = {name: p.pool[indices[name]] for name, p in parameters.items()}
    unused = {
        name: [text for i, text in enumerate(p.pool) if i != indices[name]]
        for name, p in parameters.items()
    }
    return _drawn(parameters, values, unused, rng)


def _draw_apart(
    parameters: Mapping[str, Parameter], rng: np.random.Generator, given: Mapping[str, str]
) -> Drawn:
    taken = {text.casefold() for text in given.values()}
    left = {
        parameter.pool: [text for text in parameter.pool if text.casefold() not in taken]
        for parameter in parameters.values()
    }
    values = {}
    for name, parameter in parameters.items():
        if name in given:
            values[name] = given[name]
            continue
        pool = left[parameter.pool]
        if not pool:
            raise OptionError(
                f"The pool of {name!r}, {shown(parameter.pool)}, has fewer values than parameters "
                "that are drawn from it. Give it more."
            )
        values[name] = pool.pop(int(rng.integers(len(pool))))
    unused = {name: left[parameter.pool] for name, parameter in parameters.items()}
    return _drawn(parameters, values, unused, rng)


def _drawn(
    parameters: Mapping[str, Parameter],
    values: Mapping[str, str],
    unused: dict[str, list[str]],
    rng: np.random.Generator,
) -> Drawn:
    plain = {
        name: text.format_map(values) if text in parameters[name].pool else text
        for name, text in values.items()
    }
    said = {name: _said(parameters[name].said, text, rng) for name, text in plain.items()}
    return Drawn(plain, said, unused)


def _said(how: str, text: str, rng: np.random.Generator) -> str:
    """Return a parameter as the goal writes it."""
    if not how:
        return text
    day = parse_date(text) or date.min
    forms = date_forms(day)
    form = forms[int(rng.integers(len(forms)))]
    return f"on {form}" if how == "on day" and form[-1].isdigit() else form


def draw_rows(
    templates: Sequence[RowTemplate],
    adapter: Adapter,
    drawn: Drawn,
    rng: np.random.Generator,
    stamps: Mapping[str, Value] | None = None,
) -> list[Row]:
    """Make rows; each ``{title*}`` takes a value from its pool that was not taken before.

    Args:
        templates: The rows' templates.
        adapter: The app's adapter.
        drawn: The drawn parameters.
        rng: The only source of randomness.
        stamps: Values of fields that the templates leave out.

    Raises:
        OptionError: If the app can't hold such a row; with file, line and remedy.
    """
    rows = []
    for template in templates:
        least, most = template.times
        for _ in range(least if least == most else int(rng.integers(least, most + 1))):
            row: Row = dict(stamps or {})
            for field, text in template.fields.items():

                def fill(found: re.Match[str]) -> str:
                    if not found[2]:
                        return drawn.values[found[1]]
                    left = drawn.unused[found[1]]
                    text = left.pop(int(rng.integers(len(left))))
                    return text.format_map(drawn.values)

                # In one pass, so that a pool's values are inserted but never expanded.
                filled = re.sub(r"\{(\w+)(\*?)\}", fill, text)
                try:
                    row[field] = parse(adapter.fields[field], filled)
                except ValueError as error:
                    raise template.place.error(f"{field}: {error}.") from error
            try:
                rows.append(adapter.settle(row))
            except ValueError as error:
                raise template.place.error(
                    f"{error}; the app can hold no row like {row!r}. Change the row or its pools."
                ) from error
    return rows


class Crowded(Protocol):
    """An entry of a file that has noise around its rows."""

    @property
    def name(self) -> str:
        """The task's name."""

    @property
    def adapter(self) -> Adapter:
        """The app's adapter."""

    @property
    def noise(self) -> int:
        """Number of noise rows."""

    @property
    def around(self) -> Around | None:
        """Texts that noise rows are made of; None if the adapter draws them."""

    @property
    def exclude_place(self) -> Place:
        """Place of the conditions that noise rows may not meet."""


def draw_noise(entry: Crowded, excluded: Test, rng: np.random.Generator) -> list[Row]:
    """Draw the noise rows of an entry.

    Args:
        entry: The entry.
        excluded: Tells whether a row must not be among them.
        rng: The only source of randomness.

    Raises:
        OptionError: If hardly any row is left; with file, line and remedy.
    """
    noise: list[Row] = []
    for _ in range(entry.noise * _TRIES):
        if len(noise) == entry.noise:
            break
        row = _noise_row(entry, rng)
        if not excluded(row):
            noise.append(row)
    if len(noise) < entry.noise:
        raise entry.exclude_place.error(
            f"hardly any row is left for the noise of {entry.name}: `exclude` refused all but "
            f"{len(noise)} of {entry.noise * _TRIES}. Exclude less, or set `noise` lower."
        )
    return noise


def _noise_row(entry: Crowded, rng: np.random.Generator) -> Row:
    if entry.around is None:
        try:
            return entry.adapter.settle(entry.adapter.noise(rng))
        except ValueError as error:
            raise OptionError(
                f"The adapter {entry.adapter.name!r} draws noise that its app can't hold: {error}."
            ) from error
    around, fields = entry.around, entry.adapter.fields
    values = {name: pool[int(rng.integers(len(pool)))] for name, pool in around.pools.items()}
    try:
        row = {
            name: parse(fields[name], text.format_map(values))
            for name, text in around.fields.items()
        }
        return entry.adapter.settle(row)
    except ValueError as error:
        raise around.place.error(f"{error}. Change `around` or its pools.") from error


def _excluded(question: Question, values: Mapping[str, str]) -> Test:
    """Return a predicate that tells whether the question asks for a row."""
    if not question.exclude:
        return lambda row: False
    return bound(question.exclude, question.adapter.fields, values)


def refuse(question: Question, params: Mapping[str, Any]) -> None:
    """Reject an instance without a definite answer.

    Args:
        question: The question.
        params: As returned by `draw`.

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
    """Reject a demonstration that would miss a row that it must find."""
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
        seeds: Number of instances.

    Returns:
        Its questions.

    Raises:
        OptionError: With file, line and remedy.
    """
    return check_entries(path, load, draw, seeds)


def check_entries(
    path: Path,
    load: Callable[[Path], tuple[E, ...]],
    draw: Callable[[E, np.random.Generator], object],
    seeds: int,
) -> tuple[E, ...]:
    """Read a file of entries of any kind and draw instances of each; see `check_file`."""
    if not path.is_file():
        raise OptionError(f"There is no file {path}.")
    entries = load(path)
    for entry in entries:
        for seed in range(seeds):
            draw(entry, np.random.default_rng(seed))
    return entries
