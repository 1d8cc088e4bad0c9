"""Functions that a model calls to use a phone: the tools that all adapters offer.

Frameworks describe a tool to the model by its docstring and types. A tool returns the texts on the
screen after it, or raises an `ActionError` whose message can be shown to the model.
"""

from __future__ import annotations

import inspect
import weakref
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
                f"There is no element {index!r:.40}: the last index is {len(elements) - 1}."
            )
        return elements[index]

    def _middle(self, index: int) -> tuple[int, int]:
        place = middle(self._element(index))
        width, height = self._device.size
        if place is None or not (0 <= place[0] < width and 0 <= place[1] < height):
            raise ActionError(f"Element {index} is not on the screen: scroll until it is visible.")
        return place

    def elements(self) -> str:
        """List the elements of the screen, without changing anything on the phone.

        Returns:
            One line per element: its index, class, quoted text, bounds in pixels as
            `[left,top][right,bottom]`, and states such as clickable, checked or disabled.
        """
        return outline(self._device.ui_elements())

    def tap(self, index: int) -> str:
        """Tap the center of an element.

        Args:
            index: Index of the element in the latest list of elements, from 0.
        """
        return self._do(Tap(*self._middle(index)))

    def long_press(self, index: int) -> str:
        """Touch and hold the center of an element for one second.

        Args:
            index: Index of the element in the latest list of elements, from 0.
        """
        return self._do(LongPress(*self._middle(index)))

    def tap_at(self, x: int, y: int) -> str:
        """Tap a point of the screen.

        Args:
            x: Distance from the left edge of the screen, in its pixels, from 0 to width - 1.
            y: Distance from the top edge of the screen, in its pixels, from 0 to height - 1.
        """
        return self._do(Tap(*self._pixel(x, y)))

    def swipe(self, x: int, y: int, to_x: int, to_y: int) -> str:
        """Swipe with one finger from one point of the screen to another, in half a second.

        Args:
            x: Start of the swipe, in pixels from the left edge of the screen.
            y: Start of the swipe, in pixels from the top edge of the screen.
            to_x: End of the swipe, in pixels from the left edge of the screen.
            to_y: End of the swipe, in pixels from the top edge of the screen.
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
        """Scroll the screen or an element by about two fifths of the screen.

        Args:
            direction: Direction of the content to show: "down" shows what is below.
            index: Index of the element to scroll, in the latest list of elements. By default, the
                swipe starts in the middle of the screen.
        """
        if direction not in DIRECTIONS:
            raise ActionError(f"direction must be one of {DIRECTIONS}, got {direction!r:.40}.")
        at = None if index is None else self._middle(index)
        return self._do(scroll(direction, self._device.size, at))

    def type_text(self, text: str, index: int | None = None, enter: bool = False) -> str:
        """Type text into a text field, at its cursor.

        Args:
            text: The text to type.
            index: Index of the text field to tap first, in the latest list of elements. By
                default, the text goes to the field that has the focus.
            enter: Whether to press Enter after the text.
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
            key: The button: "back", "home", "enter", or "recent" for the list of recent apps.
        """
        if key not in BUTTONS:
            raise ActionError(f"key must be one of {sorted(BUTTONS)}, got {key!r:.40}.")
        return self._do(Key(BUTTONS[key]))

    def open_app(self, name: str) -> str:
        """Open an app, or bring it to the front if it is already running.

        Args:
            name: Name of the app as shown in the launcher, or its package name.
        """
        check_text("name", name)
        return self._do(Launch(name))

    def wait(self, seconds: float = 1.0) -> str:
        """Wait without touching the phone, for example while something loads.

        Args:
            seconds: How long to wait, in seconds, from 0 to 60.
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
            raise OptionError(f"{sorted(own)[0]!r} can't be set: the tools choose it themselves.")
        self._options = options
        self._env: gym.Env[Any, Any] | None = None
        self._end: Callable[[], object] = lambda: None  # closes it
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
            # Also when this object is collected, and at exit, while modules are still there.
            self._end = weakref.finalize(self, self._env.close)
            self._id = env_id
        options = {"rewording": rewording} if rewording else None
        _, info = self._env.reset(seed=seed, options=options)
        self._phone = self._env.get_wrapper_attr("device")
        self._goal, self._over, self._used_up = str(info["goal"]), False, False
        self._reward, self._steps = 0.0, 0
        return self._goal

    def _close(self) -> None:
        """Close the environment."""
        self._end()
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
            used_up = "The maximum number of steps is reached: the episode is over."
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
            raise ActionError("The episode is over: no more actions are possible.")
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
                    f"There is no tool {name!r:.40}: choose one of {list(self._tools())}."
                )
            try:
                inspect.signature(method).bind(**arguments)
            except TypeError as error:
                raise ActionError(f"The arguments of {name!r} are wrong: {error}.") from error
            method(**arguments)
            told = None
        except (ActionError, OptionError) as error:
            told = str(error)
        if self._steps == before:  # looking again, or an invalid argument
            self._advance(Decoded(error=told))
        return told

    def answer(self, text: str) -> str:
        """Give the final answer to the question that the task asks. This ends the episode.

        Args:
            text: The answer alone, in the form that the task asks for.
        """
        check_text("text", text)
        return self._say(Answer(text), Declare())

    def finish(self, status: Literal["complete", "infeasible"] = "complete") -> str:
        """Declare that the task is done, or that it can't be done. This ends the episode.

        Args:
            status: "complete" if the task is done, "infeasible" if it can't be done.
        """
        check_choice("status", status, ("complete", "infeasible"))
        return self._say(Declare(status))
