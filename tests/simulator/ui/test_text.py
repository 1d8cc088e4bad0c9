"""Text is measured as a TextView measures it, broken where Android breaks it, painted inside."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest import MonkeyPatch

from android_gym.simulator.ui import shaping
from android_gym.simulator.ui._skia import canvas_on
from android_gym.simulator.ui.text import TextLayout, TextStyle, layout_text, measure_width

DENSITY = 2.625  # of a 1080x2400 phone at 420 dpi
BODY = TextStyle(14)
SENTENCE = "The quick brown fox jumps over the lazy dog, then sleeps under the old tree."


def shown(layout: TextLayout) -> list[str]:
    return [layout.text[line.start : line.end] for line in layout.lines]


def painted(layout: TextLayout, width: int = 600, height: int = 200) -> np.ndarray:
    pixels = np.zeros((height, width, 4), np.uint8)
    canvas = canvas_on(pixels)
    layout.paint(canvas, 20, 20, 0xFFFFFFFF)
    return pixels


@pytest.mark.parametrize(("sp", "height", "baseline"), [(14, 50, 40), (16, 57, 45), (20, 71, 56)])
def test_metrics_are_those_of_a_text_view(sp: int, height: int, baseline: int) -> None:
    """Roboto: ascent 0.927734, descent 0.244141, top 1.056152, bottom 0.270996 of the size."""
    size = int(sp * DENSITY + 0.5)
    one = layout_text("Text", TextStyle(sp), DENSITY)
    two = layout_text("Text\nText", TextStyle(sp), DENSITY)
    assert one.baseline == int(np.ceil(1.056152 * size))
    assert one.height == one.baseline + int(np.ceil(0.270996 * size))
    assert two.height - one.height == round(0.927734 * size) + round(0.244141 * size)
    assert abs(one.height - height) <= 1
    assert abs(one.baseline - baseline) <= 1
    bare = layout_text("Text", TextStyle(sp, include_font_padding=False), DENSITY)
    assert bare.height == round(0.927734 * size) + round(0.244141 * size)


def test_line_height_is_the_distance_of_baselines() -> None:
    layout = layout_text("a\nb\nc", TextStyle(14, line_height=30), DENSITY)
    gaps = np.diff([line.baseline for line in layout.lines])
    assert gaps.tolist() == [round(30 * DENSITY)] * 2
    assert (
        layout_text("a", TextStyle(14, line_height=30), DENSITY).height
        == layout_text("a", BODY, DENSITY).height
    )


def test_width_grows_with_weight_spacing_and_size() -> None:
    plain = measure_width("Network & internet", BODY, DENSITY)
    assert plain == pytest.approx(305.5, abs=0.5)
    assert measure_width("Network & internet", TextStyle(14, 700), DENSITY) > plain
    assert measure_width("Network & internet", TextStyle(28), DENSITY) == pytest.approx(
        2 * plain, rel=0.02
    )
    spaced = measure_width("Network & internet", TextStyle(14, letter_spacing=0.1), DENSITY)
    assert spaced == pytest.approx(plain + 18 * 3.7, abs=1)
    assert measure_width("AVAVA", BODY, DENSITY) < 5 * measure_width("A", BODY, DENSITY)  # kerning
    mono = TextStyle(14, font="mono")
    assert measure_width("iii", mono, DENSITY) == measure_width("WWW", mono, DENSITY)
    poppins = TextStyle(14, font="poppins")
    assert measure_width("0", poppins, DENSITY) > 1.1 * measure_width("0", TextStyle(14), DENSITY)
    assert measure_width("é", poppins, DENSITY) == measure_width("é", TextStyle(14), DENSITY)


@settings(deadline=None, max_examples=80)
@given(
    st.text(st.sampled_from("ab fiW-/\n\té日、😀\u05d0\u0627कि"), max_size=40),
    st.floats(30, 400),
    st.sampled_from(["start", "center", "end"]),
)
def test_every_character_is_on_one_line_and_every_line_fits(
    text: str, width: float, align: str
) -> None:
    layout = layout_text(text, BODY, DENSITY, width, None, None, align)
    assert layout.text == text
    lines = layout.lines
    assert lines[0].start == 0
    assert lines[-1].end == len(text)
    for line, following in zip(lines, lines[1:], strict=False):
        gap = text[line.end : following.start]
        assert gap in ("", "\n")
        assert line.bottom == following.top
    for line in lines:
        assert line.width <= width + 0.01 or line.end - line.start <= 2
    for offset in range(len(text) + 1):
        line = layout.line_of(offset)
        if not line._paragraph.is_boundary(line._first + offset - line.start):
            continue  # inside a letter with its marks
        x, top, bottom = layout.caret(offset)
        found = layout.offset_at(x, (top + bottom) / 2)
        assert layout.caret(found)[:2] == (pytest.approx(x), top)


def test_lines_break_between_words() -> None:
    layout = layout_text(SENTENCE, BODY, DENSITY, 400.0)
    assert layout.line_count > 2
    assert all(line.endswith(" ") for line in shown(layout)[:-1])
    assert "".join(shown(layout)) == SENTENCE
    word = layout_text("Supercalifragilisticexpialidocious", BODY, DENSITY, 200.0)
    assert word.line_count == 3
    assert shown(layout_text("well-known", BODY, DENSITY, 130.0)) == ["well-", "known"]
    assert shown(layout_text("in 10-12 days", BODY, DENSITY, 120.0))[1].startswith("10-12")


def test_ellipsis() -> None:
    whole = layout_text(SENTENCE, BODY, DENSITY, 2000.0, 1)
    assert not whole.ellipsized
    for where in ("start", "middle", "end"):
        cut = layout_text(SENTENCE, BODY, DENSITY, 400.0, 1, where)
        assert cut.ellipsized
        assert cut.line_count == 1
        assert 300 < cut.longest_line <= 400
    two = layout_text(SENTENCE, BODY, DENSITY, 400.0, 2)
    assert two.ellipsized
    assert two.line_count == 2
    bare = layout_text(SENTENCE, BODY, DENSITY, 400.0, 2, None)
    assert not bare.ellipsized
    assert bare.line_count == 2
    paragraphs = layout_text("one\ntwo", BODY, DENSITY, 400.0, 1)
    assert paragraphs.ellipsized
    assert layout_text(SENTENCE, BODY, DENSITY, 1.0, 1).line_count == 1


def test_alignment() -> None:
    left, middle, right = (
        layout_text("ab", BODY, DENSITY, 300.0, None, "end", align).lines[0]
        for align in ("start", "center", "end")
    )
    assert left.x == 0
    assert middle.x == pytest.approx((300 - left.width) / 2)
    assert right.x == pytest.approx(300 - left.width)


def test_caret_and_selection() -> None:
    layout = layout_text("Wi-Fi\nis on", BODY, DENSITY)
    assert layout.caret(0)[:2] == (0, 0)
    assert layout.caret(5)[0] == pytest.approx(layout.lines[0].width)
    assert layout.caret(6)[:2] == (0, layout.lines[1].top)
    assert layout.offset_at(-5, 0) == 0
    assert layout.offset_at(999, 0) == 5
    assert layout.offset_at(999, 999) == 11
    assert len(layout.selection_rects(3, 8)) == 2
    assert layout.selection_rects(3, 3) == []
    ligature = layout_text("fi", BODY, DENSITY)
    assert 0 < ligature.caret(1)[0] < ligature.caret(2)[0]


def test_painting_stays_in_the_line_and_takes_the_colour() -> None:
    layout = layout_text("Hxg", BODY, DENSITY)
    pixels = painted(layout)
    rows, columns = np.nonzero(pixels[..., 3])
    assert 20 <= rows.min() < rows.max() < 20 + layout.height
    assert 20 <= columns.min() < columns.max() <= 20 + layout.width
    assert pixels[..., :3].max() == 255
    assert not painted(layout_text(" \n\r\u200b", BODY, DENSITY)).any()


def test_underline_and_strike_are_drawn() -> None:
    plain = painted(layout_text("nnn", BODY, DENSITY))
    under = painted(layout_text("nnn", TextStyle(14, underline=True), DENSITY))
    struck = painted(layout_text("nnn", TextStyle(14, strike=True), DENSITY))
    added_under = np.nonzero((under != plain).any(axis=(1, 2)))[0]
    added_struck = np.nonzero((struck != plain).any(axis=(1, 2)))[0]
    assert added_struck.max() < np.nonzero(plain.any(axis=(1, 2)))[0].max() < added_under.min()


def test_fonts_of_the_machine_are_never_used() -> None:
    """Cuneiform is in no packaged font: each sign is the same box, whatever is installed."""
    assert measure_width("\U00012000", BODY, DENSITY) == measure_width("\U0001e900", BODY, DENSITY)


def test_emoji_are_coloured_and_joined() -> None:
    pixels = painted(layout_text("😀", BODY, DENSITY)).astype(int)
    assert (np.abs(pixels[..., 0] - pixels[..., 2]) > 60).any()
    family = measure_width("👨\u200d👩\u200d👧", BODY, DENSITY)
    assert family == measure_width("😀", BODY, DENSITY)
    layout = layout_text("a👨\u200d👩\u200d👧b", BODY, DENSITY)
    assert {layout.offset_at(x, 0) for x in np.linspace(0, layout.width, 50)} == {0, 1, 6, 7}


def test_ideographs_break_anywhere_but_before_punctuation() -> None:
    layout = layout_text("日本語、日本語、日本語", BODY, DENSITY, 120.0)
    assert layout.line_count > 2
    assert not any(line.startswith("、") for line in shown(layout))
    assert layout.height > layout.line_count * layout_text("a", BODY, DENSITY).height * 0.8


def test_layouts_are_shared() -> None:
    assert layout_text("same", BODY, DENSITY) is layout_text("same", TextStyle(14), DENSITY)


def test_an_edit_of_a_long_text_shapes_only_its_own_paragraph() -> None:
    style = TextStyle()
    before = layout_text("one\ntwo\nthree", style, 1.0)
    after = layout_text("one\ntwo more\nthree", style, 1.0)
    shaped = [line._paragraph for line in before.lines]
    again = [line._paragraph for line in after.lines]
    assert again[0] is shaped[0] and again[2] is shaped[2] and again[1] is not shaped[1]
    other = layout_text("one\ntwo", style, 2.0)
    assert other.lines[0]._paragraph is not shaped[0]


def long_line(words: int) -> str:
    """Return words of which hardly any two are followed by the same."""
    rng = np.random.default_rng(0)
    letters = rng.integers(97, 123, (words, 6), dtype=np.uint8)
    return " ".join(bytes(word[: 2 + word[0] % 5]).decode() for word in letters)


@pytest.mark.parametrize("place", [0, 90_000, -5, None])
def test_a_letter_typed_into_a_long_line_shapes_its_part_alone(
    place: int | None, monkeypatch: MonkeyPatch
) -> None:
    text = long_line(40_000)
    style = TextStyle(16)
    before = layout_text(text, style, 2.0, 800)
    sizes: list[int] = []
    make = shaping._Piece.__init__

    def counted(piece: shaping._Piece, part: str, *rest: object) -> None:
        sizes.append(len(part))
        make(piece, part, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(shaping._Piece, "__init__", counted)
    edited = text + "q" if place is None else text[:place] + "q" + text[place:]
    after = layout_text(edited, style, 2.0, 800)
    assert sum(sizes) <= 3 * shaping.MOST_SHAPED < len(text) // 3
    assert before.line_count <= after.line_count <= before.line_count + 1
    fresh = TextLayout(edited, shaping.typesetter(style, 2.0), 800, None, "end", "start")
    assert [(line.start, line.width) for line in fresh.lines] == [
        (line.start, line.width) for line in after.lines
    ]


def test_glyphs_of_a_part_stand_where_the_one_before_ends() -> None:
    """The pen of a part that is drawn before those that it follows is added up all the same."""
    paragraph = shaping.Paragraph(long_line(8_000), shaping.typesetter(TextStyle(16), 1.0))
    assert len(paragraph.runs) > 2
    for run in reversed(paragraph.runs):
        _, xs, _, clusters = run.columns()
        assert xs == pytest.approx([paragraph.x[cluster] for cluster in clusters], abs=1e-6)


@pytest.mark.parametrize("word", ["word ", "\u0645\u0631\u062d\u0628\u0627 ", "xy", "e\u0301"])
def test_a_line_of_any_length_is_shaped(word: str) -> None:
    """The shaper gives up on a line of a million; parts of it are as wide as the whole."""
    style = TextStyle(size_sp=16)
    count = 40_000 // len(word)
    each = measure_width(word * 100, style, 2.0) / 100
    assert measure_width(word * count, style, 2.0) == pytest.approx(each * count, rel=1e-3)
    layout = layout_text(word * count, style, 2.0, 800)
    assert layout.lines[0].start == 0 and layout.lines[-1].end == len(word) * count
    if word == "word ":
        long = layout_text(word * 200_000, style, 2.0, 800)
        assert long.lines[-1].end == 1_000_000
