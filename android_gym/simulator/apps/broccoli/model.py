"""Broccoli's data: recipes, categories, and the state of each screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

__all__ = [
    "ALL",
    "FAVORITES",
    "FIXED",
    "MONTHS",
    "PAGE",
    "SEASONAL",
    "UNASSIGNED",
    "Card",
    "Category",
    "CookingState",
    "Draft",
    "EditorState",
    "MainState",
    "Page",
    "Recipe",
]

ALL: Final = -1
FAVORITES: Final = -2
UNASSIGNED: Final = -3
SEASONAL: Final = -4

FIXED: Final = {
    ALL: "All recipes",
    SEASONAL: "Seasonal recipes",
    UNASSIGNED: "Recipes without category",
    FAVORITES: "Favorites",
}
"""The filters that are no categories of the user's, in the order of the list, by the number that
the preference ``preferred-category`` keeps."""

PAGE: Final = 50
"""Recipes that the list reads at once."""

MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip

Page = Literal["recipes", "categories", "seasons", "support", "backup", "settings", "about"]


@dataclass(frozen=True)
class Recipe:
    """One row of ``recipes``; texts that are NULL are empty."""

    id: int = 0
    title: str = ""
    image: str = ""
    description: str = ""
    servings: str = ""
    preparation_time: str = ""
    source: str = ""
    ingredients: str = ""
    directions: str = ""
    favorite: bool = False


@dataclass(frozen=True)
class Card:
    """A recipe as the list shows it."""

    id: int
    title: str
    description: str
    source: str
    image: str


@dataclass(frozen=True)
class Category:
    """One row of ``categories``."""

    id: int
    name: str


@dataclass(frozen=True)
class MainState:
    """The main activity.

    Attributes:
        page: Destination on screen.
        drawer: Whether the drawer is open.
        category: Filter of the list: one of `FIXED`, or a category's id.
        query: What is searched for; None while the search is closed.
        food: Seasonal food whose recipes are shown; empty for none.
        month: Month of the seasonal calendar on screen, from 0; -1 for the present one.
    """

    page: Page = "recipes"
    drawer: bool = False
    category: int = ALL
    query: str | None = None
    food: str = ""
    month: int = -1


@dataclass(frozen=True)
class Draft:
    """The texts of the form."""

    title: str = ""
    description: str = ""
    source: str = ""
    servings: str = ""
    preparation_time: str = ""
    ingredients: str = ""
    directions: str = ""


@dataclass(frozen=True)
class EditorState:
    """The form.

    Attributes:
        recipe: Row being changed; None for a new one.
        draft: The texts.
        image: Path of the photo; empty for none.
        categories: Ids of the categories.
        favorite: Kept from the row being changed.
        dirty: Whether there are changes to ask about.
    """

    recipe: int | None = None
    draft: Draft = Draft()
    image: str = ""
    categories: tuple[int, ...] = ()
    favorite: bool = False
    dirty: bool = False


@dataclass(frozen=True)
class CookingState:
    """The cooking assistant.

    Attributes:
        page: Page on screen, from 0.
        scale: What quantities are multiplied by.
    """

    page: int = 0
    scale: float = 1.0
