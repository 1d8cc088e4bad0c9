"""Actors as plain objects, and what is played again: without Ray."""

from __future__ import annotations

import pickle
from collections import deque
from pathlib import Path
from types import SimpleNamespace

import cloudpickle
import pytest
from gymnasium.vector import AutoresetMode

from android_gym.distributed import RayCrew
from android_gym.distributed.cluster import Lost
from android_gym.distributed.player import EpisodeActor, Parcel
from android_gym.distributed.sweeps import _MOST_NODES, _Run, _Worker
from android_gym.distributed.vector import EnvActor
from android_gym.errors import ClusterError, OptionError, SweepError
from android_gym.evaluation.playing import Job
from android_gym.evaluation.results import EpisodeKey
from android_gym.evaluation.workers import Work
from android_gym.vector.slots import Recipe, Slots

WORK = Work(0, EpisodeKey("A/B-v0", "different-seed", 3))


def run(tries: int = 3) -> tuple[_Run, deque[Work]]:
    pending: deque[Work] = deque()
    context = SimpleNamespace(gcs_address="127.0.0.1:6379")
    ray = SimpleNamespace(get_runtime_context=lambda: context)
    return _Run(RayCrew(start_s=1.0), ray, [], pending, tries, None), pending  # type: ignore[arg-type]


def test_a_lost_node_spends_no_try() -> None:
    own, pending = run(tries=2)
    for _ in range(_MOST_NODES - 1):
        assert own._again(WORK, Lost("node", "The node was lost")) == []
        assert pending.pop() == WORK
    assert own._again(WORK, Lost("process", "The worker died")) == []  # the first of two tries
    ((sweep, given_up),) = own._again(WORK, Lost("node", "The node was lost"))
    assert (sweep, given_up.result.error) == (0, f"The node was lost ({_MOST_NODES} tries)")


@pytest.mark.parametrize("why", [Lost("process", "It died"), Lost("memory", "It died"), "It died"])
def test_what_is_the_episode_s_own_spends_one(why: Lost | str) -> None:
    own, pending = run(tries=2)
    assert own._again(WORK, why) == [] and pending.pop() == WORK
    ((_, given_up),) = own._again(WORK, why)
    assert given_up.result.error == "It died (2 tries)" and not pending


def test_workers_that_never_begin_end_the_sweep() -> None:
    own, _ = run()
    for _ in range(5):
        own._count_start(Lost("node", "gone"))  # another node may do
    own._count_start(Lost("process", "no such file"))
    own._count_start(Lost("process", "no such file"))
    with pytest.raises(ClusterError, match="exit before they have started: no such file"):
        own._count_start(Lost("process", "no such file"))


class _TaskError(Exception):
    """Stands for Ray's, of what a method raised."""


def test_a_bug_is_raised_and_not_played_again() -> None:
    def get(ref: object, timeout: float) -> None:
        raise _TaskError("KeyError: 'x'")

    exceptions = SimpleNamespace(GetTimeoutError=TimeoutError, RayTaskError=_TaskError)
    worker = _Worker.__new__(_Worker)
    worker._ray = SimpleNamespace(  # type: ignore[assignment]
        get=get, wait=lambda refs, timeout: (refs, []), exceptions=exceptions
    )
    worker.ref, worker.deadline, worker.facts = object(), float("inf"), None
    with pytest.raises(SweepError, match="code of android_gym failed: KeyError: 'x'"):
        worker.receive()


def test_a_checkpoint_travels_with_what_stands_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(b"model")
    with pytest.raises(OptionError, match=r"x.zip' can't be sent to the nodes.*x.json"):
        Parcel.of([Job(str(path))])
    path.with_suffix(".json").write_text("{}")
    parcel = pickle.loads(pickle.dumps(Parcel.of([Job("random"), Job(str(path))])))
    path.unlink()
    there = tmp_path / "there"
    there.mkdir()
    first, second = parcel.unpacked(there)
    assert first.policy == "random" and Path(second.policy).parent.parent == there
    assert Path(second.policy).name == "x.zip" and Path(second.policy).read_bytes() == b"model"
    assert Path(second.policy).with_suffix(".json").read_text() == "{}"


def test_files_of_a_parcel_stay_in_their_folder(tmp_path: Path) -> None:
    job = Job("/a/x.zip")
    parcel = Parcel(cloudpickle.dumps([job]), {"/a/x.zip": {"../../out": b"", "x.zip": b""}})
    there = tmp_path / "one" / "two"
    there.mkdir(parents=True)
    parcel.unpacked(there)
    assert sorted(str(p.relative_to(tmp_path)) for p in tmp_path.rglob("*") if p.is_file()) == [
        "one/two/0/out",
        "one/two/0/x.zip",
    ]


def test_a_policy_that_a_node_lacks_is_told_with_the_node() -> None:
    actor = EpisodeActor()
    told = actor.begin(Parcel.of([Job("no_such_module:policy")]))
    actor.close()
    assert isinstance(told, OptionError)
    assert "process" in str(told) and "No module named 'no_such_module'" in str(told)
    assert "install it, or send its folder" in str(told)


def test_what_can_t_leave_an_actor_is_told() -> None:
    recipe = Recipe(None, {"task": "AndroidWorld/SystemWifiTurnOff"})
    actor = EnvActor()
    answer, *_ = actor.run(cloudpickle.dumps(("make", ())))
    assert "was not begun" in str(pickle.loads(answer).error)
    actor.begin(cloudpickle.dumps((Slots([recipe], 0, 1, AutoresetMode.NEXT_STEP), [])))
    assert actor._slots is not None
    actor._slots.call = lambda *args: [lambda: 0]  # type: ignore[method-assign]
    answer, observations, final = actor.run(cloudpickle.dumps(("call", ("device", (), {}))))
    assert "can't leave its process" in str(pickle.loads(answer).error)
    assert observations is None and final is None
    actor.close()


def test_recipes_that_a_node_can_t_read_are_told_by_the_next_command() -> None:
    actor = EnvActor()
    actor.begin(b"cno_such_module\nThing\n.")
    failed = pickle.loads(actor.run(cloudpickle.dumps(("make", ())))[0])
    assert "no_such_module" in str(failed.error)
