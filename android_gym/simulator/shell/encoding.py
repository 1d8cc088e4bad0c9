"""Digests, encodings, hex dumps and archives, as in toybox 0.8."""

from __future__ import annotations

import base64
import binascii
import errno
import gzip
import hashlib
import io as streams
import re
import tarfile
import zlib
from collections.abc import Iterator

from android_gym.errors import FileError
from android_gym.simulator.shell.command import Invocation, Options, command, options
from android_gym.simulator.shell.file_words import join, mode_string
from android_gym.simulator.shell.text_inputs import inputs
from android_gym.simulator.system.inodes import Stat, file_error
from android_gym.simulator.system.users import user_name

_DIGESTS = {f"{name}sum": name for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")}


@command(*_DIGESTS)
def run_digest(io: Invocation) -> int:
    """Print or check digests."""
    found = options(io, "bcs", long={"check": "c", "status": "s", "brief": "b"})
    name = _DIGESTS[io.name]
    failed: list[int] = []
    for path, data in inputs(io, found.args, failed):
        if "c" not in found:
            digest = hashlib.new(name, data, usedforsecurity=False).hexdigest()
            io.out(f"{digest}\n" if "b" in found else f"{digest}  {path}\n")
            continue
        for line in data.decode("utf-8", "surrogateescape").splitlines():
            wanted, _, target = line.partition("  ")
            try:
                actual = hashlib.new(name, io.read_file(target), usedforsecurity=False).hexdigest()
            except FileError:
                actual = ""
            good = actual == wanted.strip().lower()
            if not good:
                failed.append(1)
            if "s" not in found:
                io.out(f"{target}: {'OK' if good else 'FAILED'}\n")
    return max(failed, default=0)


@command("cksum", "crc32")
def run_cksum(io: Invocation) -> int:
    """Print checksums."""
    found = options(io, "HIPLN")
    failed: list[int] = []
    for path, data in inputs(io, found.args, failed):
        if io.name == "crc32":
            io.out(f"{zlib.crc32(data):08x}" + (f" {path}" if len(found.args) > 1 else "") + "\n")
            continue
        size = len(data)
        crc = 0xFFFFFFFF  # cancels zlib's initial value
        for part in (data, size.to_bytes((size.bit_length() + 7) // 8, "little")):
            for at in range(0, len(part), _BLOCK):
                crc = zlib.crc32(part[at : at + _BLOCK].translate(_MIRRORED), crc)
        io.out(f"{_mirror(crc, 32)} {size}" + (f" {path}" if path != "-" else "") + "\n")
    return max(failed, default=0)


def _mirror(number: int, bits: int) -> int:
    """Return a number with its bits reversed."""
    return int(f"{number:0{bits}b}"[::-1], 2)


_MIRRORED = bytes(_mirror(byte, 8) for byte in range(256))
"""POSIX's checksum is zlib's with the bits of each byte and of the result reversed."""

_BLOCK = 1 << 20


@command("base64", "base32")
def run_base64(io: Invocation) -> int:
    """Encode or decode base64."""
    found = options(io, "diw:", long={"decode": "d", "ignore-garbage": "i", "wrap": "w"})
    failed: list[int] = []
    wide = io.name == "base64"
    for _, data in inputs(io, found.args, failed):
        if "d" not in found:
            encoded = base64.b64encode(data) if wide else base64.b32encode(data)
            width = io.integer(found.get("w", "76"))
            pieces = [encoded] if width == 0 else [
                encoded[at : at + width] for at in range(0, len(encoded), width)
            ]  # fmt: skip
            io.out(b"".join(piece + (b"\n" if width else b"") for piece in pieces))
            continue
        alphabet = rb"[^A-Za-z0-9+/]" if wide else rb"[^A-Z2-7]"
        clean = re.sub(alphabet, b"", data)
        unit = 4 if wide else 8
        spare = len(clean) % unit
        padded = clean + b"=" * (unit - spare if spare else 0)
        try:
            io.out(base64.b64decode(padded) if wide else base64.b32decode(padded))
        except (binascii.Error, ValueError):
            usable = clean[: len(clean) - spare]
            io.out(base64.b64decode(usable) if wide else base64.b32decode(usable))
            failed.append(1)
    return max(failed, default=0)


@command("xxd")
def run_xxd(io: Invocation) -> int:
    """Print a hex dump, or convert one back."""
    found = options(io, "c:g:il:o:prs:", long={"ps": "p"})
    failed: list[int] = []
    for _, data in inputs(io, found.args[:1], failed):
        io.spend(len(data) >> 2)
        if "r" in found:
            io.out(_unhex(data, "p" in found))
            continue
        start = io.integer(found.get("s", "0"))
        data = data[start:]
        if "l" in found:
            data = data[: io.integer(found["l"])]
        if "p" in found:
            width = io.integer(found.get("c", "30"), 1)
            for at in range(0, len(data), width):
                io.out(data[at : at + width].hex() + "\n")
            continue
        if "i" in found:
            for at in range(0, len(data), 12):
                row = ", ".join(f"0x{byte:02x}" for byte in data[at : at + 12])
                io.out("  " + row + (",\n" if at + 12 < len(data) else "\n"))
            continue
        width, group = io.integer(found.get("c", "16"), 1), io.integer(found.get("g", "2"))
        for at in range(0, len(data), width):
            piece = data[at : at + width]
            cells = "".join(
                f"{byte:02x}" + (" " if group and (place + 1) % group == 0 else "")
                for place, byte in enumerate(piece)
            )
            full = width * 2 + (width // group if group else 0)
            shown = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in piece)
            io.out(f"{at + start:08x}: {cells:<{full}} {shown}\n")
    return max(failed, default=0)


def _unhex(data: bytes, plain: bool) -> bytes:
    out = bytearray()
    for line in data.decode("latin-1").splitlines():
        text = line if plain else line.partition(":")[2].partition("  ")[0]
        digits = re.sub(r"[^0-9A-Fa-f]", "", text)
        out += bytes.fromhex(digits[: len(digits) // 2 * 2])
    return bytes(out)


@command("od")
def run_od(io: Invocation) -> int:
    """Print a dump in octal or other formats."""
    found = options(io, "j:vw:N:xsodcbA:t:")
    kinds = [kind for text in found.all("t") for kind in re.findall(r"[acdfoux]\d?", text)]
    for flag, kind in (("c", "c"), ("b", "o1"), ("x", "x2"), ("d", "u2"), ("o", "o2"), ("s", "d2")):
        if flag in found:
            kinds.append(kind)
    kinds = kinds or ["o2"]
    failed: list[int] = []
    data = b"".join(content for _, content in inputs(io, found.args, failed))
    skip = io.integer(found.get("j", "0"))
    data = data[skip:]
    if "N" in found:
        data = data[: io.integer(found["N"])]
    base = found.get("A", "o")
    width = io.integer(found.get("w", "16"), 1)

    io.spend(len(data) * len(kinds))

    def address(at: int) -> str:
        return {"n": "", "d": f"{at:07d}", "x": f"{at:07x}"}.get(base, f"{at:07o}")

    for at in range(0, len(data), width):
        piece = data[at : at + width]
        for place, kind in enumerate(kinds):
            label = address(at + skip) if not place else " " * len(address(0))
            io.out(label + "".join(_od_cells(piece, kind)) + "\n")
    if base != "n":
        io.out(address(len(data) + skip) + "\n")
    return max(failed, default=0)


_OD_NAMES = {0: "\\0", 7: "\\a", 8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r"}


def _od_cells(piece: bytes, kind: str) -> list[str]:
    if kind[0] in "ac":
        cells = [
            _OD_NAMES.get(byte) or (chr(byte) if 32 <= byte < 127 else f"{byte:03o}")
            for byte in piece
        ]
        return [f"{cell:>4}" for cell in cells]
    size = int(kind[1:] or "4")
    out = []
    for at in range(0, len(piece), size):
        number = int.from_bytes(piece[at : at + size], "little", signed=kind[0] == "d")
        width = {
            "x": 2 * size,
            "o": -(-8 * size // 3),
            "u": len(str(256**size - 1)),
            "d": len(str(256**size // 2)) + 1,
        }.get(kind[0], 2 * size)
        text = {"x": f"{number:0{width}x}", "o": f"{number:0{width}o}"}.get(
            kind[0], f"{number:{width}d}"
        )
        out.append((" " if size == 1 or kind[0] in "xdu" else "  ") + text)
    return out


# --- archives ------------------------------------------------------------------------------------


@command("gzip", "gunzip", "zcat")
def run_gzip(io: Invocation) -> int:
    """Compress and decompress files."""
    found = options(io, "cdfktn123456789")
    unpack = io.name != "gzip" or "d" in found
    to_output = "c" in found or io.name == "zcat" or not found.args
    files = io.files
    status = 0
    for path in found.args or ["-"]:
        try:
            data = io.stdin if path == "-" else io.read_file(path)
            result = gzip.decompress(data) if unpack else gzip.compress(data, mtime=0)
        except FileError as error:
            io.complain(f"{path}: {error.strerror}")
            status = 1
            continue
        except (OSError, EOFError, zlib.error):
            io.complain("Invalid gzip header" if unpack else f"{path}: failed")
            status = 1
            continue
        if to_output:
            io.out(result)
            continue
        target = path.removesuffix(".gz") if unpack else f"{path}.gz"
        if target == path:
            io.complain(f"{path}: no .gz extension")
            status = 1
        elif files.exists(io.path(target)) and "f" not in found:
            io.complain(f"{target}: File exists")
            status = 1
        else:
            stat = files.stat(io.path(path))
            io.write_file(target, result, mode=stat.mode, mtime_ms=stat.mtime_ms)
            if "k" not in found:
                files.remove(io.path(path))
    return status


@command("tar")
def run_tar(io: Invocation) -> int:
    """Create, list and extract archives (ustar, gzip with ``z``)."""
    if io.args and not io.args[0].startswith("-"):
        io.args = ["-" + io.args[0], *io.args[1:]]
    found = options(
        io,
        "cxtvzjJhkmOopf:C:T:X:",
        long={
            "create": "c",
            "extract": "x",
            "list": "t",
            "file": "f",
            "directory": "C",
            "gzip": "z",
            "verbose": "v",
            "exclude": "X",
        },
    )
    action = found.last("cxt")
    if not action:
        raise io.fail('Needs -txc (see "tar --help")')
    folder = found.get("C", ".")
    archive = found.get("f", "-")
    if action == "c":
        return _make_archive(io, found, folder, archive)
    try:
        data = io.stdin if archive == "-" else io.read_file(archive)
    except FileError as error:
        raise io.fail(f"{archive}: {error.strerror}") from None
    try:
        with tarfile.open(fileobj=streams.BytesIO(data), mode="r:*") as tar:
            return _read_archive(io, found, folder, data, tar, action == "x")
    except (tarfile.TarError, OSError, EOFError, zlib.error):
        raise io.fail("Not tar") from None


def _entries(
    io: Invocation, name: str, base: str, failed: list[int]
) -> Iterator[tuple[str, Stat, bytes]]:
    """Yield shown name, status and content of all that is at or below a path; errors are reported.

    Args:
        io: The command.
        name: The path's name in the archive.
        base: The path.
        failed: Gets an exit code for each error.
    """
    root = io.path(base)

    def shown(path: str) -> str:
        return name + path[len(root) :]

    def refused(error: FileError) -> None:
        io.complain(f"{shown(str(error.path))}: {error.strerror}")
        failed.append(1)

    try:
        for path, stat in io.files.walk(root, refused):
            try:
                content = b"" if stat.kind in ("dir", "link") else io.files.read(path)
            except FileError as error:
                refused(error)
            else:
                yield shown(path), stat, content
    except FileError as error:  # there is nothing at the path itself
        refused(error)


def _make_archive(io: Invocation, found: Options, folder: str, archive: str) -> int:
    failed: list[int] = []
    out = streams.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for name in found.args:
            base = name if name.startswith("/") else join(folder, name)
            for shown, stat, data in _entries(io, name, base, failed):
                info = tarfile.TarInfo(shown.lstrip("/"))
                info.mode, info.uid, info.gid = stat.mode, stat.uid, stat.gid
                info.uname, info.gname = user_name(stat.uid), user_name(stat.gid)
                info.mtime = stat.mtime_ms // 1000
                if stat.kind == "dir":
                    info.type = tarfile.DIRTYPE
                elif stat.kind == "link":
                    info.type = tarfile.SYMTYPE
                    info.linkname = stat.target
                else:
                    info.size = len(data)
                tar.addfile(info, streams.BytesIO(data))
                if "v" in found:
                    io.err(f"{shown}\n")
    data = out.getvalue()
    if "z" in found or archive.endswith((".gz", ".tgz")):
        data = gzip.compress(data, mtime=0)
    if archive == "-":
        io.out(data)
    else:
        io.write_file(archive, data)
    return max(failed, default=0)


def _read_archive(
    io: Invocation, found: Options, folder: str, data: bytes, tar: tarfile.TarFile, extract: bool
) -> int:
    status = 0
    for info in tar:
        name = info.name
        wanted = found.args
        if wanted and not any(name == item.rstrip("/") or name.startswith(item.rstrip("/") + "/")
                              for item in wanted):  # fmt: skip
            continue
        if not extract:
            if "v" in found:
                io.out(_tar_line(io, info))
            io.out(name + ("/" if info.isdir() else "") + "\n")
            continue
        if "v" in found:
            io.out(name + "\n")
        parts = [part for part in name.split("/") if part not in ("", ".")]
        if ".." in parts:
            io.complain(f"'{name}' not under '{io.path(folder)}'")
            continue
        target = io.path(join(folder, "/".join(parts))) if parts else io.path(folder)
        try:
            if info.isdir():
                if not io.files.is_dir(target):
                    io.files.mkdir(target, True, info.mode & 0o7777, owner=_owner(found, info))
            else:
                _extract(io, found, target, info, _content(data, tar, info))
        except FileError as error:
            io.complain(f"{name}: {error.strerror}")
            status = 1
    return status


def _owner(found: Options, info: tarfile.TarInfo) -> int | None:
    """Return who owns what root extracts; None for root."""
    return None if "o" in found else info.uid


def _extract(
    io: Invocation, found: Options, target: str, info: tarfile.TarInfo, content: bytes | None
) -> None:
    """Extract a file or a symbolic link.

    Raises:
        FileError: If it can't be written.
    """
    files, owner = io.files, _owner(found, info)
    parent = target.rpartition("/")[0]
    if parent and not files.exists(parent):
        files.mkdir(parent, True, 0o755)
    if info.issym():
        if (there := io.process.stat(target, follow=False)) and there.kind == "link":
            files.remove(target)
        files.symlink(info.linkname, target, owner=owner)
    elif content is not None:
        files.write(
            target,
            content,
            mode=info.mode & 0o7777,
            owner=owner,
            mtime_ms=None if "m" in found else int(info.mtime) * 1000,
        )


def _content(data: bytes, tar: tarfile.TarFile, info: tarfile.TarInfo) -> bytes | None:
    """Return the content of a file in an archive; None for entries without content.

    Raises:
        FileError: If it is a hard link to what the archive doesn't have.
    """
    if data[257:262] == b"ustar" and info.isreg() and not info.issparse():
        found = data[info.offset_data : info.offset_data + info.size]  # copied only once
        if len(found) < info.size:
            raise tarfile.ReadError("unexpected end of data")
        return found
    if info.issym():
        return None
    try:
        member = tar.extractfile(info)
    except KeyError:
        raise file_error(errno.ENOENT, info.linkname) from None
    return None if member is None else member.read()


def _tar_line(io: Invocation, info: tarfile.TarInfo) -> str:
    kind = "dir" if info.isdir() else "link" if info.issym() else "file"
    stat = Stat(kind, info.mode, info.uid, info.gid, info.size, 0, 0, 0, 0, 1, 0)
    when = io.system.clock.datetime(int(info.mtime) * 1000).strftime("%Y-%m-%d %H:%M")
    return f"{mode_string(stat)} {info.uname}/{info.gname} {info.size:>9} {when} "
