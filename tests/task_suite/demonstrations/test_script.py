"""The library for scripted policies, against screens made by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.errors import DemonstrationError, OptionError
from android_gym.events import Declare, Event, Key, Launch, Swipe, Tap, Text, Wait
from android_gym.task_suite.demonstrations import Demonstration, demonstration
from android_gym.task_suite.demonstrations.script import Observation, Screen, Steps, parse
from android_gym.task_suite.suite import suites, tasks
from android_gym.task_suite.task import Task
from android_gym.testing.rotation import Rotation

WIDTH, HEIGHT = 1080, 2400


def element(box: tuple[int, int, int, int], **fields: Any) -> UIElement:
    left, top, right, bottom = box
    return UIElement(bbox_pixels=BoundingBox(left, right, top, bottom), is_visible=True, **fields)


def observe(*elements: UIElement, goal: str = "go") -> Observation:
    return Observation(goal, elements, WIDTH, HEIGHT)


def act(steps: Steps, respond: Callable[[Event], Observation]) -> list[Event]:
    """Run a script to its end; `respond` is the phone."""
    actions: list[Event] = []
    try:
        actions.append(next(steps))
        while len(actions) < 100:
            actions.append(steps.send(respond(actions[-1])))
    except StopIteration:
        return actions
    raise AssertionError("the script never ends")


class FakeList:
    """A list of 40 rows, 200 pixels each, that moves with the finger; a clock that runs."""

    def __init__(self, first: int = 0, rows: int = 40) -> None:
        self.offset = first * 200
        self.rows = rows
        self.ticks = 0

    def __call__(self, action: Event | None = None) -> Observation:
        self.ticks += 1
        if isinstance(action, Swipe):
            end = self.rows * 200 - 2000
            self.offset = min(max(self.offset + action.y - action.to_y, 0), end)
        found = [
            element((0, 0, 100, 100), text=f"15:{self.ticks}"),
            element((0, 200, 1080, 2200), is_scrollable=True, class_name="a.RecyclerView"),
        ]
        for row in range(self.rows):
            top = 200 + row * 200 - self.offset
            if top < 2200 and top + 200 > 200:
                box = (0, max(top, 200), 1080, min(top + 200, 2200))
                found.append(element(box, text=f"Row {row}"))
        return observe(*found)


@pytest.mark.parametrize(
    ("template", "goal", "values"),
    [
        ("Turn wifi {state}.", "Turn wifi on.", {"state": "on"}),
        ("Turn wifi {state}.", "Turn wifi on", None),
        ("Turn wifi {state}.", "Please Turn wifi on.", None),
        ("Add:\n{rows}", "Add:\na|b\nc|d\n", {"rows": "a|b\nc|d\n"}),
        ("Delete {names}.", "Delete A, B.", {"names": "A, B"}),
        ("{a} (or {b}?)", "x (or y?)", {"a": "x", "b": "y"}),
        ("No parameters", "No parameters", {}),
    ],
)
def test_parse(template: str, goal: str, values: dict[str, str] | None) -> None:
    assert parse(template, goal) == values


@pytest.mark.parametrize(
    ("criteria", "found"),
    [
        ({"text": "wi-fi"}, "Wi‑Fi"),
        ({"text": "Don't allow"}, "Don’t allow"),
        ({"description": "Navigate up"}, None),
        ({"label": "navigate UP"}, None),
        ({"contains": "fi"}, "Wi‑Fi"),
        ({"resource_id": "switch_text"}, "Use it"),
        ({"class_name": "EditText", "editable": True}, "Name"),
        ({"clickable": True, "scrollable": False}, None),
    ],
)
def test_find(criteria: dict[str, Any], found: str | None) -> None:
    screen = Screen(
        observe(
            element((0, 0, 10, 10), content_description="Navigate up", is_clickable=True),
            element((0, 10, 10, 20), text="Wi‑Fi"),
            element((0, 20, 10, 30), text="Don’t allow"),
            element((0, 30, 10, 40), text="Use it", resource_name="a.b:id/switch_text"),
            element((0, 40, 10, 50), text="Name", class_name="android.widget.EditText",
                    is_editable=True),
        )
    )  # fmt: skip
    match = screen.need(**criteria)
    assert match.text == found


def test_what_cannot_be_seen_is_not_found() -> None:
    off, empty = element((0, 2400, 10, 2500), text="off"), element((5, 5, 5, 9), text="empty")
    hidden = element((0, 0, 9, 9), text="hidden")
    hidden.is_visible = False
    screen = Screen(observe(off, empty, hidden, UIElement(text="nowhere")))
    assert screen.find_all() == []


def test_an_unknown_criterion_is_a_mistake_in_the_script() -> None:
    with pytest.raises(OptionError, match=r"'colour'; use some of text, description"):
        Screen(observe(element((0, 0, 9, 9)))).find(colour="red")


@pytest.mark.parametrize(
    ("criteria", "words"),
    [
        ({"beside": "Tent"}, r"beside must be of type UIElement, got 'Tent'. .*need\("),
        ({"text": 3}, "text must be of type str, got 3"),
        ({"checked": "yes"}, "checked must be of type bool, got 'yes'"),
    ],
)
def test_a_criterion_of_another_type_is_a_mistake_in_the_script(
    criteria: dict[str, Any], words: str
) -> None:
    with pytest.raises(OptionError, match=words):
        Screen(observe()).find_all(**criteria)


def test_beside_is_the_same_row() -> None:
    title = element((0, 100, 500, 200), text="Wi-Fi")
    other = element((900, 300, 1000, 400), is_checkable=True)
    switch = element((900, 80, 1000, 220), is_checkable=True, is_checked=True)
    assert Screen(observe(title, other, switch)).need(checkable=True, beside=title) is switch


@pytest.mark.parametrize(("first", "wanted"), [(0, 0), (0, 39), (0, 17), (30, 1), (30, 39)])
def test_a_row_is_scrolled_to_wherever_it_is(first: int, wanted: int) -> None:
    phone = FakeList(first)
    screen = Screen(phone())
    actions = act(screen.tap_on(text=f"Row {wanted}"), phone)
    assert [type(action) for action in actions[:-1]] == [Swipe] * (len(actions) - 1)
    assert len(actions) <= 14
    tap = actions[-1]
    row = screen.need(text=f"Row {wanted}").bbox_pixels
    assert isinstance(tap, Tap) and row is not None
    assert row.y_min <= tap.y < row.y_max


def test_a_row_that_does_not_exist_ends_the_search_with_what_is_there() -> None:
    phone = FakeList(20)
    screen = Screen(phone())
    with pytest.raises(DemonstrationError, match=r"'text': 'Row 40'.*'Row 0'"):
        act(screen.tap_on(text="Row 40"), phone)


def test_a_short_list_does_not_move() -> None:
    phone = FakeList(rows=10)
    screen = Screen(phone())
    with pytest.raises(DemonstrationError):
        act(screen.tap_on(text="Row 10"), phone)
    assert phone.ticks == 3  # forward, backward


def test_scrolls_overlap() -> None:
    phone = FakeList()
    screen = Screen(phone())
    seen = {e.text for e in screen.find_all()}
    act(screen.scroll(), phone)  # type: ignore[arg-type]
    assert len(seen & {e.text for e in screen.find_all()}) >= 3


def test_a_strip_is_scrolled_sideways() -> None:
    strip = element((0, 700, 1080, 800), is_scrollable=True, resource_name="a:id/strip")
    page = element((0, 100, 1080, 2400), is_scrollable=True)
    screen = Screen(observe(page, strip))
    for forward in (True, False):
        (swipe,) = act(screen.scroll(strip, forward), lambda _: screen.observation)  # type: ignore[arg-type]
        assert isinstance(swipe, Swipe)
        assert swipe.y == swipe.to_y == 750
        assert (swipe.x > swipe.to_x) is forward


def test_a_page_above_the_keyboard_is_scrolled_upwards_though_it_is_wider_than_high() -> None:
    page = element((0, 327, 1080, 1335), is_scrollable=True)
    screen = Screen(observe(page))
    (swipe,) = act(screen.scroll(), lambda _: screen.observation)  # type: ignore[arg-type]
    assert isinstance(swipe, Swipe)
    assert swipe.x == swipe.to_x
    assert swipe.y > swipe.to_y


def test_a_swipe_ends_on_the_screen() -> None:
    screen = Screen(observe())
    (swipe,) = act(screen.swipe((540, 400), (2000, -5)), lambda _: observe())
    assert (swipe.to_x, swipe.to_y) == (1079, 0)


class FakeSwitch:
    """A page with one switch, which flips at once and is disabled for some waits."""

    def __init__(self, on: bool, delay: int = 0, left: int = 0) -> None:
        self.on = on
        self.delay = delay
        self.left = left

    def __call__(self, action: Event | None = None) -> Observation:
        if isinstance(action, Tap) and self.left == 0:
            self.on, self.left = not self.on, self.delay
        elif action and self.left:
            self.left -= 1
        return observe(
            element((0, 100, 500, 200), text="Wi‑Fi"),
            element(
                (900, 100, 1000, 200),
                is_checkable=True,
                is_checked=self.on,
                is_enabled=self.left == 0,
            ),
        )


@pytest.mark.parametrize(
    ("on", "wanted", "delay", "left", "kinds"),
    [
        (True, True, 0, 0, []),
        (True, False, 0, 0, [Tap]),
        (False, True, 0, 0, [Tap]),
        (False, True, 2, 0, [Tap, Wait, Wait]),
        (False, True, 0, 1, [Wait, Tap]),
    ],
)
def test_switch(on: bool, wanted: bool, delay: int, left: int, kinds: list[type]) -> None:
    phone = FakeSwitch(on, delay, left)
    actions = act(Screen(phone()).switch("Wi-Fi", wanted), phone)
    assert [type(action) for action in actions] == kinds
    assert phone.on is wanted


def test_a_switch_that_does_not_follow_is_said() -> None:
    phone = FakeSwitch(False, delay=1000)
    with pytest.raises(DemonstrationError, match="doesn't turn on"):
        act(Screen(phone()).switch("Wi-Fi", True), phone)


def test_waiting_is_bounded() -> None:
    there = element((0, 0, 9, 9), text="Saving")
    screen = Screen(observe(there))
    with pytest.raises(DemonstrationError, match="doesn't go away"):
        act(screen.wait_while(limit=3, text="Saving"), lambda _: observe(there))
    with pytest.raises(DemonstrationError, match="Saved"):
        act(screen.wait_for(limit=3, text="Saved"), lambda _: observe(there))
    shown = iter([observe(there), observe()])
    assert len(act(screen.wait_while(text="Saving"), lambda _: next(shown))) == 2


def test_a_demonstration_plays_the_script_of_its_goal_and_then_is_done() -> None:
    def turn(screen: Screen, what: str, state: str) -> Steps:
        yield from screen.type(f"{what} {state}")

    policy = Demonstration({"Nothing.": lambda _: iter(()), "Turn {what} {state}.": turn})  # type: ignore[dict-item, return-value]
    first = observe(goal="Turn it on.")
    assert policy(first) == Text("it on")
    assert policy(first) == Declare()
    assert policy(first) == Declare()


def test_a_goal_nobody_has_a_script_for() -> None:
    with pytest.raises(DemonstrationError, match="Turn it on"):
        Demonstration({})(observe(goal="Turn it on."))


class Undemonstrated(Task):
    """A task in a module without demonstrations."""


def test_a_task_without_a_demonstration() -> None:
    with pytest.raises(DemonstrationError, match="Undemonstrated"):
        demonstration(Undemonstrated)


@pytest.mark.parametrize(
    "task",
    # Goals that a device tells are understood on one: tests/test_registry.py plays them.
    [t for suite in suites() for t in tasks(suite).values() if t.goal_on is Task.goal_on],
    ids=lambda t: t.name,
)
def test_every_task_has_a_demonstration_that_understands_its_goals(
    task: type[Task], rotation: Rotation
) -> None:
    import numpy as np

    for seed in rotation.part(range(200)):
        goal = str(task().goal(task().sample(np.random.default_rng(seed))))
        action = demonstration(task)(observe(goal=goal))
        assert isinstance(action, Launch | Wait | Tap | Key | Swipe)


def _no_step(screen: Screen) -> None:
    screen.tap_on(text="Save")


def _drops_one(screen: Screen) -> Steps:
    yield from screen.press("HOME")
    screen.tap_on(text="Save")
    yield from screen.press("BACK")


def _drops_the_last(screen: Screen) -> Steps:
    yield from screen.press("HOME")
    screen.tap_on(text="Save")


def _is_stuck_behind_one(screen: Screen) -> Steps:
    yield from screen.press("HOME")
    screen.tap_on(text="Save")
    screen.need(text="Saved")


@pytest.mark.parametrize("script", [_no_step, _drops_one, _drops_the_last, _is_stuck_behind_one])
def test_a_step_without_yield_from_is_told_with_its_line(script: Any) -> None:
    policy = Demonstration({"go": script})
    code = script.__code__
    line = next(n for *_, n in code.co_lines() if n is not None and n > code.co_firstlineno)
    line += script is not _no_step
    expected = rf"tap_on in line {line} of .*test_script\.py. Write `yield from` before it\."
    with pytest.raises(DemonstrationError, match=expected):
        for _ in range(3):
            policy(observe(element((0, 0, 9, 9), text="Save")))


def test_a_script_that_returns_no_steps_is_told() -> None:
    def script(screen: Screen) -> Any:
        return None

    policy = Demonstration({"go": script})
    with pytest.raises(DemonstrationError, match="takes no steps: it returned None"):
        policy(observe())


@pytest.mark.parametrize("yielded", ["a text", lambda screen: screen.press("HOME")])
def test_what_is_no_event_is_told(yielded: Any) -> None:
    def script(screen: Screen) -> Any:
        yield yielded(screen) if callable(yielded) else yielded

    policy = Demonstration({"go": script})
    with pytest.raises(DemonstrationError, match="yielded .*, which is no event"):
        policy(observe())


def test_a_step_may_be_made_before_it_is_taken_and_by_hand() -> None:
    def script(screen: Screen) -> Steps:
        later = screen.press("HOME")
        yield from screen.press("BACK")
        yield from later
        by_hand = screen.press("ENTER")
        yield next(by_hand)
        by_hand.close()

    policy = Demonstration({"go": script})
    events = [policy(observe()) for _ in range(4)]
    assert events == [
        Key("KEYCODE_BACK"),
        Key("KEYCODE_HOME"),
        Key("KEYCODE_ENTER"),
        Declare(),
    ]
