"""Licences of the app's libraries."""

from __future__ import annotations

from android_gym.simulator.apps.broccoli.actions import BroccoliScreen
from android_gym.simulator.apps.broccoli.look import framed
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import CardView, Toolbar
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["LibsActivity"]

APACHE = "Apache License 2.0"
LIBRARIES = (
    ("AboutLibraries", "Mike Penz", APACHE),
    ("AndroidX AppCompat", "The Android Open Source Project", APACHE),
    ("AndroidX Navigation", "The Android Open Source Project", APACHE),
    ("AndroidX Room", "The Android Open Source Project", APACHE),
    ("Dagger", "Google", APACHE),
    ("Material Components for Android", "Google", APACHE),
)


class LibsActivity(BroccoliScreen):
    """The list of libraries."""

    def build(self) -> Screen:
        """Build the bar and the cards."""

        def card(index: int) -> View:
            name, author, licence = LIBRARIES[index]
            return CardView(
                column(
                    TextView(name, id="libraryName", size=16, color="text_primary"),
                    TextView(author, id="libraryCreator", size=14, color="text_secondary"),
                    TextView(licence, id="libraryBottomLeft", size=12, color="text_secondary"),
                    width=MATCH,
                    padding=16,
                ),
                key=name,
                width=MATCH,
                margin=(16, 8),
            )

        return framed(
            column(
                Toolbar("Open source licenses", navigation="arrow_back", on_navigation=self.finish),
                RecyclerView(
                    len(LIBRARIES), card, id="cardListView", width=MATCH, height=0, weight=1
                ),
                width=MATCH,
                height=MATCH,
            ),
            "Open source licenses",
        )
