"""The edit screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from android_gym.simulator.apps.tasks_org import settings
from android_gym.simulator.apps.tasks_org.actions import Actions
from android_gym.simulator.apps.tasks_org.dialogs import DeleteTask
from android_gym.simulator.apps.tasks_org.look import COMPOSE, GROUP, toolbar_icon
from android_gym.simulator.apps.tasks_org.model import Editor, Task
from android_gym.simulator.apps.tasks_org.screens.fields import Fields, draft_of
from android_gym.simulator.ui.components import AppBarLayout, FloatingActionButton
from android_gym.simulator.ui.drawables import Line
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, ScrollView, column, row
from android_gym.simulator.ui.scroll_away import ScrollAwayLayout
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, EditText, TextView

__all__ = ["edit_screen"]

BAR: Final = 56


def edit_screen(app: Actions, editor: Editor) -> View:
    """Build the edit screen."""
    task = app.store.get(editor.task) if editor.task else None
    fields = column(
        *Fields(app, editor, task).all(),
        class_name=COMPOSE,
        id="compose_view",
        width=MATCH,
    )
    scrolling = ScrollView(
        fields,
        width=MATCH,
        height=0,
        weight=1,
        key=("fields", len(app.state.editors), editor.task),
    )
    content = column(_hint(app), scrolling, width=MATCH, height=MATCH)
    return ScrollAwayLayout(
        _header(app, editor),
        content,
        scrolling,
        collapsed=BAR,
        enter="collapsed",
        fab=_tick(app, task),
        width=MATCH,
        height=MATCH,
    )


def _header(app: Actions, editor: Editor) -> View:
    draft = editor.draft
    save = toolbar_icon("content_save_outline", "Save", app.save)
    save.class_name = "android.widget.ImageButton"
    save.width = save.height = BAR
    delete = discard = None
    if settings.read(app.context, "back_button_saves_task", False):
        discard = toolbar_icon("close", "Discard changes", app.discard, "menu_discard")
    if editor.task:
        delete = toolbar_icon(
            "delete_outline", "Delete task", lambda: app.show_dialog(DeleteTask()), "menu_delete"
        )
    name = EditText(
        draft.title,
        id="title",
        key=("title", len(app.state.editors), editor.task),
        hint="Task name",
        on_text_change=lambda text: app.change_draft(replace(draft_of(app), title=text)),
        on_editor_action=app.save,
        capitalize="sentences",
        ime_action="done",
        max_length=10_000,
        style="headline5",
        background="transparent",
        width=MATCH,
        gravity="bottom",
        padding=(16, BAR, 16, 32),
    )
    bar = row(
        save,
        View(width=0, weight=1),
        discard,
        delete,
        id="toolbar",
        eats_touches=True,
        class_name=GROUP,
        width=MATCH,
        height=BAR,
        background="app_bar",
        gravity="top",
        content_gravity="center_vertical",
    )
    return AppBarLayout(
        [FrameLayout([name, _Pinned(bar)], id="collapsingtoolbarlayout", width=MATCH)],
        id="appbarlayout",
        width=MATCH,
        elevation=4,
    )


class _Pinned(FrameLayout):
    """A bar pinned to the top of the screen while its container scrolls."""

    def __init__(self, bar: View) -> None:
        super().__init__([bar], width=MATCH, height=BAR, gravity="top")

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Shift the bar down so that it stays below the window's top edge."""
        assert self.parent is not None and self.parent.parent is not None
        screen = self.parent.parent.parent
        down = max(0, screen.bounds[1] - top) if screen is not None else 0
        super().layout(left, top + down, right, bottom + down)


def _tick(app: Actions, task: Task | None) -> View | None:
    if task is None or settings.read(app.context, "Hide check button", False):
        return None
    icon = "checkbox_marked_outline" if task.completed_ms else "checkbox_blank_outline"
    return FloatingActionButton(
        icon if not task.recurrence else "repeat", id="fab", margin=0, on_click=app.tick_edited
    )


def _hint(app: Actions) -> View | None:
    if settings.read(app.context, "shown_beast_mode_hint", False):
        return None

    def open_settings() -> None:
        app.hide_hint()
        app.open_page("TaskEditPreferences")

    def button(text: str, on_click: Callable[[], object]) -> View:
        return Button(text, kind="text", all_caps=False, color="compose_primary", on_click=on_click)

    return column(
        TextView("Too much information?", style="subtitle1", padding=(16, 16, 16, 4)),
        TextView(
            "You can customize this screen by rearranging or removing fields",
            style="body_medium",
            color="text_secondary",
            padding=(16, 0),
        ),
        row(
            View(width=0, weight=1),
            button("Dismiss", app.hide_hint),
            button("Settings", open_settings),
            width=MATCH,
            padding=(8, 4),
        ),
        id="banner",
        class_name=COMPOSE,
        width=MATCH,
        background=Line("bottom", "divider"),
    )
