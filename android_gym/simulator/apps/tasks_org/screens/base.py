"""Base classes of Tasks' smaller screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from android_gym.simulator.appkit.dialog_base import DialogScreen
from android_gym.simulator.appkit.dialogs import ConfirmDialog
from android_gym.simulator.apps.tasks_org.look import theme_of
from android_gym.simulator.apps.tasks_org.storage import Store
from android_gym.simulator.ui.activity import Activity, S_co, Screen
from android_gym.simulator.ui.components import AppBarLayout, MenuItem, Toolbar
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import View

__all__ = ["DeleteNamed", "DiscardNamed", "TasksScreen"]


class _HasName(Protocol):
    @property
    def name(self) -> str: ...


class NamedScreen(DialogScreen, Protocol):
    """A form for something named that can be deleted."""

    @property
    def state(self) -> _HasName:
        """The form's state, with the name typed so far."""

    def remove(self) -> None:
        """Delete the thing being edited."""

    def finish(self) -> None:
        """Close the form."""


@dataclass(frozen=True)
class DeleteNamed(ConfirmDialog[NamedScreen]):
    """Ask before deleting a tag, list or filter."""

    def message(self, screen: NamedScreen) -> str:
        """Return the question."""
        return f"Delete {screen.state.name}?"

    def on_confirm(self, screen: NamedScreen) -> None:
        """Delete the thing being edited."""
        screen.remove()
        screen.finish()


@dataclass(frozen=True)
class DiscardNamed(ConfirmDialog[NamedScreen]):
    """Ask before discarding typed changes."""

    MESSAGE = "Discard changes?"
    POSITIVE = "Discard"

    def on_confirm(self, screen: NamedScreen) -> None:
        """Leave the form."""
        screen.finish()


class TasksScreen(Activity[S_co]):
    """A screen with the app's theme and a top bar."""

    @property
    def store(self) -> Store:
        """The store of the database."""
        return Store(self.context)

    def theme(self) -> Theme:
        """Return the light or dark theme, as set."""
        return theme_of(self.context)

    def page(
        self,
        title: str,
        content: View,
        *,
        icon: str = "arrow_back",
        description: str = "auto",
        leave: Callable[[], object] | None = None,
        menu: Sequence[MenuItem | None] = (),
        bar: View | None = None,
    ) -> Screen:
        """Lay out a top bar and the content.

        Args:
            title: Title of the bar.
            content: View that fills the space below the bar.
            icon: Icon at the bar's start.
            description: Content description of the icon.
            leave: Called on a tap on the icon; closes the screen by default.
            menu: Menu entries of the bar.
            bar: View shown in the bar instead of the title.
        """
        content.width, content.height, content.weight = MATCH, 0, 1
        top = Toolbar(
            title,
            id="toolbar",
            navigation=icon,
            navigation_description=description,
            on_navigation=leave or self.finish,
            menu=menu,
            content=bar,
        )
        return Screen(
            column(
                AppBarLayout([top], width=MATCH, elevation=4), content, width=MATCH, height=MATCH
            ),
            title=title,
            status_bar="status_bar",
            navigation_bar="navigation_bar",
        )
