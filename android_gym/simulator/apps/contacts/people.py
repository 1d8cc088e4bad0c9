"""The list of contacts, search in it, selection, the first run; and the list to choose from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from android_gym.simulator.apps.contacts.look import ContactsScreen, avatar
from android_gym.simulator.apps.contacts.storage import PAGE, Contact, contact_number
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import S_co, Screen
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
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, column, row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, ImageButton, ImageView, TextView

__all__ = ["ContactSelectionActivity", "PeopleActivity"]

SETTINGS = "com.android.contacts.activities.SettingsActivity"
NOTIFICATIONS = "android.permission.POST_NOTIFICATIONS"


@dataclass(frozen=True)
class PeopleState:
    """What the list shows.

    Attributes:
        searching: Whether the search field is open.
        query: Its text.
        selected: Numbers of the contacts that are selected.
        deleting: Whether it asks if they are to be deleted.
        drawer: Whether the drawer is open.
    """

    searching: bool = False
    query: str = ""
    selected: tuple[int, ...] = ()
    deleting: bool = False
    drawer: bool = False


class _ListScreen(ContactsScreen[S_co]):
    """A list of contacts."""

    def rows(
        self,
        query: str,
        on_click: Callable[[Contact], None],
        *,
        before: tuple[View, ...] = (),
        on_long_click: Callable[[Contact], None] | None = None,
        selected: tuple[int, ...] = (),
    ) -> View | None:
        """Favorites, then all by letter; None where there is nobody."""
        store = self.store
        total = store.count(query)
        favorites = store.count(starred=True) if not query else 0
        if not total:
            return None
        pages: dict[tuple[bool, int], list[Contact]] = {}

        def contact(index: int, starred: bool) -> Contact | None:
            number, place = divmod(index, PAGE)
            if (starred, number) not in pages:
                pages[starred, number] = store.page(number, query, starred=starred)
            page = pages[starred, number]
            return page[place] if place < len(page) else None

        def build(index: int) -> View:
            if index < len(before):
                return before[index]
            index -= len(before)
            starred = index < favorites
            index -= 0 if starred else favorites
            this = contact(index, starred)
            if this is None:
                return View(width=MATCH, height=1)
            last = contact(index - 1, starred) if index else None
            mark: View = TextView("", width=24)
            if last is None or (last.section != this.section and not starred):
                mark = TextView(
                    "" if starred else this.section,
                    id="header",
                    width=24,
                    align="center",
                    size=16,
                    weight_font=500,
                    color="primary",
                    icon="star" if starred else None,
                    icon_size=20,
                    icon_color="primary",
                )
            if query:
                mark.visibility = "gone"
            chosen = this.id in selected
            badge: View = avatar(
                this.name, 40, content_description=f"Quick contact for {this.name}"
            )
            if chosen:
                badge = ImageView(
                    "check", tint="on_primary", width=40, height=40, background=Oval("primary")
                )
            badge.margin = (16, 0)
            return row(
                mark,
                badge,
                TextView(
                    this.name, id="cliv_name_textview", size=16, max_lines=1, weight=1, width=0
                ),
                width=MATCH,
                min_height=64,
                padding=(12, 8, 16, 8),
                content_gravity="center_vertical",
                background="secondary_container" if chosen else None,
                selected=chosen,
                on_click=partial(on_click, this),
                on_long_click=partial(on_long_click, this) if on_long_click else None,
            )

        return RecyclerView(
            len(before) + favorites + total,
            build,
            id="android:id/list",
            width=MATCH,
            height=MATCH,
            padding=(0, 8, 0, 88),
        )


class PeopleActivity(_ListScreen[PeopleState]):
    """The app's main screen."""

    def on_create(self) -> PeopleState:
        """Goes on to the contact that is asked for, if one is."""
        contact = contact_number(self.intent.data)
        if contact is not None:
            self.open_detail(contact)
            self.finish()
        return PeopleState()

    def on_back(self) -> bool:
        """Ends selection, then search."""
        if self.state.drawer:
            self.update(drawer=False)
        elif self.state.selected:
            self.update(selected=())
        elif self.state.searching:
            self._close_search()
        else:
            return False
        return True

    def build(self) -> Screen:
        """The list, what is found in it, or the first run."""
        if not self.context.preferences().get("welcomed", False):
            return self._welcome()
        state = self.state
        top = self._search_pill()
        if state.selected:
            top = self._selection_bar()
        elif state.searching:
            top = open_search_bar(
                state.query,
                "Search contacts",
                lambda text: self.update(query=text),
                on_close=self._close_search,
                on_submit=self.hide_keyboard,
            )
        query = state.query.strip() if state.searching else ""
        listing = None
        if query or not state.searching:
            listing = self.rows(
                query, self._tap, on_long_click=self._toggle, selected=state.selected
            )
            if listing is None:
                listing = (
                    empty_state("No contacts found", id="empty")
                    if query
                    else empty_state(
                        "Your contacts list is empty", icon="account_multiple_outline", id="empty"
                    )
                )
        fab = None
        if not state.searching and not state.selected:
            fab = FloatingActionButton(
                "plus",
                id="floating_action_button",
                content_description="Create contact",
                on_click=self.open_editor,
            )
        dialog = None
        if state.deleting:
            dialog = self.delete_dialog(
                len(state.selected), self._delete, lambda: self.update(deleting=False)
            )
        content = column(
            top,
            FrameLayout([listing, fab], width=MATCH, height=0, weight=1, key="content"),
            width=MATCH,
            height=MATCH,
        )
        return Screen(
            DrawerLayout(
                content,
                self._drawer() if state.drawer else View(),
                state.drawer,
                lambda: self.update(drawer=False),
                drawer_width=300,
                id="drawer_layout",
            ),
            overlays=[dialog],
            title="Contacts",
        )

    def _drawer(self) -> View:
        """Where one can go from the list."""
        windows = self.context.windows

        def item(text: str, icon: str, go: Callable[[], None] | None) -> View:
            on = go is None
            return row(
                ImageView(icon, tint="on_secondary_container" if on else "icon"),
                TextView(text, id="design_menu_item_text", size=14, weight_font=500,
                         padding=(16, 0)),
                key=text,
                width=MATCH,
                height=56,
                padding=(16, 0),
                margin=(12, 0),
                content_gravity="center_vertical",
                background=Rounded("secondary_container", 28) if on else None,
                selected=on,
                on_click=go or (lambda: self.update(drawer=False)),
            )  # fmt: skip

        def settings() -> None:
            self.update(drawer=False)
            self.start_activity(SETTINGS)

        def help_page() -> None:
            self.update(drawer=False)
            self.open_elsewhere(
                Intent("android.intent.action.VIEW", data="https://support.google.com/contacts")
            )

        return column(
            TextView("Contacts", size=22, padding=(28, 16)),
            item("Contacts", "account_outline", None),
            item("Settings", "cog_outline", settings),
            item("Help & feedback", "help_circle_outline", help_page),
            id="navigation_view",
            width=MATCH,
            height=MATCH,
            padding=(0, windows.status_bar_height / windows.density, 0, 0),
            background="card",
        )

    def _search_pill(self) -> View:
        return FrameLayout(
            [
                row(
                    ImageButton(
                        "menu",
                        content_description="Open navigation drawer",
                        on_click=lambda: self.update(drawer=True),
                    ),
                    TextView(
                        "Search contacts",
                        id="open_search_bar_text_view",
                        size=16,
                        color="text_secondary",
                        width=0,
                        weight=1,
                        padding=(8, 0),
                    ),
                    OverflowButton([MenuItem("Select all", self._select_all)]),
                    id="open_search_bar",
                    width=MATCH,
                    height=56,
                    content_gravity="center_vertical",
                    background=Rounded("bottom_bar", 28),
                    on_click=lambda: self.update(searching=True),
                )
            ],
            width=MATCH,
            padding=(16, 8),
        )

    def _selection_bar(self) -> View:
        return Toolbar(
            f"{len(self.state.selected)} selected",
            title_id="selection_count_text",
            navigation="close",
            navigation_description="Clear selection",
            on_navigation=lambda: self.update(selected=()),
            menu=[
                MenuItem("Share", self._share, id="menu_share", icon="share_variant"),
                MenuItem(
                    "Delete",
                    lambda: self.update(deleting=True),
                    id="menu_delete",
                    icon="delete_outline",
                ),
                MenuItem("Select all", self._select_all),
            ],
        )

    def _welcome(self) -> Screen:
        return Screen(
            column(
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
                row(
                    Button("Skip", id="left_button", on_click=self._skip),
                    View(width=0, height=1, weight=1),
                    Button("Sign in", id="right_button", kind="filled", on_click=self._sign_in),
                    width=MATCH,
                ),
                width=MATCH,
                height=MATCH,
                padding=24,
                content_gravity="center_horizontal",
            ),
            title="Contacts",
        )

    def _skip(self) -> None:
        self.context.preferences().put(welcomed=True)
        self.request_permission(NOTIFICATIONS)

    def _sign_in(self) -> None:
        self.toast("No internet connection")

    def _close_search(self) -> None:
        self.update(searching=False, query="")

    def _tap(self, contact: Contact) -> None:
        if self.state.selected:
            self._toggle(contact)
        else:
            self.open_detail(contact.id)

    def _toggle(self, contact: Contact) -> None:
        chosen = self.state.selected
        if contact.id in chosen:
            self.update(selected=tuple(i for i in chosen if i != contact.id))
        else:
            self.update(selected=(*chosen, contact.id))

    def _share(self) -> None:
        found = (self.store.get(number) for number in self.state.selected)
        self.share("\n".join(contact.name for contact in found if contact))

    def _delete(self) -> None:
        chosen = self.state.selected
        self.store.delete(chosen)
        self.update(selected=(), deleting=False)
        self.toast("Contact deleted" if len(chosen) == 1 else f"{len(chosen)} contacts deleted")

    def _select_all(self) -> None:
        self.update(selected=tuple(self.store.ids()))


@dataclass(frozen=True)
class SelectionState:
    """Text that is searched for."""

    query: str = ""


class ContactSelectionActivity(_ListScreen[SelectionState]):
    """Chooses the contact that a number or address is added to."""

    def build(self) -> Screen:
        """A way to make a new contact, then those that there are."""
        new = row(
            ImageView("account_plus_outline", tint="primary", margin=(32, 0, 24, 0)),
            TextView("Create new contact", size=16),
            width=MATCH,
            min_height=64,
            content_gravity="center_vertical",
            on_click=lambda: self._choose(None),
        )
        listing = self.rows(
            self.state.query.strip(), lambda contact: self._choose(contact.id), before=(new,)
        )
        return Screen(
            column(
                Toolbar("Choose a contact", navigation="arrow_back", on_navigation=self.finish),
                FrameLayout([listing or new], width=MATCH, height=0, weight=1),
                width=MATCH,
                height=MATCH,
            ),
            title="Choose a contact",
        )

    def _choose(self, contact: int | None) -> None:
        self.open_editor(contact, **dict(self.intent.extras))
        self.finish()
