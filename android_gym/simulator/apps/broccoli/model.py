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
"""Fixed filters in the list's order, by their number in the preference ``preferred-category``."""

PAGE: Final = 50
"""Number of recipes that the list loads at once."""

MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip

Page = Literal["recipes", "categories", "seasons", "support", "backup", "settings", "about"]


@dataclass(frozen=True)
class Recipe:
    """One row of ``recipes``; NULL texts are empty."""

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
    """A recipe as shown in the list."""

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
    """State of the main activity.

    Attributes:
        page: Destination on screen.
        drawer: Whether the drawer is open.
        category: Filter of the list: one of `FIXED`, or a category's id.
        query: Search text; None while the search is closed.
        food: Seasonal food whose recipes are shown; empty for none.
        month: Month of the seasonal calendar on screen, from 0; -1 for the current one.
    """

    page: Page = "recipes"
    drawer: bool = False
    category: int = ALL
    query: str | None = None
    food: str = ""
    month: int = -1


@dataclass(frozen=True)
class Draft:
    """The texts in the form."""

    title: str = ""
    description: str = ""
    source: str = ""
    servings: str = ""
    preparation_time: str = ""
    ingredients: str = ""
    directions: str = ""


@dataclass(frozen=True)
class EditorState:
    """State of the form.

    Attributes:
        recipe: Id of the edited recipe; None for a new one.
        draft: The texts.
        image: Path of the photo; empty for none.
        categories: Ids of the categories.
        favorite: Whether the edited recipe is a favorite.
        dirty: Whether there are unsaved changes to ask about.
    """

    recipe: int | None = None
    draft: Draft = Draft()
    image: str = ""
    categories: tuple[int, ...] = ()
    favorite: bool = False
    dirty: bool = False


@dataclass(frozen=True)
class CookingState:
    """State of the cooking assistant.

    Attributes:
        page: Page on screen, from 0.
        scale: Factor for the quantities.
    """

    page: int = 0
    scale: float = 1.0
