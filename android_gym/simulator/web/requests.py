"""Requests of a page: nothing goes over a network, the app or its assets answer."""

from __future__ import annotations

import base64
import codecs
from collections import deque
from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, cast

from android_gym.simulator.web.addresses import outside
from android_gym.simulator.web.cdp import Command, Json, Message, Session
from android_gym.simulator.web.inputs import Response
from android_gym.simulator.web.reports import Navigate, PageFailed, WebEvent

__all__ = ["ARRIVES", "Request", "Requests"]


def _encoded(body: bytes) -> str:
    """Return a content as the protocol has it."""
    return base64.b64encode(body).decode()


_encoded_asset = lru_cache(maxsize=64)(_encoded)
"""The same for what an app's pages load again and again."""

_SUFFIXES: Final = {
    "text/css; charset=utf-8": ".css",
    "text/javascript; charset=utf-8": ".js",
}
"""Ends of files' names by which the engine knows a type; a mark in the file tells the encoding."""

ARRIVES: Final = frozenset({"Font", "Image", "Script", "Stylesheet"})
"""Kinds of requests that a page waits for once it has made them: its look depends on them."""

_FROM_FILES: Final = frozenset({"Script", "Stylesheet"})
"""Kinds of requests that assets answer from files; fonts could not be read from there."""


@dataclass(frozen=True)
class Request:
    """A request that the engine has paused.

    Attributes:
        number: The engine's number of it, while it is paused.
        url: What is asked for.
        kind: What it is for, as the engine says.
        document: Whether it is the page itself.
        id: The engine's id of it, from its beginning to its end; empty for none.
        frame: Id of the frame that it is for.
    """

    number: str
    url: str
    kind: str
    document: bool
    id: str
    frame: str

    @property
    def in_turn(self) -> bool:
        """True if its answer waits for the end of those before."""
        return bool(self.id) and self.kind in ARRIVES


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


class Requests:
    """All that one page has asked for.

    Args:
        session: What is said to the page's target.
        main: Id of its main frame.
        assets: Answers what is the same for ever; None for all others.
        asset_url: `Process.asset_url`, of a file that the engine reads itself: what goes through
            the pipe is encoded, and decoded there.
        javascript: Whether the page's own scripts run.

    Attributes:
        waiting: What only the app can answer.
        unfinished: Ids of what the engine still takes in.
        came: Whether it has taken something in since this was last set to False.
        pictured: Whether the page has asked for pictures once it was there: the engine keeps them
            a while, and asks sooner for those that it has.
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
        self._begun = False  # whether the page itself was asked for
        self._begun_ids: set[str] = set()
        self._early: dict[str, Message] = {}  # what is paused and not told to have begun, by ids
        self._to_hold: set[str] = set()  # ids of what is answered by `release`
        self._held: list[Request] = []
        self._answers: deque[tuple[str, Command]] = deque()  # by ids, in the order asked for
        self._taken = ""  # id of the one of them that the engine takes in
        self.waiting: list[Request] = []
        self.unfinished: set[str] = set()
        self.came = self.pictured = False

    def begin(self, number: str, *, arrives: bool, held: bool) -> Message | None:
        """Note that the page has made a request; what its look depends on counts from now on.

        The engine tells this in the order in which things happen in the page, which is not so for
        what it pauses.

        Args:
            number: The engine's id of it.
            arrives: Whether it is waited for.
            held: Whether it is answered by `release`: what has come of other things that the page
                has done is told before anything arrives.

        Returns:
            What the engine has told when it has paused it, if it has; it is to be taken now.
        """
        self._begun_ids.add(number)
        if arrives:
            self.unfinished.add(number)
            if held:
                self._to_hold.add(number)
        return self._early.pop(number, None)

    def take(self, told: Message, *, loaded: bool) -> WebEvent | None:
        """Answer a request that the engine has paused, or let it wait.

        Args:
            told: The engine's event.
            loaded: Whether the page is there already.

        Returns:
            What to tell.
        """
        url = outside(str(cast(Message, told["request"])["url"]))
        kind = str(told["resourceType"])
        document = kind == "Document" and told.get("frameId") == self._main
        own, frame = str(told.get("networkId", "")), str(told.get("frameId", ""))
        if own and kind in ARRIVES and own not in self._begun_ids:
            self._early[own] = told
            return None
        request = Request(str(told["requestId"]), url, kind, document, own, frame)
        if document and self._begun:
            self._fail(request, "ERR_ABORTED")
            return Navigate(url)
        if document:
            self._begun = True
        self.pictured |= loaded and kind == "Image"
        if own in self._to_hold:
            self._held.append(request)
            return None
        return self._answer(request, loaded=loaded)

    def release(self, expected: Set[str]) -> list[WebEvent]:
        """Answer what the page has asked for since it was there; return what to tell.

        Args:
            expected: Ids of what is answered; the rest goes on being held.
        """
        held, self._held = self._held, []
        told: list[WebEvent] = []
        for request in held:
            if request.id not in self.unfinished:
                continue  # the page does not want it any more
            if request.id not in expected:
                self._held.append(request)
            elif (event := self._answer(request, loaded=True)) is not None:
                told.append(event)
        return told

    def _answer(self, request: Request, *, loaded: bool) -> WebEvent | None:
        url = request.url
        if url.startswith(("data:", "blob:")):  # what the page has itself
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
        # A file takes its time: it is waited for only while the page is loaded.
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
        """Note that the engine has taken something in, or has given it up."""
        if number in self.unfinished:
            self.unfinished.discard(number)
            self.came = True
        if number == self._taken:
            self._hand_on()

    def missing(self, expected: Set[str]) -> bool:
        """Return True if the engine still takes in one of some, but for what only the app knows."""
        unfinished = expected & self.unfinished
        return bool(unfinished) and not unfinished <= {request.id for request in self.waiting}

    def _send(self, request: Request, answer: Command) -> None:
        """Send an answer, in its turn: large ones take longer to come, and would be overtaken."""
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
        """Answer what waits for one of some responses, by address; return what to tell."""
        self._known.update(responses)
        waiting, self.waiting = self.waiting, []
        told: list[WebEvent] = []
        for request in waiting:
            response = self._known.get(request.url)
            if response is None:
                self.waiting.append(request)
            elif (event := self._respond(request, response)) is not None:
                told.append(event)
        return told

    def _respond(
        self, request: Request, response: Response, *, asset: bool = False
    ) -> WebEvent | None:
        if response.error:
            self._send(request, _failure(request, response.error))
            return PageFailed(request.url, response.error) if request.document else None
        headers: list[Json] = [
            {"name": "Content-Type", "value": response.mime},
            {"name": "Cache-Control", "value": "no-store"},
        ]
        if not self._javascript:
            # The page's own scripts stand still; what is injected to read it does not.
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
