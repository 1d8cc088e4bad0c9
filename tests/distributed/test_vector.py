"""Environments on a cluster of two nodes on this machine: as those of one process, or told."""

from __future__ import annotations

import importlib.util
import os
import signal
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

VECTORS = Path(__file__).parents[1] / "vector" / "vectors.py"
spec = importlib.util.spec_from_file_location("vectors", VECTORS)
assert spec is not None and spec.loader is not None
vectors = importlib.util.module_from_spec(spec)
spec.loader.exec_module(vectors)

from android_gym.distributed import RayVectorEnv  # noqa: E402
from android_gym.errors import ActionError, ClusterError  # noqa: E402
from android_gym.vector import AndroidVectorEnv  # noqa: E402

pytestmark = [pytest.mark.nightly, pytest.mark.filterwarnings("ignore"), pytest.mark.timeout(900)]

TASK = "AndroidWorld/SystemWifiTurnOff"
SMALL: dict[str, Any] = {
    "task": TASK,
    "action_mode": "discrete",
    "observation_size": (54, 120),
    "max_steps": 4,
}


def steps(envs: AndroidVectorEnv, count: int) -> list[Any]:
    """Return what a reset and random steps give."""
    generator = np.random.default_rng(5)
    given: list[Any] = [envs.reset(seed=3)]
    number = int(envs.single_action_space.n)  # type: ignore[attr-defined]
    for _ in range(count):
        given.append(envs.step(generator.integers(0, number, envs.num_envs)))
    return given


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_what_a_cluster_gives_is_what_one_process_gives(cluster: Any, mode: str) -> None:
    cluster.add_node(num_cpus=1, object_store_memory=100 << 20)
    here = AndroidVectorEnv(3, num_workers=0, autoreset_mode=mode, **SMALL)
    expected = steps(here, 12)
    here.close()
    envs = RayVectorEnv(3, address=cluster.address, autoreset_mode=mode, **SMALL)
    try:
        assert len(envs._workers) == 2  # one on each node
        assert len({w.facts.node_id for w in envs._workers}) == 2  # type: ignore[attr-defined]
        vectors.same(expected, steps(envs, 12))
        assert envs.call("spec")[0].id == f"{TASK}-v0"
        with pytest.raises(ActionError):
            envs.step(np.array([1, 2, 10**6]))
        envs.reset(seed=1)  # it can still be used
    finally:
        envs.close()
    envs.close()


def test_a_lost_node_is_told_and_its_environments_begin_anew_elsewhere(cluster: Any) -> None:
    nodes = [cluster.add_node(num_cpus=1, object_store_memory=100 << 20) for _ in range(2)]
    options = {**SMALL, "max_steps": 100_000}
    envs = RayVectorEnv(4, num_workers=2, address=cluster.address, **options)
    try:
        envs.reset(seed=3)
        used = {worker.facts.node_id for worker in envs._workers}  # type: ignore[attr-defined]
        doomed = next(node for node in nodes if node.node_id in used)
        lost = next(
            worker.indices
            for worker in envs._workers
            if worker.facts.node_id == doomed.node_id  # type: ignore[attr-defined]
        )
        cluster.remove_node(doomed, allow_graceful=False)
        actions = np.zeros(4, np.int64)
        seen, infos, deadline = None, {}, time.monotonic() + 120.0
        while "device_error" not in infos:  # its processes may live a little longer than the node
            assert time.monotonic() < deadline
            observations = seen
            seen, _, _, truncations, infos = envs.step(actions)
        assert truncations.tolist() == [lost.start <= i < lost.stop for i in range(4)]
        for index in range(lost.start, lost.stop):
            assert "was lost" in infos["device_error"][index]
            if observations is not None:
                vectors.same(vectors.row(seen, index), vectors.row(observations, index))
        assert infos["_device_error"].tolist() == truncations.tolist()
        again, _, _, truncations, infos = envs.step(actions)
        assert not truncations.any() and "device_error" not in infos
        assert envs.observation_space.contains(again)
    finally:
        envs.close()


def test_a_worker_that_dies_is_told_apart(cluster: Any) -> None:
    envs = RayVectorEnv(2, num_workers=1, address=cluster.address, **SMALL)
    try:
        envs.reset(seed=3)
        pid = int(envs._workers[0].facts.host.rpartition("process ")[2].rstrip(")"))  # type: ignore
        os.kill(pid, signal.SIGKILL)
        *_, truncations, infos = envs.step(np.zeros(2, np.int64))
        assert truncations.all() and "died" in infos["device_error"][0]
        envs.step(np.zeros(2, np.int64))
    finally:
        envs.close()


def test_no_room_is_told_with_what_there_is(cluster: Any) -> None:
    with pytest.raises(ClusterError, match=r"no room for 3 workers.*1 processors.*num_workers"):
        RayVectorEnv(3, num_workers=3, address=cluster.address, start_s=3.0, **SMALL)
    import ray

    assert not ray.is_initialized()


HANGING = """
import time

import gymnasium


class Hanging(gymnasium.Wrapper):
    def step(self, action):
        if action:
            time.sleep(1000)
        return self.env.step(action)
"""


def test_one_that_does_not_answer_and_a_wrapper_that_was_sent_along(
    cluster: Any, tmp_path: Path
) -> None:
    (tmp_path / "hanging.py").write_text(HANGING)
    envs = RayVectorEnv(
        1,
        address=cluster.address,
        env_wrappers=["hanging:Hanging"],
        folder=str(tmp_path),
        timeout_s=60.0,
        **SMALL,
    )
    try:
        envs.reset(seed=0)
        envs._timeout_s = 3.0
        *_, truncations, infos = envs.step(np.ones(1, np.int64))
        assert truncations.all() and "did not answer within timeout_s" in infos["device_error"][0]
        envs._timeout_s = 60.0
        *_, truncations, infos = envs.step(np.zeros(1, np.int64))
        assert not truncations.any()
    finally:
        envs.close()
