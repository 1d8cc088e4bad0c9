"""Broccoli's table of recipes, and a base class of its tasks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Final

import numpy as np

from android_gym.errors import OptionError
from android_gym.task_suite.android_world.recipe.pools import (
    AMOUNTS,
    DESCRIPTIONS,
    RECIPES,
    SERVINGS,
    TIMES,
    TIPS,
)
from android_gym.task_suite.android_world.rows import Item, RowTable, RowTask, check_line

__all__ = [
    "DATABASE",
    "FIELDS",
    "Recipe",
    "RecipeTask",
    "TABLE",
    "as_csv",
    "as_text_block",
    "draw",
    "draw_apart",
    "texts_of",
]

PACKAGE = "com.flauschcode.broccoli"
DATABASE = f"/data/data/{PACKAGE}/databases/broccoli"

Recipe = Item
"""A row: the texts of `FIELDS`. It has no source or photo, and is not a favourite."""

FIELDS: Final = (
    "title", "description", "servings", "preparationTime", "ingredients", "directions",
)  # fmt: skip

TABLE: Final = RowTable(
    PACKAGE,
    DATABASE,
    "recipes",
    "recipeId",
    (
        "title",
        "imageName",
        "description",
        "servings",
        "preparationTime",
        "source",
        "ingredients",
        "directions",
        "favorite",
    ),  # fmt: skip
    "Broccoli has no table of recipes. Install the app on the device, open it once, and save the "
    "base state.",
    linked=("recipes_with_categories", "categories"),
)

_LENGTHS: Final = {"title": 100, "servings": 100, "preparationTime": 100}
_LENGTH: Final = 1000


def _one(rng: np.random.Generator, pool: Sequence[Any]) -> Any:
    return pool[int(rng.integers(len(pool)))]


def draw(
    rng: np.random.Generator,
    count: int,
    kinds: Sequence[tuple[str, str]] = RECIPES,
    besides: Collection[tuple[Any, ...]] = (),
    **fixed: str,
) -> list[Recipe]:
    """Draw different recipes.

    Args:
        rng: The source of randomness.
        count: Number of recipes.
        kinds: Titles and directions to draw from.
        besides: Other recipes, as tuples of `FIELDS`, that they must differ from.
        **fixed: Fields that all of them share.
    """
    seen, recipes = set(besides), list[Recipe]()
    while len(recipes) < count:
        title, directions = _one(rng, kinds)
        recipe = {
            "title": title,
            "description": _one(rng, DESCRIPTIONS),
            "servings": _one(rng, SERVINGS),
            "preparationTime": _one(rng, TIMES),
            "ingredients": _one(rng, AMOUNTS),
            "directions": f"{directions} {_one(rng, TIPS)}",
        } | fixed
        texts = texts_of(recipe)
        if texts not in seen:
            seen.add(texts)
            recipes.append(recipe)
    return recipes


def draw_apart(
    rng: np.random.Generator, count: int, kinds: Sequence[tuple[str, str]] = RECIPES
) -> list[Recipe]:
    """Draw recipes that all have different titles."""
    places = rng.choice(len(kinds), size=count, replace=False)
    return [draw(rng, 1, [kinds[int(place)]])[0] for place in places]


def texts_of(recipe: Recipe) -> tuple[str, ...]:
    """Return the texts of a recipe, in the order of `FIELDS`."""
    return tuple(recipe[field] for field in FIELDS)


def as_csv(recipes: Sequence[Recipe]) -> str:
    """Format recipes as a table with bars between the columns."""
    return "\n".join(["|".join(FIELDS), *("|".join(texts_of(recipe)) for recipe in recipes)])


def as_text_block(recipes: Sequence[Recipe]) -> str:
    """Format recipes as blocks of lines."""
    return "\n".join(
        "".join(
            [f"Recipe: {recipe['title']}\n"]
            + [f" {field}: {recipe[field]}\n" for field in FIELDS[1:]]
        )
        for recipe in recipes
    )


class RecipeTask(RowTask):
    """Base class of Broccoli's tasks."""

    apps: ClassVar[tuple[str, ...]] = ("Broccoli app",)
    rows = TABLE
    kind = "recipes"

    def draw(self, rng: np.random.Generator, count: int) -> list[Recipe]:
        """Draw different recipes: the titles of the task's own are unique."""
        own = draw_apart(rng, self.targets)
        titles = {recipe["title"] for recipe in own}
        others = [kind for kind in RECIPES if kind[0] not in titles]
        return own + draw(rng, count - len(own), others)

    @staticmethod
    def values(item: Recipe) -> tuple[Any, ...]:
        """Return a recipe as the table's columns."""
        title, description, servings, time, ingredients, directions = texts_of(item)
        return (title, "", description, servings, time, "", ingredients, directions, 0)

    @staticmethod
    def check_item(item: Any) -> None:
        """Reject a recipe that a goal could not list.

        Raises:
            OptionError: Naming the value at fault.
        """
        if not isinstance(item, Mapping) or set(item) != set(FIELDS):
            raise OptionError(f"A recipe needs exactly the keys {list(FIELDS)}, got {item!r}.")
        for field in FIELDS:
            check_line(f"A recipe's {field}", item[field], _LENGTHS.get(field, _LENGTH))
        if not item["title"].strip():
            raise OptionError("A recipe's title must not be blank: the app saves none without.")

    @staticmethod
    def another(item: Recipe) -> Recipe:
        """Return a recipe with another number of servings."""
        return {**item, "servings": "12 servings"}
