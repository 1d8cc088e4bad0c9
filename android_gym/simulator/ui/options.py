"""Options of views: their names, types and valid values, for type checkers and for checks.

Views take their options as keyword arguments. `ViewOptions` lists those of every view,
`TextOptions` those of views with text; a constructor that passes them on declares
``**common: Unpack[ViewOptions]``. Options with a fixed set of values are `Literal` types here, and
views check them when they are made (`check`).
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Final, Literal, TypedDict, get_args

from android_gym.errors import OptionError

if TYPE_CHECKING:
    from android_gym.simulator.ui.drawables import Drawable
    from android_gym.simulator.ui.fonts import FontName
    from android_gym.simulator.ui.touches import Scale

__all__ = [
    "GRAVITIES",
    "ORIENTATIONS",
    "VISIBILITIES",
    "Align",
    "ButtonKind",
    "Capitalize",
    "Ellipsize",
    "FieldKind",
    "Gravity",
    "ImageOptions",
    "ImeAction",
    "Important",
    "InputType",
    "Insets",
    "LayoutDirection",
    "LinearOptions",
    "Orientation",
    "TextOptions",
    "Vertical",
    "ViewOptions",
    "Visibility",
    "check",
    "unknown_option",
]

Insets = float | tuple[float, float] | tuple[float, float, float, float]
"""dp on all sides, (left and right, top and bottom), or (left, top, right, bottom)."""

Gravity = Literal[
    "center",
    "start",
    "end",
    "center_horizontal",
    "top",
    "bottom",
    "center_vertical",
    "start|top",
    "start|bottom",
    "start|center_vertical",
    "end|top",
    "end|bottom",
    "end|center_vertical",
    "center_horizontal|top",
    "center_horizontal|bottom",
    "center_horizontal|center_vertical",
    "top|start",
    "bottom|start",
    "center_vertical|start",
    "top|end",
    "bottom|end",
    "center_vertical|end",
    "top|center_horizontal",
    "bottom|center_horizontal",
    "center_vertical|center_horizontal",
]
"""Alignment within the available space; one word per axis, or "center" for both."""

Visibility = Literal["visible", "invisible", "gone"]
"""Shown, hidden but still taking space, or left out."""

Important = Literal["auto", "yes", "no", "no_hide_descendants"]
"""Visibility of a view and its children to accessibility services that skip unimportant views."""

LayoutDirection = Literal["inherit", "ltr"]
"""Layout direction: the phone's, or always left to right."""

Orientation = Literal["horizontal", "vertical"]
Align = Literal["start", "center", "end"]
Vertical = Literal["top", "center", "bottom"]
Ellipsize = Literal["end", "start", "middle"]
FieldKind = Literal["outlined", "filled", "line"]
ButtonKind = Literal["filled", "tonal", "outlined", "text", "elevated"]

InputType = Literal[
    "text",
    "number",
    "decimal",
    "signed",
    "phone",
    "email",
    "uri",
    "password",
    "number_password",
    "datetime",
]
"""Kind of text that a field accepts, which also decides the keyboard."""

Capitalize = Literal["none", "sentences", "words", "characters"]
"""Places where the keyboard starts with capital letters."""

ImeAction = Literal["none", "done", "next", "search", "send", "go", "previous"]
"""Action of the keyboard's action key."""

VALID: Final[dict[str, frozenset[object]]] = {
    "gravity": frozenset((None, *get_args(Gravity))),
    "visibility": frozenset(get_args(Visibility)),
    "important_for_accessibility": frozenset(get_args(Important)),
    "orientation": frozenset(get_args(Orientation)),
    "align": frozenset(get_args(Align)),
    "vertical": frozenset(get_args(Vertical)),
    "ellipsize": frozenset((None, *get_args(Ellipsize))),
    "kind": frozenset(get_args(ButtonKind)),
    "input_type": frozenset(get_args(InputType)),
    "capitalize": frozenset(get_args(Capitalize)),
    "ime_action": frozenset(get_args(ImeAction)),
}
"""Valid values by option."""

GRAVITIES: Final = VALID["gravity"]
VISIBILITIES: Final = VALID["visibility"]
ORIENTATIONS: Final = VALID["orientation"]


def check(view: object, option: str, value: object, named: str | None = None) -> None:
    """Raise an error if a value isn't valid for an option.

    Args:
        view: The view being made, for the message.
        option: Name in `VALID`.
        value: The value given.
        named: Name of the argument, if it differs from `option`.

    Raises:
        OptionError: If the value isn't valid; the message lists those that are.
    """
    valid = VALID[option]
    if value not in valid:
        words = ", ".join(repr(word) for word in _words(valid))
        raise OptionError(
            f"{type(view).__name__} got {named or option}={value!r}; it must be one of {words}."
        )


def _words(valid: frozenset[object]) -> list[str]:
    """Return the strings in a set of valid values, in alphabetical order."""
    return sorted(word for word in valid if isinstance(word, str))


class ViewOptions(TypedDict, total=False):
    """Keyword arguments of every view; documented in `view.View`."""

    id: str | None
    key: Hashable
    width: float
    height: float
    weight: float
    gravity: Gravity | None
    margin: Insets
    padding: Insets
    background: str | Drawable | None
    content_description: str | None
    class_name: str | None
    on_click: Callable[[], object] | None
    on_long_click: Callable[[], object] | None
    clickable: bool | None
    focusable: bool | None
    enabled: bool
    visibility: Visibility
    selected: bool
    checkable: bool | None
    checked: bool | None
    important_for_accessibility: Important
    min_width: float
    min_height: float
    elevation: float
    alpha: float
    tooltip: str | None
    pane_title: str | None
    on_scale: Callable[[Scale], object] | None
    eats_touches: bool
    layout_direction: LayoutDirection


class LinearOptions(ViewOptions, total=False):
    """Keyword arguments of `layouts.row` and `layouts.column`."""

    content_gravity: Gravity | None


class ImageOptions(ViewOptions, total=False):
    """Keyword arguments of views with a picture; documented in `widgets.ImageView`."""

    tint: str | int | None
    disabled_tint: str | int
    size: float
    scale: Literal["center", "fit"]


class TextOptions(ViewOptions, total=False):
    """Keyword arguments of views with text; documented in `widgets.TextView`."""

    style: str | None
    size: float | None
    weight_font: int | None
    color: str | int | None
    max_lines: int | None
    ellipsize: Ellipsize | None
    align: Align
    vertical: Vertical
    all_caps: bool | None
    italic: bool
    underline: bool
    strike: bool
    font: FontName
    letter_spacing: float | None
    line_height: float | None
    most_scale: float
    icon: str | None
    icon_end: str | None
    icon_size: float
    icon_color: str | int | None
    icon_padding: float
    icon_top: bool
    text_description: str | None


def unknown_option(view: type, given: Iterable[str], known: Iterable[str]) -> TypeError:
    """Return the error for an option that a view doesn't have, suggesting similar ones.

    Args:
        view: The view's class.
        given: Options that were given.
        known: Options that it shares with other views, in addition to its own arguments.
    """
    shared = set(known)
    odd = min(set(given) - shared)
    parameters = inspect.signature(view).parameters.values()
    own = {each.name for each in parameters if each.kind != inspect.Parameter.VAR_KEYWORD}
    close = difflib.get_close_matches(odd, sorted(own | shared), n=3)
    meant = f" Did you mean {' or '.join(close)}?" if close else ""
    return TypeError(
        f"{view.__name__} got an unexpected argument {odd!r}.{meant} It takes "
        f"{', '.join(sorted(own))}; and, as others do, {', '.join(sorted(shared))}."
    )
