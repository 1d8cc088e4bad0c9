"""RecordAndroidInTheWild: records episodes of any environment in the data set's form."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import gymnasium as gym
import numpy as np

from android_gym.actions import ActionMode, Decoded
from android_gym.checks import check_flag, check_path, check_size, shown
from android_gym.devices.apps import fold_label, package_of
from android_gym.devices.device import Device
from android_gym.errors import ActionError
from android_gym.evaluation.aitw.annotations import annotate
from android_gym.evaluation.aitw.dataset import EpisodeWriter
from android_gym.evaluation.aitw.records import Action, Annotations, Episode, Phone, Step
from android_gym.events import Declare, DeviceEvent, Event, Key, Launch, Swipe, Tap, Text, Wait
from android_gym.task_suite.aitw.actions import ActionType
from android_gym.wrappers.base import DeviceWrapper

__all__ = ["RecordAndroidInTheWild", "action_of", "episode_id"]

_KEYS: Final = {
    "BACK": ActionType.PRESS_BACK,
    "4": ActionType.PRESS_BACK,
    "HOME": ActionType.PRESS_HOME,
    "3": ActionType.PRESS_HOME,
    "ENTER": ActionType.PRESS_ENTER,
    "66": ActionType.PRESS_ENTER,
}
_MOST_SCROLLS: Final = 12
_SETTLE: Final = Wait(1000)


def action_of(event: Event, size: tuple[int, int]) -> Action | None:
    """Return the data set's action for an event; None if it has none.

    Args:
        event: The event.
        size: (width, height) of the screen in pixels.
    """
    width, height = size

    def point(x: int, y: int) -> tuple[float, float]:
        return (y + 0.5) / height, (x + 0.5) / width

    match event:
        case Tap(x, y):
            return Action(ActionType.DUAL_POINT, point(x, y), point(x, y))
        case Swipe(x, y, to_x, to_y):
            swipe = Action(ActionType.DUAL_POINT, point(x, y), point(to_x, to_y))
            return None if swipe.is_tap else swipe
        case Text(text):
            return Action(ActionType.TYPE, text=text)
        case Key(code):
            kind = _KEYS.get(str(code).removeprefix("KEYCODE_"))
            return None if kind is None else Action(kind)
        case Declare("infeasible"):
            return Action(ActionType.STATUS_TASK_IMPOSSIBLE)
        case Declare():
            return Action(ActionType.STATUS_TASK_COMPLETE)
    return None


def episode_id(*parts: Any) -> str:
    """Return the id of an episode: a decimal number below 2**63, the same for the same parts."""
    digest = hashlib.sha256(repr(parts).encode()).digest()
    return str(int.from_bytes(digest[:8], "big") >> 1)


class RecordAndroidInTheWild(DeviceWrapper):
    """A wrapper that records episodes in the data set's form: screens, annotations, actions.

    The events of an action are performed one by one, and each becomes a step: the screen before it,
    its annotations, and the data set's action. To open an app, its icon is looked for on the home
    screen and among all apps, as people do. Waiting is not a step. An answer is recorded as the
    declaration that ends the episode. Long presses, drags, pinches, other keys and the like have no
    action in the data set: an episode with one is not recorded.

    The actions of a recorded episode, taken through `android_gym.wrappers.DualPointGestures`, have
    the same effect as the episode.

    Info at an episode's end: ``recorded`` (`android_gym.evaluation.aitw.records.Episode`), or
    ``not_recorded`` (str), why there is none.

    Args:
        env: An environment whose `action_mode` decodes its actions.
        folder: Where to write a file for each episode; none is written if None.
        size: (width, height) of the recorded screens in pixels, in portrait; swapped for landscape.
        only_successful: Whether to leave out episodes whose task wasn't solved.

    Raises:
        OptionError: If an argument is wrong.
    """

    def __init__(
        self,
        env: gym.Env[Any, Any],
        folder: str | None = None,
        size: tuple[int, int] = (270, 600),
        only_successful: bool = True,
    ) -> None:
        check_flag(only_successful=only_successful)
        self._size = check_size("size", size)
        self._folder = None if folder is None else check_path("folder", folder)
        super().__init__(env, folder=folder, size=tuple(size), only_successful=only_successful)
        if self._folder is not None:
            self._folder.mkdir(parents=True, exist_ok=True)
        self._only_successful = only_successful
        self._steps: list[Step] = []
        self._problem = ""
        self._start: dict[str, Any] = {}
        self._phone: Phone | None = None
        self._perform: Callable[[Iterable[DeviceEvent]], None] = self.device.perform

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Reset and begin another recording."""
        observation, info = self.env.reset(seed=seed, options=options)
        self._steps, self._problem = [], ""
        self._start = {"goal": info["goal"], "task": info["task"], "seed": seed}
        return observation, info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Perform and record the action's events one by one."""
        mode: ActionMode = self.env.get_wrapper_attr("action_mode")
        decoded = action if isinstance(action, Decoded) else mode.decode(action, self.device)
        with self._recording(decoded.declared):
            observation, reward, terminated, truncated, info = self.env.step(decoded)
        if terminated or truncated:
            self._finish(info)
        return observation, reward, terminated, truncated, info

    @contextmanager
    def _recording(self, declared: bool) -> Iterator[None]:
        """Replace the device's `perform` for the action of a step.

        So the environment, its trace and its judge have the action as it was given.
        """
        own = vars(self.device)
        before, self._perform = own.get("perform"), self.device.perform
        is_first = True

        def perform(events: Iterable[DeviceEvent]) -> None:
            nonlocal is_first
            if not is_first:  # later calls let time pass while a declaration is judged
                self._perform(events)
                return
            is_first = False
            for event in events:
                self._do(event)
            if declared and not self._problem:
                self._add(Action(ActionType.STATUS_TASK_COMPLETE))

        own["perform"] = perform
        try:
            yield
        finally:
            del own["perform"]
            if before is not None:
                own["perform"] = before

    def _do(self, event: DeviceEvent) -> None:
        """Perform an event, and record it if possible.

        Raises:
            ActionError: If it can't be carried out.
            DeviceError: If the device fails.
        """
        action = action_of(event, self.device.size)
        if isinstance(event, Launch) and not self._problem:
            if self._open(event):
                return
            self._problem = f"no icon opens {shown(event.app)}"
        elif action is not None and not self._problem:
            self._take(event, action)
            return
        elif not isinstance(event, Wait):
            self._problem = self._problem or f"the data set has no action for {shown(event)}"
        self._perform((event,))

    def _take(self, event: DeviceEvent, action: Action) -> None:
        self._add(action)
        try:
            self._perform((event,))
        except ActionError:
            self._steps.pop()
            raise

    def _act(self, event: DeviceEvent) -> None:
        """Perform and record an event with an action in the data set; let the screen settle."""
        action = action_of(event, self.device.size)
        assert action is not None
        self._take(event, action)
        self._perform((_SETTLE,))

    def _open(self, event: Launch) -> bool:
        """Open an app by its icon; if there is none, return False with the launcher in front."""
        apps: dict[str, str] = dict(self.env.get_wrapper_attr("apps"))
        package = {fold_label(label): own for label, own in apps.items()}.get(fold_label(event.app))
        package = package or package_of(event.app) or event.app
        names = {fold_label(label) for label, own in apps.items() if own == package}
        names.add(fold_label(event.app))
        begin = len(self._steps)
        for skip in range(4):  # icons of other apps may have the same label
            del self._steps[begin:]
            icons = self._icons(names)
            icon = next((icon for place, icon in enumerate(icons) if place == skip), None)
            if icon is None:
                break
            self._act(icon)
            if self.device.foreground_activity().partition("/")[0] == package:
                return True
        del self._steps[begin:]
        return False

    def _icons(self, names: set[str]) -> Iterator[Tap]:
        """Go home, and look for icons there and among all apps; yield each while it is shown."""
        device = self.device
        self._act(Key("KEYCODE_HOME"))
        yield from _with_label(device, names)
        width, height = device.size
        before: object = None
        for _ in range(_MOST_SCROLLS):
            self._act(Swipe(width // 2, int(0.8 * height), width // 2, int(0.2 * height)))
            elements = device.ui_elements()
            if before is not None and elements == before:
                self._steps.pop()  # the end of the list: the swipe has moved nothing
                return
            before = elements
            yield from _with_label(device, names)

    def _add(self, action: Action) -> None:
        device = self.device
        size = device.size
        wanted = self._size if size[0] <= size[1] else self._size[::-1]
        image = np.array(device.screenshot((wanted[0], wanted[1])))
        image.flags.writeable = False
        notes: Annotations = annotate(device.ui_elements(), size)
        self._steps.append(Step(image, notes, action, device.foreground_activity()))

    def _finish(self, info: dict[str, Any]) -> None:
        problem = self._problem
        if "device_error" in info:
            problem = info["device_error"]
        elif self._only_successful and not info["is_success"]:
            problem = problem or "the task was not solved"
        elif not self._steps:
            problem = problem or "nothing was done"
        if problem:
            info["not_recorded"] = problem
            return
        if self._phone is None:
            self._phone = _phone(self.device)
        spec = self.spec
        start = self._start
        done = [(step.action.type, step.action.touch) for step in self._steps]
        task = spec.id if spec is not None else start["task"]
        name = episode_id(task, start["seed"], start["goal"], done)
        episode = Episode(name, start["goal"], tuple(self._steps), self._phone, "android_gym")
        info["recorded"] = episode
        if self._folder is not None:
            path = self._folder / f"episode_{name}.tfrecord"
            if not path.exists():  # the same episode: its id depends on the actions
                with EpisodeWriter(path) as writer:
                    writer.write(episode)


def _with_label(device: Device, names: set[str]) -> Iterator[Tap]:
    for element in device.ui_elements():
        box = element.bbox_pixels
        if box is None or element.is_visible is False or not element.is_clickable:
            continue
        if fold_label(element.text or "") in names:
            yield Tap(*(int(value) for value in box.center))


def _phone(device: Device) -> Phone:
    model, level = device.shell(
        "getprop ro.product.model; getprop ro.build.version.sdk"
    ).splitlines()[:2]
    return Phone(model.strip(), int(level) if level.strip().isdigit() else 0)
