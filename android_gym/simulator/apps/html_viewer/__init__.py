"""HTML Viewer: Android's own app that shows an HTML file, without running scripts."""
