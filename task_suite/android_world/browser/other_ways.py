"""Other solutions of the browser tasks: by the file's menu, the Enter key, vertical lines."""

from __future__ import annotations

from android_gym.task_suite.android_world.browser.demonstrations import (
    draw_lines,
    enter_product,
    first_run,
    play_maze,
)
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def open_by_menu(screen: Screen) -> Steps:
    """Select the file, and open it by "Open with"."""
    yield from screen.open_app("Files")
    yield from screen.wait_for(text="task.html")
    yield from screen.long_press(screen.need(text="task.html"))
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Open with")
    yield from screen.wait_for(text="Chrome")
    yield from screen.tap_on(text="Chrome")
    yield from first_run(screen)


def maze(screen: Screen) -> Steps:
    """Open the page by the menu, and solve the maze."""
    yield from open_by_menu(screen)
    yield from play_maze(screen)


def multiply(screen: Screen) -> Steps:
    """Open the page by the menu, and submit the product with the keyboard's key."""
    yield from open_by_menu(screen)
    yield from enter_product(screen, "\n")


def draw(screen: Screen) -> Steps:
    """Open the page by the menu, and draw vertical lines."""
    yield from open_by_menu(screen)
    yield from draw_lines(screen, upright=True)


SCRIPTS: dict[str, Script] = {
    "BrowserDraw": draw,
    "BrowserMaze": maze,
    "BrowserMultiply": multiply,
}
