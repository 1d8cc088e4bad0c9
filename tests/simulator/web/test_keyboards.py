"""Fields of pages as Android's keyboard sees them (Chromium's `ImeUtils`)."""

from __future__ import annotations

from typing import Any

import pytest

STYLE = (
    "<!doctype html><meta name=viewport content='width=device-width'>"
    "<style>input,textarea,select,button,div{display:block;height:30px;min-width:90px}</style>"
)
ACTION = "key_pos_ime_action"
SHOWN = """<script>
for (const name of ['keydown', 'submit', 'focusin'])
  addEventListener(name, (event) => console.log(name, event.key || event.target.id));
</script>"""


def keyboard_key(phone: Any, name: str) -> list[Any]:
    """Return a key of the keyboard; none if that isn't there."""
    named = f"com.google.android.inputmethod.latin:id/{name}"
    return [e for e in phone.ui_elements() if e.resource_name == named]


def action(phone: Any) -> str:
    """Return what the action key says; empty if there is no keyboard."""
    found = keyboard_key(phone, ACTION)
    return str(found[0].content_description) if found else ""


def press(phone: Any) -> None:
    """Press the action key."""
    (key,) = keyboard_key(phone, ACTION)
    phone.tap(*key.bbox_pixels.center)
    phone.advance(500)


def heard() -> list[str]:
    """Return what the page has printed."""
    from webapps.screens import Browser

    return [event.text for _, event in Browser.HEARD if type(event).__name__ == "ConsoleMessage"]


def focused(phone: Any) -> str:
    """Return the id of the field that has the focus; empty if none has it."""
    field = phone.windows.focused_field()
    return field.resource_name if field is not None else ""


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ("<input id=f>", "Go"),
        ("<input id=f><input>", "Next"),
        ("<input id=f><select><option>1</select>", "Next"),
        ("<input id=f><div contenteditable>x</div>", "Next"),
        ("<input id=f><button>submits</button><input>", "Go"),
        ("<input id=f><button type=button>no</button><input type=checkbox><input>", "Next"),
        ("<input><input id=f>", "Go"),
        ("<form><input id=f></form><input>", "Go"),
        ("<form><input id=f></form><form><input></form>", "Go"),
        ("<form id=o><input id=f></form><input form=o>", "Next"),
        ("<input id=f><input disabled><input readonly><input tabindex=-1>", "Go"),
        ("<input id=f><input style='visibility: hidden'><input style='display: none'>", "Go"),
        ("<input tabindex=2><input id=f tabindex=1>", "Next"),
        ("<input id=f tabindex=2><input tabindex=1>", "Go"),
        ("<input id=f tabindex=-1><input>", "Go"),
        (f"<input id=f>{'<a href=x>a</a>' * 50}<input>", "Go"),
        ("<input id=f type=search><input>", "Search"),
        ("<input id=f inputmode=text>", "Enter"),
        ("<textarea id=f></textarea><input>", "Enter"),
        ("<div id=f contenteditable>x</div>", "Enter"),
        ("<input id=f inputmode=none><input>", ""),
        *((f"<input id=f enterkeyhint={hint}>", name)
          for hint, name in (
              ("enter", "Enter"), ("done", "Done"), ("go", "Go"), ("next", "Next"),
              ("previous", "Previous"), ("search", "Search"), ("send", "Send"), ("x", "Go"),
          )),
        ("<input id=f><script>Object.defineProperty(f, 'enterKeyHint', {value: 'x'})</script>",
         "Go"),
    ],
)  # fmt: skip
def test_what_it_does(phone: Any, html: str, name: str) -> None:
    phone.open(STYLE + html)
    phone.tap_on("f")
    phone.advance(500)
    assert action(phone) == name


def test_it_leads_to_the_next_field(phone: Any) -> None:
    phone.open(
        f"{STYLE}<form><input id=a><div style='height:1500px'></div><input id=b value=xy>"
        f"<select id=c><option>1</select><button id=d>Send</button></form>{SHOWN}"
    )
    phone.tap_on("a")
    press(phone)
    assert focused(phone) == "b" and action(phone) == "Next"
    assert phone.element("b").bbox_pixels is not None, "it has been scrolled to"
    phone.type_text("z")
    press(phone)
    assert phone.element("c") and action(phone) == "", "a list opens no keyboard"
    assert heard() == ["focusin a", "focusin b", "keydown z", "focusin c"], "Enter wasn't pressed"


def test_enter_is_a_key(phone: Any) -> None:
    phone.open(
        f"{STYLE}<form onsubmit='return false'><input id=a><input id=b><button></button></form>"
        f"{SHOWN}"
    )
    phone.tap_on("a")
    assert action(phone) == "Next"
    phone.press_key(66)
    assert heard() == ["focusin a", "keydown Enter", "submit "]
    assert focused(phone) == "a"


def test_a_page_that_names_the_action_gets_enter(phone: Any) -> None:
    phone.open(f"{STYLE}<input id=a enterkeyhint=next><input id=b>{SHOWN}")
    phone.tap_on("a")
    press(phone)
    assert heard() == ["focusin a", "keydown Enter"] and focused(phone) == "a"


def test_a_field_in_a_frame(phone: Any) -> None:
    inner = "<input id=a><input id=b>".replace('"', "&quot;")
    phone.open(f'{STYLE}<iframe width=300 height=200 srcdoc="{STYLE}{inner}"></iframe><input id=c>')
    phone.tap_on("a")
    press(phone)
    assert focused(phone) == "b" and action(phone) == "Go"


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("<input id=f>", "Qq"),
        ("<input id=f value='a'>", "aqq"),
        ("<input id=f value='a. '>", "a. Qq"),
        ("<textarea id=f></textarea>", "Qq"),
        ("<input id=f type=email>", "qq"),
        ("<input id=f autocomplete=username>", "qq"),
        ("<input id=f autocapitalize=off>", "qq"),
        ("<input id=f autocapitalize=characters>", "QQ"),
        ("<form autocapitalize=none><input id=f></form>", "qq"),
        ("<input id=f><script>Object.defineProperty(f, 'autocapitalize', {value: 'x'})</script>",
         "qq"),
    ],
)  # fmt: skip
def test_capital_letters(phone: Any, field: str, typed: str) -> None:
    phone.open(STYLE + field)
    phone.tap_on("f")
    phone.advance(500)
    phone.press_key(123)  # to the end
    for _ in range(2):
        phone.tap(*keyboard_key(phone, "key_pos_0_0")[0].bbox_pixels.center)
        phone.advance(200)
    (element,) = [e for e in phone.ui_elements() if e.resource_name == "f"]
    assert element.text == typed
