"""Plays records through the media session (PlaybackService)."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.apps.audio_recorder.manifest import MANIFEST
from android_gym.simulator.apps.audio_recorder.model import Record
from android_gym.simulator.apps.audio_recorder.recorder import CHANNEL, memory
from android_gym.simulator.apps.audio_recorder.storage import RecordStore, prefs
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.media.playback import MediaItem, MediaSession
from android_gym.simulator.system.notifications import (
    Notification,
    NotificationAction,
    PendingIntent,
)
from android_gym.simulator.ui.activity import Context

__all__ = ["NO_FILE", "active", "play", "seek", "session", "stop", "toggle"]

NOTIFICATION: Final = 101
NO_FILE: Final = "Player can't read the file"
_SERVICE: Final = ".app.PlaybackService"
_STOP: Final = MANIFEST.component(".app.PlaybackService$StopPlaybackReceiver")


def session(context: Context) -> MediaSession:
    """Return the app's session."""
    return context.system.playback.of(context.package)


def active(context: Context) -> Record | None:
    """Return the record shown on the main screen."""
    number = prefs(context).get("active_record", -1)
    return RecordStore(context).get(number) if isinstance(number, int) and number > 0 else None


def play(context: Context, record: Record) -> str:
    """Play a record from its beginning; return an error message, "" for none."""
    if RecordStore(context).is_lost(record) or not record.size:
        return NO_FILE
    own = session(context)
    own.open(_SERVICE, controls=("seek",))
    own.play([MediaItem(record.path, record.name, duration_ms=record.duration_ms)])
    memory(context).update(playing=record.id)
    _notify(context, record.name)
    return ""


def toggle(context: Context, record: Record) -> str:
    """Play, pause or resume a record; return an error message, "" for none."""
    own = session(context)
    if memory(context).peek().playing != record.id or own.state in ("none", "stopped"):
        place = own.position_ms() if memory(context).peek().playing == record.id else 0
        wrong = play(context, record)
        if not wrong and 0 < place < record.duration_ms:
            own.seek_to(place)
        return wrong
    if own.playing:
        own.pause()
    elif RecordStore(context).is_lost(record):
        stop(context)
        return NO_FILE
    else:
        own.play()
    return ""


def seek(context: Context, record: Record, ms: int) -> None:
    """Seek in a record, which need not be playing."""
    own = session(context)
    if memory(context).peek().playing != record.id:
        own.open(_SERVICE, controls=("seek",))
        own.set_metadata(MediaItem(record.path, record.name, duration_ms=record.duration_ms))
        memory(context).update(playing=record.id)
    own.seek_to(ms)


def stop(context: Context) -> None:
    """Stop playing."""
    session(context).close()
    memory(context).update(playing=0)
    context.system.notifications.cancel(context.package, NOTIFICATION)


def _notify(context: Context, name: str) -> None:
    notifications = context.system.notifications
    notifications.create_channel(context.package, CHANNEL)
    halt = PendingIntent(Intent.to(_STOP), "broadcast")
    notifications.post(
        Notification(
            context.package,
            NOTIFICATION,
            f"Playback: {name}",
            icon="play",
            channel=CHANNEL.id,
            content=PendingIntent(Intent.to(MANIFEST.component(".app.main.MainActivity"))),
            actions=(NotificationAction("Stop", halt),),
            auto_cancel=False,
            ongoing=True,
            foreground_service=True,
            only_alert_once=True,
        )
    )
