"""Tasks of a user's own checkout of Mobile-Bench; none until one is registered.

Each is ``MobileBenchOriginal/<level>-<number>-v0``, made by `tasks.add_checkout`.
"""

from android_gym.task_suite.android_world.apps import APPS
from android_gym.task_suite.suite import Suite

__all__ = ["SUITE"]

SUITE = Suite("MobileBenchOriginal", apps=APPS)
