"""Pages where something is to be typed."""

from __future__ import annotations

import re

from android_gym.task_suite.demonstrations.script import Steps
from android_gym.task_suite.miniwob.demonstrations.page import Page, box_of, script

__all__ = ["SCRIPTS"]


def _quoted(page: Page) -> Steps:
    yield from page.fill(page.fields[0], page.quoted()[0])
    yield from page.submit()


def _in_case(page: Page) -> Steps:
    text = page.quoted()[0]
    upper = "upper case" in page.utterance
    yield from page.fill(page.fields[0], text.upper() if upper else text.lower())
    yield from page.submit()


def _password(page: Page) -> Steps:
    word = page.quoted()[0]
    for index in range(2):
        yield from page.fill(page.fields[index], word)
    yield from page.submit()


def _login(page: Page) -> Steps:
    for index, word in enumerate(page.quoted()):
        yield from page.tap(page.fields[index])
        cancel = page.texts("Cancel")
        if cancel:
            yield from page.tap(cancel[0])
            yield from page.tap(page.fields[index])
        yield from page.type(word)
    # The instruction calls the button by another name than some pages do.
    yield from page.tap(page.of_class("Button")[0])


def _copied(page: Page) -> Steps:
    """Copy the text of the only area that has one, or of the one that is asked for."""
    numbers = re.findall(r"the (\d)\w\w text area", page.utterance)
    full = [field for field in page.fields if field.text]
    source = full[int(numbers[0]) - 1 if numbers else 0]
    # Each of these texts ends with a blank.
    text = (source.text or "").rstrip() + " "
    target = next(field for field in page.fields if not field.text)
    yield from page.fill(target, text)
    yield from page.submit()


def _nth_word(page: Page) -> Steps:
    (number,) = page.asks(r"Find the (\d+)\w\w word")
    paragraph = next(e.text for e in page.items if e.text)
    word = paragraph.split()[int(number) - 1]
    yield from page.fill(page.fields[0], re.sub(r"\W", "", word))
    yield from page.submit()


def _last_word(page: Page) -> Steps:
    area, field = page.fields
    word = (area.text or "").split()[-1]
    yield from page.fill(field, re.sub(r"\W", "", word))
    yield from page.submit()


def _guessed(page: Page) -> Steps:
    low, high = 0, 9
    while low <= high:
        guess = (low + high) // 2
        yield from page.tap(page.fields[0])
        if page.fields[0].text:
            yield from page.press("MOVE_END")
            yield from page.press("DEL")
        yield from page.type(str(guess))
        yield from page.submit()
        said = " ".join(e.text or "" for e in page.items)
        if "is lower than" in said:
            high = guess - 1
        elif "is higher than" in said:
            low = guess + 1
        else:
            return


def _row_values(page: Page) -> dict[str, str]:
    """Return what a table of two columns says, by what is on the left."""
    told = [e for e in page.items if e.text and e.text.strip()]
    values = {}
    for left, right in zip(told, told[1:], strict=False):
        one, two = box_of(left), box_of(right)
        if abs(one.center[1] - two.center[1]) < one.height / 2 and one.x_max <= two.x_min:
            values[(left.text or "").strip()] = (right.text or "").strip()
    return values


def _table(page: Page) -> Steps:
    (key,) = page.asks(r"the value of (.+) into the text field")
    yield from page.fill(page.fields[0], _row_values(page)[key])
    yield from page.submit()


def _table_of_two(page: Page) -> Steps:
    values = _row_values(page)
    for index in range(2):
        field = page.fields[index]
        labels = [
            (e.text or "").strip()[:-1]
            for e in page.items
            if (e.text or "").strip().endswith(":") and not e.is_editable
        ]
        yield from page.fill(field, values[labels[index]])
    yield from page.submit()


def _problem(page: Page, pattern: str) -> tuple[str, ...]:
    """Return the parts of a problem, which the page writes in one or more elements."""
    told = " ".join((e.text or "").strip() for e in page.items)
    found = re.search(pattern, told)
    if found is None:
        raise page.stuck(f"there is no problem like {pattern!r}")
    return found.groups()


def _arithmetic(page: Page) -> Steps:
    one, sign, two = _problem(page, r"(\d+) ([-+x]) (\d+) =")
    a, b = int(one), int(two)
    yield from page.fill(page.fields[0], str({"+": a + b, "-": a - b, "x": a * b}[sign]))
    yield from page.submit()


def _algebra(page: Page) -> Steps:
    one, sign, two, result = _problem(page, r"(x|\d+) ([-+]) (x|\d+) = (\d+)")
    total = int(result)
    if one == "x":
        answer = total - int(two) if sign == "+" else total + int(two)
    else:
        answer = total - int(one) if sign == "+" else int(one) - total
    yield from page.fill(page.fields[0], str(answer))
    yield from page.submit()


def _captcha(page: Page) -> Steps:
    letters = [e for e in page.items if e.text and len(e.text.strip()) == 1]
    letters.sort(key=lambda e: box_of(e).center[0])
    yield from page.fill(page.fields[0], "".join((e.text or "").strip() for e in letters))
    yield from page.submit()


def _film(page: Page) -> Steps:
    genre, name, year = page.asks(r"Search for (.+) movies directed by (.+) from year (\d+)\.")
    rows = ("genre", genre), ("director", name), ("year", year), ("released date", year)
    labels = [
        (box_of(e).y_min, value)
        for e in page.items
        for label, value in rows
        if not e.is_editable and label in (e.text or "").casefold()
    ]
    # Each field has a label of its own beside it, above it, or below it: their order is the same.
    for index, (_, value) in enumerate(sorted(labels)):
        yield from page.fill(page.fields[index], value)
    button = next(e for e in page.items if (e.text or "").strip() in ("Submit", "Search", "Go!"))
    yield from page.tap(button)


def _autocomplete(page: Page) -> Steps:
    begin, *end = page.quoted()
    yield from page.fill(page.fields[0], begin)
    yield from page.wait()
    for element in page.items:
        item = (element.text or "").strip()
        if not element.is_editable and item.startswith(begin) and item.endswith("".join(end)):
            yield from page.tap(element)
            break
    yield from page.submit()


def _terminal(page: Page) -> Steps:
    yield from page.tap(next(e for e in page.items if "Welcome" in (e.text or "")))
    yield from page.type("ls")
    yield from page.press("ENTER")
    ending = re.findall(r"extension (\.[\w.]+)", page.utterance)
    files = [name for e in page.items for name in (e.text or "").split() if _is_file(name)]
    # The names stand on the line after the command, all in one.
    lines = [(e.text or "").strip() for e in page.items]
    at = max(i for i, line in enumerate(lines) if line == "ls")
    files = next(line for line in lines[at + 1 :] if line).split()
    wanted = next(f for f in files if (f.endswith(ending[0]) if ending else "." not in f))
    yield from page.type(f"rm {wanted}")
    yield from page.press("ENTER")


def _is_file(name: str) -> bool:
    return re.fullmatch(r"[\w.]+", name) is not None


def _search(page: Page) -> Steps:
    (number,) = page.asks(r"click the (\d+)\w\w search result")
    yield from page.fill(page.fields[0], page.quoted()[0])
    yield from page.submit("Search")
    number_of_page, place = divmod(int(number) - 1, 3)
    if number_of_page:
        pages = page.texts(str(number_of_page + 1))
        yield from page.tap(pages[-1])
    titles = [e for e in page.items if page.is_link(e) and not (e.text or "").strip().isdigit()]
    titles = [e for e in titles if (e.text or "").strip() not in ("<", ">", "", "Search")]
    titles = sorted(titles, key=lambda e: box_of(e).y_min)
    yield from page.tap([e for e in titles if not e.is_editable][place])


SCRIPTS = {
    "copy-paste": script(_copied),
    "copy-paste-2": script(_copied),
    "enter-password": script(_password),
    "enter-text": script(_quoted),
    "enter-text-2": script(_in_case),
    "enter-text-dynamic": script(_quoted),
    "find-word": script(_nth_word),
    "guess-number": script(_guessed),
    "login-user": script(_login),
    "login-user-popup": script(_login),
    "multi-layouts": script(_film),
    "multi-orderings": script(_film),
    "read-table": script(_table),
    "read-table-2": script(_table_of_two),
    "scroll-text": script(_last_word),
    "search-engine": script(_search),
    "simple-algebra": script(_algebra),
    "simple-arithmetic": script(_arithmetic),
    "terminal": script(_terminal),
    "text-transform": script(_captcha),
    "use-autocomplete": script(_autocomplete),
}
"""Scripts by the names of pages."""
