"""Records sound: the file and its row grow with the phone's clock (RecordingService)."""

from __future__ import annotations

import posixpath
from dataclasses import replace
from typing import Final

from android_gym.errors import FileError
from android_gym.simulator.apps.audio_recorder.manifest import MANIFEST
from android_gym.simulator.apps.audio_recorder.model import (
    Memory,
    Record,
    RecorderSettings,
    Recording,
)
from android_gym.simulator.apps.audio_recorder.storage import (
    RecordStore,
    folder,
    prefs,
    settings,
)
from android_gym.simulator.state import Slot
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.media.encoders import (
    encode_3gp,
    encode_m4a,
    encode_wav,
    wav_size,
)
from android_gym.simulator.system.media.microphone import MAX_AMPLITUDE
from android_gym.simulator.system.notifications import (
    IMPORTANCE_LOW,
    Channel,
    Notification,
    NotificationAction,
    PendingIntent,
)
from android_gym.simulator.ui.activity import Context

__all__ = [
    "CHANNEL",
    "SHORT_MS",
    "expected_size",
    "memory",
    "new_file",
    "next_name",
    "samples_of",
    "start",
    "stop",
    "store_more",
    "toggle_pause",
]

PERIOD_MS: Final = 3_000
"""Milliseconds between two writes to the file."""

SHORT_MS: Final = 20_000
"""Records up to this duration share a scale; longer ones are 1.5 screens wide."""

NOTIFICATION: Final = 303
CHANNEL: Final = Channel("com.dimowner.audiorecorder.NotificationId", "Default", IMPORTANCE_LOW)
_SERVICE: Final = ".app.RecordingService"
_STOP: Final = MANIFEST.component(".app.RecordingService$StopRecordingReceiver")
_NO_ROOM: Final = "No available space!"


def memory(context: Context) -> Slot[Memory]:
    """Return the slot of the state that is lost when the process dies."""
    return context.memory_of(Memory)


def samples_of(context: Context) -> int:
    """Return the number of amplitudes in a waveform: one per dp of 1.5 screens."""
    display = context.system.display
    return int(1.5 * min(display.size) / display.density)


# -- files


def next_name(context: Context, naming: str, extension: str, at_ms: int) -> str:
    """Return the name for a recording at a time, using the counter's next number if so named."""
    now = context.system.clock.datetime(at_ms)
    match naming:
        case "date":
            stem = f"{now:%d.%m.%Y %H.%M.%S}"
        case "date_us":
            half = "AM" if now.hour < 12 else "PM"
            stem = f"{now:%m-%d-%Y} {now.hour % 12 or 12:02}.{now:%M.%S}{half}"
        case "date_iso8601":
            stem = f"{now:%Y-%m-%d %H.%M.%S}"
        case "timestamp":
            stem = str(at_ms)
        case _:
            stem = f"Record-{_counter(context) + 1}"
    return f"{stem}.{extension}"


def _counter(context: Context) -> int:
    number = prefs(context).get("record_counter", 0)
    return number if isinstance(number, int) and 0 <= number < 1 << 53 else 0


def new_file(context: Context) -> str:
    """Create the empty file made by each press of the record button; return its path.

    Raises:
        FileError: If there is no space, or no folder.
    """
    chosen = settings(context)
    name = next_name(context, chosen.naming, chosen.format, context.system.clock.now_ms())
    prefs(context).put(record_counter=_counter(context) + 1)
    where, files = folder(context), context.system.files
    while files.exists(f"{where}/{name}"):
        name = f"1{name}"
    path = f"{where}/{name}"
    files.write(path, b"", owner=context.uid)
    return path


def expected_size(chosen: RecorderSettings, duration_ms: int) -> int:
    """Return the approximate size of a recording in bytes."""
    if chosen.format == "wav":
        return wav_size(duration_ms, chosen.sample_rate, chosen.channels)
    rate = 12_800 if chosen.format == "3gp" else chosen.bitrate
    return duration_ms * rate // 8000


def _encoded(recording: Recording, duration_ms: int, created_ms: int) -> bytes:
    chosen = recording.settings
    if chosen.format == "wav":
        return encode_wav(
            duration_ms,
            sample_rate=chosen.sample_rate,
            channels=chosen.channels,
            start_ms=recording.began_ms,
        )
    if chosen.format == "3gp":
        return encode_3gp(duration_ms, created_ms=created_ms)
    return encode_m4a(
        duration_ms,
        sample_rate=chosen.sample_rate,
        channels=chosen.channels,
        bitrate=chosen.bitrate,
        created_ms=created_ms,
    )


# -- from start to stop


def start(context: Context) -> str:
    """Start a recording; return an error message, "" for none."""
    system = context.system
    try:
        path = new_file(context)
    except FileError:
        return "Can't create file"
    if not system.microphone.start(context.package, _SERVICE, PERIOD_MS):
        return "Failed to init the Recorder"
    system.playback.of(context.package).close()
    chosen, now = settings(context), system.clock.now_ms()
    name = posixpath.splitext(posixpath.basename(path))[0]
    row = Record(
        0, name, 0, now, now, path, chosen.format, 0, chosen.sample_rate, chosen.channels,
        _bitrate(chosen),
    )  # fmt: skip
    number = RecordStore(context).add(row, samples_of(context))
    prefs(context).put(active_record=number)
    elapsed = system.clock.elapsed_ms()
    recording = Recording(number, path, chosen, elapsed, elapsed)
    memory(context).update(recording=recording, playing=0, ask_name=0)
    _notify(context, recording)
    return ""


def _bitrate(chosen: RecorderSettings) -> int:
    if chosen.format == "wav":
        return chosen.sample_rate * chosen.channels * 16
    return 12_800 if chosen.format == "3gp" else chosen.bitrate


def toggle_pause(context: Context, recording: Recording) -> None:
    """Pause or resume a recording; like the app, leave an empty file each time."""
    try:
        new_file(context)
    except FileError:
        pass  # only its empty file is missing
    pause(context, recording, not recording.paused)


def pause(context: Context, recording: Recording, paused: bool) -> None:
    """Pause or resume a recording."""
    if recording.paused == paused:
        return
    now = context.system.clock.elapsed_ms()
    changed = replace(recording, before_ms=recording.length_at(now), since_ms=now, paused=paused)
    memory(context).update(recording=changed)
    _notify(context, changed)


def store_more(context: Context) -> None:
    """Write what was recorded to the file; if the disk is full, stop the recording."""
    recording = memory(context).peek().recording
    if recording is None or recording.paused:
        return
    length = recording.length_at(context.system.clock.elapsed_ms())
    size = expected_size(recording.settings, length)
    files = context.system.files
    try:
        # Players can't read it yet, because its index is only written at the end.
        files.write(recording.path, bytes(size), owner=context.uid)
    except FileError:
        context.toast(_NO_ROOM, long=True)
        stop(context, ask=False)
        return
    memory(context).update(recording=replace(recording, stored_ms=length))


def stop(context: Context, *, ask: bool = True) -> int | None:
    """Stop the recording.

    Args:
        context: The app's context.
        ask: Whether to ask for its name, if the user wants to be asked.

    Returns:
        Id of its row; None if there was no recording.
    """
    recording = memory(context).peek().recording
    if recording is None:
        return None
    system = context.system
    now = system.clock.now_ms()
    length = recording.length_at(system.clock.elapsed_ms())
    size, length = _write(context, recording, length, now)
    store = RecordStore(context)
    row = store.get(recording.record)
    if row is not None:
        done = replace(row, duration_us=length * 1000, size=size, created=now, path=recording.path)
        store.finish(done, _heard(context, recording, length))
    asks = ask and prefs(context).get("is_ask_rename_after_stop_recording", True) is not False
    memory(context).update(recording=None, ask_name=recording.record if asks else 0)
    system.microphone.stop(context.package)
    system.notifications.cancel(context.package, NOTIFICATION)
    return recording.record


def discard(context: Context) -> None:
    """Stop the recording and delete it."""
    number = stop(context, ask=False)
    store = RecordStore(context)
    row = store.get(number) if number is not None else None
    if row is not None:
        store.remove(row)
        prefs(context).put(active_record=-1)


def _write(context: Context, recording: Recording, length: int, now_ms: int) -> tuple[int, int]:
    """Write the whole file, or as much as fits on the disk; return its bytes and milliseconds."""
    stored = recording.stored_ms
    for duration in (length, stored, stored - 1_000, stored // 2, 0):
        data = _encoded(recording, max(0, duration), now_ms)
        try:
            context.system.files.write(recording.path, data, owner=context.uid)
        except FileError:
            continue
        return len(data), max(0, duration)
    return 0, 0


def _heard(context: Context, recording: Recording, length: int) -> bytes:
    """Return the amplitudes of a record: the microphone's level at each time."""
    count = samples_of(context)
    hear = context.system.microphone.amplitude
    return bytes(
        hear(recording.began_ms + length * index // count) * 255 // MAX_AMPLITUDE
        for index in range(count)
    )


def _notify(context: Context, recording: Recording) -> None:
    notifications = context.system.notifications
    notifications.create_channel(context.package, CHANNEL)
    main = Intent.to(MANIFEST.component(".app.main.MainActivity"))
    halt = PendingIntent(Intent.to(_STOP), "broadcast")
    notifications.post(
        Notification(
            context.package,
            NOTIFICATION,
            "Paused" if recording.paused else "Recording is ON",
            icon="microphone",
            channel=CHANNEL.id,
            content=PendingIntent(main),
            actions=(NotificationAction("Stop", halt),),
            auto_cancel=False,
            ongoing=True,
            foreground_service=True,
            only_alert_once=True,
        )
    )
