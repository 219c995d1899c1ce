"""The templates of the board and of the phones' pages, in one language."""

from q40k.i18n.locale import Locale
from q40k.report.html import Macros


def pages(locale: Locale) -> Macros:
    """Return the templates of whole pages."""
    return Macros("q40k.live", "page.html", locale)


def texts(locale: Locale) -> Macros:
    """Return the templates of parts of pages."""
    return Macros("q40k.live", "parts.html", locale)
