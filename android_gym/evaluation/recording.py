"""Recording of an episode as an animated GIF: the agent's view, with the paths of its finger."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

__all__ = ["Recording", "outline"]

Point = tuple[float, float]
"""A place on the screen as fractions of its width and height, each in [0, 1]."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom as fractions of the screen's width and height, each in [0, 1]."""

_FINGER = (255, 87, 34)
_SHADES = 12
_OUTLINES = ("#e53935", "#1e88e5", "#43a047", "#8e24aa", "#fb8c00", "#00897b")


class Recording:
    """The frames of an episode, which can be saved as an animated GIF.

    Args:
        hold_ms: How long each frame is shown, in milliseconds.
    """

    def __init__(self, hold_ms: int = 600) -> None:
        self._hold_ms = hold_ms
        self._frames: list[Image.Image] = []

    def add(self, pixels: np.ndarray, *paths: Sequence[Point]) -> None:
        """Add a frame.

        Args:
            pixels: RGB, shape (height, width, 3), uint8.
            paths: For each finger, the points from touching to lifting; drawn over the frame.
        """
        image = Image.fromarray(np.asarray(pixels)).convert("RGB")
        for path in paths:
            if path:
                _draw_finger(image, path)
        self._frames.append(image)

    def __len__(self) -> int:
        return len(self._frames)

    def save(self, path: str | Path) -> None:
        """Write all frames to `path`, the last one held three times as long.

        Raises:
            ValueError: If no frame was added.
        """
        if not self._frames:
            raise ValueError("The recording is empty; add a frame before saving it.")
        # One palette for all frames, from the first, the middle and the last: GIF viewers flicker
        # if each frame has its own.
        samples = [self._frames[i] for i in (0, len(self._frames) // 2, -1)]
        strip = Image.new("RGB", (sum(s.width for s in samples), max(s.height for s in samples)))
        left = 0
        for sample in samples:
            strip.paste(sample, (left, 0))
            left += sample.width
        colours = strip.quantize(colors=256 - _SHADES, method=Image.Quantize.MEDIANCUT)
        table = (colours.getpalette() or [])[: 3 * (256 - _SHADES)]
        for shade in range(_SHADES):  # the finger is small, so the quantizer would drop its colour
            table += [_mix(channel, shade / (_SHADES - 1)) for channel in _FINGER]
        palette = Image.new("P", (1, 1))
        palette.putpalette(table)
        frames = [f.quantize(palette=palette, dither=Image.Dither.NONE) for f in self._frames]
        frames[0].save(
            path,
            format="GIF",
            save_all=True,
            append_images=frames[1:],
            duration=[self._hold_ms] * (len(frames) - 1) + [3 * self._hold_ms],
            loop=0,
            optimize=False,
        )


def outline(pixels: np.ndarray, boxes: Iterable[Box]) -> Image.Image:
    """Return the frame with a thin numbered outline around each box.

    Args:
        pixels: RGB, shape (height, width, 3), uint8.
        boxes: The boxes; a number is the position in this sequence.
    """
    image = Image.fromarray(np.asarray(pixels)).convert("RGB")
    draw = ImageDraw.Draw(image)
    width, height = image.size
    line = max(1, round(width / 360))
    for number, (left, top, right, bottom) in enumerate(boxes):
        colour = _OUTLINES[number % len(_OUTLINES)]
        corners = (left * width, top * height, right * width - 1, bottom * height - 1)
        if corners[2] <= corners[0] or corners[3] <= corners[1]:
            continue
        draw.rectangle(corners, outline=colour, width=line)
        label = draw.textbbox((0, 0), str(number))
        at = (corners[0], max(corners[1] - label[3], 0))  # above the box, not over its text
        draw.rectangle((*at, at[0] + label[2] + 1, at[1] + label[3]), fill=colour)
        draw.text(at, str(number), fill="white")
    return image


def _mix(channel: int, share: float) -> int:
    """Return a channel of the finger's colour mixed with white, `share` of it white."""
    return round(channel + (255 - channel) * share)


def _draw_finger(image: Image.Image, touches: Sequence[Point]) -> None:
    """Draw the path of a finger: a line where it moves, a disc where it lifts."""
    width, height = image.size
    points = [(x * width, y * height) for x, y in touches]
    layer = Image.new("RGBA", image.size)
    draw = ImageDraw.Draw(layer)
    radius = max(4.0, width / 22)
    if len(points) > 1:
        draw.line(points, fill=(*_FINGER, 150), width=max(2, round(radius / 2)), joint="curve")
    x, y = points[-1]
    disc = (x - radius, y - radius, x + radius, y + radius)
    draw.ellipse(disc, fill=(*_FINGER, 110), outline=(*_FINGER, 255), width=max(1, width // 180))
    image.paste(layer, mask=layer.getchannel("A"))
