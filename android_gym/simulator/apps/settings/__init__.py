"""Settings (``com.android.settings``) and the search that finds its rows."""
