"""The generalist's episodes: collected, read back, told as moves, corrected."""

from __future__ import annotations

import gzip
import importlib
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.accessibility import BoundingBox, UIElement
from android_gym.agents.generalist.moves import KINDS, Move
from android_gym.agents.generalist.network import shapes
from android_gym.agents.generalist.weights import Weights
from android_gym.errors import OptionError
from android_gym.evaluation import EpisodeKey
from android_gym.evaluation.splits import split
from android_gym.events import Answer, Declare, Drag, Swipe, Tap, Text, Wait
from android_gym.task_suite.demonstrations import Observation

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
TASK = "AndroidWorld/SystemWifiTurnOff-v0"
GOAL = "Which of my alarms ring before noon?"


@pytest.fixture(scope="module")
def example():
    names = ("generalist_data", "generalist_moves", "generalist_dagger", "generalist_table")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(EXAMPLES)
        yield SimpleNamespace(**{name: importlib.import_module(name) for name in names})
        for name in names:
            sys.modules.pop(name)


def seen(*labels: str) -> Observation:
    elements = tuple(
        UIElement(text=label, bbox_pixels=BoundingBox(0, 900, 90 * i, 90 * i + 80))
        for i, label in enumerate(labels)
    )
    return Observation(GOAL, elements, 1080, 2400)


def episode(example: Any, *steps: tuple[Observation, Any, Any]) -> Any:
    made = example.generalist_data.Episode("X/Y-v0", 0, 0, GOAL)
    made.moments += [example.generalist_data.Moment.of(*step) for step in steps]
    return made


def test_episodes_are_read_as_they_were_played(example, tmp_path: Path) -> None:
    data = example.generalist_data
    count, why = data.collect(tmp_path, TASK, 0, 2)
    assert (count, why) == (2, "")
    found = list(data.read(data.file_of(tmp_path, TASK)))
    assert [own.rewording for own in found] == [0, 1]  # the second in other words
    assert all(own.success for own in found)
    assert isinstance(found[0].moments[-1].event, Declare)
    labels = {e.text for e in found[0].moments[-1].seen(found[0].goal).elements}
    assert "Saved networks" in labels
    assert list(data.read(tmp_path / "none")) == []


def test_only_training_seeds_are_collected(example) -> None:
    for env_id, seeds in list(split("instance", "test").items())[:20]:
        assert not set(example.generalist_data.training_seeds(env_id, 500)) & set(seeds)


def test_texts_are_typed_a_line_at_a_time(example) -> None:
    in_lines = example.generalist_data.in_lines
    assert in_lines(Text("a\nb\n")) == [Text("a\n"), Text("b\n")]
    assert in_lines(Text("a\n")) == [Text("a\n")]
    assert in_lines(Tap(1, 2)) == [Tap(1, 2)]


def test_an_answer_is_said_where_its_pieces_are_first_seen(example) -> None:
    first, second = seen("Gym", "Tea"), seen("Tea", "Run at 7:15", "Choir")
    answer = Answer("Gym, Tea, 7:15, never")
    swipe = Swipe(1, 2, 3, 4)
    steps = ((first, Tap(450, 40), Tap(450, 40)), (first, swipe, swipe), (second, answer, answer))
    told = example.generalist_moves.moves_of(episode(example, *steps))
    assert told[0][0] == [Move("tap", element=0)]
    assert told[1][0] == [Move("say_element", element=0), Move("say_element", element=1)]
    assert told[2][0] == [
        Move("say_phrase", phrase="never"),
        Move("say_part", element=1, first=2, last=4),
        Move("answer"),
    ]


def test_of_a_sentence_what_is_on_the_screen_is_said(example) -> None:
    screen = seen("Ada", "6:56 AM", "56 AM")
    answer = Answer("In Ada's town it is 6:56 AM.")
    told = example.generalist_moves.moves_of(episode(example, (screen, answer, answer)))
    assert told[0][0] == [Move("say_element", element=1), Move("answer")]
    listed = Answer("Tea, 6:56 AM")
    told = example.generalist_moves.moves_of(episode(example, (screen, listed, listed)))
    assert [move.phrase for move in told[0][0]] == ["Tea", "", ""]


def test_what_earlier_screens_show_is_said_there_and_typed_later(example) -> None:
    first, second = seen("Gym", "Tea at noon"), seen("Tea at noon", "Choir")
    blank = seen("Title")
    steps = (
        (first, Tap(450, 40), Tap(450, 40)),
        (second, Tap(450, 40), Tap(450, 40)),
        (blank, Text("Gym"), Text("Gym")),
        (blank, Text("Tea at noon\n"), Text("Tea at noon\n")),
        (blank, Text("Choir"), None),
        (blank, Text("never"), Text("never")),
    )
    told = example.generalist_moves.moves_of(episode(example, *steps))
    assert [move.kind for move in told[0][0]] == ["say_element", "tap"]
    assert [move.kind for move in told[1][0]] == ["say_element", "tap"]
    assert told[2] == ([Move("type_said")], Move("type_said"))
    assert told[3][0] == [Move("type_said", case="same+enter")]
    assert told[4] == ([], Move("type_phrase", phrase="Choir"))  # not what was wanted
    assert told[5][0] == [Move("type_phrase", phrase="never")]


def test_what_is_typed_first_is_said_first(example) -> None:
    first, second, blank = seen("Gym hall"), seen("Tea at noon"), seen("Title")
    steps = (
        (first, Tap(450, 40), Tap(450, 40)),
        (second, Tap(450, 40), Tap(450, 40)),
        (blank, Text("Tea at noon"), Text("Tea at noon")),
        (blank, Text("Gym hall"), Text("Gym hall")),
    )
    told = example.generalist_moves.moves_of(episode(example, *steps))
    assert told[3][1] == Move("type_said")
    assert told[2][1] == Move("type_phrase", phrase="Tea at noon")  # seen after "Gym hall" alone


def test_what_no_move_says_is_known(example) -> None:
    drag = Drag(1, 2, 3, 4)
    told = example.generalist_moves.moves_of(episode(example, (seen("a"), drag, drag)))
    assert told == [([], None)]
    asked = example.generalist_moves.moves_of(episode(example, (seen("a"), Wait(1000), None)))
    assert asked == [([], Move("wait"))]


def test_the_table_counts_by_id_suite_and_words(example) -> None:
    def result(env_id: str, seed: int, rewording: int, success: bool, error: str | None = None):
        key = EpisodeKey(env_id, "different-seed", seed, rewording=rewording)
        return SimpleNamespace(key=key, success=success, error=error)

    results = [
        result("A/One-v0", 1, 0, True),
        result("A/One-v0", 2, 0, False),
        result("A/One-v0", 1, 3, False),
        result("B/Two-v0", 1, 0, False, "broken"),
    ]
    table = example.generalist_table.table_of(results, {"steps": "3"}, {"B/Two-v0": {}})
    assert table["ids"] == {
        "A/One-v0": {"own words": "1/2", "reworded": "0/1"},
        "B/Two-v0": {"own words": "0/1"},
    }
    assert table["all"]["own words"]["success"] == round(1 / 3, 4)
    assert table["suites"]["A"]["own words"]["success"] == 0.5
    assert table["errors"] == 1
    page = example.generalist_table.markdown(table)
    assert "| A | 1 | 2 | 50.0% |" in page
    assert "- **B**: Two-v0 0/1" in page


def test_the_page_says_what_the_table_says(example) -> None:
    table = json.loads((EXAMPLES / "results" / "generalist" / "table.json").read_text())
    page = (EXAMPLES.parent / "docs" / "generalist.md").read_text()
    assert example.generalist_table.markdown(table) in page


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda data: data[: len(data) // 2], "holds no episodes: EOFError"),
        (lambda data: b"no gzip", "holds no episodes: BadGzipFile"),
        (lambda data: gzip.compress(b"{}\n"), "holds no episodes: KeyError.*collect the id anew"),
        (lambda data: gzip.compress(b"[" * 100_000), "holds no episodes"),
        (
            lambda data: gzip.compress(gzip.decompress(data).replace(TASK.encode(), b"A/Old-v7")),
            "episodes of 'A/Old-v7', which is not registered: another version.*collect the id anew",
        ),
    ],
)
def test_episodes_that_are_damaged_or_of_another_version(
    example, tmp_path: Path, change: Any, match: str
) -> None:
    data = example.generalist_data
    file = data.file_of(tmp_path, TASK)
    data.write(file, [data.Episode(TASK, n, 0, GOAL) for n in range(20)])
    assert len(list(data.read(file))) == 20
    file.write_bytes(change(file.read_bytes()))
    with pytest.raises(OptionError, match=match):
        list(data.read(file))


def test_a_policy_that_knows_nothing_is_corrected(example, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    arrays = {
        name: (rng.standard_normal(shape) * 0.1).astype(np.float32)
        for name, shape in shapes(1).items()
    }
    arrays["kind_2.bias"][KINDS.index("tap")] = 9
    weights = Weights(arrays, ("Clock",), ())
    kept, faulty, astray, home = example.generalist_dagger.correct(tmp_path, TASK, weights, 0, 3)
    found = list(example.generalist_data.read(example.generalist_data.file_of(tmp_path, TASK)))
    assert kept == len(found) == 3
    assert [own.rewording for own in found] == [0, 1, 0]
    assert faulty == 3
    assert astray >= 1
    assert home <= astray
    wrong = [m for own in found for m in own.moments if m.wanted not in (None, m.done)]
    assert len(wrong) == astray  # the move that went astray is kept, with the right one
    for own in found:
        if own.success:
            assert isinstance(own.moments[-1].event, Declare)
        else:
            assert own.moments[-1].wanted != own.moments[-1].done
