"""Base of the wrappers: access to an environment's device and pixels."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
from gymnasium import spaces

from android_gym.accessibility import UIElement
from android_gym.devices.device import Device
from android_gym.errors import DeviceError, OptionError
from android_gym.wrappers.action_history import ActionHistory
from android_gym.wrappers.record_demonstrations import RecordDemonstrations

__all__ = [
    "DeviceWrapper",
    "check_device",
    "check_inside",
    "check_own_actions",
    "find_wrapper",
    "pixels_space",
    "replace_pixels",
]


class DeviceWrapper(gym.Wrapper[Any, Any, Any, Any], gym.utils.RecordConstructorArgs):
    """A wrapper that also looks at the device, through what every `Device` offers.

    Its arguments are recorded, so that its spec can be written as JSON and made again.
    """

    _elements: tuple[UIElement, ...] = ()

    def __init__(self, env: gym.Env[Any, Any], **arguments: Any) -> None:
        gym.utils.RecordConstructorArgs.__init__(self, **arguments)
        gym.Wrapper.__init__(self, env)
        check_device(env, type(self).__name__)

    @property
    def device(self) -> Device:
        """The device behind the environment."""
        device: Device = self.env.get_wrapper_attr("device")
        return device

    def look(self, info: dict[str, Any]) -> tuple[UIElement, ...]:
        """Return the elements on the screen, or the last ones if the device fails.

        A failure is noted in `info` as ``device_error``; such a step has to be truncated, see
        `truncates`.
        """
        if "device_error" not in info:
            try:
                self._elements = self.device.ui_elements()
            except DeviceError as error:
                info["device_error"] = str(error)
        return self._elements

    @staticmethod
    def truncates(terminated: bool, truncated: bool, info: dict[str, Any]) -> bool:
        """Return whether a step cuts the episode off before its end."""
        return truncated or (not terminated and "device_error" in info)


def check_inside(env: gym.Env[Any, Any], name: str, *outer: type[gym.Wrapper]) -> None:
    """Check that an environment has none of the wrappers that have to be outside another one.

    Args:
        env: The environment to be wrapped.
        name: The wrapper that is to go around it.
        *outer: The classes that must not be inside that wrapper.

    Raises:
        OptionError: If one is.
    """
    inner = find_wrapper(env, *outer)
    if inner is not None:
        found = type(inner).__name__
        raise OptionError(
            f"{name} can't wrap {found}. "
            + ("One is enough." if found == name else f"Wrap the environment in {name} first.")
        )


def find_wrapper(
    env: gym.Env[Any, Any], *kinds: type[gym.Wrapper]
) -> gym.Wrapper[Any, Any, Any, Any] | None:
    """Return the outermost wrapper of one of these classes around an environment, if any."""
    while isinstance(env, gym.Wrapper):
        if isinstance(env, kinds):
            return env
        env = env.env
    return None


def check_device(env: gym.Env[Any, Any], name: str) -> None:
    """Check that an environment has a device.

    Args:
        env: The environment to be wrapped.
        name: The wrapper that is to go around it.

    Raises:
        OptionError: If it isn't one of android_gym.
    """
    if not isinstance(getattr(env.unwrapped, "device", None), Device):
        raise OptionError(f"{name} wraps environments of android_gym, got {env!r}.")


def check_own_actions(env: gym.Env[Any, Any], name: str) -> None:
    """Check that an environment takes decoded actions.

    Args:
        env: The environment to be wrapped.
        name: The wrapper that is to go around it.

    Raises:
        OptionError: If a wrapper has changed the environment's actions, or keeps them as elements
            of their space.
    """
    check_inside(env, name, ActionHistory, RecordDemonstrations)
    if env.action_space != env.unwrapped.action_space:
        raise OptionError(
            f"{name} acts by the environment's own actions, which {env} has changed. Wrap the "
            f"environment in {name} first, or leave out the other."
        )


def pixels_space(env: gym.Env[Any, Any]) -> spaces.Box:
    """Return the space of an environment's pixels, whether they are the observation or a part.

    Raises:
        OptionError: If there are no pixels.
    """
    space = env.observation_space
    if isinstance(space, spaces.Dict):
        space = space.spaces.get("pixels", space)
    if not (isinstance(space, spaces.Box) and len(space.shape) == 3 and space.dtype == "uint8"):
        raise OptionError(
            f"The environment observes no pixels but {env.observation_space}. "
            'Make it with observation="pixels", or with "pixels" among several.'
        )
    return space


def replace_pixels(observation: Any, pixels: Any) -> Any:
    """Return a copy of the observation with other pixels."""
    return {**observation, "pixels": pixels} if isinstance(observation, dict) else pixels
