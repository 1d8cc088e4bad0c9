"""The activity with its dialogs, shared by the modules that build its screen."""

from __future__ import annotations

from android_gym.simulator.apps.keep.actions import Actions
from android_gym.simulator.apps.keep.dialogs import (
    AddSheet,
    ColorSheet,
    DeleteForever,
    DeleteLabel,
    EmptyTrash,
    MoreSheet,
    ReminderDate,
    ReminderSheet,
    ReminderTime,
)
from android_gym.simulator.apps.keep.look import theme_of
from android_gym.simulator.ui.theme import Theme

__all__ = ["Base"]


class Base(Actions):
    """Keep's activity with its theme."""

    DIALOGS = (
        AddSheet, ColorSheet, DeleteForever, DeleteLabel, EmptyTrash, MoreSheet, ReminderDate,
        ReminderSheet, ReminderTime,
    )  # fmt: skip

    def theme(self) -> Theme:
        """Return the phone's theme, light or dark."""
        return theme_of(self.context.system.display.dark)
