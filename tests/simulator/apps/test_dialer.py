"""Phone through the screen, calls over the console, and what adb sees of them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.system.databases import Database
from android_gym.simulator.system.phone_numbers import digits_of
from android_gym.simulator.ui.view import View
from android_gym.simulator.wire.console import Console
from android_gym.testing.driver import AppDriver

MAIN = "am start -n com.google.android.dialer/.extensions.GoogleDialtactsActivity"
INSERT = "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact"
CALLS = "content query --uri content://call_log/calls"
IN_CALL = "com.android.incallui.InCallActivity"


class App(AppDriver):
    """Phone on a phone of its own."""

    phone: Phone

    def __init__(self) -> None:
        super().__init__(Phone(), "com.google.android.dialer", settle_ms=300)
        self.console = Console(self.phone)

    def shell(self, command: str) -> str:
        """Run a command, which may fail, and wait."""
        result = self.phone.shell(command)
        self.phone.advance(600)
        return (result.stdout + result.stderr).decode()

    def emu(self, command: str) -> str:
        """Run a command of the emulator's console and wait."""
        answer = self.console.run(command)
        self.phone.advance(300)
        return answer

    def dial(self, digits: str) -> None:
        """Press keys of the dial pad."""
        names = dict(zip("1234567890*#", (
            "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "zero", "star",
            "pound"), strict=True))  # fmt: skip
        self.tap(*(names[digit] for digit in digits))

    def add(self, name: str, number: str) -> None:
        """Add a contact by the intent that other apps use."""
        self.shell(f"{INSERT} -e name '{name}' -e phone '{number}'")
        self.tap("Save")
        self.back()

    @property
    def digits(self) -> str:
        """The number on the dial pad."""
        return self.text("digits")

    @property
    def state(self) -> int:
        """``mCallState`` as adb tells it."""
        found = re.search(r"mCallState=(\d)", self.shell("dumpsys telephony.registry"))
        assert found is not None
        return int(found[1])

    @property
    def front(self) -> str:
        """The activity in front."""
        top = self.phone.system.activities.top
        assert top is not None
        return top.component.partition("/")[2]

    def calls(self, columns: str) -> list[str]:
        """Return columns of the call log, newest first."""
        text = self.shell(f"{CALLS} --projection {columns}")
        return [line.partition(" ")[2].partition(" ")[2] for line in text.splitlines()
                if line.startswith("Row:")]  # fmt: skip


@pytest.fixture
def app() -> Iterator[App]:
    yield App()


# -- the dial pad


def test_calls_by_the_dial_pad_and_logs_it(app: App) -> None:
    app.shell(MAIN)
    app.tap("key pad")
    app.dial("5551234567")
    assert app.digits == "(555) 123-4567"
    app.tap("dial")
    assert app.shows("Calling…") and app.front == IN_CALL and app.state == 2
    app.wait(5_000)
    assert app.text("contactgrid_bottom_timer") == "00:04"
    app.tap("End call")
    app.wait(500)
    assert app.state == 0 and app.front.endswith("GoogleDialtactsActivity")
    assert app.calls("number:type:is_read") == ["number=5551234567, type=2, is_read=1"]
    assert app.calls("duration") == ["duration=4"]
    app.tap("Recents")
    assert app.shows("(555) 123-4567")


def test_a_digit_that_comes_again_stays_at_the_end(app: App) -> None:
    app.shell("am start -a android.intent.action.DIAL")
    app.long_press("zero")
    app.dial("16666811986")
    assert app.digits == "+1 666-681-1986"


def test_edits_in_the_middle_of_a_number(app: App) -> None:
    app.shell("am start -a android.intent.action.DIAL -d tel:5551234567")
    assert app.digits == "(555) 123-4567" and app.state == 0
    for _ in range(5):
        app.shell("input keyevent KEYCODE_DPAD_LEFT")
    app.tap("backspace")
    assert digits_of(app.digits) == "555124567"
    app.dial("9")
    assert app.digits == "(555) 129-4567"
    app.shell("input text 0")
    assert digits_of(app.digits) == "55512904567"
    app.long_press("backspace")
    assert app.digits == "" and app.shows("one")
    app.back()
    assert app.shows("key pad")


def test_keys_that_are_held(app: App) -> None:
    app.shell(MAIN)
    app.tap("key pad")
    app.long_press("zero")
    assert app.digits == "+"
    app.tap("backspace")
    app.long_press("one")
    assert app.shows("Voicemail") and app.front == IN_CALL


def test_codes_are_answered_by_the_phone_itself(app: App) -> None:
    app.shell(MAIN)
    app.tap("key pad")
    app.dial("*#06#")
    assert app.shows("IMEI") and app.shows("358240051111110")
    app.tap("OK")
    assert app.digits == ""
    app.dial("*100#")
    app.tap("dial")
    assert app.shows("Connection problem or invalid MMI code.") and app.state == 0
    app.tap("OK")
    app.tap("dial")
    assert app.digits == "" and app.state == 0 and app.calls("number") == []


def test_an_empty_dial_pad_brings_the_last_number_back(app: App) -> None:
    app.shell("am start -a android.intent.action.CALL -d tel:5550001111")
    app.shell("input keyevent KEYCODE_ENDCALL")
    app.shell(MAIN)
    app.tap("key pad", "dial")
    assert app.digits == "(555) 000-1111" and app.state == 0


def test_keys_spell_names(app: App) -> None:
    app.add("Hugo Pereira", "+13920741751")
    app.add("Bo Gil", "4842223333")
    app.shell(MAIN)
    app.tap("key pad")
    app.dial("737")  # PER
    assert app.shows("Hugo Pereira") and not app.shows("Bo Gil")
    app.long_press("backspace")
    app.dial("484")  # HUG, and a number
    assert app.shows("Hugo Pereira") and app.shows("Bo Gil")
    app.tap("Hugo Pereira")
    assert app.phone.system.telephony.calls[0].number == "+13920741751"


def test_tones_after_a_pause(app: App) -> None:
    app.shell("am start -a android.intent.action.DIAL -d tel:5551234567")
    app.tap("More options", "Add 2-sec pause")
    app.dial("12")
    app.tap("dial")
    assert app.phone.system.telephony.calls[0].number == "5551234567"
    app.shell("input keyevent KEYCODE_ENDCALL")
    assert app.calls("number:post_dial_digits") == ["number=5551234567, post_dial_digits=,12"]
    app.shell("am start -a android.intent.action.DIAL -d tel:,12")
    app.tap("dial")
    assert app.state == 0


# -- calls


def test_an_incoming_call_is_answered_and_ended_by_the_other(app: App) -> None:
    app.add("Ana Silva", "(555) 987-6543")
    app.phone.windows.go_home()
    app.emu("gsm call 5559876543")
    assert app.state == 1 and app.shows("Ana Silva") and app.shows("Decline")
    app.wait(20_000)
    assert app.shows("Answer"), "it rings until somebody does something"
    app.tap("Answer")
    app.wait(3_000)
    assert app.front == IN_CALL and app.state == 2
    app.emu("gsm cancel 5559876543")
    assert app.shows("Call ended") and app.state == 0
    app.wait(2_500)
    assert app.front != IN_CALL
    row = app.calls("number:type:name:numbertype")
    assert row == ["number=5559876543, type=1, name=Ana Silva, numbertype=2"]


def test_declined_and_missed_calls(app: App) -> None:
    app.emu("gsm call 5559876543")
    app.tap("Decline")
    assert app.state == 0 and app.calls("type:new") == ["type=5, new=1"]
    assert "Missed" not in app.shell("dumpsys notification --noredact")
    app.emu("gsm call 5551112222")
    app.emu("gsm cancel 5551112222")
    assert app.calls("type:is_read") == ["type=3, is_read=0", "type=5, is_read=1"]
    assert app.state == 0 and not app.shows("Decline")
    app.phone.system.status_bar.expand_notifications()
    app.wait(300)
    assert app.shows("Missed call") and app.shows("(555) 111-2222")
    app.tap("Call back")
    assert app.front == IN_CALL and app.phone.system.telephony.calls[0].number == "5551112222"
    app.shell("input keyevent KEYCODE_ENDCALL")
    app.shell(MAIN)
    app.tap("tab_recents")
    assert not any(n.title == "Missed call" for n in app.phone.system.notifications.active())
    assert app.calls("is_read") == ["is_read=1"] * 3


def test_a_call_wakes_a_dark_screen_and_is_turned_down_by_a_message(app: App) -> None:
    app.phone.system.display.set_on(False)
    app.emu("gsm call 5551112222")
    assert app.phone.system.display.on and app.shows("Swipe up to answer")
    app.back()
    assert app.shows("Swipe up to answer"), "BACK does not end it"
    app.tap("Message", "I’ll call you later.")
    assert app.state == 0
    sent = app.shell("content query --uri content://sms/sent --projection address:body")
    assert "address=5551112222, body=I’ll call you later." in sent


def test_answers_by_message_are_gone_with_the_caller(app: App) -> None:
    app.phone.system.display.set_on(False)
    app.emu("gsm call 5551112222")
    app.tap("Message")
    assert app.shows("I’ll call you later.")
    app.emu("gsm cancel 5551112222")
    assert not app.shows("I’ll call you later.")
    app.emu("gsm call 5559876543")
    assert not app.shows("I’ll call you later.")


def test_swipes_answer_and_decline(app: App) -> None:
    for direction, state in ((-600, 2), (300, 0)):
        app.phone.system.display.set_on(False)
        app.emu("gsm call 5551112222")
        app.drag("Swipe up to answer", dy=direction)
        assert app.state == state
        app.shell("input keyevent KEYCODE_ENDCALL")


def test_two_calls_are_held_swapped_merged(app: App) -> None:
    app.shell("am start -a android.intent.action.CALL -d tel:5550001111")
    app.wait(3_000)
    app.tap("More", "Hold")
    assert app.shows("On hold") and app.phone.system.telephony.calls[0].state == "held"
    app.tap("Hold", "Add call")
    assert app.shows("digits")
    app.dial("5552")
    app.tap("dial")
    app.wait(3_000)
    assert [c.state for c in app.phone.system.telephony.calls] == ["held", "active"]
    app.tap("More", "Swap")
    assert [c.state for c in app.phone.system.telephony.calls] == ["active", "held"]
    assert "state=ON_HOLD" in app.shell("dumpsys telecom")
    app.shell("am start -a android.intent.action.CALL -d tel:5553")
    assert any("two calls" in text for text in app.texts())
    app.tap("OK", "Merge")
    assert app.shows("Conference call")
    app.tap("End call")
    app.wait(3_000)
    assert app.state == 0 and sorted(app.calls("number"))[1:] == ["number=5552", "number=5553"]


def test_keys_of_a_headset(app: App) -> None:
    app.emu("gsm call 5551112222")
    app.shell("input keyevent KEYCODE_CALL")
    assert app.state == 2
    app.shell("input keyevent KEYCODE_ENDCALL")
    assert app.state == 0 and app.phone.system.display.on
    app.phone.windows.go_home()
    app.shell("input keyevent KEYCODE_CALL")
    assert app.shows("(555) 111-2222"), "it opens Recents"
    app.shell("input keyevent KEYCODE_ENDCALL")
    assert not app.phone.system.display.on


def test_sound_and_tones(app: App) -> None:
    app.shell("am start -a android.intent.action.CALL -d tel:5550001111")
    app.wait(3_000)
    app.tap("Mute", "Speaker")
    assert "isMuted: true, route: SPEAKER" in app.shell("dumpsys telecom")
    app.tap("Keypad")
    app.dial("1*0#")
    assert app.digits == "1*0#"
    app.tap("Hide keypad", "End call")
    assert "isMuted: false, route: EARPIECE" in app.shell("dumpsys telecom")


def test_no_calls_in_airplane_mode_but_to_those_who_rescue(app: App) -> None:
    app.shell("cmd connectivity airplane-mode enable")
    app.shell("am start -a android.intent.action.CALL -d tel:5551234567")
    assert any("airplane mode" in text for text in app.texts())
    app.tap("OK")
    app.wait(500)
    assert app.front != IN_CALL and app.state == 0
    app.emu("gsm call 5559876543")
    assert app.state == 0
    app.shell("am start -a android.intent.action.CALL -d tel:911")
    assert app.digits == "911", "other apps may only propose it"
    app.tap("dial")
    assert app.shows("Emergency number") and app.state == 2


def test_airplane_mode_ends_a_call(app: App) -> None:
    app.shell("am start -a android.intent.action.CALL -d tel:5550001111")
    app.wait(3_000)
    app.shell("cmd connectivity airplane-mode enable")
    assert app.state == 0 and app.calls("type") == ["type=2"]


def test_a_stopped_dialler_still_rings(app: App) -> None:
    app.shell("am force-stop com.google.android.dialer")
    app.emu("gsm call 5559876543")
    assert app.shows("Answer")
    app.shell("am force-stop com.google.android.dialer")
    app.emu("gsm cancel 5559876543")
    assert app.state == 0 and app.calls("type") == ["type=3"]


def test_a_call_outlives_the_screen_that_shows_it(app: App) -> None:
    app.shell("am start -a android.intent.action.CALL -d tel:5550001111")
    app.phone.windows.go_home()
    app.wait(5_000)
    app.phone.system.status_bar.expand_notifications()
    app.wait(300)
    assert app.shows("Ongoing call")
    app.tap("(555) 000-1111")
    assert app.front == IN_CALL
    app.phone.windows.go_home()
    app.phone.system.status_bar.expand_notifications()
    app.wait(300)
    app.tap("Hang up")
    assert app.state == 0
    snapshot = app.phone.snapshot()
    app.emu("gsm call 5559876543")
    app.phone.restore(snapshot)
    assert app.state == 0 and not app.shows("Decline")


@pytest.mark.parametrize("data", ["tel:", "tel:%20", "tel:%FF", "voicemail:x", "tel:'); --", "x"])
def test_numbers_that_are_none(app: App, data: str) -> None:
    app.shell(f'am start -a android.intent.action.CALL -d "{data}"')
    app.shell(f'am start -a android.intent.action.DIAL -d "{data}"')
    app.phone.screenshot()
    assert len(app.phone.system.telephony.calls) == (data == "voicemail:x")


def test_calls_with_the_phone_on_its_side(app: App) -> None:
    app.shell("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
    app.shell("am start -a android.intent.action.DIAL -d tel:555")
    app.tap("zero", "dial")
    app.wait(3_000)
    app.tap("More", "Hold", "Hold", "Keypad")
    app.dial("0#")
    app.tap("Hide keypad", "End call")
    app.wait(500)
    assert app.state == 0
    app.phone.system.display.set_on(False)
    app.emu("gsm call 5551112222")
    app.tap("Answer", "End call")
    assert app.calls("number") == ["number=5551112222", "number=5550"]


def test_a_restart_ends_calls(app: App) -> None:
    app.shell("am start -a android.intent.action.CALL -d tel:5550001111")
    app.wait(3_000)
    app.phone.system.restart()
    app.wait(3_000)
    assert app.state == 0 and app.front != IN_CALL
    assert not app.phone.system.notifications.active()
    app.emu("gsm call 5559876543")
    assert app.shows("Answer")


@pytest.mark.parametrize("date", ["010100001970", "011903142038"])
def test_any_date_can_be_shown(app: App, date: str) -> None:
    app.shell("am start -a android.intent.action.CALL -d tel:5550001111")
    app.shell("input keyevent KEYCODE_ENDCALL")
    app.shell(f"date {date}")
    app.shell("am start -a android.intent.action.CALL -d tel:5550002222")
    app.wait(3_000)
    app.shell("input keyevent KEYCODE_ENDCALL")
    log = "/data/data/com.android.providers.contacts/databases/calllog.db"
    for value in ("abc", "-5", "99999999999999999999"):
        app.shell(f"sqlite3 {log} \"INSERT INTO calls (number, type, date, duration) "
                  f"VALUES ('777', 1, '{value}', '{value}')\"")  # fmt: skip
    app.shell(MAIN)
    app.tap("tab_recents")
    assert app.shows("(555) 000-1111") and app.shows("(555) 000-2222")
    assert any(text.startswith("777") for text in app.texts())


# -- recents, favorites, contacts, settings


def test_recents_join_calls_in_a_row_and_offer_what_to_do(app: App) -> None:
    app.add("Ana Silva", "(555) 987-6543")
    now = 1697384040000
    for ago, number in ((1, "5559876543"), (2, "+15559876543"), (3, "5550001111")):
        app.shell(f"content insert --uri content://call_log/calls --bind number:s:{number} "
                  f"--bind type:i:3 --bind date:l:{now - ago * 60_000}")  # fmt: skip
    app.shell(f"content insert --uri content://call_log/calls --bind number:s:5552 --bind type:i:1 "
              f"--bind date:l:{now - 90_000_000} --bind duration:i:75")  # fmt: skip
    app.shell(MAIN)
    app.tap("tab_recents")
    assert app.shows("Ana Silva (2)") and app.shows("(555) 000-1111")
    assert app.shows("Today") and app.shows("Yesterday")
    app.tap("Ana Silva (2)")
    assert app.shows("History") and not app.shows("Add contact")
    app.tap("555-2" if app.shows("555-2") else "5552", "History")
    assert app.shows("Incoming call") and app.shows("1 min 15 sec")
    app.tap("Delete")
    assert len(app.calls("number")) == 3
    app.long_press("Ana Silva (2)")
    app.tap("Delete")
    assert app.calls("number") == ["number=5550001111"]
    app.tap("(555) 000-1111", "Add contact")
    assert app.shows("Choose a contact")


def test_a_menu_is_gone_with_its_call(app: App) -> None:
    app.emu("gsm call 5551112222")
    app.emu("gsm cancel 5551112222")
    app.shell(MAIN)
    app.tap("tab_recents")
    app.long_press("(555) 111-2222")
    assert app.shows("Edit number before call")
    app.shell("content delete --uri content://call_log/calls")
    assert app.shows("Your call log is empty") and not app.shows("Edit number before call")


def test_a_new_contact_leads_back_to_phone(app: App) -> None:
    app.shell(MAIN)
    app.tap("tab_contacts", "Create new contact", "First name")
    app.type("Zed")
    app.tap("Save")
    assert app.front.endswith("GoogleDialtactsActivity") and app.shows("Zed")


def test_clears_the_history(app: App) -> None:
    app.emu("gsm call 5551112222")
    app.emu("gsm cancel 5551112222")
    app.shell(MAIN)
    app.tap("More options", "Call history", "Missed")
    assert app.shows("(555) 111-2222")
    app.tap("More options", "Clear call history", "Cancel")
    assert len(app.calls("number")) == 1
    app.tap("More options", "Clear call history", "OK")
    assert app.calls("number") == [] and app.shows("You have no missed calls")


def test_favorites_are_called_with_one_tap(app: App) -> None:
    app.add("Ana Silva", "(555) 987-6543")
    app.shell(MAIN)
    app.tap("Add a favorite", "Ana Silva")
    uri = "content query --uri content://com.android.contacts/contacts --projection starred"
    assert "starred=1" in app.shell(uri)
    app.tap("Ana Silva")
    assert app.front == IN_CALL
    app.shell("input keyevent KEYCODE_ENDCALL")
    app.wait(500)
    app.long_press("Ana Silva")
    app.tap("Remove")
    assert app.shows("Add a favorite")


def test_contacts_and_search(app: App) -> None:
    app.add("Ana Silva", "(555) 987-6543")
    app.shell(MAIN)
    app.tap("tab_contacts")
    assert app.shows("Quick contact for Ana Silva") and app.shows("Create new contact")
    app.tap("Ana Silva")
    assert app.shows("Call Mobile (555) 987-6543")
    app.tap("Call Mobile (555) 987-6543")
    assert app.front == IN_CALL
    app.shell("input keyevent KEYCODE_ENDCALL")
    app.wait(500)
    app.shell(MAIN)
    app.tap("Search contacts & places")
    app.type("silv")
    assert app.shows("Mobile (555) 987-6543")
    app.type("x%_'\\")
    assert app.shows("No results found")
    app.tap("Clear text")
    app.type("98765")
    assert app.shows("Ana Silva") and app.shows("Call 987-65")
    app.tap("Call 987-65")
    assert app.phone.system.telephony.calls[0].number == "98765"


def test_accents_are_not_searched_for(app: App) -> None:
    """Neither by letters nor by the keys for them."""
    app.add("José Ibáñez", "(555) 987-6543")
    app.shell(MAIN)
    app.tap("Search contacts & places")
    app.type("ibanez")
    assert app.shows("Mobile (555) 987-6543")
    app.back(2)
    app.tap("key pad", *"42263")  # I B A Ñ E
    assert app.shows("José Ibáñez")


def test_blocked_numbers_do_not_ring(app: App) -> None:
    app.shell(MAIN)
    app.tap("More options", "Settings", "Blocked numbers", "Add a number")
    app.type("5551112222")
    app.tap("Block")
    assert app.shows("(555) 111-2222")
    app.emu("gsm call +15551112222")
    assert app.state == 0 and not app.shows("Decline")
    assert app.calls("type:block_reason") == ["type=6, block_reason=3"]
    app.tap("Unblock number", "Unblock")
    app.emu("gsm call +15551112222")
    assert app.state == 1


def test_blocked_numbers_over_adb(app: App) -> None:
    uri = "--uri content://com.android.blockednumber/blocked"
    app.shell(f"content insert {uri} --bind original_number:s:5551112222")
    app.shell(f"content insert {uri} --bind original_number:s:5551112222")
    row = app.shell(f"content query {uri} --projection original_number:e164_number")
    assert row == "Row: 0 original_number=5551112222, e164_number=+15551112222\n"
    app.emu("gsm call 5551112222")
    assert app.state == 0
    app.shell(f"content delete {uri}")
    assert app.shell(f"content query {uri}") == "No result found.\n"
    assert "Missing a required column" in app.shell(f"content insert {uri} --bind e164_number:s:1")
    assert "Unsupported URI" in app.shell(
        "content query --uri content://com.android.blockednumber/x"
    )


def test_settings_do_what_they_say(app: App) -> None:
    app.add("Ana Silva", "(555) 987-6543")
    app.add("Zoe Abel", "5552223333")
    app.shell(MAIN)
    app.tap("More options", "Settings", "Display options", "Sort by", "Last name")
    app.tap("Name format", "Last name first")
    app.back()
    app.tap("Sounds and vibration", "Keypad tones")
    assert app.shell("settings get system dtmf_tone") == "0\n"
    app.back()
    app.tap("Quick responses", "I’ll call you later.")
    app.shell("input keycombination CTRL_LEFT A")
    app.type("Busy")
    app.tap("OK")
    assert app.shows("Busy")
    app.back()
    app.back()
    app.tap("tab_contacts")
    names = [text for text in app.texts() if re.fullmatch(r"\w+, \w+", text)]
    assert names == ["Abel, Zoe", "Silva, Ana"]


def test_the_log_may_be_gone_or_broken(app: App) -> None:
    folder = "/data/data/com.android.providers.contacts/databases"
    app.shell(f"rm {folder}/calllog.db; echo nonsense > {folder}/calllog.db")
    app.phone.system.databases.close_owner("com.android.providers.contacts")
    app.emu("gsm call 5551112222")
    app.emu("gsm cancel 5551112222")
    app.shell(MAIN)
    app.tap("tab_recents")
    assert app.shows("(555) 111-2222")
    app.shell("pm clear com.android.providers.contacts")
    app.wait(500)
    assert app.shows("Your call log is empty")


@pytest.mark.slow
class Work:
    """Counts calls of Python functions, views built, and rows read from databases."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls = self.views = self.rows = 0
        attach, query = View.attach, Database.query

        def counted_attach(view: View, *arguments: Any) -> None:
            self.views += 1
            attach(view, *arguments)

        def counted_query(database: Database, *arguments: Any) -> list[tuple[Any, ...]]:
            rows = query(database, *arguments)
            self.rows += len(rows)
            return rows

        monkeypatch.setattr(View, "attach", counted_attach)
        monkeypatch.setattr(Database, "query", counted_query)

    def of(self, do: Callable[[], object]) -> tuple[int, int, int]:
        """Return the calls, views and rows that an action takes."""
        self.calls = self.views = self.rows = 0

        def count(frame: FrameType, event: str, argument: object) -> None:
            self.calls += event == "call"

        before = sys.getprofile()
        sys.setprofile(count)
        try:
            do()
        finally:
            sys.setprofile(before)
        return self.calls, self.views, self.rows


def test_a_long_log_costs_no_more_than_a_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    work = Work(monkeypatch)

    def cost(count: int) -> list[tuple[int, int, int]]:
        app = App()
        values = ", ".join(f"('{5550000 + i % 500}', 2, {1697384040000 - i * 60_000}, 1)"
                           for i in range(count))  # fmt: skip
        database = "/data/data/com.android.providers.contacts/databases/calllog.db"
        app.phone.push(
            "/data/local/tmp/rows.sql",
            f"INSERT INTO calls (number, type, date, new) VALUES {values};".encode(),
        )
        app.shell(f"sqlite3 {database} < /data/local/tmp/rows.sql")
        assert app.shell(f"sqlite3 {database} 'SELECT count(*) FROM calls'") == f"{count}\n"
        app.shell(MAIN)

        def scroll() -> None:
            app.phone.swipe(500, 1500, 500, 1200, 100)
            app.phone.ui_elements()

        return [work.of(lambda: app.tap("tab_recents")), work.of(scroll), work.of(scroll)]

    cost(100)  # fills the caches of shaped text, icons and the like
    for (calls, *long), (fewer_calls, *short) in zip(cost(2_000), cost(100), strict=True):
        assert long == short
        assert calls <= fewer_calls * 1.05  # caches of the interpreter and of Skia differ a little


def test_a_message_of_ones_own_turns_a_call_down(app: App) -> None:
    app.phone.system.display.set_on(False)
    app.emu("gsm call +15551112222")
    app.tap("Message", "Write your own\u2026")
    assert app.state == 1  # it rings on until there is something to send
    app.type("In a tunnel")
    app.tap("Send")
    assert app.state == 0
    sent = app.shell("content query --uri content://sms --projection address:body")
    assert "address=+15551112222, body=In a tunnel" in sent


def test_a_caller_is_blocked_once_it_was_asked_for(app: App) -> None:
    app.emu("gsm call +15551112222")
    app.emu("gsm cancel +15551112222")
    app.shell(MAIN)
    app.tap("Recents", "primary_text", "History", "Block")
    assert app.shows("Block (555) 111-2222?") or app.shows("Block +1 555-111-2222?")
    app.tap("Cancel", "Block", "Block")
    app.emu("gsm call +15551112222")
    assert app.state == 0
    app.tap("Unblock", "Unblock")
    app.emu("gsm call +15551112222")
    assert app.state == 1


def test_tones_and_voicemail_are_settings(app: App) -> None:
    app.shell(MAIN)
    app.tap("More options", "Settings", "Sounds and vibration", "Keypad tone length", "Long")
    assert app.shell("settings get system dtmf_tone_type").strip() == "1"
    app.back()
    app.tap("Voicemail", "Voicemail number")
    assert app.state == 2


def test_a_favorite_with_several_numbers_asks_which(app: App) -> None:
    base = "content insert --uri content://com.android.contacts"
    app.shell(f"{base}/raw_contacts --bind account_type:n: --bind account_name:n:")
    item = "vnd.android.cursor.item"
    for kind, text in (("name", "Ada"), ("phone_v2", "5551110000"), ("phone_v2", "5552220000")):
        app.shell(
            f"{base}/data --bind raw_contact_id:i:1 --bind mimetype:s:{item}/{kind} "
            f"--bind data1:s:{text} --bind data2:i:3"
        )
    app.shell("content update --uri content://com.android.contacts/contacts/1 --bind starred:i:1")
    app.shell(MAIN)
    app.tap("Ada")
    assert app.shows("Choose number") and app.state == 0
    app.tap("Work (555) 222-0000")
    assert app.phone.system.telephony.calls[0].number == "5552220000"
