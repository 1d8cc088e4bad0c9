"""VLC's queue of media, played through the phone's media session."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from android_gym.errors import FileError
from android_gym.simulator.apps.vlc.library import Library
from android_gym.simulator.apps.vlc.model import Media, Memory, Queue, Repeat
from android_gym.simulator.apps.vlc.resuming import LastKind, keep_last, keep_place, last_played
from android_gym.simulator.apps.vlc.storage import is_on, setting
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.media.playback import Command, MediaItem
from android_gym.simulator.ui.activity import Context

__all__ = ["JUMP_MS", "MOST_QUEUED", "SPEEDS", "Player"]

JUMP_MS: Final = 10_000
MOST_QUEUED: Final = 10_000
SPEEDS: Final = (0.25, 4.0)
_NEXT_REPEAT: Final[dict[Repeat, Repeat]] = {"none": "all", "all": "one", "one": "none"}
_SEEN_LEFT_MS: Final = 5000
"""A video left this close to its end counts as watched."""

_LEAST_RESUMED_MS: Final = 5000
_SPEED_KEYS: Final[dict[LastKind, tuple[str, str]]] = {
    "audio": ("playback_speed", "playback_rate"),
    "video": ("playback_speed_video", "playback_rate_video"),
}
"""Preferences that say whether the speed is remembered, and its value."""

_SLEEP: Final = "sleep"
_REPEAT: Final = "repeat"
_NEAR_MS: Final = 60
"""A position this close to the end of the A-B section counts as its end."""


class Player:
    """The queue, and the session that plays it."""

    def __init__(self, context: Context, library: Library) -> None:
        self.context = context
        self.library = library
        self.session = context.system.playback.of(context.package)
        self._memory = context.memory_of(Memory)

    @property
    def queue(self) -> Queue:
        """The queue."""
        return self._memory.get().queue

    def change(self, queue: Queue) -> None:
        """Replace the queue."""
        self._memory.set(replace(self._memory.peek(), queue=queue))

    @property
    def active(self) -> bool:
        """True while the queue has items, playing or paused."""
        return self.session.state in ("playing", "paused") and bool(self.session.queue)

    @property
    def index(self) -> int:
        """Index of the current item."""
        return self.session.index

    @property
    def current(self) -> Media | None:
        """The current item; None if there is none."""
        queue = self.queue
        if not self.active or not 0 <= self.index < len(queue.media):
            return None
        return self.library.one(queue.media[self.index])

    def there(self, media: Media) -> bool:
        """Return whether a media's file can be read."""
        return bool(media.path) and self.context.system.files.is_file(media.path)

    # -- starting

    def play(
        self,
        numbers: Sequence[int],
        index: int = 0,
        *,
        as_audio: bool = False,
        position_ms: int | None = None,
    ) -> Media | None:
        """Play media in order.

        Args:
            numbers: Ids of the media.
            index: Index of the first one to play.
            as_audio: Whether only the sound of videos is played.
            position_ms: Where to begin; None for where the video was left.

        Returns:
            The media that plays; None if none of them can be played.
        """
        media = self.library.media(numbers)[:MOST_QUEUED]
        wanted = numbers[index] if 0 <= index < len(numbers) else 0
        media = [each for each in media if self.there(each)]
        if not media:
            return None
        at = next((i for i, each in enumerate(media) if each.id == wanted), 0)
        queue = Queue(
            tuple(each.id for each in media),
            as_audio=as_audio,
            repeat=self.queue.repeat,
            shuffle=self.queue.shuffle,
        )
        self.leave()
        self.change(queue)
        first = media[at]
        if position_ms is None:
            position_ms = first.last_time_ms if self.may_resume(first) else 0
        self.session.open(".PlaybackService", self._controls())
        self.session.play([_item(each) for each in media], at, position_ms)
        self.library.played(first.id, position_ms, to_end=False)
        self._use_kept_speed()
        self._keep_queue()
        return first

    def may_resume(self, media: Media) -> bool:
        """Return whether a video was left midway and the settings allow resuming it."""
        left = media.is_video and media.last_time_ms > _LEAST_RESUMED_MS
        return left and setting(self.context, "video_confirm_resume") != "1"

    def _controls(self) -> Sequence[Command]:
        """Return the commands of the media controls besides play and pause."""
        usual: tuple[Command, ...] = ("next", "previous", "seek", "stop")
        if is_on(self.context, "show_seek_in_compact_notification"):
            return (*usual, "rewind", "fast_forward")
        return usual

    def resume_last(self, kind: LastKind) -> Media | None:
        """Play the last queue again, from where it was left.

        Returns:
            The media that plays; None if no queue is stored or none of its files exist.
        """
        last = last_played(self.context, kind)
        if last is None:
            return None
        files = self.context.system.files
        there = [path for path in last.paths if files.is_file(path)]
        wanted = last.paths[last.index]
        index = there.index(wanted) if wanted in there else 0
        return self.play(
            [self.library.ensure(path) for path in there],
            index,
            as_audio=kind == "audio",
            position_ms=last.position_ms if wanted in there else 0,
        )

    @property
    def _kind(self) -> LastKind:
        media = self.current
        seen = media is not None and media.is_video and not self.queue.as_audio
        return "video" if seen else "audio"

    def _keep_queue(self) -> None:
        """Store the queue, so that it can be resumed later."""
        if self.active:
            paths = [item.path for item in self.session.queue]
            keep_last(self.context, self._kind, paths, self.index)

    def keep_place(self) -> None:
        """Store the position in the queue, so that it can be resumed later."""
        if self.active:
            keep_place(self.context, self._kind, self.index, self.session.position_ms())

    def append(self, numbers: Sequence[int]) -> int:
        """Add media to the end of the queue; if it is empty, start playing them."""
        return self._insert(numbers, None)

    def insert_next(self, numbers: Sequence[int]) -> int:
        """Add media after the current item."""
        return self._insert(numbers, self.index + 1)

    def _insert(self, numbers: Sequence[int], at: int | None) -> int:
        if not self.active:
            self.play(numbers, as_audio=True, position_ms=0)
            return len(numbers)
        added = [each for each in self.library.media(numbers) if self.there(each)]
        ids, items = list(self.queue.media), list(self.session.queue)
        place = len(ids) if at is None else at
        ids[place:place] = [each.id for each in added]
        items[place:place] = [_item(each) for each in added]
        self._requeue(ids, items, self.index)
        return len(added)

    def _requeue(self, ids: Sequence[int], items: Sequence[MediaItem], index: int) -> None:
        self.change(replace(self.queue, media=tuple(ids[:MOST_QUEUED]), stop_after=-1))
        self.session.set_queue(items[:MOST_QUEUED], index)
        self._keep_queue()

    # -- buttons

    def toggle(self) -> None:
        """Pause or resume playing."""
        if self.session.playing:
            self.session.pause()
            self.keep_place()
        elif self.active:
            self.session.play()
            self.arm_repeat()

    def skip(self, step: int) -> None:
        """Go to the next (1) or previous (-1) item, or to the beginning of the current one."""
        queue = self.queue
        if not self.active:
            return
        if step < 0 and self.session.position_ms() > 5000:
            self.session.seek_to(0)
            return
        index = self.following(step)
        if index is not None:
            self.jump(index)
        elif step > 0:
            self.stop()
        elif queue.media:
            self.session.seek_to(0)

    def following(self, step: int) -> int | None:
        """Return the index of the next or previous item; None if there is none."""
        queue, count = self.queue, len(self.queue.media)
        if step > 0 and (queue.shuffle or self.index + 1 >= count):
            return self._after(self.index)
        index = self.index + step
        if 0 <= index < count:
            return index
        return index % count if queue.repeat == "all" and count else None

    def jump(self, index: int) -> None:
        """Play another item of the queue."""
        queue = self.queue
        if 0 <= index < len(queue.media):
            self.leave()
            self.change(replace(queue, ab_on=False, ab_start=-1, ab_end=-1))
            media = self.library.one(queue.media[index])
            again = queue.resumes and media is not None and self.may_resume(media)
            place = media.last_time_ms if again and media is not None else 0
            self.session.play(self.session.queue, index, place)
            self.library.played(queue.media[index], place, to_end=False)
            self.keep_place()

    def remove(self, index: int) -> None:
        """Remove an item from the queue."""
        ids, items, at = list(self.queue.media), list(self.session.queue), self.index
        if not 0 <= index < len(ids):
            return
        if len(ids) == 1:
            self.stop()
            return
        if index == at:
            self.jump(index + 1 if index + 1 < len(ids) else index - 1)
            at = self.index
        del ids[index], items[index]
        self._requeue(ids, items, at - (index < at))

    def move(self, source: int, target: int) -> None:
        """Move an item of the queue."""
        ids, items, at = list(self.queue.media), list(self.session.queue), self.index
        if not (0 <= source < len(ids) and 0 <= target < len(ids)):
            return
        order = list(range(len(ids)))
        order.insert(target, order.pop(source))
        moved = [ids[i] for i in order], [items[i] for i in order]
        self._requeue(*moved, order.index(at))

    def seek_by(self, ms: int) -> None:
        """Seek forward or backward by milliseconds."""
        if self.active:
            self.session.seek_to(max(0, self.session.position_ms() + ms))

    def leave(self) -> None:
        """Store the position in the current item before another one plays."""
        media = self.current
        if media is None:
            return
        self.keep_place()
        position = self.session.position_ms()
        near = media.duration_ms > 0 and position >= media.duration_ms - _SEEN_LEFT_MS
        self.library.played(media.id, position, to_end=near and is_on(self.context, "media_seen"))

    def stop(self) -> None:
        """Stop playing and empty the queue."""
        self.leave()
        self.session.close()
        self.change(Queue(repeat=self.queue.repeat, shuffle=self.queue.shuffle))

    def completed(self, index: int) -> None:
        """Handle the end of an item: the next one to play isn't always the following one."""
        queue = self.queue
        if not 0 <= index < len(queue.media):
            return
        seen = is_on(self.context, "media_seen")
        self.library.played(queue.media[index], 0, to_end=seen)
        if queue.ab_on:  # the section lies in the item that ended
            self.change(replace(queue, ab_on=False, ab_start=-1, ab_end=-1))
        if queue.stop_after == index:
            self.session.close()
            self.change(Queue(repeat=queue.repeat, shuffle=queue.shuffle))
        elif queue.repeat == "one":
            self.session.play(self.session.queue, index, 0)
        elif queue.shuffle or index + 1 >= len(queue.media):
            following = self._after(index)
            if following is None:
                self.session.close()
                self.change(Queue(repeat=queue.repeat, shuffle=queue.shuffle))
            else:
                self.session.play(self.session.queue, following, 0)
        self._skip_gone()
        after = self.current
        if queue.resumes and after is not None and self.may_resume(after):
            self.session.seek_to(after.last_time_ms)
        self.keep_place()

    def _after(self, index: int) -> int | None:
        """Return the item to play after an index, if it isn't the following one."""
        count, queue = len(self.queue.media), self.queue
        if queue.shuffle and count > 1:
            # A fixed random order that depends only on the queue's length, so that every item is
            # played.
            order = list(range(count))
            random.Random(count).shuffle(order)
            place = order.index(index) + 1
            return order[place % count] if place < count or queue.repeat == "all" else None
        return 0 if queue.repeat == "all" else None

    def _skip_gone(self) -> None:
        """Skip items that were deleted meanwhile."""
        for _ in range(len(self.queue.media)):
            media = self.current
            if not self.active or (media is not None and self.there(media)):
                return
            if self.index + 1 >= len(self.queue.media):
                self.stop()
                return
            self.session.play(self.session.queue, self.index + 1, 0)

    # -- playback modes

    def set_speed(self, speed: float) -> None:
        """Set the playback speed."""
        speed = round(min(SPEEDS[1], max(SPEEDS[0], speed)), 2)
        self.change(replace(self.queue, speed=speed))
        self.session.set_speed(speed)
        self.arm_repeat()
        kept, key = _SPEED_KEYS[self._kind]
        if is_on(self.context, kept):
            self.context.preferences().put(**{key: speed})

    def _use_kept_speed(self) -> None:
        """Set the remembered speed, if the settings say that it is remembered."""
        kept, key = _SPEED_KEYS[self._kind]
        found = self.context.preferences().get(key) if is_on(self.context, kept) else None
        number = isinstance(found, int | float) and SPEEDS[0] <= found <= SPEEDS[1]
        speed = float(found) if number and isinstance(found, int | float) else 1.0
        self.change(replace(self.queue, speed=speed))
        self.session.set_speed(speed)

    def arm_repeat(self) -> None:
        """Set the alarm that calls `turn_back` at the end of the A-B section."""
        alarms, package, queue = self.context.system.alarms, self.context.package, self.queue
        alarms.cancel(package, _REPEAT)
        if queue.ab_end < 0 or not self.session.playing:
            return
        left = round((queue.ab_end - self.session.position_ms()) / queue.speed)
        due = self.context.system.clock.elapsed_ms() + max(_NEAR_MS, left)
        receiver = Intent(component=f"{package}/{package}.AbRepeatReceiver")
        alarms.set(package, _REPEAT, due, receiver, wall=False)

    def turn_back(self) -> None:
        """Seek to the start of the A-B section, if its end is reached."""
        queue = self.queue
        if queue.ab_end < 0 or not self.session.playing:
            return
        if self.session.position_ms() >= queue.ab_end - _NEAR_MS:
            self.session.seek_to(queue.ab_start)
        self.arm_repeat()

    def sleep_in(self, minutes: int) -> None:
        """Stop playing in some minutes; 0 cancels the timer."""
        alarms, package = self.context.system.alarms, self.context.package
        alarms.cancel(package, _SLEEP)
        if minutes:
            due = self.context.system.clock.elapsed_ms() + minutes * 60_000
            receiver = Intent(component=f"{package}/{package}.SleepTimerReceiver")
            alarms.set(package, _SLEEP, due, receiver, wall=False)

    def sleep_left_ms(self) -> int | None:
        """Return the time until the sleep timer runs out, to the minute; None without a timer."""
        system = self.context.system
        for alarm in system.alarms.pending():
            if (alarm.package, alarm.tag) == (self.context.package, _SLEEP):
                return max(0, alarm.due_ms - system.clock.watch_elapsed(60_000))
        return None

    def toggle_shuffle(self) -> None:
        """Turn shuffle on or off."""
        self.change(replace(self.queue, shuffle=not self.queue.shuffle))

    def cycle_repeat(self) -> None:
        """Cycle through repeating nothing, all and one."""
        self.change(replace(self.queue, repeat=_NEXT_REPEAT[self.queue.repeat]))

    def set_as_audio(self, as_audio: bool) -> None:
        """Set whether only a video's sound is played."""
        self.change(replace(self.queue, as_audio=as_audio))

    def content(self, media: Media | None) -> bytes | None:
        """Return the bytes of a video's file; None for other media or if the file is missing."""
        if media is None or not media.is_video:
            return None
        try:
            return self.context.system.files.read(media.path)
        except FileError:
            return None


def _item(media: Media) -> MediaItem:
    return MediaItem(
        media.path,
        media.title,
        media.artist or ("" if media.is_video else "Unknown Artist"),
        media.album,
        max(0, media.duration_ms),
    )
