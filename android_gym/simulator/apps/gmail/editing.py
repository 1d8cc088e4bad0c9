"""Actions of the message editor."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from immutables import Map

from android_gym.errors import DatabaseError
from android_gym.simulator.apps.gmail.look import theme_of
from android_gym.simulator.apps.gmail.mail import (
    MOST_ATTACHED,
    attached_file,
    schedule,
    send,
)
from android_gym.simulator.apps.gmail.model import (
    Address,
    Attachment,
    ComposeState,
    Field,
    addresses,
)
from android_gym.simulator.apps.gmail.storage import Mailbox, Settings
from android_gym.simulator.apps.gmail.writing import answering, going_on, handed_over, signed
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity
from android_gym.simulator.ui.theme import Theme

__all__ = ["FIELDS", "Editing"]

FIELDS: Final[tuple[Field, ...]] = ("to", "cc", "bcc")
_STREAM: Final = "android.intent.extra.STREAM"
_MOST_SUGGESTED: Final = 8


class Editing(Activity[ComposeState]):
    """The editor's activity, without its views."""

    @property
    def mailbox(self) -> Mailbox:
        """The mailbox."""
        return Mailbox(self.context)

    @property
    def settings(self) -> Settings:
        """The user's settings."""
        return Settings(self.context)

    def theme(self) -> Theme:
        """Return the theme that the user has chosen."""
        return theme_of(self.context)

    # -- recipients

    def people(self, field: Field) -> tuple[Address, ...]:
        """Return the recipients in a field."""
        state = self.state
        return {"to": state.to, "cc": state.cc, "bcc": state.bcc}[field]

    def typed(self, field: Field) -> str:
        """Return the unfinished text in a field."""
        state = self.state
        return {"to": state.to_text, "cc": state.cc_text, "bcc": state.bcc_text}[field]

    def _set(
        self, field: Field, people: tuple[Address, ...] | None = None, text: str | None = None
    ) -> None:
        state = self.state
        people = self.people(field) if people is None else people
        text = self.typed(field) if text is None else text
        if field == "to":
            state = replace(state, to=people, to_text=text)
        elif field == "cc":
            state = replace(state, cc=people, cc_text=text)
        else:
            state = replace(state, bcc=people, bcc_text=text)
        self.reset(state)

    def type(self, field: Field, text: str) -> None:
        """Change the typed text; a separator after an address turns the text into a chip."""
        ends = text[-1:] in (",", ";", "\n") or (text[-1:] == " " and "@" in text)
        if ends and text.strip(" ,;\n"):
            self._set(field, self.people(field) + addresses(text.strip(" ,;\n")), "")
        else:
            self._set(field, text=text)

    def commit(self, field: Field) -> None:
        """Turn the typed text into a chip."""
        text = self.typed(field).strip(" ,;\n")
        if text:
            self._set(field, self.people(field) + addresses(text), "")

    def add(self, field: Field, person: Address) -> None:
        """Add a suggested recipient."""
        self._set(field, (*self.people(field), person), "")

    def remove(self, field: Field, place: int) -> None:
        """Remove a recipient."""
        people = self.people(field)
        self._set(field, people[:place] + people[place + 1 :])

    def leave_field(self, field: Field, focused: bool) -> None:
        """Turn the typed text into a chip when the field loses focus."""
        if not focused:
            self.commit(field)

    def suggestions(self, field: Field) -> list[Address]:
        """Return the contacts whose name or address matches the typed text."""
        text = self.typed(field).strip().lower()
        if not text:
            return []
        chosen = {person.email.lower() for each in FIELDS for person in self.people(each)}
        found: dict[str, Address] = {}
        for person in (*self._contacts(), *self.mailbox.people()):
            words = (person.email.lower(), *person.name.lower().split(), person.name.lower())
            key = person.email.lower()
            if key not in chosen and any(word.startswith(text) for word in words):
                found.setdefault(key, person)
        return list(found.values())[:_MOST_SUGGESTED]

    def _contacts(self) -> list[Address]:
        provider = self.context.find_provider("com.android.contacts")
        if provider is None or not self.context.granted("android.permission.READ_CONTACTS"):
            return []
        try:
            _, rows = provider.query(
                "content://com.android.contacts/data/emails",
                ["display_name", "data1"],
                None,
                "display_name COLLATE NOCASE",
            )
        except (DatabaseError, ValueError):
            return []
        return [Address(str(name or ""), str(email)) for name, email in rows if email]

    # -- the draft

    @property
    def empty(self) -> bool:
        """True if there is nothing worth saving."""
        state = self.state
        texts = [state.to_text, state.cc_text, state.bcc_text]
        if not state.answers:
            texts.append(state.subject)
        written = state.body.strip() != signed(self.context).strip()
        people = state.to + state.cc + state.bcc if not state.answers else ()
        files = self.mailbox.files(state.draft) if state.draft else ()
        return not (written or people or files or any(text.strip() for text in texts))

    def save(self) -> int:
        """Save the message as a draft; return its row."""
        for field in FIELDS:
            self.commit(field)
        state = self.state
        number = self.mailbox.save_draft(
            state.draft, to=state.to, cc=state.cc, bcc=state.bcc, subject=state.subject,
            body=state.body, answers=state.answers, forward=state.forward, quoted=state.quoted,
        )  # fmt: skip
        self.update(draft=number)
        return number

    def _end(self, way: str, number: int, time_ms: int = 0) -> None:
        self.hide_keyboard()
        self.update(done=True)
        extras = Map({"way": way, "message": number, "time": time_ms})
        self.finish(RESULT_OK, Intent(extras=extras))

    def discard(self) -> None:
        """Discard the message."""
        number = self.state.draft
        if number:
            self.mailbox.delete_message(number)
        self._end("discarded", number)

    def leave(self) -> None:
        """Close the editor, saving what was written as a draft."""
        state = self.state
        if self.empty:
            if state.draft:
                self.mailbox.delete_message(state.draft)
            self.hide_keyboard()
            self.update(done=True)
            self.finish()
        else:
            self._end("draft", self.save())

    # -- sending

    def fault(self) -> str:
        """Return why the message can't be sent; empty if it can."""
        people = [person for field in FIELDS for person in self.people(field)]
        if not people:
            return "Add at least one recipient."
        wrong = next((person for person in people if not person.valid), None)
        if wrong is not None:
            return f"The address <{wrong.email or wrong.name}> is invalid."
        return ""

    def send(self) -> None:
        """Send the message."""
        number = self.save()
        sent = send(self.context, number)
        if self.context.system.activities.record(self.token) is not None:
            self._end("sent" if sent else "queued", number)

    def send_at(self, time_ms: int) -> None:
        """Schedule the message to be sent at a time."""
        number = self.save()
        schedule(self.context, number, time_ms)
        self._end("scheduled", number, time_ms)

    # -- files

    def attach(self, uri: str, kind: str | None = None) -> None:
        """Attach the file of a URI."""
        file = attached_file(self.context, uri, kind)
        if file is None:
            self.toast("Couldn't attach file")
            return
        number = self.save()
        present = sum(each.size for each in self.mailbox.files(number))
        if present + file.size > MOST_ATTACHED:
            self.toast("The file can't be attached: a message holds 25 MB")
            return
        self.mailbox.attach(number, file)

    def detach(self, file: Attachment) -> None:
        """Remove an attachment."""
        self.mailbox.detach(file.id)

    # -- lifecycle

    def on_create(self) -> ComposeState:
        """Start with a draft, a reply, or content from another app."""
        intent, context = self.intent, self.context
        if number := intent.get_int("draft"):
            return going_on(context, number) or ComposeState(body=signed(context))
        message = self.mailbox.message(intent.get_int("answer"))
        if message is not None:
            state = answering(context, message, intent.get_str("way", "reply"))
            return self._forwarded(state, message.files) if state.forward else state
        state = handed_over(context, intent)
        stream = intent.extra(_STREAM)
        uris = stream if isinstance(stream, tuple) else (stream,)
        found = [attached_file(context, uri, intent.type) for uri in uris if isinstance(uri, str)]
        files = tuple(file for file in found if file is not None)
        if len(files) < len(found):
            self.toast("Couldn't attach file")
        return self._forwarded(state, files)

    def _forwarded(self, state: ComposeState, files: tuple[Attachment, ...]) -> ComposeState:
        """Attach files to a new message, which saves it as a draft; return its state."""
        kept = list[Attachment]()
        for file in files:
            if sum(each.size for each in kept) + file.size <= MOST_ATTACHED:
                kept.append(file)
            else:
                self.toast("The file can't be attached: a message holds 25 MB")
        if not kept:
            return state
        number = self.mailbox.save_draft(
            0, to=state.to, cc=state.cc, bcc=state.bcc, subject=state.subject, body=state.body,
            answers=state.answers, forward=state.forward, quoted=state.quoted,
        )  # fmt: skip
        for file in kept:
            self.mailbox.attach(number, file)
        return replace(state, draft=number)

    def on_pause(self) -> None:
        """Save the draft, in case the process dies."""
        if not self.state.done and not self.empty:
            self.save()

    def on_activity_result(self, request: object, code: int, data: Intent | None) -> None:
        """Attach the chosen file."""
        if request == "file" and code == RESULT_OK and data is not None and data.data:
            self.attach(data.data, data.type)
