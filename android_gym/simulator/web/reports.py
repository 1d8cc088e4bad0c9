"""Reports of a page: its nodes, its events, and its requests to the app that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "ConsoleMessage",
    "DialogRequest",
    "Download",
    "FileRequest",
    "LongPress",
    "Navigate",
    "OpenWindow",
    "Option",
    "PageCrashed",
    "PageFailed",
    "PageLoaded",
    "PageNode",
    "PageReport",
    "PageSelection",
    "PageSuggestions",
    "PickerRequest",
    "ScriptResult",
    "SelectRequest",
    "TitleChanged",
    "UrlChanged",
    "WebEvent",
    "WebRequest",
    "Withdrawn",
]

InputMode = Literal[
    "text", "number", "decimal", "phone", "email", "uri", "password", "signed", "search"
]


PickerKind = Literal["date", "time", "datetime-local", "month", "week", "color"]


@dataclass(frozen=True)
class PageField:
    """Text of a node that can be edited.

    Attributes:
        text: The text.
        selection: Start and end of the selection in it.
        mode: What is entered there.
        multi_line: Whether Enter makes a new line.
        submits: Whether Enter sends a form.
    """

    text: str
    selection: tuple[int, int]
    mode: InputMode
    multi_line: bool
    submits: bool


@dataclass(frozen=True)
class PageNode:
    """An accessibility node of a page.

    Attributes:
        key: Number of the element (or text) in its page.
        bounds: (left, top, right, bottom) in pixels of the view.
        class_name: Android's class for it.
        text: What it says.
        description: What a screen reader says, where that is not its text.
        hint: What an empty field says.
        resource_id: The element's `id`.
        clickable: Whether a tap does something.
        checkable: Whether it can be checked.
        checked: Whether it is.
        selected: Whether it is selected.
        enabled: False where it is greyed out.
        scrollable: Whether it can be scrolled.
        focusable: Whether it can have the focus.
        field: The text in it that can be edited.
        children: Nodes inside it.
    """

    key: int
    bounds: tuple[int, int, int, int]
    class_name: str
    text: str = ""
    description: str = ""
    hint: str = ""
    resource_id: str = ""
    clickable: bool = False
    checkable: bool = False
    checked: bool = False
    selected: bool = False
    enabled: bool = True
    scrollable: bool = False
    focusable: bool = False
    field: PageField | None = None
    children: tuple[PageNode, ...] = ()


@dataclass(frozen=True)
class PageSelection:
    """Text of a page that a finger has selected, or where in it a finger has put the caret.

    Attributes:
        start: (x, top, bottom) of the caret before it, in pixels of the view; None out of sight.
        end: The same after it.
        bounds: (left, top, right, bottom) around it, in pixels of the view.
        field: Key of the node whose text it is part of, where that can be edited; else 0.
        whole: Whether that is selected as a whole.
        resting: False while a finger is on the page, or the page moves after one.
        caret: The caret, of the same form, where nothing is selected; it has a handle then.
        menu: Whether there is a toolbar: a caret has one once its handle was tapped.
    """

    start: tuple[int, int, int] | None
    end: tuple[int, int, int] | None
    bounds: tuple[int, int, int, int]
    field: int = 0
    whole: bool = False
    resting: bool = True
    caret: tuple[int, int, int] | None = None
    menu: bool = True


@dataclass(frozen=True)
class PageSuggestions:
    """Suggestions of the field with the focus (its `datalist`), while the user looks at them.

    Attributes:
        field: Key of the field's node.
        bounds: (left, top, right, bottom) of the field, in pixels of the view.
        rows: (value, other words for it) of each that fits what was typed; no words where they are
            the value itself.
    """

    field: int
    bounds: tuple[int, int, int, int]
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class PageReport:
    """The state of a page.

    Attributes:
        url: Its address.
        title: Its title.
        scroll: (x, y, largest x, largest y) in CSS pixels.
        scale: Pixels of the view in a CSS pixel.
        selection: The selected text.
        selected: What of it a finger has selected.
        matches: (place, count) of what is looked for in it; (0, 0) for nothing.
        loading: Whether it still waits for something.
        wakes: Whether something in it goes on by itself: timers, animations.
    """

    url: str
    title: str
    scroll: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    scale: float = 1.0
    selection: str = ""
    selected: PageSelection | None = None
    matches: tuple[int, int] = (0, 0)
    loading: bool = False
    wakes: bool = False


@dataclass(frozen=True)
class ConsoleMessage:
    """A line of the page's console; `level` is ``log``, ``info``, ``warning``, ``error`` ..."""

    level: str
    text: str


@dataclass(frozen=True)
class TitleChanged:
    """The page has another title."""

    title: str


@dataclass(frozen=True)
class UrlChanged:
    """The page has another address without having been loaded: a `#`, ``history.pushState``."""

    url: str


@dataclass(frozen=True)
class PageLoaded:
    """The page and what belongs to it are there."""

    url: str


@dataclass(frozen=True)
class PageFailed:
    """The page can't be shown; `error` is Chrome's name for why, such as ``ERR_FILE_NOT_FOUND``."""

    url: str
    error: str


@dataclass(frozen=True)
class Navigate:
    """The page wants another one in its place; nothing happens unless the app loads it."""

    url: str


@dataclass(frozen=True)
class OpenWindow:
    """The page wants another window: ``window.open``, ``target=_blank``.

    Attributes:
        url: Its address.
        asked: Whether the user has just done something in the page, and nothing has come of it yet;
            else it is a pop-up that nobody has asked for.
    """

    url: str
    asked: bool = True


@dataclass(frozen=True)
class Download:
    """The page wants something saved; `data` is None where only the app can read it."""

    url: str
    name: str
    mime: str = ""
    data: bytes | None = None


@dataclass(frozen=True)
class LongPress:
    """A finger has rested on the page.

    Attributes:
        x: Where, in pixels of the view.
        y: Where.
        link: Address of the link there; empty for none.
        text: What the link says.
        image: Address of the picture there; empty for none.
        selected: The word that is selected now; empty for none.
    """

    x: float
    y: float
    link: str = ""
    text: str = ""
    image: str = ""
    selected: str = ""


@dataclass(frozen=True)
class ScriptResult:
    """The value that a script has returned, as JSON; ``null`` where it has thrown."""

    json: str


@dataclass(frozen=True)
class PageCrashed:
    """The engine has lost the page, or it did not answer in time."""

    reason: Literal["crash", "unresponsive"]


@dataclass(frozen=True)
class DialogRequest:
    """The page stands still until this is answered."""

    id: int
    kind: Literal["alert", "confirm", "prompt", "beforeunload"]
    text: str
    default: str = ""


@dataclass(frozen=True)
class Option:
    """A row of a list.

    Attributes:
        label: Its words, indented below the name of a group, as Blink hands them to Android.
        enabled: False where it is greyed out.
        selected: Whether it is chosen.
        heading: Whether it is the name of a group (`optgroup`), which can't be chosen.
    """

    label: str
    enabled: bool = True
    selected: bool = False
    heading: bool = False


@dataclass(frozen=True)
class SelectRequest:
    """A list was tapped."""

    id: int
    options: tuple[Option, ...]
    multiple: bool = False


@dataclass(frozen=True)
class PickerRequest:
    """A field that Android asks for by a dialog was tapped: a day, a time, a colour.

    Attributes:
        id: Number of the question.
        kind: The field's kind.
        value: Its value.
        least: The least one that the page allows; empty for any.
        most: The greatest one.
        hints: (value, other words for it) of what the page suggests.
        step: Milliseconds from one time to the next that the page allows; 0 for any.
    """

    id: int
    kind: PickerKind
    value: str
    least: str = ""
    most: str = ""
    hints: tuple[tuple[str, str], ...] = ()
    step: int = 60_000


@dataclass(frozen=True)
class FileRequest:
    """A field for files was tapped; `accept` lists types and endings."""

    id: int
    accept: str = ""
    multiple: bool = False


@dataclass(frozen=True)
class Withdrawn:
    """A list or a picker that was asked for is not wanted any more: its field is gone."""

    id: int


WebRequest = DialogRequest | SelectRequest | PickerRequest | FileRequest
"""Requests that the app answers by an `inputs.Answer` with their number."""

WebEvent = (
    ConsoleMessage
    | TitleChanged
    | UrlChanged
    | PageLoaded
    | PageFailed
    | Navigate
    | OpenWindow
    | Download
    | LongPress
    | ScriptResult
    | PageCrashed
    | Withdrawn
    | WebRequest
)
