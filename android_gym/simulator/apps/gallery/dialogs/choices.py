"""Dialogs for how folders and media are shown: sorting, grouping, filter, view type."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from android_gym.simulator.apps.gallery.actions import Actions
from android_gym.simulator.apps.gallery.dialogs.parts import box, divider, form, radios
from android_gym.simulator.apps.gallery.model import GIF, IMAGE, RAW, SVG, VIDEO
from android_gym.simulator.apps.gallery.storage import Group, Order
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView
from android_gym.simulator.ui.widgets import TextView

__all__ = ["ChangeGrouping", "ChangeSorting", "ChangeViewType", "ColumnCount", "FilterMedia"]

Screen = Actions[Any]

_NOTE = "Please note that grouping and sorting are 2 independent fields"
_ORDERS = (
    (1, "name", "Name"), (32, "path", "Path"), (4, "size", "Size"),
    (2, "last_modified", "Last modified"), (8, "date_taken", "Date taken"),
    (16384, "random", "Random"), (131072, "custom", "Custom"),
)  # fmt: skip
_DIRECTIONS = ("ascending", "Ascending"), ("descending", "Descending")


@dataclass(frozen=True)
class ChangeSorting(Dialog[Screen]):
    """Asks for the sorting.

    Attributes:
        order: The order chosen so far.
        folder: Folder whose media are sorted; empty for all media, None for the folders themselves.
        own: Whether the order applies to this folder only.
    """

    order: Order = Order()
    folder: str | None = None
    own: bool = False

    @classmethod
    def of(cls, screen: Screen, folder: str | None) -> ChangeSorting:
        """Return the dialog with the current order."""
        settings = screen.settings
        if folder is None:
            return cls(settings.folder_order)
        return cls(settings.media_order(folder), folder, settings.has_order(folder))

    def build(self, screen: Screen) -> Overlay:
        """Build the sort keys, directions and check boxes."""
        order, folder = self.order, self.folder
        ways = [way for way in _ORDERS if folder is None or way[1] != "custom"]

        def change(**changes: Any) -> None:
            screen.update_dialog(replace(self, order=replace(order, **changes)))

        def accept() -> None:
            screen.dismiss_dialog()
            settings = screen.settings
            if folder is None:
                settings.put(directory_sort_order=order.bits)
            elif self.own:
                settings.set_order(order, folder)
            else:
                settings.put(**{f"sort_folder_{folder.lower()}": None})
                settings.set_order(order)
            screen.refresh()

        directed = order.by not in (16384, 131072)
        return form(
            "Sort by",
            [
                radios(
                    "sorting_dialog_radio_sorting",
                    [(f"sorting_dialog_radio_{name}", label) for _, name, label in ways],
                    [by for by, _, _ in ways].index(order.by) if order.by in
                    [by for by, _, _ in ways] else 0,
                    lambda index: change(by=ways[index][0]),
                    height=40,
                ),
                divider("sorting_dialog_sorting_divider") if directed else None,
                radios(
                    "sorting_dialog_radio_order",
                    [(f"sorting_dialog_radio_{name}", label) for name, label in _DIRECTIONS],
                    int(order.descending),
                    lambda index: change(descending=bool(index)),
                    height=40,
                )
                if directed
                else None,
                divider("sorting_dialog_order_divider"),
                box(
                    "Sort numeric parts by actual value",
                    "sorting_dialog_numeric_sorting",
                    order.numeric,
                    lambda on: change(numeric=on),
                )
                if order.by in (1, 32)
                else None,
                box(
                    "Use for this folder only",
                    "sorting_dialog_use_for_this_folder",
                    self.own,
                    lambda on: screen.update_dialog(replace(self, own=on)),
                )
                if folder
                else None,
                TextView(_NOTE, id="sorting_dialog_bottom_note", size=12, padding=(4, 0, 8, 0))
                if folder is not None
                else None,
            ],
            "sorting_dialog_holder",
            accept,
            screen.dismiss_dialog,
            scroll_id="sorting_dialog_scrollview",
        )  # fmt: skip


_GROUPS = (
    (1, "none", "Do not group files"), (2, "last_modified_daily", "Last modified (daily)"),
    (64, "last_modified_monthly", "Last modified (monthly)"),
    (4, "date_taken_daily", "Date taken (daily)"),
    (128, "date_taken_monthly", "Date taken (monthly)"), (8, "file_type", "File type"),
    (16, "extension", "Extension"), (32, "folder", "Folder"),
)  # fmt: skip


@dataclass(frozen=True)
class ChangeGrouping(Dialog[Screen]):
    """Asks how to group media.

    Attributes:
        group: The grouping chosen so far.
        folder: Folder whose media are grouped; empty for all media.
        own: Whether the grouping applies to this folder only.
    """

    group: Group = Group()
    folder: str = ""
    own: bool = False

    @classmethod
    def of(cls, screen: Screen, folder: str) -> ChangeGrouping:
        """Return the dialog with the current grouping."""
        settings = screen.settings
        return cls(settings.groups(folder), folder, settings.has_groups(folder) or not folder)

    def build(self, screen: Screen) -> Overlay:
        """Build the group keys, directions and check boxes."""
        group, folder = self.group, self.folder
        ways = [way for way in _GROUPS if not folder or way[1] != "folder"]

        def change(**changes: Any) -> None:
            screen.update_dialog(replace(self, group=replace(group, **changes)))

        def accept() -> None:
            screen.dismiss_dialog()
            settings = screen.settings
            if self.own:
                settings.set_groups(group, folder)
            else:
                settings.put(**{f"group_folder_{(folder or 'show_all').lower()}": None})
                settings.set_groups(group)
            screen.refresh()

        numbers = [by for by, _, _ in ways]
        return form(
            "Group by",
            [
                radios(
                    "grouping_dialog_radio_grouping",
                    [(f"grouping_dialog_radio_{name}", label) for _, name, label in ways],
                    numbers.index(group.by) if group.by in numbers else 0,
                    lambda index: change(by=ways[index][0]),
                    height=40,
                ),
                divider(key="group divider"),
                radios(
                    "grouping_dialog_radio_order",
                    [(f"grouping_dialog_radio_{name}", label) for name, label in _DIRECTIONS],
                    int(group.descending),
                    lambda index: change(descending=bool(index)),
                    height=40,
                ),
                divider("use_for_this_folder_divider"),
                box(
                    "Show file count at section headers",
                    "grouping_dialog_show_file_count",
                    group.counted,
                    lambda on: change(counted=on),
                ),
                box(
                    "Use for this folder only",
                    "grouping_dialog_use_for_this_folder",
                    self.own,
                    lambda on: screen.update_dialog(replace(self, own=on)),
                )
                if folder
                else None,
                TextView(_NOTE, id="grouping_dialog_bottom_note", size=12, padding=(4, 0, 8, 0)),
            ],
            "grouping_dialog_holder",
            accept,
            screen.dismiss_dialog,
            scroll_id="grouping_dialog_scrollview",
        )


_KINDS = (
    (IMAGE, "images", "Images"), (VIDEO, "videos", "Videos"), (GIF, "gifs", "GIFs"),
    (RAW, "raws", "RAW images"), (SVG, "svgs", "SVGs"), (32, "portraits", "Portraits"),
)  # fmt: skip


@dataclass(frozen=True)
class FilterMedia(Dialog[Screen]):
    """Asks for the kinds of media to show.

    Attributes:
        kinds: The kinds checked so far, as bits.
    """

    kinds: int = 0

    def build(self, screen: Screen) -> Overlay:
        """Build the check boxes."""

        def tick(kind: int) -> Callable[[bool], object]:
            return lambda on: screen.update_dialog(
                replace(self, kinds=self.kinds | kind if on else self.kinds & ~kind)
            )

        def accept() -> None:
            screen.dismiss_dialog()
            # An empty choice resets the filter to its default.
            screen.settings.put(filter_media=self.kinds or None)
            screen.refresh()

        boxes = [
            box(label, f"filter_media_{name}", bool(self.kinds & kind), tick(kind))
            for kind, name, label in _KINDS
        ]
        return form(
            "Filter media", boxes, "filter_media_dialog_holder", accept, screen.dismiss_dialog
        )


@dataclass(frozen=True)
class ChangeViewType(Dialog[Screen]):
    """Asks for a grid or a list.

    Attributes:
        listed: Whether the list is chosen.
        folder: Folder whose media are shown; empty for all media, None for the folders themselves.
        own: Whether the choice applies to this folder only.
    """

    listed: bool = False
    folder: str | None = None
    own: bool = False

    @classmethod
    def of(cls, screen: Screen, folder: str | None) -> ChangeViewType:
        """Return the dialog with the current view type."""
        settings = screen.settings
        if folder is None:
            return cls(settings.folders_are_list)
        return cls(settings.is_list(folder), folder, settings.has_view(folder))

    def build(self, screen: Screen) -> Overlay:
        """Build the two view types and the check box."""
        folder = self.folder

        def accept() -> None:
            screen.dismiss_dialog()
            look, settings = (2 if self.listed else 1), screen.settings
            if folder is None:
                settings.put(view_type_folders=look)
                return
            own = f"view_type_folder_{folder.lower() or 'show_all'}"
            if self.own:
                settings.put(**{own: look})
            else:
                settings.put(**{own: None, "view_type_files": look})

        last = box(
            "Use for this folder only",
            "change_view_type_dialog_use_for_this_folder",
            self.own,
            lambda on: screen.update_dialog(replace(self, own=on)),
        )
        return form(
            None,
            [
                radios(
                    "change_view_type_dialog_radio",
                    [
                        ("change_view_type_dialog_radio_grid", "Grid"),
                        ("change_view_type_dialog_radio_list", "List"),
                    ],
                    int(self.listed),
                    lambda index: screen.update_dialog(replace(self, listed=bool(index))),
                ),
                divider("group_direct_subfolders_divider") if folder is not None else None,
                last if folder is not None else None,
            ],
            "change_view_type_dialog_holder",
            accept,
            screen.dismiss_dialog,
            scroll_id="change_view_type_dialog_scrollview",
        )


MOST_COLUMNS = 20


@dataclass(frozen=True)
class ColumnCount(Dialog[Screen]):
    """Asks for the number of columns; a tap chooses it and closes the dialog.

    Attributes:
        setting: Name of the preference.
        present: Current number of columns.
    """

    setting: str = "media_column_cnt"
    present: int = 3

    def build(self, screen: Screen) -> Overlay:
        """Build the numbers."""

        def choose(index: int) -> None:
            screen.dismiss_dialog()
            screen.settings.put(**{self.setting: index + 1})

        labels = [
            ("", "1 column" if count == 1 else f"{count} columns")
            for count in range(1, MOST_COLUMNS + 1)
        ]
        group = radios("dialog_radio_group", labels, self.present - 1, choose)
        group.padding = (16, 12)
        return alert_dialog(
            content=ScrollView(group, id="dialog_radio_holder", width=MATCH),
            on_dismiss=screen.dismiss_dialog,
        )
