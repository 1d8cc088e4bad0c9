"""The list of all apps, with a search field above."""

from __future__ import annotations

from android_gym.simulator.apps.nexuslauncher.actions import Actions
from android_gym.simulator.apps.nexuslauncher.screens.icons import AppIconView
from android_gym.simulator.system.words import phrase, verbatim
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, SwipeLayout, full_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, TextView

__all__ = ["all_apps"]


def all_apps(app: Actions) -> View:
    """Build the search field and the matching apps."""
    query = app.state.search.strip().casefold()
    found = [each for each in app.apps() if query in app.name(each).casefold()]
    field = EditText(
        app.state.search,
        id="input",
        hint="Search apps",
        on_text_change=lambda text: app.update(search=text),
        on_editor_action=lambda: app.launch(found[0]) if found else None,
        ime_action="search",
        icon="magnify",
        icon_padding=16,
        width=MATCH,
        height=56,
        vertical="center",
        padding=(20, 0),
        background=Rounded("search_bar", 28),
        color="on_all_apps",
    )
    listed: View = RecyclerView(
        len(found),
        lambda i: AppIconView(
            app, found[i], "apps", color="on_all_apps", width=MATCH, padding=(4, 12)
        ),
        columns=4,
        id="apps_list_view",
        width=MATCH,
        height=0,
        weight=1,
        padding=(8, 0),
    )
    if not found:
        listed = TextView(
            phrase("No apps found matching \u201c{text}\u201d", text=verbatim(app.state.search)),
            color="on_all_apps",
            align="center",
            width=MATCH,
            padding=(24, 48),
        )
    body = full_column(
        FrameLayout([field], id="search_container_all_apps", width=MATCH, margin=(16, 8, 16, 16)),
        listed,
        id="apps_view",
        padding=(0, 49, 0, 24),
        background="all_apps",
        pane_title="Apps list",
    )
    return SwipeLayout([body], on_swipe={"down": app.go_home}, width=MATCH, height=MATCH)
