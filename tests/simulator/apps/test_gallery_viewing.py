"""Simple Gallery Pro: the viewer, videos, the editor, the wallpaper."""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from android_gym.simulator.system.media.exif import read_exif

sys.path.insert(0, str(Path(__file__).parent))

from gallery_app import (  # noqa: E402
    BLUE,
    DATABASE,
    GREEN,
    PICTURES,
    RED,
    STORAGE,
    App,
    clip,
    filled,
    halves,
    picture,
)


@pytest.fixture
def app() -> App:
    return filled()


def at(north: int, east: int) -> bytes:
    """Return a JPEG file with a place in whole degrees."""

    def entry(tag: int, kind: int, count: int, value: bytes) -> bytes:
        return struct.pack(">HHI", tag, kind, count) + value.ljust(4, b"\0")

    start = 8 + 2 + 12 + 4  # of the place's own table
    numbers = start + 2 + 4 * 12 + 4
    table = [
        entry(1, 2, 2, b"N"),
        entry(2, 5, 3, struct.pack(">I", numbers)),
        entry(3, 2, 2, b"E"),
        entry(4, 5, 3, struct.pack(">I", numbers + 24)),
    ]
    tiff = b"MM\0*" + struct.pack(">IH", 8, 1) + entry(0x8825, 4, 1, struct.pack(">I", start))
    tiff += struct.pack(">IH", 0, len(table)) + b"".join(table) + struct.pack(">I", 0)
    for degrees in (north, east):
        tiff += struct.pack(">6I", degrees, 1, 0, 1, 0, 1)
    body = b"Exif\0\0" + tiff
    plain = picture(RED, ending=".jpg")
    return plain[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + plain[2:]


# --- the viewer ----------------------------------------------------------------------------------


def test_bars_go_by_themselves_where_that_is_set(app: App) -> None:
    app.start(".activities.SettingsActivity")
    row = "Automatically hide system UI at fullscreen media"
    app.scroll_to(row)
    app.tap(row)
    app.open("Pictures")
    app.tap("medium_thumbnail", wait_ms=300)
    assert app.shows("p0.png")
    app.wait(700)
    assert not app.shows("p0.png")
    app.tap("gestures_view", wait_ms=800)
    assert app.shows("p0.png")


def test_swipes_turn_pages_and_a_tap_hides_the_bars(app: App) -> None:
    app.open("Pictures")
    app.tap("medium_thumbnail")
    assert app.shows("p0.png") and app.color(0.5, 0.5) == (255, 0, 0)
    app.phone.swipe(900, 1200, 200, 1200)
    app.wait(500)
    assert app.shows("p1.png") and app.color(0.5, 0.5) == (0, 255, 0)
    app.tap("gestures_view", wait_ms=800)
    assert not app.shows("p1.png") and not app.shows("Delete") and app.color(0.5, 0.2) == (0, 0, 0)
    app.tap("gestures_view", wait_ms=800)
    assert app.shows("p1.png")
    app.phone.swipe(500, 1000, 500, 1600)
    app.wait(500)
    assert app.activity() == "MediaActivity"


def test_two_fingers_enlarge_and_a_finger_moves(app: App) -> None:
    app.put(f"{STORAGE}/Movies/halves.png", halves((1080, 1080), ".png"))
    app.open("Movies")
    app.tap("medium_thumbnail")
    assert app.color(0.25, 0.5) == (255, 0, 0) and app.color(0.75, 0.5) == (0, 0, 255)
    app.pinch(270, 1200, 450, 1050)
    app.pinch(270, 1200, 450, 1050)
    assert app.color(0.75, 0.5) == (255, 0, 0), "the left half fills the screen"
    for _ in range(3):
        app.phone.swipe(900, 1200, 100, 1200)
        app.wait(500)
    assert app.color(0.25, 0.5) == (0, 0, 255)
    for _ in range(3):
        app.pinch(540, 1200, 1050, 450)
    assert app.color(0.25, 0.5) == (255, 0, 0) and app.color(0.75, 0.5) == (0, 0, 255)


def test_a_double_tap_fills_the_screen(app: App) -> None:
    app.put(f"{STORAGE}/Movies/halves.png", halves((1080, 1080), ".png"))
    app.open("Movies")
    app.tap("medium_thumbnail")
    above = app.color(0.25, 0.2)
    for _ in range(2):
        app.phone.tap(270, 1200)
        app.phone.advance(60)
    app.wait(600)
    assert app.color(0.25, 0.2) == (255, 0, 0) != above


def test_two_fingers_turn_a_picture_by_quarters(app: App) -> None:
    app.put(f"{STORAGE}/Movies/halves.jpg", halves((1000, 1000)))
    app.open("Movies")
    app.tap("medium_thumbnail")
    assert not app.shows("Save as")
    app.pinch(540, 1200, 500, 500, 80)
    assert app.shows("Save as")
    red, blue = app.color(0.5, 0.4), app.color(0.5, 0.6)
    assert red[0] > 200 > red[2] and blue[2] > 200 > blue[0], "turned clockwise"


def test_a_turned_picture_is_saved(app: App) -> None:
    app.put(f"{STORAGE}/Movies/halves.jpg", halves((100, 60)))
    app.put(f"{STORAGE}/Movies/other.png", halves((100, 60), ".png"), 5)
    app.open("Movies")
    app.tap("medium_thumbnail")
    app.tap("Rotate", "Rotate left", "Save as", "OK")
    assert app.text("message") == 'File "halves.jpg" already exists. Overwrite?'
    app.tap("Yes")
    app.wait(3000)
    assert app.toast() == "File saved successfully" and not app.shows("Save as")
    saved = app.phone.pull(f"{STORAGE}/Movies/halves.jpg")
    exif = read_exif(saved)
    assert exif is not None and exif.turn == 270
    app.phone.swipe(900, 1200, 200, 1200)
    app.wait(500)
    app.tap("Rotate", "Rotate by 180\u00ba", "Save as")
    app.enter("filename_value", "2")
    app.tap("OK")
    made = [name for name in app.ls(f"{STORAGE}/Movies") if "2" in name]
    assert len(made) == 1
    content = np.frombuffer(app.phone.pull(f"{STORAGE}/Movies/{made[0]}"), np.uint8)
    pixels = cv2.imdecode(content, cv2.IMREAD_COLOR)
    assert tuple(pixels[30, 10]) == BLUE and tuple(pixels[30, 90]) == RED


def test_deleting_shows_the_next_and_leaves_after_the_last(app: App) -> None:
    app.open("Pictures")
    app.tap("medium_thumbnail")
    for name in ("p0.png", "p1.png", "p2.png"):
        assert app.shows(name)
        app.tap("Delete", "Yes")
    assert app.ls(PICTURES) == [] and app.activity() == "MainActivity"


def test_a_star_is_set_at_the_bottom(app: App) -> None:
    app.open("DCIM")
    app.tap("medium_thumbnail", "Toggle favorite")
    assert app.query(DATABASE, "SELECT filename FROM favorites") == [("receipt.jpg",)]
    app.tap("Toggle favorite")
    assert app.query(DATABASE, "SELECT filename FROM favorites") == []


def test_the_screen_is_kept_one_way_up_until_the_viewer_is_left(app: App) -> None:
    size = app.phone.windows
    app.open("Pictures").tap_element(app.thumbnails[0])
    app.tap("More options", "Change orientation", "Force landscape")
    assert size.size == (2400, 1080)
    app.phone.restore(app.phone.snapshot())
    app.press("HOME")
    assert size.size == (1080, 2400)
    app.start(".activities.MainActivity")
    assert size.size == (2400, 1080), "the viewer is in front again"
    app.tap("More options", "Change orientation", "Use default orientation")
    assert size.size == (1080, 2400)
    app.tap("More options", "Change orientation", "Force landscape")
    app.press("BACK")
    assert size.size == (1080, 2400)


def test_the_screen_turns_as_media_are_shaped(app: App) -> None:
    app.put(f"{PICTURES}/wide.png", picture(RED, (80, 40)), 90)
    app.put(f"{PICTURES}/tall.png", picture(RED, (40, 80)), 80)
    app.start(".activities.SettingsActivity")
    app.scroll_to("Rotate fullscreen media by")
    app.tap("Rotate fullscreen media by", "Aspect ratio")
    display = app.phone.system.display

    def show(name: str) -> None:
        app.shell(
            f"am start -a android.intent.action.VIEW -t image/png -d file://{PICTURES}/{name}.png "
            "-n com.simplemobiletools.gallery.pro/.activities.PhotoActivity"
        )

    for name, turned in (("wide", 1), ("tall", 0)):
        show(name)
        assert display.rotation == turned
        app.press("BACK")
    app.tap("Rotate fullscreen media by", "Device rotation")
    display.set_rotation(0)
    display.hold(3)
    assert display.rotation == 0
    show("wide")
    assert display.rotation == 3


def test_the_button_turns_the_screen(app: App) -> None:
    app.start(".activities.SettingsActivity")
    app.scroll_to("Manage visible bottom actions")
    app.tap("Manage visible bottom actions", "Change orientation", "OK")
    app.open("Pictures").tap_element(app.thumbnails[0])
    for turned in (0, 1, 3):
        app.phone.system.display.hold(3)
        app.tap("Change orientation")
        assert app.phone.system.display.rotation == turned


def test_a_slideshow_goes_on_by_itself_and_ends(app: App) -> None:
    app.open("Pictures")
    app.menu("Slideshow")
    app.tap("OK", wait_ms=500)
    seen = [app.color(0.5, 0.5)]
    for _ in range(2):
        app.wait(3000)
        seen.append(app.color(0.5, 0.5))
    assert seen == [(255, 0, 0), (0, 255, 0), (0, 0, 255)]
    app.wait(3000)
    assert app.toast() == "The slideshow ended" and app.shows("p2.png")


def test_a_picture_is_shown_on_the_map(app: App) -> None:
    app.put(f"{PICTURES}/here.jpg", at(47, 9), age_s=10)
    app.open("Pictures")
    app.tap("medium_thumbnail")
    app.menu("Show on map")
    tasks = app.phone.system.activities.tasks
    assert tasks[0].top.package == "net.osmand"
    app.shell("am force-stop com.simplemobiletools.gallery.pro")
    app.put(f"{PICTURES}/nowhere.jpg", picture(RED, ending=".jpg"))
    app.open("Pictures")
    app.tap("medium_thumbnail")
    app.menu("Show on map")
    assert app.toast() == "Unknown location"


# --- videos --------------------------------------------------------------------------------------


def test_a_video_plays_in_the_phone_s_time_and_stops_at_its_end(app: App) -> None:
    app.put(f"{STORAGE}/Movies/clip.mp4", clip(RED, BLUE))
    app.open("Movies")
    assert app.color(0.1, 0.16)[0] > 200, "its first picture"
    app.tap("medium_thumbnail")
    assert app.shows("video_play_outline") and app.color(0.5, 0.5)[0] > 200
    app.wait(5000)
    assert app.color(0.5, 0.5)[0] > 200, "it waits"
    app.tap("video_play_outline", wait_ms=1000)
    assert app.shows("Pause") and app.text("video_duration") == "00:04"
    app.wait(2000)
    assert app.color(0.5, 0.5)[2] > 200 and app.text("video_curr_time") in ("00:02", "00:03")
    app.wait(3000)
    assert app.shows("Play") and app.text("video_curr_time") == "00:04"
    app.tap("Play", wait_ms=500)
    assert app.color(0.5, 0.5)[0] > 200, "from the beginning"


def test_a_video_is_paused_sought_and_told_of(app: App) -> None:
    app.put(f"{STORAGE}/Movies/clip.mp4", clip(RED, GREEN, BLUE))
    app.open("Movies")
    app.tap("medium_thumbnail", "video_play_outline", "Pause")
    stood = app.text("video_curr_time")
    app.wait(3000)
    assert app.text("video_curr_time") == stood
    box = app.find("video_seekbar").bbox_pixels
    assert box is not None
    app.phone.tap(box.x_min + 0.9 * (box.x_max - box.x_min), (box.y_min + box.y_max) / 2)
    app.wait(300)
    assert app.color(0.5, 0.5)[2] > 200 and app.text("video_curr_time") == "00:05"
    app.tap("Properties")
    assert app.shows("160 x 120") and app.shows("00:06")


def test_another_app_in_front_pauses_a_video(app: App) -> None:
    app.put(f"{STORAGE}/Movies/clip.mp4", clip(RED, BLUE))
    app.open("Movies")
    app.tap("medium_thumbnail", "video_play_outline")
    app.press("HOME")
    app.wait(10_000)
    app.start(".activities.MainActivity")
    assert app.shows("Play") and app.text("video_curr_time") in ("00:00", "00:01")


# --- the editor ----------------------------------------------------------------------------------


def edit(app: App, content: bytes, name: str = "halves.png") -> None:
    app.put(f"{STORAGE}/Movies/{name}", content)
    app.open("Movies")
    app.tap("medium_thumbnail", "Edit")


def save(app: App, name: str = "halves_1.png") -> np.ndarray:
    """Save under the proposed name; return the pixels (blue, green, red)."""
    app.tap("Save as", "OK")
    assert app.activity() == "ViewPagerActivity", app.texts()
    content = np.frombuffer(app.phone.pull(f"{STORAGE}/Movies/{name}"), np.uint8)
    pixels = cv2.imdecode(content, cv2.IMREAD_COLOR)
    assert pixels is not None
    return pixels


def test_a_part_is_cut_out(app: App) -> None:
    edit(app, halves((800, 600), ".png"))
    app.tap("Transform", "Crop", "1:1")
    pixels = save(app)
    assert pixels.shape == (600, 600, 3)
    assert tuple(pixels[300, 290]) == RED and tuple(pixels[300, 310]) == BLUE


def test_the_frame_follows_a_finger(app: App) -> None:
    edit(app, halves((1080, 1080), ".png"))
    app.tap("Transform")
    box = app.find("crop_image_view").bbox_pixels
    assert box is not None
    top = (box.y_min + box.y_max - 1080) / 2
    app.phone.swipe(1070, top + 540, 540, top + 540, 600)
    app.wait(400)
    pixels = save(app)
    assert pixels.shape[0] == 1080 and abs(pixels.shape[1] - 550) < 40
    assert tuple(pixels[500, 100]) == RED


def test_turning_flipping_and_resizing_add_up(app: App) -> None:
    edit(app, halves((80, 40), ".png"))
    app.tap("Transform", "Flip horizontally", "Rotate", "Resize")
    assert (app.text("resize_image_width"), app.text("resize_image_height")) == ("40", "80")
    for _ in range(2):
        app.press("DEL")
    app.type("20")
    assert app.text("resize_image_height") == "40"
    app.tap("OK")
    pixels = save(app)
    assert pixels.shape == (40, 20, 3)
    assert tuple(pixels[5, 10]) == BLUE and tuple(pixels[35, 10]) == RED


def test_a_filter_takes_the_place_of_another(app: App) -> None:
    edit(app, picture(RED, (60, 40)), "halves.png")
    app.tap("Filter", "Mars", "None")
    assert not app.elements("Discard")
    app.tap("Struck")
    pixels = save(app)
    assert tuple(pixels[5, 5]) != RED


def test_a_finger_draws_and_takes_it_back(app: App) -> None:
    edit(app, picture((255, 255, 255), (800, 800)), "halves.png")
    app.tap("Draw", "Change color", "#000000", "OK")
    for y in (1000, 1300):
        app.phone.swipe(300, y, 800, y, 400)
        app.wait(200)
    app.tap("Undo")
    pixels = save(app)
    dark = np.flatnonzero((pixels.max(axis=2) < 60).any(axis=1))
    assert 10 < len(dark) < 120, "one line of two is left"


def test_unsaved_changes_are_asked_about(app: App) -> None:
    edit(app, halves((80, 40), ".png"))
    app.back()
    assert app.activity() == "ViewPagerActivity"
    app.tap("Edit", "Transform", "Rotate")
    app.back()
    assert app.shows("You have unsaved changes. Save before exit?")
    app.tap("Discard")
    assert app.activity() == "ViewPagerActivity" and app.ls(f"{STORAGE}/Movies") == ["halves.png"]


def test_another_app_has_a_picture_cut(app: App) -> None:
    app.put(f"{STORAGE}/Movies/halves.png", halves((80, 40), ".png"))
    app.shell(
        "am start -a com.android.camera.action.CROP -t image/png --ei aspectX 1 --ei aspectY 1 "
        f"-d file://{STORAGE}/Movies/halves.png --es output file://{STORAGE}/Movies/cut.png"
    )
    app.wait(500)
    assert not app.shows("Filter")
    app.tap("Save as", wait_ms=600)
    content = np.frombuffer(app.phone.pull(f"{STORAGE}/Movies/cut.png"), np.uint8)
    pixels = cv2.imdecode(content, cv2.IMREAD_COLOR)
    assert pixels is not None and pixels.shape == (40, 40, 3)


# --- the wallpaper -------------------------------------------------------------------------------


def test_a_picture_becomes_the_wallpaper(app: App) -> None:
    app.put(f"{STORAGE}/Movies/red.png", picture(RED, (540, 1200)))
    app.open("Movies")
    app.tap("medium_thumbnail")
    app.menu("Set as")
    app.tap("Gallery", "Save", "Home screen", wait_ms=600)
    app.press("HOME")
    app.wait(1000)
    assert app.color(0.5, 0.4) == (255, 0, 0)
    app.press("SLEEP")
    app.press("WAKEUP")
    app.wait(1000)
    assert app.color(0.5, 0.6) != (255, 0, 0), "the lock screen keeps its own"
    app.shell("echo nonsense > /data/system/users/0/wallpaper")
    app.press("MENU")
    app.press("HOME")
    app.wait(1000)
    assert app.color(0.5, 0.4) != (255, 0, 0)
