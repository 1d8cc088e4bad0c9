"""The list of categories."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.appkit.lists import scaffold
from android_gym.simulator.apps.broccoli.actions import MainActions
from android_gym.simulator.apps.broccoli.dialogs import EditCategory
from android_gym.simulator.apps.broccoli.model import Category
from android_gym.simulator.ui.components import FloatingActionButton
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, OverflowScroll, RecyclerView
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["categories"]


def categories(app: MainActions) -> View:
    """Build the rows, or a message if there are none."""
    found = app.store.categories()

    def line(index: int) -> View:
        category = found[index]
        return FrameLayout(
            [TextView(category.name, id="card_text_view_category_name", size=22)],
            class_name="android.view.ViewGroup",
            key=category.id,
            width=MATCH,
            padding=16,
            on_click=partial(_edit, app, category),
        )

    body: View
    if found:
        body = RecyclerView(
            len(found),
            line,
            id="recycler_view",
            content_description="Categories",
            padding=(0, 0, 0, 90),
        )
    else:
        body = OverflowScroll(
            TextView(
                "Create custom categories to manage your recipes.",
                id="categories_empty",
                size=22,
                align="center",
                vertical="center",
                width=MATCH,
                padding=32,
            ),
            fill_viewport=True,
        )
    add = FloatingActionButton(
        "add",
        id="fab_categories",
        content_description="Add category",
        on_click=lambda: app.show_dialog(EditCategory()),
    )
    return scaffold(None, body, fab=add)


def _edit(app: MainActions, category: Category) -> None:
    app.show_dialog(EditCategory(category.id, category.name))
