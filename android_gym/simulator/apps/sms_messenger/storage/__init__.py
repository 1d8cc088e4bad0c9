"""The app's own data, and the messages of the telephony provider.

database   the app's own database and preferences
contacts   names and numbers from the contacts provider
messages   messages and conversations, by way of the telephony provider
sending    what comes in and goes out
"""

from android_gym.simulator.apps.sms_messenger.storage.contacts import contacts, name_of
from android_gym.simulator.apps.sms_messenger.storage.database import (
    holds_role,
    install,
    preferences,
)
from android_gym.simulator.apps.sms_messenger.storage.messages import MessageStore

__all__ = ["MessageStore", "contacts", "holds_role", "install", "name_of", "preferences"]
