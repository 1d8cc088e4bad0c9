"""The main screen with list, search, selection and first run; and the list to pick a contact."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial

from android_gym.simulator.appkit.lists import ListActivity, ListState, Pages, scaffold
from android_gym.simulator.appkit.people import (
    PAGE,
    Contact,
    avatar,
    contact_row,
    long_list,
    search_pill,
    section_mark,
)
from android_gym.simulator.apps.contacts.actions import ContactsScreen
from android_gym.simulator.apps.contacts.dialogs import ChooseLabel, DeleteContacts, NewLabel
from android_gym.simulator.apps.contacts.model import contact_number
from android_gym.simulator.apps.contacts.storage import ContactStore
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen, callback
from android_gym.simulator.ui.components import (
    DrawerLayout,
    FloatingActionButton,
    MenuItem,
    OverflowButton,
    Toolbar,
    empty_state,
    open_search_bar,
)
from android_gym.simulator.ui.drawables import Oval, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    ScrollView,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageButton, ImageView, TextView

__all__ = ["ContactSelectionActivity", "PeopleActivity", "contact_list"]

Click = Callable[[Contact], object]


def contact_list(
    store: ContactStore,
    on_click: Click,
    *,
    query: str = "",
    first: View | None = None,
    on_long_click: Click | None = None,
    selected: tuple[int, ...] = (),
    without: int = 0,
) -> View | None:
    """Build the list: favourites, then all contacts by letter, or the search results.

    Args:
        store: The contact store.
        on_click: Called with the tapped contact.
        query: Search text.
        first: A row above the contacts.
        on_long_click: Called with the long-pressed contact.
        selected: Ids of the selected contacts.
        without: Id of a contact to leave out.

    Returns:
        The list; None if it is empty.
    """
    total = store.matches(query, without)
    if not total:
        return None
    starred = 0 if query or without else store.count("starred = 1")
    favorites = Pages(lambda number: store.find("starred = 1", page=number), PAGE)
    everybody = Pages(lambda number: store.page(number, query, without), PAGE)
    before = 0 if first is None else 1

    def build(index: int) -> View:
        if first is not None and index == 0:
            return first
        index -= before
        favorite = index < starred
        index -= 0 if favorite else starred
        contacts = favorites if favorite else everybody
        contact, last = contacts.get(index), contacts.get(index - 1)
        if contact is None:
            return View(width=MATCH, height=1)
        mark: View = TextView("", width=24)
        if last is None or (last.section != contact.section and not favorite):
            text, icon = ("", "star") if favorite else (contact.section, None)
            mark = section_mark(text, 24, icon)
        if query:
            mark.visibility = "gone"
        chosen = contact.id in selected
        name = contact.name
        badge: View = avatar(name, 40, content_description=f"Quick contact for {name}")
        if chosen:
            disc = Oval("primary")
            badge = ImageView("check", tint="on_primary", width=40, height=40, background=disc)
        badge.margin = (32 if not query else 0, 0, 16, 0)
        return contact_row(
            mark,
            badge,
            TextView(name, id="cliv_name_textview", size=16, max_lines=1),
            background="secondary_container" if chosen else None,
            selected=chosen,
            on_click=partial(on_click, contact),
            on_long_click=partial(on_long_click, contact) if on_long_click else None,
        )

    return long_list(before + starred + total, build, "android:id/list", top=8)


class PeopleActivity(ContactsScreen[ListState], ListActivity[ListState]):
    """The app's main screen."""

    DIALOGS = (ChooseLabel, DeleteContacts, NewLabel)
    TITLE = "Contacts"

    def on_create(self) -> ListState:
        """Open the requested contact, if there is one."""
        contact = contact_number(self.intent.data)
        if contact is not None:
            self.open_detail(contact)
            self.finish()
        return ListState()

    def build(self) -> Screen:
        """Build the list and the drawer, or the first run."""
        if not self.context.preferences().get("welcomed", False):
            return Screen(self._welcome(), title="Contacts")
        state = self.state
        plain = state.query is None and not state.selected
        found = self.body()
        found.width = found.height = MATCH
        body = FrameLayout([found], id="contacts_list_container")
        content = scaffold(self.bar(), body, fab=self.fab() if plain else None)
        content.id = "root"
        return Screen(
            DrawerLayout(
                content,
                self._drawer() if state.drawer else View(),
                state.drawer,
                self._close_drawer,
                drawer_width=300,
                id="drawer_layout",
            ),
            title="Contacts",
        )

    def keys(self) -> Sequence[int]:
        """Return the ids of all contacts."""
        return self.store.ids()

    def open(self, key: int) -> None:
        """Show a contact."""
        self.open_detail(key)

    def body(self) -> View:
        """Build the list, the search results, or the message for an empty list."""
        state = self.state
        query = (state.query or "").strip()
        if state.query is not None and not query:
            return View()
        found = contact_list(
            self.store,
            lambda contact: self.on_tap(contact.id)(),
            query=query,
            on_long_click=lambda contact: self.toggle(contact.id),
            selected=state.selected,
        )
        if found is not None:
            return found
        if query:
            return empty_state("No contacts found", id="empty")
        text = "Your contacts list is empty"
        return empty_state(text, icon="account_multiple_outline", id="empty")

    def fab(self) -> View:
        """Build the button that adds a contact."""
        return FloatingActionButton(
            "plus",
            id="floating_action_button",
            content_description="Create contact",
            on_click=self.open_editor,
        )

    # -- bars

    def bar(self) -> View:
        """Build the bar for selected contacts, for a search, or the default one."""
        state = self.state
        if state.selected:
            return self.selection_bar(state.selected)
        if state.query is not None:
            return open_search_bar(
                state.query,
                "Search contacts",
                self.search,
                on_close=lambda: self.search(None),
                on_submit=self.hide_keyboard,
            )
        menu = ImageButton(
            "menu",
            content_description="Open navigation drawer",
            on_click=lambda: self.update(drawer=True),
        )
        more = OverflowButton([MenuItem("Select all", self.select_all)])
        search = partial(self.search, "")
        return search_pill(
            "Search contacts", menu, more, on_click=search, height=56, padding=(16, 8), inset=8
        )

    def selection_bar(self, selected: tuple[int, ...]) -> View:
        """Build the bar for selected contacts."""
        ask = DeleteContacts(selected)
        return Toolbar(
            f"{len(selected)} selected",
            title_id="selection_count_text",
            navigation="close",
            navigation_description="Clear selection",
            on_navigation=self.clear_selection,
            menu=[
                MenuItem("Share", self._share, id="menu_share", icon="share_variant"),
                MenuItem(
                    "Delete",
                    lambda: self.show_dialog(ask),
                    id="menu_delete",
                    icon="delete_outline",
                ),
                MenuItem("Select all", self.select_all),
                MenuItem("Link", self._link, id="menu_join") if len(selected) > 1 else None,
                MenuItem("Add to label", self._label, id="menu_add_to_label"),
            ],
        )

    def _link(self) -> None:
        self.link(self.state.selected)
        self.clear_selection()

    def _label(self) -> None:
        selected = self.state.selected
        self.clear_selection()
        self.show_dialog(
            ChooseLabel(selected) if self.store.groups() else NewLabel(contacts=selected)
        )

    def _share(self) -> None:
        self.share(self.state.selected)

    def delete(self, contacts: tuple[int, ...]) -> None:
        """Delete contacts and clear the selection."""
        super().delete(contacts)
        self.clear_selection()

    # -- drawer

    def _close_drawer(self) -> None:
        self.update(drawer=False)

    def _drawer(self) -> View:
        windows = self.context.windows
        activities = "com.android.contacts.activities"
        labels = [
            self._destination(
                group.title, "label_outline", partial(self._open_label, group.id), group.count
            )
            for group in self.store.groups()
        ]
        content = wide_column(
            TextView("Contacts", size=22, padding=(28, 16)),
            self._destination("Contacts", "account_outline", lambda: None),
            self._destination(
                "Merge & fix",
                "auto_fix",
                lambda: self.start_activity(f"{activities}.DuplicatesActivity"),
            ),
            TextView("Labels", size=14, weight_font=500, padding=(28, 12)),
            *labels,
            self._destination("Create label", "plus", lambda: self.show_dialog(NewLabel())),
            self._destination(
                "Settings",
                "cog_outline",
                lambda: self.start_activity(f"{activities}.SettingsActivity"),
            ),
            self._destination("Help & feedback", "help_circle_outline", self.open_help),
            padding=(0, windows.status_bar_height / windows.density, 0, 16),
        )
        return ScrollView(
            content, id="navigation_view", width=MATCH, height=MATCH, background="card"
        )

    def _open_label(self, group: int) -> None:
        activity = "com.android.contacts.group.GroupActivity"
        self.start_activity(activity, request="label", group=group)

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Offer to undo that a label was deleted."""
        if request == "label" and code == RESULT_OK and data is not None:
            told = data.extra("members")
            members = tuple(each for each in told if isinstance(each, int)) if told else ()
            self.show_snackbar(
                "Label deleted",
                action="Undo",
                method="restore_label",
                arguments=(data.get_str("title"), members),
            )

    @callback
    def restore_label(self, title: str, members: tuple[int, ...]) -> None:
        """Undo the deletion of a label."""
        left = [contact for contact in members if self.store.get(contact) is not None]
        self.store.add_to_group(self.store.add_group(title), left)

    def _destination(
        self, text: str, icon: str, go: Callable[[], object], count: int | None = None
    ) -> View:
        def leave() -> None:
            self._close_drawer()
            go()

        here = text == "Contacts"
        return wide_row(
            ImageView(icon, tint="on_secondary_container" if here else "icon"),
            TextView(
                text,
                id="design_menu_item_text",
                size=14,
                weight_font=500,
                padding=(16, 0),
                width=0,
                weight=1,
                max_lines=1,
            ),
            None if count is None else TextView(str(count), size=14, color="text_secondary"),
            key=text,
            height=56,
            padding=(16, 0),
            margin=(12, 0),
            content_gravity="center_vertical",
            background=Rounded("secondary_container", 28) if here else None,
            selected=here,
            on_click=leave,
        )

    # -- the first run

    def _welcome(self) -> View:
        return full_column(
            ImageView("cloud_upload_outline", size=96, tint="primary", margin=(0, 64, 0, 24)),
            TextView("Back up & sync your contacts", style="headline_small", align="center"),
            TextView(
                "Sign in to your Google Account to keep your contacts safe and see them on "
                "all your devices.",
                align="center",
                color="text_secondary",
                margin=(0, 16, 0, 0),
            ),
            View(width=1, height=0, weight=1),
            wide_row(
                Button("Skip", id="left_button", on_click=self._skip),
                View(width=0, height=1, weight=1),
                Button("Sign in", id="right_button", kind="filled", on_click=self._sign_in),
            ),
            padding=24,
            content_gravity="center_horizontal",
        )

    def _skip(self) -> None:
        self.context.preferences().put(welcomed=True)
        self.request_permission("android.permission.POST_NOTIFICATIONS")

    def _sign_in(self) -> None:
        self.toast("No internet connection")


class ContactSelectionActivity(ContactsScreen):
    """Picks the contact to add a number or address to, or (PICK) one for another app."""

    @property
    def _picks(self) -> bool:
        return self.intent.action == "android.intent.action.PICK"

    def build(self) -> Screen:
        """Build a row to create a contact, and the existing contacts."""
        new = wide_row(
            ImageView("account_plus_outline", tint="primary", margin=(80, 0, 24, 0)),
            TextView("Create new contact", size=16, color="primary"),
            min_height=56,
            content_gravity="center_vertical",
            on_click=lambda: self._choose(None),
        )
        listing = contact_list(self.store, lambda contact: self._choose(contact.id), first=new)
        bar = Toolbar("Choose a contact", navigation="arrow_back", on_navigation=self.finish)
        body = FrameLayout([listing or new], width=MATCH, height=0, weight=1)
        return Screen(full_column(bar, body), title="Choose a contact")

    def _choose(self, contact: int | None) -> None:
        if self._picks and contact is not None:
            self.finish(-1, Intent(data=f"content://com.android.contacts/contacts/{contact}"))
            return
        if self._picks:
            self.start_activity(
                "com.android.contacts.activities.ContactEditorActivity",
                request="new",
                finishActivityOnSaveCompleted=True,
            )
            return
        self.open_editor(contact, **dict(self.intent.extras))
        self.finish()

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Return the created contact to the calling app."""
        if request == "new" and code == -1 and data is not None:
            self.finish(-1, data)
