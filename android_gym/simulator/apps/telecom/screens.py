"""The activity that places calls for other apps."""

from __future__ import annotations

from android_gym.errors import OptionError
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.phone_numbers import digits_of, is_emergency, tel_number
from android_gym.simulator.system.telephony import VOICEMAIL_NUMBER
from android_gym.simulator.ui.activity import Activity, NoState
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.view import View

__all__ = ["UserCallActivity"]


class UserCallActivity(Activity):
    """Handles ``ACTION_CALL``: places the call, without a view of its own."""

    def on_create(self) -> NoState:
        """Place the call; an emergency number is only opened in the dialer, for the user to call.

        An invalid number is ignored, as on Android.
        """
        data = self.intent.data or ""
        number = VOICEMAIL_NUMBER if data.startswith("voicemail:") else tel_number(data)
        if number and is_emergency(number):
            self.start_activity(Intent("android.intent.action.DIAL", data=f"tel:{number}"))
        elif number:
            try:
                self.context.system.telephony.dial(digits_of(number))
            except OptionError:
                self.toast("Call not sent, no valid number entered.")
        self.finish()
        return NoState()

    def build(self) -> View:
        """Return an empty view."""
        return View(width=MATCH, height=MATCH)
