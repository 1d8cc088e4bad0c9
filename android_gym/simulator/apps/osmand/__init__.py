"""OsmAnd: a map that lies on the phone, favourites, markers and tracks."""
