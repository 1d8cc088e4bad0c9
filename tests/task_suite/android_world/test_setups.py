"""Set-ups are AndroidWorld's, for every id, unless docs/deviations.md says otherwise.

First what is drawn, over many seeds: counts, shapes of names, shares, positions. Then what stands
on the phone after a set-up. Each id needs an entry in each of the tables `DRAWN` and `ON_PHONE`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from android_gym.devices import make_device
from android_gym.devices.device import Device
from android_gym.task_suite.android_world import pictures
from android_gym.task_suite.android_world.audio_recorder import tasks as audio_recorder
from android_gym.task_suite.android_world.browser import tasks as browser
from android_gym.task_suite.android_world.calendar import rows as calendar
from android_gym.task_suite.android_world.clipboard import tasks as clipboard
from android_gym.task_suite.android_world.expense import rows as expense
from android_gym.task_suite.android_world.files import tasks as files
from android_gym.task_suite.android_world.joplin import questions as joplin
from android_gym.task_suite.android_world.markor import notes as markor
from android_gym.task_suite.android_world.markor import transcribing
from android_gym.task_suite.android_world.opentracks import rows as opentracks
from android_gym.task_suite.android_world.osmand import places as osmand
from android_gym.task_suite.android_world.recipe import pools as recipe_pools
from android_gym.task_suite.android_world.recipe import rows as recipe
from android_gym.task_suite.android_world.retro_music import files as retro
from android_gym.task_suite.android_world.retro_music import pools as retro_pools
from android_gym.task_suite.android_world.sms import messages as sms
from android_gym.task_suite.android_world.vlc import tasks as vlc
from android_gym.task_suite.suite import tasks
from android_gym.task_suite.task import Params

METADATA = json.loads(Path(__file__).with_name("upstream.json").read_text(encoding="utf-8"))
"""Complexity, difficulty, apps and tags by task, of AndroidWorld's task_metadata.json (d9c569f)."""

TASKS = tasks("AndroidWorld")
SEEDS = range(400)
every_task = pytest.mark.parametrize("name", TASKS)

MODIFICATION = r"(?:2023_(?:0\d|10)_\d\d|[A-Za-z0-9]{4}|backup|copy|edited|final)"
WORDS = r"[a-z]+_[a-z]+"
RANDOM_NAME = rf"(?:{MODIFICATION}_{WORDS}|{WORDS}_{MODIFICATION})"
NOTE_NAME = rf"{RANDOM_NAME}\.(?:md|txt)"
RANDOM_TEXT = r"[A-Za-z0-9]{20}"
NUMBER = r"\+1\d{10}"


def close(found: float, expected: float, tolerance: float) -> None:
    assert abs(found - expected) <= tolerance, f"{found} is not {expected} +- {tolerance}"


def shares(values: Sequence[Any], expected: dict[Any, float], tolerance: float = 0.07) -> None:
    """Compare how often each value is drawn."""
    counts = Counter(values)
    assert set(counts) == set(expected)
    for value, share in expected.items():
        close(counts[value] / len(values), share, tolerance)


def evenly(values: Sequence[Any], pool: Sequence[Any]) -> None:
    """Compare with draws from a pool, all alike."""
    shares(values, dict.fromkeys(pool, 1 / len(pool)))


def matches(pattern: str, texts: Sequence[str]) -> None:
    for text in texts:
        assert re.fullmatch(pattern, text), text


def of_each(params: list[Params], key: str) -> list[Any]:
    return [p[key] for p in params]


def is_modified(name: str, base: str) -> bool:
    """Return whether a name is another one, modified before it or before its extension."""
    stem, dot, extension = base.rpartition(".") if "." in base else (base, "", r"\w+")
    if not dot:
        tail = r"\.\w+"
    else:
        tail = r"\." + re.escape(extension)
    stem = re.escape(stem)
    pattern = f"(?:{MODIFICATION}_{stem}|{stem}_{MODIFICATION}){tail}"
    return re.fullmatch(pattern, name) is not None


def look_alikes(
    noise: list[list[str]], bases: Sequence[str], variants: Sequence[Sequence[str]], most: int = 20
) -> None:
    """Compare files around a task's own with AndroidWorld's ``generate_noise_files``."""
    counts = [len(names) for names in noise]
    assert (min(counts), max(counts)) == (1, most)
    close(sum(counts) / len(counts), (1 + most) / 2, 0.06 * most)
    alike = total = 0
    for names, base, usual in zip(noise, bases, variants, strict=True):
        assert len({name.lower() for name in [*names, base]}) == len(names) + 1
        for name in names:
            total += 1
            if is_modified(name, base):
                alike += 1
            else:
                assert any(is_modified(name, other) for other in usual), (name, base)
    close(alike / total, 0.15, 0.03)


def notes_around(params: list[Params], base: Callable[[Params], str], most: int = 20) -> None:
    noise = [[note["name"] for note in p["noise"]] for p in params]
    variants = [markor.TITLES] * len(params)
    look_alikes(noise, [base(p) for p in params], variants, most)
    for p in params:
        matches(RANDOM_TEXT, [note["text"] for note in p["noise"]])


# --- what is drawn -------------------------------------------------------------------------------


def nothing(params: list[Params]) -> None:
    assert all(p == {} for p in params)


def browser_seeds(params: list[Params]) -> None:
    seeds = of_each(params, "browser_task_seed")
    assert all(0 <= seed < 2**32 for seed in seeds)
    close(sum(seeds) / len(seeds) / 2**32, 0.5, 0.08)
    assert len(set(seeds)) == len(seeds)


def timer(params: list[Params]) -> None:
    for key, most in (("hours", 24), ("minutes", 60), ("seconds", 60)):
        drawn = of_each(params, key)
        assert set(drawn) <= set(range(most)) and len(set(drawn)) > 0.9 * most
        close(sum(drawn) / len(drawn), (most - 1) / 2, 0.06 * most)


def contact(params: list[Params]) -> None:
    matches(r"[A-Z]\w+ (?:[a-z]+ )?[A-Z]\w+", of_each(params, "name"))
    assert any(name.count(" ") == 2 for name in of_each(params, "name"))
    matches(NUMBER, of_each(params, "number"))


def draft(params: list[Params]) -> None:
    matches(r"[A-Z]\w+", of_each(params, "first") + of_each(params, "last"))
    matches(r"\d{3}-\d{3}-\d{4}", of_each(params, "phone"))
    evenly(of_each(params, "phone_label"), ("Home", "Work"))


def expenses(targets: int, noise: int, *, forms: bool = False) -> Callable[[list[Params]], None]:
    def compare(params: list[Params]) -> None:
        for p in params:
            assert (len(p["expenses"]), len(p["noise"])) == (targets, noise)
        rows = [row for p in params for row in [*p["expenses"], *p["noise"]]]
        evenly([row["category"] for row in rows], range(1, 12))
        assert all(row["name"] in expense.NAMES[row["category"]] for row in rows)
        amounts = [row["amount"] for row in rows]
        assert 1000 <= min(amounts) and max(amounts) <= 50_999
        close(sum(amounts) / len(amounts), 25_500, 1_800)
        october = 1_696_118_400_000
        hours = [(row["date"] - october) / 3_600_000 for row in rows]
        assert all(hour == int(hour) and 0 <= hour < 15 * 24 for hour in hours)
        close(sum(hours) / len(hours), 7 * 24, 24)
        if forms:
            evenly(of_each(params, "format"), ("csv", "text_block"))

    return compare


def duplicates(noise: int, variants: int) -> Callable[[list[Params]], None]:
    def compare(params: list[Params]) -> None:
        expenses(2, noise)(params)
        for p in params:
            first, second = p["expenses"]
            assert first == second
            alike = [row for row in p["noise"] if row["name"] == first["name"]]
            assert len(alike) == variants
            for row in alike:
                assert 50 <= row["amount"] - first["amount"] <= 999
                assert {**row, "amount": 0, "date": 0} == {**first, "amount": 0, "date": 0}
            others = [row["name"] for row in p["noise"] if row not in alike]
            assert len(set(others)) == noise - variants

    return compare


def recipes(targets: int, noise: int, *, forms: bool = False) -> Callable[[list[Params]], None]:
    def compare(params: list[Params]) -> None:
        for p in params:
            assert (len(p["recipes"]), len(p["noise"])) == (targets, noise)
        rows = [row for p in params for row in [*p["recipes"], *p["noise"]]]
        titles = dict(recipe_pools.RECIPES)
        assert set(of_each(rows, "title")) == set(titles)
        tips = [row["directions"].removeprefix(titles[row["title"]] + " ") for row in rows]
        evenly(tips, recipe_pools.TIPS)
        if not any("ingredient" in p for p in params):
            evenly(of_each(rows, "ingredients"), recipe_pools.AMOUNTS)
        evenly(of_each(rows, "description"), recipe_pools.DESCRIPTIONS)
        evenly(of_each(rows, "servings"), recipe_pools.SERVINGS)
        evenly(of_each(rows, "preparationTime"), recipe_pools.TIMES)
        if forms:
            evenly(of_each(params, "format"), ("csv", "text_block"))

    return compare


def pictured(rows: Callable[[list[Params]], None]) -> Callable[[list[Params]], None]:
    """Rows that stand in a picture of any look."""

    def compare(params: list[Params]) -> None:
        rows(params)
        shares(of_each(params, "look"), dict.fromkeys(pictures.LOOKS, 1 / 6), 0.1)

    return compare


def receipts(params: list[Params]) -> None:
    shares([len(p["transactions"]) for p in params], dict.fromkeys(range(1, 6), 0.2))
    assert (len(transcribing.COMPANIES), len(transcribing.SLOGANS)) == (4, 4)
    evenly(of_each(params, "company"), transcribing.COMPANIES)
    evenly(of_each(params, "slogan"), transcribing.SLOGANS)
    evenly(of_each(params, "look"), list(pictures.LOOKS))
    rows = [row for p in params for row in p["transactions"]]
    assert len(transcribing.ITEMS) == 6
    evenly(of_each(rows, "item"), list(transcribing.ITEMS))
    for row in rows:
        lowest, highest = transcribing.ITEMS[row["item"]]
        assert lowest <= row["amount"] <= highest
    days = sorted(of_each(rows, "date"))
    assert "2023-01-01" <= days[0] < "2023-01-10" and "2023-10-05" < days[-1] <= "2023-10-14"


def transcribed(params: list[Params]) -> None:
    shares([len(p["names"]) for p in params], dict.fromkeys((2, 3, 4), 1 / 3))
    shares([len(p["videos"]) for p in params], dict.fromkeys(range(5, 21), 1 / 16))
    assert {name for p in params for name in p["names"]} == set(transcribing.NAMES)
    for p in params:
        assert len(set(p["names"])) == len(p["names"])
        assert len({name.lower() for name in [p["video_name"], *p["videos"]]}) == (
            1 + len(p["videos"])
        )
        assert p["file_name"] == p["video_name"].removesuffix(".mp4") + "_transcription.txt"
    subject = "(?:clip|footage|scene|recording|highlight|moment|episode)"
    name = rf"{subject}_\d\d?_(?:|HD|4K|raw|export)"
    names = [name for p in params for name in [p["video_name"], *p["videos"]]]
    matches(rf"(?:{MODIFICATION}_{name}|{name}_{MODIFICATION})\.mp4", names)


def of_one_time(params: list[Params]) -> None:
    recipes(3, 40)(params)
    evenly([p["recipes"][0]["preparationTime"] for p in params], recipe_pools.TIMES)
    for p in params:
        times = set(of_each(p["recipes"], "preparationTime"))
        assert len(times) == 1 and not times & set(of_each(p["noise"], "preparationTime"))


def using(params: list[Params]) -> None:
    recipes(3, 29)(params)
    evenly(of_each(params, "ingredient"), recipe_pools.INGREDIENTS)
    for p in params:
        uses = [p["ingredient"] in row["directions"].lower() for row in p["recipes"]]
        others = [p["ingredient"] in row["directions"].lower() for row in p["noise"]]
        assert all(uses) and not any(others)
        assert sum(p["ingredient"] in row["ingredients"] for row in p["noise"]) == 2


def same_recipes(noise: int, titled: int, described: int = 0) -> Callable[[list[Params]], None]:
    """Compare with a pair, others of its title, and others of its description too."""

    def compare(params: list[Params]) -> None:
        recipes(2, noise)(params)
        for p in params:
            first, second = p["recipes"]
            assert first == second and first not in p["noise"]
            alike = [row for row in p["noise"] if row["title"] == first["title"]]
            assert len(alike) == titled + described
            same = [row for row in alike if row["description"] == first["description"]]
            assert len(same) >= described
            assert len({tuple(row.values()) for row in p["noise"]}) == noise
            if described:
                leading = [
                    row for row in p["noise"] if row["title"] == min(recipe_pools.RECIPES)[0]
                ]
                assert len({row["description"] for row in leading}) == len(leading) == 3

    return compare


def files_around(params: list[Params], folder: str) -> None:
    for p in params:
        assert {path.partition("/")[0] for path in p["noise"]} == {p[folder]}
    noise = [[path.partition("/")[2] for path in p["noise"]] for p in params]
    usual = [files.usual_names(p[folder]) for p in params]
    look_alikes(noise, of_each(params, "file_name"), usual)
    evenly(of_each(params, folder), sorted(files.FOLDERS))


def delete_file(params: list[Params]) -> None:
    assert len(files.FOLDERS) == 12
    files_around(params, "subfolder")
    for p in params:
        ending = files.usual_names(p["subfolder"])[0].rpartition(".")[2]
        matches(rf"{RANDOM_NAME}\.{ending}", [p["file_name"]])


def place(params: list[Params]) -> None:
    names = [
        osmand.PLACES.get(name) or osmand.place_of(name) for name in of_each(params, "location")
    ]
    evenly(names, sorted(osmand.PLACES.values()))
    evenly([name in osmand.PLACES for name in of_each(params, "location")], [False, True])


def waypoints(params: list[Params]) -> None:
    rows = of_each(params, "waypoints")
    evenly([len(row) for row in rows], [2, 3, 4])
    assert all(len(set(row)) == len(row) for row in rows)
    evenly([name for row in rows for name in row], sorted(osmand.PLACES))


def drawing(params: list[Params]) -> None:
    names = of_each(params, "file_name")
    matches(rf"[a-z]+_{RANDOM_NAME}\.(?:png|svg|jpg)", names)
    assert len({name.partition("_")[0] for name in names}) == 8
    evenly([name.rpartition(".")[2] for name in names], ["jpg", "png", "svg"])


def receipt_picture(params: list[Params]) -> None:
    matches(rf"receipt_{RANDOM_NAME}\.jpg", of_each(params, "file_name"))
    assert all(len(lines) == 5 for lines in of_each(params, "lines"))
    assert len({tuple(lines) for lines in of_each(params, "lines")}) > 300


VIDEO_NAME = (
    rf"(?:{MODIFICATION}_)?(?:clip|footage|scene|recording|highlight|moment|episode)_[1-9]\d?_"
    rf"(?:HD|4K|raw|export)?(?:_{MODIFICATION})?\.mp4"
)


def playlists(*numbers: str) -> Callable[[list[Params]], None]:
    """Two to five videos for each playlist, and as many others."""

    def compare(params: list[Params]) -> None:
        for number in numbers:
            evenly([len(p[f"files{number}"]) for p in params], [2, 3, 4, 5])
            assert len(set(of_each(params, f"playlist_name{number}"))) > 80
        for p in params:
            names = [name for number in numbers for name in p[f"files{number}"]]
            assert len(p["noise"]) == len(names)
            matches(VIDEO_NAME, [*names, *p["noise"]])
            assert len({name.lower() for name in [*names, *p["noise"]]}) == 2 * len(names)

    return compare


def songs(*, named: bool = True, listed: bool = True) -> Callable[[list[Params]], None]:
    """15 songs of 3 to 5 minutes; 2 to 5 of them listed; one of 50 themes and a number."""

    def check(params: list[Params]) -> None:
        assert len(retro_pools.TITLES) == 35 and len(retro_pools.THEMES) == 50
        if named:
            names = [name.rpartition(" ") for name in of_each(params, "playlist_name")]
            assert {theme for theme, _, _ in names} == set(retro_pools.THEMES)
            numbers = [int(number) for _, _, number in names]
            assert 1 <= min(numbers) <= 20 and 980 <= max(numbers) <= 999
        firsts = Counter()
        for p in params:
            titles = [song["title"] for song in p["files"]]
            assert len(titles) == len(set(titles)) == 15 and set(titles) <= set(retro_pools.TITLES)
            firsts[titles[0]] += 1
            if listed:
                assert set(p["songs"]) <= set(titles)
                assert all(180_000 <= song["duration_ms"] <= 300_060 for song in p["files"])
        assert len(firsts) > 30
        if listed:
            evenly([len(p["songs"]) for p in params], (2, 3, 4, 5))
            places = [[song["title"] for song in p["files"]].index(p["songs"][0]) for p in params]
            close(sum(places) / len(places), 7, 0.6)  # the wanted ones lie anywhere

    return check


def songs_that_fit(params: list[Params]) -> None:
    """9 to 11 songs that take 47.5 minutes together, and others of 3 to 5 minutes."""
    songs(listed=False)(params)
    for p in params:
        lengths = sorted(song["duration_ms"] for song in p["files"])
        assert lengths[0] > 60_000 and lengths[-1] < 540_000
        assert sum(lengths) > 3_500_000  # all of them are too long


def recording_name(params: list[Params]) -> None:
    names = of_each(params, "file_name")
    matches(rf"(?:{MODIFICATION}_[a-z]+|[a-z]+_{MODIFICATION})\.m4a", names)
    assert max(map(len, names)) <= 50 and len(set(names)) > 0.8 * len(names)


def move_file(params: list[Params]) -> None:
    files_around(params, "source_folder")
    evenly(of_each(params, "destination_folder"), sorted(files.FOLDERS))
    for p in params:
        assert p["source_folder"] != p["destination_folder"]
        assert p["file_name"] in files.usual_names(p["destination_folder"])


def create_note(params: list[Params]) -> None:
    matches(NOTE_NAME, of_each(params, "file_name"))
    assert set(of_each(params, "text")) == set(markor.SENTENCES)


def paste_note(params: list[Params]) -> None:
    matches(NOTE_NAME, of_each(params, "file_name"))
    matches("[A-Za-z0-9]{10}", of_each(params, "text"))


def create_folder(params: list[Params]) -> None:
    matches(r"folder_2023\d{4}_\d{6}", of_each(params, "folder_name"))
    notes_around(params, lambda p: "file")


def delete_note(params: list[Params]) -> None:
    matches(RANDOM_NAME, of_each(params, "file_name"))
    notes_around(params, lambda p: p["file_name"])


def delete_newest(params: list[Params]) -> None:
    evenly([len(p["noise"]) for p in params], range(2, 7))
    notes = [note for p in params for note in p["noise"]]
    matches(NOTE_NAME, [note["name"] for note in notes])
    assert {note["text"] for note in notes} == set(markor.SENTENCES)
    last, steps = [], []
    for p in params:
        ages = [note["age"] for note in p["noise"]]
        steps += [one - other for one, other in zip(ages, ages[1:], strict=False)]
        last.append(ages[-1] == min(ages))
    assert -500 <= min(steps) < -480 and 480 < max(steps) <= 500
    close(sum(steps) / len(steps), 0, 40)
    close(sum(last) / len(last), 0.36, 0.07)  # of two it is a half, of six less than a third


def delete_all(params: list[Params]) -> None:
    expected = {k: sum(1 / (5 * n) for n in range(max(2, k), 7)) for k in range(1, 7)}
    shares([len(p["noise"]) for p in params], expected)
    for p in params:
        matches(RANDOM_TEXT, [note["text"] for note in p["noise"]])
        for note in p["noise"]:
            assert any(is_modified(note["name"], title) for title in markor.TITLES) or re.fullmatch(
                rf"(?:{MODIFICATION}_\w{{5}}|\w{{5}}_{MODIFICATION})\.md", note["name"]
            )


def edit_note(params: list[Params]) -> None:
    matches(r"note_[A-Za-z0-9]{5}\.(?:md|txt)", of_each(params, "file_name"))
    evenly(of_each(params, "edit_type"), ("header", "footer", "replace"))
    for p in params:
        lines = p["addition"].split("\n")
        assert len(lines) == (3 if p["edit_type"] == "replace" else 1)
        assert {p["text"], *lines} <= set(markor.SENTENCES)
    notes_around(params, lambda p: p["file_name"])


def move_note(params: list[Params]) -> None:
    assert len(markor.FOLDERS) == 10
    evenly(of_each(params, "source_folder"), markor.FOLDERS)
    evenly(of_each(params, "destination_folder"), markor.FOLDERS)
    assert all(p["source_folder"] != p["destination_folder"] for p in params)
    matches(NOTE_NAME, of_each(params, "file_name"))
    matches(RANDOM_TEXT, of_each(params, "text"))
    notes_around(params, lambda p: p["file_name"])


def merge_notes(params: list[Params]) -> None:
    for p in params:
        matches(NOTE_NAME, [p[f"file{i}_name"] for i in (1, 2, 3)])
        matches(RANDOM_TEXT, p["texts"])
        assert len(p["texts"]) == 3 and "noise" not in p
    matches("[A-Za-z0-9]{8}", of_each(params, "new_file_name"))


def change_note(params: list[Params]) -> None:
    matches(NOTE_NAME, of_each(params, "original_name") + of_each(params, "new_name"))
    matches(RANDOM_TEXT, of_each(params, "text") + of_each(params, "updated_content"))
    notes_around(params, lambda p: p["original_name"], most=6)


def add_header(params: list[Params]) -> None:
    matches(NOTE_NAME, of_each(params, "original_name") + of_each(params, "new_name"))
    matches(RANDOM_TEXT, of_each(params, "header"))
    assert set(of_each(params, "text")) == set(markor.SENTENCES)
    notes_around(params, lambda p: p["original_name"], most=6)


def note_and_message(params: list[Params]) -> None:
    create_note(params)
    matches(NUMBER, of_each(params, "number"))


def message(params: list[Params]) -> None:
    matches(NUMBER, of_each(params, "number"))
    assert set(of_each(params, "message")) == set(sms.MESSAGES)


def reply(params: list[Params]) -> None:
    message(params)
    evenly([len(p["others"]) for p in params], range(1, 6))
    first = [p["position"] == 0 for p in params]
    last = [p["position"] == len(p["others"]) for p in params]
    close(sum(first) / len(first), 0.5, 0.07)
    close(sum(last) / len(last), sum(0.5**n for n in range(1, 6)) / 5, 0.06)


def reply_newest(params: list[Params]) -> None:
    message(params)
    evenly([len(p["others"]) for p in params], range(6))
    assert all("position" not in p for p in params)


def resend(params: list[Params]) -> None:
    message(params)
    assert set(of_each(params, "name")) == set(sms.NAMES)


def address(params: list[Params]) -> None:
    assert set(of_each(params, "message")) == set(sms.ADDRESSES)
    matches(NUMBER, of_each(params, "number") + of_each(params, "number2"))
    assert all(p["name1"] != p["name2"] and p["number"] != p["number2"] for p in params)


def app(params: list[Params]) -> None:
    evenly(of_each(params, "app_name"), ("camera", "clock", "contacts", "dialer", "settings"))


def wifi_and_app(params: list[Params]) -> None:
    assert all(p["SystemWifiTurnOn"] == {} for p in params)
    app(of_each(params, "OpenAppTaskEval"))


def copied(params: list[Params]) -> None:
    assert len(clipboard.TEXTS) == 36
    assert set(of_each(params, "clipboard_content")) == set(clipboard.TEXTS)


def asked_about(
    count: int, days: tuple[str, str], *, due: str = "date", done: bool = False, **fixed: Any
) -> Callable[[list[Params]], None]:
    """Tasks that a question is about, among twenty others: AndroidWorld's pools of days.

    Args:
        count: How many.
        days: First and last day on which they are due.
        due: Parameter with the day that is the same for all; empty where each has its own.
        done: Whether they are finished.
        **fixed: What each of them has.
    """
    first, last = (date.fromisoformat(day) for day in days)
    pool = [(first + timedelta(days=n)).isoformat() for n in range((last - first).days + 1)]

    def check(params: list[Params]) -> None:
        for p in params:
            assert len(p["rows"]) == count and len(p["noise"]) == 20 and not p["decoys"]
            assert len({row["title"] for row in p["rows"]}) == count
            assert all(bool(row["completed_date"]) == done for row in p["rows"])
            assert all(row[name] == value for row in p["rows"] for name, value in fixed.items())
            if due:
                assert len({row["due_date"] for row in p["rows"]}) == 1
        drawn = [row["due_date"] for p in params for row in p["rows"][: 1 if due else count]]
        evenly(drawn, pool)
        noise = [row for p in params for row in p["noise"]]
        close(sum(bool(row["notes"]) for row in noise) / len(noise), 0.5, 0.05)

    return check


def notes_asked_about(
    count: int, folder: str | None, *, todo: bool = False
) -> Callable[[list[Params]], None]:
    """Compare notes asked for, and a hundred around them, with AndroidWorld's.

    Args:
        count: How many.
        folder: Their notebook; None where it is drawn from ten.
        todo: Whether they are to-dos.
    """

    def compare(params: list[Params]) -> None:
        for p in params:
            assert (len(p["rows"]), len(p["noise"]), p["decoys"]) == (count, 100, [])
            assert len({row["folder"] for row in p["rows"]}) == 1
            assert all(row["is_todo"] for row in p["rows"]) or not todo
            titles = [row["title"] for row in p["rows"]]
            assert len(set(titles)) == count
            assert not {row["title"] for row in p["noise"]} & set(titles)
        if folder is None:
            assert len({p["rows"][0]["folder"] for p in params}) == 10
        else:
            assert {p["rows"][0]["folder"] for p in params} == {folder}
            assert not any(row["is_todo"] for p in params for row in p["rows"])
        noise = Counter(row["folder"] for p in params for row in p["noise"])
        assert len(noise) == 12 and set(noise) == set(joplin.FOLDERS)

    return compare


def tracks(count: int) -> Callable[[list[Params]], None]:
    """Compare tracks asked for, and twenty around them, with AndroidWorld's."""

    def compare(params: list[Params]) -> None:
        for p in params:
            assert (len(p["rows"]), len(p["noise"]), p["decoys"]) == (count, 20, [])
        rows = [row for p in params for row in p["rows"]]
        assert {row["duration"] for row in rows} <= set(range(15, 271, 5))
        assert 90 <= min(row["total_distance"] for row in rows)
        assert max(row["total_distance"] for row in rows) <= 12_010
        noise = [row for p in params for row in p["noise"]]
        for key, least, most in (
            ("duration", 1, 299),
            ("total_distance", 0, 20_000),
            ("elevation_gain", 0, 500),
            ("elevation_loss", 0, 500),
        ):
            found = [row[key] for row in noise]
            # Distances are rounded to hundredths of a mile.
            assert least <= min(found) and max(found) <= most + 8
            close(sum(found) / len(found), (least + most) / 2, 0.06 * most)
        assert {row["start_date"] for row in noise} == {
            f"2023-{day}" for day in (f"10-{n:02}" if n > 0 else "09-30" for n in range(1, 16))
        }
        assert len({row["category"] for row in noise}) == 19

    return compare


def drawn_event(event: dict[str, Any]) -> None:
    """An event as AndroidWorld draws it: on a full hour, with a title of two parts."""
    assert event["start"] % 3600 == 0 and event["minutes"] in (15, 30, 45, 60)
    prefix = next(p for p in calendar.PREFIXES if event["title"].startswith(f"{p} "))
    rest = event["title"].removeprefix(f"{prefix} ")
    assert rest in (calendar.NAMES if "with" in prefix else calendar.SUBJECTS)
    matches(r"We will [a-z' ]+\.( [A-Z].*\.)?", [event["description"]])


def october(events: Sequence[dict[str, Any]]) -> list[int]:
    """Days of events, all of October 2023."""
    days = [calendar.day_of(event) for event in events]
    assert {(day.year, day.month) for day in days} <= {(2023, 10)}
    return [day.day for day in days]


def event_on(*days: int) -> Callable[[list[Params]], None]:
    """An event on one of some days, all hours and lengths alike, and up to twenty others."""

    def compare(params: list[Params]) -> None:
        events = of_each(params, "event")
        evenly(october(events), days)
        shares([e["start"] // 3600 % 24 for e in events], dict.fromkeys(range(24), 1 / 24))
        evenly([e["minutes"] for e in events], (15, 30, 45, 60))
        shares([len(p["noise"]) for p in params], dict.fromkeys(range(21), 1 / 21))
        noise = [event for p in params for event in p["noise"]]
        shares(october(noise), dict.fromkeys(range(1, 32), 1 / 31))
        for p in params:
            assert all(other["title"] != p["event"]["title"] for other in p["noise"])
        for event in [*events, *noise[:200]]:
            drawn_event(event)
        second = [len(re.findall(r"\.( |$)", e["description"])) == 2 for e in events]
        evenly(second, (True, False))

    return compare


def repeating(params: list[Params]) -> None:
    event_on(*range(15, 32))(params)
    evenly(of_each(params, "repeat_rule"), ("daily", "weekly"))


def events_asked_about(count: int, first: int, last: int) -> Callable[[list[Params]], None]:
    """Compare events that a question is about, from `first` to `last` October, and their noise."""

    def compare(params: list[Params]) -> None:
        for p in params:
            assert (len(p["rows"]), len(p["noise"]), p["decoys"]) == (count, 75, [])
        days = [f"2023-10-{day}" for day in range(first, last + 1)]
        evenly([p["rows"][0]["start_date"] for p in params], days)
        noise = [row for p in params for row in p["noise"]]
        around = (date(2023, 10, 15) + timedelta(days=n) for n in range(-15, 16))
        drawn = {row["start_date"] for row in noise}
        assert drawn <= {day.isoformat() for day in around} and len(drawn) >= 23  # but for a week

    return compare


def events_to_delete(count: int, days: Sequence[int]) -> Callable[[list[Params]], None]:
    """Return the checks of so many events on one of some days, and twenty on others."""

    def compare(params: list[Params]) -> None:
        evenly([october(p["events"])[0] for p in params], days)
        for p in params:
            assert (len(p["events"]), len(p["noise"])) == (count, 20)
            assert len(set(october(p["events"]))) == 1
            assert len({event["start"] for event in p["events"]}) == count
            assert not set(october(p["events"])) & set(october(p["noise"]))
        for event in [event for p in params[:100] for event in p["events"] + p["noise"]]:
            drawn_event(event)

    return compare


DRAWN: dict[str, Callable[[list[Params]], None]] = {
    "AudioRecorderRecordAudio": nothing,
    "AudioRecorderRecordAudioWithFileName": recording_name,
    "BrowserDraw": browser_seeds,
    "BrowserMaze": browser_seeds,
    "BrowserMultiply": browser_seeds,
    "CameraTakePhoto": nothing,
    "CameraTakeVideo": nothing,
    "ClockStopWatchPausedVerify": nothing,
    "ClockStopWatchRunning": nothing,
    "ClockTimerEntry": timer,
    "ContactsAddContact": contact,
    "ContactsNewContactDraft": draft,
    "ExpenseAddMultiple": expenses(3, 10, forms=True),
    "ExpenseAddMultipleFromGallery": pictured(expenses(3, 10)),
    "ExpenseAddMultipleFromMarkor": expenses(2, 100),
    "ExpenseAddSingle": expenses(1, 10, forms=True),
    "ExpenseDeleteDuplicates": duplicates(5, 0),
    "ExpenseDeleteDuplicates2": duplicates(40, 3),
    "ExpenseDeleteMultiple": expenses(3, 0),
    "ExpenseDeleteMultiple2": expenses(3, 50),
    "ExpenseDeleteSingle": expenses(1, 0),
    "FilesDeleteFile": delete_file,
    "FilesMoveFile": move_file,
    "MarkorAddNoteHeader": add_header,
    "MarkorChangeNoteContent": change_note,
    "MarkorCreateFolder": create_folder,
    "MarkorCreateNote": create_note,
    "MarkorCreateNoteAndSms": note_and_message,
    "MarkorCreateNoteFromClipboard": paste_note,
    "MarkorDeleteAllNotes": delete_all,
    "MarkorDeleteNewestNote": delete_newest,
    "MarkorDeleteNote": delete_note,
    "MarkorEditNote": edit_note,
    "MarkorMergeNotes": merge_notes,
    "MarkorMoveNote": move_note,
    "MarkorTranscribeReceipt": receipts,
    "MarkorTranscribeVideo": transcribed,
    "NotesIsTodo": notes_asked_about(1, None),
    "NotesMeetingAttendeeCount": notes_asked_about(1, "Meeting Notes"),
    "NotesRecipeIngredientCount": notes_asked_about(1, "Recipes"),
    "NotesTodoItemCount": notes_asked_about(3, None, todo=True),
    "OpenAppTaskEval": app,
    "OsmAndFavorite": place,
    "OsmAndMarker": place,
    "OsmAndTrack": waypoints,
    "RecipeAddMultipleRecipes": recipes(3, 10, forms=True),
    "RecipeAddMultipleRecipesFromImage": pictured(recipes(3, 10)),
    "RecipeAddMultipleRecipesFromMarkor": recipes(3, 10, forms=True),
    "RecipeAddMultipleRecipesFromMarkor2": of_one_time,
    "RecipeAddSingleRecipe": recipes(1, 10, forms=True),
    "RecipeDeleteDuplicateRecipes": same_recipes(5, 0),
    "RecipeDeleteDuplicateRecipes2": same_recipes(10, 4),
    "RecipeDeleteDuplicateRecipes3": same_recipes(30, 0, 6),
    "RecipeDeleteMultipleRecipes": recipes(3, 0),
    "RecipeDeleteMultipleRecipesWithConstraint": using,
    "RecipeDeleteMultipleRecipesWithNoise": recipes(3, 29),
    "RecipeDeleteSingleRecipe": recipes(1, 0),
    "RecipeDeleteSingleWithRecipeWithNoise": recipes(1, 29),
    "SaveCopyOfReceiptTaskEval": receipt_picture,
    "RetroCreatePlaylist": songs(),
    "RetroPlayingQueue": songs(named=False),
    "RetroPlaylistDuration": songs_that_fit,
    "RetroSavePlaylist": songs(),
    "SimpleDrawProCreateDrawing": drawing,
    "SimpleSmsReply": reply,
    "SimpleSmsReplyMostRecent": reply_newest,
    "SimpleSmsResend": resend,
    "SimpleSmsSend": message,
    "SimpleSmsSendClipboardContent": message,
    "SimpleSmsSendReceivedAddress": address,
    "SimpleCalendarAddOneEvent": event_on(*range(15, 32)),
    "SimpleCalendarAddOneEventInTwoWeeks": event_on(29),
    "SimpleCalendarAddOneEventRelativeDay": event_on(*range(16, 22)),
    "SimpleCalendarAddOneEventTomorrow": event_on(16),
    "SimpleCalendarAddRepeatingEvent": repeating,
    "SimpleCalendarDeleteEvents": events_to_delete(3, range(1, 32)),
    "SimpleCalendarDeleteEventsOnRelativeDay": events_to_delete(2, range(16, 22)),
    "SimpleCalendarDeleteOneEvent": events_to_delete(1, range(1, 32)),
    "SimpleCalendarAnyEventsOnDate": events_asked_about(3, 15, 29),
    "SimpleCalendarEventOnDateAtTime": events_asked_about(1, 15, 29),
    "SimpleCalendarEventsInNextWeek": events_asked_about(2, 16, 22),
    "SimpleCalendarEventsInTimeRange": events_asked_about(1, 15, 29),
    "SimpleCalendarEventsOnDate": events_asked_about(1, 15, 29),
    "SimpleCalendarFirstEventAfterStartTime": events_asked_about(1, 15, 29),
    "SimpleCalendarLocationOfEvent": events_asked_about(1, 15, 29),
    "SimpleCalendarNextEvent": events_asked_about(1, 15, 15),
    "SimpleCalendarNextMeetingWithPerson": events_asked_about(1, 16, 29),
    "SportsTrackerActivitiesCountForWeek": tracks(2),
    "SportsTrackerActivitiesOnDate": tracks(2),
    "SportsTrackerActivityDuration": tracks(1),
    "SportsTrackerLongestDistanceActivity": tracks(1),
    "SportsTrackerTotalDistanceForCategoryOverInterval": tracks(2),
    "SportsTrackerTotalDurationForCategoryThisWeek": tracks(2),
    "SystemBluetoothTurnOff": nothing,
    "SystemBluetoothTurnOffVerify": nothing,
    "SystemBluetoothTurnOn": nothing,
    "SystemBluetoothTurnOnVerify": nothing,
    "SystemBrightnessMax": nothing,
    "SystemBrightnessMaxVerify": nothing,
    "SystemBrightnessMin": nothing,
    "SystemBrightnessMinVerify": nothing,
    "SystemCopyToClipboard": copied,
    "SystemWifiTurnOff": nothing,
    "SystemWifiTurnOffVerify": nothing,
    "SystemWifiTurnOn": nothing,
    "SystemWifiTurnOnVerify": nothing,
    "TasksCompletedTasksForDate": asked_about(3, ("2023-10-10", "2023-10-20"), done=True),
    "TasksDueNextWeek": asked_about(6, ("2023-10-16", "2023-10-22"), due=""),
    "TasksDueOnDate": asked_about(3, ("2023-10-15", "2023-10-29")),
    "TasksHighPriorityTasks": asked_about(1, ("2023-10-16", "2023-10-22"), importance=0),
    "TasksHighPriorityTasksDueOnDate": asked_about(1, ("2023-10-15", "2023-10-29"), importance=0),
    "TasksIncompleteTasksOnDate": asked_about(3, ("2023-10-15", "2023-10-29")),
    "TurnOffWifiAndTurnOnBluetooth": lambda params: shares(
        [str(p) for p in params],
        {"{'SystemWifiTurnOff': {}, 'SystemBluetoothTurnOn': {}}": 1.0},
    ),
    "TurnOnWifiAndOpenApp": wifi_and_app,
    "VlcCreatePlaylist": playlists(""),
    "VlcCreateTwoPlaylists": playlists("1", "2"),
}


@every_task
def test_metadata(name: str) -> None:
    task, facts = TASKS[name], METADATA[name]
    assert task.complexity == facts["complexity"]
    assert task.difficulty == facts["difficulty"]
    assert sorted(app.lower() for app in task.apps) == sorted(facts["apps"])
    assert sorted(task.tags) == sorted(facts["tags"])


@every_task
def test_what_is_drawn(name: str) -> None:
    task = TASKS[name]()
    many = SEEDS if "Expense" not in name else SEEDS[::4]
    DRAWN[name]([task.sample(np.random.default_rng(seed)) for seed in many])


# --- what stands on the phone --------------------------------------------------------------------

STORAGE = "/storage/emulated/0"
NOTES = "Documents/Markor"


class Phone:
    """The phone that a set-up has left."""

    def __init__(self, device: Device) -> None:
        self.device = device

    def files(self) -> set[str]:
        """Paths of all files below the shared storage."""
        found = self.device.shell(f"cd {STORAGE} && find . -type f").splitlines()
        return {path.removeprefix("./") for path in found}

    def notes(self, folder: str = NOTES) -> dict[str, str]:
        """Texts of the files of a folder by name."""
        texts = {}
        for path in self.files():
            here, _, name = path.rpartition("/")
            if here == folder:
                texts[name] = self.device.shell(f"cat '{STORAGE}/{path}'")
        return texts

    def messages(self) -> list[tuple[Any, ...]]:
        """(number, text, 1 for received or 2 for sent), the oldest first."""
        rows = self.device.query(sms.DATABASE, "SELECT address, body, type FROM sms ORDER BY date")
        threads = self.device.query(sms.DATABASE, "SELECT count(*) FROM threads")
        assert threads == [(len({row[0] for row in rows}),)]
        return rows

    def contacts(self) -> list[tuple[Any, ...]]:
        """(name, number), sorted."""
        output = self.device.shell(
            "content query --uri content://contacts/phones/ --projection display_name:number"
        )
        found = re.findall(r"display_name=(.*), number=(.*)", output)
        return sorted((name, re.sub(r"[^\d+]", "", number)) for name, number in found)

    def recipes(self) -> list[tuple[Any, ...]]:
        """Return the rows' words in the order of their ids; none has a source, photo or heart."""
        columns = ", ".join(recipe.FIELDS)
        return self.device.query(
            recipe.DATABASE,
            f"SELECT {columns} FROM recipes WHERE source = '' AND imageName = '' AND favorite = 0 "
            "ORDER BY recipeId",
        )

    def expenses(self) -> list[tuple[Any, ...]]:
        """(name, amount, category, note, date), in the order of their ids."""
        return self.device.query(
            expense.DATABASE,
            "SELECT name, amount, category, note, created_date FROM expense ORDER BY expense_id",
        )

    def events(self) -> list[tuple[Any, ...]]:
        """(start, end, title, description), in the order of their ids, of plain events."""
        return self.device.query(
            calendar.DATABASE,
            "SELECT start_ts, end_ts, title, description FROM events WHERE location = '' AND "
            "repeat_interval = 0 AND reminder_1_minutes = -1 AND source = 'imported-ics' AND "
            "time_zone = 'UTC' AND event_type = 1 AND flags = 0 AND type = 0 ORDER BY id",
        )


def untouched(phone: Phone, params: Params) -> None:
    """Nothing but what any phone has."""
    assert not [path for path in phone.files() if path.startswith(NOTES)]


def no_files(phone: Phone, params: Params) -> None:
    assert not phone.files()


def receipt_stored(phone: Phone, params: Params) -> None:
    assert list(phone.files()) == [f"DCIM/{params['file_name']}"]


def videos_alone(phone: Phone, params: Params) -> None:
    names = [name for value in params.values() if isinstance(value, list) for name in value]
    assert phone.files() == {f"VLCVideos/{name}" for name in names}
    tables = ("Playlist", "Media", "PlaylistMediaRelation")
    assert [phone.device.query(vlc.DATABASE, f"SELECT count(*) FROM {t}") for t in tables] == [
        [(0,)]
    ] * 3


def songs_alone(phone: Phone, params: Params) -> None:
    """The songs are all there is: no playlist, no queue."""
    titles = [song["title"] for song in params["files"]]
    assert phone.files() == {f"Music/{title}.mp3" for title in titles}
    listed = phone.device.shell("content query --uri content://media/external/audio/media")
    for song in params["files"]:
        assert f"title={song['title']}, " in listed and f"duration={song['duration_ms']}" in listed
    assert phone.device.query(retro.PLAYLISTS, "SELECT * FROM PlaylistEntity") == []
    assert phone.device.query(retro.PLAYLISTS, "SELECT * FROM SongEntity") == []
    assert not phone.device.exists(retro.QUEUE)


def no_recordings(phone: Phone, params: Params) -> None:
    assert phone.device.shell(f"ls -A {audio_recorder.FOLDER}") == ""


def no_favorites(phone: Phone, params: Params) -> None:
    assert osmand.read_favorites(phone.device) == []
    assert phone.device.run(f"ls {osmand.PRIVATE}/backup 2>/dev/null")[0] == ""


def no_markers(phone: Phone, params: Params) -> None:
    assert phone.device.query(osmand.DATABASE, "SELECT * FROM map_markers") == []


def no_tracks(phone: Phone, params: Params) -> None:
    assert phone.device.run(f"ls -A {osmand.TRACKS}") == ("", 0)


def page(game: str) -> Callable[[Phone, Params], None]:
    """The page alone, with its seed; Chrome as it was installed, but that it may notify."""

    def compare(phone: Phone, params: Params) -> None:
        assert set(phone.files()) == {"Download/task.html"}
        content = (Path(browser.__file__).parent / f"{game}.html").read_text(encoding="utf-8")
        wanted = content.replace("%%SEED%%", str(params["browser_task_seed"]))
        assert phone.device.shell(f"cat {browser.PAGE}").rstrip() == wanted.rstrip()
        assert phone.device.get_setting("global", "auto_time") == "1"
        assert phone.device.get_setting("global", "auto_time_zone") == "1"
        assert "shared_prefs" not in phone.device.shell(f"ls /data/data/{browser.PACKAGE}")
        granted = phone.device.shell(f"dumpsys package {browser.PACKAGE}")
        assert "android.permission.POST_NOTIFICATIONS: granted=true" in granted

    return compare


def no_pictures(phone: Phone, params: Params) -> None:
    assert not [p for p in phone.files() if p.startswith(("Pictures/", "Movies/"))]


def in_notebooks(phone: Phone, params: Params) -> None:
    """The notes alone, in the notebooks that they name, as AndroidWorld writes them."""
    rows = [*params["noise"], *params["rows"]]
    wanted = [(row["title"], row["body"], row["folder"], int(row["is_todo"]), 1, 0) for row in rows]
    found = phone.device.query(
        joplin.DATABASE,
        "SELECT notes.title, body, folders.title, is_todo, markup_language, todo_due FROM notes "
        "JOIN folders ON folders.id = notes.parent_id",
    )
    assert sorted(found) == sorted(wanted)
    index = phone.device.query(joplin.DATABASE, "SELECT title, body FROM notes_normalized")
    assert sorted(index) == sorted((row[0].lower(), row[1].lower()) for row in wanted)
    for table in ("tags", "note_tags", "resources"):
        assert phone.device.query(joplin.DATABASE, f"SELECT count(*) FROM {table}") == [(0,)]


def recorded(phone: Phone, params: Params) -> None:
    """The tracks alone, without points, as AndroidWorld writes them."""
    rows = phone.device.query(
        opentracks.DATABASE,
        "SELECT name, description, category, activity_type, starttime, stoptime, totaltime, "
        "movingtime, totaldistance, elevationgain, elevationloss, numpoints, starttime_offset "
        "FROM tracks",
    )
    wanted = []
    for row in [*params["noise"], *params["rows"]]:
        moment = datetime.fromisoformat(f"{row['start_date']} {row['start_time']}")
        start = int(moment.replace(tzinfo=UTC).timestamp()) * 1000
        length = row["duration"] * 60_000
        wanted.append(
            (
                row["name"], row["description"] or "", row["category"], row["category"], start,
                start + length, length, length, row["total_distance"], row["elevation_gain"],
                row["elevation_loss"], 0, 0,
            )
        )  # fmt: skip
    assert sorted(rows) == sorted(wanted)
    for table in ("trackpoints", "markers"):
        assert phone.device.query(opentracks.DATABASE, f"SELECT count(*) FROM {table}") == [(0,)]


def no_contacts(phone: Phone, params: Params) -> None:
    assert phone.contacts() == []


def fresh_clock(phone: Phone, params: Params) -> None:
    home = "/data/data/com.google.android.deskclock"
    kept = phone.device.shell(f"find {home} -type f 2> /dev/null")
    assert kept.strip() == ""


def rows(phone: Phone, params: Params, *, with_targets: bool) -> None:
    wanted = [*params["noise"], *(params["expenses"] if with_targets else [])]
    columns = ("name", "amount", "category", "note", "date")
    assert sorted(phone.expenses()) == sorted(tuple(r[c] for c in columns) for r in wanted)


def rows_before_adding(phone: Phone, params: Params) -> None:
    rows(phone, params, with_targets=False)


def rows_before_deleting(phone: Phone, params: Params) -> None:
    rows(phone, params, with_targets=True)


def tasks_around(phone: Phone, params: Params) -> None:
    database = "/data/data/org.tasks/databases/database"
    found = phone.device.query(database, "SELECT title, importance, completed > 0 FROM tasks")
    wanted = [*params["noise"], *params["rows"]]
    assert sorted(found) == sorted(
        (row["title"], row["importance"], int(bool(row["completed_date"]))) for row in wanted
    )


def listed(phone: Phone, params: Params) -> None:
    rows_before_adding(phone, params)
    (name, text), *more = phone.notes().items()
    assert (name, more) == ("my_expenses.txt", [])
    header, *lines = text.splitlines()
    assert header == "name|amount_dollars|category_name|note"
    assert len(lines) == 102 and len(set(lines)) == 102
    marked = [line for line in lines if line.endswith(". Reimbursable.")]
    assert {line.partition("|")[0] for line in marked} == {r["name"] for r in params["expenses"]}
    first, second = sorted(lines.index(line) for line in marked)
    assert (first, second) != (0, 1) and (first, second) != (100, 101)  # they lie anywhere


def recipes_before_adding(phone: Phone, params: Params) -> None:
    assert phone.recipes() == [recipe.texts_of(row) for row in params["noise"]]


def recipes_before_deleting(phone: Phone, params: Params) -> None:
    wanted = [recipe.texts_of(row) for row in [*params["noise"], *params["recipes"]]]
    assert sorted(phone.recipes()) == sorted(wanted)


def recipes_noted(phone: Phone, params: Params) -> None:
    recipes_before_adding(phone, params)
    form = recipe.as_csv if params["format"] == "csv" else recipe.as_text_block
    assert phone.notes() == {"recipes.txt": form(params["recipes"]) + "\n"}


def recipes_noted_with_others(phone: Phone, params: Params) -> None:
    recipes_before_adding(phone, params)
    header, *lines = phone.notes()["recipes.txt"].splitlines()
    assert header == "title|description|servings|preparationTime|ingredients|directions"
    rows = [*params["noise"], *params["recipes"]]
    assert sorted(lines) == sorted("|".join(recipe.texts_of(row)) for row in rows)


def shot(phone: Phone, name: str) -> bytes:
    """The content of a picture, which any app may write."""
    path = f"{pictures.FOLDER}/{name}"
    assert phone.device.shell(f"stat -c %a {path}").strip() in ("777", "660", "664")
    return phone.device.pull(path)


def expenses_pictured(phone: Phone, params: Params) -> None:
    """Eleven pictures, the wanted one the oldest; the others are all the same."""
    rows_before_adding(phone, params)
    old = [f"old_expenses_{number}.jpg" for number in range(10)]
    by_time = phone.device.shell(f"ls -tr {pictures.FOLDER}").split()
    assert by_time == ["expenses.jpg", *old]
    assert phone.files() == {f"DCIM/{name}" for name in by_time}
    assert len({shot(phone, name) for name in old} | {shot(phone, "expenses.jpg")}) == 2


def recipes_pictured(phone: Phone, params: Params) -> None:
    recipes_before_adding(phone, params)
    assert phone.files() == {"DCIM/recipes.jpg"}
    text = recipe.as_text_block(params["recipes"])
    assert shot(phone, "recipes.jpg") == pictures.text_picture(text, params["look"], 60)


def receipt_pictured(phone: Phone, params: Params) -> None:
    """As wide and high as AndroidWorld's, and no notes."""
    assert phone.files() == {"DCIM/receipt.png"}
    size = np.frombuffer(shot(phone, "receipt.png")[16:24], ">u4").tolist()
    assert size == [500, 2 * max(250, 50 * (len(params["transactions"]) + 4))]


def videos_downloaded(phone: Phone, params: Params) -> None:
    """The video of eight seconds a name, at 30 pictures a second, among others; no notes."""
    names = [params["video_name"], *params["videos"]]
    assert phone.files() == {f"Download/{name}" for name in names}
    video = phone.device.pull(f"{transcribing.VIDEOS}/{params['video_name']}")
    header = video.index(b"mvhd")
    scale, length = np.frombuffer(video[header + 16 : header + 24], ">u4").tolist()
    assert length / scale == pytest.approx(8 * len(params["names"]), abs=0.05)


def notes(*own: Callable[[Params], tuple[str, str]]) -> Callable[[Phone, Params], None]:
    """Markor's folder holds the notes around and the task's own, and nothing else is stored."""

    def compare(phone: Phone, params: Params) -> None:
        wanted = {note["name"]: note["text"] for note in params.get("noise", ())}
        wanted.update(find(params) for find in own)
        assert phone.notes() == {name: f"{text}\n" for name, text in wanted.items()}
        assert not phone.device.shell(f"find {markor.FOLDER} -mindepth 1 -type d").strip()

    return compare


def notes_by_age(phone: Phone, params: Params) -> None:
    notes()(phone, params)
    by_time = phone.device.shell(f"ls -tr {markor.FOLDER}").split()
    by_age = sorted(params["noise"], key=lambda note: -note["age"])
    assert by_time == [note["name"] for note in by_age]


def in_folder(phone: Phone, params: Params) -> None:
    folder = f"{NOTES}/{params['source_folder']}"
    wanted = {note["name"]: note["text"] for note in params["noise"]}
    wanted[params["file_name"]] = params["text"]
    assert phone.notes(folder) == {name: f"{text}\n" for name, text in wanted.items()}
    folders = phone.device.shell(f"ls {markor.FOLDER}").split()
    assert folders == sorted([params["source_folder"], params["destination_folder"]])


def stored(folder: str) -> Callable[[Phone, Params], None]:
    def compare(phone: Phone, params: Params) -> None:
        own = f"{params[folder]}/{params['file_name']}"
        assert phone.files() == {own, *params["noise"]}
        kept = phone.device.shell(f"ls {STORAGE}").split()
        assert set(files.FOLDERS) <= set(kept)

    return compare


def on_clipboard(phone: Phone, params: Params) -> None:
    assert phone.device.get_clipboard() in (params.get("text"), params.get("message"))
    assert not phone.notes()


def reset_clipboard(phone: Phone, params: Params) -> None:
    assert phone.device.get_clipboard() == "~~~RESET~~~"


def no_messages(phone: Phone, params: Params) -> None:
    assert phone.messages() == []


def clipboard_and_no_messages(phone: Phone, params: Params) -> None:
    on_clipboard(phone, params)
    no_messages(phone, params)


def received(phone: Phone, params: Params) -> None:
    wanted = [tuple(pair) for pair in params["others"]]
    wanted.insert(
        params.get("position", len(wanted)), (params["number"], params["message_received"])
    )
    assert phone.messages() == [(*pair, 1) for pair in wanted]
    assert phone.device.get_setting("global", "heads_up_notifications_enabled") == "1"


def sent_and_asked(phone: Phone, params: Params) -> None:
    number = params["number"]
    assert phone.contacts() == [(params["name"], number)]
    glitch = "Sorry, there was a glitch, what was the last message you sent me?"
    assert phone.messages() == [(number, params["message"], 2), (number, glitch, 1)]


def address_received(phone: Phone, params: Params) -> None:
    people = [(params["name1"], params["number"]), (params["name2"], params["number2"])]
    assert phone.contacts() == sorted(people)
    assert phone.messages() == [(params["number2"], params["message"], 1)]


def nothing_yet(phone: Phone, params: Params) -> None:
    assert not phone.notes()
    assert phone.messages() == []


def settings(**expected: str) -> Callable[[Phone, Params], None]:
    def compare(phone: Phone, params: Params) -> None:
        for key, value in expected.items():
            namespace = "system" if "brightness" in key else "global"
            assert phone.device.get_setting(namespace, key) == value

    return compare


def at_home(phone: Phone, params: Params) -> None:
    assert "launcher" in phone.device.foreground_activity()


def file(name: str, text: str) -> Callable[[Params], tuple[str, str]]:
    return lambda params: (params[name], params[text])


def of_three(i: int) -> Callable[[Params], tuple[str, str]]:
    return lambda params: (params[f"file{i}_name"], params["texts"][i - 1])


def events_of_question(phone: Phone, params: Params) -> None:
    """Check that the events are those asked about and the noise, and nothing else."""
    wanted = []
    for row in [*params["noise"], *params["rows"]]:
        moment = datetime.fromisoformat(f"{row['start_date']} {row['start_time']}")
        start = int(moment.replace(tzinfo=UTC).timestamp())
        texts = (row["title"], row["location"] or "", row["description"] or "")
        wanted.append((start, start + round(60 * row["duration"]), *texts))
    columns = "start_ts, end_ts, title, location, description"
    rows = phone.device.query(calendar.DATABASE, f"SELECT {columns} FROM events")
    assert sorted(rows) == sorted(wanted)


def events_before(phone: Phone, params: Params) -> None:
    wanted = [*params["noise"], *params.get("events", [])]
    assert phone.events() == [
        (e["start"], e["start"] + 60 * e["minutes"], e["title"], e["description"]) for e in wanted
    ]


ON_PHONE: dict[str, Callable[[Phone, Params], None]] = {
    "AudioRecorderRecordAudio": no_recordings,
    "AudioRecorderRecordAudioWithFileName": no_recordings,
    "BrowserDraw": page("draw"),
    "BrowserMaze": page("maze"),
    "BrowserMultiply": page("multiply"),
    "CameraTakePhoto": no_pictures,
    "CameraTakeVideo": no_pictures,
    "ClockStopWatchPausedVerify": fresh_clock,
    "ClockStopWatchRunning": fresh_clock,
    "ClockTimerEntry": fresh_clock,
    "ContactsAddContact": no_contacts,
    "ContactsNewContactDraft": untouched,
    "ExpenseAddMultiple": rows_before_adding,
    "ExpenseAddMultipleFromGallery": expenses_pictured,
    "ExpenseAddMultipleFromMarkor": listed,
    "ExpenseAddSingle": rows_before_adding,
    "ExpenseDeleteDuplicates": rows_before_deleting,
    "ExpenseDeleteDuplicates2": rows_before_deleting,
    "ExpenseDeleteMultiple": rows_before_deleting,
    "ExpenseDeleteMultiple2": rows_before_deleting,
    "ExpenseDeleteSingle": rows_before_deleting,
    "FilesDeleteFile": stored("subfolder"),
    "FilesMoveFile": stored("source_folder"),
    "MarkorAddNoteHeader": notes(file("original_name", "text")),
    "MarkorChangeNoteContent": notes(file("original_name", "text")),
    "MarkorCreateFolder": notes(),
    "MarkorCreateNote": notes(),
    "MarkorCreateNoteAndSms": nothing_yet,
    "MarkorCreateNoteFromClipboard": on_clipboard,
    "MarkorDeleteAllNotes": notes(),
    "MarkorDeleteNewestNote": notes_by_age,
    "MarkorDeleteNote": notes(file("file_name", "text")),
    "MarkorEditNote": notes(file("file_name", "text")),
    "MarkorMergeNotes": notes(of_three(1), of_three(2), of_three(3)),
    "MarkorMoveNote": in_folder,
    "MarkorTranscribeReceipt": receipt_pictured,
    "MarkorTranscribeVideo": videos_downloaded,
    **dict.fromkeys(
        (
            "NotesIsTodo",
            "NotesMeetingAttendeeCount",
            "NotesRecipeIngredientCount",
            "NotesTodoItemCount",
        ),
        in_notebooks,
    ),
    "OpenAppTaskEval": at_home,
    "OsmAndFavorite": no_favorites,
    "OsmAndMarker": no_markers,
    "OsmAndTrack": no_tracks,
    "RecipeAddMultipleRecipes": recipes_before_adding,
    "RecipeAddMultipleRecipesFromImage": recipes_pictured,
    "RecipeAddMultipleRecipesFromMarkor": recipes_noted,
    "RecipeAddMultipleRecipesFromMarkor2": recipes_noted_with_others,
    "RecipeAddSingleRecipe": recipes_before_adding,
    "RecipeDeleteDuplicateRecipes": recipes_before_deleting,
    "RecipeDeleteDuplicateRecipes2": recipes_before_deleting,
    "RecipeDeleteDuplicateRecipes3": recipes_before_deleting,
    "RecipeDeleteMultipleRecipes": recipes_before_deleting,
    "RecipeDeleteMultipleRecipesWithConstraint": recipes_before_deleting,
    "RecipeDeleteMultipleRecipesWithNoise": recipes_before_deleting,
    "RecipeDeleteSingleRecipe": recipes_before_deleting,
    "RecipeDeleteSingleWithRecipeWithNoise": recipes_before_deleting,
    "SaveCopyOfReceiptTaskEval": receipt_stored,
    "RetroCreatePlaylist": songs_alone,
    "RetroPlayingQueue": songs_alone,
    "RetroPlaylistDuration": songs_alone,
    "RetroSavePlaylist": songs_alone,
    "SimpleDrawProCreateDrawing": no_files,
    "SimpleSmsReply": received,
    "SimpleSmsReplyMostRecent": received,
    "SimpleSmsResend": sent_and_asked,
    "SimpleSmsSend": no_messages,
    "SimpleSmsSendClipboardContent": clipboard_and_no_messages,
    "SimpleSmsSendReceivedAddress": address_received,
    "SimpleCalendarAddOneEvent": events_before,
    "SimpleCalendarAddOneEventInTwoWeeks": events_before,
    "SimpleCalendarAddOneEventRelativeDay": events_before,
    "SimpleCalendarAddOneEventTomorrow": events_before,
    "SimpleCalendarAddRepeatingEvent": events_before,
    "SimpleCalendarDeleteEvents": events_before,
    "SimpleCalendarDeleteEventsOnRelativeDay": events_before,
    "SimpleCalendarDeleteOneEvent": events_before,
    "SimpleCalendarAnyEventsOnDate": events_of_question,
    "SimpleCalendarEventOnDateAtTime": events_of_question,
    "SimpleCalendarEventsInNextWeek": events_of_question,
    "SimpleCalendarEventsInTimeRange": events_of_question,
    "SimpleCalendarEventsOnDate": events_of_question,
    "SimpleCalendarFirstEventAfterStartTime": events_of_question,
    "SimpleCalendarLocationOfEvent": events_of_question,
    "SimpleCalendarNextEvent": events_of_question,
    "SimpleCalendarNextMeetingWithPerson": events_of_question,
    "SportsTrackerActivitiesCountForWeek": recorded,
    "SportsTrackerActivitiesOnDate": recorded,
    "SportsTrackerActivityDuration": recorded,
    "SportsTrackerLongestDistanceActivity": recorded,
    "SportsTrackerTotalDistanceForCategoryOverInterval": recorded,
    "SportsTrackerTotalDurationForCategoryThisWeek": recorded,
    "SystemBluetoothTurnOff": settings(bluetooth_on="1"),
    "SystemBluetoothTurnOffVerify": settings(bluetooth_on="0"),
    "SystemBluetoothTurnOn": settings(bluetooth_on="0"),
    "SystemBluetoothTurnOnVerify": settings(bluetooth_on="1"),
    "SystemBrightnessMax": settings(screen_brightness="1"),
    "SystemBrightnessMaxVerify": settings(screen_brightness="255"),
    "SystemBrightnessMin": settings(screen_brightness="255"),
    "SystemBrightnessMinVerify": settings(screen_brightness="1"),
    "SystemCopyToClipboard": reset_clipboard,
    "SystemWifiTurnOff": settings(wifi_on="1"),
    "SystemWifiTurnOffVerify": settings(wifi_on="0"),
    "SystemWifiTurnOn": settings(wifi_on="0"),
    "SystemWifiTurnOnVerify": settings(wifi_on="1"),
    "TasksCompletedTasksForDate": tasks_around,
    "TasksDueNextWeek": tasks_around,
    "TasksDueOnDate": tasks_around,
    "TasksHighPriorityTasks": tasks_around,
    "TasksHighPriorityTasksDueOnDate": tasks_around,
    "TasksIncompleteTasksOnDate": tasks_around,
    "TurnOffWifiAndTurnOnBluetooth": settings(wifi_on="1", bluetooth_on="0"),
    "TurnOnWifiAndOpenApp": settings(wifi_on="0"),
    "VlcCreatePlaylist": videos_alone,
    "VlcCreateTwoPlaylists": videos_alone,
}


@pytest.fixture(scope="module")
def shared() -> Iterator[Device]:
    device = make_device()
    yield device
    device.close()


@every_task
def test_what_stands_on_the_phone(name: str, shared: Device) -> None:
    task = TASKS[name]()
    for seed in range(3):
        params = task.sample(np.random.default_rng(seed))
        shared.restore()
        if "Files" not in name and "SmsSend" not in name:  # what was there before goes
            shared.shell(f"mkdir -p {STORAGE}/{NOTES} {STORAGE}/Pictures {STORAGE}/Movies")
        task.setup(shared, params)
        ON_PHONE[name](Phone(shared), params)
        assert shared.shell("date -u +%m%d%H%M").strip() == "10151534" or "Sms" in name
