"""What Quake 40K shows before dice: on screens, on the command line, to bots, beside questions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from q40k.games.quake.bot.chances import Memory
from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.rules.shooting import find_target
from q40k.games.quake.screen.melee import grip_notes
from q40k.games.quake.state.assault import Charge, Charged, plan_charge
from q40k.games.quake.state.bonus import fighter
from q40k.games.quake.state.damage import Working
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.melee import Fight, find_grip, melee_of, plan, worthwhile
from q40k.games.quake.state.movement.ground import Ground
from q40k.games.quake.state.movement.portal import UsePortal
from q40k.games.quake.state.movement.special_moves import Jump, Leap
from q40k.games.quake.state.odds import (
    MoveOdds,
    champion_charge_odds,
    charge_odds,
    jump_odds,
    odds_of_jump,
    odds_of_leap,
    odds_of_melee,
    shot_odds,
    thing_odds,
)
from q40k.games.quake.state.parts import Barrel
from q40k.games.quake.state.registry import Command
from q40k.games.quake.state.shooting import Shoot, Shot, ShotTerms, find_weapon
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.kernel.events import Answer, ChoiceQuestion, Event, NumberQuestion, OrderQuestion, Question, TallyQuestion
from tests.odds.throwing import Claim, Ending

MEMORY = Memory()
ENGLISH = Locale("en")


def choose(command: Command, _state: Match, question: Question) -> Answer:
    """Answer what is chosen: the first option, as a rule; the least number; nobody further under a template."""
    if isinstance(question, ChoiceQuestion):
        return _option(command, question)
    if isinstance(question, NumberQuestion):
        return question.least
    if isinstance(question, OrderQuestion):
        return question.items
    items = getattr(question, "items", None)
    return tuple(question.options[0] for _ in items) if items else ()  # type: ignore[attr-defined]


def _option(command: Command, question: ChoiceQuestion) -> Answer:
    """Return an option as the odds suppose it: no death in a portal, a fall without depth that kills."""
    entered = getattr(command, "portal", None)
    if question.key == "choose-portal":
        return next(option for option in question.options if option != entered)
    if question.key == "beacon":
        return "yes" if question.facts["die"] == entered else "no"
    return "nothing" if question.key == "fall-into" else question.options[0]


# ---- what happened


def first(events: Any, kind: str, **facts: Any) -> Any:
    """Return the first event of a kind with these facts, or None."""
    return next((e for e in events if e.type == kind and all(getattr(e, k) == v for k, v in facts.items())), None)


def until_return(events: Any, player: str) -> list[Event]:
    """Return the events up to a champion's return: what befalls it later is another story."""
    back = next((n for n, e in enumerate(events) if e.type == "respawned" and e.player == player), len(events))
    return [*events[:back]]


def dies(player: str) -> Callable[[Ending], float]:
    """Whether a champion dies, before it comes back."""

    def value(ending: Ending) -> float:
        return any(
            (e.type == "killed" and e.victim == player) or (e.type == "accident" and e.player == player)  # type: ignore[attr-defined]
            for e in until_return(ending.events, player)
        )

    return value


def dies_in_fight(player: str) -> Callable[[Ending], float]:
    """Whether a champion dies in close combat, before anybody comes back and telefrags somebody."""

    def value(ending: Ending) -> float:
        events = ending.events
        back = next((n for n, e in enumerate(events) if e.type.startswith("respawned")), len(events))
        return dies(player)(Ending(ending.answer, events[:back], ending.state))

    return value


# ---- before a command


def claims_before(state: Match, command: Command) -> Iterator[Claim]:
    """Yield what is shown before a command is given."""
    name = getattr(command, "player", None)
    player = state.player_named(name) if isinstance(name, str) else None
    if isinstance(command, Fight):
        yield from _fight(state, command)
    elif player is None or not player.in_play:
        return
    elif isinstance(command, Shoot):
        yield from _shots(state, player, command)
    elif isinstance(command, Charge):
        yield from _charge(state, player, command)
    elif isinstance(command, Jump) and command.to is None:
        yield from _fall("jump", player, odds_of_jump(state, player, command.height, three=command.three))
    elif isinstance(command, Leap) and command.to is None and command.base is None:
        shown = odds_of_leap(state, player, command.gap, command.height)
        yield from _fall("leap", player, shown)
    elif isinstance(command, UsePortal):
        yield from _portal(state, player, command)


def _shots(state: Match, player: Player, command: Shoot) -> Iterator[Claim]:
    weapon, terms = find_weapon(state, player, command.weapon), ShotTerms.of(command)
    target = find_target(state, command.target)
    if isinstance(target, Player):
        yield from _shot_at_champion(state, player, weapon, target, terms)
        return
    shown = thing_odds(state, player, weapon, target, terms)
    if isinstance(target, Barrel):
        yield Claim("barrel struck", shown.strikes, lambda ending: _shot(ending).hits > 0)
    else:
        yield Claim("building penetrated", shown.strikes, lambda ending: _shot(ending).penetrating > 0)
        yield Claim("building, mean", shown.mean, lambda ending: _shot(ending).penetrating, is_chance=False)
        yield Claim("building falls", shown.falls, lambda ending: not ending.state.teams[target].structure)
    yield Claim("shooter burns", shown.burns, _burns(player.id))


def _shot_at_champion(
    state: Match, player: Player, weapon: Weapon, target: Player, terms: ShotTerms
) -> Iterator[Claim]:
    shown = shot_odds(state, player, weapon, target, terms)
    shape = f" ({shown.plan.shape})" if shown.plan.shape else ""

    def victim_number(ending: Ending, what: str) -> float:
        shot = first(ending.events, "shot")
        victim = None if shot is None else next((v for v in shot.victims if v.player == target.id), None)
        return 0 if victim is None else float(getattr(victim, what))

    yield Claim(f"shot hits{shape}", shown.hits, lambda ending: _hits(ending) > 0)
    yield Claim(f"shot wounds{shape}", shown.wounds, lambda ending: victim_number(ending, "wounds") > 0)
    yield Claim(f"shot harms{shape}", shown.harms, lambda ending: victim_number(ending, "lost") > 0)
    yield Claim(f"shot kills{shape}", shown.kills, lambda ending: victim_number(ending, "dead") > 0)
    yield Claim(
        f"shot, mean lost{shape}", shown.mean_lost, lambda ending: victim_number(ending, "lost"), is_chance=False
    )
    yield Claim(f"shot, mean hits{shape}", shown.mean_hits, _hits, is_chance=False)
    yield Claim(f"shot burns{shape}", shown.burns, _burns(player.id))
    if shown.seen == 1 and shown.distance_in is not None:
        fire = MEMORY.fire(state, player, weapon, target, cover=terms.in_cover or 0, moved=terms.moved)
        band = fire.band(shown.distance_in)
        plain = not (terms.charging or terms.shots or terms.close) and terms.in_cover is not None
        if band is not None and plain:
            yield Claim("bot: shot kills", fire.kills[band], lambda ending: victim_number(ending, "dead") > 0)
            yield Claim("bot: shot burns", fire.burns[band], _burns(player.id))


def _shot(ending: Ending) -> Shot:
    shot: Shot | None = first(ending.events, "shot")
    assert shot is not None
    return shot


def _hits(ending: Ending) -> float:
    shot = first(ending.events, "shot")
    return 0 if shot is None else float(shot.hits)


def _burns(player: str) -> Callable[[Ending], float]:
    return lambda ending: first(ending.events, "accident", player=player, cause="plasma") is not None


def _charge(state: Match, player: Player, command: Charge) -> Iterator[Claim]:
    plan = plan_charge(state, player, command)
    shown = charge_odds(state, plan, napalm=command.napalm)
    if shown is None or (plan.is_too_far and command.override):
        return

    def arrives(ending: Ending) -> float:
        charged: Charged | None = first(ending.events, "charged")
        return charged is not None and charged.reached and not dies(player.id)(ending)

    yield Claim("charge arrives", shown.done, arrives)
    yield Claim("charge dies", shown.dies, dies(player.id))
    is_plain = (
        plan.path is None
        and not plan.trailing
        and not (command.napalm or command.dangerous or plan.wet or player.position.portal)
    )
    distance = plan.aim.distance_in
    if (
        is_plain
        and distance is not None
        and distance == command.distance
        and plan.aim.player is not None
        and not state.announces
    ):
        ground = Ground(command.difficult, lands_hard=command.difficult)
        codex = champion_charge_odds(fighter(state, player), player.abilities, distance, ground, three=command.three)
        if plan.ground == ground:
            yield Claim("charge arrives, by the codex", codex.done, arrives)


def _fall(name: str, player: Player, shown: MoveOdds) -> Iterator[Claim]:
    def falls(ending: Ending) -> float:
        fell = any(e.type == "fell" for e in ending.events)
        return fell and not dies(player.id)(ending)

    yield Claim(f"{name} kills", shown.dies, dies(player.id))
    yield Claim(f"{name} falls", shown.falls, falls)


def _portal(state: Match, player: Player, command: UsePortal) -> Iterator[Claim]:
    shown = jump_odds(state, player.id, command.portal)

    def out_by(ending: Ending) -> Any:
        return first(ending.events, "teleported", player=player.id)

    yield Claim(
        "portal disintegrates",
        shown.dies,
        lambda ending: (
            first(ending.events, "accident", player=player.id, cause="disintegrated") is not None
            and (out_by(ending) is None or out_by(ending).die != 6)
        ),
    )
    for exit_ in shown.exits:
        if exit_.telefrags:
            yield Claim(
                "portal telefrags",
                exit_.chance,
                lambda ending, exit_=exit_: (  # type: ignore[misc]
                    (there := out_by(ending)) is not None and there.die < 6 and there.exit == exit_.portal
                ),
            )


# ---- close combat


def best_fight(state: Match, members: tuple[str, ...]) -> Fight | None:
    """Return the command by which everybody in a melee of two strikes with its best weapon."""
    if len(members) != 2:
        return None
    weapons = {}
    for name, other in (members, members[::-1]):
        grip = worthwhile(state, state.players[name], (state.players[other],))[0]
        if grip.weapon is not None:
            weapons[state.players[name].name] = grip.id
    return Fight(melee=state.players[members[0]].name, weapons=weapons)


def _fight(state: Match, command: Fight) -> Iterator[Claim]:
    champion = state.player_named(command.melee or "")
    members = () if champion is None else melee_of(state, champion.id)
    if best_fight(state, members) != command:
        return
    shown = odds_of_melee(state, members)
    if shown is None:
        return
    for name in members:
        yield Claim("melee kills", shown.dies[name], dies_in_fight(name))
    both = shown.together.get(frozenset(members), Fraction(0))
    yield from _grips(state, members, command)
    yield Claim("melee kills both", both, lambda ending: all(dies_in_fight(name)(ending) for name in members))


def _grips(state: Match, members: tuple[str, ...], command: Fight) -> Iterator[Claim]:
    """Yield the chances beside the weapons of who strikes first: that its first foe dies, by all of its blows."""
    weapons = command.weapons or {}
    names = [(name, weapons.get(state.players[name].name, "hands")) for name in members]
    notes = [grip_notes(ENGLISH, state, name, (grip,)).get(grip, "") for name, grip in names]
    if not all(notes):
        return
    orders = []
    for (name, grip), other in zip(names, members[::-1], strict=True):
        striker = state.players[name]
        blows = plan(state, striker, find_grip(state, striker, grip), state.players[other])[0]
        orders.append([blow.order for blow in blows])
    quick = next((place for place in (0, 1) if min(orders[place]) > max(orders[1 - place])), None)
    if quick is None:
        return
    foe = members[1 - quick]
    shown = int(re.search(r"(\d+)%", notes[quick])[1]) / 100  # type: ignore[index]
    yield Claim("weapon of melee kills", shown, dies_in_fight(foe), rounded=0.005 + 1e-9)


# ---- beside questions


def _tally(state: Match, question: Question) -> Iterator[Claim]:
    """Yield the chance of each die of a fight to pass: so many pass on average, and at least one, and all."""
    text = WORDS.question_texts.get(question.key)
    chance = text.chance(state, question) if text is not None and text.chance is not None else None
    if chance is None or not isinstance(question, TallyQuestion):
        return
    number = len(question.dice)

    def count_passes(ending: Ending) -> float | None:
        working = _working_of(ending, question)
        return None if working is None else working.passed

    yield Claim(f"{question.key}: dice pass", number * chance, count_passes, is_chance=number == 1)
    if number > 1:
        yield Claim(f"{question.key}: all pass", chance**number, lambda e: _equals(count_passes(e), number))
        yield Claim(f"{question.key}: none passes", (1 - chance) ** number, lambda e: _equals(count_passes(e), 0))


def _equals(value: float | None, number: int) -> float | None:
    return None if value is None else value == number


def _working_of(ending: Ending, question: TallyQuestion) -> Working | None:
    """Return the rule's own record of the dice that answered a question; None if the record leaves it out."""
    kind, needed = question.facts.get("kind"), question.facts["needed"]
    for event in ending.events:
        for working in _workings(event):
            same = working.kind == kind and working.needed == needed and working.dice is not None
            if same and tuple(sorted(working.dice or ())) == ending.answer:
                return working
    return None


def _workings(event: Any) -> Iterator[Working]:
    yield from getattr(event, "steps", ())
    for struck in (getattr(event, "struck", None), *getattr(event, "victims", ())):
        if struck is not None:
            yield from getattr(struck, "steps", ())


def _safe(state: Match, question: Question) -> Iterator[Claim]:
    """Yield the chance to come safely through a danger."""
    text = WORDS.question_texts.get(question.key)
    assert text is not None
    assert text.chance is not None
    chance = text.chance(state, question)
    assert chance is not None
    who = question.who or ""
    happens: dict[str, Callable[[Ending], float]] = {
        "jump": lambda ending: first(ending.events, "jumped").safe,
        "swim": lambda ending: first(until_return(ending.events, who), "accident", player=who, cause="drowned") is None,
        "leap-edge": lambda ending: not any(e.type in ("fell", "accident") for e in ending.events),
        "danger-landing": lambda ending: first(ending.events, "accident", player=who, cause="crashed") is None,
        "danger-mount": lambda ending: first(ending.events, "accident", player=who, cause="crashed") is None,
    }
    yield Claim(f"{question.key}: safe", chance, happens[question.key])


def _portal_die(state: Match, question: Question) -> Iterator[Claim]:
    who, entered = question.who or "", question.facts.get("entered")
    if who not in state.players:
        return
    shown = jump_odds(state, who, entered)

    def exit_of(ending: Ending) -> tuple[int, int] | None:
        for event in ending.events:
            if event.type in ("teleported", "respawned", "accident") and event.player == who:  # type: ignore[attr-defined]
                return getattr(event, "die", 0), getattr(event, "exit", 0) or getattr(event, "portal", 0)
        return None

    for exit_ in shown.exits:
        if not exit_.dies:
            yield Claim(
                f"{question.key}: exits",
                exit_.chance,
                lambda ending, exit_=exit_: _comes_out(exit_of(ending), exit_.portal),  # type: ignore[misc]
            )


def _comes_out(exit_: tuple[int, int] | None, portal: int) -> bool:
    return exit_ is not None and exit_[0] != 6 and exit_[1] == portal


def _deep_strike(_state: Match, question: Question) -> Iterator[Claim]:
    who = question.who or ""
    yield Claim(
        "deep-strike: dies",
        Fraction(1, 36),
        lambda ending: first(ending.events, "accident", player=who, cause="teleporter") is not None,
    )


def _nuke(_state: Match, question: Question) -> Iterator[Claim]:
    needed, target = int(question.facts["needed"]), question.facts["target"]
    yield Claim(
        "nuke-wound: wounds",
        Fraction(7 - needed, 6),
        lambda ending: first(ending.events, "nuke-rolled", player=target).die >= needed,
    )


ASKED: dict[str, Callable[[Match, Question], Iterator[Claim]]] = {
    **dict.fromkeys(("jump", "swim", "leap-edge", "danger-landing", "danger-mount"), _safe),
    **dict.fromkeys(("jump-portal", "respawn-portal", "entry-portal"), _portal_die),
    "deep-strike": _deep_strike,
    "nuke-wound": _nuke,
}
"""The questions beside which chances are shown, apart from those of the dice of fights."""


def claims_at(state: Match, question: Question) -> Iterator[Claim]:
    """Yield what is shown beside a question."""
    if question.key in ASKED:
        yield from ASKED[question.key](state, question)
    elif question.key.startswith("fight-"):
        yield from _tally(state, question)
