"""A checkout of the original as its users have one, of tasks of our own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import gymnasium as gym
import pytest

from android_gym.task_suite.mobile_bench_original.tasks import NAMESPACE
from android_gym.task_suite.suite import add_tasks

SETTINGS = {
    "package": "com.android.settings",
    "txt": "Airplane|Flight",
    "api": ["adb shell cmd connectivity airplane-mode enable"],
}
FILES = {
    "s_app_s_step.json": [
        {"id": 1, "query": "Turn airplane mode on", "check_point": SETTINGS},
        {"id": 2, "query": ["Open {that}", "Close it"], "check_point": {"text": "Clock"}},
        {"id": 3, "query": [], "check_point": {"text": "Clock"}},
    ],
    "m_app_m_step.json": [
        {"id": 1, "query": "Do it", "check_point": {"package": ["com.example; reboot", "a.b"]}}
    ],
}


@pytest.fixture
def checkout(tmp_path: Path) -> Iterator[Path]:
    """Write a checkout; what is registered of it is forgotten in the end."""
    folder = tmp_path / "checkout"
    (folder / "data").mkdir(parents=True)
    for name, items in FILES.items():
        (folder / "data" / name).write_text(json.dumps(items), "utf-8")
    yield folder
    add_tasks(NAMESPACE, ())
    for env_id in [one for one in gym.registry if one.startswith(f"{NAMESPACE}/")]:
        del gym.registry[env_id]
