"""The task of copying a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from android_gym.devices.user_data import STORAGE
from android_gym.task_suite.task import Disputed, NearMiss, Params, Task
from android_gym.task_suite.text_match import fuzzy_match, other_number, same_text
from android_gym.task_suite.touches import NewFilesBelow, Rows, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["TEXTS", "SystemCopyToClipboard"]

RESET = "~~~RESET~~~"
"""The clipboard's text at the start."""

_TYPED = ("notes", "notes of Keep", "drafts of messages", "drafts of Gmail")
"""Tables of texts that apps save as they are typed."""

TEXTS = (
    "Gate 27B closes at 18:45, don't be late",
    "Order #60318 ships on Tuesday",
    "mara.lindqvist@example.org",
    "The plumber's number is 555-0142",
    "12 Harbour Lane, Apt. 9, Rockport",
    "Password hint: grandma's favourite soup",
    'She said "bring two umbrellas" and left',
    "https://example.com/tickets?id=7781",
    "Oven at 220 C, bake for 35 minutes",
    "Rehearsal moved to room C-204",
    "Flight LX 1953, seat 14F, window",
    "Buy: oats, lentils, coffee & soap",
    "Dr. Okafor - Thursday 9:30 AM",
    "Wi-Fi guest code: violet-canyon-88",
    "Meet me under the old clock tower",
    "Invoice total: $1,284.50",
    "Locker 311, turn left twice",
    "Feed the cat @ 7 and water the ferns",
    "Reference no. QX-7702-LM",
    "It's half past three in Nairobi",
    "Chapter 6: 'The Lighthouse Keeper'",
    "Return the ladder to Mr. Dubois",
    "Checksum 9f3e-77aa-01bc",
    "Happy birthday, Ingrid! See you soon",
    "Parking level -2, row H, space 58",
    "Train leaves platform 4 at 06:12",
    "Two spoons of honey, one lemon",
    "Contact support@example.net for refunds",
    "Quiz night #12: team name needed",
    "Allergic to: walnuts, shellfish",
    "Tracking: 1Z 884 22W 03",
    "Mind the gap; hold the handrail",
    "Backup finished in 48 seconds",
    "Grandpa's toolbox is in the shed",
    "Vote for option B by Friday noon",
    "Coordinates 47.3769, 8.5417",
)
"""Texts that may be asked for, no two similar."""


class SystemCopyToClipboard(Task):
    """Put a text on the clipboard, from wherever it can be typed and copied."""

    template = "Copy the following text to the clipboard: {clipboard_content}"
    rewordings = (
        "Please put this text on the clipboard: {clipboard_content}",
        "I want the clipboard to hold exactly the text after the colon: {clipboard_content}",
        "Set the phone's clipboard to: {clipboard_content}",
        "The next time I paste, this is what should come out: {clipboard_content}",
    )
    apps = ("Clipper",)
    tags = ("data_entry", "parameterized")
    complexity = 1

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw a text."""
        return {"clipboard_content": str(rng.choice(TEXTS))}

    def setup(self, device: Device, params: Params) -> None:
        """Put another text on the clipboard."""
        device.set_clipboard(RESET)

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow new files and a new note or draft, as apps save what is typed in them."""
        return [NewFilesBelow(STORAGE), *(Rows(table, added=1) for table in _TYPED)]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the clipboard has the text asked for, word for word."""
        return float(same_text(device.get_clipboard().strip(), params["clipboard_content"]))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the clipboard's text is at least 90 % similar to the text asked for."""
        return float(fuzzy_match(device.get_clipboard().strip(), params["clipboard_content"]))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return half of the text, another text, the text twice, and a deletion on the way."""
        text = params["clipboard_content"]
        wrong = other_number(text)
        other = TEXTS[TEXTS.index(text) - 1] if text in TEXTS else TEXTS[0]

        def puts(wrong: str) -> NearMiss:
            return lambda device: device.set_clipboard(wrong)

        def harms(device: Device) -> None:
            puts(text)(device)
            device.shell(f"rmdir {STORAGE}/Ringtones")

        return {
            "the first half": puts(text[: len(text) // 2]),
            "another text": puts(other),
            "the text twice": puts(f"{text} {text}"),
            "a folder deleted": Disputed(harms),
            **({"another number": Disputed(puts(wrong))} if wrong != text else {}),
            "its last word": puts(text.split()[-1] if " " in text else text[-3:]),
        }
