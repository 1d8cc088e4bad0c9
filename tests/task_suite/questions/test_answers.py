"""Right answers, under either rules."""

from __future__ import annotations

from datetime import date

import pytest

from android_gym.task_suite.android_world.expense.questions import Expenses
from android_gym.task_suite.questions.answers import AnswerSpec, Match, match_of
from android_gym.task_suite.questions.values import Field

LIST = AnswerSpec("list", ("name",))
TITLES = ["Team lunch", "Board meeting", "Gym"]


@pytest.mark.parametrize(
    "answer",
    [
        "Team lunch, Board meeting, Gym",
        "gym, board meeting, team lunch",
        "Team lunch; Board meeting; Gym",
        "Team lunch, Board meeting and Gym",
        "Team lunch, Board meeting, and Gym.",
        "- Team lunch\n- Board meeting\n- Gym\n",
        "1. Team lunch\n2. Board meeting\n3. Gym",
        '"Team lunch", "Board meeting", "Gym"',
        "Team lunhc, Board meeting, Gym",
        "Team lunch, Board meeting,, Gym,",
    ],
)
def test_a_list_is_right_in_any_order_and_form(answer: str) -> None:
    assert LIST.is_right(answer, TITLES)


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "",
        ",",
        "Team lunch, Board meeting",
        "Team lunch, Board meeting, Gym, Gym",
        "Team lunch, Team lunch, Gym",
        "Team lunch, Board meeting, Gym, Concert",
        "Team lunch, Board meeting, Concert",
        "Team lunch Board meeting Gym",
        "Team lunch, Board meeting, Gym" + " " * 5000,
        ", ".join(["Gym"] * 5000),
    ],
)
def test_a_list_is_wrong_if_an_item_is(answer: str | None) -> None:
    assert not LIST.is_right(answer, TITLES)


def test_an_item_counts_as_often_as_it_is_there() -> None:
    assert LIST.is_right("Gym, Gym, Yoga", ["Gym", "Yoga", "Gym"])
    assert not LIST.is_right("Gym, Yoga, Yoga", ["Gym", "Yoga", "Gym"])
    assert not LIST.is_right("Gym, Yoga", ["Gym", "Yoga", "Gym"])


@pytest.mark.parametrize(
    ("item", "wrong"),
    [
        ("hello@otterpost.example", "helo@otterpost.example"),
        ("hello@otterpost.example", "hello@otterpost.exemple"),
        ("composting_summary.md", "composting_sumary.md"),
        ("heronpost.example", "heronposts.example"),
    ],
)
def test_an_address_or_a_files_name_has_no_typos(item: str, wrong: str) -> None:
    spec = AnswerSpec("identity", ("email",))
    for right in (item, item.upper(), f"{item}.", f"<{item}>", f'"{item}"', f"It is {item}."):
        assert spec.is_right(right, [item]), right
    assert not spec.is_right(wrong, [item]) and not spec.is_right(f"It is {wrong}", [item])
    assert not spec.same(spec.mistyped(item), item)
    assert spec.mistyped("Board meeting") == ""


def test_items_may_hold_separators() -> None:
    items = ["Bread, butter and jam", "Organize files and folders", "Tea"]
    assert LIST.is_right("Tea, Bread, butter and jam, Organize files and folders", items)
    assert LIST.is_right("Organize files and folders and Tea and Bread, butter and jam", items)
    assert not LIST.is_right("Tea, Bread, butter, Organize files and folders", items)


def test_a_short_item_does_not_hide_at_the_end_of_a_long_one() -> None:
    long = "Prepare the agenda of the weekly meeting of all teams"
    assert LIST.same(f"{long}, Gym", long)  # alike, as texts
    assert not LIST.is_right(f"{long}, Gym", [long])
    assert LIST.is_right(long, [long])


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("the thermos", True),
        ("A thermos", True),
        ("It is the thermos.", True),
        ("an thermos", True),
        ("thermos the", False),
        ("not the thermos", False),
        ("the the thermos", False),
        ("The Thermos", False),  # a name may begin so
        ("those thermos", False),
    ],
)
def test_a_thing_may_have_an_article(answer: str, right: bool) -> None:
    spec = AnswerSpec("text", text="thermos")
    assert spec.is_right(answer, ["thermos"]) == right


def test_an_article_of_a_name_counts() -> None:
    spec = AnswerSpec("text", text="The Plan")
    assert spec.is_right("The Plan", ["The Plan"])
    assert not spec.is_right("Plan", ["The Plan"])


def test_a_long_item_may_have_a_slip_in_ten_letters() -> None:
    long = "abcdefghij" * 10
    assert LIST.is_right(long + "k" * 11, [long])
    assert not LIST.is_right(long + "k" * 12, [long])


def test_no_number_is_right_where_there_is_none() -> None:
    numbers = AnswerSpec("list", ("x",), match="number")
    assert not numbers.is_right("3", [])
    assert not numbers.is_right("", [])


def test_numbers_in_texts_must_be_right() -> None:
    assert LIST.is_right("Unit 12 rehearsal room", ["Unit 12 rehearsal rooms"])
    assert not LIST.is_right("Unit 13 rehearsal rooms", ["Unit 12 rehearsal rooms"])


@pytest.mark.parametrize(
    ("match", "unit", "tolerance", "expected", "right", "wrong"),
    [
        ("number", "", 0.0, "4", ["4", "4.0", "four", "4."], ["5", "4.01", "", "4, 4", "four 4"]),
        ("number", "min", 0.0, "90", ["90", "90 min", "1.5 hours", "1 h 30 min"], ["90 km", "1.5"]),
        ("number", "m", 10.0, "2000", ["2000", "2 km", "2009.9", "1990.1"], ["2010", "1990"]),
        ("number", "$", 0.01, "12.5", ["$12.50", "12.5 dollars", "12.50"], ["12.51", "12.49"]),
        ("date", "", 0.0, "October 20 2023", ["2023-10-20", "Oct 20"], ["October 21", "20"]),
        ("time", "", 0.0, "21:45", ["9:45 PM", "21:45"], ["9:45", "21:46"]),
        (
            "moment", "", 0.0, "October 20 2023 21:45",
            ["October 20 2023 21:45", "2023-10-20 9:45 pm"],
            ["October 20 2023", "21:45", "October 21 2023 21:45", "October 20 2023 21:46"],
        ),
    ],
)  # fmt: skip
def test_other_matches(
    match: Match, unit: str, tolerance: float, expected: str, right: list[str], wrong: list[str]
) -> None:
    spec = AnswerSpec("identity", ("x",), match=match, tolerance=tolerance, unit=unit)
    assert [answer for answer in right if not spec.is_right(answer, [expected])] == []
    assert [answer for answer in wrong if spec.is_right(answer, [expected])] == []


def test_lists_of_numbers_and_dates() -> None:
    spec = AnswerSpec("list", ("x",), match="number", unit="$")
    assert spec.is_right("$12, 1,200 and 5", ["5", "12", "1200"])
    assert not spec.is_right("$12, 1,200", ["5", "12", "1200"])
    dates = AnswerSpec("list", ("x",), match="date")
    assert dates.is_right("October 20, 2023, October 21, 2023", ["October 21 2023", "Oct 20 2023"])
    long = "Wednesday, October 25, 2023, Thursday, October 26, 2023"
    assert dates.is_right(long, ["October 25 2023", "October 26 2023"])
    assert not dates.is_right(long, ["October 25 2023", "October 27 2023"])


def test_androidworlds_verdict() -> None:
    assert LIST.original("Team lunch, Team lunch, Gym", TITLES)  # its known defect
    assert not LIST.original("Team lunch, Gym", TITLES)
    assert not LIST.original("Team lunch; Board meeting; Gym", TITLES)
    assert LIST.original("Unit 13 rehearsal rooms", ["Unit 12 rehearsal rooms"])
    assert not LIST.original(None, TITLES)
    count = AnswerSpec("count", match="number")
    assert count.original("4.0", ["4"]) and not count.original("four", ["4"])
    near = AnswerSpec("sum", ("x",), match="number", tolerance=10)
    assert near.original("2009.9", ["2000"]) and not near.original("2010", ["2000"])
    moment = AnswerSpec("identity", ("x", "y"), match="moment")
    assert moment.original("October 20 2023 21:45", ["October 20 2023 21:45"])
    assert not moment.original("2023-10-20 21:45", ["October 20 2023 21:45"])


@pytest.mark.parametrize(
    ("match", "expected"),
    [
        ("text", "Gym"), ("number", "5"), ("date", "October 31 2023"), ("time", "23:10"),
        ("moment", "October 20 2023 23:10"),
    ],
)  # fmt: skip
def test_another_answer_is_wrong_under_either_rules(match: Match, expected: str) -> None:
    spec = AnswerSpec("identity", ("x",), match=match, tolerance=3.0 if match == "number" else 0)
    wrong = spec.another([expected], ["gym", "GYM", "Yoga"])
    assert not spec.is_right(wrong, [expected])
    assert not spec.original(wrong, [expected])
    assert match != "text" or wrong == "Yoga"


def test_what_is_right_follows_from_the_rows() -> None:
    adapter = Expenses()
    rows = [
        adapter.settle({"name": "Tea", "amount": 2.5, "date": "2023-10-05", "time": "08:00"}),
        adapter.settle({"name": "Cake", "amount": 0.1 + 0.2, "date": "2023-10-06"}),
    ]
    words = {"what": "cups"}
    assert LIST.expected(rows, adapter, words) == ["Tea", "Cake"]
    assert AnswerSpec("count").expected(rows, adapter, words) == ["2"]
    assert AnswerSpec("sum", ("amount",)).expected(rows, adapter, words) == ["2.8"]
    assert AnswerSpec("identity", ("amount",)).expected(rows[:1], adapter, words) == ["2.50"]
    assert AnswerSpec("identity", ("date", "time")).expected(rows[:1], adapter, words) == [
        "October 5 2023 08:00"
    ]
    assert AnswerSpec("text", text="3 {what}").expected(rows, adapter, words) == ["3 cups"]


def test_how_fields_are_compared() -> None:
    assert match_of([Field("date"), Field("time")]) == "moment"
    assert [match_of([Field(kind)]) for kind in ("text", "number", "date", "time", "flag")] == [
        "text", "number", "date", "time", "text",
    ]  # fmt: skip


def test_lists_of_dates_times_and_moments_have_the_right_ones() -> None:
    for match, items, wrong in (
        ("date", ["October 20 2023", "October 21 2023"], ["October 22 2023", "soon"]),
        ("time", ["21:45", "08:00"], ["21:46", "soon"]),
        ("moment", ["October 20 2023 21:45", "October 21 2023 21:45"], ["October 20 2023", "soon"]),
        ("phone", ["+12025550143", "+12025550144"], ["+12025550145", "soon"]),
    ):
        spec = AnswerSpec("list", ("x",), match=match)  # type: ignore[arg-type]
        assert spec.is_right(f"{items[1]}, {items[0]}", items)
        for other in wrong:
            assert not spec.is_right(f"{items[0]}, {other}", items)
            assert not spec.same(other, items[0])


def test_a_weekday_beside_a_date_must_be_its_own() -> None:
    day = AnswerSpec("identity", ("date",), match="date")
    moment = AnswerSpec("identity", ("date", "time"), match="moment")
    for said in ("Friday", "Fri", "It is a Friday:"):
        assert day.is_right(f"{said} October 20", ["October 20 2023"]), said
    assert moment.is_right("Friday October 20 at 21:45", ["October 20 2023 21:45"])
    for said in ("Monday", "It is on Thu,", "Sat"):
        assert not day.is_right(f"{said} October 20", ["October 20 2023"]), said
        assert not day.is_right(f"October 20 ({said})", ["October 20 2023"]), said
        assert not moment.is_right(f"{said} October 20 at 21:45", ["October 20 2023 21:45"]), said


def test_a_value_may_be_said_again_in_brackets_in_other_words() -> None:
    for match, unit, item, right, wrong in (
        ("number", "", "3", "3 (three)", "3 (four)"),
        ("number", "min", "90", "90 minutes (1.5 hours).", "90 minutes (2 hours)"),
        ("date", "", "October 16 2023", "Tomorrow (Oct 16)", "Tomorrow (Oct 17)"),
        ("time", "", "21:45", "9:45 PM (21:45)", "9:45 PM (21:54)"),
        ("number", "", "3", "three (3)", "3 (3)"),
    ):
        spec = AnswerSpec("identity", ("x",), match=match, unit=unit)
        assert spec.is_right(right, [item]), right
        assert not spec.is_right(wrong, [item]), wrong


@pytest.mark.parametrize("sign", [" | ", " / ", " • ", "，", "、", "；", " plus ", " as well as "])
def test_signs_stand_between_items(sign: str) -> None:
    spec = AnswerSpec("list", ("x",))
    assert spec.is_right(f"Ski Wax{sign}Canoe Paddle", ["Canoe Paddle", "Ski Wax"])
    assert not spec.is_right(f"Ski Wax{sign}Lamp Oil", ["Canoe Paddle", "Ski Wax"])
    assert not spec.is_right(f"Ski Wax{sign}Lamp Oil", ["Ski Wax"])
    whole = f"Ski{sign}Wax"
    assert spec.is_right(whole, [whole])
    dates = AnswerSpec("list", ("x",), match="date")
    items = ["October 20 2023", "October 24 2023"]
    assert dates.is_right(f"October 20{sign}October 24", items)


def test_bullets_boxes_and_brackets_stand_around_items() -> None:
    spec = AnswerSpec("list", ("x",))
    for said in (
        "- [ ] Ski Wax\n- [x] Lamp Oil", "– Ski Wax\n– Lamp Oil", "(Ski Wax, Lamp Oil)",
        "a) Ski Wax\nb) Lamp Oil", "You have:\n- [ ] Ski Wax\n- [ ] Lamp Oil",
    ):  # fmt: skip
        assert spec.is_right(said, ["Lamp Oil", "Ski Wax"]), said
        assert not spec.is_right(said, ["Lamp Oil"]), said


def test_dots_leave_a_list_open() -> None:
    spec = AnswerSpec("list", ("x",))
    assert spec.is_right("Ski Wax, Lamp Oil.", ["Ski Wax", "Lamp Oil"])
    for said in ("Ski Wax, Lamp Oil...", "Ski Wax, Lamp Oil, …", "Ski Wax, Lamp Oil, ..."):
        assert not spec.is_right(said, ["Ski Wax", "Lamp Oil"]), said
    assert spec.is_right("Lamp Oil, Ski...", ["Lamp Oil", "Ski..."])


@pytest.mark.parametrize(
    "said", ["at Harbour office", "In the Harbour office.", "It's at the Harbour office"]
)
def test_a_place_may_have_a_preposition(said: str) -> None:
    place = AnswerSpec("identity", ("location",))
    assert place.is_right(said, ["Harbour office"])
    assert not place.is_right(said.replace("office", "offices annex"), ["Harbour office"])
    assert not place.is_right("near Harbour office", ["Harbour office"])


@pytest.mark.parametrize("amount", ["12.40", "8.20", "23.59", "27.10"])
def test_an_amount_that_could_be_a_time_of_day_is_none(amount: str) -> None:
    spec = AnswerSpec("identity", ("x",), match="number", unit="$")
    for said in (f"Answer: {amount}", f"I paid {amount} at 9:30 AM", f"It was {amount} at 9:30"):
        assert spec.is_right(said, [amount]), said
        assert not spec.is_right(said, ["9.30"]), said
    assert not spec.is_right("It was at 12:40", [amount])


@pytest.mark.parametrize(
    ("unit", "item", "right", "wrong"),
    [
        (
            "min",
            "90",
            [
                "an hour and a half", "It took one and a half hours.", "1½ hours", "1:30 hours",
                "one hour and thirty minutes", "An hour and 30 minutes", "1 hr. 30 min.",
                "It took 1:30:00.", "90 minutes (one and a half hours)",
            ],
            [
                "almost an hour and a half", "an hour and a half or two", "half of 90 minutes",
                "90 and a half", "two and a half hours", "an hour and a quarter", "an hour",
            ],
        ),
        ("min", "30", ["half an hour", "It took a half hour"], ["an hour", "30 and a half"]),
        ("min", "45", ["three quarters of an hour", "three-quarters of an hour"], ["45 hours"]),
        ("min", "75", ["an hour and a quarter", "75 minutes"], ["a quarter of an hour"]),
        ("min", "15", ["a quarter of an hour", "quarter of an hour"], ["a quarter"]),
        ("min", "60", ["an hour", "It took an hour."], ["about an hour", "a second"]),
        (
            "$",
            "12.50",
            [
                "twelve dollars and fifty cents", "$12 and 50 cents", "12 dollars 50 cents",
                "It costs twelve and a half dollars", "1250 cents", "USD12.50",
            ],
            [
                "twelve dollars", "12 cents and 50 dollars", "12 dollars and 50", "12.50 cents",
                "12.50 CAD", "12.50 Canadian dollars", "$12.50 and some cents",
            ],
        ),
    ],
)  # fmt: skip
def test_parts_of_a_unit_in_words(unit: str, item: str, right: list[str], wrong: list[str]) -> None:
    spec = AnswerSpec("identity", ("x",), match="number", unit=unit)
    assert [answer for answer in right if not spec.is_right(answer, [item])] == []
    assert [answer for answer in wrong if spec.is_right(answer, [item])] == []
    several = AnswerSpec("list", ("x",), match="number", unit=unit)
    assert several.is_right(f"{right[0]}, 7", [item, "7"])


def test_hours_and_minutes_in_words_are_a_length_of_time() -> None:
    spec = AnswerSpec("identity", ("x",), match="number", unit="min")
    assert spec.is_right("It took 1h30 at 9:30 AM", ["90"])
    assert not spec.is_right("It took 1h30", ["89"])


DAYS = AnswerSpec("identity", ("days",), match="days")


@pytest.mark.parametrize(
    ("item", "right", "wrong"),
    [
        (
            "Monday and Wednesday",
            [
                "Monday and Wednesday", "Wednesday and Monday", "Mon, Wed", "Mon and Wed.",
                "It rings on Mondays and Wednesdays.", "mon wed", "[Mon, Wed]", "Mon. & Wed.",
                "The weekdays are Monday and Wednesday", "Weekdays: Mon, Wed", "Sure! Mon, Wed",
                "2 days: Monday, Wednesday", "Mondya and Wednesday",
            ],
            [
                "Monday", "Mon, Tue, Wed", "Monday to Wednesday", "Mon-Wed", "Monday – Wednesday",
                "Mon or Wed", "Monday and not Wednesday", "Mon, Wed?", "Mon, Thu", "weekdays", "",
                "between Monday and Wednesday", "It was Mon, Wed before", "every day but Mon, Wed",
                "Weekdays, Monday and Wednesday", "Mon/Wed", "none", "Monday and Friday",
                "every day except Mon, Wed", "I think Monday and Wednesday", "Monday and Wedding",
                "It used to be Mon, Wed", "Monday and Wednesday and Friday", "M, W",
                "Monday and Wednesday, Monday and Wednesday", "Mon, Wed, Wed",
            ],
        ),
        (
            "Monday and Tuesday and Wednesday and Thursday and Friday",
            [
                "weekdays", "Weekdays.", "every weekday", "It rings on weekdays", "Mon-Fri",
                "Monday to Friday", "Mon, Tue, Wed, Thu, Fri", "working days", "mon through fri",
                "from Monday until Friday", "Tue-Fri and Mon",
            ],
            [
                "Monday and Friday", "Mon, Fri", "every day", "weekends", "Mon-Thu", "Mon-Sat",
                "weekdays and weekends", "weekdays and Saturday", "not on weekdays", "Fri-Mon",
                "daily", "Mon, Tue, Wed, Fri", "weekdays or weekends",
            ],
        ),
        ("Saturday and Sunday", ["weekends", "Sat, Sun", "at the weekend", "Sat-Sun"],
         ["Sunday to Saturday", "weekdays", "weekdays and Saturday and Sunday", "Sun-Sat"]),
        ("Sunday and Monday", ["Sun-Mon", "Mon, Sun"], ["Mon-Sun", "daily"]),
    ],
)  # fmt: skip
def test_days_of_the_week_have_many_forms(item: str, right: list[str], wrong: list[str]) -> None:
    assert [answer for answer in right if not DAYS.is_right(answer, [item])] == []
    assert [answer for answer in wrong if DAYS.is_right(answer, [item])] == []
    assert not DAYS.is_right(DAYS.another([item], ["Tuesday and Sunday"]), [item])
    assert not DAYS.is_right(DAYS.another([item], []), [item])


def test_text_without_days_is_no_answer_of_none() -> None:
    assert not DAYS.is_right("Not scheduled", ["none"])
    several = AnswerSpec("list", ("days",), match="days")
    assert several.is_right("Monday and Friday, Sunday", ["Sunday", "Monday and Friday"])


def test_a_code_has_its_digits_and_no_others() -> None:
    spec = AnswerSpec("text", text="{code}", match="code")
    for said in ("2093", "The door code is 2093.", '"2093"', "Code: 2093"):
        assert spec.is_right(said, ["2093"]), said
    for said in ("02093", "2093.0", "2,093", "20-93", "2093 or 2094", "2094", "2093 2093"):
        assert not spec.is_right(said, ["2093"]), said
    assert spec.is_right("0815", ["0815"]) and not spec.is_right("815", ["0815"])
    several = AnswerSpec("list", ("x",), match="code")
    assert several.is_right("0815, 2093", ["2093", "0815"])
    assert not several.is_right("815, 2093", ["2093", "0815"])
    assert spec.another(["2093"], ["Juniper"]) == "3093"
    assert spec.another(["1234567890"], []) == "8765432109"


TIME = AnswerSpec("identity", ("x",), match="time")
MOMENT = AnswerSpec("identity", ("x",), match="moment")


def test_a_date_next_to_a_time_is_one_of_the_days_of_the_question() -> None:
    answer, day = "On October 16, 2023 it begins at 9:45.", date(2023, 10, 16)
    assert TIME.is_right(answer, ["09:45"])
    assert TIME.is_right(answer, ["09:45"], {day, date(2023, 10, 17)})
    assert not TIME.is_right(answer, ["09:45"], {date(2023, 10, 17)})


def test_an_end_is_one_where_it_is_asked_for() -> None:
    cases: tuple[tuple[Match, str, str], ...] = (
        ("date", "October 4 2023", "on October 4"),
        ("time", "14:10", "at 2:10 PM"),
        ("moment", "October 4 2023 14:10", "on October 4 2023 at 14:10"),
    )
    for match, item, said in cases:
        for field, right in (("start_time", False), ("end_time", True), ("spend_date", False)):
            one = AnswerSpec("identity", (field,), match=match)
            assert one.is_right(f"It is {said}", [item])
            for word in ("ends", "finishes", "ended"):
                assert one.is_right(f"It {word} {said}", [item]) is right, (field, word)
    assert TIME.is_right("The weekend tour and its end are at 2:10 PM", ["14:10"])


@pytest.mark.parametrize(
    ("item", "right", "wrong"),
    [
        (
            "09:45",
            ["9:45:00", "9:45 in the morning", "9:45 this morning", "It rings at 9:45 AM."],
            [
                "9:45:30", "It rings at 9:45:30", "9:45 in the evening", "It rings at 9:45 tonight",
                "five to 9:45", "It rings 10 minutes to 9:45", "21:45 in the morning",
            ],
        ),
        (
            "21:45",
            ["9:45 in the evening", "It rings at 9:45 at night", "9:45 tonight",
             "21:45 this evening"],
            ["21:45:10", "21:45 in the morning", "It rings at 21:45 this morning"],
        ),
        ("00:30", ["12:30 at night"], ["12:30 in the afternoon", "0:30 in the evening"]),
        ("13:30", ["1:30 in the afternoon"], ["1:30 at night", "1:30"]),
        ("01:30", ["1:30 at night", "1:30"], []),
    ],
)  # fmt: skip
def test_seconds_and_parts_of_a_day_make_another_time(
    item: str, right: list[str], wrong: list[str]
) -> None:
    assert [answer for answer in right if not TIME.is_right(answer, [item])] == []
    assert [answer for answer in wrong if TIME.is_right(answer, [item])] == []
    assert not MOMENT.is_right(f"October 20 2023 {item}:30", [f"October 20 2023 {item}"])


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("4 and 9 October", True), ("4, 9 October 2023", True), ("4th & 9th of Oct", True),
        ("the 4th and the 9th of October", False), ("They are on 4 and 9 October.", True),
        ("4 and 9 October 2022", False), ("4 and 10 October", False), ("4 or 9 October", False),
        ("4, 5 and 9 October", False), ("4-9 October", False), ("4.4 and 9 October", False),
        ("4 and 9 times", False), ("4 and 9", False), ("2:04, 9 October", False),
    ],
)  # fmt: skip
def test_days_may_stand_before_the_month_that_they_share(answer: str, right: bool) -> None:
    days = ["October 4 2023", "October 9 2023"]
    several = AnswerSpec("list", ("x",), match="date")
    assert several.is_right(answer, days) is right
    assert several.is_right("4, 9 and 12 October", [*days, "October 12 2023"])
    assert several.is_right("4 and 9 October 2022", ["October 4 2022", "October 9 2022"])


@pytest.mark.parametrize(
    "said",
    ["{} is the location", "{} is the location.", '"{}" is the answer', "{}: it is the answer"],
)
def test_what_an_answer_is_may_be_said_after_it(said: str) -> None:
    place = AnswerSpec("identity", ("location",))
    right = not said.startswith("{}:")
    assert place.is_right(said.format("Harbour office"), ["Harbour office"]) is right
    for other in ("Not Harbour office", "Gym, Harbour office", "Harbour office or Gym", "Gym"):
        assert not place.is_right(said.format(other), ["Harbour office"]), other
    assert not place.is_right("Harbour office is not the location", ["Harbour office"])
    assert not place.is_right("Harbour office is the title", ["Harbour office"])


def test_several_things_may_be_named_after_them() -> None:
    titles = AnswerSpec("list", ("title",))
    assert titles.is_right("Gym and Lunch are the titles.", ["Gym", "Lunch"])
    assert not titles.is_right("Gym and Lunch are the titles.", ["Gym", "Lunch", "Tea"])
    assert not titles.is_right("Gym and Lunch are the places.", ["Gym", "Lunch"])
