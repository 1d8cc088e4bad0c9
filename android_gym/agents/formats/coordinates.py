"""Grids: conversion of numbers in a model's reply to pixels of the screen.

A model names places in the picture that it was sent, in one of three ways: in pixels of that
picture, in pixels of the picture after its own processor has resized it (`SmartGrid`, which resizes
before sending, so that both are the same picture), or in thousandths (`UnitGrid`), where the far
edge may be 999 or 1000.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

from android_gym.checks import shown
from android_gym.errors import ReplyError

__all__ = ["Grid", "PixelGrid", "Size", "SmartGrid", "UnitGrid", "smart_resize"]

Size = tuple[int, int]
"""(width, height) in pixels."""


def smart_resize(size: Size, factor: int, least: int, most: int) -> Size:
    """Return the size that the processors of the Qwen-VL family resize a picture to.

    Both sides become multiples of `factor`, rounded half to even, and the area stays within its
    limits, with about the same proportions.

    Args:
        size: Size of the picture.
        factor: Side of a patch in pixels.
        least: Smallest area in pixels.
        most: Largest area in pixels.
    """
    width, height = size
    new = max(factor, round(width / factor) * factor), max(factor, round(height / factor) * factor)
    if new[0] * new[1] > most:
        shrink = math.sqrt(width * height / most)
        return _floor(width / shrink, factor), _floor(height / shrink, factor)
    if new[0] * new[1] < least:
        grow = math.sqrt(least / (width * height))
        return _ceil(width * grow, factor), _ceil(height * grow, factor)
    return new


def _floor(length: float, factor: int) -> int:
    return max(factor, math.floor(length / factor) * factor)


def _ceil(length: float, factor: int) -> int:
    return math.ceil(length / factor) * factor


class Grid(ABC):
    """The coordinates of a format."""

    @abstractmethod
    def picture_size(self, screen: Size) -> Size:
        """Return the size in which a screen's picture is sent."""

    @abstractmethod
    def span(self, screen: Size) -> tuple[float, float]:
        """Return the coordinates of the right and the bottom edge."""

    @abstractmethod
    def largest(self, screen: Size) -> tuple[int, int]:
        """Return the largest coordinates that the format writes."""

    def tolerated(self, screen: Size) -> tuple[float, float]:
        """Return the largest coordinates that are accepted; they mean the last pixel."""
        return self.span(screen)

    def to_pixel(self, x: float, y: float, screen: Size) -> tuple[int, int]:
        """Return the pixel of the screen at a place.

        Raises:
            ReplyError: If it is off the screen.
        """
        right, bottom = self.tolerated(screen)
        if not (0 <= x <= right and 0 <= y <= bottom):
            raise ReplyError(
                f"({shown(x)}, {shown(y)}) is off the screen; places go from (0, 0) to "
                f"{self.largest(screen)}."
            )
        across, down = self.span(screen)
        width, height = screen
        return min(int(x * width / across), width - 1), min(int(y * height / down), height - 1)

    def from_pixel(self, x: int, y: int, screen: Size) -> tuple[int, int]:
        """Return the place whose pixel is nearest to (x, y)."""
        across, down = self.span(screen)
        right, bottom = self.largest(screen)
        width, height = screen
        return (
            max(0, min(math.ceil(x * across / width), right)),
            max(0, min(math.ceil(y * down / height), bottom)),
        )


@dataclass(frozen=True, slots=True)
class PixelGrid(Grid):
    """Pixels of the picture as it is sent.

    Attributes:
        longest: Maximum length of the picture's longer side; smaller screens are sent unscaled.
    """

    longest: int = 4096

    def picture_size(self, screen: Size) -> Size:
        """See `Grid.picture_size`."""
        return _fitted(screen, self.longest)

    def span(self, screen: Size) -> tuple[float, float]:
        """See `Grid.span`."""
        return self.picture_size(screen)

    def largest(self, screen: Size) -> tuple[int, int]:
        """See `Grid.largest`."""
        width, height = self.picture_size(screen)
        return width - 1, height - 1


@dataclass(frozen=True, slots=True)
class SmartGrid(Grid):
    """Pixels of the picture, which is sent in the size that `smart_resize` returns.

    Attributes:
        factor: Side of a patch in pixels.
        least: Smallest area in pixels.
        most: Largest area in pixels.
    """

    factor: int = 28
    least: int = 100 * 28 * 28
    most: int = 16384 * 28 * 28

    def picture_size(self, screen: Size) -> Size:
        """See `Grid.picture_size`."""
        return smart_resize(screen, self.factor, self.least, self.most)

    def span(self, screen: Size) -> tuple[float, float]:
        """See `Grid.span`."""
        return self.picture_size(screen)

    def largest(self, screen: Size) -> tuple[int, int]:
        """See `Grid.largest`."""
        width, height = self.picture_size(screen)
        return width - 1, height - 1


@dataclass(frozen=True, slots=True)
class UnitGrid(Grid):
    """Fractions of the screen, whatever the picture's size.

    Attributes:
        edge: The coordinate of the right and the bottom edge, 999 or 1000.
        top: The largest coordinate that the format writes.
        longest: Maximum length of the picture's longer side; smaller screens are sent unscaled.
    """

    edge: int
    top: int = 999
    longest: int = 4096

    def picture_size(self, screen: Size) -> Size:
        """See `Grid.picture_size`."""
        return _fitted(screen, self.longest)

    def span(self, screen: Size) -> tuple[float, float]:
        """See `Grid.span`."""
        return self.edge, self.edge

    def largest(self, screen: Size) -> tuple[int, int]:
        """See `Grid.largest`."""
        return self.top, self.top

    def tolerated(self, screen: Size) -> tuple[float, float]:
        """See `Grid.tolerated`: models that are told 999 at times write 1000 for the edge."""
        return 1000, 1000


def _fitted(size: Size, longest: int) -> Size:
    """Return a size with the same proportions whose longer side is at most `longest`."""
    if max(size) <= longest:
        return size
    scale = longest / max(size)
    return max(1, round(size[0] * scale)), max(1, round(size[1] * scale))
