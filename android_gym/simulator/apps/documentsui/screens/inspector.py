"""Get info: the details of a document."""

from __future__ import annotations

from android_gym.errors import FileError
from android_gym.simulator.apps.documentsui.actions import viewing
from android_gym.simulator.apps.documentsui.facts import (
    MOST_BYTES,
    Facts,
    main_facts,
    media_facts,
)
from android_gym.simulator.apps.documentsui.look import icon_of, theme_of
from android_gym.simulator.apps.documentsui.model import DIRECTORY, STORAGE
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.system.mime_types import mime_type
from android_gym.simulator.system.packages import RESOLVER
from android_gym.simulator.ui.activity import Activity, Screen
from android_gym.simulator.ui.bitmap import Bitmap
from android_gym.simulator.ui.components import Toolbar
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.icons import AppIcon
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
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, ImageView, TextView


class InspectorActivity(Activity):
    """A document's picture or type icon, above rows of details."""

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
        icon, color, mime = "file", "icon", ""
        rows: Facts = []
        media: Facts = []
        opens: View | None = None
        try:
            stat = files.stat(path)
        except FileError:
            rows = [("", "File info could not be loaded")]
        else:
            mime = DIRECTORY if stat.kind == "dir" else mime_type(name)
            icon, color = icon_of(mime)
            rows = main_facts(self.context, path, stat)
            if stat.kind != "dir":
                media = media_facts(self.context, path, stat)
                opens = self._opens(path, mime)
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
                            self._table("inspector_details_view", rows),
                            self._table("inspector_media_view", media) if media else None,
                            opens,
                            id="inspector_container",
                        ),
                    ),
                    width=MATCH,
                    height=0,
                    weight=1,
                ),
            )
        )

    def _picture(self, path: str, mime: str) -> View | None:
        """Build the document's picture if it is one; it can be pinch-zoomed."""
        files = self.context.system.files
        if not mime.startswith("image/") or files.stat(path).size > MOST_BYTES:
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

    def _opens(self, path: str, mime: str) -> View | None:
        """Build the row for the default app of this type; None if there is none."""
        system, intent = self.context.system, viewing(path, mime)
        component = system.packages.resolve_activity(intent)
        found = system.packages.activity(component) if component is not None else None
        if component is None or found is None or component == RESOLVER:
            return None
        manifest, info = found

        def clear() -> None:
            system.packages.prefer(intent, None)

        button = ImageButton(
            "close",
            id="inspector_action_button",
            content_description="Clear",
            size=50,
            on_click=clear,
        )
        return wide_column(
            TextView(
                "This kind of file opens with",
                id="inspector_header_title",
                style="title_medium",
                padding=(26, 25),
            ),
            wide_row(
                ImageView(AppIcon(*manifest.icon), id="app_icon", tint=None, size=50, padding=5),
                TextView(
                    info.label or manifest.label,
                    id="app_name",
                    style="body_large",
                    width=0,
                    weight=1,
                    padding=(16, 0, 0, 0),
                ),
                button if system.packages.preferred(intent) == component else None,
                id="default_app_info",
                padding=(16, 0, 16, 10),
                content_gravity="center_vertical",
            ),
            id="inspector_app_defaults_view",
        )

    def _table(self, id: str, rows: Facts) -> View:
        return wide_column(*(self._row(key, value) for key, value in rows), id=id, padding=(0, 12))

    def _row(self, key: str, value: str) -> View:
        return wide_row(
            TextView(key, id="table_row_key", key="key", style="body_large", width=120),
            TextView(
                value,
                id="table_row_value",
                key="value",
                style="body_large",
                color="text_secondary",
                width=0,
                weight=1,
            ),
            key=key,
            padding=(24, 10),
        )
