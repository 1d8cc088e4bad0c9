"""Simple SMS Messenger 5.19.3 (com.simplemobiletools.smsmessenger)."""
