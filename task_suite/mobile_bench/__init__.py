"""Mobile-Bench: CheckPoints, and 60 tasks of our own of its three levels, a folder for each."""

from android_gym.task_suite.android_world.apps import APPS
from android_gym.task_suite.suite import Suite

__all__ = ["SUITE"]

SUITE = Suite(
    "MobileBench", apps={"tasks.org": "org.tasks", **APPS}, settings={"system time_12_24": "24"}
)
