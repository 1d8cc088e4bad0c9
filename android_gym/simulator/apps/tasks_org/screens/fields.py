"""The rows of the edit screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Unpack

from android_gym.simulator.apps.tasks_org.actions import Actions
from android_gym.simulator.apps.tasks_org.changes import hide_until
from android_gym.simulator.apps.tasks_org.dialogs import (
    ChooseCalendar,
    ChooseList,
    ChoosePlace,
    ChooseRepeat,
    priority_buttons,
)
from android_gym.simulator.apps.tasks_org.look import (
    COMPOSE,
    PRIORITY_COLORS,
    check_icon,
    chip,
    color_of,
    compose_row,
)
from android_gym.simulator.apps.tasks_org.model import DUE_CODES, Draft, Editor, Task
from android_gym.simulator.apps.tasks_org.pickers import DueSheet, StartSheet
from android_gym.simulator.apps.tasks_org.recurrence import describe
from android_gym.simulator.apps.tasks_org.screens.reminders import AddReminder, reminder_text
from android_gym.simulator.apps.tasks_org.times import date_text, overdue, stamp
from android_gym.simulator.ui.drawables import Line
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FlowLayout, row
from android_gym.simulator.ui.options import Insets, LinearOptions
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, ImageView, TextView

__all__ = ["Fields", "draft_of"]

NOTES_LENGTH: Final = 100_000
MOST_SUBTASKS: Final = 100
"""Maximum number of new subtasks typed at once."""


def draft_of(app: Actions) -> Draft:
    """Return the draft on the edit screen."""
    editor = app.editor
    return editor.draft if editor is not None else Draft()


def _text(text: str, *, empty: bool = False, color: str | None = None) -> View:
    tint = color or ("text_tertiary" if empty else "text_primary")
    return TextView(text, size=16, color=tint, width=MATCH)


def _cross(on_click: Callable[[], object]) -> View:
    return ImageView(
        "close",
        tint="icon",
        content_description="Delete",
        class_name=COMPOSE,
        padding=12,
        on_click=on_click,
    )


class Fields:
    """Builders of the edit screen's rows."""

    def __init__(self, app: Actions, editor: Editor, task: Task | None) -> None:
        self.app = app
        self.editor = editor
        self.draft = editor.draft
        self.task = task

    def all(self) -> Sequence[View | None]:
        """Build the rows in the app's default order."""
        return [
            self._start(),
            self._due(),
            self._repeat(),
            self._priority(),
            self._place(),
            self._tags(),
            self._list(),
            self._subtasks(),
            self._reminders(),
            self._files(),
            self._description(),
            self._calendar(),
            self._timer(),
            self._info(),
        ]

    def _row(
        self,
        name: str,
        icon: str,
        *children: View | None,
        click: Callable[[], object] | None = None,
        **common: Unpack[LinearOptions],
    ) -> View:
        common["key"], common["on_click"] = ("field", name), click
        common["background"] = Line("bottom", "divider")
        return compose_row(icon, *children, **common)

    def _tall(self, name: str, icon: str, content: View, padding: Insets) -> View:
        """Build a row whose content is taller than its icon."""
        return self._row(name, icon, content, padding=padding, content_gravity="center_vertical")

    def _start(self) -> View:
        app, draft = self.app, self.draft

        def click() -> None:
            app.show_dialog(StartSheet.of(app, draft_of(app).hide))

        if draft.hide in DUE_CODES:
            words, empty = DUE_CODES[draft.hide], not hide_until(app.context, -1, draft.due_ms)
        elif draft.hide:
            words, empty = date_text(app.context, draft.hide, long=True), False
        else:
            words, empty = "No start date", True
        return self._row("start", "clipboard_clock_outline", _text(words, empty=empty), click=click)

    def _due(self) -> View:
        app, due = self.app, self.draft.due_ms
        words = date_text(app.context, due, long=True) if due else "No due date"
        late = "overdue" if due and overdue(app.context, due) else None
        return self._row(
            "due",
            "clock_outline",
            _text(words, empty=not due, color=late),
            click=lambda: app.show_dialog(DueSheet.of(app, draft_of(app).due_ms)),
        )

    def _repeat(self) -> View:
        app, draft = self.app, self.draft
        again = None
        if draft.recurrence:

            def turn() -> None:
                kept = draft_of(app)
                app.change_draft(replace(kept, from_completion=not kept.from_completion))

            word = "completion date" if draft.from_completion else "due date"
            again = row(
                TextView("Repeats from", size=16, color="text_primary"),
                TextView(
                    word, size=16, color="compose_primary", margin=(4, 0, 0, 0), on_click=turn
                ),
                margin=(0, 8, 0, 0),
            )
        return self._row(
            "repeat",
            "repeat",
            _text(describe(draft.recurrence), empty=not draft.recurrence),
            again,
            click=lambda: app.show_dialog(ChooseRepeat()),
        )

    def _priority(self) -> View:
        app = self.app

        def choose(importance: int) -> None:
            app.change_draft(replace(draft_of(app), importance=importance))

        line = row(
            TextView("Priority", size=16, color="text_primary", width=0, weight=1, max_lines=1),
            *priority_buttons(self.draft.importance, choose),
            width=MATCH,
            content_gravity="center_vertical",
        )
        return self._tall("priority", "flag_outline", line, (16, 8, 8, 8))

    def _place(self) -> View:
        app, key = self.app, self.draft.place
        places = {each.key: each.name for each in app.store.places()}

        def choose() -> None:
            if places:
                app.show_dialog(ChoosePlace())
            else:
                app.toast("Location permissions are needed to find your current location")

        if key not in places:
            return self._row(
                "place", "map_marker_outline", _text("Add location", empty=True), click=choose
            )
        clear = _cross(lambda: app.change_draft(replace(draft_of(app), place="")))
        named = row(
            TextView(places[key], size=16, color="text_primary", width=0, weight=1),
            clear,
            width=MATCH,
            content_gravity="center_vertical",
        )
        return self._row("place", "map_marker_outline", named, click=choose)

    def _files(self) -> View:
        app, files = self.app, self.draft.files

        def drop(index: int) -> None:
            kept = draft_of(app)
            rest = (*kept.files[:index], *kept.files[index + 1 :])
            app.change_draft(replace(kept, files=rest))

        rows = [
            row(
                TextView(name, size=16, color="text_primary", max_lines=1, width=0, weight=1),
                _cross(partial(drop, index)),
                key=("file", index),
                width=MATCH,
                content_gravity="center_vertical",
            )
            for index, (name, _) in enumerate(files)
        ]
        add = _text("Add attachment", empty=True)
        return self._row("files", "paperclip", *rows, add, click=app.choose_file)

    def _calendar(self) -> View:
        app = self.app
        return self._row(
            "calendar",
            "calendar",
            _text("Don't add to calendar", empty=True),
            click=lambda: app.show_dialog(ChooseCalendar()),
        )

    def _timer(self) -> View:
        app, draft = self.app, self.draft
        spent = draft.spent
        if draft.timer_ms:
            spent += max(0, app.context.system.clock.watch(1000) * 1000 - draft.timer_ms) // 1000
        words = f"Elapsed {spent // 3600}:{spent // 60 % 60:02}:{spent % 60:02}"
        line = row(
            TextView(
                words if spent or draft.timer_ms else "Timer",
                size=16,
                color="text_primary" if spent or draft.timer_ms else "text_tertiary",
                width=0,
                weight=1,
            ),
            ImageView(
                "pause" if draft.timer_ms else "play",
                class_name=COMPOSE,
                tint="icon",
                padding=12,
                on_click=app.turn_timer,
            ),
            width=MATCH,
            content_gravity="center_vertical",
        )
        return self._tall("timer", "timer_outline", line, (16, 6, 4, 6))

    def _tags(self) -> View:
        app, tags = self.app, self.draft.tags
        known = {each.key: each for each in app.store.tags()}
        chips = [
            chip(
                known[key].name,
                "label_outline",
                None,
                color=color_of(known[key].color),
                on_clear=partial(self._drop_tag, key),
            )
            for key in tags
            if key in known
        ]
        shown = FlowLayout(chips, spacing=(4, 4), width=MATCH) if chips else None
        return self._row(
            "tags",
            "label_outline",
            shown or _text("Add tags", empty=True),
            click=app.choose_tags,
        )

    def _drop_tag(self, key: str) -> None:
        draft = draft_of(self.app)
        tags = tuple(tag for tag in draft.tags if tag != key)
        self.app.change_draft(replace(draft, tags=tags))

    def _list(self) -> View:
        app = self.app
        lists = app.store.lists()
        named = next(
            (each for each in lists if each.key == self.draft.list), lists[0] if lists else None
        )
        click = partial(app.show_dialog, ChooseList())
        name, color = (
            ("Default list", None) if named is None else (named.name, color_of(named.color))
        )
        pill = chip(name, "format_list_bulleted", click, color=color)
        return self._row("list", "format_list_bulleted", pill, click=click)

    def _subtasks(self) -> View:
        app, draft = self.app, self.draft
        rows: list[View] = []
        if self.task is not None:
            rows += [
                self._subtask(each) for each in app.store.children(self.task.id)[:MOST_SUBTASKS]
            ]
        rows += [self._new_subtask(index) for index in range(len(draft.subtasks))]

        def add() -> None:
            kept = draft_of(app)
            if len(kept.subtasks) < MOST_SUBTASKS:
                app.change_draft(replace(kept, subtasks=(*kept.subtasks, "")))
                app.show_keyboard(f"subtask_{len(kept.subtasks)}")

        more = TextView(
            "Add subtask",
            size=16,
            color="text_tertiary",
            width=MATCH,
            padding=(0, 12 if rows else 0, 0, 0),
            on_click=add,
        )
        return self._row("subtasks", "subdirectory_arrow_right", *rows, more)

    def _subtask(self, task: Task) -> View:
        app = self.app
        box = ImageView(
            check_icon(task),
            tint=PRIORITY_COLORS[task.importance],
            class_name=COMPOSE,
            padding=(0, 12, 12, 12),
            on_click=lambda: app.complete(task.id, not task.completed_ms),
        )
        name = TextView(
            task.title,
            size=16,
            color="text_tertiary" if task.completed_ms else "text_primary",
            strike=bool(task.completed_ms),
            max_lines=1,
            width=0,
            weight=1,
            on_click=lambda: app.edit(task.id),
        )
        return row(
            box, name, key=("subtask", task.id), width=MATCH, content_gravity="center_vertical"
        )

    def _new_subtask(self, index: int) -> View:
        app = self.app

        def change(text: str | None) -> None:
            draft = draft_of(app)
            rest = draft.subtasks
            kept = () if text is None else (text,)
            app.change_draft(replace(draft, subtasks=(*rest[:index], *kept, *rest[index + 1 :])))

        return row(
            ImageView("checkbox_blank_outline", tint=PRIORITY_COLORS[2], padding=(0, 12, 12, 12)),
            EditText(
                self.draft.subtasks[index],
                id=f"subtask_{index}",
                hint="Task name",
                on_text_change=change,
                capitalize="sentences",
                max_length=10_000,
                background="transparent",
                size=16,
                width=0,
                weight=1,
                min_height=48,
                vertical="center",
            ),
            _cross(lambda: change(None)),
            key=("new subtask", index),
            width=MATCH,
            content_gravity="center_vertical",
        )

    def _reminders(self) -> View:
        app, draft = self.app, self.draft

        def drop(index: int) -> None:
            kept = draft_of(app)
            rest = (*kept.reminders[:index], *kept.reminders[index + 1 :])
            app.change_draft(replace(kept, reminders=rest))

        rows = [
            row(
                TextView(
                    reminder_text(app.context, each),
                    size=16,
                    color="text_primary",
                    width=0,
                    weight=1,
                ),
                _cross(partial(drop, index)),
                key=("reminder", index),
                width=MATCH,
                content_gravity="center_vertical",
            )
            for index, each in enumerate(draft.reminders)
        ]
        add = TextView(
            "Add reminder",
            size=16,
            color="text_tertiary",
            width=MATCH,
            padding=(0, 12 if rows else 0, 0, 0),
            on_click=lambda: app.show_dialog(AddReminder()),
        )
        return self._row("reminders", "bell_outline", *rows, add)

    def _description(self) -> View:
        app = self.app
        field = EditText(
            self.draft.notes,
            id=None,
            key=("notes", len(app.state.editors), self.editor.task),
            hint="Description",
            on_text_change=lambda text: app.change_draft(replace(draft_of(app), notes=text)),
            capitalize="sentences",
            multi_line=True,
            max_length=NOTES_LENGTH,
            background="transparent",
            size=16,
            width=MATCH,
            padding=(0, 11),
        )
        return self._tall("notes", "text", field, (16, 9, 16, 9))

    def _info(self) -> View | None:
        task = self.task
        if task is None:
            return None
        lines = [
            ("Created", task.created_ms),
            ("Modified", task.modified_ms),
            ("Completion", task.completed_ms),
        ]
        return self._row(
            "info",
            "information_outline",
            *(
                TextView(f"{word} {stamp(self.app.context, at)}", size=14, color="text_secondary")
                for word, at in lines
                if at
            ),
        )
