"""Hold filters of matches as players type them in a line: "2026-09-01, winter"."""

import re

from msgspec.structs import replace

from q40k.games.game import name_of
from q40k.i18n.locale import N_, Locale
from q40k.kernel.text import fold_name
from q40k.season.checks import finished_matches
from q40k.season.season import Filter, Season

_DAY = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])")


class NotKnown(Exception):
    """Report text that is no day, and no tag, game or mod of the season."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def parse_filter(locale: Locale, line: str, season: Season) -> Filter:
    """Parse a line into a filter: the first and last day, and words, with commas between.

    A word is a tag, a mod or a game, or the beginning of one. An empty line selects everything.
    Raises NotKnown.
    """
    result = Filter()
    for part in filter(None, map(str.strip, line.split(","))):
        if _DAY.fullmatch(part):
            days = sorted({part, *filter(None, (result.since, result.until))})
            result = replace(result, since=days[0], until=days[-1] if len(days) > 1 else "")
        else:
            result = _with_word(locale, result, part, season)
    return result


def _with_word(locale: Locale, so_far: Filter, text: str, season: Season) -> Filter:
    tags = {tag: {"tag": tag} for match in finished_matches(season) for tag in match.tags}
    mods = {
        name: {"played": locale.name_of(match.played)}
        for match in finished_matches(season)
        if match.played
        for name in (match.played.en, match.played.fr)
    }
    played = dict.fromkeys(match.game for match in finished_matches(season))
    games = {name: {"game": game} for game in played for name in (name_of(game), game)}
    meanings = [*tags.items(), *mods.items(), *games.items()]
    for fits in (str.__eq__, str.startswith):
        for name, fields in meanings:
            if fits(fold_name(name), fold_name(text)):
                return replace(so_far, **fields)
    raise NotKnown(text)


def describe_filter(locale: Locale, filter_: Filter) -> str:
    """Describe a filter in words, "" for everything."""
    since = locale.say(N_("since {day}"), day=filter_.since) if filter_.since else ""
    until = locale.say(N_("until {day}"), day=filter_.until) if filter_.until else ""
    game = name_of(filter_.game) if filter_.game else ""
    return " · ".join(part for part in (since, until, game, filter_.played, filter_.tag) if part)
