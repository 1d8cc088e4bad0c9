"""MIME types by file name, as in Android's MimeTypeMap."""

from __future__ import annotations

from typing import Final

__all__ = ["MIME", "OTHER", "mime_type", "name_of_type"]

OTHER: Final = "application/octet-stream"
"""The MIME type of files of unknown type."""

_OFFICE: Final = "application/vnd.openxmlformats-officedocument."

MIME: Final = {
    "3gp": "video/3gpp", "aac": "audio/aac", "amr": "audio/amr",
    "apk": "application/vnd.android.package-archive", "avi": "video/x-msvideo",
    "bmp": "image/bmp", "css": "text/css", "csv": "text/comma-separated-values",
    "doc": "application/msword", "docx": f"{_OFFICE}wordprocessingml.document",
    "epub": "application/epub+zip", "flac": "audio/flac", "gif": "image/gif",
    "gpx": "application/gpx+xml", "gz": "application/gzip", "heic": "image/heic",
    "htm": "text/html", "html": "text/html", "ics": "text/calendar", "jpeg": "image/jpeg",
    "jpg": "image/jpeg", "js": "text/javascript", "json": "application/json",
    "log": "text/plain", "m3u": "audio/mpegurl", "m4a": "audio/mp4", "md": "text/markdown",
    "mid": "audio/midi", "mkv": "video/x-matroska", "mov": "video/quicktime", "mp3": "audio/mpeg",
    "mp4": "video/mp4", "oga": "audio/ogg", "ogg": "audio/ogg", "opus": "audio/ogg",
    "pdf": "application/pdf", "png": "image/png", "ppt": "application/vnd.ms-powerpoint",
    "pptx": f"{_OFFICE}presentationml.presentation", "rtf": "application/rtf",
    "svg": "image/svg+xml", "tar": "application/x-tar", "text": "text/plain",
    "txt": "text/plain", "vcf": "text/x-vcard", "wav": "audio/x-wav", "webm": "video/webm",
    "webp": "image/webp", "xls": "application/vnd.ms-excel",
    "xlsx": f"{_OFFICE}spreadsheetml.sheet", "xml": "text/xml", "zip": "application/zip",
}  # fmt: skip
"""MIME types by file extension."""


def mime_type(name: str) -> str:
    """Return a file's MIME type by its name."""
    return MIME.get(name.rpartition(".")[2].lower(), OTHER)


def name_of_type(name: str, mime: str) -> str:
    """Return the name of a new file of a type, as Android's FileUtils names it.

    If the name's extension stands for another type, the type's own extension is added
    (``a.svg.png``). A type without an extension leaves the name unchanged.
    """
    end = name.rpartition(".")[2].lower() if "." in name else ""
    endings = [known for known, kind in MIME.items() if kind == mime]
    if not endings or end in endings or mime == OTHER:
        return name
    usual = {"image/jpeg": "jpg", "text/html": "html", "text/plain": "txt", "audio/ogg": "ogg"}
    return f"{name}.{usual.get(mime, endings[0])}"
