"""HTML Viewer's only screen: a page below a toolbar with its title."""

from __future__ import annotations

from dataclasses import dataclass

from android_gym.errors import FileError
from android_gym.simulator.appkit.web import WebActivity, WebScreenState, mime_of
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import Toolbar
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import full_column
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.web.inputs import Response, WebSettings
from android_gym.simulator.web.reports import PageFailed, TitleChanged, WebEvent

__all__ = ["HtmlViewerActivity", "ViewerState"]


@dataclass(frozen=True)
class ViewerState(WebScreenState):
    """State of the screen.

    Attributes:
        title: The page's title.
        opened: Whether the page was loaded.
    """

    title: str = ""
    opened: bool = False


class HtmlViewerActivity(WebActivity[ViewerState]):
    """Shows the file in its intent; links do nothing, as no other file may be read."""

    def theme(self) -> Theme:
        """Return the platform's light theme, as the app has no dark one."""
        return material_theme("#5F6368", material=2, name="html viewer")

    def on_resume(self) -> None:
        """Load the page."""
        if not self.state.opened:
            self.update(opened=True, title=self.intent.get_str("android.intent.extra.TITLE"))
            if self.intent.data:
                settings = WebSettings(javascript=False, wide_viewport=True)
                self.load(self.intent.data, settings=settings)

    def read_url(self, url: str, document: bool) -> Response:
        """Return the file; refuse all other resources of the page."""
        path = document_path(url) if url == self.intent.data else None
        files = self.context.system.files
        try:
            if path is not None and files.is_file(path):
                return Response(files.read(path), mime_of(path))
        except FileError:
            return Response(error="ERR_ACCESS_DENIED")
        return Response(error="ERR_FILE_NOT_FOUND")

    def on_web_event(self, page: str, event: WebEvent) -> None:
        """Show the page's title, or report that the page can't be loaded."""
        match event:
            case TitleChanged(title):
                self.update(title=title)
            case PageFailed():
                self.toast("The file can\u2019t be shown")

    def build(self) -> Screen:
        """Build the toolbar and the page."""
        page = self.web_view(id="webview")
        page.width, page.height, page.weight = MATCH, 0, 1
        return Screen(
            full_column(Toolbar(self.state.title or "HTML Viewer"), page), title="HTML Viewer"
        )
