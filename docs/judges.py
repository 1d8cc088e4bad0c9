"""Texts about what a task rewards, from the docstrings of its judges."""

from __future__ import annotations

import inspect

from android_gym.task_suite.task import Task

__all__ = ["first_paragraph", "original_rule", "strict_rule"]


def strict_rule(task: Task) -> str:
    """Return what earns 1.0 under strict rules, in one line."""
    return _rule(task, _documented(task, "success"))


def original_rule(task: Task) -> str | None:
    """Return what earns 1.0 under the original benchmark's rules; None if it is the same."""
    if type(task).original_success is Task.original_success:
        return None
    return _rule(task, _documented(task, "original_success"))


def first_paragraph(thing: object) -> str:
    """Return the first paragraph of a docstring, in one line."""
    return " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())


def _documented(task: Task, name: str) -> str:
    """Return what a method that judges the end state says; "" if the task doesn't override it."""
    if getattr(type(task), name) is getattr(Task, name):
        return ""
    return first_paragraph(getattr(task, name))


def _rule(task: Task, state: str) -> str:
    """Return a rule about the end state together with that of the task's judge of episodes."""
    if not task.judges_episodes():
        return state
    episode = first_paragraph(task.judge)
    return f"End state: {state} Whole episode: {episode}" if state else episode
