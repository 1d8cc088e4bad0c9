"""Crashes: an error of an app's code ends the app, as on Android, and the phone goes on."""

from __future__ import annotations

import logging
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from android_gym.accessibility import UIElement
from android_gym.devices.simulated import SimulatedDevice
from android_gym.errors import AppError, DeviceError, OptionError
from android_gym.simulator.phone import Phone
from android_gym.simulator.system.crashes import DISMISS_MS, MIN_CRASH_INTERVAL_MS
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.java_errors import java_frames
from android_gym.simulator.system.notifications import Notification
from android_gym.simulator.ui.activity import Screen, SystemWindow
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.layouts import RecyclerView, column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, EditText, ImageView, TextView
from android_gym.simulator.wire.images import dump, load

pytestmark = pytest.mark.app_crashes

SAMPLE = "com.sample"


class Fault(Exception):
    """An error that the apps of these tests raise."""


def fail(*_: Any, **__: Any) -> Any:
    raise Fault("on purpose")


def texts(phone: Phone) -> list[str]:
    return [e.text or "" for e in phone.ui_elements()]


def crash_log(phone: Any) -> str:
    return phone.shell("logcat -d -b crash").stdout.decode()


def start(phone: Phone, name: str) -> None:
    phone.system.activities.start(Intent(component=f"{SAMPLE}/{SAMPLE}{name}"))


class _Broken(View):
    """A view that can't be measured."""

    def measure_content(self, *_: Any) -> tuple[int, int]:
        return fail()


class _Unpaintable(View):
    def display(self, *_: Any) -> None:
        fail()


def page_with(**listeners: Callable[..., Any]) -> Callable[[Any], Screen]:
    """A page of which one view calls what fails."""

    own = {name: listeners[name] for name in ("on_click", "on_long_click") if name in listeners}
    rest = {name: call for name, call in listeners.items() if name not in own}

    def build(page: Any) -> Screen:
        field = EditText("abc", id="field", width=200, **rest)
        button = Button("Press", id="press", **own)
        return Screen(column(field, button, TextView("stays", id="stays")))

    return build


def press(phone: Any) -> None:
    phone.tap_on("press")


def hold(phone: Any) -> None:
    x, y = phone.element("press").bbox_pixels.center
    phone.swipe(x, y, x, y, 700)


def type_into(phone: Any) -> None:
    phone.tap_on("field")
    phone.advance(300)
    phone.type_text("x")


def enter(phone: Any) -> None:
    phone.tap_on("field")
    phone.advance(300)
    phone.press_key(66)


LISTENERS = {
    "on_click": press,
    "on_long_click": hold,
    "on_text_change": type_into,
    "on_editor_action": enter,
    "on_focus_change": lambda phone: phone.tap_on("field"),
}


class TestEntries:
    """Every way into an app's code."""

    @pytest.mark.parametrize("listener", LISTENERS)
    def test_listeners(self, phone: Any, app_errors: list[AppError], listener: str) -> None:
        phone.start(".Main")
        phone.show(page_with(**{listener: fail}))
        LISTENERS[listener](phone)
        phone.advance(100)
        assert app_errors[0].package == SAMPLE
        assert phone.top == "Main"
        assert "Sample has stopped" in texts(phone)
        assert phone.screenshot().shape == (800, 400, 3)

    @pytest.mark.parametrize(
        "method", ["on_create", "on_resume", "on_pause", "on_destroy", "on_restart", "on_back",
                   "on_new_intent", "on_activity_result", "on_key", "theme", "build"]
    )  # fmt: skip
    def test_methods_of_activities(
        self, phone: Any, app_errors: list[AppError], monkeypatch: Any, method: str
    ) -> None:
        from sampleapps.screens import Page

        page = phone.start(".Top")
        phone.windows.refresh()
        if method == "on_activity_result":
            page.start_activity(".Second", request="x")
        if method == "on_restart":
            phone.system.activities.home()
            phone.system.activities.kill(SAMPLE)
        if method in ("theme", "build"):
            page.update(count=5)
        monkeypatch.setattr(Page, method, fail)
        if method in ("on_create", "on_activity_result"):
            phone.press_key(4) if method == "on_activity_result" else start(phone, ".Second")
        elif method in ("on_resume", "on_restart"):
            phone.system.activities.home()
            phone.shell("am start -n com.sample/.Top")
        elif method == "on_pause":
            phone.system.activities.home()
        elif method == "on_new_intent":
            start(phone, ".Top")
        elif method == "on_key":
            phone.press_key(131)
        elif method in ("on_back", "on_destroy"):
            phone.press_key(4)
        phone.advance(100)
        monkeypatch.undo()
        assert {error.package for error in app_errors} == {SAMPLE}
        assert not phone.system.activities.running(SAMPLE)
        assert "FATAL EXCEPTION: main" in crash_log(phone)
        assert phone.start(".Main") is not None
        phone.tap_on("Close app") if phone.has("Close app") else None
        phone.start(".Main")
        assert phone.text_of("name") == "Main"

    def test_timers(self, phone: Any, app_errors: list[AppError]) -> None:
        page = phone.start(".Second")
        page.after(50, "no_such_method")
        phone.advance(100)
        assert [error.package for error in app_errors] == [SAMPLE]
        assert "has no method 'no_such_method' for timers" in crash_log(phone)

    @pytest.mark.parametrize("command", ["am broadcast -a com.sample.PING",
                                         "am start-service com.sample/.Work"])  # fmt: skip
    def test_receivers_and_services(
        self, phone: Any, app_errors: list[AppError], monkeypatch: Any, command: str
    ) -> None:
        for name in ("receive", "serve"):
            monkeypatch.setattr(f"sampleapps.screens.{name}", fail)
        result = phone.shell(command)
        assert result.exit_code == 0
        assert [error.package for error in app_errors] == [SAMPLE]
        assert not phone.system.activities.running(SAMPLE)
        assert "Unable to start" in crash_log(phone)
        # Nobody had it on screen, so nobody is told; and after a second time it is left alone.
        assert phone.system.app_errors.dialog is None
        phone.shell(command)
        phone.shell(command)
        assert len(app_errors) == 2
        # Only a user starts it again.
        phone.start(".Main")
        phone.shell(command)
        assert len(app_errors) == 3

    def test_providers(self, phone: Any, app_errors: list[AppError], monkeypatch: Any) -> None:
        monkeypatch.setattr("sampleapps.screens.Notes.query", fail, raising=False)
        result = phone.shell("content query --uri content://com.sample.notes/1")
        assert b"Error while accessing provider:com.sample.notes" in result.stderr
        assert b"java.lang.RuntimeException: Fault: on purpose" in result.stderr
        assert app_errors == []  # the caller gets the error
        monkeypatch.setattr("sampleapps.screens.Notes.__init__", fail)
        phone.system.activities.force_stop(SAMPLE)
        result = phone.shell("content query --uri content://com.sample.notes/1")
        assert b"Could not find provider: com.sample.notes" in result.stderr
        assert [error.package for error in app_errors] == [SAMPLE]

    def test_an_error_of_a_provider_is_its_callers(
        self, phone: Any, app_errors: list[AppError], monkeypatch: Any
    ) -> None:
        monkeypatch.setattr("sampleapps.screens.Notes.query", fail, raising=False)

        def ask(page: Any) -> View:
            page.context.provider("com.sample.notes").query("content://com.sample.notes")
            return View()

        from sampleapps import screens

        screens.BUILDERS["Main"] = ask
        phone.system.activities.start(Intent(component="com.other/com.other.Main"))
        phone.advance(10)
        assert app_errors[0].package == "com.other"

    @pytest.mark.parametrize("view", [_Broken, _Unpaintable])
    def test_layout_and_painting(
        self, phone: Any, app_errors: list[AppError], view: type[View]
    ) -> None:
        phone.show(lambda page: column(view(width=50, height=50)))
        frame = phone.screenshot()
        assert [error.package for error in app_errors] == [SAMPLE]
        assert (frame == phone.repaint()).all()
        assert phone.has("Sample has stopped")

    def test_an_option_that_shows_when_it_is_painted(
        self, phone: Any, app_errors: list[AppError]
    ) -> None:
        phone.show(lambda page: column(ImageView("bag-suitcse", width=50, height=50)))
        phone.screenshot()
        assert [error.package for error in app_errors] == [SAMPLE]
        assert "bag_suitcase" in str(app_errors[0])
        with pytest.raises(OptionError, match="width must be 1 to 8192, got 0"):
            phone.screenshot(0, 10)

    def test_rows_of_lists(self, phone: Any, app_errors: list[AppError]) -> None:
        rows = [TextView(str(number), height=60) for number in range(60)]
        rows[40] = _Broken()  # type: ignore[call-overload]
        phone.show(lambda page: RecyclerView(rows, id="list", width=400, height=400))
        assert app_errors == []
        for _ in range(10):
            phone.swipe(200, 380, 200, 60, 200)
            phone.advance(600)
        assert [error.package for error in app_errors] == [SAMPLE]

    def test_dialogs(self, phone: Any, app_errors: list[AppError]) -> None:
        phone.show(
            lambda page: Screen(
                View(), [alert_dialog("Title", on_dismiss=fail, positive="Yes", on_positive=fail)]
            )
        )
        phone.press_key(4)
        assert len(app_errors) == 1
        assert phone.has("Sample has stopped")

    def test_a_keyboard_is_not_blamed_for_the_field_it_types_into(
        self, phone: Any, app_errors: list[AppError]
    ) -> None:
        phone.show(page_with(on_text_change=fail))
        phone.tap_on("field")
        phone.advance(500)
        key = next(e for e in phone.ui_elements() if e.content_description == "q")
        assert isinstance(key, UIElement)
        phone.tap(*key.bbox_pixels.center)
        assert [error.package for error in app_errors] == [SAMPLE]


class TestAsOnAndroid:
    def test_the_process_dies_and_the_stack_falls_back(self, phone: Any, log: list[Any]) -> None:
        main = phone.start(".Main")
        main.update(count=7)
        phone.show(page_with(on_click=fail))
        phone.advance(100)
        pid = phone.system.activities.processes[SAMPLE]
        log.clear()
        press(phone)
        # The activity below comes back in a new process, with the state it had saved.
        assert phone.system.activities.processes[SAMPLE] != pid
        assert phone.top == "Main" and ("Main", "restart") in log
        assert ("Second", "pause") not in log and ("Second", "destroy") not in log
        assert phone.host.activity(phone.system.activities.top).state.count == 7

    def test_what_is_on_its_way_out_goes_too(self, phone: Any, monkeypatch: Any) -> None:
        phone.start(".Main")
        monkeypatch.setattr("sampleapps.screens.Page.on_create", fail)
        start(phone, ".Second")
        monkeypatch.undo()
        # `.Main` had not stopped yet when `.Second` failed to start: Android finishes both.
        assert not any(
            record.package == SAMPLE
            for task in phone.system.activities.tasks
            for record in task.records
        )

    def test_who_waits_for_a_result_gets_one(self, phone: Any, log: list[Any]) -> None:
        main = phone.start(".Main")
        from sampleapps import screens

        screens.BUILDERS["Second"] = page_with(on_click=fail)
        main.start_activity(".Second", request="wanted")
        phone.advance(100)
        press(phone)
        assert ("Main", "result", "wanted", "0", "None") in log

    def test_the_dialog(self, phone: Any) -> None:
        phone.show(page_with(on_click=fail))
        press(phone)
        title = phone.element("alertTitle")
        assert title.text == "Sample has stopped"
        assert [phone.element(f"aerr_{name}").text for name in ("app_info", "close")] == [
            "App info", "Close app"
        ]  # fmt: skip
        phone.tap_on("aerr_close")
        assert not phone.has("alertTitle")
        phone.show(page_with(on_click=fail))
        press(phone)
        assert phone.element("alertTitle").text == "Sample keeps stopping"
        phone.press_key(4)
        assert not phone.has("alertTitle")
        phone.advance(MIN_CRASH_INTERVAL_MS)
        phone.show(page_with(on_click=fail))
        press(phone)
        assert phone.element("alertTitle").text == "Sample has stopped"
        phone.advance(DISMISS_MS)
        assert not phone.has("alertTitle")

    def test_settings_keep_it_away(self, phone: Any) -> None:
        phone.shell("settings put global show_first_crash_dialog 0")
        phone.show(page_with(on_click=fail))
        press(phone)
        assert not phone.has("alertTitle")
        phone.show(page_with(on_click=fail))
        press(phone)
        assert phone.element("alertTitle").text == "Sample keeps stopping"
        phone.tap_on("aerr_close")
        phone.shell("settings put global hide_error_dialogs 1")
        phone.show(page_with(on_click=fail))
        press(phone)
        assert not phone.has("alertTitle")

    def test_am_crash(self, phone: Any) -> None:
        phone.start(".Main")
        phone.shell("am crash com.sample")
        assert "CrashedByAdbException: shell-induced crash" in crash_log(phone)
        assert phone.has("Sample has stopped")

    def test_app_info(self) -> None:
        phone = Phone(400, 800, 160)
        phone.shell("am start -n com.google.android.deskclock/com.android.deskclock.DeskClock")
        phone.shell("am crash com.google.android.deskclock")
        box = next(e.bbox_pixels for e in phone.ui_elements() if e.text == "App info")
        assert box is not None
        phone.tap(*box.center)
        assert {"Clock", "Force stop"} <= set(texts(phone))
        assert "Close app" not in texts(phone)

    def test_data_that_cannot_be_laid_down(
        self, phone: Any, app_errors: list[AppError], monkeypatch: Any
    ) -> None:
        monkeypatch.setattr("sampleapps.screens.install", fail)
        assert phone.shell("pm clear com.sample").exit_code == 0
        assert [error.package for error in app_errors] == [SAMPLE]

    def test_the_error_can_be_sent_to_another_process(self) -> None:
        error = pickle.loads(pickle.dumps(AppError(SAMPLE, "Main: build", "KeyError: 1")))
        assert (error.package, error.screen) == (SAMPLE, "Main: build")
        assert str(error) == "com.sample crashed in Main: build: KeyError: 1"

    def test_force_stop_takes_the_dialog_away(self, phone: Any) -> None:
        phone.show(page_with(on_click=fail))
        press(phone)
        phone.shell("am force-stop com.sample")
        assert not phone.has("alertTitle")

    def test_logcat(self, phone: Any) -> None:
        phone.show(page_with(on_click=fail))
        pid = phone.system.activities.processes[SAMPLE]
        press(phone)
        lines = crash_log(phone).splitlines()
        said = [line.partition("AndroidRuntime: ")[2] for line in lines[1:]]
        assert said[:3] == [
            "FATAL EXCEPTION: main",
            f"Process: com.sample, PID: {pid}",
            "java.lang.RuntimeException: Fault: on purpose",
        ]
        assert said[3].startswith("\tat ") and ".fail(test_crashes.py:" in said[3]
        assert all(f" {pid} " in line for line in lines[1:])
        main = phone.shell("logcat -d").stdout.decode()
        assert "Force finishing activity com.sample/.Second" in main
        assert f"Sending signal. PID: {pid} SIG: 9" in main

    def test_one_traceback_in_the_packages_own_log(
        self, phone: Any, caplog: pytest.LogCaptureFixture, app_errors: list[AppError]
    ) -> None:
        phone.show(page_with(on_click=fail))
        with caplog.at_level(logging.ERROR, "android_gym"):
            press(phone)
        (record,) = caplog.records
        assert caplog.text.count("Traceback (most recent call last)") == 1
        assert "AppError: com.sample crashed in" in caplog.text
        assert "Fault: on purpose" in caplog.text
        assert app_errors[0] is record.exc_info[1]  # type: ignore[index]
        assert app_errors[0].screen

    def test_a_crash_survives_snapshots(self, phone: Any) -> None:
        phone.show(page_with(on_click=fail))
        before = phone.snapshot()
        press(phone)
        crashed = phone.snapshot()
        phone.restore(before)
        assert phone.has("press") and not phone.has("alertTitle")
        phone.restore(crashed)
        assert phone.has("alertTitle") and not phone.has("press")


class TestNoLoops:
    def test_an_app_that_always_crashes(self, phone: Any, app_errors: list[AppError]) -> None:
        from sampleapps import screens

        screens.BUILDERS |= dict.fromkeys(("Main", "Second", "Top"), fail)
        phone.system.activities.start(Intent(component="com.sample/com.sample.Main"))
        phone.advance(60_000)
        phone.screenshot()
        assert len(app_errors) == 1

    def test_a_launcher_that_always_crashes(
        self, phone: Any, app_errors: list[AppError], monkeypatch: Any
    ) -> None:
        launcher = "com.google.android.apps.nexuslauncher"
        module = "android_gym.simulator.apps.nexuslauncher.screens.main.NexusLauncherActivity"
        monkeypatch.setattr(f"{module}.build", fail)
        phone.start(".Main")
        phone.press_key(3)
        for _ in range(20):
            phone.advance(1_000)
            phone.screenshot()
        assert {error.package for error in app_errors} == {launcher}
        assert len(app_errors) == 2
        assert phone.has("aerr_close")
        # Other apps can still be used; HOME tries again.
        phone.start(".Main")
        phone.press_key(3)
        phone.advance(1_000)
        assert len(app_errors) == 4
        monkeypatch.undo()
        phone.tap_on("aerr_close")
        phone.press_key(3)
        assert not phone.has("aerr_close")
        assert any(e.text == "Sample" for e in phone.ui_elements())

    def test_with_a_latency_profile(
        self, phone: Any, app_errors: list[AppError], monkeypatch: Any
    ) -> None:
        phone.system.latency.use("phone")
        phone.start(".Main")
        phone.advance(3_000)
        phone.show(page_with(on_click=fail))
        phone.advance(3_000)
        press(phone)
        phone.advance(3_000)
        assert phone.has("Sample has stopped") and phone.top == "Main"
        phone.tap_on("aerr_close")
        module = "android_gym.simulator.apps.nexuslauncher.screens.main.NexusLauncherActivity"
        monkeypatch.setattr(f"{module}.build", fail)
        phone.start(".Second")
        for key in (3, 4, 3):
            phone.press_key(key)
            phone.advance(3_000)
            assert phone.screenshot().shape == (800, 400, 3)
        assert phone.has("aerr_close")

    @pytest.mark.parametrize("window", ["StatusBar", "NavigationBar", "NotificationShade",
                                        "HeadsUp", "Toast", "BrightnessDialog", "InternetDialog",
                                        "GlobalActions", "Keyboard", "AppErrorDialog"])  # fmt: skip
    def test_a_part_of_the_systems_screen(
        self, phone: Any, app_errors: list[AppError], monkeypatch: Any, window: str
    ) -> None:
        own = next(w for w in phone.host.system_windows if type(w).__name__ == window)
        monkeypatch.setattr(type(own), "build", fail)
        phone.show(page_with())
        phone.shell("settings put system made_up 1; cmd statusbar expand-notifications")
        phone.advance(1_000)
        phone.shell("cmd statusbar collapse")
        phone.system.notifications.post(Notification(SAMPLE, 1, "Hello"))
        phone.system.status_bar.show_toast(SAMPLE, "Hello")
        for name in ("brightness", "internet", "power"):
            phone.system.status_bar.show_dialog(name)
            phone.advance(100)
        phone.system.status_bar.collapse()
        phone.tap_on("field") if phone.has("field") else None
        phone.system.app_errors.crash("com.other", Fault("other"), screen="test")
        for _ in range(10):
            phone.advance(2_000)
            assert phone.screenshot().shape == (800, 400, 3)
        packages = {error.package for error in app_errors} - {"com.other"}
        assert packages == {own.context.package}
        assert len(app_errors) < 40  # not once a frame, which would be thousands
        monkeypatch.undo()
        phone.restore(phone.snapshot())
        phone.shell("settings put system made_up 2")
        assert phone.start(".Main") is not None

    def test_system_windows_know_their_app(self, phone: Any) -> None:
        assert all(isinstance(window, SystemWindow) for window in phone.host.system_windows)


class TestDevice:
    """Faults of an app, of which the device knows nothing, and the phone's own."""

    def test_an_apps_fault_is_no_device_error(
        self, monkeypatch: Any, app_errors: list[AppError]
    ) -> None:
        device = SimulatedDevice(400, 800, 160)
        try:
            clock = "android_gym.simulator.apps.deskclock.screens.main.DeskClock"
            monkeypatch.setattr(f"{clock}.build", fail)
            device.shell("am start -n com.google.android.deskclock/com.android.deskclock.DeskClock")
            seen = [element.text for element in device.ui_elements()]
            assert "Clock has stopped" in seen
            assert device.screenshot().shape == (800, 400, 3)
            assert [error.package for error in app_errors] == ["com.google.android.deskclock"]
        finally:
            device.close()

    def test_the_phones_own_fault_is_one(
        self, monkeypatch: Any, app_errors: list[AppError]
    ) -> None:
        device = SimulatedDevice(400, 800, 160)
        try:
            monkeypatch.setattr(device.phone.windows, "accessible_windows", fail)
            with pytest.raises(DeviceError, match="fault of android_gym"):
                device.ui_elements()
            assert app_errors == []
        finally:
            device.close()


def test_a_long_stack_is_whole_in_the_log() -> None:
    phone = Phone()

    def deep(left: int) -> None:
        if not left:
            raise Fault("long " * 300)
        deep(left - 1)

    with pytest.raises(Fault) as caught:
        deep(100)
    phone.system.app_errors.crash("com.google.android.dialer", caught.value, screen="Main")
    entries = [e for e in phone.system.logs.read(["crash"]) if e.tag == "AndroidRuntime"]
    assert len(entries) > 1
    lines = [line for entry in entries for line in entry.message.split("\n")]
    assert lines[0] == "FATAL EXCEPTION: main"
    assert lines[-len(java_frames(caught.value.__traceback__)) :] == java_frames(
        caught.value.__traceback__
    )


def test_a_phone_with_an_error_dialog_can_be_kept_as_an_image() -> None:
    phone, other = Phone(), Phone()
    for _ in range(2):
        phone.shell("am start -n com.android.settings/.Settings")
        phone.system.app_errors.crash("com.android.settings", Fault("on purpose"), screen="Main")
    assert phone.system.app_errors.dialog is not None
    other.restore(load(other, dump(phone, phone.snapshot())))
    assert texts(other) == texts(phone)
    for each in (phone, other):
        each.advance(DISMISS_MS)
        assert each.system.app_errors.dialog is None
