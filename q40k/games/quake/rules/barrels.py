"""BARRELS: set them out, hit them, let them explode and burn."""

from q40k.games.quake.packs.arena import TOKEN_RADIUS_CM
from q40k.games.quake.rules.damage import die_by_accident, die_by_hand, inflict
from q40k.games.quake.rules.questions import choose_players, roll
from q40k.games.quake.state import barrels
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.parts import Barrel
from q40k.games.quake.state.positions import base_of, positions_of_all
from q40k.games.quake.state.questions import find_on_table
from q40k.games.quake.state.registry import rule
from q40k.geometry.space import HAIR_CM, Inches, Spot, distance_cm, to_cm, to_point_cm
from q40k.geometry.templates import find_touched_figures, ordnance
from q40k.kernel.events import Live, Rule
from q40k.kernel.text import is_digits
from q40k.tabletop.asking import choose_several


def possibly_under(state: Match, barrel: Barrel) -> tuple[str, ...]:
    """Return everyone whose base the template may touch, in the order of play.

    A champion whose place is unknown may be anywhere.

    Rule: BARREL-2
    """
    return tuple(p for p in state.order if state.players[p].in_play and _may_touch(state.players[p], barrel))


def _may_touch(player: Player, barrel: Barrel) -> bool:
    if player.position.at is None or barrel.at is None:
        return True

    return to_point_cm(base_of(player), player.position.at, barrel.at) <= to_cm(Inches(barrels.TEMPLATE_IN / 2))


def blow_up(live: Live[Match], player: str, barrel: Barrel, explosion: barrels.Explosion) -> Rule[None]:
    """Strike everyone under the template in turn, by dice, by a count, or by "dead".

    Rule: BARREL-2, BARREL-3, BARREL-5, BARREL-6, BARREL-7
    """
    blast = barrels.BLASTS[explosion]
    whole, partly = yield from _under(live, barrel, explosion)
    for target in (*whole, *partly):
        attack = barrels.plan_blast(live.state, live.state.players[target], blast, partly=target in partly)
        yield from inflict(live, target, attack, "barrel", blast.rule, by=player)


def _under(
    live: Live[Match], barrel: Barrel, explosion: barrels.Explosion
) -> Rule[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return those hit for sure, and those hit only on a 4+: by places, else as the table says."""
    state, blast = live.state, barrels.BLASTS[explosion]
    candidates = possibly_under(state, barrel)
    positions = positions_of_all(state) if barrel.at is not None else None
    if positions is not None and barrel.at is not None:
        floor = positions.field.floor_in(barrel.at)
        under_it = find_touched_figures(positions, ordnance(barrel.at), (), (floor, floor))
        wholly = {figure.id: figure.wholly for figure in under_it}
        under = tuple(p for p in candidates if p in wholly)
        partly = {p for p in under if not wholly[p]} if blast.forgiving else set()
    else:
        facts = {"barrel": barrel.id, "explosion": explosion}
        chosen = yield from choose_players(live, None, "under-barrel", blast.rule, candidates, **facts)
        under = tuple(p for p in candidates if p in chosen)
        partly = set()
        if blast.forgiving and under:
            partly = set((yield from choose_players(live, None, "partly-under", blast.rule, under, **facts)))
    return tuple(p for p in under if p not in partly), tuple(p for p in under if p in partly)


# ---- napalm


def cross_napalm(
    live: Live[Match], who: str, spots: tuple[Spot, ...], *, declared: bool = False, thrown: bool = False
) -> Rule[None]:
    """Hit a champion at S5 AP4 for each burning barrel whose template its path touches.

    If a barrel's place is unknown, the table says that the path crosses one (`declared`). A flyer
    is hit only where it lands, unless it is `thrown`. A death by napalm is an accident.

    Rule: BARREL-5
    """
    for _ in range(barrels.count_fires(live.state, live.state.players[who], spots, declared=declared, thrown=thrown)):
        player = live.state.players[who]
        if not player.in_play:
            return
        attack = barrels.plan_blast(live.state, player, barrels.BLASTS["napalm"])
        yield from inflict(live, who, attack, "napalm", "BARREL-5")


PLASMA_UP_TO, DOUBLES_ON, NAPALM_ON = 3, 4, 5


def set_out_barrels(live: Live[Match]) -> Rule[None]:
    """Set out some barrels for each player present: the arena's own first, then new names.

    Rule: BARREL-1
    """
    state = live.state
    if not state.mod.has("barrels"):
        return
    present = sum(player.present for player in state.players.values())
    count = state.mod.parameters.barrels_each * present
    placed: dict[str, Spot | None] = {b.id: b.at for b in state.arena.barrels[:count]}
    used = {*(b.id for b in state.arena.barrels), *(t.id for t in state.arena.tokens)}
    used |= {*(f.id for f in state.arena.flags), *state.flags}
    while len(placed) < count:
        placed[_free_name(used | set(placed))] = None
    yield barrels.BarrelsSet(barrels=placed)


def _free_name(used: set[str]) -> str:
    """Return a new name: the number after the highest in use."""
    numbers = (int(name[1:]) for name in used if name[:1] == "K" and is_digits(name[1:]))
    return f"K{max(numbers, default=0) + 1}"


@rule(barrels.HitBarrel)
def hit(live: Live[Match], command: barrels.HitBarrel) -> Rule[None]:
    """Let a champion hit a barrel: roll what it does, and what it sets off.

    Barrels caught in an explosion explode in turn, the nearest first. The dead come back when the
    chain has ended, in the order they died.

    Rule: BARREL-2, BARREL-7, RESPAWN-1
    """
    player = find_on_table(live.state, command.player)
    yield from explode(live, player.id, (barrels.find_barrel(live.state, command.barrel).id,))


def explode(live: Live[Match], player: str, hit: tuple[str, ...], *, by_dice: bool = False) -> Rule[None]:
    """Explode the barrels that were hit, and those they set off; the caller puts the dead back.

    `by_dice`: ask who is under each template and for the dice; else ask only who dies.

    Rule: BARREL-2, BARREL-7
    """
    queue = list(hit)
    while queue:
        queue += yield from _explode_one(live, player, queue.pop(0), queue, by_dice=by_dice)


def ask_touched(caught: tuple[str, ...], unknown: tuple[str, ...]) -> Rule[tuple[str, ...]]:
    """Let the table add those under a template of the barrels of which no place tells.

    Rule: BARREL-2
    """
    chosen = yield from choose_several(None, "touched-barrels", "BARREL-2", unknown, caught=caught)
    return (*caught, *chosen)


def _explode_one(live: Live[Match], player: str, name: str, queue: list[str], *, by_dice: bool) -> Rule[list[str]]:
    """Roll one barrel's dice and strike its victims; return the barrels it sets off.

    Rule: BARREL-2, BARREL-3, BARREL-4, BARREL-5, BARREL-6
    """
    (die,) = yield from roll(live, player, "barrel", "BARREL-2", barrel=name)
    explosion: barrels.Explosion = "ordnance"
    if die == 6:
        (die,) = yield from roll(live, player, "barrel-weird", "BARREL-2", barrel=name)
        if die == DOUBLES_ON:
            second = _free_name({*live.state.barrels, *live.state.tokens, *live.state.flags})
            yield barrels.BarrelDoubled(barrel=name, player=player, second=second)
            return []
        explosion = "plasma" if die <= PLASMA_UP_TO else "napalm" if die == NAPALM_ON else "vortex"
    barrel = live.state.barrels[name]
    yield barrels.BarrelExploded(barrel=name, player=player, explosion=explosion)
    strike = blow_up if by_dice else _kill_named
    yield from strike(live, player, barrel, explosion)
    return (yield from _find_caught(live, player, barrel, queue))


def _kill_named(live: Live[Match], player: str, barrel: Barrel, explosion: barrels.Explosion) -> Rule[None]:
    """Kill those the table names: the shooter's kills, or its own accident.

    Rule: BARREL-2, BARREL-3, BARREL-5, BARREL-6, BARREL-7
    """
    rule, near = barrels.BLASTS[explosion].rule, possibly_under(live.state, barrel)
    facts = {"barrel": barrel.id, "explosion": explosion}
    for victim in (yield from choose_players(live, None, "barrel-victims", rule, near, **facts)):
        if victim == player:
            yield from die_by_accident(live, victim, "barrel")
        else:
            yield from die_by_hand(live, victim, (player,), cause="barrel")


def _find_caught(live: Live[Match], player: str, barrel: Barrel, queue: list[str]) -> Rule[list[str]]:
    """Return the other barrels under the template, even partly, the nearest first.

    The table answers for barrels whose place is unknown.

    Rule: BARREL-7
    """
    others = [b for b in live.state.barrels.values() if not b.burning and b.id not in (barrel.id, *queue)]
    if barrel.at is None:
        caught, unknown = [], [b.id for b in others]
    else:
        reach, here = to_cm(Inches(barrels.TEMPLATE_IN / 2)) + TOKEN_RADIUS_CM, barrel.at
        distances = {b.id: distance_cm(b.at, here) for b in others if b.at is not None}
        caught = sorted((name for name in distances if distances[name] < reach - HAIR_CM), key=distances.__getitem__)
        unknown = [b.id for b in others if b.at is None]
    facts = {"barrel": barrel.id, "caught": tuple(caught)}
    chosen = yield from choose_several(player, "barrels-caught", "BARREL-7", tuple(unknown), **facts)
    return [*caught, *chosen]
