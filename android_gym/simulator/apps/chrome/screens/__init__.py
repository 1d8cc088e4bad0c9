"""Chrome's screens."""
