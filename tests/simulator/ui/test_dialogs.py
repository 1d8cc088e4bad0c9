"""Alert dialogs: ids, order, callbacks, room."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from android_gym.simulator.system.keycodes import KEYCODES
from android_gym.simulator.ui.activity import Overlay, Screen
from android_gym.simulator.ui.components import ListItem
from android_gym.simulator.ui.dialogs import alert_dialog, progress_dialog
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.widgets import EditText, TextView
from android_gym.testing.driver import AppDriver

if TYPE_CHECKING:
    from tests.simulator.conftest import SamplePhone


def show(phone: SamplePhone, make: Callable[[Any], Overlay]) -> Any:
    """An activity that shows a dialog until its value is False."""

    def build(page: Any) -> Screen:
        content = column(
            ListItem("Open", on_click=lambda: page.update(value=None)),
            TextView(page.state.text, id="heard"),
        )
        return Screen(content, overlays=[None if page.state.value is False else make(page)])

    return phone.show(build)


def listed(phone: SamplePhone) -> list[tuple[str, str, str]]:
    return [
        ((e.class_name or "").rpartition(".")[2], e.resource_name or "", e.text or "")
        for e in phone.ui_elements()
        if e.package_name == "com.sample"
    ]


def question(page: Any, **options: Any) -> Overlay:
    def answer(text: str) -> None:
        page.update(text=text, value=False)

    return alert_dialog(
        "Delete?",
        "It cannot be undone.",
        positive="Delete",
        on_positive=lambda: answer("deleted"),
        negative="Cancel",
        neutral="Later",
        on_neutral=lambda: answer("later"),
        on_dismiss=lambda: answer("dismissed"),
        **options,
    )


def test_ids_and_classes(phone: SamplePhone) -> None:
    show(phone, question)
    found = {(kind, name, text) for kind, name, text in listed(phone) if text}
    assert found == {
        ("TextView", "com.sample:id/alertTitle", "Delete?"),
        ("TextView", "android:id/message", "It cannot be undone."),
        ("Button", "android:id/button3", "Later"),
        ("Button", "android:id/button2", "Cancel"),
        ("Button", "android:id/button1", "Delete"),
    }
    window = phone.windows.windows()[-1]
    assert not any(e.text == "Open" for e in phone.ui_elements()), window


def test_android_s_own_dialogs_have_android_s_ids(phone: SamplePhone) -> None:
    show(phone, lambda page: question(page, platform=True))
    assert phone.element("Delete?").resource_name == "android:id/alertTitle"


@pytest.mark.parametrize(
    ("button", "heard"), [("Delete", "deleted"), ("Cancel", "dismissed"), ("Later", "later")]
)
def test_buttons(phone: SamplePhone, button: str, heard: str) -> None:
    show(phone, question)
    phone.tap_on(button)
    assert phone.text_of("heard") == heard


def test_back_and_a_touch_outside_dismiss_it(phone: SamplePhone) -> None:
    show(phone, question)
    phone.press_key(KEYCODES["BACK"])
    assert phone.text_of("heard") == "dismissed"
    phone.tap_on("Open")
    phone.tap(200, 100)
    assert phone.text_of("heard") == "dismissed"


def test_a_dialog_that_cannot_be_cancelled_stays(phone: SamplePhone) -> None:
    show(phone, lambda page: question(page, cancelable=False))
    phone.press_key(KEYCODES["BACK"])
    phone.tap(200, 100)
    assert phone.has("Delete?")


def test_buttons_stand_in_a_row(phone: SamplePhone) -> None:
    show(phone, question)
    tops = {phone.element(n).bbox_pixels.y_min for n in ("Later", "Cancel", "Delete")}
    assert len(tops) == 1


def test_buttons_that_are_too_wide_stand_on_top_of_each_other(phone: SamplePhone) -> None:
    show(
        phone,
        lambda page: alert_dialog(
            "T",
            positive="A button with very many words",
            negative="Another one of that kind",
            on_dismiss=lambda: None,
        ),
    )
    first, second = phone.element("button1").bbox_pixels, phone.element("button2").bbox_pixels
    assert first.y_max <= second.y_min


def test_long_messages_scroll_and_leave_the_buttons_in_sight(phone: SamplePhone) -> None:
    show(
        phone,
        lambda page: alert_dialog(
            "Licence", "Word " * 2000, positive="OK", on_dismiss=lambda: None
        ),
    )
    box = phone.element("button1").bbox_pixels
    assert box is not None and box.y_max < 800
    scroller = next(e for e in phone.ui_elements() if e.is_scrollable)
    assert scroller.class_name == "android.widget.ScrollView"


def test_single_choice(phone: SamplePhone) -> None:
    show(
        phone,
        lambda page: alert_dialog(
            "Theme",
            items=["Dark", "Light"],
            selected=page.state.count,
            on_item=lambda index: page.update(count=index),
            on_dismiss=lambda: None,
        ),
    )
    rows = [e for e in phone.ui_elements() if e.resource_name == "android:id/text1"]
    assert [(e.text, e.is_checkable, e.is_checked) for e in rows] == [
        ("Dark", True, True),
        ("Light", True, False),
    ]
    assert {e.class_name for e in rows} == {"android.widget.CheckedTextView"}
    phone.tap_on("Light")
    assert phone.element("Light").is_checked and not phone.element("Dark").is_checked


def test_multiple_choice(phone: SamplePhone) -> None:
    def check(page: Any, index: int, on: bool) -> None:
        days = page.state.value or (False, True)
        page.update(value=tuple(on if i == index else d for i, d in enumerate(days)))

    show(
        phone,
        lambda page: alert_dialog(
            items=["Sunday", "Monday"],
            checked=page.state.value or (False, True),
            on_checked=lambda index, on: check(page, index, on),
            on_dismiss=lambda: None,
        ),
    )
    phone.tap_on("Sunday")
    phone.tap_on("Monday")
    assert phone.element("Sunday").is_checked and not phone.element("Monday").is_checked


def test_plain_lists_are_plain_text(phone: SamplePhone) -> None:
    show(
        phone,
        lambda page: alert_dialog(
            items=[f"Item {i}" for i in range(40)],
            on_item=lambda i: page.update(text=str(i), value=False),
            on_dismiss=lambda: None,
        ),
    )
    item = phone.element("Item 1")
    assert item.class_name == "android.widget.TextView" and not item.is_checkable
    listing = next(e for e in phone.ui_elements() if e.is_scrollable)
    assert listing.class_name == "android.widget.ListView"
    assert listing.resource_name == "com.sample:id/select_dialog_listview"
    phone.swipe(200, 600, 200, 200, 300)
    phone.advance(3000)
    last = [e.text for e in phone.ui_elements() if (e.text or "").startswith("Item")][-1]
    assert last is not None and int(last[5:]) > 15
    phone.tap_on(last)
    assert phone.text_of("heard") == last[5:]


def test_a_field_that_is_typed_into_is_empty_when_the_dialog_is_opened_again(
    phone: SamplePhone,
) -> None:
    show(
        phone,
        lambda page: alert_dialog(
            "Name",
            content=EditText("", id="name", autofocus=True),
            positive="OK",
            on_dismiss=lambda: page.update(value=False),
        ),
    )
    phone.type_text("first")
    assert phone.text_of("name") == "first"
    phone.tap_on("OK")
    phone.tap_on("Open")
    assert phone.text_of("name") is None
    phone.type_text("second")
    assert phone.text_of("name") == "second"


def test_dialogs_make_room_for_the_keyboard(phone: SamplePhone) -> None:
    show(
        phone,
        lambda page: alert_dialog(
            "Name", content=EditText("", id="name"), positive="OK", on_dismiss=lambda: None
        ),
    )
    before = phone.element("button1").bbox_pixels.y_max
    phone.tap_on("name")
    phone.windows.refresh()
    assert phone.windows.keyboard_top is not None
    assert phone.element("button1").bbox_pixels.y_max <= phone.windows.keyboard_top < 800
    assert phone.element("button1").bbox_pixels.y_max < before


def test_a_dialog_takes_the_keys_and_the_keyboard_from_the_field_below(phone: SamplePhone) -> None:
    def build(page: Any) -> Screen:
        dialog = alert_dialog("Sure?", on_dismiss=lambda: page.update(value=None))
        return Screen(
            column(
                EditText("", id="name"), ListItem("Ask", on_click=lambda: page.update(value=True))
            ),
            overlays=[dialog if page.state.value else None],
        )

    phone.show(build)
    phone.tap_on("name")
    phone.type_text("a")
    phone.tap_on("Ask")
    phone.windows.refresh()
    assert not phone.windows.keyboard_shown
    phone.type_text("b")
    phone.press_key(KEYCODES["BACK"])
    assert not phone.has("Sure?") and phone.text_of("name") == "a"
    phone.type_text("c")
    assert phone.text_of("name") == "ac"


def test_progress_dialog(phone: SamplePhone) -> None:
    show(phone, lambda page: progress_dialog("Please wait"))
    phone.press_key(KEYCODES["BACK"])
    assert phone.text_of("android:id/message".partition("/")[2]) == "Please wait"


def test_a_dialog_on_a_phone_on_its_side_takes_65_percent_of_its_width(phone: SamplePhone) -> None:
    show(phone, question)
    window, margins = phone.element("It cannot be undone.").bbox_pixels, 2 * 24
    assert window.x_max - window.x_min == phone.windows.size[0] - margins
    phone.system.display.set_rotation(1)
    width, window = phone.windows.size[0], phone.element("It cannot be undone.").bbox_pixels
    assert window.x_max - window.x_min == round(0.65 * width) - margins
    assert abs(window.x_min - (width - window.x_max)) <= 1


def test_a_field_has_room_beside_the_keyboard_of_a_phone_on_its_side(phone: SamplePhone) -> None:
    phone.system.display.set_rotation(1)

    def ask(page: Any) -> Overlay:
        field = EditText("", id="name", hint="Name", autofocus=True)
        return alert_dialog("Title", content=field, positive="OK", on_dismiss=lambda: None)

    show(phone, ask)
    phone.element("name")
    driver = AppDriver(phone)
    driver.tap("name")
    assert phone.windows.keyboard_shown
    top = phone.windows.keyboard_top
    field, button = phone.element("name").bbox_pixels, phone.element("button1").bbox_pixels
    assert field.y_max - field.y_min >= 40 and button.y_max - button.y_min >= 36
    assert field.y_max <= button.y_min and button.y_max <= top
    driver.press("BACK")
    assert phone.element("alertTitle").text == "Title"
