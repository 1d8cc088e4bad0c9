"""The main screen: the display and the keys."""

from __future__ import annotations

import re

from android_gym.simulator.apps.calculator.actions import Actions
from android_gym.simulator.apps.calculator.dialogs import ChooseTheme, ClearHistory
from android_gym.simulator.apps.calculator.expression import MOST_CHARACTERS, from_typed
from android_gym.simulator.apps.calculator.look import PullDown, ScrolledText, theme_of
from android_gym.simulator.apps.calculator.screens.history import history
from android_gym.simulator.apps.calculator.screens.keys import functions, numbers
from android_gym.simulator.apps.calculator.writing import scrolled, write
from android_gym.simulator.ui.activity import Overlay, Screen
from android_gym.simulator.ui.components import MenuItem, OverflowButton, popup_menu
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import column, full_column, row, wide_row
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, TextView

__all__ = ["Calculator"]

_ACCEPTED = re.compile(r"[\d.,+\-−*×/÷^!%()π√²⁻¹…=\sE a-z]*")
"""Characters that may be typed or pasted; letters are for names of functions."""

_LETTER = 0.56
"""Width of a digit relative to the text size."""


class Calculator(Actions):
    """Shows the display with the keys, or the history."""

    DIALOGS = (ChooseTheme, ClearHistory)

    def theme(self) -> Theme:
        """Return the user's theme, or the phone's."""
        chosen = self.settings.theme
        dark = self.context.system.display.dark if chosen == "system" else chosen == "dark"
        return theme_of(dark)

    def build(self) -> Screen:
        """Build the display and the keys, or the history in place of both."""
        if self.state.history:
            return Screen(history(self, lambda: self.show_dialog(ClearHistory())), resize=False)
        display = self._display()
        if self.turned:
            keys = row(
                column(functions(self), width=0, weight=3, height=MATCH),
                column(numbers(self), width=0, weight=4, height=MATCH),
                width=MATCH,
                height=0,
                weight=3,
                padding=(16, 0, 16, 8),
                id="pads",
                layout_direction="ltr",
            )
            display.weight = 2
            content = full_column(display, keys, id="main_calculator")
        else:
            pad = column(numbers(self), width=MATCH, height=0, weight=5)
            display.weight = 3
            content = full_column(
                display, functions(self), pad, id="main_calculator", padding=(8, 0, 8, 8)
            )
        return Screen(content, overlays=[self._menu()], resize=False, title="Calculator")

    @property
    def _room(self) -> float:
        """Width of the display in dp."""
        return self.width_dp - 48

    @property
    def _digits(self) -> int:
        """Number of characters of a result that fit."""
        return max(8, min(30, int(self._room / (44 * _LETTER))))

    def _display(self) -> View:
        degrees = self.settings.degrees
        more = OverflowButton(
            [
                MenuItem("History", self.open_history, id="menu_history"),
                MenuItem("Choose theme", lambda: self.show_dialog(ChooseTheme()), id="menu_theme"),
                MenuItem("Privacy policy", self.privacy, id="menu_privacy"),
                MenuItem("Help", self.help, id="menu_help"),
            ],
            id="more_options",
            min_width=48,
            gravity="center_vertical",
        )
        mode = TextView(
            "DEG" if degrees else "RAD",
            id="mode",
            content_description="degree mode" if degrees else "radian mode",
            size=14,
            color="text_secondary",
            width=0,
            weight=1,
            gravity="center_vertical",
            padding=(16, 0),
        )
        return PullDown(
            [
                wide_row(mode, more, id="toolbar", min_height=40 if self.turned else 48),
                self._formula(),
                self._below(),
            ],
            self.open_history,
            id="display",
            class_name="android.widget.RelativeLayout",
            width=MATCH,
            height=0,
        )

    def _formula(self) -> View:
        shown = self.shown_formula
        largest = 30.0 if self.turned else 56.0
        if self.state.phase != "input":
            largest /= 1.6
        fits = self._room / (max(1, len(shown)) * _LETTER)
        size = max(24.0, min(largest, fits))
        return EditText(
            shown,
            id="formula",
            on_text_change=self.edited,
            on_editor_action=self.equals,
            cursor=self.state.cursor,
            accept=lambda text: (
                len(from_typed(text)) <= MOST_CHARACTERS and _ACCEPTED.fullmatch(text) is not None
            ),
            soft_keyboard=False,
            autofocus=True,
            size=round(size),
            most_scale=1.0,
            align="end",
            vertical="bottom",
            background="transparent",
            padding=(24, 0),
            width=MATCH,
            height=0,
            weight=3 if self.state.phase == "input" else 2,
            layout_direction="ltr",
        )

    def _below(self) -> View:
        """Build the preview, the result, or the error message."""
        weight = 2 if self.state.phase == "input" else 3
        small, large = (20.0, 30.0) if self.turned else (28.0, 44.0)
        if self.state.phase == "input":
            value = self.preview()
            text = write(value, self._digits) if value is not None else ""
            return TextView(
                text, id="result_preview", size=small, most_scale=1.0, color="text_secondary",
                align="end", vertical="center", max_lines=1, padding=(24, 0), width=MATCH,
                height=0, weight=weight, layout_direction="ltr",
            )  # fmt: skip
        if self.state.phase == "error":
            return TextView(
                self.mistake(), id="result_preview", size=small, most_scale=1.0, color="error",
                align="end", vertical="center", max_lines=1, padding=(24, 0), width=MATCH,
                height=0, weight=weight,
            )  # fmt: skip
        value = self.result()
        text = scrolled(value, self._digits, self.state.scrolled)[0] if value is not None else ""
        return ScrolledText(
            text,
            lambda digits: self.scroll(digits, self._digits),
            id="result_final",
            size=large,
            most_scale=1.0,
            align="end",
            vertical="center",
            max_lines=1,
            padding=(24, 0),
            width=MATCH,
            height=0,
            weight=weight,
            layout_direction="ltr",
            on_long_click=lambda: self.update(menu=True),
        )

    def _menu(self) -> Overlay | None:
        if not self.state.menu or self.state.phase != "result":
            return None
        value = self.result()
        text = scrolled(value, self._digits, self.state.scrolled)[0] if value is not None else ""

        def close() -> None:
            self.update(menu=False)

        return popup_menu(
            [MenuItem("Copy", lambda: self.copy_result(text), id="menu_copy")],
            close,
            anchor="result_final",
            gravity="end",
        )
