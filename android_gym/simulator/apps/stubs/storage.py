"""Files that these apps have when they are installed: kinds of notifications, and a cache."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.apps.stubs.manifest import APPS
from android_gym.simulator.system.notifications import Channel
from android_gym.simulator.ui.activity import Context

__all__ = ["install"]

_CACHE_BYTES: Final = 180_000
"""Size of a file in the cache, so that there is one to be cleared: made up."""


def install(context: Context, *, cleared: bool) -> None:
    """Create the kinds of an app's notifications; one that was brought has a file in its cache."""
    app = next(each for each in APPS if each.package == context.package)
    for name, label in app.channels:
        context.system.notifications.create_channel(app.package, Channel(name, label))
    if app.preinstalled:
        return
    path = f"{context.data_dir}/cache/images.0"
    context.system.files.write(path, bytes(_CACHE_BYTES), owner=context.uid)
