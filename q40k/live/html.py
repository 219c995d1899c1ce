"""The templates of the board and of the phones' pages, in one language."""

from functools import lru_cache

from q40k.i18n.locale import Locale
from q40k.report.html import Macros

MOST_KEPT = 32
"""So many templates are kept ready, each for a locale: every audience has one of its own."""


@lru_cache(MOST_KEPT)
def pages(locale: Locale) -> Macros:
    """Return the templates of whole pages."""
    return Macros("q40k.live", "page.html", locale)


@lru_cache(MOST_KEPT)
def texts(locale: Locale) -> Macros:
    """Return the templates of parts of pages."""
    return Macros("q40k.live", "parts.html", locale)
