"""Recording: extends a track with each fix of the GPS receiver.

Like the app's TrackRecordingService, it stores a point once it is far enough from the last stored
one; a jump starts a new segment; without movement the phone is idle, which does not count as moving
time. Until the first fix, a point without a position is stored every ten seconds. The statistics in
``tracks`` are updated with each stored point.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from immutables import Map

from android_gym.simulator.apps.opentracks.manifest import MANIFEST
from android_gym.simulator.apps.opentracks.model import (
    IDLE,
    SEGMENT_END,
    SEGMENT_START,
    SEGMENT_START_AUTOMATIC,
    TRACK_POINT,
    Marker,
    Memory,
    Point,
    Recording,
    Track,
)
from android_gym.simulator.apps.opentracks.sports import by_id
from android_gym.simulator.apps.opentracks.storage import TrackStore, setting, whole
from android_gym.simulator.apps.opentracks.units import offset_now, offset_text
from android_gym.simulator.state import Slot
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.location import FINE, Fix, distance_m
from android_gym.simulator.system.notifications import (
    IMPORTANCE_LOW,
    Channel,
    Notification,
    PendingIntent,
)
from android_gym.simulator.ui.activity import Context

__all__ = [
    "duration_ms",
    "insert_marker",
    "memory",
    "on_fix",
    "on_silence",
    "recorded_track",
    "recording",
    "resume",
    "signal",
    "start",
    "stop",
    "toggle_gps",
]

GPS_HANDLER: Final = MANIFEST.component(".services.handlers.GpsHandler")
POINT_CREATOR: Final = MANIFEST.component(".services.TrackPointCreator")
SILENCE_MS: Final = 10_000
"""Time between points while the receiver has no fix."""
_SILENCE: Final = "no fix"

RECORDING_SCREEN: Final = MANIFEST.component(".TrackRecordingActivity")
NOTIFICATION: Final = 123
CHANNEL: Final = Channel("channelNotification", "Recording service", IMPORTANCE_LOW)


def memory(context: Context) -> Slot[Memory]:
    """Return the app's in-memory state."""
    return context.memory_of(Memory)


def recording(context: Context) -> Recording | None:
    """Return the current recording, and observe it."""
    return memory(context).get().recording


def recorded_track(context: Context) -> int | None:
    """Return the id of the track being recorded, and observe only that."""

    def number(value: Memory) -> int | None:
        return value.recording.track if value.recording is not None else None

    return memory(context).select("track", number)


def duration_ms(context: Context, under_way: Recording) -> int:
    """Return the recorded duration in milliseconds, and observe the clock's seconds."""
    now = context.system.clock.watch_elapsed(1000)
    return under_way.before_ms + max(0, now - under_way.started_ms)


# -- start and stop


def start(context: Context) -> int:
    """Start a new track; return its id."""
    now = context.system.clock.now_ms()
    offset = offset_now(context, now)
    store = TrackStore(context)
    sport = by_id(setting(context, "defaultActivity"))
    track = Track(
        0,
        _name(context, store),
        category=sport.label,
        start_ms=now,
        stop_ms=now,
        offset_s=offset,
        activity_type=sport.id,
    )
    number = store.add(track, store.new_uuid())
    store.add_point(number, Point(SEGMENT_START, now))
    _count(store, number, 1)
    _begin(context, number, 0)
    return number


def _name(context: Context, store: TrackStore) -> str:
    now = context.system.clock.datetime()
    match setting(context, "trackName"):
        case "NUMBER":
            used = store.database.value("SELECT seq FROM sqlite_sequence WHERE name = 'tracks'")
            return f"Track {(used or 0) + 1}"
        case "DATE_LOCAL":
            hour = f"{now.hour % 12 or 12}:{now:%M} {'AM' if now.hour < 12 else 'PM'}"
            return f"{now.month}/{now.day}/{now:%y}, {hour}"
    offset = offset_now(context, context.system.clock.now_ms())
    return f"{now:%Y-%m-%dT%H:%M}{offset_text(offset)}"


def resume(context: Context, number: int) -> bool:
    """Resume recording an existing track; return whether it exists."""
    store = TrackStore(context)
    track = store.get(number)
    if track is None:
        return False
    store.add_point(number, Point(SEGMENT_START, context.system.clock.now_ms()))
    _count(store, number, 1)
    _begin(context, number, track.total_ms)
    return True


def _begin(context: Context, number: int, before_ms: int) -> None:
    elapsed = context.system.clock.elapsed_ms()
    under_way = Recording(number, elapsed, before_ms, last_ms=elapsed)
    memory(context).set(Memory(under_way))
    _listen(context)
    _watch(context)
    notifications = context.system.notifications
    notifications.create_channel(context.package, CHANNEL)
    notifications.post(
        Notification(
            context.package,
            NOTIFICATION,
            "Recording\u2026",
            icon="run_fast",
            channel=CHANNEL.id,
            content=PendingIntent(
                Intent(component=RECORDING_SCREEN, extras=Map({"track": number}))
            ),
            ongoing=True,
            foreground_service=True,
            auto_cancel=False,
            only_alert_once=True,
        )
    )


def stop(context: Context) -> int | None:
    """Stop the recording; return its track's id, or None if nothing was being recorded."""
    slot = memory(context)
    under_way = slot.get().recording
    if under_way is None:
        return None
    store = TrackStore(context)
    track = store.get(under_way.track)
    slot.set(Memory())
    context.system.location.remove(context.package)
    context.system.alarms.cancel(context.package, _SILENCE)
    context.system.notifications.cancel(context.package, NOTIFICATION)
    if track is None:  # deleted over adb
        return None
    _store(context, store, under_way, track, Point(SEGMENT_END, context.system.clock.now_ms()))
    return under_way.track


def toggle_gps(context: Context) -> None:
    """Start the GPS receiver without a recording to get a first fix, or stop it."""
    slot = memory(context)
    if slot.get().gps:
        slot.set(Memory())
        context.system.location.remove(context.package)
    else:
        slot.set(Memory(gps=True))
        _listen(context)


def _listen(context: Context) -> None:
    interval = whole(context, "minRecordingIntervalV2") * 1000
    receiver = Intent(component=GPS_HANDLER)
    context.system.location.request(context.package, receiver, interval)


# -- GPS fixes


def on_fix(context: Context, _: Intent) -> None:
    """Process the receiver's latest fix."""
    slot, fix = memory(context), context.system.location.last
    value = slot.peek()
    under_way = value.recording
    if fix is None or fix.accuracy > whole(context, "recordingGpsAccuracy"):
        return
    if under_way is None:
        if value.gps and not value.ready:
            slot.set(replace(value, ready=True))
        return
    if not under_way.fixed:
        under_way = replace(under_way, fixed=True)
        slot.set(Memory(under_way))
        context.system.alarms.cancel(context.package, _SILENCE)
    store = TrackStore(context)
    last = under_way.last
    step = _distance(last, fix)
    if step is None:
        kind = TRACK_POINT
    elif step > whole(context, "maxRecordingDistance"):
        kind = SEGMENT_START_AUTOMATIC
    elif step >= whole(context, "recordingDistanceInterval"):
        kind = TRACK_POINT
    elif not under_way.idle and _waited(context, under_way):
        kind = IDLE
    else:
        return
    track = store.get(under_way.track)
    if track is None:  # deleted over adb: the service has nothing to write to
        stop(context)
        return
    _store(context, store, under_way, track, _point(fix, last, kind))


def _watch(context: Context) -> None:
    due = context.system.clock.elapsed_ms() + SILENCE_MS
    receiver = Intent(component=POINT_CREATOR)
    context.system.alarms.set(context.package, _SILENCE, due, receiver, wall=False)


def on_silence(context: Context, _: Intent) -> None:
    """Store a point without a position while there has been no fix."""
    under_way = memory(context).peek().recording
    if under_way is None or under_way.fixed:
        return
    store = TrackStore(context)
    track = store.get(under_way.track)
    if track is None:  # deleted over adb
        stop(context)
        return
    point = Point(TRACK_POINT, context.system.clock.now_ms())
    _store(context, store, under_way, track, point)
    _watch(context)


def _waited(context: Context, under_way: Recording) -> bool:
    now = context.system.clock.elapsed_ms()
    return now - under_way.last_ms >= whole(context, "idleSpeedDuration") * 1000


def _distance(last: Point | None, fix: Fix) -> float | None:
    place = last.place if last is not None else None
    return None if place is None else distance_m(*place, fix.latitude, fix.longitude)


def _point(fix: Fix, last: Point | None, kind: int) -> Point:
    speed = fix.speed
    if speed is None:  # the fix has no speed: compute it from the last point
        step = _distance(last, fix)
        seconds = (fix.time_ms - last.time_ms) / 1000 if last is not None else 0.0
        speed = step / seconds if step is not None and seconds > 0 and kind == TRACK_POINT else 0.0
    return Point(
        kind,
        fix.time_ms,
        fix.latitude,
        fix.longitude,
        fix.altitude,
        speed,
        fix.accuracy,
        fix.bearing,
    )


def _store(
    context: Context, store: TrackStore, under_way: Recording, track: Track, point: Point
) -> None:
    """Store a point, and update the track and the recording."""
    now = context.system.clock.elapsed_ms()
    last, place = under_way.last, point.place
    step = 0.0
    if point.kind == TRACK_POINT and last is not None and last.place and place:
        step = distance_m(*last.place, *place)
    moved = (
        0 if under_way.idle or point.kind == SEGMENT_START_AUTOMATIC else now - under_way.last_ms
    )
    heights = store.heights(track.id)
    if point.altitude is not None:
        low, high = heights or (point.altitude, point.altitude)
        heights = min(low, point.altitude), max(high, point.altitude)
    changed = replace(
        track,
        stop_ms=max(track.stop_ms, point.time_ms),
        points=track.points + 1,
        distance=track.distance + step,
        total_ms=under_way.before_ms + max(0, now - under_way.started_ms),
        moving_ms=track.moving_ms + max(0, moved),
        max_speed=max(track.max_speed, point.speed or 0.0),
    )
    with store.database.transaction():
        store.add_point(track.id, point)
        store.rewrite(track.id, changed, heights)
    slot = memory(context)
    if slot.peek().recording is not None:
        after = point if place else last
        idle = point.kind == IDLE
        slot.set(Memory(replace(under_way, last=after, last_ms=now, idle=idle)))


def _count(store: TrackStore, number: int, more: int) -> None:
    store.database.execute(
        "UPDATE tracks SET numpoints = coalesce(numpoints, 0) + ? WHERE _id = ?", (more, number)
    )


# -- queries of the screens


def signal(context: Context) -> str:
    """Return the state of the GPS signal: "off", "disabled", "waiting" or "fixed"."""
    value = memory(context).get()
    location = context.system.location
    if not location.enabled or not context.granted(FINE):
        return "disabled"
    if value.recording is not None:
        return "fixed" if value.recording.fixed else "waiting"
    if not value.gps:
        return "off"
    return "fixed" if value.ready else "waiting"


def insert_marker(
    context: Context, number: int, name: str, category: str, description: str
) -> bool:
    """Add a marker at the phone's position; return False if that is unknown."""
    under_way, fix = recording(context), context.system.location.last
    if under_way is None or under_way.track != number or not under_way.fixed or fix is None:
        return False
    store = TrackStore(context)
    track = store.get(number)
    if track is None:
        return False
    elapsed = context.system.clock.elapsed_ms()
    store.add_marker(
        Marker(
            0,
            number,
            name,
            description,
            category,
            track.distance,
            under_way.before_ms + elapsed - under_way.started_ms,
            fix.latitude,
            fix.longitude,
            context.system.clock.now_ms(),
            fix.altitude,
        )
    )
    return True
