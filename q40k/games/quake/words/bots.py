"""Sentences of bots: what one does next, and why."""

from itertools import pairwise
from math import dist
from typing import Any

from q40k.games.quake.packs.arena import Arena, Portal, Scenery, tile_of
from q40k.games.quake.state.acting import Act
from q40k.games.quake.state.assault import Charge
from q40k.games.quake.state.bonus import Pickup
from q40k.games.quake.state.flags import TouchFlag
from q40k.games.quake.state.game import Quake
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.melee import Fight
from q40k.games.quake.state.movement.move import Move
from q40k.games.quake.state.movement.portal import UsePortal
from q40k.games.quake.state.movement.second_move import SecondMove
from q40k.games.quake.state.next import Next
from q40k.games.quake.state.shooting import Look, Shoot
from q40k.games.quake.state.table.deployment import Deploy
from q40k.games.quake.words.fights import weapon_name
from q40k.games.quake.words.wording import SENTENCES, WORDS, name_of
from q40k.geometry.outlines import within
from q40k.geometry.space import CM_PER_INCH, Spot, distance_to_segment
from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import dice_name
from q40k.kernel.driver import Run
from q40k.kernel.events import DiceQuestion, Refused
from q40k.packs.shipped import coded_sentences

BESIDE_CM = 4.0
"""A place so near to a piece of scenery is beside it."""
EDGE_CM = 5.0
"""A place so near to an edge of the table is at it."""


def spot_text(locale: Locale, state: Match, at: Spot) -> str:
    """Return a place as people at the table find it: its tile, and what is near."""
    arena = state.arena
    beside, portal = _scenery_near(locale, arena, at) or _edge_near(locale, arena, at), _from_portal(locale, arena, at)
    near = locale.say(N_("{landmark}, {portal}"), landmark=beside, portal=portal) if beside else portal
    return locale.say(N_("{tile}, {near}"), tile=tile_of(at, arena.size), near=near)


def _scenery_near(locale: Locale, arena: Arena, at: Spot) -> str:
    """Return what one stands on or beside; nothing where no scenery is near."""
    nearest = scenery_near(arena, at)
    if nearest is None:
        return ""
    sentence = N_("beside “{piece}”")
    if within(at, nearest.corners):
        sentence = N_("on top of “{piece}”") if nearest.climbable else N_("in “{piece}”")
    return locale.say(sentence, piece=locale.name_of(nearest.name))


def scenery_near(arena: Arena, at: Spot) -> Scenery | None:
    """Return the scenery that names a place: what one stands on or beside, or None."""
    away = {
        piece.id: 0.0
        if within(at, piece.corners)
        else min(distance_to_segment(at, side) for side in pairwise((*piece.corners, piece.corners[0])))
        for piece in arena.scenery
    }
    nearest = min(arena.scenery, key=lambda piece: (away[piece.id], -piece.height_in), default=None)
    return None if nearest is None or away[nearest.id] > BESIDE_CM else nearest


def _edge_near(locale: Locale, arena: Arena, at: Spot) -> str:
    """Return which edge or corner of the table is near; nothing in the middle of it."""
    (x, y), (width, height) = at, arena.size
    edges = (
        (x, N_("at the left edge")),
        (width - x, N_("at the right edge")),
        (y, N_("at the lower edge")),
        (height - y, N_("at the upper edge")),
    )
    near = [sentence for away, sentence in edges if away <= EDGE_CM]
    return locale.say(N_("in the corner") if len(near) > 1 else near[0]) if near else ""


def portal_near(arena: Arena, at: Spot) -> Portal:
    """Return the portal from which a place is told: the nearest."""
    return min(arena.portals, key=lambda portal: dist(portal.at, at))


def _from_portal(locale: Locale, arena: Arena, at: Spot) -> str:
    """Return on which side of the nearest portal a place is, as the map shows it, and how far from its middle."""
    nearest = portal_near(arena, at)
    away = dist(nearest.at, at) / CM_PER_INCH
    across, up = at[0] - nearest.at[0], at[1] - nearest.at[1]
    if away <= nearest.diameter_in / 2:
        return locale.say(N_("on portal {portal}"), portal=nearest.number)
    east, west = N_("about {distance} east of portal {portal}"), N_("about {distance} west of portal {portal}")
    north, south = N_("about {distance} north of portal {portal}"), N_("about {distance} south of portal {portal}")
    sentence = (east if across > 0 else west) if abs(across) >= abs(up) else (north if up > 0 else south)
    return locale.say(sentence, distance=locale.about(away), portal=nearest.number)


def _deed(locale: Locale, state: Match, move: Any) -> str:
    """Return what a command of a bot does, as a sentence."""
    command, player = move.command, name_of(state, move.seat)
    if isinstance(command, Move | SecondMove) and (deed := _deed_of_move(locale, state, move)):
        return deed
    if isinstance(command, Shoot | Look):
        return _deed_of_shot(locale, state, move)
    if isinstance(command, Deploy) and command.at is not None:
        place = spot_text(locale, state, command.at)
        return locale.say(N_("{player} is deployed at {place}"), player=player, place=place)
    if isinstance(command, UsePortal):
        return locale.say(N_("{player} steps into portal {portal}"), player=player, portal=command.portal)
    if type(command) in _DEEDS:
        facts = {name: getattr(command, name) for name in command.__struct_fields__}
        return locale.say(_DEEDS[type(command)], **{**facts, "player": player})
    return WORDS.command(locale, command, state)


_DEEDS: dict[type[Any], str] = {
    Act: N_("{player} lets a team-mate act first"),
    Charge: N_("{player} charges {target}"),
    Fight: N_("{player} fights"),
    Next: N_("{player} is done"),
    Pickup: N_("{player} picks up token {token}"),
    SecondMove: N_("{player} moves once more"),
    TouchFlag: N_("{player} takes the flag {flag}"),
}
"""The sentences of commands that need no more than their own fields."""


def _deed_of_move(locale: Locale, state: Match, move: Any) -> str:
    """Return where a champion goes; nothing if no place and no goal is known."""
    command, player, here = move.command, name_of(state, move.seat), state.players[move.seat].position.at
    if command.to is not None and here is not None:
        places = (here, *(command.path or ()), command.to)
        length = sum(dist(*leg) for leg in pairwise(places)) / CM_PER_INCH
        return locale.say(
            N_("{player} goes {distance} to {place}"),
            player=player,
            place=spot_text(locale, state, command.to),
            distance=locale.inches(round(length, 1)),
        )
    if command.to is None and command.inches and move.target is not None:
        distance, target = locale.inches(command.inches), name_of(state, move.target)
        sentence = N_("{player} goes {distance} towards {target}")
        return locale.say(sentence, player=player, distance=distance, target=target)
    return ""


def _deed_of_shot(locale: Locale, state: Match, move: Any) -> str:
    """Return at whom a champion shoots, or whom it looks for."""
    command, player = move.command, name_of(state, move.seat)
    if isinstance(command, Look):
        asks_sight = state.play.phase == "shooting"
        sentence = N_("{player} asks whether it sees {foes}") if asks_sight else N_("{player} asks how far {foes} is")
        return locale.say(sentence, player=player, foes=locale.join_or(command.foes))
    weapon = weapon_name(locale, state, move.seat, command.weapon or "")
    sentence = N_("{player} shoots at {target} with {weapon}") if weapon else N_("{player} shoots at {target}")
    return locale.say(sentence, player=player, target=command.target, weapon=weapon)


@WORDS.moves
def move_text(locale: Locale, state: Match, move: Any) -> str:
    """Return what a bot does and why; nothing for an answer, which the log has."""
    if move.command is None:
        return ""
    done = _deed(locale, state, move)
    dice = _first_dice(locale, state, move.command)
    if dice:
        done = locale.say(N_("{done}: {dice}"), done=done, dice=dice)
    reason = move.why[0] if move.why else None
    if reason is not None and reason.key == "place-unknown" and isinstance(move.command, Next):
        return locale.say(N_("{player} stays put: its position is unknown."), player=name_of(state, move.seat))
    sentences = coded_sentences(SENTENCES, "bots")
    if reason is None or reason.key not in sentences:
        return done
    facts = {name: _fact(locale, state, value) for name, value in reason.facts.items()}
    return locale.say(N_("{done} ({why})"), done=done, why=locale.say(sentences[reason.key], **facts))


def _first_dice(locale: Locale, state: Match, command: Any) -> str:
    """Return the dice that a shot begins with, such as 2D6; nothing for what rolls none at first."""
    if not isinstance(command, Shoot):
        return ""

    run: Run[Match, Any] = Run(Quake(), state, command)
    try:
        run.start()
    except Refused:
        return ""
    return dice_name(locale, run.question.dice) if isinstance(run.question, DiceQuestion) else ""


def _fact(locale: Locale, state: Match, value: Any) -> Any:
    if isinstance(value, float):
        return locale.percent(value)
    return name_of(state, value) if isinstance(value, str) else value


COUNTED = {
    "won": N_("a victory"),
    "patience": N_("the table, as nobody would win"),
    "jump": N_("Jumps through portals"),
    "token": N_("Tokens taken"),
    "accident-barrel": N_("Accidents: a barrel"),
    "accident-crashed": N_("Accidents: a crash"),
    "accident-dangerous-ground": N_("Accidents: dangerous ground"),
    "accident-demolition-charge": N_("Accidents: a demolition charge"),
    "accident-disintegrated": N_("Accidents: disintegrated in a portal"),
    "accident-doctor": N_("Accidents: the doctor"),
    "accident-drowned": N_("Accidents: drowned"),
    "accident-drugs": N_("Accidents: drugs"),
    "accident-fell": N_("Accidents: a fall"),
    "accident-fell-in-water": N_("Accidents: a fall into water"),
    "accident-mega-bumper": N_("Accidents: the mega bumper"),
    "accident-napalm": N_("Accidents: napalm"),
    "accident-nuke": N_("Accidents: the nuke"),
    "accident-own-shot": N_("Accidents: a shot of one’s own"),
    "accident-perils": N_("Accidents: the warp"),
    "accident-plasma": N_("Accidents: plasma"),
    "accident-spore-poison": N_("Accidents: spore poison"),
    "accident-telefragged": N_("Accidents: telefragged without a killer"),
    "accident-teleporter": N_("Accidents: the teleporter"),
    "accident-teleporter-lost": N_("Accidents: no room beside the teleporter"),
    "accident-void": N_("Accidents: the void"),
    "accident-wandering-monster": N_("Accidents: a wandering monster"),
    "accident-warp-jump": N_("Accidents: a warp jump"),
}
"""What the lab counts of matches, beside the lives of each portal."""
