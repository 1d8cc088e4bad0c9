"""The loop of reset and step, over a device that only remembers what was done to it."""

import pickle
import re
from collections.abc import Iterable

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import PassiveEnvChecker

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.actions import ACTION_MODES
from android_gym.devices.device import Device
from android_gym.env import AndroidTaskEnv
from android_gym.errors import ActionError, DeviceCommandError, DeviceError, OptionError, TaskError
from android_gym.events import DeviceEvent, Tap, Touch
from android_gym.observations import decode_text
from android_gym.task_suite.task import Task


class FakeDevice(Device):
    """Counts taps; state is the list of events since the last reset."""

    size = (100, 200)

    def __init__(self, knows_revision: bool = True) -> None:
        super().__init__(android_env=None)
        self.events: list[DeviceEvent] = []
        self.fails = False
        self.closed = 0
        self.recovered = 0
        self.knows_revision = knows_revision

    def perform(self, events: Iterable[DeviceEvent]) -> None:
        if self.fails:
            raise DeviceError("The cable is out.")
        for event in events:
            if event == Tap(99, 199):
                raise ActionError("There is a crack in the glass.")
            self.events.append(event)

    def shell(self, command: str, timeout_s: float | None = None) -> str:
        if "uptime" in command:
            return "\n1970-01-01 00:00:00\n"
        return ""  # there is nothing on it

    def run(self, command: str, timeout_s: float | None = None) -> tuple[str, int]:
        return "", 1

    _send_touches = _let_pass = lambda self, what: None

    def reset(self) -> None:
        if self.fails:
            raise DeviceError("The cable is out.")
        self.restore()

    def screenshot(self, size=None):
        width, height = size or self.size
        return np.full((height, width, 3), len(self.events) % 256, np.uint8)

    def ui_elements(self):
        box = BoundingBox(0, 50, 100, 300)
        return (UIElement(text=f"taps: {len(self.events)}", bbox_pixels=box, is_clickable=True),)

    def snapshot(self):
        return list(self.events)

    def restore(self, handle=None):
        self.events = list(handle or [])

    def revision(self):
        return len(self.events) if self.knows_revision else None

    def recover(self):
        self.fails = False
        self.recovered += 1

    def close(self):
        self.closed += 1


class Taps(Task):
    """Tap as often as the parameter says."""

    template = "Tap {count} times."
    complexity = 0.5

    def __init__(self) -> None:
        self.asked = 0

    def sample(self, rng):
        return {"count": int(rng.integers(2, 5)), "names": ["x", "y"]}

    def success(self, device, params, answer):
        self.asked += 1
        if answer is not None:
            return 1.0 if answer == str(params["count"]) else 0.25
        return 1.0 if len(device.events) == params["count"] else 0.0

    def progress(self, device, params):
        return min(1.0, len(device.events) / params["count"])


def make(**options) -> AndroidTaskEnv:
    options = {"observation": "pixels", "observation_size": (10, 20)} | options
    options.setdefault("action_mode", "discrete")
    return AndroidTaskEnv(
        options.pop("task", Taps()), options.pop("device", FakeDevice()), **options
    )


JSON_MODES = ("json", "api_json")
TAP = 0
PARAMS = {"params": {"count": 2, "names": ["x", "y"]}}


def declare(env: AndroidTaskEnv) -> int:
    return int(env.action_space.n) - 1


def test_reset_samples_parameters_from_the_seed():
    env = make()
    _, first = env.reset(seed=7)
    _, second = env.reset()
    _, again = env.reset(seed=7)
    assert first == again
    assert first["goal"] == f"Tap {first['params']['count']} times."
    assert first["task"] == "Taps" and first["success"] == 0.0 and first["is_success"] is False
    assert [env.reset()[1]["params"]["count"]] == [second["params"]["count"]]


class Pictured(Taps):
    """A task whose words are so small that pixels have to be many."""

    observation_size = (540, 1200)


def test_a_task_says_how_large_its_pixels_are():
    for task, options, size in (
        (Taps(), {"observation_size": None}, (270, 600)),
        (Pictured(), {"observation_size": None}, (540, 1200)),
        (Pictured(), {"observation_size": (54, 120)}, (54, 120)),
    ):
        env = make(task=task, observation="pixels", **options)
        assert env.observation_space.shape == env.reset()[0].shape == (*size[::-1], 3)
        env.close()


def test_success_terminates_with_reward_one():
    env = make()
    env.reset(options=PARAMS)
    _, reward, terminated, truncated, info = env.step(TAP)
    assert (reward, terminated, truncated, info["is_success"]) == (0.0, False, False, False)
    assert "params" not in info
    _, reward, terminated, truncated, info = env.step(TAP)
    assert (reward, terminated, truncated, info["is_success"]) == (1.0, True, False, True)
    assert info["params"] == PARAMS["params"]
    with pytest.raises(gym.error.ResetNeeded):
        env.step(TAP)


def test_declared_is_judged_once_when_the_agent_says_so():
    env = make(termination="declared")
    env.reset(options=PARAMS)
    for _ in range(2):
        _, reward, terminated, _, info = env.step(TAP)
        assert (reward, terminated, info["is_success"]) == (0.0, False, False)
    assert env.task.asked == 0
    _, reward, terminated, _, info = env.step(declare(env))
    assert (reward, terminated, info["is_success"]) == (1.0, True, True)
    env.reset(options=PARAMS)
    assert env.step(declare(env))[1:3] == (0.0, True)


def test_declared_scores_nothing_when_the_budget_is_spent():
    env = make(termination="declared", max_steps=2)
    env.reset(options=PARAMS)
    env.step(TAP)
    _, reward, terminated, truncated, info = env.step(TAP)
    assert (reward, terminated, truncated, info["success"]) == (0.0, False, True, 0.0)


def test_an_answer_ends_the_episode_with_the_tasks_score():
    env = make(action_mode="json", termination="declared")
    env.reset(options=PARAMS)
    assert env.step({"action_type": "answer", "text": "2"})[1:3] == (1.0, True)
    env.reset(options=PARAMS)
    assert env.step({"action_type": "answer", "text": "3"})[1:3] == (0.25, True)


@pytest.mark.parametrize("mode, factor", [("discrete", 1), ("gesture", 1), ("touch", 10)])
def test_budgets_count_gestures(mode, factor):
    assert make(action_mode=mode).max_steps == 5 * factor
    assert make(action_mode=mode, budget_factor=2).max_steps == 10 * factor
    assert make(action_mode=mode, max_steps=3).max_steps == 3


def test_success_is_asked_only_when_the_device_moved():
    env = make(max_steps=50)
    env.reset(options=PARAMS)
    wait = env.action_mode.meanings.index("wait")
    env.device.perform = lambda events: None
    for _ in range(5):
        env.step(wait)
    assert env.task.asked == 1
    blind = make(device=FakeDevice(knows_revision=False))
    blind.reset(options=PARAMS)
    blind.device.perform = lambda events: None
    for _ in range(4):
        blind.step(wait)
    assert blind.task.asked == 4


def test_a_task_that_reads_the_screen_is_asked_when_the_screen_has_changed():
    env = make(max_steps=50)
    env.task.reads_screen = True
    env.reset(options=PARAMS)
    wait = env.action_mode.meanings.index("wait")
    env.device.perform = lambda events: None
    shown = [*"aabba"]
    env.device.ui_elements = lambda: (UIElement(text=shown[0]),)
    for _ in range(5):
        env.step(wait)
        shown.append(shown.pop(0))
    assert env.task.asked == 3  # a, b and a again


def test_progress_rewards_sum_to_the_progress_made():
    env = make(reward_mode="progress")
    env.reset(options={"params": {"count": 4, "names": ["x", "y"]}})
    assert [env.step(TAP)[1] for _ in range(4)] == [0.25, 0.25, 0.25, 0.25]


def test_an_answer_is_progress():
    env = make(action_mode="json", reward_mode="progress", termination="declared")
    for answer, expected in [("no", 0.5), ("2", 1.0)]:
        env.reset(options=PARAMS)
        rewards = [env.step({"action_type": "click", "x": 1, "y": 1})[1]]
        rewards.append(env.step({"action_type": "answer", "text": answer})[1])
        assert sum(rewards) == expected


def test_potential_shaping_telescopes_to_the_discounted_return():
    env = make(reward_mode="potential", discount=0.9)
    env.reset(options=PARAMS)
    rewards = [env.step(TAP)[1] for _ in range(2)]
    assert rewards == [pytest.approx(0.9 * 0.5), pytest.approx(1.0 - 0.5)]
    # The shaping terms cancel: the discounted return is the sparse one.
    assert rewards[0] + 0.9 * rewards[1] == pytest.approx(0.9)


def test_what_cannot_be_carried_out_costs_a_step_and_says_why():
    env = make(action_mode="json")
    env.reset(options=PARAMS)
    _, reward, terminated, truncated, info = env.step({"action_type": "click", "x": 99, "y": 199})
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert "crack" in info["action_error"]
    assert "action_error" not in env.step({"action_type": "click", "x": 1, "y": 1})[4]


def test_a_device_that_dies_truncates_and_the_next_reset_recovers_it():
    env = make()
    observation, _ = env.reset(options=PARAMS)
    env.device.fails = True
    after, reward, terminated, truncated, info = env.step(TAP)
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert "cable" in info["device_error"]
    np.testing.assert_array_equal(after, observation)
    env.reset(options=PARAMS)
    assert env.device.recovered == 1
    assert "device_error" not in env.step(TAP)[4]


def test_a_device_that_cannot_be_recovered_raises_after_some_attempts():
    env = make()
    env.device.recover = lambda: None
    env.device.fails = True
    with pytest.raises(DeviceError, match="cable"):
        env.reset()


def test_observations_are_the_callers_own():
    env = make(
        observation=("pixels", "ui_elements", "ui_text", "goal"),
        max_elements=3,
        action_options={"declare": True},
    )
    first, info = env.reset(options=PARAMS)
    env.device.perform = lambda events: None
    second = env.step(TAP)[0]
    for name in first:
        np.testing.assert_array_equal(first[name], second[name])
        assert not np.shares_memory(first[name], second[name])
        first[name][...] = 0
    info["params"]["names"].append("z")
    third, _, _, _, _ = env.step(TAP)
    np.testing.assert_array_equal(second["ui_text"], third["ui_text"])
    assert env.step(declare(env))[4]["params"]["names"] == ["x", "y"]


def test_touches_reach_the_device_as_they_are():
    env = make(action_mode="touch", step_ms=30)
    env.reset(options=PARAMS)
    env.step({"action_type": 0, "touch_position": np.array([0.25, 1.0], np.float32)})
    assert env.device.events == [Touch(0, 0.25, 1.0)]
    assert env.device.step_ms == 30


def test_touch_mode_can_declare_where_the_protocol_needs_it():
    assert make(action_mode="touch").action_space["action_type"].n == 3
    env = make(action_mode="touch", termination="declared")
    assert env.action_space["action_type"].n == 4
    env.reset(options=PARAMS)
    action = {"action_type": 3, "touch_position": np.zeros(2, np.float32)}
    assert env.step(action)[2] is True


@pytest.mark.parametrize(
    "options, message",
    [
        ({"task": "ExpenseAddSingle"}, "'Namespace/Name'"),
        ({"task": "Nowhere/ExpenseAddSingle"}, "No suite is called 'Nowhere'"),
        ({"task": "AndroidWorld/Nothing"}, "no task 'Nothing'"),
        ({"task": 5}, "got 5"),
        ({"device": "toaster"}, "No kind of device is called 'toaster'"),
        ({"device": {"kind": "simulator", "colour": 1}}, "colour"),
        ({"action_mode": "voice"}, "No action mode is called 'voice'"),
        ({"action_options": {"rows": 0}}, "rows must be a whole number from 1 to 1000, got 0"),
        ({"action_options": {"speed": 3}}, "speed"),
        ({"observation": "smell"}, "No observation is called 'smell'"),
        ({"observation": ()}, "one or more"),
        ({"observation": ("pixels", "pixels")}, "once"),
        ({"observation_size": (0, 5)}, "got \\(0, 5\\)"),
        ({"observation_size": 7}, "got 7"),
        ({"max_elements": 0}, "max_elements"),
        ({"text_length": -1}, "text_length"),
        ({"goal_length": 2.5}, "goal_length"),
        ({"termination": "never"}, "termination must be one of"),
        ({"reward_mode": "dense"}, "reward_mode must be one of"),
        ({"render_mode": "ascii"}, "render_mode must be one of"),
        ({"render_size": (1,)}, "got \\(1,\\)"),
        ({"discount": 1.5}, "discount must be a number from 0 to 1, got 1.5"),
        ({"max_steps": 0}, "max_steps"),
        ({"budget_factor": 0}, "budget_factor"),
        ({"budget_factor": 2, "max_steps": 5}, "budget_factor=2 .* max_steps=5 replaces. Give one"),
        ({"step_ms": True}, "step_ms"),
    ],
)
def test_wrong_arguments_are_named(options, message):
    with pytest.raises(OptionError, match=message):
        make(**options)


@pytest.mark.parametrize("options", [{}, {"termination": "declared"}])
@pytest.mark.parametrize("asks", [False, True])
@pytest.mark.parametrize("mode", sorted(ACTION_MODES))
def test_an_agent_can_end_the_episode_where_that_makes_sense(options, asks, mode):
    task = Taps()
    task.answers = asks
    env = make(task=task, action_mode=mode, **options)
    decoded = []
    env.action_space.seed(0)
    for _ in range(300):
        decoded.append(env.action_mode.decode(env.action_space.sample(), env.device))
    declares = any(one.declared and one.answer is None for one in decoded)
    answers = any(one.answer is not None for one in decoded)
    if mode == "discrete" and options:
        declares = "declare" in env.action_mode.meanings
    assert declares == (bool(options) or mode in JSON_MODES)
    assert answers == ((mode == "gesture" and (bool(options) or asks)) or mode in JSON_MODES)


def test_an_interrupted_step_ends_the_episode(monkeypatch):
    """Nobody knows how far it came, so that going on would give wrong observations."""
    env = make()
    env.reset(seed=1)
    before = env.device.perform

    def interrupt(events):
        before(list(events)[:1])
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(env.device, "perform", interrupt)
        with pytest.raises(KeyboardInterrupt):
            env.step(TAP)
    with pytest.raises(ResetNeeded, match="interrupted by KeyboardInterrupt.*Call env.reset"):
        env.step(TAP)
    env.reset(seed=1)
    assert len(env.device.events) == 0
    with pytest.raises(ActionError):
        env.step(10**6)
    env.step(TAP)  # a refused action changes nothing


def test_after_close_there_is_no_episode():
    env = make()
    env.close()
    with pytest.raises(ClosedEnvironmentError, match="was closed"):
        env.reset()
    with pytest.raises(ClosedEnvironmentError, match="was closed"):
        env.step(TAP)


def test_the_outline_is_in_the_info_whole():
    env = make(observation=("ui_outline",), outline_length=40)
    observation, info = env.reset(options=PARAMS)
    assert env.observation_space["ui_outline"].shape == (40,)
    assert info["ui_outline"] == '0 View "taps: 0" [0,100][50,300] clickable'
    assert decode_text(observation["ui_outline"]) == info["ui_outline"][:40]
    assert env.step(TAP)[4]["ui_outline"].startswith('0 View "taps: 1"')
    assert "ui_outline" not in make().reset()[1]


def test_a_prepared_start_brings_its_outline():
    env = make(observation="ui_outline")
    env.reset(seed=0)
    env.step(TAP)
    env.prepare(FakeDevice())
    assert env.step(TAP)[4]["ui_outline"].startswith('0 View "taps: 2"')
    assert env.is_prepared
    assert env.reset()[1]["ui_outline"].startswith('0 View "taps: 0"')


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"rewording": 5}, "rewording must be 'random' or a whole number from 0 to 4, got 5"),
        ({"rewording": "any"}, "rewording must be 'random' or .*, got 'any'"),
        ({"max_steps": 10**12}, "max_steps must be a whole number from 1 to 2147483648, got 1000"),
        ({"max_steps": 0}, "max_steps must be a whole number from 1 on, got 0"),
    ],
)
def test_what_would_be_right_is_told(arguments, message):
    with pytest.raises(OptionError, match=message):
        make(**arguments)


@pytest.mark.parametrize("seed", [-1, 1.5, "7", True])
def test_a_seed_that_is_none_is_named(seed):
    with pytest.raises(OptionError, match="seed must be a whole number"):
        make().reset(seed=seed)


@pytest.mark.parametrize(
    "options, message",
    [
        (5, "options must be a dict"),
        ({"rewording": None}, "The rewording must be"),
        ({"parameters": {}}, "not \\['parameters'\\]"),
        ({"params": 3}, "must be a dict, got 3"),
        ({"params": {"count": 2}}, "takes the parameters \\['count', 'names'\\]"),
        ({"params": {"count": "2", "names": []}}, "'count' of task Taps must be a number"),
    ],
)
def test_wrong_reset_options_are_named(options, message):
    env = make()
    with pytest.raises(OptionError, match=message):
        env.reset(options=options)


def test_step_before_reset_is_refused():
    with pytest.raises(gym.error.ResetNeeded):
        make().step(TAP)


@pytest.mark.parametrize("mode", ["touch", "gesture", "discrete", "json"])
@pytest.mark.parametrize("observation", ["goal", ("pixels", "ui_elements", "ui_text", "goal")])
def test_gymnasium_finds_nothing_to_warn_about(mode, observation):
    env = make(action_mode=mode, observation=observation, render_mode="rgb_array")
    check_env(env, skip_render_check=True)  # those need a spec; see test_registry
    checked = PassiveEnvChecker(env)
    checked.reset(seed=1)
    for _ in range(20):
        _, _, terminated, truncated, _ = checked.step(checked.action_space.sample())
        if terminated or truncated:
            checked.reset()
    checked.render()
    checked.close()


def test_rgb_array_has_the_size_asked_for():
    env = make(render_mode="rgb_array")
    env.reset()
    assert env.render().shape == (200, 100, 3)
    env = make(render_mode="rgb_array", render_size=(30, 60))
    env.reset()
    assert env.render().shape == (60, 30, 3)


def test_render_without_a_mode_warns():
    env = make()
    env.reset()
    with pytest.warns(UserWarning, match="rgb_array"):
        assert env.render() is None


def test_human_rendering_opens_and_closes_a_window(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame = pytest.importorskip("pygame")
    env = make(render_mode="human")
    env.reset()
    env.step(TAP)
    assert pygame.display.get_surface().get_size() == (100, 200)
    env.close()
    assert not pygame.display.get_init()


def test_human_rendering_without_a_display_warns_and_goes_on(monkeypatch):
    pygame = pytest.importorskip("pygame")
    pygame.display.quit()
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    env = make(render_mode="human")
    with pytest.warns(UserWarning, match="There is no display"):
        env.reset()
    env.step(TAP)
    env.close()


def test_close_can_be_called_again():
    env = make()
    env.close()
    env.close()
    assert env.device.closed == 2


def test_errors_survive_pickling():
    error = pickle.loads(pickle.dumps(OptionError("rows must be positive, got 0.")))
    assert isinstance(error, ValueError) and "rows" in str(error)


class Unreadable(Task):
    """A task whose data can't be read."""

    template = "Read it"
    apps = ()
    complexity = 1

    def success(self, device, params, answer):
        raise DeviceCommandError("sqlite3 x", 1, "database disk image is malformed")

    def progress(self, device, params):
        raise DeviceCommandError("sqlite3 x", 1, "database disk image is malformed")


@pytest.mark.parametrize("reward_mode", ["sparse", "progress"])
def test_what_cannot_be_read_is_not_solved_and_no_broken_device(reward_mode):
    device = FakeDevice()
    env = AndroidTaskEnv(Unreadable(), device=device, reward_mode=reward_mode)
    env.reset(seed=0)
    _, reward, terminated, truncated, info = env.step(env.action_space.sample())
    assert (reward, info["success"], device.recovered) == (0.0, 0.0, 0)
    assert "device_error" not in info and not truncated


@pytest.mark.parametrize("score", [5.0, -0.5, float("nan"), None, [1.0]])
@pytest.mark.parametrize("reward_mode", ["sparse", "progress"])
def test_a_score_that_is_none_is_the_tasks_fault(score, reward_mode):
    class Misjudged(Taps):
        def success(self, device, params, answer):
            return score

    env = AndroidTaskEnv(Misjudged(), device=FakeDevice(), reward_mode=reward_mode)
    said = "Task Misjudged can't be judged: .* must return a number from 0 to 1, got "
    with pytest.raises(TaskError, match=said + re.escape(repr(score))):
        env.reset(seed=0)
        env.step(env.action_space.sample())


@pytest.mark.parametrize(
    ("sampled", "told"),
    [
        (None, "Misdrawn.sample must return a dict, got None"),
        ({"count": np.int64(3)}, r"got np.int64\(3\) of type int64 for 'count'. Convert NumPy's"),
        ({"names": [{"a": np.float64(0.5)}]}, "of type list for 'names'"),
        ({3: "a"}, "got 'a' of type str for 3"),
    ],
)
def test_parameters_that_are_no_json_are_the_tasks_fault(sampled, told):
    class Misdrawn(Taps):
        def sample(self, rng):
            return sampled

    with pytest.raises(TaskError, match=told):
        AndroidTaskEnv(Misdrawn(), device=FakeDevice()).reset(seed=0)
