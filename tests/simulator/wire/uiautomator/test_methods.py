"""Methods of the server."""

from __future__ import annotations

import base64

import cv2
import numpy as np
import pytest
from lxml import etree

from android_gym.simulator.system.keycodes import KEYCODES
from android_gym.simulator.ui.layouts import ScrollView, column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, EditText, TextView


@pytest.fixture
def log():
    return []


@pytest.fixture
def page(phone, log):
    return phone.show(
        lambda screen: column(
            Button("Go", id="go", on_click=lambda: log.append("tap"),
                   on_long_click=lambda: log.append("long")),
            EditText("", id="field", hint="Name"),
            EditText("", id="number", input_type="number"),
            TextView("End", id="end"),
            id="page",
        )
    )  # fmt: skip


@pytest.fixture
def rows(phone):
    return phone.show(
        lambda screen: ScrollView(
            column(*(TextView(f"Row {n}", id=f"row{n}", height=60) for n in range(60)), id="rows"),
            id="list",
        )
    )


def test_device_info(phone, client):
    info = client("deviceInfo")
    assert info["displayWidth"], info["displayHeight"] == (400, 800)
    assert info["sdkInt"] == 33
    assert info["screenOn"] is True
    assert info["currentPackageName"] == phone.windows.top_focusable().package


def test_object_info(phone, page, client, sel):
    info = client("objInfo", sel(text="Go"))
    box = phone.element("go").bbox_pixels
    assert info["bounds"] == {
        "left": box.x_min, "right": box.x_max, "top": box.y_min, "bottom": box.y_max,
    }  # fmt: skip
    assert (info["clickable"], info["longClickable"]) == (True, True)
    assert info["className"] == "android.widget.Button"
    assert info["resourceName"] == "com.sample:id/go"
    assert client("exist", sel(text="Go")) is True
    assert client("exist", sel(text="Stay")) is False
    assert client("getText", sel(resourceId="com.sample:id/end")) == "End"


def test_what_finds_nothing_is_told_by_its_class(phone, page, client, sel):
    for method in ("objInfo", "click", "getText", "longClick", "scrollForward"):
        more = [True] if method == "scrollForward" else []
        error = client.error(method, sel(text="Stay"), *more)
        assert "uiautomator.UiObjectNotFoundException" in error["message"]
        assert error["code"] == -32002


def test_taps(phone, page, client, sel, log):
    assert client("click", sel(text="Go")) is True
    assert client("longClick", sel(text="Go")) is True
    x, y = phone.element("go").bbox_pixels.center
    client("click", x, y)
    client("click", x, y, 700)
    for action in (0, 2, 1):
        client("injectInputEvent", action, x, y, 0)
    assert log == ["tap", "long", "tap", "long", "tap"]
    assert client("injectInputEvent", 2, x, y, 0) is False, "no finger is down"


def test_texts(phone, page, client, sel):
    field, number = sel(resourceId="com.sample:id/field"), sel(resourceId="com.sample:id/number")
    assert client("setText", field, "Grüße 你好") is True
    assert client("getText", field) == "Grüße 你好"
    assert client("setText", field, "new") is True
    assert client("getText", field) == "new"
    client("setText", number, "1a2")
    assert client("getText", number) == "12", "as if it were typed"
    assert client("clearTextField", field) is True
    assert phone.element("field").text == "Name", "its hint"
    assert client("setText", sel(text="Go"), "no field") is False


def test_clipboard_goes_into_the_field_with_the_focus(phone, page, client):
    assert client("getClipboard") is None
    assert client("pasteClipboard") is False, "nothing has the focus"
    client("setClipboard", None, "copied")
    assert client("getClipboard") == "copied"
    phone.tap_on("field")
    assert client("pasteClipboard") is True
    assert phone.element("field").text == "copied"
    assert client("clearInputText") is True
    assert phone.element("field").text == "Name", "its hint"


def test_waiting_takes_time_of_the_phone(phone, page, client, sel):
    clock = phone.system.clock
    began = clock.elapsed_ms()
    assert client("waitForExists", sel(text="Go"), 5000) is True
    assert clock.elapsed_ms() == began
    assert client("waitForExists", sel(text="Stay"), 1234) is False
    assert clock.elapsed_ms() == began + 1234
    assert client("waitUntilGone", sel(text="Stay"), 1000) is True
    assert client("waitUntilGone", sel(text="Go"), 1000) is False
    assert "600000" in client.error("waitForExists", sel(text="Stay"), 10**9)["message"]


def test_waiting_ends_when_it_comes(phone, page, client, sel):
    clock = phone.system.clock
    clock.handler("test_toast", lambda _: phone.press_key(KEYCODES["BACK"]))
    clock.schedule(700, "test_toast")
    began = clock.elapsed_ms()
    assert client("waitUntilGone", sel(text="Go"), 20_000) is True
    assert clock.elapsed_ms() - began == 700


def test_scrolling(phone, rows, client, sel):
    area = sel(resourceId="com.sample:id/list")
    assert client("scrollForward", area, True, 55) is True
    assert not phone.has("row0")
    assert client("scrollBackward", area, True, 55) is True
    assert client("scrollBackward", area, True, 55) is False, "it is at its beginning"
    assert client("flingForward", area, True) is True
    assert client("flingToEnd", area, True, 50) is True
    assert phone.has("row59")
    assert client("scrollToBeginning", area, True, 50, 20) is True
    assert phone.has("row0")
    assert client("scrollTo", area, sel(text="Row 40"), True) is True
    assert phone.has("row40")
    assert client("scrollTo", area, sel(text="Row 4"), True) is True, "it looks from the beginning"
    assert client("scrollTo", area, sel(text="Row 99"), True) is False
    assert client("scrollToEnd", area, True, 0, 55) is False, "no swipe was allowed"


def test_children_by_what_is_in_them(phone, rows, client, sel):
    area, any_row = sel(resourceId="com.sample:id/list"), sel(className="android.widget.TextView")
    name = client("childByText", area, any_row, "Row 3")
    assert client("objInfo", name)["resourceName"] == "com.sample:id/row3"
    far = client("childByText", area, any_row, "Row 50", True)
    assert client("getText", far) == "Row 50"
    third = client("childByInstance", sel(resourceId="com.sample:id/list"), any_row, 0)
    assert client("exist", third) is True
    parent = client("getParent", sel(text="Row 50"))
    assert client("objInfo", parent)["resourceName"] == "com.sample:id/rows"
    assert client.error("childByText", area, any_row, "Row 77")["code"] == -32002
    assert client.error("childByDescription", area, any_row, "Row 3")["code"] == -32002
    assert client.error("objInfo", "77")["code"] == -32602


def test_pinches(phone, client, sel):
    scales = []
    phone.show(lambda screen: View(id="pad", width=300, height=300, on_scale=scales.append))
    pad = sel(resourceId="com.sample:id/pad")

    def factor():
        steps = [step.factor for step in scales if step.action == "move"]
        scales.clear()
        return np.prod(steps)

    client("pinchOut", pad, 100, 20)
    assert factor() > 1.5
    client("pinchIn", pad, 100, 20)
    assert factor() < 0.7
    assert client.error("pinchIn", pad, 100, -5)["code"] == -32602


def test_gestures(phone, client, sel):
    touches = []

    class Pad(View):
        takes_touch = True

        def touch(self, event):
            touches.append((event.action, event.pointer, round(event.x), round(event.y)))

    phone.show(lambda screen: Pad(id="pad", width=300, height=300))
    pad = sel(resourceId="com.sample:id/pad")
    points = [
        {"x": 100, "y": 100},
        {"x": 200, "y": 100},
        {"x": 100, "y": 200},
        {"x": 200, "y": 200},
    ]
    client("gesture", pad, *points, 10)
    assert {pointer for _, pointer, _, _ in touches} == {0, 1}
    touches.clear()
    client("swipePoints", [50, 100, 150, 100, 150, 200], 5)
    assert touches[0][:3] == ("down", 0, 50)
    assert touches[-1] == ("up", 0, 150, 200)
    touches.clear()
    client("drag", 50, 100, 150, 100, 10)
    client("dragTo", pad, 100, 120, 10)
    client("dragTo", pad, pad, 10)
    client("swipe", pad, "left", 10)
    client("swipe", 50, 100, 150, 100, 10)
    assert [action for action, *_ in touches].count("down") == 5
    assert client.error("swipe", 50, 100, 150, 100, 10**6)["code"] == -32602
    assert client.error("swipePoints", [1, 2, 3], 5)["code"] == -32602


def test_keys(phone, page, client):
    client("pressKey", "home")
    assert phone.system.activities.top.package != "com.sample"
    assert "recent" in client.error("pressKey", "nonsense")["message"]
    client("sleep")
    assert client("deviceInfo")["screenOn"] is False
    assert client("exist", {"mask": 0}) is False, "there is nothing on a dark screen"
    client("wakeUp")
    assert client("deviceInfo")["screenOn"] is True


def test_keys_with_shift(phone, page, client):
    phone.tap_on("field")
    client("pressKeyCode", KEYCODES["A"])
    client("pressKeyCode", KEYCODES["A"], 1)
    assert phone.element("field").text == "aA"


def test_orientation(phone, client, page):
    client("setOrientation", "left")
    assert client("deviceInfo")["displayRotation"] == 1
    client("freezeRotation", True)
    client("freezeRotation", False)
    assert phone.system.settings.get("system", "accelerometer_rotation") == "1"
    assert client.error("setOrientation", "around")["code"] == -32602


def test_panels(phone, client):
    assert client("openNotification") is True
    assert phone.system.status_bar.panel == "notifications"
    client("openQuickSettings")
    assert phone.system.status_bar.panel == "settings"


def test_toasts(phone, client):
    assert client("getLastToast") is None
    client("makeToast", "one", 1000.0)
    client("makeToast", "two", 5000)
    assert client("getLastToast") == "one", "the other waits"
    phone.advance(2500)
    assert client("getLastToast") == "two"
    client("clearLastToast")
    assert client("getLastToast") is None
    assert client("getLastTraversedText") is None
    assert client("clearLastTraversedText") is None


def test_hierarchy(phone, page, client):
    tree = etree.fromstring(client("dumpWindowHierarchy", False, 50).encode())
    assert tree.xpath('//node[@text="Go"]/@resource-id') == ["com.sample:id/go"]
    packages = [window.get("package") for window in tree]
    assert packages[0] == "com.sample"
    assert "com.android.systemui" in packages
    only = etree.fromstring(client("dumpWindowHierarchy", False, 50, True).encode())
    assert [window.get("package") for window in only] == ["com.sample"]
    flat = etree.fromstring(client("dumpWindowHierarchy", False, 0, True).encode())
    assert len(flat.xpath("//node")) == 1
    small = client("dumpWindowHierarchy", True, 50, True)
    assert len(etree.fromstring(small.encode()).xpath("//node")) < len(only.xpath("//node"))


def test_screenshot(phone, page, client):
    data = np.frombuffer(base64.b64decode(client("takeScreenshot", 1, 95)), np.uint8)
    picture = cv2.cvtColor(cv2.imdecode(data, cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
    assert picture.shape == (800, 400, 3)
    assert np.abs(picture.astype(int) - phone.screenshot()).mean() < 3
    half = np.frombuffer(base64.b64decode(client("takeScreenshot", 0.5, 50)), np.uint8)
    assert cv2.imdecode(half, cv2.IMREAD_COLOR).shape == (400, 200, 3)
    assert client.error("takeScreenshot", 0, 80)["code"] == -32602
    assert client.error("takeScreenshot", 50, 80)["code"] == -32602


def test_objects_are_found_anew_after_a_restore(phone, page, client, sel):
    name = client("childByInstance", sel(resourceId="com.sample:id/page"), sel(text="Go"), 0)
    saved = phone.snapshot()
    client("pressKey", "home")
    assert client("exist", name) is False
    phone.restore(saved)
    assert client("exist", name) is True


def test_old_names_are_forgotten(phone, page, client, sel, monkeypatch):
    monkeypatch.setattr("android_gym.simulator.wire.uiautomator.objects.MOST_KEPT", 3)
    names = [client("getParent", sel(text="Go")) for _ in range(4)]
    assert client.error("objInfo", names[0])["code"] == -32602
    assert client("exist", names[-1]) is True
