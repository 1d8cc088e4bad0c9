"""Images of phones: whatever state a phone is in goes in and comes out, and no code ever does."""

from __future__ import annotations

import ast
import json
import os
import pickle
import pkgutil
import random
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from immutables import Map

from android_gym.errors import SimulatorError, SnapshotError
from android_gym.simulator.appkit.preferences import ListPreferenceDialog
from android_gym.simulator.apps import discover
from android_gym.simulator.apps.pro_expense.dialogs import ThemeDialog
from android_gym.simulator.phone import Phone
from android_gym.simulator.state import Snapshot
from android_gym.simulator.system.activity_records import token_of
from android_gym.simulator.system.packages import Manifest
from android_gym.simulator.ui.activity import Dialog
from android_gym.simulator.wire import images
from android_gym.simulator.wire.console import Snapshots

sys.path.insert(0, str(Path(__file__).parents[1]))

from episodes import carry_out, differing, look  # noqa: E402

_PHONE = Phone()
APPS = {manifest.package: manifest for manifest in discover()}
COMPONENTS = sorted(
    manifest.component(info.name) for manifest in APPS.values() for info in manifest.activities
)
USED = sorted({manifest.package for manifest, _ in _PHONE.system.packages.launcher_activities()})

CLIPPER = "ca.zgrs.clipper/ca.zgrs.clipper.Main"
HOME = token_of(
    "com.google.android.apps.nexuslauncher/"
    "com.google.android.apps.nexuslauncher.NexusLauncherActivity",
    1,
)
EXPENSE = "com.arduia.expense/com.arduia.expense.ui.MainActivity"
DIALOGS = [
    pytest.param(component, dialog, id=f"{component}-{dialog.__name__}")
    for component in COMPONENTS
    for dialog in sorted(
        {cls for screen in _PHONE.host.screens(component) for cls in screen.dialog_classes()},
        key=lambda cls: cls.__name__,
    )
]
"""Every class of dialogs that an activity of an installed app declares."""

# Images hold whole numbers of 64 bits.
st.register_type_strategy(int, st.integers(-(2**63), 2**63 - 1))
st.register_type_strategy(float, st.floats(allow_nan=False, allow_infinity=False))


@pytest.fixture(scope="module")
def shared() -> Phone:
    """A phone that nobody changes."""
    return Phone()


@pytest.fixture(scope="module")
def every_app() -> Phone:
    """A phone with all apps, also those that it has to be given; nobody changes it."""
    phone = Phone()
    for package in APPS:
        if package not in phone.system.packages.names:
            assert phone.shell(f"pm install-existing {package}").exit_code == 0
    return phone


@pytest.fixture(scope="module")
def image(shared: Phone) -> bytes:
    return images.dump(shared, shared.snapshot())


def unpacked(image: bytes) -> tuple[dict[str, Any], bytes]:
    raw = zlib.decompress(image[len(images.MAGIC) :])
    length = int.from_bytes(raw[:8], "big")
    return json.loads(raw[8 : 8 + length]), raw[8 + length :]


def packed(document: Any, contents: bytes = b"") -> bytes:
    text = document if isinstance(document, bytes) else json.dumps(document).encode()
    return images.MAGIC + zlib.compress(len(text).to_bytes(8, "big") + text + contents)


def goes_through(phone: Phone, snapshot: Snapshot) -> Snapshot:
    found = images.load(phone, images.dump(phone, snapshot))
    assert differing(found, snapshot) == []
    assert repr(sorted(found.values)) == repr(sorted(snapshot.values))
    return found


# --- what goes in comes out ----------------------------------------------------------------------


def test_the_codec_knows_every_type_of_the_state(shared: Phone) -> None:
    """A new type of state that it does not know fails here, by its name."""
    codec = images.codec_of(shared)
    for name, slot in shared.state.slots.items():
        codec.check(slot.holds, name)
    for name in shared.system.clock.handlers:
        codec.check(shared.system.clock.payload_type(name), f"timer {name}")
    for component in COMPONENTS:
        for screen in shared.host.screens(component):
            codec.check(screen.State, component)
            codec.encode(screen.State, screen.State(), images.Contents(), component)
            for dialog in screen.dialog_classes():
                codec.check(dialog, component)


def test_every_slot_says_what_it_holds(shared: Phone) -> None:
    empty = (Map, tuple, frozenset, dict, type(None))
    bare = [name for name, slot in shared.state.slots.items() if slot.holds in empty]
    assert bare == [], "give these slots `holds`"


def test_a_fresh_phone(shared: Phone, image: bytes) -> None:
    assert differing(images.load(shared, image), shared.snapshot()) == []
    assert images.dump(shared, images.load(shared, image)) == image
    assert len(image) < 135_000  # of which 20,000 are the APKs of its packages


@pytest.mark.rotating
@pytest.mark.parametrize("component", COMPONENTS)
def test_every_activity_goes_through(component: str) -> None:
    phone = Phone()
    phone.shell(f"am start -n '{component}' -a android.intent.action.VIEW --ei id 1 --es text x")
    phone.ui_elements()
    found = goes_through(phone, phone.snapshot())
    other = Phone()
    other.restore(found)
    assert look(other) == look(phone)


@pytest.mark.rotating
@pytest.mark.parametrize("package", USED)
def test_every_app_goes_through_as_it_is_used(package: str) -> None:
    rng = random.Random(package)
    phone = Phone()
    phone.shell(f"monkey -p {package} -c android.intent.category.LAUNCHER 1")
    for step in range(24):
        how = rng.choice(("tap", "tap", "tap", "hold", "flick"))
        carry_out(phone, ("text", "x1") if step % 6 == 5 else ("element", rng.random(), how))
        found = goes_through(phone, phone.snapshot())
    other = Phone()
    other.restore(found)
    assert look(other) == look(phone)


def _showing(phone: Phone, component: str, *dialogs: object) -> Snapshot:
    """A snapshot of the phone in which an activity on top has dialogs open."""
    before = phone.snapshot()
    activities = before.values["activities"]
    task = activities.tasks[0]
    token = token_of(component, 1)
    record = replace(task.top, token=token, component=component, saved=None, dialogs=dialogs)
    tasks = (replace(task, records=(*task.records[:-1], record)), *activities.tasks[1:])
    starts = activities.starts.set(component, 1)
    changed = replace(activities, tasks=tasks, starts=starts)
    return Snapshot(dict(before.values) | {"activities": changed})


@pytest.mark.rotating(period=21)
@pytest.mark.parametrize(("component", "dialog"), DIALOGS)
@settings(max_examples=3, deadline=None, derandomize=True)  # an image of the phone for each
@given(data=st.data())
def test_every_dialog_goes_through(
    every_app: Phone, component: str, dialog: type[Dialog[Any]], data: st.DataObject
) -> None:
    """The same ones are open afterwards, with any values of their fields."""
    shown = data.draw(st.lists(st.from_type(dialog), min_size=8, max_size=24))
    found = goes_through(every_app, _showing(every_app, component, *shown))
    assert found.values["activities"].tasks[0].top.dialogs == tuple(shown)


def test_every_dialog_of_an_app_is_declared_by_an_activity() -> None:
    for app in APPS.values():
        for found in pkgutil.walk_packages(import_module(app.module).__path__, f"{app.module}."):
            import_module(found.name)
    modules = tuple(f"{app.module}." for app in APPS.values())
    declared = {case.values[1] for case in DIALOGS}
    families, loose = [Dialog], []
    while families:
        cls = families.pop()
        families += cls.__subclasses__()
        shown = "__dataclass_params__" in vars(cls) and not cls.__subclasses__()
        if shown and cls.__module__.startswith(modules) and cls not in declared:
            loose.append(cls)
    assert loose == [], "list these in the `DIALOGS` of the activities that show them"


@pytest.mark.parametrize(
    ("component", "dialog", "text"),
    [
        ("com.arduia.expense/.ui.MainActivity", ThemeDialog(1), "Light Theme"),
        (
            "com.simplemobiletools.smsmessenger/.activities.SettingsActivity",
            ListPreferenceDialog("font_size"),
            "Extra large",
        ),
    ],
)
def test_an_open_dialog_is_on_the_other_phones_screen(
    component: str, dialog: Dialog[Any], text: str
) -> None:
    phone, other = Phone(), Phone()
    phone.shell(f"am start -n {component}")
    phone.advance(5000)
    activity = phone.host.activity(phone.system.activities.tasks[0].top)
    activity.show_dialog(dialog)
    phone.advance(1000)
    assert text in [element.text for element in phone.ui_elements()]
    other.restore(goes_through(phone, phone.snapshot()))
    assert look(other) == look(phone)
    reached = other.host.activity(other.system.activities.tasks[0].top)
    assert reached.dialogs == (dialog,)
    reached.dismiss_dialog()
    other.advance(1000)
    assert text not in [element.text for element in other.ui_elements()]


def test_a_dialog_that_is_not_declared_is_not_written(shared: Phone) -> None:
    snapshot = _showing(shared, EXPENSE, ListPreferenceDialog("theme"))
    with pytest.raises(SnapshotError, match="dialogs.0: expected CurrencySheet or .* got ListPref"):
        images.dump(shared, snapshot)
    snapshot = _showing(shared, EXPENSE, ThemeDialog("1"))  # type: ignore[arg-type]
    with pytest.raises(SnapshotError, match="dialogs.0.mode: expected an int, got '1'"):
        images.dump(shared, snapshot)


HOSTILE_DIALOGS: dict[str, tuple[Any, str]] = {
    "no array": ({"ThemeDialog": {"mode": 1}}, "dialogs: expected an array"),
    "a dialog of another app": ([{"EmptyBin": {}}], "dialogs.0: .* got the tag 'EmptyBin'"),
    "a family of dialogs": ([{"TimeDialog": {}}], "dialogs.0: .* got the tag 'TimeDialog'"),
    "a record of another place": ([{"Intent": {}}], "dialogs.0: .* got the tag 'Intent'"),
    "a class of a module": (
        [{"android_gym.simulator.apps.pro_expense.dialogs.ThemeDialog": {"mode": 1}}],
        "dialogs.0: .* got the tag 'android_gym",
    ),
    "a name that Python has": ([{"__class__": {}}], "dialogs.0: .* got the tag '__class__'"),
    "no tag": ([{"mode": 1}], "dialogs.0: .* got the tag 'mode'"),
    "two tags": (
        [{"ThemeDialog": {"mode": 1}, "ExportSheet": {}}],
        "dialogs.0: expected an object with one key",
    ),
    "a name alone": (["ThemeDialog"], "dialogs.0: expected an object with one key"),
    "nothing": ([None], "dialogs.0: expected an object with one key"),
    "a text for a number": ([{"ThemeDialog": {"mode": "1"}}], "dialogs.0.mode: expected an int"),
    "a number for texts": ([{"DeleteSheet": {"numbers": 3}}], "dialogs.0.numbers: expected an ar"),
    "a text among numbers": (
        [{"DeleteSheet": {"numbers": [1, "x"]}}],
        "dialogs.0.numbers.1: expected an int",
    ),
    "a word that is not valid": (
        [
            {
                "FilterSheet": {
                    "part": "all",
                    "first_ms": 0,
                    "last_ms": 0,
                    "descending": True,
                }
            }
        ],
        "dialogs.0.part: expected ",
    ),
    "a field missing": ([{"ThemeDialog": {}}], "dialogs.0: it has no field 'mode'"),
    "a field too many": (
        [{"ThemeDialog": {"mode": 1, "build": "os.system"}}],
        "dialogs.0: it has an unknown field 'build'",
    ),
    "a class attribute": (
        [{"EntryTime": {"ALL_CAPS": False}}],
        "dialogs.0: it has an unknown field 'ALL_CAPS'",
    ),
    "too many": (
        [{"ThemeDialog": {"mode": 1}}] * 33,
        "dialogs: the number of items is 33, and 32 are the most",
    ),
}


@pytest.mark.parametrize("name", HOSTILE_DIALOGS)
def test_dialogs_that_no_activity_has(shared: Phone, name: str) -> None:
    value, why = HOSTILE_DIALOGS[name]
    document, contents = unpacked(images.dump(shared, _showing(shared, EXPENSE, ThemeDialog(1))))
    record = _record(document["slots"])
    assert record["dialogs"] == [{"ThemeDialog": {"mode": 1}}]
    record["dialogs"] = value
    with pytest.raises(SnapshotError, match=why):
        images.load(shared, packed(document, contents))


def test_activities_without_dialogs_take_none(shared: Phone) -> None:
    document, contents = unpacked(images.dump(shared, _showing(shared, CLIPPER)))
    _record(document["slots"])["dialogs"] = [{"ThemeDialog": {"mode": 1}}]
    with pytest.raises(SnapshotError, match="dialogs: the number of items is 1, and 0 are the mo"):
        images.load(shared, packed(document, contents))


def test_states_that_few_reach(shared: Phone) -> None:
    phone = Phone()
    phone.system.latency.use("phone", 1)
    phone.shell("am start -n com.android.settings/.Settings --ef x NaN --eia a 1,2 --ez b true")
    phone.touch(500, 1200, True)
    phone.touch(500, 900, True)
    phone.console("sms send 5551234 Hello")
    phone.console("gsm call 5551234")
    phone.push("/sdcard/\udcff.txt", b"not UTF-8")
    phone.shell("mkdir -p /sdcard/a/b; ln -s /sdcard /data/local/tmp/l; rm /sdcard/nothing")
    snapshot = phone.snapshot()
    found = images.load(shared, images.dump(phone, snapshot))
    assert set(differing(found, snapshot)) <= {"activities"}  # NaN is not equal to itself
    assert images.dump(phone, found) == images.dump(phone, snapshot)


def test_an_alarm_that_can_be_undone() -> None:
    """Its fields go into the snackbar, not the alarm itself."""
    phone = Phone()
    package = "com.google.android.deskclock"
    phone.shell(f"monkey -p {package} -c android.intent.category.LAUNCHER 1")
    for name in ("Alarm", "Expand alarm", "Delete"):
        named = [e for e in phone.ui_elements() if name in (e.text, e.content_description)]
        assert named and named[0].bbox_pixels, name
        phone.tap(*named[0].bbox_pixels.center)
        phone.advance(100)
    other = Phone()
    other.restore(goes_through(phone, phone.snapshot()))
    (undo,) = (e for e in other.ui_elements() if e.text == "Undo")
    assert undo.bbox_pixels
    before = other.shell(f"sqlite3 /data/user_de/0/{package}/databases/alarms.db "
                         "'select count(*) from alarm_templates'").stdout  # fmt: skip
    other.tap(*undo.bbox_pixels.center)
    after = other.shell(f"sqlite3 /data/user_de/0/{package}/databases/alarms.db "
                        "'select count(*) from alarm_templates'").stdout  # fmt: skip
    assert int(after) == int(before) + 1


# --- what comes from outside ---------------------------------------------------------------------


def test_pickles_are_not_read(shared: Phone, tmp_path: Path) -> None:
    class Evil:
        def __reduce__(self) -> Any:
            return os.system, (f"touch {tmp_path}/owned",)

    evil = pickle.dumps(Evil())
    for data in (evil, zlib.compress(evil), images.MAGIC + evil, images.MAGIC + zlib.compress(evil),
                 packed(evil), b"android_gym image 1\n" + zlib.compress(evil)):  # fmt: skip
        with pytest.raises(SnapshotError):
            images.load(shared, data)
    with pytest.raises(SnapshotError, match="version 1, which could run code"):
        images.load(shared, b"android_gym image 1\n" + zlib.compress(evil))
    assert not (tmp_path / "owned").exists()


def test_what_reads_images_can_run_nothing() -> None:
    for name in ("wire/images.py", "codec.py", "serve.py", "wire/grpc_server.py"):
        tree = ast.parse((Path(images.__file__).parents[1] / name).read_text())
        imports = [n for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom)]
        named = {alias.name for node in imports for alias in node.names}
        named |= {node.module or "" for node in imports if isinstance(node, ast.ImportFrom)}
        assert not named & {"pickle", "cloudpickle", "marshal", "importlib"}, name
        called = {n.func.id for n in ast.walk(tree)
                  if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}  # fmt: skip
        assert not called & {"eval", "exec", "__import__", "compile"}, name


def test_an_image_cut_off_anywhere(shared: Phone, image: bytes) -> None:
    for length in (*range(0, 60), *range(60, len(image), 997), len(image) - 1):
        with pytest.raises(SnapshotError):
            images.load(shared, image[:length])


def test_an_image_with_a_byte_changed(shared: Phone, image: bytes) -> None:
    rng = random.Random(1)
    for _ in range(60):
        place = rng.randrange(len(image))
        changed = bytearray(image)
        changed[place] ^= 1 << rng.randrange(8)
        try:
            found = images.load(shared, bytes(changed))
        except SnapshotError:
            continue
        assert differing(found, shared.snapshot()) == []  # bits that zlib passes over


def test_an_image_with_more_behind_it(shared: Phone, image: bytes) -> None:
    document, contents = unpacked(image)
    for data in (image + b"x", packed(document, contents + b"x")):
        with pytest.raises(SnapshotError, match="does not end where it should"):
            images.load(shared, data)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"null",
        b"{}",
        b"NaN",
        b'{"a": 1, "a": 2}',
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b"1" * 5000,
        b'{"android_gym": "x", "apps": [], "sizes": [], "slots": NaN}',
        b'{"android_gym": "x", "apps": [], "sizes": [], "slots": []}',
        b'{"android_gym": "x", "apps": [], "sizes": [], "slots": {}}',
        b'{"android_gym": "x", "apps": {}, "sizes": [], "slots": {}}',
        b'{"android_gym": "x", "apps": [1], "sizes": [], "slots": {}}',
        b'{"android_gym": "x", "apps": [], "sizes": [-1], "slots": {}}',
        b'{"android_gym": "x", "apps": [], "sizes": [true], "slots": {}}',
        b'{"android_gym": "x", "apps": [], "sizes": [1e999], "slots": {}}',
        b'{"android_gym": "x", "apps": [], "sizes": {}, "slots": {}}',
        b'{"android_gym": "x", "apps": [], "sizes": [9], "slots": {}}',
        b'{"android_gym": [[]], "apps": [], "sizes": [], "slots": {"os.system": 1}}',
    ],
)
def test_documents_that_are_none(shared: Phone, text: bytes) -> None:
    with pytest.raises(SnapshotError) as caught:
        images.load(shared, packed(text))
    assert len(str(caught.value)) < 600


def test_a_slot_twice(shared: Phone, image: bytes) -> None:
    document, contents = unpacked(image)
    text = json.dumps(document).replace('"battery":', '"battery": null, "battery":', 1)
    with pytest.raises(SnapshotError, match="an object has a key twice"):
        images.load(shared, packed(text.encode(), contents))


def test_a_bomb_is_not_unpacked(shared: Phone, image: bytes) -> None:
    import tracemalloc

    zeros = images.MAGIC + zlib.compress(bytes(200 << 20), 9)  # a document of no bytes
    long_document = images.MAGIC + zlib.compress((1 << 40).to_bytes(8, "big") + bytes(200 << 20), 9)
    document, _ = unpacked(image)
    sizes = [images.MOST_CONTENTS, 1]
    many = packed(document | {"sizes": sizes})
    tracemalloc.start()
    try:
        for data in (zeros, long_document, many):
            with pytest.raises(SnapshotError):
                images.load(shared, data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 30 << 20


def test_contents_of_all_sizes_come_out(shared: Phone) -> None:
    rng = random.Random(2)
    phone = Phone()
    for size in (0, 1, 65535, 65536, 65537, 200_000, 1_000_000):
        phone.push(f"/sdcard/random{size}", rng.randbytes(size))
        phone.push(f"/sdcard/same{size}", bytes(size))
    for number in range(300):
        phone.push(f"/sdcard/small/{number}", rng.randbytes(number))
    snapshot = phone.snapshot()
    assert differing(images.load(shared, images.dump(phone, snapshot)), snapshot) == []


def test_a_phone_that_holds_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone()
    monkeypatch.setattr(images, "MOST_CONTENTS", 4 << 20)
    phone.push("/sdcard/big", os.urandom(5 << 20))
    with pytest.raises(SnapshotError, match="bytes of files and databases, and an image at most"):
        images.dump(phone, phone.snapshot())
    monkeypatch.setattr(images, "MOST_DOCUMENT", 1000)
    monkeypatch.setattr(images, "MOST_CONTENTS", 40 << 20)
    with pytest.raises(SnapshotError, match="bytes of the state besides files"):
        images.dump(phone, phone.snapshot())
    monkeypatch.setattr(images, "MOST_PACKED", 1000)
    with pytest.raises(SnapshotError, match="An image has at most 1000 bytes"):
        images.load(phone, bytes(1001))


def test_an_image_of_a_phone_with_other_apps(shared: Phone) -> None:
    mine = Manifest(package="com.mine", label="Mine")
    phone = Phone(manifests=(*APPS.values(), mine))
    with pytest.raises(SnapshotError, match=r"with the app 'com\.mine', which is not installed"):
        images.load(shared, images.dump(phone, phone.snapshot()))


def test_an_image_of_another_version_says_so(shared: Phone, image: bytes) -> None:
    document, contents = unpacked(image)
    document["android_gym"] = "99.0"
    images.load(shared, packed(document, contents))  # it fits all the same
    del document["slots"]["battery"]["usb"]
    with pytest.raises(SnapshotError, match=r"battery: it has no field 'usb'\. It was written by "
                                            r"android_gym 99\.0; use that"):  # fmt: skip
        images.load(shared, packed(document, contents))


Change = Callable[[dict[str, Any]], object]


def _set(*path: Any) -> Change:
    """Set what a path through the document leads to; the last item is the value."""

    def change(slots: dict[str, Any]) -> None:
        *way, last, value = path
        here: Any = slots
        for part in way:
            here = here[part]
        here[last] = value

    return change


def _record(slots: dict[str, Any]) -> dict[str, Any]:
    return slots["activities"]["tasks"][0]["records"][0]  # type: ignore[no-any-return]


def _ended(number: int = 1, **changes: Any) -> Change:
    """Let tasks like the first have ended."""

    def change(slots: dict[str, Any]) -> None:
        (task, *_) = slots["activities"]["tasks"]
        record = {**task["records"][0], "created": False}
        one = {**task, "home": False, "records": [record], "id": 0, **changes}
        slots["activities"]["ended"] = [{**one, "id": one["id"] - n} for n in range(number)]

    return change


def _saved(value: Any) -> Change:
    return lambda slots: _record(slots).update(saved=value)


def _component(name: str) -> Change:
    return lambda slots: _record(slots).update(component=name, saved=None)


def _timer(handler: str, payload: Any) -> Change:
    return lambda slots: slots.update({"clock.timers": [9, [[1, 99, handler, payload, False]]]})


def _inode(change: Callable[[dict[int, Any]], object]) -> Change:
    """Change the inodes, by number: [[stat ...], content, entries]."""

    def apply(slots: dict[str, Any]) -> None:
        change(dict(slots["files"][0]))

    return apply


def _directory(inodes: dict[int, Any]) -> Any:
    """A directory that stands in the root, is not mounted and has entries."""
    names = {name: child for _, (name, child) in inodes[1][2]}
    return inodes[names["system"]]


def _entry(name: str, key: str | None = None, ino: int | None = None) -> Change:
    def change(inodes: dict[int, Any]) -> None:
        first = _directory(inodes)[2][0]
        first[0], first[1] = (
            name if key is None else key,
            [name, first[1][1] if ino is None else ino],
        )

    return _inode(change)


def _cycle(inodes: dict[int, Any]) -> None:
    own = _directory(inodes)
    own[2].append(["loop", ["loop", own[0][8]]])


def _island(inodes: dict[int, Any]) -> None:
    own = _directory(inodes)
    root = inodes[1]
    root[2][:] = [entry for entry in root[2] if entry[1][1] != own[0][8]]
    own[2].append(["loop", ["loop", own[0][8]]])


def _unmounted(inodes: dict[int, Any]) -> None:
    for inode in inodes.values():
        inode[2] = inode[2] and [entry for entry in inode[2] if entry[0] != "0"]


def _stat(field: int, value: Any) -> Change:
    return _inode(lambda inodes: _directory(inodes)[0].__setitem__(field, value))


def _package(slots: dict[str, Any], name: str) -> None:
    states = slots["packages"]["states"]
    states.append([name, states[0][1]])


SIZE = 256 << 10  # of a log buffer

HOSTILE: dict[str, tuple[Change, str]] = {
    "a slot too many": (_set("os", 1), "it has a slot 'os'"),
    "a slot missing": (lambda slots: slots.pop("battery"), "it has no slot 'battery'"),
    "a record for a number": (_set("clock.elapsed", {"Intent": {}}), "clock.elapsed"),
    "a string for a number": (_set("clock.elapsed", "60000"), "clock.elapsed: expected an int"),
    "a huge number": (_set("clock.elapsed", 10**40), "clock.elapsed: the number has"),
    "a time after 9999": (_set("clock.elapsed", 2**62), "The clock can't show"),
    "a time before 1970": (_set("clock.boot", -(2**40)), "The clock can't show"),
    "a zone of the host": (_set("clock.zone", "../../../etc/passwd"), "no time zone"),
    "an absolute zone": (_set("clock.zone", "/etc/localtime"), "no time zone"),
    "a zone with a NUL": (_set("clock.zone", "UTC\0"), "no time zone"),
    "a zone that is a folder": (_set("clock.zone", "Europe"), "no time zone"),
    "a timer of nobody": (_timer("os.system", "id"), "no part of this phone has timers"),
    "a wrong payload": (_timer("activity", [HOME, "finish"]), "payload: expected an array of 3"),
    "another payload": (_timer("sms", [1]), "payload: expected an object"),
    "too many timers": (
        _set("clock.timers", [9999, [[n, 9, "toast", None, False] for n in range(2001)]]),
        "There are 2001 timers",
    ),
    "too many activities": (
        lambda slots: slots["activities"]["tasks"][0].update(records=[_record(slots)] * 10_001),
        "There are 10001 activities",
    ),
    "numbers of one hash": (
        lambda slots: slots["databases"][1].extend([[(n << 32) | n, 0] for n in range(1000)]),
        "of its keys have one hash",
    ),
    "many tuples": (
        _set("transitions.lists", [[[n, []], 0] for n in range(10_001)]),
        "has 10001 keys, and 10000 are the most",
    ),
    "a method of Python's": (
        _timer("activity", [HOME, "__init__", [1, 2]]),
        "no method '__init__' for timers",
    ),
    "a method that data may not call": (
        _timer("activity", [HOME, "update", []]),
        "no method 'update' for timers",
    ),
    "arguments that do not fit": (
        _timer("activity", [HOME, "finish", [1, 2, 3, 4]]),
        "finish can't be called",
    ),
    "a snackbar that calls": (
        _set(
            "snackbars",
            [
                [
                    HOME,
                    {
                        "text": "",
                        "action": "x",
                        "method": "__class__",
                        "arguments": [],
                        "bottom": 0,
                        "timer": 0,
                    },
                ]
            ],
        ),
        "no method '__class__' for timers",
    ),
    "a timer twice": (
        _set("clock.timers", [9, [[1, 9, "toast", None, False]] * 2]),
        "Timer '1' is there 2 times",
    ),
    "a timer to be": (_set("clock.timers", [1, [[5, 9, "toast", None, False]]]), "not given yet"),
    "a state of another app": (
        _saved({"EditorState": {}}),
        r"activities\.tasks\.0\.records\.0\.saved: ",
    ),
    "a state that is a name": (_saved("android_gym.cli:app"), r"saved: expected an object"),
    "an activity of the host": (_component("os/os.system"), "os/os.system is no activity"),
    "a module of the house": (
        _component("com.android.settings/android_gym.simulator.serve:serve"),
        "is no activity of an app",
    ),
    "an activity not installed": (
        lambda slots: slots["packages"].update(
            states=[s for s in slots["packages"]["states"] if "nexuslauncher" not in s[0]]
        ),
        "runs, and is not installed",
    ),
    "a package not here": (lambda slots: _package(slots, "com.evil"), "'com.evil' is not on this"),
    "a package twice": (
        lambda slots: _package(slots, "com.android.settings"),
        "the key 'com.android.settings' twice",
    ),
    "a manifest": (
        lambda slots: slots["packages"]["extra"].append(
            ["com.evil", {"package": "com.evil", "label": "", "module": "os", "install": ":system"}]
        ),
        "packages.extra.com.evil: it has ",
    ),
    "an app as a file": (
        lambda slots: slots["packages"]["extra"].append(
            [
                "com.android.settings",
                {
                    "package": "com.android.settings",
                    "label": "",
                    "version_name": "1",
                    "version_code": 1,
                },
            ]
        ),
        "is an app here",
    ),
    "a task of nothing": (_set("activities", "tasks", 0, "records", []), "without activities"),
    "an ended task with activities": (_ended(home=True), "A task has ended and has activities"),
    "an ended task of nothing": (_ended(records=[]), "A task has ended and has activities"),
    "an ended task to be": (_ended(id=99), "A task has a number"),
    "too many ended tasks": (_ended(49), "49 tasks have ended"),
    "a task that is to be": (_set("activities", "next_task", 0), "a task has a number"),
    "a token to be": (_set("activities", "starts", []), "An activity has a number that"),
    "a token before the first": (
        lambda slots: _record(slots).update(token=HOME % (1 << 32)),
        "An activity has a number that",
    ),
    "a token of another": (
        lambda slots: _record(slots).update(token=token_of(CLIPPER, 1)),
        "An activity has a number that",
    ),
    "a process that was not started": (
        lambda slots: slots["activities"]["processes"].append(["com.arduia.expense", 9]),
        "A process runs that was never started",
    ),
    "a token twice": (
        lambda slots: slots["activities"]["tasks"][0]["records"].append(_record(slots)),
        f"Activity '{HOME}' is there 2 times",
    ),
    "a user id to be": (_set("packages", "next_uid", 0), "a user id that is not given"),
    "a screen of no size": (_set("display", "width", 0), "screen's width is 0"),
    "a screen that is huge": (_set("display", "height", 10**6), "screen's height"),
    "a density of nothing": (_set("display", "density_dpi", 0), "screen's density"),
    "a phone upside inside": (_set("display", "held", 9), "9 quarter turns"),
    "a file out of its folder": (_entry("../x"), "an entry of the name"),
    "a file that is its folder": (_entry(".."), "an entry of the name"),
    "a file of no name": (_entry(""), "an entry of the name"),
    "a file with a NUL": (_entry("a\0b"), "an entry of the name"),
    "a file of a long name": (_entry("x" * 256), "an entry of the name"),
    "a file under another name": (_entry("x", key="y"), "keeps 'x' as 'y'"),
    "a file that is not there": (_entry("x", ino=10**6), "which is not there"),
    "the root in itself": (_entry("x", ino=1), "Inode 1 stands in several"),
    "a folder in itself": (_inode(_cycle), "stands in several directories"),
    "a folder nowhere": (_inode(_island), "stands in no directory"),
    "no shared storage": (_inode(_unmounted), "not mounted where it belongs"),
    "mounts of one's own": (_set("files", 3, []), "Directories are mounted"),
    "more than the disk": (_set("files", 2, 2**60), "Files take"),
    "an inode to be": (_set("files", 1, 5), "is the next to be given"),
    "a kind of file": (_stat(0, "socket"), "of the kind 'socket'"),
    "a folder that is a file": (_stat(0, "file"), "of the kind 'file'"),
    "a mode": (_stat(1, 0o10000), "has mode 4096"),
    "a user below root": (_stat(2, -1), "belongs to user -1"),
    "a size": (_stat(4, 10**9), "says that it has 1000000000 bytes"),
    "another's number": (_stat(8, 7), "says that it is 7"),
    "no links": (_stat(9, 0), "0 links"),
    "a volume": (_stat(10, 99), "device 99"),
    "a content that is not there": (
        _inode(lambda inodes: inodes[1].__setitem__(1, 10**6)),
        r"files\.inodes\.1\.data: expected the number of a content",
    ),
    "a log that never ends": (_set("logs.main", [0, 2**62, [], 0, SIZE]), "The log 'main'"),
    "a log of nothing": (
        _set("logs.main", [0, 1, [], 0, SIZE]),
        "The log 'main' has 0 entries",
    ),
    "a log that says that it is larger": (
        _set(
            "logs.main",
            [0, 1, [[0, [1, 0, 0, 0, "I", "tag", "text", "main", 0]]], 2**40, SIZE],
        ),
        "has 38 bytes, and says 1099511627776",
    ),
    "a log with an entry that no buffer holds": (
        _set(
            "logs.main",
            [0, 1, [[0, [1, 0, 0, 0, "I", "tag", "x" * 300_000, "main", 0]]], 300_034, SIZE],
        ),
        "has 300034 bytes",
    ),
    "a log that runs backwards": (_set("logs.main", [5, 0, [], 0, SIZE]), "The log 'main'"),
    "a log without end": (_set("logs.main", [0, 0, [], 0, 2**40]), "is given 1099511627776 bytes"),
    "an entry of no priority": (
        _set("logs.main", [0, 1, [[0, [1, 0, 0, 0, "", "tag", "text", "main", 0]]], 38, SIZE]),
        "of priority ''",
    ),
    "an entry elsewhere": (
        _set("logs.main", [0, 1, [[7, [1, 0, 0, 0, "I", "tag", "text", "main", 0]]], 38, SIZE]),
        "has an entry 7",
    ),
    "a database of no file": (
        lambda slots: slots["databases"][0][0][1].__setitem__(0, 10**6),
        "of which there is no file",
    ),
    "an orphan of nobody": (
        lambda slots: slots["databases"][1].append([10**6, 0]),
        "nobody has it open",
    ),
    "an orphan that is there": (
        lambda slots: slots["databases"][1].append([slots["databases"][0][0][1][0], 0]),
        "both there and removed",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_state_that_no_phone_has(shared: Phone, image: bytes, name: str) -> None:
    change, why = HOSTILE[name]
    document, contents = unpacked(image)
    change(document["slots"])
    with pytest.raises(SnapshotError, match=f"(?i){why}") as caught:
        images.load(shared, packed(document, contents))
    assert len(str(caught.value)) < 600


def test_a_file_tree_deeper_than_any_path(shared: Phone, image: bytes) -> None:
    document, contents = unpacked(image)
    files = document["slots"]["files"]
    inodes, next_ino = dict(files[0]), files[1]
    parent = _directory(inodes)
    for number in range(next_ino, next_ino + 5000):
        stat = [*parent[0]]
        stat[8] = number
        child = [stat, 0 if parent[1] is None else parent[1], []]
        parent[2] = [*parent[2], ["d", ["d", number]]] if number > next_ino else [
            *parent[2], ["deep", ["deep", number]]]  # fmt: skip
        files[0].append([number, child])
        parent = child
    files[1] += 5000
    with pytest.raises(SnapshotError, match="nested more than 2048 deep"):
        images.load(shared, packed(document, contents))


def test_what_could_not_be_read_is_not_written() -> None:
    phone = Phone()
    # Each directory moves into a new tree of paths that are short enough.
    folder = "/data/local/tmp"
    for _ in range(3):
        inner = "q" + "/q" * 1000
        phone.shell(f"cd {folder}; mkdir -p {inner}; mv d {inner}/d; mv q d")
    with pytest.raises(SnapshotError, match="nested more than 2048 deep"):
        images.dump(phone, phone.snapshot())


@pytest.fixture
def methods(shared: Phone) -> Iterator[Any]:
    before = shared.snapshot()
    yield shared.host.activity(shared.system.activities.tasks[0].top)
    shared.restore(before)


@pytest.mark.parametrize(
    "name", ["update", "__init__", "__class__", "__setattr__", "on_create", "nothing", "State", ""]
)
def test_data_calls_no_method_but_callbacks(methods: Any, name: str) -> None:
    with pytest.raises(SimulatorError, match="no method .* for timers and snackbars"):
        methods.run_callback(name, ())


def test_what_does_not_fit_together_is_not_taken() -> None:
    phone = Phone()
    before = phone.snapshot()
    snapshots = Snapshots(phone)
    value = before.values["activities"]
    bad = Snapshot(dict(before.values) | {"activities": replace(value, tasks=(None,))})
    with pytest.raises(SnapshotError, match="can't be shown: AttributeError"):
        snapshots.accept("bad", bad)
    assert snapshots.list() == []
    assert differing(phone.snapshot(), before) == []


def test_how_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    from android_gym.simulator.wire import console

    phone = Phone()
    snapshots = Snapshots(phone)
    monkeypatch.setattr(console, "MOST_SNAPSHOTS", 2)
    for name in "abb":
        snapshots.save(name)
    with pytest.raises(SimulatorError, match="There are 2 snapshots"):
        snapshots.save("c")
    snapshots.delete("a")


def test_what_snapshots_hold_of_files_that_are_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    from android_gym.simulator.wire import console

    phone = Phone()
    snapshots = Snapshots(phone)
    monkeypatch.setattr(console, "MOST_HELD", 1_000_000)
    for _ in range(4):  # what the phone has itself costs nothing
        phone.push("/sdcard/x", bytes(700_000))
        snapshots.save("a")
    snapshots.accept("b", phone.snapshot())
    phone.shell("rm /sdcard/x")
    phone.push("/sdcard/y", bytes(800_000))
    snapshots.save("c")  # of x alone
    phone.shell("rm /sdcard/y")
    with pytest.raises(SimulatorError, match="1500000; delete one first"):
        snapshots.save("d")
    with pytest.raises(SimulatorError, match="may hold 1000000 bytes"):
        snapshots.accept("d", phone.snapshot())
    snapshots.delete("c")
    snapshots.save("d")
