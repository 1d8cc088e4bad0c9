"""Broccoli's files, quantities and calendar: what they make of any text and any bytes."""

from __future__ import annotations

import io
import json
import zipfile
from fractions import Fraction

import pytest
from PIL import Image

from android_gym.simulator.apps.broccoli import archive, quantities, seasons
from android_gym.simulator.apps.broccoli.model import Recipe


def picture() -> bytes:
    """A JPEG."""
    out = io.BytesIO()
    Image.new("RGB", (64, 48), "red").save(out, "JPEG")
    return out.getvalue()


# --- quantities


@pytest.mark.parametrize(
    ("line", "quantity", "text"),
    [
        ("2 cups flour", "2", " cups flour"),
        ("- 250g flour", "250", "g flour"),
        ("– ½ lemon", "½", " lemon"),
        ("1 ½ lemons", "1 ½", " lemons"),
        ("1 1/2 lemons", "1 1/2", " lemons"),
        ("2-3 eggs", "2-3", " eggs"),
        ("1.5 l water", "1.5", " l water"),
        ("see directions", "", "see directions"),
        ("salt, 2 eggs", "", "salt, 2 eggs"),
        ("12345678901234567890 g", "", "12345678901234567890 g"),
    ],
)
def test_ingredients_are_split(line: str, quantity: str, text: str) -> None:
    assert quantities.ingredients(f"\n {line} \n\n") == ((quantity, text),)


@pytest.mark.parametrize(
    ("quantity", "scale", "scaled"),
    [
        ("2", Fraction(3, 2), "3"), ("1", Fraction(1, 2), "0.5"), ("1", Fraction(1, 3), "0.33"),
        ("1/2", Fraction(3), "1 1/2"), ("½", Fraction(1, 2), "1/4"), ("1 ½", Fraction(2), "3"),
        ("2-3", Fraction(2), "4-6"), ("1,5", Fraction(1, 2), "0,75"), ("1/7", Fraction(1), "1/7"),
        ("1/7", Fraction(2), "0.29"), ("1/0", Fraction(2), "1/0"), ("", Fraction(2), ""),
    ],
)  # fmt: skip
def test_quantities_scale(quantity: str, scale: Fraction, scaled: str) -> None:
    assert quantities.scaled(quantities.Ingredient(quantity, " x"), scale) == f"{scaled} x"


@pytest.mark.parametrize(
    ("text", "number"),
    [("4 servings", 4), ("3-4 servings", 3), ("for six", 1), ("0", 1), ("1/0", 1), ("½", 1)],
)
def test_servings_are_a_number(text: str, number: int) -> None:
    assert quantities.servings_of(text) == number


# --- files


def test_a_recipe_goes_through_its_file() -> None:
    shared = archive.Shared(
        Recipe(title="Soup \u00e9", directions="Boil", favorite=True), ("A",), b"x"
    )
    assert archive.read_shared(archive.share(shared)) == shared
    assert archive.read_backup(archive.backup([shared, shared], ["A", "B"])) == (
        [shared, shared],
        ("A", "B"),
    )


def _zip(**parts: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name.replace("_", "."), content)
    return out.getvalue()


GOOD = archive.share(archive.Shared(Recipe(title="Soup"), (), picture()))


@pytest.mark.parametrize(
    "content",
    [
        b"", b"PK", b"garbage", GOOD[:-30], GOOD[:100], _zip(recipe_json=b"[1]"),
        _zip(recipe_json=b"{"), _zip(recipe_json=b"[" * 100_000), _zip(other_json=b"{}"),
        _zip(recipe_json=b"\xff\xfe"), _zip(recipe_json=b"0" * (33 << 20)),
    ],
)  # fmt: skip
def test_what_is_no_recipe_is_none(content: bytes) -> None:
    assert archive.read_shared(content) is None
    assert archive.read_backup(content) is None


def test_texts_of_other_types_are_empty_and_photos_have_a_limit() -> None:
    plain = {"title": 7, "ingredients": "\ud800x", "favorite": 1, "categories": [1, "A", ""],
             "imageName": "photo.jpg"}  # fmt: skip
    found = archive.read_shared(
        _zip(recipe_json=json.dumps(plain).encode(), photo_jpg=b"0" * (33 << 20))
    )
    assert found == archive.Shared(Recipe(ingredients="?x"), ("A",), b"")


def test_every_cut_file_is_read_or_refused() -> None:
    for end in range(0, len(GOOD), 7):
        archive.read_shared(GOOD[:end])
        spoiled = GOOD[:end] + bytes([GOOD[end] ^ 255]) + GOOD[end + 1 :]
        archive.read_shared(spoiled)
        archive.read_backup(spoiled)


# --- the calendar


def test_the_calendars_cover_every_month() -> None:
    for region, _ in seasons.REGIONS:
        found = seasons.calendar(region, frozenset({"en", "de"}))
        assert found is not None
        assert len(found.foods) >= 38
        assert region == "north_america_colder" or all(map(found.of, range(12)))
        assert all(food.terms and all(food.terms) for food in found.foods)
    assert seasons.calendar("central_europe", frozenset()) is None
    assert seasons.calendar("mars", frozenset({"en"})) is None
    assert seasons.calendar(["x"], "en") is None
    assert seasons.month_range(seasons.Food("x", (), 7, 10)) == "AUG - NOV"
    assert seasons.Food("x", (), 10, 1).in_season(0)
    assert not seasons.Food("x", (), 10, 1).in_season(2)
