"""Keyboards that type what adb broadcasts: ADBKeyBoard, and that of uiautomator2's app."""
