"""The rules in short: tables of costs, guns and close combat on one page, the turn behind.

The numbers are those the rules themselves work with.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from q40k.games.space_hulk.prints.wish import Wish
from q40k.games.space_hulk.rules.editions import Edition
from q40k.games.space_hulk.rules.melee.fighters import STEALER_DICE, Sides, terms
from q40k.games.space_hulk.rules.movement.step import MARINE_COSTS, STEALER_COSTS
from q40k.games.space_hulk.rules.odds import fight_odds, shot_odds
from q40k.games.space_hulk.rules.state import Marine, Match, Setup, Stealer
from q40k.games.space_hulk.rules.turn.clock import CALLS, seconds
from q40k.games.space_hulk.rules.units import GUNS, PSI, UNITS, Gun
from q40k.games.space_hulk.words.names import ARMS, EDITIONS, unit_name
from q40k.i18n.locale import N_, Locale
from q40k.i18n.sentences import capital, time_of
from q40k.prints.drawing import Drawing
from q40k.prints.sheets import Block, Sheet, Table, draw_table, fitted

ROW_MM: Final = 6.0
GAP_MM: Final = 10.0
_SIZES: Final = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0)
"""Of letters, the largest first: those with which the words fit one page."""
GUN_ORDER: Final[tuple[Gun, ...]] = ("storm-bolter", "assault-cannon", "heavy-flamer")
BOTH: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (
        N_("A turn"),
        (
            N_("Marines: draw points, act. Genestealers: reinforcements, act. End phase."),
            N_("End phase: the counter and the goals; overwatch, guard, flames and the barrier"
               " come off."),
            N_("One piece at a time; points left over are lost. Command points go to any marine at"
               " any moment of his turn."),
        ),
    ),
    (
        N_("Squares and sight"),
        (
            N_("Diagonal steps: not between two squares that are both blocked."),
            N_("Marines shoot into the front arc: as far forward as sideways, or farther."),
            N_("A line is blocked by wall, piece, closed door or fire in a square it crosses; at a"
               " corner only by both squares."),
            N_("A blip may not come into sight, beside a marine, or onto an object. In sight it is"
               " turned up at once."),
        ),
    ),
    (
        N_("Fire"),
        (
            N_("The flamer burns a whole section in sight within 12: one die each, dead on 2+."),
            N_("Nobody enters a burning section, nothing is seen through it. It burns until the"
               " end phase."),
        ),
    ),
    (
        N_("Close assault"),
        (
            N_("Straight ahead, 1 point. Both roll, the higher kills; attacked from side or rear"
               " the defender hurts nobody, but may turn."),
            N_("A closed door is broken on a 6."),
        ),
    ),
    (
        N_("Entries"),
        (
            N_("At most three blips at an entry. With a marine within six steps of it, what was put"
               " there this turn waits."),
        ),
    ),
)  # fmt: skip
FOURTH: Final = (
    N_("4th edition"),
    (
        N_("With a sergeant the counter may be drawn again, once. A marine’s turn of 90° or step"
           " carries a free shot; a stealer’s step a free turn of 90°."),
        N_("Reaction to a stealer in sight: first one action of any marine, by command points;"
           " then overwatch, as many as are named, within 12."),
        N_("A double on overwatch jams. Missed, and the next standing shot at the same target needs"
           " one less."),
        N_("Guard: one of his own dice again. Sword: one die of the enemy again. Shield: the enemy"
           " one die less. All to the front but guard."),
        N_("A reloaded cannon explodes on three equal dice: he dies, and all in his section on"
           " 4+."),
        N_("Alpha: for a blip of three, once; two hits to kill it; to its front best and worst"
           " die."),
        N_("Librarian: one power a turn: prescience 1, barrier 2, storm 3; axe +1 for each point."),
        N_("Ladder top: on a 1 he falls, and kills who stands below."),
    ),
)  # fmt: skip
FIRST: Final = (
    N_("1st edition"),
    (
        N_("No second draw. Marines see to the sides, too, and shoot to the front."),
        N_("Overwatch must shoot at every action within 12, always on a 6, before command points;"
           " these are for a marine who sees the stealer."),
        N_("A double on overwatch jams and ends overwatch; the jam stays until it is cleared."),
        N_("Standing shots at the same target: 6, 5+, 4+, 3+. Any other act, or another marine’s"
           " activation, ends it."),
        N_("A stealer’s quarter turn is free, a second in a row costs 1. A shot goes with a step,"
           " not with a turn."),
        N_("A flamer may be blown up for 1 point: all in its section goes, doors too."),
        N_("The sergeant adds 1 on every side, and against doors."),
    ),
)  # fmt: skip


def reference(wish: Wish) -> list[Sheet]:
    """The rules in short, on two sides of one paper.

    Rule: SH-AP-5, SH1-AP-5, SH-SHOOT-2, SH-MELEE-3, SH1-MELEE-3, SH-TURN-1
    """
    title = wish.locale.gettext(N_("Space Hulk in short"))
    words = fitted(title, _blocks(wish), wish.frame, _SIZES, pages=1)
    return [Sheet(title, _Tables(wish)), *words]


def _blocks(wish: Wish) -> Iterator[Block]:
    locale, first = wish.locale, wish.edition.id == "1"
    for head, lines in (*BOTH, FIRST if first else FOURTH):
        yield Block(locale.gettext(head), heading=True)
        for line in lines:
            yield Block(locale.gettext(line), sign="·")
    yield Block(locale.gettext(N_("The clock")), heading=True)
    for line in _clock(wish):
        yield Block(line, sign="·")


def _clock(wish: Wish) -> Iterator[str]:
    length = seconds(wish.match) if wish.match.setup.mission is not None else None
    if length is not None:
        yield wish.locale.say(N_("{time} for the marines’ actions."), time=time_of(length))
    times = ", ".join(map(time_of, CALLS))
    yield wish.locale.say(N_("It is called at {times} and at the end."), times=times)


class _Tables:
    """The page of tables."""

    def __init__(self, wish: Wish) -> None:
        self.wish = wish

    def __call__(self, drawing: Drawing) -> None:
        """Draw it."""
        wish, locale = self.wish, self.wish.locale
        top = wish.frame.high_mm
        edition = locale.gettext(EDITIONS[wish.edition.id])
        for head, table in (
            (locale.say(N_("What it costs ({edition})"), edition=edition), _costs(wish)),
            (locale.gettext(N_("Guns")), _guns(wish)),
            (locale.gettext(N_("Close assault by a stealer, from the front")), _fights(wish)),
        ):
            drawing.text((0, top - 5), head, 11, bold=True)
            top = draw_table(drawing, table, wish.frame.wide_mm, top - 8) - GAP_MM + 4


def _costs(wish: Wish) -> Table:
    locale, edition = wish.locale, wish.edition
    first = edition.id == "1"
    half = str(edition.half_turn) if edition.half_turn is not None else "-"
    shot = locale.gettext(N_("with a shot"))
    turn = "1" if first else f"1 {shot}"
    rows: list[tuple[str, str, str, str]] = [
        (
            N_("step forward"),
            f"{MARINE_COSTS['forward']} {shot}",
            str(STEALER_COSTS["forward"]),
            "1",
        ),
        (
            N_("step back"),
            f"{MARINE_COSTS['backward']} {shot}",
            str(STEALER_COSTS["backward"]),
            "1",
        ),
        (N_("step sideways"), "-", str(edition.alien_side), "1"),
        (N_("turn of 90°"), turn, str(edition.alien_turn), "-"),
        (N_("turn of 180°"), half, "1", "-"),
        (N_("storm bolter, cannon"), "1", "-", "-"),
        (N_("flamer"), str(GUNS["heavy-flamer"].ap), "-", "-"),
        (N_("overwatch") if first else N_("overwatch, guard"), "2", "-", "-"),
        (N_("clear a jam"), "1", "-", "-"),
        (N_("close assault"), "1", "1", "-"),
        (N_("door"), "1", "1", "1"),
    ]
    if not first:
        rows += [
            (N_("reload the cannon"), "4", "-", "-"),
            (N_("ladder"), str(MARINE_COSTS["ladder"]), str(STEALER_COSTS["ladder"]), "1"),
            (N_("hand an object over"), "1", "1", "-"),
        ]
    heads = (N_("Action"), N_("Marine (4)"), N_("Stealer (6)"), N_("Blip (6)"))
    named = tuple((locale.gettext(one[0]), *one[1:]) for one in rows)
    return Table(tuple(map(locale.gettext, heads)), (40, 26, 20, 20), named, ROW_MM)


def _guns(wish: Wish) -> Table:
    locale, edition = wish.locale, wish.edition
    heads = (N_("Gun"), N_("Dice"), N_("Needs"), N_("Chance"), N_("After misses"), N_("Shots"))
    rows = tuple(
        (
            capital(locale.gettext(ARMS[id])), str(gun.dice), f"{gun.needs}+",
            _share(locale, shot_odds(gun.dice, gun.needs).kill), _later(locale, edition, id),
            "-" if gun.shots is None else str(gun.shots),
        )
        for id in GUN_ORDER if _known(edition, id) for gun in (GUNS[id],)
    )  # fmt: skip
    return Table(tuple(map(locale.gettext, heads)), (34, 12, 14, 18, 44, 14), rows, ROW_MM)


def _known(edition: Edition, gun: Gun) -> bool:
    return any(one.gun == gun and edition.id in one.editions for one in UNITS.values())


def _later(locale: Locale, edition: Edition, id: Gun) -> str:
    """What the shots after misses need, with their chances."""
    gun = GUNS[id]
    if not gun.watches:
        return "-"
    needs = (gun.needs - less for less in edition.sustained[1:])
    return ", ".join(
        f"{need}+ ({_share(locale, shot_odds(gun.dice, need).kill)})" for need in needs
    )


def _fights(wish: Wish) -> Table:
    """Every arm against a stealer it faces, by the rules' own reckoning."""
    locale, edition = wish.locale, wish.edition
    heads = (N_("Marine"), N_("Dice"), N_("Adds"), N_("Marine dies"), N_("Draw"),
             N_("Stealer dies"))  # fmt: skip
    rows = []
    for unit, kind in UNITS.items():
        if edition.id not in kind.editions:
            continue
        state = Match().replace(setup=Setup(edition_id=edition.id))
        state = state.replace(marines={"m": Marine("m", unit)}, stealers={"s": Stealer("s")})
        brought = terms(state, Sides("m", "s"))
        odds = fight_odds(brought)
        less = STEALER_DICE - brought.stealer_dice
        parries, shield = N_("parries"), N_("enemy one die less")
        specials = [locale.gettext(parries)] * brought.parry + [locale.gettext(shield)] * bool(less)
        specials += [f"{PSI} psi"] * kind.librarian
        adds = ", ".join((f"+{brought.bonus}", *specials))
        shares = (_share(locale, one) for one in (odds.stealer, odds.equal, odds.marine))
        rows.append((unit_name(locale, unit), str(brought.marine_dice), adds, *shares))
    return Table(tuple(map(locale.gettext, heads)), (50, 10, 34, 18, 14, 20), tuple(rows), ROW_MM)


def _share(locale: Locale, share: Fraction) -> str:
    return locale.percent(share)
