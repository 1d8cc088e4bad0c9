import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from android_gym.errors import OptionError
from android_gym.evaluation.aitw.splits import KINDS, Item, item_of, split, write_splits
from android_gym.task_suite.aitw.templates import subject_template, verb_template

GOALS = st.builds(
    "{} {} {}".format,
    st.sampled_from(["open", "turn on", "delete", "show me", "add"]),
    st.sampled_from(["the", "my", "all"]),
    st.sampled_from(["wifi", "alarm", '"Milk"', "note 12", "Ünder", "events of 5/6", "bluetooth"]),
)
APPS = st.lists(st.sampled_from("abcdefghij"), max_size=3).map(lambda a: tuple(sorted(set(a))))
ITEMS = st.lists(
    st.builds(
        Item, st.uuids().map(str), GOALS, st.sampled_from(["general", "single"]),
        st.integers(29, 33), APPS,
    ),
    min_size=12, max_size=60, unique_by=lambda item: item.id,
)  # fmt: skip


def groups_of(kind, item):
    """Return the part of an episode that parts of a split may not share."""
    return {
        "standard": {item.id},
        "unseen_android_version": set(),
        "unseen_subject": {subject_template(item.goal)},
        "unseen_verb": {verb_template(item.goal)},
        "unseen_domain": set(item.domains),
    }[kind]


@pytest.mark.parametrize("kind", KINDS)
@given(items=ITEMS)
def test_parts_share_nothing_and_lose_nothing(kind, items):
    try:
        found = split(kind, items)
    except OptionError:
        return
    by_id = {item.id: item for item in items}
    parts = [found.train, found.validation, found.test]
    listed = [name for part in (*parts, found.left_out) for name in part]
    assert sorted(listed) == sorted(by_id)  # each once
    groups = [{g for name in part for g in groups_of(kind, by_id[name])} for part in parts]
    for i, own in enumerate(groups):
        for other in groups[i + 1 :]:
            assert not own & other
    if kind == "unseen_android_version":
        tested = {by_id[name].api_level for name in found.test}
        learnt = {by_id[name].api_level for part in parts[:2] for name in part}
        assert tested == {max(item.api_level for item in items)} and max(learnt) < min(tested)
    if kind != "unseen_domain":
        assert not found.left_out
    assert split(kind, items[::-1]) == found  # whatever their order


def items(count, **fields):
    own = {"goal": "open x", "subset": "general", "api_level": 33, "domains": ("a",)} | fields
    return [Item(str(n), **{k: v(n) if callable(v) else v for k, v in own.items()})
            for n in range(count)]  # fmt: skip


def sizes(found):
    return len(found.train), len(found.validation), len(found.test), len(found.left_out)


def test_shares_are_those_of_the_paper():
    assert sizes(split("standard", items(100))) == (80, 10, 10, 0)
    versions = items(100, api_level=lambda n: 30 + n // 25)
    assert sizes(split("unseen_android_version", versions)) == (67, 8, 25, 0)
    goals = items(100, goal=lambda n: f"{['open', 'find', 'show', 'delete'][n % 4]} x{n // 4}")
    assert sizes(split("unseen_verb", goals))[1:] == (8, 8, 0)  # two of 25 templates each
    apps = items(100, domains=lambda n: (f"app{n % 10}",))
    assert sizes(split("unseen_domain", apps)) == (80, 10, 10, 0)


def test_each_part_of_the_data_set_is_split_by_itself():
    own = items(100, subset=lambda n: "general" if n < 50 else "single")
    found = split("standard", own)
    assert sum(int(name) < 50 for name in found.test) == 5
    assert sum(int(name) < 50 for name in found.validation) == 5


def test_an_episode_in_apps_of_two_parts_is_left_out():
    own = items(40, domains=lambda n: (f"app{n % 10}", f"app{(n + 1) % 10}"))
    found = split("unseen_domain", own)
    assert found.left_out and found.train
    assert not {d for n in found.train for d in own[int(n)].domains} & {
        d for n in (*found.test, *found.validation) for d in own[int(n)].domains
    }
    alone = split(
        "unseen_domain", [*items(9, domains=lambda n: (f"a{n}",)), Item("9", "", "", 1, ())]
    )
    assert alone.left_out == ("9",)


@pytest.mark.parametrize(
    ("kind", "own", "why"),
    [
        ("standard", items(2), "needs 3 episodes of 'general' or more, got 2"),
        ("unseen_android_version", items(9), "two versions"),
        ("unseen_subject", items(9), "needs 3 templates of instructions or more, got 1"),
        ("unseen_domain", items(9), "needs 3 apps or more, got 1"),
        ("standard", items(3) + items(1), "two episodes with the id '0'"),
        ("other", items(9), "kind must be one of"),
    ],
)
def test_what_can_not_be_split_is_told(kind, own, why):
    with pytest.raises(OptionError, match=why):
        split(kind, own)


def test_files_are_those_of_the_data_set(tmp_path):
    (tmp_path / "unseen_domain.json").write_text("of another time")
    missing = write_splits(items(30, goal=lambda n: f"open item {n}"), tmp_path)
    assert set(missing) == {"unseen_android_version", "unseen_subject", "unseen_domain"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["standard.json", "unseen_verb.json"]
    found = json.loads((tmp_path / "standard.json").read_text())
    assert {name: len(own) for name, own in found.items()} == {
        "train": 24, "validation": 3, "test": 3,
    }  # fmt: skip


def test_apps_are_the_domains_and_launchers_are_none(make):
    from dataclasses import replace

    own = make("1", 3)
    names = ("com.b/.X", "com.google.nexuslauncher/.Y", "com.a/.Z")
    steps = tuple(replace(s, activity=n) for s, n in zip(own.steps, names, strict=True))
    assert item_of(replace(own, steps=steps)).domains == ("com.a", "com.b")


@pytest.mark.parametrize(
    ("goal", "subject", "verb"),
    [
        ("Turn wifi off.", "turn {} off", "{} wifi off"),
        ('Open app "Clock" (install if not already installed)',
         "open app {} install if not {}", '{} app "clock" {} if not already installed'),
        ("Set an alarm for 10am", "set an {} for {}", "{} an alarm for 10am"),
        ("", "", ""),
    ],
)  # fmt: skip
def test_templates_of_instructions(goal, subject, verb):
    assert (subject_template(goal), verb_template(goal)) == (subject, verb)


def test_templates_take_linear_time():
    import time

    begin = time.process_time()
    for goal in ('"' * 10**6, "a-" * 10**6, "“" * 10**6, "a" * 10**6):
        verb_template(goal)
    assert time.process_time() - begin < 5
