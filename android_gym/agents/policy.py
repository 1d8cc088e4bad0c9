"""A model behind an endpoint as a policy: what `android-gym sweep --policy model` plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import gymnasium as gym

from android_gym.actions import Decoded
from android_gym.agents.client import ChatClient
from android_gym.agents.formats import Screen, make_format
from android_gym.agents.session import Session
from android_gym.devices.device import Device
from android_gym.errors import ActionError

__all__ = ["ModelPolicy"]

Env = gym.Env[Any, Any]


class ModelPolicy:
    """Asks a model for each step, in one of the action formats.

    A reply that can't be read costs a step, and so does each action of a reply with several; what
    follows an action that could not be carried out is dropped, and the model asked again. A failure
    of the endpoint raises `ModelError`: a sweep records the episode as ended by an error, not as
    failed, and plays it again with ``--retry-errors``.

    Args:
        client: Asks the model. Its limits of calls and tokens hold for all episodes of a process.
        action_format: A name in `android_gym.agents.formats.FORMATS`.

    Attributes:
        env_options: Arguments of ``gymnasium.make`` that it wants.
        description: What tells it from other models.

    Raises:
        OptionError: If there is no such format.
    """

    env_options: Final[Mapping[str, Any]] = {"action_mode": "gesture", "observation": "goal"}

    def __init__(self, client: ChatClient, action_format: str) -> None:
        self._client = client
        self._format = make_format(action_format)
        self.description = {
            "model": client.model,
            "base_url": client.base_url,
            "format": action_format,
            "temperature": str(client.temperature),
        }
        self._device: Device | None = None
        self._session: Session | None = None
        self._next: list[Decoded] = []

    def prepare(self, env: Env) -> Env:
        """Take the device to look at."""
        device: Device = env.get_wrapper_attr("device")
        self._device = device
        return env

    def reset(self, goal: str, seed: int) -> None:
        """Begin a session; the seed is not used, since models are asked without one."""
        self._session = Session(self._format, goal)
        self._next = []

    def act(self, observation: Any, info: Mapping[str, Any]) -> Decoded:
        """Return the next action: one left of the last reply, or the first of a new one.

        Raises:
            ModelError: If the endpoint fails for good, or a limit is spent.
            ActionError: If no episode was begun.
        """
        session, device = self._session, self._device
        if session is None or device is None:
            raise ActionError("Call prepare(env) and reset(goal, seed) before act().")
        error = info.get("action_error")
        if error is not None:
            self._next = []
        if not self._next:
            screen = Screen(device.size, device.ui_elements())
            messages = session.look(device.screenshot(), screen, error)
            reply = self._client.complete(messages, self._format.tools(device.size))
            self._next = list(session.take(reply))
        return self._next.pop(0)
