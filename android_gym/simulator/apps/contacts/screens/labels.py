"""The page of a label, and the list to choose contacts for it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial

from immutables import Map

from android_gym.simulator.appkit.people import Contact, avatar, contact_row, long_list
from android_gym.simulator.apps.contacts.actions import ContactsScreen
from android_gym.simulator.apps.contacts.dialogs import DeleteLabel, NewLabel
from android_gym.simulator.apps.contacts.storage import Group
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import MenuItem, Toolbar, empty_state
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, full_column, wide_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, CheckBox, TextView

__all__ = ["GroupActivity", "MemberPicker"]


@dataclass(frozen=True)
class LabelState:
    """State of a label's page, or of the list to choose from.

    Attributes:
        removing: Whether members are being selected for removal.
        ticked: Ids of the selected contacts, in the order of selection.
    """

    removing: bool = False
    ticked: tuple[int, ...] = ()


class _Ticking(ContactsScreen[LabelState]):
    """Base of the lists in which contacts can be selected."""

    def toggle(self, contact: int) -> None:
        """Select or deselect a contact."""
        rest = tuple(other for other in self.state.ticked if other != contact)
        self.update(ticked=rest if contact in self.state.ticked else (*rest, contact))

    def row(self, contact: Contact, *, ticking: bool) -> View:
        """Build the row of a contact."""
        on = contact.id in self.state.ticked
        box = View(width=24, height=1)
        if ticking:
            box = CheckBox("", checked=on, on_checked_change=lambda _: self.toggle(contact.id))
        click = partial(self.toggle if ticking else self.open_detail, contact.id)
        badge = avatar(contact.name, 40, content_description=f"Quick contact for {contact.name}")
        badge.margin = (8, 0, 16, 0)
        name = TextView(contact.name, id="cliv_name_textview", size=16, max_lines=1)
        return contact_row(box, badge, name, selected=on, on_click=click)

    def listed(self, contacts: list[Contact], *, ticking: bool) -> View:
        """Build the list of contacts."""
        return long_list(
            len(contacts),
            lambda index: self.row(contacts[index], ticking=ticking),
            "android:id/list",
            row_key=lambda index: contacts[index].id,
        )


class GroupActivity(_Ticking):
    """The contacts with a label."""

    DIALOGS = (DeleteLabel, NewLabel)

    @property
    def _group(self) -> Group | None:
        return self.store.group(self.intent.get_int("group"))

    def on_back(self) -> bool:
        """End the selection, or leave."""
        if self.state.removing:
            self.reset()
            return True
        return False

    def build(self) -> Screen:
        """Build the bar and the list."""
        group = self._group
        if group is None:
            up = Toolbar(navigation="arrow_back", on_navigation=self.finish)
            return Screen(full_column(up, empty_state("Failed to load label")))
        members = self.store.members(group.id)
        body: View = self.listed(members, ticking=self.state.removing)
        if not members:
            body = wide_column(
                empty_state("No contacts with this label", icon="label_outline", id="empty_group"),
                Button(
                    "Add contacts",
                    id="add_member_button",
                    gravity="center_horizontal",
                    on_click=self._add,
                ),
                content_gravity="center",
            )
        bar = self._removing_bar(group) if self.state.removing else self._bar(group, members)
        frame = FrameLayout([body], id="contact_list", width=MATCH, height=0, weight=1)
        return Screen(full_column(bar, frame), title=group.title)

    def _bar(self, group: Group, members: list[Contact]) -> View:
        many = bool(members)
        mail = MenuItem("Send email", partial(self._send, "emails"), id="menu_multi_send_email")
        write = MenuItem(
            "Send message", partial(self._send, "phones"), id="menu_multi_send_message"
        )
        remove = MenuItem(
            "Remove contacts", lambda: self.update(removing=True), id="menu_edit_group"
        )
        return Toolbar(
            group.title,
            navigation="arrow_back",
            on_navigation=self.finish,
            menu=[
                MenuItem("Add contact", self._add, id="menu_add", icon="account_plus_outline"),
                mail if many else None,
                write if many else None,
                remove if many else None,
                MenuItem(
                    "Rename label",
                    lambda: self.show_dialog(NewLabel(group.title, group.id)),
                    id="menu_rename_group",
                ),
                MenuItem(
                    "Delete label",
                    lambda: self._ask_delete(group, many),
                    id="menu_delete_group",
                ),
            ],
        )

    def _removing_bar(self, group: Group) -> View:
        ticked = self.state.ticked
        remove = MenuItem(
            "Remove from label",
            lambda: self._remove(group),
            id="menu_remove_from_group",
            icon="delete_outline",
        )
        return Toolbar(
            f"{len(ticked)} selected" if ticked else "Remove contacts",
            title_id="selection_count_text",
            navigation="close",
            navigation_description="Clear selection",
            on_navigation=self.reset,
            menu=[remove] if ticked else [],
            id="selection_bar",
        )

    def _ask_delete(self, group: Group, many: bool) -> None:
        if many:
            self.show_dialog(DeleteLabel(group.id, group.title))
        else:
            self.delete_label(group.id)

    def _remove(self, group: Group) -> None:
        self.store.remove_from_group(group.id, self.state.ticked)
        self.toast("Removed from label")
        self.reset()

    def _add(self) -> None:
        activity = "com.android.contacts.group.MemberPickerActivity"
        self.start_activity(activity, request="add", group=self.intent.get_int("group"))

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Add the chosen contacts to the label."""
        if request == "add" and code == RESULT_OK and data is not None:
            told = str(data.extra("contacts") or "").split(",")
            chosen = tuple(int(number) for number in told if number.isdecimal())
            self.add_to_label(self.intent.get_int("group"), chosen)

    def _send(self, kind: str) -> None:
        """Write to all members that have a number or address of a kind."""
        cards = [self.store.card(contact.id) for contact in self._members()]
        lists = [card.phones if kind == "phones" else card.emails for card in cards]
        found = [entries[0].text for entries in lists if entries]
        what = "phone numbers" if kind == "phones" else "emails"
        if len(found) < len(lists):
            self.toast(f"Some contacts do not have {what}.")
        if found:
            scheme = "smsto" if kind == "phones" else "mailto"
            data = f"{scheme}:{','.join(found)}"
            self.open_elsewhere(Intent("android.intent.action.SENDTO", data=data))

    def _members(self) -> list[Contact]:
        return self.store.members(self.intent.get_int("group"))

    def delete_label(self, group: int) -> None:
        """Delete the label and leave; the list offers to undo that."""
        label, members = self._group, tuple(contact.id for contact in self._members())
        super().delete_label(group)
        title = "" if label is None else label.title
        self.finish(RESULT_OK, Intent(extras=Map({"title": title, "members": members})))


class MemberPicker(_Ticking):
    """Lets the user choose contacts that don't have a label yet."""

    def build(self) -> Screen:
        """Build the bar and the list."""
        had = set(self.store.members(self.intent.get_int("group")))
        others = [contact for contact in self.store.find() if contact not in had]
        ticked = self.state.ticked
        add = MenuItem("Add", self._accept, id="add_contacts", action=True)
        bar = Toolbar(
            f"{len(ticked)} selected" if ticked else "Choose contacts",
            navigation="close",
            navigation_description="Cancel",
            on_navigation=self.finish,
            menu=[add] if ticked else [],
        )
        body = self.listed(others, ticking=True) if others else empty_state("No contacts")
        frame = FrameLayout([body], width=MATCH, height=0, weight=1)
        return Screen(full_column(bar, frame), title="Choose contacts")

    def _accept(self) -> None:
        told = ",".join(str(number) for number in self.state.ticked)
        self.finish(RESULT_OK, Intent(extras=Map({"contacts": told})))
