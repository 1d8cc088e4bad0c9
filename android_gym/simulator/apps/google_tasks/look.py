"""Google Tasks' theme, and views shared by its screens."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from android_gym.simulator.appkit.times import time_of_day
from android_gym.simulator.apps.google_tasks.model import Due, words_of_day
from android_gym.simulator.ui.activity import Context
from android_gym.simulator.ui.components import Chip
from android_gym.simulator.ui.theme import Theme, dynamic_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton

__all__ = ["circle", "due_chip", "due_words", "star", "theme"]


def theme(context: Context) -> Theme:
    """Return the theme, with the wallpaper's colours."""
    dark = context.system.display.dark
    return dynamic_theme(dark=dark, name="google_tasks dark" if dark else "google_tasks")


def due_words(context: Context, due: Due) -> str:
    """Format a due time: ``Today, 3:00 PM``; "" for none."""
    if due.day is None:
        return ""
    words = words_of_day(due.day, context.system.clock.today())
    if due.minutes is not None:
        at = dt.datetime.combine(due.day, dt.time()) + dt.timedelta(minutes=due.minutes)
        words += f", {time_of_day(context, at)}"
    return words


def due_chip(
    context: Context,
    due: Due,
    on_click: Callable[[], object],
    on_close: Callable[[], object] | None = None,
) -> View:
    """Build the chip of a due time, with a close icon if it can be removed."""
    words = due_words(context, due)
    return Chip(
        words,
        id="due_date_chip",
        content_description=words,
        icon="repeat" if due.rule else None,
        on_click=on_click,
        on_close=on_close,
    )


def circle(done: bool, on_click: Callable[[], object]) -> View:
    """Build the circle that completes a task."""
    return ImageButton(
        "check" if done else "radio_button_unchecked",
        id="task_checkbox",
        class_name="android.view.View",
        tint="primary" if done else "icon",
        content_description="Mark as not completed" if done else "Mark as complete",
        on_click=on_click,
    )


def star(starred: bool, on_click: Callable[[], object], id: str = "task_star") -> View:
    """Build the star button of a task."""
    return ImageButton(
        "star" if starred else "star_outline",
        id=id,
        tint="primary" if starred else "icon",
        content_description="Remove star" if starred else "Add star",
        on_click=on_click,
    )
