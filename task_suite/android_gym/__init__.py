"""Tasks of our own, from no benchmark: questions and changes, a folder for each app."""

from android_gym.task_suite.android_world.apps import APPS
from android_gym.task_suite.android_world.noise import NOISE
from android_gym.task_suite.suite import Suite

__all__ = ["SUITE"]

SUITE = Suite("AndroidGym", apps={"tasks.org": "org.tasks", **APPS}, noise=NOISE, alike=True)
