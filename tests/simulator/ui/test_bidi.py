"""The examples of UAX #9, with Hebrew in place of capitals, and what is drawn where."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from android_gym.simulator.ui.bidi import embedding_levels, has_right_to_left, visual_order
from android_gym.simulator.ui.text import TextStyle, layout_text

STYLE = TextStyle(16)
TO_HEBREW = {ord("A") + i: 0x5D0 + i for i in range(26)}
TO_CAPITALS = {there: here for here, there in TO_HEBREW.items()}


def seen(text: str) -> str:
    hebrew = text.translate(TO_HEBREW)
    _, levels = embedding_levels(hebrew)
    return "".join(hebrew[i] for i in visual_order(levels)).translate(TO_CAPITALS)


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("plain text", "plain text"),
        ("car is THE CAR in arabic", "car is RAC EHT in arabic"),
        ("CAR IS the car IN ENGLISH", "HSILGNE NI the car SI RAC"),
        ('he said "THE VALUES ARE 123, 456, OK".', 'he said "KO ,456 ,123 ERA SEULAV EHT".'),
        ("ABC 12:30 DEF", "FED 12:30 CBA"),
        ("ABC 1,000.50 $", "$ 1,000.50 CBA"),  # the comma belongs to the number
        ("AB -5% CD", "DC 5%- BA"),  # the percent sign too, the sign does not
        ("AB (cd) EF", "FE )cd( BA"),  # both brackets run as the paragraph, and are mirrored
        ("ab (CD) ef", "ab (DC) ef"),
        ("ab CD (ef) GH", "ab DC (ef) HG"),
        ("AB!", "!BA"),
        ("ab AB!", "ab BA!"),
    ],
)
def test_order(stored: str, shown: str) -> None:
    assert seen(stored) == shown


def test_digits_after_arabic_letters_are_arabic_numbers() -> None:
    base, levels = embedding_levels("\u0645 1-2 x")
    assert base == 1
    assert levels == [1, 1, 2, 1, 2, 1, 2]  # the hyphen separates; after Hebrew it would join
    assert embedding_levels("\u05d0 1-2 x")[1] == [1, 1, 2, 2, 2, 1, 2]


def test_text_of_one_way_needs_no_levels() -> None:
    assert not has_right_to_left("Ελληνικά 日本語 नमस्ते 😀")
    assert has_right_to_left("a\u05d0")
    assert layout_text("é日", STYLE, 1.0).lines[0]._lefts is None


def test_carets_selection_and_ends_of_a_line() -> None:
    layout = layout_text("ab \u05d0\u05d1\u05d2 cd", STYLE, 1.0)
    line = layout.lines[0]
    xs = [layout.caret(i)[0] for i in range(10)]
    assert xs[0] == 0
    assert xs[9] == pytest.approx(line.width)
    assert xs[3] > xs[4] > xs[5] > xs[2]  # the Hebrew word is entered at its right end
    (whole,) = layout.selection_rects(0, 9)
    assert (whole[0], whole[2]) == (0, pytest.approx(line.width))
    one, two = layout.selection_rects(1, 4)  # "b ", and the first letter at the right of its word
    assert one[2] < two[0]
    (word,) = layout.selection_rects(3, 6)
    assert word[2] == pytest.approx(xs[3])
    assert word[0] < xs[5]


def test_a_paragraph_from_right_to_left_ends_at_the_right_edge() -> None:
    layout = layout_text("\u05d0\u05d1\u05d2 \u05d3\u05d4\nlonger than that", STYLE, 1.0)
    first, second = layout.lines
    assert second.x == 0
    assert first.x + first.width == pytest.approx(layout.longest_line)
    assert layout.caret(0)[0] == pytest.approx(layout.longest_line)
    assert layout.offset_at(layout.longest_line + 9, 0) == 0
    blank = layout_text("\u05d0\u05d1  ", STYLE, 1.0).lines[0]
    assert blank.x_of(4) < 0 < blank.x_of(0)  # blanks at the end hang over it


def test_arabic_letters_join() -> None:
    (run,) = layout_text("\u0633\u0633\u0633\u0633", STYLE, 1.0).lines[0]._paragraph.runs
    first, second, third, last = run.columns()[0]
    assert second == third
    assert len({first, second, last}) == 3


@given(
    st.text(st.sampled_from("ab 1(),-.\u05d0\u05d1\u0645\u0644\u0627\u0663\u064e😀"), max_size=24)
)
def test_every_caret_is_found_again(text: str) -> None:
    base, levels = embedding_levels(text)
    assert sorted(visual_order(levels)) == list(range(len(text)))
    assert all(base <= level <= base + 2 for level in levels)
    layout = layout_text(text, STYLE, 1.0, 90.0)
    for offset in range(len(text) + 1):
        line = layout.line_of(offset)
        if not line._paragraph.is_boundary(line._first + offset - line.start):
            continue  # inside a letter with its marks
        x, top, bottom = layout.caret(offset)
        found = layout.offset_at(x, (top + bottom) / 2)
        assert layout.caret(found)[0] == pytest.approx(x)
