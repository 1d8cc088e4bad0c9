"""Contacts' settings: how lists are sorted, and names written."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from android_gym.simulator.apps.contacts.look import ContactsScreen
from android_gym.simulator.apps.contacts.storage import NAME_FORMAT, SORT_BY
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import ListItem, Toolbar, section_header
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.layouts import RecyclerView, column
from android_gym.simulator.ui.view import MATCH, View

__all__ = ["SettingsActivity"]

CHOICES = {
    SORT_BY: ("Sort by", ("First name", "Last name")),
    NAME_FORMAT: ("Name format", ("First name first", "Last name first")),
}
"""Title and choices of each; the preferences hold 1 for the first, 2 for the second."""


@dataclass(frozen=True)
class SettingsState:
    """The setting whose choices are shown."""

    choosing: str = ""


class SettingsActivity(ContactsScreen[SettingsState]):
    """Two settings and what they are."""

    def _chosen(self, key: str) -> int:
        return 1 if self.context.preferences().get(key, 1) == 2 else 0

    def build(self) -> Screen:
        """The list, and the dialog of one setting."""
        rows: list[View] = [section_header("Display")]
        for key, (title, choices) in CHOICES.items():
            rows.append(
                ListItem(
                    title,
                    choices[self._chosen(key)],
                    key=key,
                    title_id="android:id/title",
                    subtitle_id="android:id/summary",
                    on_click=partial(self.update, choosing=key),
                )
            )
        dialog = None
        if self.state.choosing in CHOICES:
            key = self.state.choosing
            title, choices = CHOICES[key]

            def choose(index: int) -> None:
                self.context.preferences().put(**{key: index + 1})
                self.update(choosing="")

            dialog = alert_dialog(
                title,
                items=list(choices),
                selected=self._chosen(key),
                on_item=choose,
                on_dismiss=lambda: self.update(choosing=""),
                negative="Cancel",
            )
        return Screen(
            column(
                Toolbar("Settings", navigation="arrow_back", on_navigation=self.finish),
                RecyclerView(rows, id="recycler_view", width=MATCH, height=0, weight=1),
                width=MATCH,
                height=MATCH,
            ),
            overlays=[dialog],
            title="Settings",
        )
