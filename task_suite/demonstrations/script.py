"""The kit for scripted policies that work through the screen alone.

A script is a generator that yields events and is sent what the screen shows after each. It looks
elements up by what Android says about them, so it works whatever the theme, the font scale or the
position in a list::

    def turn_wifi(screen: Screen, state: str) -> Steps:
        yield from screen.open_app("Settings")
        yield from screen.tap_on(text="Network & internet")
        yield from screen.tap_on(text="Internet")
        yield from screen.switch("Wi-Fi", on=state == "on")

It yields events (`android_gym.events`): taps, swipes, texts and keys, `Answer` and `Declare`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypedDict, Unpack, get_type_hints

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.checks import shown
from android_gym.errors import DemonstrationError, OptionError
from android_gym.events import Declare, Event, Key, Launch, LongPress, Swipe, Tap, Text, Wait
from android_gym.task_suite.demonstrations.steps import step

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Criteria", "Demonstration", "Observation", "Screen", "Script", "Steps", "parse"]


@dataclass(frozen=True)
class Observation:
    """The goal and the screen, which is all that a script sees.

    Attributes:
        goal: The instruction.
        elements: What is on the screen, of all windows.
        width: Of the screen as it is turned now, in pixels.
        height: The same.
        look: Returns the observation's pixels, uint8 (rows, columns, 3), RGB: the screen, in
            whatever size is observed. Called only by scripts that read pictures, before they do
            anything else.
    """

    goal: str
    elements: tuple[UIElement, ...]
    width: int
    height: int
    look: Callable[[], np.ndarray] | None = field(default=None, compare=False, repr=False)


Steps = Generator[Event, Observation, None]
"""A script under way: yields events, is sent the observation after each."""

Script = Callable[..., Steps]
"""Takes a `Screen` and the goal's parameters as strings, by keyword."""

_SAME = str.maketrans({"‑": "-", "‘": "'", "’": "'", "\xa0": " "})


def _plain(text: str) -> str:
    """A text without what languages and themes vary: case, kinds of hyphens and quotes."""
    return text.translate(_SAME).casefold().strip()


def parse(template: str, goal: str) -> dict[str, str] | None:
    """Read a goal backwards.

    Args:
        template: Text with placeholders, e.g. ``"Turn wifi {state}."``.
        goal: What may be made from it.

    Returns:
        What stands in the placeholders' places; None if the goal is not made from the template.
    """
    literals = re.split(r"\{(\w+)\}", template)
    pattern = "".join(
        f"(?P<{part}>.+?)" if index % 2 else re.escape(part) for index, part in enumerate(literals)
    )
    match = re.fullmatch(pattern, goal, re.DOTALL)
    return match.groupdict() if match else None


class Demonstration:
    """A policy made of scripts: a function from observations to events, for one episode.

    Args:
        scripts: By the template of the goals they pursue.
    """

    def __init__(self, scripts: Mapping[str, Script]) -> None:
        self._scripts = scripts
        self._steps: Steps | None = None

    def __call__(self, observation: Observation) -> Event:
        """Return the next event; `Declare` when the script has ended.

        Raises:
            DemonstrationError: If no script is for this goal, or the script is stuck, dropped a
                step without taking it, or yielded something else than an event.
        """
        try:
            if self._steps is None:
                self._screen = Screen(observation)
                self._steps = self._begin(observation.goal)
                event = next(self._steps)
            else:
                event = self._steps.send(observation)
        except StopIteration:
            event = Declare()
        self._screen.check_steps()
        if not isinstance(event, Event):
            raise DemonstrationError(
                f"The script for the goal {observation.goal!r} yielded {shown(event)}, which is no "
                "event. Yield one of `android_gym.events`, or write `yield from` before a step."
            )
        return event

    def knows(self, goal: str) -> bool:
        """Tell whether one of the scripts is for this goal."""
        return self._script_for(goal) is not None

    def _script_for(self, goal: str) -> tuple[Script, dict[str, str]] | None:
        # The longest template first: a goal may begin like a shorter one.
        for template, script in sorted(self._scripts.items(), key=lambda item: -len(item[0])):
            values = parse(template, goal)
            if values is not None:
                return script, values
        return None

    def _begin(self, goal: str) -> Steps:
        found = self._script_for(goal)
        if found is None:
            raise DemonstrationError(
                f"No script is for the goal {goal!r}; there are scripts for "
                f"{sorted(self._scripts)}."
            )
        script, values = found
        steps: object = script(self._screen, **values)
        if not isinstance(steps, Generator):
            self._screen.check_steps()
            raise DemonstrationError(
                f"The script for the goal {goal!r} takes no steps: it returned {shown(steps)}. "
                "Write `yield from` before each step."
            )
        return steps


class Criteria(TypedDict, total=False):
    """Criteria by which an element is looked up; see `Screen`."""

    text: str
    description: str
    label: str
    contains: str
    resource_id: str
    class_name: str
    clickable: bool
    checkable: bool
    checked: bool
    editable: bool
    scrollable: bool
    beside: UIElement


class Screen:
    """The screen as a script sees and uses it.

    Look-ups take any of these criteria, all of which must hold:

    - ``text``, ``description``: the element's text or content description, but for case;
    - ``label``: either of the two;
    - ``contains``: a part of either of the two;
    - ``resource_id``: the id's last part, e.g. ``"switch_widget"``;
    - ``class_name``: the class's last part, e.g. ``"SeekBar"``;
    - ``clickable``, ``checkable``, ``editable``, ``scrollable``, ``checked``: flags;
    - ``beside``: an element that it shares a row with.

    Attributes:
        observation: The latest.
        dropped: Steps that the script made and dropped without taking them, and where.
    """

    def __init__(self, observation: Observation) -> None:
        self.observation = observation
        self.dropped: list[str] = []

    def check_steps(self) -> None:
        """Check that the script took each step that it made.

        Raises:
            DemonstrationError: If it dropped one, which does nothing.
        """
        if self.dropped:
            raise DemonstrationError(
                f"The demonstration of {self.observation.goal!r} never takes the step "
                f"{self.dropped[0]}. Write `yield from` before it."
            )

    def find_all(self, **criteria: Unpack[Criteria]) -> list[UIElement]:
        """The elements that can be seen and meet the criteria, in the screen's order."""
        _check(criteria)
        return [e for e in self.observation.elements if self._visible(e) and _meets(e, criteria)]

    def find(self, **criteria: Unpack[Criteria]) -> UIElement | None:
        """The first element that meets the criteria."""
        return next(iter(self.find_all(**criteria)), None)

    def _visible(self, element: UIElement) -> bool:
        box = element.bbox_pixels
        return (
            element.is_visible is not False
            and box is not None
            and max(box.x_min, 0) < min(box.x_max, self.observation.width)
            and max(box.y_min, 0) < min(box.y_max, self.observation.height)
        )

    def need(self, **criteria: Unpack[Criteria]) -> UIElement:
        """The first element that meets the criteria.

        Raises:
            DemonstrationError: If there is none.
        """
        found = self.find(**criteria)
        if found is None:
            raise self.stuck(f"nothing on the screen is {criteria}")
        return found

    def stuck(self, why: str) -> DemonstrationError:
        """The error of a script that can't go on, with what the screen shows.

        Raises:
            DemonstrationError: If it dropped a step, which explains the screen.
        """
        self.check_steps()
        labels = [e.text or e.content_description for e in self.observation.elements]
        shown = [label for label in labels if label]
        return DemonstrationError(
            f"The demonstration of {self.observation.goal!r} is stuck: {why}. "
            f"The screen shows {shown}."
        )

    def pixels(self) -> np.ndarray:
        """Return the observation's pixels, uint8 (rows, columns, 3), RGB.

        Raises:
            DemonstrationError: If the observation has none.
        """
        if self.observation.look is None:
            raise self.stuck("the observation has no pixels; observe 'pixels' too")
        return self.observation.look()

    # Actions. Each is a generator: `yield from screen.tap(...)`.

    @step
    def do(self, event: Event) -> Steps:
        """Yield an event, and keep what the screen shows after it."""
        self.observation = yield event

    @step
    def wait(self) -> Steps:
        """Let a second pass."""
        yield from self.do(Wait(1000))

    @step
    def type(self, text: str) -> Steps:
        """Type where the focus is."""
        yield from self.do(Text(text))

    @step
    def press(self, key: str) -> Steps:
        """Press a key, by its name such as ``"HOME"``."""
        yield from self.do(Key(f"KEYCODE_{key}"))

    @step
    def tap_at(self, x: float, y: float) -> Steps:
        """Tap a point, in pixels."""
        yield from self.do(Tap(int(x), int(y)))

    @step
    def long_press_at(self, x: float, y: float) -> Steps:
        """Press a point until it reacts, in pixels."""
        yield from self.do(LongPress(int(x), int(y)))

    @step
    def open_app(self, label: str) -> Steps:
        """Start an app, or bring it to the front, by its label in the launcher."""
        yield from self.do(Launch(label))

    @step
    def back(self) -> Steps:
        """Go back, or close the keyboard or dialog on top."""
        yield from self.press("BACK")

    @step
    def tap(self, element: UIElement) -> Steps:
        """Tap the middle of what can be seen of the element."""
        yield from self.tap_at(*self._shown(element).center)

    @step
    def long_press(self, element: UIElement) -> Steps:
        """Press the middle of the element until it reacts."""
        yield from self.long_press_at(*self._shown(element).center)

    @step
    def tap_on(self, **criteria: Unpack[Criteria]) -> Steps:
        """Scroll to what meets the criteria and tap it.

        Raises:
            DemonstrationError: If it is nowhere.
        """
        yield from self.scroll_to(**criteria)
        yield from self.tap(self.need(**criteria))

    @step
    def type_into(self, text: str, /, **criteria: Unpack[Criteria]) -> Steps:
        """Scroll to the field that meets the criteria, tap it and type.

        Raises:
            DemonstrationError: If it is nowhere.
        """
        yield from self.tap_on(**criteria)
        yield from self.type(text)

    @step
    def wait_for(self, limit: int = 5, **criteria: Unpack[Criteria]) -> Steps:
        """Wait until something meets the criteria.

        Raises:
            DemonstrationError: If nothing does after `limit` waits.
        """
        for _ in range(limit):
            if self.find(**criteria) is not None:
                return
            yield from self.wait()
        self.need(**criteria)

    @step
    def swipe(self, start: tuple[float, float], end: tuple[float, float]) -> Steps:
        """Move a finger in a straight line; ends are moved onto the screen."""
        right, bottom = self.observation.width - 1, self.observation.height - 1
        x, to_x = (int(min(max(value, 0), right)) for value in (start[0], end[0]))
        y, to_y = (int(min(max(value, 0), bottom)) for value in (start[1], end[1]))
        yield from self.do(Swipe(x, y, to_x, to_y))

    @step
    def wait_while(self, limit: int = 5, **criteria: Unpack[Criteria]) -> Steps:
        """Wait until nothing meets the criteria any more.

        Raises:
            DemonstrationError: If something still does after `limit` waits.
        """
        for _ in range(limit):
            if self.find(**criteria) is None:
                return
            yield from self.wait()
        if self.find(**criteria) is not None:
            raise self.stuck(f"{criteria} doesn't go away")

    @step
    def scroll(
        self, inside: UIElement | None = None, forward: bool = True
    ) -> Generator[Event, Observation, bool]:
        """Scroll by half of what can be seen, or a little more.

        Args:
            inside: What to scroll; sideways if it is a strip, much wider than high. By default the
                largest on the screen.
            forward: Whether to go towards the end.

        Returns:
            Whether anything moved; if not, it was at its end.
        """
        inside = inside or max(self.find_all(scrollable=True), key=_area, default=None)
        if inside is None:
            return False
        box = self._shown(inside)
        x, y = box.center
        # Short enough that nothing is skipped, though a list flings on when the finger lifts.
        half = (0.42 * box.width, 0.0) if box.width > 3 * box.height else (0.0, 0.25 * box.height)
        start, end = (x + half[0], y + half[1]), (x - half[0], y - half[1])
        before = self._inside(box)
        yield from self.swipe(*((start, end) if forward else (end, start)))
        return self._inside(box) != before

    def _inside(self, box: BoundingBox) -> list[tuple[str | None, str | None, float, float]]:
        """Return the elements in a part of the screen, with their bounds there."""
        return [
            (e.text, e.content_description, *e.bbox_pixels.center)
            for e in self.find_all()
            if e.bbox_pixels
            and box.x_min <= e.bbox_pixels.center[0] < box.x_max
            and box.y_min <= e.bbox_pixels.center[1] < box.y_max
        ]

    @step
    def scroll_to(
        self, limit: int = 20, inside: Criteria | None = None, **criteria: Unpack[Criteria]
    ) -> Steps:
        """Scroll until something meets the criteria: to the end, then to the beginning.

        Args:
            limit: Most scrolls to make.
            inside: Criteria of what to scroll.
            **criteria: Of what to look for.

        Raises:
            DemonstrationError: If it is nowhere.
        """
        forward = True
        for _ in range(limit):
            if self.find(**criteria) is not None:
                return
            if self.find(**(inside or {"scrollable": True})) is None:
                yield from self.wait()  # the screen is still coming up
                continue
            moved = yield from self.scroll(self.need(**inside) if inside else None, forward)
            if not moved:
                if not forward:
                    break
                forward = False
        self.need(**criteria)

    @step
    def lift_above(self, button: Criteria, **criteria: Unpack[Criteria]) -> Steps:
        """Scroll until a floating button no longer hides what is in the row that meets criteria.

        Args:
            button: Criteria of the button; there may be none.
            **criteria: Of an element of the row.

        Raises:
            DemonstrationError: If there is no such row.
        """
        for _ in range(3):
            above, row = self.find(**button), self.need(**criteria)
            if above is None or not _level(self._shown(above), self._shown(row)):
                return
            if not (yield from self.scroll()):
                return

    @step
    def switch(self, label: str, on: bool) -> Steps:
        """Bring a switch to a state, and wait until the phone has followed.

        Args:
            label: The text beside it.
            on: The state.

        Raises:
            DemonstrationError: If there is no such switch, or it doesn't follow.
        """
        yield from self.scroll_to(text=label)
        for _ in range(3):
            switch = self.need(checkable=True, beside=self.need(text=label))
            if switch.is_enabled is False:  # the phone is still following an earlier change
                yield from self.wait()
                continue
            if switch.is_checked == on:
                return
            yield from self.tap(switch)
            for _ in range(3):
                switch = self.need(checkable=True, beside=self.need(text=label))
                if switch.is_checked == on and switch.is_enabled is not False:
                    return
                yield from self.wait()
        raise self.stuck(f"the switch {label!r} doesn't turn {'on' if on else 'off'}")

    def _shown(self, element: UIElement) -> BoundingBox:
        box = element.bbox_pixels
        if box is None:
            raise self.stuck(f"the device doesn't say where {element} is")
        return BoundingBox(
            max(box.x_min, 0),
            min(box.x_max, self.observation.width),
            max(box.y_min, 0),
            min(box.y_max, self.observation.height),
        )


def _level(one: BoundingBox, other: BoundingBox) -> bool:
    """Return whether some row of pixels goes through both boxes."""
    return one.y_min < other.y_max and other.y_min < one.y_max


def _area(element: UIElement) -> float:
    return element.bbox_pixels.area if element.bbox_pixels else 0.0


def _last(name: str | None) -> str:
    return re.split(r"[./]", name or "")[-1]


def _labels(element: UIElement) -> list[str]:
    return [_plain(x) for x in (element.text, element.content_description) if x is not None]


def _in_row(element: UIElement, other: UIElement) -> bool:
    """Return True if the middle of one is at the height of the other."""
    one, two = element.bbox_pixels, other.bbox_pixels
    if one is None or two is None or element is other:
        return False
    return one.y_min <= two.center[1] < one.y_max or two.y_min <= one.center[1] < two.y_max


_CRITERIA: dict[str, Callable[[UIElement, Any], bool]] = {
    "text": lambda e, value: _plain(e.text or "") == _plain(value),
    "description": lambda e, value: _plain(e.content_description or "") == _plain(value),
    "label": lambda e, value: _plain(value) in _labels(e),
    "contains": lambda e, value: any(_plain(value) in label for label in _labels(e)),
    "resource_id": lambda e, value: _last(e.resource_name) == value,
    "class_name": lambda e, value: _last(e.class_name) == value,
    "clickable": lambda e, value: bool(e.is_clickable) == value,
    "checkable": lambda e, value: bool(e.is_checkable) == value,
    "checked": lambda e, value: bool(e.is_checked) == value,
    "editable": lambda e, value: bool(e.is_editable) == value,
    "scrollable": lambda e, value: bool(e.is_scrollable) == value,
    "beside": _in_row,
}


_KINDS: dict[str, type] = get_type_hints(Criteria)


def _check(criteria: Criteria) -> None:
    """Check what a script looks for, whatever type checkers have let pass.

    Raises:
        OptionError: If there is no such criterion, or its value is of another type.
    """
    for name, value in criteria.items():
        kind = _KINDS.get(name)
        if kind is None:
            raise OptionError(
                f"An element can't be looked up by {name!r}; use some of {', '.join(_CRITERIA)}."
            )
        if not isinstance(value, kind):
            remedy = " Give one that need(...) or find(...) returns." if kind is UIElement else ""
            raise OptionError(
                f"{name} must be of type {kind.__name__}, got {shown(value)}.{remedy}"
            )


def _meets(element: UIElement, criteria: Criteria) -> bool:
    return all(_CRITERIA[name](element, value) for name, value in criteria.items())
