"""The tabs of contacts and favorites, and the screen that picks a favorite."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from android_gym.simulator.appkit.lists import Pages
from android_gym.simulator.appkit.people import PAGE, Contact, contact_row, long_list, section_mark
from android_gym.simulator.apps.dialer.actions import DialerScreen, MainActions
from android_gym.simulator.apps.dialer.dialogs import ChooseNumber, FavoriteMenu
from android_gym.simulator.apps.dialer.look import VASE, avatar, create_row
from android_gym.simulator.apps.dialer.storage import People
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import Toolbar, empty_state
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    OverflowScroll,
    RecyclerView,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, TextView

__all__ = ["AddFavoriteActivity", "contacts_tab", "empty_tab", "favorites_tab"]

COLUMNS = 3


def empty_tab(text: str, icon: str, action: str, on_click: Callable[[], object]) -> View:
    """Build the view of an empty tab, with an action."""
    button = Button(action, id="empty_list_view_action", margin=(0, 16, 0, 0), on_click=on_click)
    return empty_state(text, icon=icon, id="empty_list_view_message", action=button)


# --- contacts ------------------------------------------------------------------------------------


def contacts_tab(app: MainActions) -> View:
    """Build the contacts tab."""
    people = app.people
    if not people.count():
        return _nobody(app.create_contact)
    new = create_row(app.create_contact)
    return _contact_list(people, lambda contact: app.show_contact(contact.id), new)


def _nobody(on_click: Callable[[], object]) -> View:
    """Build the view shown if there are no contacts."""
    content = wide_column(
        View(width=196, height=272, background=VASE),
        TextView(
            "Your contacts are just a tap away here", id="empty_list_view_message", size=18,
            color="text_secondary", align="center", margin=(80, 32, 80, 0),
        ),
        Button("Create new contact", id="empty_list_view_action", on_click=on_click),
        padding=(0, 0, 0, 96),
        content_gravity="center",
    )  # fmt: skip
    return OverflowScroll(content, fill_viewport=True, width=MATCH, height=MATCH)


def _contact_list(
    people: People, on_click: Callable[[Contact], object], first: View | None = None
) -> View:
    """Build the contacts by letter, optionally with another row on top."""
    contacts = Pages(lambda number: people.find(page=number), PAGE)
    before = 0 if first is None else 1

    def build(index: int) -> View:
        if first is not None and index == 0:
            return first
        contact, last = contacts.get(index - before), contacts.get(index - before - 1)
        if contact is None:
            return View(width=MATCH, height=1)
        name, section = contact.name, contact.section
        spoken = f"Quick contact for {name}"
        return contact_row(
            section_mark(section if last is None or last.section != section else "", 24),
            avatar(name, 40, id="photo", margin=(32, 0, 16, 0), content_description=spoken),
            TextView(name, id="contact_name", size=16, max_lines=1),
            id="click_target",
            on_click=partial(on_click, contact),
        )

    return long_list(
        before + people.count(), build, "recycler_view", top=8, row_key=lambda index: index
    )


# --- favorites -----------------------------------------------------------------------------------


def favorites_tab(app: MainActions) -> View:
    """Build the favorites tab: starred contacts, called by a tap."""

    def add() -> None:
        app.open_own("app.list.AddFavoriteActivity")

    favorites = app.people.find("starred = 1")
    if not favorites:
        text = "Call your favorite contacts with just one tap"
        return empty_tab(text, "star_outline", "Add a favorite", add)
    title = TextView(
        "Favorites", size=14, weight_font=500, color="text_secondary", width=0, weight=1
    )
    return full_column(
        wide_row(
            title,
            Button("Add", id="speed_dial_add_button", on_click=add),
            padding=(16, 0, 8, 0),
            content_gravity="center_vertical",
        ),
        RecyclerView(
            [_tile(app, contact) for contact in favorites],
            columns=COLUMNS,
            id="speed_dial_recycler_view",
            width=MATCH,
            height=0,
            weight=1,
            padding=(8, 0, 8, 88),
        ),
    )


def _tile(app: MainActions, contact: Contact) -> View:
    number, name = contact.id, contact.name
    numbers = app.people.numbers(number)

    def tap() -> None:
        if len(numbers) == 1:
            app.call(numbers[0].number)
        elif numbers:
            app.show_dialog(ChooseNumber(number))
        else:
            app.show_contact(number)

    def line(text: str, id: str, size: float, color: str, space: float) -> View:
        return TextView(
            text, id=id, size=size, color=color, max_lines=1, align="center", width=MATCH,
            margin=(0, space, 0, 0),
        )  # fmt: skip

    return wide_column(
        avatar(name, 88, content_description=f"Quick contact for {name}"),
        line(name, "name", 14, "text_primary", 8),
        line(numbers[0].label if numbers else "", "phone_type", 12, "text_secondary", 0),
        key=("favorite", number),
        padding=(4, 12),
        content_gravity="center_horizontal",
        on_click=tap,
        on_long_click=lambda: app.show_dialog(FavoriteMenu(number)),
    )


class AddFavoriteActivity(DialerScreen):
    """Picks the contact to add to the favorites."""

    def build(self) -> Screen:
        """Build all contacts by letter."""
        if self.people.count():
            listing = _contact_list(self.people, self._choose)
        else:
            listing = empty_state("No contacts yet", icon="account_multiple_outline")
        bar = Toolbar("Add favorite", navigation="arrow_back", on_navigation=self.finish)
        body = FrameLayout([listing], width=MATCH, height=0, weight=1)
        return Screen(full_column(bar, body), title="Add favorite")

    def _choose(self, contact: Contact) -> None:
        self.people.star(contact.id, True)
        self.finish()
