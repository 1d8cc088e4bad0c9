"""The app's router: the screen on top, and where BACK goes."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from android_gym.simulator.apps.joplin.look import theme_of
from android_gym.simulator.apps.joplin.model import (
    CONFLICTS,
    MainState,
    NoteState,
    Place,
    Route,
    SearchState,
)
from android_gym.simulator.apps.joplin.settings import Settings
from android_gym.simulator.apps.joplin.storage import Store
from android_gym.simulator.ui.activity import Activity
from android_gym.simulator.ui.theme import Theme

__all__ = ["Navigation"]

NO_RETURN: Final = ("Folder",)
"""Screens that BACK never returns to."""


class Navigation(Activity[MainState]):
    """Base of the main activity that switches between screens."""

    def theme(self) -> Theme:
        """Return the chosen theme's colours; the phone's dark mode is ignored by default."""
        settings = self.settings
        if settings.flag("themeAutoDetect"):
            dark = self.context.system.display.dark
            key = "preferredDarkTheme" if dark else "preferredLightTheme"
            return theme_of(int(settings.get(key)))
        return theme_of(int(settings.get("theme")))

    @cached_property
    def settings(self) -> Settings:
        """The app's settings."""
        return Settings(self.context)

    @cached_property
    def store(self) -> Store:
        """The store of the notes."""
        return Store(self.context)

    # -- navigation

    def go(self, route: Route, **changes: Any) -> None:
        """Show a screen.

        Args:
            route: Name of the screen.
            **changes: Further state fields to change.
        """
        self.leave()
        state = self.state
        history = state.history
        if state.route not in (route, *NO_RETURN):
            history = (*history, state.route)
        kept = {"selected": (), "menu": False, "adding": False}
        self.update(**{**kept, "route": route, "history": history, **changes})

    def back(self) -> bool:
        """Go back; return False if the history is empty."""
        history = self.state.history
        if not history:
            return False
        self.leave()
        self.hide_keyboard()
        self.update(route=history[-1], history=history[:-1], selected=(), adding=False)
        return True

    def leave(self) -> None:
        """Do nothing; subclasses save typed text before another screen is shown."""

    # -- notebooks

    @property
    def place(self) -> Place:
        """The place whose notes the list shows; the newest notebook if the chosen one is gone."""
        place, store = self.state.place, self.store
        if place.kind == "folder" and store.folder(place.id) is None:
            return Place("folder", store.first_folder())
        if place.kind == "tag" and store.tag(place.id) is None:
            return Place("folder", self.present_folder)
        if place == CONFLICTS and not store.has_conflicts():
            return Place("folder", self.present_folder)
        return place

    @property
    def present_folder(self) -> str:
        """The notebook for new notes; empty if there is none."""
        store = self.store
        for number in (self.state.place.id, store.setting("activeFolderId")):
            folder = store.folder(number) if number else None
            if folder is not None and not folder.deleted_ms:
                return folder.id
        return store.first_folder()

    def show_place(self, place: Place) -> None:
        """Show the notes of a place."""
        if place.kind == "folder":
            self.store.put_setting("activeFolderId", place.id)
        self.go("Notes", place=place)

    def show_note(self, number: str) -> None:
        """Show a note."""
        self.go("Note", note=NoteState(number))

    def start_search(self) -> None:
        """Show the search screen with the keyboard."""
        self.go("Search", search=SearchState())
        self.show_keyboard("search")

    def set_menu(self, shown: bool) -> None:
        """Open or close the side menu."""
        self.hide_keyboard()
        self.update(menu=shown, adding=False)

    def change_note(self, **changes: Any) -> None:
        """Replace fields of the state of the note on screen."""
        self.update(note=replace(self.state.note, **changes))
