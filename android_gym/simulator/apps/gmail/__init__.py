"""Gmail, with a mailbox stored on the phone."""
