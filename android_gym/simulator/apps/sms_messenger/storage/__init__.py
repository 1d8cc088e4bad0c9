"""Storage: the app's own data, and the telephony provider's messages.

database   the app's own database and preferences
contacts   names and numbers from the contacts provider
messages   messages and conversations, through the telephony provider
sending    receiving and sending messages
"""

from android_gym.simulator.apps.sms_messenger.storage.contacts import contacts, name_of
from android_gym.simulator.apps.sms_messenger.storage.database import (
    holds_role,
    install,
    preferences,
)
from android_gym.simulator.apps.sms_messenger.storage.messages import MessageStore

__all__ = ["MessageStore", "contacts", "holds_role", "install", "name_of", "preferences"]
