"""Gmail, with a mailbox that is kept on the phone."""
