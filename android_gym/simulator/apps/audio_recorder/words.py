"""Audio Recorder's texts that explain its settings."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.apps.audio_recorder.model import RecorderSettings

__all__ = ["explained", "information"]

_FORMATS: Final = {
    "m4a": "M4a format is encoded with AAC audio codec has good quality and small size. "
    "(recommended)",
    "wav": "Wav is uncompressed audio data format. It takes much more space than other formats. "
    "It's needed for specific cases.",
    "3gp": "3gp is a multimedia container format developed for mobile telecommunication services. "
    "Use it if you need to save space.",
}
_RATES: Final = {
    8_000: "8kHz sample rate has less bandwidth than modern telephone systems. Not suitable for "
    "any serious recording task.",
    16_000: "16kHz is better than 8kHz.",
    22_050: "22kHz popular sample rate for low bit rate such as 64 kbps.",
    32_000: "32kHz is a bit better than 22kHz.",
    44_100: "44,1kHz is the sampling rate of Audio CDs. (recommended)",
    48_000: "48kHz is the sample rate used for DVDs.",
}
_BITRATES: Final = {
    48_000: "48 kbps generally acceptable only for speech.",
    96_000: "96 kbps generally used for speech or low-quality streaming.",
    128_000: "128 kbps mid-range bitrate quality. Common bitrate for podcasts. (recommended)",
    192_000: "192 kbps medium quality bitrate.",
    256_000: "256 kbps good quality bitrate.",
}
_CHANNELS: Final = {
    2: "Stereo two separate channels are recorded. This means that each stereo speaker has a "
    "different sound signal. (recommended)",
    1: "Mono one signal channel is recorded. It can be reproduced through several speakers, but "
    "all speakers are still reproducing the same copy of the signal.",
}


def explained(chosen: RecorderSettings, field: str) -> str:
    """Return the explanation of a setting's choice; of the format's if no setting was changed."""
    match field:
        case "sample_rate":
            return _RATES[chosen.sample_rate]
        case "bitrate":
            return _BITRATES[chosen.bitrate]
        case "channels":
            return _CHANNELS[chosen.channels]
    return _FORMATS[chosen.format]


def information(field: str) -> str:
    """Return the explanations of all choices of a setting."""
    every: dict[str, list[str]] = {
        "format": list(_FORMATS.values()),
        "sample_rate": list(_RATES.values())[::-1],
        "bitrate": list(_BITRATES.values())[::-1],
        "channels": list(_CHANNELS.values()),
    }
    return "\n".join(every.get(field, []))
