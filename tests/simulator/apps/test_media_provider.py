"""MediaStore through adb's ``content``."""

from __future__ import annotations

from android_gym.simulator.phone import Phone

STORAGE = "/storage/emulated/0"


def test_collections_follow_the_storage() -> None:
    phone = Phone()
    phone.push(f"{STORAGE}/Pictures/it's.png", b"x")
    phone.push(f"{STORAGE}/Download/a.txt", b"xy")

    def names(collection: str) -> str:
        uri = f"content://media/external/{collection}"
        command = f"content query --uri {uri} --projection _display_name:_size"
        return phone.shell(command).stdout.decode()

    assert names("images/media") == "Row: 0 _display_name=it's.png, _size=1\n"
    assert names("downloads") == "Row: 0 _display_name=a.txt, _size=2\n"
    assert names("video/media") == "No result found.\n"
    phone.shell(
        f"mv {STORAGE}/Download/a.txt {STORAGE}/Download/b.mp4; echo >> {STORAGE}/Download/b.mp4"
    )
    assert names("video/media") == "Row: 0 _display_name=b.mp4, _size=3\n"
    assert phone.shell("content delete --uri content://media/external/downloads").exit_code == 0
    assert phone.system.files.listdir(f"{STORAGE}/Download") == []
    assert names("downloads") == "No result found.\n"
    assert b"Unknown URL" in phone.shell("content query --uri content://media/moon").stderr
