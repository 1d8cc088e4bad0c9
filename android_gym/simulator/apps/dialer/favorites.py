"""Favorites: contacts with a star, called with one tap; and choosing one more."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from android_gym.simulator.apps.dialer.look import DialerScreen, avatar
from android_gym.simulator.apps.dialer.storage import Person
from android_gym.simulator.ui.activity import Overlay, Screen
from android_gym.simulator.ui.components import MenuItem, Toolbar, empty_state, popup_menu
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, column, row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, TextView

if TYPE_CHECKING:
    from android_gym.simulator.apps.dialer.main import GoogleDialtactsActivity

__all__ = ["AddFavoriteActivity", "page"]

COLUMNS = 3


def page(app: GoogleDialtactsActivity) -> tuple[View, Overlay | None]:
    """The tab, and the menu that is open in it."""
    people = app.people.favorites()
    if not people:
        empty = empty_state(
            "Call your favorite contacts with just one tap",
            icon="star_outline",
            id="empty_list_view_message",
            action=Button(
                "Add a favorite",
                id="empty_list_view_action",
                margin=(0, 16, 0, 0),
                on_click=partial(_add, app),
            ),
        )
        return empty, None
    tiles = [_tile(app, person) for person in people]
    top = row(
        TextView("Favorites", size=14, weight_font=500, color="text_secondary", width=0, weight=1),
        Button("Add", id="speed_dial_add_button", on_click=partial(_add, app)),
        width=MATCH,
        padding=(16, 0, 8, 0),
        content_gravity="center_vertical",
    )
    body = column(
        top,
        RecyclerView(
            tiles,
            columns=COLUMNS,
            id="speed_dial_recycler_view",
            width=MATCH,
            height=0,
            weight=1,
            padding=(8, 0, 8, 88),
        ),
        width=MATCH,
        height=MATCH,
    )
    return body, _menu(app)


def _add(app: GoogleDialtactsActivity) -> None:
    app.start_activity("com.android.dialer.app.list.AddFavoriteActivity")


def _tile(app: GoogleDialtactsActivity, person: Person) -> View:
    numbers = app.people.numbers(person.contact)
    label = numbers[0].label if numbers else ""
    return column(
        avatar(person.name, 88, content_description=f"Quick contact for {person.name}"),
        TextView(
            person.name, id="name", size=14, max_lines=1, align="center", width=MATCH,
            margin=(0, 8, 0, 0),
        ),
        TextView(
            label, id="phone_type", size=12, color="text_secondary", max_lines=1, align="center",
            width=MATCH,
        ),
        key=("favorite", person.contact),
        width=MATCH,
        padding=(4, 12),
        content_gravity="center_horizontal",
        on_click=partial(_tap, app, person.contact),
        on_long_click=lambda: app.update(menu=person.contact),
    )  # fmt: skip


def _tap(app: GoogleDialtactsActivity, contact: int) -> None:
    numbers = app.people.numbers(contact)
    if len(numbers) == 1:
        app.call(numbers[0].number)
    else:
        app.show_contact(contact)


def _menu(app: GoogleDialtactsActivity) -> Overlay | None:
    contact = app.state.menu
    if not contact:
        return None
    numbers = app.people.numbers(contact)

    def remove() -> None:
        app.people.star(contact, False)

    return popup_menu(
        [
            MenuItem("Voice call", lambda: app.call(numbers[0].number)) if numbers else None,
            MenuItem("Message", lambda: app.message(numbers[0].number)) if numbers else None,
            MenuItem("Contact info", lambda: app.show_contact(contact)),
            MenuItem("Remove", remove),
        ],
        lambda: app.update(menu=0),
    )


class AddFavoriteActivity(DialerScreen):
    """Chooses the contact that becomes a favorite."""

    def build(self) -> Screen:
        """All contacts by letter."""
        from android_gym.simulator.apps.dialer.main import person_list

        people = self.people
        total = people.count()
        listing: View = empty_state("No contacts yet", icon="account_multiple_outline")
        if total:
            listing = person_list(people.page, total, self._choose)
        return Screen(
            column(
                Toolbar("Add favorite", navigation="arrow_back", on_navigation=self.finish),
                FrameLayout([listing], width=MATCH, height=0, weight=1),
                width=MATCH,
                height=MATCH,
            ),
            title="Add favorite",
        )

    def _choose(self, person: Person) -> None:
        self.people.star(person.contact, True)
        self.finish()
