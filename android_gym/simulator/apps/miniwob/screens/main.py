"""The app's only screen, which shows a page of MiniWoB++."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from android_gym.errors import DependencyError
from android_gym.simulator.appkit.web import WebActivity, WebScreenState
from android_gym.simulator.appkit.web_dialogs import (
    PAGE_DIALOGS,
    PageDialog,
    dialog_for,
    withdraw,
)
from android_gym.simulator.apps.miniwob.model import Config, Episode
from android_gym.simulator.apps.miniwob.pages import asset, is_task
from android_gym.simulator.ui.layouts import full_column
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView
from android_gym.simulator.web.inputs import Response, WebSettings
from android_gym.simulator.web.reports import (
    ConsoleMessage,
    DialogRequest,
    PageCrashed,
    PageFailed,
    PickerRequest,
    SelectRequest,
    WebEvent,
    Withdrawn,
)

__all__ = ["SETTINGS", "MainActivity", "MainState"]

_ASSETS: Final = "file:///android_asset/"

_CONFIG: Final = "RL_TASK_APP_CONFIG"

_TOP_DP: Final = 10

# Random numbers of the pages don't show before their episode begins.
SETTINGS: Final = WebSettings(initial_scale=5.0, late_seed=True)

_START: Final = """
core.startEpisodeReal();
clearTimeout(core.EP_TIMER); core.EP_TIMER = null;
clearInterval(core.CD_TIMER); core.CD_TIMER = null;
core.hideDisplay();
"""
"""Script that begins an episode without a time limit."""


@dataclass(frozen=True)
class MainState(WebScreenState):
    """State of the screen.

    Attributes:
        task: Name of the page; empty if there is none.
        message: Reason why there is none.
        is_new: Whether the intent that the app was started with is still to be handled.
    """

    task: str = ""
    message: str = "No task has been started."
    is_new: bool = True


class MainActivity(WebActivity[MainState]):
    """Shows the page that an intent names, begins its episodes, and reads its console."""

    DIALOGS = PAGE_DIALOGS

    def theme(self) -> Theme:
        """Return Android's light theme without a title bar."""
        return material_theme("#3F51B5", "#FF4081", material=2, name="miniwob")

    def on_create(self) -> MainState:
        """Begin without a page."""
        return MainState()

    def on_resume(self) -> None:
        """Show the page that the app was started with."""
        if self.state.is_new:
            self._obey()

    def on_restart(self) -> None:
        """Show the page again, as it does not outlive its process."""
        self.update(is_new=True)

    def on_new_intent(self) -> None:
        """Show another page, or begin an episode of this one."""
        self._obey()

    def on_back(self) -> bool:
        """Stay as long as there is a task."""
        return bool(self.state.task)

    def build(self) -> View:
        """Build the page, or the message why there is none."""
        if not self.part("task", lambda state: state.task):
            return full_column(TextView(self.state.message, size=16, margin=(16, 16)))
        return full_column(self.web_view(id="webView", margin=(0, _TOP_DP, 0, 0)))

    @staticmethod
    def read_asset(url: str) -> Response | None:
        """Answer with a file of the package ``miniwob``."""
        if not url.startswith(_ASSETS):
            return None
        path = url.removeprefix(_ASSETS).partition("?")[0].partition("#")[0]
        found = asset(path)
        if found is None:
            return Response(error="ERR_FILE_NOT_FOUND")
        return Response(found.data, found.media_type)

    def on_web_event(self, page: str, event: WebEvent) -> None:
        """Read the console and show dialogs; navigation is ignored."""
        if isinstance(event, ConsoleMessage):
            memory = self.context.memory_of(Episode)
            episode = memory.peek().told(event.text)
            if episode != memory.peek():
                memory.set(episode)
        elif isinstance(event, PageFailed):
            self.update(task="", message=f"The page can't be shown: {event.error}")
        elif isinstance(event, PageCrashed):
            self.update(task="", message=f"The page is gone: {event.reason}")
        elif isinstance(event, DialogRequest | SelectRequest | PickerRequest):
            dialog = dialog_for(page, self.state.task, event)
            if dialog is not None:
                self.show_dialog(dialog)
        elif isinstance(event, Withdrawn):
            withdraw(self, page, event)

    def _obey(self) -> None:
        self.update(is_new=False)
        config = (
            Config.read(self.intent.get_str(_CONFIG)) if _CONFIG in self.intent.extras else None
        )
        if config is not None:
            self._show(config)
        if self.intent.get_bool("reset") and self.state.task:
            self.context.memory_of(Episode).set(Episode())
            self.run_script(_START)

    def _show(self, config: Config) -> None:
        self.context.memory_of(Episode).set(Episode())
        try:
            known = is_task(config.task)
        except DependencyError as error:
            self.update(task="", message=str(error))
            return
        if not known:
            self.update(task="", message=f"There is no task {config.task!r}.")
            return
        self.dismiss_dialogs(PageDialog)  # of the page before
        self.update(task=config.task)
        self.load(
            f"{_ASSETS}html/miniwob/{config.task}.html",
            seed=config.seed,
            settings=SETTINGS,
            size=self._page_size(),
        )

    def _page_size(self) -> tuple[int, int]:
        """Return (width, height) in pixels of the page's view, which is not laid out yet."""
        windows = self.context.windows
        width, height = windows.size
        bars = windows.status_bar_height + windows.navigation_bar_height
        return width, height - bars - round(_TOP_DP * windows.density)
