"""The list of tasks with its bars."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from immutables import Map

from android_gym.simulator.appkit.list_bars import marked_bar, search_bar
from android_gym.simulator.appkit.sharing import choose_app, open_link
from android_gym.simulator.apps.tasks_org.actions import Actions
from android_gym.simulator.apps.tasks_org.dialogs import (
    ChangePriority,
    ClearCompleted,
    DeleteSelected,
)
from android_gym.simulator.apps.tasks_org.listing import Entry, Heading, Listing
from android_gym.simulator.apps.tasks_org.look import (
    COMPOSE,
    FRAME,
    PRIORITY_COLORS,
    RELATIVE,
    check_icon,
    chip,
    color_of,
)
from android_gym.simulator.apps.tasks_org.model import NamedThing, Place, PlaceKind
from android_gym.simulator.apps.tasks_org.pickers import DueSheet
from android_gym.simulator.apps.tasks_org.screens.drawer import Drawer
from android_gym.simulator.apps.tasks_org.settings import Options
from android_gym.simulator.apps.tasks_org.times import date_text, ms, overdue
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.components import (
    AppBarLayout,
    FloatingActionButton,
    MenuItem,
    OverflowButton,
    Toolbar,
)
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FlowLayout,
    FrameLayout,
    RecyclerView,
    ScrollView,
    column,
    row,
)
from android_gym.simulator.ui.links import ALL_LINKS, LinkedText
from android_gym.simulator.ui.scroll_away import ScrollAwayLayout
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, ImageView, TextView

__all__ = ["task_list"]

INDENT: Final = 20
BOX: Final = 56
"""Width in dp of a task's check box with its padding."""

SETTINGS_OF: Final = {
    "list": ("List settings", "org.tasks.caldav.LocalListSettingsActivity"),
    "tag": ("Tag settings", "org.tasks.activities.TagSettingsActivity"),
    "filter": ("Filter settings", "org.tasks.activities.FilterSettingsActivity"),
}
"""Menu label and settings activity by kind of list."""

Names = dict[str, dict[str, NamedThing]]


def task_list(app: Actions) -> View:
    """Build the list of tasks."""
    lines = app.listing()
    if lines.length:
        rows: View = _rows(app, lines)
        body: View = _refreshing("swipe_layout", rows)
    else:
        rows, body = _empty()
    content = column(
        FrameLayout([body], width=MATCH, height=0, weight=1),
        width=MATCH,
        height=MATCH,
        class_name="android.widget.LinearLayout",
    )
    marking = bool(app.state.selected)
    options, place = app.options, app.state.place
    add = None if marking else _add_button(app)
    below = not options.bar_on_top
    screen = ScrollAwayLayout(
        AppBarLayout([_bar(app)], id="appbarlayout", width=MATCH, elevation=4),
        content,
        rows,
        bottom_bar=None if marking or not below else _bottom_bar(app),
        stays=options.bars_stay,
        fab=add if below else None,
        id="task_list_coordinator",
        # Another list or sort order starts at the top.
        key=("list", place.kind, place.key, options.group, options.order, options.completed_last),
        width=MATCH,
        height=MATCH,
    )
    if below or add is None:
        return screen
    add.gravity, add.margin = "bottom|end", 16
    return FrameLayout([screen, add], width=MATCH, height=MATCH)


def _refreshing(id: str, content: View) -> View:
    return FrameLayout(
        [content], id=id, class_name="android.view.ViewGroup", width=MATCH, height=MATCH
    )


def _empty() -> tuple[View, View]:
    page = column(
        ImageView("inbox_outline", size=168, tint="text_tertiary"),
        TextView("There are no tasks here.", size=20, color="text_tertiary", align="center"),
        content_gravity="center",
        width=MATCH,
        padding=(0, 96, 0, 88),
    )
    rows = ScrollView(page, width=MATCH, height=MATCH, fill_viewport=True)
    return rows, _refreshing("swipe_layout_empty", rows)


# -- bars


def _bar(app: Actions) -> View:
    state = app.state
    if state.selected:
        return _selection_bar(app, state.selected)
    if state.query is not None:
        return search_bar(
            state.query,
            app.search,
            on_submit=app.submit_search,
            field_class="android.widget.EditText",
            id="toolbar",
        )
    search = MenuItem("Search", lambda: app.search(""), id="menu_search", icon="magnify")
    if not app.options.bar_on_top:
        return Toolbar(app.title(), id="toolbar", menu=[search])
    return Toolbar(
        app.title(),
        id="toolbar",
        navigation="menu",
        navigation_description=None,
        on_navigation=lambda: app.show_dialog(Drawer()),
        menu=[
            search,
            MenuItem("Sort", lambda: _sort(app), id="menu_sort", icon="sort_variant"),
            *_menu(app),
        ],
    )


def _selection_bar(app: Actions, selected: tuple[int, ...]) -> View:
    first = app.store.get(selected[0])

    def reschedule() -> None:
        app.show_dialog(DueSheet.of(app, first.due_ms if first is not None else 0, selected))

    def priority() -> None:
        app.show_dialog(ChangePriority(selected, first.importance if first is not None else 3))

    return marked_bar(
        str(len(selected)),
        app.clear_selection,
        [
            MenuItem(
                "Tags", lambda: app.choose_tags(selected), id="edit_tags", icon="label_outline"
            ),
            MenuItem(
                "Move",
                lambda: app.ask_to_move(selected),
                id="move_tasks",
                icon="format_list_bulleted",
            ),
            MenuItem("Reschedule", reschedule, id="reschedule", icon="clock_outline"),
            MenuItem("Change priority", priority, id="edit_priority", icon="flag_outline"),
            MenuItem("Select all", app.select_all),
            MenuItem("Share", lambda: _share(app, selected)),
            MenuItem("Copy", app.copy_selected),
            MenuItem("Delete", lambda: app.show_dialog(DeleteSelected())),
        ],
    )


def _share(app: Actions, tasks: tuple[int, ...]) -> None:
    extras = Map({"android.intent.extra.TEXT": app.shared_text(tasks)})
    choose_app(app, Intent("android.intent.action.SEND", type="text/plain", extras=extras))


def _bottom_bar(app: Actions) -> View:
    def icon(name: str, title: str | None, id: str | None, click: Callable[[], object]) -> View:
        return ImageButton(
            name,
            id=id,
            class_name="android.widget.Button" if title else "android.widget.ImageButton",
            content_description=title,
            tint="on_bottom_bar",
            width=48 if title else 56,
            height=56,
            on_click=click,
        )

    return row(
        icon("menu", None, None, lambda: app.show_dialog(Drawer())),
        View(width=0, weight=1),
        icon("sort_variant", "Sort", "menu_sort", lambda: _sort(app)),
        OverflowButton(_menu(app), tint="on_bottom_bar", width=48, height=56),
        id="bottomAppBar",
        class_name="android.view.ViewGroup",
        width=MATCH,
        height=56,
        background="bottom_bar",
        content_gravity="center_vertical",
        elevation=8,
    )


def _sort(app: Actions) -> None:
    app.start_activity("org.tasks.dialogs.SortSettingsActivity")


def _menu(app: Actions) -> Sequence[MenuItem | None]:
    options, place = app.options, app.state.place
    known = SETTINGS_OF.get(place.kind)
    own = None
    if known is not None:
        title, activity = known
        own = MenuItem(title, lambda: app.start_activity(activity, key=place.key))
    return [
        MenuItem("Clear completed", lambda: app.show_dialog(ClearCompleted())),
        MenuItem("Collapse subtasks", lambda: app.collapse_all(True)),
        MenuItem("Expand subtasks", lambda: app.collapse_all(False)),
        MenuItem(
            "Show completed",
            lambda: app.toggle_setting("show_completed_tasks", True),
            checked=options.show_completed,
        ),
        MenuItem(
            "Show unstarted",
            lambda: app.toggle_setting("show_hidden_tasks", True),
            checked=options.show_hidden,
        ),
        own,
        MenuItem("Share", lambda: _share(app, tuple(app.listing().ids()))),
    ]


def _add_button(app: Actions) -> View:
    return FloatingActionButton(
        "plus",
        id="fab",
        content_description="Create new task",
        margin=0,
        on_click=app.new_task,
    )


# -- rows


def _rows(app: Actions, lines: Listing) -> View:
    options, selected = app.options, frozenset(app.state.selected)
    store = app.store
    names: Names = {
        "tag": {each.key: each for each in store.tags()},
        "list": {each.key: each for each in store.lists()},
    }

    def build(index: int) -> View:
        line = lines.get(index)
        if line is None:
            return View(key=("gone", index))
        if isinstance(line, Heading):
            return _heading(app, line)
        return _Row(app, options, names, line, line.task.id in selected).build()

    return RecyclerView(
        lines.length,
        build,
        row_key=lambda index: _key(lines, index),
        id="recycler_view",
        width=MATCH,
        height=MATCH,
        padding=(0, 0, 0, 88),
    )


def _key(lines: Listing, index: int) -> tuple[str, int]:
    line = lines.get(index)
    if isinstance(line, Entry):
        return ("task", line.task.id)
    return ("group", line.key if line is not None else index)


def _heading(app: Actions, heading: Heading) -> View:
    return row(
        TextView(
            heading.text,
            id="header",
            size=14,
            color="text_secondary",
            width=0,
            weight=1,
            padding=16,
        ),
        ImageView(
            "chevron_down" if heading.folded else "chevron_up",
            id="chevron",
            tint="text_tertiary",
            padding=16,
        ),
        id="header_row",
        class_name=RELATIVE,
        width=MATCH,
        content_gravity="center_vertical",
        on_click=lambda: app.fold(heading.key),
    )


class _Row:
    """Builder of one task's row."""

    def __init__(
        self, app: Actions, options: Options, names: Names, entry: Entry, selected: bool
    ) -> None:
        self.app = app
        self.options = options
        self.names = names
        self.entry = entry
        self.task = entry.task
        self.selected = selected

    def build(self) -> View:
        """Build the row."""
        app, task, options = self.app, self.task, self.options
        padding = options.row_padding
        box = ImageView(
            check_icon(task),
            id="completeBox",
            tint=PRIORITY_COLORS[task.importance],
            width=BOX,
            height=24 + 2 * padding,
            on_click=lambda: app.complete(task.id, not task.completed_ms),
        )
        body = row(
            box,
            column(
                row(self._title(), self._due(), width=MATCH, content_gravity="top"),
                self._notes(),
                self._chips(),
                width=0,
                weight=1,
            ),
            id="rowBody",
            class_name=RELATIVE,
            width=MATCH,
            padding=(0, 0, 8, 0),
            content_gravity="top",
            background="drawer_selected" if self.selected else None,
            selected=self.selected,
            on_click=self._open,
            on_long_click=lambda: app.toggle_selected(task.id),
        )
        return FrameLayout(
            [body],
            id="row",
            class_name=FRAME,
            width=MATCH,
            padding=(INDENT * min(self.entry.depth, 5), 0, 0, 0),
        )

    def _open(self) -> None:
        if self.app.state.selected:
            self.app.toggle_selected(self.task.id)
        else:
            self.app.edit(self.task.id)

    def _title(self) -> View:
        task, options = self.task, self.options
        waiting = task.hide_ms > ms(self.app.context.system.clock.minute())
        faint = bool(task.completed_ms) or waiting
        return TextView(
            task.title,
            id="title",
            size=options.title_size,
            color="text_tertiary" if faint else "text_primary",
            strike=bool(task.completed_ms),
            max_lines=None if options.full_titles else 1,
            width=0,
            weight=1,
            padding=(0, options.row_padding + 1, 8, options.row_padding + 1),
        )

    def _due(self) -> View | None:
        app, task = self.app, self.task
        if not task.due_ms:
            return None
        late = not task.completed_ms and overdue(app.context, task.due_ms)
        return TextView(
            date_text(app.context, task.due_ms, full=self.options.full_dates),
            id="due_date",
            size=max(10, self.options.title_size - 2),
            color="overdue" if late else "text_secondary",
            max_lines=1,
            padding=(8, self.options.row_padding + 3, 8, 0),
            on_click=lambda: app.show_dialog(DueSheet.of(app, task.due_ms, (task.id,))),
        )

    def _notes(self) -> View | None:
        notes = self.task.notes.strip()
        if not notes or not self.options.notes:
            return None
        return LinkedText(
            notes[:5000],
            on_link=partial(open_link, self.app),
            kinds=ALL_LINKS if self.options.links else (),
            on_click=self._open if self.options.links else None,
            id="description",
            size=self.options.title_size,
            color="text_secondary",
            max_lines=None if self.options.full_notes else 2,
            width=MATCH,
            margin=(0, 4 - self.options.row_padding, 0, 0),
            padding=(0, 0, 8, self.options.row_padding),
        )

    def _chips(self) -> View | None:
        chips = [*self._task_chips(), *self._named_chips()]
        if not chips:
            return None
        over = 4 if self.task.notes.strip() and self.options.notes else 0
        return FlowLayout(
            chips,
            spacing=(4, 4),
            id="chip_group",
            class_name=COMPOSE,
            width=MATCH,
            margin=(0, over - self.options.row_padding, 0, 0),
            padding=(0, 4, 8, max(8, self.options.row_padding - 4)),
        )

    def _task_chips(self) -> list[View]:
        app, task, wanted = self.app, self.task, self.options.chips
        chips = []
        if self.entry.subtasks and "subtask" in wanted:

            def turn() -> None:
                app.store.change((task.id,), collapsed=int(not task.collapsed))

            icon = "chevron_down" if task.collapsed else "chevron_up"
            chips.append(chip(str(self.entry.subtasks), icon, turn))
        waiting = task.hide_ms > ms(app.context.system.clock.minute())
        if waiting and "start" in wanted:
            words = date_text(app.context, task.hide_ms, full=self.options.full_dates)
            chips.append(chip(words, "clipboard_clock_outline", None))
        return chips

    def _named_chips(self) -> list[View]:
        app, wanted, here = self.app, self.options.chips, self.app.state.place
        chips = []
        if "list" in wanted and here.kind != "list" and not self.entry.depth:
            key = app.store.list_of(self.task.id)
            named = self.names["list"].get(key)
            if named is not None:
                chips.append(self._chip(named, "list", "format_list_bulleted"))
        if "tag" in wanted:
            for key in app.store.tags_of(self.task.id)[:20]:
                named = self.names["tag"].get(key)
                if named is not None and here != Place("tag", key):
                    chips.append(self._chip(named, "tag", "label_outline"))
        return chips

    def _chip(self, named: NamedThing, kind: PlaceKind, icon: str) -> View:
        app = self.app
        place = Place(kind, named.key)
        color = color_of(named.color)
        return chip(named.name, icon, lambda: app.open_place(place), color=color)
