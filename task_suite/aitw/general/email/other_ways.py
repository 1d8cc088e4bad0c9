"""Second ways to check the mail: by other folders, and a mail that is opened."""

from __future__ import annotations

from android_gym.task_suite.aitw.general.instructions import scripts_of
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def by_the_folders(screen: Screen, subject: str) -> Steps:
    """Look at another folder first, then open the first mail of the inbox."""
    yield from screen.open_app("Gmail")
    for place in ("Sent", "Inbox"):
        yield from screen.tap_on(description="Open navigation drawer")
        yield from screen.tap_on(text=place, class_name="CheckedTextView")
        yield from screen.wait_while(text="All mail")
    yield from screen.tap_on(resource_id="viewified_conversation_item_view")
    yield from screen.wait_for(resource_id="subject_view")


SCRIPTS: dict[str, Script] = scripts_of("email", by_the_folders)
