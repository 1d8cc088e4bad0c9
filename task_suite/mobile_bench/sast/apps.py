"""One app, one step: apps of the user."""

from __future__ import annotations

from typing import Final

from android_gym.task_suite.mobile_bench.draws import Number, Phone, Pool, Time, named
from android_gym.task_suite.mobile_bench.tasks import MobileBenchTask, stations
from android_gym.task_suite.mobile_bench.wants import (
    Answered,
    Called,
    FilesAre,
    Given,
    RowsAre,
    Sent,
)
from android_gym.task_suite.mobile_bench.words import (
    ALARM_LABELS,
    BOUGHT,
    CHORES,
    FILES,
    FOLDERS,
    GREETINGS,
    MORE_CONTACTS,
    MORE_NOTES,
    PEOPLE,
)

__all__ = [
    "AlarmAdd",
    "AlarmSilence",
    "ContactRing",
    "ExpensePrice",
    "FileRename",
    "FolderMake",
    "MessageWrite",
    "NoteErase",
    "NoteRead",
    "TaskJot",
]

NOTES = "Documents/Markor"


class AlarmAdd(MobileBenchTask):
    """Set an alarm."""

    apps = ("Clock",)
    template = "Wake me at {time} with an alarm."
    rewordings = (
        "Set an alarm for {time}.",
        "The phone should ring once at {time}. Please add that to Clock's alarms.",
        "I have to get up at {time}, so put an alarm there.",
        "Create one alarm in the Clock app, at {time}.",
    )
    chinese = "用闹钟在{time}叫醒我。"
    verb = "wake"
    draws = named(time=Time(4, 7))
    wants = (
        RowsAre(
            "alarms",
            (),
            ({"time": "{time}", "enabled": "1"},),
            {"time": "04:44", "enabled": ""},
        ),
    )
    points = stations(package="com.google.android.deskclock", text='"Add alarm" | "SET_ALARM"')


_OTHER_ALARMS: Final = tuple(
    {"label": f"{{{name}}}", "time": f"{{{name}_time}}", "enabled": "1"}
    for name in ("other", "third")
)


class AlarmSilence(MobileBenchTask):
    """Switch one of three alarms off."""

    apps = ("Clock",)
    template = "Switch the alarm called {label} off, but keep it."
    rewordings = (
        "The alarm {label} must not ring; don't delete it, though.",
        "Please turn off the alarm labelled {label} in the Clock app.",
        "Disable {label} among my alarms and leave it in the list.",
        "I won't need {label} tomorrow. Silence that alarm without removing it.",
    )
    chinese = "关闭名为“{label}”的闹钟，但不要删除。"
    verb = "switch off"
    draws = named(
        label=Pool(ALARM_LABELS),
        other=Pool(ALARM_LABELS),
        third=Pool(ALARM_LABELS),
        time=Time(19, 23),
        other_time=Time(19, 23),
        third_time=Time(19, 23),
    )
    wants = (
        RowsAre(
            "alarms",
            (*_OTHER_ALARMS, {"label": "{label}", "time": "{time}", "enabled": "1"}),
            (*_OTHER_ALARMS, {"label": "{label}", "time": "{time}", "enabled": ""}),
            {"enabled": "1", "time": "23:45", "label": "Gym"},
        ),
    )
    points = stations(package="com.google.android.deskclock", text='"Alarm"')


class ContactRing(MobileBenchTask):
    """Call a contact."""

    apps = ("Contacts",)
    template = "Ring {name} from my contacts, then hang up."
    rewordings = (
        "Call {name}, who is in Contacts, and end the call.",
        "Let the phone of {name} ring for a moment. You find the number among the contacts.",
        "Please place a short call to my contact {name} and hang up again.",
        "Give {name} a ring by way of Contacts; no need to wait for an answer, just hang up.",
    )
    chinese = "给联系人{name}打个电话，然后挂断。"
    verb = "ring"
    draws = named(
        name=Pool(PEOPLE), number=Phone(), other_name=Pool(PEOPLE), another_number=Phone()
    )
    wants = (
        Given(
            "contacts",
            (
                *MORE_CONTACTS,
                {"name": "{other_name}", "number": "{another_number}"},
                {"name": "{name}", "number": "{number}"},
            ),
        ),
        Called("{number}"),
    )
    points = stations(
        package="com.google.android.contacts", text='["{name}", "Call" | "phone_call"]'
    )


class FolderMake(MobileBenchTask):
    """Make a folder."""

    apps = ("Files",)
    template = "Make a folder called {folder} inside Documents."
    rewordings = (
        "Create {folder} as a new folder in Documents.",
        "In Files, add to Documents a folder named {folder}.",
        "Documents needs a subfolder {folder}. Please make one.",
        "I'd like a place for papers: a folder {folder} within Documents.",
    )
    chinese = "在Documents中新建一个名为{folder}的文件夹。"
    verb = "make"
    draws = named(folder=Pool(FOLDERS))
    wants = (
        FilesAre({}, {"Documents/{folder}": None}, ("Documents/{folder}", "Download/{folder}")),
    )
    points = stations(
        package='"com.google.android.documentsui" | "make_folder"',
        text='["New folder" | "make_folder", "{folder}"]',
    )


class FileRename(MobileBenchTask):
    """Rename a file."""

    apps = ("Files",)
    template = "Rename {old}.txt, which is in Download, to {new}.txt."
    rewordings = (
        "In Download there is {old}.txt. Call it {new}.txt from now on.",
        "Please give {old}.txt in the Download folder the name {new}.txt.",
        "The file {old}.txt in Download has the wrong name; {new}.txt is the right one.",
        "Using Files, change the name of {old}.txt in Download into {new}.txt.",
    )
    chinese = "把Download中的{old}.txt重命名为{new}.txt。"
    verb = "rename"
    draws = named(old=Pool(FILES), new=Pool(FILES), content=Number(100, 999))
    wants = (
        FilesAre(
            {"Download/{old}.txt": "Page {content}\n"},
            {"Download/{new}.txt": "Page {content}\n"},
            ("Download/{new}.txt", "Download/{new}"),
        ),
    )
    points = stations(package="com.google.android.documentsui", text='["{old}.txt", "{new}"]')


class MessageWrite(MobileBenchTask):
    """Send a message."""

    apps = ("Simple SMS Messenger",)
    template = "Text {number} these words: {message}"
    rewordings = (
        "Send an SMS to {number}: {message}",
        "The number {number} is to get this text message: {message}",
        "Please write to {number} in Simple SMS Messenger and send it. The message: {message}",
        "Let {number} know by SMS: {message}",
    )
    chinese = "给{number}发一条短信，内容是：{message}"
    verb = "text"
    draws = named(number=Phone(), message=Pool(GREETINGS))
    wants = (Sent("{number}", "{message}"),)
    points = stations(
        package="com.simplemobiletools.smsmessenger", text='["{number}", "{message}"]'
    )


class NoteErase(MobileBenchTask):
    """Delete a note."""

    apps = ("Markor",)
    template = "Erase the note {name}.md in Markor."
    rewordings = (
        "Delete {name}.md from my notes in Markor.",
        "I no longer need {name}.md. Please remove this note with Markor.",
        "Markor has a note {name}.md; get rid of it.",
        "Throw the Markor note {name}.md away, and only that one.",
    )
    chinese = "删除Markor中的笔记{name}.md。"
    verb = "erase"
    draws = named(name=Pool(FILES), other=Pool(FILES))
    wants = (
        FilesAre(
            {f"{NOTES}/{{name}}.md": "Old\n", f"{NOTES}/{{other}}.md": "Kept\n", **MORE_NOTES},
            {f"{NOTES}/{{other}}.md": "Kept\n", **MORE_NOTES},
            (f"{NOTES}/{{other}}.md", f"{NOTES}/{{name}}.md"),
        ),
    )
    points = stations(package="net.gsantner.markor", text='["{name}.md", "Delete"]')


class NoteRead(MobileBenchTask):
    """Read a number from a note."""

    apps = ("Markor",)
    template = "How many crates does {name}.md in Markor speak of?"
    rewordings = (
        "Tell me the number of crates that the Markor note {name}.md mentions.",
        "Look into {name}.md with Markor: how many crates are there?",
        "In Markor, what count of crates is written in {name}.md?",
        "I noted some crates in {name}.md. Please say how many, Markor has the note.",
    )
    chinese = "Markor里的{name}.md提到了多少个箱子？"
    verb = "tell"
    answers = True
    draws = named(name=Pool(FILES), crates=Number(21, 89), boxes=Number(121, 189))
    wants = (
        Given(
            "markor_notes",
            (
                {"name": "{name}.md", "text": "{boxes} boxes and {crates} crates came in."},
                {"name": "zz other.md", "text": "{boxes} crates are missing."},
            ),
        ),
        Answered("{crates}", "{boxes}", "number"),
    )
    points = stations(package="net.gsantner.markor", text='"{name}.md"')


class TaskJot(MobileBenchTask):
    """Add a task."""

    apps = ("Tasks",)
    template = "Jot down a task in Tasks.org: {title}"
    rewordings = (
        "Add this to my to-dos in Tasks.org: {title}",
        "In Tasks.org, make an entry that reads: {title}",
        "Please remember for me, as a new task in Tasks.org, to do the following: {title}",
        "My list in Tasks.org lacks one thing: {title}",
    )
    chinese = "在Tasks.org中记下一项任务：{title}"
    verb = "jot down"
    draws = named(title=Pool(CHORES))
    wants = (RowsAre("tasks", (), ({"title": "{title}"},), {"title": "Oil the gates"}),)
    points = stations(package="org.tasks", text='["Create new task" | "tasks_new", "{title}"]')


class ExpensePrice(MobileBenchTask):
    """Tell what something cost."""

    apps = ("Pro Expense",)
    template = "According to Pro Expense, how many dollars did I pay for {name}?"
    rewordings = (
        "What did {name} cost me? Pro Expense has it.",
        "Open Pro Expense and tell me the amount of the expense {name}.",
        "I bought {name}. Please say for how much, in dollars; it is among my expenses.",
        "Look up the price of {name} in Pro Expense.",
    )
    chinese = "根据Pro Expense，{name}花了多少美元？"
    verb = "look up"
    answers = True
    draws = named(
        name=Pool(BOUGHT), other=Pool(BOUGHT), price=Number(11, 49), another_price=Number(51, 99)
    )
    wants = (
        Given(
            "expenses",
            (
                {"name": "{name}", "amount": "{price}", "date": "2023-10-15", "time": "09:00"},
                {
                    "name": "{other}",
                    "amount": "{another_price}",
                    "date": "2023-10-15",
                    "time": "10:00",
                },
            ),
        ),
        Answered("{price}", "{another_price}", "number", "$"),
    )
    points = stations(package="com.arduia.expense")
