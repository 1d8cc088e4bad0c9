"""The bottom sheet of sort orders over the list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from android_gym.simulator.apps.tasks_org import settings
from android_gym.simulator.apps.tasks_org.look import COMPOSE, theme_of
from android_gym.simulator.ui.activity import Activity, Screen
from android_gym.simulator.ui.drawables import Line, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, column, row
from android_gym.simulator.ui.sheets import bottom_sheet
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, Switch, TextView

Part = Literal["group", "sort", "subtask", "completed"]

NAMES: Final = {
    -1: "None",
    0: "Smart sort",
    1: "By title",
    2: "By due date",
    3: "By priority",
    4: "By last modified",
    5: "By creation time",
    8: "By start date",
    9: "By list",
    10: "By completion time",
    11: "My order",
}
"""Labels of the orders, by their number in the preferences."""


@dataclass(frozen=True)
class _Part:
    """A section of the sheet.

    Attributes:
        title: Title of the section.
        icon: Icon before the title.
        mode: Preference of the order, with its default.
        turn: Preference of the direction, with its default.
        choices: Orders to choose from.
    """

    title: str
    icon: str
    mode: tuple[str, int]
    turn: tuple[str, bool]
    choices: tuple[int, ...]


PARTS: Final[dict[Part, _Part]] = {
    "group": _Part(
        "Grouping",
        "chevron_down_circle_outline",
        ("group_mode", -1),
        ("group_ascending", False),
        (-1, 2, 8, 3, 4, 5, 9),
    ),
    "sort": _Part(
        "Sorting",
        "swap_vertical",
        ("sort_mode", 0),
        ("sort_ascending", True),
        (2, 8, 3, 1, 4, 0, 5, 11),
    ),
    "subtask": _Part(
        "Subtasks",
        "subdirectory_arrow_right",
        ("subtask_mode", 11),
        ("subtask_ascending", True),
        (11, 2, 8, 3, 1, 4, 0, 5),
    ),
    "completed": _Part(
        "Completed",
        "check",
        ("completed_mode", 10),
        ("completed_ascending", False),
        (10, 2, 8, 3, 1, 4, 5),
    ),
}

NO_DIRECTION: Final = frozenset((-1, 0, 9, 11))
"""Orders that have only one direction."""

NEWEST_FIRST: Final = frozenset((4, 5, 10))
"""Orders that show the latest first by default."""


@dataclass(frozen=True)
class SortState:
    """State of the sheet.

    Attributes:
        part: Section whose orders are listed; "" for the overview.
    """

    part: Literal["", "group", "sort", "subtask", "completed"] = ""


class SortSettings(Activity[SortState]):
    """Chooses how lists are sorted; choices apply at once."""

    def theme(self) -> Theme:
        """Return the light or dark theme, as set."""
        return theme_of(self.context)

    def on_back(self) -> bool:
        """Return to the overview, or leave."""
        if not self.state.part:
            return False
        self.update(part="")
        return True

    def build(self) -> Screen:
        """Build the overview, or the orders of a section."""
        part = self.state.part
        content = self._choices(part) if part else self._overview()
        sheet = bottom_sheet(
            ScrollView(content, width=MATCH),
            (lambda: self.update(part="")) if part else self.finish,
            key=("sheet", part),
            background=Rounded("background", (16, 16, 0, 0)),
            handle=True,
        )
        return Screen(
            View(width=MATCH, height=MATCH),
            overlays=[sheet],
            background="transparent",
            edge_to_edge=True,
        )

    def _mode(self, part: Part) -> int:
        return settings.read(self.context, *PARTS[part].mode)

    def _overview(self) -> View:
        last = settings.read(self.context, "completed_tasks_at_bottom", True)
        switch = row(
            TextView(
                "Move completed tasks to bottom",
                style="subtitle1",
                width=0,
                weight=1,
                padding=(0, 0, 16, 0),
            ),
            Switch(
                checked=last,
                class_name=COMPOSE,
                on_checked_change=lambda on: settings.keep(
                    self.context, completed_tasks_at_bottom=on
                ),
            ),
            key="completed last",
            class_name=COMPOSE,
            width=MATCH,
            padding=(16, 8),
            content_gravity="center_vertical",
        )
        return column(
            self._line("group"),
            self._line("sort"),
            self._line("subtask"),
            switch,
            self._line("completed") if last else None,
            class_name=COMPOSE,
            width=MATCH,
            padding=(0, 0, 0, 16),
        )

    def _line(self, part: Part) -> View:
        made, mode = PARTS[part], self._mode(part)
        direction = None
        if mode not in NO_DIRECTION:
            up = settings.read(self.context, *made.turn)
            direction = row(
                ImageView(
                    "arrow_up" if up else "arrow_down", size=16, tint="text_primary", margin=(8, 0)
                ),
                TextView("Ascending" if up else "Descending", style="body_large"),
                class_name=COMPOSE,
                height=48,
                content_gravity="center_vertical",
                background=Line("left", "divider", inset=8),
                on_click=lambda: settings.keep(self.context, **{made.turn[0]: not up}),
            )
        return row(
            ImageView(made.icon, tint="icon", margin=(0, 0, 16, 0)),
            column(
                TextView(made.title, style="subtitle1", color="text_secondary"),
                TextView(NAMES.get(mode, "Smart sort"), style="headline6", max_lines=1),
                width=0,
                weight=1,
            ),
            direction,
            key=("part", part),
            class_name=COMPOSE,
            width=MATCH,
            padding=(16, 8),
            content_gravity="center_vertical",
            on_click=lambda: self.update(part=part),
        )

    def _choices(self, part: Part) -> View:
        made, mode = PARTS[part], self._mode(part)

        def choose(number: int) -> Callable[[], None]:
            def keep() -> None:
                up = number not in NEWEST_FIRST
                settings.keep(self.context, **{made.mode[0]: number, made.turn[0]: up})
                self.update(part="")

            return keep

        rows = []
        for number in made.choices:
            refused = part == "sort" and number == 11
            note = None
            if refused:
                words = "Not available for tags, filters, or places"
                note = TextView(words, style="body_large", color="error", italic=True)
            tint = "text_tertiary" if refused else "text_primary"
            rows.append(
                column(
                    TextView(
                        NAMES[number],
                        style="headline6",
                        color="compose_primary" if number == mode else tint,
                    ),
                    note,
                    key=("order", number),
                    class_name=COMPOSE,
                    width=MATCH,
                    padding=16,
                    enabled=not refused,
                    on_click=None if refused else choose(number),
                )
            )
        return column(*rows, class_name=COMPOSE, width=MATCH, padding=(0, 0, 0, 16))
