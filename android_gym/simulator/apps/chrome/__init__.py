"""Chrome 103: the browser."""
