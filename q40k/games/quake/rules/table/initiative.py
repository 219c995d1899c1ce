"""INITIATIVE: roll for the order of play, break ties, place latecomers."""

from q40k.games.quake.rules.questions import rank_by_rolls, roll
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.table.initiative import InitiativeRolled, OrderSet, RolledOff
from q40k.kernel.events import Live, Rule


def roll_initiative(live: Live[Match], player: str) -> Rule[int]:
    """Roll Ld + I + 1D6, once for the whole match.

    Rule: INIT-1
    """
    profile = live.state.players[player].champion
    fixed = profile.ld + profile.i
    (die,) = yield from roll(live, player, "initiative", "INIT-1", fixed=fixed, ld=profile.ld, i=profile.i)
    yield InitiativeRolled(player=player, die=die, total=fixed + die)
    return fixed + die


def rank_all(live: Live[Match]) -> Rule[None]:
    """Roll for everyone in order of joining; roll off ties, the highest first.

    Rule: INIT-1, INIT-2
    """
    players = tuple(p.id for p in live.state.players.values() if p.present)
    totals: dict[str, int] = {}
    for player in players:
        totals[player] = yield from roll_initiative(live, player)
    ranking: list[str] = []
    for total in sorted(set(totals.values()), reverse=True):
        tied = tuple(p for p in players if totals[p] == total)
        ranking += yield from roll_off(live, tied, total)
    yield OrderSet(ranking=tuple(ranking))


def roll_off(live: Live[Match], tied: tuple[str, ...], total: int) -> Rule[list[str]]:
    """Rank the players tied at `total`: a D6 each, rolled again by those still tied.

    Rule: INIT-2
    """

    def roll_again(group: tuple[str, ...]) -> Rule[dict[str, int]]:
        names = tuple(live.state.players[p].name for p in group)
        rolled: dict[str, int] = {}
        for player in group:
            (rolled[player],) = yield from roll(live, player, "roll-off", "INIT-2", tied=names, total=total)
        yield RolledOff(players=group, dice=tuple(rolled.values()))
        return rolled

    return (yield from rank_by_rolls(tied, roll_again))


def place_newcomer(live: Live[Match], player: str, total: int) -> Rule[None]:
    """Insert a newcomer into the order of play; nobody else's place changes.

    A newcomer tied with placed players rolls off against each of them, from the top. It takes the
    place above the first one it beats.

    Rule: INIT-3
    """
    state = live.state
    ranking = [p for p in state.ranks.ranking if p != player]
    place = len(ranking)
    for index, placed in enumerate(ranking):
        theirs = state.players[placed].initiative or 0
        if theirs < total:
            place = index
            break
        if theirs == total and state.players[placed].present:
            better = yield from roll_off(live, (player, placed), total)
            if better[0] == player:
                place = index
                break
    yield OrderSet(ranking=(*ranking[:place], player, *ranking[place:]))
