"""Moves in Pro Expense that the demonstrations of changes name."""

from __future__ import annotations

from android_gym.task_suite.android_world.expense.demonstrations import choose_category
from android_gym.task_suite.demonstrations.script import Script

__all__ = ["MOVES", "SCRIPTS"]

SCRIPTS: dict[str, Script] = {}

MOVES: dict[str, Script] = {"expense_category": choose_category}
