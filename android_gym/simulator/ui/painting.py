"""Painting of views and widgets with Skia."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from android_gym.simulator.ui._skia import skia
from android_gym.simulator.ui.colors import fade
from android_gym.simulator.ui.direction import mirrored, mirrors_background
from android_gym.simulator.ui.drawables import Drawable, Inset, Layers, Line, Oval, Rounded, Shadow
from android_gym.simulator.ui.text import Line as TextLine
from android_gym.simulator.ui.text import TextLayout, TextStyle, layout_text
from android_gym.simulator.ui.text_handles import HANDLE_DP, handles
from android_gym.simulator.ui.theme import Theme

if TYPE_CHECKING:
    from android_gym.simulator.ui.fields import FieldBox
    from android_gym.simulator.ui.geometry import Rect
    from android_gym.simulator.ui.links import Link
    from android_gym.simulator.ui.ui import Ui
    from android_gym.simulator.ui.view import View
    from android_gym.simulator.ui.widgets import EditText, ProgressBar, SeekBar

__all__ = [
    "button_background",
    "fill_paint",
    "label_style",
    "outline_of",
    "paint_caret",
    "paint_colored",
    "paint_dial",
    "paint_editor",
    "paint_field",
    "paint_handle",
    "paint_links",
    "paint_progress",
    "paint_ripple",
    "paint_selection",
    "paint_slider",
    "paint_switch",
    "paint_view",
    "switch_colors",
    "switch_size",
    "underline",
]


_FAR: Final = 1e6  # pixels; further than any screen


def fill_paint(color: int) -> skia.Paint:
    """Return a paint that fills shapes with an ARGB color, with smooth edges."""
    return skia.Paint(AntiAlias=True, Color=color)


def paint_view(canvas: Any, view: View) -> None:
    """Paint shadow, background and content of one view (not its children)."""
    alpha = view.effective_alpha()
    if alpha < 1.0:
        left, top, right, bottom = view.bounds
        reach = view.draw_margin()
        box = skia.Rect.MakeLTRB(left - reach, top - reach, right + reach, bottom + reach)
        canvas.saveLayerAlpha(box, round(alpha * 255))
        # A picture recording folds a layer into its only drawing operation, which rounds
        # differently, unless there is another operation in between. This clip has no other effect.
        canvas.clipRect(box.makeOutset(_FAR, _FAR))
    if view.ui.mirrored:
        _paint_in_mirror(canvas, view)
        if alpha < 1.0:
            canvas.restore()
        return
    _paint_ground(canvas, view)
    view.draw(canvas)
    if alpha < 1.0:
        canvas.restore()


def _paint_ground(canvas: Any, view: View) -> None:
    """Paint shadow and background of a view."""
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


def _paint_in_mirror(canvas: Any, view: View) -> None:
    """Paint a view of a mirrored window; text and pictures are mirrored back."""
    left, _, right, _ = view.bounds
    for mirrored_too, paint in (
        (view.rtl and mirrors_background(view.background), _paint_ground),
        (mirrored(view), _paint_content),
    ):
        canvas.save()
        if not mirrored_too:
            canvas.translate(left + right, 0)
            canvas.scale(-1, 1)
        paint(canvas, view)
        canvas.restore()


def _paint_content(canvas: Any, view: View) -> None:
    view.draw(canvas)


def button_background(theme: Theme, kind: str, enabled: bool) -> Drawable | None:
    """Return the background of a "filled", "tonal", "outlined", "elevated" or "text" button."""
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
    """Return corner radii and insets (dp) of a background's shape, for its shadow and ripple."""
    if isinstance(background, Inset):
        corners, _ = outline_of(background.drawable)
        return corners, (background.left, background.top, background.right, background.bottom)
    if isinstance(background, Layers):
        return outline_of(background.layers[-1])
    if isinstance(background, Oval):
        return 999.0, (0, 0, 0, 0)
    return getattr(background, "corners", 0.0), (0, 0, 0, 0)


def switch_size(theme: Theme) -> tuple[float, float]:
    """Return width and height of a switch in dp."""
    if theme.name.startswith("settings") or theme.name == "system ui":
        return 52.0, 28.0
    return (52.0, 32.0) if theme.material == 3 else (46.0, 27.0)


def switch_colors(theme: Theme, checked: bool, enabled: bool) -> tuple[int, int]:
    """Return the colours of track and thumb."""
    state = "on" if checked else "off"
    track = theme.resolve(f"switch_track_{state}")
    thumb = theme.resolve(f"switch_thumb_{state}")
    if not enabled:
        flat = theme.name.startswith("settings") or theme.name == "system ui"
        return fade(track, 0.4), theme.resolve("surface") if flat else fade(thumb, 0.6)
    return track, thumb


def paint_switch(canvas: Any, box: Rect, checked: bool, colors: tuple[int, ...], ui: Ui) -> None:
    """Paint a switch in the style of the theme."""
    left, top, right, bottom = box
    track, thumb = colors
    height = bottom - top
    middle = (top + bottom) / 2
    density = ui.density
    if ui.theme.material == 2:
        half, radius = 7 * density, 10 * density
        inset = 6 * density
        rail = skia.Rect.MakeLTRB(left + inset, middle - half, right - inset, middle + half)
        canvas.drawRoundRect(rail, half, half, fill_paint(track))
        x = right - inset - radius + 3 * density if checked else left + inset + radius - 3 * density
        shadow = fill_paint(0x40000000)
        shadow.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, density))
        canvas.drawCircle(x, middle + density, radius, shadow)
        canvas.drawCircle(x, middle, radius, fill_paint(thumb))
        return
    radius = height / 2
    rail = skia.Rect.MakeLTRB(left, top, right, bottom)
    canvas.drawRoundRect(rail, radius, radius, fill_paint(track))
    flat = ui.theme.name.startswith("settings") or ui.theme.name == "system ui"
    if not checked and not flat:
        line = fill_paint(ui.color("outline"))
        line.setStyle(skia.Paint.kStroke_Style)
        line.setStrokeWidth(2 * density)
        rail.inset(density, density)
        canvas.drawRoundRect(rail, radius - density, radius - density, line)
    size = 20 * density if flat else (24 * density if checked else 16 * density)
    x = right - radius if checked else left + radius
    canvas.drawCircle(x, middle, size / 2, fill_paint(thumb))


def paint_selection(
    canvas: Any, layout: TextLayout, x: float, y: float, start: int, end: int, color: int
) -> None:
    """Paint the highlight behind selected text."""
    paint = fill_paint(fade(color, 0.3))
    for left, top, right, bottom in layout.selection_rects(start, end):
        canvas.drawRect(skia.Rect.MakeLTRB(x + left, y + top, x + right, y + bottom), paint)


@lru_cache(maxsize=8)
def underline(focused: bool, enabled: bool) -> Drawable:
    """Return the line below an `EditText` (AppCompat's abc_edit_text_material)."""
    color = "control_activated" if focused else "control_normal"
    line = Line("bottom", color if enabled else "control_disabled", 2 if focused else 1)
    return Inset(line, 4, 0, 4, 7)


def paint_editor(
    canvas: Any, field: EditText, layout: TextLayout | None, *, focused: bool, clipped: bool
) -> None:
    """Paint the text of a field with selection and cursor.

    Args:
        canvas: Canvas to draw on.
        field: The field.
        layout: Layout of its text.
        focused: Whether it has the focus.
        clipped: Whether part of the text is scrolled out of the field.
    """
    ui = field.ui
    color = ui.color("primary")
    x, y = field.text_origin()
    start, end = sorted(field.selection) if field.text else (0, 0)
    if clipped:
        canvas.save()
        left, top, right, bottom = field.inner
        if field.multi_line:
            left, right = field.bounds[0], field.bounds[2]
        else:
            top, bottom = field.bounds[1], field.bounds[3]
        canvas.clipRect(skia.Rect.MakeLTRB(left, top, right, bottom))
    if focused and start != end and layout is not None:
        paint_selection(canvas, layout, x, y, start, end, color)
    field.draw_text(canvas)
    if focused and start == end and layout is not None:
        at, top, bottom = layout.caret(start)
        paint_caret(canvas, x + at, y + top, y + bottom, ui.px(2), color)
    if clipped:
        canvas.restore()
    if focused and start != end and layout is not None:
        for name, px, _, py in handles(field):
            paint_handle(canvas, name, px, py, ui.px(HANDLE_DP), color)


def paint_handle(canvas: Any, end: str, x: float, y: float, size: float, color: int) -> None:
    """Paint the handle below the "start" or "end" of a selection, or below a caret.

    Args:
        canvas: Canvas to draw on.
        end: Which handle; "middle" for the caret's.
        x: Horizontal position of the caret.
        y: Lower end of the caret.
        size: Width and height of the handle.
        color: ARGB.
    """
    paint = fill_paint(color)
    radius = size / 2
    if end == "middle":  # the same drop, pointing upwards
        canvas.save()
        canvas.translate(x, y)
        canvas.rotate(45)
        canvas.drawCircle(radius, radius, radius, paint)
        canvas.drawRect(skia.Rect.MakeWH(radius, radius), paint)
        canvas.restore()
        return
    side = -radius if end == "start" else radius
    canvas.drawCircle(x + side, y + radius, radius, paint)
    canvas.drawRect(skia.Rect.MakeLTRB(min(x, x + side), y, max(x, x + side), y + radius), paint)


def _pieces(
    canvas: Any, layout: TextLayout, y: float, parts: Sequence[tuple[int, int, int]]
) -> Iterator[tuple[TextLine, float, float, int]]:
    """Yield the coloured pieces of visible lines: line, left and right edge, colour."""
    clip = canvas.getLocalClipBounds()
    ends = [end for _, end, _ in parts]
    for line in layout.lines:
        if y + line.bottom < clip.top() or y + line.top > clip.bottom():
            continue
        for start, end, color in parts[bisect_right(ends, line.start) :]:
            if start >= line.end:
                break
            for left, right in line.spans(start, end):
                yield line, left, right, color


def paint_colored(
    canvas: Any,
    layout: TextLayout,
    x: float,
    y: float,
    parts: Sequence[tuple[int, int, int]],
) -> None:
    """Paint a text with differently coloured parts; only visible lines cost time.

    Args:
        canvas: Canvas to draw on.
        layout: Layout of the text.
        x: Left edge of the text.
        y: Upper edge of the text.
        parts: Sorted, disjoint (start, end, ARGB colour).
    """
    boxes = [
        (skia.Rect.MakeLTRB(x + left, y + line.top, x + right, y + line.bottom), color)
        for line, left, right, color in _pieces(canvas, layout, y, parts)
    ]
    canvas.save()
    for box, _ in boxes:
        canvas.clipRect(box, skia.ClipOp.kDifference)
    layout.paint(canvas, x, y)
    canvas.restore()
    for box, color in boxes:
        canvas.save()
        canvas.clipRect(box)
        layout.paint(canvas, x, y, color)
        canvas.restore()


def paint_links(
    canvas: Any, layout: TextLayout, x: float, y: float, links: Sequence[Link], color: int
) -> None:
    """Paint a text with coloured and underlined links.

    Args:
        canvas: Canvas to draw on.
        layout: Layout of the text.
        x: Left edge of the text.
        y: Upper edge of the text.
        links: Links in the text.
        color: ARGB colour.
    """
    parts = [(link.start, link.end, color) for link in links]
    paint_colored(canvas, layout, x, y, parts)
    paint = fill_paint(color)
    for line, left, right, _ in _pieces(canvas, layout, y, parts):
        base = y + line.baseline + max(1.0, (line.bottom - line.top) * 0.06)
        thick = max(1.0, (line.bottom - line.top) * 0.05)
        canvas.drawRect(skia.Rect.MakeLTRB(x + left, base, x + right, base + thick), paint)


def paint_ripple(canvas: Any, view: View) -> None:
    """Paint the ripple of a pressed view: its darkened shape, or a circle around an icon."""
    ui = view.ui
    left, top, right, bottom = view.bounds
    paint = fill_paint(ui.color("ripple"))
    if view.background is None and view.class_name in _ROUND:
        canvas.drawCircle((left + right) / 2, (top + bottom) / 2, ui.px(20), paint)
        return
    corners, inset = outline_of(view.background)
    if view.background is None and view.class_name == "android.widget.Button":
        corners, inset = ui.theme.corner("button"), (0.0, 6.0, 0.0, 6.0)
    box = (
        left + round(inset[0] * ui.density),
        top + round(inset[1] * ui.density),
        right - round(inset[2] * ui.density),
        bottom - round(inset[3] * ui.density),
    )
    shape = Rounded("ripple", corners)
    shape.paint(canvas, box, ui.density, ui.theme)


_ROUND = frozenset(
    {
        "android.widget.ImageButton",
        "android.widget.ImageView",
        "android.widget.CheckBox",
        "android.widget.RadioButton",
    }
)


def paint_caret(canvas: Any, x: float, top: float, bottom: float, width: float, color: int) -> None:
    """Paint the text cursor."""
    canvas.drawRect(skia.Rect.MakeLTRB(x, top, x + width, bottom), fill_paint(color))


def paint_slider(canvas: Any, view: SeekBar) -> None:
    """Paint a slider's track and thumb."""
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
        canvas.drawRRect(done, fill_paint(ui.color("brightness")))
        canvas.restore()
        if view.icon:
            from android_gym.simulator.ui.icons import paint_icon

            size = ui.px(20)
            at = end - radius - size / 2
            paint_icon(canvas, view.icon, at, middle - size / 2, size, ui.color("text_primary"))
        return
    half = ui.px(2)
    active = ui.color("control_activated" if view.enabled else "control_disabled")
    track = fill_paint(ui.color("slider_track"))
    canvas.drawRoundRect(
        skia.Rect.MakeLTRB(left, middle - half, right, middle + half), half, half, track
    )
    canvas.drawRoundRect(
        skia.Rect.MakeLTRB(left, middle - half, x, middle + half), half, half, fill_paint(active)
    )
    canvas.drawCircle(x, middle, ui.px(8), fill_paint(active))


def paint_progress(canvas: Any, view: ProgressBar) -> None:
    """Paint a progress bar or ring; an indeterminate one shows a fixed part, as nothing moves."""
    ui = view.ui
    left, top, right, bottom = view.inner
    color, track = ui.color(view.color), ui.color(view.track)
    value = 0.35 if view.value is None else max(0.0, min(1.0, view.value))
    if not view.circular:
        canvas.drawRect(skia.Rect.MakeLTRB(left, top, right, bottom), fill_paint(track))
        end = left + (right - left) * value
        canvas.drawRect(skia.Rect.MakeLTRB(left, top, end, bottom), fill_paint(color))
        return
    width = ui.px(view.thickness)
    size = min(right - left, bottom - top) - width
    x, y = (left + right - size) / 2, (top + bottom - size) / 2
    paint = fill_paint(color)
    paint.setStyle(skia.Paint.kStroke_Style)
    paint.setStrokeWidth(width)
    oval = skia.Rect.MakeXYWH(x, y, size, size)
    if view.value is not None:
        rest = fill_paint(track)
        rest.setStyle(skia.Paint.kStroke_Style)
        rest.setStrokeWidth(width)
        canvas.drawArc(oval, 0, 360, False, rest)
    canvas.drawArc(oval, -90, 360 * value, False, paint)


def paint_dial(canvas: Any, view: View, end: tuple[float, float], on_number: bool) -> None:
    """Paint the dial of a time picker and its hand.

    Args:
        canvas: Canvas to draw on.
        view: The dial.
        end: Position of the hand's end.
        on_number: Whether there is a number at that position; if not, a dot marks it.
    """
    ui = view.ui
    left, top, right, bottom = view.bounds
    x, y = (left + right) / 2, (top + bottom) / 2
    ground = "surface_variant" if ui.theme.material == 3 else "on_surface@0.08"
    canvas.drawCircle(x, y, (right - left) / 2, fill_paint(ui.color(ground)))
    color = ui.color("primary" if ui.theme.material == 3 else "accent")
    line = fill_paint(color)
    line.setStrokeWidth(ui.px(2))
    canvas.drawLine(x, y, *end, line)
    canvas.drawCircle(x, y, ui.px(4), fill_paint(color))
    canvas.drawCircle(*end, ui.px(20), fill_paint(color))
    if not on_number:
        canvas.drawCircle(*end, ui.px(2), fill_paint(ui.color("on_primary")))


def paint_field(canvas: Any, box: FieldBox) -> None:
    """Paint the box of a text field and the label in it."""
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
    x = left + box.label_start()
    y = top + (min(bottom - top, ui.px(56)) - (label.height if label else 0)) / 2
    radius = ui.theme.corner("text_field") * ui.density
    if box.kind == "outlined":
        paint = fill_paint(ui.color(line))
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
            canvas.drawRoundRect(shape, radius, radius, fill_paint(ui.color("text_field")))
            canvas.restore()
            y = top + ui.px(8) if box.floating else y
        else:
            y = top + (ui.px(2) if box.floating else ui.px(18))
        base = skia.Rect.MakeLTRB(left, bottom - width, right, bottom)
        canvas.drawRect(base, fill_paint(ui.color(line if box.focused or box.wrong else ink)))
    if label is not None:
        label.paint(canvas, x, y)


def label_style(ui: Ui, size: float, color: int) -> TextStyle:
    """Return the style of a field's label, `size` in sp at the font scale 1."""
    return TextStyle(size * ui.font_scale, color=color, include_font_padding=False)
