"""A match of Space Hulk played at random: only what is offered is done."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from q40k.games.space_hulk.board import FACINGS, quarter_turns
from q40k.games.space_hulk.packs.missions import EditionId
from q40k.games.space_hulk.state import offers
from q40k.games.space_hulk.state.blips import PutBlip
from q40k.games.space_hulk.state.conversion import Convert, squares_for_next, squares_of_blip
from q40k.games.space_hulk.state.ending import EndPhase
from q40k.games.space_hulk.state.librarian import Power
from q40k.games.space_hulk.state.match import Blip, Conversion, Marine, Match, Stealer
from q40k.games.space_hulk.state.melee import Assault, Guard
from q40k.games.space_hulk.state.movement.doors import Door
from q40k.games.space_hulk.state.movement.steps import Step, Turn
from q40k.games.space_hulk.state.opening import JoinMarine, New, StartMatch
from q40k.games.space_hulk.state.places import board
from q40k.games.space_hulk.state.reactions import PassWindow, React
from q40k.games.space_hulk.state.registry import Act, Command
from q40k.games.space_hulk.state.shooting.aim import can_fire, watchers
from q40k.games.space_hulk.state.shooting.firing import Overwatch, Reload, Shoot, Unjam
from q40k.games.space_hulk.state.shooting.flames import Flame
from q40k.games.space_hulk.state.turn import Draw, EndTurn, points_left
from q40k.games.space_hulk.table.opening import HulkPacks
from q40k.kernel.events import ChoiceQuestion, DiceQuestion, NumberQuestion, Question
from q40k.kernel.state import to_data
from q40k.table.match_session import MatchSession
from tests.games.space_hulk.playing import UNITS, library
from tests.silence import check_not_silent

LIBRARIANS = ("Libra", "Claw", "Chain")


def set_up(dice: Random, edition: EditionId, mission: str) -> Iterator[Command]:
    """A match with all that the app can deal, as far as the first turn."""
    options = {"cp": "app", "blips": dice.choice(["app", "table"]), "timer": "off"}
    yield New(mission=mission, edition=edition, seed=dice.randrange(1000), options=options)
    if edition == "4" and mission == "airlock-nine":
        for name, at in zip(("Sword", "Cannon", "Flame", *LIBRARIANS), "ABCDE", strict=False):
            yield JoinMarine(name=name, unit=UNITS[name], at=f"{at}4", facing="E")  # type: ignore[arg-type]
    for number in (1, 2):
        yield PutBlip(name=f"B{number}", entry=dice.choice(entries(mission)))
    yield StartMatch()


def entries(mission: str) -> tuple[str, ...]:
    """The entries of a mission of the house."""
    return ("U", "D") if mission == "down-the-shaft" else ("N1", "S1", "N2", "S2")


def offered_command(state: Match, dice: Random) -> Command:
    """Something that is offered now; the end of the turn when nothing is."""
    if state.play.phase == "marine-command":
        return Draw()
    return EndPhase() if state.play.phase == "end" else _within_a_turn(state, dice)


def _within_a_turn(state: Match, dice: Random) -> Command:
    if state.conversion is not None:
        return _turned_up(state, state.conversion, dice)
    if state.window is not None:
        return _reaction(state, dice)
    if state.play.phase == "stealer-reinforcement":
        blip = _reinforcement(state, dice)
        if blip is not None:
            return blip
    able = offers.pieces_to_act(state)
    if not able or dice.random() < 0.04:
        return EndTurn()
    who = state.play.active if state.play.active in able else dice.choice(able)
    who = dice.choice(able) if dice.random() < 0.2 else who
    assert who is not None
    return dice.choice(list(actions(state, who, dice)) or [EndTurn()])


def _reinforcement(state: Match, dice: Random) -> Command | None:
    many = state.mission.blips_per_turn or 0
    come = sum(blip.placed == state.play.turn for blip in state.blips.values())
    if come >= many or not (state.undrawn or state.pile.up):
        return None
    waiting = [blip.lurking.entry for blip in state.blips_in_play]
    free = [entry for entry in entries(state.mission.id) if waiting.count(entry) < 3]
    return PutBlip(name=f"B{len(state.blips) + 1}", entry=dice.choice(free)) if free else None


def _turned_up(state: Match, top: Conversion, dice: Random) -> Command:
    """Squares one by one, so that each is still allowed."""
    squares = squares_for_next(state, top)
    square = (dice.choice(squares),) if squares else ()
    facing = (dice.choice(FACINGS),)
    return Convert(name=top.blip, squares=square, facings=facing)


def _reaction(state: Match, dice: Random) -> Command:
    points, able = offers.reactions(state)
    if able and dice.random() < 0.6:
        shooters = tuple(dice.sample(able, dice.randint(1, len(able))))
        assert state.window is not None
        seen = [shooter for shooter in shooters if shooter in watchers(state, state.window.actor)]
        if seen:
            return React(overwatch=tuple(seen))
        return React(overwatch=shooters, door=state.window.door)
    if points and dice.random() < 0.6:
        able = tuple(marine.id for marine in state.marines_in_play)
        if state.edition.seer_acts:
            able = offers.find_seers(state, str(state.play.last))
        acts = [action for who in able for action in actions(state, who, dice, free=points_left(state) or 0)]
        if acts:
            command = dice.choice(acts)
            inside: dict[str, Any] = to_data(command, defaults=False)
            assert isinstance(command, Act)
            return React(who=command.who, with_=inside)
    return PassWindow()


def actions(state: Match, who: str, dice: Random, free: int | None = None) -> Iterator[Command]:
    """All that a piece may do now with its points, or with `free` command points."""
    piece = state.piece(who)
    ap = piece.acts.ap if free is None else free
    for to, cost in offers.moves(state, who).items():
        if cost <= ap:
            yield Step(who=who, to=to)
    for at in offers.doors_near(state, who):
        if ap >= 1:
            yield Door(who=who, at=at)
    if isinstance(piece, Blip):
        if not piece.acts.activated and free is None:
            yield _by_choice(state, piece, dice)
        return
    for target in offers.foes_ahead(state, who):
        if ap >= 1:
            yield Assault(who=who, target=target)
    yield from _turns(state, piece, ap)
    if isinstance(piece, Marine):
        yield from _marine(state, piece, ap, dice)
        if free is None:
            yield from _powers(state, piece)


def _by_choice(state: Match, blip: Blip, dice: Random) -> Command:
    """Turning a blip up where nobody sees it, or where it waits; squares in any order."""
    squares = squares_of_blip(state, blip)
    return Convert(name=blip.id, squares=(*squares[:1], *dice.sample(squares[1:], len(squares[1:]))))


def _turns(state: Match, piece: Marine | Stealer, ap: int) -> Iterator[Command]:
    if piece.position.facing is None:
        return
    for facing in FACINGS:
        quarters = quarter_turns(piece.position.facing, facing)
        half = 2 if isinstance(piece, Marine) and state.edition.id == "1" else 1
        if quarters == 2 and isinstance(piece, Marine) and state.edition.half_turn is None:
            continue
        if quarters and ap >= (half if quarters == 2 else 1):
            yield Turn(who=piece.id, facing=facing)


def _marine(state: Match, marine: Marine, ap: int, dice: Random) -> Iterator[Command]:
    for target in offers.targets(state, marine):
        if ap >= 1:
            yield Shoot(who=marine.id, target=target)
            yield Shoot(who=marine.id, target=target)
    if ap >= 2:
        if can_fire(marine) and not marine.stance.overwatch:
            yield Overwatch(who=marine.id)
        if "guard" in state.edition.subjects and not marine.stance.guard:
            yield Guard(who=marine.id)
        if marine.kind.gun == "heavy-flamer" and marine.arms.ammo:
            for flame_target in offers.flame_targets(state, marine):
                yield Flame(who=marine.id, target=flame_target)
    if marine.stance.jammed and ap >= 1:
        yield Unjam(who=marine.id, back=dice.random() < 0.7)
    if marine.kind.gun == "assault-cannon" and not marine.arms.reloaded and ap >= 4:
        yield Reload(who=marine.id)


def _powers(state: Match, marine: Marine) -> Iterator[Command]:
    if not marine.kind.librarian or state.play.power_used or (marine.arms.psi or 0) < 3:
        return
    if state.counter.spent:
        yield Power(who=marine.id, power="prescience")
    ground = board(state)
    assert ground is not None
    here = ground.cell(str(marine.position.at))
    assert here is not None
    yield Power(who=marine.id, power="psychic-storm", section=ground.section(here))


def answer(question: Question, dice: Random) -> Any:
    """An answer to any question of the rules."""
    if isinstance(question, DiceQuestion):
        return tuple(dice.randint(1, sides) for sides in question.dice)
    if isinstance(question, NumberQuestion):
        return dice.randint(question.least, question.most)
    assert isinstance(question, ChoiceQuestion)
    return dice.choice(question.options)


def do(match_session: MatchSession, command: Command, dice: Random) -> None:
    """Carry out a command and answer what it asks; it does something, or says why not."""
    head, before = match_session.head, match_session.session.state
    packs = HulkPacks()
    if packs.needs_packs(command):
        command = packs.complete(library(), match_session.session.state, command)
    match_session.do(command, auto=False)
    while match_session.question is not None:
        match_session.give(answer(match_session.question, dice), auto=False)
    check_not_silent(match_session, head, before)
