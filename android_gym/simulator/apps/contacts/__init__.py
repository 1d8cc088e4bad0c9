"""Google Contacts (com.google.android.contacts)."""
