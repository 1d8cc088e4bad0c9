"""The screen of a call: ringing, calling, talking, over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from android_gym.simulator.apps.dialer import settings, storage
from android_gym.simulator.apps.dialer.keypad import keypad
from android_gym.simulator.apps.dialer.look import GREEN, RED, DialerScreen, avatar
from android_gym.simulator.apps.dialer.service import INCOMING_ID, caller
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.phone_numbers import is_emergency
from android_gym.simulator.system.telephony import Call
from android_gym.simulator.ui.activity import Overlay, Screen
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Oval, Rounded
from android_gym.simulator.ui.layouts import FrameLayout, ScrollView, SwipeLayout, column, row
from android_gym.simulator.ui.view import MATCH, WRAP, View
from android_gym.simulator.ui.widgets import Button, ImageButton, ImageView, TextView

__all__ = ["InCallActivity", "InCallState"]

ERRORS = {
    "power_off": "Turn on mobile network, turn off airplane mode or turn off battery saver mode "
    "to make a call.",
    "too_many": "Can\u2019t place a call as there are already two calls in progress. Disconnect "
    "one of the calls or merge them into a conference prior to placing a new call.",
}
"""What is said of a call that can't be made, by cause."""


@dataclass(frozen=True)
class InCallState:
    """What the screen of a call shows.

    Attributes:
        keypad: Whether the keys are shown.
        tones: What was typed on them.
        more: Whether the second row of buttons is shown.
        replying: Whether the answers by message are offered.
        error: Why a call can't be made, while that is said.
    """

    keypad: bool = False
    tones: str = ""
    more: bool = False
    replying: bool = False
    error: str = ""


class InCallActivity(DialerScreen[InCallState]):
    """A call."""

    def on_create(self) -> InCallState:
        """Says why a call can't be made, where it can't."""
        return InCallState(error=self._refusal())

    def on_new_intent(self) -> None:
        """The same, while it is open already."""
        if refusal := self._refusal():
            self.update(error=refusal)

    def _refusal(self) -> str:
        ended = self.context.system.telephony.ended
        return ERRORS.get(ended.cause, "") if ended is not None else ""

    def on_resume(self) -> None:
        """Here the call is seen; it needs no card over the screen."""
        self.context.system.notifications.cancel(self.context.package, INCOMING_ID)

    def on_back(self) -> bool:
        """Closes the keys; while it rings, nothing happens."""
        if self.state.keypad:
            self.update(keypad=False)
        elif self.state.more:
            self.update(more=False)
        else:
            return any(call.ringing for call in self.context.system.telephony.calls)
        return True

    def build(self) -> Screen:
        """The call that matters most: one that rings, one under way, the one just ended."""
        telephony = self.context.system.telephony
        calls = telephony.calls
        order = ("incoming", "waiting", "dialing", "alerting", "active", "held")
        call = min(calls, key=lambda call: order.index(call.state), default=telephony.ended)
        content: View
        if call is None:
            content = View(width=MATCH, height=MATCH)
        elif call.ringing:
            content = self._ringing(call)
        else:
            content = self._talking(call)
        bottom = "background" if call is None or call.ringing else "bottom_bar"
        return Screen(
            content,
            [self._error(), self._replies(call)],
            title="Phone",
            navigation_bar=bottom,
        )

    def _error(self) -> Overlay | None:
        if not self.state.error:
            return None
        return alert_dialog(None, self.state.error, on_dismiss=self._close_error, positive="OK")

    def _close_error(self) -> None:
        self.update(error="")
        if not self.context.system.telephony.calls:
            self.finish()

    def _who(self, call: Call, status: str, timer: str = "") -> View:
        name, second = caller(self.context, call.number)
        known = bool(second) or name == "Voicemail"
        if is_emergency(call.number):
            second = "Emergency number"
        conference = self._conference()
        if conference:
            name, second, known = "Conference call", "", True
        return column(
            TextView(status, id="contactgrid_status_text", size=16, color="text_secondary"),
            TextView(
                name,
                id="contactgrid_contact_name",
                size=32,
                align="center",
                width=MATCH,
                max_lines=2,
                margin=(0, 8, 0, 4),
            ),
            TextView(second, id="contactgrid_bottom_text", color="text_secondary")
            if second
            else None,
            TextView(timer, id="contactgrid_bottom_timer", size=16, margin=(0, 4, 0, 0))
            if timer
            else None,
            avatar(name if known else "", 128, id="contactgrid_avatar", margin=(0, 32, 0, 0)),
            width=MATCH,
            padding=(24, 16 if self.turned else 48, 24, 0),
            content_gravity="center_horizontal",
        )

    def _conference(self) -> bool:
        return sum(c.state == "active" for c in self.context.system.telephony.calls) > 1

    # -- it rings

    def _ringing(self, call: Call) -> View:
        telephony = self.context.system.telephony
        answer = partial(telephony.answer, call.id)
        decline = partial(telephony.hang_up, call.id)
        puck = SwipeLayout(
            [
                column(
                    TextView("Swipe up to answer", size=16, margin=(0, 0, 0, 24)),
                    row(
                        self._round("call_end", RED, "Decline", decline),
                        View(width=0, height=1, weight=1),
                        self._round("phone", GREEN, "Answer", answer),
                        width=MATCH,
                    ),
                    TextView(
                        "Swipe down to decline",
                        size=14,
                        color="text_secondary",
                        margin=(0, 24, 0, 0),
                    ),
                    width=MATCH,
                    content_gravity="center_horizontal",
                )
            ],
            on_swipe={"up": answer, "down": decline},
            id="incoming_swipe_to_answer_container",
            width=MATCH,
            padding=(48, 16, 48, 48),
        )
        return self._halves(
            self._who(call, "Incoming call"),
            Button(
                "Message",
                id="incoming_secondary_button",
                icon="message_text_outline",
                kind="tonal",
                margin=(0, 0, 0, 24),
                on_click=lambda: self.update(replying=True),
            ),
            puck,
        )

    def _halves(self, first: View, *second: View | None) -> View:
        """One part above the other, or beside it where the phone lies on its side."""
        if not self.turned:
            space = View(width=1, height=0, weight=1)
            return column(
                first, space, *second, width=MATCH, height=MATCH,
                content_gravity="center_horizontal",
            )  # fmt: skip
        below = column(*second, width=MATCH, content_gravity="center_horizontal")
        return row(
            FrameLayout([first], width=0, weight=1, height=MATCH),
            ScrollView(below, width=0, weight=1, height=WRAP),
            width=MATCH,
            height=MATCH,
            content_gravity="center_vertical",
        )

    def _round(self, icon: str, color: str, words: str, click: Callable[[], object]) -> View:
        return ImageButton(
            icon,
            tint="#FFFFFF",
            width=72,
            height=72,
            background=Oval(color),
            content_description=words,
            on_click=click,
        )

    def _replies(self, call: Call | None) -> Overlay | None:
        if not self.state.replying or call is None or not call.ringing:
            return None
        texts = settings.quick_responses(self.context)
        return alert_dialog(
            None,
            None,
            on_dismiss=lambda: self.update(replying=False),
            items=[*texts, "Write your own\u2026"],
            on_item=lambda index: self._reply(call, texts[index] if index < len(texts) else ""),
        )

    def _reply(self, call: Call, text: str) -> None:
        self.update(replying=False)
        self.context.system.telephony.hang_up(call.id)
        if not text:
            self.message(call.number)
            return
        storage.send_message(self.context, call.number, text)
        self.toast(f"Message sent to {caller(self.context, call.number)[0]}.")

    # -- it is answered, or soon will be

    def _talking(self, call: Call) -> View:
        telephony = self.context.system.telephony
        calling = call.state in ("dialing", "alerting")
        status = {
            "dialing": "Calling\u2026",
            "alerting": "Calling\u2026",
            "held": "On hold",
            "ended": "Line busy" if call.cause == "busy" else "Call ended",
        }.get(call.state, "")
        timer = ""
        if not calling and (call.connected_ms or call.duration_s):
            timer = elapsed_text(telephony.seconds(call))
        others = [c for c in telephony.calls if c.id != call.id and c.state == "held"]
        over = call.state == "ended"
        who = self._tones() if self.state.keypad and not over else self._who(call, status, timer)
        return self._halves(
            column(self._second(others[0]), who, width=MATCH) if others else who,
            column(
                None if self.state.keypad else self._buttons(call, others, calling or over),
                keypad(
                    lambda key: self.update(tones=self.state.tones + key),
                    height=44 if self.turned else 60,
                )
                if self.state.keypad
                else None,
                FrameLayout(
                    [
                        ImageButton(
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
                        ),
                        ImageButton(
                            "keyboard_arrow_down",
                            gravity="start|center_vertical",
                            content_description="Hide keypad",
                            on_click=lambda: self.update(keypad=False),
                        )
                        if self.state.keypad
                        else None,
                    ],
                    width=MATCH,
                    padding=(0, 16, 0, 32),
                ),
                width=MATCH,
                padding=(24, 24, 24, 0),
                background=Rounded("bottom_bar", (28, 28, 0, 0)),
            ),
        )

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
        return row(
            ImageView("phone_paused", tint="on_secondary_container", margin=(0, 0, 16, 0)),
            TextView(
                caller(self.context, call.number)[0],
                id="on_hold_contact_name",
                size=16,
                max_lines=1,
                width=0,
                weight=1,
            ),
            TextView("On hold"),
            width=MATCH,
            height=48,
            padding=(16, 0),
            content_gravity="center_vertical",
            background="secondary_container",
            key="second",
        )

    def _buttons(self, call: Call, others: list[Call], waiting: bool) -> View:
        telephony = self.context.system.telephony
        muted, speaker = telephony.muted, telephony.speaker
        over = call.state == "ended"
        first = [
            self._button(
                "first", "Mute", "microphone_off",
                lambda: telephony.set_audio(muted=not muted), on=muted, enabled=not over,
            ),
            self._button(
                "second", "Keypad", "dialpad",
                lambda: self.update(keypad=True), enabled=not waiting,
            ),
            self._button(
                "third", "Speaker", "volume_high",
                lambda: telephony.set_audio(speaker=not speaker), on=speaker, enabled=not over,
            ),
            self._button(
                "fourth", "More", "dots_vertical",
                lambda: self.update(more=not self.state.more), on=self.state.more,
                enabled=not over,
            ),
        ]  # fmt: skip
        second = None
        if self.state.more and not over:
            held = call.state == "held"
            if others:
                extra = [
                    self._button(
                        "fifth", "Swap", "swap_vertical", partial(telephony.hold, others[0].id)
                    ),
                    self._button("sixth", "Merge", "call_merge", telephony.merge),
                ]
            else:
                extra = [
                    self._button(
                        "fifth", "Hold", "pause", partial(telephony.hold, call.id),
                        on=held, enabled=not waiting and not self._conference(),
                    ),
                    self._button(
                        "sixth", "Add call", "account_plus_outline", self._add,
                        enabled=not waiting,
                    ),
                ]  # fmt: skip
            second = row(*extra, width=MATCH, margin=(0, 16, 0, 0))
        return column(row(*first, width=MATCH), second, width=MATCH)

    def _button(
        self,
        place: str,
        label: str,
        icon: str,
        click: Callable[[], object],
        *,
        on: bool = False,
        enabled: bool = True,
    ) -> View:
        ink = "on_primary" if on else "text_primary"
        return column(
            ImageView(
                icon,
                tint=ink if enabled else "text_disabled",
                width=64,
                height=64,
                background=Oval("primary" if on else "surface"),
            ),
            TextView(label, size=13, margin=(0, 8, 0, 0), enabled=enabled),
            id=f"incall_{place}_button",
            class_name="android.widget.Button",
            content_description=label,
            width=0,
            weight=1,
            content_gravity="center_horizontal",
            checked=on,
            enabled=enabled,
            on_click=click,
        )

    def _end(self, call: Call) -> None:
        telephony = self.context.system.telephony
        if self._conference():
            for each in telephony.calls:
                telephony.hang_up(each.id)
        else:
            telephony.hang_up(call.id)

    def _add(self) -> None:
        self.update(more=False)
        self.open_elsewhere(Intent("android.intent.action.DIAL"))


def elapsed_text(seconds: int) -> str:
    """``MM:SS`` or ``H:MM:SS``, as DateUtils.formatElapsedTime."""
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes:02}:{seconds:02}"
