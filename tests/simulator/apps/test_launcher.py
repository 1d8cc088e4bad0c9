"""The launcher: home screen, all apps, search, recents, icon popups."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.system.keycodes import KEYCODES
from android_gym.simulator.system.notifications import Notification
from android_gym.simulator.ui.icons import icon_exists
from android_gym.simulator.ui.widgets import EditText
from android_gym.testing.driver import AppDriver

LAUNCHER = "com.google.android.apps.nexuslauncher"


def swipe_up(phone: Any) -> None:
    phone.swipe(200, 700, 200, 250, 200)


def open_app(driver: AppDriver, label: str) -> None:
    driver.press("HOME")
    swipe_up(driver.phone)
    driver.tap(label)


class TestHome:
    def test_what_is_on_it(self, phone: Any, driver: AppDriver) -> None:
        elements = [e for e in phone.ui_elements() if e.package_name == LAUNCHER]
        assert elements[0].resource_name == f"{LAUNCHER}:id/workspace"
        assert elements[0].is_scrollable
        assert elements[1].content_description == "Home" and elements[1].is_long_clickable
        assert driver.shows("Search") and driver.shows("Sun, Oct 15")
        assert driver.shows("Predicted app: Sample") or driver.shows("Predicted app: Other")

    def test_predictions_follow_use(self, phone: Any, driver: AppDriver) -> None:
        open_app(driver, "Sample")
        driver.press("HOME")
        predicted = [
            e.content_description
            for e in phone.ui_elements()
            if (e.content_description or "").startswith("Predicted app")
        ]
        assert predicted[0] == "Predicted app: Sample"

    def test_predictions_fill_what_is_free(self, phone: Any, driver: AppDriver) -> None:
        """They read no more of what was used than they show."""
        activities = phone.system.activities
        launcher = phone.windows.host.activity(activities.top)
        apps = {app[0].package for app in launcher.apps()}
        assert launcher.predicted(0, set()) == launcher.predicted(-1, set()) == []
        (first,) = launcher.predicted(1, set())
        (second,) = launcher.predicted(1, {first[0].package})
        assert launcher.predicted(len(apps), {first[0].package})[0] == second
        with phone.state.observe() as one:
            launcher.predicted(1, apps - {"com.sample"})
        with phone.state.observe() as two:
            launcher.predicted(2, apps - {"com.sample", "com.other"})
        open_app(driver, "Sample")
        assert one.changed() and two.changed()
        with phone.state.observe() as one:
            assert launcher.predicted(1, set())[0][0].package == "com.sample"
        with phone.state.observe() as two:
            launcher.predicted(2, set())
        with phone.state.observe() as taken:
            launcher.predicted(1, {"com.other"})
            assert len(activities.recent_among(frozenset({"com.sample"}), 1)) == 1
            assert activities.recent_among(frozenset({"com.sample"}), 0) == ()
        open_app(driver, "Other")
        assert one.changed() and two.changed() and not taken.changed()
        assert [app[0].package for app in launcher.predicted(2, set())] == [
            "com.other",
            "com.sample",
        ]
        with phone.state.observe() as one:
            launcher.predicted(1, set())
        with phone.state.observe() as two:
            launcher.predicted(2, set())
        assert activities.kill("com.sample")
        activities.remove_task(activities.tasks[-1].id)
        assert two.changed() and not one.changed()

    def test_back_stays(self, phone: Any, driver: AppDriver) -> None:
        driver.press("BACK")
        assert phone.top == "NexusLauncherActivity" and driver.shows("Home")

    def test_a_swipe_down_opens_the_shade(self, phone: Any) -> None:
        phone.swipe(200, 300, 200, 600, 200)
        assert phone.system.status_bar.panel == "notifications"

    def test_holding_an_empty_place_offers_a_menu(self, driver: AppDriver) -> None:
        driver.long_press("Home")
        assert driver.shows("Wallpaper & style") and driver.shows("Home settings")
        driver.press("BACK")
        assert not driver.shows("Home settings") and driver.shows("Home")

    def test_search_opens_all_apps_with_the_keyboard(self, phone: Any, driver: AppDriver) -> None:
        driver.tap("Search")
        assert driver.shows("Search apps")
        assert phone.windows.keyboard_shown


def carry(phone: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Hold, move and let go, as ``input draganddrop`` does."""
    numbers = " ".join(str(round(number)) for number in (*start, *end))
    phone.shell(f"input draganddrop {numbers} 400")
    phone.advance(500)


class TestDragging:
    """Icons of the home screen; on this phone of 400x800 px, density 1, a cell is 92 dp wide."""

    def shown(self, driver: AppDriver) -> dict[str, tuple[float, float]]:
        """Descriptions on the screen with their places; apps that are predicted have others."""
        found = [e for e in driver.phone.ui_elements() if e.content_description]
        return {e.content_description: e.bbox_pixels.center for e in reversed(found)}

    def place(self, driver: AppDriver, name: str) -> tuple[float, float]:
        return self.shown(driver)[name]

    def pin(self, phone: Any, driver: AppDriver, *names: str) -> None:
        """Drag apps from the list of all apps to the first row of the home screen."""
        for column, name in enumerate(names):
            driver.press("HOME")
            swipe_up(phone)
            carry(phone, self.place(driver, name), (62 + 92 * column, 300))
            assert {"Home", name} <= set(self.shown(driver))

    def test_from_all_apps_to_a_cell_and_on(self, phone: Any, driver: AppDriver) -> None:
        self.pin(phone, driver, "Sample", "Other")
        x, y = self.place(driver, "Sample")
        assert x == pytest.approx(62, abs=2) and self.place(driver, "Other")[1] == y
        carry(phone, (x, y), (338, y + 112))
        assert self.place(driver, "Sample") == pytest.approx((338, y + 112), abs=2)
        kept = phone.snapshot()
        carry(phone, self.place(driver, "Sample"), (62, 120 + 5))
        moved = self.place(driver, "Sample")
        phone.restore(kept)
        assert self.place(driver, "Sample") != moved
        phone.tap(*self.place(driver, "Sample"))
        assert phone.system.activities.top.package == "com.sample"

    def test_a_hold_without_a_move_is_the_menu(self, phone: Any, driver: AppDriver) -> None:
        self.pin(phone, driver, "Sample")
        carry(phone, self.place(driver, "Sample"), self.place(driver, "Sample"))
        assert driver.shows("App info") and not driver.shows("Remove")

    def test_what_is_under_the_finger(self, phone: Any, driver: AppDriver) -> None:
        self.pin(phone, driver, "Sample")
        x, y = self.place(driver, "Sample")
        phone.touch(x, y, True)
        phone.advance(600)
        assert driver.shows("App info")
        phone.touch(x + 100, y + 60, True)
        assert driver.shows("Remove") and not driver.shows("App info")
        assert self.place(driver, "Sample")[0] == pytest.approx(x + 100, abs=2)
        phone.press_key(KEYCODES["HOME"])  # whatever happens meanwhile, it is put back or down
        phone.touch(x + 100, y + 60, False)
        assert not driver.shows("Remove")

    def test_folders(self, phone: Any, driver: AppDriver) -> None:
        self.pin(phone, driver, "Sample", "Other")
        start = self.place(driver, "Sample")
        carry(phone, start, self.place(driver, "Other"))
        assert "Folder: , 2 items" in self.shown(driver) and "Sample" not in self.shown(driver)
        driver.tap("Folder: , 2 items")
        assert driver.shows("Sample") and driver.shows("Other")
        driver.tap("folder_name")
        driver.type("Mine")
        driver.press("BACK")
        driver.press("BACK")
        assert driver.shows("Folder: Mine, 2 items")
        carry(phone, self.place(driver, "Folder: Mine, 2 items"), (246, 412))
        assert self.place(driver, "Folder: Mine, 2 items") == pytest.approx((246, 412), abs=40)
        driver.tap("Folder: Mine, 2 items")
        carry(phone, self.place(driver, "Sample"), (62, 200))
        assert self.place(driver, "Sample")[0] == pytest.approx(62, abs=2)
        assert "Other" in self.shown(driver) and "Folder: Mine, 2 items" not in self.shown(driver)

    def test_away(self, phone: Any, driver: AppDriver) -> None:
        self.pin(phone, driver, "Sample", "Other")
        carry(phone, self.place(driver, "Sample"), (80, 60))
        assert "Sample" not in self.shown(driver) and phone.system.packages.installed("com.sample")
        carry(phone, self.place(driver, "Other"), (320, 60))
        driver.tap("OK")
        assert not phone.system.packages.installed("com.other") and not driver.shows("Other")

    def test_pages(self, phone: Any, driver: AppDriver) -> None:
        self.pin(phone, driver, "Sample")
        carry(phone, self.place(driver, "Sample"), (395, 300))
        assert {"Home screen 2 of 2", "Sample"} <= set(self.shown(driver))
        phone.swipe(100, 450, 300, 450, 100)
        assert "Home screen 1 of 2" in self.shown(driver) and "Sample" not in self.shown(driver)
        phone.swipe(300, 450, 100, 450, 100)
        carry(phone, self.place(driver, "Sample"), (80, 60))
        assert not driver.shows("page_indicator")

    def test_the_hotseat(self, phone: Any, driver: AppDriver) -> None:
        predicted = next(t for t in self.shown(driver) if t.startswith("Predicted app: "))
        carry(phone, self.place(driver, predicted), (62, 300))
        name = predicted.removeprefix("Predicted app: ")
        assert self.place(driver, name) == pytest.approx((62, 300), abs=60)
        carry(phone, self.place(driver, name), (338, 640))
        assert self.place(driver, name)[1] > 580
        phone.shell("am force-stop com.google.android.apps.nexuslauncher")
        driver.press("HOME")
        assert self.place(driver, name)[1] > 580

    @pytest.mark.parametrize(
        "line",
        [
            '<string name="cell 0,0,9">t\ncom.sample/.Main</string>',
            '<string name="cell x">t</string><int name="cell 0,0,0" value="3" />',
            '<string name="cell 0,0,0">t\nno.such/.App\nnor.this/.One</string>',
            '<string name="cell 99999999999999,0,0">t\ncom.sample/.Main</string>',
        ],
    )
    def test_an_odd_file_is_passed_over(self, phone: Any, driver: AppDriver, line: str) -> None:
        data = "/data/user/0/com.google.android.apps.nexuslauncher/shared_prefs"
        edited = '<boolean name="cells_edited" value="true" />'
        phone.push(f"{data}/com.android.launcher3.prefs.xml", f"<map>{edited}{line}</map>".encode())
        phone.shell("am force-stop com.google.android.apps.nexuslauncher")
        driver.press("HOME")
        assert driver.shows("Home") and phone.screenshot() is not None


class TestAllApps:
    def test_every_app_by_name(self, phone: Any) -> None:
        swipe_up(phone)
        labels = [
            e.text for e in phone.ui_elements() if (e.resource_name or "").endswith("id/icon")
        ]
        assert labels == sorted(labels, key=str.casefold) and {"Other", "Sample"} <= set(labels)

    def test_a_tap_starts(self, phone: Any, driver: AppDriver) -> None:
        open_app(driver, "Sample")
        assert phone.top == "Main" and phone.system.activities.top.package == "com.sample"
        driver.press("HOME")
        assert driver.shows("Home")  # all apps are closed

    @pytest.mark.parametrize("how", ["back", "home", "swipe"])
    def test_leaving(self, phone: Any, driver: AppDriver, how: str) -> None:
        swipe_up(phone)
        assert driver.shows("Sample")
        if how == "swipe":
            phone.swipe(200, 300, 200, 700, 200)
        else:
            phone.press_key(KEYCODES[how.upper()])
        assert driver.shows("Home")

    def test_search_filters_and_enter_opens_the_first(self, phone: Any, driver: AppDriver) -> None:
        swipe_up(phone)
        driver.tap("Search apps")
        phone.type_text("sam")
        assert driver.shows("Sample") and not driver.shows("Other")
        driver.press("ENTER")
        assert phone.system.activities.top.package == "com.sample"
        assert not phone.windows.keyboard_shown

    def test_nothing_found(self, phone: Any, driver: AppDriver) -> None:
        swipe_up(phone)
        driver.tap("Search apps")
        phone.type_text("zzz")
        assert driver.shows("No apps found matching \u201czzz\u201d")
        driver.press("ENTER")
        assert phone.top == "NexusLauncherActivity"

    def test_apps_that_are_disabled_or_gone_are_not_there(
        self, phone: Any, driver: AppDriver
    ) -> None:
        swipe_up(phone)
        assert driver.shows("Other")
        phone.system.uninstall("com.other")
        assert not driver.shows("Other")
        phone.system.packages.change("com.sample", enabled=False)
        assert not driver.shows("Sample")

    def test_holding_an_icon_offers_info_and_uninstall(self, phone: Any, driver: AppDriver) -> None:
        swipe_up(phone)
        driver.long_press("Other")
        assert driver.shows("App info")
        driver.tap("Uninstall")
        assert driver.shows("Do you want to uninstall this app?")
        driver.tap("OK")
        assert not phone.system.packages.installed("com.other")
        swipe_up(phone)
        assert driver.shows("Sample") and not driver.shows("Other")

    def test_uninstalling_can_be_called_off(self, phone: Any, driver: AppDriver) -> None:
        swipe_up(phone)
        driver.long_press("Other")
        driver.tap("Uninstall")
        driver.tap("Cancel")
        assert phone.system.packages.installed("com.other")


class TestRotation:
    def upright(self, driver: AppDriver) -> bool:
        phone: Any = driver.phone
        width, height = phone.windows.size
        return bool(width < height)

    def test_the_home_screen_stays_upright_and_recents_turn(
        self, phone: Any, driver: AppDriver
    ) -> None:
        open_app(driver, "Sample")
        phone.system.display.set_rotation(1)
        assert not self.upright(driver)
        driver.press("HOME")
        assert self.upright(driver) and driver.shows("Home")
        driver.press("APP_SWITCH")
        assert not self.upright(driver) and driver.shows("Screenshot")
        driver.press("HOME")
        assert self.upright(driver)
        open_app(driver, "Sample")
        assert not self.upright(driver)

    def test_home_settings_allow_it_to_turn(self, phone: Any, driver: AppDriver) -> None:
        phone.system.display.set_rotation(1)
        driver.long_press("Home")
        driver.tap("Home settings", "Allow home screen rotation")
        driver.press("HOME")
        assert not self.upright(driver) and driver.shows("Home")


class TestRecents:
    def recents(self, driver: AppDriver) -> None:
        driver.press("APP_SWITCH")

    def test_none_yet(self, driver: AppDriver) -> None:
        self.recents(driver)
        assert driver.shows("No recent items")

    def test_the_latest_is_at_the_right_and_a_tap_resumes(
        self, phone: Any, driver: AppDriver
    ) -> None:
        open_app(driver, "Sample")
        driver.tap("more")
        open_app(driver, "Other")
        self.recents(driver)
        cards = [
            e.content_description
            for e in phone.ui_elements()
            if e.content_description in ("Sample", "Other")
        ]
        assert cards == ["Sample", "Other"]  # from left to right
        driver.tap("Sample")
        assert phone.system.activities.top.package == "com.sample"
        assert driver.text("count") == "1"

    def test_a_swipe_up_closes_an_app(self, phone: Any, driver: AppDriver) -> None:
        open_app(driver, "Sample")
        self.recents(driver)
        x, y = driver.find("Sample").bbox_pixels.center
        phone.swipe(x, y, x, y - 300, 150)
        assert driver.shows("Home")  # it was the last one
        assert not [t for t in phone.system.activities.tasks if not t.home]

    def test_an_app_that_is_closed_ends(
        self, phone: Any, driver: AppDriver, log: list[tuple[str, ...]]
    ) -> None:
        open_app(driver, "Sample")
        open_app(driver, "Other")
        log.clear()
        self.recents(driver)
        phone.system.activities.move_to_front(phone.system.activities.recent_tasks[1].id)
        self.recents(driver)
        x, y = driver.find("Sample").bbox_pixels.center
        phone.swipe(x, y, x, y - 300, 150)
        told = [entry[1] for entry in log if entry[0] == "Main"]
        assert told[-2:] == ["pause", "destroy"]
        assert not phone.system.activities.running("com.sample")
        assert phone.system.activities.running("com.other") and driver.shows("Other")

    def test_a_task_that_back_has_ended_stays_and_starts_again(
        self, phone: Any, driver: AppDriver
    ) -> None:
        activities = phone.system.activities
        driver.shell("am start -n com.other/.Note -d note:7")
        driver.wait(500)
        open_app(driver, "Sample")
        driver.press("HOME")
        driver.shell("am start -n com.other/.Note -d note:7")
        driver.wait(500)
        (task,) = [task for task in activities.tasks if task.affinity == "com.other"]
        driver.press("BACK")
        assert task.id not in {task.id for task in activities.tasks}
        assert [each.affinity for each in activities.recent_tasks] == ["com.other", "com.sample"]
        assert b"#%d type=standard" % task.id in phone.shell("dumpsys activity recents").stdout
        self.recents(driver)
        driver.tap("Other")
        assert activities.top.component == "com.other/com.other.Note"
        assert activities.top.intent.data == "note:7"
        # It is one task again, and a new one of the app takes the place of one that has ended.
        assert [each.affinity for each in activities.recent_tasks] == ["com.other", "com.sample"]
        driver.press("BACK")
        open_app(driver, "Other")
        assert [each.affinity for each in activities.recent_tasks] == ["com.other", "com.sample"]
        assert activities.ended_tasks == ()

    def test_an_ended_task_is_closed_like_others(self, phone: Any, driver: AppDriver) -> None:
        activities = phone.system.activities
        for _ in range(2):
            driver.shell("am start -n com.other/.Note")
            driver.wait(500)
            driver.press("BACK")
            assert activities.running("com.other")
            self.recents(driver)
            x, y = driver.find("Other").bbox_pixels.center
            phone.swipe(x, y, x, y - 300, 150)
            assert driver.shows("Home") and not activities.recent_tasks
            assert not activities.running("com.other")
        driver.shell("am start -n com.other/.Note")
        driver.wait(500)
        driver.press("BACK")
        phone.restore(phone.snapshot())
        assert len(activities.recent_tasks) == 1

    @pytest.mark.parametrize("is_shown", [True, False])
    @pytest.mark.parametrize(
        ("command", "stays"),
        [
            ("am force-stop com.other", True),
            ("pm clear com.other", False),
            ("pm disable-user com.other", False),
            ("pm uninstall com.other", False),
        ],
    )
    def test_a_force_stopped_app_stays(
        self, phone: Any, driver: AppDriver, command: str, stays: bool, is_shown: bool
    ) -> None:
        """An app that is disabled, or whose data or code goes, does not."""
        activities = phone.system.activities
        driver.shell("am start -n com.other/.Note -d note:7")
        driver.wait(500)
        if not is_shown:
            driver.press("HOME")
        driver.shell(command)
        driver.wait(500)
        assert [each.affinity for each in activities.recent_tasks] == ["com.other"] * stays
        assert not activities.running("com.other")

    def test_a_force_stopped_app_starts_again(self, phone: Any, driver: AppDriver) -> None:
        activities = phone.system.activities
        for activity in ("com.sample/.Main", "com.other/.Note"):
            driver.shell(f"am start -n {activity}")
            driver.wait(500)
        driver.shell("am force-stop com.sample; am force-stop com.other")
        driver.wait(500)
        names = [each.affinity for each in activities.recent_tasks]
        assert names == ["com.other", "com.sample"]
        self.recents(driver)
        driver.tap("Other")
        assert activities.top.component == "com.other/com.other.Note"
        names = [each.affinity for each in activities.recent_tasks]
        assert names == ["com.other", "com.sample"]

    def test_a_service_in_the_foreground_keeps_its_process(
        self, phone: Any, driver: AppDriver
    ) -> None:
        open_app(driver, "Sample")
        phone.system.packages.grant("com.sample", "android.permission.POST_NOTIFICATIONS")
        phone.system.notifications.post(Notification("com.sample", 1, "T", foreground_service=True))
        self.recents(driver)
        phone.system.activities.remove_task(phone.system.activities.recent_tasks[0].id)
        assert phone.system.activities.running("com.sample")

    def picture(self, phone: Any, task: int) -> np.ndarray:
        content = phone.windows.task_snapshots.get(task)
        return cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)[..., ::-1]

    def test_cards_show_what_the_apps_showed(self, phone: Any, driver: AppDriver) -> None:
        open_app(driver, "Sample")
        driver.tap("more")
        seen = phone.screenshot(200, 400)
        task = phone.system.activities.recent_tasks[0].id
        assert phone.windows.task_snapshots.get(task) is None  # nothing is drawn before
        open_app(driver, "Other")
        self.recents(driver)
        picture = self.picture(phone, task)
        assert np.array_equal(picture[64:388], seen[64:388])  # but for the bars
        other = phone.system.activities.recent_tasks[0].id
        assert not np.array_equal(picture, self.picture(phone, other))

    def test_pictures_are_taken_anew_and_forgotten(self, phone: Any, driver: AppDriver) -> None:
        open_app(driver, "Sample")
        task = phone.system.activities.recent_tasks[0].id
        self.recents(driver)
        before = self.picture(phone, task)
        driver.tap("Sample")
        driver.tap("more")
        self.recents(driver)
        assert not np.array_equal(before, self.picture(phone, task))
        phone.system.activities.remove_task(task)
        self.recents(driver)
        assert phone.windows.task_snapshots.get(task) is None

    def test_the_picture_outlives_the_process(self, phone: Any, driver: AppDriver) -> None:
        open_app(driver, "Sample")
        task = phone.system.activities.recent_tasks[0].id
        self.recents(driver)
        before = self.picture(phone, task)
        driver.press("HOME")
        driver.shell("am kill com.sample")
        assert not phone.system.activities.running("com.sample")
        kept = phone.snapshot()
        self.recents(driver)
        assert np.array_equal(before, self.picture(phone, task))
        shown = phone.screenshot()
        phone.restore(kept)
        self.recents(driver)
        assert np.array_equal(phone.screenshot(), shown)

    def test_it_begins_at_the_latest_each_time(self, phone: Any, driver: AppDriver) -> None:
        open_app(driver, "Sample")
        open_app(driver, "Other")
        self.recents(driver)
        place = driver.find("Other").bbox_pixels
        phone.swipe(50, 400, 350, 400, 200)
        phone.advance(2000)
        assert driver.shows("Clear all")
        driver.press("HOME")
        self.recents(driver)
        assert driver.find("Other").bbox_pixels == place and not driver.shows("Clear all")

    def test_screenshot_keeps_the_picture(self, phone: Any, driver: AppDriver) -> None:
        open_app(driver, "Sample")
        self.recents(driver)
        driver.tap("Screenshot")
        task = phone.system.activities.recent_tasks[0].id
        path = phone.system.screenshots.preview
        assert phone.pull(path) == phone.windows.task_snapshots.get(task)

    def test_select_copies_texts_of_the_picture(self, phone: Any, driver: AppDriver) -> None:
        open_app(driver, "Sample")
        driver.tap("more")
        texts = [t for t in driver.texts() if t]
        self.recents(driver)
        driver.tap("Select")
        assert not driver.shows("Screenshot")
        driver.tap("Copy")
        assert phone.system.clipboard.text == ""  # nothing is selected yet
        driver.tap("More")
        assert driver.find("More").is_selected
        driver.tap("Copy")
        assert phone.system.clipboard.text == "More"
        assert driver.shows("Select") and phone.top == "NexusLauncherActivity"
        driver.tap("Select")
        driver.tap("Select all")
        driver.tap("Copy")
        assert {"1", "More"} <= set(phone.system.clipboard.text.split("\n"))
        assert set(phone.system.clipboard.text.split("\n")) <= set(texts)

    def test_select_is_left(self, phone: Any, driver: AppDriver) -> None:
        open_app(driver, "Sample")
        self.recents(driver)
        driver.tap("Select")
        kept = phone.snapshot()
        driver.press("BACK")
        assert driver.shows("Screenshot")
        phone.restore(kept)
        assert driver.shows("Select all")
        driver.press("HOME")
        self.recents(driver)
        assert driver.shows("Screenshot")

    @pytest.mark.parametrize("rotation", [0, 1])
    def test_a_card_is_in_the_middle(self, phone: Any, driver: AppDriver, rotation: int) -> None:
        phone.system.settings.put("system", "font_scale", "2.0")
        open_app(driver, "Sample")
        phone.system.display.set_rotation(rotation)
        self.recents(driver)
        width, height = phone.windows.size
        card, button = driver.find("Sample").bbox_pixels, driver.find("Screenshot").bbox_pixels
        assert abs(card.x_min + card.x_max - width) <= 2
        assert 0 <= card.y_min < card.y_max <= button.y_min < button.y_max <= height - 24

    def test_clear_all(self, phone: Any, driver: AppDriver) -> None:
        open_app(driver, "Sample")
        open_app(driver, "Other")
        self.recents(driver)
        while not driver.shows("Clear all"):
            phone.swipe(50, 400, 350, 400, 200)
            phone.advance(2000)
        driver.tap("Clear all")
        assert not [t for t in phone.system.activities.tasks if not t.home]
        assert driver.shows("Home")

    def test_home_leaves_it(self, driver: AppDriver) -> None:
        self.recents(driver)
        driver.press("HOME")
        assert driver.shows("Home")


def test_the_keyboard_goes_with_the_page(phone: Any, driver: AppDriver) -> None:
    driver.tap("Search")
    assert phone.windows.keyboard_shown
    driver.press("HOME")
    phone.windows.refresh()
    assert not phone.windows.keyboard_shown
    assert not any(isinstance(v, EditText) for v in phone.windows.windows()[0].root.walk())


def test_the_menu_of_an_app_that_is_uninstalled_goes_away() -> None:
    app = AppDriver(Phone())
    app.press("HOME")
    app.phone.swipe(540, 1500, 540, 300, 200)
    app.wait(500)
    app.long_press("Clipper")
    assert app.shows("App info")
    app.shell("pm uninstall ca.zgrs.clipper")
    assert not app.shows("App info") and not app.shows("Clipper")


def test_the_menu_of_an_icon_is_above_it_unless_there_is_no_room() -> None:
    app = AppDriver(Phone())

    def menu_and_icon(name: str) -> tuple[int, int, int, int]:
        icon = app.find(name).bbox_pixels
        app.long_press(name)
        info = app.find("App info").bbox_pixels
        assert icon is not None and info is not None
        return info.y_min, info.y_max, icon.y_min, icon.y_max

    _, bottom, top, _ = menu_and_icon("Gmail")
    assert bottom <= top
    app.back()
    app.phone.swipe(540, 1500, 540, 300, 200)
    app.wait(500)
    top, _, _, bottom = menu_and_icon("Broccoli")
    assert top >= bottom


def all_apps(app: AppDriver, text: str) -> None:
    """Search all apps."""
    app.press("HOME")
    app.phone.swipe(540, 1500, 540, 300, 200)
    app.wait(500)
    app.tap("input")
    app.type(text)


def test_shortcuts_of_every_app_open_it() -> None:
    app = AppDriver(Phone())
    phone = app.phone
    assert isinstance(phone, Phone)
    before = phone.snapshot()
    packages = phone.system.packages
    manifests = [packages.manifest(name) for name in packages.names]
    offered = [(each.package, shortcut) for each in manifests for shortcut in each.shortcuts]
    assert {"com.android.chrome", "com.android.settings"} <= {package for package, _ in offered}
    for package, shortcut in offered:
        assert icon_exists(shortcut.icon), shortcut
        phone.restore(before)
        app.press("HOME")
        result = phone.system.activities.start(shortcut.intent)
        phone.advance(1000)
        top = phone.system.activities.top
        assert result.ok and top is not None and top.package == package, shortcut


def test_an_icon_that_is_held_offers_shortcuts() -> None:
    app = AppDriver(Phone())
    all_apps(app, "Files")
    app.long_press("icon")
    assert app.shows("App info")
    app.tap("Images")
    assert app.shows("Files in Images")


def test_dots_tell_of_notifications_and_the_menu_shows_the_newest() -> None:
    app = AppDriver(Phone())
    assert isinstance(app.phone, Phone)
    package = "com.simplemobiletools.smsmessenger"
    app.shell(f"pm grant {package} android.permission.POST_NOTIFICATIONS")
    for number in (1, 2):
        notice = Notification(package, number, f"From {number}", "Hello")
        assert app.phone.system.notifications.post(notice)
        app.wait(6000)
    all_apps(app, "SMS")
    assert app.shows("SMS Messenger, has 2 notifications")
    app.long_press("icon")
    assert app.shows("From 2") and app.shows("Hello") and not app.shows("From 1")
    app.back()
    all_apps(app, "SMS")
    app.shell("settings put secure notification_badging 0")
    assert not app.shows("SMS Messenger, has 2 notifications") and app.shows("SMS Messenger")


def test_there_are_no_widgets() -> None:
    app = AppDriver(Phone())
    app.press("HOME")
    app.long_press("Home")
    app.tap("Widgets")
    assert app.shows("Widgets and shortcuts aren't available")
    app.back()
    assert not app.shows("Widgets and shortcuts aren't available")


def test_the_search_for_apps_keeps_its_text_in_place_while_it_is_typed() -> None:
    app = AppDriver(Phone())

    def gap() -> int:
        """Return the columns between the icon and the text of the search field."""
        box = app.find("input").bbox_pixels
        assert box is not None
        top, left = int(box.y_min) + 30, int(box.x_min) + 40
        field = app.phone.screenshot()[top : int(box.y_max) - 30, left : left + 400]  # type: ignore[attr-defined]
        ink = np.flatnonzero(field.min(axis=(0, 2)) < 150)
        return int(np.diff(ink)[np.diff(ink) > 12][0])

    app.press("HOME")
    app.phone.swipe(540, 1800, 540, 600, 200)
    app.wait(500)
    hint = gap()
    app.tap("Search apps")
    app.type("S")
    assert hint > 40 and abs(gap() - hint) < 8
