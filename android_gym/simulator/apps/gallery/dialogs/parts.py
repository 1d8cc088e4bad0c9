"""Views shared by several dialogs: radio buttons, check boxes, fields, forms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.components import TextInputLayout
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, wide_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import CheckBox, Divider, EditText, RadioButton

__all__ = ["box", "divider", "fixed", "form", "radios"]


def radios(
    id: str,
    choices: Sequence[tuple[str, str]],
    selected: int,
    on_choose: Callable[[int], object],
    *,
    height: float = 48,
) -> View:
    """Build a group of radio buttons.

    Args:
        id: Resource id of the group.
        choices: Resource id and label of each button.
        selected: Index of the selected button.
        on_choose: Called with the index of the tapped button.
        height: Height of a button in dp.
    """

    def choose(index: int) -> Callable[[], object]:
        return lambda: on_choose(index)

    return wide_column(
        *(
            RadioButton(
                label,
                id=name or None,
                key=index,
                checked=index == selected,
                size=16,
                width=MATCH,
                min_height=height,
                clickable=True,
                on_click=choose(index),
            )
            for index, (name, label) in enumerate(choices)
        ),
        id=id,
        class_name="android.widget.RadioGroup",
    )


def box(label: str, id: str, checked: bool, on_change: Callable[[bool], object]) -> View:
    """Build a check box with its label."""
    return CheckBox(
        label,
        id=id,
        checked=checked,
        size=16,
        width=MATCH,
        min_height=48,
        clickable=True,
        on_click=lambda: on_change(not checked),
    )


def divider(id: str = "", *, key: str | None = None) -> View:
    """Build the divider between two groups; it needs an id or a key."""
    return Divider(width=MATCH, id=id, key=key or id, margin=(0, 8))


def fixed(text: str, id: str, hint: str) -> View:
    """Build a read-only text field."""
    return TextInputLayout(
        EditText(text, id=id, hint=hint, enabled=False, width=MATCH, max_lines=3),
        id=f"{id}_hint",
        width=MATCH,
        margin=(0, 0, 0, 16),
    )


def form(
    title: str | None,
    views: Sequence[View | None],
    id: str,
    on_ok: Callable[[], object] | None,
    on_dismiss: Callable[[], object],
    *,
    padding: tuple[float, float, float, float] = (16, 16, 16, 0),
    scroll_id: str | None = None,
    **options: Any,
) -> Overlay:
    """Build a dialog of stacked views, with OK and Cancel.

    Args:
        title: Title; None for none.
        views: Its views.
        id: Resource id of the views' container.
        on_ok: Called by OK, which does not close the dialog; None for no OK button.
        on_dismiss: Called when the dialog is closed otherwise.
        padding: Around the views, in dp.
        scroll_id: Resource id of the scrolling view.
        **options: Further options of `alert_dialog`.
    """
    holder = wide_column(*views, id=id, padding=padding)
    options.setdefault("positive", "OK" if on_ok is not None else None)
    options.setdefault("negative", "Cancel")
    return alert_dialog(
        title,
        content=ScrollView(holder, id=scroll_id, key="scroll", width=MATCH),
        on_positive=on_ok,
        on_dismiss=on_dismiss,
        **options,
    )
