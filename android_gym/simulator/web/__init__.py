"""Web pages, laid out, run and painted by a real Chromium.

This layer knows nothing of views. `engines` finds a browser on the host, `browser` runs one process
of it, and `page` is one page in it, whose state is a function of how it was opened and of the
inputs since (`inputs`); `docs/web.md` explains how this is ensured.
"""
