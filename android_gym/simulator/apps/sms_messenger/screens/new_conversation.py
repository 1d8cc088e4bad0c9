"""The screen for a new conversation: choose the recipients."""

from __future__ import annotations

import re
from collections.abc import Hashable
from functools import partial

from android_gym.simulator.appkit.simple_commons import avatar
from android_gym.simulator.appkit.simple_views import (
    BARE,
    FAINT,
    GROUP,
    RELATIVE,
    contact_row,
    icon_button,
    link,
    placeholder,
)
from android_gym.simulator.apps.sms_messenger.actions import NewConversationActions
from android_gym.simulator.apps.sms_messenger.dialogs import PickNumber
from android_gym.simulator.apps.sms_messenger.model import Person
from android_gym.simulator.apps.sms_messenger.storage import contacts
from android_gym.simulator.apps.sms_messenger.storage.contacts import matching
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    HorizontalScrollView,
    RecyclerView,
    column,
    full_column,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Divider, EditText, TextView

RECENT = 50
"""Number of conversations whose participants may be suggested."""

_CONTACTS = "android.permission.READ_CONTACTS"


class NewConversationActivity(NewConversationActions):
    """Asks for a number or a contact and opens the conversation."""

    DIALOGS = (PickNumber,)

    def build(self) -> Screen:
        """Build the field, the suggestions and the contacts."""
        text = self.state.text
        people = contacts(self.context)
        confirm = icon_button("check", "new_conversation_confirm", None, self.confirm)
        entry = wide_row(
            EditText(
                text,
                id="new_conversation_address",
                hint="Add Contact or Number\u2026",
                on_text_change=lambda typed: self.update(text=typed),
                capitalize="words",
                size=18,
                height=48,
                padding=(16, 0, 8, 0),
                **BARE,
            ),
            confirm if len(text) > 2 else None,
        )
        holder = wide_column(
            entry,
            Divider(id="add_contact_divider", width=MATCH),
            None if text else self._suggestions(people),
            self._list(matching(people, text) if text else people),
            id="new_conversation_holder",
            class_name=RELATIVE,
            height=0,
            weight=1,
        )
        content = full_column(
            self.toolbar("New conversation", id="new_conversation_toolbar"),
            holder,
            id="new_conversation_coordinator",
            class_name=GROUP,
        )
        return Screen(content, title="New conversation")

    def on_permission_result(self, request: Hashable, granted: bool) -> None:
        """Do nothing: the list updates itself once contacts may be read."""

    def _list(self, people: list[Person]) -> View:
        shown: dict[str, tuple[str, ...]] = {}
        for person in people:
            shown[person.name] = (*shown.get(person.name, ()), person.number)
        names = list(shown)
        if not names:
            return wide_column(self._placeholder(), height=0, weight=1)
        return RecyclerView(
            len(names),
            lambda index: self._contact(names[index], shown[names[index]]),
            id="contacts_list",
            width=MATCH,
            height=0,
            weight=1,
            row_key=lambda index: names[index],
        )

    def _placeholder(self) -> View:
        name, request = "no_contacts_placeholder", None
        text = "No contacts found"
        if not self.context.granted(_CONTACTS):
            text = "The app could not access your contacts"
            ask = partial(self.request_permission, _CONTACTS)
            request = link("Request the required permissions", f"{name}_2", ask)
        return wide_column(placeholder(text, name), request, content_gravity="center_horizontal")

    def _suggestions(self, people: list[Person]) -> View | None:
        store = self.store
        if not people or not store.available:
            return None
        found: dict[str, str] = {}
        for thread in store.threads()[:RECENT]:
            talk = store.conversation(thread)
            for number in talk.numbers if talk else ():
                name = self.name_of(number)
                if name != number:
                    found.setdefault(name, number)
        if not found:
            return None
        label = TextView(
            "Suggestions", id="suggestions_label", size=14, color="primary", padding=(16, 12, 16, 4)
        )
        suggestions = (self._suggestion(name, number) for name, number in found.items())
        return wide_column(
            label,
            HorizontalScrollView(
                row(*suggestions, id="suggestions_holder"), id="suggestions_scrollview", width=MATCH
            ),
            Divider(width=MATCH),
        )

    def _suggestion(self, name: str, number: str) -> View:
        title = TextView(
            name,
            id="suggested_contact_name",
            size=14,
            align="center",
            max_lines=1,
            width=MATCH,
            margin=(0, 4, 0, 0),
        )
        return column(
            avatar(name, 64, "suggested_contact_image"),
            title,
            id="suggested_contact_holder",
            class_name=RELATIVE,
            key=name,
            content_gravity="center_horizontal",
            width=96,
            padding=8,
            on_click=lambda: self.write_to([number]),
        )

    def _contact(self, name: str, numbers: tuple[str, ...]) -> View:
        detail = TextView(
            ", ".join(re.sub(r"[^\d+*#]", "", number) for number in numbers),
            id="item_contact_number",
            size=14,
            color=FAINT,
            max_lines=1,
        )

        def choose() -> None:
            if len(numbers) == 1:
                self.write_to(numbers)
            else:
                self.show_dialog(PickNumber(numbers))

        return contact_row(name, detail, choose, id="item_contact_holder", class_name=RELATIVE)
