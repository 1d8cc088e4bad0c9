"""SPA-Bench (Chen et al., 2024): its 340 tasks as records."""

from android_gym.task_suite.spa_bench.records import (
    Record,
    Set,
    Subtask,
    load,
    read_records,
    records,
)

__all__ = ["Record", "Set", "Subtask", "load", "read_records", "records"]
