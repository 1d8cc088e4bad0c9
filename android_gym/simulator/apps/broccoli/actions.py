"""Actions of Broccoli's screens, without their views."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.appkit.preferences import PreferenceActivity
from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.apps.broccoli import archive, seasons
from android_gym.simulator.apps.broccoli.look import theme_of
from android_gym.simulator.apps.broccoli.model import (
    ALL,
    FIXED,
    CookingState,
    Draft,
    EditorState,
    MainState,
    Page,
    Recipe,
)
from android_gym.simulator.apps.broccoli.quantities import directions, ingredients
from android_gym.simulator.apps.broccoli.storage import Photos, RecipeStore
from android_gym.simulator.system.documents import document_path, document_uri
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, S_co
from android_gym.simulator.ui.theme import Theme

__all__ = [
    "RESULT_OK",
    "SEARCHED",
    "BroccoliScreen",
    "CookingActions",
    "DetailsActions",
    "EditorActions",
    "MainActions",
]

RESULT_OK = -1
DETAILS = ".recipe.details.RecipeDetailsActivity"
EDITOR = ".recipe.crud.CreateAndEditRecipeActivity"
COOKING = ".recipe.cooking.CookingAssistantActivity"
NO_APP = "No app found to handle this action."


class BroccoliScreen(Activity[S_co]):
    """Base of all screens."""

    def theme(self) -> Theme:
        """Return the light or dark colours, as set in the app or else on the phone."""
        mode = self.context.preferences().get("theme", "MODE_NIGHT_FOLLOW_SYSTEM")
        dark = {"MODE_NIGHT_NO": False, "MODE_NIGHT_YES": True}.get(mode)
        return theme_of(self.context.system.display.dark if dark is None else dark)

    @property
    def calendar(self) -> seasons.Calendar | None:
        """The configured seasonal calendar; None if it isn't configured."""
        kept = self.context.preferences().all()
        return seasons.calendar(
            kept.get("seasonal-calendar-region", ""),
            kept.get("seasonal-calendar-languages", frozenset()),
        )

    @property
    def season_terms(self) -> tuple[str, ...]:
        """Search terms of the foods in season this month."""
        calendar = self.calendar
        month = self.context.system.clock.today().month if calendar is not None else 1
        return calendar.terms(month - 1) if calendar is not None else ()

    @property
    def store(self) -> RecipeStore:
        """The store of recipes."""
        return RecipeStore(self.context, self.season_terms)

    @property
    def photos(self) -> Photos:
        """The store of photos."""
        return Photos(self.context)

    def photo_of(self, name: str) -> bytes:
        """Return a recipe's photo; empty if there is none."""
        return self.photos.read(self.photos.path(name))

    def open_details(self, number: int) -> None:
        """Show a recipe."""
        self.start_activity(DETAILS, recipe=number)

    def share_text(self, text: str, subject: str = "") -> None:
        """Share a text with an app that the user chooses."""
        extras: dict[str, str] = {"android.intent.extra.TEXT": text}
        if subject:
            extras["android.intent.extra.SUBJECT"] = subject
        choose_app(
            self, Intent("android.intent.action.SEND", type="text/plain", extras=Map(extras))
        )

    def open_page(self, address: str) -> None:
        """Open a web page."""
        if not self.start_activity(Intent("android.intent.action.VIEW", data=address)):
            self.toast(NO_APP)


SEARCHED = "hashtag"
"""Intent extra of the main activity with the initial search text."""


class MainActions(BroccoliScreen[MainState], PreferenceActivity[MainState]):
    """The main activity: a navigation drawer with its destinations."""

    def on_create(self) -> MainState:
        """Start with the preferred category, or with another screen's search."""
        wanted = self.intent.get_str(SEARCHED)
        if wanted:
            return MainState(category=ALL, query=wanted)
        return MainState(category=self.preferred_category)

    @property
    def preferred_category(self) -> int:
        """The list's initial filter; `ALL` if its category is gone."""
        kept = self.context.preferences().get("preferred-category", str(ALL))
        number = int(kept) if kept.removeprefix("-").isdecimal() and len(kept) < 18 else ALL
        return number if number in dict(self.filters()) else ALL

    def filters(self) -> list[tuple[int, str]]:
        """Return the filters: the fixed ones, then the user's categories."""
        own = [(category.id, category.name) for category in self.store.categories()]
        return [*FIXED.items(), *own]

    def go(self, page: Page) -> None:
        """Open a destination of the drawer and close the drawer."""
        self.hide_keyboard()
        if page == "recipes" and self.state.page != "recipes":
            self.update(category=self.preferred_category, query=None, food="")
        self.update(page=page, drawer=False)

    def on_back(self) -> bool:
        """Close the drawer or the search, return from a destination, or leave."""
        state = self.state
        if state.drawer:
            self.update(drawer=False)
        elif state.page != "recipes":
            self.go("recipes")
        elif state.query is not None:
            self.search(None)
        else:
            return False
        return True

    def search(self, query: str | None) -> None:
        """Search for a text; None closes the search."""
        if query is None:
            self.hide_keyboard()
        self.update(query=query)

    def new_recipe(self) -> None:
        """Open the form for a new recipe."""
        self.start_activity(EDITOR, request="new")

    def show_food(self, food: str) -> None:
        """Show the recipes that contain a seasonal food."""
        self.update(page="recipes", category=ALL, query=None, food=food)

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Show an added recipe, or write or read a backup at the chosen place."""
        if code != RESULT_OK or data is None:
            return
        if request == "new":
            self.update(category=ALL, food="")
            self.open_details(data.get_int("recipe", 0))
        elif request == "backup":
            self.write_backup(data.data or "")
        elif request == "restore":
            self.ask_restore(data.data or "")

    # -- categories

    def save_category(self, name: str, number: int | None) -> None:
        """Add a category, or rename one."""
        self.store.save_category(name, number)

    def delete_category(self, number: int) -> None:
        """Delete a category, and clear it from the filter."""
        self.store.delete_category(number)
        if self.state.category == number:
            self.update(category=ALL)

    # -- backup

    def backup(self) -> None:
        """Ask where to save a backup."""
        now = self.context.system.clock.datetime()
        self._ask_document("CREATE_DOCUMENT", "backup", f"broccoli-{now:%Y-%m-%d}.broccoli-archive")

    def restore(self) -> None:
        """Ask which backup to restore."""
        self._ask_document("OPEN_DOCUMENT", "restore", "")

    def _ask_document(self, action: str, request: str, title: str) -> None:
        intent = Intent(
            f"android.intent.action.{action}",
            type="application/octet-stream" if title else "*/*",
            categories=("android.intent.category.OPENABLE",),
            extras=Map({"android.intent.extra.TITLE": title} if title else {}),
        )
        if not self.start_activity(intent, request=request):
            self.toast(NO_APP)

    def write_backup(self, uri: str) -> None:
        """Write all recipes and categories to a document."""
        store = self.store
        named = {recipe.id: store.categories_of(recipe.id) for recipe in store.all()}
        recipes = [
            archive.Shared(
                recipe, tuple(c.name for c in named[recipe.id]), self.photo_of(recipe.image)
            )
            for recipe in store.all()
        ]
        path = document_path(uri)
        content = archive.backup(recipes, [c.name for c in store.categories()])
        if path is None or not self._write(path, content):
            self.toast("The recipes could not be exported.")
            return
        moment = self.context.system.clock.datetime()
        self.context.preferences().put(
            **{"last-backup-date": f"{moment:%b} {moment.day}, {moment.year}"}
        )

    def _write(self, path: str, content: bytes) -> bool:
        try:
            self.context.system.files.write(path, content)
        except FileError:
            return False
        return True

    def ask_restore(self, uri: str) -> None:
        """Ask before restoring a backup; the screen shows the dialog."""
        raise NotImplementedError(f"{type(self).__name__} must ask.")

    def import_backup(self, uri: str) -> None:
        """Add all recipes and categories from a backup."""
        found = archive.read_backup(read_document(self, uri))
        if found is None:
            self.toast("The recipes could not be imported.")
            return
        recipes, names = found
        store = self.store
        known = {category.name: category.id for category in store.categories()}
        with store.database.transaction():
            for name in names:
                if name not in known:
                    known[name] = store.save_category(name)
            for shared in recipes:
                for name in shared.categories:
                    if name not in known:
                        known[name] = store.save_category(name)
                self.add_shared(shared, [known[name] for name in shared.categories])
        self.toast(f"{len(recipes)} recipes have been imported.")

    def add_shared(self, shared: archive.Shared, categories: Sequence[int]) -> None:
        """Add a recipe from a backup with its photo."""
        photos, recipe = self.photos, shared.recipe
        image = photos.keep(photos.add(shared.photo)) if shared.photo else ""
        self.store.save(draft_of(recipe), image, recipe.favorite, categories)


def read_document(screen: Activity[S_co], uri: str) -> bytes:
    """Return a document's content from another app; empty if it can't be read."""
    path, files = document_path(uri), screen.context.system.files
    try:
        if path is None or files.stat(path).size > archive.MOST_ARCHIVE:
            return b""
        return files.read(path)
    except FileError:
        return b""


def draft_of(recipe: Recipe) -> Draft:
    """Return the draft with a recipe's texts."""
    return Draft(
        recipe.title,
        recipe.description,
        recipe.source,
        recipe.servings,
        recipe.preparation_time,
        recipe.ingredients,
        recipe.directions,
    )


class DetailsActions(BroccoliScreen):
    """The page of a recipe."""

    @property
    def number(self) -> int:
        """Id of the recipe."""
        return self.intent.get_int("recipe", 0)

    @property
    def recipe(self) -> Recipe | None:
        """The recipe; None if it is gone."""
        return self.store.get(self.number)

    def on_resume(self) -> None:
        """Leave if the recipe has been deleted elsewhere."""
        if self.recipe is None:
            self.finish()

    def edit(self) -> None:
        """Open the form for the recipe."""
        self.start_activity(EDITOR, request="edit", recipe=self.number)

    def cook(self) -> None:
        """Open the cooking assistant."""
        self.start_activity(COOKING, recipe=self.number)

    def delete(self) -> None:
        """Delete the recipe and its photo, and leave."""
        recipe = self.recipe
        if recipe is not None:
            self.store.delete(recipe.id)
            self.photos.remove(self.photos.path(recipe.image))
        self.toast("The recipe has been deleted.")
        self.finish()

    def share(self, recipe: Recipe) -> None:
        """Share the recipe as text."""
        self.share_text(as_text(recipe), recipe.title)

    def share_file(self, recipe: Recipe) -> None:
        """Share the recipe as a file."""
        names = tuple(category.name for category in self.store.categories_of(recipe.id))
        content = archive.share(archive.Shared(recipe, names, self.photo_of(recipe.image)))
        path = self.photos.share(f"{archive.file_name(recipe.title)}.broccoli", content)
        if path is None:
            self.toast("The recipe could not be exported.")
            return
        extras = {"android.intent.extra.STREAM": document_uri(path)}
        choose_app(
            self,
            Intent("android.intent.action.SEND", type="application/broccoli", extras=Map(extras)),
        )


def as_text(recipe: Recipe) -> str:
    """Format a recipe as readable text."""
    facts = [
        f"{label}: {value}"
        for label, value in (
            ("Servings", recipe.servings),
            ("Time", recipe.preparation_time),
            ("Source", recipe.source),
        )
        if value
    ]
    listed = "\n".join(item.quantity + item.text for item in ingredients(recipe.ingredients))
    steps = "\n".join(
        f"{number}. {step}" for number, step in enumerate(directions(recipe.directions), start=1)
    )
    parts = [
        recipe.title.upper(),
        "\n".join(facts),
        recipe.description,
        f"Ingredients:\n{listed}" if listed else "",
        f"Directions:\n{steps}" if steps else "",
        "Shared with Broccoli",
    ]
    return "\n\n".join(part for part in parts if part)


class CookingActions(BroccoliScreen[CookingState]):
    """The cooking assistant."""

    @property
    def recipe(self) -> Recipe | None:
        """The recipe; None if it is gone."""
        return self.store.get(self.intent.get_int("recipe", 0))

    @property
    def servings(self) -> str:
        """Return the recipe's text about servings."""
        recipe = self.recipe
        return recipe.servings if recipe is not None else ""


class EditorActions(BroccoliScreen[EditorState]):
    """The form of a recipe."""

    def on_create(self) -> EditorState:
        """Fill in the form from a stored recipe, from a file, or leave it empty."""
        action = self.intent.action or ""
        if action.endswith(".SEND"):
            self.toast("Sorry, this did not work.")  # there is no network to load a page from
            return EditorState()
        if action.endswith(".VIEW"):
            return self._imported(self.intent.data or "")
        number = self.intent.get_int("recipe", 0)
        recipe = self.store.get(number) if number else None
        if recipe is None:
            return EditorState()
        return EditorState(
            recipe.id,
            draft_of(recipe),
            self.photos.path(recipe.image),
            tuple(category.id for category in self.store.categories_of(recipe.id)),
            recipe.favorite,
        )

    def _imported(self, uri: str) -> EditorState:
        shared = archive.read_shared(read_document(self, uri))
        if shared is None:
            self.toast("Sorry, this recipe can not be read.")
            return EditorState()
        wanted = set(shared.categories)
        own = tuple(c.id for c in self.store.categories() if c.name in wanted)
        image = self.photos.add(shared.photo) if shared.photo else ""
        return EditorState(None, draft_of(shared.recipe), image, own, shared.recipe.favorite, True)

    def change(self, before: Draft, after: Draft) -> None:
        """Apply an edit; like in the app, filling an empty field doesn't count as a change."""
        grown = any(
            old and old != new
            for old, new in zip(vars(before).values(), vars(after).values(), strict=True)
        )
        self.update(draft=after, dirty=self.state.dirty or grown)

    def on_back(self) -> bool:
        """Ask before discarding changes."""
        if self.state.dirty:
            self.ask_discard()
        return self.state.dirty

    def ask_discard(self) -> None:
        """Ask whether to discard the changes; the screen shows the dialog."""
        raise NotImplementedError(f"{type(self).__name__} must ask.")

    def discard(self) -> None:
        """Leave without saving."""
        self._forget(self.state.image)
        self.finish()

    def _forget(self, image: str) -> None:
        """Delete a photo that no saved recipe uses."""
        if image.startswith(f"{self.photos.cache}/"):
            self.photos.remove(image)

    def save(self) -> None:
        """Save the recipe and leave, or show a message if the title is missing."""
        state, store, photos = self.state, self.store, self.photos
        if not state.draft.title.strip():
            self.toast("Please add a title.")
            return
        kept = store.get(state.recipe) if state.recipe is not None else None
        image = photos.keep(state.image) if state.image else ""
        if kept is not None and kept.image and kept.image != image:
            photos.remove(photos.path(kept.image))
        favorite = kept.favorite if kept is not None else state.favorite
        number = store.save(state.draft, image, favorite, state.categories, state.recipe)
        self.hide_keyboard()
        self.toast("The recipe has been saved.")
        self.finish(RESULT_OK, Intent(extras=Map({"recipe": number})))

    # -- photo

    def pick_photo(self) -> None:
        """Let the user pick a picture."""
        self._ask_photo(
            Intent(
                "android.intent.action.GET_CONTENT",
                type="image/*",
                categories=("android.intent.category.OPENABLE",),
            )
        )

    def take_photo(self) -> None:
        """Let the user take a photo."""
        self._ask_photo(Intent("android.media.action.IMAGE_CAPTURE"))

    def _ask_photo(self, intent: Intent) -> None:
        if not self.start_activity(intent, request="photo"):
            self.toast(NO_APP)

    def remove_photo(self) -> None:
        """Remove the photo."""
        self._forget(self.state.image)
        self.update(image="", dirty=True)

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Use the picture that was picked or taken."""
        if request != "photo" or code != RESULT_OK or data is None:
            return
        taken = data.extra("data")
        content = taken if isinstance(taken, bytes) else read_document(self, data.data or "")
        if not content:
            self.toast("The image file could not be created.")
            return
        self._forget(self.state.image)
        self.update(image=self.photos.add(content), dirty=True)

    def choose_categories(self, numbers: frozenset[int]) -> None:
        """Set the chosen categories."""
        own = tuple(category.id for category in self.store.categories() if category.id in numbers)
        self.update(categories=own, dirty=self.state.dirty or own != self.state.categories)
