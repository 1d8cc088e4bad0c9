"""Broccoli's storage: the Room database and the photos.

`recipes_fts` is an index over four columns of `recipes` without its own copy of the text (FTS4's
external content). Four triggers maintain it, so that rows added by others are found too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from android_gym.errors import FileError
from android_gym.simulator.appkit.columns import text_of
from android_gym.simulator.apps.broccoli.model import (
    ALL,
    FAVORITES,
    PAGE,
    SEASONAL,
    UNASSIGNED,
    Card,
    Category,
    Draft,
    Recipe,
)
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = ["MOST_PICTURE", "Photos", "RecipeStore", "install"]

_INDEXED: Final = ("title", "description", "source", "ingredients")
_COLUMNS: Final = (
    "title", "imageName", "description", "servings", "preparationTime", "source", "ingredients",
    "directions", "favorite",
)  # fmt: skip

SCHEMA_VERSION: Final = 1
SCHEMA: Final = (
    "CREATE TABLE IF NOT EXISTS android_metadata (locale TEXT)",
    "INSERT INTO android_metadata VALUES ('en_US')",
    "CREATE TABLE IF NOT EXISTS `recipes` (`recipeId` INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, "
    "`title` TEXT, `imageName` TEXT, `description` TEXT, `servings` TEXT, `preparationTime` TEXT, "
    "`source` TEXT, `ingredients` TEXT, `directions` TEXT, `favorite` INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS `categories` (`categoryId` INTEGER PRIMARY KEY AUTOINCREMENT "
    "NOT NULL, `name` TEXT)",
    "CREATE TABLE IF NOT EXISTS `recipes_with_categories` (`recipeId` INTEGER NOT NULL, "
    "`categoryId` INTEGER NOT NULL, PRIMARY KEY(`recipeId`, `categoryId`), "
    "FOREIGN KEY(`recipeId`) REFERENCES `recipes`(`recipeId`) ON UPDATE NO ACTION ON DELETE "
    "CASCADE , FOREIGN KEY(`categoryId`) REFERENCES `categories`(`categoryId`) ON UPDATE NO "
    "ACTION ON DELETE CASCADE )",
    "CREATE INDEX IF NOT EXISTS `index_recipes_with_categories_recipeId` ON "
    "`recipes_with_categories` (`recipeId`)",
    "CREATE INDEX IF NOT EXISTS `index_recipes_with_categories_categoryId` ON "
    "`recipes_with_categories` (`categoryId`)",
    "CREATE VIRTUAL TABLE IF NOT EXISTS `recipes_fts` USING FTS4(`title` TEXT, `description` TEXT, "
    "`source` TEXT, `ingredients` TEXT, tokenize=unicode61 `tokenchars=#`, content=`recipes`)",
    *(
        f"CREATE TRIGGER IF NOT EXISTS room_fts_content_sync_recipes_fts_BEFORE_{event} BEFORE "
        f"{event} ON `recipes` BEGIN DELETE FROM `recipes_fts` WHERE `docid`=OLD.`rowid`; END"
        for event in ("UPDATE", "DELETE")
    ),
    *(
        f"CREATE TRIGGER IF NOT EXISTS room_fts_content_sync_recipes_fts_AFTER_{event} AFTER "
        f"{event} ON `recipes` BEGIN INSERT INTO `recipes_fts`(`docid`, `title`, `description`, "
        "`source`, `ingredients`) VALUES (NEW.`rowid`, NEW.`title`, NEW.`description`, "
        "NEW.`source`, NEW.`ingredients`); END"
        for event in ("UPDATE", "INSERT")
    ),
    "CREATE TABLE IF NOT EXISTS room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT)",
    "INSERT OR REPLACE INTO room_master_table (id,identity_hash) "
    "VALUES(42, '1548e88f42d976a4b4915ca1cfa71e00')",
)


def _create(database: Database) -> None:
    for statement in SCHEMA:
        database.execute(statement)


def open_database(context: Context) -> Database:
    """Open the database, creating it if it is missing."""
    return context.database(
        "broccoli", wal=True, foreign_keys=True, version=SCHEMA_VERSION, create=_create
    )


def install(context: Context, *, cleared: bool) -> None:
    """Create the database, as in the prepared image; a cleared app has none."""
    if cleared:
        return
    open_database(context)
    context.system.databases.close_owner(context.package)


def _recipe(row: Sequence[Any]) -> Recipe:
    number, title, image, description, servings, time, source, *rest = row
    ingredients, directions, favorite = rest
    return Recipe(
        number,
        text_of(title),
        text_of(image),
        text_of(description),
        text_of(servings),
        text_of(time),
        text_of(source),
        text_of(ingredients),
        text_of(directions),
        bool(favorite),
    )


_FOUND: Final = "recipes.recipeId IN (SELECT docid FROM recipes_fts WHERE recipes_fts MATCH ?)"
_LINKED: Final = "SELECT recipeId FROM recipes_with_categories"

_WORD: Final = re.compile(r"[\w#]+")


def _match(query: str) -> str:
    """Return an FTS expression that matches all words, the last one as a prefix.

    The words are lower-cased so that FTS doesn't read NEAR and the like as operators.
    """
    words = _WORD.findall(query.lower())
    return " ".join([*words[:-1], f"{words[-1]}*"]) if words else ""


def _any_of(terms: Sequence[str]) -> str:
    """Return an FTS expression that matches any of several phrases."""
    phrases = (" ".join(_WORD.findall(term.lower())) for term in terms)
    return " OR ".join(f'"{phrase}"' for phrase in phrases if phrase)


class RecipeStore:
    """Queries of the database.

    Args:
        context: The app's context.
        terms: Search terms of the foods in season, for the filter `SEASONAL`.
    """

    def __init__(self, context: Context, terms: Sequence[str] = ()) -> None:
        self._context = context
        self._terms = terms

    @property
    def database(self) -> Database:
        """The open database."""
        return open_database(self._context)

    # -- lists

    def _chosen(self, category: int, query: str, food: Sequence[str]) -> tuple[str, list[Any], str]:
        """Return the SQL after ``FROM``, its parameters, and the ORDER BY expression."""
        conditions, values, order = [], list[Any](), ""
        tables = "recipes"
        wanted = _match(query)
        if wanted:
            tables = "recipes_fts JOIN recipes ON recipes_fts.docid = recipes.recipeId"
            conditions.append("recipes_fts MATCH ?")
            values.append(wanted)
            # The first of FTS4's offsets is the column of the first match.
            order = "CAST(offsets(recipes_fts) AS INTEGER), "
        if food:
            conditions.append(_FOUND)
            values.append(_any_of(food))
        if category == FAVORITES:
            conditions.append("favorite = 1")
        elif category == UNASSIGNED:
            conditions.append(f"recipes.recipeId NOT IN ({_LINKED})")
        elif category == SEASONAL:
            terms = _any_of(self._terms)
            conditions.append(_FOUND if terms else "? <> ''")
            values.append(terms)
        elif category != ALL:
            conditions.append(f"recipes.recipeId IN ({_LINKED} WHERE categoryId = ?)")
            values.append(category)
        where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        return f"{tables}{where}", values, f"{order}recipes.title COLLATE NOCASE, recipes.recipeId"

    def count(self, category: int = ALL, query: str = "", food: Sequence[str] = ()) -> int:
        """Return the number of recipes that match a filter and a search."""
        source, values, _ = self._chosen(category, query, food)
        number: int = self.database.value(f"SELECT count(*) FROM {source}", values)
        return number

    def page(
        self, number: int, category: int = ALL, query: str = "", food: Sequence[str] = ()
    ) -> list[Card]:
        """Return a page of `PAGE` recipes, by title or, in a search, by the column that matched."""
        source, values, order = self._chosen(category, query, food)
        rows = self.database.query(
            "SELECT recipes.recipeId, recipes.title, recipes.description, recipes.source, "
            f"imageName FROM {source} ORDER BY {order} LIMIT {PAGE} OFFSET ?",
            [*values, number * PAGE],
        )
        return [Card(row[0], *map(text_of, row[1:])) for row in rows]

    # -- recipes

    def get(self, number: int) -> Recipe | None:
        """Return one recipe."""
        rows = self.database.query(
            f"SELECT recipeId, {', '.join(_COLUMNS)} FROM recipes WHERE recipeId = ?", (number,)
        )
        return _recipe(rows[0]) if rows else None

    def all(self) -> list[Recipe]:
        """Return all recipes, for a backup."""
        rows = self.database.query(
            f"SELECT recipeId, {', '.join(_COLUMNS)} FROM recipes ORDER BY recipeId"
        )
        return [_recipe(row) for row in rows]

    def save(
        self,
        draft: Draft,
        image: str,
        favorite: bool,
        categories: Sequence[int],
        number: int | None = None,
    ) -> int:
        """Add or change a recipe.

        Args:
            draft: Texts of the recipe.
            image: Name of the photo.
            favorite: Whether it is a favorite.
            categories: Ids of the categories; missing ones are left out.
            number: Id of the recipe to change; None for a new one.

        Returns:
            Its id.
        """
        values = {
            "title": draft.title,
            "imageName": image,
            "description": draft.description,
            "servings": draft.servings,
            "preparationTime": draft.preparation_time,
            "source": draft.source,
            "ingredients": draft.ingredients,
            "directions": draft.directions,
            "favorite": int(favorite),
        }
        database = self.database
        with database.transaction():
            if number is None or not database.update("recipes", values, "recipeId = ?", (number,)):
                number = database.insert("recipes", values)
            database.execute("DELETE FROM recipes_with_categories WHERE recipeId = ?", (number,))
            database.executemany(
                "INSERT OR IGNORE INTO recipes_with_categories "
                "SELECT ?, categoryId FROM categories WHERE categoryId = ?",
                [(number, category) for category in categories],
            )
        return number

    def set_favorite(self, number: int, favorite: bool) -> None:
        """Set whether a recipe is a favorite."""
        self.database.update("recipes", {"favorite": int(favorite)}, "recipeId = ?", (number,))

    def delete(self, number: int) -> None:
        """Delete a recipe with its links to categories."""
        self.database.execute("DELETE FROM recipes WHERE recipeId = ?", (number,))

    # -- categories

    def categories(self) -> list[Category]:
        """Return the user's categories, by name."""
        rows = self.database.query(
            "SELECT categoryId, name FROM categories ORDER BY name COLLATE NOCASE, categoryId"
        )
        return [Category(number, text_of(name)) for number, name in rows]

    def categories_of(self, number: int) -> list[Category]:
        """Return the categories of a recipe, by name."""
        rows = self.database.query(
            "SELECT categoryId, name FROM categories JOIN recipes_with_categories USING "
            "(categoryId) WHERE recipeId = ? ORDER BY name COLLATE NOCASE, categoryId",
            (number,),
        )
        return [Category(category, text_of(name)) for category, name in rows]

    def save_category(self, name: str, number: int | None = None) -> int:
        """Add or rename a category; return its id."""
        if number is None:
            return self.database.insert("categories", {"name": name})
        self.database.update("categories", {"name": name}, "categoryId = ?", (number,))
        return number

    def delete_category(self, number: int) -> None:
        """Delete a category but not its recipes."""
        self.database.execute("DELETE FROM categories WHERE categoryId = ?", (number,))


MOST_PICTURE: Final = 16 << 20
"""Maximum size in bytes of a photo."""


class Photos:
    """The photos: files in the app's folder on shared storage; new ones are in its cache."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._files = context.system.files
        self.folder = f"/storage/emulated/0/Android/data/{context.package}/files/Pictures"
        self.cache = f"{context.data_dir}/cache"

    def path(self, name: str) -> str:
        """Return the path of a recipe's photo; empty without a name."""
        return f"{self.folder}/{name}" if name and "/" not in name else ""

    def read(self, path: str) -> bytes:
        """Return a photo's content; empty if it is missing or too large."""
        try:
            if not path or self._files.stat(path).size > MOST_PICTURE:
                return b""
            return self._files.read(path)
        except FileError:
            return b""

    def add(self, content: bytes) -> str:
        """Put a new photo into the cache; return its path."""
        name = f"IMG_{self._context.system.clock.now_ms()}.jpg"
        return self._write(self.cache, name, content)

    def keep(self, path: str) -> str:
        """Move a photo out of the cache if it is there; return its name."""
        if not path.startswith(f"{self.cache}/"):
            return path.rpartition("/")[2]
        content, name = self.read(path), path.rpartition("/")[2]
        self.remove(path)
        return self._write(self.folder, name, content).rpartition("/")[2] if content else ""

    def share(self, name: str, content: bytes) -> str | None:
        """Write a file that other apps can read; return its path, or None if that fails."""
        folder = f"/storage/emulated/0/Android/data/{self._context.package}/cache"
        try:
            return self._write(folder, name, content)
        except FileError:
            return None

    def remove(self, path: str) -> None:
        """Delete a photo if it exists."""
        if path and self._files.is_file(path):
            self._files.remove(path)

    def _write(self, folder: str, name: str, content: bytes) -> str:
        if not self._files.exists(folder):
            self._files.mkdir(folder, parents=True, mode=0o771, owner=self._context.uid)
        path = f"{folder}/{name}"
        self._files.write(path, content, mode=0o660, owner=self._context.uid)
        return path
