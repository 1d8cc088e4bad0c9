"""Views, windows, gestures and painting: what apps are made of."""
