"""Choosing whom to write to."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from android_gym.simulator.appkit.simple_commons import avatar
from android_gym.simulator.apps.sms_messenger.look import AppScreen
from android_gym.simulator.apps.sms_messenger.storage import MessageStore, Person
from android_gym.simulator.ui.activity import Overlay, Screen
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    HorizontalScrollView,
    RecyclerView,
    column,
    row,
)
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Divider, EditText, ImageView, TextView

__all__ = ["NewConversationActivity", "matching", "short_code"]


@dataclass(frozen=True)
class NewState:
    """The field, and the contact whose numbers are offered."""

    text: str = ""
    numbers: tuple[str, ...] = ()
    name: str = ""


def short_code(address: str) -> bool:
    """Whether an address has letters, so that nobody can answer it."""
    return bool(re.search("[A-Za-z]", address))


def _plain(text: str) -> str:
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))


def matching(people: list[Person], text: str) -> list[Person]:
    """Contacts whose name or number holds a text; names that begin with it first."""
    wanted = _plain(text.strip())
    digits = re.sub(r"[^\d+]", "", text)
    found = [
        person
        for person in people
        if wanted in _plain(person.name)
        or (digits and digits in re.sub(r"[^\d+]", "", person.number))
    ]
    return sorted(found, key=lambda person: not _plain(person.name).startswith(wanted))


class NewConversationActivity(AppScreen[NewState]):
    """Asks for a number or a contact, and opens the conversation."""

    @property
    def store(self) -> MessageStore:
        """Messages and contacts."""
        return MessageStore(self.context)

    def on_create(self) -> NewState:
        """Goes straight on where the intent names somebody."""
        intent = self.intent
        if intent.data and intent.action != "android.intent.action.SEND":
            scheme, _, rest = intent.data.partition(":")
            numbers = unquote(rest.removeprefix("//").partition("?")[0])
            if scheme in ("sms", "smsto", "mms", "mmsto") and numbers.strip():
                self._open([part.strip() for part in numbers.split(";") if part.strip()])
                self.finish()
                return NewState()
        self.show_keyboard("new_conversation_address")
        return NewState()

    def _body(self) -> str:
        extras = self.intent.extras
        text = extras.get("android.intent.extra.TEXT") or extras.get("sms_body") or ""
        return str(text)

    def _open(self, numbers: list[str]) -> None:
        store = self.store
        if not store.available:
            self.toast("An unknown error occurred")
            return
        thread = store.thread_id(numbers)
        talk = store.conversation(thread)
        self.hide_keyboard()
        self.start_activity(
            ".activities.ThreadActivity",
            thread_id=thread,
            thread_title=talk.title if talk else ", ".join(numbers),
            thread_text=self._body(),
        )

    def _confirm(self) -> None:
        numbers = [part.strip() for part in self.state.text.split(";") if part.strip()]
        if any(short_code(number) for number in numbers):
            self.update(text="")
            self.toast("Can't reply to short codes like this")
        elif numbers:
            self._open(numbers)

    def _choose(self, name: str, numbers: tuple[str, ...]) -> None:
        if len(numbers) == 1:
            self._open([numbers[0]])
        else:
            self.update(name=name, numbers=numbers)

    def build(self) -> Screen:
        """Field, suggestions, contacts."""
        state = self.state
        people = self.store.people()
        shown: dict[str, list[str]] = {}
        for person in matching(people, state.text) if state.text else people:
            shown.setdefault(person.name, []).append(person.number)
        names = list(shown)
        entry = row(
            EditText(
                state.text,
                id="new_conversation_address",
                hint="Add Contact or Number\u2026",
                on_text_change=lambda text: self.update(text=text),
                capitalize="words",
                size=18,
                ime_action="done",
                background="transparent",
                vertical="center",
                height=48,
                width=0,
                weight=1,
                padding=(16, 0, 8, 0),
            ),
            ImageView(
                "check",
                id="new_conversation_confirm",
                width=48,
                height=48,
                on_click=self._confirm,
            )
            if len(state.text) > 2
            else None,
            width=MATCH,
        )

        def contact(index: int) -> View:
            name = names[index]
            return self._contact(name, tuple(shown[name]))

        if names:
            listing: View = RecyclerView(
                len(names),
                contact,
                id="contacts_list",
                width=MATCH,
                height=0,
                weight=1,
                row_key=lambda index: names[index],
            )
        else:
            listing = column(self._placeholder(), width=MATCH, height=0, weight=1)
        content = column(
            self.toolbar("New conversation", id="new_conversation_toolbar"),
            column(
                entry,
                Divider(width=MATCH),
                None if state.text else self._suggestions(people),
                listing,
                id="new_conversation_holder",
                class_name="android.widget.RelativeLayout",
                width=MATCH,
                height=0,
                weight=1,
            ),
            id="new_conversation_coordinator",
            class_name="android.view.ViewGroup",
            width=MATCH,
            height=MATCH,
        )
        return Screen(content, overlays=[self._numbers()], title="New conversation")

    def _placeholder(self) -> View:
        allowed = self.context.granted("android.permission.READ_CONTACTS")
        return column(
            TextView(
                "No contacts found" if allowed else "The app could not access your contacts",
                id="no_contacts_placeholder",
                size=16,
                italic=True,
                color="text_primary@0.8",
                align="center",
                width=MATCH,
                padding=(16, 20, 16, 0),
            ),
            None
            if allowed
            else TextView(
                "Request the required permissions",
                id="no_contacts_placeholder_2",
                size=16,
                color="primary",
                underline=True,
                padding=8,
                on_click=lambda: self.request_permission("android.permission.READ_CONTACTS"),
            ),
            width=MATCH,
            content_gravity="center_horizontal",
        )

    def _suggestions(self, people: list[Person]) -> View | None:
        store = self.store
        if not people or not store.available:
            return None
        found: dict[str, str] = {}
        for thread in store.page(0, 50):
            talk = store.conversation(thread)
            for number in talk.numbers if talk else ():
                name = store.name_of(number)
                if name != number:
                    found.setdefault(name, number)
        if not found:
            return None

        def suggestion(name: str) -> View:
            return column(
                avatar(name, 64, "suggested_contact_image"),
                TextView(
                    name,
                    id="suggested_contact_name",
                    size=14,
                    align="center",
                    max_lines=1,
                    width=MATCH,
                    margin=(0, 4, 0, 0),
                ),
                id="suggested_contact_holder",
                class_name="android.widget.RelativeLayout",
                key=name,
                content_gravity="center_horizontal",
                width=96,
                padding=8,
                on_click=lambda: self._open([found[name]]),
            )

        return column(
            TextView(
                "Suggestions",
                id="suggestions_label",
                size=14,
                color="primary",
                padding=(16, 12, 16, 4),
            ),
            HorizontalScrollView(
                row(*(suggestion(name) for name in found), id="suggestions_holder"),
                id="suggestions_scrollview",
                width=MATCH,
            ),
            Divider(width=MATCH),
            width=MATCH,
        )

    def _contact(self, name: str, numbers: tuple[str, ...]) -> View:
        texts = column(
            TextView(name, id="item_contact_name", size=16, max_lines=1),
            TextView(
                ", ".join(re.sub(r"[^\d+*#]", "", number) for number in numbers),
                id="item_contact_number",
                size=14,
                color="text_primary@0.6",
                max_lines=1,
            ),
            width=0,
            weight=1,
            margin=(16, 0, 0, 0),
        )
        return FrameLayout(
            [
                row(
                    avatar(name, 48, "item_contact_image"),
                    texts,
                    id="item_contact_holder",
                    class_name="android.widget.RelativeLayout",
                    width=MATCH,
                    padding=(16, 8),
                )
            ],
            id="item_contact_frame",
            width=MATCH,
            on_click=lambda: self._choose(name, numbers),
        )

    def _numbers(self) -> Overlay | None:
        numbers = self.state.numbers
        if not numbers:
            return None
        kinds = {person.number: person.kind for person in self.store.people()}

        def chosen(index: int) -> None:
            self.update(numbers=())
            self._open([numbers[index]])

        return alert_dialog(
            items=[f"{number} ({kinds.get(number, 'Mobile')})" for number in numbers],
            selected=-1,
            on_item=chosen,
            on_dismiss=lambda: self.update(numbers=()),
        )

    def on_permission_result(self, request: Any, granted: bool) -> None:
        """The list shows by itself what may be read."""
