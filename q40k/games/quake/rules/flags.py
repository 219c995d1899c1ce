"""FLAGS: set them up, take, drop, return, exchange and capture them."""

from q40k.games.quake.packs.models import Arena
from q40k.games.quake.rules.acting import must_be_active
from q40k.games.quake.rules.objectives.rounds import win_round
from q40k.games.quake.rules.positions import must_pass_over
from q40k.games.quake.state import flags, parts, positions
from q40k.games.quake.state.acting import phase_of_second
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.questions import find_present
from q40k.games.quake.state.registry import rule
from q40k.games.quake.state.teams import zone_of
from q40k.geometry.outlines import within
from q40k.geometry.space import CONTACT_CM, HAIR_CM, Spot, gap_cm
from q40k.kernel.events import Live, Rule
from q40k.kernel.lookup import find_exact, nearest
from q40k.tabletop.asking import forbid, refuse


def place_flags(live: Live[Match]) -> Rule[None]:
    """Set the flags up: one in each base, or a single one half-way.

    The arena's own flags are used; the table sets up those it lacks.

    Rule: FLAG-1, BASE-1
    """
    state = live.state
    teams: dict[str, str | None] = {}
    homes: dict[str, Spot] = {}
    if state.mod.parameters.flags == "one":
        owners: list[tuple[str | None, int | None]] = [(None, None)]
    else:
        owners = [(team, state.teams[team].base) for team in state.sides if team in state.teams]
    for number, (team, base) in enumerate(owners, 1):
        name, home = _flag_of_arena(state.arena, team, base)
        name = name or _free_name(f"F{number}", teams, state.arena)
        teams[name] = team
        if home is not None:
            homes[name] = home
    yield flags.FlagsPlaced(flags=teams, homes=homes)


def _flag_of_arena(arena: Arena, team: str | None, base: int | None) -> tuple[str | None, Spot | None]:
    if team is not None and base is None:
        return None, None
    mine = next((flag for flag in arena.flags if flag.base == base), None)
    return (mine.id, mine.at) if mine else (None, None)


def _free_name(name: str, existing: dict[str, str | None], arena: Arena) -> str:
    used = {*existing, *(flag.id for flag in arena.flags)}
    return name if name not in used else _free_name(f"{name}F", existing, arena)


def drop_flags(live: Live[Match], player: str, at: Spot | None) -> Rule[None]:
    """Drop the flags of a dead champion where it stood.

    If two exchanged a flag in this shooting phase, the other one keeps it until it dies as well.

    Rule: FLAG-2, FLAG-4
    """
    for flag in tuple(live.state.flags.values()):
        survivors = tuple(p for p in flag.sharers if p != player)
        if player in flag.sharers and survivors:
            yield flags.FlagKept(player=survivors[0], flag=flag.id, dead=player)
        elif player == flag.carrier:
            yield flags.FlagDropped(player=player, flag=flag.id, at=at)


def send_flags_home(live: Live[Match], player: str) -> Rule[None]:
    """Send every flag that a player carries back to where it began, by agreement.

    Rule: TEAM-1
    """
    for flag in tuple(live.state.flags.values()):
        if flag.carrier == player:
            yield flags.FlagReturned(flag=flag.id)


def _find_flag(state: Match, text: str | None, player: Player) -> parts.Flag:
    """Return the flag of that id or team; without a name, the only possible one."""
    if not state.flags:
        raise forbid("FLAG-1", "no-flags")
    if text is None:
        others = [f for f in state.flags.values() if f.team != state.side_of(player.id)]
        if len(others) == 1:
            return others[0]
        raise forbid("FLAG-1", "which-flag", flags=tuple(state.flags))
    names = [(name, f) for f in state.flags.values() for name in (f.id, f.team) if name]
    if fits := find_exact(text, names):
        return fits[0]
    near = nearest(text.upper(), state.flags, 0.3)
    raise forbid("FLAG-1", "unknown-flag", flag=text, flags=tuple(state.flags), nearest=near)


@rule(flags.TouchFlag)
def touch(live: Live[Match], command: flags.TouchFlag) -> Rule[None]:
    """Move or charge over a flag: the team that touches it decides what becomes of it.

    Where places are known, a flag that the champion did not pass over is refused. At home an
    opponent takes it. On the ground, the team that dropped it carries it on, and any other sends it
    home. A flag that all fight for is picked up by anyone.

    Rule: FLAG-1, FLAG-3, FLAG-5
    """
    player = find_present(live.state, command.player)
    flag = _find_flag(live.state, command.flag, player)
    yield from must_be_active(live, player, "movement", "assault", *phase_of_second(player))
    if flag.carrier is None:
        at = flag.home if flag.at_home else flag.at
        yield from must_pass_over(player, flag.id, at, "FLAG-1")
    yield from touch_flag(live, player, flag)


def touch_flag(live: Live[Match], player: Player, flag: parts.Flag) -> Rule[None]:
    """Touch a flag, on a path or at the end of a charge: take it, or send it home.

    Rule: FLAG-1, FLAG-3, FLAG-5
    """
    team = live.state.side_of(player.id)
    if flag.carrier is not None:
        carrier = live.state.players[flag.carrier]
        if carrier.id == player.id:
            raise forbid("FLAG-1", "carries-it", player=player.name)
        yield from refuse("FLAG-1", "flag-carried", flag=flag.id, player=carrier.name)
        yield flags.FlagTaken(player=player.id, flag=flag.id)
    elif flag.at_home:
        if flag.team == team:
            raise forbid("FLAG-1", "own-flag", flag=flag.id, team=team)
        yield flags.FlagTaken(player=player.id, flag=flag.id)
    elif flag.team is None or (flag.fell == team and flag.team != team):
        yield flags.FlagTaken(player=player.id, flag=flag.id, again=True)
    else:
        yield flags.FlagReturned(flag=flag.id, player=player.id)


@rule(flags.HandOver)
def hand_over(live: Live[Match], command: flags.HandOver) -> Rule[None]:
    """Exchange the flag with a team-mate in contact; for both it replaces shooting.

    Rule: FLAG-4
    """
    player = find_present(live.state, command.player)
    mate = find_present(live.state, command.to)
    carried = flags.carried_flags(live.state, player.id)
    if not carried:
        raise forbid("FLAG-4", "carries-none", player=player.name)
    if mate.id == player.id or not mate.in_play:
        raise forbid("FLAG-4", "not-a-mate", player=player.name, to=mate.name)
    for champion in (player, mate):
        if champion.turn.shot is not None:
            yield from refuse("FLAG-4", "shot-before-exchange", player=champion.name)
        if champion.turn.second == "fleet":
            yield from refuse("FLAG-4", "ran-before-exchange", player=champion.name)
    yield from must_be_active(live, player, "shooting")
    if live.state.side_of(mate.id) != live.state.side_of(player.id):
        yield from refuse("FLAG-4", "not-a-mate", player=player.name, to=mate.name)
    if mate.id in live.state.team_play.acted:
        yield from refuse("TEAM-3", "has-acted", player=mate.name)
    yield from _check_contact(player, mate)
    for flag in carried:
        yield flags.FlagHandedOver(player=player.id, to=mate.id, flag=flag)


def _check_contact(player: Player, mate: Player) -> Rule[None]:
    """Refuse two champions whose bases do not touch, if both places are known."""
    if player.position.at is None or mate.position.at is None:
        return
    if (
        gap_cm(positions.base_of(player), player.position.at, positions.base_of(mate), mate.position.at)
        > CONTACT_CM + HAIR_CM
    ):
        yield from refuse("FLAG-4", "not-in-contact", player=player.name, to=mate.name)


@rule(flags.Capture)
def capture(live: Live[Match], command: flags.Capture) -> Rule[None]:
    """Bring a flag into the player's own base; with flags for each, its own must be there.

    This is bookkeeping, as a kill is: it may also happen when the own flag is sent home.

    Rule: FLAG-1
    """
    state = live.state
    player = find_present(state, command.player)
    carried = flags.carried_flags(state, player.id)
    if not carried:
        raise forbid("FLAG-1", "carries-none", player=player.name)
    zone = zone_of(state, player.id)
    if zone is not None and player.position.at is not None and not within(player.position.at, zone.polygon):
        x, y = player.position.at
        yield from refuse("FLAG-1", "not-in-base", player=player.name, x=x, y=y, base=zone.number)
    away = _own_flag_away(state, player.id)
    if away is not None:
        yield from refuse("FLAG-1", "own-flag-away", flag=away.id, team=state.side_of(player.id))
    yield from bring_home(live, player.id)


def _own_flag_away(state: Match, player: str) -> parts.Flag | None:
    team = state.side_of(player)
    return next((f for f in state.flags.values() if f.team == team and not f.at_home), None)


def bring_home(live: Live[Match], player: str) -> Rule[None]:
    """Capture the flag a player carries: its team wins the round.

    Rule: FLAG-1
    """
    team = live.state.side_of(player)
    yield flags.FlagCaptured(player=player, flag=flags.carried_flags(live.state, player)[0], team=team)
    yield from win_round(live, team, "flag")


def bring_flags_home(live: Live[Match], before: Match) -> Rule[None]:
    """Capture a flag whose carrier has come to stand in its own base, if its own flag is there.

    It does not matter how: by a move or a charge, by an exchange, by an arrival, dragged or thrown.
    `before` is the state before the command. This happens only where places are known; elsewhere the
    game master reports it.

    Rule: FLAG-1
    """
    for carrier in dict.fromkeys(flag.carrier for flag in live.state.flags.values()):
        if carrier is None or not live.state.running or _stood_there(live.state, before, carrier):
            continue
        zone, at = zone_of(live.state, carrier), live.state.players[carrier].position.at
        if zone is None or at is None or not within(at, zone.polygon):
            continue
        if _own_flag_away(live.state, carrier) is None and flags.carried_flags(live.state, carrier):
            yield from bring_home(live, carrier)


def _stood_there(state: Match, before: Match, carrier: str) -> bool:
    """Return whether a carrier stood in the same place with the same flags before the command."""
    if carrier not in before.players or flags.carried_flags(state, carrier) != flags.carried_flags(before, carrier):
        return False
    return state.players[carrier].position.at == before.players[carrier].position.at
