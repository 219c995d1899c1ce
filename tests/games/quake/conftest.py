"""Both languages as Quake 40K is played in them."""

import pytest

from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale


@pytest.fixture
def english() -> Locale:
    """English, as the game speaks it."""
    return Locale("en", WORDS.locales)


@pytest.fixture
def french() -> Locale:
    """French, as the game speaks it."""
    locale = Locale("fr", WORDS.locales)
    assert locale.language == "fr", "the catalogue is not compiled: run `make words`"
    return locale
