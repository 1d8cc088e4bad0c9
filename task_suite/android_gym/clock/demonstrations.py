"""Moves in Clock that the demonstrations of changes name."""

from __future__ import annotations

from android_gym.task_suite.android_gym import pages
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.questions.values import parse_time

__all__ = ["MOVES", "SCRIPTS", "pick_time"]


def pick_time(screen: Screen, time: str) -> Steps:
    """Choose a time such as "6:40 AM" or "18:40" on the clock face that is open, and confirm."""
    hour, minute = (int(part) for part in (parse_time(time) or "").split(":"))
    half, face = ("pm" if hour >= 12 else "am"), str(hour % 12 or 12)
    yield from screen.wait_for(text="Select time")
    # The hour that is chosen already stands above the face, too.
    hours = screen.find_all(description=f"{face} o'clock", clickable=True, text=face)
    yield from screen.tap(hours[-1])
    yield from screen.wait_for(description="0 minutes")
    yield from screen.tap(screen.find_all(description=f"{minute} minutes")[-1])
    period = f"material_clock_period_{half}_button"
    yield from screen.tap_on(resource_id=period)
    yield from screen.tap_on(text="OK")
    yield from screen.wait_while(text="Select time")


def tap_on_card(screen: Screen, resource_id: str) -> Steps:
    """Tap something on the open card, which the round button may hide."""
    yield from screen.scroll_to(resource_id=resource_id)
    yield from screen.lift_above({"resource_id": "fab"}, resource_id=resource_id)
    yield from screen.tap_on(resource_id=resource_id)


def go_to_top(screen: Screen) -> Steps:
    """Scroll to the first alarm: one that has got another time may be above."""
    moved = True
    while moved:
        moved = yield from screen.scroll(forward=False)


def delete_card(screen: Screen) -> Steps:
    """Delete the alarm whose card is open, and let the notice of it go."""
    yield from tap_on_card(screen, "delete")
    yield from screen.wait_while(limit=12, resource_id="snackbar_text")


SCRIPTS: dict[str, Script] = {}

MOVES: dict[str, Script] = {
    **pages.MOVES,
    "delete_card": delete_card,
    "go_to_top": go_to_top,
    "pick_time": pick_time,
    "tap_on_card": tap_on_card,
}
