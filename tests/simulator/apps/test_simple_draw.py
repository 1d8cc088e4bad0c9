"""Simple Draw Pro: drawing, its tools, files and questions."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from android_gym.simulator.apps.simple_draw.model import Sheet
from android_gym.simulator.apps.simple_draw.svg import read_svg, write_svg
from android_gym.simulator.phone import Phone
from android_gym.simulator.ui.sketch import Operation
from android_gym.testing.driver import AppDriver

PACKAGE = "com.simplemobiletools.draw.pro"
PICTURES = "/storage/emulated/0/Pictures"


class App(AppDriver):
    """The app on a phone of its own."""

    phone: Phone

    def __init__(self) -> None:
        super().__init__(Phone(), PACKAGE)
        self.start(".activities.MainActivity")

    @property
    def sheet(self) -> Sheet:
        memory = self.phone.host.context(PACKAGE).memory
        assert memory is not None
        sheet = memory.peek()
        assert isinstance(sheet, Sheet)
        return sheet

    def draw(self, x: float = 300, y: float = 900) -> None:
        self.phone.swipe(x, y, x + 300, y + 300)
        self.wait(100)

    def color(self, x: int, y: int) -> str:
        """Colour of a pixel of the screen."""
        return "#" + self.phone.screenshot()[y, x].tobytes().hex().upper()

    def save(self, name: str, ending: str) -> None:
        """Save under a name in Pictures."""
        self.tap("Save")
        self.select_all("save_image_filename")
        self.type(name)
        self.tap(ending, "OK")
        self.choose_pictures()
        self.tap("SAVE")

    def toast(self) -> str:
        """Return the text of the toast on screen, "" without one."""
        shown = self.phone.system.status_bar.toast
        return shown[1] if shown is not None else ""

    def select_all(self, field: str) -> None:
        self.long_press(field)
        if self.shows("Select all"):
            self.tap("Select all")

    def choose_pictures(self) -> None:
        self.tap("Show roots", "sdk_gphone64_x86_64", "Pictures")

    def prefs(self) -> str:
        return self.shell(f"cat /data/data/{PACKAGE}/shared_prefs/Prefs.xml")


@pytest.fixture
def app() -> App:
    return App()


# --- drawing -------------------------------------------------------------------------------------


def test_a_finger_draws_in_the_brush_s_colour(app: App) -> None:
    assert not app.shows("Undo") and not app.shows("Redo")
    app.draw()
    assert app.color(450, 1050) == "#F57C00"
    (line,) = app.sheet.operations
    assert line.width == 42.0 and line.kind == "stroke"  # 16 dp at 420 dpi
    app.phone.tap(200, 1500)
    assert app.color(200, 1500) == "#F57C00"


def test_undo_and_redo(app: App) -> None:
    app.draw()
    app.draw(500)
    app.tap("Undo")
    assert len(app.sheet.operations) == 1 and app.color(650, 1050) == "#FFFFFF"
    app.tap("Redo")
    assert len(app.sheet.operations) == 2 and not app.shows("Redo")
    app.tap("Undo", "Undo")
    assert not app.shows("Undo")
    app.draw()
    assert not app.shows("Redo")


def test_clear_can_be_undone(app: App) -> None:
    app.tap("Clear")
    assert not app.sheet.operations
    app.draw()
    app.tap("Clear")
    assert app.color(450, 1050) == "#FFFFFF"
    app.tap("Undo")
    assert app.color(450, 1050) == "#F57C00"


def test_tools_exclude_each_other(app: App) -> None:
    app.draw()
    app.tap("Eraser")
    app.draw()
    assert app.color(450, 1050) == "#FFFFFF"
    app.tap("Bucket fill")
    assert app.sheet.tool == "bucket" and not app.shows("stroke_width_bar")
    app.phone.tap(500, 1800)
    app.wait(100)
    assert app.color(900, 2000) == "#F57C00"
    app.tap("Bucket fill")
    assert app.sheet.tool == "brush" and app.shows("stroke_width_bar")


def test_the_eyedropper_takes_the_colour_under_the_finger(app: App) -> None:
    app.draw()
    app.tap("Change color")
    app.select_all("color_picker_new_hex")
    app.type("0000FF")
    app.tap("OK")
    assert app.sheet.color == "#0000FF"
    app.tap("Eyedropper")
    app.phone.tap(450, 1050)
    assert app.sheet.color == "#F57C00" and len(app.sheet.operations) == 1


def test_two_fingers_zoom_and_draw_nothing(app: App) -> None:
    touches = app.phone.touches
    touches([(400, 1200, True, 0)])
    touches([(400, 1200, True, 0), (700, 1200, True, 1)])
    for step in range(1, 6):
        touches([(400 - 30 * step, 1200, True, 0), (700 + 30 * step, 1200, True, 1)])
    touches([(250, 1200, False, 0), (850, 1200, False, 1)])
    sheet = app.sheet
    assert not sheet.operations and sheet.scale == pytest.approx(2.0)
    app.draw()
    assert app.sheet.operations[0].width == pytest.approx(21.0)
    assert app.color(450, 1050) == "#F57C00"


def test_zooming_can_be_turned_off(app: App) -> None:
    app.tap("More options", "Settings", "settings_allow_zooming_canvas")
    app.back()
    app.phone.touches([(400, 1200, True, 0)])
    app.phone.touches([(400, 1200, True, 0), (700, 1200, True, 1)])
    app.phone.touches([(300, 1200, True, 0), (800, 1200, True, 1)])
    app.phone.touches([(300, 1200, False, 0), (800, 1200, False, 1)])
    assert app.sheet.scale == 1.0 and not app.sheet.operations


def test_the_brush_is_kept_and_the_drawing_is_not(app: App) -> None:
    app.draw()
    app.drag("stroke_width_bar", 120)
    size = app.sheet.brush
    assert size > 60
    app.press("HOME")
    assert f'name="brush_size_2" value="{size}"' in app.prefs()
    app.stop()
    app.start(".activities.MainActivity")
    assert app.sheet == Sheet(brush=size)


def test_the_drawing_survives_rotation(app: App) -> None:
    app.draw()
    before = app.sheet.operations
    app.phone.system.display.hold(1)
    app.wait(500)
    assert app.phone.windows.size == (2400, 1080)
    assert app.sheet.operations == before


def test_the_screen_turns_with_the_phone_or_stays_upright(app: App) -> None:
    display = app.phone.system.display
    app.shell("wm user-rotation lock 1")
    assert display.rotation == 0, "the phone is held upright, whatever the user has set"
    display.hold(3)
    assert display.rotation == 3
    app.start(".activities.SettingsActivity")
    assert display.rotation == 1, "the app's other screens turn as the user has set"
    app.scroll_to("Force portrait mode")
    app.tap("Force portrait mode")
    app.press("BACK")
    assert (display.rotation, app.phone.windows.size) == (0, (1080, 2400))
    assert app.shell("wm user-rotation") == "lock 1\n"
    told = app.shell("dumpsys window displays")
    assert "mCurrentAppOrientation=SCREEN_ORIENTATION_PORTRAIT\n    mLastOrientation=1\n" in told
    assert "mUserRotation=ROTATION_90\n    mCurrentRotation=ROTATION_0\n" in told
    assert "SurfaceOrientation: 0\n" in app.shell("dumpsys input")
    snapshot = app.phone.snapshot()
    app.shell("am start -W -a android.settings.SETTINGS")
    assert display.rotation == 1
    assert app.phone.screenshot().shape[:2] == (1080, 2400)
    assert "SurfaceOrientation: 1\n" in app.shell("dumpsys input")
    app.phone.restore(snapshot)
    assert display.rotation == 0
    app.shell("am kill --user all com.simplemobiletools.draw.pro; input keyevent SLEEP")
    assert display.rotation == 1, "nothing on a dark screen asks for anything"


def test_a_drawing_survives_a_snapshot(app: App) -> None:
    app.draw()
    snapshot, seen = app.phone.snapshot(), app.phone.screenshot()
    app.tap("Clear")
    app.phone.restore(snapshot)
    np.testing.assert_array_equal(app.phone.screenshot(), seen)


# --- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ending", "kind"), [(".png", "PNG"), (".jpg", "JPEG")])
def test_pictures_are_written(app: App, ending: str, kind: str) -> None:
    app.draw()
    app.save("mine", ending)
    content = app.phone.pull(f"{PICTURES}/mine{ending}")
    with Image.open(io.BytesIO(content)) as picture:
        assert picture.format == kind and picture.width == 1080 and picture.height > 1900
        drawn = np.asarray(picture.convert("RGB"))
    orange = (abs(drawn.astype(int) - (0xF5, 0x7C, 0)).max(axis=2) < 12).sum()
    assert orange > 10_000
    app.back()
    assert not app.shows("Discard")


def test_a_drawing_saved_as_svg_is_opened_again(app: App) -> None:
    app.draw()
    app.save("mine", ".svg")
    assert b"<path" in app.phone.pull(f"{PICTURES}/mine.svg")
    app.tap("Clear")
    app.shell(
        f"am start -n {PACKAGE}/.activities.MainActivity -a android.intent.action.VIEW "
        f"-d file://{PICTURES}/mine.svg -t image/svg+xml"
    )
    app.wait(500)
    assert app.color(450, 1050) == "#F57C00"


def test_names_that_can_t_be_are_refused(app: App) -> None:
    app.tap("Save")
    app.select_all("save_image_filename")
    app.press("DEL")
    app.tap("OK")
    assert app.toast() == "Filename cannot be empty"
    app.wait(4000)  # toasts come one after the other
    app.type("a:b")
    app.tap("OK")
    assert app.toast() == "Filename contains invalid characters" and app.shows("Save as")


def test_an_ending_typed_into_the_name_is_doubled(app: App) -> None:
    app.draw()
    app.save("mine.png", ".png")
    assert app.shell(f"ls {PICTURES}").split() == ["mine.png.png"]


def test_files_names_a_drawing_by_its_type(app: App) -> None:
    """As Android's FileUtils: PNG is asked for, another ending is no name of it."""
    app.tap("Save", "OK")
    app.choose_pictures()
    app.select_all("title")
    app.type("mine.svg")
    app.tap("SAVE")
    assert app.shell(f"ls {PICTURES}").split() == ["mine.svg.png"]


def test_nothing_is_written_where_saving_is_given_up(app: App) -> None:
    app.draw()
    app.tap("Save", "OK")
    app.back()
    assert app.shell(f"find {PICTURES} -type f") == ""
    app.back()
    assert app.shows("You have unsaved changes. Save before exit?")


def test_a_drawing_is_not_lost_unasked(app: App) -> None:
    app.draw()
    app.back()
    assert app.shows("Discard")
    app.tap("Save")
    assert app.shows("Save as")
    app.back(2)
    app.wait(1500)
    app.back()
    app.tap("Discard")
    assert not app.shows("my_canvas")


def test_an_empty_sheet_is_left_at_once(app: App) -> None:
    app.back()
    assert not app.shows("my_canvas")


@pytest.mark.parametrize("content", [b"", b"no picture", b"\x89PNG\r\n\x1a\n" + b"\0" * 40])
def test_what_is_no_picture_is_refused(app: App, content: bytes) -> None:
    app.phone.push("/sdcard/Download/a.png", content)
    app.shell(
        f"am start -n {PACKAGE}/.activities.MainActivity -a android.intent.action.VIEW "
        "-d file:///sdcard/Download/a.png -t image/png"
    )
    app.wait(300)
    assert app.toast() == "Invalid file format" and not app.sheet.picture


# --- SVG -----------------------------------------------------------------------------------------

STROKES = (
    Operation("stroke", "#112233", 4.5, ((1.0, 2.0), (3.25, -4.0), (5.0, 6.0))),
    Operation("stroke", "#ABCDEF", 42.0, ((7.0, 8.0),)),
)


def test_svg_has_what_was_drawn() -> None:
    assert read_svg(write_svg((100, 200), "#FFFFFF", STROKES)) == ("#FFFFFF", STROKES)


@pytest.mark.parametrize(
    "content",
    [
        b"<svg",
        b"<html/>",
        b"<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>",
        b'<svg xmlns="http://www.w3.org/2000/svg"><rect fill="red"/></svg>',
        write_svg((1, 1), "#FFFFFF", STROKES).replace(b"4.50", b"9e99"),
        write_svg((1, 1), "#FFFFFF", STROKES).replace(b"#112233", b"url(#a)"),
        "<svg\ud800".encode("utf-8", "surrogatepass"),
    ],
)
def test_svg_of_others_is_refused(content: bytes) -> None:
    assert read_svg(content) is None
