"""Notifications as shown in the shade, on the lock screen and as heads-up cards.

A collapsed notification has its title beside its age, and a line of text; an expanded one has a
header with the app's name above them, and its actions. A group is a single card until it is
expanded. A long press shows a notification's inline settings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from android_gym.simulator.apps.systemui.actions import (
    SystemUi,
    guts,
    press,
    send,
    set_alerting,
    show_guts,
    snooze,
    snoozed,
    toggle,
    undo_snooze,
)
from android_gym.simulator.apps.systemui.model import SNOOZE_MINUTES, NoticesState
from android_gym.simulator.system.notifications import IMPORTANCE_DEFAULT, Notification, Snoozed
from android_gym.simulator.system.words import counted, phrase, verbatim
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    SwipeLayout,
    column,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import (
    Button,
    EditText,
    ImageButton,
    ImageView,
    ProgressBar,
    TextView,
)

__all__ = ["notice", "notices"]

LINES_OF_GROUP: Final = 3
"""Number of notifications with their own line in a collapsed group."""

_ICON_WIDTH: Final = 36
"""Width of the icon's circle and the space beside it."""

AUTOGROUP: Final = 4
"""Number of an app's ungrouped notifications that form a group (NotificationManagerService)."""


def notices(
    window: SystemUi[NoticesState], items: Sequence[Notification], *, first: bool = True
) -> list[View]:
    """Build the cards of notifications in order; the first one is expanded.

    Args:
        window: The window that shows the cards.
        items: The notifications.
        first: Whether a card about a just snoozed notification comes first.
    """
    count: dict[str, int] = {}
    for item in items:
        count[item.package] = count.get(item.package, 0) + (not item.group)
    groups: dict[tuple[str, str], list[Notification]] = {}
    for item in items:
        grouped = item.group or (item.package if count[item.package] >= AUTOGROUP else item.key)
        groups.setdefault((item.package, grouped), []).append(item)
    away = snoozed(window) if first else None
    cards = [] if away is None else [_snoozed(window, away)]
    for (package, name), members in groups.items():
        if len(members) > 1:
            cards.append(_group(window, f"{package}:{name}", members))
        else:
            cards.append(notice(window, members[0], opened=not cards))
    return cards


def notice(
    window: SystemUi[NoticesState], item: Notification, *, opened: bool = False, peeks: bool = False
) -> View:
    """Build the card of one notification.

    Args:
        window: The window that shows the card.
        item: The notification.
        opened: Whether it is expanded until the user collapses it.
        peeks: Whether it is on top of the screen, where it has its actions while collapsed, too.
    """
    notifications = window.system.notifications
    if guts(window) == item.key:
        return _guts(window, item)
    opened ^= item.key in window.state.toggled
    answering = window.state.reply.key == item.key
    answers = _field(window, item) if answering else _buttons(window, item)
    if not (opened or peeks or answering):
        answers = None
    card = wide_column(
        _opened(window, item) if opened else _closed(window, item),
        answers,
        _snooze_button(window, item) if opened and not answering else None,
        id="expandableNotificationRow",
        class_name="android.widget.FrameLayout",
        padding=(16, 0, 16, 8 if answers else 20),
        background=Rounded("notification", 24),
        on_click=partial(notifications.press, item.key),
        on_long_click=partial(show_guts, window, item.key),
    )
    dismiss = partial(notifications.dismiss, item.key)
    return SwipeLayout(
        [card],
        key=item.key,
        on_swipe={"left": dismiss, "right": dismiss},
        width=MATCH,
        padding=(16, 2),
    )


def _closed(window: SystemUi[NoticesState], item: Notification) -> View:
    """Build the lines of a collapsed card, beside its icon."""
    named = _title(item) if item.title else _app_name(window, item)
    lines = column(
        _top_line(named, *_details(window, item)),
        _text(item.text, "android:id/text", 1),
        _progress(item),
        width=0,
        weight=1,
    )
    return wide_row(
        _icon(item), lines, _chevron(window, item.key, opened=False), padding=(0, 20, 0, 0)
    )


def _opened(window: SystemUi[NoticesState], item: Notification) -> View:
    """Build the header and the lines of an expanded card."""
    header = wide_row(
        _icon(item),
        column(
            _top_line(_app_name(window, item), *_details(window, item)),
            width=0,
            weight=1,
        ),
        _chevron(window, item.key, opened=True),
        min_height=50,
        padding=(0, 6, 0, 0),
    )
    big = item.big_text
    lines = wide_column(
        _title(item) if item.title else None,
        _text(big or item.text, "android:id/big_text" if big else "android:id/text", 10),
        _progress(item),
        padding=(_ICON_WIDTH, 0, 0, 0),
    )
    return wide_column(header, lines)


def _top_line(*texts: View) -> View:
    """Build the line with the title or the app's name, which gives way to what follows it."""
    return row(*texts, id="android:id/notification_top_line", min_height=24)


def _title(item: Notification) -> View:
    return TextView(
        verbatim(item.title),
        id="android:id/title",
        style="notification_title",
        max_lines=1,
        weight=1,
        margin=(0, 0, 2, 0),
    )


def _text(text: str, id: str, lines: int) -> View | None:
    if not text:
        return None
    return TextView(verbatim(text), id=id, style="notification_text", max_lines=lines)


def _app_name(window: SystemUi[NoticesState], item: Notification) -> View:
    return TextView(
        window.app_name(item.package),
        id="android:id/app_name_text",
        style="notification_header",
        max_lines=1,
        weight=1,
        margin=(0, 0, 2, 0),
    )


def _details(window: SystemUi[NoticesState], item: Notification) -> list[View]:
    """Build what follows the title or the app's name in its line, each after a dot."""
    found = []
    if item.sub_text:
        found += [
            _detail("\u2022", "header_text_divider"),
            _detail(verbatim(item.sub_text), "header_text"),
        ]
    if not item.chronometer:
        age = window.ago(item.when_ms)
        found += [_detail("\u2022", "time_divider"), _detail(age, "time")]
    return found


def _detail(text: str, id: str) -> View:
    return TextView(
        text, id=f"android:id/{id}", style="notification_header", max_lines=1, margin=(2, 0)
    )


def _icon(item: Notification) -> View:
    """Build the small icon in its circle."""
    return FrameLayout(
        [ImageView(item.icon, size=14, tint="on_notification_icon", gravity="center")],
        width=24,
        height=24,
        margin=(0, 0, _ICON_WIDTH - 24, 0),
        background=Rounded("notification_icon", 12),
        important_for_accessibility="no_hide_descendants",
    )


def _chevron(window: SystemUi[NoticesState], key: str, *, opened: bool, count: int = 0) -> View:
    return TextView(
        str(count) if count else "",
        id="android:id/expand_button",
        class_name="android.widget.Button",
        content_description="Collapse" if opened else "Expand",
        icon="chevron_up" if opened else "chevron_down",
        icon_size=18,
        style="notification_header",
        padding=(8, 2, 4, 2),
        margin=(10, 0, 0, 0),
        background=Rounded("qs_tile_off", 12),
        on_click=partial(toggle, window, key),
    )


def _progress(item: Notification) -> View | None:
    if item.progress is None:
        return None
    done, total = item.progress
    return ProgressBar(
        done / total if total else None, id="android:id/progress", width=MATCH, margin=(0, 8, 0, 0)
    )


def _group(window: SystemUi[NoticesState], key: str, members: Sequence[Notification]) -> View:
    """Build a group: a line for each of the first few, or all notifications if expanded."""
    opened = key in window.state.toggled
    first = members[0]
    header = wide_row(
        _icon(first),
        column(
            _top_line(_app_name(window, first), *_details(window, replace(first, sub_text=""))),
            width=0,
            weight=1,
        ),
        _chevron(window, key, opened=opened, count=0 if opened else len(members)),
        padding=(16, 12, 16, 4),
    )

    def dismiss() -> None:
        for item in members:
            window.system.notifications.dismiss(item.key)

    if opened:
        body = [notice(window, item) for item in members]
    else:
        body = [
            TextView(
                verbatim(f"{item.title}  {item.text}"),
                key=item.key,
                id="notification_line",
                style="notification_text",
                max_lines=1,
                margin=(16 + _ICON_WIDTH, 2, 16, 2),
            )
            for item in members[:LINES_OF_GROUP]
        ]
    card = wide_column(
        header,
        *body,
        id="expandableNotificationRow",
        class_name="android.widget.FrameLayout",
        padding=(0, 0, 0, 12),
        background=Rounded("notification", 24),
        on_click=partial(toggle, window, key),
    )
    return SwipeLayout(
        [card], key=key, on_swipe={"left": dismiss, "right": dismiss}, width=MATCH, padding=(16, 2)
    )


def _guts(window: SystemUi[NoticesState], item: Notification) -> View:
    """Build a notification's inline settings."""
    manager = window.system.notifications
    channel = next((c for c in manager.channels(item.package) if c.id == item.channel), None)
    choices: list[View] = []
    if channel is not None:
        loud = channel.importance >= IMPORTANCE_DEFAULT
        choices = [
            _choice(
                "bell_outline", "Default", "alert", loud, partial(set_alerting, window, item, True)
            ),
            _choice(
                "bell_off_outline",
                "Silent",
                "silence",
                not loud,
                partial(set_alerting, window, item, False),
            ),
        ]
    card = wide_column(
        wide_row(
            _icon(item),
            column(
                TextView(window.app_name(item.package), id="pkg_name", style="notification_title"),
                TextView(verbatim(channel.name), id="channel_name", style="notification_header")
                if channel is not None
                else None,
                width=0,
                weight=1,
            ),
            ImageButton(
                "cog",
                id="info",
                content_description="More settings",
                on_click=partial(window.open_app_notifications, item.package),
            ),
        ),
        *choices,
        wide_row(
            Button(
                "Turn off notifications",
                id="turn_off_notifications",
                on_click=partial(window.open_app_notifications, item.package),
            ),
            View(weight=1, width=0),
            Button("Done", id="done", on_click=partial(show_guts, window, "")),
        ),
        id="notification_guts",
        padding=(16, 14, 8, 8),
        background=Rounded("notification", 24),
    )
    return wide_column(card, key=item.key, padding=(16, 2))


def _snooze_button(window: SystemUi[NoticesState], item: Notification) -> View | None:
    """Build the snooze button; None if snoozing is disabled in Settings."""
    if item.ongoing or window.system.settings.get("secure", "show_notification_snooze") != "1":
        return None
    return ImageButton(
        "alarm_snooze",
        id="android:id/snooze_button",
        content_description="Snooze",
        gravity="end",
        on_click=partial(snooze, window, item.key),
    )


def _snoozed(window: SystemUi[NoticesState], away: Snoozed) -> View:
    """Build the card of a snoozed notification, on which the snooze time can be changed."""
    key = away.item.key
    left_ms = away.until_ms - away.since_ms
    spoken = _duration(left_ms // 60_000)
    rows: list[View] = [
        TextView(
            _duration(minutes),
            style="notification_title",
            width=MATCH,
            min_height=48,
            vertical="center",
            padding=(16, 0),
            on_click=partial(snooze, window, key, minutes),
        )
        for minutes in (sorted(SNOOZE_MINUTES) if window.state.choosing else ())
    ]
    expand = "Collapse" if window.state.choosing else "Expand"
    head = wide_row(
        row(
            TextView(
                phrase("Snoozed for {time}", time=spoken),
                id="snooze_option_default",
                style="notification_title",
            ),
            ImageView(
                "expand_less" if window.state.choosing else "expand_more",
                id="expand_button",
                content_description=expand,
                size=20,
                margin=(8, 0, 0, 0),
            ),
            width=0,
            weight=1,
            min_height=48,
            content_gravity="center_vertical",
            on_click=lambda: window.update(choosing=not window.state.choosing),
        ),
        Button("Undo", id="undo", on_click=partial(undo_snooze, window, key)),
        padding=(16, 4, 8, 4),
        content_gravity="center_vertical",
    )
    card = wide_column(
        head, *rows, id="notification_snooze", background=Rounded("notification", 24)
    )
    return wide_column(card, key=("snoozed", key), padding=(16, 2))


def _duration(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    if hours and not rest:
        return counted(hours, "{n} hour", "{n} hours")
    return phrase("{n} minutes", n=minutes)


def _choice(icon: str, label: str, id: str, chosen: bool, on_click: Callable[[], object]) -> View:
    return wide_row(
        ImageView(icon, size=20, margin=(0, 0, 12, 0)),
        TextView(label, id=f"{id}_label", style="notification_title"),
        id=id,
        class_name="android.widget.Button",
        selected=chosen,
        padding=(16, 12),
        margin=(0, 8, 8, 0),
        background=Rounded("qs_tile_on" if chosen else "qs_tile_off", 16),
        on_click=on_click,
    )


def _buttons(window: SystemUi[NoticesState], item: Notification) -> View | None:
    if item.category == "call":
        return _call_buttons(window, item)
    buttons = [
        Button(
            verbatim(action.title),
            id=f"android:id/action{index}",
            on_click=partial(press, window, item, index),
        )
        for index, action in enumerate(item.actions)
    ]
    if not buttons:
        return None
    return row(*buttons, id="android:id/actions", margin=(_ICON_WIDTH - 16, 0, 0, 0))


def _call_buttons(window: SystemUi[NoticesState], item: Notification) -> View:
    """Build a call's buttons (Notification.CallStyle): green to answer, red to decline."""
    buttons = []
    for index, action in enumerate(item.actions):
        answer = action.title == "Answer"
        buttons.append(
            Button(
                verbatim(action.title),
                id=f"android:id/action{index}",
                icon="phone" if answer else "phone_hangup",
                color="#FFFFFF",
                background=Rounded("#1E8E3E" if answer else "#D93025", 20),
                width=0,
                weight=1,
                height=40,
                margin=(4, 10, 4, 0),
                min_height=40,
                on_click=partial(press, window, item, index),
            )
        )
    return wide_row(*buttons, id="android:id/actions")


def _field(window: SystemUi[NoticesState], item: Notification) -> View:
    reply = window.state.reply
    ready = bool(reply.text.strip())
    return wide_row(
        EditText(
            reply.text,
            id="remote_input_text",
            hint=verbatim(item.actions[reply.action].title)
            if reply.action < len(item.actions)
            else "",
            on_text_change=lambda text: window.update(reply=replace(reply, text=text)),
            on_editor_action=partial(send, window, item),
            ime_action="send",
            capitalize="sentences",
            background="transparent",
            vertical="center",
            min_height=48,
            width=0,
            weight=1,
        ),
        ImageButton(
            "send",
            id="remote_input_send",
            content_description="Send",
            tint="primary" if ready else "text_disabled",
            enabled=ready,
            on_click=partial(send, window, item),
        ),
        id="remote_input",
        margin=(0, 8, 0, 0),
    )
