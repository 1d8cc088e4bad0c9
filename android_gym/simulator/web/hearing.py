"""Handlers of the engine's events about a page."""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Any, Final, Literal, cast

from android_gym.simulator.web import reports
from android_gym.simulator.web.addresses import outside
from android_gym.simulator.web.browser import Browser
from android_gym.simulator.web.cdp import Json, Message, part
from android_gym.simulator.web.inputs import Opened, Response
from android_gym.simulator.web.readings import console_text
from android_gym.simulator.web.requests import ARRIVES, Requests
from android_gym.simulator.web.stepping import SteppedPage
from android_gym.simulator.web.texts import well_formed

__all__ = ["HeardPage"]


class HeardPage(SteppedPage):
    """A page whose events are handled.

    Args:
        browser: The browser that runs it.
        opened: How it was opened.
        assets: See `Page`.
    """

    def __init__(
        self, browser: Browser, opened: Opened, assets: Callable[[str], Response | None]
    ) -> None:
        super().__init__(browser, opened)
        self._requests = Requests(
            self._session,
            self._target.id,
            assets,
            browser.process.asset_url,
            opened.settings.javascript,
        )
        self._fired = False  # whether its load event has fired
        self._entered = False  # whether the previous page is gone
        self._leaves = False  # whether navigation has begun, away from the previous document
        # Requests and frames that were under way when the load event fired.
        self._first: tuple[Set[str], Set[str]] = frozenset(), frozenset()
        self._dialogs = 0
        # URL of another document that the loaded page leads to, while it was not requested yet.
        self._leads_to = ""
        self._starts = False  # whether the engine is loading that document
        self._ends_other = False  # whether it will first report the end of loading an earlier one
        self._leaving: reports.Navigate | None = None  # for the document that was requested last
        self._told: reports.Navigate | None = None  # the last one, until the page leads elsewhere
        self._scheduled: tuple[str, int] | None = None  # URL and delay (ms) of a refresh
        self._delayed = False  # whether the latest refresh has a delay
        self._too_soon = False  # whether the engine leads to its document by its own clock
        self._asks_to_leave = False  # whether the latest dialog is that of `beforeunload`

    @property
    def _expects(self) -> bool:
        return bool(self._requests.unfinished or self._loading or self._leads_to)

    @property
    def _waits(self) -> bool:
        return bool(self._requests.waiting)

    def _missing(self, requests: Set[str], frames: Set[str]) -> bool:
        """Return True if something is still under way, except what only the app can answer.

        Args:
            requests: Ids of the requests to consider.
            frames: Ids of the frames to consider.
        """
        if self._leads_to or self._requests.missing(requests):
            return True
        left = frames & self._loading
        for request in self._requests.waiting:
            frame = request.frame
            while frame in self._around:  # the frames around it wait, too
                left -= {frame}
                frame = self._around[frame]
        return bool(left)

    def _note_load(self) -> None:
        """Note whether the page is loaded, with everything under way when its load event fired.

        What that loads, in turn, is left to the first step.
        """
        if self._fired and not self._loaded:
            left = self._first[0] & self._requests.unfinished, self._first[1] & self._loading
            self._loaded = not any(left)

    def _hear(self, method: str, params: Message) -> None:
        if not self._entered and method in _SAYS:  # from the previous page, which is still there
            if method == "Page.javascriptDialogOpening":
                self._session.tell("Page.handleJavaScriptDialog", accept=True)
            return
        handler = _HANDLERS.get(method)
        if handler is not None:
            handler(self, params)

    def _on_request(self, params: Message) -> None:
        # A script that leads to one document twice may cause two requests, of which one comes late.
        event = self._requests.take(params, loaded=self._fired)
        if isinstance(event, reports.Navigate) and (self._too_soon or event == self._told):
            return
        if isinstance(event, reports.Navigate) and self._loaded:
            self._leaving = event
            if event.url == self._leads_to:
                self._leads_to = ""
        elif event is not None:
            self._report(event)

    def _leave(self) -> None:
        """Tell the app of the document that the page leads to, unless it has been stopped since.

        The engine may have requested the document of a page that stops loading just then.
        """
        event, self._leaving = self._leaving, None
        if event is not None and not self._status.get("stopped"):
            self._report(event)
            self._told = event

    def _schedule_refresh(self) -> None:
        """Let a refresh (``http-equiv``) come by the page's clock instead of the engine's."""
        scheduled, self._scheduled = self._scheduled, None
        if scheduled is not None:
            self._step("refresh", *scheduled)

    def _on_scheduled(self, params: Message) -> None:
        if params["frameId"] != self._main or params["reason"] not in _REFRESHES:
            return
        url, delay = str(params["url"]), round(1000 * cast(float, params["delay"]))
        self._delayed = bool(delay)
        if delay:
            self._scheduled = url, delay
        else:
            self._lead_to(url)

    def _lead_to(self, url: str) -> None:
        self._leads_to = outside(url.partition("#")[0])
        self._starts, self._ends_other = False, self._starts

    def _on_begun(self, params: Message) -> None:
        held = self._fired and not self._is_loading(str(params.get("frameId", self._main)))
        paused = self._requests.begin(
            str(params["requestId"]), arrives=params.get("type") in ARRIVES, held=held
        )
        if paused is not None:
            self._on_request(paused)

    def _on_finished(self, params: Message) -> None:
        self._requests.finish(str(params["requestId"]))

    def _on_load(self, params: Message) -> None:
        if self._committed and params.get("frameId", self._main) == self._main and not self._fired:
            self._fired = True
            self._report(reports.PageLoaded(self.opened.url))
            self._first = frozenset(self._requests.unfinished), frozenset(self._loading)

    def _on_frame(self, params: Message) -> None:
        self._around[str(params["frameId"])] = str(params["parentFrameId"])

    def _on_frame_gone(self, params: Message) -> None:
        frame = str(params["frameId"])
        if params.get("reason") != "swap":  # a swap to another process, which shows an error page
            self._around.pop(frame, None)
        self._end_loading(frame)

    def _on_frame_begun(self, params: Message) -> None:
        self._starts |= params["frameId"] == self._main
        if params["frameId"] in self._around:
            self._loading.add(str(params["frameId"]))

    def _on_leading(self, params: Message) -> None:
        # Comes before the answer to what has led to it; the request, or the end, may come after.
        if params["frameId"] != self._main:
            return
        url = str(params["url"])
        self._told = None
        self._too_soon = self._delayed and params["reason"] in _REFRESHES
        if self._loaded and not self._too_soon:
            self._lead_to(url)

    def _on_frame_loaded(self, params: Message) -> None:
        if params["frameId"] == self._main:
            if self._starts or not self._ends_other:
                self._leads_to = ""
            self._starts = self._ends_other = False
        self._end_loading(str(params["frameId"]))
        self._on_load(params)  # if a script has stopped loading, there is no load event

    def _end_loading(self, frame: str) -> None:
        if frame in self._loading:
            self._loading.discard(frame)
            self._requests.came = True

    def _on_context(self, params: Message) -> None:
        context = part(params, "context")
        about = part(context, "auxData")
        if about.get("isDefault"):
            self._contexts[cast(int, context["id"])] = str(about["frameId"])
            if about["frameId"] == self._main and self._leaves:
                self._committed = self._requests.begun = True

    def _on_context_gone(self, params: Message) -> None:
        self._contexts.pop(cast(int, params["executionContextId"]), None)

    def _on_contexts_gone(self, params: Message) -> None:
        self._entered |= self._leaves
        # Documents that the engine has itself (blobs) come without being asked for.
        self._requests.came |= self._loaded
        self._contexts.clear()
        self._around.clear()
        self._loading.clear()

    def _on_paint(self, params: Message) -> None:
        self._painted = self._tells_painting = True

    def _on_console(self, params: Message) -> None:
        words = [console_text(cast(Message, item)) for item in cast(list[Json], params["args"])]
        text = well_formed(" ".join(words))
        self._report(reports.ConsoleMessage(str(params["type"]), text))

    def _on_exception(self, params: Message) -> None:
        details = part(params, "exceptionDetails")
        thrown = part(details, "exception")
        text = str(thrown.get("description") or details.get("text")).partition("\n")[0]
        self._report(reports.ConsoleMessage("error", f"Uncaught {well_formed(text)}"))

    def _on_dialog(self, params: Message) -> None:
        self._dialogs -= 1  # negative ids, as the page's own requests count upwards
        self._dialog = self._dialogs
        self._asks_to_leave = params["type"] == "beforeunload"
        self._report(
            reports.DialogRequest(
                self._dialog,
                cast(Any, params["type"]),
                well_formed(str(params["message"])),
                well_formed(str(params.get("defaultPrompt", ""))),
            )
        )

    def _on_crash(self, params: Message) -> None:
        self._give_up("crash")

    def _give_up(self, reason: Literal["crash", "unresponsive"]) -> None:
        if not self._gone:
            self._gone = reason
            self._report(reports.PageCrashed(reason))
            self._requests.waiting.clear()
            self._nodes = ()
            self._revision = self._next_revision()
            self._target.close()


_REFRESHES: Final = frozenset({"httpHeaderRefresh", "metaTagRefresh"})
"""Reasons of the engine to leave a page by itself, after a time."""

_SAYS: Final = frozenset(
    {"Page.javascriptDialogOpening", "Runtime.consoleAPICalled", "Runtime.exceptionThrown"}
)
"""Events that a page's scripts cause."""

_HANDLERS: Final[dict[str, Callable[[HeardPage, Message], None]]] = {
    "Fetch.requestPaused": HeardPage._on_request,
    "LayerTree.layerTreeDidChange": HeardPage._on_paint,
    "Network.requestWillBeSent": HeardPage._on_begun,
    "Network.loadingFinished": HeardPage._on_finished,
    "Network.loadingFailed": HeardPage._on_finished,
    "Page.loadEventFired": HeardPage._on_load,
    "Page.frameAttached": HeardPage._on_frame,
    "Page.frameDetached": HeardPage._on_frame_gone,
    "Page.frameRequestedNavigation": HeardPage._on_leading,
    "Page.frameScheduledNavigation": HeardPage._on_scheduled,
    "Page.frameStartedLoading": HeardPage._on_frame_begun,
    "Page.frameStoppedLoading": HeardPage._on_frame_loaded,
    "Page.javascriptDialogOpening": HeardPage._on_dialog,
    "Runtime.executionContextCreated": HeardPage._on_context,
    "Runtime.executionContextDestroyed": HeardPage._on_context_gone,
    "Runtime.executionContextsCleared": HeardPage._on_contexts_gone,
    "Runtime.consoleAPICalled": HeardPage._on_console,
    "Runtime.exceptionThrown": HeardPage._on_exception,
    "Inspector.targetCrashed": HeardPage._on_crash,
}
