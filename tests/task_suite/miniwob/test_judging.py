"""Rewards of MiniWoB++: 1.0 or nothing, whatever lies between."""

import pytest

from android_gym.errors import TaskError
from android_gym.task_suite.miniwob import app, names
from android_gym.task_suite.suite import tasks


class Phone:
    """A phone that shows nothing."""

    def shell(self, command: str) -> str:
        return ""

    def reread(self, read):
        return read(self)

    def ui_elements(self) -> tuple[()]:
        return ()


@pytest.mark.parametrize(
    ("raw", "reward", "over"),
    [("", 0.0, False), ("1", 1.0, True), ("1.0", 1.0, True), ("0.99", 0.0, True),
     ("0.5", 0.0, True), ("-1", 0.0, True), ("2", 0.0, True)],
)  # fmt: skip
def test_one_alone_is_success(monkeypatch, raw, reward, over):
    monkeypatch.setattr(app, "_ask", lambda device, action: raw)
    task = tasks("MiniWoB")["click-test"]()
    phone = Phone()
    params = {"seed": 0}
    assert task.success(phone, params, None) == reward
    assert task.is_over(phone, params) is over


def test_an_app_that_does_not_answer_is_told(monkeypatch):
    monkeypatch.setattr(app, "_ask", lambda device, action: None)
    with pytest.raises(TaskError):
        app.utterance(Phone())


def test_the_subset_of_androidworld_is_tagged():
    tagged = {
        name for name, task in tasks("MiniWoB").items() if "android_world_subset" in task.tags
    }
    assert tagged == set(names.SUBSET) and len(tagged) == 62
