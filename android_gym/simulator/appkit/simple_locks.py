"""Pattern and PIN locks of the Simple Mobile Tools: of the app, of hidden items, of deletion.

The app's preferences store the same values as the library's: whether a lock is on, the SHA-1 of the
PIN or of the pattern's dots, and which of the two it is. There is no fingerprint lock, as the phone
has no sensor.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Self

from android_gym.simulator.appkit.dialogs import MessageDialog
from android_gym.simulator.appkit.preferences import Preference, SwitchPreference, Value
from android_gym.simulator.appkit.simple_commons import SettingsScreen, SimpleScreen
from android_gym.simulator.appkit.simple_rows import check_row
from android_gym.simulator.appkit.simple_theme import prefs
from android_gym.simulator.ui.activity import (
    Activity,
    Context,
    Dialog,
    Dialogs,
    Overlay,
    S_co,
    callback,
)
from android_gym.simulator.ui.components import Tab, TabLayout
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, row, wide_column, wide_row
from android_gym.simulator.ui.pattern_lock import PatternLock
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = [
    "APP",
    "DELETION",
    "EXCLUDED",
    "HIDDEN",
    "AppLock",
    "Lock",
    "LockSettings",
    "LockableScreen",
    "ProtectionSet",
    "SetLock",
    "Unlock",
    "digest",
    "lock_row",
]

PATTERN, PIN = 0, 1
LEAST_PIN, MOST_PIN = 4, 10
MOST_TRIES = 3
"""Wrong answers until the user has to wait (``MAX_PASSWORD_RETRY_COUNT``)."""

WAIT_S = 5
"""Duration of that wait in seconds (``DEFAULT_PASSWORD_COUNTDOWN``)."""

WRONG_MS = 1000
"""Duration in ms for which an answer is shown as wrong."""

_DEFAULT: Final = ("Insert pattern", "Enter PIN")
_REPEAT: Final = ("Repeat pattern", "Repeat PIN")
_WRONG: Final = ("Wrong pattern", "Wrong PIN")
_TRIES, _SINCE = "password_retry_count", "password_count_down_start_ms"


def digest(text: str) -> str:
    """Return the SHA-1 of a PIN, or of the numbers of a pattern's dots, as hexadecimal digits."""
    return hashlib.sha1(text.encode("utf-8"), usedforsecurity=False).hexdigest()


@dataclass(frozen=True)
class Lock:
    """A lock for one kind of protection.

    Attributes:
        name: Prefix of its preference keys.
    """

    name: str

    @property
    def key(self) -> str:
        """Preference key of whether it is on."""
        return f"{self.name}password_protection"

    def is_on(self, context: Context) -> bool:
        """Return whether it is on."""
        return prefs(context).get(self.key) is True

    def hash(self, context: Context) -> str:
        """Return the hash that opens it; empty if there is none."""
        return prefs(context).get(f"{self.name}password_hash", "")

    def kind(self, context: Context) -> int | None:
        """Return `PATTERN` or `PIN`; None if neither is stored."""
        kept = prefs(context).get(f"{self.name}protection_type")
        return kept if type(kept) is int and kept in (PATTERN, PIN) else None

    def put(self, context: Context, hash: str, kind: int) -> None:
        """Turn it on with a hash, or off with an empty one."""
        values: dict[str, bool | str | int] = {
            self.key: bool(hash),
            f"{self.name}password_hash": hash,
            f"{self.name}protection_type": kind,
        }
        prefs(context).put(**values)


APP, HIDDEN, EXCLUDED, DELETION = Lock("app_"), Lock(""), Lock("excluded_"), Lock("delete_")
LOCKS: Final = {lock.name: lock for lock in (APP, HIDDEN, EXCLUDED, DELETION)}


def lock_row(lock: Lock, title: str, id: str) -> SwitchPreference:
    """Return the row that turns a lock on and off."""
    return check_row(lock.key, title, id)


@dataclass(frozen=True)
class SecurityDialog(Dialog[Activity[Any]]):
    """A question for a pattern or PIN: entered twice if it is new, else the one that was set.

    Attributes:
        lock: Name of the lock.
        tab: `PATTERN` or `PIN`, whichever is shown.
        first: Hash of the first answer, when a new one has to be repeated.
        pin: Digits typed so far.
        dots: Dots connected so far.
        wrong: Whether the last answer was wrong.
    """

    lock: str = ""
    tab: int = PATTERN
    first: str = ""
    pin: str = ""
    dots: tuple[int, ...] = ()
    wrong: bool = False

    @classmethod
    def of(cls, screen: Activity[Any], lock: Lock, **fields: Any) -> Self:
        """Return the dialog for a lock."""
        return cls(lock=lock.name, tab=lock.kind(screen.context) or PATTERN, **fields)

    def on_success(self, screen: Any, hash: str) -> None:
        """React to the right answer, after the dialog was closed."""
        raise NotImplementedError(f"{type(self).__name__} must say what it protects.")

    def on_cancel(self, screen: Any) -> None:
        """React to being closed without an answer."""

    # -- answers

    def _required(self, screen: Activity[Any]) -> str:
        lock = LOCKS[self.lock]
        return lock.hash(screen.context) if lock.is_on(screen.context) else ""

    def _answer(self, screen: Activity[Any], hash: str) -> None:
        wanted = self._required(screen) or self.first
        if not wanted:
            screen.update_dialog(replace(self, first=hash, pin="", dots=()))
        elif self._waiting(screen):
            screen.update_dialog(replace(self, pin="", dots=()))
        elif hash == wanted:
            prefs(screen.context).put(**{_TRIES: 0, _SINCE: 0})
            screen.dismiss_dialog()
            self.on_success(screen, hash)
        else:
            self._refuse(screen)

    def _refuse(self, screen: Activity[Any]) -> None:
        kept, now = prefs(screen.context), screen.context.system.clock.now_ms()
        before = kept.get(_TRIES)
        known = type(before) is int and before >= 0 and not self._since(screen)
        tries = before + 1 if known else 1
        waits = bool(self._required(screen)) and tries >= MOST_TRIES
        kept.put(**{_TRIES: tries, _SINCE: now if waits else 0})
        screen.update_dialog(replace(self, first="", pin="", wrong=True))
        screen.after(WRONG_MS, "forget_wrong")

    def _since(self, screen: Activity[Any]) -> int:
        """Return when the wait began, in epoch milliseconds; 0 if there is no wait."""
        since = prefs(screen.context).get(_SINCE)
        return since if type(since) is int and since > 0 else 0

    def _waiting(self, screen: Activity[Any]) -> int:
        """Return the seconds that are left to wait; 0 if there is no wait."""
        since = self._since(screen)
        if not since:
            return 0
        passed = screen.context.system.clock.watch(1000) * 1000 - since
        # The watched time is up to a second behind; setting the clock back ends the wait.
        return max(0, WAIT_S - max(0, passed) // 1000) if passed > -1000 else 0

    # -- views

    def build(self, screen: Activity[Any]) -> Overlay:
        """Return the window with both tabs, or only the page of the kind that opens the lock."""

        def cancel() -> None:
            screen.dismiss_dialog()
            self.on_cancel(screen)

        lock = LOCKS[self.lock]
        given = lock.kind(screen.context) if self._required(screen) else None
        tab = self.tab if given is None else given
        page = self._pattern(screen) if tab == PATTERN else self._pin(screen)
        tabs = TabLayout(
            [Tab("Pattern"), Tab("PIN")],
            tab,
            lambda index: screen.update_dialog(replace(self, tab=index, first="", pin="", dots=())),
            id="dialog_tab_layout",
            background="transparent",
        )
        content = wide_column(None if given is not None else tabs, page, id="dialog_holder")
        return alert_dialog(
            content=ScrollView(content, id="dialog_scrollview", width=MATCH),
            negative="Cancel",
            on_dismiss=cancel,
        )

    def _title(self, screen: Activity[Any], tab: int, id: str) -> View:
        left = self._waiting(screen) if self._required(screen) else 0
        if left:
            text = f"Too many incorrect unlock attempts.\nTry again in {left} seconds."
        elif self.wrong:
            text = _WRONG[tab]
        else:
            text = (_REPEAT if self.first else _DEFAULT)[tab]
        color = "#F44336" if left or self.wrong else "text_primary"
        return TextView(
            text, id=id, color=color, align="center", width=MATCH, padding=(16, 16, 16, 4)
        )

    def _pattern(self, screen: Activity[Any]) -> View:
        def done() -> None:
            shown = next((d for d in screen.dialogs if isinstance(d, SecurityDialog)), self)
            shown._answer(screen, digest("".join(map(str, shown.dots))))

        return wide_column(
            self._title(screen, PATTERN, "pattern_lock_title"),
            PatternLock(
                self.dots,
                lambda dots: screen.update_dialog(replace(self, dots=dots, wrong=False)),
                done,
                line="#F44336" if self.wrong else "primary",
                id="pattern_lock_view",
                key="pattern",
                width=MATCH,
                margin=(16, 8),
            ),
            id="pattern_lock_holder",
            key="pattern_page",
        )

    def _pin(self, screen: Activity[Any]) -> View:
        def typed(pin: str) -> None:
            known = self._required(screen) or self.first
            if known and digest(pin) == known:
                self._answer(screen, known)
            else:
                screen.update_dialog(replace(self, pin=pin, wrong=False))

        def number(digit: str) -> View:
            pin = f"{self.pin}{digit}" if len(self.pin) < MOST_PIN else self.pin
            return self._key(digit, f"pin_{digit}", lambda: typed(pin))

        def confirm() -> None:
            if not self.pin:
                screen.toast("Please enter a PIN")
            elif len(self.pin) < LEAST_PIN:
                screen.toast(f"PIN must be at least {LEAST_PIN} digits long")
            else:
                self._answer(screen, digest(self.pin))

        ok = row(
            ImageView("check", tint="text_primary"),
            id="pin_ok",
            class_name="android.widget.ImageView",
            content_description="OK",
            width=0,
            weight=1,
            min_height=56,
            content_gravity="center",
            on_click=confirm,
        )
        rows = [wide_row(*map(number, digits)) for digits in ("123", "456", "789")]
        rows.append(
            wide_row(self._key("C", "pin_c", lambda: typed(self.pin[:-1])), number("0"), ok)
        )
        return wide_column(
            self._title(screen, PIN, "pin_lock_title"),
            TextView(
                "*" * len(self.pin),
                id="pin_lock_current_pin",
                size=22,
                align="center",
                width=MATCH,
                min_height=48,
                padding=(0, 8),
            ),
            *rows,
            id="pin_lock_holder",
            key="pin_page",
            padding=(0, 0, 0, 8),
        )

    def _key(self, label: str, id: str, act: Callable[[], None]) -> View:
        return TextView(
            label,
            id=id,
            size=22,
            align="center",
            vertical="center",
            width=0,
            weight=1,
            min_height=56,
            on_click=act,
        )


@dataclass(frozen=True)
class SetLock(SecurityDialog):
    """A dialog that turns a lock on with a new pattern or PIN, or off with the current one."""

    def on_success(self, screen: Any, hash: str) -> None:
        """Store the setting, and confirm if it is on now."""
        lock = LOCKS[self.lock]
        on = not lock.is_on(screen.context)
        lock.put(screen.context, hash if on else "", self.tab)
        if on:
            screen.show_dialog(ProtectionSet())


@dataclass(frozen=True)
class ProtectionSet(MessageDialog[SettingsScreen[Any]]):
    """A message that a lock was turned on."""

    MESSAGE = "Password setup successfully. Please reinstall the app in case you forget it."


@dataclass(frozen=True)
class Unlock(SecurityDialog):
    """A question before a protected action.

    Attributes:
        method: Name of the screen's callback that performs it.
        arguments: Arguments of that callback.
    """

    method: str = ""
    arguments: tuple[str, ...] = ()

    def on_success(self, screen: Any, hash: str) -> None:
        """Perform the action."""
        screen.run_callback(self.method, self.arguments)


@dataclass(frozen=True)
class AppLock(SecurityDialog):
    """A question before the app shows anything; cancelling it leaves the app."""

    def on_success(self, screen: Any, hash: str) -> None:
        """Call the screen's `begin`."""
        screen.begin()

    def on_cancel(self, screen: Any) -> None:
        """Leave the app."""
        screen.finish()


class LockableScreen(SimpleScreen[S_co]):
    """A screen that asks for a pattern or a PIN before it shows or does something."""

    DIALOGS: ClassVar[Dialogs] = (AppLock, Unlock)

    def lock_app(self) -> None:
        """Ask for the pattern or PIN if the app is locked, then call `begin`; called once."""
        if APP.is_on(self.context):
            self.show_dialog(AppLock.of(self, APP))
        else:
            self.begin()

    def begin(self) -> None:
        """React to the app having been unlocked."""

    @property
    def locked(self) -> bool:
        """True while the app's lock has not been opened."""
        return any(isinstance(dialog, AppLock) for dialog in self.dialogs)

    def guarded(self, lock: Lock, method: str, *arguments: str) -> None:
        """Run a callback, after asking for the pattern or PIN if a lock is on."""
        if lock.is_on(self.context):
            self.show_dialog(Unlock.of(self, lock, method=method, arguments=arguments))
        else:
            self.run_callback(method, arguments)

    @callback
    def forget_wrong(self) -> None:
        """Clear a wrong answer."""
        forget_wrong(self)


class LockSettings(SettingsScreen[S_co]):
    """Settings with rows for locks."""

    DIALOGS: ClassVar[Dialogs] = (ProtectionSet, SetLock)

    def set_value(self, preference: Preference, value: Value) -> None:
        """Store a setting; for a lock, after its pattern or PIN was entered."""
        lock = next((one for one in LOCKS.values() if one.key == preference.key), None)
        if lock is None:
            super().set_value(preference, value)
        else:
            self.show_dialog(SetLock.of(self, lock))

    @callback
    def forget_wrong(self) -> None:
        """Clear a wrong answer."""
        forget_wrong(self)


def forget_wrong(screen: Activity[Any]) -> None:
    """Clear a wrong answer in a screen's dialog."""
    shown = next((d for d in screen.dialogs if isinstance(d, SecurityDialog)), None)
    if shown is not None and shown.wrong:
        screen.update_dialog(replace(shown, dots=(), wrong=False))
