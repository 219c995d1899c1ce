"""Sentences of portals: who enters where, who comes back, and what the portal die may bring."""

from fractions import Fraction

from q40k.games.quake.state import portals, respawn
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.movement.portal import UsePortal
from q40k.games.quake.state.odds import jump_odds
from q40k.games.quake.state.respawn import Respawned
from q40k.games.quake.words import wording
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, EventText
from q40k.kernel.events import Question, Value


@wording.tells(portals.PortalEntered)
def _tell_entry(locale: Locale, state: Match, event: portals.PortalEntered) -> str | None:
    if event.far is None:
        return None
    sentence = N_("{player} was {far} from portal {portal}, with {left} of movement left")
    far, remaining = locale.inches(event.far), locale.inches(event.left)
    return locale.say(
        sentence, player=wording.name_of(state, event.player), far=far, portal=event.portal, left=remaining
    )


wording.events(
    {
        respawn.BeaconUsed: N_("{player} uses the beacon: the {die} is rolled again"),
        portals.Teleported: EventText(
            {
                "in": N_("{player} dives into portal {entered} and lands in portal {exit}"),
                "beside": N_("{player} dives into portal {entered} and lands beside portal {exit}"),
            },
            by="stand",
        ),
        Respawned: EventText(
            {
                (False, "in"): N_("{player} is back in portal {portal}"),
                (False, "beside"): N_("{player} is back beside portal {portal}"),
                (True, "in"): N_("{player} enters the arena in portal {portal}"),
                (True, "beside"): N_("{player} enters the arena beside portal {portal}"),
            },
            by=lambda _state, event: (event.entry, event.stand),
        ),
    }
)


def _portal_label(locale: Locale, state: Match, question: Question, value: Value) -> str:
    if value == question.facts.get("entered"):
        return locale.say(N_("portal {portal}: disintegrated for sure"), portal=value)
    occupants = tuple(p for p in state.occupants(int(value)) if p != question.who)
    if not occupants:
        return locale.say(N_("portal {portal}"), portal=value)
    victims = locale.join_and(wording.names_of(state, occupants))
    return locale.say(N_("portal {portal}: telefrags {victims}"), portal=value, victims=victims)


def _why_choose_portal(question: Question) -> str:
    if question.facts.get("entered") is None:
        return N_("A 6 is a free choice: anyone in that portal dies.")
    return N_("A 6 is a free choice; portal {entered}, just entered, is death.")


def portal_die(locale: Locale, state: Match, question: Question) -> tuple[str, ...]:
    """Return the odds of a question for the portal die."""
    if question.who not in state.players:
        return ()
    return portal_odds(locale, state, question.who, question.facts.get("entered"))


def _chance_to_live(state: Match, question: Question) -> Fraction | None:
    """Return the chance that a jump kills nobody who jumps; on a 6 the owner chooses another portal."""
    if question.who not in state.players:
        return None
    return 1 - jump_odds(state, question.who, question.facts.get("entered")).dies


def _chance_of_telefrag(state: Match, question: Question) -> Fraction | None:
    """Return the chance that an arrival can telefrag somebody, with a 6 or without; None if nobody is in a portal."""
    if question.who not in state.players:
        return None
    odds = jump_odds(state, question.who, None)
    return odds.telefrags + odds.free if odds.telefrags else None


def _arrival_matter(locale: Locale, state: Match, question: Question) -> dict[str, str]:
    """Return what the portal die of an arrival may bring, for the headline."""
    is_telefrag = _chance_of_telefrag(state, question) is not None
    return {"matter": locale.gettext(N_("portal die, telefrag") if is_telefrag else N_("portal die"))}


def portal_odds(locale: Locale, state: Match, player: str, entered: int | None = None) -> tuple[str, ...]:
    """Return what the portal die may bring, line by line: death, telefrags, the free choice."""
    odds = jump_odds(state, player, entered)
    lines = []
    for outcome in odds.exits:
        if outcome.dies:
            sentence = N_("{chance} dies in portal {portal}")
            lines.append(locale.say(sentence, chance=outcome.chance, portal=outcome.portal))
        elif outcome.telefrags:
            victims = locale.join_and(wording.names_of(state, outcome.telefrags))
            sentence = N_("{chance} telefrags {victims} ({portal})")
            lines.append(locale.say(sentence, chance=outcome.chance, victims=victims, portal=outcome.portal))
    if not lines:
        lines.append(locale.gettext(N_("no danger to anyone")))
    return (*lines, locale.gettext(N_("6 chooses")))


wording.questions(
    {
        "jump-portal": QuestionText(
            N_("{who} rolls {dice}: out by which portal?"),
            N_("In by portal {entered}; out by the same one is death."),
            odds=portal_die,
            chance=_chance_to_live,
            matter=N_("portal die, lives"),
        ),
        "choose-portal": QuestionText(N_("{who} rolls a 6: which portal?"), _why_choose_portal, _portal_label),
        "respawn-portal": QuestionText(
            N_("{who} rolls {dice}: back by which portal?"),
            N_("Anyone in that portal dies; coming back is safe."),
            odds=portal_die,
            facts=_arrival_matter,
            chance=_chance_of_telefrag,
            matter="{matter}",
        ),
        "entry-portal": QuestionText(
            N_("{who} rolls {dice}: enters by which portal?"),
            N_("Anyone in that portal dies; the newcomer is safe."),
            odds=portal_die,
            facts=_arrival_matter,
            chance=_chance_of_telefrag,
            matter="{matter}",
        ),
    }
)


wording.commands({UsePortal: CommandText(in_context("command", "portal jump"), wording.of_player_and("portal"))})
