"""APKs of the apps: archives with a compiled manifest, for package tools to read.

They contain no code (``hasCode="false"``): the apps' behaviour is implemented in Python.
"""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from typing import Final

from android_gym.simulator.system.packages import IntentFilter, Manifest

__all__ = ["Element", "build_apk", "compile_xml"]

_ANDROID: Final = "http://schemas.android.com/apk/res/android"
_ATTRIBUTES: Final = {
    "label": 0x01010001,
    "name": 0x01010003,
    "permission": 0x01010006,
    "hasCode": 0x0101000C,
    "exported": 0x01010010,
    "authorities": 0x01010018,
    "priority": 0x0101001C,
    "launchMode": 0x0101001D,
    "mimeType": 0x01010026,
    "scheme": 0x01010027,
    "host": 0x01010028,
    "targetActivity": 0x01010202,
    "minSdkVersion": 0x0101020C,
    "versionCode": 0x0101021B,
    "versionName": 0x0101021C,
    "targetSdkVersion": 0x01010270,
}
"""Resource ids of attributes (android.R.attr)."""

_LAUNCH_MODES: Final = {"standard": 0, "singleTop": 1, "singleTask": 2, "singleInstance": 3}
_NONE: Final = 0xFFFFFFFF
_STRING_POOL, _XML, _RESOURCE_MAP = 0x0001, 0x0003, 0x0180
_START_NAMESPACE, _END_NAMESPACE, _START, _END = 0x0100, 0x0101, 0x0102, 0x0103
_TYPE_STRING, _TYPE_INT, _TYPE_BOOLEAN = 0x03, 0x10, 0x12
_DATE: Final = (2023, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class Element:
    """An element of a manifest.

    Attributes:
        tag: Its name.
        attributes: Values by name; names that Android does not define get no namespace.
        children: Elements in it.
    """

    tag: str
    attributes: Mapping[str, str | int | bool] = field(default_factory=dict)
    children: tuple[Element, ...] = ()

    def walk(self) -> Iterator[Element]:
        """Yield the element and all its descendants."""
        yield self
        for child in self.children:
            yield from child.walk()


@lru_cache(maxsize=128)
def build_apk(manifest: Manifest) -> bytes:
    """Return an app's APK; the same manifest always gives the same bytes."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        entry = zipfile.ZipInfo("AndroidManifest.xml", _DATE)
        # Stored uncompressed: an image of the phone compresses all APKs together, to half the size.
        entry.compress_type = zipfile.ZIP_STORED
        archive.writestr(entry, compile_xml(_manifest(manifest)))
    return out.getvalue()


# --- the manifest --------------------------------------------------------------------------------


def _manifest(manifest: Manifest) -> Element:
    sdk = Element(
        "uses-sdk",
        {"minSdkVersion": manifest.min_sdk, "targetSdkVersion": manifest.target_sdk},
    )
    permissions = [Element("uses-permission", {"name": name}) for name in manifest.permissions]
    return Element(
        "manifest",
        {
            "versionCode": manifest.version_code,
            "versionName": manifest.version_name,
            "package": manifest.package,
        },
        (
            sdk,
            *permissions,
            Element("application", {"label": manifest.label, "hasCode": False},
                    tuple(_components(manifest))),
        ),
    )  # fmt: skip


def _components(manifest: Manifest) -> Iterator[Element]:
    for info in manifest.activities:
        attributes: dict[str, str | int | bool] = {"name": info.name, "exported": info.exported}
        if info.label is not None:
            attributes["label"] = info.label
        if info.target is not None:
            attributes["targetActivity"] = info.target
        else:
            attributes["launchMode"] = _LAUNCH_MODES[info.launch_mode]
        tag = "activity" if info.target is None else "activity-alias"
        yield Element(tag, attributes, tuple(map(_filter, info.filters)))
    for tag, components in (("receiver", manifest.receivers), ("service", manifest.services)):
        for component in components:
            attributes = {"name": component.name, "exported": True}
            yield Element(tag, attributes, tuple(map(_filter, component.filters)))
    for name in manifest.input_methods:
        bind: dict[str, str | int | bool] = {
            "name": name,
            "exported": True,
            "permission": "android.permission.BIND_INPUT_METHOD",
        }
        action = Element("action", {"name": "android.view.InputMethod"})
        yield Element("service", bind, (Element("intent-filter", {}, (action,)),))
    for provider in manifest.providers:
        name = provider.handler.partition(":")[2]
        attributes = {"name": f".{name}", "authorities": provider.authority, "exported": True}
        yield Element("provider", attributes)


def _filter(given: IntentFilter) -> Element:
    children = [Element("action", {"name": name}) for name in given.actions]
    children += [Element("category", {"name": name}) for name in given.categories]
    for name, values in (
        ("scheme", given.schemes), ("host", given.hosts), ("mimeType", given.types)
    ):  # fmt: skip
        children += [Element("data", {name: value}) for value in values if value]
    attributes = {"priority": given.priority} if given.priority else {}
    return Element("intent-filter", attributes, tuple(children))


# --- compiled XML --------------------------------------------------------------------------------


def compile_xml(root: Element) -> bytes:
    """Return a manifest as ``aapt`` compiles it."""
    used = {name for element in root.walk() for name in element.attributes}
    known = [name for name in _ATTRIBUTES if name in used]
    texts = dict.fromkeys((*known, "android", _ANDROID))
    for element in root.walk():
        texts[element.tag] = None
        for name, value in element.attributes.items():
            texts[name] = None
            if isinstance(value, str):
                texts[value] = None
    place = {text: number for number, text in enumerate(texts)}
    numbers = struct.pack(f"<{len(known)}I", *(_ATTRIBUTES[name] for name in known))
    namespace = struct.pack("<2I", place["android"], place[_ANDROID])
    body = (
        _pool(list(texts))
        + _chunk(_RESOURCE_MAP, b"", numbers)
        + _node(_START_NAMESPACE, namespace)
        + _element(root, place)
        + _node(_END_NAMESPACE, namespace)
    )
    return _chunk(_XML, b"", body)


def _chunk(kind: int, head: bytes, body: bytes) -> bytes:
    size = 8 + len(head) + len(body)
    return struct.pack("<HHI", kind, 8 + len(head), size) + head + body


def _node(kind: int, body: bytes) -> bytes:
    return _chunk(kind, struct.pack("<2I", 1, _NONE), body)  # line number 1, no comment


def _pool(texts: list[str]) -> bytes:
    offsets, data = [], b""
    for text in texts:
        offsets.append(len(data))
        encoded = text.encode("utf-16-le")
        data += struct.pack("<H", len(encoded) // 2) + encoded + b"\0\0"
    data += bytes(-len(data) % 4)
    start = 28 + 4 * len(texts)
    head = struct.pack("<5I", len(texts), 0, 0, start, 0)
    return _chunk(_STRING_POOL, head, struct.pack(f"<{len(texts)}I", *offsets) + data)


def _element(element: Element, place: Mapping[str, int]) -> bytes:
    tag = place[element.tag]
    # Android looks up attributes in the order of their resource ids.
    attributes = sorted(
        element.attributes.items(), key=lambda item: _ATTRIBUTES.get(item[0], _NONE)
    )
    head = struct.pack("<2I6H", _NONE, tag, 20, 20, len(attributes), 0, 0, 0)
    body = b"".join(_attribute(name, value, place) for name, value in attributes)
    inside = b"".join(_element(child, place) for child in element.children)
    end = _node(_END, struct.pack("<2I", _NONE, tag))
    return _node(_START, head + body) + inside + end


def _attribute(name: str, value: str | int | bool, place: Mapping[str, int]) -> bytes:
    namespace = place[_ANDROID] if name in _ATTRIBUTES else _NONE
    raw, kind = _NONE, _TYPE_INT
    if isinstance(value, bool):
        kind, data = _TYPE_BOOLEAN, _NONE if value else 0
    elif isinstance(value, int):
        data = value & _NONE
    else:
        raw = data = place[value]
        kind = _TYPE_STRING
    return struct.pack("<3IHBBI", namespace, place[name], raw, 8, 0, kind, data)
