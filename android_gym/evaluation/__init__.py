"""Evaluation: sweeps, policies, splits, statistics, recordings; see docs/evaluation.md."""

from android_gym.evaluation.folder import load
from android_gym.evaluation.ids import find_ids
from android_gym.evaluation.policies import (
    CheckpointPolicy,
    DemonstrationPolicy,
    Policy,
    RandomPolicy,
    describe_checkpoint,
    load_policy,
)
from android_gym.evaluation.report import Row, draw_chart, summarize, write_report
from android_gym.evaluation.results import EpisodeKey, Result
from android_gym.evaluation.splits import select, split
from android_gym.evaluation.statistics import two_proportions, wilson
from android_gym.evaluation.study import StudyRow, is_study, study, write_table
from android_gym.evaluation.sweep import sweep, sweep_all

__all__ = [
    "CheckpointPolicy",
    "DemonstrationPolicy",
    "EpisodeKey",
    "Policy",
    "RandomPolicy",
    "Result",
    "Row",
    "StudyRow",
    "describe_checkpoint",
    "draw_chart",
    "find_ids",
    "is_study",
    "load",
    "load_policy",
    "select",
    "split",
    "study",
    "summarize",
    "sweep",
    "sweep_all",
    "two_proportions",
    "wilson",
    "write_report",
    "write_table",
]
