"""Values read from texts as people write them."""

from __future__ import annotations

from datetime import date

import pytest

from android_gym.errors import OptionError
from android_gym.task_suite.questions.values import (
    TODAY,
    Field,
    date_forms,
    epoch_seconds,
    moment,
    parse,
    parse_code,
    parse_date,
    parse_moment,
    parse_number,
    parse_phone,
    parse_time,
    with_clock_times,
    written,
)


def test_a_field_has_a_kind_and_a_unit_that_there_is() -> None:
    with pytest.raises(OptionError, match="field's kind must be one of .*'text'.* got 'string'"):
        Field("string")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="field's unit must be one of .*'kB'.* got 'KB'"):
        Field("number", "KB")


@pytest.mark.parametrize(
    ("text", "unit", "number"),
    [
        ("5", "", 5),
        ("5.", "", 5),
        ("1,234.5", "", 1234.5),
        ("1,234", "", 1234),
        ("-3", "", -3),
        ("- 3", "", 3),  # a line of a list, or after a dash
        ("– three", "", 3),
        ("- $4", "$", 4),
        ("- -3", "", -3),
        ("− 3", "", -3),
        ("three", "", 3),
        (".5", "", 0.5),
        ("$12.50", "$", 12.5),
        ("12.50 USD", "$", 12.5),
        ("12 dollars", "$", 12),
        ("-$4", "$", -4),
        ("90", "min", 90),
        ("90 minutes", "min", 90),
        ("1.5 hours", "min", 90),
        ("1 h 30 min", "min", 90),
        ("1 hour and 30 minutes", "min", 90),
        ("1h30m", "min", 90),
        ("two hours", "min", 120),
        ("30 s", "min", 0.5),
        ("2 km", "m", 2000),
        ("1 mile", "m", 1609.344),
        ("2.4 MB", "kB", 2400),
        # Not a number, or more than one:
        ("", "", None),
        ("many", "", None),
        ("1 2", "", None),
        ("5, 6", "", None),
        ("1 h 30", "min", None),
        ("1h30", "min", 90),
        ("1:30:00", "min", 90),
        ("0:01:30", "min", 1.5),
        ("1:30", "min", None),
        ("1:30:00", "", None),
        ("ninety", "", 90),
        ("Forty-two minutes", "min", 42),
        ("forty-twelve", "", None),
        ("twenty three", "", 23),
        ("Thirty one minutes", "min", 31),
        ("twenty minutes", "min", 20),
        ("twenty zero", "", None),
        ("twenty thirty", "", None),
        ("three twenty", "", None),
        ("USD 12.50", "$", 12.5),
        ("USD 12.50", "min", None),
        ("30 1 h", "min", None),
        ("5 apples", "", None),
        ("5 km", "min", None),
        ("$5", "min", None),
        ("5 min", "", None),
        ("1,23", "", None),
        ("12-13", "", None),
        ("5" * 300, "", None),
    ],
)
def test_numbers(text: str, unit: str, number: float | None) -> None:
    assert parse_number(text, unit) == number
    assert type(parse_number(text, unit)) is type(number)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("+1 (202) 555-0173", "2025550173"),
        ("202.555.0173.", "2025550173"),
        ("12025550173", "2025550173"),
        ("5550173", "5550173"),
        ("+44 20 7946 0018", "442079460018"),
        ("call 5550173", None),
        ("5550173" * 40, None),
    ],
)
def test_phone_numbers(text: str, number: str | None) -> None:
    assert parse_phone(text) == number


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("2093", "2093"),
        (" 02093.", "02093"),
        ("2,093", None),
        ("2093.0", None),
        ("20 93", None),
        ("+2093", None),
        ("²", None),
        ("9" * 201, None),
    ],
)
def test_codes(text: str, code: str | None) -> None:
    assert parse_code(text) == code


@pytest.mark.parametrize(
    "text",
    [
        "October 20 2023", "October 20, 2023", "october 20th, 2023", "Oct 20 2023", "Oct. 20",
        "20 October 2023", "20 Oct", "the 20th of October", "2023-10-20", "2023/10/20",
        "10/20/2023", "20/10/2023", "20.10.2023", "2023 Oct 20", "Friday, October 20 2023",
        "Fri, Oct 20", "on October 20", "this Friday", "this friday", "20-Oct-2023", "Oct-20",
        "20231020", "10/20", "20/10", "10/20/23",
    ],
)  # fmt: skip
def test_dates(text: str) -> None:
    assert parse_date(text) == date(2023, 10, 20)


@pytest.mark.parametrize(
    "text",
    [
        "", "October", "Friday", "10/11/2023", "Thursday, October 20 2023", "October 32 2023",
        "February 29 2023", "20", "Octobber 20", "Ma 3 2023", "x" * 300, "20 10 2023",
        "10/11", "10.20", "10-20", "10/11/12", "20.10.23", "20231320", "2023-1020",
        "10-20/2023", "202310",
    ],
)  # fmt: skip
def test_no_dates(text: str) -> None:
    assert parse_date(text) is None


def test_dates_as_seen_from_today() -> None:
    assert TODAY == date(2023, 10, 15)
    assert parse_date("today") == TODAY
    assert parse_date("Tomorrow") == date(2023, 10, 16)
    assert parse_date("yesterday") == date(2023, 10, 14)
    assert parse_date("10/10/2023") == date(2023, 10, 10)


@pytest.mark.parametrize("ahead", range(-20, 20))
def test_every_form_of_a_day_is_read_back(ahead: int) -> None:
    day = date.fromordinal(TODAY.toordinal() + ahead)
    forms = date_forms(day)
    assert len(forms) == len(set(forms)) >= 2
    assert all(parse_date(form) == day for form in forms)


def test_forms_name_the_weekday_where_it_is_this_week_and_the_year_where_it_is_another() -> None:
    assert "this Friday" in date_forms(date(2023, 10, 20))
    assert not any("Sunday" in form for form in date_forms(date(2023, 10, 22)))
    assert date_forms(date(2024, 1, 2)) == ["January 2 2024"]


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("9:45am", "09:45"), ("9:45 AM", "09:45"), ("9:45\u202fPM", "21:45"), ("21:45", "21:45"),
        ("9 p.m.", "21:00"), ("12am", "00:00"), ("12pm", "12:00"), ("noon", "12:00"),
        ("midday", "12:00"), ("midnight", "00:00"), ("0:05", "00:05"), ("9:45", "09:45"),
        ("at 9pm", "21:00"),
        ("21.45", "21:45"), ("9:45:00 PM", "21:45"),
        ("9", None), ("13pm", None), ("0am", None), ("24:00", None), ("9:60", None), ("", None),
        ("9:45am or 10am", None), ("945", None),
        ("9:45 in the morning", "09:45"), ("3 in the afternoon", "15:00"),
        ("12 in the afternoon", "12:00"),
        ("8:05 in the  evening", "20:05"), ("in the evening", None), ("9 in the night", None),
        ("9pm in the morning", None), ("21:45 in the morning", None),
        ("21h45", "21:45"), ("7 o'clock PM", "19:00"), ("7 o'clock", None), ("2145", None),
    ],
)  # fmt: skip
def test_times(text: str, time: str | None) -> None:
    assert parse_time(text) == time


@pytest.mark.parametrize(
    "text",
    [
        "October 20 2023 21:45", "October 20, 2023, 9:45 PM", "9:45pm on October 20 2023",
        "Oct 20 at 9:45 pm", "2023-10-20 21:45", "2023-10-20T21:45", "this Friday at 21:45",
        "Friday, October 20, 2023 at 21:45", "2023-10-20T21:45:00Z", "9:45 at night on Oct 20",
    ],
)  # fmt: skip
def test_moments(text: str) -> None:
    assert parse_moment(text) == "2023-10-20 21:45"


@pytest.mark.parametrize("text", ["", "October 20 2023", "21:45", "October 20 2023 9", "x" * 300])
def test_no_moments(text: str) -> None:
    assert parse_moment(text) is None


def test_fields_read_and_write_their_values() -> None:
    assert parse(Field("text"), "a, b") == "a, b"
    assert parse(Field("flag"), "True") is True
    assert parse(Field("date", optional=True), "none") is None
    assert parse(Field("number", "min"), "2.5 hours") == 150
    assert written(Field("date"), "2023-10-05") == "October 5 2023"
    assert written(Field("number"), 12.0) == "12"
    assert written(Field("flag"), False) == "False"
    assert written(Field("text", optional=True), None) == ""
    for field, text in ((Field("flag"), "yes"), (Field("date"), "none"), (Field("number"), "x")):
        with pytest.raises(ValueError, match=f"{text!r} is no {field.kind}"):
            parse(field, text)


def test_moments_are_in_the_phone_s_time_zone() -> None:
    assert moment("2023-10-20", "21:45").isoformat() == "2023-10-20T21:45:00+00:00"
    assert moment("2023-10-20", None).isoformat() == "2023-10-20T00:00:00+00:00"
    assert epoch_seconds("1970-01-02", "00:01") == 24 * 3600 + 60
    assert epoch_seconds(None, "12:00") == 0


@pytest.mark.parametrize(
    ("said", "in_digits"),
    [
        ("quarter to ten at night", "9:45 at night"),
        ("It rings at ten to 5 pm.", "It rings at 4:50 pm."),
        ("ten to one in the morning", "12:50 in the morning"),
        ("twenty past one this afternoon", "1:20 this afternoon"),
        ("half past two pm", "2:30 pm"),
        ("ten to twelve at night", "11:50 at night"),
        ("ten to twelve pm", "ten to twelve pm"),
        ("half to ten at night", "half to ten at night"),
        ("quarter to ten", "quarter to ten"),
    ],
)
def test_times_in_words_become_digits(said: str, in_digits: str) -> None:
    assert with_clock_times(said) == in_digits
