"""One app, several steps: messages, expenses, the calendar, tasks and Settings."""

from __future__ import annotations

from android_gym.task_suite.mobile_bench.draws import (
    Number,
    Phone,
    Pool,
    Time,
    minutes_between,
    named,
)
from android_gym.task_suite.mobile_bench.sast.settings import settings_or
from android_gym.task_suite.mobile_bench.tasks import MobileBenchTask, stations
from android_gym.task_suite.mobile_bench.wants import (
    AIRPLANE,
    DND,
    LOCATION,
    NIGHT,
    WIFI,
    Given,
    RowsAre,
    Sent,
    SettingIs,
)
from android_gym.task_suite.mobile_bench.words import BOUGHT, CHORES, GREETINGS, MEETINGS
from android_gym.task_suite.task import Params

__all__ = [
    "EventPlan",
    "ExpenseRecord",
    "ExpensesEnter",
    "MessageAnswer",
    "MessageBoth",
    "MessageForward",
    "SettingsEvening",
    "SettingsFlight",
    "SettingsHide",
    "TasksList",
]

MESSENGER = "com.simplemobiletools.smsmessenger"
CATEGORIES = ("Housing", "Education", "Donation", "Clothes")


class MessageBoth(MobileBenchTask):
    """Send one text to two numbers."""

    level = "SAMT"
    apps = ("Simple SMS Messenger",)
    template = "Inform both {first} and {second} by SMS, each for themselves: {message}"
    rewordings = (
        "Send this to {first}, and the same to {second}, in two separate messages: {message}",
        "Two people should get one text each. Their numbers are {first} and {second}. The "
        "text: {message}",
        "Please text {first} and also {second}, not as a group, with the words: {message}",
        "By Simple SMS Messenger, write to {first} and then to {second} the following: {message}",
    )
    chinese = "分别给{first}和{second}发短信（不要群发）：{message}"
    verb = "inform"
    draws = named(first=Phone(), second=Phone(), message=Pool(GREETINGS))
    wants = (Sent("{first}", "{message}"), Sent("{second}", "{message}"))
    points = stations(package=MESSENGER, text='["{first}", "{second}", "{message}"]')


class MessageAnswer(MobileBenchTask):
    """Answer one of two people."""

    level = "SAMT"
    apps = ("Simple SMS Messenger",)
    template = "{number} has asked me something by SMS. Answer: {message}"
    rewordings = (
        "Reply to the SMS from {number} with: {message}",
        "In Simple SMS Messenger, send {number} the answer {message}",
        "Please answer {number}, who wrote to me. My words are: {message}",
        "There is a question from {number} among my messages; the reply is: {message}",
    )
    chinese = "{number}发短信问了我一件事，请回复：{message}"
    verb = "answer"
    draws = named(number=Phone(), other=Phone(), message=Pool(GREETINGS))
    wants = (
        Given(
            "messages",
            (
                {"sender": "{other}", "text": "Did you win?", "date": "2023-10-14"},
                {"sender": "{number}", "text": "What is the plan?", "date": "2023-10-13"},
            ),
        ),
        Sent("{number}", "{message}"),
    )
    points = stations(package=MESSENGER, text='["{number}", "{message}"]')


class MessageForward(MobileBenchTask):
    """Send on what somebody wrote."""

    level = "SAMT"
    apps = ("Simple SMS Messenger",)
    template = "Forward to {receiver}, word for word, the SMS that {sender} sent me."
    rewordings = (
        "What {sender} wrote to me by SMS should also reach {receiver}, unchanged.",
        "Pass the message from {sender} on to {receiver} as it is.",
        "Please copy the text of the SMS by {sender} into a message to {receiver} and send it.",
        "{receiver} has to read what {sender} texted me. Send it there in the same words.",
    )
    chinese = "把{sender}发给我的短信原样转发给{receiver}。"
    verb = "forward"
    draws = named(sender=Phone(), other=Phone(), receiver=Phone(), message=Pool(GREETINGS))
    wants = (
        Given(
            "messages",
            (
                {"sender": "{other}", "text": "No news here.", "date": "2023-10-14"},
                {"sender": "{sender}", "text": "{message}", "date": "2023-10-13"},
            ),
        ),
        Sent("{receiver}", "{message}"),
    )
    points = stations(package=MESSENGER, text='["{sender}", "{receiver}", "{message}"]')


class ExpenseRecord(MobileBenchTask):
    """Record an expense."""

    level = "SAMT"
    apps = ("Pro Expense",)
    template = "Record an expense: {name}, {amount} dollars, category {category}."
    rewordings = (
        "Add to Pro Expense what I paid for {name}: {amount} dollars, under {category}.",
        "Pro Expense should know of {name}. It cost {amount} dollars and counts as {category}.",
        "I spent {amount} dollars on {name}. Please put that into Pro Expense as {category}.",
        "New entry in Pro Expense. Name: {name}. Category: {category}. Dollars: {amount}.",
    )
    chinese = "记一笔支出：{name}，{amount}美元，类别为{category}。"
    verb = "record"
    draws = named(name=Pool(BOUGHT), amount=Number(12, 480), category=Pool(CATEGORIES))
    wants = (
        RowsAre(
            "expenses",
            (),
            ({"name": "{name}", "amount": "{amount}.00", "category": "{category}"},),
            {"amount": "{amount}.10", "category": "Others", "name": "Something"},
            {"date": "2023-10-15"},
        ),
    )
    points = stations(package="com.arduia.expense", text='["{name}", "{amount}", "{category}"]')


class ExpensesEnter(MobileBenchTask):
    """Enter two expenses."""

    level = "SAMT"
    apps = ("Pro Expense",)
    template = "Enter two purchases as clothes: {first} for ${amount}, {second} for ${another}."
    rewordings = (
        "I bought {first} for ${amount} and {second} for ${another}. Both are clothes; enter them.",
        "Pro Expense lacks two things under Clothes, {first} at ${amount} and {second} at "
        "${another}.",
        "Please add {first}, ${amount}, and {second}, ${another}, to Pro Expense as Clothes.",
        "Book ${amount} for {first} and ${another} for {second} in Pro Expense, each as Clothes.",
    )
    chinese = "记两笔衣物类支出：{first}花了${amount}，{second}花了${another}。"
    verb = "enter"
    draws = named(
        first=Pool(BOUGHT), second=Pool(BOUGHT), amount=Number(12, 90), another=Number(101, 190)
    )
    wants = (
        RowsAre(
            "expenses",
            (),
            (
                {"name": "{first}", "amount": "{amount}.00", "category": "Clothes"},
                {"name": "{second}", "amount": "{another}.00", "category": "Clothes"},
            ),
            {"amount": "{amount}.00", "category": "Housing"},
            {"date": "2023-10-15"},
        ),
    )
    points = stations(package="com.arduia.expense", text='["{first}", "{second}", "Clothes"]')


class EventPlan(MobileBenchTask):
    """Plan an event of this month."""

    level = "SAMT"
    apps = ("Simple Calendar Pro",)
    template = "Plan {title} in Simple Calendar Pro for October {day}, 2023, from {start} to {end}."
    rewordings = (
        "Put {title} into Simple Calendar Pro on October {day}, 2023, {start} until {end}.",
        "On October {day}, 2023, there is {title}, from {start} to {end}. Please note it in Simple "
        "Calendar Pro.",
        "Simple Calendar Pro lacks {title}: it begins at {start} and ends at {end} on October "
        "{day}, 2023.",
        "Simple Calendar Pro needs an event called {title}, October {day} 2023, start {start}, "
        "end {end}.",
    )
    chinese = "在Simple Calendar Pro中安排“{title}”：2023年10月{day}日{start}至{end}。"
    verb = "plan"
    draws = named(title=Pool(MEETINGS), day=Number(17, 28), start=Time(9, 12), end=Time(14, 18))
    wants = (
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
    points = stations(package="com.simplemobiletools.calendar.pro", text='["{title}", "Save"]')

    def values(self, params: Params) -> Params:
        """Add how long it lasts."""
        minutes = minutes_between(params["start"], params["end"])
        return {**params, "minutes": f"{minutes}"}


class TasksList(MobileBenchTask):
    """Add two tasks."""

    level = "SAMT"
    apps = ("Tasks",)
    template = "List two things to do in Tasks.org. One: {first}. Two: {second}."
    rewordings = (
        "Make two tasks in Tasks.org, {first} and {second}.",
        "In Tasks.org I want to see both {first} and {second} as things to do.",
        "I have to do this: {first}. And that: {second}. Please add a task for each to Tasks.org.",
        "My list in Tasks.org gets two entries, which are {first} and {second}.",
    )
    chinese = "在Tasks.org里列出两件事。一：{first}。二：{second}。"
    verb = "list"
    draws = named(first=Pool(CHORES), second=Pool(CHORES))
    wants = (
        RowsAre("tasks", (), ({"title": "{first}"}, {"title": "{second}"}), {"title": "Rest"}),
    )
    points = stations(package="org.tasks", text='["{first}", "{second}"]')


class SettingsEvening(MobileBenchTask):
    """Dark theme and a short timeout."""

    level = "SAMT"
    apps = ("Settings",)
    template = (
        "Prepare the phone for the evening: dark theme, and a screen that turns off after 30 "
        "seconds."
    )
    rewordings = (
        "Turn the dark theme on and set the screen timeout to 30 seconds.",
        "It gets late. Please use the dark theme, and let the display go off after 30 seconds.",
        "In Settings, choose 30 seconds as screen timeout and switch to dark colours.",
        "Two settings: the theme becomes dark, the screen stays on for 30 seconds only.",
    )
    chinese = "为夜晚做好准备：打开深色主题，并让屏幕在30秒后自动关闭。"
    verb = "prepare"
    wants = (
        SettingIs("secure ui_night_mode", "2", "1", NIGHT),
        SettingIs("system screen_off_timeout", "30000", "120000", wrong="15000"),
    )
    points = stations(
        package=settings_or("set_dark_theme", "set_screen_timeout"),
        text='["Dark theme" | "set_dark_theme", "30 seconds" | "set_screen_timeout"]',
    )


class SettingsHide(MobileBenchTask):
    """No location and no Wi-Fi."""

    level = "SAMT"
    apps = ("Settings",)
    template = "Hide where I am: turn off location, and Wi-Fi too."
    rewordings = (
        "Switch off both Wi-Fi and location.",
        "Nobody should trace this phone. Please disable its location and its Wi-Fi.",
        "In Settings, Wi-Fi must be off, and so must location.",
        "Stop using location; stop using Wi-Fi as well.",
    )
    chinese = "隐藏我的位置：关闭定位，也关闭Wi-Fi。"
    verb = "hide"
    wants = (
        SettingIs("secure location_mode", "0", "3", LOCATION),
        SettingIs("global wifi_on", "0", "1", WIFI),
    )
    points = stations(
        package=settings_or("set_location", "set_wifi"),
        text='["Location" | "set_location", "Internet" | "set_wifi"]',
    )


class SettingsFlight(MobileBenchTask):
    """Airplane mode and Do Not Disturb."""

    level = "SAMT"
    apps = ("Settings",)
    template = "For the flight I need airplane mode, and Do Not Disturb on top of that."
    rewordings = (
        "Turn on airplane mode and Do Not Disturb.",
        "Please make the phone ready to fly and quiet: airplane mode plus Do Not Disturb.",
        "In Settings, switch two modes on, which are Do Not Disturb and airplane mode.",
        "No radio and no sounds: activate airplane mode, then Do Not Disturb.",
    )
    chinese = "为了乘飞机，请打开飞行模式，并打开勿扰模式。"
    verb = "need"
    wants = (
        SettingIs(
            "global airplane_mode_on",
            "1",
            "0",
            AIRPLANE,
            ("global wifi_on", "global bluetooth_on"),
        ),
        SettingIs("global zen_mode", "1", "0", DND),
    )
    points = stations(
        package=settings_or("set_airplane_mode", "set_do_not_disturb"),
        text='["Airplane mode" | "set_airplane_mode", "Do Not Disturb" | "set_do_not_disturb"]',
    )
