"""Notifications: posted by apps, shown by SystemUI, readable by ``dumpsys`` and ``cmd``.

What a tap does is described by data (`PendingIntent`) and carried out here through the activity
manager.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Final

from immutables import Map

from android_gym.simulator.state import State
from android_gym.simulator.system import users
from android_gym.simulator.system.activities import ActivityManager
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.keyguard import Keyguard
from android_gym.simulator.system.packages import PackageManager
from android_gym.simulator.system.settings import Settings
from android_gym.simulator.system.status_bar import StatusBarManager

__all__ = [
    "IMPORTANCE_DEFAULT",
    "IMPORTANCE_HIGH",
    "IMPORTANCE_LOW",
    "IMPORTANCE_MIN",
    "IMPORTANCE_NONE",
    "Channel",
    "Notification",
    "NotificationAction",
    "NotificationManager",
    "PendingIntent",
    "Snoozed",
    "StatusBarIcon",
]

IMPORTANCE_NONE: Final = 0
IMPORTANCE_MIN: Final = 1
IMPORTANCE_LOW: Final = 2
IMPORTANCE_DEFAULT: Final = 3
IMPORTANCE_HIGH: Final = 4

HEADS_UP_MS: Final = 5_000
"""Time that a heads-up notification stays on screen before it moves to the shade."""

MAX_NOTIFICATIONS: Final = 50
"""Maximum notifications of a package (NotificationManagerService.MAX_PACKAGE_NOTIFICATIONS)."""

MAX_TEXT: Final = 1024
"""Maximum characters of each text (Notification.MAX_CHARSEQUENCE_LENGTH)."""

PERMISSION: Final = "android.permission.POST_NOTIFICATIONS"
_SYSTEM_PACKAGES: Final = {"android": users.SYSTEM, "com.android.shell": users.SHELL}


@dataclass(frozen=True)
class PendingIntent:
    """An intent to be sent later.

    Attributes:
        intent: The intent.
        kind: ``activity`` or ``broadcast``.
    """

    intent: Intent
    kind: str = "activity"


@dataclass(frozen=True)
class Channel:
    """A notification channel: a category of an app's notifications that the user can configure.

    Attributes:
        id: Unique in the app.
        name: Name shown in Settings.
        importance: ``IMPORTANCE_*``; NONE blocks it, HIGH shows heads-up notifications.
        description: Description shown in Settings.
    """

    id: str
    name: str
    importance: int = IMPORTANCE_DEFAULT
    description: str = ""


@dataclass(frozen=True)
class NotificationAction:
    """A notification's action button.

    Attributes:
        title: The button's text.
        pending: The intent that it sends.
        reply_key: For a reply action, the name of the extra that carries the typed text.
    """

    title: str
    pending: PendingIntent
    reply_key: str = ""


@dataclass(frozen=True)
class Notification:
    """One notification.

    Attributes:
        package: The package that posts it.
        id: Number unique in the app together with `tag`.
        title: First line.
        text: Second line.
        icon: Icon name, as `ui.icons` knows it.
        tag: See `id`.
        channel: Id of a channel of the app's; see `NotificationManager.create_channel`.
        content: The intent that a tap sends, if any.
        actions: Buttons.
        auto_cancel: Whether a tap removes it.
        ongoing: Whether the user can't swipe it away.
        foreground_service: Whether it belongs to a foreground service, which must not be killed in
            the background (``FLAG_FOREGROUND_SERVICE``).
        big_text: Longer text, shown when expanded.
        sub_text: Text in its header.
        category: ``Notification.CATEGORY_*``, such as ``msg`` or ``alarm``.
        group: Notifications with the same group are shown together.
        only_alert_once: Whether posting it again stays silent.
        chronometer: Whether it shows the time since `when_ms` instead of the time.
        progress: (done, total), or None.
        when_ms: Epoch milliseconds; 0 for the time it is posted.
        importance: Set when posted, from the channel.
        posted_ms: Set when posted: epoch milliseconds.
        uid: Set when posted: user id of the app.
        media: Whether it represents the app's media session (``MediaStyle``), and is shown as media
            controls while the session exists.
    """

    package: str
    id: int
    title: str
    text: str = ""
    icon: str = "notifications"
    tag: str = ""
    channel: str = ""
    content: PendingIntent | None = None
    actions: tuple[NotificationAction, ...] = ()
    auto_cancel: bool = True
    ongoing: bool = False
    foreground_service: bool = False
    big_text: str = ""
    sub_text: str = ""
    category: str = ""
    group: str = ""
    only_alert_once: bool = False
    chronometer: bool = False
    progress: tuple[int, int] | None = None
    when_ms: int = 0
    importance: int = IMPORTANCE_DEFAULT
    posted_ms: int = 0
    uid: int = 0
    media: bool = False

    @property
    def key(self) -> str:
        """Return its key, in Android's form ``user|package|id|tag|uid``."""
        return f"0|{self.package}|{self.id}|{self.tag or 'null'}|{self.uid}"


@dataclass(frozen=True)
class StatusBarIcon:
    """A notification's icon in the status bar.

    Attributes:
        package: The package that posted it.
        icon: Icon name, as `ui.icons` knows it.
        text: First text of the notification, for accessibility services.
    """

    package: str
    icon: str
    text: str


@dataclass(frozen=True)
class Snoozed:
    """A snoozed notification.

    Attributes:
        item: The notification, as it will reappear.
        since_ms: When it was snoozed, in milliseconds since boot.
        until_ms: When it reappears.
        timer: Id of the timer that brings it back.
    """

    item: Notification
    since_ms: int
    until_ms: int
    timer: int


@dataclass(frozen=True)
class _Notifications:
    active: tuple[Notification, ...] = ()  # in the order of posting
    channels: Map[tuple[str, str], Channel] = field(default_factory=Map)
    heads_up: str = ""
    heads_up_timer: int = 0
    snoozed: tuple[Snoozed, ...] = ()
    dotless: frozenset[str] = frozenset()  # packages not allowed a dot on their icon


class NotificationManager:
    """Posts and cancels notifications, and carries out the user's actions on them."""

    def __init__(
        self,
        state: State,
        clock: Clock,
        settings: Settings,
        packages: PackageManager,
        activities: ActivityManager,
        status_bar: StatusBarManager,
        keyguard: Keyguard,
    ) -> None:
        self._slot = state.slot("notifications", _Notifications())
        self._clock = clock
        self._settings = settings
        self._packages = packages
        self._activities = activities
        self._status_bar = status_bar
        self._keyguard = keyguard
        self._listeners: list[Callable[[str, Notification], None]] = []
        activities.is_foreground_service = self.has_foreground_service
        clock.handler("heads_up", lambda _: self.hide_heads_up())
        clock.handler("unsnooze", self._snooze_over, str)

    # For apps

    def create_channel(self, package: str, channel: Channel) -> None:
        """Create a channel. An existing one keeps its importance, which is the user's to set."""
        value = self._slot.peek()
        known = value.channels.get((package, channel.id))
        if known is not None:
            channel = replace(channel, importance=known.importance)
        if channel != known:
            channels = value.channels.set((package, channel.id), channel)
            self._slot.update(channels=channels)

    def channels(self, package: str) -> list[Channel]:
        """Return an app's channels, sorted by id."""
        channels = self._slot.get().channels
        return [channels[key] for key in sorted(channels) if key[0] == package]

    def set_importance(self, package: str, channel: str, importance: int) -> None:
        """Set a channel's importance, as Settings does. NONE cancels its notifications."""
        value = self._slot.peek()
        known = value.channels.get((package, channel))
        if known is None:
            return
        changed = replace(known, importance=importance)
        self._slot.update(channels=value.channels.set((package, channel), changed))
        if importance == IMPORTANCE_NONE:
            for item in value.active:
                if (item.package, item.channel) == (package, channel):
                    self.cancel(package, item.id, item.tag)

    def shows_dot(self, package: str) -> bool:
        """Return whether the app's icon may have a dot while it has notifications."""
        return package not in self._slot.select("dotless", attrgetter("dotless"))

    def set_dot(self, package: str, allowed: bool) -> None:
        """Allow or forbid the dot on the app's icon, as the user does in Settings."""
        rest = self._slot.peek().dotless - {package}
        self._slot.update(dotless=rest if allowed else rest | {package})

    def enabled(self, package: str) -> bool:
        """Return whether the app may post notifications.

        It may if it was granted the permission, or does not declare it, being older than the
        permission.
        """
        if not self._packages.installed(package):
            return package in _SYSTEM_PACKAGES
        asks = PERMISSION in self._packages.manifest(package).permissions
        return not asks or self._packages.granted(package, PERMISSION)

    def post(self, notification: Notification) -> bool:
        """Show a notification, replacing one with the same id and tag.

        Texts are truncated to `MAX_TEXT` characters.

        Returns:
            Whether it is shown: not if the app lacks the permission, its channel is blocked, or the
                app already shows `MAX_NOTIFICATIONS` others. Only the system itself may show more.
        """
        value = self._slot.peek()
        channel = value.channels.get((notification.package, notification.channel))
        importance = notification.importance if channel is None else channel.importance
        if importance == IMPORTANCE_NONE or not self.enabled(notification.package):
            return False
        now = self._clock.now_ms()
        notification = replace(
            notification,
            title=notification.title[:MAX_TEXT],
            text=notification.text[:MAX_TEXT],
            big_text=notification.big_text[:MAX_TEXT],
            sub_text=notification.sub_text[:MAX_TEXT],
            importance=importance,
            posted_ms=now,
            when_ms=notification.when_ms or now,
            uid=self._uid(notification.package),
        )
        key, package = notification.key, notification.package
        if self.snoozed(key) is not None:
            self._keep_snoozed(key, notification)
            return False
        known = any(item.key == key for item in value.active)
        if not known and package != "android":
            count = sum(item.package == package for item in value.active)
            if count >= MAX_NOTIFICATIONS:
                return False
        active = (*(item for item in value.active if item.key != key), notification)
        self._slot.update(active=active)
        if importance >= IMPORTANCE_HIGH and not (known and notification.only_alert_once):
            self._show_heads_up(key)
        self._tell("posted", notification)
        return True

    def _uid(self, package: str) -> int:
        known = _SYSTEM_PACKAGES.get(package)
        return self._packages.state(package).uid if known is None else known

    def cancel(self, package: str, id: int, tag: str = "") -> bool:
        """Cancel an app's notification. Return whether there was one."""

        def asked(item: Notification) -> bool:
            return (item.package, item.id, item.tag) == (package, id, tag)

        return self._forget_snoozed(asked) or self._remove(asked)

    def cancel_all(self, package: str) -> bool:
        """Cancel all notifications of an app. Return whether there were any."""
        away = self._forget_snoozed(lambda item: item.package == package)
        return self._remove(lambda item: item.package == package) or away

    # For the user

    def active(self) -> list[Notification]:
        """Return what is shown: the most important first, of equals the latest first."""
        return _ordered(self._slot.get())

    def of(self, package: str) -> tuple[Notification, ...]:
        """Return what is shown of one app, in the same order."""

        def own(value: _Notifications) -> tuple[Notification, ...]:
            return tuple(item for item in _ordered(value) if item.package == package)

        return self._slot.select(("of", package), own)

    def has_foreground_service(self, package: str) -> bool:
        """Return whether one of an app's notifications belongs to a foreground service."""
        return any(
            item.package == package and item.foreground_service for item in self._slot.get().active
        )

    def get(self, key: str) -> Notification | None:
        """Return the notification with a `Notification.key`, if it is shown."""
        return next((item for item in self._slot.get().active if item.key == key), None)

    def status_bar_icons(self) -> tuple[StatusBarIcon, ...]:
        """Return the icons in the status bar: one per app, ordered as in `active`."""
        return self._slot.select("status_bar_icons", _status_bar_icons)

    @property
    def heads_up(self) -> Notification | None:
        """The heads-up notification on screen."""
        return self._slot.select("heads_up", _heads_up)

    def hide_heads_up(self) -> None:
        """Move the heads-up notification to the shade."""
        self._clock.cancel(self._slot.peek().heads_up_timer)
        self._slot.update(heads_up="", heads_up_timer=0)

    def hold_heads_up(self) -> None:
        """Keep the heads-up notification on screen until the user acts on it."""
        self._clock.cancel(self._slot.peek().heads_up_timer)
        self._slot.update(heads_up_timer=0)

    def press(self, key: str) -> bool:
        """Do what a tap on a notification does. Return whether it does anything."""
        item = self.get(key)
        if item is None or item.content is None:
            return False
        if item.auto_cancel:
            self._remove(lambda other: other.key == key)
        self._unlock(item.content)
        self._status_bar.collapse()
        self.hide_heads_up()
        self.send(item.content)
        return True

    def press_action(self, key: str, index: int, reply: str = "") -> bool:
        """Do what a tap on one of its buttons does.

        Args:
            key: `Notification.key`.
            index: Index of the button.
            reply: The typed text, if the button asks for one.

        Returns:
            Whether there is such a button.
        """
        item = self.get(key)
        if item is None or not 0 <= index < len(item.actions):
            return False
        action = item.actions[index]
        pending = action.pending
        if action.reply_key:
            extras = pending.intent.extras.set(action.reply_key, reply)
            pending = replace(pending, intent=replace(pending.intent, extras=extras))
        if pending.kind == "activity":
            self._unlock(pending)
            self._status_bar.collapse()
        self.hide_heads_up()
        self.send(pending)
        return True

    def dismiss(self, key: str) -> bool:
        """Swipe a notification away. Return whether it could be dismissed."""
        return self._remove(lambda item: item.key == key and not item.ongoing)

    def dismiss_all(self) -> None:
        """Dismiss all notifications, as "Clear all" does."""
        self._remove(lambda item: not item.ongoing)

    def snooze(self, key: str, duration_ms: int) -> bool:
        """Snooze a notification; updates that its app posts meanwhile are kept.

        Snoozing one that is already snoozed restarts its time.

        Returns:
            Whether it was snoozed: not if there is none, or the user can't swipe it away.
        """
        away = self.snoozed(key)
        item = self.get(key) if away is None else away.item
        if item is None or item.ongoing or duration_ms <= 0:
            return False
        if away is not None:
            self._clock.cancel(away.timer)
        timer = self._clock.schedule(duration_ms, "unsnooze", key)
        rest = tuple(each for each in self._slot.peek().snoozed if each.item.key != key)
        now = self._clock.elapsed_ms()
        self._slot.update(snoozed=(*rest, Snoozed(item, now, now + duration_ms, timer)))
        if away is None:
            self._remove(lambda other: other.key == key)
        return True

    def unsnooze(self, key: str) -> bool:
        """Bring a snoozed notification back. Return whether it was snoozed."""
        away = self.snoozed(key)
        if away is None:
            return False
        self._forget_snoozed(lambda item: item.key == key)
        self.post(away.item)
        return True

    def _snooze_over(self, key: str) -> None:
        self.unsnooze(key)

    def snoozed(self, key: str) -> Snoozed | None:
        """Return the snoozed notification with a key, if there is one."""
        return next((each for each in self._slot.get().snoozed if each.item.key == key), None)

    def _keep_snoozed(self, key: str, item: Notification) -> None:
        """Replace a snoozed notification by its app's update."""
        kept = self._slot.peek().snoozed
        changed = tuple(replace(each, item=item) if each.item.key == key else each for each in kept)
        self._slot.update(snoozed=changed)

    def _forget_snoozed(self, which: Callable[[Notification], bool]) -> bool:
        kept = self._slot.peek().snoozed
        gone = [each for each in kept if which(each.item)]
        for each in gone:
            self._clock.cancel(each.timer)
        if gone:
            self._slot.update(snoozed=tuple(each for each in kept if each not in gone))
        return bool(gone)

    def _unlock(self, pending: PendingIntent) -> None:
        """Unlock the phone for an activity that the user asked for."""
        if pending.kind == "activity":
            self._keyguard.dismiss()

    def send(self, pending: PendingIntent) -> None:
        """Send a pending intent."""
        if pending.kind == "broadcast":
            self._activities.broadcast(pending.intent)
        else:
            self._activities.start(pending.intent)

    def listen(self, listener: Callable[[str, Notification], None]) -> None:
        """Have `listener` called with ``posted`` or ``removed`` and the notification."""
        self._listeners.append(listener)

    def _remove(self, which: Callable[[Notification], bool]) -> bool:
        value = self._slot.peek()
        removed = [item for item in value.active if which(item)]
        if not removed:
            return False
        self._slot.update(active=tuple(item for item in value.active if not which(item)))
        if any(item.key == value.heads_up for item in removed):
            self.hide_heads_up()
        for item in removed:
            self._tell("removed", item)
        return True

    def _show_heads_up(self, key: str) -> None:
        wanted = self._settings.get_int("global", "heads_up_notifications_enabled", 1)
        disturb = self._settings.get_int("global", "zen_mode", 0)
        if wanted == 0 or disturb != 0 or self._status_bar.panel or self._keyguard.showing:
            return
        self._clock.cancel(self._slot.peek().heads_up_timer)
        timer = self._clock.schedule(HEADS_UP_MS, "heads_up")
        self._slot.update(heads_up=key, heads_up_timer=timer)

    def _tell(self, what: str, notification: Notification) -> None:
        for listener in self._listeners:
            listener(what, notification)


def _status_bar_icons(value: _Notifications) -> tuple[StatusBarIcon, ...]:
    shown: dict[str, StatusBarIcon] = {}
    for item in _ordered(value):
        if item.importance > IMPORTANCE_MIN:
            icon = StatusBarIcon(item.package, item.icon, item.title or item.text)
            shown.setdefault(item.package, icon)
    return tuple(shown.values())


def _heads_up(value: _Notifications) -> Notification | None:
    if not value.heads_up:
        return None
    return next((item for item in value.active if item.key == value.heads_up), None)


def _ordered(value: _Notifications) -> list[Notification]:
    return sorted(reversed(value.active), key=lambda item: -item.importance)
