"""Notes as cards, in one or two columns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from android_gym.simulator.apps.keep.actions import Actions
from android_gym.simulator.apps.keep.look import chip, fill_of
from android_gym.simulator.apps.keep.model import Listed, Note
from android_gym.simulator.ui.components import SwipeRow, section_header
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FlowLayout, RecyclerView, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["note_list"]

_MOST_ITEMS = 8
"""Number of items shown on a card."""


def note_list(app: Actions, found: Sequence[Listed]) -> View:
    """Build rows of cards, with the pinned ones under their own heading."""
    columns = 2 if app.settings.grid else 1
    rows: list[tuple[int, ...] | str] = []
    headed = app.state.page in ("notes", "label") and any(note.pinned for note in found)
    archived = app.state.query is not None or app.state.page in ("reminders", "label")
    groups = [
        ("Pinned", [note.id for note in found if note.pinned and headed]),
        ("Others", [n.id for n in found if not (n.pinned and headed or n.archived and archived)]),
        ("Archive", [n.id for n in found if n.archived and archived]),
    ]
    filled = [name for name, notes in groups if notes]
    for name, notes in groups:
        if notes and (len(filled) > 1 or name == "Archive" or headed):
            rows.append(name)
        rows += [tuple(notes[at : at + columns]) for at in range(0, len(notes), columns)]

    def build(index: int) -> View:
        entry = rows[index]
        if isinstance(entry, str):
            return section_header(entry)
        cells = [_card(app, number) for number in entry]
        cells += [View(width=0, weight=1, margin=4)] * (columns - len(cells))
        return wide_row(*cells, key=entry, padding=(4, 0))

    return RecyclerView(
        len(rows),
        build,
        row_key=lambda index: rows[index],
        id="notes",
        width=MATCH,
        height=MATCH,
        padding=(0, 0, 0, 88),
    )


def _card(app: Actions, number: int) -> View:
    note = app.notes.get(number)
    if note is None:
        return View(width=0, weight=1, key=number)
    selected = number in app.state.selected
    content = note.content
    words = [content.title, content.text.replace("\n", " ")]
    body = wide_column(
        TextView(content.title, id="index_note_title", size=16, weight_font=500, max_lines=3)
        if content.title
        else None,
        *(_items(note) if content.is_list else _text(note)),
        _chips(app, note),
        id="browse_note_interior_content",
        padding=16,
    )
    card = wide_column(
        body,
        id="browse_list_note" if content.is_list else "browse_text_note",
        class_name="androidx.cardview.widget.CardView",
        content_description=". ".join(word for word in words if word),
        selected=selected,
        background=Rounded(
            fill_of(app.context, note.color),
            12,
            "primary" if selected else "outline_variant",
            3 if selected else 1,
        ),
        on_click=partial(app.tap, number),
        on_long_click=partial(app.toggle, number),
    )
    swiped = partial(app.archive, (number,), True) if _can_swipe(app, note) else None
    return _SwipedCard(
        card,
        on_swipe_left=swiped,
        on_swipe_right=swiped,
        key=number,
        width=0,
        weight=1,
        margin=4,
        gravity="top",
    )


def _can_swipe(app: Actions, note: Note) -> bool:
    """Return whether a swipe to a side archives the note."""
    state = app.state
    listed = state.page in ("notes", "label") and state.query is None
    return listed and not state.selected and not note.archived


class _SwipedCard(SwipeRow):
    """A card that follows the finger across its neighbours."""

    CLIPS = False


def _text(note: Note) -> list[View | None]:
    text = note.content.text
    if not text:
        return []
    return [TextView(text, id="index_note_text_description", size=14, max_lines=10, width=MATCH)]


def _items(note: Note) -> list[View | None]:
    items = note.content.items
    ticked = sum(item.checked for item in items)
    left = [item for item in items if not item.checked]
    rows: list[View | None] = [
        wide_row(
            ImageView("checkbox_blank_outline", size=16, margin=(0, 0, 8, 0)),
            TextView(item.text, id="index_note_text_description", size=14, max_lines=2, width=0,
                     weight=1),
            key=f"item{item.id}",
            padding=(16 if item.indented else 0, 2, 0, 2),
            content_gravity="center_vertical",
        )
        for item in left[:_MOST_ITEMS]
    ]  # fmt: skip
    if len(left) > _MOST_ITEMS:
        rows.append(TextView("…", size=14))
    if ticked:
        rows.append(
            TextView(
                f"+ {ticked} checked item{'s' if ticked > 1 else ''}",
                id="num_checked_items_text",
                size=12,
                color="text_secondary",
                margin=(0, 4, 0, 0),
            )
        )
    return rows


def _chips(app: Actions, note: Note) -> View | None:
    chips = []
    if note.reminder_ms:
        chips.append(chip(app.moment(note.reminder_ms), "reminder_chip", "alarm"))
    shown = note.labels[:3]
    chips += [chip(label.name, "label_chip") for label in shown]
    if len(note.labels) > len(shown):
        chips.append(chip(f"+{len(note.labels) - len(shown)}", "label_chip"))
    return FlowLayout(chips, width=MATCH, key="chips") if chips else None
