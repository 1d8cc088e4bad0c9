"""Expense Entry and Update Data."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from android_gym.simulator.apps.pro_expense.actions import NAME_LENGTH, NOTE_LENGTH, Actions
from android_gym.simulator.apps.pro_expense.dialogs import EntryDate, EntryTime
from android_gym.simulator.apps.pro_expense.format import AMOUNT, cents, entry_date
from android_gym.simulator.apps.pro_expense.look import CARD, action, app_bar, filled_button
from android_gym.simulator.apps.pro_expense.model import CATEGORIES, EntryState
from android_gym.simulator.ui.components import TextInputLayout
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    RecyclerView,
    ScrollView,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, ImageView, TextView

__all__ = ["entry"]

STRIP = (3, 2, 4, 5, 6, 7, 8, 9, 10, 11, 1)
"""Order of the category strip; the chosen category is moved to the front."""


def entry(app: Actions) -> View:
    """Build the screen that adds or edits an expense."""
    state = app.state.entry

    def change(**changes: Any) -> None:
        app.update(entry=replace(app.state.entry, **changes))

    updating = state.id is not None
    fields = wide_column(
        TextInputLayout(
            EditText(
                state.name,
                id="edt_name",
                hint="Name",
                on_text_change=lambda text: change(name=text),
                max_length=NAME_LENGTH,
                capitalize="sentences",
                ime_action="next",
            ),
            id="edl_name",
            width=MATCH,
            margin=(16, 16, 16, 0),
        ),
        TextInputLayout(
            EditText(
                state.amount,
                id="edt_amount",
                hint="Amount",
                on_text_change=lambda text: change(amount=text, error=False),
                accept=lambda text: AMOUNT.fullmatch(text) is not None,
                input_type="decimal",
                ime_action="done",
            ),
            suffix=app.currency.code,
            error="Cost is Empty" if state.error else None,
            id="edl_amount",
            width=MATCH,
            margin=(16, 17, 16, 0),
        ),
        _strip(app, state),
        TextInputLayout(
            EditText(
                state.note,
                id="edt_note",
                hint="Note",
                on_text_change=lambda text: change(note=text),
                max_length=NOTE_LENGTH,
                capitalize="sentences",
                multi_line=True,
            ),
            id="edl_description",
            width=MATCH,
            height=100,
            margin=(16, 18, 16, 0),
        ),
        _buttons(app, state),
        padding=(8, 8, 8, 32),
    )
    return full_column(
        app_bar(
            "Update Data" if updating else "Expense Entry",
            entry_date(app.moment(state.when_ms)),
            (
                action("Time", "clock_outline", lambda: app.show_dialog(EntryTime())),
                action("Calendar", "calendar_blank", lambda: app.show_dialog(EntryDate())),
            ),
            back=app.leave,
            bar="abl_entry",
            raised=True,
        ),
        ScrollView(fields, id="sv_entry", width=MATCH, height=0, weight=1),
        key=("entry", state.opened_ms),
        class_name="android.view.ViewGroup",
    )


def _strip(app: Actions, state: EntryState) -> View:
    order = (state.first, *(c for c in STRIP if c != state.first))

    def chip(index: int) -> View:
        category = order[index]
        chosen = category == state.category
        return FrameLayout(
            [TextView(CATEGORIES[category][0], id="tv_name", size=15, gravity="center")],
            id="cd_category",
            class_name=CARD,
            key=category,
            checked=chosen,
            margin=(4, 0),
            height=42,
            padding=(8, 0),
            background=Rounded("chip_checked" if chosen else "chip", 2),
            on_click=lambda: app.update(entry=replace(app.state.entry, category=category)),
        )

    return RecyclerView(
        len(order),
        chip,
        orientation="horizontal",
        id="rv_category",
        width=MATCH,
        padding=(12, 0),
        margin=(0, 16, 0, 0),
    )


def _buttons(app: Actions, state: EntryState) -> View:
    updating = state.id is not None
    label = "Update" if updating else "Next" if state.repeat else "Save"
    save = filled_button(label, "btn_save", lambda: _save(app), width=0, weight=1, height=44)
    lock = FrameLayout(
        [
            ImageView(
                "all_inclusive",
                id="imv_lock",
                tint="on_primary" if state.repeat else "background",
                gravity="center",
            )
        ],
        id="cv_lock",
        class_name=CARD,
        width=50,
        height=44,
        margin=(16, 0, 0, 0),
        background=Rounded("primary" if state.repeat else "chip", 8),
        on_click=lambda: app.update(
            entry=replace(app.state.entry, repeat=not app.state.entry.repeat)
        ),
    )
    return wide_row(save, None if updating else lock, margin=(16, 22, 16, 0))


def _save(app: Actions) -> None:
    state = app.state.entry
    amount = cents(state.amount)
    if amount is None:
        app.update(entry=replace(state, error=True))
        return
    store = app.store
    if state.id is not None:
        store.update(state.id, state.name, amount, state.category, state.note, state.when_ms)
        app.leave()
        app.show_snackbar("Data Updated!", duration_ms=1000)
        return
    now = app.context.system.clock.now_ms()
    store.insert(state.name, amount, state.category, state.note, now, state.when_ms)
    if not state.repeat:
        app.leave()
        return
    app.update(entry=replace(state, name="", amount="", note="", error=False, when_ms=now))
    app.show_snackbar("Saved!", duration_ms=1000)
    app.show_keyboard("edt_name")
