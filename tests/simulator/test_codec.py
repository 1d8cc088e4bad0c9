"""Values by their declared types: what goes in comes out, and nothing else comes out."""

from __future__ import annotations

import datetime as dt
import enum
import json
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from immutables import Map

from android_gym.errors import SnapshotError
from android_gym.simulator.codec import Codec, Contents, Records


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Point(NamedTuple):
    x: int
    y: float = 0.0


@dataclass(frozen=True)
class Leaf:
    text: str = ""
    content: bytes = b""


@dataclass(frozen=True)
class Tree:
    leaf: Leaf
    children: tuple[Tree, ...] = ()
    points: Map[str, Point] = field(default_factory=Map)
    color: Color = Color.RED
    day: dt.date | None = None
    either: str | tuple[str, int] | Leaf = ""
    kind: Literal["a", "b"] = "a"


@dataclass(frozen=True)
class Other:
    x: int = 0


@dataclass(frozen=True)
class Chosen:
    kind: str
    value: Any


@dataclass
class Mutable:
    x: int = 0


class Unknown:
    pass


@dataclass(frozen=True)
class HasUnknown:
    inner: tuple[Unknown, ...] = ()


@dataclass(frozen=True)
class HasHidden:
    x: int = field(default=0, init=False)


def round_trip(hint: Any, value: Any, codec: Codec | None = None) -> Any:
    codec = codec or Codec((Leaf, Other))
    contents = Contents()
    text = json.dumps(codec.encode(hint, value, contents, "it"), allow_nan=False)
    return codec.decode(hint, json.loads(text), Contents(contents.parts), "it")


def decode(hint: Any, data: Any, *parts: bytes) -> Any:
    return Codec((Leaf,)).decode(hint, data, Contents(parts), "it")


TREE = Tree(
    Leaf("leaf", b"\0\xff"),
    (Tree(Leaf()), Tree(Leaf("\udc80 a byte"), color=Color.BLUE)),
    Map({"b": Point(1, 2.5), "a": Point(-(2**63), 3)}),
    day=dt.date(2023, 10, 15),
    either=("x", 1),
    kind="b",
)


@pytest.mark.parametrize(
    ("hint", "value"),
    [
        (Tree, TREE),
        (Tree, Tree(Leaf(), either=Leaf("x"))),
        (tuple[int, str], (1, "x")),
        (tuple[int, ...], ()),
        (tuple[()], ()),
        (int | None, None),
        (bytes | None, b"x"),
        (int | str, 7),
        (None, None),
        (float, 2),
        (frozenset[tuple[int, str]], frozenset({(1, "b"), (1, "a")})),
        (Map[tuple[str, int], bytes], Map({("a", 1): b"1", ("a", 2): b"1"})),
        (Any, (1, True, None, 2.5, "x", b"y", (frozenset({1}), Map({(1,): Leaf()})))),
        (Hashable, dt.date(2023, 10, 15)),
        (dt.datetime | None, dt.datetime(2023, 10, 15, 15, 34, 0, 5)),
        (object, float("inf")),
        (Leaf | Any, Other(3)),
    ],
)
def test_what_goes_in_comes_out(hint: Any, value: Any) -> None:
    found = round_trip(hint, value)
    assert found == value
    assert repr(found) == repr(value) or isinstance(value, (Map, frozenset))


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | st.text(max_size=9)
    | st.binary(max_size=9)
    | st.dates()
    | st.builds(Leaf, st.text(max_size=9)),
    lambda inner: (
        st.lists(inner, max_size=4).map(tuple)
        | st.frozensets(inner, max_size=4)
        | st.dictionaries(inner, inner, max_size=4).map(Map)
    ),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(plain)
def test_plain_values_come_out_as_they_were(value: Any) -> None:
    assert round_trip(Any, value) == value


def test_the_same_value_gives_the_same_bytes_in_any_order() -> None:
    codec = Codec()
    one, other = (
        codec.encode(Any, Map({name: 1 for name in names}), Contents(), "it")
        for names in ("abc", "cba")
    )
    assert json.dumps(one) == json.dumps(other)


def test_equal_contents_are_kept_once() -> None:
    contents = Contents()
    Codec().encode(tuple[bytes, ...], (b"x", b"y", b"x"), contents, "it")
    assert contents.parts == [b"x", b"y"]


@pytest.mark.parametrize(
    ("hint", "value", "why"),
    [
        (int, True, "it: expected an int, got True"),
        (int, 2**63, "64 bits, and 63 are the most"),
        (str, "\ud800", "it: it has a lone surrogate"),
        (str, b"x", "expected a str, got b'x'"),
        (float, float("nan"), "expected a finite number"),
        (float, True, "expected a finite number"),
        (tuple[int, ...], [1], "expected a tuple"),
        (tuple[int, int], (1,), "a tuple of 2"),
        (tuple[int, str], (1, 2), "it.1: expected a str"),
        (frozenset[int], {1}, "expected a frozenset"),
        (Map[str, int], {"a": 1}, "expected a Map"),
        (Map[str, int], Map({"key": "x"}), "it.key: expected an int"),
        (Leaf, Other(), "expected a Leaf"),
        (Tree, Tree(Leaf(text=3)), "it.leaf.text: expected a str"),  # type: ignore[arg-type]
        (Literal["a"], "b", "expected 'a'"),
        (Color, "RED", "expected a Color"),
        (Leaf | int, "x", "expected Leaf or int"),
        (Any, Unknown(), "expected a plain value"),
        (Any, Tree(Leaf()), "expected a plain value"),
        (Any, print, "expected a plain value"),
        (Any, Leaf, "expected a plain value"),
        (Any, [1], "expected a plain value"),
        (Any, {"a": 1}, "expected a plain value"),
    ],
)
def test_what_is_not_as_declared_is_not_written(hint: Any, value: Any, why: str) -> None:
    with pytest.raises(SnapshotError, match=why):
        round_trip(hint, value)


@pytest.mark.parametrize(
    ("hint", "name"),
    [
        (Unknown, "Unknown"),
        (HasUnknown, "HasUnknown.inner"),
        (Map[str, HasUnknown], "HasUnknown.inner"),
        (Mutable, "not frozen"),
        (HasHidden, "'x'"),
        (dict[str, int], "dict"),
        (list[int], "list"),
        (type, "type"),
    ],
)
def test_types_that_are_not_known_are_named(hint: Any, name: str) -> None:
    for _ in range(2):  # the second time too
        with pytest.raises(SnapshotError, match=name):
            CODEC.check(hint, "slot")


CODEC = Codec()

LEAF = {"text": "x", "content": 0}


@pytest.mark.parametrize(
    ("hint", "data", "why"),
    [
        (int, "1", "expected an int"),
        (int, True, "expected an int"),
        (int, 1.0, "expected an int"),
        (int, 10**30, "100 bits"),
        (int, None, "expected an int"),
        (bool, 1, "expected a bool"),
        (float, "1", "finite"),
        (float, float("inf"), "finite"),
        (float, 10**400, "bits"),
        (str, ["x"], "expected a str"),
        (str, "\ud800", "lone surrogate"),
        (Any, ["\udfff"], "lone surrogate"),
        (bytes, "x", "number of a content"),
        (bytes, 1, "below 1"),
        (bytes, -1, "below 1"),
        (bytes, True, "below 1"),
        (bytes, 0.0, "below 1"),
        (dt.date, "2023-13-01", "expected a date"),
        (dt.date, 5, "expected a date"),
        (dt.datetime, "2023-10-15T25:00:00", "expected a date and time"),
        (dt.datetime, "2023-10-15T15:34:00+00:00", "expected a date and time"),
        (dt.datetime, 5, "expected a date and time"),
        (Color, "GREEN", "a name of Color"),
        (Color, "__class__", "a name of Color"),
        (Color, ["RED"], "a name of Color"),
        (Literal["a", "b"], "c", "'a' or 'b'"),
        (Literal[1], True, "expected 1"),
        (tuple[int, ...], {"0": 1}, "an array"),
        (tuple[int, ...], [1, "x"], "it.1: expected an int"),
        (tuple[int, str], [1], "an array of 2"),
        (frozenset[int], [1, 1], "a member twice"),
        (Map[str, int], {"a": 1}, "an array of pairs"),
        (Map[str, int], [["a", 1], ["a", 2]], "the key 'a' twice"),
        (Map[str, int], [["a"]], "a pair"),
        (Map[str, int], [["a", 1, 2]], "a pair"),
        (Map[str, int], ["ab"], "a pair"),
        (Leaf, {"text": "x"}, "no field 'content'"),
        (Leaf, LEAF | {"more": 1}, "unknown field 'more'"),
        (Leaf, LEAF | {"__class__": 1}, "unknown field '__class__'"),
        (Leaf, ["x", 0], "an object"),
        (Point, {"x": 1, "y": 2}, r"an array of 2 \(x, y\)"),
        (Point, [1], "an array of 2"),
        (Leaf | int, {"Tree": {}}, "Leaf or int, got the tag 'Tree'"),
        (Leaf | int, {"Leaf": LEAF, "int": 1}, "one key"),
        (Leaf | int, 3, "one key"),
        (Any, {"Tree": {}}, "there is no such type"),
        (Any, {"builtins.eval": "1"}, "there is no such type"),
        (Any, {"float": "1"}, "nan, inf or -inf"),
        (Any, {}, "one key"),
        (Any, {"Map": [[{"frozenset": [1, True]}, 1]]}, "a member twice"),
        (Any, {"Leaf": [1]}, "an object"),
    ],
)
def test_data_that_does_not_fit_is_refused(hint: Any, data: Any, why: str) -> None:
    with pytest.raises(SnapshotError, match=why):
        decode(hint, data, b"content")


@pytest.mark.parametrize("wrap", [lambda x: [x], lambda x: {"Map": [[1, x]]},
                                  lambda x: {"frozenset": [x]}])  # fmt: skip
def test_nesting_has_a_limit(wrap: Any) -> None:
    data: Any = 1
    for _ in range(60):
        data = wrap(data)
    decode(Any, data)
    for _ in range(10):
        data = wrap(data)
    with pytest.raises(SnapshotError, match="more than 64 deep"):
        decode(Any, data)
    value: Any = ()
    for _ in range(70):
        value = (value,)
    with pytest.raises(SnapshotError, match="more than 64 deep"):
        round_trip(Any, value)


def test_a_record_in_itself_is_not_read_for_ever() -> None:
    data: list[Any] = []
    for _ in range(100_000):
        tree = {"leaf": {"text": "", "content": 0}, "children": data, "points": [], "day": None}
        data = [tree | {"color": "RED", "either": {"str": ""}, "kind": "a"}]
    with pytest.raises(SnapshotError, match="nested too deeply"):
        decode(tuple[Tree, ...], data, b"")


def test_a_type_may_follow_from_the_fields_before() -> None:
    def choose(known: Any) -> Any:
        if known["kind"] not in ("int", "leaf"):
            raise SnapshotError("there is no such kind.")
        return int if known["kind"] == "int" else Leaf

    codec = Codec(chosen={(Chosen, "value"): choose})
    for value in (Chosen("int", 3), Chosen("leaf", Leaf())):
        assert round_trip(Chosen, value, codec) == value
    for wrong in (Chosen("int", Leaf()), Chosen("leaf", 3)):
        with pytest.raises(SnapshotError, match="it.value: expected"):
            round_trip(Chosen, wrong, codec)
    with pytest.raises(SnapshotError, match="it.value: there is no such kind"):
        codec.decode(Chosen, {"kind": "x", "value": 1}, Contents(), "it")


def test_two_types_of_one_name_in_one_place_are_refused() -> None:
    class Leaf(NamedTuple):  # another one
        x: int

    with pytest.raises(SnapshotError, match="two types of one place are called 'Leaf'"):
        Codec().check(Leaf | globals()["Leaf"], "slot")


def test_records_carry_the_names_of_their_classes() -> None:
    hint, contents = Records((Leaf, Other), 2), Contents()
    written = CODEC.encode(hint, (Other(3), Leaf("a")), contents, "slot")
    assert written == [{"Other": {"x": 3}}, {"Leaf": {"text": "a", "content": 0}}]
    assert CODEC.decode(hint, written, contents, "slot") == (Other(3), Leaf("a"))
    one = Records((Other,), 2)  # even where there is only one
    assert CODEC.encode(one, (Other(3),), contents, "slot") == [{"Other": {"x": 3}}]
    for value in ((Leaf(),), (Other(), Other(), Other()), [Other()], (None,)):
        with pytest.raises(SnapshotError, match="slot"):
            CODEC.encode(one, value, contents, "slot")
    with pytest.raises(SnapshotError, match=r"slot\.0: expected Other, got the tag 'Leaf'"):
        CODEC.decode(one, [{"Leaf": {"text": "", "content": 0}}], contents, "slot")
    with pytest.raises(SnapshotError, match="number of items is 3, and 2 are the most"):
        CODEC.decode(one, [{"Other": {"x": 1}}] * 3, contents, "slot")
    with pytest.raises(SnapshotError, match="number of items is 1, and 0 are the most"):
        CODEC.decode(Records((), 2), [{"Other": {"x": 1}}], contents, "slot")
