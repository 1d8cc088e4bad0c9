"""AndroidWorld's environment interface over an `AndroidTaskEnv`, for agents written for it.

An agent that calls ``get_state``, ``execute_action``, ``reset`` and ``logical_screen_size``, as
those of AndroidWorld's ``agents`` folder do, runs unchanged::

    env = gym.make(
        "AndroidWorld/ExpenseAddSingle-v0", action_mode="json", termination="declared"
    )
    _, info = env.reset(seed=30)
    agent = M3A(AndroidWorldEnv(env), llm)
    while not agent.env.is_over:
        agent.step(info["goal"])
    print(agent.env.reward)
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import gymnasium as gym
import numpy as np

from android_gym.accessibility import UIElement
from android_gym.actions import JSON_FIELDS, JSONMode
from android_gym.devices.device import Device, Key, Wait
from android_gym.errors import OptionError

__all__ = ["AndroidWorldEnv", "State"]

_STABLE_CHECKS = 3
_STABLE_PERIOD_MS = 500
_STABLE_LIMIT_MS = 6000


@dataclass(frozen=True)
class State:
    """What AndroidWorld calls a state.

    Attributes:
        pixels: The screen, uint8 (height, width, 3), RGB, at the device's own size.
        forest: `AndroidAccessibilityForest`, None where the device has none.
        ui_elements: What is on the screen; positions in ``JSONAction.index`` count these.
        auxiliaries: Anything else.
    """

    pixels: np.ndarray
    forest: Any
    ui_elements: list[UIElement]
    auxiliaries: dict[str, Any] = field(default_factory=dict)


class AndroidWorldEnv:
    """An environment as AndroidWorld's agents know it.

    Args:
        env: An `AndroidTaskEnv` with ``action_mode="json"``, wrapped or not. Reset it as ever with
            Gymnasium's `reset`; `reset` of this class only readies the agent's view.

    Attributes:
        interaction_cache: The agent's last answer.
        reward: Sum of the rewards since this object was made, or `begin` was called.
        is_over: Whether the episode has terminated or was truncated.
        last_info: What the last step's info was.

    Raises:
        OptionError: If the environment has another action mode.
    """

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        if not isinstance(getattr(env.unwrapped, "action_mode", None), JSONMode):
            raise OptionError(
                f'AndroidWorldEnv needs an environment made with action_mode="json", got {env!r}.'
            )
        self.env = env
        self.begin()

    def begin(self) -> None:
        """Forgets reward, answer and end of the episode before; call it after `env.reset`."""
        self.interaction_cache = ""
        self.reward = 0.0
        self.is_over = False
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

    def reset(self, go_home: bool = False) -> State:
        """Readies the agent's view, as AndroidWorld does: the task stays as it is.

        Args:
            go_home: Whether to go to the home screen first.
        """
        self.interaction_cache = ""
        if go_home:
            self.device.perform([Key("KEYCODE_HOME")])
        return self.get_state()

    def get_state(self, wait_to_stabilize: bool = False) -> State:
        """Looks at the screen.

        Args:
            wait_to_stabilize: Whether to look every 0.5 s until the elements were the same three
                times in a row, for at most 6 s of the device's time.
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
        """Takes a step of the environment.

        Args:
            action: A ``JSONAction``, or a dict with its fields. Once the episode is over, a status
                or an answer does nothing, since one of them has ended it.

        Raises:
            ActionError: If the action is none of AndroidWorld's.
            gymnasium.error.ResetNeeded: If the episode is over.
        """
        if isinstance(action, Mapping | str):
            fields: Any = action
        elif dataclasses.is_dataclass(action):
            fields = {name: getattr(action, name, None) for name in JSON_FIELDS}
        else:
            fields = action
        kind = fields.get("action_type") if isinstance(fields, Mapping) else None
        if kind == "answer":
            self.interaction_cache = str(fields.get("text") or "")
        if self.is_over and kind in ("answer", "status"):
            return
        _, reward, terminated, truncated, self.last_info = self.env.step(fields)
        self.reward += float(reward)
        self.is_over = terminated or truncated

    @property
    def foreground_activity_name(self) -> str:
        """The activity in front, ``package/full.ClassName``."""
        return self.device.foreground_activity()

    @property
    def device_screen_size(self) -> tuple[int, int]:
        """(width, height) of the panel in pixels, whichever way it is turned."""
        found = re.search(r"Physical size: (\d+)x(\d+)", self.device.shell("wm size"))
        return (int(found[1]), int(found[2])) if found else self.device.size

    @property
    def logical_screen_size(self) -> tuple[int, int]:
        """(width, height) of the screen in pixels as it is turned now."""
        return self.device.size

    @property
    def orientation(self) -> int:
        """Quarter turns of the screen: 0 portrait, 1 landscape, 2 and 3 the same upside down."""
        output = self.device.shell("dumpsys window")
        found = re.search(r"mCurrentRotation=ROTATION_(\d+)", output)
        return int(found[1]) // 90 if found else 0

    @property
    def physical_frame_boundary(self) -> tuple[int, int, int, int]:
        """(left, top, right, bottom) of the frame in pixels, as it is turned now."""
        width, height = self.device.size
        return (0, 0, width, height)

    def hide_automation_ui(self) -> None:
        """Hides the lines that show where the screen is touched."""
        self.device.put_setting("system", "pointer_location", 0)

    def close(self) -> None:
        """Closes the environment."""
        self.env.close()
