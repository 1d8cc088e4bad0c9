"""The cooking assistant: full-screen pages with the ingredients and each step."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from android_gym.simulator.apps.broccoli.actions import CookingActions
from android_gym.simulator.apps.broccoli.dialogs import Scaling
from android_gym.simulator.apps.broccoli.quantities import (
    directions,
    ingredients,
    scaled,
    servings_of,
)
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import ViewPager
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, ScrollView, column, row
from android_gym.simulator.ui.options import Gravity
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, ImageView, TextView

__all__ = ["CookingAssistantActivity"]

NOTHING = "This recipe does not have any ingredients or directions yet."
MOST_DOTS = 60
"""Maximum number of pages with dots; more dots would be narrower than a pixel."""


class CookingAssistantActivity(CookingActions):
    """The cooking assistant."""

    DIALOGS = (Scaling,)

    def build(self) -> Screen:
        """Build the pager and the buttons."""
        recipe = self.recipe
        items = ingredients(recipe.ingredients) if recipe is not None else ()
        steps = directions(recipe.directions) if recipe is not None else ()
        first = 1 if items else 0
        count = max(1, first + len(steps))
        page = max(0, min(self.state.page, count - 1))
        scale = Fraction(self.state.scale).limit_denominator(10_000)

        def view(index: int) -> View:
            if index < first:
                text = "\n".join(scaled(item, scale) for item in items)
                return _page("Ingredients", text, count, index)
            if index - first < len(steps):
                return _page(str(index - first + 1), steps[index - first], count, index)
            return _page("", NOTHING, 1, 0)

        def adjust() -> None:
            number = servings_of(self.servings)
            servings = Fraction(self.state.scale).limit_denominator(10_000) * number
            self.show_dialog(Scaling(str(max(1, round(servings))), f"{self.state.scale:g}"))

        return Screen(
            FrameLayout(
                [
                    ViewPager(
                        count,
                        view,
                        current=page,
                        on_page=lambda index: self.update(page=index),
                        id="cooking_assistant_pager",
                    ),
                    _button("close", "button_cancel", "Cancel", self.finish, "start|top"),
                    _button("tune", "button_scaling", "Adjust ingredients", adjust, "end|top")
                    if items
                    else None,
                ],
                id="fullscreen_layout",
                width=MATCH,
                height=MATCH,
            ),
            edge_to_edge=True,
            full_screen=True,
            title="Cooking assistant",
        )


def _button(
    icon: str, id: str, description: str, on_click: Callable[[], None], gravity: Gravity
) -> View:
    return ImageButton(
        icon,
        id=id,
        class_name="android.widget.Button",
        content_description=description,
        tint="primary",
        on_click=on_click,
        gravity=gravity,
        width=64,
        height=48,
        margin=(12, 24, 12, 0),
    )


def _page(title: str, text: str, count: int, index: int) -> View:
    dots = [
        ImageView(
            "circle" if number == index else "circle_outline",
            id="cooking_assistant_control",
            tint="primary" if number == index else "icon",
            size=20,
            width=0,
            weight=1,
            height=48,
            key=("dot", number),
        )
        for number in range(count if count <= MOST_DOTS else 0)
    ]
    return column(
        FrameLayout(
            [
                ScrollView(
                    column(
                        TextView(
                            title,
                            id="cooking_assistant_title",
                            style="headline5",
                            color="primary",
                            align="center",
                            width=MATCH,
                            padding=32,
                            visibility="visible" if title else "gone",
                        ),
                        TextView(
                            text,
                            id="cooking_assistant_text",
                            size=22,
                            color="text_primary",
                            align="center",
                            width=MATCH,
                            min_height=48,
                        ),
                        width=MATCH,
                    ),
                    gravity="center",
                    width=MATCH,
                )
            ],
            width=MATCH,
            height=0,
            weight=1,
        ),
        row(
            *dots,
            id="cooking_assistant_controls",
            gravity="center_horizontal",
            width=min(34 * len(dots), 360),
            padding=(0, 32, 0, 16),
        ),
        width=MATCH,
        height=MATCH,
        padding=16,
    )
