"""Entries of a page's log: how it was opened, and all inputs since.

They are plain data, so that they can be kept in the phone's state. Times are milliseconds since the
phone booted; positions are pixels of the view, from its left top corner.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

__all__ = [
    "BY_USER",
    "INPUTS",
    "Answer",
    "Advance",
    "DeviceScreen",
    "Edit",
    "EditorAction",
    "Find",
    "Input",
    "Key",
    "Opened",
    "Resize",
    "Response",
    "Script",
    "Select",
    "Served",
    "Suggest",
    "Touch",
    "WebSettings",
]


@dataclass(frozen=True)
class WebSettings:
    """Settings of pages, as ``android.webkit.WebSettings`` has them.

    Attributes:
        initial_scale: Device pixels per CSS pixel at first, as ``setInitialScale`` has it in
            percent; 0.0 leaves it to the page.
        wide_viewport: Whether the viewport meta tag is respected, and pages without one are laid
            out 980 CSS pixels wide; otherwise a page is as wide as its view.
        javascript: Whether scripts run.
        desktop_site: Whether pages are told that they are on a desktop.
        user_agent: User agent string; empty for that of Android System WebView.
        text_zoom: Size of text in percent; applies only with `wide_viewport`.
        late_seed: Whether the seed takes effect only after the page has loaded and due timers have
            run; random numbers until then are the same for all seeds. For an app's own pages whose
            random numbers don't show until then. Such a page can be loaded before its seed is
            known; its first frame comes with the next input. Frames inside it have no seed.
    """

    initial_scale: float = 0.0
    wide_viewport: bool = False
    javascript: bool = True
    desktop_site: bool = False
    user_agent: str = ""
    text_zoom: int = 100
    late_seed: bool = False


@dataclass(frozen=True)
class DeviceScreen:
    """The phone's screen, on which a page's view is a part.

    Attributes:
        size: (width, height) in pixels, in its present rotation.
        turns: Quarter turns from its natural orientation, 0 to 3.
        dark: Whether pages are asked for dark colours (``prefers-color-scheme``).
    """

    size: tuple[int, int]
    turns: int = 0
    dark: bool = False


@dataclass(frozen=True)
class Opened:
    """The opening of a page, the first entry of its log.

    Attributes:
        url: URL of the page.
        seed: Seed of ``Math.random`` and ``crypto.getRandomValues``.
        at_ms: Time when it was opened.
        wall_ms: The phone's clock then, in milliseconds since 1970.
        time_zone: The phone's time zone, such as ``UTC``.
        locale: The phone's locale, such as ``en-US``.
        size: (width, height) of its view in pixels.
        density: Pixels per dp.
        settings: Settings of the page.
        android: Version of Android in the user agent string.
        screen: The phone's screen; None if it is as large as the view.
        storage: Keys and values that ``localStorage`` begins with; None if the app doesn't keep
            what the page changes there.
        session: The same for ``sessionStorage``.
    """

    url: str
    seed: int
    at_ms: int
    wall_ms: int
    time_zone: str
    locale: str
    size: tuple[int, int]
    density: float
    settings: WebSettings = WebSettings()
    android: str = "13"
    screen: DeviceScreen | None = None
    storage: tuple[tuple[str, str], ...] | None = None
    session: tuple[tuple[str, str], ...] | None = None


@dataclass(frozen=True)
class Response:
    """The answer to a request.

    Attributes:
        body: The content.
        mime: Its MIME type, with ``; charset=`` if it has one.
        status: HTTP status code.
        error: Chrome's name of a network error, without ``net::``, such as
            ``ERR_INTERNET_DISCONNECTED``; the other attributes are ignored then. Empty on success.
    """

    body: bytes = b""
    mime: str = "text/html"
    status: int = 200
    error: str = ""


@dataclass(frozen=True)
class Served:
    """Responses to the page's requests.

    Attributes:
        at_ms: Time.
        responses: (URL, response) of each.
    """

    at_ms: int
    responses: tuple[tuple[str, Response], ...]


@dataclass(frozen=True)
class Advance:
    """Time passes, and nothing else happens."""

    at_ms: int


@dataclass(frozen=True)
class Resize:
    """The view has another size, or the screen another density, rotation or theme.

    Attributes:
        at_ms: Time.
        size: (width, height) in pixels.
        density: Pixels per dp; 0.0 if unchanged.
        screen: The phone's screen; None if unchanged.
    """

    at_ms: int
    size: tuple[int, int]
    density: float = 0.0
    screen: DeviceScreen | None = None


@dataclass(frozen=True)
class Touch:
    """A touch event of one finger.

    Attributes:
        at_ms: Time.
        action: "down", "move" or "up"; "cancel" if another view has taken over the gesture.
        pointer: Id of the finger.
        x: Pixels from the left edge of the view.
        y: Pixels from the top edge of the view.
    """

    at_ms: int
    action: Literal["down", "move", "up", "cancel"]
    pointer: int
    x: float
    y: float


@dataclass(frozen=True)
class Key:
    """A key is pressed and released, by its name in ``KeyboardEvent.key``."""

    at_ms: int
    key: str


@dataclass(frozen=True)
class Edit:
    """The keyboard has edited a field, or something was pasted into it.

    Attributes:
        at_ms: Time.
        node: Key of the field's node.
        text: Its whole new text.
        selection: Start and end of the selection in it.
        pasted: Text that was pasted over the selection; empty if the edit was typed.
    """

    at_ms: int
    node: int
    text: str
    selection: tuple[int, int]
    pasted: str = ""


@dataclass(frozen=True)
class EditorAction:
    """Enter, or the keyboard's action key, was pressed in a field.

    Attributes:
        at_ms: Time.
        node: Key of the field's node.
        leads_on: Whether it moves the focus to the next field, in place of pressing Enter.
    """

    at_ms: int
    node: int
    leads_on: bool = False


@dataclass(frozen=True)
class Script:
    """The app runs a script in the page, as by ``WebView.evaluateJavascript``."""

    at_ms: int
    code: str


@dataclass(frozen=True)
class Find:
    """Find in page: show the next match of a text; "" ends the search."""

    at_ms: int
    text: str
    forward: bool = True


@dataclass(frozen=True)
class Select:
    """Select all of the text that contains the selection, or clear the selection."""

    at_ms: int
    all: bool


@dataclass(frozen=True)
class Suggest:
    """The user has chosen a field's suggestion, or has dismissed the suggestions.

    Attributes:
        at_ms: Time.
        node: Key of the field's node.
        value: The chosen value; empty if dismissed.
    """

    at_ms: int
    node: int
    value: str


@dataclass(frozen=True)
class Answer:
    """The user has answered a request of the page.

    Attributes:
        at_ms: Time.
        request: Id of the request.
        accepted: False if it was cancelled.
        text: Text that was entered: that of a `prompt`, a date, a colour.
        chosen: Indices of the chosen options in the request's list.
        files: (name, type, content) of the chosen files.
    """

    at_ms: int
    request: int
    accepted: bool
    text: str = ""
    chosen: tuple[int, ...] = ()
    files: tuple[tuple[str, str, bytes], ...] = ()


Input = (
    Served
    | Advance
    | Resize
    | Touch
    | Key
    | Edit
    | EditorAction
    | Script
    | Find
    | Select
    | Suggest
    | Answer
)

BY_USER: Final = (Edit, EditorAction, Key, Suggest)
"""Inputs of the user, besides touches."""

INPUTS: Final = (
    Opened,
    DeviceScreen,
    WebSettings,
    Response,
    Served,
    Advance,
    Resize,
    Touch,
    Key,
    Edit,
    EditorAction,
    Script,
    Find,
    Select,
    Suggest,
    Answer,
)
"""All classes of this module, for encoding images of the phone."""
