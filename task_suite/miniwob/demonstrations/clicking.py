"""Pages where something is to be tapped."""

from __future__ import annotations

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.task_suite.demonstrations.script import Steps
from android_gym.task_suite.miniwob.demonstrations.page import Page, Place, box_of, script

__all__ = ["SCRIPTS"]


def _named_button(page: Page) -> Steps:
    yield from page.tap(page.button(page.quoted()[0]))


def _only_button(page: Page) -> Steps:
    yield from page.tap(page.button())


def _numbered_button(page: Page) -> Steps:
    (name,) = page.asks(r"Click button (\w+)\.")
    yield from _tap_uncovered(page, page.button(name))


def _button_sequence(page: Page) -> Steps:
    one, two = page.asks(r"Click button (\w+), then click button (\w+)\.")
    yield from _tap_uncovered(page, page.button(one))
    yield from _tap_uncovered(page, page.button(two))


def _tap_uncovered(page: Page, button: UIElement) -> Steps:
    """Tap a button where no later one lies over it."""
    buttons = page.find_all(class_name="Button")
    over = [box_of(other) for other in buttons[buttons.index(button) + 1 :]]
    yield from page.tap_at(*_uncovered(box_of(button), over))


def _uncovered(box: BoundingBox, over: list[BoundingBox]) -> tuple[float, float]:
    """Return the point of a box that is furthest inside of what others leave of it."""
    points = [
        (box.x_min + box.width * i / 20, box.y_min + box.height * j / 20)
        for i in range(1, 20)
        for j in range(1, 20)
    ]

    def room(point: tuple[float, float]) -> float:
        x, y = point
        inside = min(x - box.x_min, box.x_max - x, y - box.y_min, box.y_max - y)
        outside = [
            max(other.x_min - x, x - other.x_max, other.y_min - y, y - other.y_max)
            for other in over
        ]
        return min([inside, *outside])

    return max(points, key=room)


def _dialog(page: Page) -> Steps:
    yield from page.tap(page.button("Close"))


def _dialog_button(page: Page) -> Steps:
    name = page.quoted()[0]
    yield from page.tap(page.button("Close" if name == "x" else name))


def _link(page: Page) -> Steps:
    yield from page.tap(page.links(page.quoted()[0])[0])


def _collapsible(page: Page) -> Steps:
    header = next(e for e in page.items if (e.text or "").strip().startswith("Section #"))
    yield from page.tap(header)
    yield from page.wait()
    yield from page.submit()


def _link_in_section(page: Page) -> Steps:
    for number in range(1, 4):
        yield from page.tap(page.text(f"Section #{number}"))
        yield from page.wait()
        found = page.links(page.quoted()[0])
        if found:
            yield from page.tap(found[0])
            return


def _tab(page: Page) -> Steps:
    (name,) = page.asks(r"Click on (Tab #\d)")
    yield from page.tap(page.text(name))


def _link_in_tab(page: Page) -> Steps:
    """Look through the tabs from the first, which is open, to the last."""
    wanted = page.quoted()[0]
    for number in range(1, 7):
        if number > 1:
            yield from page.tap((page.texts(f"Tab #{number}") or page.texts(str(number)))[0])
        found = page.links(wanted)
        if found:
            yield from page.tap(found[0])
            return


def _widget(page: Page) -> Steps:
    kind = page.quoted()[0]
    line = 24 * page.scale  # a field of one line is lower
    found = {
        "radio": page.of_class("RadioButton"),
        "checkbox": page.of_class("CheckBox"),
        "button": page.of_class("Button"),
        "text": [e for e in page.fields if box_of(e).height < line],
        "textarea": [e for e in page.fields if box_of(e).height >= line],
    }[kind]
    yield from page.tap(found[0])


def _focus(page: Page) -> Steps:
    yield from page.tap(page.fields[0])


def _focus_one(page: Page) -> Steps:
    (number,) = page.asks(r"the (\d)\w\w input")
    yield from page.tap(page.fields[int(number) - 1])


def _grid(page: Page) -> Steps:
    x, y = page.asks(r"\((-?\d),(-?\d)\)")
    # The middle is in the middle of a square of 150 pixels, below the instruction.
    yield from page.tap_place(Place(4 + 75 + 30 * int(x), 54 + 75 - 30 * int(y)))


def _pie(page: Page) -> Steps:
    yield from page.tap(page.text("+"))
    yield from page.wait()
    yield from page.wait()
    yield from page.tap(page.text(page.quoted()[0]))


SCRIPTS = {
    "click-button": script(_named_button),
    "click-button-sequence": script(_button_sequence),
    "click-collapsible": script(_collapsible),
    "click-collapsible-2": script(_link_in_section),
    "click-dialog": script(_dialog),
    "click-dialog-2": script(_dialog_button),
    "click-link": script(_link),
    "click-pie": script(_pie),
    "click-tab": script(_tab),
    "click-tab-2": script(_link_in_tab),
    "click-tab-2-easy": script(_link_in_tab),
    "click-tab-2-hard": script(_link_in_tab),
    "click-tab-2-medium": script(_link_in_tab),
    "click-test": script(_only_button),
    "click-test-2": script(_numbered_button),
    "click-test-transfer": script(_numbered_button),
    "click-widget": script(_widget),
    "focus-text": script(_focus),
    "focus-text-2": script(_focus_one),
    "grid-coordinate": script(_grid),
    "unicode-test": script(_named_button),
}
"""Scripts by the names of pages."""
