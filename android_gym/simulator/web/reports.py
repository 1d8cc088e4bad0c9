"""Reports of a page: its status, its nodes, its events, and its requests to the app."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "Capitals",
    "ConsoleMessage",
    "Copied",
    "DialogRequest",
    "Download",
    "FieldAction",
    "FileRequest",
    "InputMode",
    "LongPress",
    "Navigate",
    "OpenWindow",
    "Option",
    "PageCrashed",
    "PageFailed",
    "PageField",
    "PageLoaded",
    "PageNode",
    "PageReport",
    "PageSelection",
    "PageSuggestions",
    "PickerKind",
    "PickerRequest",
    "Pulled",
    "ScriptResult",
    "Scrolled",
    "SelectRequest",
    "StorageChanged",
    "TitleChanged",
    "UrlChanged",
    "WebEvent",
    "WebRequest",
    "Withdrawn",
]

InputMode = Literal[
    "text", "number", "decimal", "phone", "email", "uri", "password", "signed", "search", "none"
]
Capitals = Literal["none", "sentences", "words", "characters"]
FieldAction = Literal["none", "done", "go", "next", "previous", "search", "send"]


PickerKind = Literal["date", "time", "datetime-local", "month", "week", "color"]


@dataclass(frozen=True)
class PageField:
    """Editable text of a node.

    Attributes:
        text: The text.
        selection: Start and end of the selection in it.
        mode: Kind of text that is entered, as in `inputmode`; "none" for no keyboard.
        multi_line: Whether Enter inserts a line break.
        action: Action of the keyboard's action key; of the focused field only, it may be "next"
            without the page having said so.
        leads_on: Whether that key moves the focus to the next field, in place of pressing Enter.
        capitalize: Where the keyboard begins with capital letters.
    """

    text: str
    selection: tuple[int, int]
    mode: InputMode
    multi_line: bool
    action: FieldAction
    leads_on: bool
    capitalize: Capitals


@dataclass(frozen=True)
class PageNode:
    """An accessibility node of a page.

    Attributes:
        key: Number of the element (or text) in its page.
        bounds: (left, top, right, bottom) in pixels of the view.
        class_name: Android class name.
        text: Its text.
        description: Accessible name, if it differs from the text.
        hint: Placeholder of an empty field.
        resource_id: The element's `id`.
        clickable: Whether tapping it does something.
        checkable: Whether it can be checked.
        checked: Whether it is checked.
        selected: Whether it is selected.
        enabled: False if it is disabled.
        scrollable: Whether it can be scrolled.
        focusable: Whether it can have the focus.
        field: Its editable text; None if it has none.
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
    """Text that a touch has selected in a page, or the caret that a touch has placed.

    Attributes:
        start: (x, top, bottom) of the caret before the selection, in pixels of the view; None if
            out of sight.
        end: The same for the caret after it.
        bounds: (left, top, right, bottom) of the selection, in pixels of the view.
        field: Key of the editable node that it is in; 0 if it isn't in one.
        whole: Whether all of the field's text is selected.
        resting: False while a finger is down, or the page is still scrolling after a touch.
        caret: (x, top, bottom) of the caret if nothing is selected; it then has a handle.
        menu: Whether to show a toolbar; a caret has one once its handle was tapped.
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
    """Suggestions of the focused field (its `datalist`), while they are shown.

    Attributes:
        field: Key of the field's node.
        bounds: (left, top, right, bottom) of the field, in pixels of the view.
        rows: (value, label) of each that matches what was typed; the label is empty if it is the
            value itself.
    """

    field: int
    bounds: tuple[int, int, int, int]
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class PageReport:
    """The status of a page.

    Attributes:
        url: Its URL.
        title: Its title.
        scroll: (x, y, largest x, largest y) in CSS pixels.
        scale: Pixels of the view per CSS pixel.
        selection: The selected text.
        selected: The selection, if it was made by touch.
        matches: (number of the current match from 1, count) of find in page; (0, 0) for none.
        loading: Whether it is still loading.
        wakes: Whether it has pending timers or animations.
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
    """A line of the page's console. `level` is ``log``, ``info``, ``warning``, ``error`` ..."""

    level: str
    text: str


@dataclass(frozen=True)
class TitleChanged:
    """The page's title has changed."""

    title: str


@dataclass(frozen=True)
class UrlChanged:
    """The page's URL has changed without loading: by its fragment, or ``history.pushState``.

    Attributes:
        url: The new URL.
        replaces: Whether it replaces the one before in the history, as by ``history.replaceState``.
    """

    url: str
    replaces: bool = False


@dataclass(frozen=True)
class PageLoaded:
    """The page has loaded, with its subresources, or has failed to."""

    url: str


@dataclass(frozen=True)
class PageFailed:
    """The page can't be loaded; `error` is Chrome's error name, such as ``ERR_FILE_NOT_FOUND``."""

    url: str
    error: str


@dataclass(frozen=True)
class Navigate:
    """The page wants to navigate to a URL; nothing happens unless the app loads it."""

    url: str


@dataclass(frozen=True)
class OpenWindow:
    """The page wants to open a window: ``window.open``, ``target=_blank``.

    Attributes:
        url: URL for the window.
        asked: Whether a user gesture has just allowed one window; otherwise it is an unwanted
            pop-up.
    """

    url: str
    asked: bool = True


@dataclass(frozen=True)
class Download:
    """The page wants to download a file; `data` is None if the app has to read it from the URL."""

    url: str
    name: str
    mime: str = ""
    data: bytes | None = None


@dataclass(frozen=True)
class LongPress:
    """The user has long-pressed the page.

    Attributes:
        x: Pixels from the left edge of the view.
        y: Pixels from the top edge of the view.
        link: URL of the link there; empty for none.
        text: Text of the link.
        image: URL of the image there; empty for none.
        selected: The word that this has selected; empty for none.
    """

    x: float
    y: float
    link: str = ""
    text: str = ""
    image: str = ""
    selected: str = ""


@dataclass(frozen=True)
class Pulled:
    """The user has pulled the page down beyond its top and let it go."""


@dataclass(frozen=True)
class Scrolled:
    """The user has scrolled the page itself with a finger, by `dp` downwards."""

    dp: float


@dataclass(frozen=True)
class ScriptResult:
    """The value that a script has returned, as JSON; ``null`` if it has thrown."""

    json: str


@dataclass(frozen=True)
class Copied:
    """The page has put a text on the clipboard."""

    text: str


@dataclass(frozen=True)
class StorageChanged:
    """The page has changed ``localStorage`` or ``sessionStorage``.

    Attributes:
        storage: Which of the two.
        changes: Keys with their new values, None for removed ones.
    """

    storage: Literal["localStorage", "sessionStorage"]
    changes: tuple[tuple[str, str | None], ...]


@dataclass(frozen=True)
class PageCrashed:
    """The page has crashed, or did not answer in time."""

    reason: Literal["crash", "unresponsive"]


@dataclass(frozen=True)
class DialogRequest:
    """A JavaScript dialog, which blocks the page until it is answered."""

    id: int
    kind: Literal["alert", "confirm", "prompt", "beforeunload"]
    text: str
    default: str = ""


@dataclass(frozen=True)
class Option:
    """An option of a list (`select`).

    Attributes:
        label: Its text, indented below that of a group, as Blink passes it to Android.
        enabled: False if it is disabled.
        selected: Whether it is selected.
        heading: Whether it is the label of a group (`optgroup`), which can't be selected.
    """

    label: str
    enabled: bool = True
    selected: bool = False
    heading: bool = False


@dataclass(frozen=True)
class SelectRequest:
    """A list (`select`) was tapped."""

    id: int
    options: tuple[Option, ...]
    multiple: bool = False


@dataclass(frozen=True)
class PickerRequest:
    """A field was tapped whose value is picked in a dialog: a date, a time, a colour.

    Attributes:
        id: Id of the request.
        kind: The field's type.
        value: Its value.
        least: Smallest value that the page allows; empty for any.
        most: Largest value that the page allows; empty for any.
        hints: (value, label) of the page's suggestions.
        step: Milliseconds between the times that the page allows; 0 for any.
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
    """A file field was tapped; `accept` lists MIME types and extensions."""

    id: int
    accept: str = ""
    multiple: bool = False


@dataclass(frozen=True)
class Withdrawn:
    """A request is withdrawn, as the field of its list or picker is gone."""

    id: int


WebRequest = DialogRequest | SelectRequest | PickerRequest | FileRequest
"""Requests that the app answers with an `inputs.Answer` that has their id."""

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
    | Pulled
    | Scrolled
    | ScriptResult
    | StorageChanged
    | Copied
    | PageCrashed
    | Withdrawn
    | WebRequest
)
