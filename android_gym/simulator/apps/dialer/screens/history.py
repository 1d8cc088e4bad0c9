"""The call history with its two tabs, and the details of the calls with one number."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.appkit.people import two_lines
from android_gym.simulator.appkit.times import moment, time_of_day
from android_gym.simulator.apps.dialer.actions import DialerScreen
from android_gym.simulator.apps.dialer.dialogs import BlockCaller, ClearHistory, UnblockNumber
from android_gym.simulator.apps.dialer.look import action_row, avatar, day_name, page
from android_gym.simulator.apps.dialer.model import HistoryState, LoggedCall, shown_number
from android_gym.simulator.apps.dialer.screens.recents import KINDS, call_list
from android_gym.simulator.apps.dialer.storage import Calls
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import MenuItem, TabLayout, Toolbar, empty_state
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, full_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Divider, ImageButton, ImageView, TextView

__all__ = ["CallDetailsActivity", "CallLogActivity"]


class CallLogActivity(DialerScreen[HistoryState]):
    """Shows all or only missed calls, and clears the log."""

    DIALOGS = (ClearHistory,)

    def build(self) -> Screen:
        """Build the tabs and the list."""
        missed = self.state.missed
        calls = Calls(self.log, missed=missed)
        if calls.count:
            listing = call_list(self, calls)
        else:
            text = "You have no missed calls" if missed else "Your call log is empty"
            listing = empty_state(text, icon="clock_outline", id="empty_list_view_message")
        clear = MenuItem("Clear call history", lambda: self.show_dialog(ClearHistory()))
        bar = Toolbar(
            "Call history",
            navigation="arrow_back",
            on_navigation=self.finish,
            menu=[clear if calls.count else None],
        )
        tabs = TabLayout(
            ["All", "Missed"], int(missed), lambda tab: self.update(missed=tab == 1, expanded=0)
        )
        body = FrameLayout([listing], width=MATCH, height=0, weight=1, key=("calls", missed))
        return Screen(full_column(bar, tabs, body), title="Call history")


class CallDetailsActivity(DialerScreen):
    """Shows the calls with a number, and the actions on it."""

    DIALOGS = (BlockCaller, UnblockNumber)

    @property
    def _calls(self) -> list[LoggedCall]:
        call = self.log.get(self.intent.get_int("call"))
        if call is None:
            return []
        return self.log.with_number(call.number) if call.number else [call]

    def build(self) -> Screen:
        """Build the caller, the times and durations, and the actions: copy, edit, delete."""
        calls = self._calls
        if not calls:
            return Screen(page(self, "Call details", empty_state("No call details", height=240)))
        number = calls[0].number
        who = self.people.lookup(number)
        name = who.name if who else calls[0].name or shown_number(number)
        second = f"{who.label} {shown_number(number)}".strip() if who else ""
        call = ImageButton(
            "phone_outline",
            id="call_back_button",
            content_description=f"Call {name}",
            on_click=partial(self.call, number),
        )
        head = two_lines(
            avatar(who.name if who else calls[0].name, 56, margin=(0, 0, 16, 0)),
            TextView(name, id="contact_name", size=18, max_lines=1),
            TextView(second, id="phone_number", color="text_secondary", max_lines=1)
            if second
            else None,
            call,
            padding=16,
        )
        action = "call_detail_action"
        below = [action_row("delete_outline", "Delete", self._delete, f"{action}_delete")]
        if number:
            blocked = self.blocked.blocks(number)
            edit = partial(self.open, "DIAL", f"tel:{number}")
            below[:0] = [
                action_row(
                    "content_copy", "Copy number", partial(self.copy, number), f"{action}_copy"
                ),
                action_row(
                    "pencil_outline",
                    "Edit number before call",
                    edit,
                    f"{action}_edit_before_call",
                ),
                action_row(
                    "block_helper",
                    "Unblock" if blocked else "Block",
                    partial(self.ask_block, number),
                    "unblock_action" if blocked else "block_action",
                ),
            ]
        rows = [head, *map(self._entry, calls), Divider(), *below]
        return Screen(page(self, "Call details", *rows), title="Call details")

    def _entry(self, call: LoggedCall) -> View:
        when = moment(self.context, call.date_ms)
        time = f"{day_name(self.context, when)}, {time_of_day(self.context, when)}"
        icon, kind = KINDS.get(call.kind, ("phone", "Call"))
        minutes, seconds = divmod(call.duration_s, 60)
        talked = (f"{minutes} min " if minutes else "") + f"{seconds} sec"
        lasts = call.duration_s > 0 or kind in ("Incoming call", "Outgoing call")
        return two_lines(
            ImageView(icon, id="call_direction", size=18, width=40, margin=(8, 0, 16, 0)),
            TextView(kind, id="call_type", size=16),
            TextView(time, id="call_time", color="text_secondary"),
            TextView(talked if lasts else "", id="call_duration", color="text_secondary"),
            key=call.id,
        )

    def ask_block(self, number: str) -> None:
        """Ask whether to block or unblock a number."""
        if self.blocked.blocks(number):
            self.show_dialog(UnblockNumber(number))
        else:
            self.show_dialog(BlockCaller(number))

    def _delete(self) -> None:
        self.log.delete([call.id for call in self._calls])
        self.finish()
