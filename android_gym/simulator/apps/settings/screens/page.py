"""The base of all pages of Settings: a collapsing title and a list of rows."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from android_gym.simulator.appkit.platform import platform_theme
from android_gym.simulator.appkit.preferences import (
    LinkPreference,
    P_co,
    Preference,
    RadioPreference,
    Rows,
    SeekBarPreference,
)
from android_gym.simulator.apps.settings import look
from android_gym.simulator.apps.settings.actions import FOCUS_KEY, SHOW_FRAGMENT, Actions
from android_gym.simulator.apps.settings.dialogs import DIALOG_PADDING, FIELD_PADDING, Message
from android_gym.simulator.apps.settings.model import Link, MainSwitch, TwoTarget
from android_gym.simulator.apps.settings.pages import PAGES, PageInfo, page_of
from android_gym.simulator.ui.activity import Context, Dialogs, Screen
from android_gym.simulator.ui.collapsing import CollapsingToolbarLayout, CoordinatorLayout
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, full_column, wide_row
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Space

__all__ = ["LIST_END_DP", "Page", "load", "sub_settings"]

LIST_END_DP = 48
"""Padding of the list below its last row."""


class Page(Actions[P_co]):
    """A page of Settings: a title and rows."""

    TITLE = ""
    DIALOGS: ClassVar[Dialogs] = (Message,)
    DIALOG_PADDING = DIALOG_PADDING
    FIELD_PADDING = FIELD_PADDING

    def theme(self) -> Theme:
        """Return Settings' own colours."""
        return platform_theme(self.system.display.dark)

    def actions(self) -> Sequence[View]:
        """Return the buttons at the end of the toolbar."""
        return ()

    # -- rows

    def heading(self, title: str) -> View:
        """Build the heading of a group."""
        return look.category(title)

    def row(
        self,
        row: Preference | LinkPreference,
        summary: str | None,
        on_click: Callable[[], object] | None,
        widget: View | None,
    ) -> View:
        """Build a row in Settings' style."""
        checked = widget.checked if widget is not None else None
        match row:
            case MainSwitch():
                ask = row.turn_off if checked else row.turn_on
                return look.main_switch(
                    row, partial(ask, self) if ask is not None else on_click, bool(checked)
                )
            case TwoTarget():
                click = row.on_click
                opens = partial(click, self) if click is not None else None
                change = partial(self.set_value, row)
                return look.two_target(row, summary, opens, bool(checked), change)
            case RadioPreference():
                return look.radio_button(row, on_click, bool(checked))
            case SeekBarPreference():
                bar = self.slider(
                    row, content_description=row.title, min_height=48, margin=(-16, 0)
                )
                return look.slider(row, bar)
            case Link(gear=gear) if gear is not None:
                return look.preference(row, summary, on_click, None, partial(gear, self))
        return look.preference(row, summary, on_click, checked)

    # -- layout

    def listing(self, rows: Sequence[View]) -> View:
        """Build the list, starting at the row found by the search."""
        focus = self.intent.extra(FOCUS_KEY)
        items = rows.items if focus and isinstance(rows, Rows) else ()
        found = (i for i, item in enumerate(items) if getattr(item, "title", "") == focus)
        return RecyclerView(
            len(rows),
            rows.__getitem__,
            id="recycler_view",
            width=MATCH,
            height=MATCH,
            padding=(0, 0, 0, LIST_END_DP),
            start=next(found, 0),
        )

    def bar(self) -> CollapsingToolbarLayout:
        """Build the collapsing title with the Up button and the toolbar buttons."""
        back = self.context.windows.back
        up = look.bar_button("arrow_back", "Navigate up", back, width=56, height=56)
        toolbar = wide_row(
            up,
            Space(width=0, weight=1, height=1),
            *self.actions(),
            id="action_bar",
            class_name="android.view.ViewGroup",
            height=56,
        )
        return CollapsingToolbarLayout(self.title(), [toolbar], id="collapsing_toolbar")

    def content(self, rows: Sequence[View]) -> View:
        """Put the list below the collapsing title."""
        scrolling, bar, windows = self.listing(rows), self.bar(), self.context.windows
        app_bar = FrameLayout(
            [bar],
            id="app_bar",
            class_name="android.widget.LinearLayout",
            width=MATCH,
            height=bar.EXPANDED,
        )
        container = FrameLayout(
            [scrolling], id="android:id/list_container", width=MATCH, height=0, weight=1
        )
        material = full_column(container, id="container_material")
        main = FrameLayout([material], id="main_content", width=MATCH, height=MATCH)
        return CoordinatorLayout(
            app_bar,
            FrameLayout([main], id="content_frame", width=MATCH, height=MATCH),
            scrolling,
            collapsed=CollapsingToolbarLayout.TOOLBAR,
            id="content_parent",
            width=MATCH,
            height=MATCH,
            padding=(0, windows.status_bar_height / windows.density, 0, 0),
        )

    def build(self) -> Screen:
        """Build the title and the rows, drawn behind the status bar."""
        screen = super().build()
        screen.edge_to_edge = "top"
        return screen


def load(page: PageInfo) -> type[Page]:
    """Import a page's class."""
    module, _, name = page.screen.partition(":")
    package = __name__.rpartition(".")[0]
    found: type[Page] = getattr(importlib.import_module(f"{package}.{module}"), name)
    return found


class _SubSettings:
    """Factory of the page that an intent to SubSettings names."""

    def __call__(self, context: Context, token: int) -> Page:
        record = context.system.activities.record(token)
        name = record.intent.extra(SHOW_FRAGMENT) if record is not None else None
        page = page_of(str(name)) or PAGES[0]
        return load(page)(context, token)

    @property
    def screens(self) -> tuple[type[Page], ...]:
        """The classes of all pages."""
        return tuple(dict.fromkeys(load(page) for page in PAGES))


sub_settings = _SubSettings()
