"""The main screen: the search bar, one of six views, the floating action button."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence

from android_gym.simulator.appkit.calendars import URI, day_in
from android_gym.simulator.appkit.simple_commons import COMMONS
from android_gym.simulator.appkit.simple_search import search_bar
from android_gym.simulator.appkit.simple_views import argb, marking_bar
from android_gym.simulator.apps.simple_calendar.actions import MainActions
from android_gym.simulator.apps.simple_calendar.choices import (
    ChangeView,
    FilterTypes,
    GoToDate,
    MakeAt,
)
from android_gym.simulator.apps.simple_calendar.dialogs import DeleteMarked
from android_gym.simulator.apps.simple_calendar.look import GROUP, RELATIVE
from android_gym.simulator.apps.simple_calendar.model import (
    DAILY,
    LIST,
    MONTHLY,
    MONTHLY_DAILY,
    WEEKLY,
    YEARLY,
    EventType,
    MainState,
    Place,
)
from android_gym.simulator.apps.simple_calendar.screens.days import days, results, simple_list
from android_gym.simulator.apps.simple_calendar.screens.months import months, months_with_day
from android_gym.simulator.apps.simple_calendar.screens.weeks import weeks
from android_gym.simulator.apps.simple_calendar.screens.years import years
from android_gym.simulator.apps.simple_calendar.sharing import share
from android_gym.simulator.apps.simple_calendar.transfer import (
    ExportEvents,
    ImportEvents,
    ask_file,
    write_events,
)
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen, callback
from android_gym.simulator.ui.components import FloatingActionButton, MenuItem
from android_gym.simulator.ui.drawables import Oval, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

QUICK_DP = 48
"""Height in dp of the quick-filter buttons of event types."""

_VIEWS = {
    MONTHLY: months,
    MONTHLY_DAILY: months_with_day,
    DAILY: days,
    LIST: simple_list,
    WEEKLY: weeks,
    YEARLY: years,
}


class MainActivity(MainActions):
    """The main activity."""

    DIALOGS = (
        ChangeView, DeleteMarked, ExportEvents, FilterTypes, GoToDate, ImportEvents, MakeAt,
    )  # fmt: skip

    def on_create(self) -> MainState:
        """Show the last chosen view and today."""
        self.after(0, "follow")
        return MainState(stack=((self.settings.view, self.today()),))

    @callback
    def follow(self) -> None:
        """Follow the intent once the screen is shown."""
        self._follow()

    def build(self) -> Screen:
        """Build the bar, the view and the floating action button."""
        searching = self.state.query is not None
        view = self.view
        body = results(self) if searching else _VIEWS[view](self)
        body.width, body.height = MATCH, MATCH
        fans = not searching and view not in (WEEKLY, YEARLY)
        quick = None if searching else self._quick_types()
        fragments = FrameLayout([body], id="fragments_holder", width=MATCH, height=MATCH)
        refreshed = FrameLayout(
            [fragments], id="swipe_refresh_layout", class_name=GROUP, width=MATCH, height=MATCH
        )
        refreshed.margin = (0, 0, 0, QUICK_DP if quick else 0)
        over = self._fan(QUICK_DP if quick else 0) if fans else ()
        holder = FrameLayout(
            [refreshed, *over, quick],
            id="main_holder",
            class_name=GROUP,
            width=MATCH,
            height=MATCH,
        )
        content = column(
            self._marking() if self.state.selected else self._bar(),
            FrameLayout(
                [holder],
                id="calendar_coordinator",
                class_name=GROUP,
                width=MATCH,
                height=0,
                weight=1,
            ),
            id="main_coordinator",
            class_name=GROUP,
            width=MATCH,
            height=MATCH,
        )
        return Screen(content, title=self.NAME)

    # -- the bar

    def _bar(self) -> View:
        settings = MenuItem(
            "Settings", lambda: self.start_activity(".activities.SettingsActivity"),
            id="settings", icon="cog",
        )  # fmt: skip
        actions = [
            MenuItem(
                "Change view",
                lambda: self.show_dialog(ChangeView()),
                id="change_view",
                icon="apps",
            )
        ]
        room = 2
        if not self.shows_today():
            today = MenuItem(
                "Go to today", lambda: self.show(self.today()), id="go_to_today",
                icon="calendar_today",
            )  # fmt: skip
            actions.insert(0, today)
        types = self.types()
        if len(types) > 1 and len(actions) < room:
            actions.append(
                MenuItem("Filter events by type", self._filter, id="filter", icon="filter_variant")
            )
        kept = len(actions) < room
        if kept:
            actions.append(settings)
        return search_bar(
            self.state.query,
            on_search=self.search,
            on_open=self.open_search,
            on_close=self.leave,
            back=len(self.state.stack) > 1,
            actions=() if self.state.query is not None else actions,
            overflow=() if self.state.query is not None else self._more(None if kept else settings),
        )

    def _more(self, settings: MenuItem | None) -> Sequence[MenuItem | None]:
        """Return the entries of the overflow menu."""
        return (
            MenuItem("Go to date", lambda: self.show_dialog(GoToDate(self.day)))
            if self.view != LIST
            else None,
            MenuItem("Import events from an .ics file", lambda: ask_file(self)),
            MenuItem("Export events to an .ics file", self._export),
            MenuItem("Filter events by type", self._filter)
            if len(self.types()) > 1 and not self.shows_today()
            else None,
            MenuItem("Settings", settings.on_click) if settings else None,
            MenuItem("About", lambda: self.start_activity(f"{COMMONS}.AboutActivity")),
        )

    def _filter(self) -> None:
        shown = self.store.shown_types()
        ticked = frozenset(i for i, kind in enumerate(self.types()) if kind.id in shown)
        self.show_dialog(FilterTypes(ticked))

    def _export(self) -> None:
        now = self.context.system.clock.datetime()
        self.show_dialog(ExportEvents(f"events_{now:%Y%m%d_%H%M%S}"))

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Continue with the chosen file."""
        if code != RESULT_OK or data is None or data.data is None:
            return
        if request == "import":
            self._import(data.data)
        elif request == "export":
            events, tasks, past = self.state.export
            ask = ExportEvents(events=events, tasks=tasks, past=past)
            self.toast(write_events(self, data.data, ask))

    def _import(self, uri: str) -> None:
        path = document_path(uri)
        if path is None:
            self.toast("Invalid file format")
        else:
            self.show_dialog(ImportEvents(path))

    def on_new_intent(self) -> None:
        """Open the file, day or event of the intent."""
        self._follow()

    def _follow(self) -> None:
        intent = self.intent
        number, start = intent.get_int("event_id"), intent.get_int("start")
        day = day_in(intent.data or "", self.zone)
        event = re.fullmatch(rf"{re.escape(URI)}/events/(\d{{1,18}})", intent.data or "")
        if number:
            self.open_occurrence(number, start)
        elif day is not None:
            self.reset(MainState(stack=((self.settings.view, self.today()), (DAILY, day))))
        elif event is not None:
            self._open_synced(event[1])
        elif intent.action == "android.intent.action.VIEW" and intent.data:
            self._import(intent.data)

    def _open_synced(self, number: str) -> None:
        """Open the copy of an event of the phone's calendars."""
        event = self.store.synced(number)
        if event is None:
            self.toast(
                "Event not found. Please enable CalDAV sync for the appropriate calendar in the app"
                " settings."
            )
        else:
            self.open_occurrence(event.id, event.start)

    # -- selection

    def _rows(self) -> Sequence[Place]:
        if self.state.query is not None:
            return self.found()
        if self.view == LIST:
            return self.listed()
        if self.view == MONTHLY_DAILY and self.state.picked is not None:
            return self.places_of(self.state.picked)
        return self.places_of(self.day)

    def _marking(self) -> View:
        marks = self.state.selected
        return marking_bar(
            len(marks),
            len(self._rows()),
            lambda: self.update(selected=()),
            lambda: self.mark_all(self._rows),
            MenuItem("Share", lambda: share(self, marks), id="cab_share", icon="share"),
            MenuItem(
                "Delete",
                lambda: self.show_dialog(DeleteMarked(marks)),
                id="cab_delete",
                icon="delete",
            ),
        )

    # -- the floating action button

    def _quick_types(self) -> View | None:
        """Build the quick-filter buttons that show or hide event types; None without any."""
        types, quick = self.types(), self.store.quick_types()
        named = [kind for kind in types if kind.id in quick]
        if len(types) < 2 or not named:
            return None
        shown = self.store.shown_types()

        def button(kind: EventType) -> View:
            on = kind.id in shown
            title = TextView(
                kind.title,
                id="quick_filter_event_type",
                class_name="android.widget.Button",
                size=14,
                alpha=1.0 if on else 0.5,
                max_lines=2,
                align="center",
                vertical="center",
                width=MATCH,
                height=QUICK_DP,
                padding=(4, 0),
                on_click=lambda: self.store.show_types(shown ^ {kind.id}),
            )
            line = ImageView(
                None,
                id="quick_filter_event_type_color",
                width=MATCH,
                height=6 if on else 2,
                gravity="bottom",
                background=argb(kind.color),
                clickable=False,
            )
            return FrameLayout(
                [title, line],
                id="quick_filter_event_type_holder",
                key=kind.id,
                class_name=RELATIVE,
                width=0,
                weight=1,
                min_width=88,
                height=QUICK_DP,
            )

        return wide_row(
            *map(button, named),
            id="quick_event_type_filter",
            class_name="androidx.recyclerview.widget.RecyclerView",
            gravity="bottom",
        )

    def _fan(self, above: float) -> Sequence[View | None]:
        """Build the floating action button and its options, `above` dp over the bottom."""
        fan = self.state.fan
        button = FloatingActionButton(
            "calendar_today" if fan else "plus",
            id="calendar_fab",
            content_description="New Event",
            margin=(0, 0, 16, 16 + above),
            background=Rounded("fab", 16),
            on_click=self.on_fab,
        )
        if not fan:
            return (button,)
        overlay = FrameLayout(
            id="fab_extended_overlay",
            class_name=RELATIVE,
            width=MATCH,
            height=MATCH,
            background="background@0.8",
            on_click=lambda: self.update(fan=False),
        )
        event = TextView(
            "Event",
            id="fab_event_label",
            size=18,
            padding=(0, 4, 16, 4),
            gravity="end|bottom",
            margin=(0, 0, 72, 28 + above),
            on_click=self.make_event,
        )
        icon = ImageView(
            "check_circle_outline",
            id="fab_task_icon",
            tint="on_fab",
            width=40,
            height=40,
            gravity="end|bottom",
            margin=(0, 0, 24, 88 + above),
            background=Oval("fab"),
            on_click=self.make_task,
        )
        task = TextView(
            "Task",
            id="fab_task_label",
            size=18,
            padding=(0, 4, 16, 4),
            gravity="end|bottom",
            margin=(0, 0, 72, 92 + above),
            on_click=self.make_task,
        )
        return overlay, event, icon, task, button
