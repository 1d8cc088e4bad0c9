"""The first start's page: an offer to download maps, which can be skipped."""

from __future__ import annotations

from android_gym.simulator.apps.osmand.look import ORANGE, button
from android_gym.simulator.apps.osmand.navigating import NavigationActions
from android_gym.simulator.apps.osmand.storage import has_map, preferences
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, full_column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageButton, ImageView, TextView

__all__ = ["wizard"]

NO_NETWORK = "No internet connection"


def wizard(app: NavigationActions) -> View:
    """Build the page."""

    def skip() -> None:
        preferences(app.context).put(show_osmand_welcome_screen=False)

    there = has_map(app.context)
    return full_column(
        ScrollView(
            wide_column(
                wide_row(
                    ImageView("compass", size=48, tint=ORANGE),
                    View(width=0, height=1, weight=1),
                    ImageButton(
                        "dots_vertical",
                        id="actions_button",
                        content_description="Other",
                        on_click=lambda: app.toast(NO_NETWORK),
                    ),
                    id="toolbar_container",
                ),
                TextView("Welcome", size=24, margin=(0, 24, 0, 8)),
                TextView(
                    "Let OsmAnd determine your location and suggest maps to download for that "
                    "region.",
                    id="wizard_description",
                    size=16,
                    color="text_secondary",
                ),
                wide_column(
                    ImageView("map", id="wizard_icon", size=40, tint="primary"),
                    TextView(
                        "Liechtenstein" if there else NO_NETWORK,
                        id="wizard_title",
                        size=18,
                        margin=(0, 8),
                    ),
                    button(
                        "Select region" if not there else "Go to map",
                        "wizard_action_button",
                        skip if there else (lambda: app.toast(NO_NETWORK)),
                        primary=True,
                    ),
                    id="wizard_card",
                    padding=16,
                    margin=(0, 24),
                    background=Rounded("card", 8, "rim"),
                ),
                TextView(
                    "By Downloading maps you agree to the Terms of Use and Privacy Policy.",
                    id="terms_of_service_description",
                    size=14,
                    color="text_secondary",
                ),
                padding=24,
            ),
            id="scroll_view",
            width=MATCH,
            height=0,
            weight=1,
        ),
        wide_row(
            View(width=0, height=1, weight=1),
            Button("SKIP DOWNLOAD", id="skip_button", on_click=skip),
            padding=8,
        ),
        background="background",
        padding=(0, app.context.windows.status_bar_height / app.context.windows.density, 0, 0),
    )
