"""ElementActions: numbered actions on the screen's elements, with masks of valid ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from android_gym.accessibility import UIElement
from android_gym.actions import Decoded
from android_gym.checks import check_choice, check_flag, check_list, check_whole, shown
from android_gym.devices.apps import fold_label
from android_gym.errors import ActionError, DeviceError, OptionError
from android_gym.events import (
    DeviceEvent,
    ExpandPanel,
    Key,
    KeyCombination,
    Launch,
    LongPress,
    Swipe,
    Tap,
    Text,
)
from android_gym.observations import encode_text
from android_gym.task_suite.suite import one_label_each
from android_gym.wrappers.base import DeviceWrapper, check_device, check_own_actions
from android_gym.wrappers.set_of_marks import marked
from android_gym.wrappers.typing_candidates import typing_candidates

__all__ = ["ElementActions"]

_ON_ELEMENT = ("tap", "long press", "scroll up", "scroll down", "scroll left", "scroll right")
_EVENTS: dict[str, tuple[DeviceEvent, ...]] = {
    "clear": (KeyCombination((113, 29)), Key("KEYCODE_DEL")),  # ctrl+A
    "back": (Key("KEYCODE_BACK"),),
    "home": (Key("KEYCODE_HOME"),),
    "enter": (Key("KEYCODE_ENTER"),),
    "open shade": (ExpandPanel("notifications"),),
    "open quick settings": (ExpandPanel("settings"),),
}


class ElementActions(DeviceWrapper):
    """A wrapper whose actions are on the elements of the screen, whatever the action mode.

    Verbs with an element: tap, long press, scroll up, down, left and right (named for what comes
    into view; a slider goes all the way to its left or right end).
    Verbs without: type a candidate into the focused field, clear that field, back, home, enter,
    open the shade, open quick settings, open an app, and done, which declares the end. Typing and
    clearing are allowed while a keyboard shows (or a focused field, on devices that report the
    focus; android_env's accessibility forwarder does not). Elements are those of
    ``device.ui_elements()``, so row i of ``ui_elements`` and ``ui_text`` is element i.

    Action space, by `space`:

    * ``"discrete"``: ``Discrete(n)``. First verb 0 on elements 0, 1 ..., then verb 1 ..., then the
      verbs without an element; `meanings` names them all.
    * ``"multi_discrete"``: ``MultiDiscrete([verbs, elements])``, `verbs` names the verbs. Verbs
      without an element ignore it.

    `action_masks` returns what can be done now, as sb3-contrib's MaskablePPO expects it: bool (n,),
    or (verbs + elements,) for ``"multi_discrete"``, where a verb and an element that are both
    allowed may still not go together; such a pair only spends the step. So does an action that is
    masked out, which ``info["action_error"]`` reports.

    Typing is assisted: candidates come from the goal's text by one parser for all tasks
    (`android_gym.wrappers.typing_candidates`), never from the task's parameters, and are put in a
    new order for every episode, drawn from the environment's ``np_random``. Say "assisted typing"
    where you report results.

    Observation: as before; a ``Dict`` gains ``candidates``, uint8 (candidates, text_length), UTF-8.

    Info: ``candidates`` (list of str, by number; an empty one is unused) and ``action_mask``, the
    mask as int8, for ``action_space.sample(mask)`` (of the discrete space).

    Args:
        env: The environment. Its own actions aren't used.
        space: ``"discrete"`` or ``"multi_discrete"``.
        elements: Number of elements that can be acted on; further ones can't.
        candidates: Number of typing candidates; further ones can't be typed.
        text_length: Bytes of a candidate in the observation.
        apps: Labels of apps to open; those that aren't installed are masked out. By default those
            of the environment's action spaces (`AndroidTaskEnv.apps`), one label for each app.
        declare: Whether there is done; without it only success or the budget ends an episode.

    Raises:
        OptionError: If an argument is wrong, or the wrapped environment has changed actions.
    """

    def __init__(
        self,
        env: gym.Env[Any, Any],
        space: str = "discrete",
        elements: int = 40,
        candidates: int = 16,
        text_length: int = 64,
        apps: Sequence[str] | None = None,
        declare: bool = True,
    ) -> None:
        check_choice("space", space, ("discrete", "multi_discrete"))
        check_whole(1, 10_000, elements=elements, text_length=text_length)
        check_whole(0, 10_000, candidates=candidates)
        check_flag(declare=declare)
        check_device(env, type(self).__name__)
        known: Mapping[str, str] = env.get_wrapper_attr("apps")
        labels = one_label_each(known) if apps is None else check_list("apps", apps)
        self._package_of = {fold_label(label): package for label, package in known.items()}
        unknown = [
            app
            for app in labels
            if not isinstance(app, str) or fold_label(app) not in self._package_of
        ]
        if unknown or len(set(labels)) != len(labels):
            raise OptionError(
                f"apps must be different ones of {list(known)}, got {shown(labels)}. The "
                "environment's argument extra_apps adds more."
            )
        super().__init__(
            env,
            space=space,
            elements=elements,
            candidates=candidates,
            text_length=text_length,
            apps=apps,
            declare=declare,
        )
        check_own_actions(env, type(self).__name__)
        self._packages = [self._package_of[fold_label(app)] for app in labels]
        self._candidates = [""] * candidates
        self._count = elements
        self._text_length = text_length
        self._without: dict[str, Any] = {f"type candidate {i}": i for i in range(candidates)}
        self._without |= _EVENTS
        self._first_app = len(self._without)
        self._without |= {f"open {app}": (Launch(app),) for app in labels}
        if declare:
            self._without["done"] = None
        self.verbs = (*_ON_ELEMENT, *self._without)
        self.meanings = (
            *(f"{verb} element {i}" for verb in _ON_ELEMENT for i in range(elements)),
            *self._without,
        )
        self._joint = space == "discrete"
        self.action_space = (
            spaces.Discrete(len(self.meanings))
            if self._joint
            else spaces.MultiDiscrete([len(self.verbs), elements])
        )
        self._installed: list[bool] = []
        self._keyboard: str | None = None
        self._mask = np.zeros(len(self.meanings), bool)
        self._seen: tuple[Sequence[UIElement], tuple[int, int]] | None = None
        self._candidate_rows = self._encoded()
        self._boxes: list[tuple[int, int, int, int]] = []
        self._slides: list[bool] = []
        self._width = 1
        inner = env.observation_space
        self._adds = isinstance(inner, spaces.Dict) and candidates > 0
        if isinstance(inner, spaces.Dict) and candidates:
            box = spaces.Box(0, 255, (candidates, text_length), np.uint8)
            self.observation_space = spaces.Dict({**inner.spaces, "candidates": box})

    def action_masks(self) -> np.ndarray:
        """Return which actions are valid on the current screen, see the class."""
        if self._joint:
            return self._mask.copy()
        on_element, without = self._split()
        return np.concatenate([on_element.any(axis=1), without, self._element_mask(on_element)])

    def _split(self) -> tuple[np.ndarray, np.ndarray]:
        size = len(_ON_ELEMENT) * self._count
        return self._mask[:size].reshape(len(_ON_ELEMENT), -1), self._mask[size:]

    @staticmethod
    def _element_mask(on_element: np.ndarray) -> np.ndarray:
        mask = np.asarray(on_element.any(axis=0))
        if not mask.any():
            mask[0] = True  # a verb without an element needs some valid element
        return mask

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Reset, and find candidates in the goal.

        Raises:
            DeviceError: If the device stays broken.
        """
        observation, info = self.env.reset(seed=seed, options=options)
        size = len(self._candidates)
        found = typing_candidates(info["goal"])[:size]
        order = self.np_random.permutation(size)
        padded = found + [""] * (size - len(found))
        self._candidates = [padded[i] for i in order]
        listed = self.device.shell("pm list packages").split()
        keyboard = self.device.get_setting("secure", "default_input_method") or ""
        self._keyboard = keyboard.partition("/")[0] or None
        self._installed = [f"package:{package}" in listed for package in self._packages]
        self._seen = None
        self._candidate_rows = self._encoded()
        return self._finish(observation, info), info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Step with the meaning of the action.

        Raises:
            ActionError: If the action is not in the space.
        """
        decoded = self._decode(action)
        observation, reward, terminated, truncated, info = self.env.step(decoded)
        observation = self._finish(observation, info)
        return observation, reward, terminated, self.truncates(terminated, truncated, info), info

    def _decode(self, action: Any) -> Decoded:
        if isinstance(action, np.ndarray) and action.shape == () and self._joint:
            action = action.item()
        if not self.action_space.contains(action):
            raise ActionError(
                f"The action {shown(action)} is not in the action space {self.action_space}."
            )
        size = len(_ON_ELEMENT) * self._count
        if self._joint:
            index = int(action)
        else:
            verb, element = (int(part) for part in action)
            on_element = verb < len(_ON_ELEMENT)
            index = verb * self._count + element if on_element else size + verb - len(_ON_ELEMENT)
        meaning = self.meanings[index]
        if not self._mask[index]:
            return Decoded(error=f"{meaning!r} can't be done now, see action_masks().")
        if index < size:
            return Decoded((self._on_element(*divmod(index, self._count)),))
        match self._without[meaning]:
            case None:
                return Decoded(declared=True)
            case int(candidate):
                return Decoded((Text(self._candidates[candidate]),))
            case events:
                return Decoded(events)

    def _on_element(self, verb: int, element: int) -> DeviceEvent:
        left, top, right, bottom = self._boxes[element]
        x, y = (left + right) // 2, (top + bottom) // 2
        match _ON_ELEMENT[verb]:
            case "tap":
                return Tap(x, y)
            case "long press":
                return LongPress(x, y)
            case "scroll up":
                return Swipe(x, y, x, bottom, 300)
            case "scroll down":
                return Swipe(x, y, x, top, 300)
        to_left = _ON_ELEMENT[verb] == "scroll left"
        if self._slides[element]:  # past its end, to be sure to reach it
            return Swipe(x, y, 0 if to_left else self._width - 1, y, 300)
        return Swipe(x, y, right if to_left else left, y, 300)

    def encode(self, decoded: Decoded) -> Any:
        """Return the action nearest to the meaning of a gesture on the current screen.

        For scripted policies, and for learning from them. A tap becomes one on the smallest element
        around it, a swipe a scroll of the smallest element around its start, a text the candidate
        that equals it.

        Args:
            decoded: One event, or the declaration.

        Raises:
            ActionError: If there is no such action, or it is not valid now.
        """
        index = self._encode(decoded)
        if index is None or not self._mask[index]:
            raise ActionError(f"No action of ElementActions now means {decoded!r}.")
        if self._joint:
            return index
        on_element = len(_ON_ELEMENT) * self._count
        if index < on_element:
            return np.array(divmod(index, self._count))
        return np.array([len(_ON_ELEMENT) + index - on_element, 0])

    def _encode(self, decoded: Decoded) -> int | None:
        name = None
        if decoded.declared and decoded.answer is None:
            name = "done"
        match decoded.events:
            case (Tap(x, y),):
                return self._around("tap", x, y)
            case (LongPress(x, y),):
                return self._around("long press", x, y)
            case (Swipe(x, y, to_x, to_y),):
                dx, dy = to_x - x, to_y - y
                if abs(dy) > abs(dx):
                    return self._around("scroll down" if dy < 0 else "scroll up", x, y)
                index = self._around("scroll right" if dx < 0 else "scroll left", x, y)
                if index is not None and self._slides[index % self._count]:
                    return self._around("scroll left" if dx < 0 else "scroll right", x, y)
                return index
            case (Text(text),) if text in self._candidates:
                name = f"type candidate {self._candidates.index(text)}"
            case (Launch(app),) if self._package_of.get(fold_label(app)) in self._packages:
                first = len(_ON_ELEMENT) * self._count + self._first_app
                return first + self._packages.index(self._package_of[fold_label(app)])
            case (event,):
                name = next((name for name, does in _EVENTS.items() if does == (event,)), None)
        return self.meanings.index(name) if name in self.meanings else None

    def _around(self, verb: str, x: float, y: float) -> int | None:
        """Return the action with this verb on the smallest element around a point."""
        first = _ON_ELEMENT.index(verb) * self._count
        areas = {
            first + index: (right - left) * (bottom - top)
            for index, (left, top, right, bottom) in enumerate(self._boxes[: self._count])
            if left <= x <= right and top <= y <= bottom and self._mask[first + index]
        }
        return min(areas, key=lambda index: areas[index], default=None)

    def _finish(self, observation: Any, info: dict[str, Any]) -> Any:
        elements = self.look(info)
        if "device_error" not in info:
            try:
                self._update(elements, self.device.size)
            except DeviceError as error:
                info["device_error"] = str(error)
        info["candidates"] = list(self._candidates)
        info["action_mask"] = self.action_masks().view(np.int8)
        if not self._adds:
            return observation
        return {**observation, "candidates": self._candidate_rows.copy()}

    def _encoded(self) -> np.ndarray:
        rows = [encode_text(text, self._text_length) for text in self._candidates]
        return np.stack(rows) if rows else np.zeros((0, self._text_length), np.uint8)

    def _update(self, elements: Sequence[UIElement], size: tuple[int, int]) -> None:
        """Find out what can be done, unless these elements are the ones seen last."""
        seen = self._seen
        if seen is not None and seen[0] is elements and seen[1] == size:
            return
        self._seen = (elements, size)
        self._mask[:] = False
        on_element, without = self._split()
        width, height = size
        self._width = width
        self._boxes = [(0, 0, 0, 0)] * len(elements)
        self._slides = [False] * len(elements)
        acts: list[int] = []
        scrolls: list[int] = []
        moves: list[int] = []
        for index in marked(elements[: self._count], size):
            element, box = elements[index], elements[index].bbox_pixels
            if box is None or element.is_enabled is False:
                continue
            self._boxes[index] = (
                max(int(box.x_min), 0),
                max(int(box.y_min), 0),
                min(int(box.x_max), width) - 1,
                min(int(box.y_max), height) - 1,
            )
            # A row is clickable through its text even if the text itself is not.
            acts.append(index)
            slides = self._slides[index] = (element.class_name or "").endswith("SeekBar")
            if element.is_scrollable:
                scrolls.append(index)
            if slides or element.is_scrollable:
                moves.append(index)
        on_element[:2, acts] = True
        on_element[2:4, scrolls] = True
        on_element[4:, moves] = True
        # android_env's accessibility forwarder doesn't report which element has the focus.
        typing = any(
            (self._keyboard and element.package_name == self._keyboard)
            or (element.is_focused and element.is_editable)
            for element in elements
        )
        count = len(self._candidates)
        without[:] = True
        without[:count] = [typing and bool(text) for text in self._candidates]
        without[count] = typing  # clear
        without[self._first_app :][: len(self._installed)] = self._installed
