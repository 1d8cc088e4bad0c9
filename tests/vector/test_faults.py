"""Vector environments whose workers, environments or devices fail, and wrong arguments."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import android_gym  # noqa: F401  (registers the ids)
from android_gym.errors import ActionError, AndroidGymError, DeviceError, OptionError
from android_gym.testing.serving import ServedPhone
from android_gym.vector.memory import size_of
from android_gym.vector.slots import Failure, Recipe, Slots
from android_gym.vector.workers import ProcessWorker, gather, stop

from .vectors import BLUETOOTH, MODES, SMALL, WIFI, make, row, same, unbatched, workers

# Python 3.12 and newer warn of any fork of a process with threads, such as a phone's log.
pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded")


# --- what goes wrong -----------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_a_killed_worker(vector, mode):
    """Its environments are truncated and go on; the others notice nothing; twice the same."""
    after = []
    for _ in range(2):
        envs = vector(autoreset_mode=mode, action_mode="discrete", max_steps=40)
        theirs = SyncVectorEnv(
            [lambda: gym.make(WIFI, action_mode="discrete", max_steps=40, **SMALL)] * 3
        )
        goals = envs.reset(seed=0)[1]["goal"]
        theirs.reset(seed=0)
        wait = np.zeros(3, np.int64)
        last = envs.step(wait)[0]
        theirs.step(wait)
        victim = workers()[1]
        lost = range(int(victim.name.split()[-1].split("-")[0]), 3)
        kept = range(lost[0])
        os.kill(victim.pid, signal.SIGKILL)
        ours, expected = envs.step(wait), theirs.step(wait)
        observations, rewards, terminations, truncations, infos = ours
        for index in kept:
            same(row(observations, index), row(expected[0], index))
            same(unbatched(infos, index), unbatched(expected[4], index))
        assert truncations.tolist() == [False] * len(kept) + [True] * len(lost)
        assert not terminations.any() and not rewards[lost].any()
        told = infos["final_info"] if mode == AutoresetMode.SAME_STEP else infos
        assert told["_device_error"].tolist() == truncations.tolist()
        for index in lost:
            assert "SIGKILL" in told["device_error"][index]
            assert told["goal"][index] == goals[index]
            final = infos["final_obs"][index] if "final_obs" in infos else row(observations, index)
            same(final, row(last, index))
        if mode == AutoresetMode.SAME_STEP:
            params = infos
        elif mode == AutoresetMode.NEXT_STEP:
            result = envs.step(wait)
            assert not result[3].any() and "device_error" not in result[4]
            params = result[4]
        else:
            with pytest.raises(gym.error.ResetNeeded):
                envs.step(wait)
            params = envs.reset(options={"reset_mask": truncations})[1]
        after.append([unbatched(params, index)["goal"] for index in lost])
        after[-1] += [envs.np_random_seed[index] for index in lost]
        if mode == AutoresetMode.NEXT_STEP:
            theirs.step(wait)  # as many steps as ours
        ours, expected = envs.step(wait), theirs.step(wait)
        for index in kept:
            same(row(ours[0], index), row(expected[0], index))
        theirs.close()
        envs.close()
    assert after[0] == after[1]


def test_a_worker_killed_between_resets(vector):
    envs = vector(num_envs=2, num_workers=1)
    envs.reset(seed=0)
    workers()[0].kill()
    infos = envs.reset(seed=0, options={"reset_mask": np.array([True, False])})[1]
    assert infos["_goal"].tolist() == [True, False]
    _, _, _, truncations, infos = envs.step(envs.action_space.sample())
    assert truncations.tolist() == [False, True]
    assert infos["_device_error"].tolist() == [False, True]
    workers()[0].kill()
    with pytest.raises(DeviceError, match="SIGKILL"):
        envs.get_attr("goal")
    assert envs.step(envs.action_space.sample())[3].all()
    assert not envs.step(envs.action_space.sample())[3].any()


def test_workers_that_die_again_and_again(vector):
    def dying(env: Any) -> Any:
        class Dying(gym.Wrapper):
            """Ends its process in every step."""

            def step(self, action: Any) -> Any:
                os.kill(os.getpid(), signal.SIGKILL)

        return Dying(env)

    envs = vector(num_envs=1, num_workers=1, env_wrappers=[dying], autoreset_mode="SameStep")
    envs.reset(seed=0)
    for _ in range(3):
        assert envs.step(envs.action_space.sample())[3].all()
    with pytest.raises(DeviceError, match="SIGKILL"):
        envs.step(envs.action_space.sample())


def test_a_worker_that_does_not_answer():
    slots = Slots([Recipe(gym.spec(WIFI), SMALL)], 0, 1, AutoresetMode.NEXT_STEP)
    worker = ProcessWorker(slots, [], multiprocessing.get_context("forkserver"), 600.0)
    worker.post(worker.packed("make"))
    assert not isinstance(gather([worker], 600.0)[0], Failure)
    os.kill(worker.process.pid, signal.SIGSTOP)
    worker.post(worker.packed("call", "goal", (), {}))
    answer = gather([worker], 0.3)[0]
    assert answer.is_lost and "did not answer within" in str(answer.error)
    assert not worker.process.is_alive()
    stop([worker], 1.0)


@pytest.mark.parametrize("num_workers", [0, 2])
def test_what_an_environment_raises(vector, num_workers):
    envs = vector(num_workers=num_workers, action_mode="discrete")
    with pytest.raises(gym.error.ResetNeeded, match="Environment 0 has no episode"):
        envs.step(np.zeros(3, np.int64))
    envs.reset(seed=0)
    with pytest.raises(ActionError, match="10000"):
        envs.step(np.array([0, 0, 10000]))
    envs.reset(seed=0)
    with pytest.raises(ActionError, match="2 actions were given to 3"):
        envs.step(np.zeros(2, np.int64))
    with pytest.raises(OptionError, match="speed"):
        envs.reset(options={"speed": 3})
    assert envs.step(np.zeros(3, np.int64))[1].tolist() == [0, 0, 0]


def test_what_can_not_go_to_another_process_goes_to_none(vector):
    envs, twin = vector(action_mode="discrete"), vector(action_mode="discrete")
    same(envs.reset(seed=0), twin.reset(seed=0))
    with pytest.raises(ActionError, match="The arguments of step can't be sent"):
        envs.step([1, 1, lambda: 1])
    with pytest.raises(OptionError, match="The arguments of reset can't be sent"):
        envs.reset(options={"params": {"wanted": lambda: 1}})
    with pytest.raises(OptionError, match="The arguments of set_attr can't be sent"):
        envs.set_attr("note", [1, 2, lambda: 1])
    same(envs.step(np.ones(3, np.int64)), twin.step(np.ones(3, np.int64)))


class OddError(Exception):
    """Can't be made again from its arguments, so it can't leave its process."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(f"{what}: {why}")


@pytest.mark.parametrize("num_workers, expected", [(0, OddError), (1, RuntimeError)])
def test_an_exception_that_does_not_pickle(vector, num_workers, expected):
    def odd(env: Any) -> Any:
        def fail(observation: Any) -> Any:
            raise OddError("It", "is odd")

        return gym.wrappers.TransformObservation(env, fail, None)

    envs = vector(num_envs=1, num_workers=num_workers, env_wrappers=[odd])
    with pytest.raises(expected, match="It: is odd") as caught:
        envs.reset(seed=0)
    notes = getattr(caught.value, "__notes__", [])
    assert any("in fail" in note for note in notes) == (num_workers > 0)


def test_a_worker_knows_added_folders(tmp_path):
    suite = tmp_path / "task_suite" / "elsewhere"
    suite.mkdir(parents=True)
    (suite / "__init__.py").write_text(
        'from android_gym.task_suite.suite import Suite\nSUITE = Suite("Elsewhere")\n'
    )
    (suite / "waiting.py").write_text(
        "from android_gym.task_suite.task import Task\n"
        "class Waiting(Task):\n"
        '    template = "Wait elsewhere."\n'
        "    def success(self, device, params, answer):\n"
        "        return 0.0\n"
    )
    slots = Slots([Recipe(None, {"task": "Elsewhere/Waiting"})], 0, 1, AutoresetMode.NEXT_STEP)
    worker = ProcessWorker(slots, [str(tmp_path)], multiprocessing.get_context("forkserver"), 600.0)
    worker.post(worker.packed("make"))
    assert not isinstance(gather([worker], 600.0)[0], Failure)
    stop([worker], 10.0)
    assert worker.process.exitcode == 0


class BreakableDevices(gym.Wrapper):
    """A wrapper whose device fails at resets while a file is there."""

    def __init__(self, env: Any, path: str) -> None:
        super().__init__(env)
        self._path = Path(path)
        self.tries = 0

    def _check(self) -> None:
        if self._path.exists() and self.unwrapped.task.name in self._path.read_text():
            raise DeviceError("The cable is out.")

    def reset(self, **options: Any) -> Any:
        self.tries += 1
        self._check()
        return super().reset(**options)

    def step(self, action: Any) -> Any:
        self._check()
        return super().step(action)


@pytest.mark.parametrize("mode", MODES)
def test_a_device_that_stays_broken(vector, mode, tmp_path):
    cable = tmp_path / "cable"
    envs = vector(
        ids=[WIFI, BLUETOOTH],
        num_envs=2,
        num_workers=0,
        autoreset_mode=mode,
        action_mode="discrete",
        env_wrappers=[lambda env: BreakableDevices(env, str(cable))],
    )
    wait = np.zeros(2, np.int64)
    envs.reset(seed=0)
    cable.write_text("SystemWifiTurnOff")
    for number in range(4):
        observations, rewards, terminations, truncations, infos = envs.step(wait)
        assert truncations.tolist() == [True, False] and not terminations.any()
        assert infos["device_error"][0] == "The cable is out."
        assert infos["_device_error"].tolist() == [True, False]
        if mode == AutoresetMode.SAME_STEP:
            assert infos["_final_obs"].tolist() == [True, False]
            assert "cable" in infos["final_info"]["device_error"][0]
        if mode == AutoresetMode.DISABLED:
            if number == 0:
                infos = envs.reset(options={"reset_mask": truncations})[1]
            assert infos["device_error"][0] == "The cable is out."
    assert envs.get_attr("tries")[0] == 2  # it is not tried again at once
    cable.write_text("SystemWifiTurnOff SystemBluetoothTurnOff")
    with pytest.raises(DeviceError, match="No device works any more: The cable is out"):
        envs.reset()
    cable.unlink()
    assert "device_error" not in envs.reset(seed=0)[1]
    assert not envs.step(wait)[3].any()


@pytest.mark.parametrize(
    "options, message",
    [
        ({"num_envs": 0, "num_workers": 0}, "num_envs must be a whole number from 1"),
        ({"num_workers": -1}, "num_workers must be a whole number from 0 on, got -1"),
        ({"num_workers": 4}, "4 workers are more than 3 environments"),
        ({"num_workers": True}, "num_workers"),
        ({"autoreset_mode": "never"}, "autoreset_mode must be one of .*SameStep.*got 'never'"),
        ({"context": "thread"}, "context must be one of"),
        ({"timeout_s": 0}, "timeout_s"),
        ({"ids": [WIFI]}, "ids must be a list of 3"),
        ({"ids": [WIFI, WIFI, "AndroidWorld/Nothing-v0"]}, "'AndroidWorld/Nothing-v0'"),
        ({"devices": ["simulator"] * 2}, "devices must be a list of 3"),
        ({"devices": "emulator-5554"}, "devices must be a list, got"),
        ({"devices": ["emulator-5554"] * 3}, "The same device is given twice"),
        ({"devices": ["simulator"] * 3, "device": "simulator"}, "either device or devices"),
        ({"devices": [5] * 3}, "name or a dict, got 5"),
        ({"env_wrappers": "a:B"}, "env_wrappers must be a list"),
        ({"env_wrappers": [3], "num_workers": 0}, "A wrapper must be .* got 3"),
        ({"env_wrappers": ["no.such:W"], "num_workers": 0}, "'no.such:W' can't be loaded: No mod"),
        ({"colour": "red", "num_workers": 0}, "colour"),
        ({"observation": "smell", "num_workers": 1}, "smell"),
    ],
)
def test_wrong_arguments(options, message):
    with pytest.raises((AndroidGymError, TypeError), match=message):
        make(**options)
    assert not workers()


def test_environments_with_other_spaces_are_refused(tmp_path):
    def fewer(env: Any) -> Any:
        if env.unwrapped.task.name == "SystemBluetoothTurnOff":
            return gym.wrappers.FilterObservation(env, ["goal"])
        return env

    with pytest.raises(OptionError, match=r"observation space of environment 1 \(.*Bluetooth"):
        make(ids=[WIFI, BLUETOOTH, WIFI], num_workers=0, env_wrappers=[fewer])
    with pytest.raises(OptionError, match="no fixed size"):
        size_of(gym.spaces.Text(5), 2)


@pytest.mark.parametrize(
    "seed, message",
    [
        ([1, 2], "one seed for each of the 3 environments, got 2"),
        ([1, 2, -3], "got -3"),
        ([1, 2, 2.5], "got 2.5"),
        ("123", "got '123'"),
        (1.5, "got 1.5"),
        (-1, "from 0 on, .* got -1"),
    ],
)
def test_wrong_seeds(seed, message):
    envs = make(num_workers=0)
    with pytest.raises(OptionError, match=message):
        envs.reset(seed=seed)
    envs.close()


def test_wrong_masks():
    envs = make(num_workers=0)
    envs.reset(seed=0)
    for mask in ([True] * 3, np.ones(2, bool), np.ones(3, int), np.zeros(3, bool)):
        with pytest.raises(OptionError, match=r"bool array of shape \(3,\)"):
            envs.reset(options={"reset_mask": mask})
    options = {"reset_mask": np.array([False, True, False])}
    envs.reset(options=options)
    assert "reset_mask" in options  # it is the caller's
    envs.close()


# --- devices -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("adb") is None, reason="needs adb")
def test_goes_on_without_a_device_that_dies():
    with ServedPhone(["--virtual-time"]) as one, ServedPhone(["--virtual-time"]) as two:
        options = {"kind": "emulator", "command_timeout_s": 3}
        devices = [{**options, "name": phone.name} for phone in (one, two)]
        envs = make(num_envs=2, num_workers=None, devices=devices, action_mode="discrete")
        try:
            assert len(workers()) == 2
            with pytest.raises(DeviceError, match="in use"):
                make(num_envs=2, num_workers=0, devices=devices)
            observations, infos = envs.reset(seed=0)
            single = gym.make(WIFI, action_mode="discrete", **SMALL)
            assert infos["goal"][0] == single.reset(seed=0)[1]["goal"]
            single.close()
            two.process.kill()
            for _ in range(3):
                *_, truncations, infos = envs.step(np.zeros(2, np.int64))
                assert truncations.tolist() == [False, True]
                assert infos["_device_error"].tolist() == [False, True]
            infos = envs.reset(seed=1)[1]
            assert infos["_device_error"].tolist() == [False, True]
            assert infos["_goal"].tolist() == [True, False]
            with ServedPhone(["--virtual-time"], console_port=two.console_port):
                assert "device_error" not in envs.reset(seed=1)[1]
                assert not envs.step(np.zeros(2, np.int64))[3].any()
        finally:
            envs.close()
