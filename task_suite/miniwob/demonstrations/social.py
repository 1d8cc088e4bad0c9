"""Pages with posts."""

from __future__ import annotations

from typing import Final, NamedTuple

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.task_suite.demonstrations.script import Steps
from android_gym.task_suite.miniwob.demonstrations.page import Page, Place, box_of, script

__all__ = ["SCRIPTS"]

_ICONS: Final = {"Reply": 27.0, "Retweet": 60.0, "Like": 92.5, "More": 124.5, "Share": 124.5}
"""Middles of a post's signs from the left, in pixels of the page."""

_ROW: Final = ("Reply", "Retweet", "Like", "More")
"""A post's signs, from left to right."""

_DOWN: Final = 48
"""From the top of a post's name to the middle of its signs, in pixels of the page."""


def _list_box(page: Page) -> BoundingBox:
    return next(box_of(e) for e in page.items if e.is_scrollable)


class _Post(NamedTuple):
    """A post that can be seen, with its signs.

    Attributes:
        user: Such as ``"@ann"``.
        body: What it says.
        sign_y: Where its signs are, in pixels of the screen.
    """

    user: str
    body: str
    sign_y: float


def _posts(page: Page, area: BoundingBox) -> list[_Post]:
    told = sorted((e for e in page.items if (e.text or "").strip()), key=lambda e: box_of(e).y_min)
    posts = []
    for index, element in enumerate(told):
        user = (element.text or "").strip()
        top = box_of(element).y_min
        sign_y = top + _DOWN * page.scale
        if not user.startswith("@") or sign_y > area.y_max - 2 * page.scale:
            continue
        if top < area.y_min + page.scale:
            continue  # its name is half hidden: where it begins can't be seen
        body = next((e.text or "" for e in told[index + 1 :] if _is_below(e, element)), "")
        posts.append(_Post(user, body.strip(), sign_y))
    return posts


def _is_below(element: UIElement, name: UIElement) -> bool:
    return box_of(element).y_min >= box_of(name).y_max - 2


def _tap_sign(page: Page, post: _Post, name: str) -> Steps:
    left, _ = page.on_screen(Place(0, 0))
    yield from page.tap_at(left + _ICONS[name] * page.scale, post.sign_y)


def _signs(page: Page, user: str) -> list[UIElement]:
    """Return reply, retweet, like and more of somebody's post; [] where they can't be seen."""
    for name in page.texts(user):
        top = box_of(name).y_min
        row = [
            e
            for e in page.of_class("View")
            if e.is_clickable and 30 * page.scale < box_of(e).y_max - top < 60 * page.scale
        ]
        if len(row) == len(_ROW):
            return sorted(row, key=lambda e: box_of(e).x_min)
    return []


def _one(page: Page) -> Steps:
    user, action = page.asks(r'For the user (\S+), click on the "(.+)" button')
    area = _list_box(page)
    for _ in range(12):
        if _signs(page, user):
            break
        yield from page.swipe_inside(area, share=0.3)
    signs = dict(zip(_ROW, _signs(page, user), strict=True))
    if action in signs:
        yield from page.tap(signs[action])
        return
    yield from page.tap(signs["More"])
    name = f"{action} {user}" if action in ("Mute", "Block") else action
    for _ in range(6):
        found = [e for e in page.texts(name) if box_of(e).height > 8 * page.scale]
        if found:
            yield from page.tap(found[0])
            return
        yield from page.swipe_inside(area, share=0.4)
    raise page.stuck(f"the menu has no {name!r}")


def _some(page: Page) -> Steps:
    """Use a sign of all posts by somebody, or of some of them, then submit."""
    if "all posts" in page.utterance:
        action, user = page.asks(r'the "(\w+)" button on all posts by (\S+) and')
        wanted = 100
    else:
        action, count, user = page.asks(r'the "(\w+)" button on (\d+) posts? by (\S+) and')
        wanted = int(count)
    area = _list_box(page)
    done: set[tuple[str, str]] = set()
    moved = True
    while moved:
        for post in _posts(page, area):
            key = post.user, post.body
            if post.user == user and key not in done and len(done) < wanted:
                done.add(key)
                yield from _tap_sign(page, post, action)
        if page.texts("Submit"):
            button = page.text("Submit")
            if box_of(button).height > 12 * page.scale:
                break
        before = [(e.text, box_of(e).y_min) for e in page.items]
        yield from page.swipe_inside(area, share=0.3)
        moved = [(e.text, box_of(e).y_min) for e in page.items] != before
    yield from page.submit()


SCRIPTS = {
    "social-media": script(_one),
    "social-media-all": script(_some),
    "social-media-some": script(_some),
}
"""Scripts by the names of pages."""
