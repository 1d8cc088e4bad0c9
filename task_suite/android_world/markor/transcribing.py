"""Tasks of Markor: transcribing a picture or a video in a note."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from android_gym.devices.user_data import STORAGE
from android_gym.errors import OptionError
from android_gym.task_suite.android_world.file_names import choose
from android_gym.task_suite.android_world.markor.notes import (
    MarkorTask,
    check_name,
    does,
    is_there,
    path_of,
    puts,
    read_note,
    with_harm,
)
from android_gym.task_suite.android_world.pictures import (
    FOLDER,
    READABLE,
    Cell,
    check_look,
    draw_look,
    put_files,
    put_pictures,
    table_picture,
)
from android_gym.task_suite.android_world.rows import check_line
from android_gym.task_suite.android_world.video_files import (
    draw_video_name,
    make_video,
    noise_video,
)
from android_gym.task_suite.task import Disputed, NearMiss, Params
from android_gym.task_suite.text_match import fuzzy_match, other_number, same_text
from android_gym.task_suite.touches import FileAt, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "COMPANIES",
    "ITEMS",
    "NAMES",
    "SLOGANS",
    "VIDEOS",
    "MarkorTranscribeReceipt",
    "MarkorTranscribeVideo",
    "receipt",
    "transcript",
]

Transaction = dict[str, Any]
"""A line of a receipt: date (ISO), item, and amount in cents."""

COMPANIES = ("Harbor Market", "Green Lantern Deli", "North Gate Supplies", "Old Mill Bakery")
"""Names of companies that issue receipts."""

SLOGANS = (
    "Good things every day",
    "Come again soon",
    "Family owned since 1974",
    "Fresh from the region",
)
"""Lines at the bottom of receipts."""

ITEMS: Mapping[str, tuple[int, int]] = {
    "Coffee Beans": (450, 1999),
    "Garden Tools": (1500, 8999),
    "Paper Towels": (299, 1250),
    "Picnic Basket": (2000, 7500),
    "Rye Bread": (250, 899),
    "Desk Lamp": (1800, 9999),
}
"""Items, with their lowest and highest amounts in cents."""

NAMES = (
    "adele", "boris", "clara", "dmitri", "elena", "farid", "greta", "hassan", "ingrid", "jonas",
    "kenji", "lucia", "marek", "nadia", "oscar", "priya", "quentin", "rosa", "samir", "tessa",
    "ulrich", "vera", "walter", "ximena", "yusuf", "zelda",
)  # fmt: skip
"""Names of things shown in videos."""

VIDEOS = f"{STORAGE}/Download"
"""The folder of the videos."""

HEADER = ("Date", "Item", "Amount")
"""Column names of a transcript."""

_FIRST_DAY, _LAST_DAY = date(2023, 1, 1), date(2023, 10, 14)
_MOST = 5


def _cells(transaction: Transaction) -> tuple[str, str, str]:
    amount = transaction["amount"]
    return transaction["date"], transaction["item"], f"${amount // 100}.{amount % 100:02}"


def transcript(transactions: Sequence[Transaction]) -> str:
    """Return the wanted note: a header, and a line for each transaction."""
    return "\n".join(", ".join(row) for row in (HEADER, *map(_cells, transactions)))


def receipt(params: Params) -> bytes:
    """Return the picture of a receipt, in the size of AndroidWorld's."""
    transactions = params["transactions"]
    table = [
        [Cell(first, 0.06, bold=bold), Cell(second, 0.36, bold=bold), Cell(third, -0.06, bold=bold)]
        for bold, (first, second, third) in (
            (True, HEADER),
            *((False, _cells(row)) for row in transactions),
        )
    ]
    title = [Cell(params["company"], 0.06, 34, True)]
    rows = (title, [Cell(params["slogan"], 0.06, 22)], [], *table, [])
    height = max(250, 50 * (len(transactions) + 4)) * 2
    return table_picture(tuple(map(tuple, rows)), params["look"], 500, height, 50)


class _Transcription(MarkorTask):
    """A task that ends with a note of comma-separated cells.

    Cells are compared by their words; spaces around them and empty lines at the end don't matter.
    """

    def file_name(self, params: Params) -> str:
        """Return the note's name."""
        raise NotImplementedError

    def text(self, params: Params) -> str:
        """Return the text of the wanted note, with a space after each comma."""
        raise NotImplementedError

    def original_text(self, params: Params) -> str:
        """Return the text that AndroidWorld compares the note with."""
        return self.text(params)

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow the new note to be created."""
        return [FileAt(path_of(self.file_name(params)))]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the note has exactly the right cells in the right lines."""
        text = read_note(device, self.file_name(params))
        return float(text is not None and _same_table(text, self.text(params)))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the note's text is at least 90 % similar to the one that AndroidWorld expects."""
        text = read_note(device, self.file_name(params))
        return float(text is not None and fuzzy_match(text.strip(), self.original_text(params)))

    def progress(self, device: Device, params: Params) -> float:
        """Return half for a note of that name."""
        if self.success(device, params, None):
            return 1.0
        return 0.5 * is_there(device, self.file_name(params))

    def says(self, params: Params, text: str) -> NearMiss:
        """Return a near miss: a note with another text."""
        attempt = puts(self.file_name(params), f"{text}\n")
        return Disputed(attempt) if fuzzy_match(text, self.original_text(params)) else attempt

    def solved_and(self, params: Params, *commands: str) -> NearMiss:
        """Return a near miss: the right note, and unwanted commands."""
        right = puts(self.file_name(params), f"{self.text(params)}\n")
        return with_harm(right, lambda device: [device.shell(command) for command in commands])

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return an empty note, another name, and the goal's source deleted."""
        name, text = self.file_name(params), self.text(params)
        stem, _, extension = name.rpartition(".")
        other = "txt" if extension == "md" else "md"
        return {
            "an empty note": puts(name, ""),
            "another extension": puts(f"{stem}.{other}", f"{text}\n"),
            "an extension too many": puts(f"{name}.{other}", f"{text}\n"),
            "in the storage's root": does(
                lambda device: device.push(f"{STORAGE}/{name}", f"{text}\n")
            ),
            "cells between semicolons": self.says(params, text.replace(",", ";")),
            "a second note": with_harm(puts(name, f"{text}\n"), puts(f"copy_{name}", text)),
            "a folder deleted": self.solved_and(params, f"rmdir {STORAGE}/Ringtones"),
        }


def _same_table(first: str, second: str) -> bool:
    one, two = ([line.split(",") for line in text.strip().splitlines()] for text in (first, second))
    return [len(row) for row in one] == [len(row) for row in two] and all(
        same_text(cell.strip(), other.strip())
        for row, others in zip(one, two, strict=True)
        for cell, other in zip(row, others, strict=True)
    )


class MarkorTranscribeReceipt(_Transcription):
    """Transcribe the transactions of a receipt, which is a picture."""

    template = (
        "Create a file in Markor, called receipt.md with the transactions from the receipt.png. "
        "Use Simple Gallery to view the receipt. Please enter transactions in csv format including "
        'the header "Date, Item, Amount".'
    )
    rewordings = (
        "View receipt.png in Simple Gallery and write its transactions to a new Markor file named "
        'receipt.md, as csv below the header "Date, Item, Amount".',
        "I need the transactions of receipt.png, a picture in Simple Gallery, as csv. Make a file "
        'receipt.md in Markor for it that begins with the header "Date, Item, Amount".',
        'In Markor, start receipt.md with the line "Date, Item, Amount" and add in csv format '
        "every transaction of receipt.png, which Simple Gallery shows.",
        "Please transcribe the receipt receipt.png. Open it in Simple Gallery, and save its "
        'transactions in csv format, with the header "Date, Item, Amount", as receipt.md in '
        "Markor.",
    )
    apps: ClassVar[tuple[str, ...]] = ("Simple Gallery Pro", "Markor")
    difficulty = "medium"
    tags = (
        "transcription", "data_entry", "multi_app", "screen_reading", "memorization",
        "parameterized",
    )  # fmt: skip
    complexity = 1.8
    observation_size = READABLE
    picture: ClassVar[str] = "receipt.png"

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw a receipt of one to five transactions sorted by date, and its look."""
        days = (_LAST_DAY - _FIRST_DAY).days + 1
        transactions = []
        for _ in range(int(rng.integers(1, _MOST + 1))):
            item = choose(rng, tuple(ITEMS))
            lowest, highest = ITEMS[item]
            day = _FIRST_DAY + timedelta(days=int(rng.integers(days)))
            amount = int(rng.integers(lowest, highest + 1))
            transactions.append({"date": day.isoformat(), "item": item, "amount": amount})
        return {
            "company": choose(rng, COMPANIES),
            "slogan": choose(rng, SLOGANS),
            "transactions": sorted(transactions, key=lambda row: row["date"]),
            "look": draw_look(rng),
        }

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject values that can't be on a receipt.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        check_look(params["look"])
        check_line("company", params["company"], 24)
        check_line("slogan", params["slogan"], 36)
        transactions = params["transactions"]
        if not 1 <= len(transactions) <= 20:
            raise OptionError(f"A receipt has 1 to 20 transactions, got {len(transactions)}.")
        for row in transactions:
            if not isinstance(row, Mapping) or set(row) != {"date", "item", "amount"}:
                raise OptionError(
                    f"A transaction needs a date, an item and an amount, got {row!r}."
                )
            check_line("A transaction's item", row["item"], 16)
            if "," in row["item"] or not row["item"].strip():
                raise OptionError(f"An item can't be blank or have a comma, got {row['item']!r}.")
            if not re.fullmatch(r"\d{4}-\d\d-\d\d", str(row["date"])):
                raise OptionError(f"A date must be like 2023-10-15, got {row['date']!r}.")
            if type(row["amount"]) is not int or not 0 <= row["amount"] < 10**6:
                raise OptionError(f"An amount must be 0 to 999999 cents, got {row['amount']!r}.")

    def file_name(self, params: Params) -> str:
        """Return the note's name."""
        return "receipt.md"

    def text(self, params: Params) -> str:
        """Return the header and the transactions."""
        return transcript(params["transactions"])

    def setup(self, device: Device, params: Params) -> None:
        """Put only the receipt into the gallery; there are no notes."""
        put_pictures(device, {self.picture: receipt(params)})
        super().setup(device, params)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return no header, missing or extra lines and characters, another amount, date or item."""
        header, *lines = self.text(params).splitlines()
        *others, last = lines
        day, item, amount = last.split(", ")
        another = next(name for name in ITEMS if name != item)

        def ends(*line: str) -> NearMiss:
            return self.says(params, "\n".join([header, *others, *line]))

        found = {
            **super().near_misses(params),
            "no header": self.says(params, "\n".join(lines)),
            "another header": self.says(params, "\n".join(["Item, Date, Amount", *lines])),
            "a line missing": ends(),
            "a line twice": ends(last, last),
            "another amount": ends(f"{day}, {item}, {other_number(amount)}"),
            "amount without its sign": ends(f"{day}, {item}, {amount.lstrip('$')}"),
            "another day": ends(f"{day[:-1]}{(int(day[-1]) + 1) % 10}, {item}, {amount}"),
            "another item": ends(f"{day}, {another}, {amount}"),
            "columns exchanged": ends(f"{item}, {day}, {amount}"),
            "company and slogan too": self.says(
                params, f"{params['company']}\n{params['slogan']}\n{self.text(params)}"
            ),
            "the receipt deleted": self.solved_and(params, f"rm {FOLDER}/{self.picture}"),
            "the receipt changed": self.solved_and(params, f"echo paid >> {FOLDER}/{self.picture}"),
        }
        if others:
            swapped = [header, last, *others]
            found["lines in another order"] = self.says(params, "\n".join(swapped))
        return found


_PLAYER = "org.videolan.vlc"
_SECONDS, _FRAMES_PER_SECOND = 8, 30
_LEAST_NAMES, _MOST_NAMES = 2, 4
_LEAST_NOISE, _MOST_NOISE = 5, 20
_KINDS_OF_NOISE = 4


@lru_cache(maxsize=8)
def _video(words: tuple[str, ...], seed: int) -> bytes:
    rng = np.random.default_rng(seed)
    return make_video(words, _SECONDS, rng, frames_per_second=_FRAMES_PER_SECOND)


class MarkorTranscribeVideo(_Transcription):
    """Write down the names that a video shows for eight seconds each."""

    template = (
        "Transcribe the contents of video {video_name} by watching it in VLC player (located in "
        "Download) and writing the sequence of strings shown on each frame to the text file "
        "{file_name} in Markor as a comma separated list. For example, if the first frame shows "
        'the text "edna" and the second frame shows the text "pineapple", then the text file '
        'should contain only the following text: "edna, pineapple".'
    )
    rewordings = (
        "Watch {video_name}, which is in Download, with VLC, and write what its frames say, in "
        "order and separated by commas, into a Markor file {file_name}. If they said first "
        '"edna" and then "pineapple", it would have to be just "edna, pineapple".',
        "The video {video_name} in Download shows one text after the other. Play it in VLC and "
        "make a text file {file_name} in Markor that lists these texts with commas between and "
        'has nothing else, as in "edna, pineapple".',
        "In Markor, create {file_name} with the texts that appear in {video_name}, first to last "
        "and divided by commas, like this: edna, pineapple. VLC plays the video; it is in the "
        "folder Download.",
        "Please transcribe {video_name} for me. VLC finds it in Download; every text that its "
        'frames show belongs into the Markor file {file_name}, as a list such as "edna, '
        'pineapple".',
    )
    apps: ClassVar[tuple[str, ...]] = ("Markor", "VLC")
    difficulty = "hard"
    tags = (
        "multi_app", "transcription", "requires_setup", "memorization", "screen_reading",
        "parameterized",
    )  # fmt: skip
    complexity = 2.0
    observation_size = READABLE

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw two to four names, the file names of the video and others, and their patterns."""
        count = int(rng.integers(_LEAST_NAMES, _MOST_NAMES + 1))
        video = draw_video_name(rng)
        known, noise = {video.lower()}, list[str]()
        most = int(rng.integers(_LEAST_NOISE, _MOST_NOISE + 1))
        while len(noise) < most:
            name = draw_video_name(rng)
            if name.lower() not in known:
                known.add(name.lower())
                noise.append(name)
        return {
            "names": [NAMES[int(i)] for i in rng.choice(len(NAMES), size=count, replace=False)],
            "video_name": video,
            "file_name": f"{video.rpartition('.')[0]}_transcription.txt",
            "videos": noise,
            "seed": int(rng.integers(1 << 31)),
        }

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject texts that a video can't show or a list can't contain, and invalid file names.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        names = params["names"]
        if not 1 <= len(names) <= 20:
            raise OptionError(f"The video shows 1 to 20 texts, got {len(names)}.")
        for name in names:
            check_line("A text of the video", name, 16)
            if "," in name or not name.strip() or not name.isascii():
                raise OptionError(f"A text of the video is ASCII without commas, got {name!r}.")
        if any(one == other for one, other in zip(names, names[1:], strict=False)):
            raise OptionError(f"A text must differ from the one before it, got {names}.")
        videos = [params["video_name"], *params["videos"]]
        for video in videos:
            check_name("a video's name", video)
            if not video.endswith(".mp4"):
                raise OptionError(f"A video's name ends in .mp4, got {video!r}.")
        if len({video.lower() for video in videos}) < len(videos):
            raise OptionError(f"Videos must differ in more than capitals, got {videos}.")
        if type(params["seed"]) is not int or not 0 <= params["seed"] < 1 << 31:
            raise OptionError(f"seed must be from 0 to 2147483647, got {params['seed']!r}.")

    def file_name(self, params: Params) -> str:
        """Return the note's name."""
        return str(params["file_name"])

    def text(self, params: Params) -> str:
        """Return the names in one line."""
        return ", ".join(params["names"])

    def original_text(self, params: Params) -> str:
        """Return the names without spaces, as in AndroidWorld."""
        return ",".join(params["names"])

    def setup(self, device: Device, params: Params) -> None:
        """Put the videos into the folder; there are no notes."""
        seed = params["seed"]
        files = {
            name: noise_video(seed % 1000 + place % _KINDS_OF_NOISE)
            for place, name in enumerate(params["videos"])
        }
        files[params["video_name"]] = _video(tuple(params["names"]), seed)
        put_files(device, VIDEOS, files, _PLAYER)
        super().setup(device, params)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return names missing, extra, different or reordered, and the video deleted."""
        names, video = params["names"], f"{VIDEOS}/{params['video_name']}"
        other = next(name for name in NAMES if name not in names)

        def lists(*listed: str) -> NearMiss:
            return self.says(params, ", ".join(listed))

        return {
            **super().near_misses(params),
            "the last missing": lists(*names[:-1]),
            "the first missing": lists(*names[1:]),
            "one too many": lists(*names, other),
            "the last twice": lists(*names, names[-1]),
            "another one": lists(*names[:-1], other),
            "another order": lists(*names[1:], names[0]),
            "a letter missing": lists(*names[:-1], names[-1][:-1]),
            "line by line": self.says(params, "\n".join(names)),
            "without commas": self.says(params, " ".join(names)),
            "in quotation marks": self.says(params, f'"{self.text(params)}"'),
            "the video deleted": self.solved_and(params, f"rm {shlex.quote(video)}"),
        }
