"""The activity types of tracks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

LOGO: Final = "run_fast"
"""Icon of types without their own; the app's logo."""


@dataclass(frozen=True)
class Sport:
    """An activity type.

    Attributes:
        id: Id, as in ``tracks.activity_type``.
        label: Label on screen and in fields, and in ``tracks.category``.
        icon: Icon.
        paced: Whether pace (min/km) is shown instead of speed (km/h).
    """

    id: str
    label: str
    icon: str = LOGO
    paced: bool = False


_ICONS: Final = {
    "bike": "biking,cycling,road biking,track cycling",
    "bike_fast": "mountain biking,dirt bike",
    "run": "running,trail running,street running,track running",
    "walk": "hiking,off trail hiking,walking,trail hiking,speed walking",
    "swim": "swimming,swimming in open water",
    "ski": "skiing,cross-country skiing",
    "snowboard": "snow boarding",
    "skateboard": "skate boarding",
    "roller_skate": "inline skating",
    "carabiner": "climbing",
    "kayaking": "kayaking",
    "sail_boat": "sailing",
    "ferry": "boat,ferry,motor boating,RC boat",
    "airplane": "airplane,commercial airplane,RC airplane,seaplane",
    "car": "driving,driving bus,driving car,ATV",
    "scooter_electric": "escooter",
    "scooter": "scooter",
    "dumbbell": "workout",
}

_PACED: Final = frozenset(
    (
        "climbing,hiking,off trail hiking,running,speed walking,street running,track running,"
        "trail hiking,trail running,walking,swimming,swimming in open water,workout"
    ).split(",")
)

_LABELS: Final = (
    "airplane,ATV,biking,blimp,boat,climbing,commercial airplane,cross-country skiing,cycling,"
    "dirt bike,donkey back riding,driving,driving bus,driving car,escooter,ferry,frisbee,gliding,"
    "hang gliding,helicopter,hiking,horse back riding,hot air balloon,ice sailing,inline skating,"
    "kayaking,kite surfing,land sailing,mixed type,motor bike,motor boating,mountain biking,"
    "off trail hiking,other,paddling,para gliding,RC airplane,RC boat,RC helicopter,road biking,"
    "roller skiing,rowing,running,sailing,scooter,seaplane,skate boarding,skating,skiing,"
    "sky jumping,sled,snow boarding,snow shoeing,speed walking,street running,surfing,swimming,"
    "swimming in open water,track cycling,track running,trail hiking,trail running,train,"
    "ultimate frisbee,unknown,wakeboarding,walking,water skiing,wind surfing,workout"
).split(",")

_IDS: Final = {
    "snow boarding": "snowboarding",
    "skate boarding": "skateboarding",
    "scooter": "kickscooter",
}
"""Ids that differ from the label."""


@cache
def sports() -> tuple[Sport, ...]:
    """Return all activity types, sorted by label."""
    icons = {label: icon for icon, labels in _ICONS.items() for label in labels.split(",")}
    return tuple(
        Sport(
            _IDS.get(label, label.lower()), label, icons.get(label, LOGO), label.lower() in _PACED
        )
        for label in _LABELS
    )


UNKNOWN: Final = Sport("unknown", "unknown")


def by_id(name: str) -> Sport:
    """Return the type with an id; `UNKNOWN` if there is none."""
    return _ids().get(name, UNKNOWN)


def by_label(label: str) -> Sport:
    """Return the type with a label; `UNKNOWN` if there is none."""
    return _labels().get(label, UNKNOWN)


@cache
def _ids() -> dict[str, Sport]:
    return {sport.id: sport for sport in sports()}


@cache
def _labels() -> dict[str, Sport]:
    return {sport.label: sport for sport in sports()}
