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
    "Point",
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
"""Colours of markers; they are stored by index."""

SPECIAL_STAR: Final = "special_star"
"""Default icon of a favourite."""


@dataclass(frozen=True)
class Favorite:
    """A place saved by the user.

    Attributes:
        name: Its name; unique in its group.
        lat: Latitude in degrees.
        lon: Longitude in degrees.
        group: Name of its group; empty for the default one.
        time: When it was created, as GPX writes it.
        address: Its address.
        description: The user's description.
        icon: Name of its icon.
        background: "circle", "octagon" or "square".
        color: ``#AARRGGBB``; empty for the group's.
        hidden: Whether it is hidden on the map.
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
        """Its name on screen."""
        return self.name or "Favorites"


@dataclass(frozen=True)
class Marker:
    """A row of ``map_markers``.

    Attributes:
        id: Its key.
        lat: Latitude in degrees.
        lon: Longitude in degrees.
        kind: What it was created from: "location", "poi", "address" ...
        name: Name of the place.
        active: Whether it is still to be visited; otherwise it is in the history.
        added: Epoch ms.
        visited: Epoch ms; 0 if not visited yet.
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
    """A track and its file.

    Attributes:
        path: Path of the file.
        name: Its name without the extension.
        segments: Points of each segment.
        waypoints: (latitude, longitude, name) of each.
        routed: The points that a planned route was made from.
        length: Metres.
        seconds: Duration from the first to the last point; 0 if times are unknown.
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
        """The points of all segments."""
        return tuple(point for segment in self.segments for point in segment)


HitKind = Literal[
    "town", "village", "hamlet", "street", "house", "poi", "location", "favorite", "history",
    "marker", "category",
]  # fmt: skip


@dataclass(frozen=True)
class Hit:
    """A search result.

    Attributes:
        kind: Its kind.
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
        kind: Its kind.
        lat: Latitude in degrees.
        lon: Longitude in degrees.
        name: Title; empty while the address is being looked up, or if there is none.
        type: Second line.
        address: Its address, as far as it is known.
        key: A favourite's group and name with a line feed between, a marker's id, a track's path.
        looking: Whether the address is being looked up.
        street: What an address belongs to, as in a marker's description; empty for none.
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
    """A route in the planner.

    Attributes:
        points: The points in order.
        undone: The points before each undo, for redoing, the last undone last.
        done: The points before each change, for undoing, the latest last.
        profile: The profile whose roads it follows, "car", "bicycle" or "pedestrian"; "" for
            straight lines.
        path: The edited file; empty for a new one.
        expanded: Whether the list of points is shown.
        moving: Index of the point being moved; -1 for none.
        insert: Index at which to insert new points; -1 for the end.
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
    """State of the directions menu.

    Attributes:
        start: The start; None for the phone's location.
        via: Intermediate points in order.
        end: The destination; None until one is chosen.
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
        view: The camera, and the state of touches on the map.
        begun: Whether the starting intent was handled.
        spot: The subject of the context menu; None while it is closed.
        expanded: Whether the context menu fills the screen.
        drawer: Whether the drawer is open.
        hud: Whether the buttons on the map are shown.
        result: Query of the search that led here, shown in the top bar; empty for none.
        plan: The route in the planner; None while the planner is closed.
        route: The directions; None if there are none.
        changing: Id of the marker being moved; empty for none.
        linked: Whether the map follows the phone's location.
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
    """State of My Places: the tab, and the expanded groups."""

    tab: int = 0
    open: frozenset[str] = field(default_factory=lambda: frozenset({""}))
    selected: frozenset[str] = frozenset()
    query: str | None = None


@dataclass(frozen=True)
class Recording:
    """The recorded trip: whether recording runs, and the points with their epoch ms."""

    running: bool = False
    points: tuple[tuple[float, float, int], ...] = ()


@dataclass(frozen=True)
class Memory:
    """State that is lost when the process dies."""

    recording: Recording = Recording()
