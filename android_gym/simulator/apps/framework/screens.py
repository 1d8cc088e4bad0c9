"""Choosing among apps: "Open with" (ResolverActivity) and the share sheet (ChooserActivity)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.packages import ActivityInfo, Manifest
from android_gym.simulator.ui.activity import Activity, Overlay, S_co, Screen
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.icons import AppIcon
from android_gym.simulator.ui.layouts import RecyclerView, column, row
from android_gym.simulator.ui.theme import SETTINGS_DARK, SETTINGS_LIGHT, Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, ImageView, TextView

Target = tuple[Manifest, ActivityInfo]


class _Choice(Activity[S_co]):
    """What both sheets share."""

    def theme(self) -> Theme:
        """The system's theme."""
        return SETTINGS_DARK if self.context.system.display.dark else SETTINGS_LIGHT

    @property
    def wanted(self) -> Intent:
        """The intent that an app is chosen for."""
        return self.intent.extra("intent") or Intent()

    def targets(self) -> list[Target]:
        """Activities that accept it."""
        return self.context.system.packages.query_activities(self.wanted)

    def start(self, target: Target) -> None:
        """Hands the intent to the chosen activity."""
        component = target[0].component(target[1].name)
        wanted = self.wanted
        self.finish()
        self.context.system.activities.start(replace(wanted, component=component))

    def sheet(self, content: View) -> Screen:
        """Puts the choices at the bottom of the screen."""
        overlay = Overlay(
            content,
            key="sheet",
            gravity="bottom",
            width=MATCH,
            dim=0.5,
            on_dismiss=self.finish,
            title="Choose",
        )
        return Screen(
            View(width=MATCH, height=MATCH), [overlay], background=None, edge_to_edge=True
        )


@dataclass(frozen=True)
class ResolverState:
    """State of "Open with".

    Attributes:
        selected: Component that is marked.
    """

    selected: str = ""


class ResolverActivity(_Choice[ResolverState]):
    """Opens something with one of several apps, just once or always."""

    def build(self) -> Screen:
        """Lists the apps, with the two buttons."""
        targets = self.targets()
        selected = self.state.selected
        chosen = [t for t in targets if t[0].component(t[1].name) == selected]
        rows = [self._row(target, selected) for target in targets]
        buttons = row(
            View(weight=1, width=0),
            Button(
                "Just once",
                id="android:id/button_once",
                enabled=bool(chosen),
                on_click=lambda: self.start(chosen[0]) if chosen else None,
            ),
            Button(
                "Always",
                id="android:id/button_always",
                enabled=bool(chosen),
                on_click=lambda: self._always(chosen[0]) if chosen else None,
            ),
            id="android:id/button_bar",
            width=MATCH,
            padding=(16, 4),
        )
        return self.sheet(
            column(
                TextView(
                    "Open with", id="android:id/title", style="title_large", padding=(24, 20, 24, 8)
                ),
                RecyclerView(
                    rows,
                    id="android:id/resolver_list",
                    class_name="android.widget.ListView",
                    width=MATCH,
                ),
                buttons,
                id="android:id/contentPanel",
                width=MATCH,
                padding=(0, 0, 0, 32),
                background=Rounded("dialog", (28, 28, 0, 0)),
            )
        )

    def _row(self, target: Target, selected: str) -> View:
        manifest, info = target
        component = manifest.component(info.name)
        background, glyph, color = manifest.icon
        return row(
            ImageView(AppIcon(background, glyph, color), size=40, tint=None, id="android:id/icon"),
            TextView(
                info.label or manifest.label,
                id="android:id/text1",
                style="body_large",
                margin=(16, 0),
            ),
            key=component,
            selected=component == selected,
            width=MATCH,
            padding=(24, 10),
            background="chip_selected" if component == selected else None,
            on_click=lambda: self._tap(target),
        )

    def _tap(self, target: Target) -> None:
        component = target[0].component(target[1].name)
        if self.state.selected == component:
            # A second tap opens it once.
            self.start(target)
        else:
            self.update(selected=component)

    def _always(self, target: Target) -> None:
        self.context.system.packages.prefer(self.wanted, target[0].component(target[1].name))
        self.start(target)


class ChooserActivity(_Choice):
    """The share sheet."""

    @property
    def wanted(self) -> Intent:
        """The intent inside ACTION_CHOOSER's extra."""
        return self.intent.extra("android.intent.extra.INTENT") or Intent()

    def build(self) -> Screen:
        """A preview, Copy, and a grid of apps."""
        wanted = self.wanted
        text = wanted.extra("android.intent.extra.TEXT")
        stream = wanted.extra("android.intent.extra.STREAM")
        title = self.intent.extra("android.intent.extra.TITLE") or "Share"
        preview: list[View | None] = []
        if text is not None:
            preview = [
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
            preview = [
                ImageView("file_document_outline", margin=(0, 0, 12, 0)),
                TextView(name, id="android:id/content_preview_filename", style="body_medium"),
            ]
        targets = self.targets()
        cells = [self._cell(target) for target in targets]
        empty = TextView("No apps can perform this action.", style="body_medium", padding=(24, 24))
        return self.sheet(
            column(
                View(
                    id="android:id/drag",
                    width=32,
                    height=4,
                    gravity="center_horizontal",
                    margin=(0, 12),
                    background=Rounded("outline", 2),
                ),
                TextView(
                    title, id="android:id/title", style="title_large", padding=(24, 4, 24, 12)
                ),
                row(
                    *preview,
                    id="android:id/content_preview_container",
                    width=MATCH,
                    margin=(24, 0, 24, 12),
                    padding=16,
                    background=Rounded("surface_variant", 16),
                )
                if preview
                else None,
                RecyclerView(
                    cells, columns=4, id="android:id/resolver_list", width=MATCH, padding=(12, 4)
                )
                if cells
                else empty,
                id="android:id/contentPanel",
                width=MATCH,
                padding=(0, 0, 0, 40),
                background=Rounded("dialog", (28, 28, 0, 0)),
            )
        )

    def _copy(self) -> None:
        self.context.system.clipboard.set_text(str(self.wanted.extra("android.intent.extra.TEXT")))
        self.finish()

    def _cell(self, target: Target) -> View:
        manifest, info = target
        background, glyph, color = manifest.icon
        return column(
            ImageView(AppIcon(background, glyph, color), size=48, tint=None, id="android:id/icon"),
            TextView(
                info.label or manifest.label,
                id="android:id/text1",
                style="body_small",
                align="center",
                max_lines=2,
                margin=(0, 8, 0, 0),
            ),
            key=manifest.component(info.name),
            content_gravity="center_horizontal",
            width=MATCH,
            padding=(4, 12),
            on_click=lambda: self.start(target),
        )
