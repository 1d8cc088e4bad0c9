"""Requests of a page. Nothing goes over a network: the app or its assets answer them."""

from __future__ import annotations

import base64
import codecs
from collections import deque
from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from android_gym.simulator.web.addresses import outside
from android_gym.simulator.web.cdp import Command, Json, Message, Session, part
from android_gym.simulator.web.inputs import Response
from android_gym.simulator.web.reports import Navigate, PageFailed, WebEvent

__all__ = ["ARRIVES", "Request", "Requests"]


def _encoded(body: bytes) -> str:
    """Return content as base64, as the protocol has it."""
    return base64.b64encode(body).decode()


_encoded_asset = lru_cache(maxsize=64)(_encoded)
"""The same, cached, for assets that an app's pages load again and again."""

_SUFFIXES: Final = {
    "text/css; charset=utf-8": ".css",
    "text/javascript; charset=utf-8": ".js",
}
"""File extensions that tell the engine the type; a BOM in the file tells the encoding."""

ARRIVES: Final = frozenset({"Font", "Image", "Script", "Stylesheet"})
"""Types of requests that a page's look depends on, which are therefore waited for."""

_FROM_FILES: Final = frozenset({"Script", "Stylesheet"})
"""Types of requests that assets may answer from files; fonts can't be read from files."""


@dataclass(frozen=True)
class Request:
    """A request that the engine has paused.

    Attributes:
        number: The engine's id of it while it is paused (``requestId`` of ``Fetch``).
        url: URL that is requested.
        kind: The engine's resource type.
        document: Whether it is for the page's own document.
        id: The engine's id of it on the network (``networkId``); empty for none.
        frame: Id of the frame that makes it.
    """

    number: str
    url: str
    kind: str
    document: bool
    id: str
    frame: str

    @property
    def in_turn(self) -> bool:
        """True if its answer has to wait for the end of earlier ones."""
        return bool(self.id) and self.kind in ARRIVES


_VIEWED: Final = frozenset({"application/pdf", "text/pdf"})
"""Types that some engines have a viewer for, which Chrome on Android downloads."""

_NEVER: Final = frozenset(
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
"""Types of requests that pages with ``file:`` URLs can't make in Chrome."""

_REASONS: Final = {
    "ERR_INTERNET_DISCONNECTED": "InternetDisconnected",
    "ERR_NAME_NOT_RESOLVED": "NameNotResolved",
    "ERR_ACCESS_DENIED": "AccessDenied",
    "ERR_CONNECTION_REFUSED": "ConnectionRefused",
    "ERR_TIMED_OUT": "TimedOut",
    "ERR_BLOCKED_BY_CLIENT": "BlockedByClient",
    "ERR_ABORTED": "Aborted",
}


class Requests:
    """The requests of one page.

    Args:
        session: Session with the page's target.
        main: Id of its main frame.
        assets: Answers requests for constant content; returns None for others.
        asset_url: `Process.asset_url`: URL of a file that the engine reads itself, which saves the
            encoding for the pipe.
        javascript: Whether the page's own scripts run.

    Attributes:
        waiting: Requests that only the app can answer.
        unfinished: Ids of the requests that the engine has not finished.
        came: Whether a request was finished since this was last set to False.
        begun: Whether the page's own document was requested, or is there: `data:` needs no request.
        pictured: Whether the page has requested images after it was loaded: the engine caches them
            for a while, and requests cached ones earlier.
    """

    def __init__(
        self,
        session: Session,
        main: str,
        assets: Callable[[str], Response | None],
        asset_url: Callable[[bytes, str, bytes], str],
        javascript: bool,
    ) -> None:
        self._session = session
        self._main = main
        self._assets = assets
        self._asset_url = asset_url
        self._javascript = javascript
        self._known: dict[str, Response] = {}
        self._begun_ids: set[str] = set()
        self._early: dict[str, Message] = {}  # by id: paused before it was reported to begin
        self._to_hold: set[str] = set()  # ids of requests that `release` answers
        self._held: list[Request] = []
        self._answers: deque[tuple[str, Command]] = deque()  # (id, answer) in order of requests
        self._taken = ""  # id of the request whose answer the engine is receiving
        self.waiting: list[Request] = []
        self.unfinished: set[str] = set()
        self.came = self.pictured = self.begun = False

    def begin(self, number: str, *, arrives: bool, held: bool) -> Message | None:
        """Note that the page has made a request, which may have to be waited for.

        The engine reports these events in the order of what happens in the page; it doesn't for
        paused requests.

        Args:
            number: The engine's network id of it.
            arrives: Whether to wait for it.
            held: Whether `release` answers it later, so that events of what else the page has done
                are handled before anything arrives.

        Returns:
            The event of pausing the request, if it came earlier; pass it to `take` now.
        """
        self._begun_ids.add(number)
        if arrives:
            self.unfinished.add(number)
            if held:
                self._to_hold.add(number)
        return self._early.pop(number, None)

    def take(self, params: Message, *, loaded: bool) -> WebEvent | None:
        """Answer a request that the engine has paused, or let it wait.

        Args:
            params: The engine's event.
            loaded: Whether the page has loaded already.

        Returns:
            An event to report, or None.
        """
        url = outside(str(part(params, "request")["url"]))
        kind = str(params["resourceType"])
        document = kind == "Document" and params.get("frameId") == self._main
        own, frame = str(params.get("networkId", "")), str(params.get("frameId", ""))
        if own and kind in ARRIVES and own not in self._begun_ids:
            self._early[own] = params
            return None
        request = Request(str(params["requestId"]), url, kind, document, own, frame)
        if document and self.begun:
            self._fail(request, "ERR_ABORTED")
            return Navigate(url)
        if document:
            self.begun = True
        self.pictured |= loaded and kind == "Image"
        if own in self._to_hold:
            self._held.append(request)
            return None
        return self._answer(request, loaded=loaded)

    def release(self, expected: Set[str]) -> list[WebEvent]:
        """Answer held requests, made since the page was loaded; return events to report.

        Args:
            expected: Ids of the requests to answer; others remain held.
        """
        held, self._held = self._held, []
        events: list[WebEvent] = []
        for request in held:
            if request.id not in self.unfinished:
                continue  # the page has cancelled it
            if request.id not in expected:
                self._held.append(request)
            elif (event := self._answer(request, loaded=True)) is not None:
                events.append(event)
        return events

    def _answer(self, request: Request, *, loaded: bool) -> WebEvent | None:
        url = request.url
        if url.startswith(("data:", "blob:")):  # the engine has the content itself
            self._send(request, ("Fetch.continueRequest", {"requestId": request.number}))
            return None
        if request.kind in _NEVER:
            self._fail(request, "ERR_FAILED")
            return None
        if not url.startswith(("file:", "content:")) and not request.document:
            self._fail(request, "ERR_INTERNET_DISCONNECTED")
            return None
        response = self._known.get(url)
        if response is not None:
            return self._respond(request, response)
        asset = self._assets(url)
        if asset is None:
            self.waiting.append(request)
            return None
        # Reading a file takes unpredictable time, which only loading waits out.
        file = None if loaded or request.kind not in _FROM_FILES else self._file_of(asset)
        if file is not None:
            self._session.tell("Fetch.continueRequest", requestId=request.number, url=file)
            return None
        return self._respond(request, asset, asset=True)

    def _file_of(self, asset: Response) -> str | None:
        suffix = _SUFFIXES.get(asset.mime)
        if suffix is None or asset.error or asset.status != 200 or not self._javascript:
            return None
        return self._asset_url(asset.body, suffix, codecs.BOM_UTF8)

    def finish(self, number: str) -> None:
        """Note that the engine has finished a request, successfully or not."""
        if number in self.unfinished:
            self.unfinished.discard(number)
            self.came = True
        if number == self._taken:
            self._hand_on()

    def missing(self, expected: Set[str]) -> bool:
        """Return True if any of some requests is unfinished and does not wait for the app."""
        unfinished = expected & self.unfinished
        return bool(unfinished) and not unfinished <= {request.id for request in self.waiting}

    def _send(self, request: Request, answer: Command) -> None:
        """Send an answer, in order if needed, as small ones would overtake large ones."""
        if request.in_turn:
            self._answers.append((request.id, answer))
            self._hand_on()
        else:
            self._session.tell(answer[0], **answer[1])

    def _hand_on(self) -> None:
        while self._answers and self._taken not in self.unfinished:
            self._taken, (method, given) = self._answers.popleft()
            self._session.tell(method, **given)

    def serve(self, responses: Iterable[tuple[str, Response]]) -> list[WebEvent]:
        """Answer waiting requests with responses, given by URL; return events to report."""
        self._known.update(responses)
        waiting, self.waiting = self.waiting, []
        events: list[WebEvent] = []
        for request in waiting:
            response = self._known.get(request.url)
            if response is None:
                self.waiting.append(request)
            elif (event := self._respond(request, response)) is not None:
                events.append(event)
        return events

    def _respond(
        self, request: Request, response: Response, *, asset: bool = False
    ) -> WebEvent | None:
        if response.error:
            self._send(request, _failure(request, response.error))
            return PageFailed(request.url, response.error) if request.document else None
        if request.kind == "Document" and not request.document and response.mime in _VIEWED:
            self._fail(request, "ERR_ABORTED")
            return None
        headers: list[Json] = [
            {"name": "Content-Type", "value": response.mime},
            {"name": "Cache-Control", "value": "no-store"},
        ]
        if not self._javascript:
            # This stops the page's own scripts, but not the injected ones.
            headers.append({"name": "Content-Security-Policy", "value": "script-src 'none'"})
        given: Message = {
            "requestId": request.number,
            "responseCode": response.status,
            "responseHeaders": headers,
            "body": _encoded_asset(response.body) if asset else _encoded(response.body),
        }
        self._send(request, ("Fetch.fulfillRequest", given))
        return None

    def _fail(self, request: Request, error: str) -> None:
        method, given = _failure(request, error)
        self._session.tell(method, **given)


def _failure(request: Request, error: str) -> Command:
    reason = _REASONS.get(error, "Failed")
    return "Fetch.failRequest", {"requestId": request.number, "errorReason": reason}
