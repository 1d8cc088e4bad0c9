"""Lines of what is in a file of TOML."""

import tomllib

from android_gym.task_suite.questions.places import lines_of

TEXT = '''title = "a"  # one

[table]
list = [
  1,
  "two # no comment",
]
text = """
several
lines
"""
after = 3

[[rows]]
name = "x"

[[rows]]
name = "y"
'''


def test_every_key_and_item_has_its_line():
    assert tomllib.loads(TEXT)["table"]["after"] == 3
    assert lines_of(TEXT) == {
        ("title",): 1,
        ("table",): 3,
        ("table", "list"): 4,
        ("table", "list", 0): 5,
        ("table", "list", 1): 6,
        ("table", "text"): 8,
        ("table", "after"): 12,
        ("rows",): 14,
        ("rows", 0): 14,
        ("rows", 0, "name"): 15,
        ("rows", 1): 17,
        ("rows", 1, "name"): 18,
    }
