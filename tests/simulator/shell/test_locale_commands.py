"""``cmd locale``: an app that speaks another language than the phone."""

from __future__ import annotations

from terminal import Terminal

CLOCK = "com.google.android.deskclock"


def texts(sh: Terminal) -> list[str]:
    return [element.text for element in sh.phone.ui_elements() if element.text]


def test_an_app_speaks_its_own_language(sh: Terminal) -> None:
    asked = f"cmd locale get-app-locales {CLOCK}"
    assert sh(asked) == f"Locales for {CLOCK} for user 0 are []\n"
    sh(f"monkey -p {CLOCK} 1; sleep 1")
    assert "Alarm" in texts(sh)
    assert sh(f"cmd locale set-app-locales {CLOCK} --user 0 --locales fr-FR,zh-CN") == ""
    assert sh(asked) == f"Locales for {CLOCK} for user 0 are [fr-FR,zh-CN]\n"
    assert "\u95f9\u949f" in texts(sh)
    assert "Alarm" not in texts(sh)
    sh("am start -n com.android.settings/.Settings; sleep 1")
    assert "Settings" in texts(sh)
    sh(f"monkey -p {CLOCK} 1; cmd locale set-app-locales {CLOCK} --locales en-US; sleep 1")
    sh("settings put system system_locales zh-CN")
    assert "Alarm" in texts(sh)
    sh(f"cmd locale set-app-locales {CLOCK}")
    assert sh(asked) == f"Locales for {CLOCK} for user 0 are []\n"
    assert "\u95f9\u949f" in texts(sh)


def test_an_app_that_is_gone_has_no_language(sh: Terminal) -> None:
    markor = "net.gsantner.markor"
    sh(f"cmd locale set-app-locales {markor} --locales de-DE; pm uninstall {markor}")
    assert sh.phone.system.locales.of_app(markor) == ""


def test_what_is_refused(sh: Terminal) -> None:
    assert sh.fails("cmd locale get-app-locales") == ("Error: no package specified\n", 255)
    unknown = "Unknown package no.app for userId 0\n"
    assert sh("cmd locale set-app-locales no.app --locales fr-FR") == unknown
    assert sh("cmd locale get-app-locales no.app") == unknown
    assert "Unknown option: --zork" in sh.fails(f"cmd locale get-app-locales {CLOCK} --zork")[0]
    for tags in ("1", "fr FR", ",".join(["de"] * 21)):
        said = sh.fails(f"cmd locale set-app-locales {CLOCK} --locales '{tags}'")[0]
        assert "no tags of languages" in said
    assert sh.run("cmd locale zork") == ("Unknown command: zork\n", 255)
