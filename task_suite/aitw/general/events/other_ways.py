"""Looking at events in other views."""

from __future__ import annotations

from android_gym.task_suite.aitw.general.events.demonstrations import (
    lies_on_its_side,
    open_calendar,
    turn,
)
from android_gym.task_suite.aitw.general.instructions import scripts_of
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def scroll_up(screen: Screen, subject: str) -> Steps:
    """Scroll the list from today to before this week."""
    yield from open_calendar(screen)
    yield from screen.wait_for(class_name="RecyclerView")
    if lies_on_its_side(screen):
        yield from turn(screen)
    for _ in range(5 if lies_on_its_side(screen) else 2):
        yield from turn(screen, forward=False)


def scroll_down(screen: Screen, subject: str) -> Steps:
    """Show the events of some weeks, and leave the list in front."""
    yield from open_calendar(screen)
    yield from screen.wait_for(class_name="RecyclerView")
    for _ in range(7 if lies_on_its_side(screen) else 3):
        yield from turn(screen)


SCRIPTS: dict[str, Script] = {
    **scripts_of("show_events", scroll_up),
    **scripts_of("rest_events", scroll_down),
}
