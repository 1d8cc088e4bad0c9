"""One page in the browser: a function of how it was opened and of the inputs since.

What is asked of the engine between two inputs is over before the next one begins, in the same
order each time: time passes in the page, the input happens and is acknowledged, one frame runs what
belongs to frames (observers, scroll events), and the page tells what has come of it. Looking at it
changes nothing.
"""

from __future__ import annotations

import base64
import functools
import json
import math
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import resources
from typing import TYPE_CHECKING, Any, Final, cast

from android_gym.errors import DeviceError, SimulatorError
from android_gym.simulator.web import reports
from android_gym.simulator.web.browser import Browser
from android_gym.simulator.web.cdp import EngineSlow, Json, Message, ProtocolError
from android_gym.simulator.web.data_urls import read_data_url
from android_gym.simulator.web.inputs import (
    Answer,
    Edit,
    EditorAction,
    Find,
    Input,
    Key,
    Opened,
    Resize,
    Response,
    Script,
    Served,
    Touch,
)
from android_gym.simulator.web.reports import PageField, PageNode, PageReport, WebEvent

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Page"]

NAME: Final = "androidPhone"
"""Property of a page's window that holds what `page.js` does."""

BUDGET_S: Final = 10.0
"""Seconds of the host in which a page must have answered; it is unresponsive after that."""

MOST_EVENTS: Final = 10_000
"""Events that one page may tell of; the rest is dropped."""

_SCHEMES: Final = ("file:///", "content://", "http://", "https://", "data:", "about:blank")
"""What can be opened; the browser's own pages are not among it."""

_MOST_ROUNDS: Final = 3
"""Frames after one input, while each leads to something that the next one has to show."""

_MOST_TRIES: Final = 20
_CONTENT: Final = "content://"
_CONTENT_INSIDE: Final = "file:///.content/"
_NO_REQUESTS: Final = frozenset(
    {
        "XHR",
        "Fetch",
        "EventSource",
        "WebSocket",
        "Ping",
        "Prefetch",
        "Manifest",
        "CSPViolationReport",
    }
)
"""Requests that pages of files can't make in Chrome."""

_REASONS: Final = {
    "ERR_INTERNET_DISCONNECTED": "InternetDisconnected",
    "ERR_NAME_NOT_RESOLVED": "NameNotResolved",
    "ERR_ACCESS_DENIED": "AccessDenied",
    "ERR_CONNECTION_REFUSED": "ConnectionRefused",
    "ERR_TIMED_OUT": "TimedOut",
    "ERR_BLOCKED_BY_CLIENT": "BlockedByClient",
    "ERR_ABORTED": "Aborted",
}
_KEYS: Final = {
    "Enter": (13, "Enter", "\r"),
    "Tab": (9, "Tab", ""),
    "Backspace": (8, "Backspace", ""),
    "Delete": (46, "Delete", ""),
    "Escape": (27, "Escape", ""),
    "ArrowLeft": (37, "ArrowLeft", ""),
    "ArrowUp": (38, "ArrowUp", ""),
    "ArrowRight": (39, "ArrowRight", ""),
    "ArrowDown": (40, "ArrowDown", ""),
    "PageUp": (33, "PageUp", ""),
    "PageDown": (34, "PageDown", ""),
    "Home": (36, "Home", ""),
    "End": (35, "End", ""),
    " ": (32, "Space", " "),
}
_MOBILE: Final = (
    "Mozilla/5.0 (Linux; Android 13; sdk_gphone64_x86_64) AppleWebKit/537.36 "
    "(KHTML, like Gecko) Chrome/103.0.5060.71 Mobile Safari/537.36"
)
_DESKTOP: Final = (
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 "
    "(KHTML, like Gecko) Chrome/103.0.5060.71 Safari/537.36"
)


@functools.cache
def _script(name: str) -> str:
    return (resources.files(__package__) / name).read_text("utf-8")


@dataclass
class _Request:
    """A request that waits for its answer."""

    number: str
    url: str
    document: bool


@dataclass
class _Shot:
    """A picture that was taken of the page at a size."""

    revision: int
    pixels: NDArray[np.uint8] = field(repr=False)


class Page:
    """A page under way.

    Args:
        browser: Where it lives.
        opened: How it was opened.
        assets: Answers requests for what is the same for ever, such as an app's own files; None
            for all others, which then wait for a `Served`.

    """

    _revisions = 0

    def __init__(
        self,
        browser: Browser,
        opened: Opened,
        assets: Callable[[str], Response | None] = lambda _: None,
    ) -> None:
        self.opened = opened
        self._assets = assets
        self._browser = browser
        self._size = opened.size
        self._known: dict[str, Response] = {}
        self._waiting: list[_Request] = []
        self._unfinished: set[str] = set()
        self._contexts: dict[int, str] = {}
        self._loaded = False
        self._navigated = False  # whether the engine has answered the navigation
        self._navigated_once = False  # whether the page itself was asked for
        self._leaves = False  # whether the document before is to go
        self._committed = False  # whether the page's own document is there
        self._gone = ""
        self._dialog = 0  # number of the dialog that is open
        self._dialogs = 0
        self._held: int | None = None  # a command that a dialog holds up
        self._status: Message = {"url": opened.url, "title": "", "next": -1}
        self._now_ms = opened.at_ms
        self._shots: dict[tuple[int, int], _Shot] = {}
        self._shown: tuple[int, int] | None = None
        self._part = 1.0
        self._nodes: tuple[PageNode, ...] = ()
        self._queue: list[Json] = []
        self._revision = self._next_revision()
        self._told: list[WebEvent] = []
        self._density = opened.settings.initial_scale or opened.density
        self._target = browser.target()
        self._main = self._target.id
        self._script = ""
        self._session = self._target.session
        self._session.limit = BUDGET_S
        self._guarded(self._open)

    @classmethod
    def _next_revision(cls) -> int:
        Page._revisions += 1
        return Page._revisions

    # -- opening

    def _open(self) -> None:
        session, opened = self._session, self.opened
        settings = opened.settings
        phone = {
            "name": NAME,
            "seed": opened.seed,
            "wall_ms": opened.wall_ms,
            "density": self._density,
            "size": list(self._size),
        }
        source = (
            f"(() => {{ const PHONE = {json.dumps(phone)};\n{_script('clock.js')}\n"
            f"{_script('page.js')} }})();"
        )
        agent = settings.user_agent or (_DESKTOP if settings.desktop_site else _MOBILE)
        sent = [
            session.send(
                "Emulation.setUserAgentOverride",
                userAgent=agent,
                acceptLanguage=opened.locale,
                platform="Linux armv81",
            ),
            session.send("Emulation.setTimezoneOverride", timezoneId=opened.time_zone),
            session.send("Emulation.setLocaleOverride", locale=opened.locale.replace("-", "_")),
        ]
        sent.append(self._set_metrics(1.0 / self._density))
        added = session.send("Page.addScriptToEvaluateOnNewDocument", source=source)
        for number in sent:
            self._await(number)
        self._script = str((self._await(added) or {})["identifier"])
        if not opened.url.startswith(_SCHEMES):
            self._tell(reports.PageFailed(opened.url, "ERR_UNKNOWN_URL_SCHEME"))
            self._loaded = True
            return
        self._session.events.clear()  # of the document before
        self._contexts.clear()
        self._leaves = True
        self._navigation = session.send("Page.navigate", url=_inside(opened.url))
        self._load()

    def _set_metrics(self, part: float) -> int:
        """Lay the page out, drawn at a part of the device's pixels."""
        width, height = self._size
        self._part = part
        return self._session.send(
            "Emulation.setDeviceMetricsOverride",
            width=math.ceil(width / self._density),
            height=math.ceil(height / self._density),
            deviceScaleFactor=self._density,
            mobile=self.opened.settings.wide_viewport,
            scale=part * self._density,
            dontSetVisibleSize=True,
        )

    def _load(self) -> None:
        """Go on with loading until the page is there, or waits for answers."""

        def found() -> bool | None:
            return True if self._session.events or self._loaded or self._waiting else None

        while not self._loaded and not self._waiting:
            self._session.wait(found, f"loading {self.opened.url}")
            self._handle()
            if self._dialog:
                return
            if not self._navigated:
                answer = self._session.result(self._navigation, until=lambda: True)
                if answer is not None:
                    self._navigated = True
                    if answer.get("errorText"):
                        self._loaded = True
                        self._tell_failure(str(answer["errorText"]).removeprefix("net::"))
        if self._loaded:
            self._finish()

    def _tell_failure(self, error: str) -> None:
        if not any(isinstance(event, reports.PageFailed) for event in self._told):
            self._tell(reports.PageFailed(self.opened.url, error))

    def _finish(self) -> None:
        self._tell(reports.PageLoaded(self.opened.url))
        self._step("advance")

    # -- what the engine tells

    def _await(self, number: int) -> Message | None:
        """Wait for an answer, hearing what the page says meanwhile; None behind a dialog."""
        session = self._session
        while True:
            result = session.result(
                number, until=lambda: bool(session.events) or bool(self._dialog)
            )
            self._handle()
            if result is not None:
                return result
            if self._gone:
                raise ProtocolError("The page has crashed.")
            if self._dialog:
                self._held = number
                return None

    def _call(self, method: str, **parameters: Json) -> Message:
        return self._await(self._session.send(method, **parameters)) or {}

    def _handle(self) -> None:
        events = self._session.events
        while events:
            event = events.popleft()
            handler = _HANDLERS.get(str(event.get("method")))
            if handler is not None:
                handler(self, cast(Message, event.get("params", {})))

    def _tell(self, event: WebEvent) -> None:
        if len(self._told) < MOST_EVENTS:
            self._told.append(event)

    def _on_request(self, told: Message) -> None:
        request = cast(Message, told["request"])
        url = _outside(str(request["url"]))
        number, kind = str(told["requestId"]), str(told["resourceType"])
        document = kind == "Document" and told.get("frameId") == self._main
        if document and self._navigated_once:
            self._tell(reports.Navigate(url))
            self._fail(number, "ERR_ABORTED")
            return
        if document:
            self._navigated_once = True
        if told.get("networkId"):
            self._unfinished.add(str(told["networkId"]))
        if url.startswith(("data:", "blob:")):  # what the page has itself
            self._session.send("Fetch.continueRequest", requestId=number)
            return
        if kind in _NO_REQUESTS:
            self._fail(number, "ERR_FAILED")
            return
        if not url.startswith(("file:", "content:")) and not document:
            self._fail(number, "ERR_INTERNET_DISCONNECTED")
            return
        response = self._known.get(url) or self._assets(url)
        waiting = _Request(number, url, document)
        if response is None:
            self._waiting.append(waiting)
        else:
            self._respond(waiting, response)

    def _respond(self, request: _Request, response: Response) -> None:
        if response.error:
            if request.document:
                self._tell(reports.PageFailed(request.url, response.error))
            self._fail(request.number, response.error)
            return
        headers: list[Json] = [
            {"name": "Content-Type", "value": response.mime},
            {"name": "Cache-Control", "value": "no-store"},
        ]
        if not self.opened.settings.javascript:
            # The page's own scripts stand still; what is injected to read it does not.
            headers.append({"name": "Content-Security-Policy", "value": "script-src 'none'"})
        self._session.send(
            "Fetch.fulfillRequest",
            requestId=request.number,
            responseCode=response.status,
            responseHeaders=headers,
            body=base64.b64encode(response.body).decode(),
        )

    def _fail(self, number: str, error: str) -> None:
        reason = _REASONS.get(error, "Failed")
        self._session.send("Fetch.failRequest", requestId=number, errorReason=reason)

    def _on_finished(self, told: Message) -> None:
        self._unfinished.discard(str(told["requestId"]))

    def _on_load(self, told: Message) -> None:
        if self._committed and told.get("frameId", self._main) == self._main:
            self._loaded = True

    def _on_context(self, told: Message) -> None:
        context = cast(Message, told["context"])
        about = cast(Message, context.get("auxData", {}))
        if about.get("isDefault"):
            self._contexts[cast(int, context["id"])] = str(about["frameId"])
            if about["frameId"] == self._main and self._leaves:
                self._committed = True

    def _on_context_gone(self, told: Message) -> None:
        self._contexts.pop(cast(int, told["executionContextId"]), None)

    def _on_contexts_gone(self, told: Message) -> None:
        self._contexts.clear()

    def _on_console(self, told: Message) -> None:
        words = [_console_text(cast(Message, item)) for item in cast(list[Json], told["args"])]
        self._tell(reports.ConsoleMessage(str(told["type"]), " ".join(words)))

    def _on_exception(self, told: Message) -> None:
        details = cast(Message, told["exceptionDetails"])
        thrown = cast(Message, details.get("exception", {}))
        text = str(thrown.get("description") or details.get("text")).partition("\n")[0]
        self._tell(reports.ConsoleMessage("error", f"Uncaught {text}"))

    def _on_dialog(self, told: Message) -> None:
        self._dialogs -= 1  # the page counts its own questions upwards
        self._dialog = self._dialogs
        self._tell(
            reports.DialogRequest(
                self._dialog,
                cast(Any, told["type"]),
                str(told["message"]),
                str(told.get("defaultPrompt", "")),
            )
        )

    def _on_crash(self, told: Message) -> None:
        self._give_up("crash")

    def _give_up(self, reason: str) -> None:
        if not self._gone:
            self._gone = reason
            self._tell(reports.PageCrashed("crash" if reason == "crash" else "unresponsive"))
            self._waiting.clear()
            self._nodes = ()
            self._revision = self._next_revision()
            self._target.close()

    # -- inputs

    def _guarded(self, do: Callable[[], object]) -> None:
        """Do something with the page; it is given up if it does not answer any more."""
        try:
            do()
        except EngineSlow:
            root = self._browser.root
            root.limit = BUDGET_S
            try:
                root.call("Browser.getVersion")
            except EngineSlow:  # all of the browser hangs: the next page gets another one
                self._browser.process.end()
                raise
            self._give_up("unresponsive")
        except ProtocolError:
            if not self._gone:
                raise

    def apply(self, entry: Input) -> None:
        """Do one input.

        Raises:
            DeviceError: If the browser has ended or hangs; a page that does is given up instead.
        """
        self._now_ms = max(self._now_ms, entry.at_ms)
        if self._gone or not self.own:
            return
        if isinstance(entry, Touch) and entry.action in ("down", "move") and self._loaded:
            # Most lead to nothing; they are done together with what follows, or when it is looked.
            self._queue.append([self._wall_ms, *_plain_step(entry)])
            return
        self._flush(entry)

    def _flush(self, entry: Input | None = None) -> None:
        """Do what waits, then an input."""
        queue, self._queue = self._queue, []
        if self._gone or self._dialog and not isinstance(entry, Answer):
            return
        if isinstance(entry, Touch) and self._loaded:
            queue.append([self._wall_ms, *_plain_step(entry)])
            entry = None
        if queue and not self._dialog:
            self._guarded(lambda: self._run_steps(queue, frame=True, settle=False))
        if entry is not None and not self._gone:
            self._guarded(lambda: self._apply(entry))

    def _apply(self, entry: Input) -> None:
        if isinstance(entry, Answer) and self._dialog and entry.request == self._dialog:
            self._answer_dialog(entry)
            return
        if isinstance(entry, Served):
            self._serve(entry)
            return
        if isinstance(entry, Resize):
            self._size = entry.size
            self._shown = None
        if self._dialog or (not self._loaded and not isinstance(entry, Resize)):
            return  # nothing happens in a page that stands still, or is not there yet
        match entry:
            case Resize():
                self._call_metrics()
                if self._loaded:
                    self._step("resize", *entry.size)
            case Key():
                self._step("advance", frame=False)
                self._press(entry.key)
            case EditorAction():
                self._step("action", entry.node, frame=False)
                self._press("Enter")
            case Script():
                self._run(entry.code)
            case _:
                name, *given = _plain_step(entry)
                self._step(str(name), *given)

    def _call_metrics(self) -> None:
        width, _ = self._shown or self._size
        self._await(self._set_metrics(width / self._size[0]))

    def _serve(self, entry: Served) -> None:
        self._known.update(entry.responses)
        waiting, self._waiting = self._waiting, []
        for request in waiting:
            response = self._known.get(request.url)
            if response is None:
                self._waiting.append(request)
            else:
                self._respond(request, response)
        if not self._loaded:
            self._load()
            return

        def found() -> bool | None:
            return True if self._session.events or not self._unfinished else None

        while self._unfinished and not self._dialog and not self._waiting:
            self._session.wait(found, "what was served")
            self._handle()
        if not self._dialog:
            self._step("advance")

    def _answer_dialog(self, entry: Answer) -> None:
        self._dialog = 0
        self._session.send(
            "Page.handleJavaScriptDialog", accept=entry.accepted, promptText=entry.text
        )
        held, self._held = self._held, None
        if held is not None:
            self._await(held)
        if self._dialog:
            return
        if not self._loaded:
            self._load()
        else:
            self._step("settle")

    def _stopped(self) -> bool:
        return bool(self._dialog)

    def _press(self, key: str) -> None:
        code, name, text = _KEYS.get(key, (0, "", key if len(key) == 1 else ""))
        common: Message = {"key": key, "code": name, "windowsVirtualKeyCode": code}
        down: Message = {**common, "type": "keyDown" if text else "rawKeyDown"}
        if text:
            down["text"] = text
        sent = [
            self._session.send("Input.dispatchKeyEvent", **down),
            self._session.send("Input.dispatchKeyEvent", **{**common, "type": "keyUp"}),
        ]
        for number in sent:
            if self._await(number) is None:
                return
        self._step("settle")

    def _run(self, code: str) -> None:
        self._step("advance", frame=False)
        if self._dialog or self._gone:
            return
        answer = self._call(
            "Runtime.evaluate", expression=code, returnByValue=True, userGesture=False
        )
        if self._stopped():
            return
        result = cast(Message, answer.get("result", {}))
        value = None if "exceptionDetails" in answer else result.get("value")
        self._tell(reports.ScriptResult(json.dumps(value)))
        self._step("settle")

    def _step(self, name: str, *given: Json, frame: bool = True) -> None:
        """Let time pass in the page, do something, run a frame, and hear what has come of it."""
        self._run_steps([[self._wall_ms, name, *given]], frame=frame, settle=True)

    @property
    def _wall_ms(self) -> int:
        return self.opened.wall_ms + self._now_ms - self.opened.at_ms

    def _run_steps(self, steps: list[Json], *, frame: bool, settle: bool) -> None:
        """Do several things in the page, each [when, what, with what].

        Args:
            steps: See `run` of `page.js`.
            frame: Whether a frame follows.
            settle: Whether to hear what has come of the frame, even where nothing has changed.
        """
        while steps and not self._dialog:
            self._pass_in_frames(cast(int, cast(list[Json], steps[0])[0]))
            if self._stopped():
                return
            told = self._evaluate(f"{NAME}.run({json.dumps(steps)})")
            if told is None:
                return
            done, result, status = cast(tuple[int, Json, Message], told)
            steps = steps[done:]
            self._take(status)
            if isinstance(result, list):
                self._tap(cast(float, result[0]), cast(float, result[1]))
                if self._stopped():
                    return
            zoom = status.get("zoom")
            if isinstance(zoom, int | float) and zoom:
                self._call("Emulation.setPageScaleFactor", pageScaleFactor=zoom)
            if not frame and not steps:
                return
            if self._frame():
                self._revision = self._next_revision()
            if self._stopped() or not (settle or status["dirty"] or result):
                continue
            self._settle()

    def _settle(self) -> None:
        """Hear what a frame has led to, and run another for what that has led to in turn."""
        for _ in range(_MOST_ROUNDS):
            told = self._evaluate(f"{NAME}.run([[{self._wall_ms}, 'settle']])")
            if told is None:
                return
            status = cast(tuple[int, Json, Message], told)[2]
            self._take(status)
            if not status["dirty"]:
                return
            if self._frame():
                self._revision = self._next_revision()
            if self._stopped():
                return

    def _pass_in_frames(self, wall_ms: int) -> None:
        """Let time pass in the frames inside the page."""
        for context, own in sorted(self._contexts.items()):
            if own != self._main and not self._dialog:
                self._call(
                    "Runtime.evaluate",
                    expression=f"globalThis.{NAME} && {NAME}.pass({wall_ms})",
                    contextId=context,
                    awaitPromise=True,
                )

    def _evaluate(self, expression: str) -> Json:
        """Return what a promise comes to; None behind a dialog, or where there is no script."""
        answer = self._call(
            "Runtime.evaluate",
            expression=f"globalThis.{NAME} ? {expression}.then(JSON.stringify) : null",
            awaitPromise=True,
            returnByValue=True,
            userGesture=True,
        )
        value = cast(Message, answer.get("result", {})).get("value")
        return json.loads(value) if isinstance(value, str) else None

    def _tap(self, x: float, y: float) -> None:
        """Tap with the mouse's events, as Chrome follows a tap by them; each is acknowledged."""
        factor = self._drawn_scale()
        # Places on a grid that lies between whole pixels, so that no rounding on the way decides.
        place: Message = {
            "x": (math.floor(x * 4) + 0.5) / 4 * factor,
            "y": (math.floor(y * 4) + 0.5) / 4 * factor,
            "button": "left",
            "clickCount": 1,
        }
        sent = [
            self._session.send("Input.dispatchMouseEvent", **{**place, "type": kind})
            for kind in ("mousePressed", "mouseReleased")
        ]
        for number in sent:
            if self._await(number) is None:
                return

    def _drawn_scale(self) -> float:
        """Pixels of the picture in a CSS pixel, which the engine counts places in."""
        return self._part * self._density

    def _frame(self, picture: bool = False) -> str | bool:
        """Run one frame; return its PNG, or whether it has changed anything."""
        if not self._browser.engine.begin_frames:
            return self._free_frame(picture)
        parameters: Message = {}
        if picture:
            parameters["screenshot"] = {"format": "png", "optimizeForSpeed": True}
        told = self._call("HeadlessExperimental.beginFrame", **parameters)
        return str(told.get("screenshotData", "")) if picture else bool(told.get("hasDamage"))

    def _free_frame(self, picture: bool) -> str | bool:
        if picture:
            told = self._call("Page.captureScreenshot", format="png", optimizeForSpeed=True)
            return str(told["data"])
        self._call("Runtime.evaluate", expression=f"{NAME}.painted()", awaitPromise=True)
        return True

    def _take(self, status: Message) -> None:
        for event in cast(list[list[Json]], status["events"]):
            self._heard(event)
        if status["title"] != self._status["title"]:
            self._tell(reports.TitleChanged(str(status["title"])))
        url = _outside(str(status["url"]))
        if url != _outside(str(self._status["url"])) and self._loaded:
            self._tell(reports.UrlChanged(url))
        tree = status.pop("tree")
        if isinstance(tree, list):
            self._nodes = tuple(_node(cast(list[Any], item)) for item in tree)
        self._status = status

    def _heard(self, event: list[Json]) -> None:
        kind, *given = event
        match kind:
            case "window":
                self._tell(reports.OpenWindow(_outside(str(given[0]))))
            case "download":
                url, name, mime, data = given
                held = read_data_url(str(url))
                if held is None and isinstance(data, str):
                    held = (str(mime), base64.b64decode(data))
                mime, content = held or (str(mime), None)
                self._tell(reports.Download(_outside(str(url)), str(name), mime, content))
            case "held":
                x, y, link, image, selected = given
                self._tell(
                    reports.LongPress(
                        float(cast(float, x)),
                        float(cast(float, y)),
                        _outside(str(link)),
                        _outside(str(image)),
                        str(selected),
                    )
                )
            case "select":
                number, options, multiple = given
                made = tuple(
                    reports.Option(str(o[0]), bool(o[1]), bool(o[2]), str(o[3]))
                    for o in cast(list[list[Json]], options)
                )
                self._tell(reports.SelectRequest(cast(int, number), made, bool(multiple)))
            case "picker":
                number, what, value, least, most = given
                self._tell(
                    reports.PickerRequest(
                        cast(int, number), cast(Any, what), str(value), str(least), str(most)
                    )
                )
            case "file":
                number, accept, multiple = given
                self._tell(reports.FileRequest(cast(int, number), str(accept), bool(multiple)))

    # -- looking

    @property
    def events(self) -> list[WebEvent]:
        """All that it has told since it was opened."""
        self._flush()
        return self._told

    @property
    def revision(self) -> int:
        """Number that moves when its picture may have changed; no two pages share one."""
        self._flush()
        return self._revision

    @property
    def own(self) -> bool:
        """False in a fork of the process that has opened it."""
        return self._browser.pid == os.getpid()

    @property
    def gone(self) -> bool:
        """True if the engine has lost it."""
        self._flush()
        return bool(self._gone)

    @property
    def pending(self) -> tuple[tuple[str, bool], ...]:
        """Addresses that wait for a `Served`, in the order they were asked for; True: the page."""
        self._flush()
        found = {request.url: request.document for request in self._waiting}
        return tuple(found.items())

    @property
    def asks(self) -> bool:
        """True while it stands still behind a dialog."""
        self._flush()
        return bool(self._dialog)

    @property
    def next_ms(self) -> int | None:
        """When it goes on by itself (milliseconds since boot), None where nothing is due."""
        self._flush()
        due = self._status.get("next")
        if self._gone or self._dialog or not isinstance(due, int | float) or due < 0:
            return None
        return self.opened.at_ms + math.ceil(due - self.opened.wall_ms)

    @property
    def focus(self) -> int:
        """The key of the field with the focus, 0 without one."""
        self._flush()
        key = self._status.get("focus")
        return key if isinstance(key, int) and not self._gone else 0

    def report(self) -> PageReport:
        """Return how it stands."""
        self._flush()
        status = self._status
        scroll = cast(list[float], status.get("scroll", [0, 0, 0, 0]))
        matches = cast(list[int], status.get("matches", [0, 0]))
        return PageReport(
            url=_outside(str(status["url"])),
            title=str(status["title"]),
            scroll=(scroll[0], scroll[1], scroll[2], scroll[3]),
            scale=float(cast(float, status.get("scale", self._density))),
            selection=str(status.get("selection", "")),
            matches=(matches[0], matches[1]),
            loading=not self._loaded and not self._gone,
            wakes=self.next_ms is not None,
        )

    def nodes(self) -> tuple[PageNode, ...]:
        """Return its accessibility nodes; the same object until one of them changes."""
        self._flush()
        return self._nodes

    def frame(self, width: int, height: int) -> NDArray[np.uint8]:
        """Return its picture.

        Args:
            width: Pixels of the picture; all of the page's view is on it.
            height: Pixels; in proportion to the view's, but for rounding.

        Returns:
            RGBA, uint8, shape (height, width, 4), read-only.
        """
        self._flush()
        size = (width, height)
        shot = self._shots.get(size)
        if shot is None or shot.revision != self._revision:
            if not self._dialog and not self._gone:
                self._guarded(lambda: self._shoot(size))
                shot = self._shots.get(size)
            if shot is None or self._gone:
                shot = _Shot(self._revision, _blank(size, 0xE8 if self._gone else 0xFF))
        return shot.pixels

    def _shoot(self, size: tuple[int, int]) -> None:
        if self._shown != size:
            self._shown = size
            if self._browser.engine.begin_frames:
                self._target.resize(*size)
            self._await(self._set_metrics(size[0] / self._size[0]))
            self._frame()
        pixels = None
        for _ in range(_MOST_TRIES):
            png = str(self._frame(picture=True))
            pixels = _decode(png) if png else None
            if pixels is not None and pixels.shape[1::-1] == size:
                break  # of another size, or none, while the engine makes room for this one
        if pixels is None or pixels.shape[1::-1] != size:
            pixels = _blank(size, 0xFF)  # a document without a body is never drawn
        if self._browser.engine.begin_frames:
            self._frame()  # the frame after a picture is all damage, whatever has changed
        if len(self._shots) >= 4:
            self._shots.clear()
        self._shots[size] = _Shot(self._revision, pixels)

    def close(self) -> None:
        """End it; the place that it had in the browser is used again, if it is in order."""
        if self._gone:
            return
        self._gone = "closed"
        if self._dialog or self._waiting or not self._loaded or not self._browser.usable:
            self._target.close()
            return
        try:
            self._target.give_back(self._script)
        except DeviceError:
            self._target.close()


_HANDLERS: Final[dict[str, Callable[[Page, Message], None]]] = {
    "Fetch.requestPaused": Page._on_request,
    "Network.loadingFinished": Page._on_finished,
    "Network.loadingFailed": Page._on_finished,
    "Page.loadEventFired": Page._on_load,
    "Page.frameStoppedLoading": Page._on_load,  # also where a script has stopped it
    "Page.javascriptDialogOpening": Page._on_dialog,
    "Runtime.executionContextCreated": Page._on_context,
    "Runtime.executionContextDestroyed": Page._on_context_gone,
    "Runtime.executionContextsCleared": Page._on_contexts_gone,
    "Runtime.consoleAPICalled": Page._on_console,
    "Runtime.exceptionThrown": Page._on_exception,
    "Inspector.targetCrashed": Page._on_crash,
}


def _plain_step(entry: Input) -> list[Json]:
    """Return which step of `page.js` an input is, and what it is given."""
    match entry:
        case Touch(action="cancel"):
            return ["cancel"]
        case Touch():
            return [entry.action, entry.pointer, entry.x, entry.y]
        case Edit():
            return ["edit", entry.node, entry.text, *entry.selection]
        case Find():
            return ["find", entry.text, entry.forward]
        case Answer():
            files: list[Json] = [
                [name, kind, base64.b64encode(data).decode()] for name, kind, data in entry.files
            ]
            return ["answer", entry.request, entry.accepted, entry.text, [*entry.chosen], files]
    return ["advance"]


def _inside(url: str) -> str:
    """Return the address that the engine knows a page by: it has no ``content:``."""
    return _CONTENT_INSIDE + url.removeprefix(_CONTENT) if url.startswith(_CONTENT) else url


def _outside(url: str) -> str:
    return _CONTENT + url.removeprefix(_CONTENT_INSIDE) if url.startswith(_CONTENT_INSIDE) else url


def _console_text(item: Message) -> str:
    if "value" in item:
        value = item["value"]
        return value if isinstance(value, str) else json.dumps(value)
    return str(item.get("description") or item.get("unserializableValue") or item.get("type"))


def _node(item: list[Any]) -> PageNode:
    key, left, top, right, bottom, kind, text, description, hint, name, flags, data, below = item
    return PageNode(
        key=key,
        bounds=(left, top, right, bottom),
        class_name=kind,
        text=text,
        description=description,
        hint=hint,
        resource_id=name,
        clickable=bool(flags & 1),
        checkable=bool(flags & 2),
        checked=bool(flags & 4),
        selected=bool(flags & 8),
        enabled=not flags & 16,
        scrollable=bool(flags & 32),
        focusable=bool(flags & (1 | 64)),
        field=None if data is None else PageField(data[0], (data[1], data[2]), *data[3:]),
        children=tuple(_node(child) for child in below),
    )


def _decode(png: str) -> NDArray[np.uint8]:
    import cv2
    import numpy as np

    found = cv2.imdecode(np.frombuffer(base64.b64decode(png), np.uint8), cv2.IMREAD_COLOR)
    if found is None:
        raise SimulatorError("The browser has sent a picture that is none.")
    pixels = cv2.cvtColor(found, cv2.COLOR_BGR2RGBA)
    pixels.flags.writeable = False
    return cast("NDArray[np.uint8]", pixels)


def _blank(size: tuple[int, int], grey: int) -> NDArray[np.uint8]:
    import numpy as np

    pixels = np.full((size[1], size[0], 4), grey, np.uint8)
    pixels[..., 3] = 255
    pixels.flags.writeable = False
    return pixels
