"""OsmAnd's receiver of location fixes while a trip is recorded."""

from __future__ import annotations

from dataclasses import replace

from android_gym.simulator.apps.osmand.model import Memory
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Context

MOST_POINTS = 50_000


def on_fix(context: Context, intent: Intent) -> None:
    """Add the phone's location to the trip."""
    slot = context.memory_of(Memory)
    recording = slot.get().recording
    fix = context.system.location.last
    if not recording.running or fix is None or len(recording.points) >= MOST_POINTS:
        return
    point = (round(fix.latitude, 7), round(fix.longitude, 7), fix.time_ms)
    slot.set(Memory(replace(recording, points=(*recording.points, point))))
