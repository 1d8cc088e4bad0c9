"""The keys: digits and operators, with the functions above or beside them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from android_gym.simulator.apps.calculator.actions import Actions
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import row, wide_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageButton

__all__ = ["functions", "numbers"]


@dataclass(frozen=True)
class _Key:
    """A key that inserts text.

    Attributes:
        id: Resource id.
        label: Its label.
        writes: Its text, for `expression.press`.
        description: Content description; "" for the label.
    """

    id: str
    label: str
    writes: str
    description: str = ""


def _digit(digit: int) -> _Key:
    return _Key(f"digit_{digit}", str(digit), str(digit))


_ROOT: Final = _Key("op_sqrt", "√", "√", "square root")
_PI: Final = _Key("const_pi", "π", "π", "pi")
_POWER: Final = _Key("op_pow", "^", "^", "power")
_FACTORIAL: Final = _Key("op_fact", "!", "!", "factorial")
_SINE: Final = _Key("fun_sin", "sin", "sin(", "sine")
_COSINE: Final = _Key("fun_cos", "cos", "cos(", "cosine")
_TANGENT: Final = _Key("fun_tan", "tan", "tan(", "tangent")
_NAPIER: Final = _Key("const_e", "e", "e")
_LN: Final = _Key("fun_ln", "ln", "ln(", "natural logarithm")
_LOG: Final = _Key("fun_log", "log", "log(", "logarithm")
_INVERSES: Final = {
    _ROOT: _Key("op_sqr", "x²", "²", "squared"),
    _SINE: _Key("fun_arcsin", "sin⁻¹", "sin⁻¹(", "inverse sine"),
    _COSINE: _Key("fun_arccos", "cos⁻¹", "cos⁻¹(", "inverse cosine"),
    _TANGENT: _Key("fun_arctan", "tan⁻¹", "tan⁻¹(", "inverse tangent"),
    _LN: _Key("fun_exp", "eˣ", "exp(", "exponential function"),
    _LOG: _Key("fun_10pow", "10ˣ", "10^", "ten raised to the power"),
}

_ROWS: Final[tuple[tuple[_Key, ...], ...]] = (
    (
        _Key("parens", "( )", "()", "left or right parenthesis"),
        _Key("op_pct", "%", "%", "percent"),
        _Key("op_div", "÷", "÷", "divide"),
    ),
    (_digit(7), _digit(8), _digit(9), _Key("op_mul", "×", "×", "multiply")),
    (_digit(4), _digit(5), _digit(6), _Key("op_sub", "−", "−", "minus")),
    (_digit(1), _digit(2), _digit(3), _Key("op_add", "+", "+", "plus")),
    (_digit(0), _Key("dec_point", ".", ".", "point")),
)


def _cell(
    id: str,
    label: str,
    on_click: Callable[[], object],
    *,
    ground: str,
    ink: str,
    description: str = "",
    size: float = 30,
    on_long_click: Callable[[], object] | None = None,
    selected: bool = False,
) -> View:
    return Button(
        label,
        id=id,
        content_description=description or None,
        on_click=on_click,
        on_long_click=on_long_click,
        selected=selected,
        size=size,
        most_scale=1.0,
        color=ink,
        all_caps=False,
        background=Rounded(ground, 40) if ground else "transparent",
        padding=0,
        min_width=0,
        min_height=0,
        width=0,
        weight=1,
        height=MATCH,
        margin=4,
        max_lines=1,
    )


def _typing(app: Actions, key: _Key, *, ground: str, ink: str, size: float) -> View:
    return _cell(
        key.id,
        key.label,
        partial(app.type_key, key.writes),
        ground=ground,
        ink=ink,
        description=key.description,
        size=size,
    )


def _line(*cells: View) -> View:
    return row(*cells, width=MATCH, height=0, weight=1, layout_direction="ltr")


def numbers(app: Actions) -> View:
    """Build the digits, operators, "AC", backspace and "="."""
    size = 22 if app.turned else 30
    lines = []
    for keys in _ROWS:
        cells = [
            _typing(
                app,
                key,
                ground="surface_container_high" if key.writes in "0123456789." else
                "secondary_container",
                ink="on_surface" if key.writes in "0123456789." else "on_secondary_container",
                size=size,
            )
            for key in keys
        ]  # fmt: skip
        if keys is _ROWS[0]:
            cells.insert(
                0,
                _cell(
                    "clr", "AC", app.clear, ground="tertiary_container",
                    ink="on_tertiary_container", description="clear", size=size,
                ),
            )  # fmt: skip
        if keys is _ROWS[-1]:
            cells += [_backspace(app), _equals(app, size)]
        lines.append(_line(*cells))
    return wide_column(*lines, id="main_calculator_pad", height=MATCH)


def _backspace(app: Actions) -> View:
    return ImageButton(
        "backspace_outline",
        id="del",
        content_description="delete",
        on_click=app.delete,
        on_long_click=app.clear,
        tint="on_surface",
        background=Rounded("surface_container_high", 40),
        width=0,
        weight=1,
        height=MATCH,
        margin=4,
    )


def _equals(app: Actions, size: float) -> View:
    return _cell(
        "eq", "=", app.equals, ground="primary_container", ink="on_primary_container",
        description="equals", size=size,
    )  # fmt: skip


def functions(app: Actions) -> View:
    """Build the keys of roots, powers, angles and logarithms: one row, or three if expanded."""
    inverse, turned = app.state.inverse, app.turned

    def key(which: _Key) -> View:
        shown = _INVERSES.get(which, which) if inverse else which
        return _typing(app, shown, ground="", ink="on_surface", size=20)

    degrees = app.settings.degrees
    mode = _cell(
        "toggle_mode",
        "RAD" if degrees else "DEG",
        app.switch_degrees,
        ground="",
        ink="on_surface",
        description="switch to radians" if degrees else "switch to degrees",
        size=16,
    )
    toggle = _cell(
        "toggle_inv",
        "INV",
        lambda: app.update(inverse=not inverse),
        ground="secondary_container" if inverse else "",
        ink="on_surface",
        description="hide inverse functions" if inverse else "show inverse functions",
        size=16,
        selected=inverse,
    )
    if turned:
        return wide_column(
            _line(toggle, mode, key(_ROOT)),
            _line(key(_SINE), key(_COSINE), key(_TANGENT)),
            _line(key(_LN), key(_LOG), key(_FACTORIAL)),
            _line(key(_PI), key(_NAPIER), key(_POWER)),
            id="scientific_pad",
            height=MATCH,
        )
    open_ = app.state.expanded
    arrow = ImageButton(
        "chevron_up" if open_ else "chevron_down",
        id="collapse_expand",
        content_description="Collapse" if open_ else "Expand",
        on_click=lambda: app.update(expanded=not open_),
        tint="on_surface",
        background=Rounded("surface_container_high", 20),
        width=36,
        height=36,
        gravity="center_vertical",
        margin=(6, 4),
    )
    lines = [
        row(key(_ROOT), key(_PI), key(_POWER), key(_FACTORIAL), arrow, width=MATCH, height=44,
            layout_direction="ltr"),
    ]  # fmt: skip
    if open_:
        for cells in (
            (mode, key(_SINE), key(_COSINE), key(_TANGENT)),
            (toggle, key(_NAPIER), key(_LN), key(_LOG)),
        ):
            lines.append(
                row(*cells, View(width=48), width=MATCH, height=44, layout_direction="ltr")
            )
    return wide_column(*lines, id="scientific_pad")
