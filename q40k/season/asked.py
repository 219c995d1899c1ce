"""Which matches are looked at, as somebody types it in a line: "2026-09-01, winter"."""

from __future__ import annotations

import re
from typing import Final

from msgspec.structs import replace

from q40k.games.game import name_of
from q40k.i18n.locale import N_, Locale
from q40k.season.club import key
from q40k.season.season import Filter, Season

_DAY: Final = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])")


class NotKnown(Exception):
    """What is `said` is no day, and no tag, no game and nothing played in the season."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


def asked(locale: Locale, line: str, season: Season) -> Filter:
    """The matches that a line asks for: a day from which on, a day up to which, and words.

    Commas part them. A word is a tag, something played or a game, or the beginning of one. Nothing
    asks for everything. Raises NotKnown.
    """
    found = Filter()
    for part in filter(None, map(str.strip, line.split(","))):
        if _DAY.fullmatch(part):
            days = sorted({part, *filter(None, (found.since, found.until))})
            found = replace(found, since=days[0], until=days[-1] if len(days) > 1 else "")
        else:
            found = _with_word(locale, found, part, season)
    return found


def _with_word(locale: Locale, found: Filter, said: str, season: Season) -> Filter:
    matches = (*season.every, *(one for one, _why in season.left_out))
    tags = {tag: {"tag": tag} for one in matches for tag in one.tags}
    mods = {name: {"played": locale.name_of(one.played)} for one in matches if one.played
            for name in (one.played.en, one.played.fr)}  # fmt: skip
    games = {name: {"game": one.game} for one in matches for name in (name_of(one.game), one.game)}
    meanings = [*tags.items(), *mods.items(), *games.items()]
    for fits in (str.__eq__, str.startswith):
        for name, meant in meanings:
            if fits(key(name), key(said)):
                return replace(found, **meant)
    raise NotKnown(said)


def told(locale: Locale, wanted: Filter) -> str:
    """A filter in words, "" for everything."""
    since = locale.say(N_("since {day}"), day=wanted.since) if wanted.since else ""
    until = locale.say(N_("until {day}"), day=wanted.until) if wanted.until else ""
    game = name_of(wanted.game) if wanted.game else ""
    return " · ".join(part for part in (since, until, game, wanted.played, wanted.tag) if part)
