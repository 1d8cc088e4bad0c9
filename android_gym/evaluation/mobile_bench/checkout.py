"""Sweeps over the tasks of a user's own checkout of the original benchmark."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from android_gym.errors import OptionError
from android_gym.registration import register_suites
from android_gym.task_suite.mobile_bench.original import Checkout, load_checkout
from android_gym.task_suite.mobile_bench_original.tasks import NAMESPACE, add_checkout, name_of

__all__ = ["find_tasks", "register_checkout"]


def find_tasks(checkout: Checkout, names: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the ids of tasks of a checkout.

    Args:
        checkout: The checkout.
        names: Levels such as ``"SAMT"``, or tasks such as ``"SAMT-17"``; all tasks if empty.

    Raises:
        OptionError: If there is no such task.
    """
    known = [name_of(task) for task in checkout.tasks]
    wanted = list(names)
    for name in wanted:
        if not any(name in (one, one.partition("-")[0]) for one in known):
            raise OptionError(
                f"The checkout has no task {name[:200]!r}. Give a level (SAST, SAMT, MAMT), or a "
                f"task by its level and number such as {known[0]!r}."
                if known
                else "The checkout has no tasks that can be read."
            )
    chosen = [
        name for name in known if not wanted or name in wanted or name.partition("-")[0] in wanted
    ]
    return tuple(f"{NAMESPACE}/{name}-v0" for name in chosen)


def register_checkout(folder: str | Path, ids: Iterable[str] | None = None) -> Checkout:
    """Register a checkout's tasks as Gymnasium ids, replacing those of an earlier one.

    The ids are ``MobileBenchOriginal/<level>-<number>-v0``. A sweep does this in its processes,
    too, with ``prepare=functools.partial(register_checkout, folder, ids)``.

    Args:
        folder: As `load_checkout` takes it.
        ids: Ids to register; None for all, which takes some seconds.

    Returns:
        The whole checkout, with what could not be read.

    Raises:
        OptionError: If there is no checkout, or it is broken.
    """
    checkout = load_checkout(folder)
    if ids is None:
        chosen = checkout
    else:
        wanted = frozenset(ids)
        chosen = replace(
            checkout,
            tasks=tuple(
                task for task in checkout.tasks if f"{NAMESPACE}/{name_of(task)}-v0" in wanted
            ),
        )
    add_checkout(chosen)
    register_suites()
    return checkout
