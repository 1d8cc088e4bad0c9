"""Plausible wrong outcomes of a change, made from its rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from android_gym.devices.user_data import STORAGE
from android_gym.task_suite.changes.sampling import kept_rows
from android_gym.task_suite.questions.values import Value
from android_gym.task_suite.text_match import same_text

if TYPE_CHECKING:
    from android_gym.devices.device import Device
    from android_gym.task_suite.changes.schema import Change
    from android_gym.task_suite.questions.conditions import Row
    from android_gym.task_suite.task import NearMiss, Params

__all__ = ["near_misses", "wrong_rows"]


def near_misses(change: Change, params: Params) -> Mapping[str, NearMiss]:
    """Return the near misses of an instance, by the mistake."""

    def ends_with(rows: Sequence[Row]) -> NearMiss:
        def attempt(device: Device) -> None:
            change.adapter.put(device, rows)

        return attempt

    def harms(device: Device) -> None:
        change.adapter.put(device, [*kept_rows(params, change), *params["wanted"]])
        device.shell(f"rmdir {STORAGE}/Ringtones")

    return {
        "nothing done": lambda device: None,
        "done, and a folder deleted": harms,
        **{what: ends_with(rows) for what, rows in wrong_rows(change, params).items()},
    }


def wrong_rows(change: Change, params: Params) -> dict[str, list[Row]]:
    """Return the app's rows after each of several mistakes, by the mistake."""
    found = {**_half_right(change, params), **_about_another(change, params)}
    if change.adapter.stays:
        whole = len(params["rows"])
        found = {what: rows for what, rows in found.items() if len(rows) == whole}
    return {what: rows for what, rows in found.items() if _fits(change, rows)}


def _about_another(change: Change, params: Params) -> dict[str, list[Row]]:
    """Return mistakes that affect a row that was not asked about."""
    wanted, kept = params["wanted"], kept_rows(params, change)
    targets = [params["rows"][i] for i in params["targets"]]
    found: dict[str, list[Row]] = {}
    bystander = next((row for row in kept if row not in targets), None)
    if bystander is None:
        return {}
    rest = [row for row in kept if row is not bystander]
    found["one deleted too many"] = [*rest, *wanted]
    if change.verb == "delete":
        found["another one deleted"] = [*rest, *targets]
    if change.verb == "change":
        new = {name: wanted[0][name] for name in change.fields}
        try:
            changed = change.adapter.settle({**bystander, **new})
        except ValueError:  # the row can't hold the new values
            return found
        if changed != bystander:
            found["another one changed"] = [*rest, *targets, changed]
            found["one changed too many"] = [*rest, *wanted, changed]
    return found


def _half_right(change: Change, params: Params) -> dict[str, list[Row]]:
    """Return mistakes with the rows that were asked about."""
    wanted, kept = params["wanted"], kept_rows(params, change)
    targets = [params["rows"][i] for i in params["targets"]]
    found: dict[str, list[Row]] = {}
    if change.verb != "delete":
        for field, row in _off(change, params):
            found[f"another {field}"] = [*kept, row, *wanted[1:]]
        if len(wanted) > 1:
            rest = targets[:1] if change.verb == "change" else []
            found["half done"] = [*kept, *rest, *wanted[1:]]
    if change.verb in ("add", "copy") and not change.adapter.key:
        found["one too many"] = [*kept, *wanted, wanted[0]]
    if change.verb == "copy":
        without = [row for row in kept if row not in targets]
        found["moved instead"] = [*without, *wanted]
    if change.verb == "change":
        found["deleted instead"] = list(kept)
        found["added instead"] = [*kept, *targets, *wanted]
    if change.verb == "delete" and len(targets) > 1:
        found["half done"] = [*kept, targets[0]]
    return found


def _off(change: Change, params: Params) -> Iterator[tuple[str, Row]]:
    """Yield the first wanted row with one of its given fields wrong, together with the field."""
    row = params["wanted"][0]
    others = [other for other in params["rows"] if other not in params["wanted"]]
    for field in sorted(change.given):
        values = [other[field] for other in others if other[field] != row[field]]
        for value in [*values, *_beside(row[field])]:
            try:
                settled = change.adapter.settle({**row, field: value})
            except ValueError:
                continue
            if not _equal(settled[field], row[field]):
                yield field, settled
                break


def _equal(one: Value, other: Value) -> bool:
    return one == other or same_text(one, other)


def _beside(value: Value) -> list[Value]:
    """Return values that are close to a value."""
    match value:
        case bool():
            return [not value]
        case int() | float():
            return [value + 1, value - 1]
        case str():
            return [*_later(value), f"{value}s", value[:-1]]
    return []


def _later(text: str) -> list[Value]:
    """Return the day after a date, or a time a few minutes later."""
    try:
        return [(date.fromisoformat(text) + timedelta(days=1)).isoformat()]
    except ValueError:
        pass
    try:
        moment = datetime.strptime(text, "%H:%M") + timedelta(minutes=5)
    except ValueError:
        return []
    return [f"{moment:%H:%M}"]


def _fits(change: Change, rows: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether the app can hold the rows: no two share a key."""
    keys = [tuple(row[name] for name in change.adapter.key) for row in rows]
    return not change.adapter.key or len(set(keys)) == len(keys)
