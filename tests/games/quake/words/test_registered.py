"""Whatever the rules tell, ask, refuse or carry out has words, registered in some chapter."""

from q40k.games.quake.rules.registry import REGISTRY
from q40k.games.quake.words.wording import WORDS

from .sources import coded, keys_asked


def test_every_event_has_words() -> None:
    assert set(REGISTRY.events) == WORDS.event_kinds


def test_every_command_has_a_line() -> None:
    assert set(REGISTRY.commands) == WORDS.command_kinds


def test_every_question_has_words() -> None:
    fights = {key for key in WORDS.question_keys if key.startswith("fight-")}
    assert keys_asked() - fights == WORDS.question_keys - fights


def test_every_refusal_has_words() -> None:
    worded = {code.partition("/")[0] for code in WORDS.refusal_sentences}
    assert set(coded(["rules"], ["refuse", "forbid"], 1)) - worded == set()
