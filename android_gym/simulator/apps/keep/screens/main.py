"""Keep's main screen: toolbar or search, cards, drawer, and the pages shown in their place."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.appkit.list_bars import marked_bar
from android_gym.simulator.apps.keep.dialogs import (
    ColorSheet,
    DeleteForever,
    EmptyTrash,
    ReminderSheet,
)
from android_gym.simulator.apps.keep.look import color_dot, icon_button
from android_gym.simulator.apps.keep.model import Content, Item, Page
from android_gym.simulator.apps.keep.screens.base import Base
from android_gym.simulator.apps.keep.screens.cards import note_list
from android_gym.simulator.apps.keep.screens.editor import editor
from android_gym.simulator.apps.keep.screens.labels import choose_labels, manage_labels
from android_gym.simulator.apps.keep.storage import Notes
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, Screen
from android_gym.simulator.ui.components import (
    Chip,
    ChipGroup,
    DrawerLayout,
    FloatingActionButton,
    MenuItem,
    NavigationView,
    Toolbar,
    empty_state,
    open_search_bar,
)
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FlowLayout,
    FrameLayout,
    ScrollView,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["BrowseActivity", "ShareReceiverActivity"]

_EMPTY = {
    "notes": ("lightbulb_outline", "Notes you add appear here"),
    "reminders": ("bell_outline", "Notes with upcoming reminders appear here"),
    "archive": ("archive_arrow_down_outline", "Your archived notes appear here"),
    "trash": ("delete_outline", "No notes in Trash"),
    "label": ("label_outline", "No notes with this label yet"),
}


class BrowseActivity(Base):
    """Shows the notes, the search, the editor or labels."""

    def build(self) -> Screen:
        """Build the page of labels, the editor, the search, or the notes."""
        state = self.state
        if state.labelling:
            return choose_labels(self)
        if state.managing:
            return manage_labels(self)
        note = self.note
        if note is not None:
            return editor(self, note)
        searching = state.query is not None
        listed = self.notes.listed(state)
        if searching and not self._asked:
            body = self._offers()
        elif listed:
            body = note_list(self, listed)
        else:
            icon, words = ("magnify", "No matching notes") if searching else _EMPTY[state.page]
            body = empty_state(words, icon=icon, id="empty_view")
        body.width = body.height = MATCH
        content = full_column(
            self._bar(),
            self._notice(),
            FrameLayout([body, self._fab()], width=MATCH, height=0, weight=1),
            self._bottom(),
        )
        drawer = DrawerLayout(
            content,
            self._drawer(),
            state.drawer,
            lambda: self.update(drawer=False),
            id="drawer_layout",
        )
        return Screen(drawer, title="Keep Notes")

    @property
    def _asked(self) -> bool:
        """True if there is any search criterion."""
        state = self.state
        return bool((state.query or "").strip() or state.color or state.kind or state.found_label)

    # -- toolbars

    def _bar(self) -> View:
        state = self.state
        if state.selected:
            return self._marking_bar(state.selected)
        if state.query is not None:
            return open_search_bar(
                state.query,
                "Search your notes",
                self.search,
                on_close=lambda: self.search(None),
                on_submit=self.hide_keyboard,
            )
        grid = self.settings.grid
        view = icon_button(
            "view_agenda_outline" if grid else "view_grid_outline",
            "menu_switch_to_list_view" if grid else "menu_switch_to_grid_view",
            "Single-column view" if grid else "Multi-column view",
            lambda: self.settings.set_grid(not grid),
        )
        if state.page == "notes":
            return wide_row(
                icon_button("menu", "open_drawer", "Open navigation drawer", self._open_drawer),
                TextView(
                    "Search your notes",
                    id="open_search_bar_text_view",
                    size=16,
                    color="text_secondary",
                    width=0,
                    weight=1,
                    height=48,
                    vertical="center",
                    on_click=lambda: self.search(""),
                    max_lines=1,
                ),
                view,
                id="open_search_bar",
                margin=(16, 8),
                padding=(4, 0),
                content_gravity="center_vertical",
                background=Rounded("surface_container_high", 24),
            )
        label = next((each.name for each in self.notes.labels() if each.id == state.label), "")
        titles = {"reminders": "Reminders", "archive": "Archive", "trash": "Trash", "label": label}
        menu: list[MenuItem | None] = []
        if state.page == "trash":
            menu = [
                MenuItem(
                    "Empty Trash",
                    lambda: self.show_dialog(EmptyTrash()),
                    enabled=bool(self.notes.trashed()),
                )
            ]
        else:
            menu = [
                MenuItem("Search", lambda: self.search(""), id="menu_search", icon="magnify"),
                MenuItem(
                    "Single-column view" if grid else "Multi-column view",
                    lambda: self.settings.set_grid(not grid),
                    id="menu_switch_to_list_view" if grid else "menu_switch_to_grid_view",
                    icon="view_agenda_outline" if grid else "view_grid_outline",
                ),
            ]
        return Toolbar(
            titles[state.page],
            navigation="menu",
            navigation_description="Open navigation drawer",
            on_navigation=self._open_drawer,
            menu=menu,
        )

    def _open_drawer(self) -> None:
        self.update(drawer=True)

    def _marking_bar(self, marked: tuple[int, ...]) -> View:
        menu: list[MenuItem | None]
        if self.state.page == "trash" and self.state.query is None:
            menu = [
                MenuItem("Restore", lambda: self.restore(marked), icon="restore"),
                MenuItem("Delete forever", lambda: self.show_dialog(DeleteForever(marked))),
            ]
        else:
            notes = [note for note in map(self.notes.get, marked) if note is not None]
            pinned = all(note.pinned for note in notes)
            archived = all(note.archived for note in notes)
            one = marked[0] if len(marked) == 1 else 0
            menu = [
                MenuItem(
                    "Unpin" if pinned else "Pin",
                    lambda: self.pin(marked),
                    id="menu_pin",
                    icon="pin" if pinned else "pin_outline",
                ),
                MenuItem(
                    "Reminder",
                    lambda: self.show_dialog(ReminderSheet(marked)),
                    id="menu_reminder",
                    icon="bell_plus_outline",
                ),
                MenuItem(
                    "Change color",
                    lambda: self.show_dialog(ColorSheet(marked)),
                    id="menu_color",
                    icon="palette_outline",
                ),
                MenuItem(
                    "Change labels",
                    lambda: self.choose_labels(marked),
                    id="menu_change_labels",
                    icon="label_outline",
                ),
                MenuItem(
                    "Unarchive" if archived else "Archive",
                    lambda: self.archive(marked, not archived),
                ),
                MenuItem("Delete", lambda: self.trash(marked)),
                MenuItem("Make a copy", lambda: self.copy(one)) if one else None,
                MenuItem("Send", lambda: self.send(one)) if one else None,
            ]
        return marked_bar(
            str(len(marked)),
            lambda: self.update(selected=()),
            menu,
            navigation="close",
            navigation_description="Clear selection",
        )

    def _notice(self) -> View | None:
        if self.state.page != "trash" or self.state.query is not None:
            return None
        return TextView(
            "Notes in Trash are deleted after 7 days",
            id="trash_banner",
            size=14,
            color="text_secondary",
            width=MATCH,
            padding=(24, 12),
        )

    # -- the search

    def _offers(self) -> View:
        """Build the search's suggestions: types, labels, colours."""
        labels, colors = self.notes.labels(), self.notes.colors()
        parts: list[View | None] = [
            self._heading("Types"),
            ChipGroup(
                [
                    Chip("Lists", icon="checkbox_marked_outline",
                         on_click=partial(self.update, kind="list")),
                    Chip("Reminders", icon="bell_outline",
                         on_click=partial(self.update, kind="reminder")),
                ],
                margin=(16, 0),
                width=MATCH,
            ),
        ]  # fmt: skip
        if labels:
            parts += [
                self._heading("Labels"),
                ChipGroup(
                    [
                        Chip(
                            each.name,
                            icon="label_outline",
                            key=each.id,
                            on_click=partial(self.update, found_label=each.id),
                        )
                        for each in labels
                    ],
                    margin=(16, 0),
                    width=MATCH,
                ),
            ]
        if colors:
            dots = [
                color_dot(self.context, name, False, partial(self.update, color=name))
                for name in colors
            ]
            parts += [self._heading("Colors"), FlowLayout(dots, margin=(16, 0), width=MATCH)]
        return ScrollView(wide_column(*parts, padding=(0, 8)))

    @staticmethod
    def _heading(text: str) -> View:
        return TextView(
            text, key=text, size=14, weight_font=500, color="text_secondary", padding=(24, 12),
        )  # fmt: skip

    # -- bottom bar

    def _fab(self) -> View | None:
        if not self._can_add:
            return None
        return FloatingActionButton(
            "add", id="new_note_button", content_description="New text note", on_click=self.create
        )

    @property
    def _can_add(self) -> bool:
        state = self.state
        return state.query is None and not state.selected and state.page in ("notes", "label")

    def _bottom(self) -> View | None:
        if not self._can_add:
            return None
        return wide_row(
            icon_button(
                "checkbox_marked_outline", "new_list_button", "New list",
                lambda: self.create(is_list=True),
            ),
            id="bottom_bar",
            padding=(8, 4),
            background="bottom_bar",
        )  # fmt: skip

    # -- the drawer

    def _drawer(self) -> View:
        state = self.state

        def place(title: str, icon: str, page: Page, label: int = 0) -> MenuItem:
            here = state.page == page and (page != "label" or state.label == label)
            return MenuItem(
                title, partial(self.go, page, label), icon=icon, checked=here or None,
                id=f"drawer_label_{label}" if label else f"drawer_{page}",
            )  # fmt: skip

        labels = self.notes.labels()

        def manage() -> None:
            self.update(managing=True, drawer=False)

        return NavigationView(
            [
                place("Notes", "lightbulb_outline", "notes"),
                place("Reminders", "bell_outline", "reminders"),
                *(["Labels"] if labels else []),
                *(place(each.name, "label_outline", "label", each.id) for each in labels),
                *([MenuItem("Edit labels", manage, icon="pencil_outline")] if labels else []),
                MenuItem("Create new label", manage, icon="add"),
                None,
                place("Archive", "archive_arrow_down_outline", "archive"),
                place("Trash", "delete_outline", "trash"),
            ],
            header=TextView("Google Keep", size=22, padding=(24, 20)),
            id="drawer_navigation",
        )


class ShareReceiverActivity(Activity):
    """Creates a note from what another app shares, then shows it."""

    def on_resume(self) -> None:
        """Create the note and open it in Keep."""
        intent = self.intent
        text = intent.get_str("android.intent.extra.TEXT")
        title = intent.get_str("android.intent.extra.SUBJECT")
        content = Content(title[:999], (Item(0, text[:19_999]),))
        self.finish()
        if not content.empty:
            number = Notes(self.context).add(content)
            name = self.context.manifest.component(".activities.BrowseActivity")
            self.context.system.activities.start(Intent.to(name, note=number), caller=self.token)

    def build(self) -> View:
        """Build an empty view, as the activity finishes at once."""
        return View()
