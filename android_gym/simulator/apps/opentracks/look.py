"""Theme, bars and widgets shared by OpenTracks' screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final, Unpack

from android_gym.simulator.appkit.list_bars import marked_bar
from android_gym.simulator.apps.opentracks.sports import Sport
from android_gym.simulator.apps.opentracks.storage import setting
from android_gym.simulator.ui.activity import Activity, Context, Overlay, S_co, Screen
from android_gym.simulator.ui.components import MenuItem, OverflowButton, TextInputLayout, Toolbar
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.icons import Icon
from android_gym.simulator.ui.layouts import FrameLayout, LinearLayout, column, row
from android_gym.simulator.ui.options import ImageOptions, TextOptions, ViewOptions
from android_gym.simulator.ui.suggestions import matching, suggestions
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, EditText, ImageButton, ImageView, TextView

ORANGE: Final = "#FF6D00"
RED: Final = "#BE161B"
LINE: Final = "#99999999"
SNACKBAR: Final = (
    ("snackbar", "#CC0000"),
    ("on_snackbar", "#FFFFFF"),
    ("snackbar_action", "#FFFFFF"),
)
"""Snackbar colours in the light theme."""

LOGO: Final = Icon("run_fast", ORANGE, 24)

BAR: Final = 80.0
"""Height in dp of Material 3's BottomAppBar."""

Click = Callable[[], object]


@cache
def theme_of(dark: bool) -> Theme:
    """Return the app's colours: Material 3's baseline with the app's orange."""
    page, ink = ("#1C1B1F", "#E6E1E5") if dark else ("#FFFBFE", "#1C1B1F")
    faint = "#CAC4D0" if dark else "#49454F"
    bar = "#211F26" if dark else "#F3EDF7"
    tonal, on_tonal = ("#4A4458", "#E8DEF8") if dark else ("#E8DEF8", "#1D192B")
    variant, outline = ("#49454F", "#938F99") if dark else ("#E7E0EC", "#79747E")
    faint_line = "#49454F" if dark else "#CAC4D0"
    return material_theme(
        ORANGE,
        dark=dark,
        background=page,
        surface=page,
        name="opentracks dark" if dark else "opentracks",
        colors=(
            ("primary", ORANGE),
            ("accent", ORANGE),
            ("link", ORANGE),
            ("tab_indicator", ORANGE),
            ("tab_selected", ORANGE),
            ("control_activated", ORANGE),
            ("switch_track_on", ORANGE),
            ("switch_thumb_on", "#FFFFFF"),
            ("on_primary", "#FFFFFF"),
            ("text_primary", ink),
            ("text_secondary", faint),
            ("text_hint", faint),
            ("icon", faint),
            ("on_app_bar", ink),
            ("app_bar", page),
            ("bottom_bar", bar),
            ("status_bar", page),
            ("navigation_bar", "#000000" if dark else bar),
            ("activated", "#55FF6D00"),
            ("dialog", "#2B2930" if dark else "#ECE6F0"),
            ("menu", bar),
            ("secondary_container", tonal),
            ("on_secondary_container", on_tonal),
            ("surface_variant", variant),
            ("switch_track_off", variant),
            ("outline", outline),
            ("switch_thumb_off", outline),
            ("outline_variant", faint_line),
            ("divider", faint_line),
            *(() if dark else SNACKBAR),
        ),
    )


class TracksActivity(Activity[S_co]):
    """Base of OpenTracks' activities."""

    def theme(self) -> Theme:
        """Return the light or dark theme, as set in the app or on the phone."""
        dark = {"1": False, "2": True}.get(setting(self.context, "nightMode"))
        return theme_of(self.context.system.display.dark if dark is None else dark)


def most_actions(context: Context) -> int:
    """Return the maximum number of buttons in a bar, as in AppCompat's ActionBarPolicy."""
    display = context.system.display
    width = display.size[0] / display.density
    return 5 if width > 600 else 4 if width >= 500 else 3 if width >= 360 else 2


def fitted(context: Context, items: Sequence[MenuItem | None]) -> list[MenuItem]:
    """Return a menu's entries, with as many as fit shown as buttons in the bar.

    Entries with an icon are shown if there is room; the rest go to the overflow menu, whose button
    takes up room too.
    """
    shown = [item for item in items if item is not None]
    wanting = [item for item in shown if item.icon is not None]
    room = most_actions(context)
    if len(wanting) < len(shown) or len(wanting) > room:
        room -= 1
    kept = {id(item) for item in wanting[:room]}
    return [item if id(item) in kept else replace(item, icon=None, action=False) for item in shown]


def top_bar(
    title: str, icon: str | Icon, menu: Sequence[MenuItem] = (), *, id: str | None = None
) -> Toolbar:
    """Build a screen's toolbar; the icon at its start does nothing."""
    return Toolbar(
        title,
        navigation=icon,
        navigation_description=None,
        menu=menu,
        gap=2,
        id=id,
        key="top_bar",
    )


def fitted_marked_bar(
    context: Context, count: int, on_close: Click, menu: Sequence[MenuItem | None]
) -> Toolbar:
    """Build the bar for selected rows, with as many icons as fit."""
    return marked_bar(str(count), on_close, fitted(context, menu))


def list_line() -> View:
    """Build the divider below a list row."""
    return View(
        id="marker_list_item_bottom_line",
        width=MATCH,
        height=1,
        background=LINE,
        margin=(0, 8, 0, 0),
    )


def completions(
    context: Context,
    name: str,
    entries: Sequence[str],
    typed: str,
    choose: Callable[[str], None],
    close: Click,
    *,
    beside: float,
) -> Overlay | None:
    """Build a field's list of suggestions, `beside` dp narrower than the screen."""
    fitting = matching(entries, typed) if typed else []
    display = context.system.display
    return suggestions(
        name,
        fitting if fitting != [typed] else [],
        choose,
        close,
        width=display.size[0] / display.density - beside,
    )


def bottom_bar(
    context: Context,
    *,
    navigation: str | Icon | None = "arrow_back",
    on_navigation: Click | None = None,
    menu: Sequence[MenuItem | None] = (),
    buttons: Sequence[View] = (),
) -> View:
    """Build the bottom bar: an arrow or logo, then buttons or a menu.

    Args:
        context: The app's context.
        navigation: Icon at the start, without a content description.
        on_navigation: Called on a tap on the icon.
        menu: Menu entries; see `fitted`.
        buttons: Buttons instead of a menu.
    """
    items = fitted(context, menu)
    hidden = [item for item in items if item.icon is None]
    return row(
        ImageButton(navigation, width=56, height=56, key="back", on_click=on_navigation)
        if navigation is not None
        else None,
        *buttons,
        *(_action(item) for item in items if item.icon is not None),
        OverflowButton(hidden, key="more") if hidden else None,
        id="bottom_app_bar",
        class_name="android.view.ViewGroup",
        width=MATCH,
        height=BAR,
        padding=(4, 0),
        background="bottom_bar",
        content_gravity="center_vertical",
    )


def _action(item: MenuItem) -> View:
    return ImageView(
        item.icon,
        id=item.id,
        key=item.title,
        class_name="android.widget.Button",
        content_description=item.title,
        width=48,
        height=48,
        tooltip=item.title,
        on_click=item.on_click,
    )


def icon_button(icon: str, id: str, on_click: Click) -> View:
    """Build a bottom bar button without text or content description."""
    return ImageView(
        icon,
        id=id,
        class_name="android.widget.Button",
        tint="text_primary",
        width=48,
        height=48,
        on_click=on_click,
    )


def framed(
    body: View,
    bottom: View | None,
    *,
    top: View | None = None,
    fab: View | None = None,
    overlays: Sequence[Overlay | None] = (),
) -> Screen:
    """Lay out a screen: top bar, body, bottom bar, and the floating action button in it."""
    body.width, body.height, body.weight = MATCH, 0, 1.0
    return Screen(
        FrameLayout(
            [column(top, body, bottom, width=MATCH, height=MATCH), fab],
            class_name="android.view.ViewGroup",
            width=MATCH,
            height=MATCH,
        ),
        overlays=overlays,
        status_bar="status_bar",
        navigation_bar="navigation_bar",
    )


def round_button(
    icon: str, id: str, description: str, color: str, on_click: Click, hold: Click | None = None
) -> View:
    """Build the floating action button at the end of the bottom bar."""
    return ImageButton(
        icon,
        id=id,
        content_description=description,
        tint="#FFFFFF",
        width=64,
        height=64,
        gravity="end|bottom",
        margin=(0, 0, 16, (BAR - 64) / 2),
        elevation=6,
        background=Rounded(color, 32),
        on_click=on_click,
        on_long_click=hold,
    )


def line(**common: Unpack[ViewOptions]) -> View:
    """Build a thin grey divider."""
    common.setdefault("margin", (8, 8))
    common["width"], common["height"], common["background"] = MATCH, 1, LINE
    return View(**common)


def label(text: str, *, small: bool = False, **common: Unpack[TextOptions]) -> TextView:
    """Build the heading of a value: orange capitals, or small plain text."""
    common.setdefault("style", "label_small" if small else "label_large")
    common.setdefault("weight_font", 500 if small else 700)
    common.setdefault("color", "text_primary" if small else "primary")
    common["all_caps"], common["max_lines"] = True, 1
    return TextView(text, **common)


def value(
    number: str, unit: str | None, name: str, *, unit_name: str = "", below: float = 8
) -> View:
    """Build a large number and its unit, with ids `name` and `unit_name`."""
    return row(
        TextView(number, id=name, style="display_small", weight_font=700, max_lines=1),
        TextView(
            unit, id=unit_name or None, size=12, color="text_primary", margin=(2, 0, 0, 6),
            gravity="bottom",
        )
        if unit is not None
        else None,
        margin=(0, 8, 0, below),
    )  # fmt: skip


def halves(first: View | None, second: View | None) -> LinearLayout:
    """Lay out two views, each centred in half of a row."""
    halves = (_half(view) for view in (first, second))
    return row(*halves, width=MATCH, content_gravity="top")


def _half(view: View | None) -> View:
    return column(view, width=0, weight=1.0, content_gravity="center_horizontal")


def field(text: str, hint: str, id: str, on_change: Callable[[str], None], **options: Any) -> View:
    """Build an outlined text field; a tap selects all of its text."""
    options.setdefault("ime_action", "next")
    options.setdefault("capitalize", "sentences")
    edit = EditText(
        text,
        id=id,
        hint=hint,
        on_text_change=on_change,
        select_all=True,
        **options,
    )
    return TextInputLayout(edit, margin=(0, 0, 0, 16), key=id)


def bottom_buttons(*buttons: tuple[str, str, Click]) -> View:
    """Build the text buttons below a form from (text, id, click) tuples, below a divider."""
    return column(
        View(width=MATCH, height=1, background="divider", margin=(4, 0)),
        row(
            *(
                Button(text, id=id, kind="text", width=0, weight=1.0, on_click=click)
                for text, id, click in buttons
            ),
            width=MATCH,
            padding=(8, 4),
        ),
        width=MATCH,
    )


def sport_icon(sport: Sport, **common: Unpack[ImageOptions]) -> ImageView:
    """Build the icon of an activity type."""
    return ImageView(sport.icon, **common)
