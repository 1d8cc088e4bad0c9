"""The app's database and preferences, and the media in shared storage."""

from android_gym.simulator.apps.gallery.storage.changes import FileChanges
from android_gym.simulator.apps.gallery.storage.database import Records, install
from android_gym.simulator.apps.gallery.storage.library import Library
from android_gym.simulator.apps.gallery.storage.settings import Group, Order, Settings

__all__ = [
    "FileChanges",
    "Group",
    "Library",
    "Order",
    "Records",
    "Settings",
    "install",
]
