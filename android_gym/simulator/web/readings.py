"""Conversion of inputs to the JSON that the page's scripts take, and of their JSON to classes."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast, get_args

from android_gym.errors import DeviceError
from android_gym.simulator.web import reports
from android_gym.simulator.web.addresses import outside
from android_gym.simulator.web.cdp import Json, Message
from android_gym.simulator.web.data_urls import read_base64, read_data_url
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

MOST_COPIED: Final = 20_000
"""Characters that a page puts on the clipboard; the same limit as in `page.js`."""

MOST_STEP: Final = 86_400_000
"""Milliseconds of a time picker's step: one day."""

MOST_ROWS: Final = 20_000
"""Options of a list; the same limit as in `page.js`."""

RunResult = tuple[int, Json, Message]
"""Number of steps that were done, result of the last one, status of the document."""

__all__ = [
    "RunResult",
    "UnreadablePage",
    "console_text",
    "page_node",
    "page_report",
    "page_selection",
    "page_step",
    "page_suggestions",
    "place_of",
    "run_result",
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


class UnreadablePage(DeviceError):
    """A page has replaced so much of the language that its status can't be read."""


def run_result(given: Json) -> RunResult:
    """Return what a document's scripts report of the steps that they have run.

    The scripts share the language's objects with the page's own, which may have replaced them.

    Raises:
        UnreadablePage: If its events, nodes or frames are none.
    """
    match given:
        case [int(done), result, dict(status)]:
            events, tree = status.get("events"), status.get("tree")
            if (
                isinstance(events, list)
                and all(isinstance(event, list) and event for event in events)
                and (tree is None or _are_nodes(tree))
                and _are_frames(status.get("frames"))
            ):
                return done, result, status
    raise UnreadablePage("The page has replaced what its own status is read with.")


def place_of(result: Json) -> tuple[float, float] | None:
    """Return where a step wants to tap, from its result; None if it doesn't."""
    match result:
        case [int() | float() as x, int() | float() as y]:
            return x, y
    return None


def _are_frames(given: Json) -> bool:
    """Return True if these are the places of frames, or nothing."""
    if not isinstance(given, list):
        return not given
    return all(isinstance(each, list) and each and isinstance(each[0], int) for each in given)


def _are_nodes(given: Json) -> bool:
    """Return True if these are nodes, as `tree.js` lists them."""
    lists = [given]
    while lists:
        items = lists.pop()
        if not isinstance(items, list):
            return False
        for item in items:
            match item:
                case [int(), _, _, _, _, str(), _, _, _, _, int(), data, list(below)]:
                    if data is not None and not _is_field(data):
                        return False
                    if below:
                        lists.append(below)
                case _:
                    return False
    return True


def _is_field(given: Json) -> bool:
    match given:
        case [str(), int(), int(), str(mode), bool(), _, bool(), _]:
            return mode in get_args(InputMode)
    return False


def page_node(item: list[Any]) -> PageNode:
    """Return a node from an item of the list of `tree.js`; see `run_result`."""
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
    match event:
        case ["window", url, focused]:
            return reports.OpenWindow(outside(str(url)), bool(focused))
        case ["away", url]:
            return reports.Navigate(str(url))
        case ["copied", str(text)]:
            return reports.Copied(text[:MOST_COPIED])
        case ["stored", "localStorage" | "sessionStorage" as storage, changes]:
            return reports.StorageChanged(storage, tuple(_changes(changes)))
        case ["download", url, name, mime, data]:
            held = read_data_url(str(url))
            if held is not None:
                return reports.Download(outside(str(url)), str(name), *held)
            content = read_base64(data) if isinstance(data, str) else None
            return reports.Download(outside(str(url)), str(name), str(mime), content)
        case ["held", int() | float() as x, int() | float() as y, link, text, image, selected]:
            return reports.LongPress(
                float(x),
                float(y),
                outside(str(link)),
                str(text),
                outside(str(image)),
                str(selected),
            )
        case ["pulled"]:
            return reports.Pulled()
        case ["scrolled", int() | float() as dp]:
            return reports.Scrolled(float(dp))
        case ["select" | "picker" | "file" | "withdrawn" as kind, *given]:
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
