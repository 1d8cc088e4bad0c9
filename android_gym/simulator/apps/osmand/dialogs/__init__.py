"""OsmAnd's sheets, pages and dialogs over the map."""
