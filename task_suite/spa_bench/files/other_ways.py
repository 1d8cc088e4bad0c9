"""Second ways through SPA-Bench's tasks of Files: by another folder, with a folder too many."""

from __future__ import annotations

from functools import partial

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.spa_bench.files.demonstrations import (
    enter,
    make_folder,
    make_one,
    make_two_and_move,
    open_dcim,
)

__all__ = ["SCRIPTS"]


def by_documents(screen: Screen) -> Steps:
    """Open Documents first."""
    yield from screen.open_app("Files")
    yield from screen.wait_for(description="Show roots")
    yield from enter(screen, "Documents")
    yield from enter(screen, "DCIM")


def after_a_mistake(screen: Screen, right: Script) -> Steps:
    """Make a folder of another name, delete it, then do what is asked for."""
    yield from open_dcim(screen)
    yield from make_folder(screen, "Agent_crated")
    yield from screen.wait_for(text="Agent_crated", resource_id="title")
    yield from screen.long_press(screen.need(text="Agent_crated", resource_id="title"))
    yield from screen.tap_on(description="Delete")
    yield from screen.tap_on(text="OK")
    yield from right(screen)


SCRIPTS: dict[str, Script] = {
    "ENG-files-0": by_documents,
    "ENG-files-1": partial(after_a_mistake, right=make_one),
    "ENG-files-2": partial(after_a_mistake, right=make_two_and_move),
}
