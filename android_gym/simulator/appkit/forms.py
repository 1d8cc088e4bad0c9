"""Forms of labelled, validated text fields: a draft, descriptions of its fields, and their views.

A draft is a frozen dataclass of texts. The screen keeps it in its state, together with a flag
whether to show mistakes (usually set by the first attempt to save):

    FIELDS = (
        TextField("title", "Title", required="Cannot be empty", max_length=20),
        TextField("amount", "Amount", check=amount_error, input_type="decimal"),
    )

    *(field.view(state.draft, change, shown=state.tried) for field in FIELDS)
    if not mistakes(FIELDS, state.draft): ...
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from android_gym.errors import OptionError
from android_gym.simulator.ui.components import TextInputLayout
from android_gym.simulator.ui.geometry import MATCH, WRAP
from android_gym.simulator.ui.options import Capitalize, FieldKind, ImeAction, InputType, Insets
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText

__all__ = ["TextField", "mistakes"]

D = TypeVar("D")


@dataclass(frozen=True)
class TextField:
    """A text field of a form.

    Attributes:
        name: Name of the draft's field with the text.
        label: Label that floats in the box.
        id: Resource id of the text; `name` if empty.
        layout_id: Resource id of the box; None for none.
        required: Error text of an empty field; "" if it may be empty.
        check: Returns the error text for a non-empty text, or None if it is valid.
        accept: Returns False to reject an edit, like an input filter.
        input_type: Input type.
        capitalize: When the keyboard starts with capital letters.
        ime_action: Action of the keyboard's action key.
        max_length: Longer text is truncated.
        multi_line: Whether Enter inserts a line break.
        kind: Shape of the box.
        icon: Icon at the start of the box.
        suffix: Text after that of the field.
        helper: Text shown below unless there is an error.
        height: Height of the box in dp.
        margin: Space around it.
        autofocus: Whether it takes the focus when the screen first appears.
    """

    name: str
    label: str
    id: str = ""
    layout_id: str | None = None
    required: str = ""
    check: Callable[[str], str | None] | None = None
    accept: Callable[[str], bool] | None = None
    input_type: InputType = "text"
    capitalize: Capitalize = "none"
    ime_action: ImeAction = "next"
    max_length: int | None = None
    multi_line: bool = False
    kind: FieldKind = "outlined"
    icon: str | None = None
    suffix: str | None = None
    helper: str | None = None
    height: float = WRAP
    margin: Insets = (16, 12, 16, 0)
    autofocus: bool = False

    def text(self, draft: object) -> str:
        """Return the field's text in a draft.

        Raises:
            OptionError: If the draft has no such field.
        """
        text = getattr(draft, self.name, None)
        if not isinstance(text, str):
            names = ", ".join(getattr(draft, "__dataclass_fields__", ()))
            raise OptionError(
                f"A form's field {self.name!r} must be a text of its draft, a "
                f"{type(draft).__name__} with {names or 'no fields'}."
            )
        return text

    def mistake(self, draft: object) -> str | None:
        """Return the error text of the field in a draft, or None if it is valid."""
        text = self.text(draft)
        if not text.strip():
            return self.required or None
        return self.check(text) if self.check is not None else None

    def view(
        self,
        draft: D,
        on_change: Callable[[D], object],
        *,
        shown: bool = False,
        on_done: Callable[[], object] | None = None,
    ) -> View:
        """Return the view of the field.

        Args:
            draft: The current draft.
            on_change: Called with the draft after an edit.
            shown: Whether to show the error.
            on_done: Called when the keyboard's action key is pressed.
        """

        def typed(text: str) -> None:
            changes: dict[str, Any] = {self.name: text}
            on_change(replace(draft, **changes))  # type: ignore[type-var]

        return TextInputLayout(
            EditText(
                self.text(draft),
                id=self.id or self.name,
                hint=self.label,
                on_text_change=typed,
                on_editor_action=on_done,
                input_type=self.input_type,
                capitalize=self.capitalize,
                ime_action=self.ime_action,
                max_length=self.max_length,
                multi_line=self.multi_line,
                accept=self.accept,
                autofocus=self.autofocus,
            ),
            kind=self.kind,
            error=self.mistake(draft) if shown else None,
            helper=self.helper,
            start_icon=self.icon,
            suffix=self.suffix,
            id=self.layout_id,
            key=("field", self.name) if self.layout_id is None else None,
            width=MATCH,
            height=self.height,
            margin=self.margin,
        )


def mistakes(fields: Sequence[TextField], draft: object) -> dict[str, str]:
    """Return error texts by name of the field; empty if the draft can be saved."""
    found = ((field.name, field.mistake(draft)) for field in fields)
    return {name: mistake for name, mistake in found if mistake is not None}
