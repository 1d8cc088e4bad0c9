"""The receiver of the app's broadcasts, which return the utterance and the reward."""

from __future__ import annotations

from android_gym.simulator.apps.miniwob.model import Episode
from android_gym.simulator.system.intents import BroadcastResult, Intent
from android_gym.simulator.ui.activity import Context

__all__ = ["receive"]

RESULT_OK = -1


def receive(context: Context, intent: Intent) -> BroadcastResult | None:
    """Return the utterance or the reward; None unless the app is in the foreground."""
    if context.system.activities.front_package != context.package:
        return None
    episode = context.memory_of(Episode).get()
    if (intent.action or "").endswith(".GET_REWARD_ACTION"):
        return BroadcastResult(RESULT_OK, episode.reward)
    if episode.utterance is None:
        return None
    return BroadcastResult(RESULT_OK, episode.utterance)
