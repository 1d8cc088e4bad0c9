"""SPA-Bench (Chen et al., 2024): its 340 tasks as records, and those of Android's own apps live."""

from android_gym.task_suite.spa_bench.records import (
    Record,
    Set,
    Subtask,
    load,
    read_records,
    records,
)
from android_gym.task_suite.suite import Suite

__all__ = ["SUITE", "Record", "Set", "Subtask", "load", "read_records", "records"]

SUITE = Suite(
    "SPABench",
    apps={
        "calculator": "com.google.android.calculator",
        "clock": "com.google.android.deskclock",
        "contacts": "com.google.android.contacts",
        "files": "com.google.android.documentsui",
        "keep notes": "com.google.android.keep",
        "settings": "com.android.settings",
        "google tasks": "com.google.android.apps.tasks",
        "google calendar": "com.google.android.calendar",
        "gmail": "com.google.android.gm",
    },
)
