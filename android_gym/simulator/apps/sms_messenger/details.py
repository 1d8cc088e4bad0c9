"""Who takes part in a conversation."""

from __future__ import annotations

from dataclasses import dataclass

from android_gym.simulator.appkit.simple_commons import avatar
from android_gym.simulator.apps.sms_messenger.conversations import rename_dialog
from android_gym.simulator.apps.sms_messenger.look import AppScreen
from android_gym.simulator.apps.sms_messenger.storage import MessageStore
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.layouts import FrameLayout, ScrollView, column, row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["ConversationDetailsActivity"]


@dataclass(frozen=True)
class DetailsState:
    """Whether the dialog that renames is open, and its text."""

    renaming: bool = False
    title: str = ""


class ConversationDetailsActivity(AppScreen[DetailsState]):
    """The conversation's name and its members."""

    def build(self) -> Screen:
        """Name, then one row for each member."""
        store = MessageStore(self.context)
        talk = store.conversation(self.intent.extra("thread_id", 0))
        numbers = talk.numbers if talk else ()
        title = talk.title if talk else ""
        rows: list[View | None] = [
            self._label("Conversation", "conversation_name_heading"),
            row(
                TextView(title, id="conversation_name", size=16, width=0, weight=1),
                ImageView("pencil") if len(numbers) > 1 else None,
                key="name",
                width=MATCH,
                min_height=56,
                padding=(16, 8),
                content_gravity="center_vertical",
                on_click=(lambda: self.update(renaming=True, title=title))
                if len(numbers) > 1
                else None,
            ),
            self._label("Members", "members_heading"),
            *(self._member(store.name_of(number), number) for number in numbers),
        ]
        dialog = None
        if self.state.renaming:
            dialog = rename_dialog(
                self.state.title,
                lambda text: self.update(title=text),
                self._rename,
                lambda: self.update(renaming=False),
            )
        return Screen(
            column(
                self.toolbar("Conversation details", id="conversation_details_toolbar"),
                ScrollView(column(*rows, width=MATCH), width=MATCH, height=0, weight=1),
                width=MATCH,
                height=MATCH,
            ),
            overlays=[dialog],
            title="Conversation details",
        )

    def _rename(self) -> None:
        title = self.state.title.strip()
        if not title:
            self.toast("Name cannot be empty")
            return
        MessageStore(self.context).rename(self.intent.extra("thread_id", 0), title)
        self.update(renaming=False)

    def _label(self, text: str, name: str) -> View:
        return TextView(text, id=name, size=14, color="primary", padding=(16, 16, 16, 4))

    def _member(self, name: str, number: str) -> View:
        texts = column(
            TextView(name, id="item_contact_name", size=16, max_lines=1),
            TextView(number, id="item_contact_number", size=14, color="text_primary@0.6"),
            width=0,
            weight=1,
            margin=(16, 0, 0, 0),
        )
        return FrameLayout(
            [
                row(
                    avatar(name, 48, "item_contact_image"),
                    texts,
                    width=MATCH,
                    padding=(16, 8),
                    content_gravity="center_vertical",
                )
            ],
            id="item_contact_frame",
            key=number,
            width=MATCH,
            on_click=lambda: self.dial(number) if name != number else self.add_contact(number),
        )
