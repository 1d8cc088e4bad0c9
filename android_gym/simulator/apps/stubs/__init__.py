"""Apps that are not simulated: they open and show what is missing."""
