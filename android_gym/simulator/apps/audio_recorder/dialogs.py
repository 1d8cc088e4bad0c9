"""Audio Recorder's dialogs: white windows with buttons in the app's own style."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Final

from android_gym.simulator.apps.audio_recorder import recorder
from android_gym.simulator.apps.audio_recorder.actions import MOST_NAME, RecorderActivity
from android_gym.simulator.apps.audio_recorder.look import YELLOW, flat, raised
from android_gym.simulator.apps.audio_recorder.words import information
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.drawables import Line, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import CheckBox, EditText, TextView

__all__ = [
    "Information",
    "LostRecords",
    "NameRecord",
    "Question",
    "panel",
]

INK: Final = "#000000"


def panel(
    title: str, *views: View | None, cancelable: bool = True, on_dismiss: Any = None
) -> Overlay:
    """Build a white window with a title."""
    body = column(
        TextView(title, id="dialog_title", size=22, weight_font=500, color=INK, width=MATCH),
        *views,
        width=MATCH,
        padding=20,
        background=Rounded("#FFFFFF", 2),
    )
    return Overlay(
        ScrollView(body, width=MATCH),
        width=MATCH,
        margin=(26, 16, 26, 16),
        dim=0.6,
        cancelable=cancelable,
        on_dismiss=on_dismiss,
    )


def _content(text: str) -> View:
    return TextView(
        text, id="dialog_content", size=16, color="#DE000000", width=MATCH, margin=(0, 12, 0, 0)
    )


def _buttons(*buttons: View) -> View:
    return row(*buttons, width=MATCH, content_gravity="end|center_vertical", margin=(0, 20, 0, 0))


class Question(Dialog[Any]):
    """A question with "No" and "Yes".

    Attributes:
        TITLE: Its title.
    """

    TITLE: ClassVar[str] = "Warning!"

    def text(self, screen: Any) -> str | None:
        """Return the question; None if its subject no longer exists."""
        raise NotImplementedError(f"{type(self).__name__} must ask something.")

    def on_yes(self, screen: Any) -> None:
        """Called when the answer is "Yes"."""
        raise NotImplementedError(f"{type(self).__name__} must say what its button does.")

    def build(self, screen: Any) -> Overlay | None:
        """Build the question and its buttons."""
        words = self.text(screen)
        if words is None:
            return None

        def yes() -> None:
            screen.dismiss_dialog()
            self.on_yes(screen)

        return panel(
            self.TITLE,
            _content(words),
            _buttons(
                flat("No", "dialog_negative_btn", screen.dismiss_dialog),
                raised("Yes", "dialog_positive_btn", yes),
            ),
        )


@dataclass(frozen=True)
class Information(Dialog[Any]):
    """Explains the choices of a setting.

    Attributes:
        field: Name of the field of `RecorderSettings`.
    """

    field: str = "format"

    def build(self, screen: Any) -> Overlay | None:
        """Build the explanation and a button."""
        return panel(
            "Information",
            _content(information(self.field)),
            _buttons(raised("Ok", "dialog_ok_btn", screen.dismiss_dialog)),
        )


@dataclass(frozen=True)
class LostRecords(Dialog[Any]):
    """Reports that files of records are missing."""

    def build(self, screen: Any) -> Overlay | None:
        """Build the message, and buttons to list the records or continue."""

        def details() -> None:
            screen.dismiss_dialog()
            screen.start_activity(".app.lostrecords.LostRecordsActivity")

        return panel(
            "Warning!",
            _content("Some of your records was deleted or moved"),
            _buttons(
                flat("Details", "dialog_details_btn", details),
                raised("Ok", "dialog_ok_btn", screen.dismiss_dialog),
            ),
            cancelable=False,
        )


@dataclass(frozen=True)
class NameRecord(Dialog[RecorderActivity[Any]]):
    """Asks for a record's name.

    Attributes:
        record: Id of the record.
        text: The text in the field.
        asked: Whether it is shown after a recording, with a checkbox not to ask again.
        never: Whether that checkbox is checked.
    """

    record: int = 0
    text: str = ""
    asked: bool = False
    never: bool = False

    def build(self, screen: RecorderActivity[Any]) -> Overlay | None:
        """Build the field and the buttons."""
        if screen.store.get(self.record) is None:
            return None

        def close(then: Callable[[], object] | None = None) -> None:
            screen.dismiss_dialog()
            recorder.memory(screen.context).update(ask_name=0)
            if self.asked and self.never:
                screen.prefs.put(is_ask_rename_after_stop_recording=False)
            if then is not None:
                then()

        def typed(text: str) -> None:
            screen.update_dialog(replace(self, text=text))

        save = partial(close, partial(screen.rename, self.record, self.text))
        field = EditText(
            self.text,
            id="input_name",
            on_text_change=typed,
            on_editor_action=screen.hide_keyboard,
            max_length=MOST_NAME,
            autofocus=True,
            size=18,
            color=INK,
            width=MATCH,
            margin=(0, 16, 0, 0),
            padding=(4, 10, 4, 8),
            background=Line("bottom", YELLOW, 2),
        )
        never = CheckBox(
            "Don't ask again",
            id="check_box",
            checked=self.never,
            on_checked_change=lambda on: screen.update_dialog(replace(self, never=on)),
            size=14,
            color=INK,
            margin=(0, 12, 0, 0),
        )
        return panel(
            "New name",
            field,
            never if self.asked else None,
            _buttons(
                flat("Cancel", "dialog_negative_btn", close),
                raised("Save", "dialog_positive_btn", save),
            ),
            on_dismiss=close,
        )
