"""The main activity: the router's top screen and the side menu."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from android_gym.simulator.apps.joplin.actions import Actions
from android_gym.simulator.apps.joplin.dialogs import config as config_dialogs
from android_gym.simulator.apps.joplin.dialogs import lists as list_dialogs
from android_gym.simulator.apps.joplin.dialogs import note as note_dialogs
from android_gym.simulator.apps.joplin.model import Route
from android_gym.simulator.apps.joplin.screens.config import config, log, status
from android_gym.simulator.apps.joplin.screens.folder import folder
from android_gym.simulator.apps.joplin.screens.menu import MENU_WIDTH, side_menu
from android_gym.simulator.apps.joplin.screens.note import note
from android_gym.simulator.apps.joplin.screens.notes import notes
from android_gym.simulator.apps.joplin.screens.search import search
from android_gym.simulator.apps.joplin.screens.tags import tags
from android_gym.simulator.apps.joplin.storage import NewerProfileError
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.side_menu import SideMenu
from android_gym.simulator.ui.view import View

__all__ = ["MainActivity"]

SCREENS: Final[Mapping[Route, Callable[[Actions], View]]] = {
    "Notes": notes,
    "Note": note,
    "Search": search,
    "Folder": folder,
    "Tags": tags,
    "Config": config,
    "Status": status,
    "Log": log,
}


class MainActivity(Actions):
    """The main activity."""

    DIALOGS = (
        config_dialogs.AskUnsaved,
        note_dialogs.Attach,
        note_dialogs.ChooseDay,
        config_dialogs.ChooseOption,
        note_dialogs.ChooseTime,
        list_dialogs.DeleteNotebook,
        note_dialogs.EditLink,
        list_dialogs.EmptyTrash,
        list_dialogs.MoveNotes,
        note_dialogs.NoteMenu,
        list_dialogs.NotebookMenu,
        list_dialogs.PickFolder,
        note_dialogs.Properties,
        note_dialogs.SetAlarm,
        list_dialogs.SortNotes,
        note_dialogs.TagNote,
        list_dialogs.TrashMenu,
    )

    def ask_unsaved(self) -> None:
        """Ask what to do with unsaved settings."""
        self.show_dialog(config_dialogs.AskUnsaved())

    def build(self) -> Screen:
        """Build the screen and, if it is open, the side menu."""
        try:
            self.store.check()
        except NewerProfileError as error:
            return self._refusal(str(error))
        state = self.state
        content = SideMenu(
            SCREENS[state.route](self),
            partial(side_menu, self),
            state.menu,
            self.set_menu,
            menu_width=MENU_WIDTH,
        )
        return Screen(content, title="Joplin", status_bar="status_bar", light_bars=False)

    def _refusal(self, error: str) -> Screen:
        """Build an empty screen with an error message."""
        return Screen(
            View(width=MATCH, height=MATCH),
            overlays=(
                alert_dialog(
                    "Alert",
                    f"Initialization error: {error}",
                    on_dismiss=self.finish,
                    positive="OK",
                    key="error",
                ),
            ),
            title="Joplin",
            status_bar="status_bar",
            light_bars=False,
        )
