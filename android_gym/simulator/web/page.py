"""One page in the browser: a function of how it was opened and of the inputs since.

What is asked of the engine between two inputs is over before the next one begins, in the same
order each time: time passes in the page, the input happens and is acknowledged, one frame runs what
belongs to frames (observers, scroll events), and the page tells what has come of it. Looking at it
changes nothing.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, cast

from android_gym.errors import DeviceError
from android_gym.simulator.web import reports
from android_gym.simulator.web.addresses import inside, outside
from android_gym.simulator.web.browser import Browser
from android_gym.simulator.web.cdp import EngineSlow, Json, Message, ProtocolError
from android_gym.simulator.web.conversation import NAME
from android_gym.simulator.web.hearing import HeardPage
from android_gym.simulator.web.inputs import (
    Answer,
    Edit,
    EditorAction,
    Input,
    Key,
    Opened,
    Resize,
    Response,
    Script,
    Served,
    Suggest,
    Touch,
)
from android_gym.simulator.web.pictures import Shot, blank, fitted, laid
from android_gym.simulator.web.readings import page_selection, page_step, page_suggestions
from android_gym.simulator.web.reports import (
    PageNode,
    PageReport,
    PageSelection,
    PageSuggestions,
    WebEvent,
)
from android_gym.simulator.web.surroundings import beginning, told_of_the_phone, whole_script

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Page"]

BUDGET_S: Final = 10.0
"""Seconds of the host in which a page must have answered; it is unresponsive after that."""

_BY_USER: Final = (Edit, EditorAction, Key, Suggest)
"""Inputs that are the user's, as touches are."""

_SCHEMES: Final = ("file:///", "content://", "http://", "https://", "data:", "about:blank")
"""Addresses that can be opened; the browser's own pages are not among them."""


_TRIES: Final = 3
"""Times that a page is opened while the engine loses its frames."""

_ANSWER_S: Final = 2.0
"""Seconds in which a page answers that has nothing to do."""


class Page(HeardPage):
    """A page under way.

    Args:
        browser: Where it lives.
        opened: How it was opened.
        assets: Answers requests for what is the same for ever, such as an app's own files; None
            for all others, which then wait for a `Served`.
        ahead: Whether its seed is not known yet: it is loaded by `go_on`, and not waited for, until
            `begin` tells the seed.

    """

    def __init__(
        self,
        browser: Browser,
        opened: Opened,
        assets: Callable[[str], Response | None] = lambda _: None,
        *,
        ahead: bool = False,
    ) -> None:
        super().__init__(browser, opened, assets)
        self._assets = assets
        self._of_app = assets(opened.url) is not None
        self._navigated = False  # whether the engine has answered the navigation
        self._inputs: list[Input] | None = None if ahead else []
        self._done = 0  # how many of them were over when the latest one began, or a dialog's
        self._resized = False  # whether its view has another size since a dialog is open
        self._tries = 1
        self._queue: list[Json] = []
        self._touches = 0  # touches so far that had to wait
        self._session.limit = BUDGET_S
        self._sent: list[int] = []  # commands that come before the navigation
        self._settling = 0  # the question that it was asked once it was there, ahead of its seed
        if self._guarded(self._open) and not ahead:
            self.begin(opened)

    # -- opening

    def go_on(self) -> bool:
        """Go on with loading by what has been told; return False if it comes to nothing."""
        if self._leaves:
            self._guarded(self._hear_load)
            if self._loaded and not self._settling:
                self._guarded(self._settle_ahead)
        elif all(map(self._session.has, self._sent)):
            self._guarded(self._navigate)
        return not (self._gone or self._dialog or self._requests.waiting)

    def begin(self, opened: Opened) -> None:
        """Tell how it is opened: as it was said before, but for the seed; finish loading."""
        self.opened = opened
        self._inputs = []
        if not (self._leaves or self._gone) and not self._guarded(self._navigate):
            return
        if not self._gone and self._leaves:
            self._guarded(self._load)

    def _open(self) -> None:
        session, opened = self._session, self.opened
        if self._target.occupied and not self._of_app:
            self._target.clear()
        nowhere: Message = {"x": -9, "y": -9}
        begins = beginning(opened, self._density, free=not self._browser.engine.begin_frames)
        self._sent = session.send_all(
            [
                *self._target.overrides(
                    *told_of_the_phone(opened),
                    self._metrics(
                        self._part_for(self._shown) if self._shown else 1.0 / self._density
                    ),
                ),
                # The mouse is nowhere, and not where a tap on the page before has left it.
                ("Input.dispatchMouseEvent", {"type": "mouseMoved", **nowhere}),
                # A move waits for a frame, or for what is no move.
                ("Input.dispatchMouseEvent", {"type": "mouseReleased", **nowhere}),
                *self._target.scripts(whole_script(), begins),
            ]
        )

    def _navigate(self) -> None:
        """Go from what is in the place to the page."""
        session, opened = self._session, self.opened
        *before, last = self._sent
        for number in before:
            self._await(number)
        self._target.began(self._await(last) or {})
        if not opened.url.startswith(_SCHEMES):
            self._tell(reports.PageFailed(opened.url, "ERR_UNKNOWN_URL_SCHEME"))
            self._loaded = True
            return
        session.events.clear()  # of the document before
        self._contexts.clear()
        self._leaves = True
        self._navigation = session.send("Page.navigate", url=inside(opened.url))

    def _load(self) -> None:
        """Go on with loading until the page is there, or waits for answers."""

        def found() -> bool | None:
            return True if self._session.events or self._loaded or self._requests.waiting else None

        while not self._loaded and not self._requests.waiting:
            self._session.wait(found, f"loading {self.opened.url}")
            self._hear_load()
            if self._dialog:
                return
        if self._loaded:
            self._finish()

    def _hear_load(self) -> None:
        """Hear what the engine has told of the page that it loads, and answer what it asks for."""
        self._handle()
        self._note_load()
        if not self._navigated and not self._dialog:
            answer = self._session.result(self._navigation, until=lambda: True)
            if answer is not None:
                self._navigated = True
                if answer.get("errorText"):
                    self._loaded = True
                    self._tell_failure(str(answer["errorText"]).removeprefix("net::"))

    def _tell_failure(self, error: str) -> None:
        if not any(isinstance(event, reports.PageFailed) for event in self._told):
            self._tell(reports.PageFailed(self.opened.url, error))

    def _tell_loaded(self) -> None:
        if not self._fired:  # it could not be loaded
            self._tell(reports.PageLoaded(self.opened.url))
        self._requests.came = False  # all that came before the page was there is shown with it
        if not self._browser.engine.begin_frames:
            self._session.tell("LayerTree.enable")  # which ends with the document

    def _settle_ahead(self) -> None:
        """Ask it for what `_finish` asks first; only that waits for the answer."""
        self._tell_loaded()
        self._settling = self._ask(self._running([[self._wall_ms, "advance"]]))

    def _finish(self) -> None:
        if not self._settling:
            self._tell_loaded()
        if not self.opened.settings.late_seed:
            self._step("advance")
            return
        # Nothing of it shows yet: what begins with its seed is drawn in its first frame.
        self._looks_next = True
        asked = self._settling or self._ask(self._running([[self._wall_ms, "advance"]]))
        self._step("advance", frame=False, asked=asked)
        if not self._stopped():
            sow = f"globalThis.{NAME} && {NAME}.sow({self.opened.seed})"
            self._session.tell("Runtime.evaluate", expression=sow)

    # -- inputs

    def _guarded(self, do: Callable[[], object]) -> bool:
        """Do something with the page; it is given up if it does not answer any more.

        Returns:
            False where it was opened again instead, and all that was done to it is done.
        """
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
            if self._inputs is not None and self._in_frame and self._answers():
                self._open_again(self._inputs)
                return False
            self._give_up("unresponsive")
        except ProtocolError:
            if not self._gone:
                raise
        return True

    def _answers(self) -> bool:
        """Return True if its scripts still run: where a frame does not end, the engine lost it."""
        number = self._session.send("Runtime.evaluate", expression="1")
        return self._session.comes(number, _ANSWER_S)

    def _open_again(self, inputs: list[Input]) -> None:
        """Go on as another page that is opened as this one was and has had the same inputs."""
        self._target.close()
        if self._tries == _TRIES:
            raise DeviceError(f"The browser has lost {_TRIES} frames of {self.opened.url}.")
        other = Page(self._browser, self.opened, self._assets)
        other._tries = max(other._tries, self._tries + 1)
        for entry in inputs:
            other.apply(entry)
        other._flush()
        vars(self).update(vars(other))

    def apply(self, entry: Input) -> None:
        """Do one input.

        Raises:
            DeviceError: If the browser has ended or hangs; a page that does is given up instead.
        """
        self._now_ms = max(self._now_ms, entry.at_ms)
        if self._gone or not self.own:
            return
        if self._inputs is not None:
            self._inputs.append(entry)
        if isinstance(entry, Touch) and entry.action in ("down", "move") and self._loaded:
            # Most lead to nothing; they are done together with what follows, or when it is looked.
            self._queue.append([self._wall_ms, *page_step(entry)])
            self._touches += 1
            return
        self._flush(entry)

    def _flush(self, entry: Input | None = None) -> None:
        """Do what waits, then an input."""
        queue, self._queue = self._queue, []
        if self._gone or self._dialog and not isinstance(entry, Answer | Resize):
            return
        if not self._dialog:
            self._done = len(self._inputs or ()) - len(queue) - (entry is not None)
        if isinstance(entry, Touch) and self._loaded:
            queue.append([self._wall_ms, *page_step(entry)])
            entry = None
        if (queue or entry is not None) and self._frame_after is not None:
            if not self._guarded(self._end_frame):
                return
        if queue and not (self._dialog or self._gone):
            if not self._guarded(lambda: self._run_steps(queue, frame=True, settle=False)):
                return
        if entry is not None and not self._gone:
            self._guarded(lambda: self._apply(entry))
        if queue or isinstance(entry, _BY_USER):
            self._browser.tend()

    def _apply(self, entry: Input) -> None:
        if isinstance(entry, Answer) and self._dialog and entry.request == self._dialog:
            self._answer_dialog(entry)
            return
        if isinstance(entry, Served):
            self._serve(entry)
            return
        if isinstance(entry, Resize):
            self._size = entry.size
            if entry.density and not self.opened.settings.initial_scale:
                self._density = entry.density
            self._shown = None
            self._resized = bool(self._dialog)
        if self._dialog or (not self._loaded and not isinstance(entry, Resize)):
            return  # nothing happens in a page that stands still, or is not there yet
        match entry:
            case Resize():
                self._call_metrics()
                if self._loaded:
                    self._step("resize", *entry.size, self._density)
            case Key():
                self._step("advance", frame=False)
                self._press(entry.key)
            case EditorAction():
                self._step("action", entry.node, frame=False)
                self._press("Enter")
            case Script():
                self._run(entry.code)
            case _:
                name, *given = page_step(entry)
                self._step(str(name), *given)

    def _serve(self, entry: Served) -> None:
        for event in self._requests.serve(entry.responses):
            self._tell(event)
        if not self._loaded:
            self._load()
            return
        self._arrive()
        if not self._dialog:
            self._step("advance")

    def _arrive(self) -> bool:
        requests = self._requests
        # What this leads to is asked for sooner or later; it is for the next round.
        expected, frames = frozenset(requests.unfinished), frozenset(self._loading)

        def found() -> bool | None:
            return True if self._session.events or not self._missing(expected, frames) else None

        while not self._dialog:
            for event in requests.release(expected):
                self._tell(event)
            if not self._missing(expected, frames):
                break
            self._session.wait(found, "what was served")
            self._handle()
        came, requests.came = requests.came, False
        return came

    def _answer_dialog(self, entry: Answer) -> None:
        self._dialog = 0
        if self._held_frame:
            number, self._held_frame = self._held_frame, 0
            self._session.resume_frame(number)
        self._session.tell(
            "Page.handleJavaScriptDialog", accept=entry.accepted, promptText=entry.text
        )
        self._hear_held()
        if self._dialog:
            return
        if self._resized:
            self._call_metrics()
        if self._loaded:
            self._step("settle")
            if self._resized and not self._stopped():
                self._step("resize", *self._size, self._density)
        else:
            self._load()
        self._resized = self._resized and bool(self._dialog)

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
    def look(self) -> tuple[int, int]:
        """Its `revision`, and a number for the inputs that wait; asking does none of them."""
        return self._revision, self._touches if self._queue else 0

    @property
    def own(self) -> bool:
        """False in a fork of the process that has opened it."""
        return self._browser.pid == os.getpid()

    @property
    def is_there(self) -> bool:
        """True if the engine has told that it and what belongs to it are there."""
        return self._loaded

    @property
    def gone(self) -> bool:
        """True if the engine has lost it."""
        self._flush()
        return bool(self._gone)

    @property
    def pending(self) -> tuple[tuple[str, bool], ...]:
        """Addresses that wait for a `Served`, in the order they were asked for; True: the page.

        None behind a dialog, where nothing could be served.
        """
        self._flush()
        if self._dialog:
            return ()
        found = {request.url: request.document for request in self._requests.waiting}
        return tuple(found.items())

    @property
    def asks(self) -> bool:
        """True while it stands still behind a dialog."""
        self._flush()
        return bool(self._dialog)

    @property
    def next_ms(self) -> int | None:
        """Time when it goes on by itself (milliseconds since boot), None where nothing is due."""
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

    @property
    def selected(self) -> PageSelection | None:
        """Text in it that a finger has selected."""
        self._flush()
        return page_selection(self._status.get("selected"))

    @property
    def suggested(self) -> PageSuggestions | None:
        """Suggestions of the field with the focus, while the user looks at them."""
        self._flush()
        return page_suggestions(self._status.get("suggests"))

    def report(self) -> PageReport:
        """Return how it stands."""
        self._flush()
        status = self._status
        scroll = cast(list[float], status.get("scroll", [0, 0, 0, 0]))
        matches = cast(list[int], status.get("matches", [0, 0]))
        return PageReport(
            url=outside(str(status["url"])),
            title=str(status["title"]),
            scroll=(scroll[0], scroll[1], scroll[2], scroll[3]),
            scale=float(cast(float, status.get("scale", self._density))),
            selection=str(status.get("selection", "")),
            selected=self.selected,
            matches=(matches[0], matches[1]),
            loading=not self._loaded and not self._gone,
            wakes=self.next_ms is not None,
        )

    def nodes(self) -> tuple[PageNode, ...]:
        """Return its accessibility nodes; the same object until one of them changes."""
        self._flush()
        return self._nodes

    @property
    def known_nodes(self) -> tuple[PageNode, ...]:
        """Its nodes before the inputs that wait."""
        return self._nodes

    def frame(self, width: int, height: int) -> NDArray[np.uint8]:
        """Return its picture.

        Args:
            width: Pixels of the picture; all of the page's view is on it.
            height: Pixels; where they are not in proportion to the view's, it is squeezed.

        Returns:
            RGBA, uint8, shape (height, width, 4), read-only.
        """
        self._flush()
        size = (width, height)
        part = max(width / self._size[0], height / self._size[1])
        natural = (round(self._size[0] * part), round(self._size[1] * part))
        if max(abs(natural[0] - width), abs(natural[1] - height)) <= 1:
            return self._drawn(size)
        shot = self._shots.get(size)
        if shot is None or shot.revision != self._revision:
            drawn = self._drawn(natural)
            shot = self._shots[size] = Shot(self._revision, fitted(drawn, size))
        return shot.pixels

    def _drawn(self, size: tuple[int, int]) -> NDArray[np.uint8]:
        """Return its picture in a size in proportion to its view's."""
        shot = self._shots.get(size)
        if shot is None or shot.revision != self._revision:
            shot = None
            while shot is None and not self._dialog and not self._gone:
                self._guarded(lambda: self._shoot(size))
                shot = self._shots.get(size)  # none where the page was opened again instead
            if shot is None and not self._gone:
                shot = self._shots[size] = Shot(self._revision, self._before_dialog(size))
            if shot is None or self._gone:
                return blank(size, 0xE8)
        return shot.pixels

    def _before_dialog(self, size: tuple[int, int]) -> NDArray[np.uint8]:
        """Return its picture before the input that has led to a dialog, behind which none is drawn.

        Another page has to show it, since this one stands still. It is not laid out anew where
        the view has another size now: what does not fit is cut off, and what is left is white.
        """
        other = Page(self._browser, self.opened, self._assets)
        try:
            for entry in (self._inputs or [])[: self._done]:
                other.apply(entry)
            shows = other.is_there and not other.asks and not other.gone
            if not shows:
                return blank(size, 0xFF)
            part = size[0] / self._size[0]  # its view may have another size since, or density
            before = round(other._size[0] * part), round(other._size[1] * part)
            return laid(other._drawn(before), size)
        finally:
            other.close()

    def close(self) -> None:
        """End it; the place that it had in the browser is used again, if it is in order."""
        if self._gone:
            return
        self._gone = "closed"
        if self._dialog or self._requests.waiting or not self._loaded or not self._browser.usable:
            self._target.close()
            return
        try:
            self._end_frame()
            if self._inputs is None and self._settling:
                self._await(self._settling)
            requests = self._requests
            stays = self._of_app and len(self._contexts) == 1
            stays = stays and not (requests.unfinished or requests.pictured)
            self._target.give_back(f"{NAME}.leaves_clean()" if stays else "")
        except DeviceError:
            self._target.close()
