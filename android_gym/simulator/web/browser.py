"""The browser of this process, and its targets (tabs), which show pages."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol

from android_gym.errors import DeviceError
from android_gym.simulator.web.cdp import Command, Json, Message, ProtocolError, Session, value_of
from android_gym.simulator.web.engines import Engine, require_engine
from android_gym.simulator.web.launch import Process

__all__ = ["LEAST_WINDOW", "Browser", "Target", "shared_browser"]

LEAST_WINDOW: Final = 100
"""Least width and height, in pixels, of the window of an engine that draws on its own.

It does not draw in a smaller one, and drops the mouse's events until it has drawn.
"""

_TRIES = 20
"""Attempts to reset the navigation history while the previous page is still being left."""

_STORAGE: Final = (
    "cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage,storage_buckets"
)
"""Storage that later pages could read; ``all`` includes the engine's caches: ten times slower."""


_ADD: Final = "Page.addScriptToEvaluateOnNewDocument"
_REMOVE: Final = "Page.removeScriptToEvaluateOnNewDocument"
_RESET: Final = "Page.resetNavigationHistory"


class Target:
    """A tab of the browser that shows one page after another, each as if it were the first.

    It has a process and storage of its own.

    Attributes:
        session: The DevTools session with it.
        id: Its target id, which is also the id of its main frame.
        occupied: Whether the previous page is still there, as found by `make_ready`.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        root = browser.root
        self._context = str(root.call("Target.createBrowserContext")["browserContextId"])
        parameters: Message = {
            "url": "about:blank",
            "width": LEAST_WINDOW,
            "height": LEAST_WINDOW,
            "browserContextId": self._context,
        }
        if browser.engine.begin_frames:
            parameters["enableBeginFrameControl"] = True
        self.id = str(root.call("Target.createTarget", **parameters)["targetId"])
        attached = root.call("Target.attachToTarget", targetId=self.id, flatten=True)
        self.session: Session = browser.process.connection.session(str(attached["sessionId"]))
        self._window = root.call("Browser.getWindowForTarget", targetId=self.id)["windowId"]
        self.occupied = False
        self._leaving: list[int] = []  # commands of `give_back` that `make_ready` awaits
        self._bounds: tuple[int, int] | None = None
        self._overrides: dict[str, Message] = {}
        self._common = self._script = ""
        patterns: list[Json] = [{"urlPattern": "*"}]
        session = self.session
        sent = session.send_all(
            [
                ("Page.enable", {}),
                ("Runtime.enable", {}),
                ("Network.enable", {}),
                ("Inspector.enable", {}),
                ("Fetch.enable", {"patterns": patterns}),
                ("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 5}),
                ("Emulation.setFocusEmulationEnabled", {"enabled": True}),
            ]
        )
        for number in sent:
            session.result(number)

    def scripts(self, common: str, own: str) -> list[Command]:
        """Return the commands that make the next document begin with two scripts, in this order.

        Args:
            common: Script that is the same for all pages; it is sent only once.
            own: Script of this page. The answer to its command, the last one, goes to `began`.
        """
        found: list[Command] = []
        if self._script:
            found.append((_REMOVE, {"identifier": self._script}))
            self._script = ""
        if self._common != common:
            assert not self._common, "a target has one script that is the same for all pages"
            found.append((_ADD, {"source": common}))
            self._common = common
        return [*found, (_ADD, {"source": own})]

    def began(self, answer: Message) -> None:
        """Take the answer to the command that added a page's own script."""
        self._script = str(answer["identifier"])

    def overrides(self, *commands: Command) -> list[Command]:
        """Return those of the commands that differ from what the target was last told."""
        changed = [command for command in commands if self._overrides.get(command[0]) != command[1]]
        self._overrides.update(changed)
        return changed

    def is_sized(self, width: int, height: int) -> bool:
        """Return True if its window has this size in pixels."""
        return self._bounds == (width, height)

    def resize(self, width: int, height: int) -> bool:
        """Make its window as large as the pictures that will be taken of it, in pixels.

        Returns:
            Whether it had another size.
        """
        if self.is_sized(width, height):
            return False
        self._bounds = (width, height)
        bounds: Message = {"width": width, "height": height}
        root = self.browser.root
        try:
            root.call("Browser.setWindowBounds", windowId=self._window, bounds=bounds)
        except ProtocolError:  # a video's own controls have made it as large as the screen
            normal: Message = {"windowState": "normal"}
            root.call("Browser.setWindowBounds", windowId=self._window, bounds=normal)
            root.call("Browser.setWindowBounds", windowId=self._window, bounds=bounds)
        return True

    def give_back(self, leaves_clean: str = "") -> None:
        """Keep the target for the next page.

        Args:
            leaves_clean: Expression that is true if the page would leave nothing behind, and has
                no handlers for being left; it then stays until the next page replaces it. The
                answer is awaited only then. Empty for a page that can't stay.
        """
        if leaves_clean:
            evaluate: Command = ("Runtime.evaluate", {"expression": leaves_clean})
            self._leaving = self.session.send_all([evaluate, (_RESET, {})])
        else:
            self.clear()
        self.browser.spare.append(self)

    def make_ready(self) -> None:
        """Leave the previous page, unless it can stay until the next one replaces it.

        Raises:
            DeviceError: If the previous page has crashed, or does not answer.
        """
        if not self._leaving:
            return
        (asked, forgets), self._leaving = self._leaving, []
        self.occupied = self._hear_value(asked) is True
        try:
            self.session.result(forgets)
        except ProtocolError:
            self._forget_past()
        if self.occupied:
            self.session.events.clear()
        else:
            self.clear()

    def _hear_value(self, asked: int) -> Json:
        """Return the value of an expression that was sent, accepting dialogs that it opens."""
        session = self.session
        while True:
            answer = session.result(asked, until=lambda: bool(session.events))
            while session.events:
                method = session.events.popleft().get("method")
                if method == "Page.javascriptDialogOpening":
                    session.tell("Page.handleJavaScriptDialog", accept=True)
                if method == "Inspector.targetCrashed":
                    raise DeviceError("The page has crashed.")
            if answer is not None:
                return value_of(answer)

    def clear(self) -> None:
        """Leave the page, and clear everything that it left behind."""
        session = self.session
        storage: Message = {"securityOrigin": "file://", "isLocalStorage": False}
        # Session storage belongs to the tab, not to the origin, and exists only with the page.
        session.tell("DOMStorage.clear", storageId=storage)
        session.call(_REMOVE, identifier=self._script)
        self._script = ""
        session.events.clear()
        number: int | None = session.send("Page.navigate", url="about:blank")
        # The answer comes before the page is left, and commands sent before that are refused.
        left = False
        while number is not None or not left:
            if number is not None and session.result(number, until=lambda: bool(session.events)):
                number = None
            if number is None and not left:
                session.wait(lambda: bool(session.events) or None, "leaving a page")
            while session.events:
                event = session.events.popleft()
                left |= event.get("method") == "Page.frameNavigated" and self._is_main(event)
                if event.get("method") == "Page.javascriptDialogOpening":
                    session.tell("Page.handleJavaScriptDialog", accept=True)
        sent = session.send_all(
            [
                # Clears the memory cache: a cached image would be requested before those that
                # precede it in the document.
                ("Network.setCacheDisabled", {"cacheDisabled": True}),
                ("Network.setCacheDisabled", {"cacheDisabled": False}),
                ("Storage.clearDataForOrigin", {"origin": "file://", "storageTypes": _STORAGE}),
                ("Emulation.setPageScaleFactor", {"pageScaleFactor": 1}),
                # `window.name` would stay. The answer comes after all events of the page.
                ("Runtime.evaluate", {"expression": "window.name = ''"}),
            ]
        )
        for sent_number in sent:
            session.result(sent_number)
        self._forget_past()
        self.occupied = False

    def _forget_past(self) -> None:
        for attempt in range(_TRIES):  # the browser process may not know yet that it was left
            try:
                self.session.call(_RESET)
                break
            except ProtocolError:
                if attempt == _TRIES - 1:
                    raise
        self.session.events.clear()

    def _is_main(self, event: Message) -> bool:
        """Return True if an event is about the main frame."""
        params = event.get("params")
        frame = params.get("frame") if isinstance(params, dict) else None
        return isinstance(frame, dict) and frame.get("id") == self.id

    def close(self) -> None:
        """Close the target, which ends its process."""
        connection = self.browser.process.connection
        self.session.discard(self._leaving)
        connection.forget(self.session.name)
        if connection.gone:
            return
        try:
            self.browser.root.tell("Target.disposeBrowserContext", browserContextId=self._context)
        except DeviceError:
            return  # the browser has gone with it


class Tended(Protocol):
    """Something that makes progress in a browser besides the pages in use."""

    def tend(self) -> None:
        """Make progress, without waiting."""


class Browser:
    """A running browser.

    Attributes:
        spare: Targets that were given back.
        looked_at: (width, height) of the latest picture, by the (width, height) of the view, as
            later pages are mostly shown at the same size.
        ahead: What preloads pages in it; None until something is preloaded.

    Args:
        engine: The browser's program.
        fonts: Font files that its pages use.

    Raises:
        DeviceError: If it does not start.
    """

    def __init__(self, engine: Engine, fonts: Sequence[Path]) -> None:
        self.engine = engine
        self.process = Process(engine, fonts)
        self.pid = os.getpid()
        self.spare: list[Target] = []
        self.looked_at: dict[tuple[int, int], tuple[int, int]] = {}
        self.ahead: Tended | None = None
        self.root = self.process.connection.session("")
        try:
            self.version = str(self.root.call("Browser.getVersion")["product"])
            self.root.call("Browser.setDownloadBehavior", behavior="deny")
        except DeviceError as error:
            words = self.process.last_words()
            self.process.end()
            raise DeviceError(
                f"The browser {engine.path} does not start: {words or error}. Set "
                "ANDROID_GYM_BROWSER to another Chromium."
            ) from None

    def target(self) -> Target:
        """Return a target that was given back, or else a new one."""
        while True:
            with _lock:
                spare = self.spare.pop() if self.spare else None
            if spare is None:
                return Target(self)
            try:
                spare.make_ready()
            except DeviceError:
                spare.close()
            else:
                return spare

    def tend(self) -> None:
        """Let preloading make progress; called after user inputs."""
        if self.ahead is not None:
            self.ahead.tend()

    def answers(self, seconds: float) -> bool:
        """Return True if it answers a command within some seconds; False if it hangs."""
        return self.root.answers(seconds, "Browser.getVersion")

    @property
    def usable(self) -> bool:
        """True if it is running, and was started by this process."""
        return self.pid == os.getpid() and not self.process.connection.gone and self.process.running


_lock = threading.Lock()
_browser: Browser | None = None


def shared_browser(fonts: Sequence[Path]) -> Browser:
    """Return the browser of this process, starting one if none is running.

    Raises:
        DependencyError: If there is no browser on this machine.
        DeviceError: If it does not start.
    """
    global _browser
    with _lock:
        if _browser is not None and not _browser.usable:
            _browser.process.end()
            _browser = None
        if _browser is None:
            _browser = Browser(require_engine(), fonts)
        return _browser


def end_browser() -> None:
    """End the browser of this process; the next page starts another."""
    global _browser
    with _lock:
        if _browser is not None and _browser.pid == os.getpid():
            _browser.process.end()
        _browser = None


def _forked() -> None:
    """Forget the browser in a forked child, which would otherwise keep its pipes open."""
    global _browser, _lock
    _lock = threading.Lock()
    if _browser is not None:
        _browser.process.abandon()
        _browser = None


atexit.register(end_browser)
os.register_at_fork(after_in_child=_forked)
