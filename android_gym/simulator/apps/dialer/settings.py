"""Phone's settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from android_gym.simulator.apps.dialer.look import DialerScreen
from android_gym.simulator.apps.dialer.storage import shown_number
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.phone_numbers import as_typed, digits_of
from android_gym.simulator.ui.activity import Context, Overlay, Screen
from android_gym.simulator.ui.components import ListItem
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.layouts import column, row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import EditText, ImageButton, Switch, TextView

__all__ = [
    "BlockedNumbers",
    "DialerSettings",
    "DisplayOptions",
    "QuickResponses",
    "Sounds",
    "quick_responses",
]

RESPONSES: Final = (
    "Can\u2019t talk now. What\u2019s up?",
    "I\u2019ll call you right back.",
    "I\u2019ll call you later.",
    "Can\u2019t talk now. Call me later?",
)
"""Android's own answers by message."""


def quick_responses(context: Context) -> list[str]:
    """The answers by message, as the user has them."""
    kept = context.preferences().all()
    return [str(kept.get(f"canned_response_{i}", text)) for i, text in enumerate(RESPONSES, 1)]


class DialerSettings(DialerScreen):
    """The list of pages."""

    def build(self) -> Screen:
        """One row a page."""
        pages = (
            ("Display options", "DisplayOptions"),
            ("Sounds and vibration", "Sounds"),
            ("Quick responses", "QuickResponses"),
            ("Blocked numbers", "BlockedNumbers"),
        )
        rows = [
            ListItem(title, title_id="android:id/title", key=name, on_click=partial(self._go, name))
            for title, name in pages
        ]
        return Screen(self.page("Settings", *rows), title="Settings")

    def _go(self, name: str) -> None:
        self.start_activity(f"com.android.dialer.app.settings.{name}")


@dataclass(frozen=True)
class DialogState:
    """Which dialog is open ("" for none), and the text in it."""

    dialog: str = ""
    text: str = ""


class _Page(DialerScreen[DialogState]):
    """A page with dialogs."""

    def close(self) -> None:
        """Closes the dialog."""
        self.update(dialog="", text="")

    def field(self, title: str, positive: str, on_done: Any, **options: Any) -> Overlay:
        """A dialog with one field."""
        edit = EditText(
            self.state.text,
            id="android:id/edit",
            on_text_change=options.pop("change", lambda text: self.update(text=text)),
            autofocus=True,
            width=MATCH,
            **options,
        )
        return alert_dialog(
            title,
            content=column(edit, width=MATCH, padding=(24, 8)),
            on_dismiss=self.close,
            positive=positive,
            on_positive=on_done,
            negative="Cancel",
        )


class DisplayOptions(_Page):
    """How contacts are sorted and written."""

    _CHOICES = (
        ("sort_by_last_name", "Sort by", ("First name", "Last name")),
        ("last_name_first", "Name format", ("First name first", "Last name first")),
    )

    def build(self) -> Screen:
        """Two choices."""
        kept = self.context.preferences().all()
        rows = []
        dialog = None
        for name, title, options in self._CHOICES:
            chosen = int(bool(kept.get(name, False)))
            rows.append(
                ListItem(
                    title,
                    options[chosen],
                    title_id="android:id/title",
                    subtitle_id="android:id/summary",
                    key=name,
                    on_click=partial(self.update, dialog=name),
                )
            )
            if self.state.dialog == name:
                dialog = self._choice(name, title, options, chosen)
        return Screen(self.page("Display options", *rows), [dialog], title="Display options")

    def _choice(self, name: str, title: str, options: Sequence[str], chosen: int) -> Overlay:
        def choose(index: int) -> None:
            self.context.preferences().put(**{name: index == 1})
            self.close()

        return alert_dialog(
            title,
            items=options,
            selected=chosen,
            on_item=choose,
            on_dismiss=self.close,
            negative="Cancel",
        )


class Sounds(_Page):
    """What is heard and felt; Android's own settings."""

    def build(self) -> Screen:
        """The phone's sound settings, and two switches."""
        volumes = ListItem(
            "Change volumes, Phone ringtone",
            title_id="android:id/title",
            on_click=lambda: self.open_elsewhere(Intent("android.settings.SOUND_SETTINGS")),
        )
        rows = [
            self._switch("vibrate_when_ringing", "Also vibrate for calls", 0),
            self._switch("dtmf_tone", "Keypad tones", 1),
        ]
        title = "Sounds and vibration"
        return Screen(self.page(title, volumes, *rows), title=title)

    def _switch(self, name: str, title: str, default: int) -> View:
        settings = self.context.system.settings
        on = settings.get_int("system", name, default) != 0

        def turn() -> None:
            settings.put("system", name, str(int(not on)))

        return ListItem(
            title,
            title_id="android:id/title",
            key=name,
            trailing=Switch(
                checked=on, id="android:id/switch_widget", clickable=False, focusable=False
            ),
            on_click=turn,
        )


class QuickResponses(_Page):
    """The answers by message, for calls that are turned down."""

    def build(self) -> Screen:
        """Four texts, each to be changed."""
        texts = quick_responses(self.context)
        rows = [
            ListItem(
                text,
                title_id="android:id/title",
                title_lines=2,
                key=number,
                on_click=partial(self.update, dialog=str(number), text=text),
            )
            for number, text in enumerate(texts, 1)
        ]
        dialog = None
        if self.state.dialog:
            dialog = self.field("Quick response", "OK", self._keep, capitalize="sentences")
        title = "Edit quick responses"
        return Screen(self.page(title, *rows), [dialog], title=title)

    def _keep(self) -> None:
        if text := self.state.text.strip():
            name = f"canned_response_{self.state.dialog}"
            self.context.preferences().put(**{name: text})
        self.close()


class BlockedNumbers(_Page):
    """Numbers whose calls are turned away."""

    def build(self) -> Screen:
        """What blocking means, a way to add a number, and the numbers."""
        blocked = self.blocked.all()
        dialog = None
        if self.state.dialog == "add":
            dialog = self.field(
                "Add a number to block",
                "Block",
                self._block,
                change=lambda text: self.update(text=as_typed(text)),
                hint="Phone number",
                input_type="phone",
            )
        elif self.state.dialog:
            number = self.state.dialog
            dialog = alert_dialog(
                f"Unblock {shown_number(number)}?",
                on_dismiss=self.close,
                positive="Unblock",
                on_positive=partial(self._unblock, number),
                negative="Cancel",
            )
        rows = [self._number(number) for _, number in blocked]
        return Screen(
            self.page(
                "Blocked numbers",
                TextView(
                    "You won\u2019t receive calls or texts from blocked numbers.",
                    color="text_secondary",
                    padding=16,
                    width=MATCH,
                ),
                self.action_row("plus", "Add a number", lambda: self.update(dialog="add")),
                *rows,
            ),
            [dialog],
            title="Blocked numbers",
        )

    def _number(self, number: str) -> View:
        shown = shown_number(number)
        return row(
            TextView(shown, id="caller_number", size=16, width=0, weight=1),
            ImageButton(
                "close",
                id="delete_button",
                content_description="Unblock number",
                on_click=partial(self.update, dialog=number),
            ),
            key=("number", number),
            width=MATCH,
            padding=(24, 4, 8, 4),
            content_gravity="center_vertical",
        )

    def _block(self) -> None:
        if number := digits_of(self.state.text):
            self.blocked.add(number)
            self.show_snackbar(f"{shown_number(number)} blocked")
        self.close()

    def _unblock(self, number: str) -> None:
        self.blocked.remove(number)
        self.close()
        self.show_snackbar(f"{shown_number(number)} unblocked")
