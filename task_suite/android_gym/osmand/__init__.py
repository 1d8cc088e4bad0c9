"""Tasks of our own about OsmAnd."""
