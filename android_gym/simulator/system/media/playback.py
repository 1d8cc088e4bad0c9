"""Media playback in virtual time: one session per app, audio focus, media buttons.

No sound is produced. Playback is a position that moves with the phone's clock: a session stores
where it was and when, and everything else follows. At the end of an item, and for each button that
the user presses, the app's service is notified; which service is set by `MediaSession.open`.
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
    "MOST_ITEMS",
    "Command",
    "MediaItem",
    "MediaSession",
    "Playback",
    "PlaybackState",
    "SessionState",
]

PlaybackState = Literal["none", "stopped", "paused", "playing"]
"""States of a session; ``dumpsys media_session`` prints them in upper case."""

Command = Literal[
    "play", "pause", "next", "previous", "stop", "seek", "focus_lost", "fast_forward", "rewind"
]
"""Commands to a session's app: buttons, and the loss of audio focus to another app."""

ACTION_COMPLETED: Final = "android_gym.media.COMPLETED"
"""Action of the intent that tells a service that the last item has ended."""

ACTION_MEDIA_COMMAND: Final = "android_gym.media.COMMAND"
"""Action of an intent that passes a `Command` to a service: extras ``command``, ``position_ms``."""

PHONE_STATE: Final = "android.intent.action.PHONE_STATE"

MOST_ITEMS: Final = 10_000

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
        path: Path of the file, or an id of the app's own.
        title: Title of the song or video.
        artist: The artist.
        album: The album.
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
        service: Class name of the app's service that is notified; "" for none.
        state: The playback state.
        queue: Items, played one after another.
        index: Index of the current item.
        position_ms: Position when this state was made.
        since_ms: When this state was made, in milliseconds since boot.
        speed: Playback speed, 1 for normal.
        timer: Id of the timer for the end of the item.
        order: Larger for a session that was played later.
        controls: Commands that its media controls offer besides play and pause.
        interrupted: Whether a phone call has paused it; it resumes after the call.
        resumes: Whether it resumes after a phone call at all.
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
        """The current item."""
        return self.queue[self.index] if 0 <= self.index < len(self.queue) else MediaItem()

    def position_at(self, elapsed_ms: int) -> int:
        """Return the position at a time in milliseconds since boot."""
        position = self.position_ms
        if self.state == "playing":
            position += int(max(0, elapsed_ms - self.since_ms) * self.speed)
        most = self.item.duration_ms
        return min(position, most) if most else position


class MediaSession:
    """One app's session: a view of the phone's state, with no state of its own."""

    def __init__(self, playback: Playback, package: str) -> None:
        self._playback = playback
        self.package = package

    # State

    @property
    def state(self) -> PlaybackState:
        """The playback state."""
        return self._playback.get(self.package).state

    @property
    def playing(self) -> bool:
        """True while it plays."""
        return self.state == "playing"

    @property
    def speed(self) -> float:
        """Playback speed, 1 for normal."""
        return self._playback.get(self.package).speed

    @property
    def queue(self) -> tuple[MediaItem, ...]:
        """Items, played one after another."""
        return self._playback.get(self.package).queue

    @property
    def index(self) -> int:
        """Index of the current item."""
        return self._playback.get(self.package).index

    @property
    def item(self) -> MediaItem:
        """The current item; an empty one if there is none."""
        return self._playback.get(self.package).item

    @property
    def duration_ms(self) -> int:
        """Length of the item; 0 if unknown."""
        return self.item.duration_ms

    @property
    def controls(self) -> frozenset[str]:
        """Commands that its media controls offer besides play and pause."""
        return self._playback.get(self.package).controls

    def position_ms(self, period_ms: int = 0) -> int:
        """Return the playback position.

        Args:
            period_ms: For a screen that shows it, how often the screen is rebuilt during playback;
                the position is then that at the start of the current period. 0 for the position
                now, for code.
        """
        value, clock = self._playback.get(self.package), self._playback.clock
        if not period_ms or value.state != "playing":
            return value.position_at(clock.elapsed_ms())
        return value.position_at(clock.watch_elapsed(period_ms))

    # For the app

    def open(self, service: str = "", controls: Sequence[Command] = ()) -> None:
        """Set which service is notified of buttons and of the end of an item.

        Args:
            service: Class name of a service in the app's manifest; "" for none: the session then
                handles buttons itself.
            controls: Commands that media controls offer besides play and pause; by default next,
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
        """Play, pausing every other app that plays.

        Args:
            queue: Items to play one after another; None continues with the current queue.
            index: Index of the first item to play in a new queue.
            position_ms: Position to start from; None for the current one, or the start of a new
                queue.

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
            start = 0  # at its end, playback restarts from the beginning
        self._playback.start(self.package, value, start)

    def pause(self) -> None:
        """Pause at the current position."""
        if self.playing:
            self._playback.halt(self.package, "paused")

    def stop(self) -> None:
        """Stop, and return to the beginning."""
        if self.state != "none":
            self._playback.halt(self.package, "stopped", 0)

    def close(self) -> None:
        """End the session, which removes its media controls."""
        self._playback.end(self.package)

    def seek_to(self, ms: int) -> None:
        """Move to another position, playing or not."""
        value = self._playback.get(self.package)
        most = value.item.duration_ms
        place = max(0, min(ms, most) if most else ms)
        if value.state == "playing":
            self._playback.start(self.package, value, place)
        else:
            self._playback.put(self.package, replace(value, position_ms=place))

    def set_resumes(self, resumes: bool) -> None:
        """Set whether it resumes by itself after a phone call."""
        value = self._playback.get(self.package)
        self._playback.put(self.package, replace(value, resumes=resumes))

    def set_speed(self, speed: float) -> None:
        """Set the playback speed.

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
        """Replace the current item's metadata, keeping the position."""
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
        """Replace the queue around the current item, which keeps playing."""
        value = self._playback.get(self.package)
        if len(queue) > MOST_ITEMS or not 0 <= index < max(1, len(queue)):
            raise OptionError(f"A queue of {len(queue)} items has no item {index}.")
        self._playback.put(self.package, replace(value, queue=tuple(queue), index=index))

    def press(self, command: Command, position_ms: int = 0) -> None:
        """Do what a button does, whether in media controls, on a keyboard or from the shell."""
        self._playback.command(self.package, command, position_ms)


class Playback:
    """All sessions, and who has the audio focus.

    Args:
        state: The root of state.
        clock: Provides the time that moves positions.
        packages: Looks up the services that are notified.
        activities: Starts the services.
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
        """Return an app's session; its state is "none" if it was never played."""
        return MediaSession(self, package)

    def sessions(self) -> list[MediaSession]:
        """Return the existing sessions, most recently played first."""
        known = self._slot.get()
        order = sorted(known, key=lambda package: (-known[package].order, package))
        return [MediaSession(self, package) for package in order]

    @property
    def focused(self) -> str | None:
        """Package that is playing at the moment; None if there is none."""
        known = self._slot.get()
        return next((name for name in sorted(known) if known[name].state == "playing"), None)

    def press_key(self, name: str) -> bool:
        """Handle a media key, given by its name without ``KEYCODE_``.

        Returns:
            Whether there was a session to receive it: the one played last.
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
        """Give the audio focus to a phone call while there is one."""
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
        """Play from a position; takes the audio focus from others."""
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
        """Forget a session, as when the app's process dies."""
        known = self._slot.peek()
        if package in known:
            self.clock.cancel(known[package].timer)
            self._slot.set(known.delete(package))

    def command(self, package: str, command: Command, position_ms: int = 0) -> None:
        """Carry out a button's command, and notify the app's service of it."""
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
