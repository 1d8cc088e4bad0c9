"""The page of a recipe."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from android_gym.simulator.apps.broccoli.actions import SEARCHED, DetailsActions
from android_gym.simulator.apps.broccoli.dialogs import DeleteRecipe
from android_gym.simulator.apps.broccoli.look import picture
from android_gym.simulator.apps.broccoli.model import Recipe
from android_gym.simulator.apps.broccoli.quantities import Ingredient, directions, ingredients
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.collapsing import CoordinatorLayout
from android_gym.simulator.ui.collapsing_photo import CollapsingPhotoLayout
from android_gym.simulator.ui.components import FloatingActionButton, MenuItem, Toolbar
from android_gym.simulator.ui.drawables import Gradient, Layers
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, column, row
from android_gym.simulator.ui.links import LinkedText
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["RecipeDetailsActivity"]

EXPANDED = 400.0
TOOLBAR = 56.0
WEB = ("http://", "https://")
SCROLL_VIEW = "android.widget.ScrollView"


class RecipeDetailsActivity(DetailsActions):
    """The page of a recipe."""

    DIALOGS = (DeleteRecipe,)

    def build(self) -> Screen:
        """Build the bar, the texts and the button to start cooking."""
        recipe = self.recipe or Recipe()
        windows = self.context.windows
        status = windows.status_bar_height / windows.density
        texts = self._texts(recipe)
        shown = picture(self.photo_of(recipe.image))
        if shown is None:
            texts.height, texts.weight = 0, 1
            page: View = column(self._plain_bar(recipe, status), texts, width=MATCH, height=MATCH)
        else:
            texts.height = MATCH
            bar = CollapsingPhotoLayout(
                recipe.title,
                ImageView(
                    Layers((shown, Gradient(("#BF000000", "#00000000", "#00000000")))),
                    id="backdrop",
                    content_description="Recipe photo",
                    important_for_accessibility="yes",
                    scale="fit",
                    width=MATCH,
                    height=MATCH,
                ),
                self._toolbar(recipe, status),
                expanded=EXPANDED,
                collapsed=TOOLBAR + status,
                id="toolbar_layout",
            )
            page = CoordinatorLayout(
                FrameLayout([bar], id="app_bar", width=MATCH, height=EXPANDED),
                texts,
                texts,
                collapsed=TOOLBAR + status,
                width=MATCH,
                height=MATCH,
            )
        cook = FloatingActionButton(
            "silverware_fork_knife",
            id="fab_cooking_assistant",
            content_description="Cook",
            on_click=self.cook,
        )
        return Screen(
            FrameLayout([page, cook], width=MATCH, height=MATCH),
            title=recipe.title,
            edge_to_edge="top",
            light_bars=False,
        )

    def _plain_bar(self, recipe: Recipe, status: float) -> View:
        title = TextView(
            recipe.title,
            style="app_bar_title",
            color="on_app_bar",
            max_lines=1,
            important_for_accessibility="no",
            gravity="bottom|start",
            width=MATCH,
            height=TOOLBAR,
            vertical="center",
            padding=(72, 0, 112, 0),
        )
        return FrameLayout(
            [
                FrameLayout(
                    [title, self._toolbar(recipe, status)],
                    id="toolbar_layout",
                    content_description=recipe.title,
                    important_for_accessibility="yes",
                    width=MATCH,
                    height=MATCH,
                )
            ],
            id="app_bar",
            width=MATCH,
            height=TOOLBAR + status,
            background="app_bar",
            elevation=4,
        )

    def _toolbar(self, recipe: Recipe, status: float) -> View:
        def ask() -> None:
            self.show_dialog(DeleteRecipe())

        like = partial(self.store.set_favorite, recipe.id, not recipe.favorite)
        if recipe.favorite:
            heart = MenuItem(
                "Remove from favorites", like, id="action_details_unlike", icon="heart"
            )
        else:
            heart = MenuItem(
                "Mark as favorite", like, id="action_details_like", icon="heart_outline"
            )
        return Toolbar(
            navigation="arrow_back",
            on_navigation=self.finish,
            menu=[
                heart,
                MenuItem("Share", partial(self.share, recipe)),
                MenuItem("Share as file", partial(self.share_file, recipe)),
                MenuItem("Edit", self.edit),
                MenuItem("Delete", ask),
            ],
            id="toolbar",
            important_for_accessibility="no",
            background="transparent",
            width=MATCH,
            height=TOOLBAR,
            margin=(0, status, 0, 0),
        )

    # -- texts, whose rows are built as they scroll into view

    def _texts(self, recipe: Recipe) -> RecyclerView:
        categories = [category.name for category in self.store.categories_of(recipe.id)]
        items, steps = ingredients(recipe.ingredients), directions(recipe.directions)
        rows: list[Callable[[], View]] = [partial(_title, recipe)]
        if recipe.servings or recipe.preparation_time:
            rows.append(partial(_facts, recipe))
        if categories:
            rows.append(partial(_categories, ", ".join(categories)))
        if recipe.description:
            rows.append(partial(self._description, recipe))
        if recipe.source:
            rows.append(partial(self._source, recipe))
        if items:
            rows.append(partial(_heading, "Ingredients"))
            rows += [partial(_ingredient, item) for item in items]
        if steps:
            rows.append(partial(_heading, "Directions"))
            rows += [partial(_step, number, step) for number, step in enumerate(steps, start=1)]
        return RecyclerView(
            len(rows),
            lambda index: rows[index](),
            id="scroll_view",
            class_name=SCROLL_VIEW,
            width=MATCH,
            padding=(16, 16, 16, 90),
        )

    def _description(self, recipe: Recipe) -> View:
        return LinkedText(
            recipe.description,
            on_link=lambda tag: self.start_activity(".MainActivity", **{SEARCHED: tag}),
            kinds=("hashtag",),
            id="details_description",
            size=14,
            color="text_secondary",
            margin=(0, 16, 0, 0),
        )

    def _source(self, recipe: Recipe) -> View:
        link = recipe.source.strip().startswith(WEB)
        return row(
            _icon("link_variant", "details_icon_source", "Source"),
            TextView(
                recipe.source,
                id="details_source",
                size=14,
                color="primary" if link else "text_secondary",
                underline=link,
                width=0,
                weight=1,
                margin=(10, 0, 0, 0),
                on_click=partial(self.open_page, recipe.source.strip()) if link else None,
            ),
            key="source",
            width=MATCH,
            margin=(0, 5 if recipe.description else 16, 0, 0),
            content_gravity="center_vertical",
        )


def _title(recipe: Recipe) -> View:
    return TextView(
        recipe.title.strip(), id="details_title", size=22, color="text_primary", width=MATCH
    )


def _icon(name: str, id: str, description: str) -> View:
    return ImageView(
        name, id=id, content_description=description, important_for_accessibility="yes"
    )


def _facts(recipe: Recipe) -> View:
    parts: list[View] = []
    if recipe.servings:
        parts += [
            _icon("account", "details_icon_servings", "Servings"),
            TextView(
                recipe.servings,
                id="details_servings",
                size=14,
                color="text_secondary",
                padding=(5, 0, 50, 0),
            ),
        ]
    if recipe.preparation_time:
        parts += [
            _icon("clock_outline", "details_icon_preparation_time", "Time"),
            TextView(
                recipe.preparation_time,
                id="details_preparation_time",
                size=14,
                color="text_secondary",
                margin=(5, 0, 0, 0),
            ),
        ]
    return row(
        *parts, key="facts", width=MATCH, margin=(0, 16, 0, 0), content_gravity="center_vertical"
    )


def _categories(names: str) -> View:
    return row(
        _icon("label", "details_icon_categories", "Categories"),
        TextView(
            names, id="details_categories", size=14, color="text_secondary", margin=(5, 0, 0, 0)
        ),
        key="categories",
        width=MATCH,
        margin=(0, 16, 0, 0),
        content_gravity="center_vertical",
    )


def _heading(text: str) -> View:
    return TextView(text, size=18, color="primary", margin=(0, 16, 0, 5))


def _ingredient(item: Ingredient) -> View:
    return row(
        TextView(
            item.quantity,
            id="ingredient_quantity",
            size=14,
            weight_font=700,
            color="text_secondary",
        ),
        TextView(item.text, id="ingredient_text", size=14, color="text_secondary"),
        width=MATCH,
    )


def _step(number: int, text: str) -> View:
    return row(
        TextView(
            str(number), id="direction_position", size=14, color="primary", margin=(0, 0, 10, 0)
        ),
        TextView(text, id="direction_text", size=14, color="text_secondary", width=0, weight=1),
        width=MATCH,
        padding=5,
        content_gravity="top",
    )
