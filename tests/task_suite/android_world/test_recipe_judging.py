"""The rules of the tasks of Broccoli, at their thresholds; and their values and goals."""

from __future__ import annotations

import itertools
import json
import sqlite3
import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from android_gym.errors import DeviceCommandError, OptionError, TaskError
from android_gym.task_suite.android_world.recipe import pools
from android_gym.task_suite.android_world.recipe.deleting import (
    RecipeDeleteDuplicateRecipes,
    RecipeDeleteDuplicateRecipes2,
    RecipeDeleteMultipleRecipes,
    RecipeDeleteMultipleRecipesWithConstraint,
    RecipeDeleteMultipleRecipesWithNoise,
    RecipeDeleteSingleRecipe,
    RecipeDeleteSingleWithRecipeWithNoise,
)
from android_gym.task_suite.android_world.recipe.demonstrations import read_recipes
from android_gym.task_suite.android_world.recipe.rows import DATABASE, FIELDS, as_text_block
from android_gym.task_suite.android_world.recipe.tasks import (
    RecipeAddMultipleRecipes,
    RecipeAddMultipleRecipesFromMarkor2,
    RecipeAddSingleRecipe,
)
from android_gym.task_suite.demonstrations.script import parse
from android_gym.task_suite.suite import tasks
from android_gym.task_suite.task import Params, Task
from android_gym.task_suite.text_match import fuzzy_match

SCHEMA = """
CREATE TABLE recipes (recipeId INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, title TEXT,
    imageName TEXT, description TEXT, servings TEXT, preparationTime TEXT, source TEXT,
    ingredients TEXT, directions TEXT, favorite INTEGER NOT NULL);
CREATE TABLE categories (categoryId INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name TEXT);
CREATE TABLE recipes_with_categories (recipeId INTEGER NOT NULL, categoryId INTEGER NOT NULL);
"""
RECIPES = {name: task for name, task in tasks("AndroidWorld").items() if name.startswith("Recipe")}


class FakeDevice:
    """A device with a database of recipes."""

    def __init__(self) -> None:
        self.database = sqlite3.connect(":memory:", isolation_level=None)
        weakref.finalize(self, self.database.close)
        self.database.executescript(SCHEMA)

    def force_stop(self, package: str) -> None:
        pass

    def push(self, path: str, text: str) -> None:
        self.note = text

    def mkdir(self, path: str) -> None:
        pass

    remove = mkdir

    def query(self, path: str, sql: str, parameters: Any = ()) -> list[tuple[Any, ...]]:
        assert path == DATABASE
        try:
            return self.database.execute(sql, tuple(parameters)).fetchall()
        except sqlite3.OperationalError as error:
            raise DeviceCommandError("sqlite3", 1, f"Error: {error}") from error

    def execute(self, path: str, sql: str, rows: Any = ((),)) -> None:
        try:
            if rows == ((),):
                self.database.executescript(sql)
            else:
                self.database.executemany(sql, [tuple(row) for row in rows])
        except sqlite3.OperationalError as error:
            raise DeviceCommandError("sqlite3", 1, f"Error: {error}") from error


class Case:
    """A task that was set up."""

    def __init__(self, task: type[Task], seed: int = 0, **changes: Any) -> None:
        self.device: Any = FakeDevice()
        self.task = task()
        self.params: Params = self.task.sample(np.random.default_rng(seed)) | changes
        self.task.check(self.params)
        self.task.setup(self.device, self.params)

    @property
    def scores(self) -> tuple[float, float]:
        return (
            self.task.success(self.device, self.params, None),
            self.task.progress(self.device, self.params),
        )

    @property
    def original(self) -> float:
        return self.task.original_success(self.device, self.params, None)

    def add(self, row: dict[str, Any], **changes: Any) -> None:
        row = {"source": "", "favorite": 0, "imageName": "", **row, **changes}
        names = ", ".join(row)
        marks = ", ".join("?" * len(row))
        sql = f"INSERT INTO recipes ({names}) VALUES ({marks})"
        self.device.execute(DATABASE, sql, [tuple(row.values())])

    def delete(self, *ids: int) -> None:
        sql = "DELETE FROM recipes WHERE recipeId = ?"
        self.device.execute(DATABASE, sql, [(number,) for number in ids])

    def set(self, number: int, column: str, value: Any) -> None:
        sql = f"UPDATE recipes SET {column} = ? WHERE recipeId = ?"
        self.device.execute(DATABASE, sql, [(value, number)])


WANTED = {
    "title": "abcdefghij",
    "description": "ABCDEFGHIJ",
    "servings": "2 servings",
    "preparationTime": "45 minutes",
    "ingredients": "klmnopqrst",
    "directions": "Boil for 10 minutes.",
}


@pytest.mark.parametrize(
    ("changes", "strict", "original"),
    [
        ({}, 1.0, 1.0),
        *(({field: WANTED[field].swapcase()}, 1.0, 1.0) for field in FIELDS),
        *(({field: f"{WANTED[field][:-1]}~"}, 0.0, 1.0) for field in FIELDS),
        *(({field: f"{WANTED[field][:-3]}~~~"}, 0.0, 0.0) for field in FIELDS),
        *(({field: ""}, 0.0, 0.0) for field in FIELDS),
        *(({field: None}, 0.0, 0.0) for field in FIELDS),
        ({"servings": "3 servings"}, 0.0, 1.0),
        ({"preparationTime": "46 minutes"}, 0.0, 1.0),
        ({"directions": "Boil for 20 minutes."}, 0.0, 1.0),
        ({"source": "Grandma"}, 0.0, 0.0),
        ({"source": None}, 0.0, 0.0),
        ({"favorite": 1}, 0.0, 0.0),
        ({"favorite": -1}, 0.0, 0.0),
        ({"imageName": "photo.jpg"}, 0.0, 1.0),
        ({"imageName": None}, 1.0, 1.0),
    ],
)
def test_what_is_added_must_be_right(changes: Any, strict: float, original: float) -> None:
    case = Case(RecipeAddSingleRecipe, recipes=[WANTED])
    assert (case.scores, case.original) == ((0.0, 0.0), 0.0)
    case.add(WANTED, **changes)
    assert (case.scores, case.original) == ((strict, strict), original)


def test_all_must_be_added_and_no_more() -> None:
    case = Case(RecipeAddMultipleRecipes)
    first, second, third = case.params["recipes"]
    for number, recipe in enumerate((third, first, second), start=1):
        case.add(recipe)
        assert case.scores == (float(number == 3), pytest.approx(number / 3))
    case.add(second)
    assert case.scores == (0.0, 0.75)
    assert case.original == 0.0


@pytest.mark.parametrize("column", ["title", "imageName", "source", "directions", "favorite"])
def test_old_recipes_stay_as_they_were(column: str) -> None:
    case = Case(RecipeAddSingleRecipe)
    case.add(case.params["recipes"][0])
    assert case.scores == (1.0, 1.0)
    case.set(5, column, 1)
    assert (case.scores, case.original) == ((0.0, 0.5), 0.0)


def test_an_old_recipe_edited_into_the_wanted_one_is_no_new_one() -> None:
    case = Case(RecipeAddSingleRecipe)
    for field in FIELDS:
        case.set(1, field, case.params["recipes"][0][field])
    assert case.scores == (0.0, 0.0)


def test_those_of_another_time_are_not_asked_for() -> None:
    case = Case(RecipeAddMultipleRecipesFromMarkor2)
    assert len(case.device.note.splitlines()) == 44
    for recipe in (*case.params["recipes"], case.params["noise"][0]):
        case.add(recipe)
    assert case.scores == (0.0, 0.75)


@pytest.mark.parametrize(
    "task",
    [
        RecipeDeleteSingleRecipe,
        RecipeDeleteSingleWithRecipeWithNoise,
        RecipeDeleteMultipleRecipes,
        RecipeDeleteMultipleRecipesWithNoise,
        RecipeDeleteMultipleRecipesWithConstraint,
    ],
)
def test_all_wanted_must_be_deleted_and_no_more(task: type[Task]) -> None:
    case = Case(task)
    wanted, others = len(case.params["recipes"]), len(case.params["noise"])
    for gone, number in enumerate(range(others + wanted, others, -1), start=1):
        case.delete(number)
        assert case.scores == (float(gone == wanted), pytest.approx(gone / wanted))
    if others:
        case.delete(others)
        assert case.scores == (0.0, 0.5)
        case.set(1, "favorite", 1)
        assert case.scores == (0.0, pytest.approx(1 / 3))
    case.add(WANTED)
    assert case.scores[0] == 0.0


def test_only_directions_say_what_uses_an_ingredient() -> None:
    case = Case(RecipeDeleteMultipleRecipesWithConstraint)
    word, rows = case.params["ingredient"], case.params["noise"]
    decoys = [n for n, row in enumerate(rows, start=1) if word in row["ingredients"]]
    assert len(decoys) == 2
    case.delete(30, 31, 32)
    assert case.scores == (1.0, 1.0)
    case.delete(*decoys)
    assert case.scores == (0.0, pytest.approx(1 / 3))


@pytest.mark.parametrize("task", [RecipeDeleteDuplicateRecipes, RecipeDeleteDuplicateRecipes2])
@pytest.mark.parametrize("which", [0, 1])
def test_exactly_one_of_the_two_must_go(task: type[Task], which: int) -> None:
    for seed in range(5):
        case = Case(task, seed)
        pair = [place + 1 for place in case.params["places"]]
        other = next(n for n in itertools.count(1) if n not in pair)
        case.delete(pair[which])
        assert case.scores == (1.0, 1.0)
        case.set(pair[1 - which], "servings", "none")
        assert case.scores == (0.0, 0.5)
        case.delete(other)
        assert case.scores == (0.0, pytest.approx(1 / 3))
        case.delete(pair[1 - which])
        assert case.scores == (0.0, 0.0)


def test_a_namesake_is_no_duplicate() -> None:
    case = Case(RecipeDeleteDuplicateRecipes2)
    rows = case.task.before(case.params)  # type: ignore[attr-defined]
    pair = case.params["recipes"][0]
    alike = [n for n, row in enumerate(rows, start=1) if row["title"] == pair["title"]]
    (other, *_) = (n for n in alike if rows[n - 1] != pair)
    case.delete(other)
    assert case.scores == (0.0, 0.0)


def test_without_its_data_the_app_scores_nothing() -> None:
    case = Case(RecipeAddSingleRecipe)
    case.device.database.execute("DROP TABLE recipes")
    assert (case.scores, case.original) == ((0.0, 0.0), 0.0)
    with pytest.raises(TaskError, match="Broccoli has no table of recipes"):
        case.task.setup(case.device, case.params)


def test_the_set_up_empties_what_belongs_to_recipes() -> None:
    case = Case(RecipeAddSingleRecipe)
    case.device.database.executescript(
        "INSERT INTO categories (name) VALUES ('x');"
        "INSERT INTO recipes_with_categories VALUES (1, 1)"
    )
    case.task.setup(case.device, case.params)
    for table in ("categories", "recipes_with_categories"):
        assert case.device.query(DATABASE, f"SELECT count(*) FROM {table}") == [(0,)]
    assert case.device.query(DATABASE, "SELECT max(recipeId) FROM recipes") == [(10,)]
    plain = case.device.query(DATABASE, "SELECT DISTINCT source, imageName, favorite FROM recipes")
    assert plain == [("", "", 0)]


# --- values and goals ----------------------------------------------------------------------------


def test_the_pools_are_unambiguous() -> None:
    titles, directions = zip(*pools.RECIPES, strict=True)
    texts = (titles, directions, pools.DESCRIPTIONS, pools.TIPS, pools.AMOUNTS)
    assert [len(pool) for pool in texts] == [39, 39, 3, 3, 15]
    for pool in texts:
        assert not set("|\n") & set("".join(pool))
        for one, other in itertools.combinations(pool, 2):
            assert not fuzzy_match(one, other), (one, other)
    assert not any("," in title for title in titles)
    for steps, tip in itertools.product(directions, pools.TIPS):
        assert not fuzzy_match(f"{steps} {tip}", steps)
        others = [other for other in pools.TIPS if other != tip]
        assert not any(fuzzy_match(f"{steps} {tip}", f"{steps} {other}") for other in others)


def test_titles_tell_what_directions_use() -> None:
    assert len(pools.INGREDIENTS) == 12
    for word in pools.INGREDIENTS:
        using = [title for title, steps in pools.RECIPES if word in steps.lower()]
        assert len(using) == 2
        assert all(any(part.startswith(word) for part in t.lower().split()) for t in using)


def _samples(task: type[Task], count: int = 50) -> Iterator[Params]:
    for seed in range(count):
        yield task().sample(np.random.default_rng(seed))


@pytest.mark.parametrize("name", RECIPES)
def test_samples_are_plain_accepted_and_differ(name: str) -> None:
    found = list(_samples(RECIPES[name]))
    for params in found:
        assert json.loads(json.dumps(params)) == params
        RECIPES[name]().check(params)
    assert len({json.dumps(params) for params in found}) == len(found)


def test_a_goal_read_backwards_gives_the_recipes() -> None:
    forms = set()
    for params in _samples(RecipeAddMultipleRecipes):
        forms.add(params["format"])
        text = parse(
            RecipeAddMultipleRecipes.template, str(RecipeAddMultipleRecipes().goal(params))
        )
        assert text is not None
        assert read_recipes(text["recipes"]) == params["recipes"]
    assert forms == {"csv", "text_block"}


def test_goals_are_worded_as_in_android_world() -> None:
    recipe = dict.fromkeys(FIELDS, "x") | {"title": "Rye Bread"}
    params = {"recipes": [recipe], "noise": [], "format": "csv"}
    assert str(RecipeAddSingleRecipe().goal(params)) == (
        "Add the following recipes into the Broccoli app:\n"
        "title|description|servings|preparationTime|ingredients|directions\nRye Bread|x|x|x|x|x"
    )
    assert str(RecipeAddSingleRecipe().goal({**params, "format": "text_block"})) == (
        "Add the following recipes into the Broccoli app:\nRecipe: Rye Bread\n description: x\n"
        " servings: x\n preparationTime: x\n ingredients: x\n directions: x\n"
    )
    two = {"recipes": [recipe, {**recipe, "title": "Rice"}], "noise": []}
    assert str(RecipeDeleteMultipleRecipes().goal(two)) == (
        "Delete the following recipes from Broccoli app: Rye Bread, Rice."
    )


def _spoiled(task: type[Task], **changes: Any) -> Params:
    return {**task().sample(np.random.default_rng(0)), **changes}


@pytest.mark.parametrize(
    ("task", "changes", "words"),
    [
        (RecipeAddSingleRecipe, {"recipes": []}, "is about 1 recipes, got 0"),
        (RecipeAddSingleRecipe, {"format": "xml"}, "format must be 'csv' or 'text_block'"),
        (RecipeAddSingleRecipe, {"recipes": [{"title": "x"}]}, "needs exactly the keys"),
        (RecipeAddSingleRecipe, {"recipes": [{**WANTED, "title": "a|b"}]}, "without '|'"),
        (RecipeAddSingleRecipe, {"recipes": [{**WANTED, "title": " "}]}, "must not be blank"),
        (RecipeAddSingleRecipe, {"recipes": [{**WANTED, "servings": "x" * 101}]}, "at most 100"),
        (RecipeDeleteSingleRecipe, {"recipes": [WANTED], "noise": [WANTED]}, "only once"),
        (RecipeDeleteMultipleRecipesWithConstraint, {"ingredient": "zzz"}, "must use"),
        (RecipeDeleteMultipleRecipesWithConstraint, {"ingredient": " "}, "must use"),
        (RecipeDeleteMultipleRecipesWithConstraint, {"ingredient": "e"}, "must use"),
        (RecipeDeleteDuplicateRecipes, {"places": [0, 0]}, "places must be two of 0 to 6"),
        (RecipeDeleteDuplicateRecipes, {"places": [5, 7]}, "places must be two of 0 to 6"),
        (RecipeDeleteDuplicateRecipes, {"places": [3, 1]}, "places must be two of 0 to 6"),
        (RecipeDeleteDuplicateRecipes, {"places": [0, 1, 2]}, "places must be two of 0 to 6"),
        (RecipeDeleteDuplicateRecipes, {"recipes": [WANTED, {**WANTED, "title": "y"}]}, "twice"),
        (RecipeDeleteDuplicateRecipes, {"recipes": [WANTED] * 2, "noise": [WANTED]}, "twice"),
    ],
)
def test_params_that_make_no_task_are_refused(
    task: type[Task], changes: dict[str, Any], words: str
) -> None:
    with pytest.raises(OptionError, match=words):
        task().check(_spoiled(task, **changes))


def test_a_time_that_tells_nothing_is_refused() -> None:
    task = RecipeAddMultipleRecipesFromMarkor2
    params = _spoiled(task)
    params["noise"][0]["preparationTime"] = params["recipes"][0]["preparationTime"]
    with pytest.raises(OptionError, match="must take the same time"):
        task().check(params)


def test_fewer_than_three_recipes_may_use_an_ingredient() -> None:
    task = RecipeDeleteMultipleRecipesWithConstraint
    params = _spoiled(task)
    task().check({**params, "recipes": params["recipes"][:1]})
    with pytest.raises(OptionError, match="1 or 2 or 3"):
        task().check({**params, "recipes": []})


def test_a_text_of_recipes_has_a_block_for_each() -> None:
    stew, soup = (dict(zip(FIELDS, (title, *"abcde"), strict=True)) for title in ("Stew", "Soup"))
    block = (
        "\n description: a\n servings: b\n preparationTime: c\n ingredients: d\n directions: e\n"
    )
    assert as_text_block([stew, soup]) == f"Recipe: Stew{block}\nRecipe: Soup{block}"
