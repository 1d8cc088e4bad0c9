"""Several apps: what a note or a contact tells goes into another app."""

from __future__ import annotations

from android_gym.task_suite.mobile_bench.draws import (
    Number,
    Phone,
    Pool,
    Time,
    minutes_between,
    named,
)
from android_gym.task_suite.mobile_bench.tasks import MobileBenchTask, stations
from android_gym.task_suite.mobile_bench.wants import (
    FilesAre,
    Given,
    RowsAre,
    Sent,
    SettingIs,
)
from android_gym.task_suite.mobile_bench.words import (
    BOUGHT,
    CHORES,
    FILES,
    FOLDERS,
    MEETINGS,
    PEOPLE,
)
from android_gym.task_suite.task import Params

__all__ = [
    "NoteToAlarm",
    "NoteToContact",
    "NoteToEvent",
    "NoteToExpense",
    "NoteToFolder",
    "NoteToMessage",
    "NoteToScreenTimeout",
    "NoteToTask",
    "ContactToMessage",
    "ContactToNote",
]

NOTES = "Documents/Markor"
MARKOR = "net.gsantner.markor"
MESSENGER = "com.simplemobiletools.smsmessenger"


def given_note(text: str) -> Given:
    """Return a note of Markor, beside another one of the same kind."""
    return Given(
        "markor_notes",
        (
            {"name": "{file}.md", "text": text},
            {"name": "unrelated.md", "text": "Nothing to see here."},
        ),
    )


class NoteToAlarm(MobileBenchTask):
    """Set the alarm that a note asks for."""

    level = "MAMT"
    apps = ("Markor", "Clock")
    template = "The Markor note {file}.md says when my train leaves. Set an alarm for that time."
    rewordings = (
        "Look up the train's time in {file}.md, a note of Markor, and have Clock ring then.",
        "My train: see {file}.md in Markor. Please make an alarm for the moment it departs.",
        "Read {file}.md with Markor; at the time of departure in it, an alarm should go off.",
        "I must not miss the train in Markor's note {file}.md; Clock shall have an alarm for it.",
    )
    chinese = "Markor笔记{file}.md写着我的火车几点开。请在那个时间设一个闹钟。"
    verb = "set"
    draws = named(file=Pool(FILES), time=Time(4, 9), arrival=Time(20, 23))
    wants = (
        given_note("Train leaves at {time}, arrives at {arrival}."),
        RowsAre(
            "alarms",
            (),
            ({"time": "{time}", "enabled": "1"},),
            {"time": "{arrival}", "enabled": ""},
        ),
    )
    points = stations(
        package=f'["{MARKOR}", "com.google.android.deskclock"]',
        text='["{file}.md", "Add alarm" | "SET_ALARM"]',
    )


class NoteToMessage(MobileBenchTask):
    """Send the code that a note holds."""

    level = "MAMT"
    apps = ("Markor", "Simple SMS Messenger")
    template = "Text {number} nothing but the gate code that stands in the Markor note {file}.md."
    rewordings = (
        "Send the gate code from {file}.md, which is in Markor, to {number} by SMS, and only that.",
        "{number} needs the code of the gate. It is in {file}.md; Markor opens it. Send the "
        "bare code as a message.",
        "Find the code for the gate in Markor's {file}.md and message it, alone, to {number}.",
        "Please write the gate code of {file}.md (Markor) to {number}, with no other words.",
    )
    chinese = "把Markor笔记{file}.md里的大门密码用短信发给{number}，只发密码。"
    verb = "text"
    draws = named(file=Pool(FILES), number=Phone(), code=Number(1001, 9899), other=Number(100, 999))
    wants = (given_note("Gate code {code}, locker {other}."), Sent("{number}", "{code}"))
    points = stations(
        package=f'["{MARKOR}", "{MESSENGER}"]', text='["{file}.md", "{number}", "{code}"]'
    )


class NoteToContact(MobileBenchTask):
    """Save the person whom a note names."""

    level = "MAMT"
    apps = ("Markor", "Contacts")
    template = (
        "Add the person in the Markor note {file}.md to Contacts, with the number given there."
    )
    rewordings = (
        "Markor has a note {file}.md with somebody's name and number. Make a contact of it.",
        "Whoever stands in {file}.md, a note of Markor, should be in Contacts, number included.",
        "Take name and phone from {file}.md in Markor and save them as a contact.",
        "Please read {file}.md in Markor, then create the contact that it describes.",
    )
    chinese = "把Markor笔记{file}.md中的人和电话添加到通讯录。"
    verb = "add"
    draws = named(file=Pool(FILES), name=Pool(PEOPLE), number=Phone())
    wants = (
        given_note("Name: {name}. Phone: {number}."),
        RowsAre(
            "contacts",
            (),
            ({"name": "{name}", "number": "{number}"},),
            {"name": "Ada Nobody", "number": "+13055550199"},
        ),
    )
    points = stations(
        package=f'["{MARKOR}", "com.google.android.contacts"]',
        text='["{file}.md", "{number}", "Save"]',
    )


class NoteToExpense(MobileBenchTask):
    """Book what a note says was bought."""

    level = "MAMT"
    apps = ("Markor", "Pro Expense")
    template = "Book the purchase noted in {file}.md in Markor as an expense of category Housing."
    rewordings = (
        "In Markor, {file}.md says what was bought and for how much. Put it into Pro Expense "
        "under Housing.",
        "Pro Expense should list, as Housing, the thing that {file}.md in Markor tells of, at "
        "its price.",
        "Read item and dollars from Markor's {file}.md; add them to Pro Expense, category Housing.",
        "Please enter in Pro Expense (Housing) what is written in the Markor note {file}.md.",
    )
    chinese = "把Markor笔记{file}.md中记的购物记入Pro Expense，类别为Housing。"
    verb = "book"
    draws = named(file=Pool(FILES), name=Pool(BOUGHT), amount=Number(12, 480))
    wants = (
        given_note("Bought: {name}. Paid: {amount} dollars."),
        RowsAre(
            "expenses",
            (),
            ({"name": "{name}", "amount": "{amount}.00", "category": "Housing"},),
            {"amount": "{amount}.50", "category": "Others", "name": "Something"},
            {"date": "2023-10-15"},
        ),
    )
    points = stations(
        package=f'["{MARKOR}", "com.arduia.expense"]', text='["{file}.md", "{name}", "Housing"]'
    )


class NoteToTask(MobileBenchTask):
    """Make a task of what a note asks for."""

    level = "MAMT"
    apps = ("Markor", "Tasks")
    template = (
        "Make a task in Tasks.org of the chore that {file}.md in Markor ends with, in the same "
        "words."
    )
    rewordings = (
        "The chore at the end of Markor's note {file}.md should become a task of Tasks.org, word "
        "for word.",
        "Read {file}.md in Markor. Its last chore belongs into Tasks.org, worded as there.",
        "Into Tasks.org, please: the chore that comes last in Markor's {file}.md, unchanged.",
        "Copy the final chore of the Markor note {file}.md to Tasks.org as it is written.",
    )
    chinese = "把Markor笔记{file}.md中最后一项家务原样添加为Tasks.org中的任务。"
    verb = "make"
    draws = named(file=Pool(FILES), first=Pool(CHORES), last=Pool(CHORES))
    wants = (
        given_note("Done: {first}. Still to do: {last}."),
        RowsAre("tasks", (), ({"title": "{last}"},), {"title": "{first}"}),
    )
    points = stations(package=f'["{MARKOR}", "org.tasks"]', text='["{file}.md", "{last}"]')


class NoteToFolder(MobileBenchTask):
    """Make the folder that a note names."""

    level = "MAMT"
    apps = ("Markor", "Files")
    template = "The note {file}.md in Markor names a folder. Create it inside Documents."
    rewordings = (
        "Create in Documents the folder whose name you find in Markor's {file}.md.",
        "Documents lacks a folder, and {file}.md in Markor tells its name. Please make it.",
        "Read the folder's name in {file}.md with Markor, then use Files to add it to Documents.",
        "What {file}.md (Markor) calls the folder should exist within Documents.",
    )
    chinese = "Markor笔记{file}.md里写了一个文件夹名，请在Documents中创建它。"
    verb = "create"
    draws = named(file=Pool(FILES), folder=Pool(FOLDERS), other=Pool(FOLDERS))
    wants = (
        given_note("Folder: {folder}. The old one was called {other}."),
        FilesAre({}, {"Documents/{folder}": None}, ("Documents/{folder}", "Documents/{other}")),
    )
    points = stations(
        package=f'["{MARKOR}", "com.google.android.documentsui" | "make_folder"]',
        text='["{file}.md", "{folder}"]',
    )


class NoteToScreenTimeout(MobileBenchTask):
    """Set the timeout that a note recommends."""

    level = "MAMT"
    apps = ("Markor", "Settings")
    template = "Follow {file}.md in Markor: set the screen timeout that it recommends."
    rewordings = (
        "Set the timeout of the screen as the Markor note {file}.md advises.",
        "Markor's {file}.md recommends how long the screen should stay on. Set it to that.",
        "How soon the display turns off is to be as recommended in {file}.md; Markor has the note.",
        "Please read {file}.md in Markor and choose in Settings the screen timeout it favours.",
    )
    chinese = "按照Markor笔记{file}.md的建议设置屏幕自动关闭时间。"
    verb = "follow"
    draws = named(file=Pool(FILES), minutes=Pool(("2", "5", "10")), seconds=Pool(("15", "30")))
    wants = (
        given_note("Screen timeout: {minutes} minutes, not {seconds} seconds."),
        SettingIs("system screen_off_timeout", "{timeout}", "60000", wrong="{seconds}000"),
    )
    points = stations(
        package=f'["{MARKOR}", "com.android.settings" | "set_screen_timeout"]',
        text='["{file}.md", "Screen timeout" | "set_screen_timeout"]',
    )

    def values(self, params: Params) -> Params:
        """Add the milliseconds that Android keeps."""
        return {**params, "timeout": f"{int(params['minutes']) * 60_000}"}


class NoteToEvent(MobileBenchTask):
    """Put the appointment of a note into the calendar."""

    level = "MAMT"
    apps = ("Markor", "Simple Calendar Pro")
    template = (
        "Schedule in Simple Calendar Pro, for this month, the appointment that {file}.md in Markor "
        "has."
    )
    rewordings = (
        "The Markor note {file}.md tells of an appointment this month. Enter it in Simple Calendar "
        "Pro.",
        "Simple Calendar Pro should have this month's appointment, which Markor's {file}.md tells.",
        "Open {file}.md with Markor, and add the appointment in it to this month in Simple "
        "Calendar Pro.",
        "Please copy this month's appointment from {file}.md (Markor) to Simple Calendar Pro.",
    )
    chinese = "把Markor笔记{file}.md里这个月的约会加入Simple Calendar Pro。"
    verb = "schedule"
    draws = named(
        file=Pool(FILES),
        title=Pool(MEETINGS),
        day=Number(17, 28),
        start=Time(9, 12),
        end=Time(14, 18),
    )
    wants = (
        given_note("Appointment: {title}, October {day}, from {start} to {end}."),
        RowsAre(
            "events",
            (),
            (
                {
                    "title": "{title}",
                    "start_date": "2023-10-{day}",
                    "start_time": "{start}",
                    "duration": "{minutes}",
                },
            ),
            {"title": "Meeting", "start_date": "2023-11-03", "duration": "30"},
        ),
    )
    points = stations(
        package=f'["{MARKOR}", "com.simplemobiletools.calendar.pro"]',
        text='["{file}.md", "{title}", "Save"]',
    )

    def values(self, params: Params) -> Params:
        """Add how long it lasts."""
        minutes = minutes_between(params["start"], params["end"])
        return {**params, "minutes": f"{minutes}"}


class ContactToMessage(MobileBenchTask):
    """Send one contact's number to another person."""

    level = "MAMT"
    apps = ("Contacts", "Simple SMS Messenger")
    template = "Tell {receiver} by SMS the phone number of my contact {name}, just the number."
    rewordings = (
        "{receiver} asks for the number of {name}. It is in Contacts; text it without other words.",
        "Look up {name} among the contacts and send the number, nothing more, to {receiver}.",
        "Please message {receiver} the number under which Contacts lists {name}, and only that.",
        "By Simple SMS Messenger, {receiver} should get the plain phone number of {name} from my "
        "contacts.",
    )
    chinese = "用短信把联系人{name}的电话号码发给{receiver}，只发号码。"
    verb = "share"
    draws = named(
        name=Pool(PEOPLE), other=Pool(PEOPLE), number=Phone(), another=Phone(), receiver=Phone()
    )
    wants = (
        Given(
            "contacts",
            (
                {"name": "{other}", "number": "{another}"},
                {"name": "{name}", "number": "{number}"},
            ),
        ),
        Sent("{receiver}", "{number}"),
    )
    points = stations(
        package=f'["com.google.android.contacts", "{MESSENGER}"]',
        text='["{name}", "{receiver}", "{number}"]',
    )


class ContactToNote(MobileBenchTask):
    """Write a contact's number into a note."""

    level = "MAMT"
    apps = ("Contacts", "Markor")
    template = "Write the number of my contact {name}, alone, into a new Markor note {file}.md."
    rewordings = (
        "Make a Markor note {file}.md of nothing but {name}'s number, which Contacts has.",
        "Contacts knows the number of {name}. Put it, by itself, into {file}.md with Markor.",
        "I want {name}'s phone number from Contacts as the only text of {file}.md, new in Markor.",
        "Please look {name} up in Contacts, then note just the number as {file}.md in Markor.",
    )
    chinese = "把联系人{name}的电话号码写进Markor新笔记{file}.md，只写号码。"
    verb = "write"
    draws = named(
        name=Pool(PEOPLE), other=Pool(PEOPLE), number=Phone(), another=Phone(), file=Pool(FILES)
    )
    wants = (
        Given(
            "contacts",
            (
                {"name": "{other}", "number": "{another}"},
                {"name": "{name}", "number": "{number}"},
            ),
        ),
        FilesAre(
            {NOTES: None},
            {NOTES: None, f"{NOTES}/{{file}}.md": "{number}"},
            (f"{NOTES}/{{file}}.md", f"{NOTES}/{{file}}s.md"),
        ),
    )
    points = stations(
        package=f'["com.google.android.contacts", "{MARKOR}"]',
        text='["{name}", "{file}", "{number}"]',
    )
