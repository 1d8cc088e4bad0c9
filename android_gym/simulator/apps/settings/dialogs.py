"""Settings' dialogs: messages, choices, text to edit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.view import MATCH
from android_gym.simulator.ui.widgets import EditText, TextView

__all__ = ["alert", "choice_dialog", "edit_dialog", "message_dialog"]

Action = Callable[[], None]


def alert(
    title: str,
    close: Action,
    *,
    positive: tuple[str, Action] | None = None,
    negative: str | None = "Cancel",
    enabled: bool = True,
    **parts: Any,
) -> Overlay:
    """An alert dialog.

    Args:
        title: Its title.
        close: Closes the dialog.
        positive: Label of the main button, and what it does after the dialog is closed.
        negative: Label of the button that only closes.
        enabled: Whether the main button can be tapped.
        **parts: What it shows, as for `alert_dialog`.
    """

    def accept() -> None:
        close()
        if positive is not None:
            positive[1]()

    return alert_dialog(
        title,
        on_dismiss=close,
        positive=positive[0] if positive else None,
        on_positive=accept,
        positive_enabled=enabled,
        negative=negative,
        **parts,
    )


def message_dialog(title: str, message: str, close: Action, **options: Any) -> Overlay:
    """A dialog with a message; options as for `alert`."""
    return alert(title, close, message=message, **options)


def choice_dialog(
    title: str,
    options: Sequence[tuple[str, str]],
    chosen: str | None,
    choose: Callable[[str], None],
    close: Action,
    **buttons: Any,
) -> Overlay:
    """A list of which one is chosen.

    Args:
        title: Its title.
        options: (value, label) pairs.
        chosen: The present value.
        choose: Called with the value that was tapped.
        close: Closes the dialog.
        **buttons: As for `alert`.
    """
    values = [value for value, _ in options]
    return alert(
        title,
        close,
        items=[label for _, label in options],
        selected=values.index(chosen) if chosen in values else -1,
        on_item=lambda index: choose(values[index]),
        **buttons,
    )


def edit_dialog(
    title: str,
    text: str,
    change: Callable[[str], None],
    accept: Action,
    close: Action,
    *,
    button: str = "OK",
    message: str | None = None,
    hint: str | None = None,
    enabled: bool = True,
    **field: Any,
) -> Overlay:
    """A dialog with one text field.

    Args:
        title: Its title.
        text: The text so far.
        change: Called with each new text.
        accept: Called by the main button.
        close: Closes the dialog.
        button: Label of the main button.
        message: What stands above the field.
        hint: Shown while the field is empty.
        enabled: Whether the main button can be tapped.
        **field: Further arguments of the `EditText`.
    """
    body = column(
        TextView(message, id="android:id/message", style="dialog_message", margin=(0, 0, 0, 8))
        if message
        else None,
        EditText(
            text,
            id="android:id/edit",
            hint=hint,
            on_text_change=change,
            autofocus=True,
            width=MATCH,
            padding=(4, 12),
            **field,
        ),
        width=MATCH,
        padding=(24, 0, 24, 8),
    )
    return alert(title, close, content=body, positive=(button, accept), enabled=enabled)
