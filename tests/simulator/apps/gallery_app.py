"""Simple Gallery Pro on a phone of its own, for tests."""

from __future__ import annotations

import math
import tempfile
from pathlib import Path

import cv2
import numpy as np

from android_gym.accessibility import UIElement
from android_gym.simulator.phone import Phone
from android_gym.testing.driver import AppDriver

PACKAGE = "com.simplemobiletools.gallery.pro"
STORAGE = "/storage/emulated/0"
DCIM, DOWNLOAD, PICTURES = (f"{STORAGE}/{name}" for name in ("DCIM", "Download", "Pictures"))
DATABASE = f"/data/data/{PACKAGE}/databases/gallery.db"
RED, GREEN, BLUE = (0, 0, 255), (0, 255, 0), (255, 0, 0)
NOW_MS = 1_697_384_040_000


def picture(
    color: tuple[int, int, int], size: tuple[int, int] = (40, 40), ending: str = ".png"
) -> bytes:
    """A picture of one colour (blue, green, red)."""
    pixels = np.full((size[1], size[0], 3), color, np.uint8)
    return bytes(cv2.imencode(ending, pixels)[1])


def halves(size: tuple[int, int], ending: str = ".jpg") -> bytes:
    """A picture that is red on its left and blue on its right."""
    pixels = np.full((size[1], size[0], 3), RED, np.uint8)
    pixels[:, size[0] // 2 :] = BLUE
    return bytes(cv2.imencode(ending, pixels)[1])


class App(AppDriver):
    """The app on a phone of its own."""

    phone: Phone

    def __init__(self) -> None:
        super().__init__(Phone(), PACKAGE)

    def put(self, path: str, content: bytes, age_s: int = 0) -> None:
        folder = path.rpartition("/")[0]
        if not self.phone.system.files.is_dir(folder):
            self.phone.system.files.mkdir(folder, parents=True)
        self.phone.system.files.write(path, content, mtime_ms=NOW_MS - 1000 * age_s)

    def open(self, folder: str = "") -> App:
        self.start(".activities.MainActivity")
        if folder:
            self.tap(folder)
        return self

    @property
    def thumbnails(self) -> list[UIElement]:
        return self.elements("medium_thumbnail")

    def mark(self, index: int = 0) -> None:
        if self.shows("More options") and self.shows(r"top_toolbar_search"):
            self.long_press("medium_thumbnail", nth=index)
        else:
            self.tap_element(self.thumbnails[index])

    def names(self) -> list[str]:
        """Names of the media shown, which the grid shows none of at first."""
        if not self.elements("medium_name"):
            self.tap("Toggle filename visibility")
        return [element.text or "" for element in self.elements("medium_name")]

    def color(self, x: float, y: float) -> tuple[int, ...]:
        """Colour of a point of the screen, in parts of its width and height: red, green, blue."""
        width, height = self.phone.windows.size
        return tuple(int(v) for v in self.phone.screenshot()[int(height * y), int(width * x), :3])

    def toast(self) -> str:
        shown = self.phone.system.status_bar.toast
        return shown[1] if shown is not None else ""

    def ls(self, folder: str) -> list[str]:
        return self.shell(f"ls -A {folder}").split("\n")[:-1]

    def activity(self) -> str:
        top = self.phone.system.activities.top
        assert top is not None
        return top.component.rpartition(".")[2]

    def pinch(self, x: float, y: float, first: float, last: float, turn: float = 0.0) -> None:
        """Move two fingers apart or together around a point, in pixels."""
        phone = self.phone
        places: list[tuple[float, float]] = []
        for step in range(13):
            span, angle = (v + (w - v) * step / 12 for v, w in ((first, last), (0, turn)))
            dx = span / 2 * math.cos(math.radians(angle))
            dy = span / 2 * math.sin(math.radians(angle))
            places = [(x - dx, y - dy), (x + dx, y + dy)]
            phone.touches([(*place, True, number) for number, place in enumerate(places)])
            phone.advance(20)
        phone.touches([(*place, False, number) for number, place in enumerate(places)])
        phone.advance(500)


def clip(*colors: tuple[int, int, int], seconds: int = 2, rate: int = 10) -> bytes:
    """A video that shows one colour after the other."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "clip.mp4")
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), rate, (160, 120))
        for color in colors:
            for _ in range(seconds * rate):
                writer.write(np.full((120, 160, 3), color, np.uint8))
        writer.release()
        return path.read_bytes()


def filled() -> App:
    """The app with a receipt, three pictures, and a text that is no picture."""
    app = App()
    app.put(f"{DCIM}/receipt.jpg", picture((200, 220, 240), (500, 700), ".jpg"), 10)
    for number, color in enumerate((RED, GREEN, BLUE)):
        app.put(f"{PICTURES}/p{number}.png", picture(color, (300, 200)), 100 + number)
    app.put(f"{DOWNLOAD}/notes.txt", b"no picture", 1)
    return app
