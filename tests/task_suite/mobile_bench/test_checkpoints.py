"""CheckPoints: the paper's formula, the published scorer's, and the text form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.errors import OptionError
from android_gym.events import (
    Answer,
    Drag,
    ExpandPanel,
    Key,
    Launch,
    LongPress,
    Pinch,
    Swipe,
    Tap,
    Text,
    Wait,
)
from android_gym.task_suite.mobile_bench.checkpoints import (
    API_CALL,
    All,
    AnyOf,
    CheckPoint,
    Expression,
    InTurn,
    Phrase,
    Score,
    history,
    parse,
)
from android_gym.trace import EpisodeTrace, ScreenState, TraceStep

HISTORY = (
    'click(<p package="com.android.deskclock"> Alarm </p>)',
    'input(<input package="com.android.deskclock"> </input>, Gym)',
    "adb shell am start -a android.intent.action.SET_ALARM",
)


@pytest.mark.parametrize(
    ("text", "passed", "total"),
    [
        ("Alarm", 1, 1),
        ("Timer", 0, 1),
        ('["Alarm", "Gym", "Timer"]', 2, 3),
        ("[Alarm]", 1, 1),
        ("Alarm & Gym", 1, 1),
        ("Alarm & Timer", 0, 1),
        ("Timer | Gym", 1, 1),
        ("Timer | Clock", 0, 1),
        ('["Alarm" & "Gym", "Timer" | "Gym", "Timer"]', 2, 3),
        ("(Timer | Alarm) & Gym", 1, 1),
        ("Timer | Alarm & Clock", 0, 1),
        ("alarm", 0, 1),
    ],
)
def test_stations(text: str, passed: int, total: int) -> None:
    assert CheckPoint.of(text=text).level_2(HISTORY) == Score(passed, total)


def test_the_paper_s_example() -> None:
    """One of one package, and five of six stations in all."""
    check = CheckPoint.of(
        package="com.android.deskclock",
        text='["Alarm", "Gym" | "Sport", "Timer"]',
        api='["SET_ALARM" & "am start", "adb shell"]',
    )
    assert check.level_1(HISTORY) == Score(1, 1)
    assert check.level_2(HISTORY) == Score(5, 6)
    assert check.level_2(HISTORY).share == pytest.approx(5 / 6)
    assert check.level_2(()) == Score(0, 6)


def test_without_stations_nothing_is_passed() -> None:
    empty = CheckPoint({})
    assert (empty.level_1(HISTORY), empty.level_2(HISTORY).share) == (Score(0, 0), 0.0)
    assert CheckPoint.of(text="Alarm").level_1(HISTORY).share == 0.0


def test_the_published_scorer_looks_for_the_letters_of_a_package() -> None:
    check = CheckPoint.of(package="com.android.deskclock")
    elsewhere = ("click(<p package=com.android.settings> Lock </p>)", "back")
    assert check.level_1(elsewhere) == Score(0, 1)
    assert check.level_1(elsewhere, strict_upstream=True).share == 1.0
    listed = CheckPoint.of(package="[com.android.deskclock]")
    assert listed.level_1(elsewhere, strict_upstream=True) == Score(0, 1)


def test_the_published_scorer_asks_every_action_for_every_text() -> None:
    check = CheckPoint.of(text="Alarm & Gym")
    for actions, paper, published in (
        (HISTORY, 1, 0),
        (("Alarm Gym",), 1, 1),
        (("Alarm Gym", "Alarm"), 1, 0),
        ((), 0, 1),
    ):
        assert check.level_2(actions).passed == paper
        assert check.level_2(actions, strict_upstream=True).passed == published


@pytest.mark.parametrize(
    ("text", "expected", "position"),
    [
        ("", "a text or '('", 0),
        ("Alarm Gym", "'&', '|' or the end", 6),
        ("Alarm &", "a text or '('", 7),
        ("| Alarm", "a text or '('", 0),
        ("(Alarm", "')'", 6),
        ("[Alarm", "']'", 6),
        ("[Alarm, ]", "a text or '('", 8),
        ("[Alarm] & Gym", "'&', '|' or the end", 8),
        ("[[Alarm]]", "a text or '('", 1),
        ('"Alarm', "a closing '\"'", 0),
        ('""', "a text that is not empty", 0),
        (r'"\x"', "a text as in JSON", 0),
        ("(" * 60 + "A" + ")" * 60, "at most 50", 50),
        ("Alarm)", "'&', '|' or the end", 5),
    ],
)
def test_mistakes_are_told_with_their_place(text: str, expected: str, position: int) -> None:
    with pytest.raises(OptionError) as raised:
        parse(text)
    assert f"position {position} of" in str(raised.value)
    assert expected in str(raised.value)


def test_other_mistakes() -> None:
    with pytest.raises(OptionError, match="10000 characters"):
        parse("x" * 10_001)
    with pytest.raises(OptionError, match="no kind 'colour'"):
        CheckPoint.of(colour="red")
    with pytest.raises(OptionError, match="no kind 'colour'"):
        CheckPoint({"colour": Phrase("red")})  # type: ignore[dict-item]
    with pytest.raises(OptionError, match="must not be empty"):
        Phrase("")


PHRASES = st.text(min_size=1, max_size=8).map(Phrase)
ALL = st.lists(PHRASES, min_size=2, max_size=3).map(lambda parts: All(tuple(parts)))
ANY = st.lists(PHRASES | ALL, min_size=2, max_size=3).map(lambda parts: AnyOf(tuple(parts)))
MIXED = st.lists(PHRASES | ANY, min_size=2, max_size=3).map(lambda parts: All(tuple(parts)))
ONE = PHRASES | ALL | ANY | MIXED
TURN = st.lists(ONE, min_size=1, max_size=3).map(lambda parts: InTurn(tuple(parts)))


@given(ONE | TURN)
def test_the_text_form_is_read_as_it_was_written(expression: Expression) -> None:
    assert parse(str(expression)) == expression


@given(ONE | TURN, st.lists(st.text(max_size=10), max_size=4))
def test_more_actions_never_pass_less(expression: Expression, actions: list[str]) -> None:
    check = CheckPoint({"text": expression})
    scores = [check.level_2(actions[:count]).passed for count in range(len(actions) + 1)]
    assert scores == sorted(scores)
    assert 0 <= scores[-1] <= check.level_2(actions).total


# --- histories


def element(text: str, box: tuple[int, int, int, int], **more: bool) -> UIElement:
    left, top, right, bottom = box
    return UIElement(
        text=text,
        package_name="org.tasks",
        bbox_pixels=BoundingBox(left, right, top, bottom),
        **more,
    )


SCREEN = ScreenState(
    0,
    (100, 200),
    "org.tasks/.Main",
    (
        element("All", (0, 0, 100, 200)),
        element("Bread & <butter>", (0, 0, 50, 50)),
        element("Hidden", (0, 0, 5, 5), is_visible=False),
        element("Title", (0, 100, 100, 120), is_editable=True, is_focused=True),
    ),
)


def test_what_was_done_is_told_with_the_element_under_it() -> None:
    events = [
        (Tap(2, 2), 'click(<div package="org.tasks"> Bread & <butter> </div>)'),
        (LongPress(60, 60), 'press(<div package="org.tasks"> All </div>)'),
        (Tap(500, 500), "click()"),
        (Swipe(60, 60, 60, 10), 'scroll(<div package="org.tasks"> All </div>, [60,60][60,10])'),
        (Drag(60, 60, 60, 10), 'scroll(<div package="org.tasks"> All </div>, [60,60][60,10])'),
        (Pinch(60, 60, 10, 90), 'zoom(<div package="org.tasks"> All </div>)'),
        (Pinch(60, 60, 90, 10), 'pinch(<div package="org.tasks"> All </div>)'),
        (Text("Milk"), 'input(<div package="org.tasks"> Title </div>, Milk)'),
        (Key("BACK"), "key(BACK)"),
        (Launch("Tasks"), "launch(Tasks, org.tasks/.Main)"),
        (ExpandPanel("settings"), "expand(settings)"),
    ]
    steps = tuple(TraceStep((event,), SCREEN) for event, _ in events)
    trace = EpisodeTrace("A/B", "goal", SCREEN, steps)
    assert history(trace) == tuple(text for _, text in events)
    assert CheckPoint.of(package="org.tasks", text='"Bread & <butter>"').level_2(
        history(trace)
    ) == Score(2, 2)


def test_what_failed_or_did_nothing_is_left_out_and_api_calls_are_in() -> None:
    trace = EpisodeTrace(
        "A/B",
        "goal",
        SCREEN,
        (
            TraceStep((), SCREEN, error="no such element"),
            TraceStep((Wait(), Answer("x")), SCREEN),
            TraceStep((), SCREEN, notes={API_CALL: "adb shell svc wifi enable"}),
            TraceStep((), SCREEN, notes={API_CALL: 5}),
        ),
    )
    assert history(trace) == ("adb shell svc wifi enable",)
