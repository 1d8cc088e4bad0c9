"""Get info: the facts about one document."""

from __future__ import annotations

from android_gym.errors import FileError
from android_gym.simulator.appkit.times import moment, time_of_day
from android_gym.simulator.apps.documentsui.look import icon_of, theme_of
from android_gym.simulator.apps.documentsui.model import (
    DIRECTORY,
    STORAGE,
    mime_type,
    size_text,
    type_name,
)
from android_gym.simulator.apps.documentsui.storage import listing
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.ui.activity import Activity, Screen
from android_gym.simulator.ui.bitmap import Bitmap
from android_gym.simulator.ui.components import Toolbar
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    ScrollView,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.picture_viewer import Picture
from android_gym.simulator.ui.surface import Surface
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import ImageView, TextView

_MAX_PICTURE = 32 << 20
"""Bytes of a file at most whose picture is shown."""


class InspectorActivity(Activity):
    """A picture, or the icon of the type, above rows of key and value."""

    def theme(self) -> Theme:
        """Return the browser's theme."""
        return theme_of(self.context.system.display.dark)

    def build(self) -> Screen:
        """Build the picture and the rows."""
        path = document_path(self.intent.data or "") or ""
        files = self.context.system.files
        name = path.rpartition("/")[2]
        if path == STORAGE:
            name = self.context.system.properties.get("ro.product.model")
        rows: list[tuple[str, str]] = []
        icon, color, mime = "file", "icon", ""
        try:
            stat = files.stat(path)
        except FileError:
            rows.append(("", "Couldn\u2019t load file info"))
        else:
            mime = DIRECTORY if stat.kind == "dir" else mime_type(name)
            icon, color = icon_of(mime)
            rows.append(("Type", type_name(mime, name)))
            if mime == DIRECTORY:
                rows.append(("Number of items", str(len(listing(files, path)))))
            else:
                rows.append(("Size", size_text(stat.size)))
            when = moment(self.context, max(0, stat.mtime_ms))
            time = time_of_day(self.context, when)
            rows.append(("Modified", f"{when:%a, %b} {when.day}, {when.year}, {time}"))
            rows.append(("Path", path))
        shown = self._picture(path, mime)
        picture = FrameLayout(
            [shown or ImageView(icon, tint=color, size=96, gravity="center")],
            width=MATCH,
            height=220,
            background="surface_container_highest",
        )
        return Screen(
            full_column(
                Toolbar(name, navigation="arrow_back", on_navigation=self.finish, id="toolbar"),
                ScrollView(
                    wide_column(
                        picture,
                        wide_column(
                            *(self._row(key, value) for key, value in rows),
                            id="inspector_details_view",
                            padding=(0, 12),
                        ),
                    ),
                    width=MATCH,
                    height=0,
                    weight=1,
                ),
            )
        )

    def _picture(self, path: str, mime: str) -> View | None:
        """Return the picture that a file is, if it is one; two fingers enlarge it."""
        files = self.context.system.files
        if not mime.startswith("image/") or files.stat(path).size > _MAX_PICTURE:
            return None
        try:
            picture = Bitmap(files.read(path), "fit_center")
        except FileError:
            return None
        if picture.size is None:
            return None
        return Surface(
            Picture(picture),
            id="inspector_header_view",
            class_name="android.widget.ImageView",
            width=MATCH,
            height=MATCH,
            important_for_accessibility="no",
        )

    def _row(self, key: str, value: str) -> View:
        return wide_row(
            TextView(key, id="table_key", key="key", style="body_large", width=120),
            TextView(
                value,
                id="table_value",
                key="value",
                style="body_large",
                color="text_secondary",
                width=0,
                weight=1,
            ),
            key=key,
            padding=(24, 10),
        )
