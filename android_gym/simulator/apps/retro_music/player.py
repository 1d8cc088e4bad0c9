"""The player: the queue, the position in it, and the phone's media session that plays its song.

The queue and the position are stored in files; the session only plays the current song. When the
process dies, the session ends and the player is paused at the stored position.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from immutables import Map

from android_gym.simulator.apps.retro_music.model import Song
from android_gym.simulator.apps.retro_music.queue_store import QueueStore
from android_gym.simulator.apps.retro_music.storage import PlaylistStore
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.media.playback import MediaItem, MediaSession
from android_gym.simulator.ui.activity import Context

__all__ = ["SERVICE", "SLEEP", "Player"]

SERVICE: Final = ".service.MusicService"
SLEEP: Final = "code.name.monkey.retromusic.quitservice"
"""Action of the broadcast sent when the sleep timer runs out."""

UNPLAYABLE: Final = "Couldn’t play this song."
REPEAT_ALL: Final = 1
REPEAT_ONE: Final = 2
REWIND_MS: Final = 5000
"""Position from which on "previous" restarts the song."""


class Player:
    """Plays the queue.

    Args:
        context: The app's context.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self.queue = QueueStore(context)

    @property
    def _session(self) -> MediaSession:
        return self._context.system.playback.of(self._context.package)

    # -- state

    @property
    def count(self) -> int:
        """Number of songs in the queue."""
        return self.queue.count()

    @property
    def place(self) -> int:
        """Index of the current song in the queue; -1 for none."""
        return self.queue.position

    @property
    def current(self) -> Song | None:
        """The current song, playing or not; None if the queue is empty."""
        return self.queue.at(max(0, self.place)) if self.count else None

    @property
    def playing(self) -> bool:
        """True while the song is playing."""
        return self._session.playing

    def position_ms(self, period_ms: int = 0) -> int:
        """Return the playback position in the current song.

        Args:
            period_ms: How often a screen that shows the position is rebuilt; 0 for no rebuilds.
        """
        if self._session.state in ("playing", "paused"):
            return self._session.position_ms(period_ms)
        return self.queue.position_in_track

    # -- playing

    def open(self, songs: Sequence[Song], place: int, *, play: bool = True) -> None:
        """Replace the queue.

        Args:
            songs: The songs.
            place: Index of the song to start with.
            play: Whether to play at once.
        """
        self._leave()
        if self.queue.shuffled and songs:
            self._write_shuffled(list(songs), place)
            place = 0
        else:
            self.queue.replace(songs)
        self._go(place, play=play)

    def open_shuffled(self, songs: Sequence[Song]) -> None:
        """Replace the queue with songs in random order, and play."""
        self.queue.set_shuffled(True)
        self.open(songs, self._random().randrange(len(songs)))

    def play_at(self, place: int) -> None:
        """Play the song at an index of the queue."""
        self._leave()
        self._go(place, play=True)

    def _go(self, place: int, *, play: bool, position_ms: int = 0) -> None:
        """Make the song at an index the current one."""
        count = self.count
        place = min(place, count - 1)
        self.queue.set_position(place)
        self.queue.set_position_in_track(position_ms)
        song = self.queue.at(place)
        if song is None or not play:
            self._session.close()
            return
        if self._start(song, position_ms):
            self._store.played(
                song, self._context.system.clock.now_ms(), paused=self._is_on("pause_history")
            )

    def _start(self, song: Song, position_ms: int) -> bool:
        """Play a song; if its file is missing, report that and return False."""
        if not self._context.system.files.is_file(song.path):
            self._session.close()
            self._context.toast(UNPLAYABLE)
            return False
        item = MediaItem(song.path, song.title, song.artist, song.album, song.duration)
        speed = self._speed
        self._session.open(SERVICE)
        self._session.play([item], 0, position_ms)
        if speed != self._session.speed:
            self._session.set_speed(speed)
        return True

    def _leave(self) -> None:
        """Count the current song as played if more than half of it was."""
        song = self.current if self._session.state in ("playing", "paused") else None
        if song is not None and self.position_ms() > song.duration / 2:
            self._store.count_play(song, self._context.system.clock.now_ms())

    def toggle(self) -> None:
        """Play or pause."""
        if self.playing:
            self.pause()
        else:
            self.resume()

    def pause(self) -> None:
        """Pause, and store the position."""
        self._session.pause()
        self.queue.set_position_in_track(self.position_ms())

    def resume(self) -> None:
        """Resume at the stored position."""
        song = self.current
        if song is None:
            return
        if self._session.state == "paused":
            self._session.play()
        else:
            self._go(max(0, self.place), play=True, position_ms=self.queue.position_in_track)

    def seek(self, position_ms: int) -> None:
        """Seek to a position in the song."""
        if self._session.state in ("playing", "paused"):
            self._session.seek_to(position_ms)
        self.queue.set_position_in_track(position_ms)

    def next(self) -> None:
        """Play the next song; after the last one, the first, or the last again if repeat is off."""
        last = self.count - 1
        place = self.place + 1
        if place > last:
            place = 0 if self.queue.repeat else last
        self.play_at(place)

    def previous(self) -> None:
        """Restart the song or, at its beginning, play the previous one."""
        if self.position_ms() > REWIND_MS:
            self.seek(0)
            return
        place = self.place - 1
        if place < 0:
            place = self.count - 1 if self.queue.repeat else 0
        self.play_at(place)

    def completed(self) -> None:
        """Continue after the end of a song, as the repeat mode says."""
        self._leave()
        repeat, place, last = self.queue.repeat, self.place, self.count - 1
        if self._is_on("finish_last_song"):
            self._context.preferences().put(finish_last_song=None)
            self.seek(0)
        elif repeat == REPEAT_ONE:
            self._go(place, play=True)
        elif place < last:
            self._go(place + 1, play=True)
        elif repeat == REPEAT_ALL:
            self._go(0, play=True)
        else:
            self.seek(0)

    # -- changing the queue

    def enqueue(self, songs: Sequence[Song]) -> None:
        """Add songs to the end; if the queue is empty, the first is not played."""
        if not self.count:
            self.open(songs, 0, play=False)
            return
        self.queue.append(songs)

    def play_next(self, songs: Sequence[Song]) -> None:
        """Add songs after the current one; if the queue is empty, the first is not played."""
        if not self.count:
            self.open(songs, 0, play=False)
            return
        self.queue.insert(self.place + 1, songs)

    def remove_at(self, place: int) -> None:
        """Remove the song at an index; if it is the current one, the next one follows."""
        present, playing = self.place, self.playing
        self.queue.remove_at(place)
        if place < present:
            self.queue.set_position(present - 1)
        elif place == present:
            self._go(min(present, self.count - 1), play=playing and self.count > 0)

    def forget(self, song: int) -> None:
        """Remove a deleted song."""
        for place in reversed(
            [place for place, each in enumerate(self.queue.songs()) if each.id == song]
        ):
            self.remove_at(place)

    def move(self, start: int, end: int) -> None:
        """Move a song within the queue; the current song stays the same."""
        end = min(max(end, 0), self.count - 1)
        if start == end:
            return
        present = self.place
        self.queue.move(start, end)
        if start == present:
            present = end
        elif start < present <= end:
            present -= 1
        elif end <= present < start:
            present += 1
        self.queue.set_position(present)

    def clear(self) -> None:
        """Empty the queue."""
        self._leave()
        self.queue.replace(())
        self._go(-1, play=False)

    # -- modes

    def cycle_repeat(self) -> None:
        """Cycle through repeating nothing, everything and one song."""
        self.queue.set_repeat((self.queue.repeat + 1) % 3)

    def toggle_shuffle(self) -> None:
        """Shuffle all but the current song, or restore the original order."""
        song = self.current
        if self.queue.shuffled:
            originals = self.queue.originals()
            self.queue.replace(originals)
            places = [place for place, each in enumerate(originals) if each == song]
            self.queue.set_position(places[0] if places else min(0, len(originals) - 1))
            self.queue.set_shuffled(False)
            return
        self.queue.set_shuffled(True)
        if song is not None:
            self._write_shuffled(self.queue.songs(), max(0, self.place))
            self.queue.set_position(0)

    def _write_shuffled(self, songs: list[Song], first: int) -> None:
        rest = songs[:first] + songs[first + 1 :]
        self._random().shuffle(rest)
        self.queue.replace([songs[first], *rest], songs)

    def _random(self) -> random.Random:
        return random.Random(self._context.system.clock.now_ms())

    # -- speed, sleep

    @property
    def _speed(self) -> float:
        kept = self._context.preferences().get("playback_speed", 1.0)
        return min(max(kept, 0.25), 4.0)

    @property
    def speed(self) -> int:
        """Speed in percent."""
        return round(self._speed * 100)

    @property
    def pitch(self) -> int:
        """Pitch in percent."""
        kept = self._context.preferences().get("playback_pitch", 1.0)
        return round(100 * kept) if 0.5 <= kept <= 2 else 100

    def set_speed(self, speed: float, pitch: float) -> None:
        """Set and store the speed and pitch."""
        self._context.preferences().put(playback_speed=float(speed), playback_pitch=float(pitch))
        if self._session.state != "none":
            self._session.set_speed(self._speed)

    @property
    def sleep_minutes(self) -> int | None:
        """Minutes until the sleep timer runs out; None without a timer."""
        system = self._context.system
        for alarm in system.alarms.pending():
            if (alarm.package, alarm.tag) == (self._context.package, "sleep"):
                left = alarm.due_ms - system.clock.watch_elapsed(60_000)
                return max(0, left // 60_000)
        return None

    def sleep_after(self, minutes: int, *, finish_song: bool) -> None:
        """Start the sleep timer.

        Args:
            minutes: Minutes from now.
            finish_song: Whether to play the current song to its end first.
        """
        system, package = self._context.system, self._context.package
        intent = Intent(
            action=SLEEP,
            component=f"{package}/{package}.service.SleepReceiver",
            extras=Map({"finish": finish_song}),
        )
        due = system.clock.elapsed_ms() + minutes * 60_000
        system.alarms.set(package, "sleep", due, intent, wall=False)

    def cancel_sleep(self) -> None:
        """Cancel the sleep timer."""
        self._context.system.alarms.cancel(self._context.package, "sleep")

    # -- internals

    @property
    def _store(self) -> PlaylistStore:
        return PlaylistStore(self._context)

    def _is_on(self, key: str) -> bool:
        return self._context.preferences().get(key, False)
