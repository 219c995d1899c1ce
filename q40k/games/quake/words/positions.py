"""Sentences of positions: where champions stand, and places in typed words."""

from typing import Any

from q40k.games.quake.packs.arena import tile_of
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.positions import PlaceAt, Placed, StandIn, StandSet
from q40k.games.quake.words.wording import commands, events, name_of, of_player_and, refusals, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.wording import CommandText, EventText


@tells(Placed)
def _placed(locale: Locale, state: Match, event: Placed) -> str:
    who = name_of(state, event.player)
    if event.at is None:
        return locale.say(N_("Nobody knows where {player} stands any more"), player=who)
    if event.portal is not None:
        return locale.say(N_("{player} stands in portal {portal}"), player=who, portal=event.portal)
    tile = tile_of(event.at, state.arena.size)
    return locale.say(N_("{player} stands in tile {tile}"), player=who, tile=tile)


events(
    {
        StandSet: EventText(
            {None: N_("{player} stands in no portal"), ...: N_("{player} stands in portal {portal}")}, by="portal"
        )
    }
)


def where(locale: Locale, player: Player) -> str:
    """Return where a champion is: "in portal 3", "dead"; "" in the open."""
    if not player.present:
        return locale.pgettext("champion", "left")
    if not player.life.alive:
        return locale.pgettext("champion", "dead")
    if not player.life.placed:
        return locale.pgettext("champion", "waiting")
    place = player.position
    return place_text(locale, place.portal, place.near, place.tile)


def place_text(locale: Locale, portal: int | None, near: int | None, tile: str | None) -> str:
    """Return a place by its portal, the portal it is beside, or its tile; "" without any."""
    if portal is not None:
        return locale.say(N_("in portal {portal}"), portal=portal)
    if near is not None:
        return locale.say(N_("beside portal {portal}"), portal=near)
    return "" if tile is None else locale.say(N_("in tile {tile}"), tile=tile)


_ERRORS = {
    "place-empty": N_("Say a place: 30,45, a tile such as B2, a name, a portal."),
    "place-unreadable": N_(
        "“{said}” is no place. Such as: 30,45 · B2 · portal 3 · beside Bob · 6 in from Bob towards the tower."
    ),
    "no-thing": N_("Nothing here is called “{said}”."),
    "which-thing": N_("“{said}” may be {names}: say which."),
    "outside": N_("({x}; {y}) is not on the table, which is {width} × {height} cm."),
    "no-start": N_("Nobody knows where it stands now: measure from something else."),
    "no-direction": N_("Both are in the same place: that gives no direction."),
}


def place_error(locale: Locale, code: str, facts: dict[str, Any]) -> str:
    """Return why words name no place, with examples of places."""
    if code == "no-thing" and facts.get("near"):
        sentence = N_("Nothing here is called “{said}”. Did you mean “{near}”?")
        return locale.say(sentence, said=facts["said"], near=facts["near"])
    texts = dict(facts)
    if "names" in facts:
        texts["names"] = locale.join_or(facts["names"][:6])
    for number in ("x", "y"):
        if number in facts:
            texts[number] = locale.number(facts[number])
    return locale.say(_ERRORS[code], **texts)


def _of_place(locale: Locale, command: PlaceAt) -> str:
    if command.at is None:
        return command.player
    x, y = (locale.number(value) for value in command.at)
    return f"{command.player} ({x}; {y})"


def _stands(command: StandIn) -> tuple[str, str]:
    if command.portal is None:
        return in_context("command", "stands in no portal")
    return in_context("command", "stands in portal")


refusals(facts={"not-passed-over": lambda locale, facts: {"inches": locale.about(float(facts["inches"]))}})

commands(
    {
        StandIn: CommandText(_stands, of_player_and("portal")),
        PlaceAt: CommandText(in_context("command", "place"), _of_place),
    }
)
