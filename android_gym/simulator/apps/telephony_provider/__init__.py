"""The telephony provider (com.android.providers.telephony): messages and their threads."""
