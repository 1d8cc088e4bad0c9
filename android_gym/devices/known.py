"""Commands and screens used to compare one device with another.

They include everything that the built-in phone knows. They change nothing but their own files in
``/data/local/tmp`` and a property of their own.
"""

from __future__ import annotations

from typing import Final

from android_gym.devices.apps import named_packages

__all__ = ["COMMANDS", "SCREENS", "apps"]

_COMMANDS: Final = """
id; whoami; uname -a
getprop ro.build.version.sdk; getprop ro.product.model; getprop ro.build.type
getprop | cut -d: -f1
wm size; wm density
date +%Z
ls -l /
ls -1 /sdcard
ls -ld /sdcard /storage/emulated/0 /data/media/0 /data/local/tmp
ls -l /data/local/tmp; ls -ll -au /data/local/tmp
ls /nowhere
mkdir /data/local/tmp/gym && mkdir /data/local/tmp/gym
cd /data/local/tmp/gym; echo 'one two' > a; cat a; cat b; cp a b; cmp a b; rm c
cd /data/local/tmp/gym; printf '%s\\n' b a c | sort | head -2 | wc -l; seq 3 | sed 's/2/x/'
cd /data/local/tmp/gym; find . -type f -o -type d; stat -c '%n %s %a %F' a; md5sum a; du -s .
cd /data/local/tmp/gym; ln -s a l; readlink l; ls -l l | cut -c1-10; test -e l; echo $?
echo 'x y' | tr ' ' '\\n' | grep -c .; expr 3 \\* 4; basename /a/b; dirname /a/b
if [ -d "/sdcard" ]; then echo "Exists"; else echo "Does not exist"; fi
for i in 1 2 3; do echo -n "$i "; done; echo; x=5; echo $((x * 2)) ${x:-y} ${#x}
cd /data/local/tmp/gym; mv b d; touch e; truncate -s 5 e; ls -1; dd if=a bs=2 count=1 2>&1 | head -1
cd /data/local/tmp/gym; mkdir -p x/y; rmdir x/y; unlink e; mktemp -u t.XXXX | wc -c; realpath l; file a
cd /data/local/tmp/gym; tar -cf t.tar a; tar -tf t.tar; gzip -c a | gunzip -c | zcat 2>&1 | head -1
cd /data/local/tmp/gym; diff a d; cksum a; sha1sum a; sha256sum a; crc32 a; od -c a | head -2; xxd a
cd /data/local/tmp/gym; chgrp shell a; chown root a; stat -c '%U %G' a; tee f < a; strings a; base32 a
seq 5 | tail -2; seq 3 | tac; seq 3 | paste -s -d,; echo abc | rev; echo a b c | xargs -n1 echo; seq 3 | nl
printf 'b\\nb\\na\\n' | uniq -c; echo abcdef | fold -w 4; printf 'a\\tb\\n' | expand -t 4; factor 12
printf '1\\n2\\n' | comm - /dev/null; echo aGk= | base64 -d; echo x | egrep 'x|y'; echo x | fgrep -c x
echo 'a b' | awk '{print $2, NF}'; seq 3 | awk '{s+=$1} END {print s}'; awk 'BEGIN {print 1/3}'; awk
pwd; env | cut -d= -f1 | sort; printenv PATH; groups; logname; hostname; tty; arch; nproc; getenforce
df /data | wc -l; free | head -1 | wc -w; uptime | wc -l; mount | grep -c ' / '; ps -A | head -1
pidof zygote64 | wc -w; pgrep -l zygote | wc -l; kill -l | head -3; ulimit -n; umask; times | wc -l
type cd; alias ll='ls -l'; alias ll; unalias ll; export A=1; readonly B=2; let C=3+4; echo $A $B $C; set -- 1 2
f() { local x=1; return 3; }; f; echo $?; trap 'echo bye' EXIT; eval 'echo hi'; time true 2>&1 | wc -l
: x; false; echo $?; which ls; unset A; set -- 1 2; shift; echo $#; media nonsense 2>&1 | head -1
while read x; do [ $x = 2 ] && continue; [ $x = 3 ] && break; echo $x; done < /dev/null; exec true
getopts a x -a; echo $x; command -v ls; whence ls; typeset -i n=3; print $n; timeout 1 true; sh -c 'exit 4'
nice -n 5 echo n; nohup echo h; setsid echo s; xargs --nonsense; sleep nonsense; usleep 1; sync; yes | head -1
ip addr show lo | head -1; ifconfig lo | head -1; ping -c 1 -W 1 127.0.0.1 | head -1; netstat -tln | head -1
wget --nonsense; curl --nonsense; nc; telnet; device_config get nonsense nonsense; bmgr nonsense
sm nonsense; dpm nonsense; telecom nonsense; locksettings nonsense; run-as no.such.package ls; log -t Gym hi
setprop gym.nonsense 1; getprop gym.nonsense; dmesg | head -0; su 0 whoami; monkey; am; pm; wm; dumpsys -l
nonsense
cat /sdcard
rm -r /nowhere
chmod 777 /nowhere
rm -rf /data/local/tmp/gym
settings get global airplane_mode_on; settings get global wifi_on; settings get global bluetooth_on
settings get system screen_brightness; settings get system accelerometer_rotation
settings get secure enabled_accessibility_services; settings get global nothing_there
settings list global | cut -d= -f1
settings list secure | cut -d= -f1
settings list system | cut -d= -f1
settings put nonsense a b
settings
svc; svc wifi; svc nonsense
pm list packages
pm list nonsense
pm path com.android.settings; pm path no.such.package
pm clear no.such.package; pm grant no.such.package android.permission.CAMERA
pm uninstall no.such.package; pm install /nowhere.apk
pm nonsense
am start -n no.such/.Activity
am start -a android.settings.SETTINGS
am stack list | grep -E visible=true
am force-stop com.android.settings; am force-stop no.such.package
am broadcast -a no.such.ACTION
am nonsense
monkey -p no.such.package 1
dumpsys input | grep logicalFrame
dumpsys input | grep -E 'SurfaceOrientation|InputDeviceOrientation'
dumpsys window | grep mCurrentRotation
dumpsys battery
dumpsys telephony.registry | grep mCallState
dumpsys nonsense
content query --uri content://settings/global --where "name='airplane_mode_on'"
content query --uri content://sms/inbox
content query --uri content://contacts/phones/ --projection display_name:number
content query --uri content://no.such.provider
content delete --uri content://media/external/downloads
content nonsense
input; input tap; input nonsense 1 2; input keyevent KEYCODE_NONSENSE
getevent -p | head -1; getevent -nonsense; sendevent; sendevent /nowhere 0 0 0
app_process / no.such.Main 2>&1 | head -1; command -v app_process32; command -v app_process64
uiautomator nonsense
service call alarm 3 s16 UTC
appops get com.android.settings; appops set no.such.package CAMERA allow
ime list -s
cmd nonsense
cmd connectivity airplane-mode; cmd uimode night; cmd netpolicy get restrict-background
cmd netpolicy list restrict-background-blacklist; dumpsys deviceidle whitelist | grep ^user,
screencap /data/local/tmp/s.png && stat -c %F /data/local/tmp/s.png && rm /data/local/tmp/s.png
sqlite3 /data/local/tmp/t.db 'CREATE TABLE t(a); INSERT INTO t VALUES(1),(NULL); SELECT * FROM t'
sqlite3 /data/local/tmp/t.db 'SELECT nonsense'; rm -f /data/local/tmp/t.db
logcat -d -t 0; logcat --nonsense
for name in reboot stop start setenforce rmmod insmod pppd mkfs.ext4 swapon swapoff losetup umount chcon \
    restorecon fsck killall pkill screenrecord bugreport perfetto simpleperf atrace incident; do \
    command -v $name; done
for name in bg fg chdir jobs wait builtin source hash suspend integer declare mksh more less top chrt ionice \
    taskset reset fsync ftpget netcat ping6 sha224sum sha384sum sha512sum bc vi; do \
    command -v $name; done
toybox | tr ' ' '\\n' | head -40
"""  # noqa: E501

COMMANDS: Final = tuple(_COMMANDS.replace("\\\n", " ").strip().splitlines())
"""Commands that tasks, benchmarks and users rely on, and wrong ones, for their error messages."""

# android.settings.<this>_SETTINGS
_PAGES: Final = """
WIRELESS WIFI WIFI_IP WIFI_P2P WIFI_SAVED_NETWORK DATA_USAGE NETWORK_OPERATOR APN TETHER WIFI_TETHER
DATA_SAVER VPN BLUETOOTH ADVANCED_CONNECTED_DEVICE BLUETOOTH_DASHBOARD BLUETOOTH_PAIRING CAST
ACTION_PRINT APPLICATION MANAGE_ALL_APPLICATIONS MANAGE_DEFAULT_APPS HOME VOICE_INPUT
action.SPECIAL_APP_ACCESS ACTION_NOTIFICATION_LISTENER NOTIFICATION_POLICY_ACCESS NOTIFICATION
ALL_APPS_NOTIFICATION CONVERSATION NOTIFICATION_BUBBLE ZEN_MODE ZEN_MODE_AUTOMATION BATTERY_SAVER
IGNORE_BATTERY_OPTIMIZATION INTERNAL_STORAGE SOUND ACTION_MEDIA_CONTROLS VIBRATION DISPLAY
LOCK_SCREEN SCREEN_TIMEOUT DARK_THEME DREAM TEXT_READING COLOR_MODE AUTO_ROTATE ACCESSIBILITY
ACCESSIBILITY_COLOR_MOTION REDUCE_BRIGHT_COLORS ACCESSIBILITY_MAGNIFICATION CAPTIONING SECURITY
SECURITY_ADVANCED PRIVACY LOCATION_SOURCE LOCATION_SCANNING EMERGENCY EMERGENCY_GESTURE SYNC
ADD_ACCOUNT SYSTEM LANGUAGE_INPUT LOCALE INPUT_METHOD HARD_KEYBOARD USER_DICTIONARY GESTURE
action.ONE_HANDED GESTURE_NAVIGATION DATE BACKUP RESET RESET_MOBILE_NETWORK APPLICATION_DEVELOPMENT
DEVICE_INFO SIM_STATUS SYSTEM_UPDATE USAGE_ACCESS action.MANAGE_WRITE NFC
PICTURE_IN_PICTURE USER ADAPTIVE_BRIGHTNESS WEBVIEW WIFI_CALLING
"""

_ACTIONS: Final = """
android.settings.MANAGE_ALL_FILES_ACCESS_PERMISSION
android.settings.action.MANAGE_OVERLAY_PERMISSION
android.settings.REQUEST_SCHEDULE_EXACT_ALARM
android.settings.REQUEST_MANAGE_MEDIA
android.settings.MANAGE_UNKNOWN_APP_SOURCES
android.settings.NOTIFICATION_HISTORY
android.settings.BATTERY_USAGE
android.settings.MOBILE_DATA_USAGE
android.settings.APP_MEMORY_USAGE
android.settings.REQUEST_SET_AUTOFILL_SERVICE
android.intent.action.POWER_USAGE_SUMMARY
android.intent.action.REVIEW_PERMISSION_USAGE
android.intent.action.MANAGE_PERMISSIONS
android.app.action.SET_NEW_PASSWORD
com.android.settings.ACCESSIBILITY_COLOR_SPACE_SETTINGS
com.android.settings.TTS_SETTINGS
com.android.settings.SCREEN_PINNING_SETTINGS
com.android.settings.action.FACTORY_RESET
com.google.android.gms.settings.ADS_PRIVACY
com.google.android.gms.settings.GOOGLE_SETTINGS
"""

# android.settings.<this>, for one app
_APP_PAGES: Final = """
APPLICATION_DETAILS_SETTINGS IGNORE_BACKGROUND_DATA_RESTRICTIONS_SETTINGS
VIEW_ADVANCED_POWER_USAGE_DETAIL APP_OPEN_BY_DEFAULT_SETTINGS
MANAGE_APP_ALL_FILES_ACCESS_PERMISSION PICTURE_IN_PICTURE_SETTINGS APP_LOCALE_SETTINGS
REQUEST_IGNORE_BATTERY_OPTIMIZATIONS
"""

SCREENS: Final[dict[str, str]] = {
    "home": "input keyevent KEYCODE_HOME",
    "notifications": "cmd statusbar expand-notifications",
    "quick settings": "cmd statusbar expand-settings",
    "settings": "am start -W -a android.settings.SETTINGS",
    "app notifications": "am start -W -a android.settings.APP_NOTIFICATION_SETTINGS "
    "--es android.provider.extra.APP_PACKAGE com.google.android.deskclock",
    **{
        f"settings: {name}": f"am start -W -a android.settings.{name}_SETTINGS"
        for name in _PAGES.split()
    },
    **{f"settings: {name}": f"am start -W -a {name}" for name in _ACTIONS.split()},
    **{
        f"settings: {name}": f"am start -W -a android.settings.{name} "
        "-d package:com.google.android.deskclock"
        for name in _APP_PAGES.split()
    },
}
"""Commands that each open a screen."""


def apps() -> list[str]:
    """Return the packages of the apps whose first screen opens on top of them."""
    return [package for package in named_packages() if package != "com.android.settings"]
