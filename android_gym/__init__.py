"""Gymnasium environments for Android, on a phone written in Python or on the emulator.

Importing this package registers its tasks with Gymnasium::

    import gymnasium as gym, android_gym

    env = gym.make("AndroidWorld/ExpenseAddSingle-v0")
"""

from android_gym.registration import add_folder, register_suites

__all__ = ["add_folder", "register_suites"]
__version__ = "0.2.0"

register_suites()
