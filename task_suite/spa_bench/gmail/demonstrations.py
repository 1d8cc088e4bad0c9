"""Demonstrations of SPA-Bench's tasks of Gmail."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["ADDRESS", "SCRIPTS", "go", "open_notifications", "open_settings", "write"]

ADDRESS = "agent.benchmark.2024@gmail.com"
_SUBJECT, _BODY = "Your new paper", "How is your new paper?"


def write(screen: Screen) -> Steps:
    """Open the editor, and write the mail."""
    yield from screen.open_app("Gmail")
    yield from screen.tap_on(resource_id="compose_button")
    yield from screen.type_into(ADDRESS, resource_id="to")
    yield from screen.type_into(_SUBJECT, resource_id="subject")
    yield from screen.type_into(_BODY, resource_id="composearea_tap_trap_bottom")


def go(screen: Screen, place: str) -> Steps:
    """Open a folder from the drawer."""
    yield from screen.tap_on(description="Open navigation drawer")
    yield from screen.scroll_to(text=place, class_name="CheckedTextView")
    yield from screen.tap_on(text=place, class_name="CheckedTextView")


def look(screen: Screen, place: str) -> Steps:
    """Open the first mail of a folder."""
    yield from go(screen, place)
    yield from screen.wait_for(text=place, resource_id="folder_name")
    yield from screen.tap_on(resource_id="viewified_conversation_item_view")
    yield from screen.wait_for(resource_id="subject_view")


def draft(screen: Screen) -> Steps:
    """Write the mail, and leave it."""
    yield from write(screen)
    yield from screen.tap_on(description="Navigate up")
    yield from screen.wait_for(text="Message saved as draft")


def send(screen: Screen) -> Steps:
    """Write and send the mail, and open it."""
    yield from write(screen)
    yield from screen.tap_on(description="Send")
    yield from look(screen, "Sent")


def schedule(screen: Screen) -> Steps:
    """Write the mail, choose when it is sent, and open it."""
    yield from write(screen)
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Schedule send")
    yield from screen.tap_on(text="Tomorrow morning")
    yield from look(screen, "Scheduled")


def open_settings(screen: Screen) -> Steps:
    """Open the settings from the drawer."""
    yield from screen.open_app("Gmail")
    yield from go(screen, "Settings")
    yield from screen.wait_for(text="General settings")


def open_notifications(screen: Screen) -> Steps:
    """Open the page of Gmail's notifications."""
    yield from open_settings(screen)
    yield from screen.tap_on(text="General settings")
    yield from screen.tap_on(text="Manage notifications")
    yield from screen.wait_for(text="All Gmail notifications")


def silence_attachments(screen: Screen) -> Steps:
    """Turn the kind off."""
    yield from open_notifications(screen)
    yield from screen.switch("Attachments", False)


def silence_miscellaneous(screen: Screen) -> Steps:
    """Turn the kind and the dot off, and go back."""
    yield from open_notifications(screen)
    yield from screen.switch("Miscellaneous", False)
    yield from screen.switch("Allow notification dot", False)
    while screen.find(resource_id="folder_name") is None:
        yield from screen.back()


SCRIPTS: dict[str, Script] = {
    "ENG-gmail-0": draft,
    "ENG-gmail-1": send,
    "ENG-gmail-2": schedule,
    "ENG-gmail-3": open_settings,
    "ENG-gmail-4": silence_attachments,
    "ENG-gmail-5": silence_miscellaneous,
}
