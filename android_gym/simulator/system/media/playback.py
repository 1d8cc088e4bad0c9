"""Playing media in virtual time: one session for each app, audio focus, media buttons.

Nothing makes a sound. What plays is a position that moves with the phone's clock: a session keeps
where it was and when, and everything else follows. At the end of an item, and for each button that
the user presses, the app's service is told; which one that is, is data (`MediaSession.open`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from immutables import Map

from android_gym.errors import OptionError
from android_gym.simulator.state import State
from android_gym.simulator.system.activities import ActivityManager
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.packages import PackageManager, ServiceInfo

__all__ = [
    "ACTION_COMPLETED",
    "ACTION_MEDIA_COMMAND",
    "Command",
    "MediaItem",
    "MediaSession",
    "Playback",
    "PlaybackState",
]

PlaybackState = Literal["none", "stopped", "paused", "playing"]
"""States of a session; the words of ``dumpsys media_session`` in lower case."""

Command = Literal[
    "play", "pause", "next", "previous", "stop", "seek", "focus_lost", "fast_forward", "rewind"
]
"""Commands to a session's app: buttons, and that another app has the audio focus."""

ACTION_COMPLETED: Final = "android_gym.media.COMPLETED"
"""Action of the intent that tells a service that the last item has come to its end."""

ACTION_MEDIA_COMMAND: Final = "android_gym.media.COMMAND"
"""Action of the intent that hands it a `Command`, its extra ``command``; ``position_ms`` too."""

PHONE_STATE: Final = "android.intent.action.PHONE_STATE"

MOST_ITEMS: Final = 10_000
SKIPS: Final[frozenset[Command]] = frozenset({"next", "previous", "fast_forward", "rewind"})
"""Commands that only the app can follow."""

KEYS: Final[dict[str, Command]] = {
    "MEDIA_PLAY": "play",
    "MEDIA_PAUSE": "pause",
    "MEDIA_NEXT": "next",
    "MEDIA_PREVIOUS": "previous",
    "MEDIA_STOP": "stop",
    "MEDIA_FAST_FORWARD": "fast_forward",
    "MEDIA_REWIND": "rewind",
}
TOGGLES: Final = frozenset({"MEDIA_PLAY_PAUSE", "HEADSETHOOK"})


@dataclass(frozen=True)
class MediaItem:
    """Something that can be played.

    Attributes:
        path: File, or an id of the app's own.
        title: Of the song or video.
        artist: Whose it is.
        album: Where it appeared.
        duration_ms: Length; an item without one never ends by itself.
        art: Path of its cover; "" for none.
    """

    path: str = ""
    title: str = ""
    artist: str = ""
    album: str = ""
    duration_ms: int = 0
    art: str = ""


@dataclass(frozen=True)
class SessionState:
    """State of one app's session.

    Attributes:
        service: Class name of the app's service that is told; "" for none.
        state: What it does.
        queue: Items, played one after another.
        index: Which one it is at.
        position_ms: Where it was when this state was made.
        since_ms: When that was, in milliseconds since boot.
        speed: Times as fast as usual.
        timer: Number of the timer of the item's end.
        order: Larger for a session that was played later.
        controls: Commands that its media controls offer, beside play and pause.
        interrupted: Whether a phone call has made it pause; it goes on once that is over.
        resumes: Whether it goes on after a phone call at all.
    """

    service: str = ""
    state: PlaybackState = "none"
    queue: tuple[MediaItem, ...] = ()
    index: int = 0
    position_ms: int = 0
    since_ms: int = 0
    speed: float = 1.0
    timer: int = 0
    order: int = 0
    controls: frozenset[str] = frozenset({"next", "previous", "seek"})
    interrupted: bool = False
    resumes: bool = True

    @property
    def item(self) -> MediaItem:
        """The item it is at."""
        return self.queue[self.index] if 0 <= self.index < len(self.queue) else MediaItem()

    def position_at(self, elapsed_ms: int) -> int:
        """Return where it is at a time, in milliseconds since boot."""
        position = self.position_ms
        if self.state == "playing":
            position += int(max(0, elapsed_ms - self.since_ms) * self.speed)
        most = self.item.duration_ms
        return min(position, most) if most else position


class MediaSession:
    """One app's session. It is state of the phone; this object only leads there."""

    def __init__(self, playback: Playback, package: str) -> None:
        self._playback = playback
        self.package = package

    # -- what it does

    @property
    def state(self) -> PlaybackState:
        """The state that it is in."""
        return self._playback.get(self.package).state

    @property
    def playing(self) -> bool:
        """True while it plays."""
        return self.state == "playing"

    @property
    def speed(self) -> float:
        """Times as fast as usual."""
        return self._playback.get(self.package).speed

    @property
    def queue(self) -> tuple[MediaItem, ...]:
        """Items, played one after another."""
        return self._playback.get(self.package).queue

    @property
    def index(self) -> int:
        """Index of the item that it is at."""
        return self._playback.get(self.package).index

    @property
    def item(self) -> MediaItem:
        """The item it is at; an empty one where there is none."""
        return self._playback.get(self.package).item

    @property
    def duration_ms(self) -> int:
        """Length of the item; 0 where it is not known."""
        return self.item.duration_ms

    @property
    def controls(self) -> frozenset[str]:
        """Commands that its media controls offer, beside play and pause."""
        return self._playback.get(self.package).controls

    def position_ms(self, period_ms: int = 0) -> int:
        """Return where it is.

        Args:
            period_ms: For a screen that shows it: how often that is built anew while it plays. The
                position is then that of when the present period began. 0: now, for code.
        """
        value, clock = self._playback.get(self.package), self._playback.clock
        if not period_ms or value.state != "playing":
            return value.position_at(clock.elapsed_ms())
        return value.position_at(clock.watch_elapsed(period_ms))

    # -- what the app does

    def open(self, service: str = "", controls: Sequence[Command] = ()) -> None:
        """Say who is told of buttons and of the end of an item.

        Args:
            service: Class name of a service of the app's manifest; "" for nobody: the session then
                follows buttons itself.
            controls: Commands that media controls offer beside play and pause; by default next,
                previous and seek.

        Raises:
            OptionError: If the manifest has no such service.
        """
        if service:
            self._playback.service(self.package, service)
        value = self._playback.get(self.package)
        chosen = frozenset(controls) if controls else SessionState.controls
        self._playback.put(self.package, replace(value, service=service, controls=chosen))

    def play(
        self,
        queue: Sequence[MediaItem] | None = None,
        index: int = 0,
        position_ms: int | None = None,
    ) -> None:
        """Play; every other app that plays is paused.

        Args:
            queue: Items to play one after another; None goes on with those that are there.
            index: Which one of a new queue to begin with.
            position_ms: Where in it to begin; None: where it is, or at the start of a new queue.

        Raises:
            OptionError: If the queue is longer than `MOST_ITEMS`, or has no such item.
        """
        value = self._playback.get(self.package)
        if queue is not None:
            if len(queue) > MOST_ITEMS or not 0 <= index < max(1, len(queue)):
                raise OptionError(
                    f"A queue has 1 to {MOST_ITEMS} items and begins with one of them; "
                    f"got {len(queue)}, index {index}."
                )
            value = replace(value, queue=tuple(queue), index=index, position_ms=0, state="paused")
        start = value.position_at(self._playback.clock.elapsed_ms())
        if position_ms is not None:
            start = position_ms
        elif value.item.duration_ms and start >= value.item.duration_ms:
            start = 0  # from its end it begins anew
        self._playback.start(self.package, value, start)

    def pause(self) -> None:
        """Pause where it is."""
        if self.playing:
            self._playback.halt(self.package, "paused")

    def stop(self) -> None:
        """Stop, and go back to the beginning."""
        if self.state != "none":
            self._playback.halt(self.package, "stopped", 0)

    def close(self) -> None:
        """End the session: its media controls go."""
        self._playback.end(self.package)

    def seek_to(self, ms: int) -> None:
        """Go on from another place, playing or not."""
        value = self._playback.get(self.package)
        most = value.item.duration_ms
        place = max(0, min(ms, most) if most else ms)
        if value.state == "playing":
            self._playback.start(self.package, value, place)
        else:
            self._playback.put(self.package, replace(value, position_ms=place))

    def set_resumes(self, resumes: bool) -> None:
        """Say whether it goes on by itself after a phone call."""
        value = self._playback.get(self.package)
        self._playback.put(self.package, replace(value, resumes=resumes))

    def set_speed(self, speed: float) -> None:
        """Play faster or slower from here on.

        Raises:
            OptionError: If it is not between 0.1 and 10.
        """
        if not 0.1 <= speed <= 10:
            raise OptionError(f"A speed is from 0.1 to 10, not {speed}.")
        place = self.position_ms()
        value = replace(self._playback.get(self.package), speed=speed)
        if value.state == "playing":
            self._playback.start(self.package, value, place)
        else:
            self._playback.put(self.package, value)

    def set_metadata(self, item: MediaItem) -> None:
        """Say what is played; where it is stays."""
        value = self._playback.get(self.package)
        queue = list(value.queue or (item,))
        queue[min(value.index, len(queue) - 1)] = item
        changed = replace(value, queue=tuple(queue))
        if value.state == "playing":
            place = value.position_at(self._playback.clock.elapsed_ms())
            self._playback.start(self.package, changed, place)
        else:
            self._playback.put(self.package, changed)

    def set_queue(self, queue: Sequence[MediaItem], index: int) -> None:
        """Replace what comes before and after the item that is played, which goes on."""
        value = self._playback.get(self.package)
        if len(queue) > MOST_ITEMS or not 0 <= index < max(1, len(queue)):
            raise OptionError(f"A queue of {len(queue)} items has no item {index}.")
        self._playback.put(self.package, replace(value, queue=tuple(queue), index=index))

    def press(self, command: Command, position_ms: int = 0) -> None:
        """Do what a button does, from media controls, a key or the shell."""
        self._playback.command(self.package, command, position_ms)


class Playback:
    """All sessions, and who has the audio focus.

    Args:
        state: The root of state.
        clock: Moves positions.
        packages: Has the services that are told.
        activities: Starts them.
    """

    def __init__(
        self, state: State, clock: Clock, packages: PackageManager, activities: ActivityManager
    ) -> None:
        self._slot = state.slot(
            "media.sessions", Map[str, SessionState](), holds=Map[str, SessionState]
        )
        self.clock = clock
        self._packages = packages
        self._activities = activities
        clock.handler("media_end", self._ended, str)
        activities.on_process_death(self.end)
        activities.listen(PHONE_STATE, self._call)

    def of(self, package: str) -> MediaSession:
        """Return an app's session; one that was never played has the state "none"."""
        return MediaSession(self, package)

    def sessions(self) -> list[MediaSession]:
        """Return the sessions that are there, the one played last first."""
        known = self._slot.get()
        order = sorted(known, key=lambda package: (-known[package].order, package))
        return [MediaSession(self, package) for package in order]

    @property
    def focused(self) -> str | None:
        """Package of who plays at the moment, None in silence."""
        known = self._slot.get()
        return next((name for name in sorted(known) if known[name].state == "playing"), None)

    def press_key(self, name: str) -> bool:
        """Do what a media key does, by its name without ``KEYCODE_``.

        Returns:
            Whether there was a session that it went to: the one played last.
        """
        if name not in KEYS and name not in TOGGLES:
            return False
        sessions = [session for session in self.sessions() if session.state != "none"]
        if not sessions:
            return False
        session = sessions[0]
        if name in TOGGLES:
            session.press("pause" if session.playing else "play")
        else:
            session.press(KEYS[name])
        return True

    def _call(self, intent: Intent) -> None:
        """Give the audio focus to a phone call for as long as there is one."""
        known = self._slot.peek()
        if intent.get_str("state") != "IDLE":
            for package in sorted(known):
                if known[package].state == "playing":
                    self.command(package, "focus_lost")
                    value = self.get(package)
                    if value.state == "paused":  # the app may have ended the session
                        self.put(package, replace(value, interrupted=value.resumes))
            return
        for package in sorted(known):
            if known[package].interrupted and known[package].state == "paused":
                self.command(package, "play")

    # -- for sessions

    def get(self, package: str) -> SessionState:
        """Return a session's state."""
        return self._slot.select(package, lambda known: known.get(package, _NONE))

    def put(self, package: str, value: SessionState) -> None:
        """Replace a session's state."""
        known = self._slot.peek()
        if known.get(package) != value:
            self._slot.set(known.set(package, value))

    def service(self, package: str, name: str) -> ServiceInfo:
        """Return a service of an app.

        Raises:
            OptionError: If its manifest has no such service.
        """
        manifest = self._packages.manifest(package)
        wanted = manifest.qualify(name)
        for info in manifest.services:
            if manifest.qualify(info.name) == wanted:
                return info
        raise OptionError(
            f"{package} declares no service {name!r}; add a ServiceInfo to its manifest."
        )

    def start(self, package: str, value: SessionState, position_ms: int) -> None:
        """Play from a place; take the audio focus from others."""
        for other in self.sessions():
            if other.package != package and other.playing:
                self.command(other.package, "focus_lost")
        self.clock.cancel(self.get(package).timer)
        left = value.item.duration_ms - position_ms
        timer = 0
        if value.item.duration_ms:
            timer = self.clock.schedule(max(0, int(left / value.speed)), "media_end", package)
        order = 1 + max((state.order for state in self._slot.peek().values()), default=0)
        now = self.clock.elapsed_ms()
        self.put(
            package,
            replace(
                value,
                state="playing",
                position_ms=max(0, position_ms),
                since_ms=now,
                interrupted=False,
                timer=timer,
                order=order,
            ),
        )

    def halt(self, package: str, state: PlaybackState, position_ms: int | None = None) -> None:
        """Pause or stop."""
        value = self.get(package)
        self.clock.cancel(value.timer)
        if position_ms is None:
            position_ms = value.position_at(self.clock.elapsed_ms())
        changed = replace(value, state=state, position_ms=position_ms, timer=0, interrupted=False)
        self.put(package, changed)

    def end(self, package: str) -> None:
        """Forget a session, as the death of its process does."""
        known = self._slot.peek()
        if package in known:
            self.clock.cancel(known[package].timer)
            self._slot.set(known.delete(package))

    def command(self, package: str, command: Command, position_ms: int = 0) -> None:
        """Follow a button, and tell the app's service of it."""
        session, value = self.of(package), self.get(package)
        if value.state == "none" and command != "play":
            return
        if command == "play":
            session.play()
        elif command in ("pause", "focus_lost"):
            session.pause()
        elif command == "stop":
            session.stop()
        elif command == "seek":
            session.seek_to(position_ms)
        elif not value.service and command in ("next", "previous"):
            self._skip(package, 1 if command == "next" else -1)
        extras = Map({"command": command, "position_ms": position_ms})
        self._tell(package, Intent(action=ACTION_MEDIA_COMMAND, extras=extras))

    def _skip(self, package: str, step: int) -> None:
        value = self.get(package)
        index = min(max(value.index + step, 0), max(0, len(value.queue) - 1))
        self.start(package, replace(value, index=index), 0)

    def _ended(self, package: str) -> None:
        value = self._slot.peek().get(package)
        if value is None or value.state != "playing":
            return
        if value.index + 1 < len(value.queue):
            self._skip(package, 1)
        else:
            self.halt(package, "paused", value.item.duration_ms)
        extras = Map({"index": value.index, "path": value.item.path})
        self._tell(package, Intent(action=ACTION_COMPLETED, extras=extras))

    def _tell(self, package: str, intent: Intent) -> None:
        name = self._slot.peek().get(package, _NONE).service
        if not name or not self._packages.installed(package):
            return
        info = self.service(package, name)
        self._activities.host.start_service(self._packages.manifest(package), info, intent)


_NONE: Final = SessionState()
