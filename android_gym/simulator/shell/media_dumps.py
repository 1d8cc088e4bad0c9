"""Output of ``dumpsys media_session``, ``dumpsys audio`` and ``cmd media_session``."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.shell.command import Invocation
from android_gym.simulator.system.media.playback import MediaSession
from android_gym.simulator.system.settings import Settings

__all__ = ["dump_audio", "dump_media_session", "list_sessions"]

_STATES: Final = {"none": 0, "stopped": 1, "paused": 2, "playing": 3}
_ACTIONS: Final = {
    "stop": 1, "rewind": 8, "previous": 16, "next": 32, "fast_forward": 64, "seek": 256,
}  # fmt: skip
_ALWAYS: Final = 2 | 4 | 512  # pause, play, play/pause
_STREAMS: Final = (
    ("STREAM_VOICE_CALL", "volume_voice", 5, 4),
    ("STREAM_SYSTEM", "volume_system", 7, 7),
    ("STREAM_RING", "volume_ring", 7, 5),
    ("STREAM_MUSIC", "volume_music_speaker", 15, 5),
    ("STREAM_ALARM", "volume_alarm", 7, 6),
    ("STREAM_NOTIFICATION", "volume_notification", 7, 5),
)


def dump_media_session(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``media_session``, most recently played sessions first."""
    sessions = io.system.playback.sessions()
    out = [
        "MEDIA SESSION SERVICE (dumpsys media_session)\n",
        "\n",
        "0 sessions listeners.\n",
        "Global priority session is null\n",
        "User Records:\n",
        "Record for full_user=0\n",
    ]
    first = sessions[0].package if sessions else None
    out.append(f"  Media button session is {f'{first}/{first}' if first else 'null'}\n")
    out.append(f"Sessions Stack - have {len(sessions)} sessions:\n")
    for session in sessions:
        out += _session(io, session)
    io.out("".join(out))


def _session(io: Invocation, session: MediaSession) -> list[str]:
    package, item = session.package, session.item
    packages = io.system.packages
    uid = packages.state(package).uid if packages.installed(package) else 0
    running = io.system.activities.running(package)
    pid = io.system.activities.start_process(package) if running else 0
    actions = _ALWAYS | sum(_ACTIONS[name] for name in sorted(session.controls & _ACTIONS.keys()))
    state = _STATES[session.state]
    speed = session.speed if session.playing else 0.0
    description = ", ".join(text or "null" for text in (item.title, item.artist, item.album))
    return [
        f"    {package} {package}/{package} (userId=0)\n",
        f"      ownerPid={pid}, ownerUid={uid}, userId=0\n",
        f"      package={package}\n",
        f"      active={str(session.state != 'none').lower()}\n",
        "      flags=3\n",
        "      rating type=0\n",
        "      controllers: 1\n",
        f"      state=PlaybackState {{state={session.state.upper()}({state}), "
        f"position={session.position_ms()}, buffered position=0, speed={speed}, "
        f"updated={io.system.clock.elapsed_ms()}, actions={actions}, custom actions=[], "
        f"active item id={session.index}, error=null}}\n",
        "      audioAttrs=AudioAttributes: usage=USAGE_MEDIA content=CONTENT_TYPE_MUSIC "
        "flags=0x800 tags= bundle=null\n",
        f"      metadata: size={3 if item.title else 0}, description={description}\n",
        f"      queueTitle=null, size={len(session.queue)}\n",
    ]


def list_sessions(io: Invocation) -> None:
    """Run ``cmd media_session list-sessions``."""
    io.out("Sessions:\n")
    for session in io.system.playback.sessions():
        io.out(f"  tag={session.package}, package={session.package}\n")


def dump_audio(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``audio``: volumes, audio focus, players and recorders."""
    system = io.system
    out = ["\nAudio Focus stack entries (last is top of stack):\n"]
    focused = system.playback.focused
    if focused is not None:
        uid = system.packages.state(focused).uid
        out.append(
            f"  source:{focused} -- pack: {focused} -- client: {focused} -- gain: GAIN -- "
            f"flags:  -- loss: none -- notified: true -- uid: {uid} -- attr: AudioAttributes: "
            "usage=USAGE_MEDIA content=CONTENT_TYPE_MUSIC flags=0x0 tags= bundle=null -- sdk:33\n"
        )
    out.append("\nStream volumes (device: index)\n")
    for name, key, most, usual in _STREAMS:
        out += _stream(system.settings, name, key, most, usual)
    modes = {"normal": "NORMAL", "vibrate": "VIBRATE", "silent": "SILENT"}
    out.append(f"\nRinger mode: \n- mode (internal) = {modes[system.audio.ringer]}\n")
    out.append("\n  players:\n")
    for session in system.playback.sessions():
        state = {"playing": "started", "paused": "paused"}.get(session.state, "stopped")
        uid = system.packages.state(session.package).uid
        out.append(
            f"  AudioPlaybackConfiguration piid:{session.index + 1} type:android.media.MediaPlayer "
            f"u/pid:{uid}/0 state:{state} attr:AudioAttributes: usage=USAGE_MEDIA "
            "content=CONTENT_TYPE_MUSIC flags=0x0 tags= bundle=null\n"
        )
    out.append("\nRecordActivityMonitor dump time: 0\n")
    listener = system.microphone.listener
    if listener is not None:
        uid = system.packages.state(listener.package).uid
        out.append(f"  session:1 -- source client=MIC, dev=MIC -- uid:{uid} -- "
                   f"pack:{listener.package}\n")  # fmt: skip
    io.out("".join(out))


def _stream(settings: Settings, name: str, key: str, most: int, usual: int) -> list[str]:
    index = settings.get_int("system", key, usual)
    return [
        f"- {name}:\n",
        "   Muted: false\n",
        "   Min: 0\n",
        f"   Max: {most}\n",
        f"   streamVolume:{index}\n",
        f"   Current: 2 (speaker): {index}\n",
    ]
