"""Annotations of a screen, made from its accessibility elements: boxes, texts and types.

Those of the data set were found in pixels: text by OCR, icons by a classifier. Here they are the
items listed by `android_gym.screen_items`.
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
        elements: The elements reported by accessibility.
        size: (width, height) of the screen in pixels.
    """
    items = screen_items(elements, size)
    boxes = np.array([item.box for item in items], np.float32).reshape(-1, 4)
    boxes.flags.writeable = False
    texts, kinds = tuple(item.text for item in items), tuple(item.kind for item in items)
    return Annotations(boxes, texts, kinds)
