"""The details of a conversation."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.appkit.simple_views import FAINT, contact_row
from android_gym.simulator.apps.sms_messenger.actions import Actions
from android_gym.simulator.apps.sms_messenger.dialogs import RenameConversation
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, full_column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView


class ConversationDetailsActivity(Actions):
    """The conversation's name and its participants."""

    DIALOGS = (RenameConversation,)

    def build(self) -> Screen:
        """Build the name, editable for a group, and a row for each participant."""
        thread = self.intent.get_int("thread_id")
        talk = self.store.conversation(thread)
        numbers = talk.numbers if talk else ()
        title = talk.title if talk else ""
        group = len(numbers) > 1
        rename = partial(self.show_dialog, RenameConversation(title, thread))
        name = wide_row(
            TextView(title, id="conversation_name", size=16, width=0, weight=1),
            ImageView("pencil") if group else None,
            key="name",
            min_height=56,
            padding=(16, 8),
            content_gravity="center_vertical",
            on_click=rename if group else None,
        )
        rows = wide_column(
            _label("Conversation", "conversation_name_heading"),
            name,
            _label("Members", "members_heading"),
            *map(self._member, numbers),
        )
        content = full_column(
            self.toolbar("Conversation details", id="conversation_details_toolbar"),
            ScrollView(rows, width=MATCH, height=0, weight=1),
        )
        return Screen(content, title="Conversation details")

    def _member(self, number: str) -> View:
        name = self.name_of(number)
        show = partial(self.add_contact if name == number else self.dial, number)
        detail = TextView(number, id="item_contact_number", size=14, color=FAINT)
        return contact_row(name, detail, show, content_gravity="center_vertical")


def _label(text: str, name: str) -> View:
    return TextView(text, id=name, size=14, color="primary", padding=(16, 16, 16, 4))
