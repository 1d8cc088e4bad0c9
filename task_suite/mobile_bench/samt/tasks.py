"""One app, several steps: Clock, Contacts, Files and Markor."""

from __future__ import annotations

from android_gym.task_suite.mobile_bench.draws import Number, Phone, Pool, Time, named
from android_gym.task_suite.mobile_bench.tasks import MobileBenchTask, stations
from android_gym.task_suite.mobile_bench.wants import Answered, FilesAre, Given, RowsAre
from android_gym.task_suite.mobile_bench.words import (
    ALARM_LABELS,
    FILES,
    FOLDERS,
    GREETINGS,
    MORE_NOTES,
    PEOPLE,
)

__all__ = [
    "AlarmPair",
    "AlarmReplace",
    "AlarmTimeTell",
    "ContactNumberTell",
    "ContactSave",
    "FileStow",
    "FilesRenameBoth",
    "FolderNest",
    "NoteWrite",
    "NotesClear",
]

NOTES = "Documents/Markor"
CLOCK = "com.google.android.deskclock"
FILES_APP = "com.google.android.documentsui"


class AlarmPair(MobileBenchTask):
    """Set two alarms."""

    level = "SAMT"
    apps = ("Clock",)
    template = "Set two alarms, one at {first} and one at {second}."
    rewordings = (
        "I want to be woken at {first} and again at {second}. Make an alarm for each.",
        "Add alarms for {first} and {second} in the Clock app.",
        "The phone has to ring at {first} and at {second}: two alarms, please.",
        "Please create an alarm at {first}, then another at {second}.",
    )
    chinese = "设置两个闹钟，一个在{first}，一个在{second}。"
    verb = "set"
    draws = named(first=Time(4, 6), second=Time(7, 9))
    wants = (
        RowsAre(
            "alarms",
            (),
            ({"time": "{first}", "enabled": "1"}, {"time": "{second}", "enabled": "1"}),
            {"time": "{first}", "enabled": ""},
        ),
    )
    points = stations(package=CLOCK, text='["Add alarm" | "SET_ALARM"]')


class AlarmReplace(MobileBenchTask):
    """Switch one alarm off, and set another in its place."""

    level = "SAMT"
    apps = ("Clock",)
    template = "Switch the alarm {label} off and set one at {time} in its place."
    rewordings = (
        "Instead of the alarm {label}, which should be off, have one ring at {time}.",
        "Add an alarm for {time}, and turn {label} off without deleting it.",
        "Please disable {label} among my alarms and create another at {time}.",
        "{label} is cancelled, so silence its alarm; a new one is needed at {time}.",
    )
    chinese = "关闭闹钟“{label}”，改为在{time}设一个新闹钟。"
    verb = "replace"
    draws = named(label=Pool(ALARM_LABELS), time=Time(4, 9))
    wants = (
        RowsAre(
            "alarms",
            ({"label": "{label}", "time": "22:20", "enabled": "1"},),
            (
                {"label": "{label}", "time": "22:20", "enabled": ""},
                {"time": "{time}", "enabled": "1"},
            ),
            {"label": "Gym", "time": "03:33", "enabled": ""},
        ),
    )
    points = stations(package=CLOCK, text='"Add alarm" | "SET_ALARM"')


class AlarmTimeTell(MobileBenchTask):
    """Tell when an alarm rings."""

    level = "SAMT"
    apps = ("Clock",)
    template = "At what time does my alarm {label} ring?"
    rewordings = (
        "Tell me the time of the alarm called {label}.",
        "When is {label} due, according to Clock's alarms?",
        "Please look among my alarms for {label} and say its time.",
        "For what time have I set the alarm labelled {label}?",
    )
    chinese = "我的闹钟“{label}”是几点？"
    verb = "say"
    answers = True
    draws = named(
        label=Pool(ALARM_LABELS), other=Pool(ALARM_LABELS), time=Time(20, 23), later=Time(20, 23)
    )
    wants = (
        Given(
            "alarms",
            (
                {"label": "{other}", "time": "{later}", "enabled": "1"},
                {"label": "{label}", "time": "{time}", "enabled": "1"},
            ),
        ),
        Answered("{time}", "{later}", "time"),
    )
    points = stations(package=CLOCK)


class ContactSave(MobileBenchTask):
    """Save a contact."""

    level = "SAMT"
    apps = ("Contacts",)
    template = "Save {number} in Contacts as the phone of {name}."
    rewordings = (
        "Put {name} into Contacts with the number {number}.",
        "Make {name} a contact; {number} is the number.",
        "I was given {number}, the phone of {name}. Please keep it in Contacts.",
        "There should be a new contact, {name}, reached at {number}.",
    )
    chinese = "在通讯录中保存{name}的电话{number}。"
    verb = "save"
    draws = named(name=Pool(PEOPLE), number=Phone())
    wants = (
        RowsAre(
            "contacts",
            (),
            ({"name": "{name}", "number": "{number}"},),
            {"name": "Ada Nobody", "number": "+13055550199"},
        ),
    )
    points = stations(package="com.google.android.contacts", text='["{number}", "Save"]')


class ContactNumberTell(MobileBenchTask):
    """Tell a contact's number."""

    level = "SAMT"
    apps = ("Contacts",)
    template = "What is the phone number of {name}? Contacts has it."
    rewordings = (
        "Look {name} up in Contacts and tell me the number.",
        "Which number does my contact {name} have?",
        "I need to reach {name}. Please find the phone number in Contacts.",
        "Tell me how to call {name}: the number stands in Contacts.",
    )
    chinese = "通讯录里{name}的电话号码是多少？"
    verb = "tell"
    answers = True
    draws = named(name=Pool(PEOPLE), other=Pool(PEOPLE), number=Phone(), another=Phone())
    wants = (
        Given(
            "contacts",
            (
                {"name": "{other}", "number": "{another}"},
                {"name": "{name}", "number": "{number}"},
            ),
        ),
        Answered("{number}", "{another}", "phone"),
    )
    points = stations(package="com.google.android.contacts", text='"{name}"')


class FolderNest(MobileBenchTask):
    """Make a folder inside a new folder."""

    level = "SAMT"
    apps = ("Files",)
    template = "In Documents make a folder {outer}, and in that one a folder {inner}."
    rewordings = (
        "Create a folder {outer} within Documents, then {inner} within the new one.",
        "Documents should get a folder {outer} that has a folder {inner} in it.",
        "Please add the folder {outer} to Documents and give it a subfolder {inner}.",
        "I need Documents, inside it {outer}, and inside that {inner}. Make the two new folders.",
    )
    chinese = "在Documents中新建文件夹{outer}，再在其中新建文件夹{inner}。"
    verb = "nest"
    draws = named(outer=Pool(FOLDERS), inner=Pool(FOLDERS))
    wants = (
        FilesAre(
            {},
            {"Documents/{outer}": None, "Documents/{outer}/{inner}": None},
            ("Documents/{outer}/{inner}", "Documents/{inner}"),
        ),
    )
    points = stations(
        package='"com.google.android.documentsui" | "make_folder"',
        text='["New folder" | "make_folder", "{outer}", "{inner}"]',
    )


class FileStow(MobileBenchTask):
    """Make a folder and move a file into it."""

    level = "SAMT"
    apps = ("Files",)
    template = "Make a folder {folder} in Download and move {name}.txt from Download into it."
    rewordings = (
        "Stow {name}.txt, which lies in Download, in a new folder {folder} there.",
        "Download needs a folder {folder}; the file {name}.txt in Download belongs into it.",
        "Create {folder} inside Download, then put {name}.txt from there into that folder.",
        "Please tidy up Download: {name}.txt should be in a subfolder {folder}, which is new.",
    )
    chinese = "在Download中新建文件夹{folder}，并把Download里的{name}.txt移进去。"
    verb = "stow"
    draws = named(folder=Pool(FOLDERS), name=Pool(FILES), content=Number(100, 999))
    wants = (
        FilesAre(
            {"Download/{name}.txt": "Page {content}\n"},
            {"Download/{folder}": None, "Download/{folder}/{name}.txt": "Page {content}\n"},
            ("Download/{folder}/{name}.txt", "Documents/{name}.txt"),
        ),
    )
    points = stations(package=FILES_APP, text='["{folder}", "{name}.txt"]')


class FilesRenameBoth(MobileBenchTask):
    """Rename two files."""

    level = "SAMT"
    apps = ("Files",)
    template = (
        "Two files in Download have wrong names: {first}.txt should be {new}.txt, and {second}.txt "
        "should be {newer}.txt."
    )
    rewordings = (
        "In Download, rename {first}.txt to {new}.txt and {second}.txt to {newer}.txt.",
        "Please give {first}.txt in Download the name {new}.txt, and {second}.txt the name "
        "{newer}.txt.",
        "With Files, call {first}.txt {new}.txt from now on, and {second}.txt {newer}.txt; both "
        "are in Download.",
        "Download has {first}.txt and {second}.txt. Change these names into {new}.txt and "
        "{newer}.txt, in this order.",
    )
    chinese = "把Download中的{first}.txt改名为{new}.txt，{second}.txt改名为{newer}.txt。"
    verb = "correct"
    draws = named(first=Pool(FILES), second=Pool(FILES), new=Pool(FILES), newer=Pool(FILES))
    wants = (
        FilesAre(
            {"Download/{first}.txt": "One\n", "Download/{second}.txt": "Two\n"},
            {"Download/{new}.txt": "One\n", "Download/{newer}.txt": "Two\n"},
            ("Download/{newer}.txt", "Download/{second}.txt"),
        ),
    )
    points = stations(package=FILES_APP, text='["{first}.txt", "{second}.txt", "{newer}"]')


class NoteWrite(MobileBenchTask):
    """Write a note."""

    level = "SAMT"
    apps = ("Markor",)
    template = "Write a note {name}.md in Markor that says: {text}"
    rewordings = (
        "Make {name}.md with Markor. Its only line: {text}",
        "Markor should have a new note {name}.md with these words in it: {text}",
        "Please open Markor and keep this under the name {name}.md: {text}",
        "I want to find {name}.md among my notes in Markor, reading as follows: {text}",
    )
    chinese = "在Markor中写一篇名为{name}.md的笔记，内容为：{text}"
    verb = "write"
    draws = named(name=Pool(FILES), text=Pool(GREETINGS))
    wants = (
        FilesAre(
            {NOTES: None},
            {NOTES: None, f"{NOTES}/{{name}}.md": "{text}"},
            (f"{NOTES}/{{name}}.md", f"{NOTES}/{{name}}s.md"),
        ),
    )
    points = stations(package="net.gsantner.markor", text='["{name}", "{text}"]')


class NotesClear(MobileBenchTask):
    """Delete two notes of three."""

    level = "SAMT"
    apps = ("Markor",)
    template = "Clear the notes {first}.md and {second}.md out of Markor."
    rewordings = (
        "In Markor, delete {first}.md as well as {second}.md.",
        "Neither {first}.md nor {second}.md is needed in Markor. Please delete both notes.",
        "Two notes in Markor are out of date, {first}.md and {second}.md: remove them.",
        "Get rid of {first}.md and of {second}.md, both in Markor, and of nothing else.",
    )
    chinese = "删除Markor中的{first}.md和{second}.md两篇笔记。"
    verb = "clear"
    draws = named(first=Pool(FILES), second=Pool(FILES), third=Pool(FILES))
    wants = (
        FilesAre(
            {
                f"{NOTES}/{{first}}.md": "Old\n",
                f"{NOTES}/{{second}}.md": "Older\n",
                f"{NOTES}/{{third}}.md": "Kept\n",
                **MORE_NOTES,
            },
            {f"{NOTES}/{{third}}.md": "Kept\n", **MORE_NOTES},
            (f"{NOTES}/{{third}}.md", f"{NOTES}/{{second}}.md"),
        ),
    )
    points = stations(package="net.gsantner.markor", text='["{first}.md", "{second}.md", "Delete"]')
