"""Components: what is on screen, what accessibility services read, and what a finger does."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from android_gym.simulator.system.keycodes import KEYCODES
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import (
    BottomNavigationView,
    Chip,
    ChipGroup,
    DrawerLayout,
    DropdownField,
    Expandable,
    ExtendedFloatingActionButton,
    FloatingActionButton,
    ListItem,
    MenuItem,
    NavigationView,
    NavItem,
    SearchView,
    Spinner,
    SwipeRow,
    Tab,
    TabLayout,
    TextInputLayout,
    ToggleGroup,
    Toolbar,
    ViewPager,
    bottom_sheet,
    popup_menu,
)
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, column
from android_gym.simulator.ui.theme import material_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, CheckBox, EditText, Switch, TextView

if TYPE_CHECKING:
    from tests.simulator.conftest import SamplePhone

pytestmark = pytest.mark.usefixtures("phone")


def kind(phone: SamplePhone, name: str) -> str:
    return (phone.element(name).class_name or "").rpartition(".")[2]


def texts(phone: SamplePhone) -> list[str]:
    """Texts of the app's own elements."""
    return [
        e.text or e.content_description or ""
        for e in phone.ui_elements()
        if e.package_name == "com.sample"
    ]


def box(phone: SamplePhone, name: str) -> tuple[float, float, float, float]:
    found = phone.element(name).bbox_pixels
    assert found is not None
    return found.x_min, found.y_min, found.x_max, found.y_max


def middle(phone: SamplePhone, name: str) -> tuple[float, float]:
    x0, y0, x1, y1 = box(phone, name)
    return (x0 + x1) / 2, (y0 + y1) / 2


def back(phone: SamplePhone) -> None:
    phone.press_key(KEYCODES["BACK"])


# --- bars and menus ----------------------------------------------------------------------------


def bar(page: Any) -> View:
    return column(
        Toolbar(
            "Title",
            subtitle="Below",
            navigation="menu",
            on_navigation=lambda: page.update(text="navigation"),
            menu=[
                MenuItem("Search", icon="search", on_click=lambda: page.update(text="search")),
                MenuItem("Sort", submenu=(MenuItem("By name", lambda: page.update(text="name")),)),
                MenuItem("Grid", checked=True, on_click=lambda: page.update(text="grid")),
                MenuItem("Off", enabled=False, on_click=lambda: page.update(text="off")),
                None,
            ],
        ),
        TextView(page.state.text, id="heard"),
        width=MATCH,
        height=MATCH,
    )


def test_toolbar(phone: SamplePhone) -> None:
    phone.show(bar)
    assert texts(phone) == ["Open navigation drawer", "Title", "Below", "Search", "More options"]
    assert kind(phone, "Open navigation drawer") == "ImageButton"
    search = phone.element("Search")
    assert search.class_name == "android.widget.Button" and search.text is None
    assert search.is_clickable and search.is_long_clickable
    assert kind(phone, "More options") == "ImageView"
    phone.tap_on("Search")
    assert phone.text_of("heard") == "search"
    phone.tap_on("Open navigation drawer")
    assert phone.text_of("heard") == "navigation"


def test_overflow_menu_opens_over_its_button_and_hides_what_is_below(phone: SamplePhone) -> None:
    phone.show(bar)
    right = box(phone, "More options")[2]
    phone.tap_on("More options")
    assert texts(phone) == ["Sort", "Grid", "", "Off"]
    assert phone.element("Sort").resource_name == "com.sample:id/title"
    assert phone.element("checkbox").is_checked
    assert box(phone, "Sort")[1] < 100 and box(phone, "Sort")[2] <= right
    phone.tap_on("Off")
    assert phone.has("Sort"), "a greyed out entry does nothing"
    phone.tap_on("Grid")
    assert phone.text_of("heard") == "grid" and not phone.has("Sort")


def test_menus_close_by_back_and_by_a_touch_outside(phone: SamplePhone) -> None:
    phone.show(bar)
    phone.tap_on("More options")
    back(phone)
    assert phone.has("Title")
    phone.tap_on("More options")
    phone.tap(100, 700)
    assert phone.has("Title") and phone.top == "Second"


def test_submenus_open_in_place_and_a_menu_opened_again_begins_anew(phone: SamplePhone) -> None:
    phone.show(bar)
    phone.tap_on("More options")
    phone.tap_on("Sort")
    assert texts(phone) == ["Sort", "By name"]
    back(phone)
    phone.tap_on("More options")
    assert "Grid" in texts(phone)
    phone.tap_on("Sort")
    phone.tap_on("By name")
    assert phone.text_of("heard") == "name"


def test_menus_survive_snapshots(phone: SamplePhone) -> None:
    phone.show(bar)
    phone.tap_on("More options")
    phone.tap_on("Sort")
    shown, kept = texts(phone), phone.snapshot()
    back(phone)
    phone.restore(kept)
    assert texts(phone) == shown


def test_popup_menu_stands_at_its_anchor(phone: SamplePhone) -> None:
    def build(page: Any) -> Screen:
        menu = popup_menu(
            [MenuItem("Delete", lambda: page.update(text="gone"))],
            lambda: page.update(value=None),
            anchor="row",
            over_anchor=False,
        )
        return Screen(
            column(
                ListItem("Row", id="row", on_click=lambda: page.update(value=True)),
                TextView(page.state.text, id="heard"),
            ),
            overlays=[menu if page.state.value else None],
        )

    phone.show(build)
    below = box(phone, "Row")[3]
    phone.tap_on("Row")
    assert box(phone, "Delete")[1] >= below
    phone.tap_on("Delete")
    assert phone.text_of("heard") == "gone" and phone.has("Row")


def test_tabs_and_pager_follow_each_other(phone: SamplePhone) -> None:
    def build(page: Any) -> View:
        def choose(index: int) -> None:
            page.update(count=index)

        return column(
            TabLayout(["One", Tab("Two"), "Three"], page.state.count, choose),
            ViewPager(
                3,
                lambda i: TextView(f"Page {i}", width=MATCH, height=MATCH),
                current=page.state.count,
                on_page=choose,
                height=0,
                weight=1.0,
            ),
            width=MATCH,
            height=MATCH,
        )

    phone.show(build)
    assert sorted(t for t in texts(phone) if t) == ["One", "Page 0", "Three", "Two"]
    tab = next(v for v in phone.windows.windows()[0].root.walk() if v.selected)
    assert tab.class_name == "androidx.appcompat.app.ActionBar$Tab"
    pager = next(e for e in phone.ui_elements() if (e.class_name or "").endswith("ViewPager"))
    assert pager.is_scrollable
    phone.swipe(300, 500, 100, 500, 200)
    phone.advance(1000)
    assert phone.has("Page 1") and not phone.has("Page 0")
    phone.tap_on("Three")
    assert phone.has("Page 2")
    phone.swipe(100, 500, 300, 500, 200)
    phone.advance(1000)
    assert phone.has("Page 1")
    phone.swipe(200, 500, 160, 500, 900)
    phone.advance(1000)
    assert phone.has("Page 1"), "too little, too slow"
    for _ in range(4):
        phone.swipe(300, 500, 100, 500, 200)
        phone.advance(1000)
    assert phone.has("Page 2"), "it stays at the last page"


def test_a_pager_without_an_owner_keeps_its_page(phone: SamplePhone) -> None:
    phone.show(lambda _: ViewPager(3, lambda i: TextView(f"Page {i}")))
    phone.swipe(300, 500, 100, 500, 200)
    phone.advance(1000)
    assert phone.has("Page 1")


def test_bottom_navigation(phone: SamplePhone) -> None:
    items = [NavItem("Home", "home", id="nav_home"), NavItem("Search", "search")]
    phone.show(
        lambda page: BottomNavigationView(
            items, page.state.count, lambda i: page.update(count=i), gravity="bottom"
        )
    )
    assert texts(phone) == ["Home", "Search", "Home", "Search"]
    first = next(e for e in phone.ui_elements() if e.content_description == "Home")
    assert first.is_selected and first.class_name == "android.widget.FrameLayout"
    second = next(e for e in phone.ui_elements() if e.content_description == "Search")
    assert second.bbox_pixels is not None
    phone.tap(*second.bbox_pixels.center)
    second = next(e for e in phone.ui_elements() if e.content_description == "Search")
    assert second.is_selected


def test_search_view(phone: SamplePhone) -> None:
    def build(page: Any) -> View:
        search = SearchView(page.state.text, lambda text: page.update(text=text))
        return Toolbar(navigation="arrow_back", content=search)

    phone.show(build)
    field = phone.element("search_src_text")
    assert field.class_name == "android.widget.AutoCompleteTextView"
    assert field.text == field.hint_text == "Search\u2026"
    phone.type_text("milk")
    assert phone.text_of("search_src_text") == "milk"
    phone.tap_on("Clear query")
    assert phone.text_of("search_src_text") == "Search\u2026"


# --- containers --------------------------------------------------------------------------------


def drawer(page: Any) -> View:
    def choose(text: str) -> None:
        page.update(text=text, value=None)

    return DrawerLayout(
        column(
            Button("Open", on_click=lambda: page.update(value=True)),
            TextView(page.state.text, id="heard"),
        ),
        NavigationView(
            [
                MenuItem("Home", lambda: choose("home"), icon="home", checked=True),
                None,
                "More",
                MenuItem("About", lambda: choose("about"), id="nav_about"),
            ],
            header=TextView("Header"),
        ),
        bool(page.state.value),
        lambda: page.update(value=None),
    )


def test_drawer_hides_the_screen_and_is_closed_in_three_ways(phone: SamplePhone) -> None:
    phone.show(drawer)
    for close in (
        lambda: back(phone),
        lambda: phone.tap(390, 400),
        lambda: phone.swipe(250, 600, 60, 600, 200),
    ):
        phone.tap_on("Open")
        assert {"Header", "Home", "More", "About"} <= set(texts(phone))
        assert "Open" not in texts(phone)
        close()
        assert phone.has("Open") and not phone.has("About")
    assert phone.top == "Second"


def test_drawer_items(phone: SamplePhone) -> None:
    phone.show(drawer)
    phone.tap_on("Open")
    item = phone.element("About")
    assert item.class_name == "android.widget.CheckedTextView" and item.is_checkable
    assert item.resource_name == "com.sample:id/design_menu_item_text"
    phone.tap_on("About")
    assert phone.text_of("heard") == "about"


def test_swiped_rows(phone: SamplePhone) -> None:
    def build(page: Any) -> View:
        def row(index: int) -> View:
            return SwipeRow(
                ListItem(f"Row {index}", background="background", id=f"row_{index}"),
                TextView("Behind", gravity="end|center_vertical"),
                on_swipe_left=lambda: page.update(text=f"left {index}"),
                rest=-80 if page.state.text == f"left {index}" else 0,
            )

        return column(
            TextView(page.state.text, id="heard"),
            RecyclerView(30, row, width=MATCH, height=0, weight=1.0),
            width=MATCH,
            height=MATCH,
        )

    phone.show(build)

    def left(index: int) -> int:
        views = phone.windows.windows()[0].root.walk()
        return next(view.bounds[0] for view in views if view.id == f"row_{index}")

    x, y = middle(phone, "Row 2")
    phone.touch(x, y, True)
    phone.advance(20)
    phone.touch(x - 60, y, True)
    assert left(2) == -60, "it follows the finger"
    phone.advance(600)
    phone.touch(x - 60, y, True)
    phone.touch(x - 60, y, False)
    assert left(2) == 0, "and springs back from less than half of its width"
    phone.swipe(300, y, 60, y, 300)
    assert phone.text_of("heard") == "left 2" and left(2) == -80
    y = middle(phone, "Row 3")[1]
    phone.swipe(60, y, 300, y, 300)
    assert phone.text_of("heard") == "left 2", "nothing is bound to the right"
    phone.swipe(200, 600, 200, 300, 300)
    assert not phone.has("Row 0"), "the list still scrolls"


def test_damped_rows_need_their_threshold(phone: SamplePhone) -> None:
    def build(page: Any) -> View:
        return SwipeRow(
            ListItem(page.state.text or "Row"),
            on_swipe_right=lambda: page.update(text="Chosen"),
            threshold=40,
            damping=0.4,
            escape=False,
        )

    phone.show(build)
    y = middle(phone, "Row")[1]
    phone.swipe(100, y, 195, y, 100)
    assert phone.has("Row")
    phone.swipe(100, y, 205, y, 100)
    assert phone.has("Chosen")


def test_expandable(phone: SamplePhone) -> None:
    phone.show(
        lambda page: Expandable(
            "Details",
            [TextView("Inside")],
            bool(page.state.count % 2),
            lambda: page.update(count=page.state.count + 1),
        )
    )
    assert not phone.has("Inside")
    phone.tap_on("Details")
    assert phone.has("Inside")


# --- buttons and fields ------------------------------------------------------------------------


def test_buttons_report_their_class(phone: SamplePhone) -> None:
    phone.show(
        lambda page: column(
            FloatingActionButton("add", id="fab", gravity=None),
            ExtendedFloatingActionButton("Create", gravity=None),
            Chip("Plain"),
            Chip("Action", on_click=lambda: None),
            Chip("Filter", checked=True, on_click=lambda: page.update(text="filter")),
            Chip("One", checked=False, exclusive=True),
            Chip("Input", on_close=lambda: page.update(text="closed")),
            ToggleGroup(["A", "B"], [1], lambda i: page.update(text=f"toggle {i}")),
            TextView(page.state.text, id="heard"),
        )
    )
    assert kind(phone, "fab") == "ImageButton"
    assert [kind(phone, n) for n in ("Create", "Plain", "Action", "Filter", "One")] == [
        "Button",
        "View",
        "Button",
        "CompoundButton",
        "RadioButton",
    ]
    assert phone.element("Filter").is_checked and not phone.element("One").is_checked
    assert kind(phone, "A") == "CompoundButton" and phone.element("B").is_checked
    for name, heard in (("Filter", "filter"), ("Remove Input", "closed"), ("A", "toggle 0")):
        phone.tap_on(name)
        assert phone.text_of("heard") == heard


def test_chip_groups_break_lines(phone: SamplePhone) -> None:
    phone.show(lambda _: ChipGroup([Chip(f"A chip {i}", on_click=lambda: None) for i in range(9)]))
    assert box(phone, "A chip 8")[1] > box(phone, "A chip 0")[1]
    assert all(box(phone, f"A chip {i}")[2] <= 400 for i in range(9))


@pytest.mark.parametrize(("material", "label"), [(2, "SAVE"), (3, "Save")])
def test_material_2_buttons_report_upper_case(
    phone: SamplePhone, material: int, label: str
) -> None:
    from sampleapps import screens

    screens.Page.theme = lambda self: material_theme("#6200EE", material=material)  # type: ignore[method-assign]
    try:
        phone.show(
            lambda _: column(Button("Save"), CheckBox("Keep"), Button("As is", all_caps=False))
        )
        assert texts(phone) == [label, "Keep", "As is"]
    finally:
        del screens.Page.theme


def field_screen(page: Any) -> View:
    return column(
        TextInputLayout(
            EditText(
                page.state.text,
                id="name",
                hint="Name",
                on_text_change=lambda text: page.update(text=text),
                max_length=8,
            ),
            error="Too short" if len(page.state.text) == 1 else None,
            counter_max=8,
            suffix="USD",
            width=MATCH,
        ),
    )


def test_text_input_layout(phone: SamplePhone) -> None:
    phone.show(field_screen)
    field = phone.element("name")
    assert (field.text, field.hint_text, field.is_editable) == ("Name", "Name", True)
    assert texts(phone) == ["Name", "USD", "0 / 8"]
    assert phone.has("Characters entered 0 of 8")
    phone.tap_on("name")
    phone.type_text("a")
    assert phone.text_of("name") == "a" and phone.text_of("textinput_error") == "Too short"
    phone.type_text("bcdefghijk")
    assert phone.text_of("name") == "abcdefgh"
    assert phone.text_of("textinput_counter") == "8 / 8"
    assert not phone.has("textinput_error")


def test_spinner(phone: SamplePhone) -> None:
    phone.show(
        lambda page: column(
            Spinner(["One", "Two", "Three"], page.state.count, lambda i: page.update(count=i)),
            DropdownField("Kind", ["A", "B"], -1, lambda i: page.update(text=str(i)), id="kind"),
        )
    )
    assert phone.element("One").resource_name == "android:id/text1"
    phone.tap_on("One")
    rows = [e for e in phone.ui_elements() if e.package_name == "com.sample"]
    assert [e.text for e in rows] == ["One", "Two", "Three"]
    assert {e.class_name for e in rows} == {"android.widget.CheckedTextView"}
    assert [e.is_checked for e in rows] == [True, False, False]
    phone.tap_on("Three")
    assert phone.has("Three") and not phone.has("Two")
    spinner = next(v for v in phone.windows.windows()[0].root.walk() if v.id == "kind")
    phone.tap(*[(a + b) / 2 for a, b in zip(spinner.bounds[:2], spinner.bounds[2:], strict=True)])
    assert texts(phone) == ["A", "B"]
    back(phone)
    assert phone.has("Three")


def test_list_items(phone: SamplePhone) -> None:
    phone.show(
        lambda page: column(
            ListItem("Title", "Subtitle", icon="folder", title_id="title", subtitle_id="sub"),
            ListItem(
                "Wi-Fi",
                trailing=Switch(
                    checked=bool(page.state.count),
                    on_checked_change=lambda on: page.update(count=on),
                ),
            ),
            width=MATCH,
        )
    )
    assert (phone.text_of("title"), phone.text_of("sub")) == ("Title", "Subtitle")
    assert box(phone, "title")[0] >= 56
    switch = next(e for e in phone.ui_elements() if e.class_name == "android.widget.Switch")
    assert switch.bbox_pixels is not None and not switch.is_checked
    phone.tap(*switch.bbox_pixels.center)
    assert next(
        e for e in phone.ui_elements() if e.class_name == "android.widget.Switch"
    ).is_checked


# --- sheets and snackbars ----------------------------------------------------------------------


def sheet(page: Any) -> Screen:
    content = column(TextView("In the sheet", height=300), width=MATCH)
    return Screen(
        Button("Open", on_click=lambda: page.update(value=True)),
        overlays=[
            bottom_sheet(content, lambda: page.update(value=None)) if page.state.value else None
        ],
    )


def test_bottom_sheets_are_dismissed_in_three_ways(phone: SamplePhone) -> None:
    phone.show(sheet)
    for close in (
        lambda: back(phone),
        lambda: phone.tap(200, 100),
        lambda: phone.swipe(200, 550, 200, 790, 150),
    ):
        phone.tap_on("Open")
        assert texts(phone) == ["In the sheet"]
        close()
        assert phone.has("Open")


def test_bottom_sheets_follow_the_finger_and_spring_back(phone: SamplePhone) -> None:
    phone.show(sheet)
    phone.tap_on("Open")
    x, y = middle(phone, "In the sheet")
    phone.touch(x, y, True)
    phone.advance(50)
    phone.touch(x, y + 60, True)
    assert box(phone, "In the sheet")[1] > 800 - 300 - 60
    phone.advance(800)
    phone.touch(x, y + 60, True)
    phone.touch(x, y + 60, False)
    assert middle(phone, "In the sheet") == (x, y)


def test_snackbars_go_by_themselves_or_by_their_button(phone: SamplePhone) -> None:
    page = phone.show(
        lambda page: column(
            Button(
                "Delete", on_click=lambda: page.show_snackbar("Gone", action="Undo", method="more")
            ),
            TextView(str(page.state.count), id="count"),
        )
    )
    phone.tap_on("Delete")
    assert phone.element("snackbar_text").text == "Gone"
    assert kind(phone, "snackbar_action") == "Button"
    phone.advance(2600)
    assert phone.has("Gone") and page.snackbar_shown
    phone.advance(400)
    assert not phone.has("Gone") and not page.snackbar_shown
    phone.tap_on("Delete")
    phone.advance(2000)
    phone.tap_on("Undo")
    assert phone.text_of("count") == "1" and not phone.has("Gone")
    phone.tap_on("Delete")
    phone.advance(2600)
    assert phone.has("Gone"), "the first one's timer does not take the second one away"
    phone.tap_on("Delete")
    x, y = middle(phone, "Gone")
    phone.swipe(x - 60, y, x + 200, y, 100)
    assert not phone.has("Gone")


# --- text --------------------------------------------------------------------------------------


def edit(page: Any) -> View:
    def change(text: str) -> None:
        page.update(text=text)

    return column(
        View(height=150),
        EditText(page.state.text, id="field", on_text_change=change, width=200),
        EditText("", id="other", hint="Other", width=200, margin=(0, 100, 0, 0)),
        EditText("\n".join("abcdefgh"), id="note", multi_line=True, width=200, height=60),
        width=MATCH,
    )


def hold(phone: SamplePhone, x: float, y: float) -> None:
    phone.swipe(x, y, x, y, 1000)


def test_cut_and_paste_through_the_selection_toolbar(phone: SamplePhone) -> None:
    page = phone.show(edit)
    page.update(text="hello world")
    x0, y0, _, y1 = box(phone, "field")
    hold(phone, x0 + 20, (y0 + y1) / 2)
    assert [t for t in texts(phone) if t[0].isupper()] == [
        "Other",
        "Cut",
        "Copy",
        "Share",
        "Select all",
    ]
    assert box(phone, "Cut")[3] <= y0 + 10, "it stands above the text"
    phone.tap_on("Cut")
    assert phone.text_of("field") == " world" and not phone.has("Copy")
    hold(phone, *middle(phone, "other"))
    phone.tap_on("Paste")
    assert phone.text_of("other") == "hello"
    hold(phone, x0 + 20, (y0 + y1) / 2)
    phone.tap_on("Select all")
    assert phone.has("Copy") and not phone.has("Select all")
    back(phone)
    assert not phone.has("Copy") and phone.top == "Second"


def test_selected_text_is_shared_by_the_share_sheet(phone: SamplePhone) -> None:
    page = phone.show(edit)
    page.update(text="hello world")
    x0, y0, _, y1 = box(phone, "field")
    hold(phone, x0 + 20, (y0 + y1) / 2)
    phone.tap_on("Share")
    assert phone.top == "ChooserActivity"
    assert phone.text_of("content_preview_text") == "hello"
    back(phone)
    assert phone.top == "Second" and phone.text_of("field") == "hello world"


def test_a_long_line_scrolls_to_its_cursor(phone: SamplePhone) -> None:
    page = phone.show(edit)
    page.update(text="a long line that does not fit into the field at all")
    field = phone.windows.windows()[0].root
    view: Any = next(v for v in field.walk() if v.id == "field")
    before = phone.screenshot().copy()
    assert view.text_origin()[0] >= view.inner[0]
    x0, y0, x1, y1 = view.bounds
    phone.tap(x0 + 30, (y0 + y1) / 2)
    phone.press_key(KEYCODES["MOVE_END"])
    view = next(v for v in phone.windows.windows()[0].root.walk() if v.id == "field")
    assert view.text_origin()[0] < view.inner[0]
    assert x0 <= view.selection_bounds()[2] <= x1
    assert (phone.screenshot() != before).any()
    phone.tap(x0 + 30, (y0 + y1) / 2)
    phone.type_text("X")
    assert "X" in page.state.text and not page.state.text.startswith("X"), (
        "taps count the scrolling"
    )


def test_lines_of_a_note_scroll_inside_it(phone: SamplePhone) -> None:
    phone.show(edit)
    x, y = middle(phone, "note")
    view: Any = next(v for v in phone.windows.windows()[0].root.walk() if v.id == "note")
    top = view.text_origin()[1]
    phone.swipe(x, y + 20, x, y - 60, 300)
    phone.advance(2000)
    view = next(v for v in phone.windows.windows()[0].root.walk() if v.id == "note")
    assert view.text_origin()[1] < top
    assert phone.text_of("note") == "\n".join("abcdefgh")


# --- feedback and state ------------------------------------------------------------------------


def test_a_finger_on_a_view_shows_and_costs_no_tree(phone: SamplePhone) -> None:
    phone.show(lambda _: column(Button("Press"), TextView("Dead"), padding=50))
    shown, elements = phone.screenshot().copy(), phone.ui_elements()
    phone.touch(*middle(phone, "Press"), True)
    pressed = phone.screenshot()
    x0, y0, x1, y1 = (int(v) for v in box(phone, "Press"))
    changed = (pressed != shown).any(axis=2)
    assert changed[y0:y1, x0:x1].any()
    changed[y0:y1, x0:x1] = False
    assert not changed.any()
    assert phone.ui_elements() is elements
    phone.touch(*middle(phone, "Press"), False)
    assert (phone.screenshot() == shown).all()
    phone.touch(*middle(phone, "Dead"), True)
    assert (phone.screenshot() == shown).all()


def test_a_snapshot_with_a_finger_down_goes_on_the_same(phone: SamplePhone) -> None:
    phone.show(sheet)
    phone.tap_on("Open")
    phone.touch(200, 600, True)
    phone.advance(50)
    phone.touch(200, 680, True)
    kept = phone.snapshot()
    frame = phone.screenshot().copy()
    phone.touch(200, 680, False)
    phone.restore(kept)
    assert (phone.screenshot() == frame).all()
    assert replace(kept, values=dict(kept.values)).values == dict(phone.snapshot().values)


def test_views_with_the_same_id_are_told_apart(phone: SamplePhone) -> None:
    def line(page: Any, name: str) -> View:
        return Button(name, id="line", on_click=lambda: page.update(text=name))

    phone.show(
        lambda page: column(
            line(page, "A"),
            line(page, "B"),
            RecyclerView(3, lambda i: line(page, f"Row {i}")),
            TextView(page.state.text, id="heard"),
        )
    )
    for name in ("B", "A", "Row 2", "Row 1"):
        phone.tap_on(name)
        assert phone.text_of("heard") == name


def test_text_follows_the_font_scale_as_far_as_it_may(phone: SamplePhone) -> None:
    def page(_: Any) -> View:
        return column(
            TextView("free", id="free", line_height=20),
            TextView("bound", id="bound", line_height=20, most_scale=1.25),
            TextView("fixed", id="fixed", line_height=20, most_scale=1.0),
        )

    def heights() -> list[float]:
        boxes = [box(phone, name) for name in ("free", "bound", "fixed")]
        return [bottom - top for _, top, _, bottom in boxes]

    phone.show(page)
    before = heights()
    phone.shell("settings put system font_scale 2.0")
    phone.advance(500)
    factors = [after / least for after, least in zip(heights(), before, strict=True)]
    assert factors == pytest.approx([2.0, 1.25, 1.0], abs=0.1)
