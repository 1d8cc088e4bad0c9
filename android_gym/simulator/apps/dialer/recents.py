"""Recents: the log of calls, one row for calls in a row with the same number."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from android_gym.simulator.apps.dialer import storage
from android_gym.simulator.apps.dialer.look import (
    DialerScreen,
    avatar,
    clock_time,
    day_name,
    moment,
)
from android_gym.simulator.apps.dialer.storage import PAGE, LoggedCall, same, shown_number
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.components import MenuItem, empty_state, popup_menu
from android_gym.simulator.ui.layouts import RecyclerView, column, row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, ImageButton, ImageView, TextView

if TYPE_CHECKING:
    from android_gym.simulator.apps.dialer.main import GoogleDialtactsActivity

__all__ = ["KINDS", "Calls", "listing", "page", "seen"]

KINDS = {
    storage.INCOMING: ("call_received", "Incoming call"),
    storage.OUTGOING: ("call_made", "Outgoing call"),
    storage.MISSED: ("call_missed", "Missed call"),
    storage.VOICEMAIL: ("voicemail", "Voicemail"),
    storage.REJECTED: ("call_missed", "Declined call"),
    storage.BLOCKED_TYPE: ("cancel", "Blocked call"),
}
"""Icon and name by kind of call."""

MISSED_ID = 1
"""Notification of missed calls."""


class CallsState(Protocol):
    """The state of a screen with a list of calls."""

    @property
    def expanded(self) -> int:
        """The call whose actions are shown; 0 for none."""


class Calls:
    """Calls of the log by place, read page by page, and which belong into one row."""

    def __init__(self, app: DialerScreen[Any], missed: bool) -> None:
        self._log = app.log
        self._missed = missed
        self._pages: dict[int, list[LoggedCall]] = {}
        self.count = self._log.count(missed=missed)

    def get(self, index: int) -> LoggedCall | None:
        """The call at a place, newest first."""
        number, place = divmod(index, PAGE)
        if index < 0:
            return None
        if number not in self._pages:
            self._pages[number] = self._log.page(number, missed=self._missed)
        page = self._pages[number]
        return page[place] if place < len(page) else None

    def joined(self, index: int) -> bool:
        """Whether the call belongs into the row of the one before; a row has a page at most."""
        if index % PAGE == 0:
            return False
        this, last = self.get(index), self.get(index - 1)
        if this is None or last is None:
            return False
        return same(this.number, last.number) and (
            this.date_ms // 86_400_000 == last.date_ms // 86_400_000
        )

    def group(self, index: int) -> list[LoggedCall]:
        """The calls of the row that begins at a place."""
        first = self.get(index)
        found = [first] if first is not None else []
        while self.joined(index + len(found)):
            this = self.get(index + len(found))
            if this is None:
                break
            found.append(this)
        return found


def seen(app: GoogleDialtactsActivity) -> None:
    """Marks missed calls as looked at."""
    app.log.seen()
    app.context.system.notifications.cancel(app.context.package, MISSED_ID)


def page(app: GoogleDialtactsActivity) -> tuple[View, Overlay | None]:
    """The tab, and the menu that is open in it."""
    calls = Calls(app, missed=False)
    if not calls.count:
        empty = empty_state(
            "Your call log is empty",
            icon="clock_outline",
            id="empty_list_view_message",
            action=Button(
                "Make a call",
                id="empty_list_view_action",
                margin=(0, 16, 0, 0),
                on_click=app.show_dialpad,
            ),
        )
        return empty, None
    return listing(app, calls, menu=True), _menu(app)


def listing(app: DialerScreen[CallsState], calls: Calls, *, menu: bool = False) -> View:
    """The rows; holding one opens its menu."""
    today = app.context.system.clock.today()

    def heading(call: LoggedCall) -> str:
        days = (today - moment(app.context, call.date_ms).date()).days
        return "Today" if days <= 0 else "Yesterday" if days == 1 else "Older"

    def build(index: int) -> View:
        if calls.joined(index):
            return View(width=MATCH, height=0, visibility="gone")
        group = calls.group(index)
        if not group:
            return View(width=MATCH, height=0)
        before = calls.get(index - 1)
        words = heading(group[0])
        top = None
        if before is None or heading(before) != words:
            top = TextView(
                words, id="call_log_day_group_label", size=14, weight_font=500,
                color="text_secondary", padding=(16, 16, 16, 8), width=MATCH,
            )  # fmt: skip
        return column(top, _row(app, group, menu), width=MATCH)

    def key(index: int) -> int:
        call = calls.get(index)
        return call.id if call is not None else -index

    return RecyclerView(
        calls.count,
        build,
        row_key=key,
        id="call_log_recycler_view",
        width=MATCH,
        height=MATCH,
        padding=(0, 0, 0, 88),
    )


def _when(app: DialerScreen[Any], date_ms: int) -> str:
    """How long ago, up to a day; the day before that."""
    minute = app.context.system.clock.minute()
    when = moment(app.context, date_ms)
    minutes = int((minute + dt.timedelta(minutes=1) - when).total_seconds()) // 60
    if 0 <= minutes < 60:
        return f"{minutes} min. ago"
    name = day_name(app.context, when)
    if name == "Today":
        return f"{minutes // 60} hr. ago" if minutes > 0 else clock_time(app.context, when)
    return name


def _row(app: DialerScreen[CallsState], group: list[LoggedCall], menu: bool) -> View:
    call = group[0]
    who = app.people.lookup(call.number)
    name = who.name if who else call.name or shown_number(call.number)
    label = who.label if who else call.label
    number = call.number
    missed = call.kind == storage.MISSED
    count = f" ({len(group)})" if len(group) > 1 else ""
    marks = [
        ImageView(
            KINDS.get(each.kind, KINDS[storage.INCOMING])[0],
            size=16,
            width=18,
            tint="error" if each.kind == storage.MISSED else "text_secondary",
            important_for_accessibility="no",
        )
        for each in group[:3]
    ]
    details = f"{label} \u2022 " if label else ""
    weight = 700 if call.new else 400
    top = row(
        avatar(
            who.name if who else call.name,
            40,
            margin=(0, 0, 16, 0),
            content_description=f"Quick contact for {name}",
        ),
        column(
            TextView(
                name + count,
                id="primary_text",
                size=16,
                weight_font=weight,
                color="error" if missed else "text_primary",
                max_lines=1,
            ),
            row(
                *marks,
                TextView(
                    details + _when(app, call.date_ms),
                    id="secondary_text",
                    weight_font=weight,
                    color="text_secondary",
                    max_lines=1,
                    margin=(4, 0, 0, 0),
                ),
                content_gravity="center_vertical",
            ),
            width=0,
            weight=1,
        ),
        ImageButton(
            "phone_outline",
            id="call_button",
            content_description=f"Call {name}",
            on_click=partial(app.call, number),
            visibility="visible" if number else "invisible",
        ),
        id="call_log_entry_root",
        width=MATCH,
        min_height=72,
        padding=(16, 8, 4, 8),
        content_gravity="center_vertical",
        on_click=lambda: app.update(expanded=0 if app.state.expanded == call.id else call.id),
        on_long_click=(lambda: app.update(menu=call.id)) if menu else None,
    )
    actions = None
    if app.state.expanded == call.id:
        known = who is not None or not number
        actions = row(
            None
            if known
            else _action("account_plus_outline", "Add contact", partial(_add, app, number)),
            _action("message_outline", "Message", partial(app.message, number)) if number else None,
            _action("clock_outline", "History", partial(_history, app, call.id)),
            width=MATCH,
            padding=(56, 0, 16, 8),
        )
    return column(top, actions, width=MATCH, key=("call", call.id))


def _action(icon: str, title: str, on_click: Callable[[], object]) -> View:
    return Button(
        title, icon=icon, icon_top=True, icon_size=24, icon_padding=4, size=12, width=0, weight=1,
        height=64, key=title, on_click=on_click,
    )  # fmt: skip


def _add(app: DialerScreen[Any], number: str) -> None:
    app.add_to_contact(number)


def _history(app: DialerScreen[Any], call: int) -> None:
    app.start_activity("com.android.dialer.calldetails.CallDetailsActivity", call=call)


def _menu(app: GoogleDialtactsActivity) -> Overlay | None:
    call = app.log.get(app.state.menu) if app.state.menu else None
    if call is None:
        return None
    number = call.number
    calls = Calls(app, missed=False)
    at = next(index for index in range(calls.count) if calls.get(index) == call)
    group = calls.group(at)
    blocked = bool(number) and app.blocked.blocks(number)

    def block() -> None:
        (app.blocked.remove if blocked else app.blocked.add)(number)
        app.show_snackbar("Number unblocked" if blocked else "Number blocked", bottom=80)

    return popup_menu(
        [
            MenuItem("Copy number", lambda: app.copy(number)) if number else None,
            MenuItem("Edit number before call", lambda: app.show_dialpad(shown_number(number)))
            if number
            else None,
            MenuItem("Unblock" if blocked else "Block", block) if number else None,
            MenuItem("Delete", lambda: app.log.delete([each.id for each in group])),
        ],
        lambda: app.update(menu=0),
    )
