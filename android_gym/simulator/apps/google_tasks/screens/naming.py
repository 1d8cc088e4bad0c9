"""The page that names a list."""

from __future__ import annotations

from immutables import Map

from android_gym.simulator.apps.google_tasks.actions import TasksScreen
from android_gym.simulator.apps.google_tasks.model import NamingState
from android_gym.simulator.apps.google_tasks.storage import LONGEST_TITLE
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.components import MenuItem, Toolbar
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import full_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText

__all__ = ["EditTaskList"]


class EditTaskList(TasksScreen[NamingState]):
    """Asks for the name of a new or an existing list."""

    def on_create(self) -> NamingState:
        """Start with the list's current name."""
        number = self.intent.get_int("list")
        known = next((each for each in self.store.lists() if each.id == number), None)
        return NamingState(known.id, known.title) if known is not None else NamingState()

    def build(self) -> View:
        """Build the toolbar and the field."""
        state = self.state
        done = MenuItem(
            "Done", self._save, id="edit_list_done", action=True, enabled=bool(state.title.strip())
        )
        return full_column(
            Toolbar(
                "Rename list" if state.list else "Create new list",
                navigation="close",
                navigation_description="Close",
                on_navigation=self.finish,
                menu=[done],
            ),
            EditText(
                state.title,
                id="edit_list_title",
                hint="Enter list title",
                on_text_change=lambda text: self.update(title=text),
                on_editor_action=self._save,
                capitalize="sentences",
                max_length=LONGEST_TITLE,
                autofocus=True,
                background="transparent",
                width=MATCH,
                min_height=56,
                padding=(24, 8),
            ),
        )

    def _save(self) -> None:
        state, title = self.state, self.state.title.strip()
        if not title:
            return
        number = state.list
        if number:
            self.store.change_list(number, Title=title)
        else:
            number = self.store.add_list(title)
        self.finish(-1, Intent(extras=Map({"list": number})))
