"""Tasks of Broccoli: deleting recipes and duplicates."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from android_gym.errors import OptionError
from android_gym.task_suite.android_world.recipe.pools import DESCRIPTIONS, INGREDIENTS, RECIPES
from android_gym.task_suite.android_world.recipe.rows import (
    Recipe,
    RecipeTask,
    draw,
    draw_apart,
    texts_of,
)
from android_gym.task_suite.android_world.row_tasks import DeleteDuplicateRows, DeleteRows
from android_gym.task_suite.android_world.rows import check_line, does
from android_gym.task_suite.goal import Goal
from android_gym.task_suite.task import NearMiss, Params

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "RecipeDeleteDuplicateRecipes",
    "RecipeDeleteDuplicateRecipes2",
    "RecipeDeleteDuplicateRecipes3",
    "RecipeDeleteMultipleRecipes",
    "RecipeDeleteMultipleRecipesWithConstraint",
    "RecipeDeleteMultipleRecipesWithNoise",
    "RecipeDeleteSingleRecipe",
    "RecipeDeleteSingleWithRecipeWithNoise",
]


class _RecipeDelete(RecipeTask, DeleteRows):
    """Deleting recipes that the goal names."""

    label = "title"
    listing = "titles"


class RecipeDeleteSingleRecipe(_RecipeDelete):
    """Delete the only recipe."""

    template = "Delete the following recipes from Broccoli app: {titles}."
    rewordings = (
        "Please remove these recipes from the Broccoli app: {titles}.",
        "In Broccoli, get rid of what is named here: {titles}.",
        "I will never cook the following again, so erase it in Broccoli: {titles}.",
        "Open the Broccoli app and throw away the recipes called {titles}.",
    )
    tags = ("data_edit", "search", "parameterized")


class RecipeDeleteSingleWithRecipeWithNoise(_RecipeDelete):
    """Delete one recipe and leave 29 others."""

    template = RecipeDeleteSingleRecipe.template
    rewordings = RecipeDeleteSingleRecipe.rewordings
    tags = ("search", "screen_reading", "data_edit", "parameterized")
    complexity = 2.0
    others = 29


class RecipeDeleteMultipleRecipes(_RecipeDelete):
    """Delete the three recipes there are."""

    template = RecipeDeleteSingleRecipe.template
    rewordings = RecipeDeleteSingleRecipe.rewordings
    tags = ("data_edit", "parameterized")
    complexity = 2.4
    targets = 3


class RecipeDeleteMultipleRecipesWithNoise(_RecipeDelete):
    """Delete three recipes and leave 29 others."""

    template = RecipeDeleteSingleRecipe.template
    rewordings = RecipeDeleteSingleRecipe.rewordings
    difficulty = "medium"
    tags = ("parameterized", "search", "complex_ui_understanding", "repetition")
    complexity = 3.4
    targets = 3
    others = 29


class RecipeDeleteMultipleRecipesWithConstraint(RecipeTask, DeleteRows):
    """Delete the three recipes whose directions use an ingredient, and leave 29 others.

    Two of the others mention it only in their list of ingredients, so the app's search finds more
    than must be deleted.
    """

    template = "Delete the recipes from Broccoli app that use {ingredient} in the directions."
    rewordings = (
        "Remove every recipe from the Broccoli app whose directions mention {ingredient}.",
        "I don't like {ingredient} any more. Whatever recipe in Broccoli uses it in its "
        "directions shall be deleted.",
        "In Broccoli, find the recipes with {ingredient} in the directions and get rid of them.",
        "No recipe in the Broccoli app may have {ingredient} in its directions, so delete those "
        "that do.",
    )
    difficulty = "hard"
    tags = ("screen_reading", "repetition", "parameterized")
    complexity = 4.0
    targets = 3
    others = 29
    decoys = 2
    label = ""
    listing = "ingredient"

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the ingredient, recipes that use it, and others."""
        ingredient = INGREDIENTS[int(rng.integers(len(INGREDIENTS)))]
        own = [kind for kind in RECIPES if ingredient in kind[1].lower()]
        others = [kind for kind in RECIPES if kind not in own]
        aside = f"with {ingredient} on the side, if anybody asks"
        decoys = draw(rng, self.decoys, others, ingredients=aside)
        noise = [*draw(rng, self.others - self.decoys, others), *decoys]
        return {
            "recipes": draw(rng, self.targets, own),
            "noise": [noise[int(place)] for place in rng.permutation(len(noise))],
            "ingredient": ingredient,
        }

    def goal(self, params: Params) -> Goal:
        """Return the instruction, which names the ingredient."""
        return Goal(self.template, {"ingredient": params["ingredient"]})

    def counts(self) -> Collection[int]:
        """Return one to three, as many recipes as use an ingredient."""
        return range(1, self.targets + 1)

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject recipes that the ingredient does not distinguish from the others.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        ingredient = params["ingredient"]
        check_line("The ingredient", ingredient, 40)
        wanted = [_uses(recipe, ingredient) for recipe in params["recipes"]]
        others = [_uses(recipe, ingredient) for recipe in params["noise"]]
        if not ingredient.strip() or not all(wanted) or any(others):
            raise OptionError(
                f"The directions of all recipes must use the ingredient, and none of noise's: "
                f"{ingredient!r}."
            )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return the near misses of all deletions, and deleting all that mention it anywhere."""
        ids = [
            number
            for number, recipe in enumerate(self.before(params), start=1)
            if any(params["ingredient"] in text.lower() for text in texts_of(recipe))
        ]
        found = dict(super().near_misses(params))
        if len(ids) > len(params["recipes"]):
            found["what the search finds deleted"] = does(
                lambda device: self.rows.delete(device, ids)
            )
        return found


def _uses(recipe: Recipe, ingredient: str) -> bool:
    return ingredient.lower() in recipe["directions"].lower()


class _RecipeDeleteDuplicates(RecipeTask, DeleteDuplicateRows):
    """Deleting one of two equal recipes, which are anywhere among the others.

    ``params["places"]`` has their two indices in the list of all.
    """

    def draw(self, rng: np.random.Generator, count: int) -> list[Recipe]:
        """Draw recipes with different titles."""
        return draw_apart(rng, count)

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw one recipe, which exists twice, the others, and the indices of the two."""
        params = super().sample(rng)
        total = len(params["noise"]) + 2
        places = sorted(int(place) for place in rng.choice(total, size=2, replace=False))
        return {**params, "places": places}

    def before(self, params: Params) -> list[Recipe]:
        """Return the recipes on the phone at the start; the first has id 1."""
        rows = list(params["noise"])
        for place, recipe in zip(params["places"], params["recipes"], strict=True):
            rows.insert(place, recipe)
        return rows

    def pair(self, params: Params) -> tuple[int, int]:
        """Return the ids of the two equal recipes."""
        first, second = params["places"]
        return first + 1, second + 1

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject anything but a pair among others, and invalid indices.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        places, last = params["places"], len(params["noise"]) + 1
        numbers = [place for place in places if type(place) is int and 0 <= place <= last]
        if len(places) != 2 or sorted(set(numbers)) != list(places):
            raise OptionError(f"places must be two of 0 to {last}, in order, got {places!r}.")

    @staticmethod
    def identity(item: Recipe) -> tuple[Any, ...]:
        """Return all texts of a recipe."""
        return texts_of(item)

    def edit(self, device: Device, number: int) -> None:
        """Change a recipe's number of servings."""
        self.rows.put(device, number, "servings", "12 servings")


class RecipeDeleteDuplicateRecipes(_RecipeDeleteDuplicates):
    """Delete one of two equal recipes and leave five others."""

    template = (
        "Delete all but one of any recipes in the Broccoli app that are exact duplicates, ensuring "
        "at least one instance of each unique recipe remains"
    )
    rewordings = (
        "Some recipes in Broccoli were saved more than once, exactly alike. Remove the surplus "
        "copies so that each of them is there once.",
        "Clean up the Broccoli app: where recipes agree in everything, keep one of them and "
        "delete the rest.",
        "Look for exact duplicates among the recipes in Broccoli and delete the extra ones. One "
        "of each must stay.",
        "No recipe should be in Broccoli twice. Delete repetitions that are the same down to the "
        "last detail, but never the last copy.",
    )
    tags = ("search", "data_edit", "screen_reading", "repetition", "parameterized")
    others = 5


class RecipeDeleteDuplicateRecipes2(_RecipeDeleteDuplicates):
    """Delete one of two equal recipes among ten others, four of which have the same title."""

    template = RecipeDeleteDuplicateRecipes.template
    rewordings = RecipeDeleteDuplicateRecipes.rewordings
    difficulty = "medium"
    tags = ("repetition", "data_edit", "parameterized")
    complexity = 2.4
    others = 10

    def draw(self, rng: np.random.Generator, count: int) -> list[Recipe]:
        """Draw the recipe, six with other titles, and four with its title."""
        own, *others = super().draw(rng, count - 4)
        kind = [kind for kind in RECIPES if kind[0] == own["title"]]
        return [own, *others, *draw(rng, 4, kind, {texts_of(own)})]


class RecipeDeleteDuplicateRecipes3(_RecipeDeleteDuplicates):
    """Delete one of two equal recipes among thirty others.

    Six of the others have the pair's title and description. Three more, with different
    descriptions, have the title that comes first in the list.
    """

    template = RecipeDeleteDuplicateRecipes.template
    rewordings = RecipeDeleteDuplicateRecipes.rewordings
    difficulty = "medium"
    tags = ("data_edit", "parameterized")
    complexity = 3.4
    others = 30

    def draw(self, rng: np.random.Generator, count: int) -> list[Recipe]:
        """Draw the recipe, 21 with other titles, three with the first title, and six like it."""
        first = min(RECIPES)
        kinds = [kind for kind in RECIPES if kind != first]
        own, *others = draw_apart(rng, count - 9, kinds)
        mine = [kind for kind in kinds if kind[0] == own["title"]]
        leading = [draw(rng, 1, [first], description=text)[0] for text in DESCRIPTIONS]
        alike = draw(rng, 6, mine, {texts_of(own)}, description=own["description"])
        return [own, *others, *leading, *alike]
