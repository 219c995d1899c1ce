"""Blips: draw them from the pile, put them down, and roll for a forgotten entry."""

from q40k.games.space_hulk.rules.turn import end_marine_turn
from q40k.games.space_hulk.state import blips, questions
from q40k.games.space_hulk.state.match import Blip, Match
from q40k.games.space_hulk.state.places import ENTRY_SIGN, board
from q40k.games.space_hulk.state.registry import rule
from q40k.kernel.events import DiceQuestion, Live, Rule
from q40k.kernel.lookup import nearest
from q40k.tabletop.asking import forbid, refuse


@rule(blips.PutBlip)
def put_blip(live: Live[Match], command: blips.PutBlip) -> Rule[None]:
    """Draw a blip and put it down.

    Rule: SH-SETUP-5, SH-BLIP-1, SH-BLIP-2, SH-BLIP-3, SH-BOX-3, SH1-BOX-3, SH-ENTRY-1, SH1-ENTRY-1
    """
    questions.must_be_open(live.state)
    if live.state.play.finishing:
        yield from end_marine_turn(live)
    state = live.state
    questions.must_be_new(state, command.name)
    if state.play.phase not in ("setup", "stealer-reinforcement"):
        phase = {"phase": state.play.phase, "wanted": "stealer-reinforcement"}
        yield from refuse("SH-ENTRY-1", "other-phase", **phase)
    at = entry = None
    if command.entry is not None:
        entry = yield from _find_open_entry(state, command.entry)
    elif command.at is not None:
        at = yield from _find_free_square(state, command.at)
    yield from _limit_reinforcements(state)
    held = entry is not None and state.play.phase != "setup" and blips.is_marine_near_entry(state, entry)
    value = yield from draw_blip(live, command.seal)
    yield blips.BlipPlaced(name=command.name, at=at, entry=entry, held=held, value=value)


def _find_open_entry(state: Match, text: str) -> Rule[str]:
    """Return the named entry, if it has room for another blip.

    Rule: SH-ENTRY-4, SH1-ENTRY-4
    """
    name = _find_entry(state, text)
    if blips.count_waiting(state, name) >= blips.WAITING:
        yield from refuse("SH-ENTRY-4", "entry-full", entry=name, most=blips.WAITING)
    return name


def _find_entry(state: Match, text: str) -> str:
    """Return the id of the named entry; without a board of the mission any name will do."""
    layout, name = state.setup.layout, text.removeprefix(ENTRY_SIGN).upper()
    if layout is not None and name not in (entries := {entry.id for entry in layout.entries}):
        raise forbid("SH-ENTRY-1", "unknown-entry", said=text, nearest=nearest(name, entries))
    return name


def _find_free_square(state: Match, name: str) -> Rule[str | None]:
    """Return the named free square; reinforcements come at entries."""
    if state.play.phase != "setup":
        yield from refuse("SH-ENTRY-1", "entries-only")
    return None if board(state) is None else questions.find_free_square(state, name)


def _limit_reinforcements(state: Match) -> Rule[None]:
    """Refuse more blips than the mission brings in a turn.

    Rule: SH-ENTRY-1, SH1-ENTRY-1
    """
    many = state.mission.blips_per_turn
    if many is None or state.play.phase == "setup":
        return
    arrivals = sum(blip.placed == state.play.turn for blip in state.blips.values())
    if arrivals >= many:
        yield from refuse("SH-ENTRY-1", "blips-came", many=many)


def draw_blip(live: Live[Match], seal: str | None = None) -> Rule[int | None]:
    """Draw a blip from the pile; return its value if the app deals, else None.

    Rule: SH-BLIP-2, SH-BLIP-3, SH-SECRET-1
    """
    if live.state.undrawn == 0:
        up = sum(live.state.pile.up.values())
        if not up:
            raise forbid("SH-BLIP-3", "no-blips")
        yield blips.PileShuffled(many=up)
    if live.state.options.blips == "table":
        return None
    remaining = count_pile(live.state)
    if seal is not None:
        value = questions.unseal_values("stealer", seal, "SH-SECRET-1")[0]
        if not remaining.get(value):
            raise forbid("SH-SECRET-1", "seal-broken")
        return value
    many = sum(remaining.values())
    (die,) = yield DiceQuestion("blip-value", None, "SH-BLIP-2", {}, (many,), secret=True)
    for value, n in sorted(remaining.items()):
        if die <= n:
            return value
        die -= n
    return max(remaining)


def count_pile(state: Match) -> dict[int, int]:
    """Return how many blips of each value the pile holds, where the app has dealt all of them."""
    dealt = [blip.value for blip in state.blips_in_play]
    return {value: n - state.pile.up.get(value, 0) - dealt.count(value) for value, n in state.pile.mix.items()}


@rule(blips.Unclear)
def unclear(live: Live[Match], command: blips.Unclear) -> Rule[None]:
    """Roll between entries with equal chances; results left over are rolled again.

    Rule: SH1-ENTRY-10
    """
    questions.must_be_open(live.state)
    blip = questions.find_piece(live.state, command.name)
    if not isinstance(blip, Blip) or blip.lurking.entry is None:
        raise forbid("SH1-ENTRY-10", "not-waiting", who=blip.id)
    entries = tuple(_find_entry(live.state, name) for name in command.entries)
    share = blips.DIE // len(entries)
    facts = {"blip": blip.id, "among": entries}
    die = blips.DIE + 1  # same either way: what is too high is rolled again
    while die > share * len(entries):
        (die,) = yield DiceQuestion("entry-drawn", None, "SH1-ENTRY-10", facts, (blips.DIE,))
    yield blips.EntryDrawn(blip=blip.id, entry=entries[(die - 1) // share], die=die)
