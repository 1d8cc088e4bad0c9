"""Android's picker of ringtones, and of sounds of notifications and alarms."""
