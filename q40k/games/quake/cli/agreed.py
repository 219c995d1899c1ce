"""Read what a table agreed on before a match from a call: NAME=NUMBER, add-ons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from q40k.cli.base import bad_value
from q40k.cli.say import _, locale

if TYPE_CHECKING:
    from q40k.games.quake.packs.models import Mod


def agreed_options(
    mod: Mod, said: tuple[str, ...], addons: tuple[str, ...], budget: int | None
) -> dict[str, int]:
    """Return the options of a match by name. Raises click.BadParameter for unknown options."""
    from q40k.games.quake.rules.table.opening import apply_options, with_addons
    from q40k.games.quake.words.wording import WORDS
    from q40k.kernel.events import Refused

    options: dict[str, int] = {} if budget is None else {"budget": budget}
    for text in said:
        name, equals, number = text.partition("=")
        if not equals or not number.strip().isascii() or not number.strip().isdigit():
            raise bad_value("--option", _("“{said}” is not NAME=NUMBER.", said=text))
        options[name.strip()] = int(number.strip()[:9])
    try:
        frenzied = with_addons(mod, addons)
    except Refused as refused:
        raise bad_value("--addon", WORDS.refuse(locale(), refused.refusal)) from refused
    try:
        apply_options(frenzied, options)
    except Refused as refused:
        raise bad_value("--option", WORDS.refuse(locale(), refused.refusal)) from refused
    return options
