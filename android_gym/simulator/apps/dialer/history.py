"""Call history with its two tabs, and the details of one caller's calls."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from android_gym.simulator.apps.dialer import recents
from android_gym.simulator.apps.dialer.look import (
    DialerScreen,
    avatar,
    clock_time,
    day_name,
    moment,
)
from android_gym.simulator.apps.dialer.recents import KINDS, Calls
from android_gym.simulator.apps.dialer.storage import LoggedCall, shown_number
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import MenuItem, TabLayout, Toolbar, empty_state
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.layouts import FrameLayout, column, row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Divider, ImageButton, ImageView, TextView

__all__ = ["CallDetailsActivity", "CallLogActivity"]


@dataclass(frozen=True)
class HistoryState:
    """What the history shows.

    Attributes:
        missed: Whether it is the missed calls alone.
        expanded: The call whose actions are shown; 0 for none.
        clearing: Whether it asks if the history is to be cleared.
    """

    missed: bool = False
    expanded: int = 0
    clearing: bool = False


class CallLogActivity(DialerScreen[HistoryState]):
    """All calls, or the missed ones; and clearing them."""

    def build(self) -> Screen:
        """Tabs and the list."""
        missed = self.state.missed
        calls = Calls(self, missed)
        listing: View
        if calls.count:
            listing = recents.listing(self, calls)
        else:
            words = "You have no missed calls" if missed else "Your call log is empty"
            listing = empty_state(words, icon="clock_outline", id="empty_list_view_message")
        dialog = None
        if self.state.clearing:
            dialog = alert_dialog(
                "Clear call history?",
                "This will delete all calls from your history",
                on_dismiss=lambda: self.update(clearing=False),
                positive="OK",
                on_positive=self._clear,
                negative="Cancel",
            )
        menu = [MenuItem("Clear call history", lambda: self.update(clearing=True))]
        return Screen(
            column(
                Toolbar(
                    "Call history",
                    navigation="arrow_back",
                    on_navigation=self.finish,
                    menu=menu if calls.count else (),
                ),
                TabLayout(
                    ["All", "Missed"],
                    int(missed),
                    lambda tab: self.update(missed=tab == 1, expanded=0),
                ),
                FrameLayout([listing], width=MATCH, height=0, weight=1, key=("calls", missed)),
                width=MATCH,
                height=MATCH,
            ),
            [dialog],
            title="Call history",
        )

    def _clear(self) -> None:
        self.log.clear()
        self.context.system.notifications.cancel(self.context.package, recents.MISSED_ID)
        self.update(clearing=False, expanded=0)


class CallDetailsActivity(DialerScreen):
    """The calls with one number, and what can be done with it."""

    @property
    def _calls(self) -> list[LoggedCall]:
        call = self.log.get(self.intent.extra("call", 0))
        if call is None:
            return []
        return self.log.with_number(call.number) if call.number else [call]

    def build(self) -> Screen:
        """Who, when and how long; copy, edit, delete."""
        calls = self._calls
        if not calls:
            return Screen(self.page("Call details", empty_state("No call details", height=240)))
        number = calls[0].number
        who = self.people.lookup(number)
        name = who.name if who else calls[0].name or shown_number(number)
        second = f"{who.label} {shown_number(number)}".strip() if who else ""
        head = row(
            avatar(who.name if who else calls[0].name, 56, margin=(0, 0, 16, 0)),
            column(
                TextView(name, id="contact_name", size=18, max_lines=1),
                TextView(second, id="phone_number", color="text_secondary", max_lines=1)
                if second
                else None,
                width=0,
                weight=1,
            ),
            ImageButton(
                "phone_outline",
                id="call_back_button",
                content_description=f"Call {name}",
                on_click=partial(self.call, number),
            ),
            width=MATCH,
            padding=16,
            content_gravity="center_vertical",
        )
        below: list[View] = []
        if number:
            below = [
                self.action_row("content_copy", "Copy number", partial(self.copy, number)),
                self.action_row(
                    "pencil_outline", "Edit number before call", partial(self._edit, number)
                ),
            ]
        below.append(self.action_row("delete_outline", "Delete", self._delete))
        return Screen(
            self.page("Call details", head, *map(self._entry, calls), Divider(), *below),
            title="Call details",
        )

    def _entry(self, call: LoggedCall) -> View:
        when = moment(self.context, call.date_ms)
        icon, kind = KINDS.get(call.kind, ("phone", "Call"))
        minutes, seconds = divmod(call.duration_s, 60)
        talked = (f"{minutes} min " if minutes else "") + f"{seconds} sec"
        lasts = call.duration_s > 0 or kind in ("Incoming call", "Outgoing call")
        return row(
            ImageView(icon, size=18, width=40, margin=(8, 0, 16, 0)),
            column(
                TextView(kind, id="call_type", size=16),
                TextView(
                    f"{day_name(self.context, when)}, {clock_time(self.context, when)}",
                    id="call_time",
                    color="text_secondary",
                ),
                width=0,
                weight=1,
            ),
            TextView(talked if lasts else "", id="call_duration", color="text_secondary"),
            key=call.id,
            width=MATCH,
            padding=(16, 8),
            content_gravity="center_vertical",
        )

    def _edit(self, number: str) -> None:
        self.open_elsewhere(Intent("android.intent.action.DIAL", data=f"tel:{number}"))

    def _delete(self) -> None:
        self.log.delete([call.id for call in self._calls])
        self.finish()
