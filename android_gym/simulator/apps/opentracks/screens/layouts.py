"""The layouts of the recording screen: their list, and the form of one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from android_gym.simulator.apps.opentracks import layouts
from android_gym.simulator.apps.opentracks.actions import Actions
from android_gym.simulator.apps.opentracks.layouts import TITLES, Layout, LayoutField
from android_gym.simulator.apps.opentracks.look import bottom_bar, framed, label, top_bar
from android_gym.simulator.ui.activity import Screen, callback
from android_gym.simulator.ui.components import MenuItem, TextInputLayout
from android_gym.simulator.ui.containers import CardView, SwipeRow
from android_gym.simulator.ui.fields import DropdownField
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, column, row, wide_column, wide_row
from android_gym.simulator.ui.reorder import DragHandle, ReorderRow
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, EditText, ImageView

__all__ = ["SettingsCustomLayoutEditActivity", "SettingsCustomLayoutListActivity"]

COLUMNS = tuple(str(number + 1) for number in range(layouts.MOST_COLUMNS))


@dataclass(frozen=True)
class LayoutsState:
    """State of the list of layouts.

    Attributes:
        adding: Whether the form for a new layout is open.
        name: Name typed in the form.
        removed: The layout that was removed last, and its index.
    """

    adding: bool = False
    name: str = ""
    removed: tuple[Layout, int] | None = None


class SettingsCustomLayoutListActivity(Actions[LayoutsState]):
    """The list of layouts; a tap edits a layout, a swipe removes it."""

    def build(self) -> Screen:
        """Build the form and the list."""
        found = layouts.layouts(self.context)
        listed = RecyclerView(
            [self._row(layout, len(found) > 1) for layout in found],
            id="recycler_view",
            width=MATCH,
            height=0,
            weight=1,
        )
        body = column(self._form(found) if self.state.adding else None, listed, width=MATCH)
        add = MenuItem(
            "New Layout",
            partial(self.update, adding=True, name=""),
            id="custom_layout_edit_add_profile",
            icon="plus",
        )
        bar = bottom_bar(self.context, on_navigation=self.finish, menu=[add])
        return framed(body, bar, top=top_bar("Layouts", "view_dashboard_outline"))

    def _row(self, layout: Layout, removable: bool) -> View:
        title = label(layout.name, id="custom_layout_title", align="center", width=MATCH)
        card = CardView([column(title, width=MATCH, padding=(8, 16))], width=MATCH, margin=(8, 4))
        card.on_click, card.clickable = partial(self._edit, layout.name), True
        remove = partial(self._remove, layout.name) if removable else None
        return SwipeRow(card, on_swipe_left=remove, on_swipe_right=remove, key=layout.name)

    def _form(self, found: tuple[Layout, ...]) -> View:
        name = self.state.name.strip()
        taken = any(layout.name.casefold() == name.casefold() for layout in found)
        usable = bool(name) and not taken and not set(name) & set(";\n")
        error = "Layout's name already exists" if taken and name else None
        field = EditText(
            self.state.name,
            id="custom_layout_list_edit_name",
            hint="Type layout's name to add",
            on_text_change=lambda text: self.update(name=text),
            on_editor_action=self._add if usable else None,
            capitalize="sentences",
            ime_action="done",
            max_lines=1,
        )
        buttons = wide_row(
            View(width=0, weight=1),
            Button("Cancel", id="custom_layout_list_cancel_button", on_click=self._close),
            Button("OK", id="custom_layout_list_ok_button", enabled=usable, on_click=self._add),
            padding=(16, 0),
        )
        return wide_column(
            TextInputLayout(field, error=error, margin=16, id="custom_layout_list_input_layout"),
            buttons,
            id="custom_layout_list_add_linear_layout",
        )

    def _close(self) -> None:
        self.hide_keyboard()
        self.update(adding=False, name="")

    def on_back(self) -> bool:
        """Close the form, or leave."""
        if self.state.adding:
            self._close()
            return True
        return False

    def _add(self) -> None:
        kept = layouts.layouts(self.context)
        layouts.keep(self.context, (*kept, Layout(self.state.name.strip())))
        self._close()

    def _edit(self, name: str) -> None:
        self.start_activity(".settings.SettingsCustomLayoutEditActivity", layout=name)

    def _remove(self, name: str) -> None:
        kept = list(layouts.layouts(self.context))
        place = next((i for i, layout in enumerate(kept) if layout.name == name), None)
        if place is None or len(kept) < 2:
            return
        self.update(removed=(kept.pop(place), place))
        layouts.keep(self.context, kept)
        self.show_snackbar("Layout was removed", action="Undo", method="undo", bottom=80)

    @callback
    def undo(self) -> None:
        """Restore the removed layout."""
        if self.state.removed is not None:
            layout, place = self.state.removed
            kept = [each for each in layouts.layouts(self.context) if each.name != layout.name]
            layouts.keep(self.context, [*kept[:place], layout, *kept[place:]])
            self.update(removed=None)


class SettingsCustomLayoutEditActivity(Actions):
    """The values of a layout; a tap changes their size or hides them, a handle moves them."""

    @property
    def layout(self) -> Layout | None:
        """The layout; None if it is gone."""
        name = self.intent.get_str("layout")
        return next((each for each in layouts.layouts(self.context) if each.name == name), None)

    def _keep(self, layout: Layout) -> None:
        kept = layouts.layouts(self.context)
        layouts.keep(self.context, [layout if each.name == layout.name else each for each in kept])

    def build(self) -> Screen:
        """Build the number of columns, the visible values, and the hidden ones."""
        layout = self.layout
        bar = bottom_bar(self.context, on_navigation=self.finish)
        top = top_bar("Layouts", "view_dashboard_outline", id="export_activity_toolbar")
        if layout is None:
            return framed(View(), bar, top=top)
        columns = DropdownField(
            "Data fields per row",
            COLUMNS,
            layout.columns - 1,
            lambda index: self._keep(replace(layout, columns=index + 1)),
            kind="filled",
            text_id="rows_options",
        )
        rows: list[View] = [self._field(layout, each) for each in layout.fields if each.visible]
        rows += [self._field(layout, each) for each in layout.fields if not each.visible]
        listed = RecyclerView(rows, id="scroll_view", width=MATCH, height=0, weight=1)
        return framed(column(columns, listed, width=MATCH), bar, top=top)

    def _field(self, layout: Layout, field: LayoutField) -> View:
        title = label(
            TITLES[field.key],
            small=not field.primary,
            id="stats_description_main",
            width=0,
            weight=1,
            align="center",
        )
        eye = ImageView(
            "eye" if field.visible else "eye_off",
            id="stats_icon_show_status",
            content_description="Shown" if field.visible else "Hidden",
            width=48,
            height=48,
            on_click=partial(self._show, layout, field),
        )
        handle = DragHandle(id="stats_iv_drag_indicator", width=40, height=48)
        line = row(
            handle if field.visible else View(width=40, height=48),
            title,
            eye,
            width=MATCH,
            content_gravity="center_vertical",
        )
        card = CardView([line], width=MATCH, margin=(8, 4))
        if field.visible:
            card.on_click, card.clickable = partial(self._size, layout, field), True
            return ReorderRow(card, partial(self._move, layout, field.key), key=field.key)
        return column(card, width=MATCH, key=field.key)

    def _show(self, layout: Layout, field: LayoutField) -> None:
        self._keep(layout.changed(replace(field, visible=not field.visible)))

    def _size(self, layout: Layout, field: LayoutField) -> None:
        self._keep(layout.changed(replace(field, primary=not field.primary)))

    def _move(self, layout: Layout, key: str, rows: int) -> None:
        self._keep(layout.moved(key, rows))
