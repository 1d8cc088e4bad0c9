"""The equalizer: the gain of each band, in VLC's presets and the user's own.

The settings are stored but change no sound.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from android_gym.simulator.appkit.dialogs import TextDialog
from android_gym.simulator.apps.vlc.actions import Actions
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import Chip, bottom_sheet
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    HorizontalScrollView,
    ScrollView,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, SeekBar, Switch, TextView

__all__ = ["EqualizerSheet", "SaveSet"]

BANDS: Final = ("60 Hz", "170 Hz", "310 Hz", "600 Hz", "1 kHz", "3 kHz", "6 kHz", "12 kHz",
                "14 kHz", "16 kHz")  # fmt: skip
"""Centre frequencies, as in Winamp's equalizer, which VLC follows."""

MOST_DB: Final = 20
"""Largest gain of a band, in dB, up or down."""

MOST_SETS: Final = 50

SETS: Final[dict[str, tuple[int, ...]]] = {
    "Flat": (0,) * 10,
    "Bass": (8, 8, 6, 3, 0, -2, -4, -5, -5, -5),
    "Treble": (-5, -5, -4, -2, 0, 3, 6, 8, 9, 9),
    "Bass and treble": (7, 5, 0, -4, -3, 1, 5, 8, 9, 9),
    "Voice": (-4, -3, 0, 4, 6, 6, 4, 1, -2, -4),
    "Soft": (4, 1, 0, -1, 0, 2, 5, 6, 7, 7),
}
"""VLC's presets: the gain of each band in dB, by the preset's name."""


def _own(screen: Actions[Any]) -> dict[str, tuple[int, ...]]:
    """Return the user's own presets, by name."""
    kept: frozenset[str] = screen.context.preferences().get("equalizer_custom", frozenset())
    found = {}
    for entry in sorted(kept):
        name, _, numbers = entry.rpartition("=")
        values = _values(numbers)
        if name and values is not None:
            found[name] = values
    return found


def _values(text: str) -> tuple[int, ...] | None:
    parts = text.split(",")
    numbers = [part.removeprefix("-") for part in parts]
    if len(parts) != len(BANDS) or not all(n.isdecimal() and n.isascii() for n in numbers):
        return None
    return tuple(max(-MOST_DB, min(MOST_DB, int(part[:4]))) for part in parts)


def _keep(screen: Actions[Any], sets: dict[str, tuple[int, ...]]) -> None:
    kept = frozenset(f"{name}={','.join(map(str, values))}" for name, values in sets.items())
    screen.context.preferences().put(equalizer_custom=kept)


@dataclass(frozen=True)
class SaveSet(TextDialog[Actions[Any]]):
    """Asks for the name of a new preset."""

    TITLE = "Save new equalizer-set as…"
    POSITIVE = "Save"
    MAX_LENGTH = 40

    values: tuple[int, ...] = ()

    def on_accept(self, screen: Actions[Any], text: str) -> None:
        """Store the preset, unless its name is invalid or already used."""
        name, own = text.strip(), _own(screen)
        if not name or "=" in name:
            screen.toast("Invalid name.")
        elif name in own or name in SETS:
            screen.toast("Equalizer-set with this name already exists")
        elif len(own) < MOST_SETS:
            _keep(screen, {**own, name: self.values})
            screen.context.preferences().put(equalizer_set=name)
            screen.toast(f'Custom equalizer-set "{name}" saved.')


@dataclass(frozen=True)
class EqualizerSheet(Dialog[Actions[Any]]):
    """A switch, the presets, and a slider for each band.

    Attributes:
        on: Whether the equalizer is on.
        chosen: Name of the preset.
        values: Gain of each band, in dB.
    """

    on: bool = False
    chosen: str = "Flat"
    values: tuple[int, ...] = SETS["Flat"]

    @staticmethod
    def of(screen: Actions[Any]) -> EqualizerSheet:
        """Return the sheet for the current settings."""
        kept = screen.context.preferences().all()
        name, sets = str(kept.get("equalizer_set", "Flat")), {**SETS, **_own(screen)}
        values = _values(str(kept.get("equalizer_values", "")))
        known = name if name in sets else "Flat"
        return EqualizerSheet(kept.get("equalizer_enabled") is True, known, values or sets[known])

    def _change(self, screen: Actions[Any], changed: EqualizerSheet) -> None:
        screen.context.preferences().put(
            equalizer_enabled=changed.on,
            equalizer_set=changed.chosen,
            equalizer_values=",".join(map(str, changed.values)),
        )
        screen.update_dialog(changed)

    def build(self, screen: Actions[Any]) -> Overlay | None:
        """Build the switch, presets, bands and buttons."""
        own = _own(screen)
        sets = {**SETS, **own}
        changed = self.values != sets.get(self.chosen, ())

        def choose(name: str) -> None:
            self._change(screen, replace(self, on=True, chosen=name, values=sets[name]))

        def delete() -> None:
            _keep(screen, {name: values for name, values in own.items() if name != self.chosen})
            screen.toast(f'Custom equalizer-set "{self.chosen}" deleted.')
            self._change(screen, replace(self, chosen="Flat", values=SETS["Flat"]))

        chips = [
            Chip(
                name,
                checked=name == self.chosen,
                on_click=partial(choose, name),
                key=name,
                margin=(0, 0, 8, 0),
            )
            for name in sets
        ]
        buttons = wide_row(
            Button("Delete", id="equalizer_delete", kind="text", on_click=delete)
            if self.chosen in own
            else None,
            View(width=0, weight=1),
            Button(
                "Revert", id="equalizer_revert", kind="text", on_click=partial(choose, self.chosen)
            )
            if changed
            else None,
            Button(
                "Save",
                id="equalizer_save",
                kind="text",
                enabled=changed,
                on_click=lambda: screen.show_dialog(SaveSet(values=self.values)),
            ),
            padding=(8, 8),
        )
        head = wide_row(
            TextView(
                "Equalizer", id="title", size=18, weight_font=500, color="text_primary", width=0,
                weight=1,
            ),
            Switch(
                checked=self.on,
                id="equalizer_button",
                on_checked_change=lambda on: self._change(screen, replace(self, on=on)),
            ),
            content_gravity="center_vertical",
            padding=(16, 12),
        )  # fmt: skip
        bands = ScrollView(
            wide_column(*(self._band(screen, index) for index in range(len(BANDS)))),
            id="equalizer_bands",
            width=MATCH,
            height=300,
        )
        pages = HorizontalScrollView(row(*chips, padding=(12, 0)), id="equalizer_sets", width=MATCH)
        return bottom_sheet(wide_column(head, pages, bands, buttons), screen.dismiss_dialog)

    def _band(self, screen: Actions[Any], index: int) -> View:
        value = self.values[index]

        def move(moved: float) -> None:
            values = list(self.values)
            values[index] = round(moved) - MOST_DB
            self._change(screen, replace(self, on=True, values=tuple(values)))

        return wide_row(
            TextView(BANDS[index], size=12, color="text_secondary", width=56),
            SeekBar(
                value + MOST_DB, 2 * MOST_DB, on_change=move, id=f"equalizer_band_{index}",
                text=f"{value} dB", width=0, weight=1,
            ),
            TextView(f"{value} dB", size=12, color="text_primary", width=48, align="end"),
            key=index,
            content_gravity="center_vertical",
            padding=(16, 2),
        )  # fmt: skip
