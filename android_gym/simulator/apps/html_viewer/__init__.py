"""HTML Viewer: Android's own app that shows a page, without its scripts."""
