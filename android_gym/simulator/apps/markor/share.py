"""The screen "Share to...": where shared text goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from immutables import Map

from android_gym.simulator.apps.markor.look import bar
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.layouts import ScrollView, column, row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Divider, EditText, ImageView, TextView

if TYPE_CHECKING:
    from android_gym.simulator.apps.markor.document import DocumentActivity

__all__ = ["ShareState", "share_into"]


@dataclass(frozen=True)
class ShareState:
    """Text that another app has shared.

    Attributes:
        text: The text, which can be edited.
        listed: Which list of documents is open: "", "recent", "popular", "favourites" or "all".
    """

    text: str
    listed: str = ""


def share_into(activity: DocumentActivity, state: ShareState) -> Screen:
    """Builds the screen."""
    from android_gym.simulator.apps.markor.editor import share
    from android_gym.simulator.apps.markor.notebook import (
        FAVOURITES,
        POPULAR,
        RECENT,
        Notebook,
        kind_of,
    )

    def now() -> ShareState:
        """Return the state at the time of a tap."""
        return activity.state.share or state

    notebook = Notebook(activity.context)

    def append(path: str) -> Callable[[], None]:
        def put() -> None:
            text = now().text
            editor = activity.editor("document")
            opened = editor.opened(path)
            before = opened.text.rstrip("\n")
            line = (
                f"- {text}" if kind_of(path) == "markdown" and path == notebook.quicknote else text
            )
            notebook.make_folder(path.rpartition("/")[0])
            notebook.write(path, f"{before}\n{line}\n" if before else f"{line}\n")
            activity.update(share=None, document=editor.opened(path))

        return put

    def others() -> None:
        share(
            activity,
            Intent(
                "android.intent.action.SEND",
                type="text/plain",
                extras=Map({"android.intent.extra.TEXT": now().text}),
            ),
        )

    def copy() -> None:
        clipboard = activity.context.system.clipboard
        clipboard.set_text(now().text, source=activity.context.package)
        activity.finish()

    def calendar() -> None:
        extras = Map({"description": now().text})
        intent = Intent("android.intent.action.INSERT", type="vnd.android.cursor.item/event")
        activity.start_activity(replace(intent, extras=extras))

    def create() -> None:
        now = activity.context.system.clock.datetime()
        append(f"{notebook.folder}/{now:%Y-%m-%d_%H-%M-%S}.md")()

    def show(name: str) -> Callable[[], None]:
        return lambda: activity.update(share=replace(now(), listed=name))

    def line(title: str, icon: str, on_click: Callable[[], None]) -> View:
        return row(
            ImageView(icon, margin=(0, 0, 24, 0)),
            TextView(title, id="android:id/title", size=16, color="text_primary"),
            key=title,
            width=MATCH,
            min_height=52,
            padding=(16, 0),
            content_gravity="center_vertical",
            on_click=on_click,
        )

    rows: list[View]
    if state.listed:
        folder = {"recent": RECENT, "popular": POPULAR, "favourites": FAVOURITES}.get(state.listed)
        entries = notebook.entries(folder or notebook.folder)
        rows = [
            line(entry.name, "file_document", append(entry.path))
            for entry in entries
            if not entry.folder
        ]
    else:
        link = state.text.strip()
        rows = [
            line("QuickNote", "lightning_bolt", append(notebook.quicknote)),
            line("To-Do", "clipboard_check", append(notebook.todo)),
            line("Share", "share", others),
            line("Clipboard", "content_copy", copy),
        ]
        if link.startswith(("http://", "https://")) and " " not in link:
            view = Intent("android.intent.action.VIEW", data=link)
            rows.append(line("Web browser", "web", lambda: _start(activity, view)))
        rows += [
            line("Calendar", "calendar", calendar),
            line("Favourites", "star", show("favourites")),
            line("Recently viewed documents", "history", show("recent")),
            line("Popular documents", "heart", show("popular")),
            line("Select existing document", "file_document", show("all")),
            line("Create new document", "file_plus", create),
        ]
    return Screen(
        column(
            bar("Share to..."),
            EditText(
                state.text,
                id="document__fragment__share_into__highlighting_editor",
                on_text_change=lambda text: activity.update(share=replace(now(), text=text)),
                multi_line=True,
                vertical="top",
                width=MATCH,
                height=180,
                padding=16,
                background="transparent",
            ),
            Divider(width=MATCH),
            ScrollView(column(*rows, width=MATCH), width=MATCH, height=0, weight=1),
            width=MATCH,
            height=MATCH,
        ),
        status_bar="status_bar",
        light_bars=False,
    )


def _start(activity: DocumentActivity, intent: Intent) -> None:
    activity.start_activity(intent)
