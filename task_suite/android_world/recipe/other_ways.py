"""Second ways to use Broccoli: recipes saved half done and edited, or deleted in the list."""

from __future__ import annotations

from android_gym.task_suite.android_world.picture_reading import read_in_files
from android_gym.task_suite.android_world.recipe.demonstrations import (
    ADD,
    COOK,
    TITLE,
    Recipe,
    delete_open,
    open_broccoli,
    read_noted,
    read_pictured,
    read_recipes,
)
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def add_by_editing(screen: Screen, recipes: str) -> Steps:
    """Save each recipe with only a title, and edit it on its page."""
    yield from open_broccoli(screen)
    for recipe in read_recipes(recipes):
        yield from _add_and_edit(screen, recipe)


def _add_and_edit(screen: Screen, recipe: Recipe) -> Steps:
    yield from screen.tap(screen.need(**ADD))
    yield from screen.wait_for(resource_id="new_title")
    yield from screen.type_into(recipe["title"], resource_id="new_title")
    yield from screen.tap(screen.need(resource_id="button_save_recipe"))
    yield from screen.wait_for(**COOK)
    yield from screen.tap(screen.need(description="More options"))
    yield from screen.tap_on(text="Edit")
    yield from screen.wait_for(resource_id="new_directions")
    yield from screen.type_into(recipe["directions"], resource_id="new_directions")
    yield from screen.type_into(recipe["ingredients"], resource_id="new_ingredients")
    facts = [recipe["servings"], recipe["preparationTime"]]
    yield from screen.type_into("\n".join(facts), resource_id="new_servings")
    yield from screen.type_into(recipe["description"], resource_id="new_description")
    yield from screen.tap(screen.need(resource_id="button_save_recipe"))
    yield from screen.wait_for(**COOK)
    yield from screen.back()
    yield from screen.wait_for(**ADD)


def add_noted_by_editing(screen: Screen, prep_time: str = "") -> Steps:
    """Do the same with the recipes in the note in Markor."""
    recipes = yield from read_noted(screen, prep_time)
    for recipe in recipes:
        yield from _add_and_edit(screen, recipe)


def add_pictured_by_editing(screen: Screen) -> Steps:
    """Do the same with the recipes of a picture, opened from Files."""
    rows = yield from read_in_files(screen, "recipes.jpg")
    yield from add_by_editing(screen, read_pictured(rows))


def delete_on_the_way(screen: Screen, titles: str) -> Steps:
    """Go through the list once, which is sorted by title, and delete the recipes on the way."""
    yield from open_broccoli(screen)
    for title in sorted(titles.split(", "), key=str.casefold):
        for _ in range(20):
            if screen.find(text=title, **TITLE) is not None:
                break
            yield from screen.scroll()
        yield from screen.tap(screen.need(text=title, **TITLE))
        yield from delete_open(screen)


SCRIPTS: dict[str, Script] = {
    "RecipeAddSingleRecipe": add_by_editing,
    "RecipeAddMultipleRecipes": add_by_editing,
    "RecipeAddMultipleRecipesFromImage": add_pictured_by_editing,
    "RecipeAddMultipleRecipesFromMarkor": add_noted_by_editing,
    "RecipeAddMultipleRecipesFromMarkor2": add_noted_by_editing,
    "RecipeDeleteSingleRecipe": delete_on_the_way,
    "RecipeDeleteSingleWithRecipeWithNoise": delete_on_the_way,
    "RecipeDeleteMultipleRecipes": delete_on_the_way,
    "RecipeDeleteMultipleRecipesWithNoise": delete_on_the_way,
}
