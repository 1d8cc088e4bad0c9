"""Sweeps as users start them: in processes, killed, interrupted, resumed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import psutil
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.errors import OptionError, SweepError
from android_gym.evaluation import EpisodeKey, Result, find_ids, load, load_policy, sweep, sweep_all
from android_gym.evaluation.folder import load_manifest
from android_gym.evaluation.ids import task_of
from android_gym.evaluation.playing import Job, Player
from android_gym.trace import load_trace

WIFI_OFF = "AndroidWorld/SystemWifiTurnOff-v0"
RANDOMIZE = "android_gym.wrappers:RandomizeDevice"
IDS = [WIFI_OFF, "AndroidWorld/MarkorCreateFolder-v0", "AndroidWorld/ExpenseAddSingle-v0"]
ARGUMENTS: dict[str, Any] = {"seeds": range(2), "same_seed": 30, "repeat": 2, "rewordings": [0, 3]}

POLICIES = """
import os, threading
from android_gym.errors import DeviceError
from pathlib import Path


def declare(observation, info):
    return {"action_type": 11, "touch_position": [0, 0], "end_position": [0, 0], "key": 0,
            "pinch": [0, 0, 0], "text": [0] * 256}


def raises(observation, info):
    raise LookupError("nothing to see")


def dies(observation, info):
    os._exit(7)


def dies_once(observation, info):
    if not Path("died").exists():
        Path("died").touch()
        os._exit(7)
    return declare(observation, info)


class FirstDeviceIsGone:
    # Fails in the process that begins first, in every episode.
    gone = None

    def reset(self, goal, seed):
        if self.gone is None:
            try:
                self.gone = bool(open("first", "x"))
            except FileExistsError:
                self.gone = False
        if self.gone:
            raise DeviceError("It is gone.")

    def act(self, observation, info):
        return declare(observation, info)


class Large:
    def __init__(self):
        self.weights = bytes(10_000_000)

    def reset(self, goal, seed):
        pass

    def act(self, observation, info):
        return declare(observation, info)


def hangs(observation, info):
    print("playing", os.getpid(), flush=True)
    threading.Event().wait()


def hangs_unless_told(observation, info):
    return declare(observation, info) if Path("told").exists() else hangs(observation, info)
"""

KILLED = """
import os, signal, sys
from android_gym.evaluation import sweep

def kill(result, done, total):
    if done == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    sweep({ids}, "random", out=sys.argv[1], workers=2, on_episode=kill, **{arguments})
"""

NOTEBOOK = """
from android_gym.evaluation import sweep
from policies_of_mine import declare

class Declares:
    def __call__(self, observation, info):
        return declare(observation, info)

print([result.error for result in sweep({ids}, Declares(), out="one", seeds=range(2), workers=2)])
"""

UNGUARDED = """
from android_gym.evaluation import sweep
from policies_of_mine import Large

sweep({ids}, Large(), out="sweep", seeds=range(1), workers=1, demonstrate=False)
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder, with a module of policies in it."""
    (tmp_path / "policies_of_mine.py").write_text(POLICIES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path
    sys.modules.pop("policies_of_mine", None)


def comparable(folder: Path) -> list[str]:
    """The lines of the episodes, sorted, without wall times."""
    lines = (folder / "episodes.jsonl").read_text(encoding="ascii").splitlines()
    return sorted(json.dumps({**json.loads(line), "seconds": None}) for line in lines)


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "android_gym.cli", "sweep", *arguments]


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("unbroken") / "sweep"
    results = sweep(IDS, "random", out=out, workers=1, **ARGUMENTS)
    assert results == load(out)
    return out


@pytest.mark.slow
def test_two_workers_find_what_one_finds(unbroken: Path, tmp_path: Path) -> None:
    results = sweep(IDS, "random", out=tmp_path, workers=2, **ARGUMENTS)
    assert len(results) == 18 == len({result.key for result in results})
    assert comparable(tmp_path) == comparable(unbroken)
    assert len({result.steps for result in results}) > 2  # there was something to differ in


@pytest.mark.slow
@pytest.mark.parametrize("after", [0, 11])
def test_a_killed_and_resumed_sweep_is_an_unbroken_one(
    unbroken: Path, tmp_path: Path, after: int
) -> None:
    script = tmp_path / "script.py"
    script.write_text(KILLED.format(ids=IDS, arguments={**ARGUMENTS, "seeds": [0, 1]}))
    out = tmp_path / "sweep"
    killed = subprocess.run([sys.executable, script, out, str(after)], timeout=100)
    assert killed.returncode == -signal.SIGKILL
    assert len(load(out)) == after
    with open(out / "episodes.jsonl", "ab") as file:
        file.write(b'{"id": "AndroidWorld/Sys')  # what a kill in the middle of a write leaves
    calls: list[tuple[bool, int, int]] = []
    results = sweep(
        IDS,
        "random",
        out=out,
        on_episode=lambda result, done, total: calls.append((result is None, done, total)),
        **ARGUMENTS,
    )
    assert comparable(out) == comparable(unbroken)
    assert calls == [(True, after, 18), *((False, n, 18) for n in range(after + 1, 19))]
    assert [result.key for result in results] == [result.key for result in load(unbroken)]


@pytest.mark.slow
def test_a_finished_sweep_is_not_played_again(unbroken: Path) -> None:
    before = (unbroken / "episodes.jsonl").read_bytes()
    results = sweep(IDS, "random", out=unbroken, workers=2, **ARGUMENTS)
    assert results == load(unbroken)
    assert (unbroken / "episodes.jsonl").read_bytes() == before


@pytest.mark.slow
def test_another_sweep_does_not_overwrite(unbroken: Path) -> None:
    before = (unbroken / "episodes.jsonl").read_bytes()
    for policy, arguments, differing in (
        ("demonstration", ARGUMENTS, "policy"),
        ("random", ARGUMENTS | {"seeds": [1, 2]}, "seeds"),
        ("random", ARGUMENTS | {"env_options": {"budget_factor": 2}}, "env_options"),
        ("random", ARGUMENTS | {"rules": "android_world"}, "rules"),
        ("random", ARGUMENTS | {"devices": ["pool"]}, "devices"),
        ("random", ARGUMENTS | {"devices": [{"latency": "slow"}]}, "devices"),
        ("random", ARGUMENTS | {"wrappers": [RANDOMIZE]}, "wrappers"),
    ):
        with pytest.raises(OptionError, match=f"another sweep, with other {differing}"):
            sweep(IDS, policy, out=unbroken, **arguments)
    assert (unbroken / "episodes.jsonl").read_bytes() == before


def test_a_sweep_begins_no_episode_near_its_end(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="can't have a Curriculum"):
        sweep(
            WIFI_OFF,
            "random",
            out=tmp_path / "out",
            seeds=[0],
            wrappers=["android_gym.wrappers:Curriculum"],
        )
    assert load(tmp_path / "out") == []


def test_a_misspelt_argument_of_several_sweeps_is_told(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"sweep_all got .* 'seed'\. Did you mean 'seeds'\?"):
        sweep_all(WIFI_OFF, {"one": "random"}, out=tmp_path, seed=3)


def test_a_simulator_with_other_options_is_another_sweep(tmp_path: Path) -> None:
    arguments: dict[str, Any] = {"seeds": [0], "demonstrate": False}
    slow = {"kind": "simulator", "latency": "slow"}
    sweep(WIFI_OFF, "random", out=tmp_path / "a", devices=["simulator"], **arguments)
    with pytest.raises(OptionError, match="another sweep, with other devices"):
        sweep(WIFI_OFF, "random", out=tmp_path / "a", devices=[slow], **arguments)
    for same in ([{"kind": "simulator"}], [{}], ["simulator"] * 2):
        sweep(WIFI_OFF, "random", out=tmp_path / "a", devices=same, **arguments)
    sweep(WIFI_OFF, "random", out=tmp_path / "b", devices=[slow], **arguments)
    sweep(WIFI_OFF, "random", out=tmp_path / "b", devices=[{"latency": "slow"}] * 2, **arguments)
    assert load_manifest(tmp_path / "b")["devices"] == [slow]
    with pytest.raises(OptionError, match="another sweep, with other devices"):
        sweep(WIFI_OFF, "random", out=tmp_path / "b", **arguments)


@pytest.mark.slow
def test_demonstrations_understand_rewordings(tmp_path: Path) -> None:
    numbers = [0, 1, 2, 3, 4]
    results = sweep(
        IDS[:2], "demonstration", out=tmp_path, seeds=[5], rewordings=numbers, traces=True
    )
    assert [result.success for result in results] == [True] * 10
    for result in results:
        trace = load_trace(tmp_path / "traces" / result.key.file_name)
        assert (trace.goal, trace.seed, trace.success) == (result.goal, 5, 1.0)
        assert len(trace.steps) == result.steps
        assert trace.declared
    assert len(list((tmp_path / "traces").iterdir())) == 10
    assert all(result.steps == result.demonstration_steps for result in results)
    assert len({result.goal for result in results}) == 10


@pytest.mark.slow
def test_a_worker_that_dies_is_replaced_and_its_episode_played_again(here: Path) -> None:
    results = sweep(
        WIFI_OFF, "policies_of_mine:dies_once", trust=True, out=here / "out", seeds=range(3)
    )
    assert (here / "died").exists()
    assert [(r.end, r.error, r.steps) for r in results] == [("declared", None, 1)] * 3


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_a_device_that_is_gone_is_no_matter_where_there_is_another(
    here: Path, workers: int
) -> None:
    results = sweep(
        WIFI_OFF,
        "policies_of_mine:FirstDeviceIsGone",
        trust=True,
        out=here / "out",
        seeds=range(4),
        workers=workers,
        demonstrate=False,
    )
    assert (here / "first").exists()
    expected = None if workers == 2 else "It is gone. (3 tries)"
    assert [result.error for result in results] == [expected] * 4


@pytest.mark.slow
def test_an_episode_whose_worker_always_dies_is_an_error(here: Path) -> None:
    results = sweep(
        WIFI_OFF, "policies_of_mine:dies", trust=True, out=here / "out", seeds=[1], tries=2
    )
    assert [r.error for r in results] == ["The worker died with exit code 7 (2 tries)"]
    again = sweep(
        WIFI_OFF,
        "policies_of_mine:dies",
        trust=True,
        out=here / "out",
        seeds=[1],
        tries=1,
        retry_errors=True,
    )
    assert [r.error for r in again] == ["The worker died with exit code 7 (1 tries)"]
    assert load(here / "out") == again


@pytest.mark.slow
def test_an_episode_that_takes_too_long_is_an_error(here: Path) -> None:
    results = sweep(
        WIFI_OFF,
        "policies_of_mine:hangs",
        trust=True,
        out=here / "out",
        seeds=[1],
        tries=1,
        timeout_s=0.5,
    )
    assert [r.error for r in results] == ["The worker took too long (1 tries)"]


@pytest.mark.slow
def test_what_a_policy_raises_is_an_error_and_the_next_episode_is_played(here: Path) -> None:
    results = sweep(WIFI_OFF, "policies_of_mine:raises", trust=True, out=here / "out", seeds=[1, 2])
    assert [(r.error, r.success, r.steps) for r in results] == [
        ("LookupError: nothing to see", False, 0)
    ] * 2


@pytest.mark.slow
def test_an_environment_that_can_not_be_made_ends_the_sweep(here: Path) -> None:
    with pytest.raises(OptionError, match=f"{WIFI_OFF}: action_mode must be one of|'nothing'"):
        sweep(WIFI_OFF, "random", out=here / "out", env_options={"action_mode": "nothing"})
    assert load(here / "out") == []


@pytest.mark.slow
def test_workers_that_do_not_start_end_the_sweep(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "dies_when_imported.py").write_text(
        "import os\nif 'HERE' not in os.environ: os._exit(3)\ndef act(o, i): pass"
    )
    monkeypatch.setenv("HERE", "1")
    load_policy("dies_when_imported:act", trust=True)
    monkeypatch.delenv("HERE")
    with pytest.raises(SweepError, match="before they have started, the last with exit code 3"):
        sweep(WIFI_OFF, "dies_when_imported:act", trust=True, out=here / "out", seeds=[1])
    sys.modules.pop("dies_when_imported")


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_sweep_leaves_no_process_and_goes_on(here: Path, number: int) -> None:
    arguments = (
        WIFI_OFF,
        "--policy",
        "policies_of_mine:hangs_unless_told",
        "--trust",
        "--seeds",
        "0:2",
    )
    arguments += ("--out", "out", "--no-demonstrate")
    with subprocess.Popen(
        command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        word, pid = process.stdout.readline().split()
        assert word == "playing"
        worker = psutil.Process(int(pid))
        process.send_signal(number)
        assert process.wait(timeout=60) == (130 if number == signal.SIGINT else -signal.SIGKILL)
        psutil.wait_procs([worker], timeout=30)
        assert not worker.is_running()
        said = process.stderr.read()
    assert ("Interrupted. Run the same command again" in said) == (number == signal.SIGINT)
    if number == signal.SIGKILL:
        return  # how that goes on is tested above
    (here / "told").touch()
    done = subprocess.run(command(*arguments), capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    assert "2/2" in done.stderr
    assert (here / "out" / "summary.csv").exists() and (here / "out" / "chart.png").exists()


# --- what is refused before anything is started --------------------------------------------------


def local(observation: Any, info: dict[str, Any]) -> Any:
    return None


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        ({"ids": "AndroidWorld/Nothing-v0"}, "no id 'AndroidWorld/Nothing-v0'"),
        ({"ids": "CartPole-v1"}, "no id 'CartPole-v1'"),
        ({"ids": [WIFI_OFF, WIFI_OFF]}, "is given twice"),
        ({"ids": []}, "no ids"),
        ({"seeds": [1, 2, 1]}, "seeds has 1 twice"),
        ({"seeds": []}, "seeds must be a list"),
        ({"seeds": [-1]}, "seeds must be a whole number from 0 on, got -1"),
        ({"seeds": [0.5]}, "seeds must be a whole number"),
        ({"seeds": "0:3"}, "seeds must be a list"),
        ({"seeds": [1, 10**39]}, r"seeds must be a whole number up to 1e\+38, got 1000"),
        ({"same_seed": -1}, "same_seed must be"),
        ({"same_seed": 10**400}, r"same_seed must be a whole number up to 1e\+38, got 1000"),
        ({"same_seed": 1, "repeat": 0}, "repeat must be"),
        ({"rewordings": [5]}, "rewordings must be from 0 to 4, got 5"),
        ({"rewordings": [1, 1]}, "rewordings has 1 twice"),
        ({"workers": 0}, "workers must be a whole number from 1 to 4096, got 0"),
        ({"workers": True}, "workers must be"),
        ({"tries": 0}, "tries must be"),
        ({"devices": []}, "devices must be a list"),
        ({"devices": "simulator"}, "devices must be a list"),
        ({"devices": ["emulator-5554"], "workers": 2}, "1 devices for 2 workers"),
        ({"devices": ["emulator-5554", "emulator-5556"], "workers": 1}, "2 devices for 1 workers"),
        ({"devices": ["emulator-5554", "emulator-5554"]}, "A device is given twice"),
        ({"devices": ["toaster"]}, "No kind of device is called 'toaster'"),
        ({"policy": "nowhere_at_all:act", "trust": True}, "can't be imported"),
        (
            {"policy": SimpleNamespace(reset=print, act=threading.Lock().acquire)},
            "can't be copied to a worker",
        ),
        ({"policy": 3}, "is not a policy"),
        ({"wrappers": ["nowhere_at_all:Wrapper"]}, "wrapper 'nowhere_at_all:Wrapper' can't be"),
        ({"wrappers": [{"kwargs": {}}]}, "A wrapper is 'module:Class'"),
        ({"wrappers": [{"entry_point": "json:loads", "arguments": {}}]}, "A wrapper is"),
        ({"wrappers": [{"entry_point": "json:loads", "kwargs": {"a": {1}}}]}, "must be JSON"),
        ({"env_options": {"a": object()}}, "env_options must be JSON values"),
        ({"ids": "nowhere_at_all:Mine/*"}, "The module 'nowhere_at_all' can't be"),
        ({"rules": "lenient"}, "rules must be one of"),
        ({"env_options": {"rules": "android_world"}}, "but env_options says 'android_world'"),
        ({"env_options": {"max_episode_steps": 90}}, "can't have max_episode_steps.*max_steps"),
        ({"env_options": {"termination": "success"}}, "can't have another termination"),
        ({"env_options": {"device": "simulator"}}, "can't have a device"),
        ({"devices": [{"latency": {1, 2}}]}, "devices must be JSON values"),
    ],
)
def test_wrong_arguments_are_refused_and_leave_no_folder(
    tmp_path: Path, arguments: dict[str, Any], match: str
) -> None:
    arguments = {"ids": WIFI_OFF, "policy": local, "out": tmp_path / "out", **arguments}
    with pytest.raises(OptionError, match=match) as caught:
        sweep(arguments.pop("ids"), arguments.pop("policy"), **arguments)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_seeds_may_be_numbers_of_numpy(tmp_path: Path) -> None:
    played = sweep(
        WIFI_OFF,
        "random",
        out=tmp_path,
        seeds=np.arange(2),
        same_seed=np.int64(5),
        repeat=1,
        rewordings=np.array([0]),
        demonstrate=False,
    )
    assert [result.key.seed for result in played] == [5, 0, 1]
    manifest = load_manifest(tmp_path)
    assert (manifest["seeds"], manifest["same_seed"], manifest["rewordings"]) == ([0, 1], 5, [0])


def test_many_seeds_are_checked_in_no_time(tmp_path: Path) -> None:
    # Comparing each with each would take longer than a test may.
    with pytest.raises(OptionError, match="is not a policy"):
        sweep("AndroidWorld/*", 3, out=tmp_path, seeds=list(range(300_000)))


def test_ids_by_pattern() -> None:
    wifi = find_ids("AndroidWorld/SystemWifi*-v0")
    assert WIFI_OFF in wifi and len(wifi) == 4 and wifi == sorted(wifi)
    assert find_ids([WIFI_OFF, "AndroidWorld/SystemWifi*"]) == [
        WIFI_OFF,
        *(env_id for env_id in wifi if env_id != WIFI_OFF),
    ]
    assert all(env_id.startswith("AndroidWorld/") for env_id in find_ids("AndroidWorld/*"))


def test_a_pattern_of_no_suite_is_told_the_suites() -> None:
    with pytest.raises(OptionError, match=r"no id 'AndroidWord/\*'. The suites are .*AndroidWorld"):
        find_ids("AndroidWord/*")
    with pytest.raises(OptionError, match=f"Did you mean {WIFI_OFF}"):
        find_ids("AndroidWorld/SystemWifiTurnOf-v0")


def test_ids_whose_module_is_told(here: Path) -> None:
    (here / "registers_of_mine.py").write_text("import android_gym")
    told = "registers_of_mine:AndroidWorld/SystemWifiTurnO?-v0"
    assert find_ids(told) == ["registers_of_mine:AndroidWorld/SystemWifiTurnOn-v0"]
    assert task_of(find_ids(told)[0]).name == "SystemWifiTurnOn"
    with pytest.raises(OptionError, match="mean registers_of_mine:AndroidWorld/SystemWifiTurnOn-"):
        find_ids("registers_of_mine:AndroidWorld/SystemWifiTurnsOn-v0")
    sys.modules.pop("registers_of_mine")


def test_ids_must_have_the_rewordings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_of(WIFI_OFF), "rewordings", ("Wifi off!",))
    with pytest.raises(OptionError, match=f"'{WIFI_OFF}' has no rewording 2: its goal has 1. Wr"):
        sweep(IDS, "random", out=tmp_path / "out", rewordings=[0, 2])
    assert not (tmp_path / "out").exists()


def test_seeds_of_each_id(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="no id 'AndroidWorld/Nothing-v0'"):
        sweep({"AndroidWorld/Nothing-v0": [1]}, "random", out=tmp_path / "out")
    with pytest.raises(OptionError, match="seeds has 3 twice"):
        sweep({WIFI_OFF: [3, 3]}, "random", out=tmp_path / "out")


def test_results_are_plain_values(unbroken_line: str) -> None:
    values = json.loads(unbroken_line)
    assert Result.from_json(unbroken_line).to_json() == unbroken_line
    assert set(values) == {
        "id", "group", "seed", "repeat", "rewording", "goal", "success", "score", "steps",
        "demonstration_steps", "end", "action_errors", "error", "seconds",
    }  # fmt: skip


@pytest.fixture
def unbroken_line() -> str:
    player = Player(load_policy("demonstration"), Job("demonstration"))
    try:
        return player.play(EpisodeKey(WIFI_OFF, "different-seed", 1)).to_json()
    finally:
        player.close()


def test_nothing_is_left_running() -> None:
    """The tests above have stopped what they started."""
    children = psutil.Process(os.getpid()).children(recursive=True)
    names = [" ".join(child.cmdline()) for child in children if child.is_running()]
    assert [name for name in names if "spawn_main" in name] == []


def test_a_policy_of_a_notebook_is_copied_to_the_workers(here: Path) -> None:
    """They can't import its main program, which has no file."""
    done = subprocess.run(
        [sys.executable, "-c", NOTEBOOK.format(ids=IDS[:1])],
        cwd=here,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stderr == ""
    assert done.stdout == "[None, None]\n"


@pytest.mark.parametrize("guarded", [False, True])
def test_a_script_without_a_guard_is_told_so(here: Path, guarded: bool) -> None:
    """Its processes end before they have read anything, however large the policy is."""
    script = UNGUARDED.format(ids=IDS[:1])
    if guarded:
        script = script.replace("\nsweep(", "\nif __name__ == '__main__': sweep(")
    (here / "script.py").write_text(script)
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=here, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode == 0) == guarded
    needed = "A script that sweeps must do so under `if __name__ == '__main__':`."
    assert (needed in done.stderr) != guarded
