"""Names of AndroidWorld's MobileMiniWoB++ tasks: those of their pages."""

from __future__ import annotations

from typing import Final

__all__ = ["NAMES", "SUBSET"]

NAMES: Final = tuple(
    """
    bisect-angle book-flight choose-date choose-date-easy choose-date-medium choose-list
    circle-center click-button click-button-sequence click-checkboxes click-checkboxes-large
    click-checkboxes-soft click-checkboxes-transfer click-collapsible click-collapsible-2
    click-color click-dialog click-dialog-2 click-link click-menu-2 click-option click-pie
    click-scroll-list click-shades click-shape click-tab click-tab-2 click-tab-2-easy
    click-tab-2-hard click-tab-2-medium click-test click-test-2 click-test-transfer click-widget
    copy-paste copy-paste-2 count-shape count-sides drag-box drag-item email-inbox
    email-inbox-delete email-inbox-forward email-inbox-forward-nl email-inbox-forward-nl-turk
    email-inbox-important email-inbox-nl-turk email-inbox-noscroll email-inbox-reply
    email-inbox-star-reply enter-date enter-password enter-text enter-text-2 enter-text-dynamic
    enter-time find-midpoint find-word focus-text focus-text-2 grid-coordinate guess-number
    highlight-text highlight-text-2 identify-shape login-user login-user-popup multi-layouts
    multi-orderings navigate-tree read-table read-table-2 resize-textarea right-angle scroll-text
    scroll-text-2 search-engine simon-says simple-algebra simple-arithmetic social-media
    social-media-all social-media-some terminal text-transform tic-tac-toe unicode-test
    use-autocomplete use-colorwheel use-colorwheel-2 use-slider visual-addition
    """.split()
)
"""All 92, sorted."""

_LEFT_OUT: Final = frozenset(
    """
    bisect-angle choose-date-easy choose-date-medium circle-center click-menu-2 click-tab-2-easy
    click-tab-2-medium click-test-transfer count-sides drag-box drag-item email-inbox-delete
    email-inbox-forward email-inbox-important email-inbox-noscroll email-inbox-reply
    email-inbox-star-reply enter-text-2 find-midpoint highlight-text highlight-text-2 read-table-2
    resize-textarea right-angle scroll-text scroll-text-2 simon-says use-colorwheel
    use-colorwheel-2 visual-addition
    """.split()
)

SUBSET: Final = tuple(name for name in NAMES if name not in _LEFT_OUT)
"""The 62 that AndroidWorld calls its subset."""
