"""Second ways to use Pro Expense: with a mistake corrected, from its first page, or from Files."""

from __future__ import annotations

from android_gym.task_suite.android_world.expense.demonstrations import (
    add_expenses,
    delete_expenses,
    delete_row,
    read_pictured,
)
from android_gym.task_suite.android_world.picture_reading import read_in_files
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def add_after_a_mistake(screen: Screen, expenses: str) -> Steps:
    """Add an unwanted expense, delete it, and add the right ones."""
    wrong = "name|amount_dollars|category_name|note\nA Mistake|$1.0|Others|"
    yield from add_expenses(screen, wrong)
    yield from delete_expenses(screen, "A Mistake")
    for _ in range(3):
        if screen.find(resource_id="fb_main_add") is not None:
            break
        yield from screen.back()
    yield from add_expenses(screen, expenses)


def add_pictured_after_a_mistake(screen: Screen) -> Steps:
    """Do the same with the expenses of a picture, opened from Files."""
    rows = yield from read_in_files(screen, "expenses.jpg")
    yield from add_after_a_mistake(screen, read_pictured(rows))


def delete_from_the_first_page(screen: Screen, names: str) -> Steps:
    """Delete the expenses shown on the first page there, and the rest in the list."""
    yield from screen.open_app("Pro Expense")
    yield from screen.wait_for(resource_id="fb_main_add")
    left = [name[:20] for name in names.split(", ")]
    for name in list(left):
        row = screen.find(resource_id="tv_name", text=name)
        if row is not None:
            yield from delete_row(screen, row)
            left.remove(name)
    if left:
        yield from delete_expenses(screen, ", ".join(left))


SCRIPTS: dict[str, Script] = {
    "ExpenseAddMultipleFromGallery": add_pictured_after_a_mistake,
    "ExpenseAddSingle": add_after_a_mistake,
    "ExpenseAddMultiple": add_after_a_mistake,
    "ExpenseDeleteSingle": delete_from_the_first_page,
    "ExpenseDeleteMultiple": delete_from_the_first_page,
    "ExpenseDeleteMultiple2": delete_from_the_first_page,
}
