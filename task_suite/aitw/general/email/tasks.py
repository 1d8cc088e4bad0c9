"""GENERAL's instructions to check the mail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from android_gym.task_suite.aitw.general.live import GeneralTask, runs, tasks_of
from android_gym.task_suite.mailbox import PACKAGE, SPAM, Incoming, fill
from android_gym.task_suite.task import NearMiss, Params

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["CheckEmail"]

_PEOPLE: Final = ("Ada Moore", "Bo Lindgren", "Carla Ruiz", "Dev Patel", "Emma Novak", "Farid Aziz")
_MAILS: Final = (
    ("Minutes of Monday", "The minutes are below. Please tell me what is missing."),
    ("Your parcel", "It comes on Thursday between nine and noon."),
    ("Photos of the hike", "I have put the best ones into the album."),
    ("Dentist", "Your next visit is on the third at half past ten."),
    ("Rehearsal", "We begin half an hour later this week."),
    ("Old bicycle", "Is it still for sale?"),
    ("Questions about the flat", "Does the kitchen stay as it is?"),
    ("Reading list", "Here are the first three books."),
)
_LEAST, _MOST = 2, 6
"""Mails that are there."""

_MAIN: Final = f"am start -W -n {PACKAGE}/.ConversationListActivityGmail && sleep 1"
_COMPOSE: Final = (
    f"am start -W -a android.intent.action.SENDTO -p {PACKAGE} -d mailto:ada@example.org && sleep 1"
)
_PHONE_SETTINGS: Final = "am start -W -a android.settings.SETTINGS && sleep 1"
_SETTINGS: Final = f"am start -W -n {PACKAGE}/.ui.settings.SettingsActivity && sleep 1"


class CheckEmail(GeneralTask):
    """Have the inbox in front."""

    apps = ("Gmail",)
    phrases = (
        "Have a look at my {subject}.",
        "Please go to my {subject}; I want to see what is new.",
        "Show me what has come: bring up my {subject}.",
        "I have not looked at my {subject} today. Open it.",
    )
    difficulty = "easy"
    reads_screen = True

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the app that is in front at the start, and the mail."""
        count = int(rng.integers(_LEAST, _MOST + 1))
        people = rng.integers(len(_PEOPLE), size=count)
        mails = rng.choice(len(_MAILS), size=count, replace=False)
        ages = sorted(int(age) for age in rng.integers(3, 3 * 24 * 60, size=count))
        unread = rng.random(count) < 0.6
        return {
            **super().sample(rng),
            "mails": [
                [_PEOPLE[person], *_MAILS[mail], age, bool(new)]
                for person, mail, age, new in zip(people, mails, ages, unread, strict=True)
            ],
        }

    def setup(self, device: Device, params: Params) -> None:
        """Fill the mailbox; one mail is spam."""
        mails = [_incoming(*mail) for mail in params["mails"]]
        spam = Incoming("Prizes <win@example.net>", "You have won", "Claim it.", 9000, label=SPAM)
        fill(device, [*mails, spam])
        super().setup(device, params)

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if Gmail is in front, and shows the inbox or a conversation in it."""
        if device.foreground_activity().partition("/")[0] != PACKAGE:
            return 0.0
        texts: dict[str, list[str]] = {}
        for element in device.ui_elements():
            name = (element.resource_name or "").rpartition("/")[2]
            texts.setdefault(name, []).append(element.text or "")
        listed = texts.get("folder_name") == ["Inbox"]
        opened = "subject_view" in texts and "Inbox" in texts.get("folder_button", ())
        return float(listed or opened)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return Gmail left again, its other places, and another app on top."""
        return {
            "opened and left": runs(_MAIN, "input keyevent KEYCODE_HOME && sleep 1"),
            "a new mail": runs(_COMPOSE),
            "its settings": runs(_SETTINGS),
            "another app on top": runs(
                _MAIN, "am start -W -a android.settings.SETTINGS && sleep 1"
            ),
            "its page in Settings": runs(
                "am start -W -a android.settings.APPLICATION_DETAILS_SETTINGS "
                f"-d package:{PACKAGE} && sleep 1"
            ),
        }


def _incoming(name: str, subject: str, body: str, age: int, unread: bool) -> Incoming:
    address = f"{name.lower().replace(' ', '.')}@example.org"
    return Incoming(f"{name} <{address}>", subject, body, age, unread)


vars().update(tasks_of("email", CheckEmail))
