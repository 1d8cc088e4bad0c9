import pytest

from android_gym.wrappers.typing_candidates import typing_candidates


@pytest.mark.parametrize(
    "goal, wanted",
    [
        (
            "Add the following expenses into the pro expense:\nname|amount_dollars|note\n"
            "Chess Club Dues|$70.72|Agreed by phone\nPicnic Share|$452.9|Claim from work",
            {"Chess Club Dues", "70.72", "Agreed by phone", "Picnic Share", "452.9"},
        ),
        (
            "Add the following expenses into the pro expense:\nExpense: Library Card\n "
            "amount_dollars: $215.86\n category_name: Education\n note: Check the invoice\n",
            {"Library Card", "215.86", "Check the invoice"},
        ),
        (
            "Create a new note in Markor named late_orchard.md with the following text: "
            "Defrost the soup overnight in the fridge.",
            {"late_orchard.md", "late_orchard", "Defrost the soup overnight in the fridge."},
        ),
        (
            "Send a text message using Simple SMS Messenger to +16044731886 with message: "
            "The wifi password is on the fridge door.",
            {"+16044731886", "The wifi password is on the fridge door."},
        ),
        (
            "Reply to +13970348525 with message: Wish me luck. in Simple SMS Messenger",
            {"+13970348525", "Wish me luck."},
        ),
        (
            'Update the content of a_b.txt to "8IXY4" in Markor and change its name to c_d.md.',
            {"8IXY4", "c_d.md", "c_d"},
        ),
        ("Create a new folder in Markor named folder_20230515_185702.", {"folder_20230515_185702"}),
        ("Create a timer with 11 hours, 21 minutes, and 24 seconds.", {"11", "21", "24"}),
        ("Edit n.md in Markor. Replace the text with One.\nTwo.", {"One.\nTwo."}),
        ("Delete the following expenses from pro expense: Graph Paper, Tea.", {"Tea"}),
    ],
)
def test_finds_what_goals_want_typed(goal, wanted):
    found = typing_candidates(goal)
    assert wanted <= set(found)
    assert len(found) == len(set(found))


def test_finds_nothing_where_there_is_nothing():
    assert typing_candidates("Turn wifi off.") == []
