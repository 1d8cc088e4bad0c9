"""Pictures of text: lists and receipts whose words no element on the device provides.

A picture is a function of its text and the name of a `Look`, so parameters only contain these two.
Fonts come from packages of fixed versions, so the machine's own fonts never change a pixel.
"""

from __future__ import annotations

import importlib.util
import io
import shlex
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from android_gym.errors import DependencyError, OptionError
from android_gym.task_suite.android_world.file_names import choose

if TYPE_CHECKING:
    import numpy as np
    from PIL import Image, ImageDraw, ImageFont

    from android_gym.devices.device import Device

__all__ = [
    "FOLDER",
    "LOOKS",
    "READABLE",
    "Cell",
    "Look",
    "check_look",
    "draw_look",
    "put_files",
    "put_pictures",
    "table_picture",
    "text_picture",
]

FOLDER = "/storage/emulated/0/DCIM"
"""The camera's folder, which also holds these pictures."""

READABLE: Final = (1080, 2400)
"""(width, height) of a screen on which the text of these pictures is readable."""

_STORAGE = "/storage/emulated/0"

Color = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a picture's text.

    Attributes:
        package: Package that contains the font.
        file: Path of the font in it.
        requirement: Requirement for pip if the package is missing.
        weight: Weight of a variable font; None if the font has only one.
        ink: Colour of the text.
        paper: Colour of the background.
        scale: Relative height of the letters; 1.0 is normal.
    """

    package: str
    file: str
    requirement: str
    weight: int | None
    ink: Color
    paper: Color
    scale: float = 1.0


_ROBOTO = ("fontpkg_roboto", "files/Roboto[wdth,wght].ttf", "fontpkg-roboto==3.15")
_MONO = ("fontpkg_roboto_mono", "files/RobotoMono[wght].ttf", "fontpkg-roboto-mono==3.1")
_NOTO = ("manimgx_fonts", "NotoSans[wght].ttf", "manimgx-fonts==2026.9.26.post1")
_DEJAVU = ("matplotlib", "mpl-data/fonts/ttf/DejaVuSans.ttf", "matplotlib")
_SERIF = ("matplotlib", "mpl-data/fonts/ttf/DejaVuSerif.ttf", "matplotlib")

LOOKS: Final[Mapping[str, Look]] = {
    "print": Look(*_ROBOTO, 400, (0, 0, 0), (255, 255, 255)),
    "poster": Look(*_ROBOTO, 600, (20, 40, 110), (236, 242, 250)),
    "typewriter": Look(*_MONO, 450, (40, 36, 32), (246, 240, 224), 0.92),
    "leaflet": Look(*_NOTO, 400, (60, 20, 60), (250, 238, 246)),
    "blackboard": Look(*_DEJAVU, None, (244, 244, 236), (26, 62, 48), 0.92),
    "book": Look(*_SERIF, None, (48, 28, 12), (252, 247, 233), 0.92),
}
"""Looks by name."""


def draw_look(rng: np.random.Generator) -> str:
    """Draw the name of a look."""
    return choose(rng, tuple(LOOKS))


def check_look(look: Any) -> None:
    """Check that a look given by hand is one of `LOOKS`.

    Raises:
        OptionError: If it is not.
    """
    if not isinstance(look, str) or look not in LOOKS:
        raise OptionError(f"look must be one of {sorted(LOOKS)}, got {look!r}.")


@cache
def _font_file(package: str, file: str, requirement: str) -> str:
    spec = importlib.util.find_spec(package)
    for root in (spec.submodule_search_locations or ()) if spec else ():
        if (path := Path(root) / file).is_file():
            return str(path)
    raise DependencyError(f"A font package is missing: run `pip install {requirement}`.")


@lru_cache(maxsize=32)
def _font(look: str, size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    from PIL import ImageFont

    chosen = LOOKS[look]
    file = _font_file(chosen.package, chosen.file, chosen.requirement)
    # The basic layout engine needs no library that is missing on some machines.
    font = ImageFont.truetype(file, round(size * chosen.scale), 0, "", ImageFont.Layout.BASIC)
    if chosen.weight is not None:
        weights = {b"Weight": float(chosen.weight + 200 * bold), b"Width": 100.0}
        font.set_variation_by_axes(
            [weights[axis["name"] or b""] for axis in font.get_variation_axes()]
        )
    return font


_SIZE: Final = 34
"""Letter size of lines, in pixels."""

_MARGIN: Final = 44
"""Margin around lines, in pixels."""

_LEADING, _BLANK = 1.45, 0.4
"""Line height and minimum word space, relative to the letter size."""


@lru_cache(maxsize=8)
def text_picture(text: str, look: str, columns: int = 60) -> bytes:
    """Render lines of text, wrapped between words.

    Args:
        text: Lines; leading spaces are kept.
        look: Name in `LOOKS`.
        columns: Maximum characters per line.

    Returns:
        A JPEG.
    """
    from PIL import Image, ImageDraw

    lines = [
        part
        for line in text.rstrip("\n").split("\n")
        for part in textwrap.wrap(line, columns, break_on_hyphens=False) or [""]
    ]
    chosen, font = LOOKS[look], _font(look, _SIZE)
    height = round(font.size * _LEADING)
    width = max(_width(font, line) for line in lines)
    size = (width + 2 * _MARGIN, height * len(lines) + 2 * _MARGIN)
    picture = Image.new("RGB", size, chosen.paper)
    draw = ImageDraw.Draw(picture)
    for row, line in enumerate(lines):
        _write(draw, font, (_MARGIN, _MARGIN + row * height), line, chosen.ink)
    return _encoded(picture, "JPEG")


def _places(font: ImageFont.FreeTypeFont, text: str) -> Iterator[tuple[float, str]]:
    """Yield the position of each word, with spaces that are wide enough in every look."""
    x, blank = 0.0, max(_length(font, " "), _BLANK * font.size)
    for word in text.split(" "):
        yield x, word
        x += _length(font, word) + blank


def _width(font: ImageFont.FreeTypeFont, text: str) -> int:
    return max(round(x + _length(font, word)) for x, word in _places(font, text))


def _write(
    draw: ImageDraw.ImageDraw,
    font: ImageFont.FreeTypeFont,
    at: tuple[int, int],
    text: str,
    ink: Color,
    anchor: str = "la",
) -> None:
    for x, word in _places(font, text):
        if word:
            (left, top), mask = _mask(font, word, anchor)
            draw.bitmap((at[0] + round(x) + left, at[1] + top), mask, ink)


@lru_cache(maxsize=4096)
def _mask(
    font: ImageFont.FreeTypeFont, word: str, anchor: str
) -> tuple[tuple[int, int], Image.Image]:
    """Return the offset of a word's pixels from its anchor, and its coverage mask."""
    from PIL import Image, ImageDraw

    left, top, right, bottom = (round(edge) for edge in font.getbbox(word, anchor=anchor))
    mask = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    ImageDraw.Draw(mask).text((-left, -top), word, 255, font, anchor)
    return (left, top), mask


@lru_cache(maxsize=4096)
def _length(font: ImageFont.FreeTypeFont, word: str) -> float:
    return font.getlength(word)


@dataclass(frozen=True, slots=True)
class Cell:
    """A text in a receipt.

    Attributes:
        text: The text.
        at: Where it begins, or ends if negative: a fraction of the width from the left or right
            edge.
        size: Height of the letters in pixels.
        bold: Whether it is bold, if the font supports that.
    """

    text: str
    at: float = 0.0
    size: int = 22
    bold: bool = False


@lru_cache(maxsize=8)
def table_picture(
    rows: Sequence[Sequence[Cell]], look: str, width: int, height: int, pitch: int
) -> bytes:
    """Render rows of text at given positions, from the top.

    Args:
        rows: Rows from top to bottom; an empty one is a horizontal line.
        look: Name in `LOOKS`.
        width: Width in pixels.
        height: Height in pixels.
        pitch: Pixels from one row to the next.

    Returns:
        A PNG.
    """
    from PIL import Image, ImageDraw

    chosen = LOOKS[look]
    picture = Image.new("RGB", (width, height), chosen.paper)
    draw = ImageDraw.Draw(picture)
    for number, row in enumerate(rows):
        middle = round((number + 0.75) * pitch)
        if not row:
            draw.line((0.05 * width, middle, 0.95 * width, middle), chosen.ink, 2)
        for cell in row:
            font = _font(look, cell.size, cell.bold)
            x = round(cell.at % 1 * width) - (_width(font, cell.text) if cell.at < 0 else 0)
            _write(draw, font, (x, middle), cell.text, chosen.ink, "lm")
    return _encoded(picture, "PNG")


def _encoded(picture: Image.Image, kind: str) -> bytes:
    file = io.BytesIO()
    # No chroma subsampling: thin letters on coloured paper stay sharp.
    picture.save(file, kind, **({"quality": 90, "subsampling": 0} if kind == "JPEG" else {}))
    return file.getvalue()


def put_pictures(device: Device, pictures: Mapping[str, bytes]) -> None:
    """Clear the storage and put pictures into `FOLDER`, a second apart.

    Args:
        device: The device.
        pictures: Content by file name, oldest first.
    """
    put_files(device, FOLDER, pictures, "com.simplemobiletools.gallery.pro")


def put_files(device: Device, folder: str, files: Mapping[str, bytes], app: str) -> None:
    """Clear the storage and put files into one of its folders, a second apart.

    Args:
        device: The device.
        folder: Absolute path.
        files: Content by file name, oldest first.
        app: Package of the app that shows them; it is stopped first.
    """
    device.force_stop(app)
    device.shell(f"find {_STORAGE} -mindepth 1 -type f -delete; mkdir -p {shlex.quote(folder)}")
    first_s = device.now_ms() // 1000 - len(files)
    paths = {f"{folder}/{name}": content for name, content in files.items()}
    times = {path: first_s + place for place, path in enumerate(paths)}
    device.push_all(paths, 0o777, modified_s=times)
