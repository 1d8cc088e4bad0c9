"""Leavings of vector environments: no process, no memory, no open file."""

from __future__ import annotations

import copy
import gc
import json
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
import weakref
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import psutil
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded

import android_gym  # noqa: F401  (registers the ids)
from android_gym.vector.workers import ProcessWorker

from .vectors import EXPENSE, SMALL, WIFI, await_true, make, same, workers

# Python 3.12 and newer warn of any fork of a process with threads, such as a phone's log.
pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded")


def left() -> tuple[set[int], set[str], int]:
    """Children, shared memory and open files of this process."""
    gc.collect()
    maps = Path("/proc/self/maps").read_text().splitlines()
    shared = {line for line in maps if "/dev/shm" in line or "/memfd:android_gym" in line}
    return {p.pid for p in workers()}, shared, psutil.Process().num_fds()


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("how", ["close", "collect", "terminate"])
def test_nothing_is_left(how):
    make().close()  # what is loaded once and stays
    before = left()
    envs = make(autoreset_mode="SameStep")
    envs.reset(seed=0)
    assert left()[0] != before[0] and left()[1] != before[1]
    if how == "close":
        envs.step_async(envs.action_space.sample())
        envs.close()
    elif how == "terminate":
        envs.close(terminate=True)
    del envs
    assert left() == before


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("num_workers", [0, 2])
def test_nothing_is_left_of_one_whose_environment_raised(num_workers):
    """The error leads to the frames it went through, and must not be kept with the workers."""
    make().close()
    before = left()
    envs = make(autoreset_mode="Disabled", num_workers=num_workers)
    with pytest.raises(ResetNeeded):
        envs.step(envs.action_space.sample())
    with pytest.raises(AttributeError):
        envs.call("no_such_thing")
    there = weakref.ref(envs)
    del envs
    try:
        assert left() == before
    finally:
        if (kept := there()) is not None:
            kept.close()  # else the server of forks would wait for its workers


def test_closed_by_another_thread_while_it_steps(vector, monkeypatch):
    monkeypatch.setattr("android_gym.vector.workers._TERMINATED_S", 0.3)
    envs = vector(action_mode="discrete")
    envs.reset(seed=0)
    envs.step_async(np.zeros(3, np.int64))
    os.kill(workers()[0].pid, signal.SIGSTOP)  # so that the step waits
    thread = threading.Timer(0.2, envs.close, kwargs={"timeout": 0.0})
    thread.start()
    with pytest.raises(ClosedEnvironmentError, match="was closed during step"):
        envs.step_wait()
    thread.join()
    assert not workers()
    with pytest.raises(ClosedEnvironmentError, match="after close"):
        envs.step(np.zeros(3, np.int64))


def test_a_pipe_is_closed_once_whoever_closes_it() -> None:
    """Closed twice at a time, its number may by then be another file's."""

    class SlowPipe:
        handle: int | None = 7
        closed = 0

        def close(self) -> None:
            if self.handle is not None:
                time.sleep(0.05)
                self.closed += 1
                self.handle = None

    worker = ProcessWorker.__new__(ProcessWorker)
    worker._disconnecting, worker.connection = threading.Lock(), SlowPipe()
    threads = [threading.Thread(target=worker.disconnect) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert worker.connection.closed == 1


def test_stopped_workers_are_ended_side_by_side(vector, monkeypatch):
    monkeypatch.setattr("android_gym.vector.workers._TERMINATED_S", 1.0)
    envs = vector(num_workers=3, action_mode="discrete")
    envs.reset(seed=0)
    for worker in workers():
        os.kill(worker.pid, signal.SIGSTOP)
    start = time.monotonic()
    envs.close(timeout=0.1)
    assert not workers()
    assert time.monotonic() - start < 2.5


class Unclosable(gym.Wrapper):
    """Raises when it is closed, and counts."""

    closings = 0

    def close(self) -> None:
        type(self).closings += 1
        super().close()
        raise ValueError("no")


def test_all_are_closed_whatever_one_says_to_it(vector, caplog):
    envs = vector(num_workers=0, env_wrappers=[Unclosable])
    before = left()[2]
    with pytest.raises(ValueError, match="no"):
        envs.close()
    assert Unclosable.closings == 3
    assert left()[2] <= before
    envs.close()


SCRIPT = """
import multiprocessing, sys, time
import gymnasium as gym, android_gym
if __name__ == "__main__":
    envs = gym.make_vec({env_id!r}, num_envs=2, num_workers=2, observation_size=(54, 120),
        vectorization_mode="vector_entry_point", context={context!r})
    envs.reset(seed=0)
    print(*(p.pid for p in multiprocessing.active_children()), flush=True)
    sys.stdin.readline()
    {ending}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "how, context",
    [
        ("exit", "fork"),
        ("exit", "spawn"),
        ("exit", "forkserver"),
        ("raise", "fork"),
        ("interrupt", "fork"),
        ("interrupt", "forkserver"),
        ("kill", "fork"),
        ("kill", "spawn"),
    ],
)
def test_workers_end_with_their_parent(how, context, tmp_path):
    ending = {
        "exit": "sys.exit(0)",
        "raise": "raise RuntimeError('oh')",
        "interrupt": "while True: envs.step(envs.action_space.sample())",
        "kill": "time.sleep(100)",
    }[how]
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(SCRIPT.format(env_id=WIFI, context=context, ending=ending)))
    process = subprocess.Popen(
        [sys.executable, str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdin is not None and process.stdout is not None
    pids = [int(word) for word in process.stdout.readline().split()]
    assert len(pids) == 2 and all(map(psutil.pid_exists, pids))
    process.stdin.write("\n")
    process.stdin.flush()
    if how == "interrupt":
        os.killpg(process.pid, signal.SIGINT)
    elif how == "kill":
        process.kill()
    _, said = process.communicate(timeout=60)
    await_true(lambda: not any(map(psutil.pid_exists, pids)))
    assert (
        process.returncode
        == {"exit": 0, "raise": 1, "interrupt": -signal.SIGINT, "kill": -signal.SIGKILL}[how]
    )
    assert said.count("Traceback") == (how in ("raise", "interrupt")), said


def test_an_interrupted_step(vector, monkeypatch):
    """Answers that nobody waited for are not taken for others."""
    envs, twin = vector(action_mode="discrete"), vector(action_mode="discrete")
    envs.reset(seed=0)
    same(envs.reset(seed=0), twin.reset(seed=0))
    monkeypatch.setattr("android_gym.vector.vector_env.gather", interrupted)
    with pytest.raises(KeyboardInterrupt):
        envs.step(np.zeros(3, np.int64))
    monkeypatch.undo()
    same(envs.reset(seed=3), twin.reset(seed=3))
    same(envs.step(np.ones(3, np.int64)), twin.step(np.ones(3, np.int64)))


def interrupted(*args: Any) -> None:
    raise KeyboardInterrupt


def test_a_live_environment_can_be_copied():
    env = gym.make(EXPENSE, **SMALL)
    env.reset(seed=0)
    env.action_space.seed(0)
    env.step(env.action_space.sample())
    copy = pickle.loads(pickle.dumps(env))
    for _ in range(3):
        action = env.action_space.sample()
        action["action_type"] = 0
        same(env.step(action), copy.step(action))
    same(env.reset(), copy.reset())
    assert json.loads(copy.spec.to_json()) == json.loads(env.spec.to_json())
    env.close()
    copy.close()


@pytest.mark.parametrize("copy_of", [pickle.dumps, copy.copy, copy.deepcopy])
def test_a_vector_environment_says_that_it_is_not_copied(vector, copy_of):
    with pytest.raises(TypeError, match=r"Make another one with gym\.make_vec"):
        copy_of(vector(num_workers=1))
