"""ASSAULT: charges as commands and events, and who is engaged."""

from q40k.games.quake.state import parts
from q40k.games.quake.state.bonus import profile
from q40k.games.quake.state.match import Match, Player, change_player
from q40k.games.quake.state.melee import join_fight, part_from_all
from q40k.games.quake.state.registry import Command, Event, Inches, Place, Stand, Waypoints, land_mover
from q40k.games.w40k3e.ground import charge_in
from q40k.geometry.space import Spot
from q40k.kernel.commands import Name


class Charge(Command, tag="charge"):
    """Charge a champion, a flag by its id, or the building of a team (ASSAULT-1, 2, FLAG-5).

    `distance` is in inches, where no positions are kept; without it the table has measured itself.
    `cover` (the target is in cover), `difficult` and `dangerous` (the ground between) are what the
    table says. `three`: it rolls three dice in difficult ground. `to` is where it ends, in cm,
    `path` the places it passes before. `napalm`: it crosses the template of a burning barrel
    (BARREL-5). `stand`: whether it comes back in its portal if it dies on its path.
    """

    player: Name
    target: Name
    distance: Inches | None = None
    cover: bool | None = None
    difficult: bool = False
    dangerous: bool = False
    three: bool = False
    to: Place | None = None
    path: Waypoints | None = None
    napalm: bool = False
    stand: Stand = "beside"
    landing = land_mover


class Charged(Event, tag="charged"):
    """A champion charged a champion, a flag or a team's building (ASSAULT-1, FLAG-5).

    `distance_in` is None if nobody said it. `reach_in` is how far the champion could go, `dice`
    those of hard ground. `reached`: it arrived. `trailing`: it only followed its prey (DIFF-8).
    `into_cover`: the target was in cover. `to` is where it stands now. `level` is its height in
    inches, None on top of what can be climbed there. `over` are tokens and flags it passed over
    (BONUS-1, FLAG-1). `in_water`: it ends in water; None is unknown.
    """

    player: str
    target: str | None = None
    flag: str | None = None
    building: str | None = None
    distance_in: float | None = None
    reach_in: float = 0.0
    dice: tuple[int, ...] = ()
    reached: bool = True
    trailing: bool = False
    into_cover: bool = False
    to: Spot | None = None
    portal: int | None = None
    level: float | None = None
    over: tuple[str, ...] = ()
    in_water: bool | None = None

    def fold(self, state: Match) -> Match:
        player = self.player
        if self.distance_in != 0:
            state = change_player(part_from_all(state, player), player, portal=self.portal, near=None, tile=None)
        charge = parts.ChargeMade(self.target, self.into_cover)
        building = self.building if self.reached else None
        over = (*state.players[player].movement.over, *self.over)
        state = change_player(state, player, charge=charge, building=building, over=over)
        if self.to is not None:
            state = change_player(state, player, at=self.to, level=self.level)
        if self.in_water is not None:
            state = change_player(state, player, in_water=self.in_water)
        if self.target is None or not self.reached:
            return state
        return join_fight(state, player, (self.target,))


HAIR_IN = 0.005
"""Distances show two decimals: exceeding a limit by less than this is allowed."""


def trails(state: Match, player: Player, prey: Player) -> bool:
    """Whether a champion may follow one that left contact.

    They were in contact at the start of the turn, the prey acts later, and it moved no further than
    a charge goes. A champion that has moved away itself follows nobody. Teams that alternate have
    no order: the one of the two that moved away acted later.

    Rule: DIFF-8
    """
    pairs = state.close_combat.touched
    if (player.id, prey.id) not in pairs and (prey.id, player.id) not in pairs:
        return False
    if player.turn.moved:
        return False
    later = state.alternates or prey.id in state.after(player.id)
    return later and prey.movement.spent <= charge_in(profile(player).unit_type, player.abilities) + HAIR_IN
