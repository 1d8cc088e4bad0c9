"""Goals of Simple SMS Messenger in other words."""

from __future__ import annotations

REWORDINGS = {
    "Send a text message using Simple SMS Messenger to {number} with message: {message}": (
        "Open Simple SMS Messenger and text this to {number}: {message}",
        "Please write an SMS to {number} in Simple SMS Messenger. It should say: {message}",
        "The number {number} should get this from me, by Simple SMS Messenger: {message}",
        "With Simple SMS Messenger, start a conversation with {number} and send: {message}",
    ),
    "Reply to {number} with message: {message} in Simple SMS Messenger": (
        "In Simple SMS Messenger, answer {number} with these words: {message}",
        "{number} has written to me. Please send this answer in Simple SMS Messenger: {message}",
        "Open the conversation with {number} in Simple SMS Messenger and reply: {message}",
        "Write back to {number} by Simple SMS Messenger, saying: {message}",
    ),
    "Reply to the most recent text message using Simple SMS Messenger with message: {message}": (
        "The latest message I got in Simple SMS Messenger wants an answer, namely this: {message}",
        "Whoever texted me last should get this reply by Simple SMS Messenger: {message}",
        "Open Simple SMS Messenger, find the newest message and write back: {message}",
        "Use Simple SMS Messenger to respond to the text message that came in last. Say: {message}",
    ),
    "Send a message to {number} with the clipboard content in Simple SMS Messenger": (
        "In Simple SMS Messenger, text {number} what is on the clipboard.",
        "Please paste the clipboard into an SMS to {number} and send it with Simple SMS Messenger.",
        "I have copied something. Send it to {number}, using Simple SMS Messenger.",
        "Use Simple SMS Messenger: the clipboard's content should go to {number} as a message.",
    ),
    "Resend the message I just sent to {name} in Simple SMS Messenger": (
        "In Simple SMS Messenger, send {name} my last message to them once more.",
        "Please repeat the text message that {name} got from me just now, in Simple SMS Messenger.",
        "I'm not sure that my latest message reached {name}. Send the same text again with Simple "
        "SMS Messenger.",
        "What I just wrote to {name} in Simple SMS Messenger should be sent a second time.",
    ),
    "Text the address of the event to {name1} that {name2} just sent me in Simple SMS Messenger": (
        "In Simple SMS Messenger, let {name1} know the event's address, which {name2} has just "
        "texted me.",
        "{name2} just sent me the address of the event. Send it on to {name1} with Simple SMS "
        "Messenger.",
        "Please look in Simple SMS Messenger for the address of the event that came from {name2}, "
        "and text it to {name1}.",
        "{name1} needs to know where the event is. Open Simple SMS Messenger and text them the "
        "address that I just got from {name2}.",
    ),
}
