"""How views and widgets are painted. The only module of widgets that talks to Skia."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from android_gym.simulator.ui._skia import skia
from android_gym.simulator.ui.drawables import Drawable, Inset, Layers, Oval, Rounded, Shadow
from android_gym.simulator.ui.text import TextLayout, layout_text
from android_gym.simulator.ui.theme import Theme, fade

if TYPE_CHECKING:
    from android_gym.simulator.ui.components import _FieldBox
    from android_gym.simulator.ui.view import Rect, Ui, View
    from android_gym.simulator.ui.widgets import ProgressBar, SeekBar

__all__ = [
    "button_background",
    "outline_of",
    "paint_field",
    "paint_caret",
    "paint_progress",
    "paint_selection",
    "paint_slider",
    "paint_switch",
    "paint_view",
    "switch_size",
]


def _fill(color: int) -> skia.Paint:
    return skia.Paint(AntiAlias=True, Color=color)


def paint_view(canvas: Any, view: View) -> None:
    """Paints shadow, background and content of one view (not its children)."""
    alpha = view.effective_alpha()
    if alpha < 1.0:
        left, top, right, bottom = view.bounds
        reach = view.draw_margin()
        box = skia.Rect.MakeLTRB(left - reach, top - reach, right + reach, bottom + reach)
        canvas.saveLayerAlpha(box, round(alpha * 255))
    background, ui = view.background, view.ui
    if view.elevation:
        corners, _ = outline_of(background)
        Shadow(view.elevation, corners).paint(canvas, view.bounds, ui.density, ui.theme)
    if isinstance(background, Drawable):
        background.paint(canvas, view.bounds, ui.density, ui.theme)
    elif background is not None:
        color = ui.color(background)
        if color >> 24:
            canvas.drawRect(skia.Rect.MakeLTRB(*view.bounds), skia.Paint(Color=color))
    view.draw(canvas)
    if alpha < 1.0:
        canvas.restore()


def button_background(theme: Theme, kind: str, enabled: bool) -> Drawable | None:
    """The background of a button: "filled", "tonal", "outlined", "elevated" or "text"."""
    corner = theme.corner("button")
    inset = 4 if theme.material == 3 else 6
    if kind == "text":
        return None
    if kind == "outlined":
        line = ("outline" if theme.material == 3 else "outline_variant") if enabled else "disabled"
        shape = Rounded(fill="transparent", corners=corner, stroke=line)
    else:
        fill = {"filled": "primary", "tonal": "secondary_container", "elevated": "card"}[kind]
        shape = Rounded(fill=fill if enabled else "disabled", corners=corner)
    raised = enabled and (kind == "elevated" or (kind == "filled" and theme.material == 2))
    if raised:
        height = 2.0 if theme.material == 2 else 1.0
        return Inset(Layers((Shadow(height, corner), shape)), top=inset, bottom=inset)
    return Inset(shape, top=inset, bottom=inset)


def outline_of(background: Any) -> tuple[Any, tuple[float, float, float, float]]:
    """Corner radii and insets (dp) of a background's shape: of its shadow and its ripple."""
    if isinstance(background, Inset):
        corners, _ = outline_of(background.drawable)
        return corners, (background.left, background.top, background.right, background.bottom)
    if isinstance(background, Layers):
        return outline_of(background.layers[-1])
    if isinstance(background, Oval):
        return 999.0, (0, 0, 0, 0)
    return getattr(background, "corners", 0.0), (0, 0, 0, 0)


def switch_size(theme: Theme) -> tuple[float, float]:
    """Width and height of a switch in dp."""
    if theme.name.startswith("settings") or theme.name == "system ui":
        return 52.0, 28.0
    return (52.0, 32.0) if theme.material == 3 else (46.0, 27.0)


def switch_colors(theme: Theme, checked: bool, enabled: bool) -> tuple[int, int]:
    """Colours of track and thumb."""
    state = "on" if checked else "off"
    track = theme.resolve(f"switch_track_{state}")
    thumb = theme.resolve(f"switch_thumb_{state}")
    if not enabled:
        return fade(track, 0.4), fade(thumb, 0.6)
    return track, thumb


def paint_switch(canvas: Any, box: Rect, checked: bool, colors: tuple[int, ...], ui: Ui) -> None:
    """Paints a switch in the manner of the theme."""
    left, top, right, bottom = box
    track, thumb = colors
    height = bottom - top
    middle = (top + bottom) / 2
    density = ui.density
    if ui.theme.material == 2:
        half, radius = 7 * density, 10 * density
        inset = 6 * density
        rail = skia.Rect.MakeLTRB(left + inset, middle - half, right - inset, middle + half)
        canvas.drawRoundRect(rail, half, half, _fill(track))
        x = right - inset - radius + 3 * density if checked else left + inset + radius - 3 * density
        shadow = _fill(0x40000000)
        shadow.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, density))
        canvas.drawCircle(x, middle + density, radius, shadow)
        canvas.drawCircle(x, middle, radius, _fill(thumb))
        return
    radius = height / 2
    rail = skia.Rect.MakeLTRB(left, top, right, bottom)
    canvas.drawRoundRect(rail, radius, radius, _fill(track))
    flat = ui.theme.name.startswith("settings") or ui.theme.name == "system ui"
    if not checked and not flat:
        line = _fill(ui.color("outline"))
        line.setStyle(skia.Paint.kStroke_Style)
        line.setStrokeWidth(2 * density)
        rail.inset(density, density)
        canvas.drawRoundRect(rail, radius - density, radius - density, line)
    size = 20 * density if flat else (24 * density if checked else 16 * density)
    x = right - radius if checked else left + radius
    canvas.drawCircle(x, middle, size / 2, _fill(thumb))


def paint_selection(
    canvas: Any, layout: TextLayout, x: float, y: float, start: int, end: int, color: int
) -> None:
    """Paints the highlight behind selected text."""
    paint = _fill(fade(color, 0.3))
    for left, top, right, bottom in layout.selection_rects(start, end):
        canvas.drawRect(skia.Rect.MakeLTRB(x + left, y + top, x + right, y + bottom), paint)


def paint_caret(
    canvas: Any, x: float, top: float, bottom: float, width: float, color: int
) -> None:
    """Paints the text cursor."""
    canvas.drawRect(skia.Rect.MakeLTRB(x, top, x + width, bottom), _fill(color))


def paint_slider(canvas: Any, view: SeekBar) -> None:
    """Paints a slider's track and thumb."""
    ui = view.ui
    left, top, right, bottom = view.inner
    middle = (top + bottom) / 2
    part = view.value / view.maximum if view.maximum else 0.0
    x = left + (right - left) * part
    if view.thick:
        height = bottom - top
        radius = height / 2
        rail = skia.RRect.MakeRectXY(skia.Rect.MakeLTRB(left, top, right, bottom), radius, radius)
        canvas.save()
        canvas.clipRRect(rail, True)
        canvas.drawColor(ui.color("brightness_track"))
        end = max(left + height, x)
        done = skia.RRect.MakeRectXY(skia.Rect.MakeLTRB(left, top, end, bottom), radius, radius)
        canvas.drawRRect(done, _fill(ui.color("brightness")))
        canvas.restore()
        if view.icon:
            from android_gym.simulator.ui.icons import paint_icon

            size = ui.px(20)
            at = end - radius - size / 2
            paint_icon(canvas, view.icon, at, middle - size / 2, size, ui.color("text_primary"))
        return
    half = ui.px(2)
    active = ui.color("control_activated" if view.enabled else "control_disabled")
    track = _fill(ui.color("slider_track"))
    canvas.drawRoundRect(skia.Rect.MakeLTRB(left, middle - half, right, middle + half), half, half, track)
    canvas.drawRoundRect(
        skia.Rect.MakeLTRB(left, middle - half, x, middle + half), half, half, _fill(active)
    )
    canvas.drawCircle(x, middle, ui.px(8), _fill(active))


def paint_progress(canvas: Any, view: ProgressBar) -> None:
    """Paints a progress bar or ring; one without a value shows a fixed part, nothing moves."""
    ui = view.ui
    left, top, right, bottom = view.inner
    color, track = ui.color(view.color), ui.color(view.track)
    value = 0.35 if view.value is None else max(0.0, min(1.0, view.value))
    if not view.circular:
        canvas.drawRect(skia.Rect.MakeLTRB(left, top, right, bottom), _fill(track))
        end = left + (right - left) * value
        canvas.drawRect(skia.Rect.MakeLTRB(left, top, end, bottom), _fill(color))
        return
    width = ui.px(view.thickness)
    size = min(right - left, bottom - top) - width
    x, y = (left + right - size) / 2, (top + bottom - size) / 2
    paint = _fill(color)
    paint.setStyle(skia.Paint.kStroke_Style)
    paint.setStrokeWidth(width)
    oval = skia.Rect.MakeXYWH(x, y, size, size)
    if view.value is not None:
        rest = _fill(track)
        rest.setStyle(skia.Paint.kStroke_Style)
        rest.setStrokeWidth(width)
        canvas.drawArc(oval, 0, 360, False, rest)
    canvas.drawArc(oval, -90, 360 * value, False, paint)


def paint_field(canvas: Any, box: _FieldBox) -> None:
    """Paints the box of a text field and the label in it."""
    ui = box.ui
    left, top, right, bottom = box.bounds
    ink = "on_surface" if ui.theme.material == 3 else "text_hint"
    line = "outline" if ui.theme.material == 3 else "text_hint"
    label_color = "text_hint"
    if box.disabled:
        line = label_color = "text_disabled"
    elif box.wrong:
        line = label_color = "error"
    elif box.focused:
        line = label_color = "primary" if ui.theme.material == 3 else "accent"
    width = ui.px(2 if box.focused else 1)
    label, size = None, ui.theme.text_style("edit_text").size_sp
    if box.label:
        style = replace(
            ui.theme.text_style("edit_text"),
            size_sp=(12 if box.floating else size) * ui.font_scale,
            color=ui.color(label_color),
            line_height=None,
        )
        room = max(1, right - left - 2 * ui.px(box.label_inset))
        label = layout_text(box.label, style, ui.density, room, 1)
    x = left + ui.px(box.label_inset)
    y = top + (min(bottom - top, ui.px(56)) - (label.height if label else 0)) / 2
    radius = ui.theme.corner("text_field") * ui.density
    if box.kind == "outlined":
        paint = _fill(ui.color(line))
        paint.setStyle(skia.Paint.kStroke_Style)
        paint.setStrokeWidth(width)
        half = width / 2
        rail = skia.Rect.MakeLTRB(left + half, top + half, right - half, bottom - half)
        canvas.save()
        if label is not None and box.floating:
            y = top - label.height / 2
            gap = ui.px(4)
            hole = skia.Rect.MakeLTRB(x - gap, top - gap, x + label.longest_line + gap, top + gap)
            canvas.clipRect(hole, skia.ClipOp.kDifference)
        canvas.drawRoundRect(rail, radius, radius, paint)
        canvas.restore()
    else:
        if box.kind == "filled":
            canvas.save()
            canvas.clipRect(skia.Rect.MakeLTRB(left, top, right, bottom))
            shape = skia.Rect.MakeLTRB(left, top, right, bottom + radius)
            canvas.drawRoundRect(shape, radius, radius, _fill(ui.color("text_field")))
            canvas.restore()
            y = top + ui.px(8) if box.floating else y
        else:
            y = top + (ui.px(2) if box.floating else ui.px(18))
        base = skia.Rect.MakeLTRB(left, bottom - width, right, bottom)
        canvas.drawRect(base, _fill(ui.color(line if box.focused or box.wrong else ink)))
    if label is not None:
        label.paint(canvas, x, y)
