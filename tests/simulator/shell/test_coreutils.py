"""File utilities: what toybox prints and returns."""

from __future__ import annotations

import pytest
from terminal import Terminal

from android_gym.simulator.phone import Phone
from android_gym.simulator.shell.command import commands

FILES = "mkdir -p d/e; echo hello > d/f; printf 'x\\n' > a; echo > .h; touch -d @1700000000 d/e/g\n"


@pytest.mark.parametrize(
    ("command", "output", "code"),
    [
        ("ls", "a\nd\n", 0),
        ("ls -a", ".\n..\n.h\na\nd\n", 0),
        ("ls -A", ".h\na\nd\n", 0),
        ("ls -R", ".:\na\nd\n\n./d:\ne\nf\n\n./d/e:\ng\n", 0),
        ("ls a d", "a\n\nd:\ne\nf\n", 0),
        ("ls -p; ls -F d; ls -m; ls -r", "a\nd/\ne/\nf\na, d\nd\na\n", 0),
        ("ls nope a", "ls: nope: No such file or directory\na\n", 1),
        ("ls -9", "ls: Unknown option '9' (see \"ls --help\")\n", 1),
        ("ls -l a", "-rw-rw-rw- 1 root root 2 2023-10-15 15:34 a\n", 0),
        ("ls -ll d/e/g", "-rw-rw-rw- 1 root root 0 2023-11-14 22:13:20.000000000 +0000 d/e/g\n", 0),
        ("ls -l d", "total 8\ndrwxrwxrwx 2 root root 4096 2023-10-15 15:34 e\n"
         "-rw-rw-rw- 1 root root    6 2023-10-15 15:34 f\n", 0),
        ("ln -s a l; ls -l l; ls l; readlink l",
         "lrwxrwxrwx 1 root root 1 2023-10-15 15:34 l -> a\nl\na\n", 0),
        ("ln a h; cat h; ln a h",
         "x\nln: cannot create hard link from 'a' to 'h': File exists\n", 1),
        ("ln / h; ls h",
         "ln: cannot create hard link from '/' to 'h': Operation not permitted\n"
         "ls: h: No such file or directory\n", 1),
        ("ln a /sdcard/h; ls /sdcard/h",
         "ln: cannot create hard link from 'a' to '/sdcard/h': Operation not permitted\n"
         "ls: /sdcard/h: No such file or directory\n", 1),
        ("ls -t d/e/g a", "d/e/g\na\n", 0),
        ("cat nope", "cat: nope: No such file or directory\n", 1),
        ("cat d", "cat: d: Is a directory\n", 1),
        ("cat -e a", "x$\n", 0),
        ("rm nope", "rm: nope: No such file or directory\n", 1),
        ("rm d", "rm: d: Is a directory\n", 1),
        ("rm -f nope; rm -r d; ls", "a\n", 0),
        ("rm -r 'd/*'", "rm: d/*: No such file or directory\n", 1),
        ("rm -r d/*; ls d", "", 0),
        ("rm -rf nope/*", "", 0),
        ("rm", 'rm: Needs 1 argument (see "rm --help")\n', 1),
        ("rm -r /system/etc/hosts", "rm: /system/etc/hosts: Read-only file system\n", 1),
        ("rm /", "rm: rm /. if you mean it\n", 1),
        ("rm -rv d", "rm 'd/f'\nrm 'd/e/g'\nrmdir 'd/e'\nrmdir 'd'\n", 0),
        ("ln -s d l; rm -r l/; ls d", "rm: l/: Not a directory\ne\nf\n", 0),
        ("echo 1 > /data/media/0/x; rm -r /data/media; ls /data/media/0",
         "rm: 0: Device or resource busy\n", 0),
        ("mkdir a", "mkdir: 'a': File exists\n", 1),
        ("mkdir x/y", "mkdir: 'x/y': No such file or directory\n", 1),
        ("mkdir -p x/y d; ls x", "y\n", 0),
        ("mkdir -v q; rmdir -p q; mkdir -p p/q; rmdir -p p/q; ls", None, 0),
        ("ls -lh d/f; ls -n a; ls -g a; ls -o a; ls -s d/f; ls -i a | wc -w; ls -C; ls -x; ls -b a",
         "-rw-rw-rw- 1 root root 6 2023-10-15 15:34 d/f\n-rw-rw-rw- 1 0 0 2 2023-10-15 15:34 a\n"
         "-rw-rw-rw- 1 root 2 2023-10-15 15:34 a\n-rw-rw-rw- 1 root 2 2023-10-15 15:34 a\n"
         "4 d/f\n2\na  d\na  d\na\n", 0),
        ("ls -Z /sdcard/x 2>&1; ls -Zd /data/local/tmp",
         "ls: /sdcard/x: No such file or directory\n"
         "u:object_r:shell_data_file:s0 /data/local/tmp\n", 0),
        ("mkdir -m 700 r; stat -c %a r", "700\n", 0),
        ("rmdir d", "rmdir: d: Directory not empty\n", 1),
        ("touch /nope/x", "touch: '/nope/x': No such file or directory\n", 1),
        ("touch -t 202001020304.05 t; stat -c '%y %Y' t",
         "2020-01-02 03:04:05.000000000 +0000 1577934245\n", 0),
        ("touch -c z; ls z", "ls: z: No such file or directory\n", 1),
        ("cp nope x", "cp: bad 'nope': No such file or directory\n", 1),
        ("cp a", "cp: Needs 2 arguments\n", 1),
        ("cp a b; cp a d; cp -r d c; ls c; cat b", "a\ne\nf\nx\n", 0),
        ("mkdir x; cp -a d/. x; ls x; ls -ll x/e", None, 0),
        ("cp -r d d/x", "cp: recursive directory copy 'd' to 'd/x'\n", 1),
        ("cp a d/f x", "cp: 'x' not directory\n", 1),
        ("cp a a", "cp: 'a' is 'a'\n", 1),
        ("mv nope x", "mv: bad 'nope': No such file or directory\n", 1),
        ("mv a b; mv b d; ls d; mv d q; ls", "b\ne\nf\nq\n", 0),
        ("mv a d/f; cat d/f", "x\n", 0),
        ("chmod 700 a; chmod g+rw,o=r a; stat -c '%a %A' a", "764 -rwxrw-r--\n", 0),
        ("chmod 777 -R d; stat -c %a d/e", "777\n", 0),
        ("chmod nope a", "chmod: bad mode 'nope'\n", 1),
        ("chmod 600 nope", "chmod: nope: No such file or directory\n", 1),
        ("chown system:shell a; stat -c '%U %G' a", "system shell\n", 0),
        ("chown foo a", "chown: bad user 'foo'\n", 1),
        ("chmod 777 /sdcard/Download; stat -c %a /sdcard/Download", "770\n", 0),
        ("stat nope", "stat: 'nope': No such file or directory\n", 1),
        ("stat -c '%n %s %F' a d", "a 2 regular file\nd 4096 directory\n", 0),
        ("du -s d; du -sh d; du d", "12\td\n12K\td\n4\td/e\n12\td\n", 0),
        ("realpath a; realpath /sdcard/x; realpath nope/x",
         "/data/local/tmp/t/a\n/storage/emulated/0/x\n"
         "/system/bin/sh: realpath: nope/x: No such file or directory\n", 1),
        ("basename /a/b.txt .txt; dirname /a/b c", "b\n/a\n.\n", 0),
        ("truncate -s 4 a; xxd -p a; truncate -s -3 a; xxd -p a", "780a0000\n78\n", 0),
        ("find d", "d\nd/e\nd/e/g\nd/f\n", 0),
        ("find . -type f -name '*' -size -1k", None, 0),
        ("find d -type f -o -type d", "d\nd/e\nd/e/g\nd/f\n", 0),
        ("find d -mindepth 1 -type f -delete; find d", "d\nd/e\n", 0),
        ("find d -name 'f' -exec echo {} {} \\; ; find d -type d -exec echo {} +",
         "d/f d/f\nd d/e\n", 0),
        ("find nope", "find: 'nope': No such file or directory\n", 1),
        ("find d \\( -name f -o -name g \\) ! -empty -print0 | xxd -p", "642f6600\n", 0),
        ("find d -maxdepth 1 -path './*' -prune -o -newermt 2023-11-01 -print", "", 0),
        ("find d -name g -newermt 2023-11-01 -printf '%f %s %m\\n'", "g 0 666\n", 0),
        ("find . -perm 666 -user root -group root -links 1 -name a; find d -perm -400 -name f;"
         " find d -perm /111 -name f", "./a\nd/f\n", 0),
        ("find d -mmin -1 -name f; find d -mtime +1 -type f -newermt 2020-01-01; find a -newer d",
         "d/f\n", 0),
        ("find d -name g -ls | wc -w; find d -name f -exec false \\; -print; find d -quit", "11\n",
         0),
        ("find d -inum 0 -o -name f -execdir echo {} \\;", "d/f\n", 0),
        ("find d -size +1x", "find: bad -size '+1x'\n", 1),
        ("find d -user nobody9", "find: bad user 'nobody9'\n", 1),
        ("find d -zork", "find: bad arg '-zork'\n", 1),
        ("find d -name", "find: '-name' needs 1 arg\n", 1),
        ("find -L d -xdev -true -depth -iname F -printf '%-3f|%5s|%M|%y|%P|%T@\\n'",
         "f  |    6|-rw-rw-rw-|f|f|1697384040.000000000\n", 0),
        ("sleep 1; touch n; test n -nt a && test a -ot n && test a -ef a && echo newer", "newer\n",
         0),
        ("chmod 7755 a; [ -u a ] && [ -g a ] && [ -k a ] && [ -x a ] && [ -O a -a -G a ] && echo y",
         "y\n", 0),
        ("[ -r a -a -w a -a ! -x a -a -e d -a ! -L a -a ! -p a -a ! -t 0 ] && echo y", "y\n", 0),
        ("[ -v x ] || x=1; [ -v x ] && [ -o errexit ] || [ a '<' b -a b '>' a ] && echo y", "y\n",
         0),
        ("[ \\( a = a \\) -a ! \\( a = b -o x = y \\) ] && [ ! a = b ] && [ ! '' ] && echo y",
         "y\n", 0),
        ("find d -type x", "find: bad -type 'x'\n", 1),
        ("mktemp foo", "mktemp: need XXX: No such file or directory\n", 1),
        ("f=$(mktemp); [ -f $f ] && dirname $f", "/data/local/tmp\n", 0),
        ("gzip -k a; gunzip -c a.gz; tar czf t.tgz d a; rm -r d a; tar xzf t.tgz; cat d/f a",
         "x\nhello\nx\n", 0),
        ("dd if=d/f of=o bs=2 skip=1 count=1 2>/dev/null; cat o; file a d nope",
         "lla:    ASCII text\nd:    directory\nnope: cannot open: No such file or directory\n", 0),
        ("dd if=d/f of=o conv=notrunc seek=1 bs=1 status=none; dd if=nope",
         "dd: nope: No such file or directory\n", 1),
        ("tar cf - d | tar tf -", "d/\nd/e/\nd/e/g\nd/f\n", 0),
        ("chown 5:5 a; touch -d @9 a; tar cf t a; rm a; tar xf t; stat -c '%u %Y' a; rm a; "
         "tar xomf t; stat -c %u a; test $(stat -c %Y a) -gt 9; echo $?", "5 9\n0\n0\n", 0),
        ("ln -s /nowhere l; tar cf t l; rm l; tar xf t; readlink l", "/nowhere\n", 0),
        ("exec 3>f; echo 1 >&3; mv f g; echo 2 >&3; cat g; rm g; echo 3 >&3; ls g",
         "1\n2\nls: g: No such file or directory\n", 1),
        ("tar cf t d a; head -c 2050 t | tar xf - -C /data", "tar: Not tar\n", 1),
        ("df /sdcard | tail -n 1 | tr -s ' ' | cut -d ' ' -f 1,6", "/dev/fuse /storage/emulated\n",
         0),
    ],
)  # fmt: skip
def test_command(sh: Terminal, command: str, output: str | None, code: int) -> None:
    found, exit_code = sh.run(FILES + command)
    assert exit_code == code, found
    assert output is None or found == output


def test_copies_keep_owner_mode_and_times_with_a(sh: Terminal) -> None:
    sh("mkdir s; echo x > s/f; chmod 640 s/f; chown system s/f; touch -d @1600000000 s/f")
    sh("sleep 5; cp -a s/. t2 2>/dev/null || { mkdir t2; cp -a s/. t2; }; cp s/f plain")
    assert sh("stat -c '%a %U %Y' t2/f") == "640 system 1600000000\n"
    assert sh("stat -c '%U' plain") == "root\n"


def test_what_may_not_be_removed_does_not_keep_the_rest(sh: Terminal) -> None:
    sh(FILES + "chmod 755 .; mkdir o; echo > o/a; echo > o/b; chown -R shell o; mkdir o/r o/u")
    sh("echo > o/r/a; echo > o/u/a; chmod 755 o/r; chmod 700 o/u")
    result = sh.phone._shell.run("cd /data/local/tmp/t; rm -r o", uid=2000)
    assert result.stderr == b"rm: u: Directory not empty\nrm: a: Permission denied\n"
    assert result.exit_code == 1
    assert sh("find o") == "o\no/r\no/r/a\no/u\no/u/a\n"


def test_a_directory_that_its_owner_may_not_list_is_removed_if_forced(sh: Terminal) -> None:
    sh("chmod 777 .; mkdir -p d/e; echo > d/e/f; chown -R shell d; chmod 0 d/e")
    run = sh.phone._shell.run
    refused = run("cd /data/local/tmp/t; rm -r d", uid=2000)
    assert (refused.stderr, refused.exit_code) == (b"rm: e: Directory not empty\n", 1)
    assert run("cd /data/local/tmp/t; rm -rf d", uid=2000).exit_code == 0
    assert sh("ls") == ""


def test_programs_are_files(sh: Terminal) -> None:
    paths = {item.path for item in commands().values() if item.path}
    assert set(sh("ls -d /system/bin/* /system/xbin/*").split()) == paths
    assert sh("readlink /system/bin/ls; head -n 1 /system/bin/am") == "toybox\n#!/system/bin/sh\n"
    assert sh("cd /system/bin; ./pwd; sh am get-current-user") == "/system/bin\n0\n"
    assert sh.phone._shell.run("[ -x /system/bin/sh ] && ls -l /system/xbin", uid=2000).stdout
    assert sh.fails("toybox am") == ('toybox: Unknown command am (see "toybox --help")\n', 127)
    assert "am" not in sh("toybox").split()


def test_shared_storage_is_one_tree_whatever_its_name(sh: Terminal) -> None:
    sh("echo x > /sdcard/Download/A.txt")
    assert sh("cat /storage/emulated/0/download/a.TXT /data/media/0/Download/A.txt") == "x\nx\n"
    assert sh("ls /sdcard/Download/*.txt") == "/sdcard/Download/A.txt\n"


def test_du_counts_what_is_there(whole_phone: Phone) -> None:
    result = whole_phone.shell("du -s /data/data/com.arduia.expense | cut -f 1")
    assert int(result.stdout) > 0


@pytest.mark.parametrize("when", ["@-1", "@253402300800", "@-62135596801"])
def test_a_time_that_the_clock_cannot_hold_is_refused(sh: Terminal, when: str) -> None:
    before = sh("date +%s")
    assert sh.run(f"date -s {when}")[1] == 1
    assert sh("date +%s") == before
    assert sh.run("date -d @-62135596801") == ("date: bad date @-62135596801\n", 1)
