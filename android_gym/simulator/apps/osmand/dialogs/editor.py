"""The page that adds a favourite or edits one."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from android_gym.simulator.appkit.dialogs import ConfirmDialog, MessageDialog, TextDialog
from android_gym.simulator.apps.osmand.gpx import iso_time
from android_gym.simulator.apps.osmand.look import (
    bar,
    button,
    full_screen,
    heading,
    list_row,
    sheet,
)
from android_gym.simulator.apps.osmand.model import SPECIAL_STAR, Favorite, Spot
from android_gym.simulator.apps.osmand.navigating import NavigationActions
from android_gym.simulator.apps.osmand.overlays import BACKGROUNDS, ICONS, color_of
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.drawables import Oval, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FlowLayout,
    FrameLayout,
    HorizontalScrollView,
    ScrollView,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import (
    Button,
    EditText,
    ImageButton,
    ImageView,
    Space,
    TextView,
)

__all__ = [
    "DeleteFavorite",
    "DuplicateName",
    "EditAddress",
    "FavoriteEditor",
    "GroupList",
    "LeaveEditor",
    "NewGroup",
    "editor_for",
]

COLORS = (
    "#EECC22", "#D00D0D", "#FF5020", "#EEEE10", "#88E030", "#00842B", "#10C0F0", "#1010A0",
    "#A71DE1", "#E044BB", "#8E2512", "#000001",
)  # fmt: skip
"""Colours offered for a favourite."""


@dataclass(frozen=True)
class FavoriteEditor(Dialog[NavigationActions]):
    """Edits a new or an existing favourite.

    Attributes:
        draft: The favourite as it would be saved.
        edited: The existing favourite; None for a new one.
        describing: Whether the description field is shown.
    """

    draft: Favorite
    edited: Favorite | None = None
    describing: bool = False

    def build(self, screen: NavigationActions) -> Overlay:
        """Build the fields and the buttons."""
        title = "Add Favorite" if self.edited is None else "Edit Favorite"
        page = full_screen(
            screen,
            bar(title, partial(self.leave, screen), icon="close"),
            ScrollView(self._content(screen), width=MATCH, height=0, weight=1),
            wide_row(
                button("Cancel", "dismiss_button", partial(self.leave, screen), width=0, weight=1),
                Space(width=16),
                button(
                    "Save",
                    "right_bottom_button",
                    partial(self.save, screen),
                    primary=True,
                    enabled=bool(self.draft.name.strip()),
                    width=0,
                    weight=1,
                ),
                id="buttons_container",
                padding=(16, 10),
                background="card",
            ),
            title=title,
        )
        page.on_dismiss = partial(self.leave, screen)
        return page

    def _change(self, screen: NavigationActions, **changes: Any) -> None:
        screen.update_dialog(replace(self, draft=replace(self.draft, **changes)))

    def _content(self, screen: NavigationActions) -> View:
        draft = self.draft
        color = color_of(draft.color, 0xFFEECC22)
        sign = FrameLayout(
            [
                ImageView(ICONS.get(draft.icon, "star"), tint="#FFFFFF", gravity="center"),
            ],
            id="name_icon",
            width=40,
            height=40,
            background=Oval(f"#{color:08X}"),
            margin=(16, 0, 0, 0),
        )
        return wide_column(
            wide_row(
                EditText(
                    draft.name,
                    id="name_edit",
                    hint="Name",
                    on_text_change=lambda text: self._change(screen, name=text),
                    autofocus=True,
                    capitalize="sentences",
                    cursor=(0, len(draft.name)),
                    max_length=500,
                    width=0,
                    weight=1,
                ),
                sign,
                padding=(16, 12),
                content_gravity="center_vertical",
            ),
            list_row(
                draft.address or "Add address",
                icon="home_city",
                id="address_button",
                on_click=lambda: screen.show_dialog(EditAddress(draft.address)),
                trailing=ImageButton(
                    "close",
                    id="delete_address_icon",
                    content_description="Delete address",
                    on_click=lambda: self._change(screen, address=""),
                )
                if draft.address
                else None,
            ),
            list_row(
                "Delete description" if self.describing else "Add description",
                icon="text",
                id="description_button",
                on_click=lambda: self._describe(screen),
            ),
            EditText(
                draft.description,
                id="description_edit",
                hint="Description",
                multi_line=True,
                on_text_change=lambda text: self._change(screen, description=text),
                max_length=5000,
                width=MATCH,
                margin=(16, 4),
            )
            if self.describing
            else None,
            self._groups(screen),
            self._icons(screen),
            self._colors(screen),
            self._shapes(screen),
            self._delete(screen),
            background="card",
        )

    def _describe(self, screen: NavigationActions) -> None:
        draft = replace(self.draft, description="") if self.describing else self.draft
        screen.update_dialog(replace(self, draft=draft, describing=not self.describing))

    def _groups(self, screen: NavigationActions) -> View:
        names = list(dict.fromkeys(["", *(group.name for group in screen.favorites.groups())]))
        if self.draft.group not in names:
            names.append(self.draft.group)
        chips: list[View] = [
            _chip(
                name or "Favorites",
                "folder",
                name == self.draft.group,
                partial(self._change, screen, group=name),
                ("group", name),
            )
            for name in names
        ]
        chips.append(
            _chip("Add a group", "plus", False, partial(screen.show_dialog, NewGroup()), "add")
        )
        return wide_column(
            wide_row(
                TextView("Select group", size=16, width=0, weight=1, gravity="center_vertical"),
                Button(
                    "List",
                    id="group_list_button",
                    on_click=lambda: screen.show_dialog(GroupList(tuple(names))),
                    all_caps=False,
                ),
                padding=(16, 0, 8, 0),
            ),
            HorizontalScrollView(
                row(*chips, padding=(12, 4)),
                id="group_recycler_view",
                class_name="androidx.recyclerview.widget.RecyclerView",
                width=MATCH,
            ),
        )

    def _icons(self, screen: NavigationActions) -> View:
        views = [
            ImageButton(
                icon,
                key=name,
                content_description=name.rpartition("_")[2],
                selected=name == self.draft.icon,
                tint="primary" if name == self.draft.icon else "icon",
                background=Oval("pale") if name == self.draft.icon else None,
                on_click=partial(self._change, screen, icon=name),
            )
            for name, icon in ICONS.items()
        ]
        return wide_column(
            heading("Select icon"),
            FlowLayout(views, width=MATCH, padding=(12, 0), id="select_icon"),
        )

    def _colors(self, screen: NavigationActions) -> View:
        chosen = color_of(self.draft.color, 0xFFEECC22)
        views = []
        for color in COLORS:
            mark = (
                ImageView("check", tint="#FFFFFF", gravity="center")
                if (color_of(color, 0) == chosen)
                else None
            )
            views.append(
                FrameLayout(
                    [
                        FrameLayout(
                            [mark], width=32, height=32, background=Oval(color), gravity="center"
                        )
                    ],
                    key=color,
                    width=48,
                    height=48,
                    content_description=color.lower(),
                    selected=mark is not None,
                    on_click=partial(self._change, screen, color=f"#FF{color[1:]}".lower()),
                )
            )
        return wide_column(
            heading("Select color"),
            FlowLayout(views, width=MATCH, padding=(12, 0), id="select_color"),
        )

    def _shapes(self, screen: NavigationActions) -> View:
        corners = {"circle": 20.0, "octagon": 12.0, "square": 4.0}
        views = [
            FrameLayout(
                [
                    View(
                        width=36,
                        height=36,
                        gravity="center",
                        background=Rounded(
                            "primary" if name == self.draft.background else "rim", corners[name]
                        ),
                    )
                ],
                key=name,
                width=56,
                height=56,
                content_description=name.capitalize(),
                selected=name == self.draft.background,
                on_click=partial(self._change, screen, background=name),
            )
            for name in BACKGROUNDS
        ]
        return wide_column(
            heading("Select shape"), row(*views, padding=(12, 0, 12, 12), id="select_shape")
        )

    def _delete(self, screen: NavigationActions) -> View | None:
        if self.edited is None:
            return None
        return list_row(
            "Delete",
            icon="delete",
            tint="warning",
            id="button_delete_container",
            on_click=lambda: screen.show_dialog(DeleteFavorite(self.edited)),
        )

    def leave(self, screen: NavigationActions) -> None:
        """Ask for confirmation before changes are lost."""
        screen.hide_keyboard()
        screen.show_dialog(LeaveEditor())

    def save(self, screen: NavigationActions) -> None:
        """Save the favourite, unless its name is already used in the group."""
        draft = replace(self.draft, name=self.draft.name.strip())
        if not draft.name:
            return
        other = screen.favorites.get(draft.group, draft.name)
        same = self.edited is not None and (
            (self.edited.group, self.edited.name) == (draft.group, draft.name)
        )
        if other is not None and not same and (other.lat, other.lon) != (draft.lat, draft.lon):
            name = screen.free_favorite_name(draft.name, draft.group)
            screen.show_dialog(DuplicateName(replace(draft, name=name), self.edited))
            return
        finish(screen, draft, self.edited)


def finish(screen: NavigationActions, draft: Favorite, edited: Favorite | None) -> None:
    """Save a favourite and close the editor."""
    screen.hide_keyboard()
    if screen.save_favorite(draft, edited):
        screen.dismiss_dialogs()


def editor_for(screen: NavigationActions, spot: Spot) -> FavoriteEditor:
    """Return the editor for the context menu's spot."""
    if spot.kind == "favorite":
        group, _, name = spot.key.partition("\n")
        favorite = screen.favorites.get(group, name)
        if favorite is not None:
            return FavoriteEditor(favorite, favorite, bool(favorite.description))
    now = iso_time(screen.context.system.clock.now_ms())
    return FavoriteEditor(
        Favorite(
            spot.name,
            round(spot.lat, 7),
            round(spot.lon, 7),
            time=now,
            address=spot.address,
            icon=SPECIAL_STAR,
        )
    )


def _chip(label: str, icon: str, chosen: bool, click: Callable[[], object], key: Hashable) -> View:
    return Button(
        label,
        key=key,
        icon=icon,
        on_click=click,
        all_caps=False,
        selected=chosen,
        color="primary" if chosen else "text_primary",
        background=Rounded("pale" if chosen else None, 4, "primary" if chosen else "rim"),
        padding=(12, 0),
        min_height=48,
        margin=(4, 0),
    )


def _top_editor(screen: NavigationActions) -> FavoriteEditor | None:
    return next((d for d in reversed(screen.dialogs) if isinstance(d, FavoriteEditor)), None)


@dataclass(frozen=True)
class GroupList(Dialog[NavigationActions]):
    """Lists all groups to choose one."""

    names: tuple[str, ...] = ("",)

    def build(self, screen: NavigationActions) -> Overlay:
        """Build the list."""

        def choose(name: str) -> None:
            screen.dismiss_dialog()
            editor = _top_editor(screen)
            if editor is not None:
                screen.update_dialog(replace(editor, draft=replace(editor.draft, group=name)))

        def add() -> None:
            screen.dismiss_dialog()
            screen.show_dialog(NewGroup())

        rows: list[View | None] = [list_row("Add group", icon="plus", tint="primary", on_click=add)]
        rows += [
            list_row(name or "Favorites", icon="folder", on_click=partial(choose, name))
            for name in self.names
        ]
        return sheet(
            "Select group", rows, screen.dismiss_dialog,
            button("Close", "dismiss_button", screen.dismiss_dialog),
        )  # fmt: skip


@dataclass(frozen=True)
class NewGroup(TextDialog[NavigationActions]):
    """Asks for the name of a new group."""

    TITLE = "Add a group"
    HINT = "Enter new name"
    POSITIVE = "Save"
    MAX_LENGTH = 200
    CAPITALIZE = "sentences"

    def valid(self, screen: NavigationActions) -> bool:
        """Return whether the name isn't blank."""
        return bool(self.text.strip())

    def on_accept(self, screen: NavigationActions, text: str) -> None:
        """Choose the group; its file is created when the favourite is saved."""
        editor = _top_editor(screen)
        if editor is not None:
            draft = replace(editor.draft, group=text.strip())
            screen.update_dialog(replace(editor, draft=draft))


@dataclass(frozen=True)
class EditAddress(TextDialog[NavigationActions]):
    """Asks for the address of a favourite."""

    TITLE = "Address"
    POSITIVE = "Save"
    MAX_LENGTH = 500
    CAPITALIZE = "words"

    def on_accept(self, screen: NavigationActions, text: str) -> None:
        """Store the address in the draft."""
        editor = _top_editor(screen)
        if editor is not None:
            draft = replace(editor.draft, address=text.strip())
            screen.update_dialog(replace(editor, draft=draft))


@dataclass(frozen=True)
class LeaveEditor(Dialog[NavigationActions]):
    """Asks whether to leave the editor without saving."""

    def build(self, screen: NavigationActions) -> Overlay:
        """Build the question and its three answers."""

        def save() -> None:
            screen.dismiss_dialog()
            editor = _top_editor(screen)
            if editor is not None:
                editor.save(screen)

        return sheet(
            "Exit without saving?",
            [TextView("All unsaved changes will be lost.", color="text_secondary",
                      padding=(16, 0, 16, 8))],
            screen.dismiss_dialog,
            button("Exit", "exit_button", screen.dismiss_dialogs, margin=(0, 4)),
            button("Save", "save_button", save, margin=(0, 4)),
            button("Cancel", "dismiss_button", screen.dismiss_dialog, margin=(0, 4)),
        )  # fmt: skip


@dataclass(frozen=True)
class DuplicateName(MessageDialog[NavigationActions]):
    """Reports that the name was already used."""

    TITLE = "Duplicate Favorite name specified"

    draft: Favorite
    edited: Favorite | None = None

    def message(self, screen: NavigationActions) -> str:
        """Return the message with the new name."""
        return f"Favorite renamed to {self.draft.name} to avoid duplication."

    def on_cancel(self, screen: NavigationActions) -> None:
        """Save under the new name."""
        finish(screen, self.draft, self.edited)

    def cancel(self, screen: NavigationActions) -> None:
        """Only close the dialog if it is dismissed."""
        screen.dismiss_dialog()


@dataclass(frozen=True)
class DeleteFavorite(ConfirmDialog[NavigationActions]):
    """Asks for confirmation before a favourite is deleted."""

    POSITIVE = "Yes"
    NEGATIVE = "No"

    favorite: Favorite | None = None

    def message(self, screen: NavigationActions) -> str:
        """Return the message, which names the favourite."""
        name = self.favorite.name if self.favorite is not None else ""
        return f"Delete Favorite point '{name}'?"

    def on_confirm(self, screen: NavigationActions) -> None:
        """Delete the favourite."""
        if self.favorite is not None:
            screen.delete_favorite(self.favorite)
        screen.dismiss_dialogs()
