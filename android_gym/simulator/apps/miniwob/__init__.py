"""MobileMiniWoB++: AndroidWorld's app that shows the pages of MiniWoB++."""
