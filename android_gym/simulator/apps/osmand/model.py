"""OsmAnd's data, and the state of its screens."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from android_gym.simulator.ui.map_touch import MapView

__all__ = [
    "FLAG_COLORS",
    "SPECIAL_STAR",
    "Favorite",
    "Group",
    "Hit",
    "HitKind",
    "MapState",
    "Marker",
    "Memory",
    "PlacesState",
    "Plan",
    "Recording",
    "Route",
    "Spot",
    "SpotKind",
    "TrackInfo",
]

Point = tuple[float, float]
"""Latitude and longitude in degrees."""

FLAG_COLORS: Final = (
    0xFF2196F3, 0xFF73B825, 0xFFFF9800, 0xFFE53935, 0xFFFDD835, 0xFF26A69A, 0xFFAB47BC,
)  # fmt: skip
"""Colours of markers, by their index."""

SPECIAL_STAR: Final = "special_star"
"""Icon of a favourite that was given no other."""


@dataclass(frozen=True)
class Favorite:
    """A place that the user keeps.

    Attributes:
        name: Its name; unique in its group.
        lat: Latitude in degrees.
        lon: Longitude in degrees.
        group: Name of its group; empty for the default one.
        time: When it was made, as GPX writes it.
        address: Where that is.
        description: What the user wrote.
        icon: Name of its icon.
        background: "circle", "octagon" or "square".
        color: ``#AARRGGBB``; empty for the group's.
        hidden: Whether it is left out on the map.
        extras: (name, text) of further extensions, kept as they are.
    """

    name: str
    lat: float
    lon: float
    group: str = ""
    time: str = ""
    address: str = ""
    description: str = ""
    icon: str = SPECIAL_STAR
    background: str = "circle"
    color: str = ""
    hidden: bool = False
    extras: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Group:
    """A group of favourites; `name` is empty for the default one."""

    name: str
    favorites: tuple[Favorite, ...]

    @property
    def title(self) -> str:
        """Its name on the screen."""
        return self.name or "Favorites"


@dataclass(frozen=True)
class Marker:
    """A row of ``map_markers``.

    Attributes:
        id: Its key.
        lat: Latitude in degrees.
        lon: Longitude in degrees.
        kind: What it was made from: "location", "poi", "address" ...
        name: What is there.
        active: Whether it is still to be visited; otherwise it is in the history.
        added: Epoch ms.
        visited: Epoch ms; 0 before.
        color: Index in `FLAG_COLORS`.
    """

    id: str
    lat: float
    lon: float
    kind: str
    name: str
    active: bool
    added: int
    visited: int
    color: int


@dataclass(frozen=True)
class TrackInfo:
    """A track's file.

    Attributes:
        path: Where it is.
        name: Its name without the ending.
        segments: Points of each part.
        waypoints: (latitude, longitude, name) of each.
        routed: The points that a planned route was made of.
        length: Metres.
        seconds: From the first to the last point; 0 where no times are known.
    """

    path: str
    name: str
    segments: tuple[tuple[Point, ...], ...] = ()
    waypoints: tuple[tuple[float, float, str], ...] = ()
    routed: tuple[Point, ...] = ()
    length: float = 0.0
    seconds: int = 0

    @property
    def points(self) -> tuple[Point, ...]:
        """All points."""
        return tuple(point for segment in self.segments for point in segment)


HitKind = Literal[
    "town", "village", "hamlet", "street", "house", "poi", "location", "favorite", "history",
    "marker", "category",
]  # fmt: skip


@dataclass(frozen=True)
class Hit:
    """Something that a search has found.

    Attributes:
        kind: What it is.
        name: Title of its row.
        detail: Second line of its row.
        lat: Latitude in degrees.
        lon: Longitude in degrees.
        place: Village of a street or house.
        icon: Icon of its row.
    """

    kind: HitKind
    name: str
    detail: str
    lat: float = 0.0
    lon: float = 0.0
    place: str = ""
    icon: str = "map_marker"


SpotKind = Literal["location", "poi", "address", "favorite", "marker", "track"]


@dataclass(frozen=True)
class Spot:
    """The subject of the context menu.

    Attributes:
        kind: What it is.
        lat: Latitude in degrees.
        lon: Longitude in degrees.
        name: Title; empty while the address is looked up, or where there is none.
        type: Second line.
        address: What is known of where it is.
        key: A favourite's group and name with a line feed between, a marker's id, a track's path.
        looking: Whether the address is still looked up.
        street: What an address is of, as in the description of a marker; empty for none.
    """

    kind: SpotKind
    lat: float
    lon: float
    name: str = ""
    type: str = ""
    address: str = ""
    key: str = ""
    looking: bool = False
    street: str = ""

    @property
    def title(self) -> str:
        """First line of the context menu."""
        if self.looking:
            return "Looking up address…"
        return self.name or "No address determined"


@dataclass(frozen=True)
class Plan:
    """A route that is being planned.

    Attributes:
        points: What was added, in order.
        undone: Earlier or later sets of points that were undone, the next last.
        done: Sets of points before each change, the latest last.
        profile: "" for straight lines, else by which roads it runs: "car", "bicycle", "pedestrian".
        path: The file that is edited; empty for a new one.
        expanded: Whether the list of points is shown.
        moving: Number of the point that is being moved; -1 for none.
        insert: Number at which new points go in; -1 for the end.
    """

    points: tuple[Point, ...] = ()
    undone: tuple[tuple[Point, ...], ...] = ()
    done: tuple[tuple[Point, ...], ...] = ()
    profile: str = ""
    path: str = ""
    expanded: bool = False
    moving: int = -1
    insert: int = -1


@dataclass(frozen=True)
class Route:
    """State of the menu of directions.

    Attributes:
        start: Where it begins; None for where the phone is.
        via: Where it passes, in order.
        end: Where it ends; None before one is chosen.
        profile: "car", "bicycle" or "pedestrian".
        open: Whether the menu is open.
    """

    start: Spot | None = None
    via: tuple[Spot, ...] = ()
    end: Spot | None = None
    profile: str = "car"
    open: bool = True


@dataclass(frozen=True)
class MapState:
    """State of the map's activity.

    Attributes:
        view: What the map shows and what fingers do on it.
        begun: Whether the intent that began it was taken up.
        spot: What the context menu is about; None while it is closed.
        expanded: Whether the context menu fills the screen.
        drawer: Whether the drawer is open.
        hud: Whether buttons are shown over the map.
        result: Query of the search that led here, for the bar on top; empty for none.
        plan: The route that is planned; None while none is.
        route: The menu of directions; None where it is closed and empty.
        changing: Id of the marker whose place is being changed; empty for none.
        linked: Whether the map follows the phone.
    """

    view: MapView = MapView()
    begun: bool = False
    spot: Spot | None = None
    expanded: bool = False
    drawer: bool = False
    hud: bool = True
    result: str = ""
    plan: Plan | None = None
    route: Route | None = None
    changing: str = ""
    linked: bool = False


@dataclass(frozen=True)
class PlacesState:
    """State of My Places: the tab, and which groups are open."""

    tab: int = 0
    open: frozenset[str] = field(default_factory=lambda: frozenset({""}))
    selected: frozenset[str] = frozenset()
    query: str | None = None


@dataclass(frozen=True)
class Recording:
    """The trip that is being recorded: whether it runs, and its points with their epoch ms."""

    running: bool = False
    points: tuple[tuple[float, float, int], ...] = ()


@dataclass(frozen=True)
class Memory:
    """State that dies with the process."""

    recording: Recording = Recording()
