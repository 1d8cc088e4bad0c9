"""The main screen: favorites, recents and contacts, search, and the dial pad."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from android_gym.simulator.apps.dialer import favorites, recents
from android_gym.simulator.apps.dialer.keypad import keypad
from android_gym.simulator.apps.dialer.look import GREEN, DialerScreen, avatar
from android_gym.simulator.apps.dialer.storage import PAGE, Number, Person, shown_number
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.phone_numbers import as_typed, digits_of, tel_number
from android_gym.simulator.system.telephony import IMEI, VOICEMAIL_NUMBER
from android_gym.simulator.ui.activity import Overlay, Screen
from android_gym.simulator.ui.components import (
    BottomNavigationView,
    FloatingActionButton,
    MenuItem,
    NavItem,
    OverflowButton,
    empty_state,
    open_search_bar,
)
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.editable import Editable
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, column, row
from android_gym.simulator.ui.view import MATCH, WRAP, View
from android_gym.simulator.ui.widgets import Button, EditText, ImageButton, ImageView, TextView

__all__ = ["GoogleDialtactsActivity"]

FAVORITES, RECENTS, CONTACTS = range(3)
TABS = (
    NavItem("Favorites", "star_outline", "tab_favorites", "star"),
    NavItem("Recents", "clock_outline", "tab_recents", "clock"),
    NavItem("Contacts", "account_multiple_outline", "tab_contacts", "account_multiple"),
)


@dataclass(frozen=True)
class MainState:
    """What the main screen shows.

    Attributes:
        tab: `FAVORITES`, `RECENTS` or `CONTACTS`.
        searching: Whether the search field is open.
        query: Its text.
        dialpad: Whether the dial pad is open.
        digits: The number on it, as it is shown.
        cursor: Where the cursor stands in it.
        dialog: Title and text of a message that is shown.
        expanded: The call in Recents whose actions are shown; 0 for none.
        menu: The call, or in Favorites the contact, whose menu is open; 0 for none.
    """

    tab: int = FAVORITES
    searching: bool = False
    query: str = ""
    dialpad: bool = False
    digits: str = ""
    cursor: int = 0
    dialog: tuple[str, str] | None = None
    expanded: int = 0
    menu: int = 0


class GoogleDialtactsActivity(DialerScreen[MainState]):
    """Phone's main screen."""

    def on_create(self) -> MainState:
        """Opens the dial pad with the number that is to be dialled."""
        return self._asked(MainState())

    def on_new_intent(self) -> None:
        """The same, while it is open already."""
        state = self._asked(self.state)
        self.update(**{name: getattr(state, name) for name in ("tab", "dialpad", "digits",
                                                               "cursor", "searching")})  # fmt: skip

    def _asked(self, state: MainState) -> MainState:
        from dataclasses import replace

        action = (self.intent.action or "").rpartition(".")[2]
        if action in ("DIAL", "VIEW") and self.intent.type is None:
            voicemail = (self.intent.data or "").startswith("voicemail:")
            number = VOICEMAIL_NUMBER if voicemail else tel_number(self.intent.data) or ""
            digits = as_typed(digits_of(number))
            self.focus("digits")
            return replace(state, dialpad=True, digits=digits, cursor=len(digits), searching=False)
        if action in ("CALL_BUTTON", "VIEW"):
            return replace(state, tab=RECENTS, dialpad=False, searching=False)
        return state

    def on_resume(self) -> None:
        """Missed calls count as seen once Recents is looked at."""
        if self.state.tab == RECENTS:
            recents.seen(self)

    def on_back(self) -> bool:
        """Closes the dial pad, then the search."""
        if self.state.dialpad:
            self.hide_dialpad()
        elif self.state.searching:
            self.update(searching=False, query="")
        else:
            return False
        return True

    def on_key(self, name: str) -> bool:
        """The green key calls what is on the dial pad, or opens Recents."""
        if name != "CALL":
            return False
        if self.state.dialpad:
            self._dial()
        else:
            self._select(RECENTS)
        return True

    def build(self) -> Screen:
        """The chosen tab with what belongs around it; or dial pad, or search."""
        state = self.state
        overlays: list[Overlay | None] = []
        if state.dialog is not None:
            overlays.append(self._message(*state.dialog))
        if state.dialpad:
            return Screen(self._dialpad(), overlays, title="Phone", navigation_bar="bottom_bar")
        if state.searching:
            return Screen(self._search(), overlays, title="Phone", status_bar="bottom_bar")
        page: View
        if state.tab == FAVORITES:
            page, menu = favorites.page(self)
        elif state.tab == RECENTS:
            page, menu = recents.page(self)
        else:
            page, menu = self._contacts(), None
        content = FrameLayout(
            [page], width=MATCH, height=MATCH, padding=(0, 72, 0, 80), key=("tab", state.tab)
        )
        return Screen(
            FrameLayout(
                [
                    content,
                    FloatingActionButton(
                        "dialpad",
                        id="dialpad_fab",
                        content_description="key pad",
                        margin=(16, 16, 16, 96),
                        on_click=self.show_dialpad,
                    ),
                    BottomNavigationView(TABS, state.tab, self._select, gravity="bottom"),
                    self._search_bar(),
                ],
                width=MATCH,
                height=MATCH,
            ),
            [*overlays, menu],
            title="Phone",
            navigation_bar="bottom_bar",
        )

    def _message(self, title: str, text: str) -> Overlay:
        return alert_dialog(
            title or None,
            text,
            on_dismiss=lambda: self.update(dialog=None),
            positive="OK",
        )

    def _select(self, tab: int) -> None:
        self.update(tab=tab, expanded=0, menu=0)
        if tab == RECENTS:
            recents.seen(self)

    # -- the bar at the top

    def _search_bar(self) -> View:
        menu = [
            MenuItem("Call history", lambda: self._open("app.calllog.CallLogActivity")),
            MenuItem("Settings", lambda: self._open("app.settings.DialerSettingsActivity")),
            MenuItem("Help and feedback", self._help),
        ]
        return FrameLayout(
            [
                row(
                    ImageView("magnify", margin=(16, 0)),
                    TextView(
                        "Search contacts & places",
                        id="open_search_bar_text_view",
                        size=16,
                        color="text_secondary",
                        max_lines=1,
                        width=0,
                        weight=1,
                    ),
                    ImageButton(
                        "microphone",
                        content_description="Start voice search",
                        on_click=lambda: self.toast("Voice search not available"),
                    ),
                    OverflowButton(menu, class_name="android.widget.ImageButton"),
                    id="open_search_bar",
                    width=MATCH,
                    height=52,
                    content_gravity="center_vertical",
                    background=Rounded("bottom_bar", 26),
                    on_click=lambda: self.update(searching=True),
                )
            ],
            width=MATCH,
            padding=(16, 10),
            gravity="top",
        )

    def _open(self, name: str) -> None:
        self.start_activity(f"com.android.dialer.{name}")

    def _help(self) -> None:
        self.open_elsewhere(
            Intent("android.intent.action.VIEW", data="https://support.google.com/phoneapp")
        )

    # -- contacts

    def _contacts(self) -> View:
        people = self.people
        total = people.count()
        if not total:
            return empty_state(
                "Your contacts are just a tap away here",
                icon="account_multiple_outline",
                id="empty_list_view_message",
                action=Button(
                    "Create new contact",
                    id="empty_list_view_action",
                    margin=(0, 16, 0, 0),
                    on_click=self.create_contact,
                ),
            )
        new = self.action_row("account_plus_outline", "Create new contact", self.create_contact)
        return person_list(people.page, total, lambda who: self.show_contact(who.contact), new)

    # -- search

    def _search(self) -> View:
        query = self.state.query.strip()
        bar = open_search_bar(
            self.state.query,
            "Search contacts & places",
            lambda text: self.update(query=text),
            on_close=self.on_back,
            on_submit=self.hide_keyboard,
        )
        rows: list[View] = []
        if query:
            found = self.people.search(query)
            rows = self._found(found)
            if re.fullmatch(r"(?=\D*+\d)[\d+*#(). \-]++", query):
                rows = [*self._offers(digits_of(query), call=True), *rows]
            elif not found:
                rows = [empty_state("No results found", id="empty", height=200)]
        return column(
            bar,
            RecyclerView(rows, id="search_view_recyclerview", width=MATCH, height=0, weight=1),
            width=MATCH,
            height=MATCH,
        )

    def _found(self, numbers: Sequence[Number]) -> list[View]:
        return [
            row(
                avatar(this.name, 40, margin=(0, 0, 16, 0)),
                column(
                    TextView(this.name, id="primary", size=16, max_lines=1),
                    TextView(
                        f"{this.label} {shown_number(this.number)}",
                        id="secondary",
                        color="text_secondary",
                        max_lines=1,
                    ),
                    width=0,
                    weight=1,
                ),
                key=(this.contact, this.number, place),
                width=MATCH,
                min_height=64,
                padding=(16, 8),
                content_gravity="center_vertical",
                on_click=partial(self._call, this.number),
            )
            for place, this in enumerate(numbers)
        ]

    def _offers(self, number: str, *, call: bool = False) -> list[View]:
        """What else can be done with a number that is typed."""
        rows = []
        if call:
            title = f"Call {as_typed(number)}"
            rows.append(self.action_row("phone_outline", title, partial(self._call, number)))
        return [
            *rows,
            self.action_row(
                "account_plus_outline", "Create new contact", partial(self.create_contact, number)
            ),
            self.action_row(
                "account_outline", "Add to a contact", partial(self.add_to_contact, number)
            ),
            self.action_row(
                "message_text_outline", "Send a message", partial(self.message, number)
            ),
        ]

    def _call(self, number: str) -> None:
        self.update(searching=False, query="", dialpad=False, digits="", cursor=0)
        self.call(number)

    # -- the dial pad

    def show_dialpad(self, digits: str = "") -> None:
        """Opens the dial pad."""
        self.update(dialpad=True, digits=digits, cursor=len(digits))
        self.focus("digits")

    def hide_dialpad(self) -> None:
        """Closes the dial pad and forgets what was on it."""
        self.update(dialpad=False, digits="", cursor=0)
        self.hide_keyboard()

    def _dialpad(self) -> View:
        state = self.state
        number = digits_of(state.digits)
        rows: list[View] = []
        if number:
            rows = [*self._found(self.people.dialpad(number)), *self._offers(number)]
        turned = self.turned
        listing = RecyclerView(
            rows,
            id="search_view_recyclerview",
            width=0 if turned else MATCH,
            height=MATCH if turned else 0,
            weight=1,
        )
        return (row if turned else column)(
            listing,
            column(
                self._digits(),
                keypad(self._key, self._hold, height=44 if turned else 60),
                FrameLayout(
                    [
                        row(
                            ImageView("phone", tint="#FFFFFF", margin=(0, 0, 8, 0)),
                            TextView("Call", color="#FFFFFF", size=16, weight_font=500),
                            id="dialpad_voice_call_button",
                            class_name="android.widget.ImageButton",
                            width=152,
                            height=56,
                            gravity="center",
                            content_gravity="center",
                            content_description="dial",
                            background=Rounded(GREEN, 28),
                            on_click=self._dial,
                        )
                    ],
                    width=MATCH,
                    padding=(0, 4) if turned else (0, 8, 0, 16),
                ),
                id="dialpad_view",
                width=0 if turned else MATCH,
                height=MATCH if turned else WRAP,
                weight=1 if turned else 0,
                padding=(24, 0),
                background="bottom_bar",
            ),
            width=MATCH,
            height=MATCH,
        )

    def _digits(self) -> View:
        state = self.state
        typed = bool(state.digits)
        menu = [
            MenuItem("Add 2-sec pause", partial(self._key, ","), enabled=typed),
            MenuItem("Add wait", partial(self._key, ";"), enabled=typed),
        ]
        return row(
            OverflowButton(
                menu,
                id="dialpad_overflow",
                class_name="android.widget.ImageButton",
                visibility="visible" if typed else "invisible",
            ),
            EditText(
                state.digits,
                id="digits",
                on_text_change=self._typed,
                cursor=state.cursor,
                accept=lambda text: bool(re.fullmatch(r"[\d+*#,;(). \-]*", text)),
                input_type="phone",
                soft_keyboard=False,
                size=32 if len(state.digits) < 16 else 24,
                align="center",
                background="transparent",
                width=0,
                weight=1,
                height=56 if self.turned else 72,
                vertical="center",
                padding=(8, 0),
            ),
            ImageButton(
                "backspace_outline",
                id="deleteButton",
                content_description="backspace",
                on_click=self._backspace,
                on_long_click=lambda: self._typed(""),
                visibility="visible" if typed else "invisible",
            ),
            width=MATCH,
            content_gravity="center_vertical",
        )

    def _typed(self, text: str) -> None:
        """Takes an edit: groups the digits, keeping the cursor behind the same one."""
        old = self.state.digits
        after = 0
        while after < min(len(text), len(old)) and text[-1 - after] == old[-1 - after]:
            after += 1
        kept = len(digits_of(text[: len(text) - after]))
        plain = digits_of(text)
        digits = as_typed(plain)
        cursor, seen = 0, 0
        while seen < kept and cursor < len(digits):
            seen += bool(digits_of(digits[cursor]))
            cursor += 1
        if after == 0:
            cursor = len(digits)
        self.update(digits=digits, cursor=cursor)
        if plain == "*#06#":
            self.update(digits="", cursor=0, dialog=("IMEI", IMEI))

    def _edit(self, change: Callable[[Editable], object], otherwise: str) -> None:
        field = self.context.windows.focused_field()
        if field is not None and field.id == "digits":
            change(field)
        else:
            self._typed(otherwise)
        self.focus("digits")

    def _key(self, character: str) -> None:
        self._edit(lambda field: field.insert(character), self.state.digits + character)

    def _backspace(self) -> None:
        self._edit(lambda field: field.delete(), self.state.digits[:-1])

    def _hold(self, character: str) -> None:
        if character == "0":
            self._key("+")
        elif not self.state.digits:
            self._call(VOICEMAIL_NUMBER)
        else:
            self._key("1")

    def _dial(self) -> None:
        number = digits_of(self.state.digits)
        if not number:
            self._typed(self.log.last_dialled())
        elif re.fullmatch(r"[*#].*#", number):
            # A request to the network, which the emulator's does not know.
            self.update(digits="", cursor=0, dialog=("", "Connection problem or invalid MMI code."))
        else:
            self._call(number)


def person_list(
    page: Callable[[int], list[Person]],
    total: int,
    on_click: Callable[[Person], object],
    first: View | None = None,
) -> View:
    """Contacts by letter, below a row of another kind."""
    pages: dict[int, list[Person]] = {}
    before = 1 if first is not None else 0

    def person(index: int) -> Person | None:
        number, place = divmod(index, PAGE)
        if number not in pages:
            pages[number] = page(number)
        return pages[number][place] if place < len(pages[number]) else None

    def build(index: int) -> View:
        if first is not None and index == 0:
            return first
        this = person(index - before)
        if this is None:
            return View(width=MATCH, height=1)
        last = person(index - before - 1) if index > before else None
        mark = this.section if last is None or last.section != this.section else ""
        return row(
            TextView(
                mark,
                id="header",
                width=32,
                size=16,
                weight_font=500,
                color="primary",
                align="center",
            ),
            avatar(
                this.name, 40, margin=(8, 0, 16, 0),
                content_description=f"Quick contact for {this.name}",
            ),
            TextView(this.name, id="contact_name", size=16, max_lines=1, width=0, weight=1),
            width=MATCH,
            min_height=64,
            padding=(12, 8, 16, 8),
            content_gravity="center_vertical",
            on_click=partial(on_click, this),
        )  # fmt: skip

    return RecyclerView(
        before + total,
        build,
        row_key=lambda index: index,
        id="recycler_view",
        width=MATCH,
        height=MATCH,
        padding=(0, 0, 0, 88),
    )
