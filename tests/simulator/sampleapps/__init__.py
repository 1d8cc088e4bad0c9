"""Apps made for tests: `com.sample` shows whatever a test asks it to, `com.other` answers too."""
