"""Texts without accents."""

from __future__ import annotations

import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.system.accents import folded, without_accents


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Crème Brûlée", "Creme Brulee"),
        ("Нийгэм Ёлка", "Ниигэм Елка"),
        ("Ελλάδα", "Ελλαδα"),
        ("Straße Øre", "Straße Øre"),  # no accents
        ("がっこう", "がっこう"),  # these are other letters without their marks
        ("हिन्दी", "हिन्दी"),
        ("한국", "한국"),
    ],
)
def test_only_accents_are_taken(text: str, plain: str) -> None:
    assert without_accents(text) == plain


@pytest.mark.parametrize(
    ("one", "other"),
    [("José", "JOSE"), ("Łódź", "lodz"), ("Ærø", "AERO"), ("Straße", "strasse"), ("İz", "iz")],
)
def test_texts_that_are_equal_for_a_search(one: str, other: str) -> None:
    assert folded(one) == folded(other)


def test_sql_has_it_too() -> None:
    shown = Phone().shell(
        "sqlite3 /data/local/tmp/a.db \"SELECT _FOLDED('Zoë'), _FOLDED(NULL) IS NULL, _FOLDED(7)\""
    )
    assert shown.stdout == b"zoe|1|7\n"
