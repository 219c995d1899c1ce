"""The rules in short: tables of costs, guns and close combat, and the turn on the back.

The numbers come from the rules themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from q40k.games.space_hulk.prints.chapters import chapters
from q40k.games.space_hulk.prints.wish import Wish
from q40k.games.space_hulk.rules.editions import Edition
from q40k.games.space_hulk.rules.melee.fighters import STEALER_DICE, Sides, fight_terms
from q40k.games.space_hulk.rules.movement.step import MARINE_COSTS, STEALER_COSTS
from q40k.games.space_hulk.rules.odds import fight_odds, shot_odds
from q40k.games.space_hulk.rules.state import Marine, Match, Setup, Stealer
from q40k.games.space_hulk.rules.turn.clock import call_times, turn_seconds
from q40k.games.space_hulk.rules.units import GUNS, PSI, UNITS, Gun
from q40k.games.space_hulk.words.names import ARMS, EDITIONS, unit_name
from q40k.i18n.locale import N_, Locale
from q40k.i18n.sentences import capital, clock_time
from q40k.prints.drawing import Drawing
from q40k.prints.sheets import Block, Sheet, Table, chapter, draw_table, fit_pages

ROW_MM: Final = 6.0
GAP_MM: Final = 10.0
_SIZES: Final = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0)
"""Type sizes, largest first; the first that fits the words on one page is used."""
GUN_ORDER: Final[tuple[Gun, ...]] = ("storm-bolter", "assault-cannon", "heavy-flamer")


def reference(wish: Wish) -> list[Sheet]:
    """Draw the rules in short on two sides of a sheet.

    Rule: SH-AP-5, SH1-AP-5, SH-SHOOT-2, SH-MELEE-3, SH1-MELEE-3, SH-TURN-1
    """
    title = wish.locale.gettext(N_("Space Hulk in short"))
    words = fit_pages(title, _blocks(wish), wish.frame, _SIZES, pages=1)
    return [Sheet(title, _Tables(wish)), *words]


def _blocks(wish: Wish) -> Iterator[Block]:
    locale = wish.locale
    for head, lines in chapters(wish.edition.id):
        yield from chapter(locale.gettext(head), map(locale.gettext, lines))
    yield from chapter(locale.gettext(N_("The clock")), _clock(wish))


def _clock(wish: Wish) -> Iterator[str]:
    """Yield the marines' time, for the squad of the mission or by the book.

    Rule: SH-TIMER-1, SH1-TIMER-1, SH1-TIMER-4
    """
    less = wish.edition.minus_for_sergeants
    if wish.match.setup.mission is not None:
        length = turn_seconds(wish.match)
        if length is not None:
            yield wish.locale.say(N_("{time} for the marines’ actions."), time=clock_time(length))
    else:
        usual = clock_time(wish.match.options.timer or 0)
        sentence = N_(
            "{time} for the marines’ turn, with two sergeants; {less} less for each of them"
            " who is dead or missing."
        )
        plain = N_("{time} for the marines’ actions.")
        yield wish.locale.say(sentence if less else plain, time=usual, less=clock_time(less))
    times = ", ".join(map(clock_time, call_times(wish.match)))
    yield wish.locale.say(N_("It is called at {times} and at the end."), times=times)


class _Tables:
    """The page of tables."""

    def __init__(self, wish: Wish) -> None:
        self.wish = wish

    def __call__(self, drawing: Drawing) -> None:
        """Draw the tables."""
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
        (N_("storm bolter") if first else N_("storm bolter, cannon"), "1", "-", "-"),
        (N_("flamer"), str(GUNS["heavy-flamer"].ap), "-", "-"),
        (N_("overwatch") if first else N_("overwatch, guard"), "2", "-", "-"),
        (N_("clear a jam"), "1", "-", "-"),
        (N_("close assault"), "1", "1", "-"),
        (N_("door"), "1", "1", "1"),
    ]
    if not first:
        rows += [
            (N_("reload the cannon"), "4", "-", "-"),
            (N_("ladder"), f"{MARINE_COSTS['ladder']} {shot}", str(STEALER_COSTS["ladder"]), "1"),
        ]
    rows.append((N_("hand an object over"), "1", "1", "-"))
    if first:
        rows.append((N_("blow the flamer up"), "1", "-", "-"))
    heads = (N_("Action"), N_("Marine (4)"), N_("Stealer (6)"), N_("Blip (6)"))
    cells = tuple((locale.gettext(row[0]), *row[1:]) for row in rows)
    return Table(tuple(map(locale.gettext, heads)), (40, 26, 20, 20), cells, ROW_MM)


def _guns(wish: Wish) -> Table:
    locale, edition = wish.locale, wish.edition
    heads = (N_("Gun"), N_("Dice"), N_("Needs"), N_("Chance"), N_("After misses"), N_("Shots"))
    rows = tuple(
        (
            capital(locale.gettext(ARMS[id])), str(gun.dice), f"{gun.needs}+",
            _share(locale, shot_odds(gun.dice, gun.needs).kill), _later(locale, edition, id),
            "-" if gun.shots is None else str(gun.shots),
        )
        for id in GUN_ORDER if _is_in_edition(edition, id) for gun in (GUNS[id],)
    )  # fmt: skip
    return Table(tuple(map(locale.gettext, heads)), (34, 12, 14, 18, 44, 14), rows, ROW_MM)


def _is_in_edition(edition: Edition, gun: Gun) -> bool:
    return any(kind.gun == gun and edition.id in kind.editions for kind in UNITS.values())


def _later(locale: Locale, edition: Edition, id: Gun) -> str:
    """Return the numbers needed by shots after misses, with their chances."""
    gun = GUNS[id]
    if not gun.watches:
        return "-"
    needs = (gun.needs - less for less in edition.sustained[1:])
    return ", ".join(
        f"{need}+ ({_share(locale, shot_odds(gun.dice, need).kill)})" for need in needs
    )


def _fights(wish: Wish) -> Table:
    """Make the table of every unit against a stealer in front, by the rules' own odds."""
    locale, edition = wish.locale, wish.edition
    heads = (N_("Marine"), N_("Dice"), N_("Adds"), N_("Marine dies"), N_("Nobody"),
             N_("Stealer dies"))  # fmt: skip
    rows = []
    for unit, kind in UNITS.items():
        if edition.id not in kind.editions:
            continue
        state = Match().replace(setup=Setup(edition_id=edition.id))
        state = state.replace(marines={"m": Marine("m", unit)}, stealers={"s": Stealer("s")})
        terms = fight_terms(state, Sides("m", "s"))
        odds = fight_odds(terms)
        less = STEALER_DICE - terms.stealer_dice
        parries, shield = N_("parries"), N_("enemy one die less")
        specials = [locale.gettext(parries)] * terms.parry + [locale.gettext(shield)] * bool(less)
        specials += [f"{PSI} psi"] * kind.librarian
        adds = ", ".join((f"+{terms.bonus}", *specials))
        shares = (_share(locale, chance) for chance in (odds.stealer, odds.equal, odds.marine))
        rows.append((unit_name(locale, unit), str(terms.marine_dice), adds, *shares))
    return Table(tuple(map(locale.gettext, heads)), (50, 10, 34, 18, 14, 20), tuple(rows), ROW_MM)


def _share(locale: Locale, share: Fraction) -> str:
    return locale.percent(share)
