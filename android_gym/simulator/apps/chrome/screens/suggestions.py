"""The list of suggestions below the address bar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from android_gym.simulator.apps.chrome.actions import BrowserActions
from android_gym.simulator.apps.chrome.look import favicon
from android_gym.simulator.apps.chrome.model import Tab, Visit
from android_gym.simulator.apps.chrome.urls import ENGINES, address_of, scheme_of, shortened, site
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, ImageView, TextView

__all__ = ["dropdown"]

_MOST_SUGGESTIONS: Final = 6

Click = Callable[[], object]


def dropdown(app: BrowserActions, tab: Tab) -> View:
    """Return the list with the page's own URL or what was typed, and matches in the history."""
    typed = app.state.typing or ""
    rows: list[View] = []
    if not tab.native and typed in ("", tab.url):
        rows.append(_present(app, tab))
    elif typed.strip():
        url = address_of(typed, app.settings.engine)
        name = next(name for key, name, _ in ENGINES if key == app.settings.engine)
        searched = url.startswith(tuple(base for _, _, base in ENGINES))
        below = f"{name} Search" if searched else None
        rows.append(
            _row(
                typed.strip(),
                below,
                lambda: app.open_url(url, typed=True),
                ImageView("magnify" if searched else "web", width=36, height=36),
            )
        )
    for visit in _visits(app, tab):

        def refine(url: str = visit.url) -> None:
            app.update(typing=url)

        def choose(url: str = visit.url) -> None:
            app.open_url(url, typed=True)

        rows.append(
            _row(
                visit.title or site(visit.url),
                shortened(visit.url),
                choose,
                favicon(visit.url),
                ImageButton(
                    "arrow_top_left",
                    content_description=f"Edit: {visit.url}"[:200],
                    on_click=refine,
                ),
            )
        )
    return RecyclerView(
        rows,
        id="omnibox_suggestions_dropdown",
        width=MATCH,
        height=0,
        weight=1,
        background="background",
    )


def _visits(app: BrowserActions, tab: Tab) -> list[Visit]:
    """Return the pages in the history that match what is being typed."""
    typed = app.state.typing
    if not typed or typed == tab.url:
        return []
    return app.history.suggestions(typed.strip(), _MOST_SUGGESTIONS)


def _present(app: BrowserActions, tab: Tab) -> View:
    """Return the row of the page that is shown, with the actions on its URL."""

    def edit() -> None:
        app.update(typing=tab.url)

    def share() -> None:
        app.end_typing()
        app.share(tab.url)

    def copy() -> None:
        app.copy(tab.url)
        app.toast("Link copied")

    buttons = (("share", "Share\u2026", share), ("content_copy", "Copy link", copy),
               ("pencil", "Edit", edit))  # fmt: skip
    return _row(
        tab.title,
        tab.url if scheme_of(tab.url) not in ("http", "https") else shortened(tab.url),
        lambda: app.open_url(tab.url),
        favicon(tab.url),
        *(
            ImageButton(icon, id="action_button", content_description=words, min_width=40,
                        on_click=act, key=words)
            for icon, words, act in buttons
        ),
    )  # fmt: skip


def _row(first: str, second: str | None, act: Click, icon: View, *after: View) -> View:
    return wide_row(
        icon,
        column(
            TextView(first, id="line_1", style="body_large", max_lines=1),
            TextView(second, id="line_2", style="body_medium", color="text_secondary", max_lines=1)
            if second
            else None,
            width=0,
            weight=1,
            margin=(12, 0, 0, 0),
        ),
        *after,
        key=(first, second),
        min_height=56,
        padding=(12, 4, 4, 4),
        content_gravity="center_vertical",
        on_click=act,
    )
