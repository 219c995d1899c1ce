"""Start a match: lay the scenario out, let sides join, field formations."""

from q40k.games.epic.packs import armies
from q40k.games.epic.state import opening
from q40k.games.epic.state.match import SIDES, Match, Side
from q40k.games.epic.state.questions import find_side, must_be_open
from q40k.games.epic.state.registry import rule
from q40k.kernel.events import Live, Rule
from q40k.kernel.lookup import find_exact
from q40k.kernel.text import fold_name
from q40k.tabletop.asking import forbid
from q40k.tabletop.rules import NothingChanged


@rule(opening.New)
def new(live: Live[Match], command: opening.New) -> Rule[None]:
    """Lay out a match with its scenario and switches.

    Rule: EE-WIN-3
    """
    if live.state.setup.scenario is not None:
        raise forbid("EE-WIN-3", "already-open")
    scenario = command.scenario_data
    if scenario is None:
        raise forbid("EE-WIN-3", "no-packs")
    yield opening.Opened(
        scenario=scenario,
        seed=str(command.seed if command.seed is not None else ""),
        name=command.name,
        roller=command.dice,
        switches=opening.make_switches(scenario, command.options),
    )


@rule(opening.Dice)
def dice(live: Live[Match], command: opening.Dice) -> Rule[None]:
    """Say who rolls a side's dice by default, or everyone's."""
    side = find_side(live.state, command.player).id if command.player else None
    yield opening.RollerSet(side=side, roller=command.by)


@rule(opening.Army)
def army(live: Live[Match], command: opening.Army) -> Rule[None]:
    """Let a side join with its army; there are two sides, and several people may share one.

    Rule: EE-ARMY-1, EE-WORD-3
    """
    state = live.state
    _must_be_in_setup(state)
    if fold_name(command.player) in (fold_name(side.name) for side in state.sides.values()):
        raise forbid("EE-WORD-3", "name-taken", name=command.player)
    if len(state.sides) == SIDES:
        raise forbid("EE-WORD-3", "two-sides", name=command.player)
    if command.strategic is None or command.morale is None:
        raise forbid("EE-ARMY-1", "values-needed", name=command.player)
    yield opening.SideJoined(
        side=f"p{len(state.sides) + 1}",
        name=command.player,
        army=command.name,
        strategic=command.strategic,
        morale=command.morale,
        people=command.people,
    )


@rule(opening.HandSeatOver)
def hand_seat_over(live: Live[Match], command: opening.HandSeatOver) -> Rule[None]:
    """Hand a side to a bot or back to people, in the set-up or later; orders that lie stay.

    Rule: EE-WORD-3
    """
    must_be_open(live.state)
    side = find_side(live.state, command.player)
    if side.bot == command.bot:
        raise forbid("EE-WORD-3", "already-bot" if command.bot else "already-people", side=side.id)
    yield opening.SeatHandedOver(side=side.id, bot=command.bot)


@rule(opening.Muster)
def muster(live: Live[Match], command: opening.Muster) -> Rule[None]:
    """Add a formation of 1 to 30 figures, infantry or vehicles; points and sizes are free.

    Rule: EE-WORD-1, EE-ARMY-2, EE-ARMY-5
    """
    state = live.state
    _must_be_in_setup(state)
    side = find_side(state, command.player)
    if find_exact(command.id, state.formations):
        raise forbid("EE-WORD-1", "formation-taken", said=command.id)
    if command.troops is None:
        raise forbid("EE-ARMY-2", "no-profiles")
    many = sum(troop.n for troop in command.troops)
    if not 1 <= many <= armies.MOST_FIGURES:
        raise forbid("EE-ARMY-5", "formation-size", got=many, most=armies.MOST_FIGURES)
    yield opening.Mustered(formation=command.id, side=side.id, troops=command.troops)


@rule(opening.FieldForce)
def field_force(live: Live[Match], command: opening.FieldForce) -> Rule[None]:
    """Add the formations that were chosen for a side; more may follow one by one.

    Rule: EE-ARMY-5, EE-WORD-1
    """
    _must_be_in_setup(live.state)
    side = find_side(live.state, command.player)
    if command.formations is None or any(formation.troops is None for formation in command.formations):
        raise forbid("EE-ARMY-2", "no-profiles")
    if not command.formations:
        yield NothingChanged(why="no-formations", who=side.id)
    for formation in command.formations:
        yield opening.Mustered(formation=_free_id(live.state, side), side=side.id, troops=formation.troops or ())


def _free_id(state: Match, side: Side) -> str:
    """Return an unused id: a letter of the side and the next number.

    The letter is the first of the side's name, if that is a letter and differs from the other
    side's.
    """
    letters = {id: other.name[:1].upper() for id, other in state.sides.items()}
    plain = len(set(letters.values())) == len(letters) and letters[side.id].isalpha()
    letter = letters[side.id] if plain else "AB"[list(state.sides).index(side.id)]
    used = {id.casefold() for id in state.formations}
    candidates = (f"{letter}{number}" for number in range(1, len(used) + 2))
    return next(id for id in candidates if id.casefold() not in used)


def _must_be_in_setup(state: Match) -> None:
    """Refuse after the armies are complete (EE-ARMY-1)."""
    must_be_open(state)
    if state.play.phase != "setup":
        raise forbid("EE-ARMY-1", "armies-stand")
