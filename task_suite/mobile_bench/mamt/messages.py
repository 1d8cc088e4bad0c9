"""Several apps: what a message tells goes into others, up to three of them."""

from __future__ import annotations

from android_gym.task_suite.mobile_bench.draws import Number, Phone, Pool, Time, named
from android_gym.task_suite.mobile_bench.tasks import MobileBenchTask, stations
from android_gym.task_suite.mobile_bench.wants import Called, FilesAre, Given, RowsAre, Sent
from android_gym.task_suite.mobile_bench.words import (
    BOUGHT,
    CHORES,
    FILES,
    FOLDERS,
    PEOPLE,
)

__all__ = [
    "MessageToAlarm",
    "MessageToAlarmAndTask",
    "MessageToCall",
    "MessageToContact",
    "MessageToContactAndReply",
    "MessageToExpense",
    "MessageToExpenseAndNote",
    "MessageToExpenseTaskAndFolder",
    "MessageToNote",
    "MessageToTask",
]

NOTES = "Documents/Markor"
MARKOR = "net.gsantner.markor"
MESSENGER = "com.simplemobiletools.smsmessenger"


def given_message(text: str) -> Given:
    """Return a message from ``{sender}``, beside a later one from somebody else."""
    return Given(
        "messages",
        (
            {"sender": "{someone}", "text": "Greetings from the coast!", "date": "2023-10-14"},
            {"sender": "{sender}", "text": text, "date": "2023-10-13"},
        ),
    )


class MessageToAlarm(MobileBenchTask):
    """Get up when a message says so."""

    level = "MAMT"
    apps = ("Simple SMS Messenger", "Clock")
    template = "{sender} has sent me by SMS when to get up. Have an alarm ring at that time."
    rewordings = (
        "Set an alarm for the time at which, says the SMS from {sender}, I should get up.",
        "Read what {sender} wrote me and let Clock wake me as the message tells.",
        "When to get up stands in a text message by {sender}. Please make the alarm.",
        "Clock needs an alarm; {sender} sent the time for getting up in an SMS.",
    )
    chinese = "{sender}发短信告诉我几点起床，请按那个时间设闹钟。"
    verb = "wake"
    draws = named(sender=Phone(), someone=Phone(), time=Time(4, 9), later=Time(20, 23))
    wants = (
        given_message("Get up at {time}, bedtime is {later}."),
        RowsAre(
            "alarms",
            (),
            ({"time": "{time}", "enabled": "1"},),
            {"time": "{later}", "enabled": ""},
        ),
    )
    points = stations(
        package=f'["{MESSENGER}", "com.google.android.deskclock"]',
        text='["{sender}", "Add alarm" | "SET_ALARM"]',
    )


class MessageToContact(MobileBenchTask):
    """Save the new number that a message gives."""

    level = "MAMT"
    apps = ("Simple SMS Messenger", "Contacts")
    template = "An SMS from {sender} gives the number of {name}. Keep it in Contacts."
    rewordings = (
        "Make {name} a contact with the number that {sender} sent me by SMS.",
        "In the messages, {sender} tells me how to reach {name}. Save that number under the name.",
        "Please look at what {sender} texted and put {name} into Contacts accordingly.",
        "{name} belongs into Contacts. The number is in the text message by {sender}.",
    )
    chinese = "{sender}的短信里有{name}的号码，请存入通讯录。"
    verb = "keep"
    draws = named(sender=Phone(), someone=Phone(), name=Pool(PEOPLE), number=Phone())
    wants = (
        given_message("You can reach your friend at {number} now."),
        RowsAre(
            "contacts",
            (),
            ({"name": "{name}", "number": "{number}"},),
            {"name": "Ada Nobody", "number": "{sender}"},
        ),
    )
    points = stations(
        package=f'["{MESSENGER}", "com.google.android.contacts"]',
        text='["{sender}", "{number}", "Save"]',
    )


class MessageToNote(MobileBenchTask):
    """Note the code that came by message."""

    level = "MAMT"
    apps = ("Simple SMS Messenger", "Markor")
    template = (
        "Copy the door code that {sender} texted me, alone, into a new Markor note {file}.md."
    )
    rewordings = (
        "From the SMS by {sender}, write just the door code into {file}.md, a new note of Markor.",
        "The code for the door came from {sender} by SMS. Let {file}.md in Markor hold it and "
        "nothing besides.",
        "Markor should get {file}.md with one thing in it: the door code that {sender} sent.",
        "Please find the door code in the message from {sender} and keep it by itself as "
        "{file}.md in Markor.",
    )
    chinese = "把{sender}用短信发来的门禁密码单独写进Markor新笔记{file}.md。"
    verb = "copy"
    draws = named(
        sender=Phone(),
        someone=Phone(),
        file=Pool(FILES),
        code=Number(1001, 9899),
        flat=Number(11, 99),
    )
    wants = (
        given_message("The door code is {code} for flat {flat}."),
        FilesAre(
            {NOTES: None},
            {NOTES: None, f"{NOTES}/{{file}}.md": "{code}"},
            (f"{NOTES}/{{file}}.md", f"{NOTES}/{{file}}s.md"),
        ),
    )
    points = stations(
        package=f'["{MESSENGER}", "{MARKOR}"]', text='["{sender}", "{file}", "{code}"]'
    )


class MessageToTask(MobileBenchTask):
    """Remember the favour that a message asks for."""

    level = "MAMT"
    apps = ("Simple SMS Messenger", "Tasks")
    template = (
        "{sender} asks me a favour by SMS. Remember it as a task in Tasks.org, in the words after "
        "the colon."
    )
    rewordings = (
        "Add to Tasks.org the favour from the SMS by {sender}, as worded behind the colon.",
        "What follows the colon in {sender}'s text message is a favour; make a task in Tasks.org "
        "that reads so.",
        "Please turn the favour {sender} asks for by SMS, the part after the colon, into a task of "
        "Tasks.org.",
        "In Tasks.org I need the words that come after the colon in the message from {sender}.",
    )
    chinese = "{sender}发短信请我帮忙，请把冒号后面的内容原样记为Tasks.org中的任务。"
    verb = "remember"
    draws = named(sender=Phone(), someone=Phone(), title=Pool(CHORES))
    wants = (
        given_message("Could you do me a favour: {title}"),
        RowsAre("tasks", (), ({"title": "{title}"},), {"title": "A favour"}),
    )
    points = stations(package=f'["{MESSENGER}", "org.tasks"]', text='["{sender}", "{title}"]')


class MessageToExpense(MobileBenchTask):
    """Note the bill that came by message."""

    level = "MAMT"
    apps = ("Simple SMS Messenger", "Pro Expense")
    template = "Log the bill that {sender} sent by SMS in Pro Expense, as {name} under Education."
    rewordings = (
        "Under Education, add {name} to Pro Expense for the sum billed in the SMS from {sender}.",
        "{sender} texted a bill. Pro Expense should have its amount as {name}, category Education.",
        "Please read the amount of the bill by {sender} among my messages, then enter {name} with "
        "it as Education in Pro Expense.",
        "The expense {name}, Education, costs what {sender} bills me for by SMS. Record it.",
    )
    chinese = "把{sender}用短信发来的账单记入Pro Expense，名称{name}，类别Education。"
    verb = "log"
    draws = named(sender=Phone(), someone=Phone(), name=Pool(BOUGHT), amount=Number(12, 480))
    wants = (
        given_message("Your bill: {amount} dollars. Invoice 7."),
        RowsAre(
            "expenses",
            (),
            ({"name": "{name}", "amount": "{amount}.00", "category": "Education"},),
            {"amount": "7.00", "category": "Others", "name": "Bill"},
            {"date": "2023-10-15"},
        ),
    )
    points = stations(
        package=f'["{MESSENGER}", "com.arduia.expense"]', text='["{sender}", "{name}", "Education"]'
    )


class MessageToCall(MobileBenchTask):
    """Call the number that a message gives."""

    level = "MAMT"
    apps = ("Simple SMS Messenger", "Phone")
    template = "Call the number that {sender} gives in an SMS to me, and hang up again."
    rewordings = (
        "{sender} texted me a number. Ring it for a moment, then end the call.",
        "Dial what {sender} sent by SMS as the number to call; hang up afterwards.",
        "With Phone, make a short call to the number in the message from {sender}.",
        "Please place a call to the number {sender} mentions by SMS, and end it.",
    )
    chinese = "拨打{sender}在短信里给出的号码，然后挂断。"
    verb = "call"
    draws = named(sender=Phone(), someone=Phone(), number=Phone())
    wants = (given_message("Please call {number} about the keys."), Called("{number}"))
    points = stations(package=f'["{MESSENGER}", "com.google.android.dialer"]', text='"{sender}"')


class MessageToAlarmAndTask(MobileBenchTask):
    """An alarm and a task from one message."""

    level = "MAMT"
    apps = ("Simple SMS Messenger", "Clock", "Tasks")
    template = (
        "{sender} sent a plan by SMS. Arrange it: an alarm at its time, and a task in Tasks.org "
        "with the words after the colon."
    )
    rewordings = (
        "From the plan in the SMS by {sender}, set its time as an alarm and put what follows the "
        "colon into Tasks.org.",
        "Make an alarm for the time in {sender}'s text message, and a task in Tasks.org that "
        "reads as the part behind the colon.",
        "The message by {sender} has a time and, after a colon, something to do. The one belongs "
        "into Clock, the other into Tasks.org.",
        "Please read the SMS from {sender}: let Clock ring at the time in it and Tasks.org "
        "list the words past the colon.",
    )
    chinese = "{sender}用短信发来计划：按其中的时间设闹钟，并把冒号后的内容记为Tasks.org中的任务。"
    verb = "arrange"
    draws = named(sender=Phone(), someone=Phone(), time=Time(4, 9), title=Pool(CHORES))
    wants = (
        given_message("Start at {time} with this: {title}"),
        RowsAre(
            "alarms",
            (),
            ({"time": "{time}", "enabled": "1"},),
            {"time": "03:33", "enabled": ""},
        ),
        RowsAre("tasks", (), ({"title": "{title}"},), {"title": "Start"}),
    )
    points = stations(
        package=f'["{MESSENGER}", "com.google.android.deskclock", "org.tasks"]',
        text='["{sender}", "Add alarm" | "SET_ALARM", "{title}"]',
    )


class MessageToExpenseAndNote(MobileBenchTask):
    """An expense and a note from one message."""

    level = "MAMT"
    apps = ("Simple SMS Messenger", "Pro Expense", "Markor")
    template = (
        "Process the bill in the SMS from {sender}: the amount as {name} under Housing in Pro "
        "Expense, the invoice number alone in a new Markor note {file}.md."
    )
    rewordings = (
        "Of the bill that {sender} texted, enter the amount in Pro Expense ({name}, Housing), and "
        "write only the invoice's number into {file}.md with Markor.",
        "Pro Expense gets {name}, category Housing, for the sum that {sender} bills by SMS. Markor "
        "gets {file}.md with nothing but the number of the invoice.",
        "Read {sender}'s message. Its amount is an expense {name} (Housing); its invoice number "
        "is all that the new note {file}.md in Markor should say.",
        "Please take care of {sender}'s bill from my messages. Expense: {name}, Housing, the "
        "billed amount. Note {file}.md in Markor: the invoice number, by itself.",
    )
    chinese = (
        "处理{sender}短信里的账单：金额以{name}记入Pro Expense的Housing类，"
        "发票号单独写进Markor新笔记{file}.md。"
    )
    verb = "process"
    draws = named(
        sender=Phone(),
        someone=Phone(),
        name=Pool(BOUGHT),
        file=Pool(FILES),
        amount=Number(12, 480),
        invoice=Number(1001, 9899),
    )
    wants = (
        given_message("Your bill: {amount} dollars. Invoice {invoice}."),
        RowsAre(
            "expenses",
            (),
            ({"name": "{name}", "amount": "{amount}.00", "category": "Housing"},),
            {"amount": "{invoice}.00", "category": "Others", "name": "Bill"},
            {"date": "2023-10-15"},
        ),
        FilesAre(
            {NOTES: None},
            {NOTES: None, f"{NOTES}/{{file}}.md": "{invoice}"},
            (f"{NOTES}/{{file}}.md", f"{NOTES}/{{file}}s.md"),
        ),
    )
    points = stations(
        package=f'["{MESSENGER}", "com.arduia.expense", "{MARKOR}"]',
        text='["{sender}", "{name}", "Housing", "{invoice}"]',
    )


class MessageToContactAndReply(MobileBenchTask):
    """A contact from a message, and its code sent back."""

    level = "MAMT"
    apps = ("Simple SMS Messenger", "Contacts")
    template = (
        "Introduce {name}: save the number in {sender}'s SMS as that contact, and then text the "
        "password of the same SMS, alone, to the new contact's number."
    )
    rewordings = (
        "{sender} texted a number and a password. Store the number as {name} in Contacts; send the "
        "bare password to it.",
        "Make {name} a contact with the number from the SMS by {sender}, and message this number "
        "the password found there, without other words.",
        "Two things follow from {sender}'s text message: a contact {name} with the number in it, "
        "and an SMS to that number that is just the password in it.",
        "Please put {name} into Contacts, number as told by {sender} by SMS, and let that number "
        "have the password from the same message, only the password.",
    )
    chinese = "把{sender}短信中的号码存为联系人{name}，再把同一短信中的口令单独发给该号码。"
    verb = "introduce"
    draws = named(
        sender=Phone(), someone=Phone(), name=Pool(PEOPLE), number=Phone(), password=Pool(FOLDERS)
    )
    wants = (
        given_message("The new number is {number} and the password is {password}."),
        RowsAre(
            "contacts",
            (),
            ({"name": "{name}", "number": "{number}"},),
            {"name": "Ada Nobody", "number": "{sender}"},
        ),
        Sent("{number}", "{password}"),
    )
    points = stations(
        package=f'["{MESSENGER}", "com.google.android.contacts"]',
        text='["{sender}", "{number}", "Save", "{password}"]',
    )


class MessageToExpenseTaskAndFolder(MobileBenchTask):
    """Three apps fed from one message."""

    level = "MAMT"
    apps = ("Simple SMS Messenger", "Pro Expense", "Tasks", "Files")
    template = (
        "Organise what {sender} sent by SMS: its cost in Pro Expense as {name} under Donation, its "
        "errand as a task in Tasks.org, and its folder made in Documents."
    )
    rewordings = (
        "From {sender}'s text message, enter the cost in Pro Expense ({name}, Donation), the "
        "errand in Tasks.org, and create the folder it names within Documents.",
        "The SMS by {sender} has a cost, an errand and a folder. Pro Expense needs the first as "
        "{name}, category Donation; Tasks.org the second; Documents, by Files, the third.",
        "Please read {sender}'s message. Add {name} (Donation) to Pro Expense at the cost in it, "
        "add its errand to Tasks.org, and make its folder in Documents.",
        "Three jobs come with the SMS from {sender}: an expense {name} in Donation for the cost, "
        "a task in Tasks.org that says the errand, a folder in Documents of the name given.",
    )
    chinese = (
        "整理{sender}发来的短信：其中的费用以{name}记入Pro Expense的Donation类，"
        "差事记为Tasks.org中的任务，并在Documents中创建其中的文件夹。"
    )
    verb = "organise"
    draws = named(
        sender=Phone(),
        someone=Phone(),
        name=Pool(BOUGHT),
        amount=Number(12, 480),
        title=Pool(CHORES),
        folder=Pool(FOLDERS),
    )
    wants = (
        given_message("Cost: {amount} dollars. Errand: {title}. Folder: {folder}."),
        RowsAre(
            "expenses",
            (),
            ({"name": "{name}", "amount": "{amount}.00", "category": "Donation"},),
            {"amount": "{amount}.90", "category": "Others", "name": "Cost"},
            {"date": "2023-10-15"},
        ),
        RowsAre("tasks", (), ({"title": "{title}"},), {"title": "Errand"}),
        FilesAre({}, {"Documents/{folder}": None}, ("Documents/{folder}", "Download/{folder}")),
    )
    points = stations(
        package=(
            f'["{MESSENGER}", "com.arduia.expense", "org.tasks", '
            '"com.google.android.documentsui" | "make_folder"]'
        ),
        text='["{sender}", "{name}", "{title}", "{folder}"]',
    )
