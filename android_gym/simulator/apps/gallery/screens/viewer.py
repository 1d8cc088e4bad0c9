"""The viewer of a single medium; a swipe shows the next one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final
from urllib.parse import quote

from android_gym.simulator.appkit.simple_views import RELATIVE
from android_gym.simulator.apps.gallery.dialogs import Properties, SaveAs, Slideshow
from android_gym.simulator.apps.gallery.dialogs.facts import extended_details
from android_gym.simulator.apps.gallery.images import picture_size
from android_gym.simulator.apps.gallery.look import DOWNWARDS, UPWARDS, content_of
from android_gym.simulator.apps.gallery.model import (
    RECYCLE_BIN,
    VIDEO,
    Medium,
    PhotoState,
    VideoState,
    ViewerState,
)
from android_gym.simulator.apps.gallery.photo import Photo
from android_gym.simulator.apps.gallery.screens.common import quarter_turns
from android_gym.simulator.apps.gallery.screens.player import video_page
from android_gym.simulator.apps.gallery.screens.turning import TurningScreen
from android_gym.simulator.apps.gallery.videos import position, video_at
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.media.exif import read_exif
from android_gym.simulator.ui.activity import Screen, callback
from android_gym.simulator.ui.bitmap import Bitmap
from android_gym.simulator.ui.components import MenuItem, Toolbar, ViewPager
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, SwipeLayout, wide_row
from android_gym.simulator.ui.surface import Surface
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["PhotoActivity", "VideoActivity", "ViewPagerActivity"]

_SIDE_DP: Final = 58
"""Width of the edges that turn the page if that setting is on: a seventh of the screen."""
_BAR_DP: Final = 64
_HIDE_MS: Final = 500
"""Time until the bars hide by themselves if that setting is on (``HIDE_SYSTEM_UI_DELAY``)."""

_DOUBLE_TAP_MS: Final = 300
_BOTTOM_DP: Final = 64
_DOWN_DP: Final = 100
"""Distance of a downward swipe that closes the viewer (a guess)."""

FAVORITE, EDIT, SHARE, DELETE, ROTATE, PROPERTIES, ORIENTATION = 1, 2, 4, 8, 16, 32, 64
SLIDESHOW, ON_MAP, HIDE, RENAME, SET_AS = 128, 256, 512, 1024, 2048
COPY, MOVE, RESIZE = 4096, 8192, 16384
USUAL_ACTIONS: Final = FAVORITE | EDIT | SHARE | DELETE


class ViewPagerActivity(TurningScreen):
    """Shows the media of a folder, one at a time."""

    DIALOGS = (Slideshow,)

    # -- lifecycle

    def on_create(self) -> ViewerState:
        """Show the medium that the intent names, among those of its folder."""
        intent = self.intent
        path = intent.get_str("path") or self.path_of(intent.data or "") or ""
        folder = path.rpartition("/")[0]
        if "directory" in intent.extras:
            folder = intent.get_str("directory")
        if intent.get_bool("slideshow"):
            self.after(0, "begin_slideshow")
        if self.settings.flag("hide_system_ui"):
            self.after(_HIDE_MS, "hide_bars")
        if not path:
            self.toast("Unknown file location")
        return ViewerState(folder=folder, path=path, query=intent.get_str("query"))

    def on_resume(self) -> None:
        """Finish if nothing is left to show; otherwise set the orientation."""
        media = self.shown()
        if not media:
            self.finish()
            return
        self.turn_screen(media[self.place(media)])

    def shown(self) -> list[Medium]:
        """List the media to swipe through."""
        state = self.state
        if not state.path:
            return []
        media = self.media(state.folder)
        if wanted := state.query.casefold():
            media = [medium for medium in media if wanted in medium.name.casefold()]
        if media and any(medium.path == state.path for medium in media):
            return media
        own = self.library.at(state.path)
        # A filtered or hidden medium is shown alone if another app requested it.
        return [own] if own is not None else media

    def place(self, media: Sequence[Medium]) -> int:
        """Return the index of the current medium."""
        path = self.state.path
        found = next((i for i, medium in enumerate(media) if medium.path == path), None)
        return min(self.state.place, max(0, len(media) - 1)) if found is None else found

    def show(self, index: int) -> None:
        """Show another medium."""
        media = self.shown()
        if 0 <= index < len(media):
            self._go(media[index].path, index)

    def settled(self) -> None:
        """Show the next medium if the current one no longer exists; finish after the last."""
        media = self.shown()
        if not media:
            self.finish()
            return
        place = self.place(media)
        self._go(media[place].path, place)

    def _go(self, path: str, place: int) -> None:
        """Show a medium from its start; a video plays at once if that setting is on."""
        self.update(path=path, place=place, photo=PhotoState(), video=VideoState())
        if self.settings.flag("autoplay_videos") and self.is_video(path):
            self.play(True)
        if (medium := self.library.at(path)) is not None:
            self.turn_screen(medium)

    def renamed(self, path: str, target: str) -> None:
        """Keep showing the renamed medium."""
        if self.state.path in (path, "") or self.library.at(self.state.path) is None:
            self.update(path=target)
        self.settled()

    # -- the slideshow

    def start_slideshow(self) -> None:
        """Start a slideshow, without bars."""
        self.update(bars=False, slideshow=self.state.slideshow + 1)
        self._wait()

    @callback
    def begin_slideshow(self) -> None:
        """Start the slideshow that the list of media requested."""
        self.start_slideshow()

    def _wait(self) -> None:
        seconds = self.settings.number("slideshow_interval", 3, 1, 3600)
        self.after(1000 * seconds, "next_slide", self.state.slideshow)

    @callback
    def next_slide(self, number: int) -> None:
        """Show the next medium of a slideshow, or end it after the last."""
        if number != self.state.slideshow or self.state.bars:
            return
        media, settings = self.shown(), self.settings
        step = -1 if settings.flag("slideshow_move_backwards") else 1
        if settings.flag("slideshow_random_order") and len(media) > 1:
            step = 1 + (number * 7919 + self.place(media) * 104_729) % (len(media) - 1)
            target = (self.place(media) + step) % len(media)
        else:
            target = self.place(media) + step
        if not 0 <= target < len(media):
            if not settings.flag("loop_slideshow"):
                self.update(bars=True)
                self.toast("The slideshow ended")
                return
            target %= len(media)
        self.show(target)
        self._wait()

    # -- videos

    def step(self, by: int) -> None:
        """Show another medium, relative to the current one."""
        self.show(self.place(self.shown()) + by)

    def play(self, playing: bool) -> None:
        """Resume or pause the video."""
        found = video_at(self.files, self.state.path)
        if found is None:
            return
        clock, length = self.context.system.clock, found[1].duration_ms
        at = position(self.state.video, clock.elapsed_ms(), length)
        if playing and at >= length:
            at = 0
        since = clock.elapsed_ms() if playing else -1
        self.update(video=VideoState(True, at, since))
        if playing:
            self.after(max(1, length - at), "ended", since)

    def seek(self, position_ms: int) -> None:
        """Seek to a position in the video."""
        playing = self.state.video.since_ms >= 0
        self.update(video=VideoState(True, position_ms))
        if playing:
            self.play(True)

    @callback
    def ended(self, since: int) -> None:
        """Play the video again if that setting is on; otherwise stop at its end."""
        if self.state.video.since_ms != since:
            return
        if self.settings.flag("loop_videos"):
            self.update(video=VideoState(True))
            self.play(True)
        else:
            self.play(False)

    def on_pause(self) -> None:
        """Pause the video."""
        if self.state.video.since_ms >= 0:
            self.play(False)

    # -- the bars

    def tapped(self) -> None:
        """Wait whether the tap is the first of a double tap, which zooms."""
        taps = self.state.taps + 1
        self.update(taps=taps)
        self.after(_DOUBLE_TAP_MS, "toggle_bars", taps)

    @callback
    def hide_bars(self) -> None:
        """Hide the bars."""
        self.update(bars=False)

    @callback
    def toggle_bars(self, taps: int) -> None:
        """Show or hide the bars, unless another gesture has followed the tap."""
        if taps == self.state.taps:
            self.update(bars=not self.state.bars)

    # -- actions on the current medium

    def save_picture(self, path: str) -> None:
        """Save the picture with its rotation."""
        self.toast("Saving\u2026")
        if self.save_turned(self.state.path, path, self.state.photo.turned):
            self.toast("File saved successfully")
            self.update(photo=PhotoState())
        else:
            self.toast("Image editing failed")

    def _turn(self, degrees: int) -> None:
        photo = self.state.photo
        self.update(photo=PhotoState(turned=(photo.turned + degrees) % 360))

    def _favor(self) -> None:
        path = self.state.path
        records = self.library.records
        records.set_favorites([path], not records.is_favorite(path))

    def _ask_slideshow(self) -> None:
        settings = self.settings
        self.show_dialog(
            Slideshow(
                str(settings.number("slideshow_interval", 3, 1, 3600)),
                settings.flag("slideshow_random_order"),
                settings.flag("slideshow_move_backwards"),
                settings.flag("loop_slideshow"),
            )
        )

    # -- views

    @property
    def bottom_actions(self) -> int:
        """The actions at the bottom, as bits; 0 for none."""
        settings = self.settings
        if not settings.flag("bottom_actions", True):
            return 0
        return settings.number("visible_bottom_actions", USUAL_ACTIONS, 0, (1 << 15) - 1)

    def build(self) -> Screen:
        """Build the pages and the bars over them."""
        media = self.shown()
        state, settings = self.state, self.settings
        if not media:
            return Screen(FrameLayout([], id="fragment_holder"), background="#000000")
        place = self.place(media)
        medium = media[place]
        if medium.path != state.path:
            state = replace(state, photo=PhotoState(), video=VideoState())
        pager = ViewPager(
            len(media),
            lambda index: self._page(media[index], state if index == place else None),
            current=place,
            on_page=self.show,
            id="view_pager",
        )
        body: View = pager
        if settings.flag("allow_down_gesture", True):
            body = SwipeLayout(
                [pager], on_swipe={"down": self.finish}, distance={"down": _DOWN_DP},
                key="down", width=MATCH, height=MATCH, important_for_accessibility="no",
            )  # fmt: skip
        sides = self._sides(place) if settings.flag("allow_instant_change") else ()
        over = (self._shadow(), self._bottom(medium), self._bar(medium)) if state.bars else ()
        details = self._details(medium)
        dark = settings.flag("black_background") or not state.bars
        return Screen(
            FrameLayout(
                [body, details, *sides, *over],
                id="fragment_holder",
                class_name=RELATIVE,
                width=MATCH,
                height=MATCH,
            ),
            background="#000000" if dark else "background",
            edge_to_edge=True,
            full_screen=not state.bars,
            light_bars=False,
            title="Gallery",
        )

    def _page(self, medium: Medium, state: ViewerState | None) -> View:
        if medium.kind == VIDEO:
            windows = self.context.windows
            above = windows.navigation_bar_height / windows.density
            above += _BOTTOM_DP if self.bottom_actions else 0
            video = state.video if state is not None else VideoState()
            page = video_page(self, medium, video, self.state.bars, above)
            if page is not None:
                return page
        content = content_of(self.files, medium.path)
        size = picture_size(content)
        if size is None:
            shown: View = ImageView(
                "video" if medium.kind == VIDEO else "image_broken_variant",
                id="gestures_view", tint="#808080", size=64, width=MATCH, height=MATCH,
                on_click=self.tapped, important_for_accessibility="yes",
            )  # fmt: skip
        else:
            photo = state.photo if state is not None else PhotoState()
            shown = Surface(
                Photo(
                    Bitmap(content, "fit_center"),
                    size,
                    self.settings.flag("allow_rotating_with_gestures", True),
                ),
                photo,
                on_change=lambda new: self.update(photo=new, taps=self.state.taps + 1),
                id="gestures_view",
                class_name="android.widget.ImageView",
                important_for_accessibility="yes",
                width=MATCH,
                height=MATCH,
                on_click=self.tapped,
            )
        return FrameLayout(
            [shown],
            id="photo_holder",
            key=medium.path,
            class_name=RELATIVE,
            width=MATCH,
            height=MATCH,
        )

    def _sides(self, place: int) -> Sequence[View]:
        def side(id: str, start: bool, index: int) -> View:
            return View(
                id=id,
                width=_SIDE_DP,
                height=MATCH,
                gravity="start" if start else "end",
                on_click=lambda: self.show(index),
            )

        return side("instant_prev_item", True, place - 1), side(
            "instant_next_item", False, place + 1
        )

    def _details(self, medium: Medium) -> View | None:
        settings = self.settings
        hidden = settings.flag("hide_extended_details", True) and not self.state.bars
        if not settings.flag("show_extended_details") or hidden:
            return None
        text = extended_details(self, medium.path, settings.number("extended_details", 152, 0))
        bottom = _BOTTOM_DP + 32 if self.state.bars and self.bottom_actions else 32
        return TextView(
            text, id="photo_details", size=12, color="#EEEEEE", padding=4,
            margin=(4, 0, 4, bottom), gravity="bottom|start", background="#66000000",
        )  # fmt: skip

    def _shadow(self) -> View:
        windows = self.context.windows
        return View(
            id="top_shadow",
            class_name="android.widget.ImageView",
            important_for_accessibility="yes",
            width=MATCH,
            height=windows.status_bar_height / windows.density + _BAR_DP,
            gravity="top",
            background=DOWNWARDS,
        )

    def _bottom(self, medium: Medium) -> View | None:
        shown, path = self.bottom_actions, medium.path
        if not shown:
            return None
        starred = self.library.records.is_favorite(path)
        video, in_bin = medium.kind == VIDEO, self.state.folder == RECYCLE_BIN

        def button(
            bit: int, id: str, icon: str, words: str, click: Callable[[], object], on: bool = True
        ) -> View | None:
            if not shown & bit or not on:
                return None
            return ImageView(
                icon, id=f"bottom_{id}", tint="#FFFFFF", width=0, weight=1, height=48,
                content_description=words, on_click=click, on_long_click=lambda: self.toast(words),
            )  # fmt: skip

        still = not video
        buttons = (
            button(FAVORITE, "favorite", "star" if starred else "star_outline", "Toggle favorite",
                   self._favor, not in_bin),
            button(EDIT, "edit", "pencil", "Edit", lambda: self.edit(path), still),
            button(SHARE, "share", "share_variant", "Share", lambda: self.share([path])),
            button(DELETE, "delete", "delete", "Delete", lambda: self.ask_delete([path])),
            button(ROTATE, "rotate", "rotate_right", "Rotate", lambda: self._turn(90), still),
            button(PROPERTIES, "properties", "information_outline", "Properties",
                   lambda: self.show_dialog(Properties((path,)))),
            button(ORIENTATION, "change_orientation", self.orientation_icon(),
                   "Change orientation", self.next_orientation),
            button(SLIDESHOW, "slideshow", "presentation_play", "Slideshow", self._ask_slideshow),
            button(ON_MAP, "show_on_map", "map_marker", "Show on map",
                   lambda: self._show_on_map(medium), still),
            button(HIDE, "toggle_file_visibility", "eye_off", "Toggle file visibility",
                   lambda: self._toggle_visibility(medium)),
            button(RENAME, "rename", "rename_box", "Rename", lambda: self.ask_name([path])),
            button(SET_AS, "set_as", "wallpaper", "Set as", lambda: self.set_as(path), still),
            button(COPY, "copy", "content_copy", "Copy",
                   lambda: self.start_transfer([path], move=False)),
            button(MOVE, "move", "folder_move", "Move",
                   lambda: self.start_transfer([path], move=True)),
            button(RESIZE, "resize", "arrow_collapse", "Resize", lambda: self.ask_size(path),
                   still),
        )  # fmt: skip
        windows = self.context.windows
        below = windows.navigation_bar_height / windows.density
        return wide_row(
            *buttons,
            id="bottom_actions",
            class_name="android.view.ViewGroup",
            height=_BOTTOM_DP + below,
            padding=(0, 8, 0, below),
            gravity="bottom",
            background=UPWARDS,
        )

    def _show_on_map(self, medium: Medium) -> None:
        """Show on a map where a picture was taken, if its EXIF data has a location."""
        exif = read_exif(content_of(self.files, medium.path))
        if exif is None or exif.place is None:
            self.toast("Unknown location")
            return
        spot = ",".join(f"{degrees:.6f}" for degrees in exif.place)
        label = quote(f"({medium.name})")
        address = f"geo:{spot}?q={spot}{label}"
        self.open_elsewhere(Intent("android.intent.action.VIEW", data=address))

    def _toggle_visibility(self, medium: Medium) -> None:
        name = medium.name
        hidden = name.startswith(".")
        target = f"{medium.folder}/{name.lstrip('.') if hidden else '.' + name}"
        self.hide([medium.path], not hidden)
        if self.shows_hidden and self.library.at(target) is not None:
            self.update(path=target)

    def _bar(self, medium: Medium) -> View:
        path, in_bin = medium.path, self.state.folder == RECYCLE_BIN
        shown, still = self.bottom_actions, medium.kind != VIDEO
        hidden = medium.name.startswith(".")
        starred = self.library.records.is_favorite(path)
        turned = self.state.photo.turned

        def copy(move: bool) -> Callable[[], None]:
            return lambda: self.start_transfer([path], move=move)

        menu: Sequence[MenuItem | None] = (
            MenuItem(
                "Save as",
                lambda: self.show_dialog(SaveAs.of(path, append=False)),
                id="menu_save_as", icon="check",
            ) if turned else None,
            MenuItem("Delete", lambda: self.ask_delete([path]), id="menu_delete", icon="delete")
            if not shown & DELETE else None,
            MenuItem("Share", lambda: self.share([path]), id="menu_share", icon="share_variant")
            if not shown & SHARE else None,
            MenuItem(
                "Rotate", id="menu_rotate", icon="rotate_right",
                submenu=quarter_turns("menu", self._turn),
            ) if still and not shown & ROTATE else None,
            MenuItem(
                "Properties", lambda: self.show_dialog(Properties((path,))),
                id="menu_properties", icon="information_outline",
            ) if not shown & PROPERTIES else None,
            MenuItem("Rename", lambda: self.ask_name([path]))
            if not shown & RENAME and not in_bin else None,
            MenuItem("Unhide" if hidden else "Hide", lambda: self._toggle_visibility(medium))
            if not in_bin and not shown & HIDE else None,
            MenuItem("Copy to", copy(False)) if not shown & COPY else None,
            MenuItem("Move to", copy(True)) if not shown & MOVE else None,
            MenuItem("Open with", lambda: self.open_with(path)),
            MenuItem("Set as", lambda: self.set_as(path)) if still and not shown & SET_AS else None,
            MenuItem("Edit", lambda: self.edit(path)) if still and not shown & EDIT else None,
            MenuItem("Remove from favorites" if starred else "Add to favorites", self._favor)
            if not shown & FAVORITE and not in_bin else None,
            MenuItem("Restore this file", lambda: self.restore([path])) if in_bin else None,
            MenuItem(
                "Change orientation", id="menu_change_orientation", submenu=self.orientations()
            ) if not shown & ORIENTATION else None,
            MenuItem("Show on map", lambda: self._show_on_map(medium))
            if still and not shown & ON_MAP else None,
            MenuItem("Resize", lambda: self.ask_size(path))
            if still and not shown & RESIZE else None,
            MenuItem("Slideshow", self._ask_slideshow) if not shown & SLIDESHOW else None,
            MenuItem("Settings", lambda: self.start_activity(".activities.SettingsActivity")),
        )  # fmt: skip
        windows = self.context.windows
        bar = Toolbar(
            medium.name,
            navigation="arrow_back",
            navigation_description=None,
            on_navigation=self.finish,
            menu=menu,
            gap=2,
            color="#FFFFFF",
            background="transparent",
            id="medium_viewer_toolbar",
        )
        return FrameLayout(
            [bar],
            id="medium_viewer_appbar",
            class_name="android.widget.LinearLayout",
            width=MATCH,
            padding=(0, windows.status_bar_height / windows.density, 0, 0),
            gravity="top",
        )


class PhotoActivity(ViewPagerActivity):
    """Shows a picture opened by another app, among those of its folder."""

    def on_create(self) -> ViewerState:
        """Show the picture, or report that it can't be found."""
        path = self.path_of(self.intent.data or "")
        if path is None or self.library.at(path) is None:
            self.toast("Unknown file location")
            return ViewerState()
        return ViewerState(folder=path.rpartition("/")[0], path=path)


class VideoActivity(PhotoActivity):
    """Shows a video opened by another app."""
