"""Why typed text is no position, in plain words."""

from __future__ import annotations

from q40k.geometry.space import PlaceError
from q40k.i18n.locale import N_, Locale

_ERRORS = {
    "place-unreadable": N_("“{said}” is no place: say it as 60,45, or as 5 north."),
    "no-thing": N_("Nothing here is called {said}."),
    "no-start": N_("It stands nowhere yet: say the place as 60,45."),
    "outside": N_("{x}, {y} is not on the table of {width} × {height} cm."),
}


def place_error(locale: Locale, error: PlaceError) -> str:
    """Return why typed text is no position."""
    facts = {name: locale.number(fact) if isinstance(fact, float) else fact
             for name, fact in error.facts.items()}  # fmt: skip
    return locale.say(_ERRORS[error.code], **facts)
