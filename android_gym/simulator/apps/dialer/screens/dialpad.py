"""The dial pad: the typed number, matching contacts, and the keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from android_gym.simulator.appkit.text_edits import difference
from android_gym.simulator.apps.dialer.actions import MainActions
from android_gym.simulator.apps.dialer.dialogs import Notice
from android_gym.simulator.apps.dialer.look import GREEN, action_row, number_rows
from android_gym.simulator.apps.dialer.screens.keypad import keypad
from android_gym.simulator.system.phone_numbers import as_typed, digits_of
from android_gym.simulator.system.telephony import IMEI, VOICEMAIL_NUMBER
from android_gym.simulator.ui.components import MenuItem, OverflowButton
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.editable import Editable
from android_gym.simulator.ui.geometry import MATCH, WRAP
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, column, row, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, ImageButton, ImageView, TextView

__all__ = ["dial", "dialpad", "offers"]


def dialpad(app: MainActions) -> View:
    """Build the dial pad below the matches for its number, or beside them in landscape."""
    number = digits_of(app.state.digits)
    rows: list[View] = []
    if number:
        rows = [*number_rows(app.people.dialpad(number), app.call_found), *offers(app, number)]
    turned = app.turned
    side, tall = (0, MATCH) if turned else (MATCH, 0)
    listing = RecyclerView(rows, id="search_view_recyclerview", width=side, height=tall, weight=1)
    call = row(
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
        on_click=partial(dial, app),
    )
    pad = column(
        _digits(app),
        keypad(partial(_press, app), partial(_hold, app), height=44 if turned else 60),
        FrameLayout([call], width=MATCH, padding=(0, 4) if turned else (0, 8, 0, 16)),
        id="dialpad_view",
        width=side,
        height=MATCH if turned else WRAP,
        weight=1 if turned else 0,
        padding=(24, 0),
        background="bottom_bar",
    )
    lay = row if turned else column
    return lay(listing, pad, id="dialpad_fragment_container", width=MATCH, height=MATCH)


def offers(app: MainActions, number: str) -> list[View]:
    """Build rows with further actions on a number."""
    new, add, write = (
        partial(do, number) for do in (app.create_contact, app.add_to_contact, app.message)
    )
    return [
        action_row("account_plus_outline", "Create new contact", new),
        action_row("account_outline", "Add to a contact", add),
        action_row("message_text_outline", "Send a message", write),
    ]


def _digits(app: MainActions) -> View:
    digits, cursor = app.state.digits, app.state.cursor
    menu = [
        MenuItem(title, partial(_press, app, character), enabled=bool(digits))
        for title, character in (("Add 2-sec pause", ","), ("Add wait", ";"))
    ]
    more = OverflowButton(menu, id="dialpad_overflow", class_name="android.widget.ImageButton")
    delete = ImageButton(
        "backspace_outline",
        id="deleteButton",
        content_description="backspace",
        on_click=partial(_edit, app, lambda field: field.delete(), digits[:-1]),
        on_long_click=partial(_type, app, ""),
    )
    more.visibility = delete.visibility = "visible" if digits else "invisible"
    field = EditText(
        digits,
        id="digits",
        on_text_change=partial(_type, app),
        cursor=cursor,
        accept=lambda text: bool(re.fullmatch(r"[\d+*#,;(). \-]*", text)),
        input_type="phone",
        soft_keyboard=False,
        size=32 if len(digits) < 16 else 24,
        most_scale=1.3,
        align="center",
        background="transparent",
        width=0,
        weight=1,
        height=56 if app.turned else 72,
        vertical="center",
        padding=(8, 0),
    )
    return wide_row(more, field, delete, id="digits_container", content_gravity="center_vertical")


def _type(app: MainActions, text: str) -> None:
    """Handle an edit: format the digits, keeping the cursor after the same digit."""
    old, plain = app.state.digits, digits_of(text)
    start, _, added = difference(old, text)
    after = len(text) - start - len(added)
    kept = len(digits_of(text[: len(text) - after]))
    digits = as_typed(plain)
    cursor, seen = 0, 0
    while seen < kept and cursor < len(digits):
        seen += bool(digits_of(digits[cursor]))
        cursor += 1
    app.update(digits=digits, cursor=cursor if after else len(digits))
    if plain == "*#06#":
        _answer(app, "IMEI", IMEI)


def _answer(app: MainActions, title: str, text: str) -> None:
    app.update(digits="", cursor=0)
    app.show_dialog(Notice(title, text))


def _edit(app: MainActions, change: Callable[[Editable], object], otherwise: str) -> None:
    """Edit the field at the cursor; if it has no focus, set the number to `otherwise`."""
    field = app.context.windows.focused_field()
    if field is not None and field.id == "digits":
        change(field)
    else:
        _type(app, otherwise)
    app.focus("digits")


def _press(app: MainActions, character: str) -> None:
    _edit(app, lambda field: field.insert(character), app.state.digits + character)


def _hold(app: MainActions, character: str) -> None:
    """Type "+" if "0" is held; call voicemail if "1" is held and no number is typed."""
    if character == "0":
        _press(app, "+")
    elif app.state.digits:
        _press(app, "1")
    else:
        app.call_found(VOICEMAIL_NUMBER)


def dial(app: MainActions) -> None:
    """Call the number on the dial pad; if it is empty, restore the last dialled one."""
    number = digits_of(app.state.digits)
    if not number:
        _type(app, app.log.last_dialled())
    elif re.fullmatch(r"[*#].*#", number):
        # A request to the network (MMI code), which the emulator's network does not support.
        _answer(app, "", "Connection problem or invalid MMI code.")
    else:
        app.call_found(number)
