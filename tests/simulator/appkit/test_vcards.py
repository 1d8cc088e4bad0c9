"""Files with contacts: what is written is read again, and what others write."""

from __future__ import annotations

import pytest

from android_gym.simulator.appkit.vcards import (
    MOST_CARDS,
    MOST_FIELDS,
    MOST_LINES,
    VCard,
    VCardField,
    read_vcards,
    write_vcards,
)

CARDS = (
    VCard("Ann Lee", ("Lee", "Ann", "", "", ""), (VCardField("phone", "+1 555", "Mobile"),)),
    VCard(
        "Žofie; Nov\\á",
        ("Nov\\á", "Žofie;", "", "", ""),
        (
            VCardField("phone", "123", "Work"),
            VCardField("phone", "124", "Other"),
            VCardField("email", "z@example.com", "Home"),
            VCardField("company", "Příliš, s.r.o."),
            VCardField("address", "Street 1; Town"),
            VCardField("notes", "two\nlines = 3"),
        ),
    ),
)


def test_what_is_written_is_read_again() -> None:
    assert read_vcards(write_vcards(CARDS)) == CARDS
    assert write_vcards(CARDS).isascii()


@pytest.mark.parametrize(
    ("text", "name", "fields"),
    [
        ('FN:A\\, B\nTEL;TYPE="cell,voice":1', "A, B", [("phone", "1", "Mobile")]),
        (
            "N:B;A;C;Dr.;Jr.\nitem1.EMAIL;type=INTERNET:a@b.c",
            "Dr. A C B Jr.",
            [("email", "a@b.c", "Other")],
        ),
        ("FN:Lo\n ng\nNOTE:one\\ntwo", "Long", [("notes", "one\ntwo", "")]),
        ("FN;ENCODING=QUOTED-PRINTABLE:A=C3=\n=A9", "A\u00e9", []),
        ("FN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller", "M\u00fcller", []),
        ("FN;CHARSET=rot13;ENCODING=QUOTED-PRINTABLE:M=C3=BC", "M\u00fc", []),
        ("FN:a\u2028b\x1cc", "a\u2028b\x1cc", []),
        ("NOTE:QUOTED-PRINTABLE=\nFN:X", "X", [("notes", "QUOTED-PRINTABLE=", "")]),
        ("PHOTO:FN\n FN:no\nFN:X", "X", []),
        ("TEL;WORK;FAX:3", "", [("phone", "3", "Work Fax")]),
        ("PHOTO;ENCODING=b:AAAA\nFN:X\nrubbish", "X", []),
    ],
)
def test_what_others_write(text: str, name: str, fields: list[tuple[str, str, str]]) -> None:
    data = f"BEGIN:VCARD\r\n{text}\r\nEND:VCARD\r\n".encode()
    (card,) = read_vcards(data)
    assert card.name == name
    assert [(field.kind, field.text, field.label) for field in card.fields] == fields


@pytest.mark.parametrize(
    "data", [b"", b"BEGIN:VCARD\nEND:VCARD", b"FN:x", b"\xff" * 100, b"BEGIN:VCARD\nFN:x"]
)
def test_nothing_is_made_of_rubbish(data: bytes) -> None:
    assert read_vcards(data) == ()


def test_a_mark_of_the_encoding_is_no_part_of_the_file() -> None:
    assert read_vcards(b"\xef\xbb\xbfBEGIN:VCARD\nFN:X\nEND:VCARD") == (VCard("X"),)


def test_a_card_has_a_limited_number_of_lines() -> None:
    lines = b"PHOTO:x\n" * 1_000 + b"FN:X\n" + b"TEL:1\n" * 100_000
    (card,) = read_vcards(b"BEGIN:VCARD\n" + lines + b"END:VCARD")
    assert card.name == "X" and len(card.fields) == MOST_LINES - 1


def test_a_file_has_a_limited_number_of_fields_and_of_cards() -> None:
    wide = b"BEGIN:VCARD\n" + b"TEL:1\n" * MOST_LINES + b"END:VCARD\n"
    assert sum(len(card.fields) for card in read_vcards(wide * 100)) == MOST_FIELDS
    assert len(read_vcards(b"BEGIN:VCARD\nFN:X\nEND:VCARD\n" * 100_000)) == MOST_CARDS


def test_a_line_in_many_pieces_is_put_together_once() -> None:
    # Its cost was the square of their number: minutes for such a file.
    for head, piece in (("FN;QUOTED-PRINTABLE:", "=41=\n"), ("FN:", "\n A")):
        data = f"BEGIN:VCARD\n{head}{piece * 600_000}\nEND:VCARD".encode()
        (card,) = read_vcards(data)
        assert card.name == "A" * 600_000


def test_names_of_files() -> None:
    assert VCard("a/b").file_name == "a_b.vcf"
    assert VCard("").file_name == "contact.vcf"
