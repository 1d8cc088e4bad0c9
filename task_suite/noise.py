"""Noise: notes, contacts, messages and files that a task is not about.

It makes a phone look used. A suite says which kinds there are (`Suite.noise`), and in which apps'
tasks each could be noticed. It is kept away from these, so that nothing that is judged or asked
about is affected.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from android_gym.devices.apps import fold_label
from android_gym.task_suite.suite import Noise, suite_of
from android_gym.task_suite.task import Task

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["put_noise"]


def put_noise(
    device: Device,
    task: Task,
    rng: np.random.Generator,
    kinds: Mapping[str, Noise] | None = None,
) -> list[str]:
    """Add noise to a device that was set up for a task: some of every kind it is not about.

    Does nothing for a task that does not say which apps it is about.

    Args:
        device: The device.
        task: Its task.
        rng: The only source of randomness.
        kinds: Kinds of noise by name; those of the task's suite by default.

    Returns:
        Names of the kinds, in the order in which they were added.

    Raises:
        DeviceError: If the device fails.
    """
    if kinds is None:
        suite = suite_of(type(task))
        kinds = suite.noise if suite is not None else {}
    apps = {fold_label(app) for app in task.apps}
    names = [
        name for name, kind in kinds.items() if apps and apps.isdisjoint(map(fold_label, kind.apps))
    ]
    order = [str(name) for name in rng.permutation(names)]
    now_s = int(device.now().timestamp())
    for name in order:
        device.run(kinds[name].command(rng, now_s))
    return order
