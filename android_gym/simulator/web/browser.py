"""The one browser of this process, and the targets in it that pages are shown in."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol, cast

from android_gym.errors import DeviceError
from android_gym.simulator.web.cdp import Command, Json, Message, ProtocolError, Session
from android_gym.simulator.web.engines import Engine, require_engine
from android_gym.simulator.web.launch import Process

__all__ = ["Browser", "Target", "shared_browser"]

_TRIES = 20
"""Times that a page which leaves is asked whether it has."""

_STORAGE: Final = (
    "cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage,storage_buckets"
)
"""Stores that a page can read again; ``all`` adds the engine's caches, at ten times the time."""


_ADD: Final = "Page.addScriptToEvaluateOnNewDocument"
_REMOVE: Final = "Page.removeScriptToEvaluateOnNewDocument"
_RESET: Final = "Page.resetNavigationHistory"


class Target:
    """A place in the browser where one page after another is shown, each as if it were the first.

    It has a process and storage of its own.

    Attributes:
        session: What is said to it.
        id: Its id, which is its main frame's too.
        occupied: Whether the page before is still there, as `make_ready` finds.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        root = browser.root
        self._context = str(root.call("Target.createBrowserContext")["browserContextId"])
        parameters: Message = {
            "url": "about:blank",
            "width": 64,
            "height": 64,
            "browserContextId": self._context,
        }
        if browser.engine.begin_frames:
            parameters["enableBeginFrameControl"] = True
        self.id = str(root.call("Target.createTarget", **parameters)["targetId"])
        attached = root.call("Target.attachToTarget", targetId=self.id, flatten=True)
        self.session: Session = browser.process.connection.session(str(attached["sessionId"]))
        self._window = root.call("Browser.getWindowForTarget", targetId=self.id)["windowId"]
        self.occupied = False
        self._leaving: list[int] = []  # what the page that may stay was asked, in `make_ready`
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
        """Return the commands by which the next document begins with two scripts, in this order.

        Args:
            common: The same for all pages; it is sent once.
            own: The page's own; its answer, the last one, is for `began`.
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
        """Take the answer to the command that has added a page's own script."""
        self._script = str(answer["identifier"])

    def overrides(self, *commands: Command) -> list[Command]:
        """Return those of some commands that change what the page before has left."""
        changed = [command for command in commands if self._overrides.get(command[0]) != command[1]]
        self._overrides.update(changed)
        return changed

    def is_sized(self, width: int, height: int) -> bool:
        """Return True if its window is as large."""
        return self._bounds == (width, height)

    def resize(self, width: int, height: int) -> bool:
        """Make its window as large as the pictures that are to be taken of it.

        Returns:
            Whether it was of another size.
        """
        if self.is_sized(width, height):
            return False
        self._bounds = (width, height)
        self.browser.root.call(
            "Browser.setWindowBounds",
            windowId=self._window,
            bounds={"width": width, "height": height},
        )
        return True

    def give_back(self, leaves_clean: str = "") -> None:
        """Keep the target for the next page.

        Args:
            leaves_clean: What to ask the page whether nothing would be left of it, and it says
                nothing when it is left: it stays until the next one takes its place then. Nobody
                waits for the answer before that. Empty for a page that can't stay.
        """
        if leaves_clean:
            evaluate: Command = ("Runtime.evaluate", {"expression": leaves_clean})
            self._leaving = self.session.send_all([evaluate, (_RESET, {})])
        else:
            self.clear()
        self.browser.spare.append(self)

    def make_ready(self) -> None:
        """Leave the page that was here before, if it can't stay until another takes its place.

        Raises:
            DeviceError: If that page has crashed, or does not answer.
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
        """Return the value that a script gives, which may open dialogs: they are accepted."""
        session = self.session
        while True:
            told = session.result(asked, until=lambda: bool(session.events))
            while session.events:
                method = session.events.popleft().get("method")
                if method == "Page.javascriptDialogOpening":
                    session.tell("Page.handleJavaScriptDialog", accept=True)
                if method == "Inspector.targetCrashed":
                    raise DeviceError("The page has crashed.")
            if told is not None:
                return cast(Message, told.get("result", {})).get("value")

    def clear(self) -> None:
        """Leave the page, and all that is left of it."""
        session = self.session
        storage: Message = {"securityOrigin": "file://", "isLocalStorage": False}
        # It is the tab's, not the origin's, and found only while the page is there.
        session.tell("DOMStorage.clear", storageId=storage)
        session.call(_REMOVE, identifier=self._script)
        self._script = ""
        session.events.clear()
        number: int | None = session.send("Page.navigate", url="about:blank")
        # The answer comes before the page has left; what is said until then is refused.
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
                # Forgets the pictures that are kept: an image of which one is known is asked for
                # before those that stand above it.
                ("Network.setCacheDisabled", {"cacheDisabled": True}),
                ("Network.setCacheDisabled", {"cacheDisabled": False}),
                ("Storage.clearDataForOrigin", {"origin": "file://", "storageTypes": _STORAGE}),
                ("Emulation.setPageScaleFactor", {"pageScaleFactor": 1}),
                # Answered after all that the page has told; its name would stay.
                ("Runtime.evaluate", {"expression": "window.name = ''"}),
            ]
        )
        for sent_number in sent:
            session.result(sent_number)
        self._forget_past()
        self.occupied = False

    def _forget_past(self) -> None:
        for attempt in range(_TRIES):  # the browser's own process may not know yet that it has left
            try:
                self.session.call(_RESET)
                break
            except ProtocolError:
                if attempt == _TRIES - 1:
                    raise
        self.session.events.clear()

    def _is_main(self, event: Message) -> bool:
        """Return True if an event is about the page itself, not a frame in it."""
        told = event.get("params")
        frame = told.get("frame") if isinstance(told, dict) else None
        return isinstance(frame, dict) and frame.get("id") == self.id

    def close(self) -> None:
        """Close it; its process ends."""
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
    """Something that goes on in a browser beside the page that is used."""

    def tend(self) -> None:
        """Go on, without waiting."""


class Browser:
    """A running browser.

    Attributes:
        spare: Targets that were given back.
        looked_at: (width, height) of the latest picture of a view, by the view's: the next pages
            are mostly looked at in the same size.
        ahead: What loads pages ahead in it, once there is any to be.

    Args:
        engine: Which one.
        fonts: Files of the fonts that its pages are set in.

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
        """Return a target: one that was given back, else a new one."""
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
        """Let what goes on beside the page that is used do so; called after the user's inputs."""
        if self.ahead is not None:
            self.ahead.tend()

    @property
    def usable(self) -> bool:
        """True if it runs, and was started by this process."""
        return self.pid == os.getpid() and not self.process.connection.gone and self.process.running


_lock = threading.Lock()
_browser: Browser | None = None


def shared_browser(fonts: Sequence[Path]) -> Browser:
    """Return the browser of this process; it is started when it is first asked for, or has ended.

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
    """Forget the browser in a child process, which holds its pipes open otherwise."""
    global _browser, _lock
    _lock = threading.Lock()
    if _browser is not None:
        _browser.process.abandon()
        _browser = None


atexit.register(end_browser)
os.register_at_fork(after_in_child=_forked)
