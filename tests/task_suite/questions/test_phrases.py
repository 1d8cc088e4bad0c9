"""Answers as people and models give them: one reading is right, doubts and choices are not."""

from __future__ import annotations

from datetime import date

import pytest

from android_gym.task_suite.questions import phrases
from android_gym.task_suite.questions.answers import AnswerSpec, Match
from android_gym.task_suite.questions.values import UNITS


def spec(match: Match, unit: str = "", tolerance: float = 0.0) -> AnswerSpec:
    return AnswerSpec("identity", ("x",), match=match, unit=unit, tolerance=tolerance)


TEXT, COUNT, MONEY, SIZE = (
    spec("text"), spec("number"), spec("number", "$", 0.01), spec("number", "kB", 0.5)
)  # fmt: skip
DATE, TIME, MOMENT, PHONE = spec("date"), spec("time"), spec("moment"), spec("phone")

EVENTS = ["Meeting with Anna", "Lunch", "Gym"]
PLAN = "Quarterly review of the marketing plan"

RIGHT = {
    "money": (
        MONEY,
        ["1234.50"],
        [
            "The total is $1,234.50.", "$1,234.50", "1234.5", "1,234.50 dollars", "USD 1234.50",
            "US$1,234.50", "**$1,234.50**", "Total: $1,234.50", "'1234.50'", "“1234.50”",
            "1234.50.",
            "You spent $1234.50 on October 5 2023.", "My expenses on October 5 come to $1234.50.",
            "It was $1234.50 at 10:30 AM today.", "It is ($1,234.50).", "Sum = $1234.50",
        ],
    ),
    "a count": (
        COUNT,
        ["3"],
        [
            "There are 3.", "3", "three", "Three.", "There are three expenses.", "3 expenses", "3!",
            "You have 3 expenses on October 5 2023.", "Answer: 3", "`3`", "I found 3 alarms.",
            "Sure! There are 3.", "Of course, 3", "You had 3 before noon on October 5.",
            "There were 3 earlier today", "There were 3 before October 5.",
            "On 2023-10-05 there were 3.", "I looked at B17 and counted 3.", "[3]", " [ 3 ] ",
            " ".join(["well"] * 59) + " 3",
        ],
    ),
    "a list": (
        TEXT,
        EVENTS,
        [
            "Meeting with Anna, Lunch and Gym", "- Meeting with Anna\n- Lunch\n- Gym",
            "You have Meeting with Anna, Lunch, and Gym.", "Gym, Lunch, & Meeting with Anna",
            "The events are: Meeting with Anna, Lunch, Gym",
            "Answer: Gym, Lunch, Meeting with Anna.",
            "Here are the events:\n- Gym\n- Lunch\n- Meeting with Anna",
            '["Meeting with Anna", "Lunch", "Gym"]', "[Meeting with Anna, Lunch, Gym]",
            "**Meeting with Anna**, **Lunch**, **Gym**", "“Meeting with Anna”, “Lunch”, “Gym”",
            "1) Gym\n2) Lunch\n3) Meeting with Anna", " gym , lunch,meeting with anna ",
            "According to the app, the events are Gym, Lunch and Meeting with Anna.",
            "The app shows that there are Gym, Lunch and Meeting with Anna",
            "Sure! Here are the events:\n- Gym\n- Lunch\n- Meeting with Anna",
            "Of course, Gym, Lunch, Meeting with Anna",
            "Sure:\n- Gym\n- Lunch\n- Meeting with Anna",
            "Certainly! According to the app, the events are Gym, Lunch and Meeting with Anna.",
            "It's Gym, Lunch and Meeting with Anna.", "I found Gym, Lunch, Meeting with Anna",
        ],
    ),
    "a text": (
        TEXT,
        ["Harbour office"],
        [
            "Harbour office", "The location is Harbour office.", '"Harbour office"',
            "Answer: Harbour office", "It is called Harbour office.",
            "The place is: Harbour office", "It's Harbour office.", "That’s Harbour office",
            "That would be Harbour office.", "I found Harbour office.",
            "Sure! Harbour office", "Sure thing, it is Harbour office.",
            "Of course! The location is Harbour office.", "Certainly. Harbour office",
            "Absolutely - it's Harbour office", "**Sure!** Harbour office",
        ],
    ),
    "a text like a bullet": (TEXT, ["2. Advent"], ["2. Advent", "The event is 2. Advent"]),
    "a text that begins politely": (TEXT, ["Sure, why"], ["Sure, why", "Sure! Sure, why"]),
    "a text with and": (TEXT, ["Eggs and ham"], ["Eggs and ham", "It is Eggs and ham."]),
    "a text that doubts": (TEXT, ["Dog or cat?"], ["Dog or cat?", "It is Dog or cat?"]),
    "numbers in lines": (spec("number", "$"), ["5", "12"], ["- $12\n- 5", "1. 12\n2. 5",
    "[5, 12]"]),
    "a size": (
        SIZE,
        ["193"],
        [
            "193 kB", "193", "The total size is 193 kB.", "0.193 MB", "193 kilobytes",
            "193000 bytes", "It is 193.00 kB", "It is 193.4",
        ],
    ),
    "a date": (
        DATE,
        ["October 4 2023"],
        [
            "October 4 2023", "It was last modified on October 4, 2023.", "Oct 4", "2023-10-04",
            "The file invoice_104.csv was changed on October 4 2023", "4 October 2023",
            "Wednesday, October 4, 2023.", "October 4th, 2023", "On October 4 at 10:30 AM",
        ],
    ),
    "a time": (
        TIME,
        ["14:10"],
        [
            "2:10 PM", "14:10", "The alarm is set for 2:10 PM.", "2:10 p.m.", "at 2:10 pm",
            "2:10PM.", "It rings at 14:10 on October 5.",
        ],
    ),
    "a moment": (
        MOMENT,
        ["October 20 2023 21:45"],
        [
            "October 20 2023 21:45", "Your next meeting is on October 20 2023 at 21:45.",
            "October 20, 2023 at 9:45 PM", "2023-10-20 21:45", "It is 21:45 on Friday, Oct 20",
        ],
    ),
    "a telephone number": (
        PHONE,
        ["+12025550143"],
        [
            "+12025550143", "(202) 555-0143", "+1 202-555-0143", "202.555.0143", "1-202-555-0143",
            "The number is +1 (202) 555-0143.", "2025550143",
        ],
    ),
}  # fmt: skip

WRONG = {
    "money": (
        MONEY,
        ["1234.50"],
        [
            "$1234.50 or $1300", "about $1234.50", "1234.50 euros", "€1234.50", "EUR 1234.50",
            "$12.34, $1234.50", "not 1234.50", "$1234.50?", "maybe 1234.50", "1.234,50",
            "$1234.50 and $3", "1234.50 cents", "1234.50k", "$1,234.50 + $2",
            "It is 1234.50 euros.",
            "It is euros 1234.50", "-1234.50", "It is -1234.50", "It is 1234.50 min", "1234.50 kB",
            "It isn't $1234.50", "It isn’t $1234.50", "I found nothing", "It is (1234.50) euros",
        ],
    ),
    "a count": (
        COUNT,
        ["3"],
        [
            "3 or 4", "3-4", "There are 3 or 4.", "at least 3", "3, 4", "3/4", "3.5", "3 4", "3, 3",
            "more than 3", "There are not 3.", "up to 3", "3%", "There are 13", "3 hours", "30",
            "-3", "I think 3", "3rd", "3:00", "0,3", "about 3", "October 3", "There are 3 hours.",
            "It was 3 before", "It was 3 before.", "There were 3 before, now none",
            "Previously 3", "3 previously", "There were originally 3", "It used to be 3",
            "It had been 3", "It was formerly 3", "3 initially", "There were 3 earlier",
            "Sure! 3 or 4", "Of course, about 3",
            "There are 3 of 12b.", " ".join(["well"] * 60) + " 3", "three 3", "3 (3)", "3x",
        ],
    ),
    "one of several": (
        TEXT,
        ["Meeting with Anna"],
        [
            "Meeting with Anna, Lunch, Gym", "Meeting with Anna or Lunch", "not Meeting with Anna",
            "Meeting with Anna and Gym", "Meeting with Anna?", "Meeting with Anna\nGym",
            "The events are Gym, Lunch and the last is Meeting with Anna", "Gym: Meeting with Anna",
            "There is Gym and there is Meeting with Anna", "It is not Meeting with Anna",
            "There is Gym & there is Meeting with Anna", "The Gym; it is Meeting with Anna",
            "Lunch is Meeting with Anna", "It was never called Meeting with Anna",
            "According to the app, not Meeting with Anna",
        ],
    ),
    "a long text in doubt": (
        TEXT, [PLAN], [f"not {PLAN}", f"{PLAN} or", f"{PLAN}?", f"No {PLAN}", f"isn't {PLAN}"]
    ),
    "a list": (TEXT, ["A", "B"], ["A, B, C", "A", "A or B", "A, A", "A, B or C", "", "[A]",
    "[A, B"]),
    "a text": (
        TEXT,
        ["Anna"],
        [
            "Lunch: Anna", "The Lunch, the answer is Anna", "It isn't Anna", "It was never Anna",
            "Anna or Hans", "none", "n/a", "Theanswer is Anna", "I guess it is Anna",
            "I think it's Anna", "It might be Anna", "It could be: Anna", "It isn’t Anna",
            "The title is likely to be Anna", "I haven't found Anna", "I believe that it is Anna",
            "It used to be Anna", "It was formerly called Anna", "It was Anna before",
            "It was previously Anna", "The answer before that: Anna", "Sure", "Of course",
            "Sure Anna", "Sure! Anna?", "Of course, not Anna", "Sure! Anna or Hans",
            "Of course! Gym, Anna", "Sure! I think it is Anna", "Sure! Sure! Anna",
            "I suppose the name is Anna", "I assume it is Anna", "I found no Anna",
        ],
    ),
    "numbers in lines": (spec("number", "$"), ["5", "12"], ["-$12\n-5", "12, 5, 3", "12"]),
    "a date": (
        DATE,
        ["October 4 2023"],
        [
            "October 4 or 5", "October 4 2023 or October 5 2023", "10/04/2023", "October 2023",
            "around October 4", "October 4, October 5", "not October 4", "October 4 5",
            "between October 4 and October 4", "October 4 and October 4",
            "It was October 4 before", "Originally October 4",
        ],
    ),
    "a time": (
        TIME,
        ["14:10"],
        [
            "2:10", "2:10 AM", "14:10 or 15:10", "14:10, 15:10", "around 14:10", "14",
            "2:10 PM or later", "14:1", "14:10-15:10", "14:10 and 14:10",
        ],
    ),
    "a moment": (
        MOMENT,
        ["October 20 2023 21:45"],
        [
            "October 20 2023", "21:45", "October 20 2023 9:45", "October 20 2023 21:45 or 22:45",
            "October 21 2023 21:45", "October 20 2023 21:45 and October 21 2023 21:45",
        ],
    ),
    "a telephone number": (
        PHONE,
        ["+12025550143"],
        [
            "+12025550144", "2025550", "202555014", "+442025550143", "2025550143, 2025550144",
            "2025550143 2025550143", "12", "+1 202 555 0143 or 0144", "202555014x",
        ],
    ),
    "a size": (SIZE, ["193"], ["193 MB", "193 GB", "193 bytes", "193 kB and 5 kB", "193.5"]),
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_what_anybody_would_take_for_right_is(name: str) -> None:
    one, expected, answers = RIGHT[name]
    assert [answer for answer in answers if not one.is_right(answer, expected)] == []


@pytest.mark.parametrize("answer", ["[]", "[ ]", "\\boxed{}", "[", "]"])
def test_brackets_around_nothing_are_no_answer(answer: str) -> None:
    for one in (COUNT, DATE):
        assert not one.is_right(answer, ["3"])


@pytest.mark.parametrize("name", WRONG)
def test_what_leaves_a_doubt_is_wrong(name: str) -> None:
    one, expected, answers = WRONG[name]
    assert [answer for answer in answers if one.is_right(answer, expected)] == []


@pytest.mark.parametrize(
    "word",
    (
        "or not no never either neither nor maybe perhaps possibly probably about around "
        "approximately approx roughly nearly almost circa least most more less fewer over under "
        "between guess think might could but if except without instead unsure "
        "cannot unable"
    ).split(),
)
def test_every_word_of_doubt_counts(word: str) -> None:
    assert not COUNT.is_right(f"There are {word} 3", ["3"])
    assert not COUNT.is_right(f"There are 3 {word}", ["3"])
    assert not DATE.is_right(f"It is {word} October 4 2023", ["October 4 2023"])


@pytest.mark.parametrize("sign", "~≈±<>%€£¥/?")
def test_every_sign_of_doubt_counts(sign: str) -> None:
    assert not COUNT.is_right(f"There are {sign} 3", ["3"])


def test_a_number_of_another_unit_is_another_number() -> None:
    others = {name for unit, names in UNITS.items() if unit != "$" for name in names}
    for word in sorted(others | phrases._FOREIGN):
        assert not MONEY.is_right(f"It is 5 {word}", ["5"]), word
    for word, value in sorted(UNITS["$"].items()):
        assert MONEY.is_right(f"It is 5 {word}", ["5"]) == (value == 1), word
        assert MONEY.is_right(f"It is 5 {word}", [f"{5 * value:g}"]), word


def test_long_answers_are_read_in_no_time() -> None:
    text = "3 " * 1999
    assert not COUNT.is_right(text, ["3"])
    assert not TEXT.is_right("the " + "is " * 1300, ["A"])
    assert not PHONE.is_right("(1" * 100, ["+12025550143"])


DAYS = frozenset({date(2023, 10, 20), date(2023, 10, 22)})


@pytest.mark.parametrize(
    "answer",
    [
        "21:45", "October 20 2023, 21:45", "Friday, October 20, at 9:45 PM",
        "9:45 pm on 2023-10-22", "It starts on Sunday at 21:45.",
    ],
)  # fmt: skip
def test_a_time_may_stand_beside_its_own_date(answer: str) -> None:
    assert TIME.is_right(answer, ["21:45"], DAYS)
    assert TIME.is_right(answer, ["21:45"])


@pytest.mark.parametrize(
    "answer",
    [
        "October 21 2023, 21:45", "Saturday, October 21, at 9:45 PM", "9:45 pm on 2023-10-23",
        "It starts on Saturday at 21:45.", "October 20 2023, 21:45 (or October 21)",
    ],
)  # fmt: skip
def test_a_time_of_another_date_is_wrong(answer: str) -> None:
    assert not TIME.is_right(answer, ["21:45"], DAYS)


@pytest.mark.parametrize(
    "answer",
    [
        "There are 3 hundred.", "three hundred", "3 billion", "3 dozens", "3 pairs", "double 3",
        "twice 3", "half of 3", "3 and a half", "3½", "minus 3", "negative three", "3 squared",
        "above 3", "below 3", "3 each", "3 per day", "3 too many", "3 additional",
    ],
)  # fmt: skip
def test_a_number_that_is_reckoned_with_is_another_number(answer: str) -> None:
    assert not COUNT.is_right(answer, ["3"])


@pytest.mark.parametrize(
    "word",
    [
        "before", "after", "since", "past", "earlier than", "until", "till", "by", "following",
        "preceding", "within", "a week from", "moved from", "the eve of", "in the week beginning",
    ],
)  # fmt: skip
def test_a_limit_is_no_date_or_time(word: str) -> None:
    assert not DATE.is_right(f"It is the day {word} October 4", ["October 4 2023"])
    assert not TIME.is_right(f"It rings an hour {word} 2:10 PM", ["14:10"])
    assert TIME.is_right(f"What I do {word} lunch is at 2:10 PM", ["14:10"])


@pytest.mark.parametrize("said", ["{} at the latest", "as late as {}", "{} onwards", "earliest {}"])
def test_one_of_several_days_is_no_date(said: str) -> None:
    assert not DATE.is_right(said.format("October 4"), ["October 4 2023"])
    assert not TIME.is_right(said.format("2:10 PM"), ["14:10"])


def test_a_deadline_is_one_where_it_is_asked_for() -> None:
    due = AnswerSpec("identity", ("due",), match="date")
    assert due.is_right("It is due by October 4.", ["October 4 2023"])
    assert due.is_right("You have until October 4.", ["October 4 2023"])
    assert not due.is_right("The day before October 4", ["October 4 2023"])
    assert not DATE.is_right("Until October 4", ["October 4 2023"])


CODE = spec("code")


@pytest.mark.parametrize(
    "answer",
    [
        "The old code is {}", "The old door code was {}", "{} (old)", "The former code is {}",
        "The code {} has expired", "{} is obsolete", "The previous code: {}", "{} was replaced",
        "The invalid code {}", "Ignore {}", "{}, backwards", "The outdated one is {}",
    ],
)  # fmt: skip
def test_what_is_no_more_is_no_answer(answer: str) -> None:
    for one, item in ((CODE, "4093"), (COUNT, "3"), (DATE, "October 4 2023")):
        assert not one.is_right(answer.format(item), [item])
    assert CODE.is_right("The old mill has the code 4093", ["4093"])


@pytest.mark.parametrize(
    "answer",
    ["3 others", "another 3", "3 old ones", "3 were cancelled", "3 are missing", "3 and counting",
     "3 and some more", "3 off"],
)  # fmt: skip
def test_a_number_of_other_things_is_another_number(answer: str) -> None:
    assert not COUNT.is_right(answer, ["3"])


@pytest.mark.parametrize(
    "doubt",
    ["These were cancelled:", "I removed these:", "The missing ones are", "The rest are",
     "The other ones are", "These lack a star:", "The old ones are", "I skipped:"],
)  # fmt: skip
def test_an_introduction_of_what_is_not_there_is_wrong(doubt: str) -> None:
    assert TEXT.is_right(f"The ones you have are {', '.join(EVENTS)}", EVENTS)
    assert not TEXT.is_right(f"{doubt} {', '.join(EVENTS)}", EVENTS)


OPEN = "Which to-dos in the notebook Home are not ticked yet? Answer with the titles only."
LARGER = "How many files in Download are larger than 500 kB? Answer with the number only."


def test_the_words_of_a_question_may_be_repeated() -> None:
    for said in ("The ones that are not ticked yet are", "These aren't ticked yet:",
                 "The to-dos in the notebook Home that are not ticked yet:"):  # fmt: skip
        assert TEXT.is_right(f"{said} {', '.join(EVENTS)}", EVENTS, question=OPEN), said
        assert not TEXT.is_right(f"{said} {', '.join(EVENTS)}", EVENTS), said
    for said in ("These are not to-dos:", "I have not ticked yet", "The answer is not"):
        assert not TEXT.is_right(f"{said} {', '.join(EVENTS)}", EVENTS, question=OPEN), said
    for said in (
        "There are 3 files larger than 500 kB.",
        "3 files in Download are larger than 500",
    ):
        assert COUNT.is_right(said, ["3"], question=LARGER), said
    for said in (
        "3 files are smaller than 500 kB", "3 files are larger than 400 kB",
        "Files larger than 500 kB", "There are not 3 files larger than 500 kB",
    ):  # fmt: skip
        assert not COUNT.is_right(said, ["3"], question=LARGER), said
    assert not COUNT.is_right("Those are larger than 500 kB", ["500"], question=LARGER)


def test_half_an_hour_and_a_week_are_no_moments() -> None:
    assert not TIME.is_right("half an hour on from 2:10 PM", ["14:10"])
    assert not DATE.is_right("in the week of October 4", ["October 4 2023"])
    assert not spec("number", "min").is_right("It took 90 days", ["90"])


@pytest.mark.parametrize(
    ("one", "item", "answer", "again", "other"),
    [
        (COUNT, "3", "There are three ({}) of them.", "3", "4"),
        (spec("number", "min"), "90", "You ran for 90 minutes ({}).", "1.5 hours", "2 hours"),
        (TIME, "14:10", "It starts at 14:10 ({}).", "2:10 PM", "4:10 PM"),
    ],
)
def test_a_value_may_be_repeated_in_brackets_within_a_sentence(
    one: AnswerSpec, item: str, answer: str, again: str, other: str
) -> None:
    assert one.is_right(answer.format(again), [item])
    assert not one.is_right(answer.format(other), [item])


@pytest.mark.parametrize(
    "doubt",
    [
        "The wrong answer is", "The opposite is", "There is nothing called", "I hope it is",
        "I failed to find whether it is", "It is false that it is", "The answer is wrong:",
        "I doubt it is", "I wonder if it is", "I expect it is", "It seems it is",
        "I am guessing it is", "I failed. My last attempt was", "The one to exclude is",
        "It appears to be", "The answer is hardly", "It is untrue that it is",
        "It is unlikely to be", "The place is presumably", "The place is potentially",
        "It is supposedly", "It is hopefully", "It is allegedly", "That is unlike",
        "It should be", "It may be", "It ought to be", "It was supposed to be", "It is meant to be",
        "My best estimate is", "My hunch is", "For now it is",
    ],
)  # fmt: skip
def test_an_introduction_that_doubts_or_denies_is_wrong(doubt: str) -> None:
    assert not TEXT.is_right(f"{doubt} Harbour office", ["Harbour office"])


@pytest.mark.parametrize(
    "answer",
    [
        "Harbour\u00a0office", "Harbour  office", "\u202aHarbour office\u202c",
        "Harbour office\u200b",
        "## Answer\nHarbour office", "### Final answer:\n\nHarbour office",
        r"\boxed{Harbour office}", "Location: Harbour office", "**Location:** Harbour office",
        "The location: Harbour office",
    ],
)  # fmt: skip
def test_how_a_text_is_written_does_not_matter(answer: str) -> None:
    place = AnswerSpec("identity", ("location",))
    assert place.is_right(answer, ["Harbour office"])


def test_spaces_and_hyphens_of_phones_are_plain_ones() -> None:
    assert PHONE.is_right("\u202a+1\u00a0202\u2011555\u20110143\u202c", ["+12025550143"])
    assert TEXT.is_right("Harbour office", ["Harbour\u00a0office"])


def test_only_what_is_asked_for_introduces_an_answer() -> None:
    titles = AnswerSpec("list", ("title",))
    assert titles.is_right("Titles: A, B", ["A", "B"])
    assert not titles.is_right("Locations: A, B", ["A", "B"])
    assert not titles.is_right("Title: A, Title: B, C", ["A", "B"])


@pytest.mark.parametrize("caption", ["Events", "**Events:**", "Tomorrow", "Events on October 20"])
def test_a_list_may_have_a_caption(caption: str) -> None:
    one = RIGHT["a list"][0]
    caption = f"{caption.rstrip(':')}:"
    listed = "".join(f"\n- {item}" for item in EVENTS)
    assert one.is_right(f"{caption}{listed}", EVENTS)
    assert not one.is_right(f"{caption}{listed}\n- Lunch break", EVENTS)
    assert not one.is_right(f"Not in the calendar:{listed}", EVENTS)
    assert not one.is_right(f"Lunch and:{listed}", EVENTS)


@pytest.mark.parametrize(
    ("match", "items", "answer"),
    [
        ("text", EVENTS, "Events: Meeting with Anna, Lunch, Gym"),
        ("time", ["09:25", "21:40"], "They ring at 9:25 AM and 9:40 PM."),
        ("number", ["12.50", "7"], "They cost 12.50 and 7."),
    ],
)
def test_lists_have_introductions_of_many_kinds(
    match: Match, items: list[str], answer: str
) -> None:
    assert AnswerSpec("list", ("x",), match=match).is_right(answer, items)


@pytest.mark.parametrize("doubt", ["I assume it is", "I hope it is", "I doubt it is", "Wrong is"])
def test_doubts_about_numbers_count(doubt: str) -> None:
    assert not COUNT.is_right(f"{doubt} 3", ["3"])


@pytest.mark.parametrize(
    "answer",
    [
        "every other Monday and Friday", "all but Monday and Friday", "every second Mon, Fri",
        "the day after Monday and Friday", "any day save Monday and Friday",
        "any days other than Monday and Friday",
    ],
)  # fmt: skip
def test_days_beside_those_that_are_named_are_others(answer: str) -> None:
    assert not spec("days").is_right(answer, ["Monday Friday"])


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("October 4 and 9", True), ("Oct 4, 9", True), ("October 4th & 9th, 2023", True),
        ("They are on October 4, and 9.", True), ("October 4 and 10", False),
        ("October 4 and 9 and 10", False), ("October 4 or 9", False), ("October 4-9", False),
        ("October 4, 9:00", False), ("October 4, 9 AM", False), ("Alarm 4 and 9", False),
    ],
)  # fmt: skip
def test_days_may_share_their_month(answer: str, right: bool) -> None:
    days = ["October 4 2023", "October 9 2023"]
    assert AnswerSpec("list", ("x",), match="date").is_right(answer, days) is right
    assert AnswerSpec("list", ("x",), match="date").is_right("Oct 4, 9 and 12", [*days, "Oct 12"])


def test_an_afternoon_is_no_morning() -> None:
    assert not TIME.is_right("14:10 AM", ["14:10"])
    assert not TIME.is_right("It rings at 14:10 a.m.", ["14:10"])
    assert TIME.is_right("14:10 PM", ["14:10"])
    assert TIME.is_right("I am sure that it is 14:10", ["14:10"])


def test_an_introduction_may_name_days() -> None:
    assert TEXT.is_right("The alarm on Monday and Thursday is Anna", ["Anna"])
    assert TEXT.is_right("The alarm for Mon & Thu is labelled Anna.", ["Anna"])
    assert TEXT.is_right("The alarm is labeled: Anna", ["Anna"])
    assert not TEXT.is_right("The alarm on Monday and Lunch is Anna", ["Anna"])
    assert not TEXT.is_right("The days are Monday and the label is Anna", ["Anna"])


@pytest.mark.parametrize(
    "answer",
    [
        "It was {} last week", "{} last month", "{} a year ago", "It was {} the last time",
        "anything other than {}", "{} x5", "{}, ext. 5", "{} extension 12", "unlike {}",
        "such as {}", "for example {}", "e.g. {}", "{} etc.", "{} and so on", "{} among others",
        "{}, hopefully", "presumably {}", "likely {}", "potentially {}", "supposedly {}",
        "It seems to be {}", "{} (unconfirmed)", "mostly {}", "rather than {}", "just after {}",
        "It should be {}", "It may be {}", "It was supposed to be {}", "{} for now",
        "tentatively {}", "apart from {}", "aside from {}", "close to {}", "I reckon {}",
        "{}, to be confirmed", "It was {} until yesterday",
    ],
)  # fmt: skip
def test_what_is_added_to_a_number_counts(answer: str) -> None:
    for one, item in ((COUNT, "3"), (CODE, "4093"), (PHONE, "+12025550143")):
        assert one.is_right(f"It is {item} now", [item])
        assert not one.is_right(answer.format(item), [item])


ASKED = "Where is the meeting? Look into the Planner."


@pytest.mark.parametrize(
    "answer",
    [
        "In Planner, it is {}.", "As of today, it is {}", "After checking, the location is {}.",
        "From the Planner, it is {}", "Per Planner: {}", "From the Planner app: {}",
        "{} (as shown in the Planner)", "{} (from my Planner)", "Done. The answer is {}.",
        "Task complete: {}", "Okay. It's {}", "answer = {}", "location = {}",
        "I opened Planner and found the answer: {}", "I have found the answer, which is {}.",
        "<answer>{}</answer>",
    ],
)  # fmt: skip
def test_where_an_answer_was_found_may_be_said(answer: str) -> None:
    place = AnswerSpec("identity", ("location",))
    assert place.is_right(answer.format("Harbour office"), ["Harbour office"], question=ASKED)
    assert not place.is_right(answer.format("Town hall"), ["Harbour office"], question=ASKED)


@pytest.mark.parametrize(
    "answer",
    [
        "Based on my guess, it is {}", "As of last week, it is {}", "From the old amount, it is {}",
        "In Planner and Diary, it is {}", "In Diary: {}", "{} (from Diary)", "Per the rumour: {}",
        "Ada and {}", "Done, {}", "From Town hall: {}", "{} (as shown in the trash)",
    ],
)  # fmt: skip
def test_what_is_no_source_of_an_answer_counts(answer: str) -> None:
    place = AnswerSpec("identity", ("location",))
    assert not place.is_right(answer.format("Harbour office"), ["Harbour office"], question=ASKED)


def test_what_has_to_be_done_by_a_date_is_no_doubt() -> None:
    due = AnswerSpec("identity", ("due_date",), match="date")
    assert due.is_right("It should be done on October 4", ["October 4 2023"])
    assert due.is_right("It may be handed in on October 4", ["October 4 2023"])
    assert not due.is_right("It should be on October 4", ["October 4 2023"])


def test_a_date_may_be_of_last_week() -> None:
    for said in ("It was last week, on October 4", "October 4 of last year", "From October 4"):
        assert DATE.is_right(said, ["October 4 2023"]), said
    assert not DATE.is_right("From October 4 on.", ["October 4 2023"])
    assert DATE.is_right("They met on October 4 on the quay", ["October 4 2023"])


@pytest.mark.parametrize(
    ("item", "right", "wrong"),
    [
        (
            "09:45",
            [
                "quarter to ten in the morning", "a quarter to 10 AM", "Quarter to ten a.m.",
                "It rings at a quarter to ten this morning.",
            ],
            [
                "quarter to ten", "quarter past ten in the morning", "quarter to nine AM",
                "quarter to ten in the evening", "quarter to ten or eleven in the morning",
                "not quarter to ten AM", "a minute before quarter to ten AM",
            ],
        ),
        (
            "21:30",
            ["half past nine in the evening", "It starts at half past 9 PM", "half past nine pm."],
            ["half past nine", "half past nine AM", "half to nine pm", "It ends at half past 9 PM"],
        ),
        ("20:30", ["half past eight pm"], ["half to nine pm"]),
        ("00:35", ["twenty-five to 1 a.m.", "twenty-five minutes to one at night"], []),
        ("13:10", ["ten past one in the afternoon", "ten minutes past 1 PM"], ["ten past 13 PM"]),
        ("21:50", ["ten to ten pm"], ["from ten to ten pm", "ten to 9:50 pm"]),
        ("23:50", ["ten to twelve at night"], ["ten to twelve pm", "ten to twelve am"]),
    ],
)  # fmt: skip
def test_a_time_in_words_needs_its_part_of_the_day(
    item: str, right: list[str], wrong: list[str]
) -> None:
    assert [answer for answer in right if not TIME.is_right(answer, [item])] == []
    assert [answer for answer in wrong if TIME.is_right(answer, [item])] == []
    day = "October 20 2023"
    assert MOMENT.is_right(f"{right[0]} on {day}", [f"{day} {item}"])
