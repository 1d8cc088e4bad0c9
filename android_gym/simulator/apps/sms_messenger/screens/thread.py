"""The screen of one conversation."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from android_gym.simulator.appkit.simple_views import GROUP, RELATIVE, icon_button, marking_bar
from android_gym.simulator.apps.sms_messenger import dialogs
from android_gym.simulator.apps.sms_messenger.actions import ThreadActions
from android_gym.simulator.apps.sms_messenger.model import Conversation, short_code
from android_gym.simulator.apps.sms_messenger.screens.composer import composer
from android_gym.simulator.apps.sms_messenger.screens.messages import messages
from android_gym.simulator.apps.sms_messenger.screens.people import people_bar
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, full_column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView


class ThreadActivity(ThreadActions):
    """The screen of one conversation."""

    DIALOGS = (
        dialogs.ArchiveConversation,
        dialogs.BlockConversation,
        dialogs.DeleteConversation,
        dialogs.DeleteMessages,
        dialogs.Properties,
        dialogs.RenameConversation,
        dialogs.RestoreConversation,
        dialogs.RestoreMessages,
        dialogs.ScheduleDate,
        dialogs.ScheduledMessage,
        dialogs.ScheduleTime,
        dialogs.SelectText,
        dialogs.ShortCode,
    )

    def build(self) -> Screen:
        """Build the toolbar, the bar for adding people, the messages, and the composer."""
        if not self.store.available:
            return Screen(self.toolbar("", id="thread_toolbar"))
        talk, state = self.talk(), self.state
        people = state.people
        title = talk.title if talk else self.intent.get_str("thread_title")
        if talk is not None and people and set(people) != set(talk.numbers):
            title = ", ".join(map(self.name_of, people))
        bottom = None
        if not self.binned:
            closed = len(people) == 1 and short_code(people[0])
            bottom = _no_reply(self) if closed else composer(self)
        below = wide_column(
            people_bar(self) if state.adding else None,
            FrameLayout(
                [messages(self)],
                id="thread_messages_fastscroller",
                class_name=RELATIVE,
                width=MATCH,
                height=0,
                weight=1,
            ),
            bottom,
            id="thread_holder",
            class_name=GROUP,
            height=0,
            weight=1,
        )
        content = full_column(
            _marking(self) if state.selected else _toolbar(self, title, talk),
            below,
            id="thread_coordinator",
            class_name=GROUP,
        )
        return Screen(content, navigation_bar="bottom_bar", title=title)


def _toolbar(app: ThreadActions, title: str, talk: Conversation | None) -> View:
    numbers = talk.numbers if talk else ()
    count, single, show = app.count(), len(numbers) == 1, app.show_dialog
    menu: list[MenuItem] = []

    def add(title: str, name: str, action: Callable[[], object], icon: str | None = None) -> None:
        menu.append(MenuItem(title, action, id=name, icon=icon))

    if count:
        add("Delete", "delete", partial(show, dialogs.DeleteConversation()), "delete")
    if app.binned:
        restore = partial(show, dialogs.RestoreConversation())
        add("Restore all messages", "restore", restore, "restore")
    else:
        if single:
            add("Dial number", "dial_number", partial(app.dial, numbers[0]), "phone")
        add("Add Person", "manage_people", app.toggle_adding, "account_plus")
    if len(numbers) > 1:
        rename = partial(show, dialogs.RenameConversation(title, app.thread))
        add("Rename conversation", "rename_conversation", rename, "pencil")
    if not app.binned:
        if app.thread in app.store.archived():
            add("Unarchive", "unarchive", partial(show, dialogs.ArchiveConversation(False)))
        elif count:
            add("Archive", "archive", partial(show, dialogs.ArchiveConversation()))
        add("Conversation details", "conversation_details", app.details)
        if single and app.name_of(numbers[0]) == numbers[0]:
            keep = partial(app.add_contact, numbers[0])
            add("Add number to contact", "add_number_to_contact", keep)
        add("Block number", "block_number", partial(show, dialogs.BlockConversation(numbers)))
        if count:
            add("Mark as Unread", "mark_as_unread", app.mark_unread)
    return app.toolbar(title, *menu, id="thread_toolbar")


def _marking(app: ThreadActions) -> View:
    marked, show = app.state.selected, app.show_dialog
    single = len([m for m in map(app.store.message, marked) if m is not None]) == 1
    menu: list[MenuItem] = []

    def add(title: str, name: str, action: Callable[[], object], icon: str | None = None) -> None:
        menu.append(MenuItem(title, action, id=f"cab_{name}", icon=icon))

    if single:
        add("Copy to clipboard", "copy_to_clipboard", app.with_text(app.copy), "content_copy")
        add("Share", "share", app.with_text(app.share), "share_variant")
    add("Delete", "delete", partial(show, dialogs.DeleteMessages(marked)), "delete")
    if app.binned:
        add("Restore", "restore", partial(show, dialogs.RestoreMessages(marked)))
    if single:
        properties = partial(show, dialogs.Properties(marked[0]))
        add("Properties", "properties", properties, "information_outline")
        add("Forward", "forward_message", app.with_text(app.forward))
        add("Select text", "select_text", partial(show, dialogs.SelectText(marked[0])))
    add("Select all", "select_all", app.select_all)
    return marking_bar(len(marked), app.count(), app.clear_selection, app.select_all, *menu)


def _no_reply(app: ThreadActions) -> View:
    return wide_row(
        TextView(
            "Can't reply to short codes like this",
            id="reply_disabled_text",
            size=16,
            color="text_primary@0.8",
            width=0,
            weight=1,
        ),
        icon_button(
            "information_outline",
            "reply_disabled_info",
            "More info",
            lambda: app.show_dialog(dialogs.ShortCode()),
        ),
        id="short_code_holder",
        class_name=GROUP,
        padding=(16, 4, 4, 4),
        content_gravity="center_vertical",
        background="bottom_bar",
    )
