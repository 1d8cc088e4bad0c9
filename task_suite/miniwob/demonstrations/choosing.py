"""Pages where some of several things are to be chosen."""

from __future__ import annotations

from typing import Final

import numpy as np

from android_gym.accessibility import UIElement
from android_gym.task_suite.demonstrations.script import Steps
from android_gym.task_suite.miniwob.demonstrations.page import Page, box_of, script

__all__ = ["ALIKE", "SCRIPTS"]

ALIKE: Final = tuple(
    frozenset(line.split())
    for line in """
        big large huge enormous gigantic
        small tiny little mini petite
        red scarlet crimson vermillion
        happy cheerful joyful gleeful delighted
        sad unhappy sorrowful miserable tragic
        angry mad furious irritated
        evil wicked immoral sinful corrupt depraved
        wrong incorrect mistaken erroneous
        real genuine actual
        strange odd peculiar unusual weird
        stop cease halt end finish
        scared terrified panicked fearful frightened afraid
        quiet calm peaceful serene mild
        old aged archaic
        love like adore favor
        kill murder assassinate
        keep retain preserve sustain maintain
        hide conceal camouflage
        hate despise loathe detest dislike
        funny humorous amusing comical laughable
        fat fleshy plump chubby
        stupid dumb dull unwise
        delicious savory delectable appetizing
        cut slice carve chop
        brave courageous fearless
        begin start initiate launch
        answer reply response
        television televisions TV TVs
        house home houses homes
        fire flame fires flames
        pig pork swine
        rabbit rabbits bunny bunnies
        car cars automobile automobiles vehicle vehicles
        water
    """.strip().splitlines()
)
"""Words of one meaning, in groups."""


def _boxes(page: Page) -> Steps:
    (names,) = page.asks(r"Select (.*) and click Submit\.")
    for name in [] if names == "nothing" else names.split(", "):
        yield from page.tap(page.text(name))
    yield from page.submit()


def _similar_boxes(page: Page) -> Steps:
    (words,) = page.asks(r"similar to (.*) and click Submit\.")
    wanted = frozenset[str]().union(*(_alike(word) for word in words.split(", ")))
    for box in page.of_class("CheckBox"):
        if (box.text or "").strip() in wanted:
            yield from page.tap(box)
    yield from page.submit()


def _alike(word: str) -> frozenset[str]:
    return next((group for group in ALIKE if word in group), frozenset({word}))


def _list(page: Page) -> Steps:
    (name,) = page.asks(r"Select (.+) from the list and click Submit\.")
    yield from page.tap(page.of_class("Spinner")[0])
    yield from page.tap_on(text=name)
    yield from page.submit()


def _scroll_list(page: Page) -> Steps:
    (names,) = page.asks(r"Select (.+) from the scroll list and click Submit\.")
    yield from page.tap(page.of_class("Spinner", "ListView")[0])
    for name in names.split(", "):
        yield from page.tap_on(text=name)
    yield from page.tap_on(text="OK")
    yield from page.submit()


_PLAYBACK: Final = ("Prev", "Stop", "Play", "Next")
"""Items of the menu inside the menu."""


def _menu(page: Page) -> Steps:
    yield from page.tap(page.button("Menu"))
    yield from page.wait()
    wanted = page.quoted()[1:]
    names = wanted or ["Save", "Zoom In", "Zoom Out"]
    looks = {name: _sign(page, page.text(name)) for name in names if page.texts(name)}
    if not wanted or wanted[0] in _PLAYBACK:
        yield from page.tap(page.text("Playback"))
        yield from page.wait()
        looks |= {name: _sign(page, page.text(name)) for name in _PLAYBACK}
    name = wanted[0] if wanted else _most_like(looks, _asked_sign(page))
    yield from page.tap(page.text(name))


def _sign(page: Page, item: UIElement) -> np.ndarray:
    """Return the ink of the sign left of an item's name: bool (rows, columns)."""
    left, top = page.place_of(box_of(item).x_min, box_of(item).center[1])
    return _ink(page.part(left + 2, top - 8, left + 18, top + 8))


def _asked_sign(page: Page) -> np.ndarray:
    """Return the ink of the sign that the instruction shows, left of its last word."""
    word = page.need(text="icon.")
    left, middle = page.place_of(box_of(word).x_min, box_of(word).center[1])
    return _ink(page.part(left - 18, middle - 9, left - 2, middle + 9))


def _ink(part: np.ndarray) -> np.ndarray:
    """Return where a picture is dark, without the edges that have nothing."""
    dark = part.max(axis=2) < 140
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    if len(rows) == 0:
        return np.zeros((1, 1), bool)
    return dark[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _most_like(signs: dict[str, np.ndarray], wanted: np.ndarray) -> str:
    """Return whose sign has its ink where the wanted one has."""
    import cv2

    def unlike(name: str) -> float:
        sign = signs[name]
        shape = abs(sign.shape[0] - wanted.shape[0]) + abs(sign.shape[1] - wanted.shape[1])
        size = wanted.shape[1], wanted.shape[0]
        same = cv2.resize(sign.astype(np.float32), size, interpolation=cv2.INTER_AREA)
        return float(np.abs(same - wanted).mean()) + shape / sum(wanted.shape)

    return min(sorted(signs), key=unlike)


def _tree(page: Page) -> Steps:
    """Open folders, from top to bottom, until the name can be seen."""
    name = page.quoted()[0]
    opened: set[tuple[str, int]] = set()
    while not page.texts(name):
        folder = next(
            (e for e in _rows(page) if _key(page, e) not in opened and _is_closed_folder(page, e)),
            None,
        )
        if folder is None:
            raise page.stuck(f"no folder has {name!r} inside")
        opened.add(_key(page, folder))
        yield from page.tap(folder)
    yield from page.tap(page.texts(name)[0])


def _rows(page: Page) -> list[UIElement]:
    return sorted((e for e in page.items if e.text), key=lambda e: box_of(e).y_min)


def _key(page: Page, row: UIElement) -> tuple[str, int]:
    return row.text or "", round(box_of(row).x_min)


def _is_closed_folder(page: Page, row: UIElement) -> bool:
    """Return True if the sign left of a name is a folder's, which is yellow."""
    left, top = page.place_of(box_of(row).x_min, box_of(row).y_min)
    sign = page.part(left - 15, top, left - 1, top + 12).astype(int)
    return float(((sign[:, :, 0] - sign[:, :, 2]) > 60).mean()) > 0.3


def _slider(page: Page) -> Steps:
    (number,) = page.asks(r"Select (-?\d+) with the slider")
    handles = [e for e in page.of_class("View") if not e.text and _is_small(page, e)]
    if not handles:
        raise page.stuck("there is no handle")
    handle = handles[0]
    yield from page.tap(handle)
    yield from page.press("MOVE_HOME")
    low = _value(page)
    yield from page.press("MOVE_END")
    high = _value(page)
    wanted, leap = int(number), (high - low) // 5
    if wanted - low < high - wanted:
        yield from page.press("MOVE_HOME")
    while (way := wanted - _value(page)) != 0:
        if abs(way) > leap / 2 and low <= _value(page) + (leap if way > 0 else -leap) <= high:
            yield from page.press("PAGE_UP" if way > 0 else "PAGE_DOWN")
        else:
            yield from page.press("DPAD_RIGHT" if way > 0 else "DPAD_LEFT")
    yield from page.submit()


def _is_small(page: Page, element: UIElement) -> bool:
    return max(box_of(element).width, box_of(element).height) < 20 * page.scale


def _value(page: Page) -> int:
    texts = ((e.text or "").strip() for e in page.items if (e.class_name or "")[-6:] != "Button")
    return next(int(text) for text in texts if text.lstrip("-").isdigit())


SCRIPTS = {
    "choose-list": script(_list),
    "click-checkboxes": script(_boxes),
    "click-checkboxes-large": script(_boxes),
    "click-checkboxes-soft": script(_similar_boxes),
    "click-checkboxes-transfer": script(_boxes),
    "click-menu-2": script(_menu),
    "click-option": script(_boxes),
    "click-scroll-list": script(_scroll_list),
    "navigate-tree": script(_tree),
    "use-slider": script(_slider),
}
"""Scripts by the names of pages."""
