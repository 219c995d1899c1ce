"""Answers to every question of the rules that is no die, for the seat that is asked."""

from collections.abc import Callable
from math import dist
from typing import TypeVar

import numpy as np

from q40k.bots.memory import plain_answer
from q40k.games.quake.bot.chances import MEMORY
from q40k.games.quake.bot.exchange import Prize, Strikes, lanes
from q40k.games.quake.bot.outlook import Outlook
from q40k.games.quake.state.bonus import FIGURES, SAVES, profile
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.shooting import guns
from q40k.kernel.events import Answer, ChoiceQuestion, Question

F = TypeVar("F", bound=Callable[..., Answer])

ANSWERS: dict[str, Callable[..., Answer]] = {}
"""What a bot answers to a question of its own, by its key."""
OF_THE_TABLE = frozenset(
    (
        *("races", "age", "spotted", "under-template", "bumper-path", "fall-into", "fall-height", "under-charge"),
        *("under-spores", "deep-strike-room", "d3-read", "nuke-nearest", "under-barrel", "partly-under"),
        *(
            "sees",
            "how-far",
            "wants",
            "wants-charge",
            "barrel-victims",
            "touched-barrels",
            "barrels-caught",
            "charge-arrives",
            "finished",
        ),
    )
)
"""Questions about what the table sees or knows; alone in memory a bot takes the plainest answer."""


def answers(key: str) -> Callable[[F], F]:
    """Register the answer to a question; a decorator."""

    def register(function: F) -> F:
        ANSWERS[key] = function
        return function

    return register


def answer_question(state: Match, question: Question, seat: str | None) -> Answer:
    """Return what a seat answers to a question without dice; for None, what a whole table says."""
    answer = ANSWERS.get(question.key)
    player = state.players.get(seat) if seat is not None else None
    if answer is None or player is None:
        return plain_answer(question)
    return answer(Outlook(state, player), question)


def _offered_players(outlook: Outlook, question: ChoiceQuestion) -> list[Player]:
    """Return the players among the options of a question, in their order."""
    players = (outlook.state.player_named(str(option)) for option in question.options)
    return [player for player in players if player is not None]


# -- portals -----------------------------------------------------------------------------------


def portal_worth(outlook: Outlook, portal: int) -> float:
    """Return what it is worth to come out of a portal: telefrags, and distance from the foes' guns."""
    state, worth = outlook.state, 0.0
    for occupant in state.occupants(portal):
        if occupant != outlook.me.id:
            worth += outlook.stakes.accident(state.players[occupant])
    at = state.arena.portal(portal).at
    for foe in outlook.foes:
        if foe.position.at is None or foe.position.portal == portal:
            continue
        away = dist(at, foe.position.at) / 2.54
        kill, death = outlook.stakes.kill(foe), outlook.stakes.death(foe)
        gap = lanes(np.array([max(0.0, away - 1.0)]), np.ones(1, dtype=bool), np.zeros(1, dtype=np.intp))
        mine = Strikes(state, outlook.me, foe, Prize(kill, death, outlook.stakes.own_accident()))
        theirs = Strikes(state, foe, outlook.me, Prize(death, kill, outlook.stakes.accident(foe)))
        worth += float(mine.now(gap, moved=False)[0] - theirs.now(gap, foe.turn.moved)[0])
    return worth


@answers("choose-portal")
def choose_portal(outlook: Outlook, question: ChoiceQuestion) -> Answer:
    """Come out where it is worth most, and never where one went in."""
    entered = question.facts.get("entered")
    portals = [int(option) for option in question.options if option != entered]
    return max(portals, key=lambda portal: (portal_worth(outlook, portal), -portal))


@answers("beacon")
def use_beacon(outlook: Outlook, question: ChoiceQuestion) -> Answer:
    """Roll again if the portal rolled is worse than most, or would disintegrate."""
    die = int(question.facts["die"])
    if die == 6:
        return "no"
    if die == outlook.me.position.portal and outlook.me.in_play:
        return "yes"
    worths = sorted(portal_worth(outlook, portal) for portal in range(1, 6))
    return "yes" if portal_worth(outlook, die) < worths[2] else "no"


# -- close combat ------------------------------------------------------------------------------


@answers("melee-weapon")
def choose_grip(_outlook: Outlook, question: ChoiceQuestion) -> Answer:
    """Fight with what does most: the rules offer the best first."""
    return question.options[0]


@answers("melee-victim")
def choose_victim(outlook: Outlook, question: ChoiceQuestion) -> Answer:
    """Strike the champion whose death is worth most, by the chance to kill it."""
    victims = [player for player in _offered_players(outlook, question) if player.id != outlook.me.id]
    if not victims:
        return question.options[0]

    def worth(victim: Player) -> float:
        return MEMORY.duel(outlook.state, outlook.me, victim, charging=False).kills * outlook.stakes.kill(victim)

    best = max(victims, key=worth)
    return best.name


@answers("melee-split")
def strike_all(_outlook: Outlook, question: Question) -> Answer:
    """Keep all attacks together."""
    return int(getattr(question, "most", 0))


@answers("psychic-hood")
def oppose_power(outlook: Outlook, question: ChoiceQuestion) -> Answer:
    """Oppose every power of a rival."""
    caster = outlook.state.players[question.facts["player"]]
    return "no" if outlook.stakes.is_friend(caster) else "yes"


# -- bonuses -----------------------------------------------------------------------------------


USUAL_IN = 12.0
"""The distance at which bonuses are compared."""


@answers("choose-bonus")
def choose_bonus(outlook: Outlook, question: ChoiceQuestion) -> Answer:
    """Choose the bonus with which it kills most and dies least, by the exact odds."""
    state, me = outlook.state, outlook.me
    held = me.bonus
    assert held is not None
    category = held.kind.split("-")[0]
    table = state.tables.table(state.tokens[held.token].category)

    def worth(option: object) -> tuple[float, int]:
        kind = table[str(option)]
        if kind.effect not in ("card", "jump-pack"):
            return -1.0, 0
        chosen = me.replace(bonus=held.replace(kind=f"{category}-{option}"))
        balance = 0.0
        for foe in outlook.foes:
            balance += _best_kill(state, chosen, foe) - _best_kill(state, foe, chosen)
        return balance, -question.options.index(str(option))

    return max(question.options, key=worth)


def _best_kill(state: Match, shooter: Player, target: Player) -> float:
    fires = (MEMORY.fire(state, shooter, gun, target, moved=True) for gun in guns(state, shooter))
    return max((fire.kills[b] for fire in fires if (b := fire.band(USUAL_IN)) is not None), default=0.0)


@answers("mind-control")
def choose_puppet(outlook: Outlook, question: ChoiceQuestion) -> Answer:
    """Control the rival whose champion is worth most."""
    rivals = [player for player in _offered_players(outlook, question) if not outlook.stakes.is_friend(player)]
    return max(rivals, key=lambda p: p.champion.points).name if rivals else question.options[0]


@answers("order-of-play")
def order_play(outlook: Outlook, question: Question) -> Answer:
    """Act first with its own side, and let the strongest rival act last."""
    names = tuple(getattr(question, "items", ()))

    def rank(name: str) -> tuple[int, int]:
        player = outlook.state.player_named(name)
        assert player is not None
        if player.id == outlook.me.id:
            return 0, 0
        return (1, 0) if outlook.stakes.is_friend(player) else (2, player.champion.points)

    return tuple(sorted(names, key=rank))


@answers("vampirism")
def take_from_victim(outlook: Outlook, question: Question) -> Answer:
    """Take all that is better than its own: higher figures, lower saves, gear and abilities."""
    own, chosen = profile(outlook.me), []
    for name, value in question.facts["offer"].items():
        if name in FIGURES and value is not None:
            better = value > getattr(own, name)
        elif name in SAVES and value is not None:
            current = getattr(own, name)
            better = current is None or value < current
        else:
            better = name != "unit-type"
        if better:
            chosen.append(name)
    return tuple(chosen)


# -- the table and its teams -------------------------------------------------------------------


@answers("painted")
@answers("wysiwyg")
def vouch_for_figure(_outlook: Outlook, _question: Question) -> Answer:
    """Say yes: nobody has seen a bot's figure otherwise."""
    return "yes"


@answers("first-movement")
def move_second(outlook: Outlook, question: ChoiceQuestion) -> Answer:
    """Let the others move first, and see where they go."""
    others = [team for team in question.options if team != outlook.stakes.side]
    return others[0] if others else question.options[0]


@answers("first-shooting")
@answers("first-assault")
@answers("cleaners")
def strike_first(outlook: Outlook, question: ChoiceQuestion) -> Answer:
    """Shoot, charge and hunt before the others do."""
    return outlook.stakes.side if outlook.stakes.side in question.options else question.options[0]
