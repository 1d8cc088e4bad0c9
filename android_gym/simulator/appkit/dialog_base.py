"""Base of the dialog classes: title, message, buttons, text fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from string import Formatter
from typing import Any, ClassVar, Protocol

from typing_extensions import TypeVar

from android_gym.simulator.system.words import phrase, verbatim
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText

__all__ = ["A_contra", "DialogScreen", "TitledDialog", "setter"]


class DialogScreen(Protocol):
    """The methods of an activity that dialogs call; every `Activity` has them."""

    @property
    def context(self) -> Any:
        """The app's context."""

    def dismiss_dialog(self) -> None:
        """Close the topmost dialog."""

    def finish(self) -> None:
        """Close the activity."""

    def update_dialog(self, dialog: Any) -> None:
        """Replace the topmost open dialog of the same class."""


A_contra = TypeVar("A_contra", contravariant=True, bound=DialogScreen)


def setter(screen: DialogScreen, dialog: Any, name: str) -> Callable[[Any], None]:
    """Return a function that sets a field of an open dialog.

    Args:
        screen: The activity.
        dialog: The dialog, a dataclass.
        name: Name of the dialog's field.
    """

    def change(value: Any) -> None:
        screen.update_dialog(replace(dialog, **{name: value}))

    return change


class TitledDialog(Dialog[A_contra]):
    """A dialog with a title, a message and buttons.

    Texts may contain attributes of the dialog in braces: ``MESSAGE = "Delete {name}?"``.

    Attributes:
        TITLE: Title; None for none.
        MESSAGE: Text below it; None for none.
        POSITIVE: Label of the positive button.
        NEGATIVE: Label of the button that only closes; None for none.
        NEUTRAL: Label of a third button; None for none.
        CANCELABLE: Whether BACK and a tap outside close it.
        ALL_CAPS: Whether labels of buttons are upper-case; None for the theme's default.
    """

    TITLE: ClassVar[str | None] = None
    MESSAGE: ClassVar[str | None] = None
    POSITIVE: ClassVar[str] = "OK"
    NEGATIVE: ClassVar[str | None] = "Cancel"
    NEUTRAL: ClassVar[str | None] = None
    CANCELABLE: ClassVar[bool] = True
    ALL_CAPS: ClassVar[bool | None] = None

    def _filled(self, words: str | None) -> str | None:
        """Replace names in braces by the dialog's attributes."""
        if not words or "{" not in words:
            return words
        names = (name for _, name, _, _ in Formatter().parse(words) if name)
        return phrase(words, **{name: self._own(name) for name in names})

    def _own(self, name: str) -> object:
        value = getattr(self, name)
        return verbatim(value) if isinstance(value, str) else value

    def title(self, screen: A_contra) -> str | None:
        """Return the title; `TITLE` unless overridden."""
        return self._filled(self.TITLE)

    def message(self, screen: A_contra) -> str | None:
        """Return the message; `MESSAGE` unless overridden."""
        return self._filled(self.MESSAGE)

    def positive(self, screen: A_contra) -> str:
        """Return the label of the positive button; `POSITIVE` unless overridden."""
        return self.POSITIVE

    def negative(self, screen: A_contra) -> str | None:
        """Return the label of the button that only closes; `NEGATIVE` unless overridden."""
        return self.NEGATIVE

    def body(self, screen: A_contra) -> View | None:
        """Return what is shown below the message; None for nothing."""
        return None

    def valid(self, screen: A_contra) -> bool:
        """Return whether the positive button is enabled; always True unless overridden."""
        return True

    def on_cancel(self, screen: A_contra) -> None:
        """React to being closed without a result."""

    def cancel(self, screen: A_contra) -> None:
        """Close it without a result."""
        screen.dismiss_dialog()
        self.on_cancel(screen)

    def on_neutral(self, screen: A_contra) -> None:
        """React to being closed by the third button."""

    def take_neutral(self, screen: A_contra) -> None:
        """Close it with the third button."""
        screen.dismiss_dialog()
        self.on_neutral(screen)

    def text_field(self, screen: A_contra, name: str, **options: Any) -> EditText:
        """Return a text field that is bound to a field of the dialog.

        Args:
            screen: The activity.
            name: Name of the dialog's field.
            **options: Further arguments of `EditText`; as wide as its parent by default.
        """
        options.setdefault("width", MATCH)
        text = getattr(self, name)
        return EditText(text, on_text_change=setter(screen, self, name), **options)

    def alert(
        self, screen: A_contra, accept: Callable[[], object] | None = None, **parts: Any
    ) -> Overlay:
        """Return an alert dialog with the title, message, body and buttons of this class.

        Args:
            screen: The activity.
            accept: Called by the positive button after the dialog was closed; None for no positive
                button.
            **parts: Further arguments of `alert_dialog`: ``items``, ``neutral`` ...
        """

        def done() -> None:
            screen.dismiss_dialog()
            if accept is not None:
                accept()

        def cancel() -> None:
            self.cancel(screen)

        parts.setdefault("content", self.body(screen))
        if self.NEUTRAL is not None:
            parts |= {"neutral": self.NEUTRAL, "on_neutral": partial(self.take_neutral, screen)}
        return alert_dialog(
            self.title(screen),
            self.message(screen),
            on_dismiss=cancel,
            positive=self.positive(screen) if accept is not None else None,
            on_positive=done,
            positive_enabled=self.valid(screen),
            negative=self.negative(screen),
            cancelable=self.CANCELABLE,
            all_caps=self.ALL_CAPS,
            **parts,
        )
