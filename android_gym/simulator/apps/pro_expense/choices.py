"""The language and currency lists shown in onboarding and in the settings' sheets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from android_gym.simulator.apps.pro_expense.currencies import CURRENCIES, Currency
from android_gym.simulator.apps.pro_expense.look import CARD
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, ImageView, TextView

__all__ = ["currencies", "languages"]

Text = Callable[[str], None]

_LIST_DP: Final = 360

LANGUAGES = (
    ("my", "Myanmar(Burma)", "\U0001f1f2\U0001f1f2"),
    ("en", "United States(English)", "\U0001f1fa\U0001f1f8"),
    ("zh", "China (Chinese)", "\U0001f1e8\U0001f1f3"),
)


class _LowList(RecyclerView):
    """A list that is 360 dp high where there is room."""

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Take the height, however few the rows are."""
        wide, _ = super().measure_content(width, width_mode, height, height_mode)
        return wide, min(self.ui.px(_LIST_DP), height)


def _search(text: str, on_search: Text) -> View:
    return wide_row(
        EditText(
            text,
            id="edt_search",
            hint="Search",
            on_text_change=on_search,
            ime_action="search",
            width=0,
            weight=1,
            padding=(12, 12),
        ),
        ImageView("magnify", id="imv_search", margin=(0, 0, 12, 0)),
        id="cv_search",
        class_name=CARD,
        margin=(0, 8),
        background=Rounded("chip", 4),
    )


def languages(search: str, chosen: str, on_search: Text, on_choose: Text) -> View:
    """Build the list of the three languages, with a search box."""
    wanted = search.strip().casefold()
    rows = [
        wide_row(
            TextView(
                flag,
                size=22,
                id="imv_flag",
                class_name="android.widget.ImageView",
                text_description="",
                important_for_accessibility="no",
            ),
            TextView(name, id="tv_language_name", size=16, width=0, weight=1, margin=(16, 0)),
            _tick("imv_checked", code == chosen),
            id="cd_language",
            key=code,
            class_name=CARD,
            padding=(12, 14),
            margin=(0, 3),
            background=Rounded("card", 2),
            on_click=partial(on_choose, code),
        )
        for code, name, flag in LANGUAGES
        if wanted in name.casefold()
    ]
    return wide_column(
        TextView("Choose Language", id="tv_lang", size=18, weight_font=500),
        _search(search, on_search),
        RecyclerView(rows, id="rv_languages", width=MATCH),
    )


def currencies(search: str, chosen: str, on_search: Text, on_choose: Text) -> View:
    """Build the list of currencies, with a search box."""
    wanted = search.strip().casefold()
    found = [c for c in CURRENCIES if wanted in f"{c.name} {c.symbol} {c.code}".casefold()]

    def line(index: int) -> View:
        item: Currency = found[index]
        return wide_row(
            TextView(item.symbol, id="tv_symbol", size=16, weight_font=500, width=56),
            TextView(item.name, id="tv_currency", size=16, width=0, weight=1),
            _tick("imv_selected", item.number == chosen),
            id="cv_currency",
            key=item.number,
            class_name=CARD,
            padding=(12, 14),
            margin=(0, 3),
            background=Rounded("card", 2),
            on_click=partial(on_choose, item.number),
        )

    listed: View = _LowList(len(found), line, id="rv_currencies", width=MATCH)
    if not found:
        listed = TextView("No Items", id="tv_no_item", align="center", width=MATCH, padding=24)
    return wide_column(
        TextView("Choose Currency", id="tv_lang", size=18, weight_font=500),
        _search(search, on_search),
        listed,
    )


def _tick(name: str, shown: bool) -> View:
    return ImageView(
        "check", id=name, tint="primary", visibility="visible" if shown else "invisible"
    )
