"""Files: Android's browser of documents, and the picker that other apps open."""
