"""AndroidWorld's tasks, a folder for each app."""

from android_gym.task_suite.android_world.apps import APPS
from android_gym.task_suite.android_world.noise import NOISE
from android_gym.task_suite.suite import Suite

__all__ = ["SUITE"]

SUITE = Suite("AndroidWorld", apps=APPS, noise=NOISE, rules="android_world")
