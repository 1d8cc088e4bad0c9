"""Choosers of apps: "Open with" (ResolverActivity) and the share sheet (ChooserActivity)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from android_gym.simulator.appkit.platform import PlatformActivity, translucent
from android_gym.simulator.apps.framework.model import ResolverState
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.packages import ActivityInfo, Manifest
from android_gym.simulator.ui.activity import Overlay, S_co, Screen
from android_gym.simulator.ui.dialogs import AlertDialogLayout
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.icons import AppIcon
from android_gym.simulator.ui.layouts import RecyclerView, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageView, TextView

Target = tuple[Manifest, ActivityInfo]

_TITLES = {
    "android.intent.action.VIEW": "Open with",
    "android.intent.action.EDIT": "Edit with",
    "android.intent.action.SEND": "Share",
    "android.intent.action.SEND_MULTIPLE": "Share",
    "android.intent.action.SENDTO": "Send using",
    "android.media.action.IMAGE_CAPTURE": "Capture image",
}


class _Choice(PlatformActivity[S_co]):
    """Base of both choosers."""

    @property
    def wanted(self) -> Intent:
        """The intent to choose an app for."""
        return self.intent.extra("intent") or Intent()

    def targets(self) -> list[Target]:
        """Return the activities that accept the intent."""
        return self.context.system.packages.query_activities(self.wanted)

    def start(self, target: Target) -> None:
        """Start an activity with the intent."""
        chosen = replace(self.wanted, component=_component(target))
        self.finish()
        self.context.system.activities.start(chosen)

    def sheet(
        self, top: View | None, middle: View, buttons: View | None = None, *, bottom: float
    ) -> Screen:
        """Build a window with the parts in a sheet, `bottom` dp above its bottom edge.

        The middle part scrolls where the screen is too low for all of it.
        """
        content = AlertDialogLayout(
            top,
            middle,
            buttons,
            id="android:id/contentPanel",
            class_name="android.widget.LinearLayout",
            padding=(0, 0, 0, bottom),
            background=Rounded("dialog", (28, 28, 0, 0)),
        )
        windows = self.context.windows
        overlay = Overlay(
            content,
            key="sheet",
            gravity="bottom",
            width=MATCH,
            margin=(0, windows.status_bar_height / windows.density, 0, 0),
            dim=0.5,
            on_dismiss=self.finish,
            title="Choose",
        )
        return translucent(overlay)


def _component(target: Target) -> str:
    return target[0].component(target[1].name)


def _icon(target: Target, size: float) -> View:
    return ImageView(AppIcon(*target[0].icon), size=size, tint=None, id="android:id/icon")


def _label(target: Target) -> str:
    return target[1].label or target[0].label


class ResolverActivity(_Choice[ResolverState]):
    """The chooser that opens an intent with one of several apps, once or always."""

    def build(self) -> Screen:
        """Build the list of apps and the two buttons."""
        title = _TITLES.get(self.wanted.action or "", "Complete action using")
        targets = self.targets()
        chosen = next((t for t in targets if _component(t) == self.state.selected), None)

        def button(text: str, name: str, click: Callable[[Target], None]) -> View:
            return Button(
                text,
                id=f"android:id/button_{name}",
                enabled=chosen is not None,
                on_click=lambda: click(chosen) if chosen is not None else None,
            )

        return self.sheet(
            TextView(title, id="android:id/title", style="title_large", padding=(24, 20, 24, 8)),
            RecyclerView(
                [self._row(target) for target in targets],
                id="android:id/resolver_list",
                class_name="android.widget.ListView",
                width=MATCH,
            ),
            wide_row(
                View(weight=1, width=0),
                button("Just once", "once", self.start),
                button("Always", "always", self._always),
                id="android:id/button_bar",
                padding=(16, 4),
            ),
            bottom=32,
        )

    def _row(self, target: Target) -> View:
        component = _component(target)
        selected = component == self.state.selected

        def tap() -> None:
            if selected:
                self.start(target)  # the second tap
            else:
                self.update(selected=component)

        return wide_row(
            _icon(target, 40),
            TextView(_label(target), id="android:id/text1", style="body_large", margin=(16, 0)),
            key=component,
            selected=selected,
            padding=(24, 10),
            background="chip_selected" if selected else None,
            on_click=tap,
        )

    def _always(self, target: Target) -> None:
        self.context.system.packages.prefer(self.wanted, _component(target))
        self.start(target)


class ChooserActivity(_Choice):
    """The share sheet."""

    @property
    def wanted(self) -> Intent:
        """The intent in ACTION_CHOOSER's extra."""
        return self.intent.extra("android.intent.extra.INTENT") or Intent()

    def build(self) -> Screen:
        """Build a preview with Copy and a grid of apps."""
        title = self.intent.extra("android.intent.extra.TITLE") or "Share"
        cells: View = RecyclerView(
            [self._cell(target) for target in self.targets()],
            columns=4,
            id="android:id/resolver_list",
            width=MATCH,
            padding=(12, 4),
        )
        if not self.targets():
            cells = TextView("No apps can perform this action.", style="body_medium", padding=24)
        drag = View(
            id="android:id/drag",
            width=32,
            height=4,
            gravity="center_horizontal",
            margin=(0, 12),
            background=Rounded("outline", 2),
        )
        heading = TextView(
            title, id="android:id/title", style="title_large", padding=(24, 4, 24, 12)
        )
        return self.sheet(wide_column(drag, heading, self._preview()), cells, bottom=40)

    def _preview(self) -> View | None:
        text = self.wanted.extra("android.intent.extra.TEXT")
        stream = self.wanted.extra("android.intent.extra.STREAM")
        if text is not None:
            parts: list[View] = [
                TextView(
                    text,
                    id="android:id/content_preview_text",
                    style="body_medium",
                    max_lines=3,
                    width=0,
                    weight=1,
                ),
                Button("Copy", id="android:id/copy", kind="outlined", on_click=self._copy),
            ]
        elif stream is not None:
            name = str(stream).rpartition("/")[2]
            parts = [
                ImageView("file_document_outline", margin=(0, 0, 12, 0)),
                TextView(name, id="android:id/content_preview_filename", style="body_medium"),
            ]
        else:
            return None
        return wide_row(
            *parts,
            id="android:id/content_preview_container",
            margin=(24, 0, 24, 12),
            padding=16,
            background=Rounded("surface_variant", 16),
        )

    def _copy(self) -> None:
        self.context.system.clipboard.set_text(str(self.wanted.extra("android.intent.extra.TEXT")))
        self.finish()

    def _cell(self, target: Target) -> View:
        return wide_column(
            _icon(target, 48),
            TextView(
                _label(target),
                id="android:id/text1",
                style="body_small",
                align="center",
                max_lines=2,
                margin=(0, 8, 0, 0),
            ),
            key=_component(target),
            content_gravity="center_horizontal",
            padding=(4, 12),
            on_click=lambda: self.start(target),
        )
