"""Moves in Gmail that the demonstrations of changes name."""

from __future__ import annotations

from android_gym.task_suite.android_gym import pages
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["MOVES", "SCRIPTS"]


def go(screen: Screen, place: str) -> Steps:
    """Open Gmail, and a place from its drawer."""
    yield from screen.open_app("Gmail")
    yield from screen.wait_for(description="Open navigation drawer")
    yield from screen.tap_on(description="Open navigation drawer")
    yield from screen.scroll_to(text=place, class_name="CheckedTextView")
    yield from screen.tap_on(text=place, class_name="CheckedTextView")


def settings(screen: Screen, page: str) -> Steps:
    """Open a page of the settings."""
    yield from go(screen, "Settings")
    yield from screen.wait_for(text="General settings")
    yield from screen.tap_on(text=page)
    yield from screen.wait_while(text="Settings")


def open_mail(screen: Screen, subject: str, place: str = "Inbox") -> Steps:
    """Open a mail by its subject, from the inbox or another place."""
    if place == "Inbox":
        yield from screen.open_app("Gmail")
    else:
        yield from go(screen, place)
    yield from screen.wait_for(text=place, resource_id="folder_name")
    yield from screen.tap_on(text=subject, resource_id="subject")
    yield from screen.wait_for(text=subject, resource_id="subject_view")


def more(screen: Screen, entry: str) -> Steps:
    """Choose an entry of the bar's menu."""
    bar = screen.need(description="Navigate up")
    yield from screen.tap(screen.need(description="More options", beside=bar))
    yield from screen.tap_on(text=entry, resource_id="title")


def write(screen: Screen, body: str, to: str = "", subject: str = "") -> Steps:
    """Fill in a mail that is open in the editor."""
    if to:
        yield from screen.type_into(to, resource_id="to")
    if subject:
        yield from screen.type_into(subject, resource_id="subject")
    yield from screen.type_into(body, resource_id="composearea_tap_trap_bottom")


def compose(screen: Screen, to: str, subject: str, body: str) -> Steps:
    """Open the editor and write a mail."""
    yield from screen.open_app("Gmail")
    yield from screen.tap_on(resource_id="compose_button")
    yield from screen.wait_for(resource_id="to")
    yield from write(screen, body, to, subject)


def send(screen: Screen) -> Steps:
    """Send the mail in the editor."""
    yield from screen.tap_on(description="Send")
    yield from screen.wait_while(resource_id="composearea_tap_trap_bottom")


SCRIPTS: dict[str, Script] = {}

MOVES: dict[str, Script] = {
    **pages.MOVES,
    "compose": compose,
    "go": go,
    "more": more,
    "open_mail": open_mail,
    "send": send,
    "settings": settings,
    "write": write,
}
