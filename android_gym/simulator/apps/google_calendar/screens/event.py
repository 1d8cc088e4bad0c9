"""The page of an event."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from urllib.parse import quote

from android_gym.simulator.appkit.calendars import Instance
from android_gym.simulator.appkit.recurrence import describe, parse
from android_gym.simulator.appkit.sharing import open_link
from android_gym.simulator.apps.google_calendar import look
from android_gym.simulator.apps.google_calendar.actions import EventActions
from android_gym.simulator.apps.google_calendar.dialogs import DeleteEvent, DeletePart
from android_gym.simulator.apps.google_calendar.manifest import EDITOR
from android_gym.simulator.apps.google_calendar.model import reminder_words
from android_gym.simulator.apps.google_calendar.screens.schedule import color_of
from android_gym.simulator.ui.components import MenuItem, Toolbar, empty_state
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, column, full_column, wide_column, wide_row
from android_gym.simulator.ui.links import LinkedText
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["EventInfo"]


class EventInfo(EventActions):
    """Shows title, time, repetition, location, notifications, calendar and description."""

    DIALOGS = (DeleteEvent, DeletePart)

    def build(self) -> View:
        """Build the toolbar and the lines."""
        each = self.at(self.state.event, self.state.begin_ms)
        if each is None:
            bar = Toolbar(
                navigation="close", navigation_description="Close", on_navigation=self.finish
            )
            return full_column(bar, empty_state("Event not found", height=0, weight=1))
        calendars = self.colors()
        calendar = calendars.get(each.event.calendar)
        menu: list[MenuItem] = []
        if calendar is not None and calendar.writable:
            menu = [
                MenuItem("Edit", lambda: self._edit(each), id="info_action_edit", icon="edit"),
                MenuItem("Delete", lambda: self._ask(each), id="info_action_delete"),
            ]
        bar = Toolbar(
            navigation="close",
            navigation_description="Close",
            on_navigation=self.finish,
            menu=menu,
        )
        mark = View(width=20, height=20, background=Rounded(color_of(calendars, each), 4))
        title = TextView(
            look.name_of(each.event.title), id="title", style="headline_small", width=MATCH
        )
        rule = parse(each.event.rule)
        below = [
            TextView(look.when(self.context, each), id="first_line_text", style="body_large"),
            TextView(describe(rule), id="second_line_text", color="text_secondary")
            if rule is not None
            else None,
        ]
        notices = "\n".join(map(reminder_words, self.calendars.reminders(each.event.id)))
        lines = [
            wide_row(
                mark,
                column(title, *below, width=0, weight=1, margin=(20, 0, 0, 0)),
                content_gravity="top",
                padding=(18, 12, 16, 12),
            ),
            self._place(each.event.location),
            _line("bell_outline", notices, "notifications"),
            _line("calendar", calendar.name if calendar is not None else "", "calendar"),
            self._description(each.event.description),
        ]
        return full_column(bar, ScrollView(wide_column(*lines), width=MATCH, height=0, weight=1))

    def _place(self, place: str) -> View | None:
        """Build the line of the location, which opens the map."""
        address = f"geo:0,0?q={quote(place)}"
        return _line("map_marker_outline", place, "location", partial(open_link, self, address))

    def _description(self, words: str) -> View | None:
        """Build the description, with links that can be tapped."""
        if not words:
            return None
        follow = partial(open_link, self)
        text = LinkedText(
            words, on_link=follow, id="description", style="body_large", width=0, weight=1
        )
        return _row("text", text)

    def _edit(self, each: Instance) -> None:
        self.start_activity(EDITOR, event=each.event.id, begin=each.begin_ms)
        self.finish()

    def _ask(self, each: Instance) -> None:
        self.show_dialog(DeletePart() if each.event.rule else DeleteEvent())


def _line(
    icon: str, words: str, id: str, on_click: Callable[[], object] | None = None
) -> View | None:
    if not words:
        return None
    return _row(icon, TextView(words, id=id, style="body_large", width=0, weight=1), on_click)


def _row(icon: str, text: View, on_click: Callable[[], object] | None = None) -> View:
    picture = ImageView(icon, margin=(0, 0, 18, 0))
    return wide_row(picture, text, content_gravity="top", padding=(16, 12), on_click=on_click)
