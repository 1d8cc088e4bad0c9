"""State of these apps after installation: notification channels, and a cache."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.apps.stubs.manifest import APPS
from android_gym.simulator.system.notifications import Channel
from android_gym.simulator.ui.activity import Context

__all__ = ["install"]

_CACHE_BYTES: Final = 180_000
"""Size in bytes of a made-up file in the cache, so that there is something to clear."""


def install(context: Context, *, cleared: bool) -> None:
    """Create an app's notification channels, and a file in the cache if it was installed later."""
    app = next(each for each in APPS if each.package == context.package)
    for name, label in app.channels:
        context.system.notifications.create_channel(app.package, Channel(name, label))
    if app.preinstalled:
        return
    path = f"{context.data_dir}/cache/images.0"
    context.system.files.write(path, bytes(_CACHE_BYTES), owner=context.uid)
