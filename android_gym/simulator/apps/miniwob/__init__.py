"""MobileMiniWoB++: AndroidWorld's app around the pages of MiniWoB++."""
