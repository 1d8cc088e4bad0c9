"""Set-ups are AndroidWorld's, for every id, unless docs/deviations.md says otherwise.

First what is drawn, over many seeds: counts, shapes of names, shares, positions. Then what stands
on the phone after a set-up. Each id needs an entry in each of the tables `DRAWN` and `ON_PHONE`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from android_gym.devices import make_device
from android_gym.devices.device import Device
from android_gym.task_suite.android_world.clipboard import tasks as clipboard
from android_gym.task_suite.android_world.expense import rows as expense
from android_gym.task_suite.android_world.files import tasks as files
from android_gym.task_suite.android_world.markor import notes as markor
from android_gym.task_suite.android_world.sms import tasks as sms
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
    """Whether a name is another one with a modification before it or before its extension."""
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


DRAWN: dict[str, Callable[[list[Params]], None]] = {
    "CameraTakePhoto": nothing,
    "CameraTakeVideo": nothing,
    "ClockStopWatchPausedVerify": nothing,
    "ClockStopWatchRunning": nothing,
    "ClockTimerEntry": timer,
    "ContactsAddContact": contact,
    "ContactsNewContactDraft": draft,
    "ExpenseAddMultiple": expenses(3, 10, forms=True),
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
    "OpenAppTaskEval": app,
    "SimpleSmsReply": reply,
    "SimpleSmsReplyMostRecent": reply_newest,
    "SimpleSmsResend": resend,
    "SimpleSmsSend": message,
    "SimpleSmsSendClipboardContent": message,
    "SimpleSmsSendReceivedAddress": address,
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
    "TurnOffWifiAndTurnOnBluetooth": lambda params: shares(
        [str(p) for p in params],
        {"{'SystemWifiTurnOff': {}, 'SystemBluetoothTurnOn': {}}": 1.0},
    ),
    "TurnOnWifiAndOpenApp": wifi_and_app,
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
    """What a set-up has left on a phone."""

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

    def expenses(self) -> list[tuple[Any, ...]]:
        """(name, amount, category, note, date), in the order of their ids."""
        return self.device.query(
            expense.DATABASE,
            "SELECT name, amount, category, note, created_date FROM expense ORDER BY expense_id",
        )


def untouched(phone: Phone, params: Params) -> None:
    """Nothing but what any phone has."""
    assert not [path for path in phone.files() if path.startswith(NOTES)]


def no_pictures(phone: Phone, params: Params) -> None:
    assert not [p for p in phone.files() if p.startswith(("Pictures/", "Movies/"))]


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


ON_PHONE: dict[str, Callable[[Phone, Params], None]] = {
    "CameraTakePhoto": no_pictures,
    "CameraTakeVideo": no_pictures,
    "ClockStopWatchPausedVerify": fresh_clock,
    "ClockStopWatchRunning": fresh_clock,
    "ClockTimerEntry": fresh_clock,
    "ContactsAddContact": no_contacts,
    "ContactsNewContactDraft": untouched,
    "ExpenseAddMultiple": rows_before_adding,
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
    "OpenAppTaskEval": at_home,
    "SimpleSmsReply": received,
    "SimpleSmsReplyMostRecent": received,
    "SimpleSmsResend": sent_and_asked,
    "SimpleSmsSend": no_messages,
    "SimpleSmsSendClipboardContent": clipboard_and_no_messages,
    "SimpleSmsSendReceivedAddress": address_received,
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
    "TurnOffWifiAndTurnOnBluetooth": settings(wifi_on="1", bluetooth_on="0"),
    "TurnOnWifiAndOpenApp": settings(wifi_on="0"),
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
