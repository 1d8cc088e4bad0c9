"""AndroidWorld's environment interface over an `AndroidTaskEnv`, for agents written for it.

An agent that calls ``get_state``, ``execute_action``, ``reset`` and ``logical_screen_size``, as
those of AndroidWorld's ``agents`` folder do, runs unchanged::

    env = AndroidWorldEnv.make("AndroidWorld/SystemWifiTurnOff-v0")
    agent = t3a.T3A(env, llm)
    result = run_episode(agent, env, seed=30)
    print(result.goal, result.steps, result.reward)

Those agents end an episode by *returning* that they are done, without acting, and a reply of their
model that can't be read spends a step in which nothing happens on the phone. `run_episode` is
AndroidWorld's loop: it declares the end on the agent's behalf and counts the agent's steps.
"""

from __future__ import annotations

import dataclasses
import importlib
import importlib.util
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import gymnasium as gym
import numpy as np

from android_gym.accessibility import UIElement
from android_gym.actions import JSON_FIELDS, JSONMode
from android_gym.checks import check_whole, shown
from android_gym.devices.device import Device
from android_gym.errors import OptionError
from android_gym.events import Key, Wait

__all__ = ["Agent", "AgentResult", "AndroidWorldEnv", "EpisodeResult", "State", "run_episode"]

_STABLE_CHECKS = 3
_STABLE_PERIOD_MS = 500
_STABLE_LIMIT_MS = 6000

# AndroidWorld limits an agent's steps, not the actions within a step. This many actions per step
# end the episode here, so that the cost of an agent that never returns is bounded.
_ACTIONS_PER_STEP = 20


@dataclass(frozen=True)
class State:
    """AndroidWorld's state of a phone.

    Attributes:
        pixels: The screen, uint8 (height, width, 3), RGB, at the device's own size.
        forest: `AndroidAccessibilityForest`; None if the device has none.
        ui_elements: Elements of the screen; ``JSONAction.index`` is a position in this list.
        auxiliaries: Anything else.
    """

    pixels: np.ndarray
    forest: Any
    ui_elements: list[UIElement]
    auxiliaries: dict[str, Any] = field(default_factory=dict)


class AndroidWorldEnv:
    """An environment with the interface that AndroidWorld's agents expect.

    If the package ``android_world`` is installed, objects of this class are instances of its
    ``env.interface.AsyncEnv``.

    Args:
        env: An `AndroidTaskEnv` with ``action_mode="json"``, wrapped or not; see `make`. Reset it
            with Gymnasium's `reset`; `reset` of this class only prepares the agent's view.
        user: Answers an agent's questions to its user (`ask_question`); None if it can't.

    Attributes:
        interaction_cache: The agent's last answer, or the user's reply to the agent's last
            question.
        messages: (header, message) of what the agent has shown on the screen, in order.
        reward: Sum of the rewards since this object was made or `begin` was called.
        is_over: True once the episode has terminated or was truncated.
        is_declared: True once the episode has terminated: an action declared the end or, with
            ``termination="success"``, solved the task.
        last_info: The info of the last step.

    Raises:
        OptionError: If the environment has another action mode.
    """

    def __init__(
        self, env: gym.Env[Any, Any], user: Callable[[str], str | None] | None = None
    ) -> None:
        if not isinstance(getattr(env.unwrapped, "action_mode", None), JSONMode):
            raise OptionError(
                f'AndroidWorldEnv needs an environment made with action_mode="json", got {env!r}.'
            )
        self.env = env
        self._user = user
        _register_with_upstream()
        self.begin()

    @classmethod
    def make(
        cls, task_id: str, user: Callable[[str], str | None] | None = None, **options: Any
    ) -> AndroidWorldEnv:
        """Make an environment that follows AndroidWorld's protocol.

        An answer is kept and does not end the episode; only a declared end is judged.

        Args:
            task_id: A registered id, such as ``"AndroidWorld/SystemWifiTurnOff-v0"``.
            user: See the class.
            options: Further options of `gymnasium.make`, such as ``device``.

        Raises:
            gymnasium.error.Error: If the id is not registered.
            OptionError: If an option is wrong.
        """
        protocol: dict[str, Any] = {
            "action_mode": "json",
            "action_options": {"answer_ends": False},
            "termination": "declared",
            "observation": "goal",  # agents look for themselves
        }
        if options.get("max_steps") is None:
            protocol["budget_factor"] = _ACTIONS_PER_STEP
        return cls(gym.make(task_id, **(protocol | options)), user)

    def begin(self) -> None:
        """Forget the last episode's reward, answer and end; call it after `env.reset`."""
        self.interaction_cache = ""
        self.messages: list[tuple[str, str]] = []
        self.reward = 0.0
        self.is_over = False
        self.is_declared = False
        self.last_info: dict[str, Any] = {}

    @property
    def device(self) -> Device:
        """The phone."""
        device: Device = self.env.get_wrapper_attr("device")
        return device

    @property
    def controller(self) -> Any:
        """The AndroidEnv, which takes adb requests."""
        return self.device.android_env

    @property
    def max_steps(self) -> int:
        """The task's budget, in steps of an agent."""
        budget: int = self.env.get_wrapper_attr("task").budget
        return budget

    def reset(self, go_home: bool = False) -> State:
        """Prepare the agent's view, as AndroidWorld does; the task stays as it is.

        Args:
            go_home: Go to the home screen first.
        """
        self.interaction_cache = ""
        if go_home:
            self.device.perform([Key("KEYCODE_HOME")])
        return self.get_state()

    def get_state(self, wait_to_stabilize: bool = False) -> State:
        """Look at the screen.

        Args:
            wait_to_stabilize: Look every 0.5 s until the elements were the same three times in a
                row, for at most 6 s of the device's time.
        """
        device = self.device
        elements = device.ui_elements()
        checks, waited = 1, 0
        while wait_to_stabilize and checks < _STABLE_CHECKS and waited < _STABLE_LIMIT_MS:
            device.perform([Wait(_STABLE_PERIOD_MS)])
            waited += _STABLE_PERIOD_MS
            before, elements = elements, device.ui_elements()
            checks = checks + 1 if elements == before else 1
        return State(device.screenshot().copy(), device.forest(), list(elements))

    def execute_action(self, action: Any) -> None:
        """Take a step of the environment.

        Args:
            action: A ``JSONAction``, a dict with its fields, or that dict as JSON text. An action
                that AndroidWorld doesn't have only spends the step, and
                ``last_info["action_error"]`` says why. Once the episode is over, a status or an
                answer does nothing, since one of them has ended it.

        Raises:
            ActionError: If the action is neither a dict, nor text, nor a ``JSONAction``.
            gymnasium.error.ResetNeeded: If the episode is over.
        """
        fields: Any
        if isinstance(action, str):
            fields = _read(action)
        elif isinstance(action, Mapping):
            fields = action
        elif dataclasses.is_dataclass(action):
            fields = {name: getattr(action, name, None) for name in JSON_FIELDS}
        else:
            fields = action
        kind = fields.get("action_type") if isinstance(fields, Mapping) else None
        if kind == "answer":
            self.interaction_cache = str(fields.get("text") or "")
            if self.interaction_cache:
                self.display_message(self.interaction_cache, header="Agent answered:")
        if self.is_over and kind in ("answer", "status"):
            return
        _, reward, terminated, truncated, self.last_info = self.env.step(fields)
        self.reward += float(reward)
        self.is_over = terminated or truncated
        self.is_declared = terminated

    def ask_question(self, question: str, timeout_seconds: float = -1.0) -> str | None:
        """Ask the user, and keep the reply in `interaction_cache`.

        Args:
            question: The question.
            timeout_seconds: Ignored: the `user` given at construction answers at once or never.

        Returns:
            The reply; None if there is no user, or the user has no answer.
        """
        del timeout_seconds
        reply = None if self._user is None else self._user(question)
        self.interaction_cache = reply or ""
        return reply

    def display_message(self, message: str, header: str = "") -> None:
        """Append a message for an onlooker to `messages`; the phone's screen stays as it is.

        AndroidWorld broadcasts it to an overlay of its own demo app, which no benchmark phone has.
        """
        self.messages.append((header, message))

    @property
    def foreground_activity_name(self) -> str:
        """The activity in front, ``package/full.ClassName``."""
        return self.device.foreground_activity()

    @property
    def device_screen_size(self) -> tuple[int, int]:
        """(width, height) of the panel in pixels, whatever the rotation."""
        found = re.search(r"Physical size: (\d+)x(\d+)", self.device.shell("wm size"))
        return (int(found[1]), int(found[2])) if found else self.device.size

    @property
    def logical_screen_size(self) -> tuple[int, int]:
        """(width, height) of the screen in pixels, in its current rotation."""
        return self.device.size

    @property
    def orientation(self) -> int:
        """Rotation in quarter turns: 0 portrait, 1 landscape, 2 and 3 the same upside down."""
        output = self.device.shell("dumpsys window")
        found = re.search(r"mCurrentRotation=ROTATION_(\d+)", output)
        return int(found[1]) // 90 if found else 0

    @property
    def physical_frame_boundary(self) -> tuple[int, int, int, int]:
        """(left, top, right, bottom) of the frame in pixels, in the current rotation."""
        width, height = self.device.size
        return (0, 0, width, height)

    def hide_automation_ui(self) -> None:
        """Hide the lines that show where the screen is touched."""
        self.device.put_setting("system", "pointer_location", 0)

    def close(self) -> None:
        """Close the environment."""
        self.env.close()


class AgentResult(Protocol):
    """AndroidWorld's ``AgentInteractionResult``.

    Attributes:
        done: True if the agent says that the task is done, or can't be done.
        data: Whatever the agent records about its step.
    """

    @property
    def done(self) -> bool: ...  # noqa: D102

    @property
    def data(self) -> dict[str, Any]: ...  # noqa: D102


class Agent(Protocol):
    """AndroidWorld's ``EnvironmentInteractingAgent``, as far as an episode needs it."""

    def reset(self, go_home: bool = False, /) -> None:
        """Forget the last episode."""

    def step(self, goal: str, /) -> AgentResult:
        """Look, think and act once."""
        ...


@dataclass(frozen=True)
class EpisodeResult:
    """Result of an episode played by an agent.

    Attributes:
        goal: The instruction.
        done: True if the agent declared the end within the budget.
        steps: Steps of the agent, including those without an action.
        reward: 1.0 if the agent declared the end of a solved task, else 0.0 (or a value between,
            for tasks with partial scores).
        answer: The agent's last answer, ``""`` if it gave none.
        info: The last info of the environment.
        data: What the agent recorded about each step.
    """

    goal: str
    done: bool
    steps: int
    reward: float
    answer: str
    info: dict[str, Any]
    data: tuple[dict[str, Any], ...]


def run_episode(
    agent: Agent,
    env: AndroidWorldEnv,
    *,
    seed: int | None = None,
    options: dict[str, Any] | None = None,
    max_steps: int | None = None,
    go_home: bool = True,
) -> EpisodeResult:
    """Play an episode by AndroidWorld's rules.

    The agent steps until it says that it is done or has used up the budget. The task is judged only
    if the agent said so; AndroidWorld scores an infeasible status like a complete one.

    Args:
        agent: An agent of AndroidWorld, unmodified, or one with the same interface.
        env: An environment made by `AndroidWorldEnv.make`, the one that the agent was given.
        seed: Seed of the task's parameters; None continues with the current generator.
        options: Options of Gymnasium's `reset`.
        max_steps: Budget of agent steps; the task's own by default.
        go_home: Start the agent on the home screen.

    Raises:
        OptionError: If `env` is not an `AndroidWorldEnv`, `max_steps` is not a whole number from 1
            on, or a step of the agent gives no result.
        DeviceError: If the device can't be set up.
    """
    if not isinstance(env, AndroidWorldEnv):
        raise OptionError(
            f"run_episode needs an AndroidWorldEnv, got {shown(env)}. AndroidWorldEnv.make(id) and "
            "AndroidWorldEnv(env) give one."
        )
    budget = env.max_steps if max_steps is None else max_steps
    check_whole(max_steps=budget)
    _, info = env.env.reset(seed=seed, options=options)
    env.begin()
    goal = str(info["goal"])
    agent.reset(go_home)
    if hasattr(agent, "set_max_steps"):
        agent.set_max_steps(budget)
    data: list[dict[str, Any]] = []
    done = False
    while not done and not env.is_over and len(data) < budget:
        done, noted = _result(agent.step(goal))
        data.append(noted)
    answer = env.interaction_cache
    if done and not env.is_over:
        env.execute_action({"action_type": "status", "goal_status": "complete"})
    return EpisodeResult(
        goal=goal,
        done=done or env.is_declared,
        steps=len(data),
        reward=env.reward,
        answer=answer,
        info=dict(env.last_info or info),
        data=tuple(data),
    )


def _read(text: str) -> Any:
    """Return the fields of an action given as JSON; the text itself if it is not a JSON object."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return fields if isinstance(fields, Mapping) else text


def _result(result: Any) -> tuple[bool, dict[str, Any]]:
    """Return `done` and `data` of the result of an agent's step.

    Raises:
        OptionError: If it is not such a result.
    """
    done, data = getattr(result, "done", None), getattr(result, "data", None)
    if done is None or not (data is None or isinstance(data, Mapping)):
        raise OptionError(
            "An agent's step must return an object with a bool 'done' and a dict 'data', such as "
            f"AndroidWorld's AgentInteractionResult, got {shown(result)}."
        )
    return bool(done), dict(data or {})


def _register_with_upstream() -> None:
    """Register `AndroidWorldEnv` as a subclass of AndroidWorld's ``AsyncEnv``, if installed."""
    if importlib.util.find_spec("android_world") is not None:
        interface = importlib.import_module("android_world.env.interface")
        interface.AsyncEnv.register(AndroidWorldEnv)
