"""The log of a page: the way that it was opened, and all inputs since.

All of it is plain data, so that it can lie in the phone's state. Times are milliseconds since the
phone booted; places are pixels of the view, from its left, top corner.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

__all__ = [
    "INPUTS",
    "Answer",
    "Advance",
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
        initial_scale: How many times larger than the device's pixels a CSS pixel is at first, as
            ``setInitialScale`` in percent / 100; 0.0 leaves it to the page.
        wide_viewport: Whether the viewport's meta tag is followed, and pages without one are laid
            out 980 CSS pixels wide; else a page is as wide as its view.
        javascript: Whether scripts run.
        desktop_site: Whether pages are told that they are on a desktop.
        user_agent: What pages are told of the browser; empty for Android System WebView's.
        text_zoom: Size of text in percent; counts with `wide_viewport` alone.
        late_seed: Whether the seed counts only once the page has loaded and the timers that were
            due have run, and what it draws until then is the same for all seeds: for an app's own
            pages whose scripts draw nothing then that shows. Such a page can be loaded before its
            seed is known, and has its first frame with the next input. Frames in it have no seed.
    """

    initial_scale: float = 0.0
    wide_viewport: bool = False
    javascript: bool = True
    desktop_site: bool = False
    user_agent: str = ""
    text_zoom: int = 100
    late_seed: bool = False


@dataclass(frozen=True)
class Opened:
    """The beginning of a page.

    Attributes:
        url: Its address.
        seed: Where its chance begins: ``Math.random``, ``crypto.getRandomValues``.
        at_ms: When it was opened.
        wall_ms: What the phone's clock said then: milliseconds since 1970.
        time_zone: The phone's, such as ``UTC``.
        locale: The phone's, such as ``en-US``.
        size: (width, height) of its view in pixels.
        density: Pixels in one dp.
        settings: How it is shown.
        android: Version of Android, as the browser tells pages.
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


@dataclass(frozen=True)
class Response:
    """The answer to a request.

    Attributes:
        body: The content.
        mime: Its type, with ``; charset=`` where it has one.
        status: HTTP's status.
        error: Chrome's name of what went wrong, without ``net::``, such as
            ``ERR_INTERNET_DISCONNECTED``; the rest does not count then. Empty where all is well.
    """

    body: bytes = b""
    mime: str = "text/html"
    status: int = 200
    error: str = ""


@dataclass(frozen=True)
class Served:
    """Requests are answered.

    Attributes:
        at_ms: When.
        responses: What with, by address.
    """

    at_ms: int
    responses: tuple[tuple[str, Response], ...]


@dataclass(frozen=True)
class Advance:
    """Time has passed, and nothing else."""

    at_ms: int


@dataclass(frozen=True)
class Resize:
    """The view has another size, or the screen another density.

    Attributes:
        at_ms: When.
        size: (width, height) in pixels.
        density: Pixels in one dp; 0.0 where it is as before.
    """

    at_ms: int
    size: tuple[int, int]
    density: float = 0.0


@dataclass(frozen=True)
class Touch:
    """A finger does something.

    Attributes:
        at_ms: When.
        action: Comes down, moves, leaves; "cancel" where the gesture is somebody else's now.
        pointer: Number of the finger.
        x: Where, to the right.
        y: Where, downwards.
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
        at_ms: When.
        node: The field.
        text: All of its new text.
        selection: Start and end of the selection in it.
        pasted: What was pasted, in place of what was selected; empty for what was typed.
    """

    at_ms: int
    node: int
    text: str
    selection: tuple[int, int]
    pasted: str = ""


@dataclass(frozen=True)
class EditorAction:
    """The keyboard's action key was pressed in a field."""

    at_ms: int
    node: int


@dataclass(frozen=True)
class Script:
    """A script runs in the page, as ``WebView.evaluateJavascript`` has it."""

    at_ms: int
    code: str


@dataclass(frozen=True)
class Find:
    """Text is looked for in the page, and the next place of it is shown; "" ends that."""

    at_ms: int
    text: str
    forward: bool = True


@dataclass(frozen=True)
class Select:
    """All of the text in which a finger has selected is selected, or nothing any more."""

    at_ms: int
    all: bool


@dataclass(frozen=True)
class Suggest:
    """The user has chosen what a field suggests, or has closed that.

    Attributes:
        at_ms: When.
        node: The field.
        value: What was chosen; empty for nothing.
    """

    at_ms: int
    node: int
    value: str


@dataclass(frozen=True)
class Answer:
    """The user has answered what the page asked.

    Attributes:
        at_ms: When.
        request: Number of the question.
        accepted: False where it was cancelled.
        text: What was entered: `prompt`'s text, a date, a colour.
        chosen: Numbers of the chosen rows of a list, as they were told.
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

INPUTS: Final = (
    Opened,
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
"""All classes of this module, for images of the phone."""
