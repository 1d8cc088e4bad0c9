"""SPA-Bench's tasks of Gmail: a mail that is drafted, sent or scheduled, and notifications."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.errors import TaskError
from android_gym.task_suite.mailbox import (
    DRAFT,
    PACKAGE,
    SCHEDULED,
    SENT,
    TRASH,
    Incoming,
    Mail,
    fill,
    read,
    write,
)
from android_gym.task_suite.spa_bench.live import LiveTask
from android_gym.task_suite.task import NearMiss, Params
from android_gym.task_suite.touches import Rows, Touch
from android_gym.trace import EpisodeTrace, ScreenState

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "DraftMail",
    "OpenGmailSettings",
    "ScheduleMail",
    "SendMail",
    "SilenceAttachments",
    "SilenceMiscellaneous",
]

_ADDRESS: Final = "agent.benchmark.2024@gmail.com"
_PAPER: Final = re.compile(r"\bpapers?\b", re.I)
_MORNING: Final = range(5, 12)
"""Hours of a morning."""

_LETTER: Final = Mail((_ADDRESS,), "Your new paper", "How is your new paper?", frozenset())
_NEWS: Final = (
    Incoming("Campus <news@example.org>", "Lectures in spring", "The list is out.", 1500, False),
    Incoming("Mia Berger <mia@example.org>", "Saturday", "Are you coming along?", 400),
)


def _names(screen: ScreenState) -> Mapping[str, str]:
    """Return the texts of a screen's elements by their resource names; the last of each."""
    return {
        (element.resource_name or "").rpartition("/")[2]: element.text or ""
        for element in screen.elements
        if element.is_visible is not False
    }


def _in_gmail(screen: ScreenState) -> bool:
    return screen.package == PACKAGE


class _Writing(LiveTask):
    """A task that writes one mail to one address.

    Attributes:
        label: Canonical name of the label that the mail is to have.
    """

    apps = ("Gmail",)
    label: ClassVar[str] = ""

    def setup(self, device: Device, params: Params) -> None:
        """Leave two mails in the inbox, and no other."""
        fill(device, _NEWS)

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the mail."""
        kind = "drafts" if self.label == DRAFT else "mails"
        return [Rows(f"{kind} of Gmail", added=1)]

    def in_time(self, device: Device, mail: Mail) -> bool:
        """Return whether the mail has the right time."""
        return True

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if exactly one mail was written, to this address alone, that asks about the paper."""
        written = read(device)[len(_NEWS) :]
        if len(written) != 1:
            return 0.0
        mail = written[0]
        right = (
            (mail.to, mail.cc, mail.bcc) == ((_ADDRESS,), (), ())
            and mail.labels == {self.label}
            and bool(_PAPER.search(f"{mail.subject} {mail.body}"))
            and not mail.files
            and not mail.answers
            and self.in_time(device, mail)
        )
        return float(right)

    def right_time(self, device: Device) -> int:
        """Return a time for a near miss, epoch milliseconds; 0 for now."""
        return 0

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Other addresses, words and places; twice; with a copy."""
        other = _ADDRESS.replace("2024", "2023")
        place = frozenset({self.label})
        elsewhere = DRAFT if self.label != DRAFT else SENT
        return {
            "to another address": self._writes(to=(other,)),
            "to another address, too": self._writes(to=(_ADDRESS, other)),
            "with a copy": self._writes(cc=(other,)),
            "with a copy in secret": self._writes(bcc=(other,)),
            "about something else": self._writes(subject="Hello", body="How are you?"),
            "in another place": self._writes(labels=frozenset({elsewhere})),
            "in the trash": self._writes(labels=place | {TRASH}),
            "twice": self._writes(times=2),
            "nothing": lambda device: device.launch(PACKAGE),
        }

    def _writes(
        self,
        *,
        to: tuple[str, ...] = _LETTER.to,
        cc: tuple[str, ...] = (),
        bcc: tuple[str, ...] = (),
        subject: str = _LETTER.subject,
        body: str = _LETTER.body,
        labels: frozenset[str] | None = None,
        times: int = 1,
    ) -> NearMiss:
        place = frozenset({self.label}) if labels is None else labels

        def act(device: Device) -> None:
            mail = Mail(to, subject, body, place, cc, bcc, self.right_time(device))
            write(device, *[mail] * times)

        return act


class DraftMail(_Writing):
    """Draft a mail."""

    uid = "ENG/gmail_0"
    label = DRAFT
    rewordings = (
        f"Write an email to {_ADDRESS} that asks about their new paper, but leave it as a draft.",
        f"In Gmail, keep a draft to {_ADDRESS} in which you ask them about their new paper.",
        f"I want to ask {_ADDRESS} about their new paper. Prepare the email; don't send it yet.",
        f"Please make a draft of an email about the new paper, addressed to {_ADDRESS}.",
    )


class _Confirming(_Writing):
    """A task that writes a mail and then looks at it.

    Attributes:
        folder: Name of the folder in which Gmail lists the mail.
    """

    folder: ClassVar[str]

    def judge(self, trace: EpisodeTrace, params: Params) -> float:
        """1.0 once Gmail has listed the mail's folder, and then shown it."""
        listed = False
        for screen in filter(_in_gmail, trace.screens):
            names = _names(screen)
            listed = listed or (
                names.get("folder_name") == self.folder
                and "viewified_conversation_item_view" in names
            )
            if listed and "subject_view" in names and _PAPER.search(" ".join(screen.texts)):
                return 1.0
        return 0.0


class SendMail(_Confirming):
    """Send a mail, and look at it under Sent."""

    uid = "ENG/gmail_1"
    label = SENT
    folder = "Sent"
    rewordings = (
        f"Ask {_ADDRESS} about their new paper by email. After sending, go to the Sent tab and "
        "open the email's details to confirm it.",
        f"In Gmail, send {_ADDRESS} an email with a question about their new paper, then open it "
        "in the Sent tab to see that it went.",
        f"Write to {_ADDRESS} about their new paper and send it. Confirm that in the Sent tab by "
        "the details of the email.",
        f"Send an email about the new paper to {_ADDRESS}. Then navigate to Sent and check the "
        "email there.",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """The mail alone, too: nobody has looked at it."""
        return {**super().near_misses(params), "not looked at": self._writes()}


class ScheduleMail(_Confirming):
    """Schedule a mail for tomorrow morning, and look at it under Scheduled."""

    uid = "ENG/gmail_2"
    label = SCHEDULED
    folder = "Scheduled"
    rewordings = (
        f"Ask {_ADDRESS} about their new paper in an email that is sent tomorrow morning. Then "
        "open it in the Scheduled tab to confirm.",
        f"In Gmail, schedule an email to {_ADDRESS} about their new paper for tomorrow morning, "
        "go to the Scheduled tab and check its details.",
        f"Write {_ADDRESS} an email with a question about their new paper, have it go out "
        "tomorrow morning, and confirm that by its details in the Scheduled tab.",
        f"An email about the new paper should reach {_ADDRESS} tomorrow morning: schedule it, and "
        "look at it in the Scheduled tab afterwards.",
    )

    @staticmethod
    def _here(device: Device, epoch_ms: int) -> dt.datetime:
        offset = device.shell("date +%z").strip()
        zone = dt.datetime.strptime(offset, "%z").tzinfo
        return dt.datetime.fromtimestamp(epoch_ms / 1000, zone)

    def in_time(self, device: Device, mail: Mail) -> bool:
        """Return whether it is to be sent tomorrow morning."""
        if not 0 < mail.sent_ms < 2**42:
            return False
        when, now = self._here(device, mail.sent_ms), self._here(device, device.now_ms())
        return (when.date() - now.date()).days == 1 and when.hour in _MORNING

    def right_time(self, device: Device) -> int:
        """Return eight o'clock tomorrow."""
        now_ms = device.now_ms()
        now = self._here(device, now_ms)
        morning = now.replace(hour=8, minute=0, second=0, microsecond=0) + dt.timedelta(days=1)
        return int(morning.timestamp() * 1000)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """The mail alone, too: nobody has looked at it."""
        return {**super().near_misses(params), "not looked at": self._writes()}


class _Settings(LiveTask):
    """A task in Gmail's settings and those of its notifications."""

    apps = ("Gmail",)

    def setup(self, device: Device, params: Params) -> None:
        """Leave two mails in the inbox, which is in front: the goal names no app."""
        fill(device, _NEWS)
        device.launch(PACKAGE)


def _shell(*commands: str) -> NearMiss:
    def act(device: Device) -> None:
        for command in commands:
            device.shell(command)

    return act


_OWN_PAGE: Final = (
    "am start -W -a android.settings.APP_NOTIFICATION_SETTINGS "
    f"--es android.provider.extra.APP_PACKAGE {PACKAGE} && sleep 1"
)
_OWN_SETTINGS: Final = f"am start -W -n {PACKAGE}/.ui.settings.SettingsActivity && sleep 1"


class OpenGmailSettings(_Settings):
    """Open Gmail's settings."""

    uid = "ENG/gmail_3"
    reads_screen = True
    rewordings = (
        "Open the settings of Gmail.",
        "In Gmail, go to the settings.",
        "Bring up Gmail's own settings.",
        "I want to change something in Gmail: take me to its settings.",
    )

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if a page of Gmail's settings is in front."""
        package, _, name = device.foreground_activity().partition("/")
        return float(package == PACKAGE and bool(re.search("Settings|Preference", name)))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Gmail itself, the phone's settings, its page in them, its settings left again."""
        return {
            "the inbox": lambda device: device.launch(PACKAGE),
            "the phone's": _shell("am start -W -a android.settings.SETTINGS && sleep 1"),
            "its page in the phone's": _shell(_OWN_PAGE),
            "left again": _shell(_OWN_SETTINGS, "input keyevent KEYCODE_HOME && sleep 1"),
        }


class _Silence(_Settings):
    """Turn one kind of Gmail's notifications off.

    Attributes:
        kind: Its name.
    """

    kind: ClassVar[str] = ""

    def state(self, device: Device) -> tuple[dict[str, int], bool, bool]:
        """Return the importance of kinds by their names, whether any come at all, and the dot."""
        kinds, own, allowed, dot = dict[str, int](), False, False, True
        for line in device.shell("dumpsys notification").splitlines():
            if match := re.match(r"\s*AppSettings: (\S+) (.*)", line):
                own = match[1] == PACKAGE
                if own:
                    allowed = "importance=NONE" not in match[2]
                    dot = "showBadge=false" not in match[2]
            elif own and (match := _CHANNEL.match(line)):
                kinds[match["name"]] = int(match["importance"])
        return kinds, allowed, dot

    def silent(self, device: Device, *, dot: bool) -> bool:
        """Return whether just this kind is off, and the dot as it should be."""
        kinds, allowed, shown = self.state(device)
        off = {name for name, importance in kinds.items() if importance == 0}
        return allowed and off == {self.kind} and shown == dot

    def switches(self, *names: str) -> Callable[[Device], None]:
        """Return what taps switches on the page of Gmail's notifications."""

        def act(device: Device) -> None:
            device.shell(_OWN_PAGE)
            for name in names:
                seen = device.ui_elements()
                # A kind's text opens its page; its switch has its name as description.
                found = [each for each in seen if each.content_description == name]
                found += [each for each in seen if each.text == name]
                box = found[0].bbox_pixels if found else None
                if box is None:
                    raise TaskError(
                        f"Gmail's page of notifications shows no {name!r} to be tapped."
                    )
                x, y = box.center
                device.shell(f"input tap {round(x)} {round(y)} && sleep 1")

        return act


_CHANNEL: Final = re.compile(
    r"\s*NotificationChannel\{mId='[^']*', mName=(?P<name>.*?), .*?mImportance=(?P<importance>\d)\b"
)


class SilenceAttachments(_Silence):
    """Turn the notifications of attachments off."""

    uid = "ENG/gmail_4"
    kind = "Attachments"
    rewordings = (
        "In Gmail's settings, look at the notifications and switch those for Attachments off.",
        "Go to the settings of Gmail, check how notifications are set now, and turn off the ones "
        "for Attachments.",
        "I want no notifications about Attachments from Gmail: change that in its settings.",
        "Open Gmail's settings. See how its notifications are set, then disable Attachments.",
    )

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if only this kind of notifications is off, and the notification dot is unchanged."""
        return float(self.silent(device, dot=True))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Another kind, one too many, all of them, the page alone, the dot too."""
        return {
            "another kind": self.switches("Mail"),
            "one too many": self.switches("Attachments", "Miscellaneous"),
            "all of them": _shell(f"pm revoke {PACKAGE} android.permission.POST_NOTIFICATIONS"),
            "the page only": _shell(_OWN_PAGE),
            "the dot too": self.switches("Attachments", "Allow notification dot"),
        }


class SilenceMiscellaneous(_Silence):
    """Turn a kind of notifications and the dot off, and go back to the inbox."""

    uid = "ENG/gmail_5"
    kind = "Miscellaneous"
    reads_screen = True
    rewordings = (
        "In Gmail's settings, look at the notifications, switch those for Miscellaneous and the "
        "'notification dot' off, and go back to the Inbox.",
        "Go to the settings of Gmail and check its notifications. Disable Miscellaneous, disable "
        "the 'notification dot', and end up in the Inbox again.",
        "I want neither Miscellaneous notifications nor a 'notification dot' from Gmail. Change "
        "that in its settings, then return to its Inbox.",
        "Open Gmail's settings, see how notifications are set, turn off Miscellaneous as well as "
        "the 'notification dot'; after that, show the Inbox.",
    )

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if this kind of notifications and the dot are off, and the inbox is in front."""
        if device.foreground_activity().partition("/")[0] != PACKAGE:
            return 0.0
        inbox = any(
            element.text == "Inbox" and (element.resource_name or "").endswith("/folder_name")
            for element in device.ui_elements()
        )
        return float(inbox and self.silent(device, dot=False))

    def progress(self, device: Device, params: Params) -> float:
        """Half for both switches."""
        if self.success(device, params, None):
            return 1.0
        return 0.5 * self.silent(device, dot=False)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """The kind alone, the dot alone, another kind, not back in the inbox."""

        def back(*names: str) -> NearMiss:
            def act(device: Device) -> None:
                self.switches(*names)(device)
                device.launch(PACKAGE)
                device.shell("sleep 1")

            return act

        dot = "Allow notification dot"
        return {
            "the kind only": back("Miscellaneous"),
            "the dot only": back(dot),
            "another kind": back("Attachments", dot),
            "one too many": back("Attachments", "Miscellaneous", dot),
            "not back": self.switches("Miscellaneous", dot),
        }
