"""The recents tab: the call log, with successive calls with the same number in one row."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from typing import Protocol

from android_gym.simulator.appkit.people import long_list, two_lines
from android_gym.simulator.appkit.times import moment, time_of_day
from android_gym.simulator.apps.dialer import model
from android_gym.simulator.apps.dialer.actions import DialerScreen, MainActions
from android_gym.simulator.apps.dialer.dialogs import CallMenu
from android_gym.simulator.apps.dialer.look import avatar, day_name
from android_gym.simulator.apps.dialer.model import LoggedCall, shown_number
from android_gym.simulator.apps.dialer.screens.people import empty_tab
from android_gym.simulator.apps.dialer.storage import Calls
from android_gym.simulator.ui.activity import Context
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import row, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageButton, ImageView, TextView

__all__ = ["KINDS", "call_list", "recents_tab"]

KINDS = {
    model.INCOMING: ("call_received", "Incoming call"),
    model.OUTGOING: ("call_made", "Outgoing call"),
    model.MISSED: ("call_missed", "Missed call"),
    model.VOICEMAIL: ("voicemail", "Voicemail"),
    model.REJECTED: ("call_missed", "Declined call"),
    model.BLOCKED: ("cancel", "Blocked call"),
}
"""Icon and label of each kind of call."""


class CallsState(Protocol):
    """State of a screen with a list of calls."""

    @property
    def expanded(self) -> int:
        """Id of the call whose actions are shown; 0 for none."""


Hold = Callable[[list[LoggedCall]], object]


def recents_tab(app: MainActions) -> View:
    """Build the tab; a long press on a row opens its menu."""
    calls = Calls(app.log, missed=False)
    if not calls.count:
        return empty_tab("Your call log is empty", "clock_outline", "Make a call", app.show_dialpad)

    def hold(group: list[LoggedCall]) -> None:
        app.show_dialog(CallMenu(tuple(call.id for call in group)))

    return call_list(app, calls, hold)


def call_list(app: DialerScreen[CallsState], calls: Calls, on_hold: Hold | None = None) -> View:
    """Build the rows, with headings for today, yesterday and older.

    Args:
        app: The screen.
        calls: The calls.
        on_hold: Called with the calls of a long-pressed row.
    """
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
        before, text, top = calls.get(index - 1), heading(group[0]), None
        if before is None or heading(before) != text:
            top = TextView(
                text, id="call_log_day_group_label", size=14, weight_font=500,
                color="text_secondary", padding=(16, 16, 16, 8), width=MATCH,
            )  # fmt: skip
        return wide_column(top, _row(app, group, on_hold))

    def key(index: int) -> int:
        call = calls.get(index)
        return call.id if call is not None else -index

    return long_list(calls.count, build, "call_log_recycler_view", row_key=key)


def _when(context: Context, date_ms: int) -> str:
    """Format the time since a call within a day; older calls show the day."""
    minute, when = context.system.clock.minute(), moment(context, date_ms)
    minutes = int((minute + dt.timedelta(minutes=1) - when).total_seconds()) // 60
    if 0 <= minutes < 60:
        return f"{minutes} min. ago"
    name = day_name(context, when)
    if name == "Today":
        return f"{minutes // 60} hr. ago" if minutes > 0 else time_of_day(context, when)
    return name


def _row(app: DialerScreen[CallsState], group: list[LoggedCall], on_hold: Hold | None) -> View:
    call = group[0]
    who = app.people.lookup(call.number)
    name = who.name if who else call.name or shown_number(call.number)
    label = who.label if who else call.label
    expanded = app.state.expanded == call.id
    count = f" ({len(group)})" if len(group) > 1 else ""
    weight = 700 if call.new else 400
    picture = avatar(
        who.name if who else call.name,
        40,
        margin=(0, 0, 16, 0),
        content_description=f"Quick contact for {name}",
    )
    first = TextView(
        name + count,
        id="primary_text",
        size=16,
        weight_font=weight,
        color="error" if call.kind == model.MISSED else "text_primary",
        max_lines=1,
    )
    second = TextView(
        (f"{label} \u2022 " if label else "") + _when(app.context, call.date_ms),
        id="secondary_text",
        weight_font=weight,
        color="text_secondary",
        max_lines=1,
        margin=(4, 0, 0, 0),
    )
    marks = map(_mark, group[:3])
    button = ImageButton(
        "phone_outline",
        id="call_button",
        content_description=f"Call {name}",
        on_click=partial(app.call, call.number),
        visibility="visible" if call.number else "invisible",
    )
    top = two_lines(
        picture,
        first,
        row(*marks, second, id="call_type", content_gravity="center_vertical"),
        button,
        id="call_log_entry_root",
        min_height=72,
        padding=(16, 8, 4, 8),
        on_click=lambda: app.update(expanded=0 if expanded else call.id),
        on_long_click=partial(on_hold, group) if on_hold is not None else None,
    )
    actions = _actions(app, call, known=who is not None) if expanded else None
    return wide_column(top, actions, key=("call", call.id))


def _mark(call: LoggedCall) -> View:
    return ImageView(
        KINDS.get(call.kind, KINDS[model.INCOMING])[0],
        size=16,
        width=18,
        tint="error" if call.kind == model.MISSED else "text_secondary",
        important_for_accessibility="no",
    )


def _actions(app: DialerScreen[CallsState], call: LoggedCall, *, known: bool) -> View:
    def action(icon: str, title: str, on_click: Callable[[], object]) -> View:
        return Button(
            title, icon=icon, icon_top=True, icon_size=24, icon_padding=4, size=12, width=0,
            weight=1, height=64, key=title, on_click=on_click,
        )  # fmt: skip

    number = call.number
    add, write = partial(app.add_to_contact, number), partial(app.message, number)
    history = partial(app.open_own, "calldetails.CallDetailsActivity", call=call.id)
    return wide_row(
        action("account_plus_outline", "Add contact", add) if number and not known else None,
        action("message_outline", "Message", write) if number else None,
        action("clock_outline", "History", history),
        padding=(56, 0, 16, 8),
    )
