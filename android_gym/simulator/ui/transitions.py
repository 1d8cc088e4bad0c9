"""Delayed changes of the screen, on phones with a latency profile.

Without a profile nothing in this module is used. With one, the window manager shows the activities
that `Transitions.scene` returns instead of the actual ones, and leaves out windows that haven't
appeared yet; keys wait for a window with the focus. All of this is data in the phone's state,
changed by timers, so it doesn't depend on who looks at the screen, and when.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from immutables import Map

from android_gym.simulator.state import Slot, State
from android_gym.simulator.system.activity_records import ActivityRecord
from android_gym.simulator.ui.ui import Path

if TYPE_CHECKING:
    from android_gym.simulator.system import System
    from android_gym.simulator.ui.windows import Window

__all__ = ["STARTING", "Transitions"]

STARTING = "starting"
"""Name of the window that stands in for an app's first one."""

_SLIDE = 0.1
"""Distance a window slides in from, as a share of the width (Android's activity_open_enter)."""

_FRAME_MS = 16


class _Scene(NamedTuple):
    """Activities on screen, now and next.

    Attributes:
        shown: Tokens of the activities on screen, from bottom to top.
        coming: Tokens of those that will be next; the same as `shown` if no change is pending.
        timer: Timer of the change, or of the starting window; 0 if no change is pending.
        starting: Token of the activity whose starting window is on screen; 0 for none.
        seen: Tokens of activities that have been on screen.
        processes: Ids of processes that have had something on screen.
    """

    shown: tuple[int, ...] = ()
    coming: tuple[int, ...] = ()
    timer: int = 0
    starting: int = 0
    seen: frozenset[int] = frozenset()
    processes: frozenset[int] = frozenset()


class _Slide(NamedTuple):
    """The slide-in of the window that appeared last.

    Attributes:
        token: Token of its activity; 0 for none.
        started_ms: When it appeared.
        duration_ms: Duration of the slide.
        side: 1 if it comes from the right, -1 if it returns from the left.
    """

    token: int = 0
    started_ms: int = 0
    duration_ms: int = 0
    side: int = 1


@dataclass(frozen=True)
class _Moves:
    """All pending changes.

    Attributes:
        on: Whether there was a profile when the windows were last brought up to date.
        scene: The activities.
        windows: Windows other than activities' main ones; their timer until they appear, then 0.
        finishing: Tokens of activities that are about to finish.
        slide: The slide-in of the window that appeared last.
    """

    on: bool = False
    scene: _Scene = _Scene()
    windows: Map[Hashable, int] = field(default_factory=Map)
    finishing: frozenset[int] = frozenset()
    slide: _Slide = _Slide()


class Transitions:
    """The pending changes of activities, windows and lists on the screen.

    Args:
        state: The root of state.
        system: The services.

    Attributes:
        on: Whether there is a latency profile.
    """

    def __init__(self, state: State, system: System) -> None:
        self._slot = state.slot("transitions", _Moves(), observable=False)
        # By window and path: the timer of a list until its rows appear, then 0.
        self._lists: Slot[Map[tuple[Any, Path], int]] = state.slot(
            "transitions.lists", Map(), holds=Map[tuple[Any, Path], int], observable=False
        )
        self._new_lists: list[tuple[Hashable, Path]] = []
        self._system = system
        self._clock = system.clock
        self.on = False
        self._clock.handler("transition.scene", self._scene_due)
        self._clock.handler("transition.window", self._window_due, Any)
        self._clock.handler("transition.list", self._list_due, tuple[Any, Path])
        self._clock.handler("transition.finish", self._finish_due, tuple[int, int | None, Any])

    def begin(self) -> tuple[bool, bool]:
        """Check whether there is a latency profile.

        Returns:
            Whether that has changed, so that no builds can be reused; and whether there is one only
            now, so that everything on screen has to stay.
        """
        before, self.on = self.on, self._system.latency.on
        came = False
        moves = self._slot.peek()
        if self.on != moves.on:
            came = self.on
            for timer in (moves.scene.timer, *moves.windows.values(), *self._lists.peek().values()):
                self._clock.cancel(timer)
            self._slot.set(_Moves(on=self.on))
            self._lists.set(Map())
        self._new_lists.clear()
        return self.on != before, came

    # -- activities

    def scene(
        self, visible: tuple[ActivityRecord, ...], *, adopt: bool
    ) -> tuple[tuple[ActivityRecord, ...], ActivityRecord | None]:
        """Return the activities on screen, bottom first, and the one with a starting window.

        Args:
            visible: The visible activities according to the activity manager.
            adopt: Whether to show these immediately.
        """
        tokens = tuple(record.token for record in visible)
        scene = self._slot.peek().scene
        if adopt:
            activities = self._system.activities
            everything = frozenset(r.token for task in activities.tasks for r in task.records)
            processes = frozenset(activities.processes.values())
            self._slot.update(scene=scene._replace(seen=everything, processes=processes))
            self._arrive(tokens)
        elif tokens != scene.coming:
            self._clock.cancel(scene.timer)
            self._depart(visible, tokens)
        scene = self._slot.peek().scene
        if scene.shown == tokens:
            return visible, None
        found = {record.token: record for record in visible}
        return tuple(self._alive(scene.shown)), found.get(scene.starting)

    def _alive(self, tokens: Iterable[int]) -> list[ActivityRecord]:
        records = map(self._system.activities.record, tokens)
        return [record for record in records if record is not None and record.created]

    def _depart(self, visible: tuple[ActivityRecord, ...], tokens: tuple[int, ...]) -> None:
        """Start to replace what is on screen."""
        scene, top = self._slot.peek().scene, visible[-1]
        before = self._alive(scene.shown)
        if set(tokens) <= {record.token for record in before} or (
            not before and top.token in scene.seen
        ):
            self._arrive(tokens)  # closing activities vanish at once; their delay is already over
            return
        scene = scene._replace(coming=tokens)
        if before:
            self._wait("close" if top.token in scene.seen else "open", scene._replace(starting=0))
        else:
            self._wait("start", scene._replace(shown=(), starting=top.token))

    def _wait(self, kind: str, scene: _Scene) -> None:
        """Keep what is on screen for the latency drawn, if any."""
        delay = self._system.latency.draw(kind)
        timer = self._clock.schedule(delay, "transition.scene") if delay else 0
        self._slot.update(scene=scene._replace(timer=timer))
        if not delay:
            self._go_on(scene)

    def _scene_due(self, _: Any) -> None:
        self._go_on(self._slot.peek().scene)

    def _go_on(self, scene: _Scene) -> None:
        """Show the starting window if the app hasn't shown anything yet, else the activities."""
        top = scene.coming[-1]
        record = self._system.activities.record(top)
        process = self._system.activities.processes.get(record.package) if record else None
        if record and not scene.starting and process not in scene.processes:
            self._wait("start", scene._replace(shown=(), starting=top))
        else:
            self._arrive(scene.coming)

    def _arrive(self, tokens: tuple[int, ...]) -> None:
        activities = self._system.activities
        before = self._slot.peek().scene
        running = activities.processes
        records = self._alive(before.seen.union(tokens))
        processes = {running.get(r.package, 0) for r in records if r.token in tokens}
        scene = _Scene(
            tokens,
            tokens,
            seen=frozenset(record.token for record in records),
            processes=(before.processes | processes).intersection(running.values()),
        )
        slide, top = _Slide(), tokens[-1]
        if top not in before.shown and not before.starting and self._slides(top):
            side = -1 if top in before.seen else 1
            duration = self._system.latency.draw("slide")
            slide = _Slide(top, self._clock.elapsed_ms(), duration, side)
        self._slot.update(scene=scene, slide=slide)

    def _slides(self, token: int) -> bool:
        """Return whether an activity's window slides in: not home screens and translucent ones."""
        activities = self._system.activities
        record, task = activities.record(token), activities.task_of(token)
        if record is None or task is None or task.home:
            return False
        return not activities.info(record)[1].translucent

    def slide(self, width: int) -> tuple[int, int]:
        """Return the activity whose windows are shifted now, and by how many pixels.

        Args:
            width: Width of the screen.
        """
        if not self.on:
            return 0, 0
        slide = self._slot.peek().slide
        passed = (self._clock.elapsed_ms() - slide.started_ms) // _FRAME_MS * _FRAME_MS
        if passed >= slide.duration_ms:
            return 0, 0
        rest = (1 - passed / slide.duration_ms) ** 4
        return slide.token, slide.side * round(_SLIDE * width * rest)

    def finish(self, token: int, code: int | None = None, data: Any = None) -> None:
        """Finish an activity, at once or after the latency of closing its window."""
        delay = self._system.latency.draw("close") if self.on else 0
        if not delay:
            self._system.activities.finish(token, code, data)
            return
        finishing = self._slot.peek().finishing
        if token not in finishing:
            self._slot.update(finishing=finishing | {token})
            self._clock.schedule(delay, "transition.finish", (token, code, data))

    def _finish_due(self, payload: tuple[int, int | None, Any]) -> None:
        self._slot.update(finishing=self._slot.peek().finishing - {payload[0]})
        self._system.activities.finish(*payload)

    @property
    def focus_ms(self) -> int:
        """Milliseconds until a window can get the focus, which keys wait for."""
        timer = self._slot.peek().scene.timer if self.on else 0
        if not timer:
            return 0
        due = [each.due_ms for each in self._clock.timers() if each.id == timer]
        return max(1, due[0] - self._clock.elapsed_ms()) if due else 0

    # -- windows

    def arrived(self, windows: Sequence[Window], *, adopt: bool) -> list[Window]:
        """Return the windows that have appeared; delays start now for others that are new.

        Activities' main windows, starting windows and the keyboard aren't delayed here.
        """
        known = self._slot.peek().windows
        kept = known.mutate()
        present = set()
        for window in windows:
            if window.key[1] not in ("main", STARTING) and window.kind != "input_method":
                present.add(window.key)
                if window.key not in known:
                    delay = 0 if adopt else self._system.latency.draw("window")
                    handler = "transition.window"
                    kept[window.key] = (
                        self._clock.schedule(delay, handler, window.key) if delay else 0
                    )
        for key, timer in known.items():
            if key not in present:
                self._clock.cancel(timer)
                del kept[key]
        now = kept.finish()
        if now != known:
            self._slot.update(windows=now)
        return [window for window in windows if not now.get(window.key)]

    def _window_due(self, key: Hashable) -> None:
        windows = self._slot.peek().windows
        if key in windows:
            self._slot.update(windows=windows.set(key, 0))

    # -- lists

    def loading(self, window: tuple[Hashable, Hashable], path: Path) -> bool:
        """Return whether a list has no rows yet, and depend on that."""
        if not self.on or window[1] != "main":
            return False
        timer = self._lists.get().get((window, path))
        if timer is None:
            self._new_lists.append((window, path))
        return timer != 0

    def load(self, *, adopt: bool) -> None:
        """Start loading the lists that have appeared."""
        new, self._new_lists = self._new_lists, []
        lists = self._lists.peek()
        for key in new:
            if key not in lists:
                delay = 0 if adopt else self._system.latency.draw("load")
                timer = self._clock.schedule(delay, "transition.list", key) if delay else 0
                lists = lists.set(key, timer)
        if lists is not self._lists.peek():
            self._lists.set(lists)

    def _list_due(self, key: tuple[Any, Path]) -> None:
        lists = self._lists.peek()
        if key in lists:
            self._lists.set(lists.set(key, 0))

    def forget(self, owner: Hashable, kept: Container[Any]) -> None:
        """Forget the lists of an owner's windows, except for those in `kept`."""
        lists = self._lists.peek()
        for key in [k for k in lists if k[0][0] == owner and k[0] not in kept]:
            self._clock.cancel(lists[key])
            lists = lists.delete(key)
        if lists is not self._lists.peek():
            self._lists.set(lists)
