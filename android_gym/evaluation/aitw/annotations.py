"""Annotations of a screen, made of what accessibility tells: boxes, texts and types.

The data set's were found in pixels: text by reading it, icons by a classifier. Ours are what
`android_gym.screen_items` lists.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from android_gym.accessibility import UIElement
from android_gym.evaluation.aitw.records import Annotations
from android_gym.screen_items import screen_items

__all__ = ["annotate"]


def annotate(elements: Sequence[UIElement], size: tuple[int, int]) -> Annotations:
    """Return the annotations of a screen, from top to bottom.

    Args:
        elements: What accessibility reports.
        size: (width, height) of the screen in pixels.
    """
    items = screen_items(elements, size)
    boxes = np.array([item.box for item in items], np.float32).reshape(-1, 4)
    boxes.flags.writeable = False
    texts, kinds = tuple(item.text for item in items), tuple(item.kind for item in items)
    return Annotations(boxes, texts, kinds)
