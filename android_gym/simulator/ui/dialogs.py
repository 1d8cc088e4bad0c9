"""Alert dialogs with the resource ids of Android's.

alert_dialog     title, message, buttons, and a list of choices or any other view
progress_dialog  a spinning progress indicator with a message
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Unpack

from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.components import Themed
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import EXACTLY, MATCH, UNSPECIFIED, WRAP
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    LinearLayout,
    RecyclerView,
    ScrollView,
    column,
    row,
)
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import (
    Button,
    CheckedTextView,
    ImageView,
    ProgressBar,
    TextView,
)

__all__ = ["AlertDialogLayout", "Choice", "alert_dialog", "button_bar", "progress_dialog"]

Click = Callable[[], object]


@dataclass(frozen=True)
class Choice:
    """A row of a dialog's list, if it needs more than a label.

    Attributes:
        label: Its text.
        enabled: If False, it is greyed out and can't be chosen.
        heading: Whether it is a heading of the rows below it, without a mark and not selectable.
        icon: Icon of a row that does something else than to choose, in place of a mark.
    """

    label: str
    enabled: bool = True
    heading: bool = False
    icon: str | None = None


class _Heading(CheckedTextView):
    """A heading in a list; drawn as enabled, although Android's lists report it as disabled."""

    def current_color(self) -> int:
        """Return the colour of enabled rows."""
        return self.ui.theme.text_style(self.style or self.STYLE).color


class ButtonBar(LinearLayout):
    """Buttons side by side, or on top of each other if they don't fit (ButtonBarLayout)."""

    def __init__(self, buttons: Sequence[View], **common: Unpack[ViewOptions]) -> None:
        super().__init__(buttons, content_gravity="end|center_vertical", **common)
        self._given = self._children

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure the buttons; stack them, the positive one on top, if they don't fit in a row."""
        wanted = self.pad[0] + self.pad[2]
        for index in range(len(self._given)):
            wanted += self.measure_child(index, 0, UNSPECIFIED, 0, UNSPECIFIED)[0]
        stacked = width_mode != UNSPECIFIED and wanted > width
        if stacked != self.vertical:
            self.vertical = stacked
            self._children = self._children[::-1]
            self._margins = self._margins[::-1]
            self._ordered = self._children
        return super().measure_content(width, width_mode, height, height_mode)


_ROW_DP = 48
"""Height of a list item with a single line of text, in dp."""

_LANDSCAPE_SHARE: Final = 0.65
"""Width of an alert dialog in landscape (Android's ``dialog_min_width_major``)."""

LEAST_BODY_DP = 64
"""Height of an alert dialog's middle part below which its title is hidden, in dp."""


class AlertDialogLayout(Themed):
    """The vertically stacked parts of an alert dialog; the middle one scrolls.

    Args:
        top: Title and anything else that stays in place.
        middle: Gets the remaining height.
        bottom: Buttons.
        **common: See `View`.
    """

    CLASS = "android.widget.FrameLayout"

    def __init__(
        self,
        top: View | None,
        middle: View | None,
        bottom: View | None,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("width", MATCH)
        super().__init__((), orientation="vertical", **common)
        self.top = top
        self.middle = middle
        self.bottom = bottom

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return the parts."""
        if self.background is None:
            self.background = Rounded("dialog", ui.theme.corner("dialog"))
            self.elevation = 24 if ui.theme.material == 2 else 6
        return [self.top, self.middle, self.bottom]

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure top and bottom first (AlertDialogLayout), then the middle with the rest."""
        pad = self.pad
        widest = title = used = 0
        middle = None
        for index, child in enumerate(self._children):
            if child is self.middle:
                middle = index
                continue
            w, h = self.measure_child(index, width, width_mode, height, height_mode, 0, used)
            if child is self.top:
                title = h
            widest, used = max(widest, w), used + h
        if self.top is not None and middle is not None and height_mode != UNSPECIFIED:
            # Above the keyboard of a phone on its side a title and what a field is for would leave
            # no room for the field.
            squeezed = height - pad[1] - pad[3] - used < self.ui.px(LEAST_BODY_DP)
            if isinstance(self.middle, _Body):
                self.middle.squeeze(squeezed)
            self.top.visibility = "invisible" if squeezed else "visible"
            if squeezed:
                self.top.measure(self.top.measured[0], EXACTLY, 0, EXACTLY)
                used -= title
        if middle is not None:
            w, h = self.measure_child(middle, width, width_mode, height, height_mode, 0, used)
            widest, used = max(widest, w), used + h
        return widest + pad[0] + pad[2], used + pad[1] + pad[3]


def button_bar(
    positive: str | None = None,
    on_positive: Click | None = None,
    negative: str | None = None,
    on_negative: Click | None = None,
    neutral: str | None = None,
    on_neutral: Click | None = None,
    *,
    all_caps: bool | None = None,
    enabled: bool = True,
    color: str = "dialog_action",
    before: View | None = None,
) -> View | None:
    """Return a dialog's row of buttons: android:id/button3, button2 and button1, in this order.

    Args:
        positive: Label of button1; None omits it.
        on_positive: Called when button1 is tapped.
        negative: Label of button2; None omits it.
        on_negative: Called when button2 is tapped.
        neutral: Label of button3, at the start; None omits it.
        on_neutral: Called when button3 is tapped.
        all_caps: Whether labels are upper-case; by default as the theme has it.
        enabled: Whether the positive button can be tapped.
        color: Colour of the labels.
        before: A view at the start.
    """

    def button(label: str, click: Click | None, number: int) -> Button:
        return Button(
            label,
            id=f"android:id/button{number}",
            style="dialog_button",
            all_caps=all_caps,
            color=color,
            on_click=click,
            enabled=enabled or number != 1,
            margin=(0, 0, 8 if number == 2 else 0, 0),
        )

    buttons: list[View] = []
    if before is not None:
        buttons.append(before)
    if neutral is not None:
        buttons.append(button(neutral, on_neutral, 3))
    if neutral is not None or before is not None:
        buttons.append(View(width=0, weight=1.0, height=1))
    if negative is not None:
        buttons.append(button(negative, on_negative, 2))
    if positive is not None:
        buttons.append(button(positive, on_positive, 1))
    if not buttons:
        return None
    return ButtonBar(buttons, id="buttonPanel", width=MATCH, padding=(8, 4))


class _Body(Themed):
    """Title, icon and what the dialog says, with the distances of the theme.

    Attributes:
        yields: Text that gives way to what stands below it; None where nothing does.
    """

    def __init__(self, part: str, make: Callable[[Ui], Sequence[View | None]]) -> None:
        super().__init__((), orientation="vertical", width=MATCH, key=part)
        self.make = make
        self.yields: View | None = None

    def squeeze(self, on: bool) -> None:
        """Show only what can be done, not what is said of it, where there is little room."""
        if self.yields is not None:
            self.yields.visibility = "invisible" if on else "visible"
            self.yields.height = 0 if on else WRAP

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return what the given function makes."""
        return self.make(ui)


def _top(ui: Ui, title: str | None, icon: str | None, prefix: str) -> Sequence[View | None]:
    """Return the title of an alert dialog, with an icon above or before it."""
    centred = icon is not None and ui.theme.material == 3
    side: tuple[float, float, float, float] = (24, 24 if ui.theme.material == 3 else 20, 24, 0)
    label = (
        TextView(
            title,
            id=f"{prefix}alertTitle",
            style="dialog_title",
            align="center" if centred else "start",
            width=MATCH,
            max_lines=2,
        )
        if title
        else None
    )
    if icon is None:
        return [column(label, padding=side, width=MATCH)]
    picture = ImageView(icon, id="android:id/icon", tint="accent")
    if centred:
        picture.margin = (0, 0, 0, 16)
        stacked = column(
            picture, label, padding=side, width=MATCH, content_gravity="center_horizontal"
        )
        return [stacked]
    picture.margin = (0, 0, 16, 0)
    if label is not None:
        label.width, label.weight = 0, 1.0
    return [row(picture, label, padding=side, width=MATCH)]


def alert_dialog(
    title: str | None = None,
    message: str | None = None,
    *,
    on_dismiss: Click,
    positive: str | None = None,
    on_positive: Click | None = None,
    negative: str | None = None,
    on_negative: Click | None = None,
    neutral: str | None = None,
    on_neutral: Click | None = None,
    items: Sequence[str | Choice] = (),
    on_item: Callable[[int], None] | None = None,
    selected: int | None = None,
    first: int = 0,
    checked: Sequence[bool] | None = None,
    on_checked: Callable[[int, bool], None] | None = None,
    content: View | None = None,
    icon: str | None = None,
    cancelable: bool = True,
    positive_enabled: bool = True,
    all_caps: bool | None = None,
    platform: bool = False,
    key: Hashable = "dialog",
    width: float = MATCH,
    dim: float = 0.6,
    message_selectable: bool = False,
) -> Overlay:
    """Return an alert dialog.

    A button without a callback calls `on_dismiss`; a callback has to close the dialog itself,
    unless the dialog is meant to stay open.

    Args:
        title: Title.
        message: Text below the title; scrolls if it is long.
        on_dismiss: Called when a touch outside, BACK or a button without a callback dismisses it.
        positive: Label of button1.
        on_positive: Called when button1 is tapped.
        negative: Label of button2.
        on_negative: Called when button2 is tapped.
        neutral: Label of button3.
        on_neutral: Called when button3 is tapped.
        items: A list to choose from; headings count as items.
        on_item: Called with the index of a tapped item.
        selected: Index of the selected item of a single choice (-1 for none); None for a plain
            list.
        first: Index of the item at which a scrolling list starts.
        checked: States of the items of a multiple choice.
        on_checked: Called with the index of a tapped item and its requested state.
        content: View between message and buttons, which has to scroll by itself.
        icon: Icon above or before the title.
        cancelable: Whether touches outside and BACK dismiss it.
        positive_enabled: Whether button1 can be tapped.
        all_caps: Whether button labels are upper-case; by default as the theme has it.
        platform: Whether to use the ids of Android's own dialog instead of AppCompat's, such as
            "android:id/alertTitle".
        key: Identity among the overlays of the screen.
        width: dp; by default that of the screen without margins.
        dim: How much everything below is darkened, 0 to 1.
        message_selectable: Whether the message can take the focus, like selectable text.
    """
    prefix = "android:id/" if platform else ""

    def middle(ui: Ui) -> Sequence[View | None]:
        views: list[View | None] = []
        if message is not None:
            text = TextView(
                message,
                id="android:id/message",
                style="dialog_message",
                width=MATCH,
                padding=(24, 16 if title else 24, 24, 12),
                focusable=message_selectable,
            )
            if items or content is not None:
                assert body is not None
                body.yields = text
                views.append(text)
            else:
                return [ScrollView(text, id=f"{prefix}scrollView", width=MATCH)]
        if content is not None:
            if content.width == WRAP:
                content.width = MATCH
            views.append(
                FrameLayout(
                    [content],
                    id=f"{prefix}custom",
                    width=MATCH,
                    padding=(0, 8 if title and message is None else 0, 0, 0),
                )
            )
        if items:
            views.append(_choices(items, selected, first, checked, on_item, on_checked, prefix))
        return views

    body = _Body("middle", middle) if message is not None or items or content is not None else None
    panel = AlertDialogLayout(
        _Body("top", lambda ui: _top(ui, title, icon, prefix)) if title or icon else None,
        body,
        button_bar(
            positive,
            on_positive or on_dismiss,
            negative,
            on_negative or on_dismiss,
            neutral,
            on_neutral or on_dismiss,
            all_caps=all_caps,
            enabled=positive_enabled,
        ),
        id=f"{prefix}parentPanel",
        padding=(0, 0, 0, 8),
    )
    return Overlay(
        panel,
        key=key,
        width=width,
        landscape_share=_LANDSCAPE_SHARE,
        margin=(24, 48, 24, 48),
        dim=dim,
        cancelable=cancelable,
        on_dismiss=on_dismiss,
        title=title or "",
    )


_MOST_BUILT: Final = 100
"""Most rows of which all are built; of longer lists only visible rows are built."""


def _choices(
    items: Sequence[str | Choice],
    selected: int | None,
    first: int,
    checked: Sequence[bool] | None,
    on_item: Callable[[int], None] | None,
    on_checked: Callable[[int, bool], None] | None,
    prefix: str,
) -> View:
    """Return the list of a dialog."""

    def choice(index: int) -> View:
        item = items[index]
        row = Choice(item) if isinstance(item, str) else item
        mark, state = row.icon, False
        if row.heading or row.icon is not None:
            pass
        elif checked is not None:
            state = checked[index]
            mark = "check_box" if state else "check_box_outline_blank"
        elif selected is not None:
            state = index == selected
            mark = "radio_button_checked" if state else "radio_button_unchecked"

        def click() -> None:
            if checked is not None and on_checked is not None:
                on_checked(index, not state)
            if on_item is not None:
                on_item(index)

        kind: Any = CheckedTextView
        if row.heading:
            kind = _Heading
        elif mark is None or row.icon is not None:
            kind = TextView
        color = "control_activated" if state else "control_normal"
        view: View = kind(
            row.label,
            id="android:id/text1",
            key=index,
            style="list_item",
            icon=mark,
            icon_color=color if row.enabled else "text_disabled",
            icon_padding=20,
            vertical="center",
            width=MATCH,
            min_height=_ROW_DP,
            padding=(24, 4),
            enabled=row.enabled and not row.heading,
            on_click=click,
            **({} if mark is None or row.icon is not None else {"checked": state}),
        )
        return view

    if len(items) > _MOST_BUILT:
        return RecyclerView(
            len(items),
            choice,
            id=f"{prefix}select_dialog_listview",
            class_name="android.widget.ListView",
            start=first,
            width=MATCH,
            padding=(0, 8),
        )
    rows = column(*(choice(index) for index in range(len(items))), width=MATCH)
    listing = ScrollView(
        rows,
        id=f"{prefix}select_dialog_listview",
        class_name="android.widget.ListView",
        start=first * _ROW_DP,
        width=MATCH,
    )
    listing.padding = (0, 8)
    return listing


def progress_dialog(message: str, *, key: Hashable = "progress") -> Overlay:
    """Return a dialog that shows that something is in progress, and can't be dismissed.

    Args:
        message: Description of what is in progress.
        key: Identity among the overlays of the screen.
    """
    content = row(
        ProgressBar(circular=True, id="android:id/progress"),
        TextView(message, id="android:id/message", style="dialog_message", margin=(16, 0, 0, 0)),
        padding=(24, 16),
    )
    return alert_dialog(None, content=content, on_dismiss=lambda: None, cancelable=False, key=key)
