"""The page of a task, which saves each change at once."""

from __future__ import annotations

from android_gym.simulator.apps.google_tasks import look
from android_gym.simulator.apps.google_tasks.actions import EditActions
from android_gym.simulator.apps.google_tasks.dialogs import DUE_DIALOGS, PickDue
from android_gym.simulator.apps.google_tasks.model import Due, Task
from android_gym.simulator.apps.google_tasks.storage import LONGEST_DETAILS, LONGEST_TITLE
from android_gym.simulator.ui.components import ListItem, MenuItem, Spinner, Toolbar, empty_state
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, full_column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, Divider, EditText, ImageButton, ImageView

__all__ = ["EditTask"]


class EditTask(EditActions):
    """Shows list, title, details, date, subtasks, and a button that completes the task."""

    DIALOGS = DUE_DIALOGS

    def build(self) -> View:
        """Build the toolbar, the fields and the button."""
        task = self.task
        if task is None:
            bar = Toolbar(navigation="arrow_back", on_navigation=self.finish)
            return full_column(bar, empty_state("Task not found", height=0, weight=1))
        bar = Toolbar(
            navigation="arrow_back",
            on_navigation=self.finish,
            menu=[
                MenuItem(
                    "Remove star" if task.starred else "Add star",
                    lambda: self.toggle_star(task),
                    id="edit_task_star",
                    icon="star" if task.starred else "star_outline",
                ),
                MenuItem("Delete", self.delete),
            ],
        )
        done = Button(
            "Mark not completed" if task.completed_ms else "Mark completed",
            id="edit_task_complete",
            on_click=self.complete,
        )
        return full_column(
            bar,
            ScrollView(self._fields(task), width=MATCH, height=0, weight=1),
            Divider(),
            wide_row(View(width=0, weight=1), done, padding=(8, 4)),
        )

    def _fields(self, task: Task) -> View:
        lists = self.store.lists()
        numbers = [each.id for each in lists]
        owner = Spinner(
            [each.title for each in lists],
            numbers.index(task.list) if task.list in numbers else -1,
            lambda index: self.move(numbers[index]),
            id="edit_task_list",
            color="primary",
            text_style="label_large",
            margin=(24, 0, 24, 0),
        )
        title = EditText(
            task.title,
            id="edit_title",
            hint="Enter title",
            on_text_change=lambda text: self.change(Title=text),
            capitalize="sentences",
            max_length=LONGEST_TITLE,
            multi_line=True,
            size=24,
            strike=bool(task.completed_ms),
            background="transparent",
            width=MATCH,
            padding=(24, 8),
        )
        details = EditText(
            task.details,
            id="edit_details",
            hint="Add details",
            on_text_change=lambda text: self.change(Details=text),
            capitalize="sentences",
            max_length=LONGEST_DETAILS,
            multi_line=True,
            background="transparent",
            width=0,
            weight=1,
        )
        parts = [owner, title, _line("text", details), self._due(task), *self._subtasks(task)]
        return wide_column(*parts, padding=(0, 0, 0, 16))

    def _due(self, task: Task) -> View:
        def ask() -> None:
            self.show_dialog(PickDue.of(task.id, task.due))

        if task.due.day is None:
            return ListItem(
                "Add date/time", icon="clock_outline", id="edit_due", padding=(24, 8), on_click=ask
            )
        chip = look.due_chip(self.context, task.due, ask, lambda: self.set_due(task.id, Due()))
        return _line("clock_outline", chip)

    def _subtasks(self, task: Task) -> list[View]:
        if task.parent:
            return []
        rows = [self._subtask(each) for each in self.store.subtasks(task.id)]
        if not self.state.subtasks:
            words = "Add subtasks"
            rows.append(
                ListItem(
                    words,
                    icon="subdirectory_arrow_right",
                    id="edit_add_subtask",
                    padding=(24, 8),
                    on_click=lambda: self.update(subtasks=True),
                )
            )
            return rows
        field = EditText(
            self.state.subtask,
            id="edit_subtask_title",
            hint="Enter title",
            on_text_change=lambda text: self.update(subtask=text),
            on_editor_action=self.add_subtask,
            capitalize="sentences",
            max_length=LONGEST_TITLE,
            autofocus=True,
            background="transparent",
            width=0,
            weight=1,
        )
        add = Button("Add", id="edit_subtask_add", on_click=self.add_subtask)
        rows.append(_line("subdirectory_arrow_right", field, add))
        return rows

    def _subtask(self, task: Task) -> View:
        done = bool(task.completed_ms)

        def rename(text: str) -> None:
            self.store.change((task.id,), Title=text)

        return wide_row(
            look.circle(done, lambda: self.toggle_subtask(task)),
            EditText(
                task.title,
                id="subtask_title",
                on_text_change=rename,
                strike=done,
                max_length=LONGEST_TITLE,
                background="transparent",
                width=0,
                weight=1,
            ),
            ImageButton(
                "close",
                content_description="Delete subtask",
                on_click=lambda: self.delete_subtask(task),
            ),
            padding=(12, 0),
            key=("subtask", task.id),
        )


def _line(icon: str, *views: View) -> View:
    return wide_row(
        ImageView(icon, width=24, height=24, margin=(0, 0, 16, 0)),
        *views,
        min_height=56,
        padding=(24, 0, 16, 0),
    )
