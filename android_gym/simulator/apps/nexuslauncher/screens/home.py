"""The home screen: the date, the favourites, and the hotseat below them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from android_gym.simulator.apps.nexuslauncher.actions import (
    ROW,
    SIDE,
    TARGETS,
    WORKSPACE_END,
    Actions,
)
from android_gym.simulator.apps.nexuslauncher.dialogs import HomeMenu
from android_gym.simulator.apps.nexuslauncher.favorites import COLUMNS, HOTSEAT, ROWS, Item
from android_gym.simulator.apps.nexuslauncher.model import App, Place
from android_gym.simulator.apps.nexuslauncher.screens.icons import AppIconView, FolderIconView
from android_gym.simulator.system.words import day_text, phrase
from android_gym.simulator.ui.drag_drop import DragSource, drawn_last
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    GridLayout,
    SwipeLayout,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["home"]


class Workspace(FrameLayout):
    """The pages of the home screen, reported as a scrollable view."""

    CLASS = "android.widget.ScrollView"
    IMPORTANT = True

    @property
    def scrollable(self) -> bool:
        """Return True, as Launcher3 reports it."""
        return True


class CellRow(GridLayout):
    """A row of icons that draws the dragged one on top."""

    @property
    def drawing_order(self) -> Sequence[View]:
        """Children in drawing order, the dragged one last."""
        return drawn_last(super().drawing_order)


class DragLayer(SwipeLayout):
    """The root of the home screen; draws the part with the dragged icon on top."""

    carrying = False

    @property
    def drawing_order(self) -> Sequence[View]:
        """Children in drawing order, the one with the dragged icon last."""
        order = super().drawing_order
        if not self.carrying:
            return order
        away = [
            view
            for view in order
            if any(isinstance(each, DragSource) and each.dragged for each in view.walk())
        ]
        return [*(view for view in order if view not in away), *away]


def home(app: Actions) -> View:
    """Build the home screen."""
    today = app.context.system.clock.today()
    date = TextView(
        day_text(today, "MMMEd"),
        style="launcher_clock",
        on_click=lambda: app.open("com.google.android.calendar"),
        margin=(28, 86, 0, 0),
    )
    items, known = app.items(), app.by_component()
    page = app.state.screen
    rows = [
        _row(app, number, [i for i in items if i.spot.screen == page], known)
        for number in range(ROWS)
    ]
    cells = FrameLayout(
        [None if app.state.dragging else date, *rows],
        content_description="Home",
        class_name="android.view.View",
        width=MATCH,
        height=MATCH,
        margin=(0, 50, 0, 24),
        on_long_click=lambda: app.show_dialog(HomeMenu()),
    )
    swipes: dict[str, Callable[[], object]] = {
        "up": partial(app.update, page="all_apps"),
        "down": app.context.system.status_bar.expand_notifications,
    }
    pages = app.pages()
    if pages > 1:
        swipes |= {"left": partial(app.turn, 1), "right": partial(app.turn, -1)}
    workspace = Workspace([cells], id="workspace", width=MATCH, height=MATCH)
    hotseat = _hotseat(app, [i for i in items if i.spot.screen == HOTSEAT], known)
    layer = DragLayer(
        [
            workspace,
            _indicator(page, pages) if pages > 1 else None,
            hotseat,
            _targets() if app.state.dragging else None,
        ],
        id="drag_layer",
        on_swipe=swipes,
        width=MATCH,
        height=MATCH,
    )
    layer.carrying = bool(app.state.dragging)
    return layer


def _icon(app: Actions, item: Item, known: dict[str, App], place: Place) -> View | None:
    """Build an app or folder; None if none of its apps is installed."""
    apps = [known[each] for each in item.components if each in known]
    label = place == "workspace"
    if item.folder:
        return FolderIconView(app, item, apps, label=label)
    return AppIconView(app, apps[0], place, label=label, spot=item.spot) if apps else None


def _row(app: Actions, number: int, items: list[Item], known: dict[str, App]) -> View | None:
    """Build a row of the workspace; None if it is empty."""
    cells: list[View] = [View(key=("free", column)) for column in range(COLUMNS)]
    empty = True
    for item in items:
        icon = _icon(app, item, known, "workspace") if item.spot.row == number else None
        if icon is not None:
            cells[item.spot.column] = icon
            empty = False
    if empty:
        return None
    return CellRow(
        cells,
        columns=COLUMNS,
        key=("row", number),
        width=MATCH,
        gravity="bottom",
        margin=(SIDE, 0, SIDE, WORKSPACE_END - 24 + ROW * (ROWS - 1 - number)),
    )


def _targets() -> View:
    """Build the drop targets for removing and uninstalling."""

    def target(icon: str, text: str) -> View:
        return TextView(
            text,
            icon=icon,
            icon_padding=8,
            style="label_large",
            color="on_wallpaper",
            width=0,
            weight=1,
            align="center",
            content_description=text,
        )

    return wide_row(
        target("close", "Remove"),
        target("delete", "Uninstall"),
        id="drop_target_bar",
        padding=(0, 60, 0, 0),
        height=TARGETS,
    )


def _indicator(page: int, pages: int) -> View:
    """Build the dots of the page indicator."""
    dots = [
        View(
            key=number,
            width=6,
            height=6,
            margin=4,
            background=Rounded("#FFFFFFFF" if number == page else "#80FFFFFF", 3),
        )
        for number in range(pages)
    ]
    return row(
        *dots,
        id="page_indicator",
        content_description=phrase("Home screen {page} of {pages}", page=page + 1, pages=pages),
        gravity="bottom|center_horizontal",
        margin=(0, 0, 0, WORKSPACE_END - 40),
    )


def _hotseat(app: Actions, items: list[Item], known: dict[str, App]) -> View:
    icons = [icon for item in items if (icon := _icon(app, item, known, "hotseat")) is not None]
    taken = {each.partition("/")[0] for item in items for each in item.components}
    for each in app.predicted(COLUMNS - len(icons), taken):
        words = phrase("Predicted app: {app}", app=app.name(each))
        icons.append(AppIconView(app, each, "hotseat", label=False, content_description=words))
    search = wide_row(
        _pill(app, "google", "g_icon", "#4285F4", "Google app"),
        View(weight=1, width=0),
        _pill(app, "microphone", "mic_icon", "#5F6368", "Voice search"),
        _pill(app, "camera_outline", "lens_icon", "#5F6368", "Google Lens"),
        content_description="Search",
        id="search_container_hotseat",
        class_name="android.widget.FrameLayout",
        height=63,
        padding=(18, 0),
        margin=(28, 22, 28, 0),
        background=Rounded("#F1F3F4", 32),
        on_click=app.search,
    )
    return wide_column(
        CellRow(icons, columns=COLUMNS, width=MATCH, margin=(SIDE, 0), row_height=74),
        search,
        id="hotseat",
        class_name="android.view.ViewGroup",
        gravity="bottom",
        margin=(0, 0, 0, 42),
        important_for_accessibility="yes",
    )


def _pill(app: Actions, icon: str, id: str, tint: str, words: str) -> View:
    return ImageView(
        icon,
        id=id,
        tint=tint,
        content_description=words,
        width=44,
        height=MATCH,
        on_click=lambda: app.open("com.google.android.googlequicksearchbox"),
    )
