"""Calculator: its numbers, its keys, its history."""

from __future__ import annotations

import pytest

from android_gym.simulator.apps.calculator.expression import (
    Token,
    evaluate,
    from_typed,
    press,
    read_blob,
    take_back,
    tokens_of,
    write_blob,
)
from android_gym.simulator.apps.calculator.model import Answer
from android_gym.simulator.apps.calculator.reals import ONE, CalculationError
from android_gym.simulator.apps.calculator.writing import scrolled, with_commas, write
from android_gym.simulator.phone import Phone
from android_gym.testing.driver import AppDriver

PACKAGE = "com.google.android.calculator"
DATABASE = "Expressions.db"

# --- numbers -------------------------------------------------------------------------------------


def value(formula: str, *, degrees: bool = False, width: int = 13) -> str:
    try:
        tokens = tokens_of(from_typed(formula))
        return write(evaluate(tokens, degrees, lambda row: ONE), width)
    except CalculationError as error:
        return str(error)


@pytest.mark.parametrize(
    ("formula", "result"),
    [
        ("1+1", "2"),
        ("0.1+0.2", "0.3"),
        ("2(3)4", "24"),
        ("-2^2", "−4"),
        ("2^-2", "0.25"),
        ("2^3^2", "512"),
        ("8÷2(2+2)", "16"),
        ("√16+√(9)", "7"),
        ("√2×√8", "4"),
        ("7!", "5,040"),
        ("100+10%", "110"),
        ("100-10%×2", "99.8"),
        ("50%", "0.5"),
        ("3²", "9"),
        ("log(1000)", "3"),
        ("log(20)+ln(e)", "2.30102999566"),
        ("exp(ln(5))", "5"),
        ("ln(8)÷ln(2)", "3"),
        ("sin(π÷6)", "0.5"),
        ("tan(π÷4)", "1"),
        ("8^(1÷3)", "2"),
        ("1÷3", "0.33333333333"),
        ("2÷3", "0.66666666666"),  # cut off, not rounded
        ("10^20", "1E20"),
        ("20!", "2.43290200E18"),
        ("1÷8000000000", "1.25E−10"),
        ("1÷1000000", "0.000001"),
        ("9^9^8", "1.17E41077011"),
        ("3000!", "4.149359E9130"),
        ("((1+2", "3"),
        ("1÷0", "Can't divide by 0"),
        ("tan(π÷2)", "Can't divide by 0"),
        ("ln(-1)", "Domain error"),
        ("√(-4)", "Domain error"),
        ("0^0", "Domain error"),
        ("(-8)^(1÷3)", "Domain error"),
        ("sin⁻¹(2)", "Domain error"),
        ("2.5!", "Domain error"),
        ("9^9^9^9", "Value too large"),
        ("5+", "Format error"),
        ("1.2.3", "Format error"),
        ("()", "Format error"),
        ("si(1)", "Format error"),
        ("(" * 300 + "1", "Format error"),
    ],
)
def test_what_formulas_come_to(formula: str, result: str) -> None:
    assert value(formula) == result


def test_angles_in_degrees() -> None:
    assert value("sin(30)", degrees=True) == "0.5"
    assert value("cos(180)", degrees=True) == "−1"
    assert value("tan⁻¹(1)", degrees=True) == "45"
    assert value("sin(30)") == "−0.9880316240"


def test_what_cancels_out_is_exact_or_as_good() -> None:
    assert value("√2-√2") == "0"
    assert value("sin(1)²+cos(1)²-1") == "0"
    assert value("π-3.14159265358979") == "3.2384626E−15"


def test_a_long_result_is_scrolled_to_its_digits() -> None:
    tokens = tokens_of("1÷7")
    number = evaluate(tokens, False, lambda row: ONE)
    assert scrolled(number, 13, 0) == ("0.14285714285", 0)
    assert scrolled(number, 13, 6) == ("…14285E−11", 6)
    assert scrolled(number, 13, 10**9)[1] < 1000
    whole = evaluate(tokens_of("20!"), False, lambda row: ONE)
    assert scrolled(whole, 13, 99) == ("…17664E4", 10)  # no further than its last digit


def test_commas() -> None:
    assert with_commas("1234567.12345+1000E−2000") == "1,234,567.12345+1,000E−2000"


# --- formulas ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "key", "after"),
    [
        ("", "×", None),
        ("", "−", "−"),
        ("5+", "×", "5×"),
        ("5×", "−", "5×−"),
        ("5×−", "+", "5+"),
        ("5+", "−", "5−"),
        ("π", "2", "π×2"),
        ("1.5", ".", None),
        ("(1+2", "()", "(1+2)"),
        ("(1+", "()", "(1+("),
        ("2", "()", "2("),
        ("+", "!", None),
        ("(", "×", None),
    ],
)
def test_what_a_key_makes_of_a_formula(before: str, key: str, after: str | None) -> None:
    pressed = press(before, "", key)
    assert (None if pressed is None else pressed[0]) == after


def test_names_and_answers_are_taken_back_as_a_whole() -> None:
    assert take_back("2+sin⁻¹(", ()) == "2+"
    assert take_back("0.333…", (Answer("0.333…", 1),)) == ""
    assert take_back("12", ()) == "1"


def test_an_expression_is_stored_as_aosp_stores_it() -> None:
    tokens = tokens_of("1.5+√π", ())
    blob = write_blob(tokens)
    assert blob.hex() == "00000004" + "0001" + "000131" + "000135" + "2b" + "72" + "70"
    assert read_blob(blob, str) == tokens
    answer = (Token("answer", "…", 7), Token("operator", "!"))
    assert read_blob(write_blob(answer), lambda row: "…") == answer


@pytest.mark.parametrize("blob", [b"", b"\x00\x00\x00\x01", b"\x00\x00\x00\x01\x00\x00\x00\xff1",
                                  b"\x7f\xff\xff\xff2", b"\x00\x00\x00\x01?"])  # fmt: skip
def test_what_is_no_expression(blob: bytes) -> None:
    with pytest.raises(CalculationError):
        read_blob(blob, str)


# --- the app -------------------------------------------------------------------------------------


class App(AppDriver):
    """The app on a phone of its own."""

    phone: Phone

    def __init__(self) -> None:
        super().__init__(Phone(), PACKAGE)
        self.start("com.android.calculator2.Calculator")

    def shows_text(self, id: str) -> str:
        return self.find(id).text or ""

    def keys(self, *ids: str) -> None:
        for id in ids:
            self.tap(id)


@pytest.fixture
def app() -> App:
    return App()


def test_keys_type_a_formula_with_a_preview(app: App) -> None:
    app.keys("digit_1", "digit_2", "op_mul", "digit_3")
    assert app.shows_text("formula") == "12×3"
    assert app.shows_text("result_preview") == "36"
    app.keys("del", "op_add")
    assert app.shows_text("formula") == "12+"
    assert not app.query(DATABASE, "SELECT 1 FROM expressions")
    app.keys("digit_8", "eq")
    assert app.shows_text("result_final") == "20"
    assert app.query(DATABASE, "SELECT hex(expression), flags FROM expressions") == [
        ("000000030000000231322B0000000138", 0)
    ]


def test_a_result_goes_on_with_all_its_digits(app: App) -> None:
    app.keys("digit_1", "op_div", "digit_3", "eq", "op_mul")
    assert app.shows_text("formula") == "0.33333333…×"
    app.keys("digit_3", "eq")
    assert app.shows_text("result_final") == "1"
    app.keys("digit_5")  # begins anew
    assert app.shows_text("formula") == "5"


def test_what_is_wrong_is_said_and_can_be_mended(app: App) -> None:
    app.keys("digit_1", "op_div", "digit_0", "eq")
    assert app.shows_text("result_preview") == "Can't divide by 0"
    app.keys("digit_5", "eq")
    assert app.shows_text("formula") == "1÷05"
    assert app.shows_text("result_final") == "0.2"


def test_functions_unfold_and_turn_into_their_inverses(app: App) -> None:
    assert not app.shows("fun_sin")
    app.keys("collapse_expand", "toggle_mode", "toggle_inv", "fun_arcsin", "digit_1", "eq")
    assert app.shows_text("formula") == "sin⁻¹(1"
    assert app.shows_text("result_final") == "90"
    assert app.shows_text("mode") == "DEG"


def test_a_keyboard_types_too(app: App) -> None:
    app.shell("input text 'sqrt(1000000)*3='")
    app.wait(300)
    assert app.shows_text("formula") == "√(1,000,000)×3"
    assert app.shows_text("result_final") == "3,000"
    app.shell("input text '+1'")
    app.wait(300)
    assert app.shows_text("formula") == "3,000+1"
    app.press("ENTER")
    assert app.shows_text("result_final") == "3,001"


def test_keys_write_where_the_cursor_is(app: App) -> None:
    app.keys("digit_1", "digit_2", "digit_3", "digit_4")
    for _ in range(4):
        app.press("DPAD_LEFT")
    app.keys("digit_9", "digit_8")
    assert app.shows_text("formula") == "198,234"
    app.keys("del")
    assert app.shows_text("formula") == "19,234"


def test_a_result_is_copied_and_pasted(app: App) -> None:
    app.keys("digit_7", "collapse_expand", "op_fact", "eq")
    app.long_press("result_final")
    app.tap("Copy")
    assert app.phone.system.clipboard.text == "5,040"
    app.keys("clr")
    app.press("PASTE")
    assert app.shows_text("formula") == "5,040"


def test_what_is_no_formula_or_too_long_is_not_taken(app: App) -> None:
    clipboard = app.phone.system.clipboard
    for text in ("hello, World", "1+" * 300):
        clipboard.set_text(text)
        app.press("PASTE")
        assert app.shows_text("formula") == ""
    clipboard.set_text("1+" * 199 + "1=")
    app.press("PASTE")
    assert app.shows_text("result_final") == "200"


def test_the_history_is_kept_used_and_cleared(app: App) -> None:
    app.keys("digit_2", "op_add", "digit_3", "eq", "clr", "digit_4")
    app.phone.swipe(540, 300, 540, 900)
    app.wait(300)
    assert {"History", "Today", "2+3", "5"} <= set(app.texts())
    app.tap("5")
    assert app.shows_text("formula") == "4×5"
    app.menu("History")
    app.tap("2+3")
    assert app.shows_text("formula") == "2+3"
    app.menu("History")
    app.menu("Clear")
    app.tap("Clear")
    assert not app.query(DATABASE, "SELECT 1 FROM expressions")
    app.menu("History")
    assert app.shows("No history")
    app.back()
    assert app.shows("formula")


def test_rows_that_adb_has_spoilt_are_shown_as_wrong(app: App) -> None:
    app.keys("digit_2", "op_add", "digit_3", "eq")
    path = f"/data/data/{PACKAGE}/databases/{DATABASE}"
    rows = (
        "(5, x'000000010200000005', 0, 0), (6, 'text', 'x', -1), (7, x'000000010200000009', 0, 0)"
    )
    app.shell(f'sqlite3 {path} "INSERT INTO expressions VALUES {rows}"')
    app.menu("History")
    assert app.texts().count("Format error") == 3


def test_the_theme_is_chosen(app: App) -> None:
    light = app.phone.screenshot()[1200, 20].copy()
    app.menu("Choose theme")
    app.tap("Dark")
    assert app.phone.screenshot()[1200, 20].sum() < light.sum() / 2
