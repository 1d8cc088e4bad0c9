"""A gallery of every widget in light and dark themes of Material 2 and 3, for visual checks."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Unpack, get_args

from android_gym.simulator.ui.activity import Activity, Screen
from android_gym.simulator.ui.charts import BarChart, LineChart, PieChart, ProgressLine
from android_gym.simulator.ui.components import (
    AppBarLayout,
    Badge,
    BottomNavigationView,
    CardView,
    Chip,
    ChipGroup,
    DrawerLayout,
    DropdownField,
    Expandable,
    ExtendedFloatingActionButton,
    FloatingActionButton,
    ListItem,
    MenuItem,
    NavigationView,
    NavItem,
    SearchView,
    Spinner,
    SwipeRow,
    Tab,
    TabLayout,
    TextInputLayout,
    ToggleGroup,
    Toolbar,
    ViewPager,
    bottom_sheet,
    empty_state,
    popup_menu,
    section_header,
)
from android_gym.simulator.ui.date_pickers import date_picker_dialog
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    HorizontalScrollView,
    RecyclerView,
    ScrollView,
    column,
    row,
)
from android_gym.simulator.ui.material_date import material_date_picker
from android_gym.simulator.ui.material_time import material_time_picker
from android_gym.simulator.ui.options import ButtonKind, ViewOptions
from android_gym.simulator.ui.pickers import NumberPicker, color_grid
from android_gym.simulator.ui.theme import material_theme
from android_gym.simulator.ui.time_pickers import time_picker_dialog
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import (
    Button,
    CheckBox,
    Divider,
    EditText,
    ImageButton,
    ImageView,
    ProgressBar,
    RadioButton,
    SeekBar,
    Switch,
    TextView,
)

if TYPE_CHECKING:
    from android_gym.simulator.ui.theme import Theme

__all__ = ["PAGES", "THEMES", "render"]

THEMES: Final[dict[str, Callable[[], Theme]]] = {
    "material3_light": lambda: material_theme("#6750A4"),
    "material3_dark": lambda: material_theme("#6750A4", dark=True),
    "material2_light": lambda: material_theme("#6200EE", "#03DAC5", material=2),
    "material2_dark": lambda: material_theme("#BB86FC", "#03DAC5", material=2, dark=True),
}


def _nothing(*_: Any) -> None:
    """Do nothing, as the gallery's callbacks."""


def _page(*views: View | None, **common: Unpack[ViewOptions]) -> View:
    common.setdefault("width", MATCH)
    common.setdefault("padding", 16)
    return ScrollView(column(*views, **common), width=MATCH, height=MATCH)


def _framed(title: str, content: View, **screen: Any) -> Screen:
    content.width, content.height, content.weight = MATCH, 0, 1.0
    bar = Toolbar(title, navigation="arrow_back", on_navigation=_nothing)
    return Screen(column(bar, content, width=MATCH, height=MATCH), **screen)


def _buttons() -> Screen:
    kinds = get_args(ButtonKind)
    gap = (0, 8, 8, 0)
    return _framed(
        "Buttons",
        _page(
            row(*(Button(kind.title(), kind=kind, margin=gap) for kind in kinds[:3])),
            row(*(Button(kind.title(), kind=kind, margin=gap) for kind in kinds[3:])),
            row(*(Button("Off", kind=kind, enabled=False, margin=gap) for kind in kinds[:3])),
            Button("With icon", kind="filled", icon="add", margin=gap),
            row(
                FloatingActionButton("add", size="mini", gravity=None, margin=8),
                FloatingActionButton("pencil", gravity=None, margin=8),
                FloatingActionButton("plus", size="large", gravity=None, margin=8),
            ),
            ExtendedFloatingActionButton("Create", icon="add", gravity=None, margin=8),
            ToggleGroup(["Day", "Week", "Month"], [1], _nothing),
            row(
                CheckBox("Check", checked=True, on_checked_change=_nothing, margin=gap),
                CheckBox("Check", on_checked_change=_nothing, margin=gap),
                CheckBox("Off", enabled=False, checked=True, margin=gap),
            ),
            row(
                RadioButton("Radio", checked=True, on_checked_change=_nothing, margin=gap),
                RadioButton("Radio", on_checked_change=_nothing, margin=gap),
                RadioButton("Off", enabled=False, margin=gap),
            ),
            row(
                Switch(checked=True, on_checked_change=_nothing, margin=gap),
                Switch(on_checked_change=_nothing, margin=gap),
                Switch(checked=True, enabled=False, margin=gap),
                Switch(enabled=False, margin=gap),
            ),
            Switch("Switch with text", checked=True, width=MATCH),
            SeekBar(40, on_change=_nothing, width=MATCH, margin=(0, 8)),
            SeekBar(40, width=MATCH, enabled=False),
            ProgressBar(0.6, width=MATCH, margin=(0, 16)),
            row(
                ProgressBar(circular=True),
                ProgressBar(0.7, circular=True),
                ImageButton("heart", content_description="Like"),
                Badge("12"),
                Badge("", margin=8),
            ),
            ChipGroup(
                [
                    Chip("Filter", checked=True, on_click=_nothing),
                    Chip("Filter", checked=False, on_click=_nothing),
                    Chip("Assist", icon="event", on_click=_nothing),
                    Chip("Input", icon="person", on_click=_nothing, on_close=_nothing),
                ]
            ),
        ),
    )


def _fields() -> Screen:
    gap = (0, 0, 0, 12)
    return _framed(
        "Fields",
        _page(
            EditText("Plain text", width=MATCH, margin=gap),
            EditText("", hint="Plain hint", width=MATCH, margin=gap),
            TextInputLayout(EditText("", hint="Name", id="a"), margin=gap),
            TextInputLayout(EditText("Focused", hint="Name", id="b", autofocus=True), margin=gap),
            TextInputLayout(
                EditText("12,34", hint="Amount", id="c"),
                error="Cost is Empty",
                suffix="USD",
                counter_max=10,
                margin=gap,
            ),
            TextInputLayout(
                EditText("Filled", hint="Label", id="d"), kind="filled", helper="Help", margin=gap
            ),
            TextInputLayout(EditText("", hint="Label", id="e"), kind="filled", margin=gap),
            TextInputLayout(EditText("Line", hint="Label", id="f"), kind="line", margin=gap),
            TextInputLayout(
                EditText("secret", hint="Password", id="g", input_type="password"),
                start_icon="lock",
                end_icon="eye",
                margin=gap,
            ),
            TextInputLayout(
                EditText("Two\nlines", hint="Note", id="h", multi_line=True),
                height=100,
                margin=gap,
            ),
            Spinner(["All recipes", "Favourites"], 0, _nothing),
            DropdownField("Category", ["Food", "Income"], 0, _nothing),
        ),
    )


def _lists() -> Screen:
    return _framed(
        "Lists",
        RecyclerView(
            [
                section_header("One line"),
                ListItem("Title", on_click=_nothing),
                ListItem("Title with an icon", icon="folder", on_click=_nothing),
                section_header("Two lines"),
                ListItem("Title", "Supporting text", icon="person", on_click=_nothing),
                ListItem("Title", "Supporting text", trailing="100+"),
                ListItem("Switch", "Supporting text", trailing=Switch(checked=True)),
                ListItem(
                    "Three lines",
                    "Supporting text that is so long that it takes a second line of its own",
                    icon="email",
                    trailing=CheckBox(checked=True),
                ),
                Divider(),
                SwipeRow(
                    ListItem("Swiped aside", "A view behind", background="background"),
                    FrameLayout(
                        [
                            ImageView(
                                "delete", tint="#FFFFFF", gravity="end|center_vertical", margin=24
                            )
                        ],
                        background="#EF5350",
                        width=MATCH,
                        height=64,
                    ),
                    rest=-80,
                    on_swipe_left=_nothing,
                ),
                Expandable("Expanded", [ListItem("Inside", inset=True)], True, _nothing),
                Expandable("Collapsed", [], False, _nothing),
                row(
                    CardView(column(TextView("Elevated"), padding=16), margin=8),
                    CardView(column(TextView("Filled"), padding=16), kind="filled", margin=8),
                    CardView(column(TextView("Outlined"), padding=16), kind="outlined", margin=8),
                ),
            ]
        ),
    )


def _tabs() -> Screen:
    items = [
        NavItem("Home", "home"),
        NavItem("Search", "search", badge="3"),
        NavItem("Library", "library_music", badge=""),
        NavItem("Settings", "settings"),
    ]
    return Screen(
        column(
            AppBarLayout([Toolbar("In an app bar"), TabLayout(["One", "Two"], 0, _nothing)]),
            Toolbar(
                "Title",
                subtitle="Subtitle",
                navigation="menu",
                menu=[
                    MenuItem("Search", icon="search"),
                    MenuItem("Share", icon="share"),
                    MenuItem("Settings"),
                ],
            ),
            Toolbar(navigation="arrow_back", content=SearchView("", _nothing, autofocus=False)),
            TabLayout(["First", "Second", "Third"], 1, _nothing),
            TabLayout([Tab("Calls", "call"), Tab("Chats", "chat", badge="2")], 0, _nothing),
            TabLayout([f"Section {i}" for i in range(8)], 2, _nothing, scrollable=True),
            HorizontalScrollView(row(*(Chip(f"Chip {i}", margin=4) for i in range(9)))),
            ViewPager(
                3,
                lambda i: empty_state(
                    "There is nothing here yet.", icon="inbox", title=f"Page {i}"
                ),
                height=0,
                weight=1.0,
            ),
            BottomNavigationView(items, 1, _nothing),
            width=MATCH,
            height=MATCH,
        )
    )


def _behind() -> View:
    rows = [ListItem(f"Item {i}", "Supporting text", icon="file") for i in range(20)]
    return FrameLayout(
        [
            column(Toolbar("Title", navigation="menu"), *rows, width=MATCH, height=MATCH),
            FloatingActionButton("add"),
        ],
        width=MATCH,
        height=MATCH,
    )


def _drawer() -> Screen:
    header = column(
        TextView("Pro Expense", style="title_large"),
        TextView("someone@example.org", style="body_medium"),
        padding=16,
    )
    drawer = NavigationView(
        [
            MenuItem("Home", icon="home", checked=True),
            MenuItem("Logs", icon="list", badge="24"),
            None,
            "More",
            MenuItem("Settings", icon="settings"),
        ],
        header=header,
    )
    return Screen(DrawerLayout(_behind(), drawer, True, _nothing))


def _sheet() -> Screen:
    content = column(
        TextView("Expense detail", style="title_large", margin=(16, 16, 16, 8)),
        ListItem("Amount", "12.34", icon="cash"),
        ListItem("Date", "2023 Oct 3", icon="event"),
        Button("Edit", kind="filled", margin=16, width=MATCH),
    )
    return Screen(_behind(), overlays=[bottom_sheet(content, _nothing)])


def _menu() -> Screen:
    items = [
        MenuItem("Sort by", submenu=(MenuItem("Name"), MenuItem("Date"))),
        MenuItem("Show hidden", checked=True),
        MenuItem("Grid", checked=True, exclusive=True),
        MenuItem("With icon", icon="share"),
        MenuItem("Disabled", enabled=False),
    ]
    return Screen(_behind(), overlays=[popup_menu(items, _nothing)])


def _dialog() -> Screen:
    dialog = alert_dialog(
        "Delete 3 items?",
        "They will be gone for ever. " * 3,
        positive="Delete",
        negative="Cancel",
        neutral="More",
        on_dismiss=_nothing,
    )
    return Screen(_behind(), overlays=[dialog])


def _choice() -> Screen:
    dialog = alert_dialog(
        "Choose theme",
        items=["Dark theme", "Light theme", "System default"],
        selected=1,
        positive="Restart",
        negative="Cancel",
        on_dismiss=_nothing,
    )
    return Screen(_behind(), overlays=[dialog])


def _prompt() -> Screen:
    field = TextInputLayout(EditText("Recording 1", hint="Name", id="name"), margin=(24, 8))
    dialog = alert_dialog(
        "Rename", content=field, positive="OK", negative="Cancel", on_dismiss=_nothing
    )
    return Screen(_behind(), overlays=[dialog])


def _picker(name: str) -> Screen:
    date, time = dt.date(2023, 10, 15), dt.time(15, 34)
    ends: tuple[Any, Any] = (_nothing, _nothing)
    overlay = {
        "date": lambda: date_picker_dialog(date, *ends, today=dt.date(2023, 10, 3)),
        "time": lambda: time_picker_dialog(time, *ends),
        "time_text": lambda: time_picker_dialog(time, *ends, text=True),
        "material_date": lambda: material_date_picker(date, *ends, today=dt.date(2023, 10, 3)),
        "material_time": lambda: material_time_picker(time, *ends, is_24=True),
        "material_time_text": lambda: material_time_picker(time, *ends, text=True),
    }[name]()
    return Screen(_behind(), overlays=[overlay])


def _more_pickers() -> Screen:
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    colors = ["#F44336", "#E91E63", "#9C27B0", "#673AB7", "#3F51B5", "#2196F3", "#03A9F4"]
    return _framed(
        "Pickers",
        _page(
            row(
                NumberPicker(10, 1, 12, _nothing, labels=months),
                NumberPicker(15, 1, 31, _nothing, margin=(16, 0)),
                NumberPicker(2023, 1900, 2100, _nothing),
            ),
            color_grid(colors, 2, _nothing, margin=(0, 16)),
        ),
    )


def _charts() -> Screen:
    days = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
    values = [10, 40, 25, 0, 60, 55, 20]
    colors = ["#F44336", "#2196F3", "#4CAF50", "#FFC107"]
    gap = (0, 0, 0, 16)
    return _framed(
        "Charts",
        _page(
            LineChart(values, days, smooth=True, fill="primary@0.2", dots=3, margin=gap),
            LineChart(values, days, grid=3, value_labels=["0", "20", "40", "60"], margin=gap),
            BarChart(values, days, margin=gap),
            row(
                PieChart([50, 30, 20, 5], colors, width=160, height=160),
                PieChart([50, 30, 20], colors, hole=0.7, text="100", gap=2, width=160, height=160),
            ),
            ProgressLine(0.4, margin=(0, 16)),
            ProgressLine(0.7, corners=10),
        ),
    )


PAGES: Final[dict[str, Callable[[], Screen]]] = {
    "buttons": _buttons,
    "fields": _fields,
    "lists": _lists,
    "tabs": _tabs,
    "drawer": _drawer,
    "sheet": _sheet,
    "menu": _menu,
    "dialog": _dialog,
    "choice": _choice,
    "prompt": _prompt,
    "date": lambda: _picker("date"),
    "time": lambda: _picker("time"),
    "time_text": lambda: _picker("time_text"),
    "material_date": lambda: _picker("material_date"),
    "material_time": lambda: _picker("material_time"),
    "material_time_text": lambda: _picker("material_time_text"),
    "pickers": _more_pickers,
    "charts": _charts,
}


@dataclass(frozen=True)
class GalleryState:
    """The page and theme on show."""

    page: str = "buttons"
    theme: str = "material3_light"


class Gallery(Activity[GalleryState]):
    """The gallery, which shows the page and theme of its state."""

    def theme(self) -> Theme:
        """Return the selected theme."""
        return THEMES[self.state.theme]()

    def build(self) -> Screen:
        """Return the selected page."""
        screen = PAGES[self.state.page]()
        if self.theme().material == 2:
            screen.status_bar = "status_bar"
            screen.light_bars = False
        return screen


def render(out: Path, pages: tuple[str, ...] = (), width: int = 1080) -> list[Path]:
    """Render each page in each theme to a PNG file.

    Args:
        out: Folder for the files, created if it doesn't exist.
        pages: Names of pages; all if empty.
        width: Width of the pictures in pixels; 540 is half of the screen's.

    Returns:
        Paths of the files.
    """
    from android_gym.simulator.state import State
    from android_gym.simulator.system import System
    from android_gym.simulator.system.packages import (
        CATEGORY_HOME,
        ActivityInfo,
        IntentFilter,
        Manifest,
    )
    from android_gym.simulator.ui.gestures import GestureDetector
    from android_gym.simulator.ui.host import AppHost
    from android_gym.simulator.ui.renderer import Renderer, save_png
    from android_gym.simulator.ui.windows import WindowManager

    manifest = Manifest(
        package="org.example.gallery",
        label="Gallery",
        module="android_gym.simulator.ui",
        activities=(
            ActivityInfo(
                name=".Gallery",
                screen="gallery:Gallery",
                filters=(
                    IntentFilter(categories=(CATEGORY_HOME, "android.intent.category.DEFAULT")),
                ),
            ),
        ),
    )
    state = State()
    system = System(state, (manifest,))
    host = AppHost(state, system)
    windows = WindowManager(state, system, host)
    GestureDetector(system, windows)
    host.wire((manifest,), windows)
    system.activities.home()
    gallery = host.activity(next(iter(system.activities.visible())))
    assert isinstance(gallery, Gallery)
    out.mkdir(parents=True, exist_ok=True)
    renderer = Renderer(1080, 2400, width, width * 2400 // 1080)
    files = []
    for page in pages or tuple(PAGES):
        for theme in THEMES:
            windows.hide_keyboard(drop_focus=True)
            gallery.update(page=page, theme=theme)
            files.append(out / f"{page}_{theme}.png")
            save_png(files[-1], renderer.render(windows.items()))
    return files
