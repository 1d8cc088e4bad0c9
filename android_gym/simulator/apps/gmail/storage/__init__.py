"""The mailbox's database, and the app's preferences."""

from __future__ import annotations

from android_gym.simulator.apps.gmail.storage.mailbox import Labelled, Mailbox
from android_gym.simulator.apps.gmail.storage.schema import ACCOUNT, OWNER
from android_gym.simulator.apps.gmail.storage.settings import Settings

__all__ = ["ACCOUNT", "OWNER", "Labelled", "Mailbox", "Settings"]
