"""Keyboards that type text from adb broadcasts: ADBKeyBoard, and the one in uiautomator2's app."""
