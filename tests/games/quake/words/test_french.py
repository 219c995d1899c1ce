"""The French of this room is set as French is, and fits what people are called."""

import re

from babel.messages.catalog import Message
from rich.cells import cell_len

from q40k.i18n.locale import HARD_SPACE
from tests.words import everything, read


def messages() -> list[Message]:
    collected: list[Message] = []
    for part in everything():
        catalog = read(part.catalogue("fr"))
        collected += [m for m in catalog if m.id and any("/words/" in f for f, _ in m.locations)]
    assert len(collected) > 300
    return collected


def forms(text: str | tuple[str, ...] | list[str] | None) -> list[str]:
    return [text or ""] if text is None or isinstance(text, str) else list(text)


ENGLISH = sorted({text for message in messages() for text in forms(message.id)})
FRENCH = sorted({text for message in messages() for text in forms(message.string)})


def astray(texts: list[str], pattern: str) -> list[str]:
    return [text for text in texts if re.search(pattern, text)]


def test_the_hard_space_is_one_cell() -> None:
    assert cell_len(HARD_SPACE) == 1


def test_apostrophes_and_dots_are_typographic() -> None:
    assert astray([*ENGLISH, *FRENCH], r"'|\.\.\.|\"") == []


def test_french_puts_a_hard_space_before_double_signs() -> None:
    assert astray(FRENCH, rf"[^{HARD_SPACE}][!?;:](\s|$)") == []
    assert astray(FRENCH, rf"«[^{HARD_SPACE}]|[^{HARD_SPACE}]»") == []
    assert astray(FRENCH, "[“”\u202f]") == []


def test_english_puts_none() -> None:
    assert astray(ENGLISH, rf"[{HARD_SPACE}\u202f]|\s[!?;:]|[«»]") == []


def test_no_name_meets_an_elision() -> None:
    """« de Alice », « que Alice »: a sentence never puts such a word before a name."""
    names = "player|killer|killers|victim|by|who|target|active|holder|others|players|name|was"
    assert astray(FRENCH, rf"\b(de|que|jusque|si|le|la)\s\{{({names})\}}") == []


def test_nothing_is_left_in_english() -> None:
    assert all(text.strip() for text in FRENCH)
    plain = [re.sub(r"\{\w+\}|«[^»]*»", "", text) for text in FRENCH]  # a script's own words stay, in quotes
    assert astray(plain, r"\b(the|and|with|of|is|rolls|player)\b") == []
