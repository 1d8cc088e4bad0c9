"""Camera's screens: the viewfinder, the list of modes, the filmstrip, the settings."""
