"""Edits of a text: by the buttons below the editor, and by Enter in a list."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from android_gym.simulator.apps.markor.model import Change


@dataclass(frozen=True)
class Edited:
    """A text with its selection."""

    text: str
    start: int
    end: int


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
"""Buttons by format; formats that aren't here have those of plain text."""

_LIST = re.compile(r"^(\s*)(?:([-*+]) \[([ xX])\] |([-*+]) |(\d+)([.)]) )?")
_PREFIX = re.compile(r"^(\s*)(?:[-*+] \[[ xX]\] |[-*+] |\d+[.)] |#{1,6} |> )?")


def _lines(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the beginning of the first selected line and the end of the last."""
    stop = text.find("\n", end)
    return text.rfind("\n", 0, start) + 1, len(text) if stop < 0 else stop


def _each_line(change: Callable[[str, int], str]) -> Callable[[Edited], Edited]:
    """Return an edit that changes each selected line, given with its number among them."""

    def act(old: Edited) -> Edited:
        first, last = _lines(old.text, old.start, old.end)
        lines = old.text[first:last].split("\n")
        new = "\n".join(change(line, number) for number, line in enumerate(lines))
        grown = len(new) - (last - first)
        cursor = max(first, old.end + grown)
        text = old.text[:first] + new + old.text[last:]
        return Edited(text, cursor if old.start == old.end else first, cursor)

    return act


def _toggle_prefix(prefix: str) -> Callable[[Edited], Edited]:
    def change(line: str, number: int) -> str:
        wanted = prefix.replace("1", str(number + 1)) if prefix == "1. " else prefix
        found = _PREFIX.match(line)
        indent = found[1] if found else ""
        rest = line[found.end() :] if found else line
        marker = line[len(indent) : len(line) - len(rest)]
        same = marker == wanted or (prefix == "1. " and marker[:1].isdigit())
        return indent + rest if same else indent + wanted + rest

    return _each_line(change)


def _check(line: str, number: int) -> str:
    """Turn a line into an item of a check list, tick it, untick it."""
    found = re.match(r"^(\s*[-*+] \[)([ xX])(\] .*)$", line)
    if found:
        return found[1] + ("x" if found[2] == " " else " ") + found[3]
    prefix = _PREFIX.match(line)
    indent = prefix[1] if prefix else ""
    return f"{indent}- [ ] {line[prefix.end() :] if prefix else line}"


def _todo_check(line: str, number: int) -> str:
    return line[2:] if line.startswith("x ") else f"x {line}"


def _around(mark: str) -> Callable[[Edited], Edited]:
    def act(old: Edited) -> Edited:
        text, start, end = old.text, old.start, old.end
        width = len(mark)
        if text[:start].endswith(mark) and text[end:].startswith(mark):
            text = text[: start - width] + text[start:end] + text[end + width :]
            return Edited(text, start - width, end - width)
        text = text[:start] + mark + text[start:end] + mark + text[end:]
        return Edited(text, start + width, end + width)

    return act


def insert(text: str, back: int = 0) -> Callable[[Edited], Edited]:
    """Return an edit that puts a text in place of the selection.

    Args:
        text: The text.
        back: Characters between its end and the cursor.
    """

    def act(old: Edited) -> Edited:
        cursor = old.start + len(text) - back
        return Edited(old.text[: old.start] + text + old.text[old.end :], cursor, cursor)

    return act


def _delete_lines(old: Edited) -> Edited:
    first, last = _lines(old.text, old.start, old.end)
    if last < len(old.text):
        last += 1
    elif first > 0:
        first -= 1
    return Edited(old.text[:first] + old.text[last:], first, first)


def _new_line(old: Edited) -> Edited:
    _, last = _lines(old.text, old.start, old.end)
    return continue_list(Edited(old.text[:last] + "\n" + old.text[last:], last + 1, last + 1))


def _move(step: int) -> Callable[[Edited], Edited]:
    def act(old: Edited) -> Edited:
        first, last = _lines(old.text, old.start, old.end)
        text = old.text
        if step < 0:
            if first == 0:
                return old
            above, _ = _lines(text, first - 1, first - 1)
            moved = text[first:last] + "\n" + text[above : first - 1]
            shift = above - first
            text = text[:above] + moved + text[last:]
        else:
            if last == len(text):
                return old
            _, below = _lines(text, last + 1, last + 1)
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
    "checkbox": _each_line(_check),
    "todo_checkbox": _each_line(_todo_check),
    "unordered": _toggle_prefix("- "),
    "ordered": _toggle_prefix("1. "),
    "quote": _toggle_prefix("> "),
    "h1": _toggle_prefix("# "),
    "h2": _toggle_prefix("## "),
    "h3": _toggle_prefix("### "),
    "bold": _around("**"),
    "italic": _around("_"),
    "code": _around("`"),
    "strike": _around("~~"),
    "delete_lines": _delete_lines,
    "table": insert(_TABLE),
    "rule": insert("----\n"),
    "accordion": insert(
        "<details markdown='1'><summary>Click to expand</summary>\n\n\n\n</details>", 12
    ),
    "indent": _each_line(lambda line, number: "    " + line),
    "deindent": _each_line(lambda line, number: re.sub(r"^(\t| {1,4})", "", line)),
    "new_line": _new_line,
    "line_up": _move(-1),
    "line_down": _move(1),
    "context": insert("@"),
    "project": insert("+"),
    "priority": _each_line(
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
    "line_start": lambda old: Edited(old.text, *[_lines(old.text, old.end, old.end)[0]] * 2),
    "line_end": lambda old: Edited(old.text, *[_lines(old.text, old.end, old.end)[1]] * 2),
}


def apply(action: str, old: Edited) -> Edited | None:
    """Carry out an action; return None if it isn't one that changes text or selection."""
    act = _DO.get(action)
    return None if act is None else act(old)


def continue_list(new: Edited) -> Edited:
    """Add indentation and list marker after a line feed just typed before the cursor.

    After an item without text the marker is taken away instead.
    """
    text, cursor = new.text, new.end
    begin = text.rfind("\n", 0, cursor - 1) + 1
    line = text[begin : cursor - 1]
    found = _LIST.match(line)
    if found is None:
        return new
    indent, box, _, bullet, number, dot = found.groups()
    if found.end() == len(line) and (box or bullet or number):
        return Edited(text[:begin] + text[cursor:], begin, begin)
    marker = indent
    if box:
        marker += f"{box} [ ] "
    elif bullet:
        marker += f"{bullet} "
    elif number:
        marker += f"{int(number) + 1}{dot} "
    if not marker:
        return new
    return Edited(
        text[:cursor] + marker + text[cursor:], cursor + len(marker), cursor + len(marker)
    )


def difference(old: str, new: str) -> Change:
    """Return the one place where two texts differ."""
    start = _common(old, new)
    limit = min(len(old), len(new)) - start
    end = _common(old[::-1][:limit], new[::-1][:limit])
    return start, old[start : len(old) - end], new[start : len(new) - end]


def _common(a: str, b: str) -> int:
    """Return the length of the longest common beginning, by halving: texts may be long."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def joins(last: Change, change: Change) -> bool:
    """Return whether a letter goes on with the word typed just before."""
    start, removed, added = change
    return (
        not removed
        and len(added) == 1
        and added.isalnum()
        and not last[1]
        and len(last[2]) < 40
        and last[2][-1:].isalnum()
        and start == last[0] + len(last[2])
    )


def offset_of_line(text: str, line: int) -> int:
    """Return where a line begins, the first being 1; the end of the text where it is shorter."""
    offset = 0
    for _ in range(line - 1):
        found = text.find("\n", offset)
        if found < 0:
            return len(text)
        offset = found + 1
    return offset
