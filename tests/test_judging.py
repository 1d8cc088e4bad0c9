"""Rules, side effects, order, and what a declaration waits for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec

import android_gym  # noqa: F401  (registers the ids)
from android_gym.actions import Decoded
from android_gym.devices import make_device
from android_gym.devices.device import Device
from android_gym.devices.user_data import STORAGE
from android_gym.env import AndroidTaskEnv
from android_gym.errors import OptionError
from android_gym.events import Wait
from android_gym.judging import MOST_WITH_HARM, SETTLE_MS, EpisodeJudge
from android_gym.task_suite.task import Params, Stage, Task
from android_gym.task_suite.touches import FileAt, Touch
from android_gym.trace import EpisodeTrace
from android_gym.wrappers import RandomizeDevice

SMALL = {"observation_size": (27, 60), "max_elements": 10}
WANTED, OTHER = f"{STORAGE}/wanted", f"{STORAGE}/other"


class MakeFile(Task):
    """Make one file; the original rules are content with any."""

    template = "Make a file."

    def setup(self, device: Device, params: Params) -> None:
        device.push(OTHER, "other")

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        return float(device.exists(WANTED))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        return 0.25 + 0.75 * self.success(device, params, answer)

    def touches(self, params: Params) -> list[Touch]:
        return [FileAt(WANTED)]


class MakeTwo(MakeFile):
    """Make one file, then another."""

    def touches(self, params: Params) -> list[Touch]:
        return [FileAt(WANTED), FileAt(f"{WANTED}_first")]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        return float(device.exists(WANTED) and device.exists(f"{WANTED}_first"))

    def stages(self, params: Params) -> list[Stage]:
        return [
            lambda device: device.exists(f"{WANTED}_first"),
            lambda device: device.exists(WANTED),
        ]


@pytest.fixture(scope="module")
def phone() -> Iterator[Device]:
    device = make_device()
    yield device
    device.close()


def make(task: Task, phone: Device, **options: Any) -> AndroidTaskEnv:
    return AndroidTaskEnv(task, phone, **{"termination": "declared", **SMALL, **options})


def act(env: AndroidTaskEnv, command: str = ":", *, declares: bool = False) -> Any:
    env.device.shell(command)
    return env.step(Decoded(declared=True) if declares else Decoded((Wait(1),)))


# --- rules ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["lenient", None, 1, ["strict"]])
def test_unknown_rules_are_refused(rules: Any) -> None:
    with pytest.raises(OptionError, match="rules must be one of"):
        gym.make("AndroidWorld/CameraTakePhoto-v0", rules=rules)


def test_rules_serialise_with_the_spec() -> None:
    env = gym.make("AndroidWorld/CameraTakePhoto-v0", rules="android_world", **SMALL)
    assert env.spec is not None
    spec = EnvSpec.from_json(env.spec.to_json())
    env.close()
    again = gym.make(spec, termination="declared")
    again.reset(seed=0)
    base: Any = again.unwrapped
    assert act(base, f"mkdir {STORAGE}/Pictures/x", declares=True)[1] == 1.0
    again.close()


@pytest.mark.parametrize("rules", ["strict", "android_world"])
def test_rules_in_vectors(rules: str) -> None:
    """In either kind; declaring a stopwatch to be paused while a time for a timer is typed."""
    for mode in ("sync", "vector_entry_point"):
        envs = gym.make_vec(
            "AndroidWorld/ClockStopWatchPausedVerify-v0",
            num_envs=2,
            vectorization_mode=mode,
            rules=rules,
            action_mode="json",
            termination="declared",
            **SMALL,
        )
        envs.reset(seed=3)
        for action in (
            {"action_type": "open_app", "app_name": "Clock"},
            {"action_type": "click", "x": 540, "y": 2200},
            {"action_type": "click", "x": 540, "y": 1200},
            {"action_type": "status", "goal_status": "complete"},
        ):
            text = np.frombuffer(json.dumps(action).encode(), np.uint8)
            row = np.zeros(envs.single_action_space.shape, np.uint8)
            row[: len(text)] = text
            _, rewards, terminated, _, _ = envs.step(np.stack([row, row]))
        assert list(terminated) == [True, True]
        assert list(rewards) == [float(rules == "android_world")] * 2
        envs.close()


def test_android_world_judges_by_its_own_rule_alone(phone: Device) -> None:
    env = make(MakeFile(), phone, rules="android_world")
    env.reset(seed=0)
    _, reward, _, _, info = act(env, f"rm {OTHER}", declares=True)
    assert reward == info["success"] == 0.25
    env.reset(seed=0)
    _, reward, _, _, info = act(env, f"rm {OTHER}; touch {WANTED}", declares=True)
    assert reward == 1.0
    assert "side_effects" not in info


# --- harm ----------------------------------------------------------------------------------------


def test_harm_is_named_and_costs_the_reward(phone: Device) -> None:
    env = make(MakeFile(), phone)
    env.reset(seed=0)
    _, reward, terminated, _, info = act(env, f"rm {OTHER}; touch {WANTED}", declares=True)
    assert (reward, terminated, info["success"], info["is_success"]) == (0.0, True, 0.0, False)
    assert info["side_effects"] == [f"file lost: {OTHER}"]
    _, info = env.reset(seed=0)
    assert "side_effects" not in info


def test_a_part_of_the_score_is_not_compared(phone: Device) -> None:
    class Half(MakeFile):
        def success(self, device: Device, params: Params, answer: str | None) -> float:
            return 0.75

    env = make(Half(), phone)
    env.reset(seed=0)
    _, reward, _, _, info = act(env, f"rm {OTHER}", declares=True)
    assert (reward, info.get("side_effects")) == (0.75, None)


def test_harm_undone_can_earn_the_reward(phone: Device) -> None:
    env = make(MakeFile(), phone, termination="success")
    env.reset(seed=0)
    _, reward, terminated, _, info = act(env, f"mv {OTHER} {OTHER}2; touch {WANTED}")
    assert (reward, terminated) == (0.0, False)
    assert info["side_effects"] == [f"file lost: {OTHER}", f"file added: {OTHER}2"]
    _, reward, terminated, _, info = act(env, f"mv {OTHER}2 {OTHER}")
    assert (reward, terminated) == (1.0, True)
    assert "side_effects" not in info


def test_harm_is_looked_for_only_where_the_task_is_solved(
    phone: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    from android_gym import judging

    read = []
    monkeypatch.setattr(judging, "read_user_data", lambda device: read.append(device) or 1 / 0)
    env = make(MakeFile(), phone, termination="success")
    env.reset(seed=0)
    for number in range(3):
        act(env, f"rm -f {OTHER}; touch {OTHER}{number}")
    assert act(env, "true", declares=True)[1] == 0.0
    assert read == []
    env.reset(seed=0)
    assert "ZeroDivisionError" in act(env, f"touch {WANTED}")[4]["device_error"]
    assert len(read) == 1


def test_no_more_than_twenty_are_told(phone: Device) -> None:
    env = make(MakeFile(), phone)
    env.reset(seed=0)
    many = f"touch {WANTED}; for i in $(seq 100 150); do touch {OTHER}$i; done"
    *_, info = act(env, many, declares=True)
    assert len(info["side_effects"]) == 20


class MakeFileInTime(MakeFile):
    """Make one file in three steps, which a composed task's progress does not tell."""

    def judge(self, trace: EpisodeTrace, params: Params) -> float:
        return float(len(trace.steps) <= 3)

    def progress(self, device: Device, params: Params) -> float:
        return self.success(device, params, None)


def test_progress_stays_short_of_one_until_the_way_is_right(phone: Device) -> None:
    for steps, progress in ((2, 1.0), (3, MOST_WITH_HARM)):
        env = make(MakeFileInTime(), phone, reward_mode="progress")
        env.reset(seed=0)
        for _ in range(steps):
            act(env)
        assert act(env, f"touch {WANTED}")[1] == progress
        env.close()


def test_progress_stays_short_of_one_with_harm(phone: Device) -> None:
    env = make(MakeFile(), phone, reward_mode="progress")
    env.reset(seed=0)
    assert act(env, f"rm {OTHER}; touch {WANTED}")[1] == MOST_WITH_HARM
    assert act(env, f"echo -n other > {OTHER}")[1] == pytest.approx(1 - MOST_WITH_HARM)


def test_a_wrapper_may_move_the_start(phone: Device) -> None:
    env = make(MakeFile(), phone)
    env.reset(seed=0)
    phone.shell(f"rm {OTHER}; settings put system font_scale 1.3")
    env.mark_start()
    assert act(env, f"touch {WANTED}", declares=True)[1] == 1.0


def test_randomized_devices_do_no_harm() -> None:
    options = {"termination": "declared", "max_steps": 20, **SMALL}
    env: Any = gym.make("AndroidWorld/SystemWifiTurnOn-v0", **options)
    env = RandomizeDevice(env, noise=True, messages=4)
    for seed in range(3):
        env.reset(seed=seed)
        base = env.unwrapped
        base.device.shell("svc wifi enable; sleep 3")
        reward, info = 0.0, {}
        for declared in [False] * 10 + [True]:
            _, reward, _, _, info = env.step(Decoded(declared=declared))
        assert (reward, info.get("side_effects")) == (1.0, None)
    env.close()


def test_first_looks_into_apps_do_no_harm(phone: Device) -> None:
    env = make(MakeFile(), phone, action_mode="json", max_steps=50)
    env.reset(seed=0)
    for app in ("Camera", "Clock", "Contacts", "Phone", "Markor", "Files", "Settings", "Clipper"):
        *_, info = env.step({"action_type": "open_app", "app_name": app})
        assert "action_error" not in info
        for label in ("NEXT", "While using the app", "Allow", "OK"):
            for index, element in enumerate(phone.ui_elements()):
                if element.text == label:
                    env.step({"action_type": "click", "index": index})
                    break
    _, reward, _, _, info = act(env, f"touch {WANTED}", declares=True)
    assert (reward, info.get("side_effects")) == (1.0, None)


# --- order ---------------------------------------------------------------------------------------

FIRST, SECOND = f"touch {WANTED}_first", f"touch {WANTED}"


@pytest.mark.parametrize(
    ("commands", "earned"),
    [
        ([FIRST, SECOND], 1.0),
        ([SECOND, FIRST], 0.0),
        ([f"{SECOND}; {FIRST}"], 1.0),  # in one step: nobody knows
        ([SECOND, FIRST, f"rm {WANTED}", SECOND], 1.0),  # once more, in order
        ([FIRST, SECOND, f"rm {WANTED}_first", FIRST], 0.0),
        ([FIRST, ":", SECOND, ":"], 1.0),
    ],
)
def test_stages_must_come_in_order(phone: Device, commands: list[str], earned: float) -> None:
    env = make(MakeTwo(), phone)
    env.reset(seed=0)
    for command in commands:
        act(env, command)
    _, reward, _, _, info = act(env, declares=True)
    assert reward == earned
    assert bool(info.get("side_effects")) == (earned == 0.0)


def test_what_holds_from_the_start_came_first(phone: Device) -> None:
    class SecondIsThere(MakeTwo):
        def setup(self, device: Device, params: Params) -> None:
            device.shell(SECOND)

    env = make(SecondIsThere(), phone)
    env.reset(seed=0)
    act(env, FIRST)
    assert act(env, declares=True)[1] == 0.0


@pytest.mark.parametrize("first_late", [True, False])
def test_stages_that_come_about_after_the_declaration(first_late: bool) -> None:
    class Late(Task):
        def success(self, device: Any, params: Params, answer: str | None) -> float:
            return float(device.slept_ms >= 600)

        def stages(self, params: Params) -> list[Stage]:
            first, second = (600, 0) if first_late else (0, 600)
            return [lambda d: d.slept_ms >= first, lambda d: d.slept_ms >= second]  # type: ignore[attr-defined]

    device = Sleeper(knows_revision=True)
    judge = EpisodeJudge(Late(), {}, "strict")
    judge.begin(device)
    assert judge.settle(device, None, 3) == float(not first_late)
    assert bool(judge.side_effects) == first_late


COMPOSITES = {
    "MarkorCreateNoteAndSms": ("Note", "Sms"),
    "TurnOffWifiAndTurnOnBluetooth": ("svc wifi disable; sleep 4", "svc bluetooth enable; sleep 4"),
    "TurnOnWifiAndOpenApp": (
        "svc wifi enable; sleep 4",
        "monkey -p com.google.android.deskclock -c android.intent.category.LAUNCHER 1; sleep 2",
    ),
}


@pytest.mark.parametrize("name", COMPOSITES)
@pytest.mark.parametrize("rules", ["strict", "android_world"])
def test_composites_in_the_wrong_order(phone: Device, name: str, rules: Any) -> None:
    from android_gym.task_suite.android_world.markor.notes import FOLDER
    from android_gym.task_suite.android_world.sms.messages import PACKAGE, put_message
    from android_gym.task_suite.suite import tasks

    task = tasks("AndroidWorld")[name]()
    rng = np.random.default_rng(0)
    params = task.sample(rng)
    if name == "TurnOnWifiAndOpenApp":
        params["OpenAppTaskEval"]["app_name"] = "clock"

    def do(env: AndroidTaskEnv, what: str) -> None:
        if what == "Sms":
            put_message(phone, "sent", params["number"], params["text"])
            phone.launch(PACKAGE)
        elif what == "Note":
            phone.push(f"{FOLDER}/{params['file_name']}", params["text"] + "\n")
        else:
            phone.shell(what)
        act(env)

    steps = COMPOSITES[name]
    for order, earned in ((steps, 1.0), (steps[::-1], 0.0 if rules == "strict" else 1.0)):
        env = make(task, phone, rules=rules)
        env.reset(seed=0, options={"params": params})
        for what in order:
            do(env, what)
        _, reward, _, _, info = act(env, declares=True)
        assert reward == earned, info


def test_settings_is_open_already_when_wifi_is_on(phone: Device) -> None:
    from android_gym.task_suite.android_world.open_app.tasks import TurnOnWifiAndOpenApp

    task = TurnOnWifiAndOpenApp()
    assert task.stages({"SystemWifiTurnOn": {}, "OpenAppTaskEval": {"app_name": "settings"}}) == ()
    assert len(task.stages({"SystemWifiTurnOn": {}, "OpenAppTaskEval": {"app_name": "clock"}})) == 2


# --- what is under way ---------------------------------------------------------------------------


class Sleeper(Device):
    """Only sleeps, and remembers for how long."""

    def __init__(self, knows_revision: bool) -> None:
        super().__init__(None)
        self.slept_ms = 0
        self.knows_revision = knows_revision

    def shell(self, command: str, timeout_s: float | None = None) -> str:
        if command.startswith("sleep "):
            self.slept_ms += round(1000 * float(command.split()[1]))
        return "UTC\n2023-10-15 15:33:00\n" if "uptime" in command else ""

    def run(self, command: str, timeout_s: float | None = None) -> tuple[str, int]:
        return "", 1  # there is no such file

    def revision(self) -> int | None:
        return self.slept_ms if self.knows_revision else None

    screenshot = ui_elements = snapshot = restore = recover = close = Device.reset
    _send_touches = _let_pass = Device.reset


class UnderWay(Task):
    """Something that is done by itself after a while."""

    def __init__(self, late_ms: int) -> None:
        self.late_ms = late_ms
        self.asked = 0

    def success(self, device: Any, params: Params, answer: str | None) -> float:
        self.asked += 1
        return float(device.slept_ms >= self.late_ms)


@pytest.mark.parametrize("knows_revision", [True, False])
@pytest.mark.parametrize("rules", ["strict", "android_world"])
@pytest.mark.parametrize(
    ("late_ms", "slept_ms", "earned"),
    [(0, 0, 1.0), (1, 200, 1.0), (800, 800, 1.0), (SETTLE_MS, SETTLE_MS, 1.0), (2001, 2000, 0.0)],
)
def test_a_declaration_waits_for_what_is_under_way(
    knows_revision: bool, rules: Any, late_ms: int, slept_ms: int, earned: float
) -> None:
    device = Sleeper(knows_revision)
    judge = EpisodeJudge(UnderWay(late_ms), {}, rules)
    judge.begin(device)
    assert judge.settle(device, None, 1) == earned
    assert device.slept_ms == slept_ms


def test_nothing_is_judged_again_while_nothing_changes(phone: Device) -> None:
    class Never(MakeFile):
        asked = 0

        def success(self, device: Device, params: Params, answer: str | None) -> float:
            Never.asked += 1
            return 0.0

    env = make(Never(), phone)
    env.reset(seed=0)
    phone.run("input keyevent KEYCODE_HOME; sleep 10")
    act(env, declares=True)
    assert Never.asked <= 2


def test_a_note_that_is_saved_as_soon_as_it_is_typed(phone: Device) -> None:
    """Markor's Save takes half a second after typing until it can be tapped."""
    from android_gym.task_suite.android_world.markor import demonstrations as markor
    from android_gym.task_suite.android_world.markor.tasks import MarkorCreateNote
    from android_gym.task_suite.demonstrations.script import Observation, Screen

    env = make(MarkorCreateNote(), phone)
    _, info = env.reset(seed=0)
    screen = Screen(Observation(info["goal"], phone.ui_elements(), *phone.size))

    def steps() -> Any:
        yield from markor.open_markor(screen)
        yield from markor.new_note(screen, info["params"]["file_name"])
        yield from screen.type_into(info["params"]["text"], resource_id=markor.EDITOR)
        yield from screen.tap(screen.need(description="Save"))

    script = steps()
    event = next(script)
    while event is not None:
        env.step(Decoded((event,)))
        seen = Observation(info["goal"], phone.ui_elements(), *phone.size)
        try:
            event = script.send(seen)
        except StopIteration:
            event = None
    assert act(env, declares=True)[1] == 1.0


def test_a_declaration_does_not_wait_where_something_was_harmed(phone: Device) -> None:
    env = make(MakeFile(), phone)
    env.reset(seed=0)
    phone.shell(f"rm {OTHER}; touch {WANTED}")
    before = phone.now()
    act(env, declares=True)
    assert phone.now() - before < timedelta(seconds=1)


def test_the_budget_does_not_wait(phone: Device) -> None:
    """Only a declaration says that the agent is done."""
    env = make(MakeFile(), phone, max_steps=1)
    env.reset(seed=0)
    _, reward, terminated, truncated, _ = act(env, f"touch {WANTED}")
    assert (reward, terminated, truncated) == (0.0, False, True)


# --- looking -------------------------------------------------------------------------------------

LOOKS = {
    "Markor": ("To-Do", "QuickNote", "More", "Files", "a.md"),
    "Clock": ("Clock", "Timer", "Stopwatch", "Bedtime", "Alarm"),
    "Phone": ("Recents", "Contacts", "Ann Bell"),
    "Contacts": ("Ann Bell",),
    "SMS Messenger": ("Ann Bell",),
    "Files": ("More options",),
    "Camera": ("Toggle mode list",),
    "Pro Expense": ("MORE",),
    "Settings": ("Network & internet", "Internet"),
}


def test_mere_looking_does_no_harm(phone: Device) -> None:
    """Opening apps, pages, notes, conversations and contacts, with data to look at."""
    from android_gym.devices.user_data import read_user_data
    from android_gym.task_suite.android_world.sms.messages import add_contact, put_message
    from android_gym.task_suite.touches import side_effects

    phone.reset()
    phone.push(f"{STORAGE}/Documents/Markor/a.md", "A note.\n")
    add_contact(phone, "Ann Bell", "+15550100")
    put_message(phone, "inbox", "+15550100", "Hello there")
    phone.launch("Clock")  # makes its database
    phone.shell("input keyevent KEYCODE_HOME")
    before = read_user_data(phone)
    seen = set()
    for app, labels in LOOKS.items():
        phone.launch(app)
        phone.shell("sleep 2")
        for label in labels:
            for element in phone.ui_elements():
                box = element.bbox_pixels
                named = (element.text, element.content_description or "")
                if box and (label == named[0] or label in named[1]):
                    x, y = box.center
                    phone.shell(f"input tap {round(x)} {round(y)}; sleep 2")
                    seen.add((app, label))
                    break
        phone.shell("input keyevent KEYCODE_BACK; input keyevent KEYCODE_HOME; sleep 2")
    assert {app for app, _ in seen} >= {"Markor", "Clock", "Phone", "SMS Messenger", "Settings"}
    assert ("Markor", "a.md") in seen
    assert ("SMS Messenger", "Ann Bell") in seen
    assert side_effects(before, read_user_data(phone)) == ()
