"""Templates of instructions: what is left of one when its subjects, or its verbs, are taken out.

The paper had a language model find them. Here words are told apart by two closed lists, verbs and
the words of grammar; everything else, quotations and numbers too, is a subject.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["subject_template", "verb_template"]

_VERBS: Final = frozenset(
    """
    add adjust allow answer append archive ask attach block book browse buy calculate call cancel
    capture change charge check choose clear click close compare complete compose compute confirm
    connect contain contains convert copy create cut decrease delete describe deselect disable
    disconnect discard display dismiss do does done double download draw drop duplicate edit empty
    enable ends ensure enter erase exclude exit export fetch fill filter find finish follow forward
    get give go hide import include increase insert install is join keep label launch leave let like
    list listen load lock log look make manage map mark measure merge message move mute name
    navigate open order organize pair paste pause pay pick pin place play post press print put
    quit read record redial refresh reject remind remove rename reorder repeat replace reply report
    request reschedule resend reset resize respond restart restore resume retrieve return rotate
    run save say scan schedule scroll search see select send set share show shut sign skip slide
    snooze sort spell start starts stop store submit subscribe subtract sum switch sync take tap
    tell text toggle total transcribe transfer translate turn type undo uninstall unlock unmute
    unpair unsubscribe update upgrade upload use verify view visit watch work write zoom
    """.split()
)
_GRAMMAR: Final = frozenset(
    """
    a about after all also am an and any app apps are as at be been before between but by can
    contact could device each either every exactly for from had has have having he her his how i if
    in into it its itself many me more most much my near new no not now of off on one only onto or
    other our out over own per please should so some such than that the their them then there these
    they this those through to under until up us using was we were what what's when where which
    while who whose why will with within without would you your
    """.split()
)
_TOKEN: Final = re.compile(r"\"[^\"]*\"|“[^”]*”|[^\W_]+(?:['’.:/_-][^\W_]+)*")
_MOST_CHARACTERS: Final = 10_000


def subject_template(goal: str) -> str:
    """Return an instruction with its subjects taken out: ``turn {} off`` of ``Turn wifi off``.

    Args:
        goal: The instruction.
    """
    words: list[str] = []
    for token in _tokens(goal):
        if token in _VERBS or token in _GRAMMAR:
            words.append(token)
        elif words[-1:] != ["{}"]:
            words.append("{}")
    return " ".join(words)


def verb_template(goal: str) -> str:
    """Return an instruction with its verbs taken out: ``{} wifi off`` of ``Turn wifi off``.

    Args:
        goal: The instruction.
    """
    words: list[str] = []
    for token in _tokens(goal):
        if token not in _VERBS:
            words.append(token)
        elif words[-1:] != ["{}"]:
            words.append("{}")
    return " ".join(words)


def _tokens(goal: str) -> list[str]:
    tokens: list[str] = _TOKEN.findall(goal[:_MOST_CHARACTERS])
    return [token.lower() for token in tokens]
