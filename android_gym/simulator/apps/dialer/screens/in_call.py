"""The screen of a call: ringing, dialing, active, ended."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from android_gym.simulator.apps.dialer.actions import DialerScreen
from android_gym.simulator.apps.dialer.dialogs import AnswerByMessage, CallError, OwnAnswer
from android_gym.simulator.apps.dialer.look import GREEN, RED, avatar
from android_gym.simulator.apps.dialer.model import INCOMING_ID, InCallState
from android_gym.simulator.apps.dialer.screens.keypad import keypad
from android_gym.simulator.apps.dialer.storage import caller
from android_gym.simulator.system.phone_numbers import is_emergency
from android_gym.simulator.system.telephony import Call, Telephony
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.drawables import Oval, Rounded
from android_gym.simulator.ui.geometry import MATCH, WRAP
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    ScrollView,
    SwipeLayout,
    column,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageButton, ImageView, TextView

__all__ = ["InCallActivity"]

ERRORS = {
    "power_off": "Turn on mobile network, turn off airplane mode or turn off battery saver mode "
    "to make a call.",
    "too_many": "Can\u2019t place a call as there are already two calls in progress. Disconnect "
    "one of the calls or merge them into a conference prior to placing a new call.",
}
"""Messages about calls that can't be made, by cause."""

STATES = ("incoming", "waiting", "dialing", "alerting", "active", "held")
"""States of calls, the most important first."""

Click = Callable[[], object]


class InCallActivity(DialerScreen[InCallState]):
    """Shows a call."""

    DIALOGS = (AnswerByMessage, CallError, OwnAnswer)

    def on_create(self) -> InCallState:
        """Report a call that can't be made."""
        self.on_new_intent()
        return InCallState()

    def on_new_intent(self) -> None:
        """Report a call that can't be made, also if the screen is already open."""
        ended = self._telephony.ended
        if ended is not None and ended.cause in ERRORS:
            if any(isinstance(dialog, CallError) for dialog in self.dialogs):
                self.dismiss_dialog()
            self.show_dialog(CallError(ERRORS[ended.cause]))

    def on_resume(self) -> None:
        """Cancel the incoming call's notification, as the call is on screen."""
        self.context.system.notifications.cancel(self.context.package, INCOMING_ID)

    def on_back(self) -> bool:
        """Close the keypad or the second row of buttons; do nothing while the call rings."""
        if self.state.keypad:
            self.update(keypad=False)
        elif self.state.more:
            self.update(more=False)
        else:
            return any(call.ringing for call in self._telephony.calls)
        return True

    @property
    def _telephony(self) -> Telephony:
        return self.context.system.telephony

    @property
    def _conference(self) -> bool:
        return sum(call.state == "active" for call in self._telephony.calls) > 1

    def build(self) -> Screen:
        """Build the most important call: ringing, in progress, or just ended."""
        call = min(
            self._telephony.calls,
            key=lambda call: STATES.index(call.state),
            default=self._telephony.ended,
        )
        if call is None:
            return Screen(
                View(width=MATCH, height=MATCH), title="Phone", navigation_bar="background"
            )
        content = self._ringing(call) if call.ringing else self._talking(call)
        bottom = "background" if call.ringing else "bottom_bar"
        return Screen(content, title="Phone", navigation_bar=bottom)

    def _halves(self, first: View, *second: View) -> View:
        """Stack the two parts, or place them side by side in landscape."""
        if not self.turned:
            return column(
                first, View(width=1, height=0, weight=1), *second, id="incall_ui_container",
                width=MATCH, height=MATCH, content_gravity="center_horizontal",
            )  # fmt: skip
        below = wide_column(*second, content_gravity="center_horizontal")
        return wide_row(
            FrameLayout([first], width=0, weight=1, height=MATCH),
            ScrollView(below, width=0, weight=1, height=WRAP),
            id="incall_ui_container",
            height=MATCH,
            content_gravity="center_vertical",
        )

    def _who(self, call: Call, status: str, timer: str = "") -> View:
        name, second = caller(self.context, call.number)
        known = bool(second) or name == "Voicemail"
        if is_emergency(call.number):
            second = "Emergency number"
        if self._conference:
            name, second, known = "Conference call", "", True
        title = TextView(
            name,
            id="contactgrid_contact_name",
            size=32,
            align="center",
            width=MATCH,
            max_lines=2,
            margin=(0, 8, 0, 4),
        )
        below = TextView(second, id="contactgrid_bottom_text", color="text_secondary")
        time = TextView(timer, id="contactgrid_bottom_timer", size=16, margin=(0, 4, 0, 0))
        return wide_column(
            TextView(status, id="contactgrid_status_text", size=16, color="text_secondary"),
            title,
            below if second else None,
            time if timer else None,
            avatar(name if known else "", 128, id="contactgrid_avatar", margin=(0, 32, 0, 0)),
            id="incall_contact_grid",
            padding=(24, 16 if self.turned else 48, 24, 0),
            content_gravity="center_horizontal",
        )

    # -- ringing

    def _ringing(self, call: Call) -> View:
        answer = partial(self._telephony.answer, call.id)
        decline = partial(self._telephony.hang_up, call.id)
        hint = TextView(
            "Swipe down to decline",
            id="incoming_swipe_to_reject_text",
            size=14,
            color="text_secondary",
            margin=(0, 24, 0, 0),
        )
        puck = wide_column(
            TextView(
                "Swipe up to answer",
                id="incoming_swipe_to_answer_text",
                size=16,
                margin=(0, 0, 0, 24),
            ),
            wide_row(
                _round("call_end", RED, "Decline", decline),
                View(width=0, height=1, weight=1),
                _round("phone", GREEN, "Answer", answer),
            ),
            hint,
            id="incoming_call_puck_container",
            content_gravity="center_horizontal",
        )
        ask = AnswerByMessage(call.id, call.number)
        return self._halves(
            self._who(call, "Incoming call"),
            Button(
                "Message",
                id="incoming_secondary_button",
                icon="message_text_outline",
                kind="tonal",
                margin=(0, 0, 0, 24),
                on_click=lambda: self.show_dialog(ask),
            ),
            SwipeLayout(
                [puck],
                on_swipe={"up": answer, "down": decline},
                id="incoming_swipe_to_answer_container",
                width=MATCH,
                padding=(48, 16, 48, 48),
            ),
        )

    # -- in progress or dialing

    def _talking(self, call: Call) -> View:
        calling, over = call.state in ("dialing", "alerting"), call.state == "ended"
        status = {
            "dialing": "Calling\u2026",
            "alerting": "Calling\u2026",
            "held": "On hold",
            "ended": "Line busy" if call.cause == "busy" else "Call ended",
        }.get(call.state, "")
        timer = ""
        if not calling and (call.connected_ms or call.duration_s):
            timer = elapsed_text(self._telephony.seconds(call))
        others = [c for c in self._telephony.calls if c.id != call.id and c.state == "held"]
        keys = self.state.keypad
        top = self._tones() if keys and not over else self._who(call, status, timer)
        if others:
            top = wide_column(self._second(others[0]), top)
        pad = None
        if keys:
            pad = FrameLayout(
                [keypad(self._press, height=44 if self.turned else 60)],
                id="incall_dialpad_container",
                width=MATCH,
            )
        end = ImageButton(
            "call_end",
            id="incall_end_call",
            tint="#FFFFFF",
            width=144,
            height=64,
            gravity="center",
            background=Rounded(RED, 32),
            content_description="End call",
            enabled=not over,
            on_click=partial(self._end, call),
        )
        hide = ImageButton(
            "keyboard_arrow_down",
            gravity="start|center_vertical",
            content_description="Hide keypad",
            on_click=lambda: self.update(keypad=False),
        )
        bottom = wide_column(
            None if keys else self._buttons(call, others, calling or over),
            pad,
            FrameLayout([end, hide if keys else None], width=MATCH, padding=(0, 16, 0, 32)),
            padding=(24, 24, 24, 0),
            background=Rounded("bottom_bar", (28, 28, 0, 0)),
        )
        return self._halves(top, bottom)

    def _press(self, key: str) -> None:
        self.update(tones=self.state.tones + key)

    def _tones(self) -> View:
        return TextView(
            self.state.tones,
            id="digits",
            size=36,
            align="center",
            ellipsize="start",
            max_lines=1,
            width=MATCH,
            padding=(24, 120, 24, 0),
        )

    def _second(self, call: Call) -> View:
        name = caller(self.context, call.number)[0]
        return wide_row(
            ImageView(
                "phone_paused",
                id="hold_phone_icon",
                tint="on_secondary_container",
                margin=(0, 0, 16, 0),
            ),
            TextView(name, id="on_hold_contact_name", size=16, max_lines=1, width=0, weight=1),
            TextView("On hold"),
            height=48,
            padding=(16, 0),
            content_gravity="center_vertical",
            background="secondary_container",
            id="incall_on_hold_banner",
            key="second",
        )

    def _buttons(self, call: Call, others: list[Call], waiting: bool) -> View:
        telephony, more = self._telephony, self.state.more
        muted, speaker = telephony.muted, telephony.speaker
        here = call.state != "ended"

        def mute() -> None:
            telephony.set_audio(muted=not muted)

        def speak() -> None:
            telephony.set_audio(speaker=not speaker)

        first = row(
            _button("first", "Mute", "microphone_off", mute, on=muted, enabled=here),
            _button(
                "second", "Keypad", "dialpad", lambda: self.update(keypad=True),
                enabled=not waiting,
            ),
            _button("third", "Speaker", "volume_high", speak, on=speaker, enabled=here),
            _button(
                "fourth", "More", "dots_vertical", lambda: self.update(more=not more), on=more,
                enabled=here,
            ),
            width=MATCH,
        )  # fmt: skip
        second = None
        if more and here:
            if others:
                swap = partial(telephony.hold, others[0].id)
                extra = [
                    _button("fifth", "Swap", "swap_vertical", swap),
                    _button("sixth", "Merge", "call_merge", telephony.merge),
                ]
            else:
                hold, held = partial(telephony.hold, call.id), call.state == "held"
                free = not waiting and not self._conference
                extra = [
                    _button("fifth", "Hold", "pause", hold, on=held, enabled=free),
                    _button(
                        "sixth", "Add call", "account_plus_outline", self._add,
                        enabled=not waiting,
                    ),
                ]  # fmt: skip
            second = wide_row(*extra, margin=(0, 16, 0, 0))
        return wide_column(first, second)

    def _end(self, call: Call) -> None:
        for each in self._telephony.calls if self._conference else [call]:
            self._telephony.hang_up(each.id)

    def _add(self) -> None:
        self.update(more=False)
        self.open("DIAL")


def _round(icon: str, color: str, description: str, on_click: Click) -> View:
    return ImageButton(
        icon, tint="#FFFFFF", width=72, height=72, background=Oval(color),
        content_description=description, on_click=on_click,
    )  # fmt: skip


def _button(
    place: str, label: str, icon: str, on_click: Click, *, on: bool = False, enabled: bool = True
) -> View:
    tint = "on_primary" if on else "text_primary"
    return column(
        ImageView(
            icon,
            tint=tint if enabled else "text_disabled",
            width=64,
            height=64,
            background=Oval("primary" if on else "surface"),
        ),
        TextView(label, size=13, most_scale=1.4, max_lines=1, margin=(0, 8, 0, 0), enabled=enabled),
        id=f"incall_{place}_button",
        class_name="android.widget.Button",
        content_description=label,
        width=0,
        weight=1,
        content_gravity="center_horizontal",
        checked=on,
        enabled=enabled,
        on_click=on_click,
    )


def elapsed_text(seconds: int) -> str:
    """Format seconds as ``MM:SS`` or ``H:MM:SS``, as DateUtils.formatElapsedTime does."""
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes:02}:{seconds:02}"
