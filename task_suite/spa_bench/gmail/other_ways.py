"""Second ways through SPA-Bench's tasks of Gmail: detours, and mistakes that are put right."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.spa_bench.gmail.demonstrations import (
    ADDRESS,
    go,
    open_notifications,
    open_settings,
    write,
)

__all__ = ["SCRIPTS"]


def draft_in_two_goes(screen: Screen) -> Steps:
    """Keep an empty mail to the address, and write it afterwards."""
    yield from screen.open_app("Gmail")
    yield from screen.tap_on(resource_id="compose_button")
    yield from screen.type_into(ADDRESS, resource_id="to")
    yield from screen.tap_on(description="Navigate up")
    yield from go(screen, "Drafts")
    yield from screen.wait_for(text="Drafts", resource_id="folder_name")
    yield from screen.tap_on(resource_id="viewified_conversation_item_view")
    yield from screen.type_into("Paper", resource_id="subject")
    yield from screen.type_into("How far is it?", resource_id="composearea_tap_trap_bottom")
    yield from screen.tap_on(description="Navigate up")
    yield from screen.wait_for(text="Message saved as draft")


def send_a_draft(screen: Screen) -> Steps:
    """Leave the mail as a draft, send it from there, and find it by a search as well."""
    yield from write(screen)
    yield from screen.tap_on(description="Navigate up")
    yield from go(screen, "Drafts")
    yield from screen.wait_for(text="Drafts", resource_id="folder_name")
    yield from screen.tap_on(resource_id="viewified_conversation_item_view")
    yield from screen.tap_on(description="Send")
    yield from screen.wait_for(text="Sent")
    yield from go(screen, "Sent")
    yield from screen.wait_for(text="Sent", resource_id="folder_name")
    yield from screen.tap_on(resource_id="viewified_conversation_item_view")
    yield from screen.tap_on(resource_id="recipient_summary")
    yield from screen.wait_for(text="From")


def schedule_again(screen: Screen) -> Steps:
    """Schedule for the afternoon, take that back, and choose the morning."""
    yield from write(screen)
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Schedule send")
    yield from screen.tap_on(text="Tomorrow afternoon")
    yield from screen.tap_on(text="Undo")
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Schedule send")
    yield from screen.tap_on(text="Tomorrow morning")
    yield from go(screen, "Scheduled")
    yield from screen.wait_for(text="Scheduled", resource_id="folder_name")
    yield from screen.tap_on(resource_id="viewified_conversation_item_view")
    yield from screen.wait_for(resource_id="subject_view")


def settings_by_the_face(screen: Screen) -> Steps:
    """Tap the picture of the account."""
    yield from screen.open_app("Gmail")
    yield from screen.tap_on(resource_id="selected_account_disc_gmail")
    yield from screen.tap_on(text="General settings")
    yield from screen.wait_for(text="Swipe actions")


def silence_the_wrong_one_first(screen: Screen) -> Steps:
    """Turn another kind off and on again."""
    yield from open_notifications(screen)
    yield from screen.switch("Mail", False)
    yield from screen.switch("Mail", True)
    yield from screen.switch("Attachments", False)


def the_dot_first(screen: Screen) -> Steps:
    """Turn the dot off first; go back by the launcher."""
    yield from open_settings(screen)
    yield from screen.tap_on(contains="@")
    yield from screen.tap_on(text="Manage notifications")
    yield from screen.switch("Allow notification dot", False)
    yield from screen.switch("Miscellaneous", False)
    while screen.find(resource_id="folder_name") is None:
        yield from screen.back()


SCRIPTS: dict[str, Script] = {
    "ENG-gmail-0": draft_in_two_goes,
    "ENG-gmail-1": send_a_draft,
    "ENG-gmail-2": schedule_again,
    "ENG-gmail-3": settings_by_the_face,
    "ENG-gmail-4": silence_the_wrong_one_first,
    "ENG-gmail-5": the_dot_first,
}
