"""The screen as HTML with numbered lists."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.screen_html import MAX_LENGTH, element_html, screen_html, tag_of

BOX = BoundingBox(0, 100, 200, 300)
FAB = UIElement(
    content_description="Add alarm",
    class_name="android.widget.ImageButton",
    resource_name="com.android.deskclock:id/fab",
    package_name="com.google.android.deskclock",
    is_clickable=True,
    bbox_pixels=BOX,
)
TITLE = UIElement(text="Alarm\n 1", class_name="android.widget.TextView")
LIST = UIElement(class_name="androidx.RecyclerView", is_scrollable=True, bbox_pixels=BOX)
FIELD = UIElement(
    hint_text="Label", class_name="android.widget.EditText", is_editable=True, is_clickable=True
)


def test_an_element_says_what_it_is() -> None:
    assert element_html(FAB) == (
        '<button id="com.android.deskclock:id/fab" package="com.google.android.deskclock" '
        'class="android.widget.ImageButton" description="Add alarm" clickable="true">  </button>'
    )
    assert element_html(TITLE) == '<p class="android.widget.TextView"> Alarm 1 </p>'
    switch = UIElement(text="Wi-Fi", class_name="Switch", is_checkable=True, is_checked=True)
    assert element_html(switch) == '<div class="Switch" checked="true"> Wi-Fi </div>'


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("android.widget.ImageView", "img"),
        ("com.IconView", "img"),
        ("android.widget.ImageButton", "button"),
        ("android.widget.Button", "button"),
        ("com.ImageThing", "img"),
        ("com.MenuItemView", "button"),
        ("android.widget.AutoCompleteEditTextView", "input"),
        ("android.widget.CheckedTextView", "p"),
        ("android.view.View", "div"),
        (None, "div"),
    ],
)
def test_the_first_part_of_a_class_s_name_that_is_known_counts(name: str, tag: str) -> None:
    assert tag_of(UIElement(class_name=name)) == tag


def test_numbers_run_through_what_is_shown() -> None:
    hidden = UIElement(text="Hidden", is_visible=False)
    screen = screen_html(
        [UIElement(class_name="android.view.View"), hidden, TITLE, LIST, FIELD, FAB]
    )
    assert (screen.clickables, screen.scrollables, screen.inputs) == ((1, 4), (2,), (3,))
    assert [screen.index(number) for number in range(6)] == [None, 2, 3, 4, 5, None]
    assert screen.lists == (
        "[Clickables]:\n1: Alarm 1\n4: Add alarm\n"
        "[Scrollables]:\n2: Empty &lt;div&gt; ([0,200][100,300])\n"
        "[Inputs]:\n3: Label"
    ).replace("&lt;", "<").replace("&gt;", ">")
    assert screen.text == f"{screen.html}\n{screen.lists}"
    assert len(screen.html.splitlines()) == 4


def test_what_is_too_long_is_left_out_whole() -> None:
    elements = [UIElement(text=f"Row {n} " + "x" * 10_000) for n in range(40)]
    screen = screen_html(elements)
    assert len(screen.text) <= MAX_LENGTH
    assert 0 < len(screen.indexes) < 40
    assert all(line.endswith("</div>") for line in screen.html.splitlines())
    assert screen_html(elements, 10).html == ""


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


@given(st.text(max_size=50), st.text(max_size=50), st.integers(1, 5))
def test_no_text_passes_for_an_element(text: str, name: str, count: int) -> None:
    element = UIElement(text=f"{text}.", content_description=name or None, resource_name=name)
    reader = Reader()
    screen = screen_html([element] * count)
    reader.feed(screen.html)
    assert [tag for tag, _ in reader.tags] == ["div"] * count
    assert set(reader.tags[0][1]) <= {"id", "description"}
    assert len(screen.html.splitlines()) == count
    assert len(screen.lists.splitlines()) == 3 + count
