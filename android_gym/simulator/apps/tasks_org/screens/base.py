"""What Tasks' smaller screens share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from android_gym.simulator.apps.tasks_org.look import theme_of
from android_gym.simulator.apps.tasks_org.storage import Store
from android_gym.simulator.ui.activity import Activity, S_co, Screen
from android_gym.simulator.ui.components import AppBarLayout, MenuItem, Toolbar
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import MATCH, View

__all__ = ["TasksScreen"]


class TasksScreen(Activity[S_co]):
    """A screen with the app's theme and a bar."""

    @property
    def store(self) -> Store:
        """The database."""
        return Store(self.context)

    def theme(self) -> Theme:
        """Return light or dark, as set."""
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
        """Lay a bar and the content out.

        Args:
            title: Title of the bar.
            content: Gets the room below it.
            icon: Icon at the bar's start, and
            description: its description.
            leave: What that does; the screen closes by default.
            menu: Entries of the bar.
            bar: What stands in the bar in place of the title.
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
