"""No box stands for anything that people type or apps show; a font is what its version is."""

from __future__ import annotations

import hashlib
import importlib.util
import logging
import re
from pathlib import Path

import numpy as np
import pytest

from android_gym.simulator.apps.latin_ime import emoji, tables
from android_gym.simulator.ui import fonts
from android_gym.simulator.ui._skia import canvas_on
from android_gym.simulator.ui.shaping import Paragraph, typesetter
from android_gym.simulator.ui.text import TextLayout, TextStyle, layout_text, measure_width

SIMULATOR = Path(fonts.__file__).parents[1]

SAMPLES = {
    "emoji": "😀🥲🫠🎉🚀🐱🍕⚽☎✈☀❤☺✂⌚⏰🈁🆗🔟",
    "emoji sequences": "👍🏽👩‍🚀👨‍👩‍👧🏳️‍🌈🏴‍☠️🇩🇪🇧🇷🏴󠁧󠁢󠁥󠁮󠁧󠁿1️⃣#️⃣❤️☺️❤️‍🔥",
    "arrows": "←↑→↓↔↕↖↗⇐⇒⇔⇧⟶⟵➔➜➡↩↪⤴",
    "symbols": "✓✔✗✘★☆♠♣♥♦♩♪♫■□▲△▼●○◆◇☐☑☒♔♞⚀☮☯⌘⌥⏎␣█▓│┌⠿",
    "mathematics": "∑∏√∞≠≤≥≈±×÷∂∫∈∉⊂∪∩∀∃ℕℝ½⅓¾²₂π",  # noqa: RUF001
    "money": "€£¥₹₽₩₿₺฿¢ ™©®№℃µ§¶†‡•…‰",
    "faces": "ツ ¯\\_(ツ)_/¯ ಠ_ಠ ʕ•ᴥ•ʔ ( ͡° ͜ʖ ͡°) ლ(╹◡╹ლ)",
    "Latin": "ĘłăğčžßøåñçİıȘțŵỹ Tiếng Việt ə̃ ɲʃ",
    "Greek, Cyrillic": "Ελληνικά ᾧ Русский Їжак Ќирилица",
    "Armenian, Georgian, Ethiopic": "Հայերեն ქართული አማርኛ",
    "Chinese": "中文简体 繁體中文 「測試」，。！",
    "Japanese": "日本語 ひらがな カタカナ ｶﾀｶﾅ 々〆",
    "Korean": "한국어 ㄱㄴㄷ 안녕하세요",
    "Arabic": "مرحبا بالعالم؟ لا إله ١٢٣ فارسی پچژ اُردُو",
    "Hebrew": "שלום עולם שָׁלוֹם ״׳",
    "Devanagari": "नमस्ते दुनिया क्षत्रिय हिन्दी १२३ ।",
    "Thai": "สวัสดีชาวโลก ที่นี่ กำลัง ๑๒๓ ๆ",
    "India": "தமிழ் తెలుగు ಕನ್ನಡ മലയാളം বাংলা ગુજરાતી ਪੰਜਾਬੀ ଓଡ଼ିଆ සිංහල",
    "South-East Asia": "ខ្មែរ ລາວ မြန်မာ",
}


def boxes(text: str, **style: object) -> list[str]:
    """Return what of a text has no glyph."""
    paragraph = Paragraph(text, typesetter(TextStyle(16, **style), 1.0))  # type: ignore[arg-type]
    return [
        text[cluster]
        for run in paragraph.runs
        for glyph, _, _, cluster in zip(*run.columns(), strict=True)
        if not glyph
    ]


def painted(layout: TextLayout, width: int = 600, height: int = 100) -> np.ndarray:
    pixels = np.zeros((height, width, 4), np.uint8)
    canvas = canvas_on(pixels)
    layout.paint(canvas, 10, 10, 0xFFFFFFFF)
    return pixels


@pytest.mark.parametrize("script", SAMPLES)
def test_no_character_is_a_box(script: str) -> None:
    assert boxes(SAMPLES[script]) == []
    assert boxes(SAMPLES[script], weight=700, italic=True) == []
    assert boxes(SAMPLES[script], font="mono") == []
    assert painted(layout_text(SAMPLES[script], TextStyle(16), 1.0)).any()


def test_a_character_of_no_font_is_a_box() -> None:
    """An unassigned character: the table's tests can fail."""
    assert boxes("a\U0001fbff\u0378") == ["\U0001fbff", "\u0378"]


def test_what_the_keyboard_types_and_apps_say_has_glyphs() -> None:
    typed = [*tables.LAYERS["letters"], *tables.LAYERS["symbols"], *tables.LAYERS["more"]]
    typed += tables.ALTERNATES.values()
    typed += ["".join(category.emoji) for category in emoji.categories()]
    for texts in typed:
        assert boxes(texts + texts.upper()) == []
    escapes = re.compile(r"\\N\{([^}]+)\}|\\u([0-9a-f]{4})")
    shown: set[str] = set()
    for path in SIMULATOR.glob("a*/**/*.py"):
        text = path.read_text("utf-8")
        shown |= {c for c in text if not c.isascii()}
        for _, code in escapes.findall(text):
            if code:
                shown.add(chr(int(code, 16)))
    wanted = {c for c in shown if c.isprintable()}
    assert len(wanted) > 20
    assert {c for c in wanted if boxes(c)} == set()


def test_emoji_are_coloured_where_they_are_emoji() -> None:
    def colored(text: str) -> bool:
        pixels = painted(layout_text(text, TextStyle(16), 2.0)).astype(int)
        return bool((np.abs(pixels[..., 0] - pixels[..., 2]) > 60).any())

    for text in ("😀", "❤️", "❤", "1️⃣", "🇩🇪", "👍🏽", "\N{BLACK HEART SUIT}\ufe0f"):
        assert colored(text), text
    for text in ("1", "#", "❤\ufe0e", "☺\ufe0e", "→", "★", "日"):
        assert not colored(text), text


def test_an_emoji_sequence_is_one_glyph() -> None:
    one = measure_width("😀", TextStyle(16), 1.0)
    for text in ("👨‍👩‍👧", "🇩🇪", "👍🏽", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "❤️‍🔥"):
        assert measure_width(text, TextStyle(16), 1.0) == one, text


def test_a_mark_that_the_letter_s_font_lacks_takes_the_letter_along() -> None:
    setter = typesetter(TextStyle(16), 1.0)
    (_, _, first), (start, end, index), _ = setter.face_runs("ab\u0361c")
    assert (start, end) == (1, 3)
    assert index != first == 0
    assert setter.face_runs("e\u0301") == [(0, 2, 0)]


def test_fonts_are_those_of_their_versions() -> None:
    """A machine's own fonts, or another version of a package, would draw other pixels."""
    known = {
        "DejaVuSans.ttf": "3fdf69cabf06049e",
        "NotoColorEmoji-Regular.ttf": "9cb722075cfcb586",
        "NotoSansArabic[wght].ttf": "3fae4d7239d1faa5",
        "NotoSansArmenian[wght].ttf": "e979dfaed56ddb4b",
        "NotoSansBengali[wght].ttf": "dc9defe97bb04187",
        "NotoSansCJKjp-Regular.otf": "68a3fc98800b2a27",
        "NotoSansDevanagari[wght].ttf": "bf99bf762743ff32",
        "NotoSansEthiopic[wght].ttf": "93f223089e300b98",
        "NotoSansGeorgian[wght].ttf": "42f4a8bf4fe0af8a",
        "NotoSansGujarati[wght].ttf": "83d1bde74d64fb38",
        "NotoSansGurmukhi[wght].ttf": "8a3096ee2166f638",
        "NotoSansHebrew[wght].ttf": "9d81d81ad5926444",
        "NotoSansKannada[wght].ttf": "b6b11505d76eddf9",
        "NotoSansKhmer[wght].ttf": "56f89948a84cc0b0",
        "NotoSansLao[wght].ttf": "fc138d605aa998d8",
        "NotoSansMalayalam[wght].ttf": "94cddc94a03fa9a5",
        "NotoSansMyanmar[wght].ttf": "e0b280aa3080aab9",
        "NotoSansOriya[wght].ttf": "37f482d0179d0a50",
        "NotoSansSinhala[wght].ttf": "3fd7c6a61cb6dfb8",
        "NotoSansSymbols[wght].ttf": "63724daeff6755a4",
        "NotoSansTamil[wght].ttf": "37e151cdec4a8cfb",
        "NotoSansTelugu[wght].ttf": "6c06de88b2d420d8",
        "NotoSansThai[wght].ttf": "13f52f79b04f01f2",
        "NotoSans[wght].ttf": "fb53504de62e767a",
        "RobotoMono[wght].ttf": "66a80e79d17e4c7c",
        "Roboto[wdth,wght].ttf": "d7598e12c5dbef09",
    }
    for family in {fonts._MONO, *fonts._FALLBACKS}:
        path = fonts._path(family, False)
        assert path is not None
        assert hashlib.sha256(path.read_bytes()).hexdigest()[:16] == known[path.name], path.name


def test_a_missing_package_is_named_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name: None if name.startswith("noto_cjk") else find(name)
    )
    caches = (fonts._path, fonts._face, fonts.face_index, fonts.has_glyph)
    for cached in caches:
        cached.cache_clear()
    try:
        with caplog.at_level(logging.WARNING):
            assert fonts.face_index("日", "roboto") == 0
            assert fonts.face_index("本", "roboto") == 0
        (record,) = caplog.records
        assert "`pip install noto-cjk-sans-jp-regular==0.0.1`" in record.getMessage()
    finally:
        monkeypatch.undo()
        for cached in caches:
            cached.cache_clear()


def test_latin_text_opens_no_other_font() -> None:
    for cached in (fonts._face, fonts.face_index):
        cached.cache_clear()
    assert boxes("Thé “quick” brown fôx – £5, 20 °C…") == []
    assert fonts._face.cache_info().currsize == 1
