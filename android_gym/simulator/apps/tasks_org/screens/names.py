"""The settings of a tag or list, and the list of all filters, tags and lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from android_gym.simulator.appkit.dialogs import ColorDialog
from android_gym.simulator.apps.tasks_org.look import COLORS, RELATIVE, color_of, java_color
from android_gym.simulator.apps.tasks_org.model import NamedThing
from android_gym.simulator.apps.tasks_org.screens.base import (
    DeleteNamed,
    DiscardNamed,
    TasksScreen,
)
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import MenuItem, TextInputLayout, section_header
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, ScrollView, column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, ImageView, TextView

__all__ = ["ListSettings", "ManageDrawer", "NamedState", "SettingsScreen", "TagSettings"]

NAME_LENGTH: Final = 200


@dataclass(frozen=True)
class NamedState:
    """State of the form of a tag or list.

    Attributes:
        key: Uuid; "" for a new one.
        name: Typed name.
        color: Java's signed ARGB integer, 0 for none.
        error: Error message on the name.
    """

    key: str = ""
    name: str = ""
    color: int = 0
    error: str = ""


@dataclass(frozen=True)
class PickColor(ColorDialog["SettingsScreen"]):
    """Choose the colour of a tag or list."""

    TITLE = "Color"
    COLORS = COLORS

    def on_accept(self, screen: SettingsScreen, color: str) -> None:
        """Set the colour."""
        screen.update(color=java_color(color))


class SettingsScreen(TasksScreen[NamedState]):
    """Base of the settings of a tag or list: name and colour."""

    DIALOGS = (DeleteNamed, DiscardNamed, PickColor)
    NEW: ClassVar[str] = ""

    def things(self) -> list[NamedThing]:
        """Return all things of this kind."""
        raise NotImplementedError

    def write(self, state: NamedState) -> None:
        """Write the form's state to the database."""
        raise NotImplementedError

    def remove(self) -> None:
        """Delete the tag or list."""
        raise NotImplementedError

    def on_create(self) -> NamedState:
        """Start with the stored name and colour."""
        kept = self._kept(self.intent.get_str("key"))
        return NamedState() if kept is None else NamedState(kept.key, kept.name, kept.color)

    def _kept(self, key: str) -> NamedThing | None:
        return next((each for each in self.things() if each.key == key), None) if key else None

    def save(self) -> None:
        """Save and leave, unless the name is empty or taken."""
        state = self.state
        name = state.name.strip()
        others = [each.name.casefold() for each in self.things() if each.key != state.key]
        if not name:
            self.update(error="Name cannot be empty")
        elif name.casefold() in others and self.NEW == "Create new tag":
            self.update(error="Tag already exists")
        else:
            self.write(NamedState(state.key, name, state.color))
            self.hide_keyboard()
            self.finish()

    def on_back(self) -> bool:
        """Ask before discarding changes."""
        kept = self._kept(self.state.key)
        before = ("", 0) if kept is None else (kept.name, kept.color)
        if (self.state.name, self.state.color) == before:
            return False
        self.show_dialog(DiscardNamed())
        return True

    def build(self) -> Screen:
        """Build the form."""
        state = self.state
        color = color_of(state.color)
        form = column(
            TextInputLayout(
                EditText(
                    state.name,
                    id="name",
                    hint="Display name",
                    on_text_change=lambda text: self.update(name=text, error=""),
                    capitalize="sentences",
                    max_length=NAME_LENGTH,
                    on_editor_action=self.save,
                ),
                kind="filled",
                error=state.error or None,
                id="name_layout",
                margin=16,
                width=MATCH,
            ),
            row(
                ImageView("circle" if color else "cancel", tint=color or "icon"),
                TextView(
                    "Color",
                    id="color",
                    size=18,
                    color="text_primary",
                    width=0,
                    weight=1,
                    padding=(32, 0, 0, 0),
                ),
                ImageView(
                    "close",
                    id="clear",
                    tint="icon",
                    padding=12,
                    on_click=lambda: self.update(color=0),
                )
                if color
                else None,
                id="color_row",
                class_name=RELATIVE,
                width=MATCH,
                min_height=56,
                padding=(16, 4),
                content_gravity="center_vertical",
                on_click=lambda: self.show_dialog(PickColor(color or COLORS[0])),
            ),
            width=MATCH,
        )
        delete = None
        if state.key:
            delete = MenuItem(
                "Delete",
                lambda: self.show_dialog(DeleteNamed()),
                id="delete",
                icon="delete_outline",
            )
        kept = self._kept(state.key)
        return self.page(
            kept.name if kept is not None else self.NEW,
            ScrollView(form),
            icon="content_save_outline",
            description="Save",
            leave=self.save,
            menu=[delete],
        )


class TagSettings(SettingsScreen):
    """The settings of a tag."""

    NEW = "Create new tag"

    def things(self) -> list[NamedThing]:
        """Return all tags."""
        return self.store.tags()

    def write(self, state: NamedState) -> None:
        """Save the tag, and rename it in the tasks that have it."""
        store = self.store
        if not state.key:
            store.add_tag(state.name, state.color)
            return
        values = {"name": state.name, "color": state.color}
        store.database.update("tagdata", values, "remoteId = ?", (state.key,))
        store.database.update("tags", {"name": state.name}, "tag_uid = ?", (state.key,))

    def remove(self) -> None:
        """Delete the tag and remove it from all tasks."""
        database = self.store.database
        database.execute("DELETE FROM tags WHERE tag_uid = ?", (self.state.key,))
        database.execute("DELETE FROM tagdata WHERE remoteId = ?", (self.state.key,))


class ListSettings(SettingsScreen):
    """The settings of a list."""

    NEW = "Create new list"

    def things(self) -> list[NamedThing]:
        """Return all lists."""
        return self.store.lists()

    def write(self, state: NamedState) -> None:
        """Save the list."""
        if not state.key:
            self.store.add_list(state.name, color=state.color)
            return
        values = {"cdl_name": state.name, "cdl_color": state.color}
        self.store.database.update("caldav_lists", values, "cdl_uuid = ?", (state.key,))

    def remove(self) -> None:
        """Delete the list with all its tasks."""
        database, key = self.store.database, self.state.key
        tasks = "SELECT cd_task FROM caldav_tasks WHERE cd_calendar = ?"
        database.execute(f"DELETE FROM tasks WHERE _id IN ({tasks})", (key,))
        database.execute("DELETE FROM caldav_tasks WHERE cd_calendar = ?", (key,))
        database.execute("DELETE FROM caldav_lists WHERE cdl_uuid = ?", (key,))


class ManageDrawer(TasksScreen):
    """All filters, tags and lists; tapping one opens its settings."""

    def build(self) -> Screen:
        """Build the rows."""
        rows: list[View] = []
        parts: Sequence[tuple[str, str, str, list[NamedThing]]] = (
            ("Filters", "filter_variant", ".activities.FilterSettings", self.store.filters()),
            ("Tags", "label_outline", ".activities.TagSettings", self.store.tags()),
            (
                "Local lists",
                "format_list_bulleted",
                ".caldav.LocalListSettings",
                self.store.lists(),
            ),
        )
        for title, icon, activity, things in parts:
            if things:
                rows.append(section_header(title, key=("part", title)))
            rows += [self._thing(icon, f"{activity}Activity", each) for each in things[:200]]
        return self.page("Manage drawer", RecyclerView(rows, id="recycler_view"))

    def _thing(self, icon: str, activity: str, thing: NamedThing) -> View:
        return row(
            ImageView(icon, id="icon", tint=color_of(thing.color) or "icon"),
            TextView(
                thing.name, id="text", size=16, color="text_primary", max_lines=1, padding=(32, 0)
            ),
            id="row",
            key=(activity, thing.id),
            class_name=RELATIVE,
            width=MATCH,
            min_height=56,
            padding=(16, 0),
            content_gravity="center_vertical",
            on_click=lambda: self.start_activity(activity, key=thing.key),
        )
