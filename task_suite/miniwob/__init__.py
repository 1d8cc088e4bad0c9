"""AndroidWorld's MobileMiniWoB++: pages of MiniWoB++ in an app."""

from android_gym.task_suite.suite import Suite

__all__ = ["SUITE"]

SUITE = Suite("MiniWoB", apps={"miniwob": "com.google.androidenv.miniwob"}, alike=True)
