"""Temporary ids for records without a live id, registered while a session is played."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, get_args

import gymnasium as gym

from android_gym.checks import check_call, check_options
from android_gym.errors import OptionError
from android_gym.registration import register_suites
from android_gym.task_suite.spa_bench import SUITE, Record, Set, load, records
from android_gym.task_suite.spa_bench.live import LiveTask, task_name
from android_gym.task_suite.spa_bench.recorded import packages_of, record_tasks
from android_gym.task_suite.suite import add_tasks, tasks

__all__ = ["part_ids", "registered", "uid_of", "with_records"]

_BEGINNINGS: Final = tuple(f"{name}/" for name in ("ENG", "CHN", *get_args(Set)))
"""Prefixes of the names of records."""


def part_ids(ids: str | Sequence[str]) -> tuple[list[str], list[Record]]:
    """Split the requested names into ids (or patterns) and records without a live id.

    Raises:
        OptionError: If there is no such record, one is given twice, or an app's package is unknown.
    """
    live = {
        load(task.uid).uid: f"{SUITE.namespace}/{task.name}-v{task.version}"
        for task in tasks(SUITE.namespace).values()
        if issubclass(task, LiveTask)
    }
    patterns: list[str] = []
    wanted: list[Record] = []
    for text in [ids] if isinstance(ids, str) else ids:
        if not (isinstance(text, str) and text.startswith(_BEGINNINGS)):
            patterns.append(text)
            continue
        record = load(text)
        if record in wanted:
            raise OptionError(f"The record {text!r} is given twice.")
        if record.uid in live:
            patterns.append(live[record.uid])
        else:
            packages_of(record)
            wanted.append(record)
    return patterns, wanted


@contextlib.contextmanager
def registered(wanted: Sequence[Record]) -> Iterator[list[str]]:
    """Register records as ids until the end of the block; yield the ids."""
    ids = [f"{SUITE.namespace}/{task_name(record)}-v0" for record in wanted]
    try:
        if wanted:
            _register([record.uid for record in wanted], None)
        yield ids
    finally:
        if wanted:
            add_tasks(SUITE.namespace, ())
            for env_id in ids:
                gym.registry.pop(env_id, None)


def with_records(options: Mapping[str, Any], wanted: Sequence[Record]) -> dict[str, Any]:
    """Return a sweep's options with which workers know records, and agents open their apps."""
    if not wanted:
        return dict(options)
    first = options.get("prepare")
    if first is not None:
        check_call("prepare", first)
    apps = {app: package for record in wanted for app, package in packages_of(record).items()}
    env_options = check_options("env_options", options.get("env_options"))
    return {
        **options,
        "prepare": partial(_register, [record.uid for record in wanted], first),
        "env_options": {"extra_apps": apps, **env_options},
    }


def _register(uids: Sequence[str], first: Callable[[], object] | None) -> None:
    if first is not None:
        first()
    add_tasks(SUITE.namespace, record_tasks(uids))
    register_suites()


def uid_of(env_id: str) -> str:
    """Return the name of an id's record, live or not; the id itself if it has none."""
    name = env_id.removeprefix(f"{SUITE.namespace}/").rpartition("-v")[0]
    return next((record.uid for record in records() if task_name(record) == name), env_id)
