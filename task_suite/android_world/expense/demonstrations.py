"""Demonstrations of the tasks of Pro Expense."""

from __future__ import annotations

import re
from typing import Any

from android_gym.accessibility import UIElement
from android_gym.task_suite.android_world.markor.demonstrations import open_markor, read_note
from android_gym.task_suite.android_world.picture_reading import join_lines, read_picture
from android_gym.task_suite.demonstrations.script import Criteria, Screen, Script, Steps

__all__ = [
    "SCRIPTS",
    "add_expenses",
    "choose_category",
    "delete_expenses",
    "delete_row",
    "read_expenses",
    "read_pictured",
]

_ROW_NAME, _ROW_AMOUNT, _ROW_DATE = "tv_name", "tv_amount", "tv_date"


def read_expenses(text: str) -> list[dict[str, str]]:
    """Parse the expenses that a goal lists, as a table or as blocks of lines.

    Returns:
        Dicts of name, amount (such as ``"67.4"``), category and note.
    """
    header, *lines = text.strip().splitlines()
    if "|" in header:
        rows = [line.split("|") for line in lines]
    else:
        block = r"Expense: (.*)\n amount_dollars: (.*)\n category_name: (.*)\n note: ?(.*)"
        rows = [list(match) for match in re.findall(block, text)]
    return [
        {"name": name, "amount": amount.lstrip("$"), "category": category, "note": note.strip()}
        for name, amount, category, note in rows
    ]


def add_expenses(screen: Screen, expenses: str) -> Steps:
    """Tap the round button, fill in the four fields and save, once for each expense."""
    yield from screen.open_app("Pro Expense")
    yield from screen.wait_for(resource_id="fb_main_add")
    for expense in read_expenses(expenses):
        yield from screen.tap(screen.need(resource_id="fb_main_add"))
        yield from screen.wait_for(resource_id="edt_name")
        # The first field has the focus, and Enter moves to the next.
        yield from screen.type(f"{expense['name']}\n{expense['amount']}")
        yield from screen.wait_for(resource_id="edt_amount", text=expense["amount"])
        yield from choose_category(screen, expense["category"])
        if expense["note"]:
            yield from screen.type_into(expense["note"], resource_id="edt_note")
        yield from screen.tap_on(resource_id="btn_save")
        yield from screen.wait_for(resource_id="fb_main_add")


def add_from_markor(screen: Screen) -> Steps:
    """Read the list in Markor and add the expenses marked as reimbursable."""
    yield from open_markor(screen)
    text = yield from read_note(screen, "my_expenses.txt")
    header, *lines = text.strip().splitlines()
    wanted = [line for line in lines if "Reimbursable" in line]
    yield from add_expenses(screen, "\n".join([header, *wanted]))


def read_pictured(rows: list[str]) -> str:
    """Convert the rows of a picture to the format of a goal."""
    lines = join_lines(rows, ("Expense", "amount_dollars", "category_name", "note"))
    return "\n".join(f"{'' if key == 'Expense' else ' '}{key}: {value}" for key, value in lines)


def add_from_gallery(screen: Screen) -> Steps:
    """Read the picture in the gallery and add the expenses it lists."""
    rows = yield from read_picture(screen, "expenses.jpg")
    yield from add_expenses(screen, read_pictured(rows))


def choose_category(screen: Screen, category: str) -> Steps:
    """Tap a category on the strip, scrolling it if necessary."""
    strip: Criteria = {"resource_id": "rv_category"}
    yield from screen.scroll_to(inside=strip, resource_id="tv_name", text=category)
    yield from screen.tap(screen.need(resource_id="tv_name", text=category))


def open_logs(screen: Screen) -> Steps:
    """Open the app, and the list of all expenses from its drawer."""
    yield from screen.open_app("Pro Expense")
    yield from screen.wait_for(resource_id="fb_main_add")
    # The drawer's button has no label; it is the first element at the top of the screen.
    buttons = screen.find_all(class_name="ImageButton", clickable=True)
    if not buttons:
        raise screen.stuck("there is no button that opens the drawer")
    yield from screen.tap(min(buttons, key=_corner))
    yield from screen.wait_for(text="Expense Logs")
    yield from screen.tap(screen.need(text="Expense Logs"))
    yield from screen.wait_for(description="Filter")
    yield from screen.wait_for(resource_id=_ROW_NAME)


def _corner(element: UIElement) -> float:
    box = element.bbox_pixels
    return box.x_min + box.y_min if box else float("inf")


def delete_row(screen: Screen, row: UIElement) -> Steps:
    """Open a row's details, tap the bin and confirm."""
    yield from screen.tap(row)
    yield from screen.wait_for(resource_id="btn_delete")
    yield from screen.tap(screen.need(resource_id="btn_delete"))
    yield from screen.wait_for(resource_id="btn_confirm")
    yield from screen.tap(screen.need(resource_id="btn_confirm"))
    yield from screen.wait_while(resource_id="btn_confirm")


def delete_expenses(screen: Screen, names: str) -> Steps:
    """Go through the list and delete each expense when it appears."""
    yield from open_logs(screen)
    left = {name[:20] for name in names.split(", ")}  # rows show twenty characters
    forward = True
    while left:
        row = next((r for r in screen.find_all(resource_id=_ROW_NAME) if r.text in left), None)
        if row is not None:
            left.discard(row.text or "")
            yield from delete_row(screen, row)
            continue
        moved = yield from screen.scroll(forward=forward)
        if not moved and not forward:
            raise screen.stuck(f"no row is called {sorted(left)}")
        forward = forward and moved


def delete_duplicates(screen: Screen) -> Steps:
    """Go through the list, in which equal dates are adjacent, and delete duplicates."""
    yield from open_logs(screen)
    moved = True
    while moved:
        second = _second_of_a_pair(screen)
        if second is not None:
            yield from delete_row(screen, second)
        else:
            moved = yield from screen.scroll()


def _second_of_a_pair(screen: Screen) -> UIElement | None:
    """Return the name element of a row that shows the same as one above it; None without one."""
    seen = set()
    for name, *values in _rows(screen):
        row = (name.text, *values)
        if len(values) == 2 and row in seen:  # with fewer values, only part of the row is visible
            return name
        seen.add(row)
    return None


def _rows(screen: Screen) -> list[list[Any]]:
    """Return the rows of the list from top to bottom: the name's element, then amount and date.

    In the flat list of elements the parts of a row are apart. Its name is its topmost text.
    """
    parts = [
        (box.center[1] if order else box.y_min, order, element)
        for order, part in enumerate((_ROW_NAME, _ROW_AMOUNT, _ROW_DATE))
        for element in screen.find_all(resource_id=part)
        if (box := element.bbox_pixels)
    ]
    rows: list[list[Any]] = []
    for _, order, element in sorted(parts, key=lambda part: part[:2]):
        if order == 0:
            rows.append([element])
        elif rows:
            rows[-1].append((order, element.text))
    return rows


SCRIPTS: dict[str, Script] = {
    "ExpenseAddMultipleFromGallery": add_from_gallery,
    "ExpenseAddMultipleFromMarkor": add_from_markor,
    "ExpenseAddSingle": add_expenses,
    "ExpenseAddMultiple": add_expenses,
    "ExpenseDeleteSingle": delete_expenses,
    "ExpenseDeleteMultiple": delete_expenses,
    "ExpenseDeleteMultiple2": delete_expenses,
    "ExpenseDeleteDuplicates": delete_duplicates,
    "ExpenseDeleteDuplicates2": delete_duplicates,
}
