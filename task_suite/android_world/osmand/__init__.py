"""AndroidWorld's tasks of OsmAnd."""
