"""Splits of ids and seeds into those to train on and to test on: fixed, published lists.

``splits_v1.json`` beside this module holds them. A new list gets a new number; one that was
published stays. See docs/evaluation.md for what the parts of each split do not share.
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
    """The ids to train or to test on, with their seeds.

    - ``"instance"``: both parts have the same ids, and no goal of the one is a goal of the other;
      where an id's goal is always the same, no parameters. Ids with fewer than ten are left out.
    - ``"template"``: no template of a goal of the one part is one of the other, nor is a task of
      the one part made of tasks of the other.
    - ``"app"``: no app that a task of the one part is about is an app of the other. Tasks about
      apps of both are left out.

    - ``"training"``: ``"train"`` and ``"validation"`` are tasks of `AndroidGym`, the suite to train
      on, and no task of the one does the same to the same kind of rows as one of the other;
      ``"test"`` are AndroidWorld's, with which the suite shares nothing.

    Args:
        kind: What the parts do not share.
        part: ``"train"`` or ``"test"``; of the last kind, ``"validation"`` too.
        version: Of the list.

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
            "what its seeds give has changed. Take a later version."
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
    """Return the seeds of each id that are wanted, or the first 20.

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
