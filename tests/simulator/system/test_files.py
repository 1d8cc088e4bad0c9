"""Files: Android's tree, POSIX's rules, errors in bionic's words."""

from __future__ import annotations

import errno
import pickle
from collections.abc import Callable

import pytest

from android_gym.errors import FileError
from android_gym.simulator.state import State
from android_gym.simulator.system import users
from android_gym.simulator.system.clock import START_MS, Clock
from android_gym.simulator.system.files import CAPACITY_BYTES, Files

DOWNLOAD = "/storage/emulated/0/Download"


@pytest.fixture
def state() -> State:
    return State()


@pytest.fixture
def clock(state: State) -> Clock:
    return Clock(state)


@pytest.fixture
def files(state: State, clock: Clock) -> Files:
    return Files(state, clock)


def fails(code: int, call: Callable[..., object], *args: object, **kwargs: object) -> FileError:
    with pytest.raises(FileError) as caught:
        call(*args, **kwargs)
    assert errno.errorcode[caught.value.errno] == errno.errorcode[code]
    return caught.value


def test_a_fresh_phone_has_android_s_tree(files: Files) -> None:
    assert files.listdir("/sdcard/") == sorted(
        "Alarms Android Audiobooks DCIM Documents Download Movies Music Notifications Pictures "
        "Podcasts Recordings Ringtones".split()
    )
    assert {"data", "sdcard", "storage", "system", "vendor", "etc"} <= set(files.listdir("/"))
    assert "ro.build.version.sdk=33\n" in files.read_text("/system/build.prop")
    assert "localhost" in files.read_text("/etc/hosts")
    assert files.readlink("/sdcard") == "/storage/self/primary"
    data = files.stat("/data/data")
    assert (data.kind, oct(data.mode), users.user_name(data.uid)) == ("dir", "0o771", "system")


def test_shared_storage_is_one_tree(files: Files) -> None:
    files.write("/sdcard/Download/Note.txt", b"text")
    for path in (
        f"{DOWNLOAD}/Note.txt",
        "/data/media/0/download/NOTE.TXT",
        "/mnt/sdcard/Download/note.txt",
    ):
        assert files.read(path) == b"text"
        assert files.resolve(path) == f"{DOWNLOAD}/Note.txt"
    assert files.listdir("/data/media/0/DOWNLOAD") == ["Note.txt"]
    files.write("/sdcard/Download/NOTE.txt", b"other")
    assert files.listdir(DOWNLOAD) == ["Note.txt"]
    assert files.read(f"{DOWNLOAD}/Note.txt") == b"other"
    files.rename("/sdcard/Download/note.txt", "/sdcard/Download/NOTE.TXT")
    assert files.listdir(DOWNLOAD) == ["Note.txt"], "the names are of one file"
    files.rename("/sdcard/Download/note.txt", "/sdcard/Download/n")
    files.rename("/sdcard/Download/n", "/sdcard/Download/NOTE.TXT")
    assert files.listdir(DOWNLOAD) == ["NOTE.TXT"]
    files.remove("/sdcard/download/note.txt")
    assert not files.exists(f"{DOWNLOAD}/NOTE.TXT")


def test_private_storage_tells_capitals_apart(files: Files) -> None:
    files.write("/data/local/tmp/a", b"1")
    files.write("/data/local/tmp/A", b"2")
    assert files.listdir("/data/local/tmp") == ["A", "a"]


def test_user_0_is_data_data(files: Files) -> None:
    files.mkdir("/data/user/0/com.example/files", parents=True, owner=10_158)
    files.write("/data/data/com.example/files/x", b"x")
    stat = files.stat("/data/user/0/com.example/files/x")
    assert users.user_name(stat.uid) == "u0_a158", "a file belongs to its directory's owner"
    assert files.resolve("/data/user/0/com.example/files/x") == "/data/data/com.example/files/x"
    assert files.resolve("/data/user/0/../0/com.example") == "/data/data/com.example"
    assert files.resolve("/data/user/0/com.example/..") == "/data/data"


def test_owners_and_modes(files: Files) -> None:
    files.write("/data/local/tmp/x", b"", mode=0o600, owner=0)
    files.chmod("/data/local/tmp/x", 0o777)
    files.chown("/data/local/tmp/x", 10_001)
    stat = files.stat("/data/local/tmp/x")
    assert (stat.mode, stat.uid, stat.gid) == (0o777, 10_001, 0)
    files.write("/sdcard/x", b"", mode=0o644, owner=10_002)
    files.chmod("/sdcard/x", 0o777)
    files.chown("/sdcard/x", 0, 0)
    stat = files.stat("/sdcard/x")
    assert (stat.mode, stat.uid, stat.gid) == (0o660, 10_002, users.MEDIA_RW)


def test_times(files: Files, clock: Clock) -> None:
    path = "/sdcard/x"
    files.write(path, b"")
    clock.advance(1000)
    files.read(path)
    files.write(path, b"more", append=True)
    stat = files.stat(path)
    assert (stat.atime_ms, stat.mtime_ms, stat.size) == (START_MS, START_MS + 1000, 4)
    files.utime(path, 5, 6)
    stat = files.stat(path)
    assert (stat.mtime_ms, stat.atime_ms, stat.ctime_ms) == (5, 6, START_MS + 1000)
    files.write(path, b"", mtime_ms=7)
    assert files.stat(path).mtime_ms == 7
    assert files.stat("/sdcard").mtime_ms == START_MS


def test_writing_keeps_the_inode_and_replacing_does_not(files: Files) -> None:
    files.write("/data/local/tmp/x", b"1")
    ino = files.stat("/data/local/tmp/x").ino
    files.write("/data/local/tmp/x", b"2")
    files.rename("/data/local/tmp/x", "/data/local/tmp/y")
    assert files.stat("/data/local/tmp/y").ino == ino
    files.remove("/data/local/tmp/y")
    files.write("/data/local/tmp/y", b"3")
    assert files.stat("/data/local/tmp/y").ino != ino


def test_error_texts_are_bionic_s(files: Files) -> None:
    files.write("/sdcard/f", b"")
    error = fails(errno.ENOENT, files.read, "/sdcard/none")
    assert (error.strerror, error.path) == ("No such file or directory", "/sdcard/none")
    assert str(error) == "/sdcard/none: No such file or directory"
    assert pickle.loads(pickle.dumps(error)).errno == errno.ENOENT
    assert fails(errno.EISDIR, files.read, "/sdcard").strerror == "Is a directory"
    assert fails(errno.EROFS, files.write, "/system/x", b"").strerror == "Read-only file system"


def test_errors(files: Files) -> None:
    files.mkdir("/sdcard/d")
    files.write("/sdcard/f", b"")
    files.write("/sdcard/d/f", b"")
    fails(errno.ENOENT, files.write, "/sdcard/none/f", b"")
    fails(errno.ENOENT, files.stat, "relative")
    fails(errno.ENOENT, files.stat, "")
    fails(errno.EINVAL, files.stat, "/sdcard/\0")
    fails(errno.ENOTDIR, files.stat, "/sdcard/f/")
    fails(errno.ENOTDIR, files.stat, "/sdcard/f/x")
    fails(errno.ENOTDIR, files.listdir, "/sdcard/f")
    fails(errno.ENOTDIR, files.rmdir, "/sdcard/f")
    fails(errno.EISDIR, files.write, "/sdcard/d", b"")
    fails(errno.EISDIR, files.write, "/sdcard/new/", b"")
    fails(errno.EISDIR, files.write, "/sdcard/f/", b"")
    fails(errno.EISDIR, files.remove, "/sdcard/d")
    fails(errno.ENOTEMPTY, files.rmdir, "/sdcard/d")
    fails(errno.EEXIST, files.mkdir, "/sdcard/d")
    fails(errno.EEXIST, files.mkdir, "/sdcard/f", parents=True)
    fails(errno.EEXIST, files.symlink, "x", "/data/local/tmp")
    fails(errno.EPERM, files.symlink, "x", "/sdcard/link")
    fails(errno.EINVAL, files.readlink, "/data")
    fails(errno.ENAMETOOLONG, files.write, "/sdcard/" + "é" * 128, b"")
    fails(errno.ENAMETOOLONG, files.stat, "/sdcard" + "/x" * 2048)
    files.write("/sdcard/" + "e" * 255, b"")


def test_mount_points_stay(files: Files) -> None:
    for path in ("/", "/data/media/0", "/storage/emulated/0", "/sdcard/", "/data", "/data/user"):
        fails(errno.EBUSY, files.rmtree, path)
        assert files.is_dir("/sdcard/Download")
    fails(errno.EROFS, files.rename, "/etc/hosts", "/data/local/tmp/hosts")
    fails(errno.EROFS, files.remove, "/sdcard")


def test_links(files: Files) -> None:
    files.mkdir("/data/local/tmp/real")
    files.symlink("real", "/data/local/tmp/link")
    files.write("/data/local/tmp/link/f", b"x")
    assert files.read("/data/local/tmp/real/f") == b"x"
    assert files.lstat("/data/local/tmp/link").kind == "link"
    assert files.stat("/data/local/tmp/link").kind == "dir"
    assert files.resolve("/data/local/tmp/link/../link/f") == "/data/local/tmp/real/f"
    files.symlink("later", "/data/local/tmp/dangling")
    assert not files.exists("/data/local/tmp/dangling")
    files.write("/data/local/tmp/dangling", b"made")
    assert files.read("/data/local/tmp/later") == b"made"
    files.remove("/data/local/tmp/link")
    assert files.exists("/data/local/tmp/real/f")
    files.symlink("loop", "/data/local/tmp/loop")
    error = fails(errno.ELOOP, files.stat, "/data/local/tmp/loop")
    assert error.strerror == "Too many symbolic links encountered"


def test_rename(files: Files) -> None:
    base = "/data/local/tmp"
    files.mkdir(f"{base}/a/b", parents=True)
    files.write(f"{base}/a/b/f", b"f")
    files.mkdir(f"{base}/empty")
    files.write(f"{base}/g", b"g")
    fails(errno.EINVAL, files.rename, f"{base}/a", f"{base}/a/b/c")
    fails(errno.ENOTDIR, files.rename, f"{base}/a", f"{base}/g")
    fails(errno.EISDIR, files.rename, f"{base}/g", f"{base}/empty")
    fails(errno.ENOTEMPTY, files.rename, f"{base}/empty", f"{base}/a")
    fails(errno.ENOENT, files.rename, f"{base}/none", f"{base}/x")
    files.rename(f"{base}/a", f"{base}/empty")
    assert files.read(f"{base}/empty/b/f") == b"f"
    files.rename(f"{base}/g", f"{base}/empty/b/f")
    assert files.read(f"{base}/empty/b/f") == b"g"
    assert files.listdir(base) == ["empty"]
    assert files.stat(base).nlink == 3
    files.rename(f"{base}/empty", f"{base}/empty")


def test_moving_between_volumes_takes_the_rules_of_the_new_one(files: Files) -> None:
    files.mkdir("/data/local/tmp/d")
    files.write("/data/local/tmp/d/F", b"x", mode=0o600)
    files.utime("/data/local/tmp/d/F", 1000)
    files.rename("/data/local/tmp/d", "/sdcard/D")
    stat = files.stat("/sdcard/d/f")
    assert (stat.mode, stat.gid, stat.mtime_ms) == (0o660, users.MEDIA_RW, 1000)
    assert not files.exists("/data/local/tmp/d")
    files.rename("/sdcard/d", "/data/local/tmp/d")
    assert not files.exists("/data/local/tmp/d/f")
    assert files.exists("/data/local/tmp/d/F")


def test_copy(files: Files, clock: Clock) -> None:
    files.mkdir("/data/local/tmp/d/sub", parents=True, owner=10_007)
    files.write("/data/local/tmp/d/sub/f", b"x", mode=0o640)
    files.symlink("sub/f", "/data/local/tmp/d/link")
    clock.advance(5000)
    files.copy("/data/local/tmp/d", "/data/local/tmp/plain")
    files.copy("/data/local/tmp/d", "/data/local/tmp/same", preserve=True)
    assert files.read("/data/local/tmp/plain/link") == b"x"
    plain, same = (files.stat(f"/data/local/tmp/{name}/sub/f") for name in ("plain", "same"))
    assert (plain.uid, plain.mtime_ms) == (users.SHELL, START_MS + 5000)
    assert (same.uid, same.mtime_ms, same.mode) == (10_007, START_MS, 0o640)
    assert files.stat("/data/local/tmp/same/sub").mtime_ms == START_MS
    fails(errno.EEXIST, files.copy, "/data/local/tmp/d", "/data/local/tmp/plain")
    fails(errno.EINVAL, files.copy, "/data/local/tmp/d", "/data/local/tmp/d/sub/d")


def test_walk_and_glob(files: Files) -> None:
    files.mkdir("/sdcard/Music/b")
    files.write("/sdcard/Music/b/2.mp3", b"22")
    files.write("/sdcard/Music/b/10.mp3", b"1")
    files.write("/sdcard/Music/.nomedia", b"")
    assert [path for path, _ in files.walk("/sdcard/Music")] == [
        "/sdcard/Music",
        "/sdcard/Music/.nomedia",
        "/sdcard/Music/b",
        "/sdcard/Music/b/10.mp3",
        "/sdcard/Music/b/2.mp3",
    ]
    assert [path for path, _ in files.walk("/sdcard")] == ["/sdcard"], "links are not followed"
    for path, stat in files.walk("/sdcard/Music"):
        if stat.kind == "file":
            files.remove(path)
    assert files.listdir("/sdcard/Music/b") == []
    files.write("/sdcard/Music/b/1.mp3", b"")
    assert files.usage("/sdcard/Music") == 0


def test_a_deep_tree(files: Files) -> None:
    deep = "/data/local/tmp" + "/d" * 1100  # more than Python's limit of recursion
    files.mkdir(deep, parents=True)
    assert sum(1 for _ in files.walk("/data/local/tmp/d")) == 1100
    files.copy("/data/local/tmp/d", "/data/local/tmp/e")
    files.rmtree("/data/local/tmp/d")
    assert files.is_dir("/data/local/tmp/e" + "/d" * 1099)


def test_the_partition_fills_up(files: Files) -> None:
    free = files.space().free
    assert files.space().total == CAPACITY_BYTES

    before = files.space()
    files.write("/sdcard/small", b"123")
    assert files.space().used == before.used + 3
    fails(errno.ENOSPC, files._tree.check_room, free, "/sdcard/huge")
    files.remove("/sdcard/small")
    assert files.space() == before


def test_character_devices(files: Files) -> None:
    files.write("/dev/null", b"gone")
    assert files.read("/dev/null") == b""
    assert files.stat("/dev/null").kind == "char"


def test_an_observation_notices_what_it_looked_at_and_nothing_else(
    state: State, files: Files
) -> None:
    files.write("/sdcard/Download/a", b"1")
    with state.observe() as listing:
        files.listdir("/sdcard/Download")
    with state.observe() as content:
        files.read("/sdcard/Download/a")
    with state.observe() as absence:
        assert not files.exists("/sdcard/Music/song.mp3")
    files.write("/data/local/tmp/x", b"")
    assert not listing.changed() and not content.changed() and not absence.changed()
    files.write("/sdcard/Download/a", b"2")
    assert content.changed() and not listing.changed()
    files.write("/sdcard/Download/b", b"2")
    assert listing.changed()
    assert not absence.changed()
    files.write("/sdcard/Music/song.mp3", b"")
    assert absence.changed()


def test_what_is_in_a_directory_is_observed_with_its_sizes_and_times(
    files: Files, state: State
) -> None:
    files.write(f"{DOWNLOAD}/a", b"text")
    for change in (
        lambda: files.write("/sdcard/Download/a", b"longer text"),
        lambda: files.utime("/data/media/0/Download/a", 5_000),
    ):
        with state.observe() as names:
            files.names("/sdcard/Download")
        with state.observe() as listing:
            files.stats("/sdcard/download")
        with state.observe() as other:
            files.stats("/sdcard/Music")
        change()
        assert listing.changed() and not names.changed() and not other.changed()


def test_a_walk_depends_on_all_that_it_passed(state: State, files: Files) -> None:
    files.mkdir("/sdcard/Music/a/b", parents=True)
    with state.observe() as seen:
        list(files.walk("/sdcard/Music"))
    files.write("/sdcard/Movies/x", b"")
    assert not seen.changed()
    files.write("/sdcard/Music/a/b/x", b"")
    assert seen.changed()


def test_every_change_moves_the_state_s_revision(state: State, files: Files) -> None:
    def moved() -> bool:
        nonlocal before
        changed = state.revision != before
        before = state.revision
        return changed

    before = state.revision
    files.stat("/sdcard")
    files.read("/etc/hosts")
    assert not moved()
    for change in (
        lambda: files.write("/sdcard/a", b"1"),
        lambda: files.write("/sdcard/a", b"2"),
        lambda: files.utime("/sdcard/a", 1),
        lambda: files.rename("/sdcard/a", "/sdcard/b"),
        lambda: files.remove("/sdcard/b"),
        lambda: files.mkdir("/sdcard/d"),
        lambda: files.rmdir("/sdcard/d"),
    ):
        change()
        assert moved()


def test_snapshot_and_restore(state: State, files: Files) -> None:
    files.write("/sdcard/a", b"1")
    snapshot = state.snapshot()
    with state.observe() as seen:
        files.read("/sdcard/a")
    files.write("/sdcard/a", b"2")
    files.rmtree("/sdcard/Download")
    state.restore(snapshot)
    assert files.read("/sdcard/a") == b"1"
    assert files.is_dir(DOWNLOAD)
    assert seen.changed()
    other_state = State()
    other = Files(other_state, Clock(other_state))
    other_state.restore(pickle.loads(pickle.dumps(snapshot)))
    assert other.read("/sdcard/a") == b"1"


def test_listeners_hear_canonical_paths(files: Files) -> None:
    heard: list[str] = []
    files.listen(DOWNLOAD, heard.append)
    files.write("/sdcard/download/a", b"")
    files.write("/sdcard/Downloads", b"")
    files.rename("/sdcard/Download/a", "/sdcard/Download/B")
    files.rename("/sdcard/Download/b", "/sdcard/Music/b")
    files.rmtree("/data/media/0/Download")
    assert heard == [
        f"{DOWNLOAD}/{name}" if name else DOWNLOAD for name in ("a", "a", "B", "B", "")
    ]


def test_what_a_user_may_do(files: Files) -> None:
    files.mkdir("/data/data/com.example", mode=0o700, owner=10_001)
    files.write("/data/data/com.example/f", b"", mode=0o644)
    assert files.as_user(0).may("/data/data/com.example/f", "w")
    assert files.as_user(10_001).may("/data/data/com.example/f", "w")
    assert not files.as_user(10_002).may("/data/data/com.example/f", "r")
    assert not files.as_user(users.SHELL).may("/data/data/com.example", "r")
    assert files.as_user(users.SHELL).may("/sdcard/Download", "w")
    assert files.as_user(users.SHELL).may("/etc/hosts", "r")
    assert not files.as_user(users.SHELL).may("/etc/hosts", "w")
    assert files.as_user(users.SHELL).may("/data/local/tmp/new", "w")


def test_a_users_files_need_the_permissions_that_linux_asks_for(files: Files) -> None:
    mine, root = files.as_user(users.SHELL), files.as_user(users.ROOT)
    closed, tmp = "/data/data/com.example", "/data/local/tmp"
    files.mkdir(closed, mode=0o700, owner=10_001)
    files.write(f"{closed}/f", b"1", mode=0o666)
    files.symlink(f"{closed}/f", f"{tmp}/link")
    files.mkdir(f"{tmp}/full", mode=0o755, owner=users.ROOT)
    root.write(f"{tmp}/full/f", b"1", mode=0o644)
    mine.mkdir(f"{tmp}/room")
    mine.write(f"{tmp}/mine", b"1", owner=users.ROOT)
    assert (mine.stat(f"{tmp}/mine").uid, root.stat(f"{tmp}/full/f").uid) == (2000, 0)
    for code, act in (
        ("EACCES", lambda: mine.stat(f"{closed}/f")),
        ("EACCES", lambda: mine.stat(f"{closed}/..")),
        ("EACCES", lambda: mine.read(f"{tmp}/link")),
        ("EACCES", lambda: mine.listdir("/data/data")),
        ("EACCES", lambda: list(mine.walk(closed))),
        ("EACCES", lambda: mine.write(f"{tmp}/full/f", b"")),
        ("EACCES", lambda: mine.remove(f"{tmp}/full/f")),
        ("EACCES", lambda: mine.rmtree(f"{tmp}/full")),
        ("EACCES", lambda: mine.rename(f"{tmp}/full", f"{tmp}/room/full")),
        ("EACCES", lambda: mine.copy(closed, f"{tmp}/copy")),
        ("EPERM", lambda: mine.chmod(f"{tmp}/full/f", 0o777)),
        ("EPERM", lambda: mine.chown(f"{tmp}/mine", users.ROOT)),
        ("EROFS", lambda: mine.write("/system/etc/hosts", b"")),
        ("EROFS", lambda: mine.mkdir("/system/new")),
        ("EROFS", lambda: root.chown("/system/etc/hosts", users.SHELL)),
    ):
        with pytest.raises(FileError) as caught:
            act()
        assert errno.errorcode[caught.value.errno or 0] == code
    assert files.exists(f"{tmp}/full/f") and not files.exists(f"{tmp}/copy")
    assert files.read(f"{closed}/f") == b"1"
    mine.utime(f"{tmp}/mine", 5)
    mine.chmod(f"{tmp}/mine", 0)
    mine.remove(f"{tmp}/mine")


def test_user_names() -> None:
    for uid, name in ((0, "root"), (2000, "shell"), (10_158, "u0_a158"), (20_003, "u0_a3_cache")):
        assert users.user_name(uid) == name
        assert users.user_id(name) == uid
    assert users.user_id("50000") == 50_000
    assert users.user_name(123_456) == "123456"
    assert users.user_id("nobody here") is None


def test_a_path_leads_elsewhere_once_a_directory_on_it_has_changed(
    files: Files, state: State
) -> None:
    one, two = "/data/local/tmp/one", "/data/local/tmp/two"
    files.mkdir(one)
    files.write(f"{one}/a", b"1")
    before = state.snapshot()
    assert files.read(f"{one}/a") == b"1"
    files.rename(one, two)
    assert not files.exists(f"{one}/a") and files.read(f"{two}/a") == b"1"
    files.mkdir(one)
    files.write(f"{one}/a", b"2")
    assert (files.read(f"{one}/a"), files.read(f"{two}/a")) == (b"2", b"1")
    files.rmtree(one)
    files.symlink(two, one)
    assert files.read(f"{one}/a") == b"1"
    files.remove(one)
    assert not files.exists(f"{one}/a")
    state.restore(before)
    assert files.read(f"{one}/a") == b"1" and not files.exists(f"{two}/a")
    for path in ("a", "", "data/local"):
        assert not files.exists(path)
    files.symlink("a", f"{one}/link")
    assert files.resolve(f"{one}/link") == f"{one}/a"
    assert files.lstat(f"{one}/link").kind == "link"
    with pytest.raises(FileError):
        files.write(f"{one}/a\0b", b"")
    with pytest.raises(FileError):
        files.write(f"{one}/{'n' * 256}", b"")
    files.write(f"{one}/{'n' * 255}", b"")


def test_a_path_is_the_same_whatever_the_times_of_its_directories_are(
    state: State, files: Files
) -> None:
    files.mkdir("/data/d/e", parents=True)
    files.write("/data/d/e/f", b"x")
    with state.observe() as content:
        files.read("/data/d/e/f")
    with state.observe() as kind:
        assert files.is_file("/data/d/e/f") and files.is_dir("/data/d/e")
    with state.observe() as status:
        files.stat("/data/d/e")
    files.utime("/data/d/e", 5_000)
    assert status.changed() and not content.changed() and not kind.changed()
    files.write("/data/d/e/f", b"y")
    assert content.changed() and not kind.changed()
    files.remove("/data/d/e/f")
    assert kind.changed()
    with state.observe() as kind:
        assert not files.exists("/data/d/e/f")
    files.mkdir("/data/d/e/f")
    assert kind.changed()


@pytest.mark.parametrize("path", ["/data/l", "/data/l/f"])
def test_a_link_with_the_number_of_another_leads_elsewhere(
    state: State, files: Files, path: str
) -> None:
    for name in "ab":
        files.mkdir(f"/data/{name}")
        files.write(f"/data/{name}/f", name.encode())
    before = state.snapshot()
    for target in "aab":  # a snapshot learns what is read of it when it is restored first
        state.restore(before)
        files.symlink(f"/data/{target}", "/data/l")
        for _ in range(2):  # the second time its directory is known
            with state.observe() as seen:
                leads_to_a = files.resolve(path).startswith("/data/a")
        if target == "a":
            to_a = seen
            to_a.keep_values()
    assert not leads_to_a and not to_a.recurred()
    state.restore(before)
    files.symlink("/data/a", "/data/l")
    assert to_a.recurred()


def test_what_has_the_number_of_another_is_of_another_kind(state: State, files: Files) -> None:
    before = state.snapshot()
    for kind in ("dir", "dir", "file"):
        state.restore(before)
        if kind == "dir":
            files.mkdir("/data/x")
            with state.observe() as seen:
                assert files.is_dir("/data/x")
            seen.keep_values()
        else:
            files.write("/data/x", b"")
    assert not seen.recurred()


@pytest.mark.parametrize(
    "path",
    ["/data/d/f", "/data/d/none", "/data/l/f", "/data/l/none", "/data/d/l", "/data/d/../d/f", "/",
     "/sdcard/Download", "/sdcard/DOWNLOAD/x", "/data/d/f/", "/data/d/none/x", "/data/d/loop/x"],
)  # fmt: skip
def test_a_known_path_is_observed_as_one_that_is_walked(
    state: State, clock: Clock, files: Files, path: str
) -> None:
    files.mkdir("/data/d")
    files.write("/data/d/f", b"x")
    files.symlink("/data/d", "/data/l")
    files.symlink("f", "/data/d/l")
    files.symlink("loop", "/data/d/loop")

    def look() -> tuple[object, tuple[str, ...]]:
        with state.observe() as seen:
            try:
                found: object = files.stat(path)
            except FileError as error:
                found = error.errno
        return found, seen.names

    first = look()
    assert look() == first == look()
    files.write("/data/d/f", b"y")  # keeps where paths lead
    files.write("/data/other", b"")
    assert look()[1] == first[1]
