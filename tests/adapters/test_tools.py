"""The tools that adapters offer, and the thin files around them."""

from __future__ import annotations

import gc
import inspect
import io
import subprocess
import sys
import typing
from typing import Any

import gymnasium as gym
import pytest
from PIL import Image

import android_gym  # noqa: F401  (registers the ids)
from android_gym.adapters.rllib import make_env
from android_gym.adapters.tools import EpisodeTools
from android_gym.adapters.trl import PhoneEnvironment, rows
from android_gym.errors import ActionError, OptionError

WIFI = "AndroidWorld/SystemWifiTurnOff-v0"


def index_of(lines: str, words: str) -> int:
    return next(int(line.split()[0]) for line in lines.splitlines() if words in line)


@pytest.fixture(scope="module")
def phone() -> Any:
    made = PhoneEnvironment()
    yield made
    made._close()


def test_a_rollout_as_trl_plays_it(phone: PhoneEnvironment) -> None:
    """As the trainer does: probes the object, resets by a row's columns, calls tools by name."""
    functions = inspect.getmembers(type(phone), inspect.isfunction)
    tools = {n for n, _ in functions if not n.startswith("_")} - {"reset", "get_reward"}
    assert tools == {
        "answer", "elements", "finish", "long_press", "open_app", "press", "screenshot", "scroll",
        "swipe", "tap", "tap_at", "type_text", "wait",
    }  # fmt: skip
    row = {"prompt": [], "env_id": WIFI, "seed": 1, "rewording": 0, "other": "column"}
    goal = phone.reset(**row)
    assert isinstance(goal, str)  # as blocks, templates of language models would leave it out
    assert "Task: Turn wifi off." in goal
    assert phone.get_reward() == 0.0
    seen = phone.open_app("Settings")
    seen = phone.tap(index_of(seen, '"Network & internet"'))
    seen = phone.tap(index_of(seen, '"Internet"'))
    phone.tap(index_of(seen, "Switch"))
    assert phone.get_reward() == 0.0
    assert "over" in phone.finish()
    assert phone.get_reward() == 1.0
    with pytest.raises(ActionError, match="over"):
        phone.wait()
    phone.reset(WIFI, 1)
    phone.finish("infeasible")
    assert phone.get_reward() == 0.0


def test_every_tool_tells_what_it_takes() -> None:
    """Frameworks make schemas of types and of Google's docstrings."""
    for name, function in inspect.getmembers(PhoneEnvironment, inspect.isfunction):
        if name.startswith("_") or name == "reset":
            continue
        told = inspect.getdoc(function) or ""
        hints = typing.get_type_hints(function)
        for parameter in list(inspect.signature(function).parameters)[1:]:
            assert parameter in hints, (name, parameter)
            assert f"    {parameter}: " in told, (name, parameter)


def test_pictures(phone: PhoneEnvironment) -> None:
    phone.reset(WIFI, 1)
    (block,) = phone.screenshot()
    assert block["image"].size == (540, 1200)
    assert Image.open(io.BytesIO(phone._png())).size == (540, 1200)


@pytest.mark.parametrize(
    ("name", "arguments", "told"),
    [
        ("tap", {"index": 999}, "no element 999"),
        ("tap", {"index": -1}, "no element -1"),
        ("tap", {"index": "3"}, "no element '3'"),
        ("tap_at", {"x": 1080, "y": 5}, "x must be from 0 to 1079"),
        ("swipe", {"x": 1, "y": 1, "to_x": 1, "to_y": 1e9}, "y must be"),
        ("scroll", {"direction": "sideways"}, "direction must be"),
        ("press", {"key": "power"}, "key must be"),
        ("open_app", {"name": "Nope"}, "Nope"),
        ("wait", {"seconds": float("nan")}, "seconds"),
        ("type_text", {"text": 5}, "text"),
        ("type_text", {"text": "a\ud800"}, "text"),
        ("finish", {"status": "done"}, "status"),
    ],
)
def test_bad_arguments(
    phone: PhoneEnvironment, name: str, arguments: dict[str, Any], told: str
) -> None:
    phone.reset(WIFI, 1)
    with pytest.raises((ActionError, OptionError), match=told):
        getattr(phone, name)(**arguments)
    assert phone.elements()


def test_before_there_is_a_phone() -> None:
    with pytest.raises(ActionError, match="reset"):
        PhoneEnvironment().elements()
    with pytest.raises(ActionError, match="over"):
        PhoneEnvironment().finish()
    with pytest.raises(OptionError, match="action_mode"):
        EpisodeTools(action_mode="touch")


def test_rows() -> None:
    found = rows("template", "train", 150, rewordings=(0, 3))
    assert len(found) == 150
    assert len({(row["env_id"], row["seed"]) for row in found}) == 150
    assert len({row["env_id"] for row in found[:50]}) == 50  # every task has its turn
    assert {row["rewording"] for row in found} == {0, 3}
    for count in (1, 2, 3, 4):  # whether or not the number of tasks is a multiple of the wordings'
        chosen = list(dict.fromkeys(row["env_id"] for row in found))[:count]
        some = rows("template", "train", 2 * count, rewordings=(0, 3), ids=chosen)
        for env_id in chosen:
            assert {row["rewording"] for row in some if row["env_id"] == env_id} == {0, 3}
    for wrong in ((), (5,), ("0",), "0"):
        with pytest.raises(OptionError, match="rewordings"):
            rows("template", "train", 3, rewordings=wrong)
    test = {row["env_id"] for row in rows("template", "test", 1000)}
    assert not test & {row["env_id"] for row in rows("template", "train", 1000)}
    some = sorted(test)[:2]
    chosen = rows("template", "test", 4, ids=some)
    assert [row["env_id"] for row in chosen] == some * 2
    with pytest.raises(OptionError, match="other part"):
        rows("template", "train", ids=some)
    with pytest.raises(OptionError):
        rows(count=0)


def test_environments_for_rllib() -> None:
    env = make_env({"id": WIFI, "action_mode": "discrete", "observation": "ui_elements"})
    try:
        observation, _ = env.reset(seed=1)
        assert env.observation_space.contains(observation) and observation.ndim == 1
    finally:
        env.close()
    apart = make_env({"id": WIFI, "action_mode": "discrete", "flat": False})
    assert len(apart.observation_space.spaces) > 1
    apart.close()
    with pytest.raises(OptionError, match="flat"):
        make_env({"id": WIFI, "flat": "no"})
    with pytest.raises(OptionError, match="'id'"):
        make_env({})


def test_a_tool_by_its_name_costs_a_step() -> None:
    """As frameworks use them that know nothing of the tools; a wrong use is told, and counted."""
    tools = EpisodeTools(max_steps=5)
    try:
        tools._begin(WIFI, 1)
        assert tools._call("tap", {"index": 999}) == (
            f"There is no element 999: the last index is {len(tools._device.ui_elements()) - 1}."
        )
        assert "arguments of 'tap' are wrong" in str(tools._call("tap", {"text": "OK"}))
        assert "no tool" in str(tools._call("_close", {}))
        assert tools._call("elements", {}) is None
        assert (tools._steps, tools._over) == (4, False)
        assert tools._call("press", {"key": "home"}) is None
        assert tools._over
        with pytest.raises(ActionError, match="over"):
            tools._call("press", {"key": "home"})
    finally:
        tools._close()


def test_a_phone_that_is_forgotten_is_closed() -> None:
    forgotten = PhoneEnvironment()
    forgotten.reset(WIFI, 1)
    env = forgotten._env
    assert env is not None
    del forgotten
    gc.collect()
    with pytest.raises(gym.error.ClosedEnvironmentError):
        env.reset()


def test_a_phone_that_is_open_at_the_end_of_a_program_is_closed_quietly() -> None:
    code = (
        "import threading\n"
        "from android_gym.adapters.trl import PhoneEnvironment\n"
        "phone = PhoneEnvironment()\n"
        f"phone.reset({WIFI!r}, 1)\n"
        "threading.phone = phone\n"  # so that it is collected after other modules are gone
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
