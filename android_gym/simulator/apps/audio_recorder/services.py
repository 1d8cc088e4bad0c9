"""Audio Recorder's work while none of its screens is shown."""

from __future__ import annotations

from android_gym.simulator.apps.audio_recorder import player, recorder
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.media.microphone import ACTION_READ
from android_gym.simulator.system.media.playback import ACTION_COMPLETED
from android_gym.simulator.ui.activity import Context

__all__ = ["on_playback", "on_recording", "on_stop_playback", "on_stop_recording"]


def on_recording(context: Context, intent: Intent) -> None:
    """Take what the microphone has heard."""
    if intent.action == ACTION_READ:
        recorder.store_more(context)


def on_playback(context: Context, intent: Intent) -> None:
    """Stop at the end of a record, or when a button stops it."""
    if intent.action == ACTION_COMPLETED or player.session(context).state == "stopped":
        player.stop(context)


def on_stop_recording(context: Context, intent: Intent) -> None:
    """Stop recording: the notification's button."""
    recorder.stop(context)


def on_stop_playback(context: Context, intent: Intent) -> None:
    """Stop playing: the notification's button."""
    player.stop(context)
