"""The paper's five splits, computed for any episodes.

The parts of each split do not share:

- ``standard``: episodes. Each subset is split by itself.
- ``unseen_android_version``: versions of Android. The newest is tested.
- ``unseen_subject``: templates of the instruction without its subjects.
- ``unseen_verb``: templates of the instruction without its verbs.
- ``unseen_domain``: apps. An episode with apps of two parts is in none.

Groups are ordered by a digest of their names: the first eight tenths are for training, the next for
validation, the last for testing. So the same episodes always give the same split, without random
numbers.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, get_args

from android_gym.checks import check_choice
from android_gym.errors import OptionError
from android_gym.evaluation.aitw.records import Episode
from android_gym.task_suite.aitw.templates import subject_template, verb_template

__all__ = ["KINDS", "Item", "Kind", "Split", "item_of", "split", "write_splits"]

Kind = Literal[
    "standard", "unseen_android_version", "unseen_subject", "unseen_verb", "unseen_domain"
]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""The available splits."""

_TEST, _VALIDATION = 0.1, 0.1


@dataclass(frozen=True, slots=True)
class Item:
    """The facts about an episode that splits depend on.

    Attributes:
        id: Id of the episode.
        goal: Its instruction.
        subset: Part of the data set.
        api_level: API level of the phone's Android.
        domains: Packages of its apps, sorted, without launchers and the system.
    """

    id: str
    goal: str
    subset: str
    api_level: int
    domains: tuple[str, ...]


def item_of(episode: Episode) -> Item:
    """Return the facts about an episode that splits depend on."""
    domains = tuple(
        package
        for package in episode.packages
        if "launcher" not in package and package not in ("android", "com.android.systemui")
    )
    return Item(episode.id, episode.goal, episode.subset, episode.phone.api_level, domains)


@dataclass(frozen=True, slots=True)
class Split:
    """Ids of episodes, sorted; none is in two parts.

    Attributes:
        train: Ids for training.
        validation: Ids for validation.
        test: Ids for testing.
        left_out: Ids in none of the parts, as they would be shared.
    """

    train: tuple[str, ...]
    validation: tuple[str, ...]
    test: tuple[str, ...]
    left_out: tuple[str, ...] = ()


def split(kind: Kind, items: Iterable[Item]) -> Split:
    """Split episodes.

    Args:
        kind: What the parts do not share.
        items: Episodes, each id once.

    Raises:
        OptionError: If there is no such split, an id occurs twice, or there are too few groups for
            three parts, which the message names.
    """
    check_choice("kind", kind, KINDS)
    found = sorted(items, key=lambda item: item.id)
    twice = [item.id for item, other in zip(found, found[1:], strict=False) if item.id == other.id]
    if twice:
        raise OptionError(f"There are two episodes with the id {twice[0][:80]!r}.")
    if kind == "unseen_android_version":
        return _by_version(found)
    if kind == "unseen_domain":
        parts = _assign(kind, {domain for item in found for domain in item.domains}, "apps")
        return _collect(found, lambda item: _only({parts[domain] for domain in item.domains}))
    if kind == "standard":
        subsets = sorted({item.subset for item in found})
        own = {
            name: _assign(kind, {i.id for i in found if i.subset == name}, f"episodes of {name!r}")
            for name in subsets
        }
        return _collect(found, lambda item: own[item.subset][item.id])
    template = subject_template if kind == "unseen_subject" else verb_template
    groups = {item.id: template(item.goal) for item in found}
    parts = _assign(kind, set(groups.values()), "templates of instructions")
    return _collect(found, lambda item: parts[groups[item.id]])


def _by_version(items: Sequence[Item]) -> Split:
    levels = sorted({item.api_level for item in items})
    if len(levels) < 2:
        raise OptionError(
            "unseen_android_version needs episodes of two versions of Android or more, got those "
            f"of API levels {levels}."
        )
    older = _assign(
        "unseen_android_version",
        {item.id for item in items if item.api_level < levels[-1]},
        "episodes of older versions",
        test=0.0,
    )
    return _collect(items, lambda item: older.get(item.id, "test"))


def _only(parts: set[str]) -> str:
    return next(iter(parts)) if len(parts) == 1 else "left_out"


def _assign(kind: str, groups: set[str], what: str, test: float = _TEST) -> dict[str, str]:
    """Return the part that each group is in."""
    order = sorted(groups, key=lambda g: (hashlib.sha256(f"{kind}\n{g}".encode()).digest(), g))
    least = 3 if test else 2
    if len(order) < least:
        raise OptionError(f"{kind} needs {least} {what} or more, got {len(order)}.")
    tested = max(1, round(test * len(order))) if test else 0
    validating = max(1, round(_VALIDATION * len(order)))
    parts = ["test"] * tested + ["validation"] * validating
    return dict(zip(order, parts[::-1] + ["train"] * (len(order) - len(parts)), strict=True))


def _collect(items: Sequence[Item], part_of: Callable[[Item], str]) -> Split:
    parts: dict[str, list[str]] = {"train": [], "validation": [], "test": [], "left_out": []}
    for item in items:
        parts[part_of(item)].append(item.id)
    return Split(**{name: tuple(own) for name, own in parts.items()})


def write_splits(items: Iterable[Item], folder: Path) -> dict[Kind, str]:
    """Write ``<kind>.json`` for each split that the episodes allow, in the data set's form.

    Args:
        items: Episodes, each id once.
        folder: The folder; created if need be. Existing files are replaced.

    Returns:
        The reason for each kind of split that could not be made.

    Raises:
        OSError: If a file can't be written.
    """
    found = tuple(items)
    missing: dict[Kind, str] = {}
    folder.mkdir(parents=True, exist_ok=True)
    for kind in KINDS:
        path = folder / f"{kind}.json"
        try:
            parts = split(kind, found)
        except OptionError as error:
            missing[kind] = str(error)
            path.unlink(missing_ok=True)
            continue
        data = {name: list(getattr(parts, name)) for name in ("train", "validation", "test")}
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return missing
