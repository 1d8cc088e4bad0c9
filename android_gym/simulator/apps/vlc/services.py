"""VLC's background work: handles events of its media session and its alarms."""

from __future__ import annotations

from android_gym.simulator.apps.vlc.library import Library
from android_gym.simulator.apps.vlc.playing import JUMP_MS, Player
from android_gym.simulator.apps.vlc.storage import is_on
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.media.playback import ACTION_COMPLETED, ACTION_MEDIA_COMMAND
from android_gym.simulator.ui.activity import Context

__all__ = ["on_part_ended", "on_playback", "on_sleep"]


def on_playback(context: Context, intent: Intent) -> None:
    """Handle the end of an item, and commands that the session leaves to the app."""
    player = Player(context, Library(context))
    if intent.action == ACTION_COMPLETED:
        player.completed(intent.get_int("index", -1))
        if not player.active:
            _close_player(context)
        return
    if intent.action != ACTION_MEDIA_COMMAND:
        return
    match intent.extra("command"):
        case "next":
            player.skip(1)
        case "previous":
            player.skip(-1)
        case "fast_forward":
            player.seek_by(JUMP_MS)
        case "rewind":
            player.seek_by(-JUMP_MS)
        case "pause":
            player.keep_place()
        case "focus_lost":
            player.keep_place()
            player.session.set_resumes(is_on(context, "resume_playback"))
        case "stop":
            player.stop()
            _close_player(context)


def on_part_ended(context: Context, intent: Intent) -> None:
    """Seek to the start of the A-B section at its end."""
    Player(context, Library(context)).turn_back()


def _close_player(context: Context) -> None:
    """Close the video player, as nothing is left to play."""
    activities = context.system.activities
    component = context.manifest.component(".gui.video.VideoPlayerActivity")
    for task in activities.tasks:
        for record in task.records:
            if record.component == component:
                activities.finish(record.token)


def on_sleep(context: Context, intent: Intent) -> None:
    """Stop playing: the sleep timer has run out."""
    Player(context, Library(context)).stop()
    _close_player(context)
