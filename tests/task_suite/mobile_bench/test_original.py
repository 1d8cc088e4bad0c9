"""Reading a checkout of the original, of whose data this repository has none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from android_gym.errors import OptionError
from android_gym.task_suite.mobile_bench.original import load_checkout


def checkout(tmp_path: Path, *items: object, name: str = "s_app_m_step.json") -> Path:
    (tmp_path / "data").mkdir(exist_ok=True)
    (tmp_path / "data" / name).write_text(json.dumps(items), "utf-8")
    return tmp_path


def item(number: int = 1, query: object = "Water the fern", **points: object) -> dict[str, object]:
    return {"id": number, "query": query, "check_point": points}


@pytest.mark.parametrize(
    ("points", "stations"),
    [
        ({"txt": "Fern"}, {"text": '["Fern"]'}),
        ({"text": ["Fern", "Moss"]}, {"text": '["Fern", "Moss"]'}),
        ({"text": ["|", "Fern", "Moss"]}, {"text": '["Fern" | "Moss"]'}),
        ({"text": ["&", "Fern", "Moss"]}, {"text": '["Fern" & "Moss"]'}),
        ({"text": "Fern|Moss", "txt": "Ivy"}, {"text": '["Fern" | "Moss", "Ivy"]'}),
        ({"resourceId": "a:id/b", "resource_id": "c"}, {"resource-id": '["a:id/b", "c"]'}),
        ({"package": "om.miui.weather2"}, {"package": '["com.miui.weather2"]'}),
        ({"api": [{"command": "am start -a A|B"}]}, {"api": '["am start -a A|B"]'}),
    ],
)
def test_many_spellings_become_one_form(tmp_path: Path, points, stations) -> None:
    found = load_checkout(checkout(tmp_path, item(**points)))
    assert found.refused == ()
    (task,) = found.tasks
    assert {k: str(v) for k, v in task.checkpoint.expressions.items()} == stations
    assert (task.level, task.id, task.queries) == ("SAMT", 1, ("Water the fern",))


def test_dialogues_and_levels(tmp_path: Path) -> None:
    checkout(tmp_path, item(query=["Hello", {"uri": "x://y"}], text="a"), name="s_app_s_step.json")
    checkout(tmp_path, item(text="a") | {"app": ["One", "Two"]}, name="m_app_m_step.json")
    first, second = load_checkout(tmp_path / "data").tasks
    assert (first.level, first.queries) == ("SAST", ("Hello", "x://y"))
    assert (second.level, second.apps) == ("MAMT", ("One", "Two"))


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (7, "id None: a task is an object"),
        (item(4, query=[]), "id 4: there is no 'query'"),
        (item(5, to_speak="hm"), "id 5: 'check_point' has none of"),
        (item(6, text=[3]), "id 6: 'text' must hold texts, got 3"),
        ({"id": 8, "query": "q", "check_point": []}, "id 8: 'check_point' must be an object"),
    ],
)
def test_what_cannot_be_read_is_listed_and_the_rest_is_there(tmp_path: Path, wrong, told) -> None:
    found = load_checkout(checkout(tmp_path, item(1, text="a"), wrong, item(2, text="b")))
    assert [task.id for task in found.tasks] == [1, 2]
    (line,) = found.refused
    assert line.startswith("s_app_m_step.json, ") and told in line


def test_files_that_are_broken_or_missing_are_named(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="has none of"):
        load_checkout(tmp_path)
    (checkout(tmp_path) / "data" / "s_app_m_step.json").write_text('[\n{"id": 1,}\n]')
    with pytest.raises(OptionError, match=r"s_app_m_step\.json:2: no JSON"):
        load_checkout(tmp_path)
    (tmp_path / "data" / "s_app_m_step.json").write_text("{}")
    with pytest.raises(OptionError, match="must hold a list"):
        load_checkout(tmp_path)
