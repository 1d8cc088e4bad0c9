"""OsmAnd's favorites and tracks, read over adb from its GPX files."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from android_gym.devices.user_preferences import listed
from android_gym.devices.user_tables import Listing, Row

if TYPE_CHECKING:
    from lxml import etree

    from android_gym.devices.device import Device

__all__ = ["FAVORITE_ROWS", "GPX", "MOST_BYTES", "ROOT", "TRACK_ROWS", "parse_gpx", "read_places"]

FAVORITE_ROWS: Final = "favorites of OsmAnd"
TRACK_ROWS: Final = "tracks of OsmAnd"
"""The names that they have among the tables."""

ROOT: Final = "/storage/emulated/0/Android/data/net.osmand/files"
"""The folder of OsmAnd's own files."""

GPX: Final = "{http://www.topografix.com/GPX/1/1}"
"""The start of each tag of a GPX file."""

MOST_BYTES: Final = 16 << 20
"""Bytes of a GPX file at most; what is larger is not read."""

# A line for each group of favorites, which is a file: its name and its content. Then the tracks.
_LIST: Final = f"""cd {ROOT} 2> /dev/null || {{ echo .; exit; }}
for group in favorites/favorites.gpx favorites/favorites-*.gpx; do
test -f "$group" || continue
printf "%s " "$(printf %s "$group" | base64 -w 0)"
head -c {MOST_BYTES} "$group" | base64 -w 0; echo
done
echo .
find tracks -type f -name '*.gpx' -exec md5sum {{}} + 2> /dev/null
true"""


def parse_gpx(data: bytes) -> etree._Element | None:
    """Read a GPX file; an invalid one has no root."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        return etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError):
        return None


def _places(group: str, data: bytes) -> Iterator[Row]:
    """Yield the group, name, latitude and longitude of each favorite."""
    root = parse_gpx(data)
    for place in root.iterfind(f"{GPX}wpt") if root is not None else ():
        yield group, place.findtext(f"{GPX}name") or "", place.get("lat"), place.get("lon")


def read_places(device: Device) -> Mapping[str, Listing]:
    """Read them as rows of `FAVORITE_ROWS` and `TRACK_ROWS`; of a track, its digest and its path.

    Raises:
        DeviceError: If the device fails.
    """
    groups, _, tracks = device.shell(_LIST).partition(".\n")
    texts = [map(base64.b64decode, line.split(" ")) for line in groups.splitlines()]
    favorites = [
        row for name, data in texts for row in _places(name.decode("utf-8", "replace"), data)
    ]
    files = re.findall(r"^([0-9a-f]{32}) [ *]?(tracks/.*)$", tracks, re.MULTILINE)
    return {FAVORITE_ROWS: listed(favorites), TRACK_ROWS: listed(files)}
