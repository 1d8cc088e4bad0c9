"""Broccoli through its screen, and databases, files and photos that it did not expect."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from android_gym.simulator.apps.broccoli import archive
from android_gym.simulator.apps.broccoli.model import Recipe
from android_gym.simulator.phone import Phone
from android_gym.simulator.system.documents import document_uri
from android_gym.testing.driver import AppDriver

PACKAGE = "com.flauschcode.broccoli"
DATABASE = f"/data/data/{PACKAGE}/databases/broccoli"
PICTURES = f"/storage/emulated/0/Android/data/{PACKAGE}/files/Pictures"
DOWNLOAD = "/storage/emulated/0/Download"
EDITOR = ".recipe.crud.CreateAndEditRecipeActivity"
COLUMNS = (
    "title", "imageName", "description", "servings", "preparationTime", "source", "ingredients",
    "directions", "favorite",
)  # fmt: skip


class App(AppDriver):
    """Broccoli on a phone of its own."""

    phone: Phone

    def __init__(self, phone: Phone | None = None) -> None:
        super().__init__(phone or Phone(), PACKAGE)

    def launch(self) -> None:
        """Open the list."""
        self.start(".MainActivity")

    def sql(self, statement: str) -> str:
        """Run SQL by adb."""
        self.phone.push("/data/local/tmp/run.sql", statement.encode())
        return self.shell(f"sqlite3 {DATABASE} < /data/local/tmp/run.sql").strip()

    def put(self, title: str, **fields: Any) -> None:
        """Add a recipe by adb."""
        row = {**dict.fromkeys(COLUMNS, ""), "favorite": 0, "title": title, **fields}
        values = ", ".join(str(v) if isinstance(v, int) else _quoted(v) for v in row.values())
        self.sql(f"INSERT INTO recipes ({', '.join(row)}) VALUES ({values});")
        self.wait(300)

    def go(self, destination: str) -> None:
        """Open a destination of the drawer."""
        self.tap("Open navigation drawer", destination)

    def titles(self) -> list[str]:
        """Titles in the list."""
        return [e.text or "" for e in self.elements("card_text_view_title")]

    def ids(self, name: str) -> list[str]:
        """Texts of the elements with an id."""
        return [e.text or "" for e in self.elements(name)]

    def recipes(self) -> list[tuple[Any, ...]]:
        return self.query("broccoli", "SELECT * FROM recipes ORDER BY recipeId")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def picture(color: str = "red") -> bytes:
    """A JPEG."""
    out = io.BytesIO()
    Image.new("RGB", (64, 48), color).save(out, "JPEG")
    return out.getvalue()


@pytest.fixture
def app() -> App:
    app = App()
    app.launch()
    return app


# --- the database --------------------------------------------------------------------------------


def test_the_schema_is_the_app_s(app: App) -> None:
    names = {name for (name,) in app.query("broccoli", "SELECT name FROM sqlite_master")}
    assert {"recipes", "categories", "recipes_with_categories", "recipes_fts"} <= names
    assert {f"recipes_fts_{part}" for part in ("segments", "segdir", "docsize", "stat")} <= names
    triggers = {f"{when}_{event}" for when, event in (
        ("BEFORE", "UPDATE"), ("BEFORE", "DELETE"), ("AFTER", "UPDATE"), ("AFTER", "INSERT"),
    )}  # fmt: skip
    assert {f"room_fts_content_sync_recipes_fts_{name}" for name in triggers} <= names
    identity = app.query("broccoli", "SELECT identity_hash FROM room_master_table WHERE id = 42")
    assert identity == [("1548e88f42d976a4b4915ca1cfa71e00",)]
    assert app.query("broccoli", "PRAGMA user_version") == [(1,)]


def test_a_database_that_is_pushed_alone_is_opened(app: App) -> None:
    app.put("Rye Bread", ingredients="rye")
    image = app.phone.pull(DATABASE)
    app.shell(f"am force-stop {PACKAGE}; rm -f {DATABASE}*")
    app.phone.push(DATABASE, image)
    app.launch()
    assert app.titles() == ["Rye Bread"]
    app.tap("Search")
    app.type("ry")
    assert app.titles() == ["Rye Bread"]


def test_rows_that_adb_changes_are_shown_at_once(app: App) -> None:
    app.put("Soup")
    assert app.titles() == ["Soup"]
    app.tap("Soup")
    app.sql("UPDATE recipes SET servings = '4 servings'")
    app.wait(300)
    assert app.text("details_servings") == "4 servings"
    app.press("HOME")
    app.sql("DELETE FROM recipes")
    app.launch()
    app.wait(500)
    assert app.titles() == [] and app.shows("No recipes found.")


def test_texts_that_are_null_are_empty(app: App) -> None:
    app.sql("INSERT INTO recipes (favorite) VALUES (0)")
    app.wait(300)
    app.tap("card_image")
    assert app.shows("Cook")
    app.tap("Cook")
    assert app.shows("This recipe does not have any ingredients or directions yet.")
    app.tap("Cancel")
    app.menu("Edit")
    app.tap("SAVE")
    assert app.shows("button_save_recipe")  # "Please add a title."


# --- the list ------------------------------------------------------------------------------------


def test_the_list_is_sorted_whatever_the_case(app: App) -> None:
    for title in ("banana", "Apple", "apple pie", "Cherry"):
        app.put(title)
    assert app.titles() == ["Apple", "apple pie", "banana", "Cherry"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("gar", ["Garlic", "Bread", "Stew", "Pasta"]),
        ("gar bre", []),
        ("garlic bread", ["Bread"]),
        ("#quick", ["Pasta"]),
        ("boil", []),
        ("creme", ["Pasta"]),
        ('"', ["Bread", "Garlic", "Pasta", "Stew"]),
        ("garlic NEAR", []),
        ("garlic*", ["Garlic", "Bread", "Stew", "Pasta"]),
        ("title:garlic", []),
    ],
)
def test_search(app: App, query: str, found: list[str]) -> None:
    app.put("Garlic", directions="boil")
    app.put("Bread", description="with garlic")
    app.put("Pasta", ingredients="2 cloves garlic, cr\u00e8me, #quick")
    app.put("Stew", source="https://garlic.org")
    app.tap("Search")
    app.type(query)
    app.back()  # hides the keyboard
    assert app.titles() == found
    app.tap("Collapse")
    assert len(app.titles()) == 4


def test_hash_tags_of_a_description_lead_to_a_search(app: App) -> None:
    app.put("Soup", description="#quick, and #warm")
    app.put("Stew", description="slow #warm")
    app.put("Salad", description="quick")
    app.tap("Soup")
    roots = [window.root for window in app.phone.windows.windows()]
    view = next(v for root in roots for v in root.walk() if v.id == "details_description")
    assert [link.url for link in view.text_links] == ["#quick", "#warm"]
    left, top, _, bottom = view.bounds
    app.phone.tap(left + 10, (top + bottom) / 2)
    app.wait(500)
    assert app.find("search_src_text").text == "#quick" and app.titles() == ["Soup"]
    app.back(3)
    assert app.shows("details_description")


def test_the_search_says_where_and_back_ends_it(app: App) -> None:
    app.put("Soup", favorite=1)
    app.tap("All recipes", "Favorites", "Search")
    assert app.find("search_src_text").hint_text == "Search in FAVORITES"
    app.type("x")
    assert app.titles() == []
    app.tap("Clear query")
    assert app.titles() == ["Soup"]
    app.back(2)
    assert app.shows("Favorites") and not app.shows("search_src_text")


def test_filters(app: App) -> None:
    for title, favorite in (("One", 1), ("Two", 0), ("Three", 0)):
        app.put(title, favorite=favorite)
    app.sql("INSERT INTO categories (name) VALUES ('Cakes');"
            "INSERT INTO recipes_with_categories VALUES (2, 1)")  # fmt: skip
    for label, found in (
        ("Favorites", ["One"]),
        ("Recipes without category", ["One", "Three"]),
        ("Seasonal recipes", []),
        ("Cakes", ["Two"]),
        ("All recipes", ["One", "Three", "Two"]),
    ):
        app.tap("android:id/text1" if app.shows("android:id/text1") else "text1", label)
        assert app.titles() == found, label


def test_a_list_of_2000_is_read_as_it_is_seen(app: App) -> None:
    app.sql(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) "
        "INSERT INTO recipes (title, favorite) SELECT printf('Recipe %04d', i), 0 FROM n"
    )
    app.wait(300)
    assert app.titles()[0] == "Recipe 0001"
    app.scroll_to("Recipe 0030")
    app.tap("Search")
    app.type("2000")
    assert app.titles() == ["Recipe 2000"]


# --- form and page -------------------------------------------------------------------------------


def test_a_recipe_is_made_shown_and_changed(app: App) -> None:
    app.tap("New Recipe")
    app.enter("new_title", "Rye Bread\nDark")
    app.back()
    app.scroll_to("new_preparation_time")
    app.enter("new_servings", "4 servings\n2 hrs\n500g rye\n- 1 1/2 tsp salt")
    app.back()
    app.scroll_to("new_directions")
    app.enter("new_directions", "1. Knead.\n\n2. Bake.")
    app.tap("SAVE")
    assert app.recipes() == [
        (1, "Rye Bread", "", "Dark", "4 servings", "2 hrs", "", "500g rye\n- 1 1/2 tsp salt",
         "1. Knead.\n\n2. Bake.", 0)
    ]  # fmt: skip
    assert app.ids("ingredient_quantity") == ["500", "1 1/2"]
    assert app.ids("ingredient_text") == ["g rye", " tsp salt"]
    assert app.ids("direction_position") == ["1", "2"]
    assert app.ids("direction_text") == ["Knead.", "Bake."]
    app.tap("Mark as favorite")
    assert app.recipes()[0][-1] == 1
    app.menu("Edit")
    app.enter("new_title", "!")
    app.tap("SAVE")
    assert app.text("details_title") == "Rye Bread!"
    assert app.recipes()[0][-1] == 1  # the heart stays
    app.tap("Remove from favorites")
    app.menu("Delete")
    app.tap("CANCEL")
    assert len(app.recipes()) == 1
    app.menu("Delete")
    app.tap("DELETE")
    assert app.recipes() == [] and app.shows("No recipes found.")


def test_without_a_title_nothing_is_saved(app: App) -> None:
    app.tap("New Recipe")
    app.enter("new_title", "  ")
    app.tap("SAVE")
    assert app.shows("button_save_recipe")
    assert app.recipes() == []


def test_changes_are_asked_about_but_for_the_first(app: App) -> None:
    app.tap("New Recipe")
    app.enter("new_title", "x")
    app.back(2)
    assert app.shows("fab_recipes")
    app.tap("New Recipe")
    app.enter("new_title", "x")
    app.type("y")
    app.back(2)
    app.tap("CANCEL")
    assert app.text("new_title") == "xy"
    app.back()
    app.tap("DISCARD")
    assert app.shows("fab_recipes") and app.recipes() == []


def test_the_form_survives_rotation_and_the_process(app: App) -> None:
    app.tap("New Recipe")
    app.enter("new_title", "Soup")
    app.back()
    app.shell("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
    app.wait(800)
    assert app.text("new_title") == "Soup"
    app.shell("settings put system user_rotation 0")
    app.wait(800)
    app.stop()
    app.launch()
    app.wait(500)
    assert app.text("new_title") == "Soup"
    app.tap("SAVE")
    assert app.recipes()[0][1] == "Soup"


def test_a_link_is_followed_and_other_sources_are_not(app: App) -> None:
    app.put("Soup", source="Grandma")
    app.put("Stew", source="https://example.org/stew")
    app.tap("Soup")
    assert not app.find("details_source").is_clickable
    app.tap("Navigate up", "Stew")
    assert app.find("details_source").is_clickable


def test_categories_of_a_recipe(app: App) -> None:
    app.tap("New Recipe", "new_categories")
    assert app.shows("No categories have been created yet.")
    app.tap("OK")
    app.tap("close" if app.shows("close") else "new_title")
    app.back(2)
    app.go("Categories")
    assert app.shows("Create custom categories to manage your recipes.")
    for name in ("Soups", "Cakes"):
        app.tap("Add category")
        assert not app.find("SAVE").is_enabled
        app.enter("category_name", name)
        app.tap("SAVE")
    assert app.ids("card_text_view_category_name") == ["Cakes", "Soups"]
    app.go("Recipes")
    app.tap("New Recipe")
    app.enter("new_title", "Borscht")
    app.back()
    app.tap("new_categories", "Soups", "OK")
    assert app.text("new_categories") == "Soups"
    app.tap("SAVE")
    assert app.text("details_categories") == "Soups"
    app.tap("Navigate up")
    app.go("Categories")
    app.tap("Soups", "DELETE")
    assert app.shows("Do you really want to delete this category?")
    app.tap("DELETE")
    assert app.query("broccoli", "SELECT count(*) FROM recipes_with_categories") == [(0,)]
    assert len(app.recipes()) == 1


# --- photos --------------------------------------------------------------------------------------


def _pick(app: App, name: str) -> None:
    app.tap("new_image", "Pick photo")
    app.wait(800)
    app.tap(name)
    app.wait(800)


def test_a_photo_is_picked_shown_and_removed(app: App) -> None:
    app.phone.push(f"{DOWNLOAD}/soup.jpg", picture())
    app.put("Soup")
    app.tap("Soup")
    app.menu("Edit")
    _pick(app, "soup.jpg")
    app.tap("SAVE")
    (name,) = app.shell(f"ls {PICTURES}").split()
    assert app.recipes()[0][2] == name
    assert app.phone.pull(f"{PICTURES}/{name}") == picture()
    assert app.find("backdrop").content_description == "Recipe photo"
    assert app.find("toolbar_layout").content_description == " "
    app.menu("Edit")
    app.tap("new_image", "Remove photo", "SAVE")
    assert app.recipes()[0][2] == ""
    assert app.shell(f"ls {PICTURES}") == ""
    assert app.find("toolbar_layout").content_description == "Soup"


def test_a_photo_collapses_into_the_bar(app: App) -> None:
    app.phone.push(f"{PICTURES}/x.jpg", picture())
    app.put("Soup", imageName="x.jpg", ingredients="\n".join(map(str, range(100))))
    app.tap("Soup")
    assert app.find("toolbar_layout").content_description == " "
    app.phone.swipe(500, 1800, 500, 600, 800)
    app.wait(1500)
    assert app.find("toolbar_layout").content_description == "Soup"


@pytest.mark.parametrize("content", [b"no picture", b"", picture()[:100]])
def test_a_picture_that_is_none_is_the_mark(app: App, content: bytes) -> None:
    app.phone.push(f"{PICTURES}/x.jpg", content)
    app.put("Soup", imageName="x.jpg")
    app.put("Stew", imageName="../../../../secret")
    assert len(app.elements("card_image")) == 2
    app.phone.screenshot()
    app.tap("Soup")
    app.phone.screenshot()
    assert not app.shows("backdrop")
    app.menu("Delete")
    app.tap("DELETE")
    assert app.shell(f"ls {PICTURES}") == ""


def test_a_discarded_photo_is_not_kept(app: App) -> None:
    app.phone.push(f"{DOWNLOAD}/soup.jpg", picture())
    app.tap("New Recipe")
    _pick(app, "soup.jpg")
    assert app.shell(f"ls /data/data/{PACKAGE}/cache") != ""
    app.back()
    app.tap("DISCARD")
    assert app.shell(f"ls /data/data/{PACKAGE}/cache") == ""


# --- cooking -------------------------------------------------------------------------------------


def test_the_cooking_assistant_scales(app: App) -> None:
    app.put("Soup", servings="4 servings", ingredients="250g peas\n1/2 lemon\nsalt",
            directions="Boil.\nServe.")  # fmt: skip
    app.tap("Soup", "Cook")
    assert app.text("cooking_assistant_text") == "250g peas\n1/2 lemon\nsalt"
    app.tap("Adjust ingredients")
    assert app.text("number_of_servings") == "4"
    app.tap("text_input_end_icon", "text_input_end_icon", "OK")
    assert app.text("cooking_assistant_text") == "375g peas\n3/4 lemon\nsalt"
    app.tap("Adjust ingredients", "PRO")
    app.tap("scale_factor")
    app.press("MOVE_END")
    for _ in range(3):
        app.press("DEL")
    assert not app.find("OK").is_enabled
    app.type("0.5")
    app.tap("OK")
    assert app.text("cooking_assistant_text") == "125g peas\n1/4 lemon\nsalt"
    app.phone.swipe(900, 1200, 150, 1200, 200)
    app.wait(600)
    assert app.text("cooking_assistant_text") == "Boil."
    app.tap("Cancel")
    assert app.shows("details_title")


# --- files ---------------------------------------------------------------------------------------


def _open(app: App, content: bytes) -> None:
    app.phone.push(f"{DOWNLOAD}/soup.broccoli", content)
    uri = document_uri(f"{DOWNLOAD}/soup.broccoli")
    app.shell(f"am start -a android.intent.action.VIEW -t application/broccoli -d {uri}")
    app.wait(600)


def test_a_recipe_of_a_file_fills_the_form(app: App) -> None:
    _open(app, archive.share(archive.Shared(Recipe(title="Soup", servings="2"), (), picture())))
    assert app.text("new_title") == "Soup"
    app.tap("SAVE")
    assert app.recipes()[0][1:5] == ("Soup", app.recipes()[0][2], "", "2")
    assert app.phone.pull(f"{PICTURES}/{app.recipes()[0][2]}") == picture()


def test_a_file_that_is_none_leaves_the_form_empty(app: App) -> None:
    _open(app, b"garbage")
    assert app.text("new_title") == "Title"  # the hint
    assert app.recipes() == []


def test_a_page_of_the_web_can_not_be_read(app: App) -> None:
    app.shell(
        "am start -a android.intent.action.SEND -t text/plain "
        f"--es android.intent.extra.TEXT https://example.org -n {PACKAGE}/{EDITOR}"
    )
    app.wait(600)
    assert app.text("new_title") == "Title"


def test_a_backup_is_written_and_read_again(app: App) -> None:
    app.put("Soup", favorite=1, directions="Boil\nServe")
    app.put("Stew")
    app.sql("INSERT INTO categories (name) VALUES ('Hot');"
            "INSERT INTO recipes_with_categories VALUES (1, 1)")  # fmt: skip
    before = app.recipes()
    app.go("Backup and restore")
    app.tap("Backup recipes")
    app.wait(800)
    app.tap("SAVE")
    app.wait(800)
    assert app.shows("Oct 15, 2023")
    (name,) = app.shell(f"ls {DOWNLOAD}").split()
    app.sql("DELETE FROM recipes; DELETE FROM categories; DELETE FROM recipes_with_categories")
    app.tap("Restore recipes")
    app.wait(800)
    app.tap(name)
    app.wait(800)
    app.tap("OK")
    assert [row[1:] for row in app.recipes()] == [row[1:] for row in before]
    linked = "SELECT name FROM recipes_with_categories JOIN categories USING (categoryId)"
    assert app.query("broccoli", linked) == [("Hot",)]


def test_a_backup_that_is_none_changes_nothing(app: App) -> None:
    app.put("Soup")
    app.phone.push(f"{DOWNLOAD}/x.bin", b"garbage")
    app.go("Backup and restore")
    app.tap("Restore recipes")
    app.wait(800)
    app.tap("x.bin")
    app.wait(800)
    app.tap("OK")
    assert len(app.recipes()) == 1


def test_a_recipe_is_shared_as_text_and_as_file(app: App) -> None:
    app.put("Soup", servings="2", ingredients="peas")
    app.tap("Soup")
    app.menu("Share")
    app.wait(500)
    assert not app.shows("details_title")
    app.back()
    app.menu("Share as file")
    app.wait(500)
    (name,) = app.shell(f"ls /storage/emulated/0/Android/data/{PACKAGE}/cache").split()
    assert name == "Soup.broccoli"


# --- seasons and settings ------------------------------------------------------------------------


def test_the_calendar_is_configured_and_finds_recipes(app: App) -> None:
    app.put("Crumble", ingredients="3 apples")
    app.put("Cake", ingredients="flour")
    app.go("Seasonal calendar")
    app.tap("CONFIGURE", "Region", "Central Europe", "Languages of recipes", "English", "OK")
    app.go("Seasonal calendar")
    assert app.shows("OCTOBER") and app.shows("Apples") and app.shows("AUG - NOV")
    app.tap("Apples")
    assert app.titles() == ["Crumble"]
    app.tap("Remove Apples")
    assert app.titles() == ["Cake", "Crumble"]
    app.tap("All recipes", "Seasonal recipes")
    assert app.titles() == ["Crumble"]


def test_the_list_begins_with_the_preferred_category(app: App) -> None:
    app.put("Soup")
    app.go("Settings")
    app.tap("Preferred category", "Favorites")
    app.shell(f"am force-stop {PACKAGE}")
    app.launch()
    assert app.shows("Favorites") and app.titles() == []


def test_preferences_of_other_types_do_no_harm(app: App) -> None:
    app.shell(f"am force-stop {PACKAGE}")
    kept = "".join(
        f'<{kind} name="{name}" value="1"/>'
        for name in ("preferred-category", "theme", "seasonal-calendar-region",
                     "seasonal-calendar-languages", "last-backup-date")
        for kind in ("int",)
    )  # fmt: skip
    path = f"/data/data/{PACKAGE}/shared_prefs/{PACKAGE}_preferences.xml"
    app.phone.push(path, f"<?xml version='1.0'?><map>{kept}</map>".encode())
    app.launch()
    for page in ("Seasonal calendar", "Settings", "Backup and restore", "Recipes"):
        app.go(page)
        assert app.shows(page)


# --- large recipes -------------------------------------------------------------------------------


def test_a_recipe_of_200_ingredients(app: App) -> None:
    app.put("Many", ingredients="\n".join(f"{n} g thing {n}" for n in range(1, 201)))
    app.tap("Many")
    assert app.ids("ingredient_text")[0] == " g thing 1"
    app.tap("Cook")
    assert app.text("cooking_assistant_text").endswith("200 g thing 200")
    app.tap("Cancel")
    app.menu("Edit")
    app.enter("new_title", "!")
    app.tap("SAVE")
    assert app.recipes()[0][7].count("\n") == 199


@pytest.mark.parametrize("field", ["description", "ingredients", "directions"])
def test_a_recipe_of_a_megabyte(app: App, field: str) -> None:
    text = "ab cd\n" * 170_000
    app.put("Big")
    lines = "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r LIMIT 170000)"
    lines += " SELECT group_concat('ab cd' || char(10), '') FROM r"
    app.sql(f"UPDATE recipes SET {field} = ({lines})")
    app.wait(300)
    app.tap("Big")
    assert app.shows("Cook")
    app.menu("Edit")
    app.enter("new_title", "!")
    app.tap("SAVE")
    assert app.query("broccoli", f"SELECT {field} = ? FROM recipes", (text,)) == [(1,)]
