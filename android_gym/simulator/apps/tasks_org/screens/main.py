"""The main activity: a list with the edit screen on top."""

from __future__ import annotations

from android_gym.simulator.apps.tasks_org.actions import Actions
from android_gym.simulator.apps.tasks_org.dialogs import (
    ChangePriority,
    ChooseCalendar,
    ChooseList,
    ChoosePlace,
    ChooseRepeat,
    ClearCompleted,
    DeleteSelected,
    DeleteTask,
    DiscardChanges,
    MoveTasks,
)
from android_gym.simulator.apps.tasks_org.look import FRAME
from android_gym.simulator.apps.tasks_org.pickers import (
    DueSheet,
    PickDueTime,
    PickStartTime,
    StartSheet,
)
from android_gym.simulator.apps.tasks_org.screens.drawer import Drawer
from android_gym.simulator.apps.tasks_org.screens.editor import edit_screen
from android_gym.simulator.apps.tasks_org.screens.reminders import (
    AddReminder,
    CustomReminder,
    PickReminderDay,
    PickReminderTime,
)
from android_gym.simulator.apps.tasks_org.screens.tasks import task_list
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, column


class MainActivity(Actions):
    """Shows the list or, instead, the edit screen."""

    DIALOGS = (
        AddReminder,
        ChangePriority,
        ChooseCalendar,
        ChooseList,
        ChoosePlace,
        ChooseRepeat,
        ClearCompleted,
        CustomReminder,
        DeleteSelected,
        DeleteTask,
        DiscardChanges,
        Drawer,
        DueSheet,
        MoveTasks,
        PickDueTime,
        PickReminderDay,
        PickReminderTime,
        PickStartTime,
        StartSheet,
    )

    def build(self) -> Screen:
        """Build the list or the edit screen."""
        editor = self.editor
        if editor is None:
            pane = FrameLayout(
                [task_list(self)], id="master", class_name=FRAME, width=MATCH, height=MATCH
            )
        else:
            pane = FrameLayout(
                [edit_screen(self, editor)],
                id="detail",
                class_name=FRAME,
                width=MATCH,
                height=MATCH,
            )
        content = column(pane, id="drawer_layout", width=MATCH, height=MATCH)
        return Screen(
            content, title="Tasks", status_bar="status_bar", navigation_bar="navigation_bar"
        )

    def ask_to_discard(self) -> None:
        """Ask before discarding changes."""
        self.show_dialog(DiscardChanges())

    def ask_to_move(self, tasks: tuple[int, ...]) -> None:
        """Ask for the list to move tasks to."""
        self.store.default_list()
        self.show_dialog(MoveTasks(tasks=tasks))
