"""Labels, users and groups, as Android's tools show them."""

from __future__ import annotations

import pytest
from terminal import Terminal

EXPENSE = "/data/data/com.arduia.expense"


@pytest.mark.parametrize(
    ("path", "label"),
    [
        ("/data", "system_data_root_file:s0"),
        ("/data/local", "system_data_file:s0"),
        ("/data/local/tmp/.", "shell_data_file:s0"),
        ("/data/media/0/Download", "fuse:s0"),
        ("/sdcard", "rootfs:s0"),
        ("/sdcard/", "fuse:s0"),
        ("/system/etc/hosts", "system_file:s0"),
        ("/data/data/com.android.settings", "system_app_data_file:s0"),
        ("/data/data/com.google.android.dialer", "privapp_data_file:s0:c512,c768"),
    ],
)
def test_labels_follow_from_paths(sh: Terminal, path: str, label: str) -> None:
    assert sh(f"ls -Zd {path}") == f"u:object_r:{label} {path}\n"
    follow = "-L " * path.endswith("/")
    assert sh(f"stat {follow}-c %C {path}") == f"u:object_r:{label}\n"


def test_an_app_has_a_level_of_its_own(sh: Terminal) -> None:
    uid = int(sh(f"stat -c %u {EXPENSE}"))
    level = f"s0:c{uid - 10_000},c256,c512,c768"
    assert sh(f"cd {EXPENSE}; ls -Zd databases") == f"u:object_r:app_data_file:{level} databases\n"
    sh("am start -n com.arduia.expense/.ui.MainActivity")
    assert f"u:r:untrusted_app:{level} " in sh("ps -AZ | grep arduia")
    assert sh("ps -AZ | grep -c 'u:r:[a-z]*:s0 '") != "0\n"


def test_what_is_listed_has_the_label_of_its_folder(sh: Terminal) -> None:
    sh("echo > f")
    assert sh("ls -aZ /data/local/tmp/t").split()[::2] == ["u:object_r:shell_data_file:s0"] * 3
    assert sh("ls -laZ | grep -c shell_data_file") == "3\n"


def test_a_label_stays_until_it_is_restored(sh: Terminal) -> None:
    sh("mkdir d; echo > d/f; chcon -R u:object_r:app_data_file:s0:c1,c256 d; mv d/f g")
    assert sh("ls -Z g") == "u:object_r:app_data_file:s0:c1,c256 g\n"
    sh("restorecon -R d g")
    assert sh("ls -Zd d g").split()[::2] == ["u:object_r:shell_data_file:s0"] * 2
    assert sh.fails("chcon nonsense g") == ("chcon: 'g' to nonsense: Invalid argument\n", 1)
    refused = sh.phone._shell.run(
        "cd /data/local/tmp/t; chcon u:object_r:system_file:s0 g", uid=2000
    )
    assert refused.stderr == b"chcon: 'g' to u:object_r:system_file:s0: Permission denied\n"


def test_root_switches_enforcement_until_the_phone_restarts(sh: Terminal) -> None:
    assert sh("getenforce; cat /sys/fs/selinux/enforce") == "Enforcing\n1"
    assert sh("setenforce 0; getenforce; start; getenforce") == "Permissive\nPermissive\n"
    assert sh("setenforce Enforcing; getenforce; setenforce 0; reboot; getenforce") == (
        "Enforcing\nEnforcing\n"
    )
    assert sh.fails("setenforce 2") == ("setenforce: Invalid state: 2\n", 1)
    refused = sh.phone._shell.run("setenforce 0", uid=2000)
    assert (
        refused.stderr == b"setenforce: Couldn't set enforcing status to '0': Permission denied\n"
    )


def test_root_and_the_shell_have_the_groups_of_adb(sh: Terminal) -> None:
    groups = sh.phone._shell.run("id -G", uid=2000).stdout.decode().split()
    assert {"2000", "1004", "1015", "1078", "3003", "3009"} <= set(groups)
    assert set(sh("id -G").split()) == {*groups, "0"} - {"2000"}
    assert sh("id -Z; su 2000 id -Z") == "u:r:su:s0\nu:r:shell:s0\n"
    assert sh("id -Gn 10063") == "u0_a63\n"


def test_a_file_of_a_supplementary_group_is_open_to_it(sh: Terminal) -> None:
    sh("echo x > f; echo y > g; chgrp sdcard_rw f; chmod 640 f g; chmod 755 .")
    read = sh.phone._shell.run("cd /data/local/tmp/t; cat f g", uid=2000)
    assert (read.stdout, read.stderr) == (b"x\n", b"cat: g: Permission denied\n")


def test_packages_of_the_system_have_its_user(sh: Terminal) -> None:
    assert sh("pm list packages -U --uid 1000").splitlines() == [
        f"package:{name} uid:1000"
        for name in ("android", "com.android.server.telecom", "com.android.settings")
    ]
    assert sh("stat -c %U /data/data/com.android.providers.telephony") == "radio\n"
