"""Places that could not be read, in words."""

from __future__ import annotations

from typing import Any

from q40k.i18n.locale import N_, Locale

_ERRORS = {
    "place-empty": N_("Say a place: 30,45, a tile such as B2, a name, a portal."),
    "place-unreadable": N_(
        "“{said}” is no place. Such as: 30,45 · B2 · portal 3 · beside Bob · 6 in from Bob"
        " towards the tower."
    ),
    "no-thing": N_("Nothing here is called “{said}”."),
    "which-thing": N_("“{said}” may be {names}: say which."),
    "outside": N_("({x}; {y}) is not on the table, which is {width} × {height} cm."),
    "no-start": N_("Nobody knows where it stands now: measure from something else."),
    "no-direction": N_("Both are in the same place: that gives no direction."),
}


def place_error(locale: Locale, code: str, facts: dict[str, Any]) -> str:
    """Why words are no place, and what would be one."""
    if code == "no-thing" and facts.get("near"):
        said = N_("Nothing here is called “{said}”. Did you mean “{near}”?")
        return locale.say(said, said=facts["said"], near=facts["near"])
    shown = dict(facts)
    if "names" in facts:
        shown["names"] = locale.either(facts["names"][:6])
    for number in ("x", "y"):
        if number in facts:
            shown[number] = locale.number(facts[number])
    return locale.say(_ERRORS[code], **shown)
