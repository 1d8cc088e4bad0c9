"""Tasks of Broccoli: adding recipes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from android_gym.errors import OptionError
from android_gym.task_suite.android_world.picture_tasks import AddRowsOfPicture
from android_gym.task_suite.android_world.recipe.pools import (
    AMOUNTS,
    DESCRIPTIONS,
    RECIPES,
    SERVINGS,
    TIMES,
)
from android_gym.task_suite.android_world.recipe.rows import (
    FIELDS,
    Recipe,
    RecipeTask,
    as_csv,
    as_text_block,
    draw,
)
from android_gym.task_suite.android_world.row_tasks import AddRows, note_near_misses, put_note
from android_gym.task_suite.android_world.rows import does
from android_gym.task_suite.goal import Goal
from android_gym.task_suite.task import Disputed, NearMiss, Params
from android_gym.task_suite.text_match import fuzzy_match, same_text

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "RecipeAddMultipleRecipes",
    "RecipeAddMultipleRecipesFromImage",
    "RecipeAddMultipleRecipesFromMarkor",
    "RecipeAddMultipleRecipesFromMarkor2",
    "RecipeAddSingleRecipe",
]


def _written(params: Params) -> str:
    return (as_csv if params["format"] == "csv" else as_text_block)(params["recipes"])


class _RecipeAdd(RecipeTask, AddRows):
    """Adding recipes to the existing ones."""

    others = 10
    columns = (*FIELDS, "source", "favorite", "imageName")

    def goal(self, params: Params) -> Goal:
        """Return the instruction, with the recipes as a table or as blocks of lines."""
        return Goal(self.template, {"recipes": _written(params)})

    def matches(self, item: Recipe, row: tuple[Any, ...]) -> bool:
        """Compare texts word by word; there must be no source and no picture."""
        *texts, source, favorite, image = row
        wanted = (item[field] for field in FIELDS)
        same = all(same_text(text, want) for text, want in zip(texts, wanted, strict=True))
        return same and source == "" and favorite == 0 and not image

    def originally_matches(self, item: Recipe, row: tuple[Any, ...]) -> bool:
        """Compare texts with AndroidWorld's tolerance, numbers included."""
        *texts, favorite, _ = row
        wanted = [*(item[field] for field in FIELDS), ""]
        alike = all(fuzzy_match(text, want) for text, want in zip(texts, wanted, strict=True))
        return alike and favorite == 0

    def mistakes(self, item: Recipe) -> Mapping[str, Recipe]:
        """Return copies of the recipe with one wrong value each, by the mistake."""

        def other(pool: tuple[str, ...], field: str) -> Recipe:
            return {**item, field: pool[0] if item[field] != pool[0] else pool[1]}

        title, directions = RECIPES[0] if item["title"] != RECIPES[0][0] else RECIPES[1]
        return {
            "another title": {**item, "title": title},
            "another description": other(DESCRIPTIONS, "description"),
            "another number of servings": other(SERVINGS, "servings"),
            "another time": other(TIMES, "preparationTime"),
            "other ingredients": other(AMOUNTS, "ingredients"),
            "other directions": {**item, "directions": directions},
            "directions without their last sentence": {
                **item,
                "directions": item["directions"].rstrip(".").rpartition(". ")[0],
            },
            "ingredients and directions exchanged": {
                **item,
                "ingredients": item["directions"],
                "directions": item["ingredients"],
            },
            "no description": {**item, "description": ""},
        }

    def edit_old(self, device: Device) -> None:
        """Make the oldest recipe a favourite."""
        self.rows.put(device, 1, "favorite", 1)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return those of all additions, and a picture."""

        def paints(device: Device) -> None:
            recipes = params["recipes"]
            first_id = len(params["noise"]) + 1
            self.rows.insert(device, [self.values(recipe) for recipe in recipes], first_id)
            self.rows.put(device, first_id, "imageName", "12.jpg")

        return {**super().near_misses(params), "a picture": Disputed(does(paints))}


class RecipeAddSingleRecipe(_RecipeAdd):
    """Add one recipe to ten existing ones."""

    template = "Add the following recipes into the Broccoli app:\n{recipes}"
    rewordings = (
        "Please enter these recipes in the Broccoli app:\n{recipes}",
        "I want to keep what follows in Broccoli. Create a recipe there for each:\n{recipes}",
        "Open Broccoli and write down every recipe that is listed here:\n{recipes}",
        "My collection in Broccoli lacks the recipes below, so add them:\n{recipes}",
    )
    tags = ("data_entry", "parameterized")
    complexity = 2.4


class RecipeAddMultipleRecipes(_RecipeAdd):
    """Add three recipes to ten existing ones."""

    template = RecipeAddSingleRecipe.template
    rewordings = RecipeAddSingleRecipe.rewordings
    difficulty = "medium"
    tags = ("data_entry", "parameterized")
    complexity = 6.0
    targets = 3


class _RecipeAddFromMarkor(_RecipeAdd):
    """Adding recipes from a note in Markor."""

    apps: ClassVar[tuple[str, ...]] = ("Broccoli app", "Markor")
    difficulty = "hard"
    complexity = 6.0
    targets = 3
    list_path: ClassVar[str] = "/storage/emulated/0/Documents/Markor/recipes.txt"

    def goal(self, params: Params) -> Goal:
        """Return the instruction, which names no recipe."""
        return Goal(self.template, {})

    def note(self, params: Params) -> str:
        """Return the text of the note."""
        return _written(params)

    def setup(self, device: Device, params: Params) -> None:
        """Fill the app, and write the note."""
        super().setup(device, params)
        put_note(device, self.list_path, self.note(params) + "\n")

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return the near misses of all additions, and the note in Markor changed or deleted."""
        return {**super().near_misses(params), **note_near_misses(self, params, self.list_path)}


class RecipeAddMultipleRecipesFromMarkor(_RecipeAddFromMarkor):
    """Add the three recipes of a note in Markor to ten existing ones."""

    template = "Add the recipes from recipes.txt in Markor to the Broccoli recipe app."
    rewordings = (
        "Read recipes.txt in Markor and put every recipe in it into the Broccoli recipe app.",
        "The Markor note recipes.txt lists recipes. Enter all of them in Broccoli, please.",
        "Transfer what is in Markor's recipes.txt to my recipe app, which is Broccoli.",
        "Broccoli shall have the recipes that I noted in recipes.txt, a file of Markor's.",
    )
    tags = ("data_entry", "multi_app", "screen_reading", "memorization", "parameterized")


class RecipeAddMultipleRecipesFromMarkor2(_RecipeAddFromMarkor):
    """Add the three recipes of a note in Markor with a certain preparation time.

    The note lists all forty-three recipes by title; forty are in the app already.
    """

    template = (
        "Add the recipes from recipes.txt in Markor that take {prep_time} to prepare into the "
        "Broccoli recipe app."
    )
    rewordings = (
        "Which recipes in Markor's recipes.txt need {prep_time} of preparation? Add those, and no "
        "others, to the Broccoli recipe app.",
        "Look through recipes.txt in Markor for recipes with a preparation time of {prep_time} "
        "and enter them in Broccoli.",
        "From the note recipes.txt in Markor, copy each recipe that takes {prep_time} into my "
        "recipe app Broccoli.",
        "In Broccoli, create what recipes.txt (a Markor note) says can be prepared in {prep_time}.",
    )
    tags = (
        "parameterized", "screen_reading", "complex_ui_understanding", "repetition", "multi_app",
        "data_entry", "information_retrieval",
    )  # fmt: skip
    others = 40
    forms = ()

    def draw(self, rng: np.random.Generator, count: int) -> list[Recipe]:
        """Draw recipes with one preparation time, and others with other times."""
        time = TIMES[int(rng.integers(len(TIMES)))]
        own = [{**recipe, "preparationTime": time} for recipe in super().draw(rng, self.targets)]
        titles = {recipe["title"] for recipe in own}
        kinds = [kind for kind in RECIPES if kind[0] not in titles]
        others = list[Recipe]()
        while len(others) < count - self.targets:
            (recipe,) = draw(rng, 1, kinds)
            if recipe["preparationTime"] != time and recipe not in others:
                others.append(recipe)
        return own + others

    def goal(self, params: Params) -> Goal:
        """Return the instruction, which names the time."""
        return Goal(self.template, {"prep_time": params["recipes"][0]["preparationTime"]})

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject recipes that the time does not distinguish from the others.

        Raises:
            OptionError: Naming the times.
        """
        super().check(params)
        own, others = (
            {recipe["preparationTime"] for recipe in params[name]} for name in ("recipes", "noise")
        )
        if len(own) != 1 or own & others:
            raise OptionError(
                f"All recipes must take the same time, and no noise that: {sorted(own)} and "
                f"{sorted(others)}."
            )

    def note(self, params: Params) -> str:
        """Return the note with all recipes, sorted by title."""
        return as_csv(sorted([*params["recipes"], *params["noise"]], key=lambda row: row["title"]))


class RecipeAddMultipleRecipesFromImage(AddRowsOfPicture, _RecipeAdd):
    """Add the three recipes of a picture to ten existing ones."""

    template = "Add the recipes from recipes.jpg in Simple Gallery Pro to the Broccoli recipe app."
    rewordings = (
        "Look at recipes.jpg in Simple Gallery Pro and put every recipe it shows into the Broccoli "
        "recipe app.",
        "The picture recipes.jpg in Simple Gallery Pro lists recipes. Enter all of them in "
        "Broccoli, my recipe app.",
        "Broccoli shall have the recipes of a picture: open recipes.jpg in Simple Gallery Pro, "
        "read it and add them.",
        "Please copy what recipes.jpg says (Simple Gallery Pro shows it) to my recipe app, which "
        "is Broccoli.",
    )
    apps: ClassVar[tuple[str, ...]] = ("Broccoli app", "Simple Gallery Pro")
    difficulty = "hard"
    tags = (
        "transcription", "screen_reading", "data_entry", "complex_ui_understanding",
        "parameterized",
    )  # fmt: skip
    complexity = 6.0
    targets = 3
    picture = "recipes.jpg"

    def written(self, items: Sequence[Recipe]) -> str:
        """Return recipes as blocks of lines."""
        return as_text_block(items)
