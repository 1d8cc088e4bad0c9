"""An app that shows one page, and keeps what the page tells."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from android_gym.simulator.appkit.web import WebActivity, WebScreenState
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import full_column
from android_gym.simulator.web.inputs import Response, WebSettings
from android_gym.simulator.web.reports import WebEvent

WIDE = WebSettings(wide_viewport=True)


@dataclass(frozen=True)
class BrowserState(WebScreenState):
    """The page, and the names of the kinds of events that it told."""

    told: tuple[str, ...] = ()


class Browser(WebActivity[BrowserState]):
    """Shows a page, as large as the screen."""

    HEARD: list[tuple[str, WebEvent]] = []

    def build(self) -> Screen:
        return Screen(full_column(self.web_view(id="web", height=0, weight=1, width=MATCH)))

    def on_web_event(self, page: str, event: WebEvent) -> None:
        self.HEARD.append((page, event))
        self.update(told=(*self.state.told, type(event).__name__))

    @staticmethod
    def read_asset(url: str) -> Response | None:
        path = urlsplit(url).path
        return (
            Response(b"var asset = 1", "text/javascript") if path == "/android_asset/a.js" else None
        )
