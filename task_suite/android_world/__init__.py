"""AndroidWorld's tasks, a folder for each app."""

from android_gym.task_suite.android_world.apps import APPS
from android_gym.task_suite.android_world.noise import NOISE
from android_gym.task_suite.suite import Suite

__all__ = ["SUITE"]

SUITE = Suite(
    "AndroidWorld",
    apps=APPS,
    noise=NOISE,
    # As `initialize_device_time` in AndroidWorld's task_eval.py does before every task.
    settings={"system time_12_24": "24"},
    rules="android_world",
)
