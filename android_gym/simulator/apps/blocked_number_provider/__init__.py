"""The provider of blocked phone numbers."""
