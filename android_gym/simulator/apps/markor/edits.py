"""Text edits made by the editor's toolbar buttons, and by Enter in a list."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from android_gym.simulator.appkit.text_edits import (
    Edited,
    around,
    check,
    continue_list,
    difference,
    each_line,
    insert,
    joins,
    lines_of,
    toggle_prefix,
)

__all__ = [
    "ACTIONS",
    "STRIPS",
    "Edited",
    "apply",
    "continue_list",
    "difference",
    "insert",
    "joins",
    "offset_of_line",
]


ACTIONS: Final[dict[str, tuple[str, str]]] = {
    "checkbox": ("Check list", "checkbox_marked"),
    "unordered": ("Unordered list", "format_list_bulleted"),
    "bold": ("Bold", "format_bold"),
    "italic": ("Italic", "format_italic"),
    "delete_lines": ("Delete lines", "delete"),
    "open_link": ("Open link", "open_in_app"),
    "attach": ("Attach", "paperclip"),
    "special_key": ("Special Key", "keyboard"),
    "date": ("Date and time", "clock_outline"),
    "code": ("Inline code", "code_tags"),
    "ordered": ("Ordered list", "format_list_numbered"),
    "table": ("Table", "table"),
    "quote": ("Quote", "format_quote_close"),
    "h1": ("Heading 1", "format_header_1"),
    "h2": ("Heading 2", "format_header_2"),
    "h3": ("Heading 3", "format_header_3"),
    "rule": ("Horizontal line", "minus"),
    "strike": ("Strike out", "format_strikethrough"),
    "accordion": ("Accordion", "arrow_expand_vertical"),
    "indent": ("Indent", "format_indent_increase"),
    "deindent": ("De-indent", "format_indent_decrease"),
    "new_line": ("Start new line below", "arrow_down_left"),
    "line_up": ("Move text one line up", "arrow_up_bold_box_outline"),
    "line_down": ("Move text one line down", "arrow_down_bold_box_outline"),
    "snippet": ("Insert snippet", "text_box_plus_outline"),
    "open_with": ("Open with", "open_in_app"),
    "rotate": ("Rotate", "screen_rotation"),
    "priority": ("Priority", "star"),
    "context": ("Context", "at"),
    "project": ("Project", "plus"),
    "archive": ("Archive completed tasks", "archive"),
    "sort": ("Sort tasks", "sort"),
}
"""Description and icon of each button."""

_PLAIN = (
    "checkbox", "unordered", "ordered", "delete_lines", "open_link", "attach", "special_key",
    "date", "indent", "deindent", "new_line", "line_up", "line_down", "snippet", "open_with",
    "rotate",
)  # fmt: skip
STRIPS: Final[dict[str, tuple[str, ...]]] = {
    "markdown": (
        "checkbox", "unordered", "bold", "italic", "delete_lines", "open_link", "attach",
        "special_key", "date", "code", "ordered", "table", "quote", "h1", "h2", "h3", "rule",
        "strike", "accordion", "indent", "deindent", "new_line", "line_up", "line_down", "snippet",
        "rotate",
    ),
    "todotxt": (
        "checkbox", "context", "project", "priority", "delete_lines", "archive", "sort", "date",
        "open_link", "attach", "special_key", "new_line", "line_up", "line_down", "snippet",
        "rotate",
    ),
    "plaintext": _PLAIN,
}  # fmt: skip
"""Buttons by format; other formats have the buttons of plain text."""


_DONE = re.compile(r"[xX] (\d{4}-\d\d-\d\d )?")
"""Start of a completed task, with its completion date if there is one."""


def _todo_check(mark: str) -> Callable[[str, int], str]:
    def check_line(line: str, number: int) -> str:
        done = _DONE.match(line)
        return line[done.end() :] if done else mark + line

    return check_line


def _delete_lines(old: Edited) -> Edited:
    first, last = lines_of(old.text, old.start, old.end)
    if last < len(old.text):
        last += 1
    elif first > 0:
        first -= 1
    return Edited(old.text[:first] + old.text[last:], first, first)


def _new_line(old: Edited) -> Edited:
    _, last = lines_of(old.text, old.start, old.end)
    return continue_list(Edited(old.text[:last] + "\n" + old.text[last:], last + 1, last + 1))


def _move(step: int) -> Callable[[Edited], Edited]:
    def act(old: Edited) -> Edited:
        first, last = lines_of(old.text, old.start, old.end)
        text = old.text
        if step < 0:
            if first == 0:
                return old
            above, _ = lines_of(text, first - 1, first - 1)
            moved = text[first:last] + "\n" + text[above : first - 1]
            shift = above - first
            text = text[:above] + moved + text[last:]
        else:
            if last == len(text):
                return old
            _, below = lines_of(text, last + 1, last + 1)
            moved = text[last + 1 : below] + "\n" + text[first:last]
            shift = below - last
            text = text[:first] + moved + text[below:]
        return Edited(text, old.start + shift, old.end + shift)

    return act


def _archive(old: Edited) -> Edited:
    kept = [line for line in old.text.split("\n") if not line.startswith("x ")]
    text = "\n".join(kept)
    return Edited(text, min(old.end, len(text)), min(old.end, len(text)))


def _sort(old: Edited) -> Edited:
    lines = old.text.split("\n")
    tail = [""] if lines[-1] == "" else []
    lines = sorted(line for line in lines[: len(lines) - len(tail)])
    text = "\n".join([*sorted(lines, key=lambda line: line.startswith("x ")), *tail])
    return Edited(text, old.start, old.end)


_TABLE = "| id | name | info |\n|-----| -----------| ------- |\n"
_DO: Final[dict[str, Callable[[Edited], Edited]]] = {
    "checkbox": each_line(check),
    "ordered": toggle_prefix("1. "),
    "quote": toggle_prefix("> "),
    "h1": toggle_prefix("# "),
    "h2": toggle_prefix("## "),
    "h3": toggle_prefix("### "),
    "bold": around("**"),
    "italic": around("_"),
    "code": around("`"),
    "strike": around("~~"),
    "delete_lines": _delete_lines,
    "table": insert(_TABLE),
    "rule": insert("----\n"),
    "accordion": insert(
        "<details markdown='1'><summary>Click to expand</summary>\n\n\n\n</details>", 12
    ),
    "indent": each_line(lambda line, number: "    " + line),
    "deindent": each_line(lambda line, number: re.sub(r"^(\t| {1,4})", "", line)),
    "new_line": _new_line,
    "line_up": _move(-1),
    "line_down": _move(1),
    "context": insert("@"),
    "project": insert("+"),
    "priority": each_line(
        lambda line, number: (
            re.sub(r"^\([A-Z]\) ", "", line) if re.match(r"^\([A-Z]\) ", line) else f"(A) {line}"
        )
    ),
    "archive": _archive,
    "sort": _sort,
    "tab": insert("\t"),
    "select_all": lambda old: Edited(old.text, 0, len(old.text)),
    "top": lambda old: Edited(old.text, 0, 0),
    "bottom": lambda old: Edited(old.text, len(old.text), len(old.text)),
    "line_start": lambda old: Edited(old.text, *[lines_of(old.text, old.end, old.end)[0]] * 2),
    "line_end": lambda old: Edited(old.text, *[lines_of(old.text, old.end, old.end)[1]] * 2),
}


def apply(action: str, old: Edited, *, bullet: str = "-", done: str = "x ") -> Edited | None:
    """Apply an action; return None if it doesn't change the text or the selection.

    Args:
        action: Name of the action.
        old: Text and selection.
        bullet: Bullet character of lists.
        done: Prefix of a completed todo.txt task.
    """
    match action:
        case "unordered":
            return toggle_prefix(f"{bullet} ")(old)
        case "todo_checkbox":
            return each_line(_todo_check(done))(old)
    act = _DO.get(action)
    return None if act is None else act(old)


def offset_of_line(text: str, line: int) -> int:
    """Return the offset of a line, counted from 1; the text's end if it has fewer lines."""
    offset = 0
    for _ in range(line - 1):
        found = text.find("\n", offset)
        if found < 0:
            return len(text)
        offset = found + 1
    return offset
