"""A page in the browser, whose state is a function of how it was opened and of the inputs since.

Each input is complete before the next one begins, and always takes the same steps: time advances in
the page, the input is dispatched and acknowledged, a frame runs what belongs to frames (observers,
scroll events), and the page reports its status. Looking at a page changes nothing.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from android_gym.errors import DeviceError
from android_gym.simulator.web import reports
from android_gym.simulator.web.addresses import inside
from android_gym.simulator.web.browser import Browser
from android_gym.simulator.web.cdp import EngineSlow, FrameLost, Json, Message, ProtocolError
from android_gym.simulator.web.conversation import NAME
from android_gym.simulator.web.hearing import HeardPage
from android_gym.simulator.web.inputs import (
    BY_USER,
    Answer,
    EditorAction,
    Input,
    Key,
    Opened,
    Resize,
    Response,
    Script,
    Served,
    Touch,
)
from android_gym.simulator.web.pictures import Shot, blank, fitted, laid
from android_gym.simulator.web.readings import (
    UnreadablePage,
    page_report,
    page_selection,
    page_step,
    page_suggestions,
)
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
"""Seconds of real time within which a page has to answer; after that it is unresponsive."""

_SCHEMES: Final = ("file:///", "content://", "http://", "https://", "data:", "about:blank")
"""Prefixes of URLs that can be opened, which exclude the browser's own pages."""


_TRIES: Final = 3
"""Times that a page is opened until it is given up because the engine loses its frames."""

_ANSWER_S: Final = 2.0
"""Seconds within which an idle page answers."""


class Page(HeardPage):
    """A live page.

    Args:
        browser: The browser that runs it.
        opened: How it was opened.
        assets: Answers requests for constant content, such as an app's own files; returns None for
            others, which then wait for a `Served`.
        ahead: Whether to preload it without its seed: `go_on` continues loading without waiting,
            until `begin` provides the seed.
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
        # Number of inputs that were complete when the latest one began, or the one that led to the
        # open dialog.
        self._done = 0
        self._resized = False  # whether its view was resized while a dialog was open
        self._tries = 1
        self._queue: list[Json] = []
        self._touches = 0  # number of touches that were ever queued
        self._session.limit = BUDGET_S
        self._sent: list[int] = []  # commands that precede the navigation
        self._settling = 0  # command of `_settle_ahead`
        if self._guarded(self._open) and not ahead:
            self.begin(opened)

    # -- opening

    def go_on(self) -> bool:
        """Continue preloading with the events that have arrived; return False if it has failed."""
        if self._leaves:
            self._guarded(self._hear_load)
            if self._loaded and not self._settling:
                self._guarded(self._settle_ahead)
        elif all(map(self._session.has, self._sent)):
            self._guarded(self._navigate)
        return not (self._gone or self._dialog or self._requests.waiting)

    def begin(self, opened: Opened) -> None:
        """Provide the final `Opened`, which may differ only in its seed, and finish loading."""
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
                    self._media(),
                    self._metrics(
                        self._part_for(self._shown) if self._shown else 1.0 / self._density
                    ),
                ),
                # Move the mouse away from where a tap on the previous page has left it.
                ("Input.dispatchMouseEvent", {"type": "mouseMoved", **nowhere}),
                # A move is queued until the next frame, or until another kind of event.
                ("Input.dispatchMouseEvent", {"type": "mouseReleased", **nowhere}),
                *self._target.scripts(whole_script(), begins),
            ]
        )

    def _navigate(self) -> None:
        """Start navigation from the target's previous document to the page."""
        session, opened = self._session, self.opened
        *before, last = self._sent
        for number in before:
            self._await(number)
        self._target.began(self._await(last) or {})
        if not opened.url.startswith(_SCHEMES):
            self._report(reports.PageFailed(opened.url, "ERR_UNKNOWN_URL_SCHEME"))
            self._loaded = True
            return
        session.events.clear()  # those of the previous document
        self._contexts.clear()
        self._leaves = True
        self._navigation = session.send("Page.navigate", url=inside(opened.url))

    def _load(self) -> None:
        """Load until the page is there, or waits for responses from the app."""

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
        """Handle the engine's events while the page is loading, and answer its requests."""
        self._handle()
        self._note_load()
        if not self._navigated and not self._dialog:
            answer = self._session.result(self._navigation, until=lambda: True)
            if answer is not None:
                self._navigated = True
                if answer.get("errorText"):
                    self._loaded = True
                    self._report_failure(str(answer["errorText"]).removeprefix("net::"))

    def _report_failure(self, error: str) -> None:
        if not any(isinstance(event, reports.PageFailed) for event in self._reported):
            self._report(reports.PageFailed(self.opened.url, error))

    def _report_loaded(self) -> None:
        if not self._fired:  # loading has failed
            self._report(reports.PageLoaded(self.opened.url))
        self._requests.came = False  # what arrived during loading needs no frame of its own
        if not self._browser.engine.begin_frames:
            self._session.tell("LayerTree.enable")  # in effect until the document is left

    def _settle_ahead(self) -> None:
        """Send the first command of `_finish`, which will wait for the answer."""
        self._report_loaded()
        self._settling = self._ask(self._running([[self._wall_ms, "advance"]]))

    def _finish(self) -> None:
        if not self._settling:
            self._report_loaded()
        if not self.opened.settings.late_seed:
            self._step("advance")
            if not self._stopped():
                self._schedule_refresh()
            return
        # Nothing has been drawn yet: the first frame shows what the seed leads to.
        self._looks_next = True
        asked = self._settling or self._ask(self._running([[self._wall_ms, "advance"]]))
        self._step("advance", frame=False, asked=asked)
        if not self._stopped():
            sow = f"globalThis.{NAME} && {NAME}.sow({self.opened.seed})"
            self._session.tell("Runtime.evaluate", expression=sow)

    # -- inputs

    def _guarded(self, do: Callable[[], object]) -> bool:
        """Do something with the page; give the page up if it no longer answers.

        Returns:
            False if the page was opened again instead, with all inputs replayed.
        """
        try:
            do()
        except EngineSlow as error:
            if not self._browser.answers(BUDGET_S):  # the next page gets a new one
                self._browser.process.end()
                raise
            lost = self._in_frame or isinstance(error, FrameLost)
            if self._inputs is not None and lost and self._answers():
                self._open_again(self._inputs)
                return False
            self._give_up("unresponsive")
        except UnreadablePage:
            self._give_up("crash")
        except ProtocolError:
            if not self._gone:
                raise
        return True

    def _answers(self) -> bool:
        """Return True if its scripts still run; a frame that doesn't end was then lost."""
        return self._session.answers(_ANSWER_S, "Runtime.evaluate", expression="1")

    def _open_again(self, inputs: list[Input]) -> None:
        """Replace this page by another one that is opened alike and gets the same inputs."""
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
        """Apply an input.

        Raises:
            DeviceError: If the browser has ended or hangs; if only the page does, it is given up.
        """
        self._now_ms = max(self._now_ms, entry.at_ms)
        if self._gone or not self.own:
            return
        if self._inputs is not None:
            self._inputs.append(entry)
        if isinstance(entry, Touch) and entry.action in ("down", "move") and self._loaded:
            # Most have no effect; they are run with the next input, or when someone looks.
            self._queue.append([self._wall_ms, *page_step(entry)])
            self._touches += 1
            return
        self._flush(entry)

    def _flush(self, entry: Input | None = None) -> None:
        """Run the queued touches, then an input."""
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
        if not self._dialog:
            self._leave()
            self._guarded(self._schedule_refresh)
        if queue or isinstance(entry, BY_USER):
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
            self._screen = entry.screen or self._screen
            self._screen_density = entry.density or self._screen_density
            if entry.density and not self.opened.settings.initial_scale:
                self._density = entry.density
            self._shown = None
            self._resized = bool(self._dialog)
        if self._dialog or (not self._loaded and not isinstance(entry, Resize)):
            return  # a dialog blocks the page, or it is still loading
        match entry:
            case Resize():
                self._call_metrics()
                if self._loaded:
                    self._step("resize", *entry.size, self._density)
            case Key():
                self._step("advance", frame=False)
                self._press(entry.key)
            case EditorAction(leads_on=True):
                self._step("lead_on", entry.node)
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
            self._report(event)
        if not self._loaded:
            self._load()
            return
        self._arrive()
        if not self._dialog:
            self._step("advance")

    def _arrive(self) -> bool:
        requests = self._requests
        # Requests that these lead to may come sooner or later; they are left to the next round.
        expected, frames = frozenset(requests.unfinished), frozenset(self._loading)

        def found() -> bool | None:
            return True if self._session.events or not self._missing(expected, frames) else None

        while not self._dialog:
            for event in requests.release(expected):
                self._report(event)
            if not self._missing(expected, frames):
                break
            self._session.wait(found, "what was served")
            self._handle()
        came, requests.came = requests.came, False
        return came

    def _answer_dialog(self, entry: Answer) -> None:
        self._dialog = 0
        if self._asks_to_leave and not entry.accepted:
            self._leads_to = ""
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
        """All events since it was opened."""
        self._flush()
        return self._reported

    @property
    def revision(self) -> int:
        """Number that changes when its picture may have changed; no two pages share one."""
        self._flush()
        return self._revision

    @property
    def look(self) -> tuple[int, int]:
        """Its `revision`, and a number that stands for queued touches, without running them."""
        return self._revision, self._touches if self._queue else 0

    @property
    def own(self) -> bool:
        """False in a fork of the process that opened it."""
        return self._browser.pid == os.getpid()

    @property
    def is_there(self) -> bool:
        """True if the page has loaded, with its subresources."""
        return self._loaded

    @property
    def gone(self) -> bool:
        """True if it has crashed, was given up, or is closed."""
        self._flush()
        return bool(self._gone)

    @property
    def pending(self) -> tuple[tuple[str, bool], ...]:
        """URLs that wait for a `Served`, in order, and whether each is the page's own document.

        Empty while a dialog is open, as nothing can be served then.
        """
        self._flush()
        if self._dialog:
            return ()
        found = {request.url: request.document for request in self._requests.waiting}
        return tuple(found.items())

    @property
    def asks(self) -> bool:
        """True while a dialog blocks it."""
        self._flush()
        return bool(self._dialog)

    @property
    def next_ms(self) -> int | None:
        """Time when its next timer is due, in milliseconds since boot; None if nothing is due."""
        self._flush()
        due = self._status.get("next")
        if self._gone or self._dialog or not isinstance(due, int | float) or due < 0:
            return None
        return self.opened.at_ms + math.ceil(due - self.opened.wall_ms)

    @property
    def focus(self) -> int:
        """Key of the focused field's node; 0 if there is none."""
        self._flush()
        key = self._status.get("focus")
        return key if isinstance(key, int) and not self._gone else 0

    @property
    def selected(self) -> PageSelection | None:
        """Its selection that was made by touch; None if there is none."""
        self._flush()
        return page_selection(self._status.get("selected"))

    @property
    def suggested(self) -> PageSuggestions | None:
        """Suggestions of the focused field, while they are shown."""
        self._flush()
        return page_suggestions(self._status.get("suggests"))

    def report(self) -> PageReport:
        """Return its current report."""
        self._flush()
        loading = not self._loaded and not self._gone
        wakes = self.next_ms is not None
        return page_report(self._status, self._density, loading=loading, wakes=wakes)

    def nodes(self) -> tuple[PageNode, ...]:
        """Return its accessibility nodes; the same object until one of them changes."""
        self._flush()
        return self._nodes

    @property
    def known_nodes(self) -> tuple[PageNode, ...]:
        """Its nodes before the queued touches."""
        return self._nodes

    def frame(self, width: int, height: int) -> NDArray[np.uint8]:
        """Return its picture, which shows the whole view.

        Args:
            width: Width of the picture in pixels.
            height: Height in pixels; if not in proportion to the view's, the picture is squeezed.

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
        """Return its picture in a size that has the proportions of its view."""
        shot = self._shots.get(size)
        if shot is None or shot.revision != self._revision:
            shot = None
            while shot is None and not self._dialog and not self._gone:
                self._guarded(lambda: self._shoot(size))
                shot = self._shots.get(size)  # None if the page was opened again instead
            if shot is None and not self._gone:
                shot = self._shots[size] = Shot(self._revision, self._before_dialog(size))
            if shot is None or self._gone:
                return blank(size, 0xE8)
        return shot.pixels

    def _before_dialog(self, size: tuple[int, int]) -> NDArray[np.uint8]:
        """Return its picture before the input that led to a dialog, as the dialog blocks drawing.

        A second page is opened to render it. It isn't laid out again if the view was resized since:
        what does not fit is cut off, and the rest is white.
        """
        other = Page(self._browser, self.opened, self._assets)
        try:
            for entry in (self._inputs or [])[: self._done]:
                other.apply(entry)
            shows = other.is_there and not other.asks and not other.gone
            if not shows:
                return blank(size, 0xFF)
            part = size[0] / self._size[0]  # the view's size or density may have changed since
            before = round(other._size[0] * part), round(other._size[1] * part)
            return laid(other._drawn(before), size)
        finally:
            other.close()

    def close(self) -> None:
        """Close the page; its target is used again, if it is in order."""
        if self._gone:
            return
        in_order = self._end_work()
        if in_order is None:
            return
        self._gone = "closed"
        if not in_order:
            self._target.close()
            return
        leaves_work = self._requests.unfinished or self._requests.pictured
        stays = self._of_app and len(self._contexts) == 1 and not leaves_work
        try:
            self._target.give_back(f"{NAME}.leaves_clean()" if stays else "")
        except DeviceError:
            self._target.close()

    def _end_work(self) -> bool | None:
        """Wait for the target's work; return whether its page is in order, None if it crashed."""
        if self._dialog or self._requests.waiting or not self._loaded or not self._browser.usable:
            return False
        try:
            self._end_frame()
            if self._inputs is None and self._settling:
                self._await(self._settling)
        except DeviceError:
            return None if self._gone else False
        return None if self._gone else not self._dialog
