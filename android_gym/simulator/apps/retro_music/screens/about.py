"""The about page: the app's makers, project and version."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from android_gym.simulator.apps.retro_music.actions import Actions
from android_gym.simulator.apps.retro_music.look import GROUP
from android_gym.simulator.apps.retro_music.model import Destination
from android_gym.simulator.ui.components import CardView
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["HOME", "about"]

HOME = "https://github.com/RetroMusicPlayer/RetroMusicPlayer"
PACKAGE = "code.name.monkey.retromusic"
STORE = f"https://play.google.com/store/apps/details?id={PACKAGE}"
INVITATION = f"Hey check out this cool music player at: {STORE}"

Line = tuple[str, str, str, str, Callable[[Actions], object] | None]
"""Id, icon, title, summary and click action."""


def _opens(address: str) -> Callable[[Actions], object]:
    return lambda app: app.open_link(address)


SUPPORT: tuple[Line, ...] = (
    ("appGithub", "github", "GitHub", "Fork the project on GitHub", _opens(HOME)),
    (
        "appTranslation",
        "translate",
        "Translate",
        "Put the app into your language",
        _opens("https://crowdin.com/project/retromusicplayer"),
    ),
    (
        "appRate",
        "star_outline",
        "Rate the app",
        "Say in the Play Store what you think of it",
        _opens(f"market://details?id={PACKAGE}"),
    ),
    (
        "donateLink",
        "heart_outline",
        "Donate",
        "Pay for the work on the app",
        _opens("https://www.paypal.me/h4h13"),
    ),
    (
        "bugReportLink",
        "bug_outline",
        "Report an issue",
        "Tell what goes wrong",
        lambda app: app.open_page(Destination("report")),
    ),
    (
        "appShare",
        "share",
        "Share app",
        "Tell others of the app",
        lambda app: app.share_text(INVITATION),
    ),
    (
        "faqLink",
        "help_circle_outline",
        "FAQ",
        "Frequently asked questions",
        _opens(f"{HOME}/blob/master/FAQ.md"),
    ),
)
SOCIAL: tuple[Line, ...] = (
    ("websiteLink", "web", "Website", "The app's home", _opens("https://retromusic.app/")),
    (
        "pinterestLink",
        "pinterest",
        "Pinterest page",
        "Pictures of the app",
        _opens("https://in.pinterest.com/retromusicapp/"),
    ),
    (
        "instagramLink",
        "instagram",
        "Instagram page",
        "Pictures of how others use it",
        _opens("https://www.instagram.com/retromusicapp/"),
    ),
    (
        "twitterLink",
        "twitter",
        "Twitter page",
        "News and designs",
        _opens("https://twitter.com/retromusicapp"),
    ),
    (
        "telegramLink",
        "send",
        "Telegram group",
        "Talk with others who use it",
        _opens("https://t.me/retromusicapp"),
    ),
)
TEAM: tuple[tuple[str, str, str], ...] = (
    ("RetroMusicPlayer", "The project and its members", "https://github.com/RetroMusicPlayer"),
    ("Contributors", "Everybody whose work is in the app", f"{HOME}/graphs/contributors"),
)
"""The app's makers: name, role and page."""


def about(app: Actions) -> View:
    """Build the four cards."""
    team = column(
        *(_line(app, ("", "account", name, role, _opens(at))) for name, role, at in TEAM),
        id="recyclerView",
        width=MATCH,
    )
    other: tuple[Line, ...] = (
        (
            "changelog",
            "history",
            "What's New",
            "Changes of the last updates",
            lambda app: app.show_news(),
        ),
        (
            "openSource",
            "file_document_outline",
            "Licenses",
            "Open source software that the app has in it",
            lambda app: app.open_link(f"{HOME}/blob/dev/LICENSE.md"),
        ),
        ("version", "information", "Version", app.context.manifest.version_name, None),
    )
    made = TextView("Made with ❤️ in India", size=16, align="center", padding=16, width=MATCH)
    content = column(
        _card("card_credit", "sb1", "Members and contributors", team),
        _card("card_retro_info", "sb2", "Support development", *_lines(app, SUPPORT)),
        _card("card_social", "sb3", "Social", *_lines(app, SOCIAL)),
        _card("card_other", "sb4", "Other", *_lines(app, other), made),
        id="about_content",
        width=MATCH,
        padding=(0, 0, 0, 56),
    )
    return ScrollView(content, id="container", key="about")


def _card(id: str, heading: str, title: str, *lines: View) -> View:
    label = TextView(title, id=heading, size=14, color="primary", padding=16)
    return CardView(
        [column(label, *lines, class_name=GROUP, width=MATCH)],
        id=id,
        kind="outlined",
        corners=16,
        color="background",
        width=MATCH,
        margin=(8, 8, 8, 0),
    )


def _lines(app: Actions, lines: tuple[Line, ...]) -> list[View]:
    return [_line(app, line) for line in lines]


def _line(app: Actions, line: Line) -> View:
    id, icon, title, summary, click = line
    return row(
        ImageView(icon, id="icon", width=56, height=24),
        column(
            TextView(title, id="title", size=16),
            TextView(summary, id="summary", size=14, color="text_secondary"),
            width=0,
            weight=1,
            padding=(0, 0, 16, 0),
        ),
        id=id or None,
        class_name=GROUP,
        width=MATCH,
        min_height=64,
        padding=(8, 12),
        on_click=partial(click, app) if click is not None else None,
    )
