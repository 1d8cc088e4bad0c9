"""Containers of views.

frame_layout   FrameLayout, SwipeLayout: children stacked on top of each other
linear_layout  LinearLayout, column, row, wide_column, wide_row, full_column
grid_layouts   FlowLayout, GridLayout
scrolling      ScrollView, HorizontalScrollView, OverflowScroll
recycler_view  RecyclerView: long lists
"""

from __future__ import annotations

from android_gym.simulator.ui.frame_layout import FrameLayout, SwipeLayout
from android_gym.simulator.ui.grid_layouts import FlowLayout, GridLayout
from android_gym.simulator.ui.linear_layout import (
    LinearLayout,
    column,
    full_column,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.recycler_view import RecyclerView
from android_gym.simulator.ui.scrolling import HorizontalScrollView, OverflowScroll, ScrollView

__all__ = [
    "FlowLayout",
    "FrameLayout",
    "GridLayout",
    "HorizontalScrollView",
    "LinearLayout",
    "OverflowScroll",
    "RecyclerView",
    "ScrollView",
    "SwipeLayout",
    "column",
    "full_column",
    "row",
    "wide_column",
    "wide_row",
]
