"""The keyboard's manifest."""

from android_gym.simulator.system.packages import Manifest, WindowInfo

MANIFEST = Manifest(
    package="com.google.android.inputmethod.latin",
    label="Gboard",
    version_name="12.6.06",
    version_code=126060600,
    system=True,
    icon=("#FFFFFF", "keyboard", "#1A73E8"),
    windows=(WindowInfo("InputMethod", "screens:Keyboard"),),
    memory="model:Touched",
    input_methods=("com.android.inputmethod.latin.LatinIME",),
)
