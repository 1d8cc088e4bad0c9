"""The find and replace panel of the editor."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from android_gym.simulator.appkit.searching import compile_search, replace_matches
from android_gym.simulator.apps.joplin.actions import Actions
from android_gym.simulator.apps.joplin.look import BUTTON, GROUP, glyph, touchable, words
from android_gym.simulator.ui.layouts import wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText

__all__ = ["find_panel"]

SWITCH = "android.widget.Switch"


def _pattern(app: Actions) -> Any | None:
    state = app.state.note
    return compile_search(state.find or "", regex=state.regex, ignore_case=not state.case)


def _spans(app: Actions, text: str) -> list[tuple[int, int]]:
    """Return the spans of the matches; empty if nothing is searched for."""
    pattern = _pattern(app) if app.state.note.find else None
    return [match.span() for match in pattern.finditer(text)] if pattern is not None else []


def _move(app: Actions, text: str, step: int) -> None:
    """Select the next or previous match, wrapping around."""
    spans, field = _spans(app, text), app.field()
    if not spans or field is None:
        return
    here = max(field.selection) if step > 0 else min(field.selection)
    if step > 0:
        found = next((span for span in spans if span[0] >= here), spans[0])
    else:
        found = next((span for span in reversed(spans) if span[1] <= here), spans[-1])
    field.select(*found)


def _replace(app: Actions, text: str, count: int) -> None:
    """Replace the first `count` matches, or all if it is 0."""
    state, pattern = app.state.note, _pattern(app)
    if not state.find or pattern is None:
        return
    new = replace_matches(pattern, state.replace, text, count, regex=state.regex)
    if new is not None and new != text:
        app.put_body(new, 0)


def find_panel(app: Actions, text: str) -> View:
    """Build the search field, the buttons and, after "Show advanced", the replacement field."""
    state = app.state.note

    def field(key: str, value: str, hint: str, change: Callable[[str], None]) -> View:
        return EditText(
            value,
            key=key,
            hint=hint,
            on_text_change=change,
            ime_action="search",
            background="transparent",
            color="text_primary",
            width=0,
            weight=1,
            padding=(10, 10),
        )

    find = field("find", state.find or "", "Search for...", lambda text: app.change_note(find=text))
    close = _button("close", "Close", partial(app.change_note, find=None))
    after = _button("menu_right", "Next match", partial(_move, app, text, 1))
    before = _button("menu_left", "Previous match", partial(_move, app, text, -1))
    if not state.advanced:
        more = _button("menu_up", "Show advanced", partial(app.change_note, advanced=True))
        return _panel(_line(close, find, more, before, after))
    less = _button("menu_down", "Hide advanced", partial(app.change_note, advanced=False))
    new = field(
        "replace", state.replace, "Replace with...", lambda text: app.change_note(replace=text)
    )
    regex = _switch("regex", "Regular expression", state.regex, "regex", app)
    case = _switch("format_letter_case", "Case sensitive", state.case, "case", app)
    one = _button("swap_horizontal", "Replace", partial(_replace, app, text, 1))
    every = _button("reply_all", "Replace all", partial(_replace, app, text, 0))
    return _panel(
        _line(close, words("Find: "), find),
        _line(less, words("Replace: "), new),
        _line(regex, case, View(width=0, weight=1), one, every, before, after),
    )


def _panel(*lines: View) -> View:
    return wide_column(*lines, class_name=GROUP, background="background", elevation=4)


def _line(*views: View) -> View:
    return wide_row(*views, class_name=GROUP, content_gravity="center_vertical")


def _button(icon: str, label: str, click: Callable[[], object]) -> View:
    return touchable(
        glyph(icon, 24),
        class_name=BUTTON,
        content_description=label,
        key=label,
        width=44,
        height=44,
        content_gravity="center",
        on_click=click,
    )


def _switch(icon: str, label: str, on: bool, name: str, app: Actions) -> View:
    return touchable(
        glyph(icon, 24),
        class_name=SWITCH,
        content_description=label,
        key=label,
        checked=on,
        width=44,
        height=44,
        content_gravity="center",
        background="selected" if on else None,
        on_click=lambda: app.change_note(**{name: not on}),
    )
