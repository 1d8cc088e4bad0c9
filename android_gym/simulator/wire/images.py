"""Snapshots as bytes, for files and other programs, containing nothing but data.

An image is the line `MAGIC`, then a zlib stream of

- the length of the document, 8 bytes, big-endian,
- the document, JSON in UTF-8,
- the contents: the byte strings of the state (files, databases), one after another.

The document is an object of

- ``android_gym``: the version of the package that wrote it,
- ``apps``: names of the packages that ship with the phone, sorted,
- ``sizes``: length of each content,
- ``slots``: the state's values by slot, as `simulator.codec` writes them.

The reader knows the type of every value beforehand: those of slots are declared by the phone's
services, those of activities by its apps. So an image can't name a module, class or function. What
it says about itself is verified before it is trusted.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final, NoReturn, Union

from android_gym.errors import SimulatorError, SnapshotError
from android_gym.simulator.codec import Codec, Contents, Records
from android_gym.simulator.state import Snapshot
from android_gym.simulator.system import integrity
from android_gym.simulator.system.activity_records import MOST_DIALOGS, ActivityRecord
from android_gym.simulator.system.clock import Timer
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.clock_face import ClockState
from android_gym.simulator.ui.date_pickers import MonthState
from android_gym.simulator.ui.host import ACTIVITY
from android_gym.simulator.ui.live import Log
from android_gym.simulator.ui.map_touch import MapView
from android_gym.simulator.ui.picture_viewer import PictureState
from android_gym.simulator.ui.surface import SurfaceState
from android_gym.simulator.ui.web_pages import WebState
from android_gym.simulator.ui.widgets import EditState
from android_gym.simulator.web.inputs import INPUTS

if TYPE_CHECKING:
    from android_gym.simulator.phone import Phone

__all__ = ["MAGIC", "MOST_CONTENTS", "MOST_DOCUMENT", "MOST_PACKED", "codec_of", "dump", "load"]

MAGIC: Final = b"android_gym image 2\n"

MOST_DOCUMENT: Final = 8 << 20
"""Maximum bytes of the document; the Python objects take some 30 times as much."""

MOST_CONTENTS: Final = 256 << 20
"""Maximum bytes of all contents together."""

RECORDS: Final = (
    Intent,
    EditState,
    MonthState,
    ClockState,
    SurfaceState,
    PictureState,
    MapView,
    Log,
    WebState,
    *INPUTS,
)
"""Classes allowed where a state may hold anything: intents' extras, and state kept by views."""

MOST_PACKED: Final = MOST_DOCUMENT + MOST_CONTENTS + (1 << 20)
"""Maximum bytes of an image: incompressible data, and zlib's overhead."""

_OLD: Final = b"android_gym image 1\n"
_LENGTH: Final = 8
_BLOCK: Final = 1 << 16
_KEYS: Final = frozenset({"android_gym", "apps", "sizes", "slots"})


def codec_of(phone: Phone) -> Codec:
    """Return the codec of a phone's state."""

    def saved(known: Mapping[str, Any]) -> Any:
        states = [screen.State for screen in phone.host.screens(known["component"])]
        return Union[(*dict.fromkeys(states), None)]  # noqa: UP007

    def payload(known: Mapping[str, Any]) -> Any:
        return phone.system.clock.payload_type(known["handler"])

    def dialogs(known: Mapping[str, Any]) -> Any:
        screens = phone.host.screens(known["component"])
        classes = dict.fromkeys(cls for screen in screens for cls in screen.dialog_classes())
        return Records(tuple(classes), MOST_DIALOGS)

    chosen = {
        (ActivityRecord, "saved"): saved,
        (ActivityRecord, "dialogs"): dialogs,
        (Timer, "payload"): payload,
    }
    return Codec(RECORDS, chosen)


def dump(phone: Phone, snapshot: Snapshot) -> bytes:
    """Serialise a snapshot of a phone to an image.

    Raises:
        SnapshotError: If the phone holds more than an image can, or something that it can't.
    """
    codec, contents, slots = codec_of(phone), Contents(), {}
    for name, slot in phone.state.slots.items():
        if name not in snapshot.values:
            raise SnapshotError(f"The snapshot has no value for {name!r}: it is another phone's.")
        slots[name] = codec.encode(slot.holds, snapshot.values[name], contents, name)
    document = json.dumps(
        {
            "android_gym": version("android-gym"),
            "apps": list(phone.system.packages.apps),
            "sizes": [len(part) for part in contents.parts],
            "slots": slots,
        },
        separators=(",", ":"),
        allow_nan=False,
    ).encode()
    _limit("the state besides files", len(document), MOST_DOCUMENT)
    _limit("files and databases", sum(map(len, contents.parts)), MOST_CONTENTS)
    try:
        integrity.check(snapshot.values, phone.system)
    except SimulatorError as error:
        raise SnapshotError(f"No image can hold the phone's state: {error}") from None
    out = [MAGIC]
    packer = zlib.compressobj(1)
    out.append(packer.compress(len(document).to_bytes(_LENGTH, "big")))
    out += [packer.compress(part) for part in (document, *contents.parts)]
    out.append(packer.flush())
    return b"".join(out)


def _limit(what: str, size: int, most: int) -> None:
    if size > most:
        raise SnapshotError(
            f"The phone holds {size} bytes of {what}, and an image at most {most}; delete some."
        )


def load(phone: Phone, data: bytes) -> Snapshot:
    """Read an image, for a phone with the same apps; does not change the phone.

    Raises:
        SnapshotError: If it is not an image, is damaged or too big, or is of another kind of phone.
    """
    if len(data) > MOST_PACKED:
        raise SnapshotError(f"An image has at most {MOST_PACKED} bytes, and this has {len(data)}.")
    if data.startswith(_OLD):
        raise SnapshotError(
            "This image has version 1, which could run code and is not read any more; save it anew "
            "with `android-gym phone save`."
        )
    if not data.startswith(MAGIC):
        raise SnapshotError("This is no image of a phone; `android-gym phone save` writes them.")
    stream = _Stream(memoryview(data)[len(MAGIC) :])
    length = int.from_bytes(stream.read(_LENGTH), "big")
    if length > MOST_DOCUMENT:
        raise SnapshotError(
            f"The image's document has {length} bytes, and {MOST_DOCUMENT} are the most."
        )
    document = _document(stream.read(length))
    _check_apps(phone, document)
    contents = Contents([stream.read(size) for size in _sizes(document["sizes"])])
    stream.end()
    values = dict(_values(phone, document, contents))
    try:
        integrity.check(values, phone.system)
        _check_callbacks(phone, values)
    except SimulatorError as error:
        _refuse(str(error).rstrip("."), document)
    return Snapshot(values)


def _check_callbacks(phone: Phone, values: Mapping[str, Any]) -> None:
    """Check that the callbacks of timers and snackbars exist."""
    calls = [timer.payload for timer in values["clock.timers"].pending if timer.handler == ACTIVITY]
    snacks = values["snackbars"].items()
    calls += [(token, snack.method, snack.arguments) for token, snack in snacks if snack.method]
    tasks = values["activities"].tasks
    components = {record.token: record.component for task in tasks for record in task.records}
    for token, method, arguments in calls:
        if token in components:  # others belong to activities that are gone, and are ignored
            screens = phone.host.screens(components[token])
            for number, screen in enumerate(screens, 1):
                try:
                    screen.find_callback(method, arguments)
                    break
                except SimulatorError:
                    if number == len(screens):
                        raise


def _values(
    phone: Phone, document: Mapping[str, Any], contents: Contents
) -> Iterator[tuple[str, Any]]:
    codec, slots, written = codec_of(phone), phone.state.slots, document["slots"]
    if not isinstance(written, dict):
        _refuse("its slots are no object")
    if odd := sorted(slots.keys() ^ written.keys()):
        verb = "has no" if odd[0] in slots else "has a"
        _refuse(f"it {verb} slot {odd[0][:80]!r}", document)
    for name, slot in slots.items():
        try:
            yield name, codec.decode(slot.holds, written[name], contents, name)
        except SnapshotError as error:
            _refuse(str(error).rstrip("."), document)


def _document(text: bytes) -> dict[str, Any]:
    try:
        document = json.loads(
            text.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_constant
        )
    except (ValueError, RecursionError) as error:
        _refuse(f"its document is no JSON: {str(error)[:200]}")
    if not isinstance(document, dict) or document.keys() != _KEYS:
        _refuse(f"its document is no object of {', '.join(sorted(_KEYS))}")
    return document


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an object has a key twice")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _check_apps(phone: Phone, document: Mapping[str, Any]) -> None:
    apps = document["apps"]
    if not isinstance(apps, list) or not all(isinstance(name, str) for name in apps):
        _refuse("its apps are no list of names")
    if missing := sorted(set(apps) - set(phone.system.packages.apps)):
        raise SnapshotError(
            f"The image is of a phone with the app {missing[0][:200]!r}, which is not installed "
            "here; install what it comes with."
        )


def _sizes(sizes: Any) -> list[int]:
    if not isinstance(sizes, list) or not all(type(size) is int and size >= 0 for size in sizes):
        _refuse("its sizes are no list of numbers")
    if sum(sizes) > MOST_CONTENTS:
        raise SnapshotError(
            f"The image unpacks to {sum(sizes)} bytes, and {MOST_CONTENTS} are the most."
        )
    return sizes


def _refuse(reason: str, document: Mapping[str, Any] | None = None) -> NoReturn:
    by = ""
    if document is not None and document["android_gym"] != version("android-gym"):
        by = f" It was written by android_gym {str(document['android_gym'])[:40]}; use that."
    raise SnapshotError(f"The image of a phone can't be read: {reason}.{by}") from None


class _Stream:
    """Reads a zlib stream block by block."""

    def __init__(self, packed: memoryview) -> None:
        self._unpacker = zlib.decompressobj()
        self._packed = packed
        self._fed = 0  # number of bytes of `packed` given to the decompressor
        self._block = b""
        self._taken = 0  # number of bytes of the block

    def read(self, size: int) -> bytes:
        """Decompress `size` bytes.

        Raises:
            SnapshotError: If there are fewer.
        """
        parts: list[bytes] = []
        while size:
            if self._taken == len(self._block):
                self._block, self._taken = self._unpack(), 0
                if not self._block:
                    _refuse("it ends too early")
            part = self._block[self._taken : self._taken + size]
            parts.append(part)
            self._taken += len(part)
            size -= len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def end(self) -> None:
        """Check that the stream is at its end.

        Raises:
            SnapshotError: If it is not, or the checksum is wrong.
        """
        more = self._taken < len(self._block) or self._unpack() or self._fed < len(self._packed)
        if more or not self._unpacker.eof or self._unpacker.unused_data:
            _refuse("it does not end where it should")

    def _unpack(self) -> bytes:
        """Return the next block, at most `_BLOCK` bytes; empty at the end."""
        while not self._unpacker.eof:
            packed: memoryview | bytes = self._unpacker.unconsumed_tail
            if not packed:
                packed = self._packed[self._fed : self._fed + _BLOCK]
                self._fed += len(packed)
            try:
                block = self._unpacker.decompress(packed, _BLOCK)
            except zlib.error as error:
                _refuse(str(error))
            if block or not packed:
                return block
        return b""
