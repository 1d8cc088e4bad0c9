"""Google Play Store, with a built-in catalogue in place of the network."""
