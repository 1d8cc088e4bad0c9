"""Android in the Wild (Rawles et al., 2023): actions, matching, scores, and instructions live."""

from android_gym.task_suite.suite import Environment, Suite

__all__ = ["ENVIRONMENTS", "SUITE"]

SUITE = Suite(
    "AITW",
    apps={
        "calculator": "com.google.android.calculator",
        "camera": "com.android.camera2",
        "chrome": "com.android.chrome",
        "clock": "com.google.android.deskclock",
        "contacts": "com.google.android.contacts",
        "files": "com.google.android.documentsui",
        "gmail": "com.google.android.gm",
        "google calendar": "com.google.android.calendar",
        "keep notes": "com.google.android.keep",
        "phone": "com.google.android.dialer",
        "play store": "com.android.vending",
        "retro music": "code.name.monkey.retromusic",
        "settings": "com.android.settings",
        "simple calendar pro": "com.simplemobiletools.calendar.pro",
        "simple gallery pro": "com.simplemobiletools.gallery.pro",
        "simple sms messenger": "com.simplemobiletools.smsmessenger",
    },
    alike=True,
)

ENVIRONMENTS = {
    "AITW/Replay-v0": Environment(
        entry_point="android_gym.evaluation.aitw.replay:ReplayEnv",
        vector_entry_point="android_gym.evaluation.aitw.replay_vector:ReplayVectorEnv",
    )
}
