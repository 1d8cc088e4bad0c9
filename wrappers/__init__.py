"""Gymnasium wrappers, one per file, which work on any device; see docs/wrappers.md."""

from android_gym.wrappers.action_history import ActionHistory
from android_gym.wrappers.curriculum import Curriculum
from android_gym.wrappers.dual_point_gestures import DualPointGestures
from android_gym.wrappers.element_actions import ElementActions
from android_gym.wrappers.flatten_for_training import FlattenForTraining
from android_gym.wrappers.pixels_only import PixelsOnly
from android_gym.wrappers.randomize_device import RandomizeDevice
from android_gym.wrappers.record_demonstrations import RecordDemonstrations
from android_gym.wrappers.set_of_marks import SetOfMarks
from android_gym.wrappers.stabilize import Stabilize
from android_gym.wrappers.time_penalty import TimePenalty

__all__ = [
    "ActionHistory",
    "Curriculum",
    "DualPointGestures",
    "ElementActions",
    "FlattenForTraining",
    "PixelsOnly",
    "RandomizeDevice",
    "RecordDemonstrations",
    "SetOfMarks",
    "Stabilize",
    "TimePenalty",
]
