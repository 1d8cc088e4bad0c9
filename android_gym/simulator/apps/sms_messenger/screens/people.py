"""The bar for adding people to a conversation."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.appkit.simple_views import BARE, FAINT, RELATIVE, icon_button
from android_gym.simulator.apps.sms_messenger.actions import ThreadActions
from android_gym.simulator.apps.sms_messenger.model import Person
from android_gym.simulator.apps.sms_messenger.storage import contacts
from android_gym.simulator.apps.sms_messenger.storage.contacts import matching
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FlowLayout, row, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Divider, EditText, TextView

OFFERED = 4
"""Maximum number of suggested contacts."""


def people_bar(app: ThreadActions) -> View:
    """Build the chosen people, a field for another, and the contacts that match it."""
    state = app.state
    found = matching(contacts(app.context), state.number)[:OFFERED] if state.number else []
    chosen = FlowLayout(
        [_chip(app, number) for number in state.people], id="selected_contacts", width=0, weight=1
    )
    field = EditText(
        state.number,
        id="add_contact_or_number",
        hint="Add Contact or Number\u2026",
        on_text_change=lambda text: app.update(number=text),
        capitalize="words",
        height=48,
        padding=(16, 0),
        **BARE,
    )
    add = partial(app.add_person, state.number)
    return wide_column(
        wide_row(
            chosen,
            icon_button("check", "confirm_manage_contacts", "OK", app.confirm_people),
            padding=(8, 4),
        ),
        Divider(id="message_divider_one", width=MATCH),
        wide_row(field, icon_button("check", "confirm_inserted_number", "Confirm selection", add)),
        *(_offer(app, person) for person in found),
        Divider(id="message_divider_two", width=MATCH),
        id="thread_add_contacts",
        class_name=RELATIVE,
    )


def _chip(app: ThreadActions, number: str) -> View:
    people, name = app.state.people, app.name_of(number)
    rest = tuple(other for other in people if other != number)
    remove = icon_button(
        "close",
        "selected_contact_remove",
        f"Remove {name}",
        lambda: app.update(people=rest),
        32,
        size=18,
    )
    return row(
        TextView(name, id="selected_contact_name", size=14),
        remove if len(people) > 1 else None,
        id="selected_contact_holder",
        class_name=RELATIVE,
        key=number,
        min_height=36,
        padding=(12, 2, 8, 2),
        margin=4,
        content_gravity="center_vertical",
        background=Rounded(None, 18, "primary"),
    )


def _offer(app: ThreadActions, person: Person) -> View:
    return wide_column(
        TextView(person.name, id="item_contact_name", size=16),
        TextView(person.number, id="item_contact_number", size=14, color=FAINT),
        key=(person.name, person.number),
        padding=(16, 6),
        on_click=lambda: app.add_person(person.number),
    )
