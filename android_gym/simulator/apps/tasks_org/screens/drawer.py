"""The navigation drawer with all lists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from android_gym.simulator.apps.tasks_org import settings
from android_gym.simulator.apps.tasks_org.actions import Actions
from android_gym.simulator.apps.tasks_org.listing import count
from android_gym.simulator.apps.tasks_org.look import RELATIVE, color_of
from android_gym.simulator.apps.tasks_org.manifest import PREFERENCES
from android_gym.simulator.apps.tasks_org.model import ALL, NamedThing, Place, PlaceKind
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.drawables import Line, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, row
from android_gym.simulator.ui.sheets import bottom_sheet
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import CheckedTextView, ImageView, TextView

__all__ = ["Drawer"]

NEW_FILTER: Final = "org.tasks.activities.FilterSettingsActivity"
NEW_TAG: Final = "org.tasks.activities.TagSettingsActivity"
NEW_LIST: Final = "org.tasks.caldav.LocalListSettingsActivity"
MOST: Final = 200
"""Maximum number of lists shown of each kind."""


@dataclass(frozen=True)
class Drawer(Dialog[Actions]):
    """The bottom sheet with all lists and links to the settings."""

    def build(self, screen: Actions) -> Overlay:
        """Build the sheet."""
        screen.store.default_list()
        builders = _Rows(screen).all()
        return bottom_sheet(
            RecyclerView(
                len(builders),
                lambda index: builders[index](),
                id="recycler_view",
                width=MATCH,
                padding=(0, 12, 0, 0),
            ),
            screen.dismiss_dialog,
            background=Rounded("background", (12, 12, 0, 0)),
            handle=False,
        )


class _Rows:
    """The drawer's rows, each built as it scrolls into view."""

    def __init__(self, app: Actions) -> None:
        self.app = app
        self.kept = app.context.preferences().all()

    def on(self, name: str) -> bool:
        """Return a boolean preference that defaults to True."""
        return settings.value(self.kept, name, True)

    def all(self) -> list[Callable[[], View]]:
        """Return the builders of all rows."""
        app, store = self.app, self.app.store
        rows = [self.place("My Tasks", "inbox_outline", ALL)]
        if self.on("drawer_filters_enabled"):
            fixed = []
            if self.on("p_show_today_f"):
                fixed.append(self.place("Today", "calendar_today", Place("today")))
            if self.on("p_show_recently_modified_f"):
                fixed.append(self.place("Recently modified", "history", Place("recent")))
            if count(store, Place("snoozed")):
                fixed.append(self.place("Snoozed", "alarm_snooze", Place("snoozed")))
            own = self.named("filter", "filter_variant", store.filters())
            rows += self.section("Filters", "collapse_filters", NEW_FILTER, [*fixed, *own])
        if self.on("drawer_tags_enabled"):
            tags = store.tags()
            if settings.value(self.kept, "drawer_tags_hide_unused", False):
                used = {key for (key,) in store.database.query("SELECT tag_uid FROM tags")}
                tags = [tag for tag in tags if tag.key in used]
            found = self.named("tag", "label_outline", tags)
            rows += self.section("Tags", "collapse_tags", NEW_TAG, found)
        if self.on("drawer_places_enabled"):
            places = store.places()
            if settings.value(self.kept, "drawer_places_hide_unused", False):
                used = {key for (key,) in store.database.query("SELECT place FROM geofences")}
                places = [place for place in places if place.key in used]
            found = self.named("place", "map_marker_outline", places)
            rows += self.section("Places", "collapse_locations", None, found)
        if self.on("drawer_lists_enabled"):
            found = self.named("list", "format_list_bulleted", store.lists())
            rows += self.section("Local lists", "collapse_lists", NEW_LIST, found)
        page = f"{PREFERENCES}.HelpAndFeedback"
        return [
            *rows,
            _separator,
            self.action(
                "Donate", "currency_usd", lambda: app.toast("No app could handle this request")
            ),
            self.action(
                "Manage drawer",
                "pencil_outline",
                self._opener("org.tasks.activities.NavigationDrawerCustomization"),
            ),
            self.action("Settings", "cog_outline", self._opener(f"{PREFERENCES}.MainPreferences")),
            self.action("Help & feedback", "help_circle_outline", self._opener(page)),
        ]

    def _opener(self, activity: str) -> Callable[[], None]:
        def go() -> None:
            self.app.dismiss_dialog()
            self.app.start_activity(activity)

        return go

    def named(
        self, kind: PlaceKind, icon: str, things: list[NamedThing]
    ) -> list[Callable[[], View]]:
        """Return the row builders for lists of one kind."""
        return [
            self.place(each.name, icon, Place(kind, each.key), each.color) for each in things[:MOST]
        ]

    def place(self, name: str, icon: str, place: Place, color: int = 0) -> Callable[[], View]:
        """Return the builder of a list's row."""
        return lambda: self._place(name, icon, place, color)

    def _place(self, name: str, icon: str, place: Place, color: int) -> View:
        app = self.app
        here = app.state.place == place
        number = count(app.store, place)
        return row(
            ImageView(icon, id="icon", tint=color_of(color) or "icon"),
            CheckedTextView(
                name,
                id="text",
                size=14,
                weight_font=500,
                color="text_primary",
                max_lines=1,
                checked=here,
                width=0,
                weight=1,
                padding=(32, 0, 16, 0),
            ),
            TextView(
                str(number) if number else "",
                id="size",
                size=14,
                weight_font=500,
                color="text_secondary",
                padding=(0, 0, 16, 0),
            ),
            id="row",
            key=(place.kind, place.key),
            class_name="android.view.ViewGroup",
            width=MATCH,
            padding=(16, 12, 0, 12),
            content_gravity="center_vertical",
            background="drawer_selected" if here else None,
            selected=here,
            on_click=lambda: app.open_place(place),
        )

    def section(
        self, title: str, name: str, add: str | None, rows: list[Callable[[], View]]
    ) -> list[Callable[[], View]]:
        """Return the builders of a heading and, unless it is collapsed, of its rows."""
        folded = settings.value(self.kept, name, False)
        head = [lambda: self._heading(title, name, add, folded)]
        return head if folded else [*head, *rows]

    def _heading(self, title: str, name: str, add: str | None, folded: bool) -> View:
        app = self.app
        plus = None
        if add is not None:
            plus = ImageView(
                "plus", id="add_item", tint="text_secondary", padding=8, on_click=self._opener(add)
            )
        return row(
            TextView(
                title,
                id="text",
                size=14,
                weight_font=500,
                color="text_secondary",
                width=0,
                weight=1,
                padding=16,
            ),
            ImageView(
                "chevron_down" if folded else "chevron_up",
                id="chevron",
                tint="text_secondary",
                padding=8,
            ),
            plus,
            id="subheader_row",
            key=("section", name),
            class_name=RELATIVE,
            width=MATCH,
            padding=(0, 0, 8, 0),
            content_gravity="center_vertical",
            background=Line("top", "divider"),
            on_click=lambda: app.toggle_setting(name, False),
        )

    def action(self, name: str, icon: str, on_click: Callable[[], object]) -> Callable[[], View]:
        """Return the builder of a row that opens another screen."""
        return lambda: row(
            ImageView(icon, id="icon", tint="icon"),
            TextView(
                name,
                id="text",
                size=14,
                weight_font=500,
                color="text_primary",
                width=0,
                weight=1,
                padding=(32, 0, 16, 0),
            ),
            id="row",
            key=("action", name),
            class_name=RELATIVE,
            width=MATCH,
            padding=(16, 12, 0, 12),
            content_gravity="center_vertical",
            on_click=on_click,
        )


def _separator() -> View:
    return View(key="separator", width=MATCH, height=5, background=Line("top", "divider"))
