"""What all pages of Settings share: the frame with its collapsing title, and the way around."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from immutables import Map
from typing_extensions import TypeVar

from android_gym.simulator.apps.settings import dialogs
from android_gym.simulator.apps.settings.pages import PACKAGE, PAGES, PageInfo, page_of
from android_gym.simulator.apps.settings.preferences import Preference, SwitchPreference
from android_gym.simulator.system import System
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, Context, Overlay, Screen
from android_gym.simulator.ui.collapsing import CollapsingToolbarLayout, CoordinatorLayout
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, column, row
from android_gym.simulator.ui.theme import SETTINGS_DARK, SETTINGS_LIGHT, Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import ImageButton, Space

__all__ = ["Page", "PageState", "Row", "load", "recycler", "sub_settings"]

SHOW_FRAGMENT = ":settings:show_fragment"
FOCUS_KEY = ":settings:fragment_args_key"
"""Extra with the title of the row that a page is to begin with."""

LIST_END_DP = 48
"""Room that lists keep free below their last row."""


class Row(Protocol):
    """What a page is made of; see `preferences`."""

    @property
    def searchable(self) -> bool:
        """Whether search lists it."""

    def view(self) -> View:
        """Makes the row."""


@dataclass(frozen=True)
class PageState:
    """State of a page.

    Attributes:
        dialog: Name of the dialog over it, "" for none.
        draft: What has been chosen or typed in the dialog so far.
        value: What else the page remembers: a filter, a query, a count.
        touched: Number of changes to what `Page.kept` reads.
    """

    dialog: str = ""
    draft: str = ""
    value: str = ""
    touched: int = 0


def recycler(rows: Sequence[Row], *, start: int = 0) -> RecyclerView:
    """The list of a page; makes only the rows on screen."""
    return RecyclerView(
        len(rows),
        lambda index: rows[index].view(),
        id="recycler_view",
        width=MATCH,
        height=MATCH,
        padding=(0, 0, 0, LIST_END_DP),
        start=start,
    )


P_co = TypeVar("P_co", bound=PageState, covariant=True, default=PageState)


class Page(Activity[P_co]):
    """A page: a title and rows.

    Attributes:
        TITLE: The title.
    """

    TITLE: ClassVar[str] = ""

    def __init__(self, context: Context, token: int) -> None:
        super().__init__(context, token)
        self._dialogs: dict[str, Callable[[], Overlay]] = {}

    @property
    def system(self) -> System:
        """The services."""
        return self.context.system

    def theme(self) -> Theme:
        """Settings' own colours."""
        return SETTINGS_DARK if self.system.display.dark else SETTINGS_LIGHT

    # -- what a page may override

    def title(self) -> str:
        """The title at the top."""
        return self.TITLE

    def rows(self) -> Sequence[Row | None]:
        """The rows; None entries are left out."""
        raise NotImplementedError(f"{type(self).__name__} must list its rows.")

    def actions(self) -> Sequence[View]:
        """Buttons at the end of the toolbar."""
        return ()

    def overlays(self) -> Sequence[Overlay | None]:
        """Dialogs and menus over the page."""
        return ()

    # -- going around

    def open(self, screen: str, **extras: Any) -> None:
        """Opens a page of Settings, as one level further down."""
        page = page_of(screen)
        assert page is not None, screen
        values = {SHOW_FRAGMENT: page.fragment_class, **extras}
        component = f"{PACKAGE}/{PACKAGE}.SubSettings"
        self.start_activity(Intent(component=component, extras=Map(values)))

    def opener(self, screen: str, **extras: Any) -> Any:
        """Returns what opens a page when it is called."""
        return lambda: self.open(screen, **extras)

    def show(self, dialog: str, draft: str = "") -> None:
        """Opens one of the page's dialogs."""
        self.update(dialog=dialog, draft=draft)

    def shower(self, dialog: str) -> Any:
        """Returns what opens a dialog when it is called."""
        return lambda: self.show(dialog)

    def dismiss(self) -> None:
        """Closes the dialog or menu."""
        self.update(dialog="", draft="")

    # -- settings

    def setting(self, namespace: str, key: str, default: str = "0") -> str:
        """Reads a setting."""
        value = self.system.settings.get(namespace, key)
        return default if value is None else value

    def is_on(self, namespace: str, key: str, default: str = "0") -> bool:
        """Whether a setting is not 0."""
        return self.setting(namespace, key, default) != "0"

    def put(self, namespace: str, key: str, value: object) -> None:
        """Writes a setting."""
        text = str(int(value)) if isinstance(value, bool) else str(value)
        self.system.settings.put(namespace, key, text)

    def kept(self, name: str, default: Any = None) -> Any:
        """Reads what Settings keeps in its own preferences, having no key for it."""
        return self.context.preferences().get(name, default)

    def keep(self, name: str, value: Any) -> None:
        """Writes what `kept` reads."""
        self.context.preferences().put(**{name: value})
        self.update(touched=self.state.touched + 1)

    # -- rows

    def link(
        self, title: str, screen: str, summary: str | None = None, icon: Any = None, **extras: Any
    ) -> Preference:
        """A row that opens a page."""
        return Preference(title, summary, icon, self.opener(screen, **extras))

    def toggle(
        self,
        title: str,
        namespace: str,
        key: str,
        summary: str | None = None,
        *,
        default: str = "0",
        on: str = "1",
        off: str = "0",
        icon: Any = None,
        enabled: bool = True,
    ) -> SwitchPreference:
        """A switch that stands for a setting."""
        return SwitchPreference(
            title,
            summary,
            icon,
            enabled=enabled,
            checked=self.setting(namespace, key, default) == on,
            on_change=lambda wanted: self.put(namespace, key, on if wanted else off),
        )

    def kept_toggle(
        self, title: str, name: str, summary: str | None = None, *, default: bool = False
    ) -> SwitchPreference:
        """A switch for which Android has no key in the settings tables."""
        return SwitchPreference(
            title,
            summary,
            checked=bool(self.kept(name, default)),
            on_change=lambda wanted: self.keep(name, wanted),
        )

    def choice(
        self,
        title: str,
        options: Sequence[tuple[str, str]],
        chosen: str,
        choose: Callable[[str], None],
        *,
        summary: str | None = None,
        icon: Any = None,
        enabled: bool = True,
    ) -> Preference:
        """A row whose tap opens a list of choices; its summary is the present one.

        Args:
            title: Title of the row and of the dialog.
            options: (value, label) pairs.
            chosen: The present value.
            choose: Called with the value that was tapped, after the dialog is closed.
            summary: Another summary.
            icon: Icon before the row.
            enabled: Whether the row can be tapped.
        """

        def pick(value: str) -> None:
            self.dismiss()
            choose(value)

        self.dialog(
            title, lambda: dialogs.choice_dialog(title, options, chosen, pick, self.dismiss)
        )
        label = dict(options).get(chosen) if summary is None else summary
        return Preference(title, label, icon, self.shower(title), enabled)

    def edit(
        self,
        title: str,
        value: str,
        accept: Callable[[str], None],
        *,
        summary: str | None = None,
        name: str | None = None,
        required: bool = True,
        **options: Any,
    ) -> Preference:
        """A row whose tap opens a field to edit its text; options as for `edit_dialog`."""
        name = name or title

        def make() -> Overlay:
            draft = self.state.draft
            return dialogs.edit_dialog(
                title,
                draft,
                lambda text: self.update(draft=text),
                lambda: accept(draft),
                self.dismiss,
                enabled=bool(draft.strip()) or not required,
                **options,
            )

        self.dialog(name, make)
        return Preference(
            title, value if summary is None else summary, on_click=lambda: self.show(name, value)
        )

    def confirm(
        self, name: str, title: str, message: str, button: str, action: Callable[[], None]
    ) -> Callable[[], None]:
        """Prepares a question; returns what asks it."""
        self.dialog(
            name,
            lambda: dialogs.message_dialog(title, message, self.dismiss, positive=(button, action)),
        )
        return lambda: self.show(name)

    def tell(self, title: str, message: str) -> Callable[[], None]:
        """Prepares a message; returns what shows it."""
        self.dialog(
            title,
            lambda: dialogs.message_dialog(
                title, message, self.dismiss, positive=("OK", lambda: None), negative=None
            ),
        )
        return lambda: self.show(title)

    def dialog(self, name: str, make: Callable[[], Overlay]) -> None:
        """Says how a dialog is made, for when `show` opens it. Rows do this while being listed."""
        self._dialogs[name] = make

    # -- views

    def build(self) -> Screen:
        """Makes frame and rows."""
        self._dialogs = {}
        rows = [item for item in self.rows() if item is not None]
        focus = self.intent.extra(FOCUS_KEY)
        start = next(
            (i for i, item in enumerate(rows) if focus and getattr(item, "title", "") == focus), 0
        )
        return Screen(
            self.frame(recycler(rows, start=start)),
            overlays=[self._dialog(), *self.overlays()],
            edge_to_edge="top",
            title=self.title(),
        )

    def _dialog(self) -> Overlay | None:
        name = self.state.dialog
        make = self._dialogs.get(name) if name else None
        return make() if make is not None else None

    def frame(self, scrolling: View, *, head: View | None = None) -> View:
        """Puts a list under the collapsing title.

        Args:
            scrolling: The list.
            head: What stands still between title and list.
        """
        up = ImageButton(
            "arrow_back",
            content_description="Navigate up",
            on_click=self.context.windows.back,
            tint="text_primary",
            width=56,
            height=56,
        )
        toolbar = row(
            up,
            Space(width=0, weight=1, height=1),
            *self.actions(),
            id="action_bar",
            class_name="android.view.ViewGroup",
            width=MATCH,
            height=56,
        )
        bar = CollapsingToolbarLayout(self.title(), [toolbar], id="collapsing_toolbar")
        app_bar = FrameLayout(
            [bar],
            id="app_bar",
            class_name="android.widget.LinearLayout",
            width=MATCH,
            height=bar.expanded,
        )
        windows = self.context.windows
        return CoordinatorLayout(
            app_bar,
            FrameLayout(
                [
                    FrameLayout(
                        [
                            column(
                                head,
                                FrameLayout(
                                    [scrolling],
                                    id="android:id/list_container",
                                    width=MATCH,
                                    height=0,
                                    weight=1,
                                ),
                                id="container_material",
                                width=MATCH,
                                height=MATCH,
                            )
                        ],
                        id="main_content",
                        width=MATCH,
                        height=MATCH,
                    )
                ],
                id="content_frame",
                width=MATCH,
                height=MATCH,
            ),
            scrolling,
            collapsed=CollapsingToolbarLayout.TOOLBAR,
            id="content_parent",
            width=MATCH,
            height=MATCH,
            padding=(0, windows.status_bar_height / windows.density, 0, 0),
        )


def load(page: PageInfo) -> type[Page]:
    """Imports a page's class."""
    module, _, name = page.screen.partition(":")
    package = __name__.rpartition(".")[0]
    found: type[Page] = getattr(importlib.import_module(f"{package}.{module}"), name)
    return found


class _SubSettings:
    """Makes the page that an intent to SubSettings names."""

    def __call__(self, context: Context, token: int) -> Page:
        record = context.system.activities.record(token)
        name = record.intent.extra(SHOW_FRAGMENT) if record is not None else None
        page = page_of(str(name)) or PAGES[0]
        return load(page)(context, token)

    @property
    def screens(self) -> tuple[type[Page], ...]:
        """The classes of the pages."""
        return tuple(dict.fromkeys(load(page) for page in PAGES))


sub_settings = _SubSettings()
