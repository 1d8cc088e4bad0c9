"""Material's components, made of views.

Bars         Toolbar, OverflowButton, MenuItem, TabLayout, Tab, BottomNavigationView, NavItem,
             SearchView, ActionMode bars are a Toolbar with a close icon
Containers   CardView, ViewPager, DrawerLayout, NavigationView, SwipeRow, Expandable, ChipGroup
Buttons      FloatingActionButton, ExtendedFloatingActionButton, Chip, ToggleGroup
Fields       TextInputLayout, Spinner, DropdownField
Rows         ListItem, section_header, Badge, empty_state
Over it all  bottom_sheet, Snackbar, popup_menu (each but the snackbar makes an `Overlay`)

All are declarative: what they show is given, what the user does comes back in callbacks. Only what
no app keeps on Android either (an open overflow menu, how far a row is dragged) is theirs. Looks
follow the window's theme: Material 2 or 3, light or dark.
"""

from __future__ import annotations

from android_gym.simulator.ui.bars import (
    BottomNavigationView,
    MenuItem,
    NavItem,
    OverflowButton,
    SearchView,
    Tab,
    TabLayout,
    Toolbar,
    popup_menu,
)
from android_gym.simulator.ui.buttons import (
    Chip,
    ChipGroup,
    ExtendedFloatingActionButton,
    FloatingActionButton,
    ToggleGroup,
)
from android_gym.simulator.ui.containers import (
    CardView,
    DrawerLayout,
    Expandable,
    NavigationView,
    SwipeRow,
    ViewPager,
)
from android_gym.simulator.ui.fields import (
    DropdownField,
    Spinner,
    TextInputLayout,
)
from android_gym.simulator.ui.rows import (
    Badge,
    ListItem,
    empty_state,
    section_header,
)
from android_gym.simulator.ui.sheets import (
    Snackbar,
    bottom_sheet,
)
from android_gym.simulator.ui.themed import (
    Themed,
)

__all__ = [
    "Badge",
    "BottomNavigationView",
    "CardView",
    "Chip",
    "ChipGroup",
    "DrawerLayout",
    "DropdownField",
    "Expandable",
    "ExtendedFloatingActionButton",
    "FloatingActionButton",
    "ListItem",
    "MenuItem",
    "NavItem",
    "NavigationView",
    "OverflowButton",
    "SearchView",
    "Snackbar",
    "Spinner",
    "SwipeRow",
    "Tab",
    "TabLayout",
    "TextInputLayout",
    "Themed",
    "ToggleGroup",
    "Toolbar",
    "ViewPager",
    "bottom_sheet",
    "empty_state",
    "popup_menu",
    "section_header",
]
