"""Theme and widgets shared by the screens."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Unpack

from android_gym.simulator.apps.pro_expense.format import amount_text
from android_gym.simulator.apps.pro_expense.model import CATEGORIES, Expense
from android_gym.simulator.ui.dialogs import AlertDialogLayout
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, column, row, wide_column, wide_row
from android_gym.simulator.ui.options import ImageOptions, TextOptions, ViewOptions
from android_gym.simulator.ui.scrolling import OverflowScroll
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageButton, ImageView, TextView

__all__ = [
    "CARD",
    "action",
    "app_bar",
    "card",
    "category_circle",
    "expense_row",
    "filled_button",
    "list_sheet",
    "medium_title",
    "round_button",
    "sheet_body",
    "theme_of",
]

CARD = "androidx.cardview.widget.CardView"


@cache
def theme_of(dark: bool) -> Theme:
    """Return the app's colours."""
    if dark:
        return material_theme(
            "#81D4FA",
            dark=True,
            material=2,
            background="#212121",
            surface="#212121",
            name="pro expense dark",
            colors=(
                ("on_primary", "#212121"),
                ("text_primary", "#F5F5F5"),
                ("text_secondary", "#B3F5F5F5"),
                ("icon", "#F5F5F5"),
                ("card", "#2B2B2B"),
                ("app_bar", "#212121"),
                ("on_app_bar", "#F5F5F5"),
                ("negative", "#E57373"),
                ("amount", "#CCF5F5F5"),
                ("positive", "#81C784"),
                ("warning", "#FFF176"),
                ("chip", "#1CF5F5F5"),
                ("chip_checked", "#4281D4FA"),
                ("sheet", "#2F2F2F"),
            ),
        )
    return material_theme(
        "#039BE5",
        material=2,
        background="#EEEEEE",
        surface="#FFFFFF",
        name="pro expense",
        colors=(
            ("on_primary", "#FFFFFF"),
            ("text_primary", "#212121"),
            ("text_secondary", "#B3212121"),
            ("icon", "#212121"),
            ("card", "#FFFFFF"),
            ("app_bar", "#FFFFFF"),
            ("on_app_bar", "#212121"),
            ("negative", "#EF5350"),
            ("amount", "#CC212121"),
            ("positive", "#4CAF50"),
            ("warning", "#FFEB3B"),
            ("chip", "#1C212121"),
            ("chip_checked", "#42039BE5"),
            ("sheet", "#FFFFFF"),
        ),
    )


def action(title: str, icon: str, on_click: Callable[[], None], *, enabled: bool = True) -> View:
    """Build an action of the app bar: an icon with a content description."""
    return ImageView(
        icon,
        tint="text_secondary",
        class_name="android.widget.TextView",
        content_description=title,
        width=48,
        height=48,
        enabled=enabled,
        on_click=on_click,
        tooltip=title,
    )


def app_bar(
    title: str,
    subtitle: str | None = None,
    actions: tuple[View, ...] = (),
    *,
    menu: Callable[[], None] | None = None,
    back: Callable[[], None] | None = None,
    id: str = "toolbar",
    bar: str | None = None,
    raised: bool = False,
) -> View:
    """Build a toolbar.

    Args:
        title: First line.
        subtitle: Second line.
        actions: Actions at the end; see `action`.
        menu: Click handler of a menu button at the start.
        back: Click handler of a back arrow at the start (both lack a content description).
        id: Resource id.
        bar: Resource id of the layout around the toolbar.
        raised: Whether it is lighter than the content in the dark theme.
    """
    navigation = ImageButton(
        "arrow_left" if back else "menu",
        tint="text_secondary",
        width=56,
        height=56,
        key="navigation",
        on_click=back or menu,
    )
    return wide_column(
        wide_row(
            navigation,
            column(
                TextView(
                    title,
                    style="app_bar_title",
                    size=20,
                    most_scale=1.2,
                    weight_font=500,
                    max_lines=1,
                ),
                TextView(
                    subtitle,
                    style="app_bar_subtitle",
                    size=15,
                    most_scale=1.2,
                    color="text_secondary",
                    max_lines=1,
                )
                if subtitle
                else None,
                width=0,
                weight=1,
                margin=(16, 0, 0, 0),
            ),
            *actions,
            id=id,
            class_name="android.view.ViewGroup",
            height=56,
            padding=(0, 0, 4, 0),
        ),
        id=bar,
        background="sheet" if raised else "app_bar",
        elevation=4,
    )


def medium_title(text: str, name: str, /, **common: Unpack[TextOptions]) -> TextView:
    """Build the title of a card; `name` is its id."""
    common["id"] = name
    common["size"] = 18
    common["weight_font"] = 500
    common["color"] = "text_secondary"
    return TextView(text, **common)


def card(*children: View | None, **common: Unpack[ViewOptions]) -> View:
    """Build a card without rounded corners."""
    common.setdefault("padding", 16)
    common["class_name"] = CARD
    common["width"] = MATCH
    common["background"] = Rounded("card", 2)
    common["elevation"] = 2
    return column(*children, **common)


def category_circle(category: int, size: float) -> View:
    """Build a category's icon in its light blue circle."""
    return FrameLayout(
        [ImageView(CATEGORIES[category][1], id="imv_category", tint="#212121", gravity="center")],
        id="cv_category",
        class_name=CARD,
        width=size,
        height=size,
        background=Rounded("#B3E5FC", size / 2),
    )


def expense_row(expense: Expense, date: str, symbol: str, circle: float) -> list[View]:
    """Build the icon, name, date, amount and currency of an expense."""
    return [
        category_circle(expense.category, circle),
        column(
            TextView(
                expense.name[:20],
                id="tv_name",
                size=16,
                letter_spacing=0.03125,
                color="text_secondary",
                max_lines=1,
            ),
            TextView(
                date,
                id="tv_date",
                size=12,
                most_scale=1.5,
                max_lines=1,
                letter_spacing=0.0333,
                color="text_secondary",
            ),
            width=0,
            weight=1,
            margin=(16, 0, 8, 0),
        ),
        row(
            TextView(
                amount_text(expense.amount), id="tv_amount", size=16, color="amount", font="poppins"
            ),
            TextView(
                symbol,
                id="tv_currency_symbol",
                size=14,
                color="text_secondary",
                margin=(4, 0, 0, 5),
            ),
            id="linear_amount",
            content_gravity="bottom",
        ),
    ]


def filled_button(
    text: str,
    id: str,
    on_click: Callable[[], None],
    /,
    *,
    fill: str = "primary",
    **common: Unpack[TextOptions],
) -> Button:
    """Build a filled button with capital letters."""
    common.setdefault("height", 56)
    common["id"] = id
    common["all_caps"] = True
    common["background"] = Rounded(fill, 4)
    common["on_click"] = on_click
    return Button(text, kind="filled", **common)


def round_button(
    icon: str,
    id: str | None,
    on_click: Callable[[], None],
    /,
    **common: Unpack[ImageOptions],
) -> View:
    """Build a small tappable icon, without a content description as in the app."""
    common.setdefault("width", 35)
    common.setdefault("height", 35)
    common["id"] = id
    common["min_width"] = common["min_height"] = 0
    common["on_click"] = on_click
    return ImageButton(icon, **common)


def sheet_body(*children: View | None, button: View) -> View:
    """Build the content of a bottom sheet: what scrolls where the screen is low, and a button."""
    # Padding, not a margin, leaves room for the shadows of cards.
    content = wide_column(*children, padding=(16, 12, 16, 16))
    return list_sheet(OverflowScroll(content, width=MATCH), button)


def list_sheet(listed: View, button: View) -> View:
    """Build the content of a bottom sheet: what gets the room that there is, and a button."""
    button.margin = (16, 0)
    return AlertDialogLayout(
        None,
        listed,
        button,
        id="design_bottom_sheet",
        padding=(0, 0, 0, 48),
        background=Rounded("sheet", (8, 8, 0, 0)),
    )
