"""Background work: the end of a song, media buttons, the sleep timer."""

from __future__ import annotations

from android_gym.simulator.apps.retro_music.player import SLEEP, Player
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.media.playback import ACTION_COMPLETED, ACTION_MEDIA_COMMAND
from android_gym.simulator.ui.activity import Context

__all__ = ["music", "sleep"]


def music(context: Context, intent: Intent) -> None:
    """Handle the media session: continue after a song, or run a command."""
    player = Player(context)
    if intent.action == ACTION_COMPLETED:
        player.completed()
    elif intent.action == ACTION_MEDIA_COMMAND:
        match intent.extras.get("command"):
            case "next":
                player.next()
            case "previous":
                player.previous()
            case "seek" | "pause" | "focus_lost" | "stop":
                player.queue.set_position_in_track(player.position_ms())


def sleep(context: Context, intent: Intent) -> None:
    """Pause, or have playing stop after the current song."""
    player = Player(context)
    if intent.action != SLEEP or not player.playing:
        return
    if intent.extras.get("finish") is True:
        context.preferences().put(finish_last_song=True)
    else:
        player.pause()
