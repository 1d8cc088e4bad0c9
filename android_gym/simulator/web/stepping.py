"""Steps of a page: advance the time, do something, run a frame, and read the page's status."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any, Final, cast

from android_gym.simulator.web import reports
from android_gym.simulator.web.addresses import outside
from android_gym.simulator.web.browser import Browser
from android_gym.simulator.web.cdp import Json, Message, ProtocolError, part, value_of
from android_gym.simulator.web.conversation import NAME
from android_gym.simulator.web.frames import FramedPage
from android_gym.simulator.web.inputs import Opened
from android_gym.simulator.web.keys import key_events
from android_gym.simulator.web.readings import (
    RunResult,
    page_node,
    place_of,
    run_result,
    web_event,
)
from android_gym.simulator.web.reports import PageNode

__all__ = ["SteppedPage"]

_MOST_FRAMES: Final = 10
"""Frames to run until a page goes on without one, in case a document is never drawn.

On a busy machine a page takes part in the second (1 of 1,000), as the engine learns late that it
wants to.
"""

_MOST_ROUNDS: Final = 3
"""Frames after one input, as long as each causes changes that need another one."""

_MOST_STORED: Final = 1_000_000
"""Characters that a page may store as long as it is open; beyond them nothing is reported."""

_MOST_ARRIVALS: Final = 20
"""Further frames after one input, for subresources whose arrival may load others."""


class SteppedPage(FramedPage):
    """A page whose time passes only while something is done in it.

    Args:
        browser: The browser that runs it.
        opened: How it was opened.
    """

    def __init__(self, browser: Browser, opened: Opened) -> None:
        super().__init__(browser, opened)
        self._loaded = False
        self._storable = _MOST_STORED
        self._missed = False  # whether the latest tap has missed
        self._again: tuple[float, float] | None = None  # where to repeat it
        self._status: Message = {"url": opened.url, "title": "", "next": -1}
        self._nodes: tuple[PageNode, ...] = ()

    def _step(self, name: str, *given: Json, frame: bool = True, asked: int = 0) -> None:
        """Advance the page's time, run a step, run a frame, and read the page's status."""
        if self._inner and self._step_inside(name, given):
            name, given = "advance", ()
        steps: list[Json] = [[self._wall_ms, name, *given]]
        self._run_steps(steps, frame=frame, settle=True, asked=asked)

    def _run_steps(self, steps: list[Json], *, frame: bool, settle: bool, asked: int = 0) -> None:
        """Run several steps in the page, each [time, name, *arguments].

        Args:
            steps: See `run` of `steps.js`.
            frame: Whether a frame follows.
            settle: Whether to read the status after the frame even if nothing has changed.
            asked: Command that the steps were already sent with, after advancing the time in
                frames; 0 if they were not sent yet.
        """
        while steps and not self._dialog:
            if not asked:
                self._pass_in_frames(cast(int, cast(list[Json], steps[0])[0]))
            if self._stopped():
                return
            number = asked or self._ask(self._running(steps))
            answer = self._hear_step(number)
            if answer is None:
                return
            asked = 0
            done, result, status = answer
            last = cast(list[Json], steps[done - 1])
            at = cast(int, last[0])
            steps = steps[done:]
            self._take(status)
            if self._inner:
                result = self._follow(last, result)
            place = place_of(result)
            if place is not None:
                self._tap(*place)
                if self._stopped():
                    return
            self._zoom(status.get("zoom"), status.get("pan"))
            if not frame and not steps:
                return
            if not (settle or status["dirty"] or result or self._expects or self._inner):
                self._run_frame()
                continue
            self._settle(at)
            self._repeat_missed(at, place)

    def _zoom(self, factor: Json, place: Json) -> None:
        """Set the scale factor of the page, and which place is at the view's left top corner."""
        if isinstance(factor, int | float) and factor:
            self._call("Emulation.setPageScaleFactor", pageScaleFactor=factor)
            self._painted = True
        match place:
            case [int() | float() as x, int() | float() as y] if not self._stopped():
                self._show_at(x, y)

    def _show_at(self, x: float, y: float) -> None:
        """Move the visual viewport, which scripts can't do: show a part as large as that."""
        seen = part(self._call("Page.getLayoutMetrics"), "cssVisualViewport")
        shown: Json = {
            "x": x,
            "y": y,
            "width": seen.get("clientWidth", 1),
            "height": seen.get("clientHeight", 1),
        }
        found = self._call("Runtime.evaluate", expression="document.documentElement")
        node = part(found, "result").get("objectId")
        if node is None or self._stopped():
            return
        with suppress(ProtocolError):  # the page has made it something else
            self._call("DOM.scrollIntoViewIfNeeded", objectId=node, rect=shown)
        self._session.tell("Runtime.releaseObject", objectId=node)
        self._painted = True

    def _run_in_page(self, steps: list[Json]) -> RunResult | None:
        answer = self._hear_step(self._ask(self._running(steps)))
        if answer is not None:
            self._take(answer[2])
        return answer

    def _hear_step(self, number: int) -> RunResult | None:
        """Return what the page reports of its steps; None if a dialog blocks it, or without one."""
        answer = self._value(self._await(number))
        if answer is None and number in self._held:
            self._held_steps.append(number)
        return None if answer is None else run_result(answer)

    def _hear_held(self) -> None:
        """Take the answers that a dialog has blocked until now."""
        held, self._held = self._held, []
        steps, self._held_steps = self._held_steps, []
        scripts, self._held_scripts = self._held_scripts, []
        for number in held:
            if number in scripts:
                self._hear_script(number)
            elif number in self._held_inside:
                self._hear_inside(self._held_inside.pop(number), number)
            elif number not in steps:
                self._await(number)
            elif (answer := self._hear_step(number)) is not None:
                self._take(answer[2])

    def _repeat_missed(self, at: int, tapped: tuple[float, float] | None) -> None:
        """Repeat the latest tap if it has missed, as soon as nothing waits for the app.

        Args:
            at: Time of the step.
            tapped: Where the step tapped; None if it did not.
        """
        if tapped is not None:
            self._again = tapped if self._missed else None
            self._missed = False
        if self._again is not None and not self._waits:
            place, self._again = self._again, None
            self._tap_again(at, *place)

    def _tap_again(self, at: int, x: float, y: float) -> None:
        """Repeat a tap that has missed, once the page has its touched (hover) look."""
        if self._stopped() or self._evaluate(f"{NAME}.run([[{at}, 'aim_again']])") is None:
            return
        self._in_all([at, "aim_again"])
        if self._stopped():
            return
        self._tap(x, y)
        if self._stopped():
            return
        self._settle(at)

    def _run_frame(self) -> None:
        """Run a frame, and note whether it has changed anything."""
        if self._frame():
            self._revision = self._next_revision()

    @property
    def _expects(self) -> bool:
        """True if the page is loading something that its look depends on."""
        return False

    @property
    def _waits(self) -> bool:
        """True if the page has requested something that only the app can answer."""
        return False

    def _arrive(self) -> bool:
        """Wait for what the page is loading; return whether anything has arrived.

        Does not wait for requests that only the app can answer, by an input of its own.
        """
        return False

    def _settle(self, at: int) -> None:
        """Run a frame, read the status, and run further frames as long as that is needed.

        Args:
            at: Time of the step that the frame belongs to; queued steps have later times.
        """
        came = False
        rounds = arrivals = 0
        while rounds < _MOST_ROUNDS and arrivals < _MOST_ARRIVALS:
            self._meet()
            answer = self._frame_and_settle(f"{NAME}.settle({at}, {json.dumps(came)})")
            if answer is None:
                # A dialog blocks it, or the document was left: the next one may have come.
                if self._stopped() or not self._arrive():
                    return
                arrivals, came = arrivals + 1, True
                continue
            status = answer[2]
            self._look_into_frames(at, came, status)
            self._take(status)
            came = self._arrive()
            rounds, arrivals = rounds + (not came), arrivals + came
            goes_on = bool(status["late"] or came)
            if self._stopped():
                return
            self._take_picture(lasts=not goes_on)
            if not goes_on:
                return
        self._run_frame()

    def _frame_and_settle(self, expression: str) -> RunResult | None:
        """Run a frame, and read the page's status after it; None if a dialog blocks it.

        Both commands are sent together; the page answers once it has had the frame. If the frame
        runs before the engine knows that the page has requested one, another frame is run.
        """
        if not self._browser.engine.begin_frames:
            heard = self._hear_step(self._ask(expression))
            self._note_paint()
            return heard
        frame = self._begin_frame(self._foresees_look())
        asked, begun = self._session.send_all([self._question(expression), frame])
        for left in reversed(range(_MOST_FRAMES)):
            frame_answer = self._await_frame(begun) or {}
            self._png = str(frame_answer.get("screenshotData", ""))
            if frame_answer.get("hasDamage"):
                self._revision = self._next_revision()
            if self._stopped() or self._comes(asked):
                break
            does = f"{NAME}.{'waits' if left else 'skip'}()"
            waits = self._await(self._session.send("Runtime.evaluate", expression=does))
            if waits is None or not value_of(waits):
                break
            (begun,) = self._session.send_all([self._begin_frame()])
        if self._stopped():
            self._held.append(asked)
            self._held_steps.append(asked)
            return None
        return self._hear_step(asked)

    def _tap(self, x: float, y: float) -> None:
        """Tap by mouse events, as Chrome dispatches them after a tap; wait for each."""
        self._mouse = (x, y)
        place = self._mouse_place()
        button: Message = {"button": "left", "clickCount": 1}
        events: tuple[Message, ...] = (
            {"type": "mouseMoved"},
            {"type": "mousePressed", **button},
            {"type": "mouseReleased", **button},
        )
        sent = self._session.send_all(
            [("Input.dispatchMouseEvent", {**place, **event}) for event in events]
        )
        for number in sent:
            if self._await(number) is None:
                return

    def _press(self, key: str) -> None:
        sent = self._session.send_all(
            [("Input.dispatchKeyEvent", event) for event in key_events(key)]
        )
        for number in sent:
            if self._await(number) is None:
                return
        self._step("settle")

    def _run(self, code: str) -> None:
        """Let the time until now pass, then run a script.

        The script is sent once the page has answered: the engine would run it between two timers
        that are due, at a moment that differs each time. A dialog that one of them opens holds it
        up.
        """
        self._step("advance", frame=False)
        ran = self._session.send(
            "Runtime.evaluate", expression=code, returnByValue=True, userGesture=False
        )
        self._hear_script(ran)
        if not self._stopped():
            self._step("settle")

    def _hear_script(self, number: int) -> None:
        """Report the result of a script; a dialog may block it."""
        try:
            answer = self._await(number)
        except ProtocolError:  # a value that can't be serialized, such as a prototype
            if self._gone:
                raise
            answer = {}
        if answer is None:
            self._held_scripts.append(number)
            return
        value = None if "exceptionDetails" in answer else value_of(answer)
        self._report(reports.ScriptResult(json.dumps(value)))

    def _report_stored(self, changed: reports.StorageChanged) -> None:
        """Report what the page has stored, until that is too much."""
        self._storable -= sum(len(key) + len(value or "") for key, value in changed.changes)
        if self._storable >= 0:
            self._report(changed)

    def _take(self, status: Message) -> None:
        self._with_frames(status)
        told = cast(list[list[Json]], status["events"])
        replaces = ["replaceState"] in told and ["pushState"] not in told
        for event in told:
            self._missed |= event == ["missed"]
            heard = web_event(event)
            if isinstance(heard, reports.StorageChanged):
                self._report_stored(heard)
            elif heard is not None:
                self._report(heard)
        if status["title"] != self._status["title"]:
            self._report(reports.TitleChanged(str(status["title"])))
        url = outside(str(status["url"]))
        if url != outside(str(self._status["url"])) and self._loaded:
            self._report(reports.UrlChanged(url, replaces))
        tree = status.pop("tree")
        if isinstance(tree, list):
            self._nodes = tuple(page_node(cast(list[Any], item)) for item in tree)
        if status.get("selected") != self._status.get("selected"):
            self._revision = self._next_revision()  # the phone draws the selection handles
        self._status = status
