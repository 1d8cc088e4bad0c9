"""Conversion of inputs to the JSON that the page's scripts take, and of their JSON to classes."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast, get_args

from android_gym.simulator.web import reports
from android_gym.simulator.web.addresses import outside
from android_gym.simulator.web.cdp import Json, Message
from android_gym.simulator.web.data_urls import read_data_url
from android_gym.simulator.web.inputs import Answer, Edit, Find, Input, Select, Suggest, Touch
from android_gym.simulator.web.reports import (
    Capitals,
    FieldAction,
    InputMode,
    PageField,
    PageNode,
    PageReport,
    PageSelection,
    PageSuggestions,
    WebEvent,
)

Caret = tuple[int, int, int]
Rect = tuple[int, int, int, int]

_PICKERS: Final[dict[str, reports.PickerKind]] = {
    kind: kind for kind in get_args(reports.PickerKind)
}

MOST_LABEL: Final = 1024
"""Characters of an option's label; Chrome's limit for suggestions."""

MOST_SUGGESTIONS: Final = 512
"""Suggestions of a field; Chrome's limit."""

MOST_STEP: Final = 86_400_000
"""Milliseconds of a time picker's step: one day."""

MOST_ROWS: Final = 20_000
"""Options of a list; the same limit as in `page.js`."""

__all__ = [
    "console_text",
    "page_node",
    "page_report",
    "page_selection",
    "page_step",
    "page_suggestions",
    "web_event",
]


def page_step(entry: Input) -> list[Json]:
    """Return the step of `steps.js` for an input: its name, then its arguments."""
    match entry:
        case Touch(action="cancel"):
            return ["cancel"]
        case Touch():
            return [entry.action, entry.pointer, entry.x, entry.y]
        case Edit():
            return ["edit", entry.node, entry.text, *entry.selection, entry.pasted]
        case Suggest():
            return ["suggest", entry.node, entry.value]
        case Select():
            return ["select_all" if entry.all else "unselect"]
        case Find():
            return ["find", entry.text, entry.forward]
        case Answer():
            files: list[Json] = [
                [name, kind, base64.b64encode(data).decode()] for name, kind, data in entry.files
            ]
            return ["answer", entry.request, entry.accepted, entry.text, [*entry.chosen], files]
    return ["advance"]


def console_text(item: Message) -> str:
    """Return the text that ``console.log`` prints for an argument."""
    if "value" in item:
        value = item["value"]
        return value if isinstance(value, str) else json.dumps(value)
    return str(item.get("description") or item.get("unserializableValue") or item.get("type"))


def _pixels(values: Sequence[object]) -> tuple[int, ...]:
    """Return coordinates as integers; a page that tampers with globals may have sent anything."""
    return tuple(n if isinstance(n, int) else 0 for n in values)


def _numbers(given: object, count: int) -> list[float]:
    """Return so many numbers; 0 for what isn't one, as a page may have changed its globals."""
    numbers = given if isinstance(given, list) and len(given) == count else [0] * count
    return [n if isinstance(n, int | float) else 0 for n in numbers]


def page_report(
    status: Mapping[str, object], density: float, *, loading: bool, wakes: bool
) -> PageReport:
    """Return the report of a page from its status in `steps.js`."""
    x, y, most_x, most_y = _numbers(status.get("scroll"), 4)
    match, matches = _numbers(status.get("matches"), 2)
    (scale,) = _numbers([status.get("scale")], 1)
    return PageReport(
        url=outside(str(status["url"])),
        title=str(status["title"]),
        scroll=(x, y, most_x, most_y),
        scale=float(scale or density),
        selection=str(status.get("selection", "")),
        selected=page_selection(cast(Json, status.get("selected"))),
        matches=(int(match), int(matches)),
        loading=loading,
        wakes=wakes,
    )


def page_node(item: list[Any]) -> PageNode:
    """Return a node from an item of the list of `tree.js`."""
    key, left, top, right, bottom, kind, text, description, hint, name, flags, data, below = item
    return PageNode(
        key=key,
        bounds=cast(Rect, _pixels((left, top, right, bottom))),
        class_name=kind,
        text=str(text),
        description=str(description),
        hint=str(hint),
        resource_id=str(name),
        clickable=bool(flags & 1),
        checkable=bool(flags & 2),
        checked=bool(flags & 4),
        selected=bool(flags & 8),
        enabled=not flags & 16,
        scrollable=bool(flags & 32),
        focusable=bool(flags & (1 | 64)),
        field=None if data is None else _field(*data),
        children=tuple(page_node(child) for child in below),
    )


def _field(
    text: str,
    start: int,
    end: int,
    mode: InputMode,
    multi_line: bool,
    action: FieldAction,
    leads_on: bool,
    capitalize: Capitals,
) -> PageField:
    """Return a field; the page may have made up its action and its capital letters."""
    known = action if action in get_args(FieldAction) else "go"
    capitals = capitalize if capitalize in get_args(Capitals) else "none"
    return PageField(text, (start, end), mode, multi_line, known, leads_on, capitals)


def page_selection(given: Json) -> PageSelection | None:
    """Return the selection that `selected` of `selection.js` reports."""
    match given:
        case [first, last, [_, _, _, _] as bounds, int(field), whole, resting, standing, menu]:
            start, end, caret = (_caret(at) for at in (first, last, standing))
            box = cast(Rect, _pixels(bounds))
            return PageSelection(
                start, end, box, field, bool(whole), bool(resting), caret, bool(menu)
            )
    return None


def _caret(given: Json) -> Caret | None:
    """Return (x, top, bottom) of a caret; None if it is out of sight."""
    match given:
        case [_, _, _]:
            return cast(Caret, _pixels(given))
    return None


def _hints(rows: list[Json]) -> tuple[tuple[str, str], ...]:
    """Return (value, label) of a page's suggestions."""
    return tuple(
        (str(row[0])[:MOST_LABEL], str(row[1])[:MOST_LABEL])
        for row in rows[:MOST_SUGGESTIONS]
        if isinstance(row, list) and len(row) == 2
    )


def page_suggestions(given: Json) -> PageSuggestions | None:
    """Return the suggestions that `suggestions` of `suggestions.js` reports."""
    match given:
        case [int(field), [_, _, _, _] as bounds, [_, *_] as rows]:
            made = _hints(rows)
            return PageSuggestions(field, cast(Rect, _pixels(bounds)), made) if made else None
    return None


def web_event(event: list[Json]) -> WebEvent | None:
    """Return an event from a page's report of it; None if it is unknown."""
    kind, *given = event
    match kind:
        case "window":
            return reports.OpenWindow(outside(str(given[0])), bool(given[1]))
        case "away":
            return reports.Navigate(str(given[0]))
        case "stored":
            return reports.StorageChanged(tuple(_changes(given[0])))
        case "download":
            url, name, mime, data = given
            held = read_data_url(str(url))
            if held is None and isinstance(data, str):
                held = (str(mime), base64.b64decode(data))
            mime, content = held or (str(mime), None)
            return reports.Download(outside(str(url)), str(name), mime, content)
        case "held":
            x, y, link, text, image, selected = given
            return reports.LongPress(
                float(cast(float, x)),
                float(cast(float, y)),
                outside(str(link)),
                str(text),
                outside(str(image)),
                str(selected),
            )
        case "select" | "picker" | "file" | "withdrawn":
            return _request(kind, given)
    return None


def _changes(given: Json) -> Iterator[tuple[str, str | None]]:
    """Yield what a page has stored; whatever it has made of arrays and maps."""
    for change in given if isinstance(given, list) else ():
        match change:
            case [str(key), (str() | None) as value]:
                yield key, value


def _request(kind: str, given: list[Json]) -> WebEvent | None:
    """Return a page's request to choose a field's value, or the withdrawal of one."""
    match kind, given:
        case "select", [int(number), list(options), multiple]:
            made = tuple(
                reports.Option(str(row[0])[:MOST_LABEL], bool(row[1]), bool(row[2]), bool(row[3]))
                for row in options[:MOST_ROWS]
                if isinstance(row, list) and len(row) == 4
            )
            return reports.SelectRequest(number, made, bool(multiple))
        case "picker", [int(number), what, value, least, most, list(hints), int(step)]:
            picker = _PICKERS.get(str(what))
            if picker is None:
                return None
            first, low, high = (str(text)[:MOST_LABEL] for text in (value, least, most))
            step = min(max(step, 0), MOST_STEP)
            return reports.PickerRequest(number, picker, first, low, high, _hints(hints), step)
        case "file", [int(number), accept, multiple]:
            return reports.FileRequest(number, str(accept), bool(multiple))
        case "withdrawn", [int(number)]:
            return reports.Withdrawn(number)
    return None
