"""The contacts provider (com.android.providers.contacts): contacts and the call log."""
