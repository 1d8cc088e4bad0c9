"""Pages of the web, laid out, run and painted by a real Chromium.

This layer knows no views. `engines` finds a browser on the host, `browser` keeps one process of it,
`page` is one page in it, whose state is a function of what was loaded and of the inputs since
(`inputs`); `docs/web.md` tells how that is held.
"""
