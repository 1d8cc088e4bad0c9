"""Audio Recorder's background work: the microphone, the media session, notification buttons."""

from __future__ import annotations

from android_gym.simulator.apps.audio_recorder import player, recorder
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.media.microphone import ACTION_READ
from android_gym.simulator.system.media.playback import ACTION_COMPLETED
from android_gym.simulator.ui.activity import Context

__all__ = ["on_playback", "on_recording", "on_stop_playback", "on_stop_recording"]


def on_recording(context: Context, intent: Intent) -> None:
    """Write what the microphone has recorded."""
    if intent.action == ACTION_READ:
        recorder.store_more(context)


def on_playback(context: Context, intent: Intent) -> None:
    """Stop playing at the end of a record or on a stop command."""
    if intent.action == ACTION_COMPLETED or player.session(context).state == "stopped":
        player.stop(context)


def on_stop_recording(context: Context, intent: Intent) -> None:
    """Stop recording, as the notification's button does."""
    recorder.stop(context)


def on_stop_playback(context: Context, intent: Intent) -> None:
    """Stop playing, as the notification's button does."""
    player.stop(context)
