"""Actions of Google Tasks' screens, without their views."""

from __future__ import annotations

from collections.abc import Hashable

from immutables import Map

from android_gym.simulator.apps.google_tasks import changes, look, reminders
from android_gym.simulator.apps.google_tasks.manifest import UI
from android_gym.simulator.apps.google_tasks.model import (
    STARRED,
    Due,
    EditState,
    Entry,
    MainState,
    Sort,
    Task,
    TaskList,
    words_of_day,
)
from android_gym.simulator.apps.google_tasks.storage import TaskStore
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, S_co, callback
from android_gym.simulator.ui.theme import Theme

__all__ = ["EditActions", "ListActions", "TasksScreen"]


class TasksScreen(Activity[S_co]):
    """Base class of all screens."""

    @property
    def store(self) -> TaskStore:
        """The tasks."""
        return TaskStore(self.context)

    def theme(self) -> Theme:
        """Return the theme, light or dark as the phone's."""
        return look.theme(self.context)

    def set_due(self, task: int, due: Due) -> None:
        """Set when a task is due."""
        self.store.set_due(task, due)
        reminders.cancel(self.context, task)
        reminders.plan(self.context)

    def toggle_star(self, task: Task) -> None:
        """Add a star to a task, or remove it."""
        now = self.context.system.clock.now_ms()
        starred = not task.starred
        self.store.change((task.id,), Starred=int(starred), StarredTime=now if starred else 0)


class ListActions(TasksScreen[MainState]):
    """Actions of the task lists."""

    def on_create(self) -> MainState:
        """Start with the list shown last."""
        return MainState(self.context.preferences().get("list", -1))

    def shown(self) -> TaskList | None:
        """Return the list on screen; None for the starred tasks."""
        lists, wanted = self.store.lists(), self.state.list
        if wanted == STARRED or not lists:
            return None
        return next((each for each in lists if each.id == wanted), lists[0])

    def select(self, number: int) -> None:
        """Show a list or `STARRED`."""
        self.context.preferences().put(list=number)
        self.update(list=number, completed=False)

    def entries(self) -> list[Entry]:
        """Return the rows of the list on screen."""
        shown, store = self.shown(), self.store
        if shown is None:
            return [Entry(task) for task in store.starred()]
        found: list[Entry] = []
        heading = ""
        today = self.context.system.clock.today()
        for task, indented, day in store.open_tasks(shown.id, shown.sort):
            if shown.sort == "date":
                words = "No date" if day is None else words_of_day(day, today)
                words = "Past" if day is not None and day < today else words
                if words != heading:
                    heading = words
                    found.append(Entry(heading=words))
            found.append(Entry(task, indented=indented))
        done = store.completed(shown.id)
        if done:
            found.append(Entry(heading=f"Completed ({len(done)})", completed=True))
        if self.state.completed:
            found += [Entry(task, completed=True) for task in done]
        return found

    def add(self, task: Task) -> None:
        """Add a task."""
        self.store.add(task)
        reminders.plan(self.context)

    def add_list(self) -> None:
        """Ask for the name of a new list."""
        self.start_activity(f"{UI}.EditTaskListActivity", request="list")

    def rename_list(self) -> None:
        """Ask for a new name of the list on screen."""
        shown = self.shown()
        if shown is not None:
            self.start_activity(f"{UI}.EditTaskListActivity", request="list", list=shown.id)

    def open(self, task: int) -> None:
        """Open a task's page."""
        self.start_activity(f"{UI}.EditTaskActivity", request="task", task=task)

    def toggle(self, task: Task) -> None:
        """Mark a task as completed or not completed."""
        if task.completed_ms:
            changes.reopen(self.context, (task.id,))
            self._say("1 marked not completed", "complete_again", task.id, task.completed_ms)
        else:
            self._completed(changes.complete(self.context, task))

    def _completed(self, done: tuple[int, ...]) -> None:
        count = sum(number > 0 for number in done)
        self._say(f"{count} completed", "reopen", done)

    def _say(self, text: str, method: str, *arguments: int | tuple[int, ...]) -> None:
        self.show_snackbar(text, action="Undo", method=method, arguments=arguments, bottom=80)

    @callback
    def reopen(self, done: tuple[int, ...]) -> None:
        """Undo the completion of tasks."""
        changes.reopen(self.context, done)

    @callback
    def complete_again(self, task: int, completed_ms: int) -> None:
        """Undo that a task was marked as not completed."""
        self.store.change((task,), Completed=1, CompletedTime=completed_ms)
        reminders.cancel(self.context, task)
        reminders.plan(self.context)

    @callback
    def restore(self, gone: tuple[int, ...]) -> None:
        """Undo a deletion."""
        changes.restore(self.context, gone)

    def sort(self, sort: Sort) -> None:
        """Sort the list on screen."""
        shown = self.shown()
        if shown is not None:
            self.store.sort(shown.id, sort)

    def delete_list(self) -> None:
        """Delete the list on screen, unless it is the first."""
        shown = self.shown()
        if shown is not None and shown != self.store.lists()[0]:
            self.store.delete_list(shown.id)
            reminders.plan(self.context)
            self.select(-1)
            self.show_snackbar("List deleted", bottom=80)

    def delete_completed(self) -> None:
        """Delete the completed tasks of the list on screen."""
        shown = self.shown()
        if shown is not None:
            self.store.change(self.store.completed(shown.id), Deleted=1)

    def move(self, task: int, rows: int) -> None:
        """Move an open task by a number of rows, in a list sorted by hand."""
        shown = self.shown()
        if shown is None:
            return
        kept = self.store.open_tasks(shown.id, "my_order")
        tasks = [number for number, *_ in kept]
        if task not in tasks:
            return
        place = tasks.index(task)
        tasks.insert(max(0, min(len(tasks) - 1, place + rows)), tasks.pop(place))
        self.store.place(tasks)

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Handle the result of a task's page or of the page that names a list."""
        if code != -1 or data is None:
            return
        if request == "list":
            self.select(data.get_int("list", -1))
        elif gone := _numbers(data, "deleted"):
            self._say("Task deleted", "restore", gone)
        elif done := _numbers(data, "completed"):
            self._completed(done)


def _numbers(data: Intent, name: str) -> tuple[int, ...]:
    found = data.extra(name, ())
    return tuple(n for n in found if isinstance(n, int)) if isinstance(found, tuple) else ()


class EditActions(TasksScreen[EditState]):
    """Actions of a task's page, which saves each change at once."""

    def on_create(self) -> EditState:
        """Show the task named by the intent."""
        return EditState(self.intent.get_int("task"))

    def on_new_intent(self) -> None:
        """Show another task."""
        self.reset(self.on_create())

    @property
    def task(self) -> Task | None:
        """The task; None if it doesn't exist."""
        return self.store.get(self.state.task)

    def change(self, **values: str) -> None:
        """Change columns of the task."""
        self.store.change((self.state.task,), **values)

    def add_subtask(self) -> None:
        """Add the typed subtask, and clear the field."""
        task, title = self.task, self.state.subtask.strip()
        if task is not None and title:
            self.store.add(Task(0, task.list, title, parent=task.id))
        self.update(subtask="", subtasks=bool(title))

    def toggle_subtask(self, task: Task) -> None:
        """Mark a subtask as completed or not completed."""
        done = not task.completed_ms
        now = self.context.system.clock.now_ms()
        self.store.change((task.id,), Completed=int(done), CompletedTime=now if done else 0)

    def delete_subtask(self, task: Task) -> None:
        """Delete a subtask."""
        changes.delete(self.context, task.id)

    def delete(self) -> None:
        """Delete the task and finish."""
        self._leave("deleted", changes.delete(self.context, self.state.task))

    def complete(self) -> None:
        """Mark the task as completed and finish, or mark it as not completed."""
        task = self.task
        if task is None:
            self.finish()
        elif task.completed_ms:
            changes.reopen(self.context, (task.id,))
        else:
            self._leave("completed", changes.complete(self.context, task))

    def _leave(self, name: str, numbers: tuple[int, ...]) -> None:
        self.finish(-1, Intent(extras=Map({name: numbers})))

    def move(self, target: int) -> None:
        """Move the task to another list."""
        task = self.task
        if task is not None and task.list != target:
            self.store.move(task, target)
