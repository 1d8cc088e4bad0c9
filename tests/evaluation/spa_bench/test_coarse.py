"""Coarse detection over elements and over pixels."""

import cv2
import numpy as np
import pytest

from android_gym.errors import TraceError
from android_gym.evaluation.spa_bench import CoarseMatcher, Shot, Trajectory, ocr_texts
from android_gym.task_suite.spa_bench import load


def test_the_last_screen_that_shows_everything_passes(trajectory):
    found = CoarseMatcher().match(
        trajectory("Clock", "LONDON clock", "clock London 8:00", "Alarms", uid="ENG/clock_3")
    )
    assert (found.passed, found.shot) == (True, 2)


def test_all_components_must_be_on_one_screen(trajectory):
    assert not CoarseMatcher().match(trajectory("Clock", "London", uid="ENG/clock_3")).passed


def test_blanks_do_not_matter(trajectory):
    found = CoarseMatcher().match(trajectory("C l o\nc k", "L on don\tclock", uid="ENG/clock_3"))
    assert (found.passed, found.shot) == (True, 1)


def test_a_task_without_components_passes_with_its_last_screen(trajectory):
    found = CoarseMatcher().match(trajectory("a", "b", uid="CHN/wechat_0"))
    assert (found.passed, found.shot) == (True, 1)


def test_the_bars_count_in_the_published_code_alone():
    shot = Shot("0.png", None, ("Alarm",), ("8:29",))
    trajectory = Trajectory((shot,), record=load("ENG/clock_0"))
    assert not CoarseMatcher().match(trajectory).passed
    assert CoarseMatcher(strict_upstream=True).match(trajectory).passed


def test_a_trajectory_without_screens_is_told():
    with pytest.raises(TraceError, match="ENG/clock_0 has no screens"):
        CoarseMatcher().match(Trajectory((), record=load("ENG/clock_0")))


def test_screens_without_elements_are_told():
    with pytest.raises(TraceError, match="0.png came without elements"):
        CoarseMatcher().match(Trajectory((Shot("0.png", b"x"),), record=load("ENG/clock_0")))


def test_a_screen_is_read_once(trajectory):
    read = []

    def texts(shot, bars):
        read.append(shot.name)
        return "8"

    matcher = CoarseMatcher(texts)
    for _ in range(3):
        assert matcher.match(trajectory("a", "b")).passed
    assert read == ["1.png"]


def test_pixels_are_read_between_the_bars():
    pixels = np.full((600, 270, 3), 255, np.uint8)
    cv2.putText(pixels, "8:29", (8, 16), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
    cv2.putText(pixels, "LONDON", (40, 300), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (0, 0, 0), 2)
    shot = Shot("0.png", cv2.imencode(".png", pixels)[1].tobytes())
    assert ocr_texts(shot, False) == "LONDON"
    assert "8:29" in ocr_texts(shot, True)


@pytest.mark.parametrize("png", [None, b"", b"\x89PNG\r\n\x1a\nnothing"])
def test_what_is_no_picture_is_told(png):
    with pytest.raises(TraceError, match="0.png"):
        ocr_texts(Shot("0.png", png), False)
