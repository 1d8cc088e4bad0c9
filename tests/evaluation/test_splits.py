"""Train and test share nothing that they claim not to share.

``make record`` writes the list anew from what is registered, by the rules below: where tasks were
added, or what their seeds give was changed. A version that was released stays; then it is for the
next one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import android_gym.evaluation
from android_gym.errors import OptionError
from android_gym.evaluation import find_ids, split
from android_gym.evaluation.ids import task_of
from android_gym.evaluation.splits import Kind, Part, select
from android_gym.task_suite.changes.task import ChangeTask
from android_gym.task_suite.composites.task import CompositeTask, FlowTask
from android_gym.task_suite.questions.task import QuestionTask
from android_gym.task_suite.task import Task
from android_gym.testing.rotation import Rotation

FILE = Path(android_gym.evaluation.__file__).with_name("splits_v1.json")
SEEDS = 500
"""Seeds to train on are from 0 on, below this number."""

TEST_SEEDS_FROM, TEST_SEEDS = 1_000_000, 20
KINDS: tuple[Kind, ...] = ("instance", "template", "app")
PARTS: tuple[Part, ...] = ("train", "test")

FEWEST = 10
"""Instances that an id has at least to be in the instance split."""

TEST_APPS = {"Contacts", "Files", "Simple Calendar Pro", "Simple SMS Messenger"}


@cache
def instance(env_id: str, seed: int) -> tuple[str, str]:
    """The goal and the parameters that a seed gives."""
    task = task_of(env_id)()
    # Gymnasium's seeding: NumPy's default generator.
    params = task.sample(np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed))))
    return str(task.goal(params)), json.dumps(params, sort_keys=True)


def templates(task: type[Task]) -> Iterator[str]:
    """The task's template and those of the tasks that it is made of."""
    yield task.template
    for part in getattr(task, "parts", ()):
        yield from templates(part)


# --- how the list was made -----------------------------------------------------------------------


def instances(env_id: str) -> dict[str, list[int]] | None:
    """Test seeds of up to 20 goals (parameters, if the goal is one), at most a fifth of all."""
    drawn = [instance(env_id, seed) for seed in range(SEEDS)]
    part = 0 if len({goal for goal, _ in drawn}) > 1 else 1
    train = [pair[part] for pair in drawn]
    if len(set(train)) < FEWEST:
        return None
    count = min(TEST_SEEDS, len(set(train)) // 5)
    held_out: dict[str, int] = {}
    seed = TEST_SEEDS_FROM
    while len(held_out) < count:
        held_out.setdefault(instance(env_id, seed)[part], seed)
        seed += 1
    return {
        "test": sorted(held_out.values()),
        "not train": [seed for seed, key in enumerate(train) if key in held_out],
    }


def families(ids: list[str]) -> list[list[str]]:
    """Ids that share a template, or are made of each other, together."""
    found: list[tuple[set[str], list[str]]] = []
    for env_id in ids:
        own = set(templates(task_of(env_id)))
        touching = [family for family in found if family[0] & own]
        found = [family for family in found if family not in touching]
        merged = own.union(*(family[0] for family in touching))
        found.append((merged, sorted([env_id, *(i for family in touching for i in family[1])])))
    return sorted((family[1] for family in found), key=lambda family: family[0])


def is_composite(env_id: str) -> bool:
    """Return whether a task is made of others from files of data: it goes where its parts are."""
    return issubclass(task_of(env_id), CompositeTask | FlowTask)


def parts_of(env_id: str) -> set[str]:
    """Return the ids that a composite is made of."""
    parts = getattr(task_of(env_id), "parts", ())
    return {f"{env_id.partition('/')[0]}/{part.name}-v{part.version}" for part in parts}


def by_template(ids: list[str]) -> dict[str, list[str]]:
    """Families with a fourth of the ids are to test on, drawn by the hash of their names.

    Composites whose parts are in both are left out.
    """
    composites = [env_id for env_id in ids if is_composite(env_id)]
    ids = [env_id for env_id in ids if not is_composite(env_id)]
    drawn = sorted(families(ids), key=lambda f: hashlib.sha256(" ".join(f).encode()).hexdigest())
    test: list[list[str]] = []
    for (
        family
    ) in drawn:  # one that is too big for what is left, such as MiniWoB++'s, is passed over
        if sum(map(len, [*test, family])) <= len(ids) / 4:
            test.append(family)
    found = {
        "train": sorted(i for family in drawn if family not in test for i in family),
        "test": sorted(i for family in test for i in family),
    }
    return {
        name: sorted(own + [i for i in composites if parts_of(i) <= set(own)])
        for name, own in found.items()
    }


def by_app(ids: list[str]) -> dict[str, list[str]]:
    apps = {env_id: set(task_of(env_id).apps) for env_id in ids}
    return {
        "train": [env_id for env_id in ids if not apps[env_id] & TEST_APPS],
        "test": [env_id for env_id in ids if apps[env_id] <= TEST_APPS],
        "left out": [e for e in ids if apps[e] & TEST_APPS and not apps[e] <= TEST_APPS],
    }


def deed(task: type[Task]) -> str:
    """Return what a task of the suite for training does, and to which kind of rows."""
    if issubclass(task, ChangeTask):
        return f"{task.change.verb} {task.change.adapter.name}"
    assert issubclass(task, QuestionTask)
    return f"tell the {task.question.answer.kind} of {task.question.adapter.name}"


def deeds_listed(*parts: str) -> set[str]:
    """Return the deeds of the ids in some parts of the list as it is; in either if none."""
    listed = json.loads(FILE.read_text(encoding="utf-8"))["training"]
    ids = {env_id for part in parts or ("train", "validation") for env_id in listed[part]}
    return {deed(task_of(i)) for i in ids if i in gym.registry and not is_composite(i)}


def for_training() -> dict[str, list[str]]:
    """A fifth of the ids of our own suite is to validate on, drawn by the hash of their deeds.

    A deed that is in a part already stays there, so that what was trained on is never validated
    on. A composite is to train on if all of its parts are.
    """
    ours = find_ids("AndroidGym/*")
    own = {env_id: deed(task_of(env_id)) for env_id in ours if not is_composite(env_id)}
    validation = [env_id for env_id, found in own.items() if found in deeds_listed("validation")]
    for name in sorted(set(own.values()), key=lambda d: hashlib.sha256(d.encode()).hexdigest()):
        ids = [env_id for env_id, found in own.items() if found == name]
        if name not in deeds_listed() and len(validation) + len(ids) <= len(own) / 5:
            validation += ids
    for env_id in filter(is_composite, ours):
        own[env_id] = ""
        if parts_of(env_id) & set(validation):
            validation.append(env_id)
    return {
        "train": sorted(own.keys() - set(validation)),
        "validation": sorted(validation),
        "test": find_ids("AndroidWorld/*"),
    }


def make_lists() -> dict[str, Any]:
    ids = find_ids("*")
    found = {env_id: instances(env_id) for env_id in ids}
    return {
        "version": 1,
        "seeds": SEEDS,
        "instance": {env_id: own for env_id, own in found.items() if own is not None},
        "template": by_template(ids),
        "app": by_app(ids),
        "training": for_training(),
    }


# --- what it claims ------------------------------------------------------------------------------


@pytest.mark.slow
def test_no_instance_is_in_both_parts(rotation: Rotation) -> None:
    train, test = split("instance", "train"), split("instance", "test")
    assert train.keys() == test.keys() and len(train) > 20
    seen_goals: set[str] = set()
    tested_goals: set[str] = set()
    for env_id in filter(rotation.includes, train):
        assert len(train[env_id]) >= 0.6 * SEEDS and 2 <= len(test[env_id]) <= TEST_SEEDS
        learned = [instance(env_id, seed) for seed in train[env_id]]
        tested = [instance(env_id, seed) for seed in test[env_id]]
        assert not set(train[env_id]) & set(test[env_id])
        assert not {params for _, params in learned} & {params for _, params in tested}
        if len({goal for goal, _ in learned}) > 1:
            seen_goals |= {goal for goal, _ in learned}
            tested_goals |= {goal for goal, _ in tested}
            assert len({goal for goal, _ in tested}) == len(tested)  # no goal counts twice
    assert tested_goals and not seen_goals & tested_goals


def test_no_template_is_in_both_parts() -> None:
    train, test = (
        {template for env_id in split("template", part) for template in templates(task_of(env_id))}
        for part in ("train", "test")
    )
    assert train and test and not train & test


def test_no_app_is_in_both_parts() -> None:
    train, test = (
        {app for env_id in split("app", part) for app in task_of(env_id).apps}
        for part in ("train", "test")
    )
    assert train and test and not train & test
    for part, others in (("train", test), ("test", train)):
        foreign = {app.casefold() for app in others}
        for env_id in split("app", part):  # type: ignore[arg-type]
            drawn = {
                leaf for seed in range(20) for leaf in leaves(json.loads(instance(env_id, seed)[1]))
            }
            assert not drawn & foreign, f"{env_id} asks for an app that it does not name"


def leaves(params: Any) -> set[str]:
    """The texts among parameters, in lower case."""
    if isinstance(params, dict | list):
        parts = params.values() if isinstance(params, dict) else params
        return {leaf for part in parts for leaf in leaves(part)}
    return {params.casefold()} if isinstance(params, str) else set()


def test_what_is_trained_on_is_neither_validated_nor_tested() -> None:
    train, validation = (
        split("training", "train").keys(),
        split("training", "validation").keys(),
    )
    assert not train & validation and len(validation) >= 0.15 * len(train)
    assert train | validation <= set(find_ids("AndroidGym/*"))
    plain = [[i for i in part if not is_composite(i)] for part in (train, validation)]
    deeds = [{deed(task_of(env_id)) for env_id in part} for part in plain]
    assert not deeds[0] & deeds[1]
    for env_id in filter(is_composite, train | validation):
        known = parts_of(env_id) <= set(train)
        assert known == (env_id in train)
    assert split("training", "test").keys() == set(find_ids("AndroidWorld/*"))


@pytest.mark.parametrize("kind", ["template", "app"])
def test_both_parts_are_of_a_useful_size(kind: Any) -> None:
    train, test = split(kind, "train"), split(kind, "test")
    assert not train.keys() & test.keys()
    assert len(test) >= 0.15 * len(train)
    assert all(seeds == tuple(range(SEEDS)) for seeds in [*train.values(), *test.values()])
    for part in (train, test):
        assert len({task_of(env_id).difficulty for env_id in part}) >= 2


def test_the_documentation_tells_the_sizes() -> None:
    page = (Path(__file__).parents[2] / "docs" / "evaluation.md").read_text(encoding="utf-8")
    sizes = {kind: [len(split(kind, part)) for part in PARTS] for kind in KINDS}
    assert f"| the same {sizes['instance'][0]} |" in page
    for kind in ("template", "app"):
        (row,) = (line for line in page.splitlines() if line.startswith(f"| `{kind}` |"))
        assert row.endswith(f"| {sizes[kind][0]}, {sizes[kind][1]} |"), sizes


def test_an_instance_split_has_no_id_that_is_always_the_same() -> None:
    assert "AndroidWorld/SystemWifiTurnOff-v0" not in split("instance", "test")
    assert "AndroidWorld/ExpenseAddSingle-v0" in split("instance", "test")


@pytest.mark.parametrize(
    "arguments",
    [("instance", "dev"), ("task", "train"), ("app", "validation"), ("app", "test", 99)],
)
def test_there_is_no_such_split(arguments: Any) -> None:
    with pytest.raises(OptionError, match="A split is|no version 99"):
        split(*arguments)


def test_an_id_whose_version_has_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = dict(gym.registry)
    del registry["AndroidWorld/FilesMoveFile-v0"]
    monkeypatch.setattr(gym, "registry", registry)
    with pytest.raises(OptionError, match="'AndroidWorld/FilesMoveFile-v0', which is no longer"):
        split("app", "test")


def test_seeds_of_a_split_are_selected() -> None:
    cases = {"A": range(100), "B": [5, 1_000_000]}
    assert select(cases, None) == {"A": list(range(20)), "B": [5, 1_000_000]}
    assert select(cases, [5, 7]) == {"A": [5, 7], "B": [5]}
    with pytest.raises(OptionError, match=r"None of the seeds \[7\] is in this part .* for B"):
        select(cases, [7])


if __name__ == "__main__":
    FILE.write_text(json.dumps(make_lists()).replace("]}, ", "]},\n ") + "\n", encoding="utf-8")
