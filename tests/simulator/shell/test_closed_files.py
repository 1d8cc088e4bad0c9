"""Tests that uid 2000, the shell's user, learns nothing of files that are closed to it.

Two phones differ only inside a closed folder: in names, sizes and contents. Whatever the shell's
user runs, both phones say the same and keep what is in the folder.
"""

from __future__ import annotations

import io
import string
import struct
import tarfile
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.shell.command import commands
from android_gym.simulator.shell.shell import Shell
from android_gym.simulator.state import Snapshot
from android_gym.simulator.system.users import ROOT, SHELL
from android_gym.simulator.wire.sync import SyncService

APP, OWNER, T = "/data/data/com.example.closed", 10_999, "/data/local/tmp"
D = f"{APP}/files"
ENDLESS = ("yes",)  # prints its arguments without end


class Phones(NamedTuple):
    """One phone, with the two states that it is put into."""

    phone: Phone
    shell: Shell
    states: tuple[Snapshot, Snapshot]

    def both(self, line: str, uid: int) -> tuple[list[object], list[bool]]:
        """Return what is seen of a line on each phone, and whether it changed the folder."""
        seen, changed = [], []
        for state in self.states:
            self.phone.restore(state)
            before = self.tree(APP)
            result = self.shell.run(line, b"", uid)
            seen.append((result.output, result.exit_code, self.tree(T)))
            changed.append(self.tree(APP) != before)
        return seen, changed

    def tree(self, path: str) -> list[object]:
        """Return everything about a folder's files."""
        files = self.phone.system.files
        return [
            (path, stat, files.read(path) if stat.kind == "file" else b"")
            for path, stat in files.walk(path)
        ]


@pytest.fixture(scope="module")
def phones() -> Phones:
    phone = Phone()
    system = phone.system.files
    app, mine = system.as_user(OWNER), system.as_user(SHELL)
    mine.write(f"{T}/in", b"2\n1\n")
    mine.symlink(f"{D}/known", f"{T}/link")
    mine.symlink(D, f"{T}/folder")
    mine.symlink(f"{D}/known.db-wal", f"{T}/mine.db-wal")
    system.mkdir(APP, mode=0o700, owner=OWNER)
    before = phone.snapshot()
    states = []
    for first, second, text in (("known", "b", b"alpha"), ("c", "second", b"omega7")):
        phone.restore(before)
        app.mkdir(D)
        app.write(f"{D}/{first}", b"#!/bin/sh\necho " + text, mode=0o777)
        app.write(f"{D}/{second}", text * 2, mode=0o666)
        states.append(phone.snapshot())
    return Phones(phone, Shell(phone), (states[0], states[1]))


def lines_of(name: str) -> Iterator[str]:
    """Yield command lines that give a command the folder, and what is in it."""
    known = f"{D}/known"
    if name == "screenrecord":  # records for three minutes of the phone's time if it can
        yield from (f"{name} {known}", f"{name} {T}/link", f"{name} {T}/folder/new")
        return
    for path in (known, D, f"{D}/new", f"{T}/link", f"{T}/folder", f"{T}/folder/c", f"{D}/*"):
        yield from (f"{name} {path}", f"{name} {path} {T}/in", f"{name} {T}/in {path}")
        yield from (f"{name} x {path}", f"{name} {path} {T}/out")
    for letter in string.ascii_letters:
        yield from (f"{name} -{letter} {path}" for path in (known, D, f"{D} {known}"))
    yield from (f"{name} if={known}", f"{name} of={known}", f"{name} --file={known}")
    yield from (f"{name} < {known}", f"{name} > {known}", f"{name} >> {D}/b", f"{name} <> {known}")
    yield from (f"{name} {D}/../files/known", f"{name} file://{known}", f"cd {D}; {name} known")


@pytest.mark.rotating
@pytest.mark.parametrize("name", [name for name in commands() if name not in ENDLESS])
def test_no_command_tells_of_closed_files_or_changes_them(phones: Phones, name: str) -> None:
    for line in lines_of(name):
        (one, two), changed = phones.both(line, SHELL)
        assert one == two, line
        assert not any(changed), line


@pytest.mark.parametrize("name", ["cat", "cp", "du", "find", "grep", "md5sum", "stat", "tar", "wc"])
def test_the_same_lines_do_so_for_root(phones: Phones, name: str) -> None:
    found = [phones.both(line, ROOT) for line in lines_of(name) if "*" not in line]
    assert any(one != two for (one, two), _ in found)
    assert any(any(changed) for _, changed in found)


def archive(*entries: tuple[str, str, bytes]) -> bytes:
    """Return an archive of files and links: name, target of the link, content of the file."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name, target, content in entries:
            info = tarfile.TarInfo(name)
            info.size, info.mode = len(content), 0o644
            if target:
                info.type, info.linkname = tarfile.SYMTYPE, target
            tar.addfile(info, io.BytesIO(content))
    return out.getvalue()


ATTACKS = (
    "echo /data/data/*/* /data/data/*/files/* /data/user/0/*/files/known",
    f"for f in {D}/* {D}/.*; do echo $f; done",
    f"[ -e {D}/known ] && echo yes; [[ -f {D}/known ]]; test -s {D}/known;"
    f" [ {D}/known -nt {T}/in ]",
    f"su root sh -c 'cd {D}; su 2000 ls; su 2000 cat known; su 2000 echo *; su 2000 [ -e known ]'",
    f"su root sh -c 'cd {D}; su 2000 sh -c \"cat known; ls ..; echo x > known; rm -f b known\"'",
    f"ln {D}/known {T}/hard; cat {T}/hard; ln -s {D} {T}/s; cat {T}/s/known; ls {T}/s/",
    f"ln -f {D}/known {T}/in; mv {D}/known {T}/; mv -f {T}/in {D}/known; mv {D} {T}/moved",
    f"cp -r {D} {T}/copy; cp -a {T}/folder/. {T}/copy; cp -L {T}/link {T}/copy; cp {T}/in {T}/link",
    f"cat <<E\n$(cat {D}/known)$(< {D}/known)`cat {T}/link`\nE",
    f"cat <(cat {D}/known); read x < {D}/known; echo $x; mapfile -t y < {D}/known",
    f"echo {D}/known | xargs cat; find {D} {T} -follow; find {T} -L -type f -exec cat {{}} +",
    f"find / -name known; find /data -newer {T}/in -path '*closed*' -exec cat {{}} ';'",
    f"find {T}/folder/ -delete; find {D} -empty; rm -rf {D}; rmdir {D}; rm -rv {APP};"
    f" rm {T}/folder/*",
    f"grep -r . {D}; grep -R . {T}; grep -rl . /data/data/com.example.closed; egrep . {T}/link",
    f"tar cf - {D} | tar tv; tar czf {T}/a.tgz -C {D} . ; tar chf {T}/b.tar {T}/folder;"
    f" cat {T}/*.t*",
    f"chmod 777 {APP} {D} {D}/known; chown shell {D}/known; chmod -R a+rwx {APP}; touch {D}/known",
    f"exec 3<{D}/known; cat <&3; exec 4>>{D}/known; echo x >&4",
    f"exec 3>{T}/f; rm {T}/f; ln -s {D}/known {T}/f; echo x >&3; cat {T}/in; cat {T}/f",
    f". {D}/known; source {T}/link; sh {D}/known; {D}/known; exec {T}/link",
    f"PATH={D}:$PATH; known; which known; type known; command -v {D}/known",
    f"sqlite3 {T}/mine.db 'create table t(x)'; sqlite3 {T}/mine.db '.import {D}/known t' '.dump'",
    f"sqlite3 {D}/known .dump; sqlite3 -readonly {T}/link 'select 1';"
    f" sqlite3 {D}/new 'create table t(x)'",
    f"sqlite3 :memory: '.read {D}/known' '.output {D}/known' 'select 1' '.once {T}/link' 'select "
    f"2'",
    f"sqlite3 :memory: \"attach '{D}/known' as a\" \"select readfile('{D}/known')\"",
    f"ln -s {D}/known {T}/.sqlite-4000; sqlite3 :memory: .dump",
    f"dd if={D}/known; dd if={T}/in of={T}/link; dd of={D}/known conv=notrunc if={T}/in",
    f"screencap -p {D}/known; uiautomator dump {T}/link; logcat -d -f {D}/known;"
    f" logcat -f {T}/link -d",
    f"sed -i s/a/b/ {D}/known; sed -n p {T}/link; sed 'r {D}/known' {T}/in;"
    f" sed 'w {D}/known' {T}/in",
    f"awk '{{print}}' {D}/known; awk 'BEGIN {{while ((getline x < \"{D}/known\") > 0) print x}}'",
    f'awk \'BEGIN {{print 1 > "{D}/known"; print 2 >> "{T}/link"}}\'',
    f"split {D}/known {T}/x; tee {D}/known {T}/link < {T}/in; patch {D}/known {T}/in; diff {D} {T}",
    f"install {D}/known {T}/i; pm install {D}/known; am start -d file://{D}/known",
    f"content read --uri content://media{D}/known; content read --uri file://{D}/known",
    f"mktemp -p {D}; mktemp -d -p {T}/folder; mkdir -p {D}/a/b; mkdir {T}/folder/x; mkfifo {D}/p",
    f"realpath {D}/known; readlink -f {T}/link; cd {D}; pwd; cd {D}/..; pwd; cd {T}/folder;"
    f" pwd -P; ls",
    f"du -a {APP}; df {D}/known; file {D}/known; ls -laR {APP}; ls -d {D}/known;"
    f" stat -c %s {T}/link",
    "ls -la /data/media/0/../../data/com.example.closed/files/; echo /data/media/0/../*/*/files/*",
)


@pytest.mark.parametrize("line", ATTACKS)
def test_no_trick_gets_around_the_permissions(phones: Phones, line: str) -> None:
    (one, two), changed = phones.both(line, SHELL)
    assert one == two
    assert not any(changed)


@pytest.mark.parametrize(
    "entries",
    [
        (("l", D, b""), ("l/known", "", b"x"), ("l/b", "", b"x")),
        (("l", f"{D}/known", b""), ("l", "", b"x")),
        ((f"../../..{D}/known", "", b"x"), (f"{D}/known", "", b"x")),
    ],
)
def test_no_archive_writes_through_its_links(
    phones: Phones, entries: tuple[tuple[str, str, bytes], ...]
) -> None:
    for state in phones.states:
        phones.phone.restore(state)
        before = phones.tree(APP)
        for folder in (T, "/"):
            phones.shell.run(f"tar xf - -C {folder}", archive(*entries), SHELL)
        assert phones.tree(APP) == before


def test_file_transfers_tell_nothing_either(phones: Phones) -> None:
    paths = [D, f"{D}/known", f"{D}/new", f"{T}/link", f"{T}/folder", f"{T}/folder/known"]
    for path in (path.encode() for path in [*paths, f"{D}/", f"{D}/../files/known"]):
        content = struct.pack("<4sI", b"DATA", 1) + b"x" + struct.pack("<4sI", b"DONE", 9)
        for request in (
            *(request_for(name, path) for name in (b"STAT", b"STA2", b"LST2", b"LIST", b"LIS2")),
            request_for(b"RECV", path),
            request_for(b"RCV2", path) + struct.pack("<4sI", b"RCV2", 0),
            request_for(b"SEND", path + b",33188") + content,
            request_for(b"SEND", path + b",41471") + content,  # a link
        ):
            seen: dict[int, list[bytes]] = {SHELL: [], ROOT: []}
            for uid, replies in seen.items():
                for state in phones.states:
                    phones.phone.restore(state)
                    before = phones.tree(APP)
                    out: list[bytes] = []
                    SyncService(phones.phone, uid, out.append).receive(request)
                    replies.append(b"".join(out))
                    assert uid == ROOT or phones.tree(APP) == before, request
            one, two = seen[SHELL]
            assert one == two, request
            if request.startswith(b"RECV") and path.endswith(b"known"):
                assert seen[ROOT][0] != seen[ROOT][1]


def request_for(name: bytes, path: bytes) -> bytes:
    """Return a request of adb's file transfer."""
    return struct.pack("<4sI", name, len(path)) + path
