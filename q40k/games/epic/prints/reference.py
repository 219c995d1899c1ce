"""The rules in short: tables of orders, terrain and dice on one page, the turn in words after it.

The numbers are those the rules themselves work with.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path

from q40k.games.epic.prints.wish import Wish
from q40k.games.epic.state import losses, odds, shooting
from q40k.games.epic.state.ground import FIRST_FIRE_CM, TABLE
from q40k.games.epic.state.match import Order
from q40k.games.epic.words.names import order_name, terrain_name
from q40k.i18n.locale import N_, Locale
from q40k.packs.shipped import read_shipped
from q40k.prints.sheets import Block, Sheet, Table, chapter, reference_sheets

ROW_MM = 6.5
GAP_MM = 12.0
_SIZES = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5)
"""Sizes of letters, the largest first: the words get the first with which they fit one page."""
EFFECTS = {"none": N_("no effect"), "dangerous": N_("dangerous"), "impassable": N_("impassable")}
ORDERS: tuple[Order, ...] = ("advance", "charge", "first-fire", "retreat")
HIGH = (7, 8, 9)
"""The numbers that need a second die; 9 is for 9 and more."""
SIZES = tuple(range(2, 11))
"""Sizes of formations whose break point is printed."""


def reference(wish: Wish) -> list[Sheet]:
    """Return the rules in short, on two sides of one paper.

    Rule: EE-TURN-1, EE-MOVE-2, EE-TERRAIN-1, EE-SHOOT-6, EE-SHOOT-8, EE-MORALE-1
    """
    title = wish.locale.gettext(N_("Epic Escarmouches in short"))
    return reference_sheets(title, partial(_tables, wish), _blocks(wish), wish.frame, _SIZES, GAP_MM)


def _blocks(wish: Wish) -> Iterator[Block]:
    locale = wish.locale
    chapters = read_shipped(Path(__file__).with_suffix(".texts.yaml"), dict[str, dict[str, list[str]]])["chapters"]
    for head, lines in chapters.items():
        every = (*lines, *_switch_sentences(wish).get(head, ()))
        yield from chapter(locale.gettext(head), map(locale.gettext, every))
    if wish.agreed:
        yield from chapter(locale.gettext(N_("Agreed changes")), wish.agreed)


def _switch_sentences(wish: Wish) -> dict[str, tuple[str, ...]]:
    """Return the sentences that the table's switches add, by chapter.

    Rule: EE-DEPLOY-2, EE-SHOOT-11
    """
    whole = wish.switches.deployment == "whole"
    by_turns = N_("A D6 each again: the lower sets up one formation, then the other one, by turns.")
    at_once = N_("A D6 each again: the higher says which army is set up first, all of it.")
    shoots = wish.switches.retreat_shoots
    return {
        "Deployment": (at_once if whole else by_turns,),
        "Morale": (N_("In Retreat it may shoot.") if shoots else N_("In Retreat it does not shoot."),),
    }


def _tables(wish: Wish) -> Iterator[tuple[str, Table]]:
    gettext = wish.locale.gettext
    yield gettext(N_("Orders")), _orders(wish)
    yield gettext(N_("Terrain")), _terrain(wish.locale)
    yield gettext(N_("7 and more to hit: a 6, then the second die")), _second_dice(wish)
    yield gettext(N_("Break points")), _break_points(wish.locale)


def _orders(wish: Wish) -> Table:
    locale = wish.locale
    doubled = wish.switches.charge_move == "doubled"
    twice, move = locale.gettext(N_("2 × Mv")), locale.gettext(N_("Mv"))
    first_fire = locale.say(N_("{cm} cm at most"), cm=locale.number(FIRST_FIRE_CM))
    away = locale.gettext(N_("2 × Mv, away from the enemy"))
    twice_in = N_("into contact only: Mv, infantry 2 × Mv")
    again = locale.gettext(twice_in if doubled else N_("Mv; infantry 2 × Mv into contact"))
    moves = {"advance": move, "charge": twice if doubled else move, "first-fire": first_fire, "retreat": away}
    heads = (N_("Order"), N_("Movement phase"), N_("Number to hit"), N_("Assault phase"))
    rows = tuple(
        (
            order_name(locale, order),
            moves[order],
            locale.signed_points(shooting.MODIFIERS[order]) if shooting.MODIFIERS[order] else "-",
            again if order == "charge" else "-",
        )
        for order in ORDERS
    )
    return Table(_heads(locale, heads), (16, 34, 18, 40), rows, ROW_MM)


def _terrain(locale: Locale) -> Table:
    heads = (N_("Terrain"), N_("Save"), N_("Number to hit"), N_("Infantry"), N_("Vehicles"))
    rows = tuple(
        (
            terrain_name(locale, kind),
            locale.say(N_("{number} better"), number=ground.save_bonus) if ground.save_bonus else "-",
            locale.signed_points(ground.cover_bonus) if ground.cover_bonus else "-",
            locale.gettext(EFFECTS[ground.infantry]),
            locale.gettext(EFFECTS[ground.vehicles]),
        )
        for kind, ground in TABLE.items()
    )
    return Table(_heads(locale, heads), (26, 18, 18, 22, 22), rows, ROW_MM)


def _second_dice(wish: Wish) -> Table:
    locale = wish.locale
    heads = (N_("Number"), N_("Second die"), N_("Chance of one die"))
    rows = []
    for number in HIGH:
        second = shooting.second_die(wish.switches, number, 1) or 0
        chance: Fraction = odds.chance_to_hit(number, second)
        plus = "+" if number == HIGH[-1] else ""
        rows.append((f"{number}{plus}", f"{second}+", str(chance)))
    return Table(_heads(locale, heads), (20, 20, 20), tuple(rows), ROW_MM)


def _break_points(locale: Locale) -> Table:
    heads = (locale.gettext(N_("Figures")), *(str(size) for size in SIZES))
    row = (locale.gettext(N_("It breaks when so many are lost")), *(str(losses.break_point(size)) for size in SIZES))
    return Table(heads, (40, *(8 for _ in SIZES)), (row,), ROW_MM)


def _heads(locale: Locale, heads: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(locale.gettext(head) for head in heads)
