"""The main screen: the task lists as tabs."""

from __future__ import annotations

from android_gym.simulator.apps.google_tasks import look
from android_gym.simulator.apps.google_tasks.actions import ListActions
from android_gym.simulator.apps.google_tasks.dialogs import (
    DUE_DIALOGS,
    AddTask,
    DeleteCompleted,
    DeleteList,
    ListMenu,
    ListSheet,
    PickDue,
    SortSheet,
)
from android_gym.simulator.apps.google_tasks.model import STARRED, Entry, Task, TaskList
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import (
    FloatingActionButton,
    Tab,
    TabLayout,
    empty_state,
)
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    RecyclerView,
    column,
    full_column,
    wide_row,
)
from android_gym.simulator.ui.reorder import DragHandle, ReorderRow
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, ImageView, TextView

__all__ = ["TaskListsActivity"]


class TaskListsActivity(ListActions):
    """Shows a tab for each list, its tasks, and a bar of actions."""

    DIALOGS = (*DUE_DIALOGS, AddTask, DeleteCompleted, DeleteList, ListMenu, ListSheet, SortSheet)

    def build(self) -> Screen:
        """Build the title, tabs, tasks and bar."""
        shown, lists = self.shown(), self.store.lists()
        title = TextView(
            "Tasks", id="title", style="title_large", align="center", width=MATCH, max_lines=1,
            padding=(16, 18, 16, 10),
        )  # fmt: skip
        content = full_column(
            title,
            self._tabs(shown, lists),
            FrameLayout([self._body(shown)], width=MATCH, height=0, weight=1),
            self._bar(shown, lists),
        )
        return Screen(content, navigation_bar="bottom_bar", title="Tasks")

    def _tabs(self, shown: TaskList | None, lists: list[TaskList]) -> View:
        numbers = [STARRED, *(each.id for each in lists)]
        tabs = [Tab(icon="star", content_description="Starred")]
        tabs += [Tab(each.title) for each in lists]
        tabs.append(Tab("+ New list", content_description="New list"))

        def choose(index: int) -> None:
            if index < len(numbers):
                self.select(numbers[index])
            else:
                self.add_list()

        now = 0 if shown is None else numbers.index(shown.id)
        return TabLayout(tabs, now, choose, scrollable=True, all_caps=False, id="tabs")

    def _body(self, shown: TaskList | None) -> View:
        entries = self.entries()
        if not any(entry.task or entry.heading for entry in entries):
            if shown is None:
                words = (
                    "No starred tasks",
                    "Mark important tasks with a star so you can easily find them here",
                )
            else:
                words = (
                    "No tasks yet",
                    "Add your to-dos and keep track of them across Google Workspace",
                )
            return empty_state(words[1], title=words[0], icon="clipboard_check_outline", id="empty")
        by_hand = shown is not None and shown.sort == "my_order"
        return RecyclerView(
            len(entries),
            lambda index: self._row(entries[index], by_hand),
            row_key=lambda index: (entries[index].task, entries[index].heading),
            id="tasks_list",
            width=MATCH,
            height=MATCH,
            padding=(0, 8),
        )

    def _row(self, entry: Entry, by_hand: bool) -> View:
        if entry.heading and entry.completed:
            return self._completed_heading(entry.heading)
        if entry.heading:
            return TextView(
                entry.heading, style="label_large", color="text_secondary", width=MATCH,
                padding=(24, 16, 24, 8),
            )  # fmt: skip
        task = self.store.get(entry.task)
        if task is None:  # deleted since the list was read
            return View(height=0)
        drag = by_hand and not entry.completed
        front = self._task(task, entry, drag)
        if not drag:
            return front
        return ReorderRow(front, lambda rows: self.move(task.id, rows))

    def _completed_heading(self, words: str) -> View:
        unfolded = self.state.completed
        return wide_row(
            TextView(words, style="title_small", width=0, weight=1),
            ImageView("expand_less" if unfolded else "expand_more"),
            id="completed_header",
            min_height=56,
            padding=(24, 0),
            on_click=lambda: self.update(completed=not unfolded),
        )

    def _task(self, task: Task, entry: Entry, drag: bool) -> View:
        done = bool(task.completed_ms)
        chip = None
        if task.due.day is not None and not done:
            chip = look.due_chip(
                self.context, task.due, lambda: self.show_dialog(PickDue.of(task.id, task.due))
            )
        details = None
        if task.details:
            details = TextView(
                task.details, id="task_details", style="body_medium", color="text_secondary",
                max_lines=2,
            )  # fmt: skip
        name = TextView(
            task.title or "Untitled task", id="task_name", style="body_large", max_lines=3,
            strike=done, color="text_secondary" if done else "text_primary",
        )  # fmt: skip
        handle = (
            DragHandle("drag_indicator", content_description="Reorder", width=24, height=48)
            if drag
            else None
        )
        return wide_row(
            look.circle(done, lambda: self.toggle(task)),
            column(name, details, chip, width=0, weight=1, padding=(8, 12)),
            handle,
            None if done else look.star(task.starred, lambda: self.toggle_star(task)),
            id="task_item",
            content_gravity="top",
            padding=(40 if entry.indented else 8, 0, 8, 0),
            on_click=lambda: self.open(task.id),
        )

    def _bar(self, shown: TaskList | None, lists: list[TaskList]) -> View:
        def button(
            icon: str, words: str, id: str, dialog: ListMenu | ListSheet | SortSheet
        ) -> View:
            return ImageButton(
                icon, id=id, content_description=words, on_click=lambda: self.show_dialog(dialog)
            )

        target = lists[0].id if shown is None and lists else shown.id if shown is not None else 0
        fab = FloatingActionButton(
            "add",
            id="tasks_fab",
            content_description="Create new task",
            on_click=lambda: self.show_dialog(AddTask(target, starred=shown is None)),
            enabled=bool(lists),
            margin=0,
            gravity="center_vertical",
        )
        sort = button("swap_vert", "Sort", "tasks_sort", SortSheet())
        more = button("more_horiz", "More options", "tasks_more", ListMenu())
        return wide_row(
            button("format_list_checks", "Switch task lists", "tasks_menu", ListSheet()),
            *(() if shown is None else (sort, more)),
            View(width=0, weight=1),
            fab,
            id="bottom_app_bar",
            class_name="android.view.ViewGroup",
            height=80,
            padding=(8, 0, 16, 0),
            background="bottom_bar",
        )
