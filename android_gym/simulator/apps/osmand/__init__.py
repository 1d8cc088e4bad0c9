"""OsmAnd: an offline map, with favourites, markers and tracks."""
