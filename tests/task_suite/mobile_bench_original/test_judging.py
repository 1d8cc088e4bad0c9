"""Tasks of a checkout: no verdict of their own, and stations that are read from traces."""

import pytest

from android_gym.errors import OptionError
from android_gym.task_suite.mobile_bench_original import tasks


class Query(tasks.QueryTask):
    """A query."""

    stations = {"package": "a.b", "text": '["Clock"]'}


class Phone:
    """A phone that nobody asks."""


def test_nothing_is_known_of_the_phone():
    for answer in (None, "", "Clock"):
        assert Query().success(Phone(), {}, answer) == 0.0


def test_stations_are_those_of_the_trace():
    point = Query().checkpoint(Query().sample(None))
    assert {kind: str(one) for kind, one in point.expressions.items()} == {
        "package": '"a.b"',
        "text": '["Clock"]',
    }


@pytest.mark.parametrize("params", [{}, {"stations": "a.b"}, {"stations": {"text": 1}}])
def test_a_trace_without_stations_is_told(params):
    with pytest.raises(OptionError, match="no 'stations'"):
        tasks.read_stations(params)


def test_a_level_is_in_the_name():
    assert tasks.level_of("SAMT-17") == "SAMT"
    with pytest.raises(OptionError, match="no task of Mobile-Bench"):
        tasks.level_of("SAM-17")
