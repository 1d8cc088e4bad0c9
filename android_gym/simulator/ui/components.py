"""Material's components: what screens of apps are made of beyond `widgets` and `layouts`.

bars        AppBarLayout      toolbar, tabs and other bars at the top, raised as one
            Toolbar           title, navigation icon, actions, overflow menu
            SearchView        a search field for a toolbar
            open_search_bar   the top of a full-screen search
menus       MenuItem          an entry of a menu, a toolbar or a drawer
            OverflowButton    the three-dot button that opens a menu
            popup_menu        a popup or context menu, as an `Overlay`
navigation  TabLayout, Tab    tabs
            BottomNavigationView, NavItem   destinations at the bottom
containers  CardView          a card: elevated, filled or outlined
            ViewPager         pages side by side, turned by swipes
            DrawerLayout      a screen with a drawer
            NavigationView    the list of destinations in a drawer
            SwipeRow          a row that follows the finger and reveals views behind it
            Expandable        a heading that shows and hides the views below it
buttons     FloatingActionButton, ExtendedFloatingActionButton
            Chip, ChipGroup   small buttons: filters, choices, entries
            ToggleGroup       connected buttons, one or several of them checked
fields      TextInputLayout   label, box, error, counter around an `EditText`
            Spinner           the selected entry of a dropdown list
            DropdownField     a `Spinner` in the box of a text field
rows        ListItem          one to three lines, with something at either end
            section_header    the heading of a section of a list
            Badge             a number or a dot
            empty_state       what an empty list shows
sheets      bottom_sheet      a sheet at the bottom, as an `Overlay`
            Snackbar          see also `Activity.show_snackbar`
themed      Themed            a group that makes its children when attached

Dialogs are in `dialogs`, pickers in `pickers`, charts in `charts`, collapsing app bars in
`collapsing`. All are declarative: the app passes in what to show, and callbacks tell it what the
user does. Components keep only such state as apps don't keep on Android either (whether an overflow
menu is open, how far a row is dragged). Their appearance follows the window's theme: Material 2 or
3, light or dark.
"""

from __future__ import annotations

from android_gym.simulator.ui.bars import AppBarLayout, SearchView, Toolbar, open_search_bar
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
from android_gym.simulator.ui.fields import DropdownField, Spinner, TextInputLayout
from android_gym.simulator.ui.menus import MenuItem, OverflowButton, popup_menu
from android_gym.simulator.ui.navigation import BottomNavigationView, NavItem, Tab, TabLayout
from android_gym.simulator.ui.rows import Badge, ListItem, empty_state, section_header
from android_gym.simulator.ui.sheets import Snackbar, bottom_sheet
from android_gym.simulator.ui.themed import Themed

__all__ = [
    "AppBarLayout",
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
    "open_search_bar",
    "popup_menu",
    "section_header",
]
