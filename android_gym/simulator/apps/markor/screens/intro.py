"""The first start: five pages about the app, and the request for access to all files."""

from __future__ import annotations

from dataclasses import dataclass

from android_gym.simulator.apps.markor.look import MarkorActivity
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import ViewPager
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, full_column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageButton, ImageView, TextView

PAGES = (
    ("Main View", "Notebook is the home of your files.", "folder"),
    ("View", "", "eye"),
    ("Share -> Markor", "", "share_variant"),
    ("To-Do", "To-Do is the easiest way to keep track of your tasks.", "clipboard_check"),
    ("QuickNote", "QuickNote is the fastest option to write down notes.", "lightning_bolt"),
)
GROUND = "#1E2135"


@dataclass(frozen=True)
class IntroState:
    """State of the intro.

    Attributes:
        page: Index in `PAGES`.
    """

    page: int = 0


class IntroActivity(MarkorActivity[IntroState]):
    """The intro: five pages, then DONE."""

    def _turn(self, page: int) -> None:
        self.update(page=page)

    def _done(self) -> None:
        self.notebook.intro_done()
        self.finish()

    def on_back(self) -> bool:
        """Go back one page; on the first page leave the app."""
        if self.state.page:
            self.update(page=self.state.page - 1)
        else:
            self.context.windows.go_home()
        return True

    def build(self) -> Screen:
        """Build the page, the dots and the buttons."""
        page = self.state.page
        last = page == len(PAGES) - 1
        dots = row(
            *(
                View(
                    width=8,
                    height=8,
                    margin=(4, 0),
                    background=Oval("#FFFFFF" if index == page else "#66FFFFFF"),
                )
                for index in range(len(PAGES))
            ),
            id="indicator_container",
            gravity="center",
        )
        back = ImageButton(
            "chevron_left",
            id="back",
            tint="#FFFFFF",
            content_description="BACK",
            gravity="start|center_vertical",
            visibility="visible" if page else "invisible",
            on_click=lambda: self._turn(page - 1),
        )
        go_on: View
        if last:
            go_on = Button(
                "DONE",
                id="done",
                color="#FFFFFF",
                gravity="end|center_vertical",
                on_click=self._done,
            )
        else:
            go_on = ImageButton(
                "chevron_right",
                id="next",
                tint="#FFFFFF",
                content_description="NEXT",
                gravity="end|center_vertical",
                on_click=lambda: self._turn(page + 1),
            )
        return Screen(
            full_column(
                ViewPager(
                    len(PAGES),
                    _page,
                    id="view_pager",
                    current=page,
                    on_page=self._turn,
                    height=0,
                    weight=1,
                ),
                FrameLayout([back, dots, go_on], width=MATCH, height=56, padding=(8, 0)),
            ),
            background=GROUND,
            status_bar=GROUND,
            light_bars=False,
        )


def _page(index: int) -> View:
    title, description, icon = PAGES[index]
    return full_column(
        TextView(
            title, id="title", size=26, color="#FFFFFF", align="center", width=MATCH, padding=16
        ),
        ImageView(icon, id="image", size=160, tint="#FFFFFF", width=MATCH, height=0, weight=1),
        TextView(
            description,
            id="description",
            size=16,
            color="#FFFFFF",
            align="center",
            width=MATCH,
            min_height=96,
            padding=24,
        ),
        padding=(0, 32, 0, 0),
    )


@dataclass(frozen=True)
class PermissionState:
    """State of the access request.

    Attributes:
        asked: Whether the system settings have been opened.
    """

    asked: bool = False


class StoragePermissionActivity(MarkorActivity[PermissionState]):
    """Asks for access to all files, which can't be skipped."""

    def on_resume(self) -> None:
        """Continue to the app once access has been granted."""
        if self.notebook.granted:
            self.finish()
        elif self.state.asked:
            self.toast("Permission not granted")
            self.update(asked=False)

    def on_back(self) -> bool:
        """Stay, because the dialog has to be answered."""
        return True

    def _ask(self) -> None:
        self.update(asked=True)
        self.start_activity(
            Intent(
                "android.settings.MANAGE_APP_ALL_FILES_ACCESS_PERMISSION",
                data=f"package:{self.context.package}",
            )
        )

    def _exit(self) -> None:
        task = self.context.system.activities.task_of(self.token)
        if task is not None:
            self.context.system.activities.remove_task(task.id)

    def build(self) -> Screen:
        """Build a blank page with the dialog."""
        question = alert_dialog(
            message="Storage permission required to read and write files",
            positive="OK",
            on_positive=self._ask,
            negative="Exit",
            on_negative=self._exit,
            on_dismiss=self._exit,
            cancelable=False,
            key="permission",
        )
        return Screen(View(width=MATCH, height=MATCH), [question], light_bars=False)
