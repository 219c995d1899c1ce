"""The reference screen for newcomers to the 3rd edition: the phases in short, and the credits."""

from q40k.i18n.locale import N_, Locale

PHASES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        N_("Movement, highest initiative first"),
        (
            N_("6 in., mounted or flying 12. Difficult ground: 2D6, keep the higher."),
            N_("Wholly on a portal: its die says where you go. A token: walk over it."),
        ),
    ),
    (
        N_("Shooting: hit, wound, save"),
        (
            N_("To hit: 7 less BS (BS 3: 4+, BS 4: 3+); a 1 always misses."),
            N_("To wound: S equal to T 4+; 1 more 3+, 2 more 2+; 1 less 5+, 2 or 3 6+."),
            N_("To save: Sv or more, unless AP is no higher than Sv. One save, the best."),
            N_("Moved: heavy weapons do not fire, rapid fire once within 12 in."),
        ),
    ),
    (N_("Assault"), (N_("6 in. into contact, beasts 12. Not after rapid fire or a heavy weapon."),)),
    (
        N_("Close combat"),
        (
            N_("Highest I first, equal together. A, +1 for a charge, +1 second weapon."),
            N_("To hit: greater WS 3+, less than half 5+, else 4+. Wound as above."),
            N_("Power weapon: no armour save. Fist: S doubled, strikes at I 1."),
        ),
    ),
    (N_("Death"), (N_("A portal die at once. A kill pays the dead’s value; an accident costs it."),)),
)
"""The phases, each with a few lines that fit a screen 80 characters wide."""

CREDITS: tuple[str, ...] = (
    N_("The idea of Quake 40K is Kazador’s."),
    N_("The game was made by Hiigara and the club Le Maelström Tourangeau."),
    N_("q40k is an unofficial fan work. It has no tie to Games Workshop."),
)


def credits_of(locale: Locale) -> list[str]:
    """Return the credits of the game, line by line."""
    return [locale.gettext(line) for line in CREDITS]


_OF_THE_MOD = frozenset(
    (
        N_("Wholly on a portal: its die says where you go. A token: walk over it."),
        N_("A portal die at once. A kill pays the dead’s value; an accident costs it."),
    )
)
"""Lines that do not hold in every mod; the words of a mod beside them replace them."""
_HEADS_BESIDE = {N_("Movement, highest initiative first"): N_("Movement")}
"""Headings that do not hold in every mod, and their replacements beside a mod’s words."""


def phases_of(locale: Locale, *, alone: bool = True) -> list[tuple[str, list[str]]]:
    """Return each phase in short, a heading and its lines.

    With `alone`, no words of a mod are shown beside it, and no line is left out.
    """
    phases = [
        (head if alone else _HEADS_BESIDE.get(head, head), [line for line in lines if alone or line not in _OF_THE_MOD])
        for head, lines in PHASES
    ]
    return [(locale.gettext(head), [locale.gettext(line) for line in lines]) for head, lines in phases if lines]
