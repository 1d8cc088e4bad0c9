"""Splits of ids and seeds for training and testing: fixed, published lists.

``splits_v1.json`` beside this module has them. A new list gets a new number; a published one stays.
See docs/evaluation.md for what the parts of each split do not share.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

import gymnasium as gym

from android_gym.checks import shown
from android_gym.errors import OptionError

__all__ = ["Kind", "Part", "select", "split"]

Kind = Literal["instance", "template", "app", "training"]
Part = Literal["train", "validation", "test"]

_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "instance": ("train", "test"),
    "template": ("train", "test"),
    "app": ("train", "test"),
    "training": ("train", "validation", "test"),
}
"""Parts of each kind."""


def split(kind: Kind, part: Part, version: int = 1) -> dict[str, tuple[int, ...]]:
    """Return the ids of a part of a split, with their seeds.

    - ``"instance"``: both parts have the same ids, but no goal in common; for an id whose goal is
      always the same, no parameters in common. Ids with fewer than ten are left out.
    - ``"template"``: the parts have no template of a goal in common, nor is a task of one part made
      of tasks of the other.
    - ``"app"``: the parts have no app in common that their tasks are about. Tasks about apps of
      both are left out.

    - ``"training"``: ``"train"`` and ``"validation"`` are tasks of `AndroidGym`, the suite to train
      on, and no task of one does the same to the same kind of rows as one of the other; ``"test"``
      are AndroidWorld's, with which the suite shares nothing.

    Args:
        kind: What the parts do not share.
        part: ``"train"`` or ``"test"``; for the last kind, ``"validation"`` too.
        version: Version of the list.

    Returns:
        Seeds by id, as `android_gym.evaluation.sweep` takes them; for training, reset with any of
        them: ``env.reset(seed=...)``.

    Raises:
        OptionError: If there is no such split, or an id of it is no longer registered.
    """
    lists = _read(version)
    parts = _PARTS.get(kind, ()) if isinstance(kind, str) else ()
    if not isinstance(part, str) or part not in parts:
        raise OptionError(
            "A split is 'instance', 'template' or 'app' and has the parts 'train' and 'test', or "
            f"'training', which has 'validation' too; got {shown(kind)} and {shown(part)}."
        )
    every = range(lists["seeds"])
    if kind != "instance":
        found = {env_id: tuple(every) for env_id in lists[kind][part]}
    elif part == "test":
        found = {env_id: tuple(own["test"]) for env_id, own in lists[kind].items()}
    else:
        found = {
            env_id: tuple(sorted(set(every) - set(own["not train"])))
            for env_id, own in lists[kind].items()
        }
    gone = sorted(found.keys() - gym.registry.keys())
    if gone:
        raise OptionError(
            f"Version {version} of the splits has {gone[0]!r}, which is no longer registered: "
            "its episodes have changed. Use a later version."
        )
    return found


@cache
def _read(version: int) -> Mapping[str, Any]:
    file = files(__package__) / f"splits_v{version}.json"
    if not file.is_file():
        raise OptionError(f"There is no version {version!r} of the splits.")
    lists: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return lists


def select(cases: Mapping[str, Sequence[int]], seeds: Sequence[int] | None) -> dict[str, list[int]]:
    """Return those of each id's seeds that are wanted, or the first 20.

    Raises:
        OptionError: If an id has none of them.
    """
    found = {
        env_id: [seed for seed in own if seed in seeds] if seeds is not None else list(own[:20])
        for env_id, own in cases.items()
    }
    for env_id, chosen in found.items():
        if not chosen:
            raise OptionError(
                f"None of the seeds {seeds} is in this part of the split, for {env_id}."
            )
    return found
