"""Camera through the screen, and the files that it leaves."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from android_gym.simulator.apps.camera.movie import movie
from android_gym.simulator.phone import Phone
from android_gym.testing.driver import AppDriver

START = "am start -n com.android.camera2/com.android.camera.CameraLauncher"
PICTURES, MOVIES = "/storage/emulated/0/Pictures", "/storage/emulated/0/Movies"


class App(AppDriver):
    """The app on a phone of its own."""

    phone: Phone

    def __init__(self) -> None:
        super().__init__(Phone(), "com.android.camera2", settle_ms=300)
        self.shell(START)

    def shell(self, command: str) -> str:
        """Run a command, which may fail, and wait."""
        result = self.phone.shell(command)
        self.phone.advance(500)
        return (result.stdout + result.stderr).decode()

    def swipe(self, x: float, to_x: float) -> None:
        """Swipe across the middle."""
        self.phone.swipe(x, 1200, to_x, 1200, 200)
        self.phone.advance(300)

    def names(self, folder: str) -> list[str]:
        """List the files of a folder."""
        return self.shell(f"ls {folder}").split()

    def picture(self, name: str) -> np.ndarray:
        """Return a photo's pixels."""
        data = np.frombuffer(self.phone.pull(f"{PICTURES}/{name}"), np.uint8)
        return cv2.imdecode(data, cv2.IMREAD_COLOR)


@pytest.fixture
def app() -> Iterator[App]:
    yield App()


def test_the_thumbnail_of_the_newest_item_opens_the_filmstrip(app: App) -> None:
    app.tap("Shutter")
    app.wait(1_500)
    app.tap("rounded_thumbnail_view")
    assert app.shows("Photo taken on Oct 15, 2023")


def test_takes_photos(app: App) -> None:
    app.tap("Shutter", "Shutter")
    app.phone.advance(1_500)
    app.tap("Shutter")
    names = app.names(PICTURES)
    assert names == [
        "IMG_20231015_153400.jpg",
        "IMG_20231015_153400_1.jpg",
        "IMG_20231015_153402.jpg",
    ]
    assert app.picture(names[0]).shape == (1600, 1200, 3)
    row = app.shell("content query --uri content://media/external/images/media "
                    "--projection relative_path:mime_type")  # fmt: skip
    assert row.count("relative_path=Pictures/, mime_type=image/jpeg") == 3


def test_lenses_zoom_and_exposure_show_in_the_picture(app: App) -> None:
    app.tap("Shutter", "Z+", "Z+", "Shutter", "Z-", "Z-", "Z-")
    app.tap("Options", "Back camera", "Shutter", "Manual Exposure Compensation", "+2")
    app.phone.windows.back()
    app.phone.advance(1_000)
    app.tap("Shutter")
    house, near, person, bright = map(app.picture, app.names(PICTURES))
    assert np.abs(house.astype(int) - near).mean() > 10
    assert bright.mean() > person.mean() + 10
    # Twice as near: the middle half of the house, enlarged.
    middle = cv2.resize(house[400:1200, 300:900], (1200, 1600), interpolation=cv2.INTER_CUBIC)
    assert np.abs(middle.astype(int) - near).mean() < 3


def test_the_screen_shows_what_the_picture_will(app: App) -> None:
    app.tap("Shutter")
    screen = app.phone.screenshot()[:, :, ::-1]
    bottom = 2400 - 63 - 315  # above the camera's bar and the navigation bar
    shown = cv2.resize(screen[bottom - 1440 : bottom], (300, 400))  # as wide as the screen, 4:3
    assert screen[: bottom - 1442, 1000:].max() == 0
    picture = cv2.resize(app.picture(app.names(PICTURES)[0]), (300, 400))
    assert np.abs(picture.astype(int) - shown)[:280].mean() < 4


def test_zooming_ends_at_both_ends(app: App) -> None:
    def usable() -> list[bool]:
        return [bool(app.find(name).is_enabled) for name in ("Z-", "Z+")]

    assert usable() == [False, True]
    app.tap("Z+")
    assert usable() == [True, True]
    app.tap(*["Z+"] * 5)
    assert usable() == [True, False]


def test_the_buttons_stand_in_one_row(app: App) -> None:
    boxes = [app.find(name).bbox_pixels for name in ("MODE LIST", "FILMSTRIP", "Z-", "Z+")]
    assert len({(box.y_min, box.y_max) for box in boxes if box}) == 1
    assert all(a.x_max < b.x_min for a, b in zip(boxes, boxes[1:], strict=False) if a and b)


def test_pictures_lie_as_the_phone_does(app: App) -> None:
    app.shell("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
    app.tap("Shutter")
    assert app.picture(app.names(PICTURES)[0]).shape == (1200, 1600, 3)


def test_the_timer_waits(app: App) -> None:
    app.tap("Options", "Countdown timer is off")
    app.phone.windows.back()
    app.tap("Shutter")
    assert app.shows("remaining_seconds") and app.names(PICTURES) == []
    app.phone.advance(4_000)
    assert len(app.names(PICTURES)) == 1
    app.tap("Shutter", "Shutter")
    app.phone.advance(5_000)
    assert len(app.names(PICTURES)) == 1, "a second tap calls it off"


def test_volume_keys_take_photos_and_change_the_volume_elsewhere(app: App) -> None:
    def volume() -> str:
        return app.shell("settings get system volume_music_speaker")

    before = volume()
    for number, key in enumerate(("VOLUME_UP", "VOLUME_DOWN", "CAMERA"), 1):
        app.press(key)
        app.wait(1_500)
        assert len(app.names(PICTURES)) == number
    assert volume() == before
    app.shell("am start -a android.media.action.VIDEO_CAMERA")
    app.press("VOLUME_UP")
    assert volume() != before and not app.names(MOVIES)
    app.press("VOLUME_DOWN")
    assert volume() == before
    app.shell(START)
    app.press("POWER")
    app.press("POWER")
    app.press("VOLUME_DOWN")  # on the lock screen
    assert volume() != before and len(app.names(PICTURES)) == 3


def test_records_a_video(app: App, tmp_path: object) -> None:
    app.tap("MODE LIST", "Switch to Video Camera", "Shutter")
    app.phone.advance(3_000)
    assert app.text("recording_time") in ("00:03", "00:04")
    assert app.names(MOVIES) == [] and not app.shows("MODE LIST")
    app.tap("Shutter")
    name, = app.names(MOVIES)  # fmt: skip
    assert name.startswith("VID_") and name.endswith(".mp4")
    file = f"{tmp_path}/video.mp4"
    with open(file, "wb") as out:
        out.write(app.phone.pull(f"{MOVIES}/{name}"))
    video = cv2.VideoCapture(file)
    fps, count = video.get(cv2.CAP_PROP_FPS), video.get(cv2.CAP_PROP_FRAME_COUNT)
    read, picture = video.read()
    video.release()
    assert read and picture.shape == (1280, 720, 3) and 3.0 <= count / fps <= 5.0


def test_leaving_ends_a_video(app: App) -> None:
    app.tap("MODE LIST", "Switch to Video Camera", "Shutter")
    app.phone.advance(2_000)
    app.phone.windows.go_home()
    app.phone.advance(500)
    assert len(app.names(MOVIES)) == 1


def test_the_filmstrip_deletes_and_brings_back(app: App) -> None:
    app.tap("Shutter")
    app.phone.advance(2_000)
    app.tap("MODE LIST", "Switch to Video Camera", "Shutter")
    app.phone.advance(2_000)
    app.tap("Shutter")
    app.swipe(900, 200)
    assert app.shows("Video taken on Oct 15, 2023") and app.shows("Play video")
    app.tap("Play video")
    app.back()
    app.swipe(900, 200)
    assert app.shows("Photo taken on Oct 15, 2023")
    before = app.names(PICTURES)
    app.tap("Delete")
    assert app.names(PICTURES) == [] and len(app.names(MOVIES)) == 1
    app.tap("UNDO")
    assert app.names(PICTURES) == before
    app.swipe(900, 200)
    app.tap("More options", "Details")
    assert "Width: 1200\nHeight: 1600" in app.text("message")
    app.tap("CLOSE")
    app.shell(f"rm {PICTURES}/* {MOVIES}/*")
    assert app.shows("Shutter")


def test_settings_change_the_size(app: App) -> None:
    app.tap("MODE LIST", "Settings", "Resolution & quality", "Back camera photo")
    app.tap("(4:3) 0.3 megapixels")
    app.phone.windows.back()
    app.phone.windows.back()
    app.phone.advance(300)
    app.tap("Shutter")
    assert app.picture(app.names(PICTURES)[0]).shape == (640, 480, 3)


def test_asks_for_permissions_and_about_places(app: App) -> None:
    app.shell("pm clear com.android.camera2")
    app.shell(START)
    assert app.shows("Allow Camera to access this device’s approximate location?")
    app.tap("While using the app")
    assert app.shows("Remember photo locations?")
    app.tap("check_box", "NEXT")
    assert app.shows("Shutter")
    app.tap("MODE LIST", "Settings")
    assert not app.find("switch_widget").is_checked
    app.shell("am force-stop com.android.camera2")
    app.shell("pm revoke com.android.camera2 android.permission.CAMERA")
    app.shell("pm revoke com.android.camera2 android.permission.RECORD_AUDIO")
    app.shell(START)
    assert app.shows("Allow Camera to take pictures and record video?")
    app.tap("Only this time")
    assert app.shows("Allow Camera to record audio?")
    app.tap("Don’t allow")
    assert app.shows("Camera error")
    app.tap("DISMISS")
    assert not app.shows("Shutter")


@pytest.mark.parametrize("block", [f"rm -r {PICTURES}; touch {PICTURES}", f"rm -r {PICTURES}"])
def test_a_folder_that_is_gone_or_in_the_way(app: App, block: str) -> None:
    app.shell(block)
    app.tap("Shutter")
    gone = block.endswith(PICTURES) and "touch" not in block
    assert bool(app.shell(f"ls {PICTURES}/").startswith("IMG_")) == gone
    assert app.shows("Shutter")


def test_takes_a_picture_for_another_app(app: App) -> None:
    app.shell("am start -a android.media.action.IMAGE_CAPTURE")
    assert not app.shows("MODE LIST")
    app.tap("Shutter", "Retake", "Shutter", "Done")
    assert app.names(PICTURES) == [] and app.shows("MODE LIST")
    app.shell("am start -a android.media.action.VIDEO_CAPTURE")
    app.tap("Shutter")
    app.phone.advance(1_000)
    app.tap("Shutter")
    assert len(app.names(MOVIES)) == 1
    app.shell("am start -a android.media.action.VIDEO_CAMERA")
    app.tap("Shutter")
    assert app.shows("recording_time")


def test_the_length_of_a_movie_is_what_is_asked_for() -> None:
    assert movie(b"x", 1, 1, 0, 0)[4:12] == b"ftypisom"
    assert len(movie(b"x" * 100, 64, 48, 1000, 0)) == len(movie(b"", 64, 48, 1000, 0)) + 100


def test_two_fingers_zoom_the_viewfinder_and_the_picture(app: App) -> None:
    def pinch(span: int, to_span: int) -> None:
        for step in range(17):
            half = (span + (to_span - span) * step / 16) / 2
            app.phone.touches([(540 - half, 1000, True, 0), (540 + half, 1000, True, 1)])
            app.phone.advance(16)
        app.phone.touches([(540 - half, 1000, False, 0), (540 + half, 1000, False, 1)])

    def zoom() -> float:
        record = app.phone.system.activities.top
        assert record is not None
        return float(record.saved.zoom)

    before = app.phone.screenshot(108, 240)
    pinch(460, 900)
    assert 1.6 < zoom() < 900 / 460
    assert not np.array_equal(app.phone.screenshot(108, 240), before)
    pinch(460, 1060)
    pinch(460, 1060)
    assert zoom() == 4.0  # the lens has an end
    pinch(1060, 460)
    pinch(1060, 460)
    pinch(1060, 460)
    assert zoom() == 1.0
    np.testing.assert_array_equal(app.phone.screenshot(108, 240), before)
    app.tap("Shutter", "accessibility_filmstrip_toggle_button")
    assert app.find("filmstrip_item") is not None
    shown = app.phone.screenshot(108, 240)
    pinch(460, 900)
    assert not np.array_equal(app.phone.screenshot(108, 240), shown)
    app.swipe(800, 400)  # pans: there is no other picture to swipe to, nor the viewfinder
    app.swipe(400, 1000)
    assert app.find("filmstrip_item") is not None
    np.testing.assert_array_equal(app.phone.screenshot(108, 240), app.phone.repaint(108, 240))


def test_signs_tell_which_options_act(app: App) -> None:
    def signs() -> list[str]:
        assert isinstance(app.phone, Phone)
        views = [view for window in app.phone.windows.windows() for view in window.root.walk()]
        names = [(view.resource_name or "").rpartition("/")[2] for view in views]
        return [name.removesuffix("_indicator") for name in names if name.endswith("_indicator")]

    assert signs() == []
    app.tap("Options", "Countdown timer is off", "Flash off", "Manual Exposure Compensation", "+1")
    app.back()
    assert signs() == ["exposure_p1", "countdown_timer", "flash"]
    app.phone.restore(app.phone.snapshot())
    assert signs() == ["exposure_p1", "countdown_timer", "flash"]
    app.tap("MODE LIST", "Switch to Video Camera")
    assert signs() == []
