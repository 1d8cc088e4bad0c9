"""Draws instances of changes: values of parameters, rows, and their new values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from android_gym.errors import OptionError
from android_gym.task_suite.changes.schema import Change, load
from android_gym.task_suite.questions.conditions import Row, Test, bound
from android_gym.task_suite.questions.sampling import (
    Drawn,
    check_entries,
    draw_noise,
    draw_parameters,
    draw_rows,
)
from android_gym.task_suite.questions.values import TODAY, Value, parse

__all__ = ["check_file", "draw", "kept_rows", "refuse", "wanted_with"]


def draw(
    change: Change, rng: np.random.Generator, given: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Draw an instance of a change.

    Args:
        change: The change.
        rng: The only source of randomness.
        given: Values of parameters by name that are not drawn.

    Returns:
        ``values`` and ``said``: the parameters, and how the goal writes them; ``rows``: all rows
            that the app holds at first, values by field; ``targets``: the indices of those to be
            changed, copied or deleted; ``wanted``: the resulting rows that replace or join them, in
            the same order.

    Raises:
        OptionError: If the change contradicts itself; with file, line and remedy.
    """
    try:
        drawn = draw_parameters(change.parameters, rng, apart=True, given=given)
    except OptionError as error:
        raise change.place.error(str(error)) from error
    targets = draw_rows(change.targets, change.adapter, drawn, rng)
    wanted = _wanted(change, targets, drawn, rng)
    decoys = draw_rows(change.decoys, change.adapter, drawn, rng)
    unfit = _unfit(change, drawn.values, [*targets, *decoys], wanted)
    rows = [*targets, *decoys, *draw_noise(change, unfit, rng)]
    order = [int(index) for index in rng.permutation(len(rows))]
    params = {
        "values": drawn.values,
        "said": drawn.said,
        "rows": [rows[index] for index in order],
        "targets": [order.index(index) for index in range(len(targets))],
        "wanted": wanted,
    }
    refuse(change, params)
    return params


def wanted_with(change: Change, params: Mapping[str, Any], values: Mapping[str, str]) -> list[Row]:
    """Return the rows that would be wanted if some parameters had other values.

    Args:
        change: The change; its added rows must depend on its parameters only.
        params: As returned by `draw`.
        values: The other values, by parameter.

    Raises:
        OptionError: If the app can't hold such a row.
    """
    drawn = Drawn({**params["values"], **values}, {}, {})
    targets = [params["rows"][i] for i in params["targets"]]
    return _wanted(change, targets, drawn, np.random.default_rng(0))


def kept_rows(params: Mapping[str, Any], change: Change) -> list[Row]:
    """Return the rows that must stay as they are."""
    if change.verb == "copy":
        return list(params["rows"])
    return [row for i, row in enumerate(params["rows"]) if i not in params["targets"]]


def _wanted(
    change: Change, targets: Sequence[Row], drawn: Drawn, rng: np.random.Generator
) -> list[Row]:
    """Return the rows that must exist in the end, besides those that stay."""
    adapter = change.adapter
    today: dict[str, Value] = {name: TODAY.isoformat() for name in change.dated}
    if today:  # with a time in the past, which is never compared
        hours = (name for name in change.stamped if adapter.fields[name].kind == "time")
        today |= dict.fromkeys(hours, "00:00")
    if change.verb == "add":
        rows = draw_rows(change.added, adapter, drawn, rng, today)
    elif change.verb == "delete":
        rows = []
    else:
        new: dict[str, Value] = {}
        for name, text in change.fields.items():
            try:
                new[name] = parse(adapter.fields[name], text.format_map(drawn.values))
            except ValueError as error:
                raise change.place.error(f"{name}: {error}.") from error
        rows = [{**row, **new} for row in targets]
    try:
        return [adapter.settle({**row, **today}) for row in rows]
    except ValueError as error:
        raise change.place.error(f"{error}; the app can hold no row like one of {rows}.") from error


def _unfit(
    change: Change, values: Mapping[str, str], others: Sequence[Row], wanted: Sequence[Row]
) -> Test:
    """Return a predicate for rows that can't be noise: asked for, or with a key that is taken."""
    excluded = _excluded(change, values)
    taken = {_key(change, row) for row in (*others, *wanted)}

    def unfit(row: Row) -> bool:
        key = _key(change, row)
        if excluded(row) or row in wanted or (key and key in taken):
            return True
        taken.add(key)
        return False

    return unfit


def _key(change: Change, row: Row) -> tuple[Value, ...]:
    values = (row[name] for name in change.adapter.key)
    return tuple(value.casefold() if isinstance(value, str) else value for value in values)


def _excluded(change: Change, values: Mapping[str, str]) -> Test:
    if not change.exclude:
        return lambda row: False
    return bound(change.exclude, change.adapter.fields, values)


def refuse(change: Change, params: Mapping[str, Any]) -> None:
    """Reject an instance that is ambiguous or already solved.

    Args:
        change: The change.
        params: As returned by `draw`.

    Raises:
        OptionError: Naming file, line, the row at fault and the remedy.
    """
    excluded = _excluded(change, params["values"])
    for i, row in enumerate(params["rows"]):
        asked_for = i in params["targets"]
        if asked_for and change.exclude and not excluded(row):
            raise change.exclude_place.error(
                f"{change.name} is about the row {row!r}, which `exclude` does not match: a row "
                "just like it may be in the noise. Make `exclude` match what is asked for."
            )
        if not asked_for and excluded(row):
            raise change.exclude_place.error(
                f"{change.name} leaves the row {row!r} as it is, but `exclude` takes it for one "
                "that is asked for. Change the row, or exclude less."
            )
        if change.verb == "change" and row in params["wanted"]:
            raise change.place.error(
                f"{change.name} wants the row {row!r}, which is there already. Have other values "
                "in its pools."
            )
    if change.adapter.key:
        keys = [_key(change, row) for row in [*kept_rows(params, change), *params["wanted"]]]
        if len(set(keys)) < len(keys):
            raise change.place.error(
                f"{change.name} would have two rows of one {', '.join(change.adapter.key)}, which "
                "the app can't hold. Have other values in its pools."
            )


def check_file(path: Path, seeds: int = 20) -> tuple[Change, ...]:
    """Read a file of changes and draw instances of each.

    Args:
        path: The file.
        seeds: Number of instances.

    Returns:
        Its changes.

    Raises:
        OptionError: With file, line and remedy.
    """
    return check_entries(path, load, draw, seeds)
