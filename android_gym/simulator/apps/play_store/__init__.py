"""Google Play Store: a catalogue of this package's own stands for the network."""
