"""Dialogs of the configuration."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from android_gym.simulator.apps.joplin.actions import Actions
from android_gym.simulator.apps.joplin.dialogs.boxes import GROUP, box
from android_gym.simulator.apps.joplin.look import (
    options_list,
    touchable,
    words,
)
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView as Scroll
from android_gym.simulator.ui.layouts import wide_column
from android_gym.simulator.ui.widgets import TextView

__all__ = [
    "AskUnsaved",
    "ChooseOption",
]


@dataclass(frozen=True)
class ChooseOption(Dialog[Actions]):
    """Choose the value of a setting.

    Attributes:
        key: Key of the setting.
        values: Possible values as text.
        labels: Labels of the values.
        number: Whether the values are numbers.
    """

    key: str = ""
    values: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    number: bool = False

    def build(self, screen: Actions) -> Overlay:
        """Build the list."""

        def choose(value: str) -> None:
            screen.dismiss_dialog()
            screen.change_setting(self.key, int(value) if self.number else value)

        rows = [
            touchable(
                words(label, padding=(15, 0), max_lines=1),
                width=MATCH,
                height=60,
                key=value,
                on_click=partial(choose, value),
            )
            for value, label in zip(self.values, self.labels, strict=True)
        ]
        listed = Scroll(wide_column(*rows), width=MATCH, key="options")
        return Overlay(
            wide_column(listed, background="background", class_name=GROUP, elevation=10),
            width=MATCH,
            margin=(40, 60, 40, 60),
            dim=0.0,
            on_dismiss=screen.dismiss_dialog,
            title="Joplin",
        )


@dataclass(frozen=True)
class AskUnsaved(Dialog[Actions]):
    """Ask what to do with changed and unsaved settings."""

    def build(self, screen: Actions) -> Overlay:
        """Build the question with its two buttons."""

        def leave(*, save: bool) -> None:
            screen.dismiss_dialog()
            if save:
                screen.save_settings()
            screen.leave_settings()

        text = TextView("There are unsaved changes.", size=16, color="text_primary", padding=15)
        rows = options_list(
            [
                ("Save changes", partial(leave, save=True)),
                ("Discard changes", partial(leave, save=False)),
            ]
        )
        return box(screen, None, text, *rows)
