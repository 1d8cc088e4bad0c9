"""Frames (iframes) of a page: the phone's scripts run in each document, which is driven separately.

Scripts of different origins can't talk to each other, so the documents are combined here: each is
told where its parent document shows it, and lists its own nodes there. Pages without frames need
none of this; a frame that is still loading is left out.

Each document numbers its nodes, lists and pickers itself. In a frame's document, these numbers are
offset by `_SPAN` times the document's number, which it gets when its nodes are first read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

from android_gym.simulator.web.browser import Browser
from android_gym.simulator.web.cdp import Json, Message, ProtocolError, part, value_of
from android_gym.simulator.web.conversation import NAME
from android_gym.simulator.web.inputs import Opened
from android_gym.simulator.web.pictures import DrawnPage
from android_gym.simulator.web.readings import RunResult, run_result
from android_gym.simulator.web.surroundings import beginning, whole_script

__all__ = ["FramedPage"]

_SPAN: Final = 1 << 32
"""Range of the numbers that one document may assign."""

_MOST_FRAMES: Final = 100
"""Documents in frames that are driven; any others stand still and have no nodes."""

_MOST_NODES: Final = 4000
"""Nodes of a page, including those in its frames."""

_MOST_DEPTH: Final = 200
"""Depth of nested nodes, the same limit as that of `tree.js` for one document."""

_NUMBERED: Final = ("select", "picker", "file", "withdrawn")
"""Events whose first argument is the number of a request."""

_ADDRESSED: Final = ("edit", "suggest", "action", "lead_on", "answer")
"""Steps for the document that assigned the number in their first argument."""


@dataclass(eq=False)
class _Document:
    """A document: the page's own one, or one in a frame.

    Attributes:
        frame: Id of its frame.
        context: Id of the execution context of the phone's scripts in it.
        around: The parent document; None for the page's own.
        owner: Number of the frame's element in the parent document.
        number: Its own number, from 1; 0 for the page's own, and until its nodes are first read.
        tree: Its nodes, as `tree.js` lists them.
        places: Places of the frames in it, by their elements' numbers.
        status: Its latest status.
        events: Its events that were not passed on yet.
    """

    frame: str
    context: int
    around: _Document | None = None
    owner: int = 0
    number: int = 0
    tree: list[Any] = field(default_factory=list)
    places: dict[int, Json] = field(default_factory=dict)
    status: Message = field(default_factory=dict)
    events: list[list[Json]] = field(default_factory=list)

    def counted(self, number: Json) -> int:
        """Return the page-wide number for one that the document assigned; 0 stays 0."""
        given = number if isinstance(number, int) else 0
        return self.number * _SPAN + given if given else 0


class FramedPage(DrawnPage):
    """A page that may contain frames.

    Args:
        browser: The browser that runs it.
        opened: How it was opened.
    """

    def __init__(self, browser: Browser, opened: Opened) -> None:
        super().__init__(browser, opened)
        self._main = self._target.id  # its main frame
        self._contexts: dict[int, str] = {}  # frames by the id of their execution context
        self._around: dict[str, str] = {}  # parent of each frame, in the order they were attached
        self._loading: set[str] = set()  # frames that are loading a document
        self._now_ms = opened.at_ms
        self._own = _Document(self._main, 0)
        self._inner: dict[int, _Document] = {}  # documents in frames, by their context
        self._known = dict(self._inner)  # these, and those whose frames are loading
        self._focused = self._own  # document that has the focus
        self._selecting = self._own  # document in which text is selected
        self._sought = "", 0, 0  # text to find, index of the current match, number of matches
        self._numbers = 0  # the last number given to a document
        self._held_inside: dict[int, _Document] = {}  # document by blocked command
        self._changed_inside = False  # whether nodes in frames have changed

    @property
    def _wall_ms(self) -> int:
        return self.opened.wall_ms + self._now_ms - self.opened.at_ms

    @staticmethod
    def _running(steps: Sequence[Json]) -> str:
        """Return the expression that runs steps in a document; see `run` of `steps.js`."""
        return f"{NAME}.run({json.dumps(steps)})"

    # -- which there are

    def _is_loading(self, frame: str) -> bool:
        """Return True if a frame, or one around it, is loading a document."""
        while frame != self._main:
            if frame in self._loading or frame not in self._around:
                return True
            frame = self._around[frame]
        return False

    def _contexts_inside(self) -> Iterator[tuple[int, str]]:
        """Yield contexts and frames, parents first, siblings in the order they were attached."""
        contexts = {frame: context for context, frame in self._contexts.items()}
        inside: dict[str, list[str]] = {}
        for frame, around in self._around.items():
            inside.setdefault(around, []).append(frame)
        left = inside.get(self._main, [])[::-1]
        while left:
            frame = left.pop()
            left += inside.get(frame, [])[::-1]
            if frame in contexts and not self._is_loading(frame):
                yield contexts[frame], frame

    def _meet(self) -> list[_Document]:
        """Return the documents in frames, after telling each new one the time."""
        if len(self._contexts) <= 1 and not self._inner:
            return []
        found: dict[int, _Document] = {}
        by_frame = {self._main: self._own}
        of_main = (context for context, frame in self._contexts.items() if frame == self._main)
        self._own.context = next(of_main, 0)
        for context, frame in list(self._contexts_inside())[:_MOST_FRAMES]:
            document = self._known.get(context)
            around = by_frame.get(self._around.get(frame, ""))
            if document is None and around is not None and not self._stopped():
                document = self._introduced(_Document(frame, context, around))
            if document is not None:
                found[context] = by_frame[frame] = document
        self._changed_inside |= found.keys() != self._inner.keys()
        self._inner = found
        known = {**self._known, **found}
        self._known = {at: document for at, document in known.items() if at in self._contexts}
        return list(found.values())

    def _introduced(self, document: _Document) -> _Document | None:
        """Tell a new document the time, find its frame's element in the parent, and return it.

        Returns:
            The document; None if it is gone meanwhile, or a dialog blocks it.
        """
        assert document.around is not None
        try:
            element = self._call("DOM.getFrameOwner", frameId=document.frame)
            handle = self._call(
                "DOM.resolveNode",
                backendNodeId=element.get("backendNodeId", 0),
                executionContextId=document.around.context,
                objectGroup=NAME,
            )
            owned = self._call(
                "Runtime.callFunctionOn",
                objectId=part(handle, "object").get("objectId", ""),
                functionDeclaration=f"function () {{ return {NAME}.owns(this); }}",
                returnByValue=True,
            )
            self._session.tell("Runtime.releaseObjectGroup", objectGroup=NAME)
            owner = value_of(owned)
            if not isinstance(owner, int) or not self._enter(document):
                return None
        except ProtocolError:  # the document is gone meanwhile
            if self._gone:
                raise
            return None
        document.owner = owner
        return document

    def _enter(self, document: _Document) -> bool:
        """Tell a document the time; return False if that is impossible.

        If its sandbox forbids scripts, callbacks in its main world are never called, so the phone's
        scripts get an isolated world.
        """
        enter = f"globalThis.{NAME} ? ({NAME}.enter({self._wall_ms}), true) : false"
        if self._evaluated(document, enter):
            return True
        world = self._call("Page.createIsolatedWorld", frameId=document.frame, worldName=NAME)
        context = world.get("executionContextId")
        if not isinstance(context, int):
            return False
        document.context = context
        free = not self._browser.engine.begin_frames
        self._evaluated(document, whole_script())
        self._evaluated(document, beginning(self.opened, self._density, free=free))
        return self._evaluated(document, enter) is True

    def _evaluated(self, document: _Document, expression: str) -> Json:
        """Return the value of an expression in a document."""
        answer = self._call("Runtime.evaluate", expression=expression, contextId=document.context)
        return value_of(answer)

    # -- what is done in them

    def _run_inside(self, document: _Document, expression: str) -> RunResult | None:
        """Run an expression in a document; None if a dialog blocks it, or the document is gone."""
        method, parameters = self._question(expression)
        parameters["contextId"] = document.context
        return self._hear_inside(document, self._session.send(method, **parameters))

    def _hear_inside(self, document: _Document, number: int) -> RunResult | None:
        try:
            value = self._value(self._await(number))
        except ProtocolError:  # the document is gone meanwhile
            if self._gone:
                raise
            return None
        if value is None:
            if number in self._held:
                self._held_inside[number] = document
            return None
        answer = run_result(value)
        status = document.status = answer[2]
        document.events += cast(list[list[Json]], status["events"])
        tree = status.pop("tree")
        if isinstance(tree, list):
            document.tree, document.places = tree, _places(status)
            self._changed_inside = True
            if not document.number:
                self._numbers += 1
                document.number = self._numbers
        return answer

    def _pass_in_frames(self, wall_ms: int) -> None:
        """Advance the time in all frames."""
        for document in self._meet():
            if self._stopped():
                return
            self._run_inside(document, self._running([[wall_ms, "advance"]]))

    def _look_into_frames(self, at: int, came: bool, status: Message) -> None:
        """Read the status of the documents in frames after a rendered frame.

        Args:
            at: Time of the step, in wall-clock milliseconds.
            came: Whether something that was loading has arrived.
            status: The page's status; its ``late`` becomes true if another frame has to follow.
        """
        documents = self._meet()
        if not documents and not self._changed_inside:
            return
        self._note_own_tree(status)
        for document in documents:
            if self._stopped():
                return
            assert document.around is not None
            place = document.around.places.get(document.owner)
            if place is None and document.tree:
                document.tree, document.places = [], {}
                self._changed_inside = True
            looking = f"{NAME}.visit({at}, {json.dumps(came)}, {json.dumps(place)})"
            answer = self._run_inside(document, looking)
            if answer is not None and place is not None:
                status["late"] = bool(status["late"] or answer[2]["late"])

    def _step_inside(self, name: str, given: Sequence[Json]) -> bool:
        """Run a step in the frame that it is for; return False if it is for the page itself."""
        document = self._own
        if name == "resize" and self._focused is not self._own:  # keeps the focused field in sight
            self._hand_out(self._focused, [self._wall_ms, name, *given])
            return False
        if name == "find":
            self._find_in_all(str(given[0]), forward=bool(given[1]))
            return True
        if name in _ADDRESSED and given and isinstance(given[0], int):
            number, own = divmod(given[0], _SPAN)
            if number:
                given = (own, *given[1:])
                document = next((d for d in self._inner.values() if d.number == number), document)
        elif name in ("select_all", "unselect"):
            document = self._selecting
        if document not in self._inner.values():
            return False
        self._run_inside(document, self._running([[self._wall_ms, name, *given]]))
        return True

    def _find_in_all(self, text: str, *, forward: bool) -> None:
        """Show the next match of a text: first those in the page, then those in each frame."""
        documents = (self._own, *self._inner.values())
        now = self._wall_ms
        counts = [self._hand_out(document, [now, "seek", text]) for document in documents]
        total = sum(count for count in counts if isinstance(count, int))
        sought, place, _ = self._sought
        place = place + (1 if forward else -1) if sought == text else 0
        place = place % total if total else 0
        self._sought = text, place, total
        for document, count in zip(documents, counts, strict=True):
            if isinstance(count, int):
                here = 0 <= place < count
                self._hand_out(document, [now, "show_match", place if here else -1])
                place -= count

    def _follow(self, step: list[Json], result: Json) -> list[Json] | None:
        """Pass a finger's step on to the frame that it is in.

        Args:
            step: The step, as it was run in the page.
            result: Its result in the page.

        Returns:
            Where to tap the page; None for nowhere.
        """
        if step[1] == "cancel":
            self._in_all(step)
        chain, place = [self._own], result
        while isinstance(result, dict) and "frame" in result:
            owner, around = result["frame"], chain[-1]
            place = [place.get("x"), place.get("y")] if isinstance(place, dict) else place
            found = (d for d in self._inner.values() if d.around is around and d.owner == owner)
            document = next(found, None)
            answer = None if document is None else self._run_inside(document, self._running([step]))
            if document is None or answer is None:
                return None
            chain.append(document)
            result = answer[1]
        while isinstance(result, dict) and len(chain) > 1:  # this one can't scroll any further
            chain.pop()
            result = self._hand_out(chain[-1], [step[0], "takes", step[2]])
        if not isinstance(result, list) or not isinstance(place, list):
            return None
        for document in (self._own, *self._inner.values()):
            if document is not chain[-1] and (
                document.status.get("selected") or document.status.get("suggests")
            ):
                self._hand_out(document, [step[0], "release"])
        return place

    def _hand_out(self, document: _Document, step: list[Json]) -> Json:
        """Run a step in any document; return its result."""
        if self._stopped():
            return None
        if document is not self._own:
            answer = self._run_inside(document, self._running([step]))
        else:
            answer = self._run_in_page([step])
        return None if answer is None else answer[1]

    def _run_in_page(self, steps: list[Json]) -> RunResult | None:
        """Run steps in the page's own document, and take its status."""
        raise NotImplementedError

    def _in_all(self, step: list[Json]) -> None:
        """Run a step in all frames."""
        for document in list(self._inner.values()):
            if not self._stopped():
                self._run_inside(document, self._running([step]))

    # -- how the page is with them

    def _with_frames(self, status: Message) -> None:
        """Add events, timers, nodes and focus of the frames to the page's status."""
        if not self._inner and not self._changed_inside:
            return
        self._note_own_tree(status)
        self._own.status = dict(status)
        events, next_ms = cast(list[list[Json]], status["events"]), [status["next"]]
        for document in self._inner.values():
            inside, document.events = document.events, []
            for event in inside:
                if event[0] in _NUMBERED:
                    event[1] = document.counted(event[1])
                events.append(event)
            next_ms.append(document.status.get("next", -1))
        due = [at for at in next_ms if isinstance(at, int | float) and at >= 0]
        status["next"] = min(due, default=-1)
        if self._sought[0]:
            _, place, total = self._sought
            status["matches"] = [place + 1 if total else 0, total]
        if self._changed_inside:
            status["tree"] = self._composed()
            self._changed_inside = False
        self._add_focus(status)

    def _note_own_tree(self, status: Message) -> None:
        """Keep the nodes of the page's own document, if the status contains them."""
        if isinstance(status["tree"], list) and "frames" in status:
            self._own.tree, self._own.places = status["tree"], _places(status)
            self._changed_inside = True

    def _add_focus(self, status: Message) -> None:
        """Add the focus and the selection in frames to the page's status."""
        focused = self._own
        inside = {(d.around, d.owner): d for d in self._inner.values()}
        while (
            found := inside.get((focused, cast(int, focused.status.get("inner", 0))))
        ) is not None:
            focused = found
        self._focused = focused
        if focused is not self._own:
            inner = focused.status
            status["focus"] = focused.counted(inner.get("focus"))
            status["selection"] = inner.get("selection", "")
            offered = inner.get("suggests")
            if isinstance(offered, list) and offered:
                status["suggests"] = [focused.counted(offered[0]), *offered[1:]]
        self._selecting = self._own
        for document in (focused, self._own, *self._inner.values()):
            chosen = document.status.get("selected")
            if isinstance(chosen, list) and len(chosen) > 3:
                self._selecting = document
                status["selection"] = document.status.get("selection", "")
                status["selected"] = [*chosen[:3], document.counted(chosen[3]), *chosen[4:]]
                return

    def _composed(self) -> list[Json]:
        """Return the nodes of all documents, in the form in which `tree.js` lists those of one."""
        inside = {(d.around, d.owner): d for d in self._inner.values()}
        left = _MOST_NODES

        def listed(items: list[Any], document: _Document, depth: int) -> list[Json]:
            nonlocal left
            made: list[Json] = []
            for key, *own, below in items:
                if not left or depth > _MOST_DEPTH:
                    break
                left -= 1
                inner = inside.get((document, key))
                if inner is not None:
                    below = inner.tree
                found = listed(below, inner or document, depth + 1)
                made.append([document.counted(key), *own, found])
            return made

        return listed(self._own.tree, self._own, 0)


def _places(status: Message) -> dict[int, Json]:
    """Return the places of a document's frames by element, removing them from its status."""
    frames = cast(list[list[Json]], status.pop("frames", None) or [])
    return {cast(int, key): place for key, *place in frames}
