"""Promises about all of the phone's state, held by random episodes over all apps."""

from __future__ import annotations

import hashlib
import pickle
import random
import subprocess
import sys
from pathlib import Path

import pytest
from episodes import Event, difference, differing, events, look, play
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from android_gym.simulator.phone import Phone
from android_gym.simulator.state import Snapshot
from android_gym.simulator.wire import images

bounded = settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],  # an episode is short enough to read as it is
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
episodes = st.lists(events, min_size=1, max_size=12)


@pytest.fixture(scope="module")
def base() -> Snapshot:
    return Phone().snapshot()


@bounded
@given(before=episodes, after=episodes)
def test_from_a_snapshot_on_all_is_the_same(before: list[Event], after: list[Event]) -> None:
    phone = Phone()
    play(phone, before, looking=False)
    snapshot = phone.snapshot()
    first = play(phone, after)
    end = phone.snapshot()
    phone.restore(snapshot)
    assert difference(play(phone, after), first) == ""
    assert differing(phone.snapshot(), end) == []


@bounded
@given(before=episodes, after=episodes)
def test_an_image_goes_on_on_another_phone(before: list[Event], after: list[Event]) -> None:
    phone = Phone()
    play(phone, before)
    image = images.dump(phone, phone.snapshot())
    other = Phone()
    play(other, after)  # it has seen other things before
    other.restore(images.load(other, image))
    assert images.dump(other, other.snapshot()) == image
    assert difference([look(other)], [look(phone)]) == ""
    assert difference(play(other, after), play(phone, after)) == ""


@bounded
@given(episode=st.lists(events, min_size=1, max_size=20))
def test_looking_changes_nothing(episode: list[Event]) -> None:
    watched, alone = Phone(), Phone()
    seen, blind = play(watched, episode), play(alone, episode, looking=False)
    assert difference(seen[-1:], blind[-1:]) == ""
    assert differing(watched.snapshot(), alone.snapshot()) == []


@bounded
@given(episode=episodes, after=episodes)
def test_after_any_episode_the_base_image_is_a_fresh_phone(
    base: Snapshot, episode: list[Event], after: list[Event]
) -> None:
    used = Phone()
    play(used, episode)
    used.restore(base)
    fresh = Phone()
    assert difference([look(used)], [look(fresh)]) == ""
    assert difference(play(used, after), play(fresh, after)) == ""
    assert differing(used.snapshot(), fresh.snapshot()) == []


_CHILD = """
import hashlib, pickle, sys
sys.path.insert(0, sys.argv[1])
from episodes import play
from android_gym.simulator.phone import Phone
for snapshot, episode in pickle.load(sys.stdin.buffer):
    phone = Phone()
    phone.restore(snapshot)
    print(hashlib.sha256(repr(play(phone, episode)).encode()).hexdigest())
"""


def test_another_process_goes_on_to_the_same_bytes() -> None:
    cases, digests = [], []
    for seed in range(4):
        rng = random.Random(seed)
        before, after = ([_random_event(rng) for _ in range(12)] for _ in range(2))
        phone = Phone()
        play(phone, before)
        cases.append((phone.snapshot(), after))
        digests.append(hashlib.sha256(repr(play(phone, after)).encode()).hexdigest())
    child = subprocess.run(
        [sys.executable, "-c", _CHILD, str(Path(__file__).parent)],
        input=pickle.dumps(cases),
        stdout=subprocess.PIPE,
        check=True,
        env={"PYTHONHASHSEED": "7", "PYTHONPATH": ":".join(filter(None, sys.path))},
    )
    assert child.stdout.decode().split() == digests


def _random_event(rng: random.Random) -> Event:
    kind = rng.randrange(6)
    if kind < 3:
        return ("element", rng.random(), "tap")
    if kind == 3:
        return ("swipe", rng.random(), rng.random(), rng.random(), rng.random(), 300)
    if kind == 4:
        return ("launch", rng.random())
    return ("text", "hello")
