"""Functions that a model calls to use a phone: the tools that all adapters offer.

Frameworks describe a tool to the model by its docstring and types. A tool returns the texts on the
screen after it, or raises an `ActionError` whose message can be shown to the model.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Literal

import gymnasium as gym

import android_gym.registration
from android_gym.accessibility import UIElement
from android_gym.actions import Decoded
from android_gym.agents.formats.elements import middle
from android_gym.agents.formats.gestures import BUTTONS, DIRECTIONS, scroll
from android_gym.checks import check_choice, check_number, check_text
from android_gym.devices.device import Device
from android_gym.errors import ActionError, DeviceError, OptionError
from android_gym.events import (
    Answer,
    Declare,
    DeviceEvent,
    Event,
    Key,
    Launch,
    LongPress,
    Swipe,
    Tap,
    Text,
    Wait,
)
from android_gym.observations import outline
from android_gym.png import encode_png

__all__ = ["EpisodeTools", "PhoneTools"]

_LONGEST_SIDE = 1200
_MOST_SECONDS = 60.0


class PhoneTools:
    """Tools for a phone.

    Only tools are public methods, so that a framework may offer all of these.

    Args:
        device: The phone.
    """

    def __init__(self, device: Device | None = None) -> None:
        self._phone = device

    @property
    def _device(self) -> Device:
        if self._phone is None:
            raise ActionError("There is no phone yet: call reset first.")
        return self._phone

    def _tools(self) -> dict[str, Callable[..., str]]:
        """Return the tools by name, in alphabetical order."""
        names = [name for name, _ in inspect.getmembers(type(self), inspect.isfunction)]
        return {name: getattr(self, name) for name in names if not name.startswith("_")}

    def _do(self, *events: DeviceEvent) -> str:
        """Perform events, and return the texts on the screen after them."""
        self._device.perform(list(events))
        return self.elements()

    def _png(self) -> bytes:
        """Return the screen as a PNG whose longer side is at most 1200 pixels."""
        width, height = self._device.size
        scale = min(1.0, _LONGEST_SIDE / max(width, height))
        frame = self._device.screenshot((round(width * scale), round(height * scale)))
        return encode_png(frame)

    def _element(self, index: int) -> UIElement:
        elements = self._device.ui_elements()
        if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < len(elements):
            raise ActionError(
                f"There is no element {index!r:.40}; the last is {len(elements) - 1}."
            )
        return elements[index]

    def _middle(self, index: int) -> tuple[int, int]:
        place = middle(self._element(index))
        width, height = self._device.size
        if place is None or not (0 <= place[0] < width and 0 <= place[1] < height):
            raise ActionError(f"The element {index} is not on the screen.")
        return place

    def elements(self) -> str:
        """List what is on the screen.

        Returns:
            A line for each element: its index, what it is, its words, where it is, its state.
        """
        return outline(self._device.ui_elements())

    def tap(self, index: int) -> str:
        """Tap an element.

        Args:
            index: Of the element in the list.
        """
        return self._do(Tap(*self._middle(index)))

    def long_press(self, index: int) -> str:
        """Hold a finger on an element for a second.

        Args:
            index: Of the element in the list.
        """
        return self._do(LongPress(*self._middle(index)))

    def tap_at(self, x: int, y: int) -> str:
        """Tap a place of the screen.

        Args:
            x: Pixels from the left.
            y: Pixels from the top.
        """
        return self._do(Tap(*self._pixel(x, y)))

    def swipe(self, x: int, y: int, to_x: int, to_y: int) -> str:
        """Move a finger over the screen.

        Args:
            x: Where it begins, in pixels from the left.
            y: Where it begins, in pixels from the top.
            to_x: Where it ends, in pixels from the left.
            to_y: Where it ends, in pixels from the top.
        """
        return self._do(Swipe(*self._pixel(x, y), *self._pixel(to_x, to_y)))

    def _pixel(self, x: int, y: int) -> tuple[int, int]:
        width, height = self._device.size
        for name, value, end in (("x", x, width), ("y", y, height)):
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < end:
                raise ActionError(f"{name} must be from 0 to {end - 1}, got {value!r:.40}.")
        return x, y

    def scroll(
        self, direction: Literal["up", "down", "left", "right"], index: int | None = None
    ) -> str:
        """Show what lies in a direction: "down" shows what is below.

        Args:
            direction: Where what is wanted lies.
            index: Of the element to scroll; the whole screen if not given.
        """
        if direction not in DIRECTIONS:
            raise ActionError(f"direction must be one of {DIRECTIONS}, got {direction!r:.40}.")
        at = None if index is None else self._middle(index)
        return self._do(scroll(direction, self._device.size, at))

    def type_text(self, text: str, index: int | None = None, enter: bool = False) -> str:
        """Type a text.

        Args:
            text: The text.
            index: Of the field to tap first; where the focus is if not given.
            enter: Whether to press Enter at the end.
        """
        check_text("text", text)
        events: list[DeviceEvent] = [] if index is None else [Tap(*self._middle(index)), Wait(500)]
        events.append(Text(text))
        if enter:
            events.append(Key("KEYCODE_ENTER"))
        return self._do(*events)

    def press(self, key: Literal["back", "home", "enter", "recent"]) -> str:
        """Press a button of the phone.

        Args:
            key: Which.
        """
        if key not in BUTTONS:
            raise ActionError(f"key must be one of {sorted(BUTTONS)}, got {key!r:.40}.")
        return self._do(Key(BUTTONS[key]))

    def open_app(self, name: str) -> str:
        """Open an app.

        Args:
            name: As it is called on the phone.
        """
        check_text("name", name)
        return self._do(Launch(name))

    def wait(self, seconds: float = 1.0) -> str:
        """Let the phone go on by itself.

        Args:
            seconds: How long, 60 at most.
        """
        check_number("seconds", seconds, 0.0, _MOST_SECONDS)
        return self._do(Wait(round(seconds * 1000)))


class EpisodeTools(PhoneTools):
    """Tools for an episode of a task, each call a step of its environment.

    Args:
        options: Further arguments of `gymnasium.make`.

    Raises:
        OptionError: If an option is not for adapters.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__()
        own = {"action_mode", "observation", "termination"} & options.keys()
        if own:
            raise OptionError(f"{sorted(own)[0]!r} is what these tools choose themselves.")
        self._options = options
        self._env: gym.Env[Any, Any] | None = None
        self._id = ""
        self._goal = ""
        self._over, self._used_up = True, False
        self._reward = 0.0
        self._steps = 0

    def _begin(self, env_id: str, seed: int | None = None, rewording: int = 0) -> str:
        """Begin an episode, and return its goal.

        Raises:
            gymnasium.error.Error: If there is no such id.
            OptionError: If an option is wrong.
            DeviceError: If the device fails.
        """
        if self._env is None or env_id != self._id:
            self._close()
            android_gym.registration.register_suites()
            self._env = gym.make(
                env_id,
                **self._options,
                action_mode="gesture",
                observation="goal",
                termination="declared",
            )
            self._id = env_id
        options = {"rewording": rewording} if rewording else None
        _, info = self._env.reset(seed=seed, options=options)
        self._phone = self._env.get_wrapper_attr("device")
        self._goal, self._over, self._used_up = str(info["goal"]), False, False
        self._reward, self._steps = 0.0, 0
        return self._goal

    def _close(self) -> None:
        """Close the environment."""
        if self._env is not None:
            self._env.close()
        self._env, self._phone, self._over = None, None, True

    def _do(self, *events: DeviceEvent) -> str:
        return self._step(Decoded(events))

    def _say(self, *events: Event) -> str:
        answers = [event.text for event in events if isinstance(event, Answer)]
        return self._step(Decoded(declared=True, answer=answers[0] if answers else None))

    def _step(self, action: Decoded) -> str:
        """Take a step, and return the texts on the screen after it.

        Raises:
            ActionError: If the episode is over, or the action can't be carried out.
            DeviceError: If the device fails.
        """
        error = self._advance(action)
        if error is not None:
            raise ActionError(error)
        if self._over:
            used_up = "The steps are used up: the episode is over."
            return used_up if self._used_up else "The episode is over."
        return self.elements()

    def _advance(self, action: Decoded) -> str | None:
        """Take a step, and return why its action could not be carried out, None if it could.

        Raises:
            ActionError: If the episode is over.
            DeviceError: If the device fails.
        """
        env = self._check_under_way()
        _, reward, terminated, truncated, info = env.step(action)
        self._steps += 1
        self._reward += float(reward)
        self._over = terminated or truncated
        self._used_up = truncated and not terminated
        if "device_error" in info:
            raise DeviceError(info["device_error"])
        error: str | None = info.get("action_error")
        return error

    def _check_under_way(self) -> gym.Env[Any, Any]:
        """Return the environment of the episode.

        Raises:
            ActionError: If none is under way.
        """
        if self._env is None or self._over:
            raise ActionError("The episode is over: nothing more can be done in it.")
        return self._env

    def _call(self, name: str, arguments: Mapping[str, Any]) -> str | None:
        """Use a tool by its name; each attempt is a step. Return what was wrong with it, or None.

        Raises:
            ActionError: If the episode is over.
            DeviceError: If the device fails.
        """
        self._check_under_way()
        before = self._steps
        try:
            method = self._tools().get(name)
            if method is None:
                raise ActionError(
                    f"There is no tool {name!r:.40}; there are {list(self._tools())}."
                )
            try:
                inspect.signature(method).bind(**arguments)
            except TypeError as error:
                raise ActionError(f"The tool {name!r} can't be used so: {error}.") from error
            method(**arguments)
            told = None
        except (ActionError, OptionError) as error:
            told = str(error)
        if self._steps == before:  # looking again, or an invalid argument
            self._advance(Decoded(error=told))
        return told

    def answer(self, text: str) -> str:
        """Answer the question that the task asks, which ends the task.

        Args:
            text: The answer, in as few words as the task asks for.
        """
        check_text("text", text)
        return self._say(Answer(text), Declare())

    def finish(self, status: Literal["complete", "infeasible"] = "complete") -> str:
        """Say that the task is done, or that it can't be done.

        Args:
            status: Which of the two.
        """
        check_choice("status", status, ("complete", "infeasible"))
        return self._say(Declare(status))
