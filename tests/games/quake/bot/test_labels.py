"""What the lab counts of a match has words, whatever somebody dies of."""

from q40k.games.quake.bot.lab import QuakeLab
from q40k.games.quake.words.bots import COUNTED
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale
from tests.games.quake.words.sources import codes_in


def test_every_accident_has_words() -> None:
    causes = {*codes_in(["rules"], ["die_by_accident"], 2), "plasma", "perils", "own-shot"} - {"told"}
    assert {f"accident-{cause}" for cause in causes} <= set(COUNTED)


def test_portals_are_counted_in_words_of_the_language() -> None:
    lab = QuakeLab()
    assert lab.label(Locale("en").of(WORDS.locales), "portal-3") == "Lives from portal 3"
    assert lab.label(Locale("fr").of(WORDS.locales), "accident-nuke").endswith("la bombe atomique")
