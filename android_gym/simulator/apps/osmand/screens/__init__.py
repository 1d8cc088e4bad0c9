"""OsmAnd's screens."""
