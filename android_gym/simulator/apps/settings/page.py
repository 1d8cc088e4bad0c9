"""What all pages of Settings share: the frame with its collapsing title, and the way around."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from immutables import Map

from android_gym.simulator.apps.settings.pages import PACKAGE, PAGES, PageInfo, page_of
from android_gym.simulator.system import System
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, Context, Overlay, Screen
from android_gym.simulator.ui.collapsing import CollapsingToolbarLayout, CoordinatorLayout
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, column, row
from android_gym.simulator.ui.theme import SETTINGS_DARK, SETTINGS_LIGHT, Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import ImageButton, Space

__all__ = ["Page", "PageState", "Row", "load", "recycler", "sub_settings"]

SHOW_FRAGMENT = ":settings:show_fragment"
FOCUS_KEY = ":settings:fragment_args_key"
"""Extra with the title of the row that a page is to begin with."""

LIST_END_DP = 48
"""Room that lists keep free below their last row."""


class Row(Protocol):
    """What a page is made of; see `preferences`."""

    @property
    def searchable(self) -> bool:
        """Whether search lists it."""

    def view(self) -> View:
        """Makes the row."""


@dataclass(frozen=True)
class PageState:
    """State of a page.

    Attributes:
        dialog: Name of the dialog over it, "" for none.
        menu: Whether its overflow menu is open.
        draft: What has been chosen or typed in the dialog so far.
        more: Whether "Advanced" or "See all" has been unfolded.
    """

    dialog: str = ""
    menu: bool = False
    draft: str = ""
    more: bool = False


def recycler(rows: Sequence[Row], *, start: int = 0) -> RecyclerView:
    """The list of a page; makes only the rows on screen."""
    return RecyclerView(
        len(rows),
        lambda index: rows[index].view(),
        id="recycler_view",
        width=MATCH,
        height=MATCH,
        padding=(0, 0, 0, LIST_END_DP),
        start=start,
    )


class Page(Activity):
    """A page: a title and rows.

    Attributes:
        TITLE: The title.
    """

    State = PageState
    TITLE: ClassVar[str] = ""

    @property
    def system(self) -> System:
        """The services."""
        return self.context.system

    def theme(self) -> Theme:
        """Settings' own colours."""
        return SETTINGS_DARK if self.system.display.dark else SETTINGS_LIGHT

    # -- what a page may override

    def title(self) -> str:
        """The title at the top."""
        return self.TITLE

    def rows(self) -> Sequence[Row | None]:
        """The rows; None entries are left out."""
        raise NotImplementedError(f"{type(self).__name__} must list its rows.")

    def actions(self) -> Sequence[View]:
        """Buttons at the end of the toolbar."""
        return ()

    def overlays(self) -> Sequence[Overlay | None]:
        """Dialogs and menus over the page."""
        return ()

    # -- going around

    def open(self, screen: str, **extras: Any) -> None:
        """Opens a page of Settings, as one level further down."""
        page = page_of(screen)
        assert page is not None, screen
        values = {SHOW_FRAGMENT: page.fragment_class, **extras}
        component = f"{PACKAGE}/{PACKAGE}.SubSettings"
        self.start_activity(Intent(component=component, extras=Map(values)))

    def opener(self, screen: str, **extras: Any) -> Any:
        """Returns what opens a page when it is called."""
        return lambda: self.open(screen, **extras)

    def show(self, dialog: str, draft: str = "") -> None:
        """Opens one of the page's dialogs."""
        self.update(dialog=dialog, draft=draft, menu=False)

    def shower(self, dialog: str) -> Any:
        """Returns what opens a dialog when it is called."""
        return lambda: self.show(dialog)

    def dismiss(self) -> None:
        """Closes the dialog or menu."""
        self.update(dialog="", draft="", menu=False)

    # -- settings

    def setting(self, namespace: str, key: str, default: str = "0") -> str:
        """Reads a setting."""
        value = self.system.settings.get(namespace, key)
        return default if value is None else value

    def is_on(self, namespace: str, key: str, default: str = "0") -> bool:
        """Whether a setting is not 0."""
        return self.setting(namespace, key, default) != "0"

    def put(self, namespace: str, key: str, value: object) -> None:
        """Writes a setting."""
        text = str(int(value)) if isinstance(value, bool) else str(value)
        self.system.settings.put(namespace, key, text)

    # -- views

    def build(self) -> Screen:
        """Makes frame and rows."""
        rows = [item for item in self.rows() if item is not None]
        focus = self.intent.extra(FOCUS_KEY)
        start = next(
            (i for i, item in enumerate(rows) if focus and getattr(item, "title", "") == focus), 0
        )
        return Screen(
            self.frame(recycler(rows, start=start)),
            overlays=self.overlays(),
            edge_to_edge="top",
            title=self.title(),
        )

    def frame(self, scrolling: View, *, head: View | None = None) -> View:
        """Puts a list under the collapsing title.

        Args:
            scrolling: The list.
            head: What stands still between title and list.
        """
        up = ImageButton(
            "arrow_back",
            content_description="Navigate up",
            on_click=self.context.windows.back,
            tint="text_primary",
            width=56,
            height=56,
        )
        toolbar = row(
            up,
            Space(width=0, weight=1, height=1),
            *self.actions(),
            id="action_bar",
            class_name="android.view.ViewGroup",
            width=MATCH,
            height=56,
        )
        bar = CollapsingToolbarLayout(self.title(), [toolbar], id="collapsing_toolbar")
        app_bar = FrameLayout(
            [bar],
            id="app_bar",
            class_name="android.widget.LinearLayout",
            width=MATCH,
            height=bar.expanded,
        )
        windows = self.context.windows
        return CoordinatorLayout(
            app_bar,
            FrameLayout(
                [
                    FrameLayout(
                        [
                            column(
                                head,
                                FrameLayout(
                                    [scrolling],
                                    id="android:id/list_container",
                                    width=MATCH,
                                    height=0,
                                    weight=1,
                                ),
                                id="container_material",
                                width=MATCH,
                                height=MATCH,
                            )
                        ],
                        id="main_content",
                        width=MATCH,
                        height=MATCH,
                    )
                ],
                id="content_frame",
                width=MATCH,
                height=MATCH,
            ),
            scrolling,
            collapsed=CollapsingToolbarLayout.TOOLBAR,
            id="content_parent",
            width=MATCH,
            height=MATCH,
            padding=(0, windows.status_bar_height / windows.density, 0, 0),
        )


def load(page: PageInfo) -> type[Page]:
    """Imports a page's class."""
    module, _, name = page.screen.partition(":")
    package = __name__.rpartition(".")[0]
    found: type[Page] = getattr(importlib.import_module(f"{package}.{module}"), name)
    return found


def sub_settings(context: Context, token: int) -> Page:
    """Makes the page that an intent to SubSettings names."""
    record = context.system.activities.record(token)
    name = record.intent.extra(SHOW_FRAGMENT) if record is not None else None
    page = page_of(str(name)) or PAGES[0]
    return load(page)(context, token)
