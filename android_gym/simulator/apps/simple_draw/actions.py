"""Actions of Simple Draw Pro's screens and dialogs, without their views."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Final

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.appkit.simple_commons import SimpleScreen, prefs
from android_gym.simulator.appkit.simple_views import color_name, color_of
from android_gym.simulator.apps.simple_draw.canvas import sketch_of
from android_gym.simulator.apps.simple_draw.model import (
    ENDINGS,
    MIME,
    Ending,
    MainState,
    Sheet,
    Tool,
    shown_operations,
)
from android_gym.simulator.apps.simple_draw.svg import read_svg, write_svg
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import S_co
from android_gym.simulator.ui.bitmap import Bitmap
from android_gym.simulator.ui.sketch import Operation, encode

__all__ = ["Actions", "MainActions"]

_OPENABLE: Final = ("android.intent.category.OPENABLE",)
_STREAM: Final = "android.intent.extra.STREAM"
_QUALITY: Final = 70
_MOST_BYTES: Final = 32 << 20
_MOST_PIXELS: Final = 50_000_000
_ASK_AGAIN_MS: Final = 1000
_BAD_LETTERS: Final = frozenset('\\\n\t`?*<>|":')


class Actions(SimpleScreen[S_co]):
    """Base class of all screens."""

    NAME = "Simple Draw"


class MainActions(Actions[MainState]):
    """Actions of the main screen."""

    # -- the sheet

    @property
    def sheet(self) -> Sheet:
        """The drawing and its tools."""
        return self.context.memory_of(Sheet).get()

    def change(self, sheet: Sheet) -> None:
        """Replace the drawing and its tools."""
        self.context.memory_of(Sheet).set(sheet)

    def fresh(self) -> Sheet:
        """Return an empty sheet, with the stored brush and colours."""
        kept, default = prefs(self.context), Sheet()

        def color(key: str, usual: str) -> str:
            number = kept.get(key, color_of(usual))
            return color_name(number) if isinstance(number, int) else "#000000"

        return Sheet(
            background=color("canvas_background_color", default.background),
            color=color("brush_color", default.color),
            brush=min(100.0, max(5.0, float(kept.get("brush_size_2", default.brush)))),
        )

    def on_create(self) -> MainState:
        """Start with an empty sheet, or with the picture in the intent."""
        self.change(self.fresh())
        self._take(self.intent)
        return MainState()

    def on_restart(self) -> None:
        """Start with an empty sheet, as the drawing was lost with the process."""
        self.change(self.fresh())
        self.update(saving=None)

    def on_new_intent(self) -> None:
        """Open the picture in the intent."""
        self._take(self.intent)

    def on_pause(self) -> None:
        """Store the brush's size and colour."""
        sheet = self.sheet
        prefs(self.context).put(brush_color=color_of(sheet.color), brush_size_2=sheet.brush)

    def on_back(self) -> bool:
        """Ask before a drawing is lost; a second BACK within a second leaves without asking."""
        now = self.context.windows.now_ms
        recent = 0 <= self.state.asked_ms > now - _ASK_AGAIN_MS
        if not self.sheet.unsaved or recent:
            return False
        self.update(asked_ms=now)
        self.ask_to_save()
        return True

    def ask_to_save(self) -> None:
        """Ask whether to save the drawing before leaving the app."""
        raise NotImplementedError("The screen shows the question.")

    def use(self, tool: Tool) -> None:
        """Select a tool; if it is selected already, return to the brush."""
        sheet = self.sheet
        self.change(replace(sheet, tool="brush" if sheet.tool == tool else tool, line=()))

    def undo(self) -> None:
        """Undo the last operation."""
        sheet = self.sheet
        *rest, last = sheet.operations
        self.change(replace(sheet, operations=tuple(rest), undone=(*sheet.undone, last)))

    def redo(self) -> None:
        """Redo the operation undone last."""
        sheet = self.sheet
        *rest, last = sheet.undone
        self.change(replace(sheet, operations=(*sheet.operations, last), undone=tuple(rest)))

    def clear(self) -> None:
        """Clear the sheet."""
        sheet = self.sheet
        prefs(self.context).put(last_save_extension="")
        if shown_operations(sheet.operations) or sheet.picture:
            operations = (*sheet.operations, Operation("clear"))
            self.change(replace(sheet, operations=operations, undone=(), line=()))

    def set_brush(self, size: float) -> None:
        """Set the size of the brush."""
        self.change(replace(self.sheet, brush=float(round(5 + size))))

    def set_color(self, color: str) -> None:
        """Set the colour of the brush."""
        self.change(replace(self.sheet, color=color))
        prefs(self.context).put(brush_color=color_of(color))

    def set_background(self, color: str) -> None:
        """Set the background colour of the sheet."""
        self.change(replace(self.sheet, background=color))
        prefs(self.context).put(canvas_background_color=color_of(color))

    # -- files

    def ask_name(self) -> None:
        """Ask for the name to save the drawing under, at the sheet's current size."""
        raise NotImplementedError("The screen shows the question.")

    def measure(self) -> None:
        """Store the sheet's visible size, before the keyboard covers a part of it."""
        own = (window for window in self.context.windows.windows() if window.owner == self.token)
        views = (view for window in own for view in window.root.walk())
        left, top, right, bottom = next(view.bounds for view in views if view.id == "my_canvas")
        self.change(replace(self.sheet, size=(right - left, bottom - top)))

    @property
    def ending(self) -> Ending:
        """The file extension used last."""
        kept = prefs(self.context).get("last_save_extension", "")
        return next((ending for ending in ENDINGS if ending == kept), "png")

    def default_name(self) -> str:
        """Return the proposed name for saving the drawing."""
        moment = self.context.system.clock.datetime()
        return self.state.name or f"image_{moment:%Y_%m_%d_%H_%M_%S}"

    def name_error(self, name: str) -> str:
        """Return why a file name (after its last slash) is invalid; empty if it is valid."""
        last = name.rpartition("/")[2]
        if not last:
            return "Filename cannot be empty"
        return "Filename contains invalid characters" if _BAD_LETTERS & set(last) else ""

    def save_as(self, name: str, ending: Ending) -> None:
        """Ask where to save the file."""
        prefs(self.context).put(last_save_extension=ending)
        self.update(name=name, saving=ending)
        self.open_elsewhere(
            Intent(
                "android.intent.action.CREATE_DOCUMENT",
                type=MIME[ending],
                categories=_OPENABLE,
                extras=Map({"android.intent.extra.TITLE": f"{name}.{ending}"}),
            ),
            request="save",
        )

    def open_file(self) -> None:
        """Ask the user for a picture to open."""
        intent = Intent("android.intent.action.GET_CONTENT", type="image/*", categories=_OPENABLE)
        self.open_elsewhere(intent, request="open")

    def share(self) -> None:
        """Share the drawing with an app that the user chooses."""
        folder = f"{self.context.data_dir}/cache/images"
        files, owner = self.context.system.files, self.context.uid
        if not files.exists(folder):
            files.mkdir(folder, parents=True, owner=owner)
        path = f"{folder}/simple-draw.png"
        self.measure()
        files.write(path, self._content("png"), owner=owner)
        extras = Map({_STREAM: f"content://{self.context.package}.provider{path}"})
        choose_app(self, Intent("android.intent.action.SEND", type="image/png", extras=extras))

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Write or read the chosen file."""
        if request == "save":
            ending = self.state.saving
            self.update(saving=None)
            if code == RESULT_OK and data is not None and ending is not None:
                self._write(data.data or "", ending)
        elif code == RESULT_OK and data is not None:
            self._read(data.data or "")

    def _content(self, ending: Ending) -> bytes:
        sheet = self.sheet
        if ending == "svg":
            return write_svg(sheet.size, sheet.background, shown_operations(sheet.operations))
        sketch = sketch_of(sheet, sheet.size)
        return encode(sketch, ".jpg", _QUALITY) if ending == "jpg" else encode(sketch, ".png")

    def _write(self, uri: str, ending: Ending) -> None:
        path, files = document_path(uri), self.context.system.files
        try:
            if path is None:
                raise FileError(2, "No such file or directory", uri)
            files.write(path, self._content(ending))
        except FileError:
            self.toast("An unknown error occurred")
            return
        self.change(replace(self.sheet, saved=self.sheet.operations))
        if ending == "svg":
            self.toast("File saved successfully")

    def _take(self, intent: Intent) -> None:
        stream = intent.extra(_STREAM) if intent.action == "android.intent.action.SEND" else None
        uri = stream if isinstance(stream, str) else intent.data
        if uri:
            self._read(uri)

    def _read(self, uri: str) -> None:
        """Open a picture, or a drawing that the app has saved as SVG."""
        path, files = document_path(uri), self.context.system.files
        try:
            if path is None or files.stat(path).size > _MOST_BYTES:
                raise FileError(2, "No such file or directory", uri)
            content = files.read(path)
        except FileError:
            self.toast("An unknown error occurred")
            return
        drawing = read_svg(content)
        if drawing is not None:
            background, operations = drawing
            self.change(
                replace(
                    self.fresh(), background=background, operations=operations, saved=operations
                )
            )
            return
        size = Bitmap(content).size
        if size is None or size[0] * size[1] > _MOST_PIXELS:
            self.toast("Invalid file format")
            return
        self.change(replace(self.fresh(), picture=content))
