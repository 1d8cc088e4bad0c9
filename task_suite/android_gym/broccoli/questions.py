"""Broccoli's recipes, for changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.tables import read_texts, replace_tables
from android_gym.task_suite.questions.values import Field, Value
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device, SqlValue

__all__ = ["ADAPTERS", "Recipes"]

PACKAGE: Final = "com.flauschcode.broccoli"
DATABASE: Final = f"/data/data/{PACKAGE}/databases/broccoli"

_COLUMNS: Final = (
    "title", "description", "servings", "preparationTime", "source", "ingredients", "directions",
    "favorite",
)  # fmt: skip

_PICTURE: Final = "ifnull(' shows ' || nullif(imageName, ''), '')"
"""SQL of what no row has."""


class Recipes(Adapter):
    """Recipes without pictures, in no category."""

    name = "recipes"
    fields: ClassVar[Mapping[str, Field]] = {
        "title": Field("text"),
        "description": Field("text", optional=True),
        "servings": Field("text", optional=True),
        "time": Field("text", optional=True),
        "source": Field("text", optional=True),
        "ingredients": Field("text", optional=True),
        "directions": Field("text", optional=True),
        "favorite": Field("flag", default=False),
    }

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a recipe."""
        row: Row = {name: None for name in self.fields}
        return {**row, "title": f"Stew {int(rng.integers(100, 1000))}", "favorite": False}

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all recipes.

        Raises:
            TaskError: If the app has not made its database yet.
        """
        stored: list[Mapping[str, SqlValue]] = [
            {
                "imageName": "",
                **{
                    column: int(bool(row[name])) if name == "favorite" else str(row[name] or "")
                    for column, name in zip(_COLUMNS, self.fields, strict=True)
                },
            }
            for row in rows
        ]
        tables = {"recipes_with_categories": [], "recipes": stored}
        replace_tables(device, PACKAGE, DATABASE, tables)

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read all recipes; one with a picture has that in its title.

        Ingredients that stand on lines of their own are read as if commas were between them.
        """
        title, *others = _COLUMNS
        columns = ", ".join((f"{title} || {_PICTURE}", *others))
        rows = read_texts(device, DATABASE, f"SELECT {columns} FROM recipes")
        return [
            {name: _value(name, text) for name, text in zip(self.fields, row, strict=True)}
            for row in rows
        ]

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow for as many recipes."""
        return [Rows("recipes", added=len(new), lost=len(lost))]


def _value(name: str, text: str) -> Value:
    """Return what a recipe's column holds."""
    if name == "favorite":
        return text == "1"
    if name == "ingredients":  # the app takes each line for one
        text = ", ".join(line.strip(" \t\r,") for line in text.strip().split("\n"))
    return text or None


ADAPTERS = (Recipes(),)
