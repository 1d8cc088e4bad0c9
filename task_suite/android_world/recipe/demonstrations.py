"""Demonstrations of the tasks of Broccoli."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator
from typing import Any, NamedTuple

from android_gym.accessibility import UIElement
from android_gym.events import Event
from android_gym.task_suite.android_world.markor.demonstrations import open_markor, read_note
from android_gym.task_suite.android_world.picture_reading import join_lines, read_picture
from android_gym.task_suite.demonstrations.script import Observation, Screen, Script, Steps

__all__ = [
    "ADD",
    "COOK",
    "SCRIPTS",
    "TITLE",
    "Recipe",
    "add_recipes",
    "delete_open",
    "delete_recipes",
    "open_broccoli",
    "read_noted",
    "read_pictured",
    "read_recipes",
]

Criteria = dict[str, Any]

ADD: Criteria = {"resource_id": "fab_recipes"}
COOK: Criteria = {"resource_id": "fab_cooking_assistant"}
TITLE: Criteria = {"resource_id": "card_text_view_title"}
FIELD: Criteria = {"resource_id": "search_src_text"}
FIELDS = ("title", "description", "servings", "preparationTime", "ingredients", "directions")

Recipe = dict[str, str]


class Card(NamedTuple):
    """A visible row of the list.

    Attributes:
        element: Its title element.
        title: Its title.
        description: The visible part of its description.
    """

    element: UIElement
    title: str
    description: str


def read_recipes(text: str) -> list[Recipe]:
    """Parse the recipes that a goal or a note lists, as a table or as blocks of lines."""
    header, *lines = text.strip().splitlines()
    if "|" in header:
        return [dict(zip(FIELDS, line.split("|"), strict=True)) for line in lines if line]
    fields = "".join(rf"\n {field}: ?(.*)" for field in FIELDS[1:])
    found = re.findall(rf"Recipe: (.*){fields}", text)
    return [dict(zip(FIELDS, map(str.strip, values), strict=True)) for values in found]


def open_broccoli(screen: Screen) -> Steps:
    """Open the app on its list of recipes, whatever was open in it."""
    yield from screen.open_app("Broccoli")
    for _ in range(4):
        if screen.find(**ADD) is not None:
            return
        if screen.find(resource_id="new_title") is None and screen.find(**COOK) is None:
            yield from screen.wait()
        else:
            yield from screen.back()
    yield from screen.wait_for(**ADD)


def add_recipes(screen: Screen, recipes: str) -> Steps:
    """Fill in the form and save it, once for each recipe."""
    yield from open_broccoli(screen)
    for recipe in read_recipes(recipes):
        yield from add_recipe(screen, recipe)


def add_recipe(screen: Screen, recipe: Recipe) -> Steps:
    """Add one recipe, from the list and back to it."""
    yield from screen.tap(screen.need(**ADD))
    yield from screen.wait_for(resource_id="new_title")
    yield from screen.type_into(recipe["title"], resource_id="new_title")
    yield from screen.type_into(recipe["description"], resource_id="new_description")
    # Enter moves from a field of one line to the next one.
    facts = [recipe["servings"], recipe["preparationTime"], recipe["ingredients"]]
    yield from screen.type_into("\n".join(facts), resource_id="new_servings")
    yield from screen.type_into(recipe["directions"], resource_id="new_directions")
    yield from screen.wait_for(resource_id="new_directions", text=recipe["directions"])
    yield from screen.tap(screen.need(resource_id="button_save_recipe"))
    yield from screen.wait_for(**COOK)
    yield from screen.tap(screen.need(description="Navigate up"))
    yield from screen.wait_for(**ADD)


def read_noted(screen: Screen, prep_time: str = "") -> Generator[Event, Observation, list[Recipe]]:
    """Read the note in Markor, and open Broccoli.

    Returns:
        The recipes in the note, or those with a given preparation time.
    """
    yield from open_markor(screen)
    text = yield from read_note(screen, "recipes.txt")
    yield from open_broccoli(screen)
    listed = read_recipes(text)
    return [recipe for recipe in listed if prep_time in ("", recipe["preparationTime"])]


def add_from_markor(screen: Screen, prep_time: str = "") -> Steps:
    """Add the recipes listed in the note in Markor."""
    recipes = yield from read_noted(screen, prep_time)
    for recipe in recipes:
        yield from add_recipe(screen, recipe)


def read_pictured(rows: list[str]) -> str:
    """Convert the rows of a picture to the format of a goal."""
    lines = join_lines(rows, ("Recipe", *FIELDS[1:]))
    return "\n".join(f"{'' if key == 'Recipe' else ' '}{key}: {value}" for key, value in lines)


def add_from_image(screen: Screen) -> Steps:
    """Read the picture in the gallery and add the recipes it lists."""
    rows = yield from read_picture(screen, "recipes.jpg")
    yield from add_recipes(screen, read_pictured(rows))


# -- the list


def cards(screen: Screen) -> list[Card]:
    """Return the visible rows from top to bottom."""
    texts = screen.find_all(resource_id="card_text_view_description")
    found = []
    for element in sorted(screen.find_all(**TITLE), key=_top):
        below = [text for text in texts if _top(text) > _top(element)]
        nearest = min(below, key=_top, default=None)
        found.append(Card(element, element.text or "", nearest.text or "" if nearest else ""))
    return found


def _top(element: UIElement) -> float:
    return element.bbox_pixels.y_min if element.bbox_pixels else float("inf")


def search(screen: Screen, text: str) -> Steps:
    """Filter the list by all words of a text."""
    if screen.find(**FIELD) is None:
        yield from screen.tap(screen.need(description="Search"))
        yield from screen.wait_for(**FIELD)
        yield from screen.type(text)
    else:
        clear = screen.find(description="Clear query")
        if clear is not None:
            yield from screen.tap(clear)
        yield from screen.type_into(text, **FIELD)


def delete_open(screen: Screen) -> Steps:
    """Delete the recipe whose page is open, which returns to the list."""
    yield from screen.wait_for(**COOK)
    yield from screen.tap(screen.need(description="More options"))
    yield from screen.wait_for(text="Delete")
    yield from screen.tap(screen.need(text="Delete"))
    yield from screen.wait_for(text="Delete this recipe?")
    yield from screen.tap(screen.need(resource_id="button1"))
    yield from screen.wait_for(**ADD)


def delete_recipes(screen: Screen, titles: str) -> Steps:
    """Delete each recipe, searching for its title if the list does not show it."""
    yield from open_broccoli(screen)
    for title in titles.split(", "):
        if screen.find(text=title, **TITLE) is None:
            yield from search(screen, title)
        yield from screen.wait_for(text=title, **TITLE)
        yield from screen.tap(screen.need(text=title, **TITLE))
        yield from delete_open(screen)


def open_card(screen: Screen, card: Card) -> Generator[Event, Observation, tuple[str, ...]]:
    """Open a recipe and read all texts of its page, in order."""
    yield from screen.tap(card.element)
    yield from screen.wait_for(**COOK)
    texts = dict.fromkeys(_page(screen))
    while screen.find(resource_id="scroll_view", scrollable=True) is not None:
        moved = yield from screen.scroll()
        if not moved:
            break
        texts |= dict.fromkeys(_page(screen))
    return tuple(texts)


def _page(screen: Screen) -> list[str]:
    parts = screen.find_all(class_name="TextView")
    return [part.text for part in sorted(parts, key=_top) if part.text]


def leave_page(screen: Screen) -> Steps:
    """Return from a recipe's page to the list."""
    yield from screen.tap(screen.need(description="Navigate up"))
    yield from screen.wait_for(**ADD)


def delete_by_directions(screen: Screen, ingredient: str) -> Steps:
    """Search for the ingredient, and delete the recipes that use it in their directions."""
    yield from open_broccoli(screen)
    yield from search(screen, ingredient)
    yield from screen.back()  # hides the keyboard
    place = 0
    while place < len(cards(screen)):
        yield from open_card(screen, cards(screen)[place])
        steps = " ".join(e.text or "" for e in screen.find_all(resource_id="direction_text"))
        if ingredient.casefold() in steps.casefold():
            yield from delete_open(screen)
        else:
            yield from leave_page(screen)
            place += 1


# -- duplicates


def delete_duplicates(screen: Screen) -> Steps:
    """Go through the list, open recipes that look alike, and delete a copy."""
    yield from open_broccoli(screen)
    looked_at = set[str]()
    begins, ends = True, False
    while True:
        for title in _suspects(screen):
            shown = [card.title for card in cards(screen)]
            few = shown.count(title) < 4
            if title in looked_at or (few and title == shown[-1] and not ends):
                continue  # the next rows show whether there are more of them
            looked_at.add(title)
            whole = few and (begins or title != shown[0])
            found = yield from (_look_here if whole else _look_up)(screen, title)
            if found:
                return
        if ends:
            raise screen.stuck("no two recipes are the same")
        ends = not (yield from _next_rows(screen))
        begins = False


def _suspects(screen: Screen) -> list[str]:
    """Return titles of rows that could be equal, or of a group that continues below."""
    shown = cards(screen)
    alike = Counter((card.title, card.description) for card in shown)
    titles = [title for (title, _), count in alike.items() if count > 1]
    titles += [title for title, count in Counter(c.title for c in shown).items() if count > 3]
    return list(dict.fromkeys(titles))


def _next_rows(screen: Screen) -> Generator[Event, Observation, bool]:
    """Scroll by nearly a screen of rows; return whether there were more."""
    before = [(card.title, _top(card.element)) for card in cards(screen)]
    box = screen.need(resource_id="recycler_view").bbox_pixels
    if box is None:
        raise screen.stuck("the device doesn't say where the list is")
    x = box.center[0]
    yield from screen.swipe((x, box.y_min + 0.9 * box.height), (x, box.y_min + 0.3 * box.height))
    return before != [(card.title, _top(card.element)) for card in cards(screen)]


def _look_here(screen: Screen, title: str) -> Generator[Event, Observation, bool]:
    """Open the visible recipes of a title, and delete the second of two equal ones."""
    places = [place for place, card in enumerate(cards(screen)) if card.title == title]
    found = yield from _compare(screen, places, [])
    return found


def _look_up(screen: Screen, title: str) -> Generator[Event, Observation, bool]:
    """Search for a title, and delete the second of two equal recipes."""
    yield from search(screen, title)
    yield from screen.back()  # hides the keyboard
    moves = screen.find(resource_id="recycler_view", scrollable=True) is not None
    seen = list[tuple[str, ...]]()
    found = yield from _compare(screen, list(range(len(cards(screen)))), seen, every=moves)
    if not found and moves:
        yield from _next_rows(screen)
        found = yield from _compare_end(screen, seen)
    if not found:
        yield from screen.tap(screen.need(description="Collapse"))
        yield from screen.wait_for(description="Search")
    return found


def _compare(
    screen: Screen, places: list[int], seen: list[tuple[str, ...]], every: bool = False
) -> Generator[Event, Observation, bool]:
    """Open rows until one equals an earlier one, and delete it.

    Args:
        screen: The list.
        places: Indices of the rows.
        seen: Contents of the rows opened, in order; extended here.
        every: Whether to open even rows that look like no other one.
    """
    looks = Counter(cards(screen)[place].description for place in places)
    for place in places:
        card = cards(screen)[place]
        if not every and looks[card.description] == 1:
            continue
        said = yield from open_card(screen, card)
        if said in seen:
            yield from delete_open(screen)
            return True
        seen.append(said)
        yield from leave_page(screen)
    return False


def _compare_end(
    screen: Screen, seen: list[tuple[str, ...]]
) -> Generator[Event, Observation, bool]:
    """Open recipes from the last one upwards, until one is reached that was opened before.

    The recipe opened last before scrolling is reached first, if it is still visible. So a recipe
    that equals another of those is a copy, unless it and those above it are the same rows.
    """
    places = range(len(cards(screen)) - 1, -1, -1)
    below = list[tuple[str, ...]]()
    doubtful: int | None = None
    for place in places:
        said = yield from open_card(screen, cards(screen)[place])
        if doubtful is not None:
            if len(seen) > 1 and said == seen[-2]:
                break  # the rows above are those opened before
            yield from leave_page(screen)
            yield from open_card(screen, cards(screen)[doubtful])
            yield from delete_open(screen)
            return True
        if said in below or said in seen[:-1]:
            yield from delete_open(screen)
            return True
        if said == seen[-1]:
            doubtful = place
        below.append(said)
        yield from leave_page(screen)
    else:
        return False
    yield from leave_page(screen)
    return False


SCRIPTS: dict[str, Script] = {
    "RecipeAddSingleRecipe": add_recipes,
    "RecipeAddMultipleRecipes": add_recipes,
    "RecipeAddMultipleRecipesFromImage": add_from_image,
    "RecipeAddMultipleRecipesFromMarkor": add_from_markor,
    "RecipeAddMultipleRecipesFromMarkor2": add_from_markor,
    "RecipeDeleteSingleRecipe": delete_recipes,
    "RecipeDeleteSingleWithRecipeWithNoise": delete_recipes,
    "RecipeDeleteMultipleRecipes": delete_recipes,
    "RecipeDeleteMultipleRecipesWithNoise": delete_recipes,
    "RecipeDeleteMultipleRecipesWithConstraint": delete_by_directions,
    "RecipeDeleteDuplicateRecipes": delete_duplicates,
    "RecipeDeleteDuplicateRecipes2": delete_duplicates,
    "RecipeDeleteDuplicateRecipes3": delete_duplicates,
}
