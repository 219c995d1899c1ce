"""What newcomers read: the phases of the 3rd edition in short, an evening on one page, the credits."""

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
            N_("To wound: strength as toughness 4+; 1 more 3+, 2 2+; 1 less 5+, 2 or 3 6+."),
            N_("To save: Sv or more, unless AP is no higher than Sv. One save, the best."),
            N_("Moved: heavy weapons do not fire, rapid fire once within 12 in."),
        ),
    ),
    (N_("Assault"), (N_("6 in. into contact, beasts 12. Not after rapid fire or a heavy weapon."),)),
    (
        N_("Close combat"),
        (
            N_("By initiative, equals together. Attacks: +1 charging, +1 second weapon."),
            N_("To hit: greater WS 3+, less than half 5+, else 4+. Wound as above."),
            N_("Power weapon: no armour save. Fist: strength doubled, initiative 1."),
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


Card = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
"""Headings, each with its rows: a key or nothing, and a sentence."""
EVENING: Card = (
    (
        N_("Setting up"),
        (
            ("", N_("Lay the table: scenery, five numbered portals, bonus tokens. Ctrl+T prints what is missing.")),
            ("", N_("Start q40k, choose Play, then the mod, the arena and whose dice. Enter takes what is marked.")),
            ("", N_("For each player: the name, Enter, some letters of the champion, Enter. An empty name starts.")),
            ("", N_("Type each initiative die. The lowest deploys first; n when the figure is on the table.")),
            ("", N_("Four phases a turn: move, shoot, charge, fight. The prompt says who acts, and who rolls what.")),
        ),
    ),
    (
        N_("The ten keys"),
        (
            ("n", N_("Done: the next champion, then the next phase.")),
            ("k", N_("A kill. k 3 4: the champion killed player 3, who rolls a 4 for the portal.")),
            (
                "s",
                N_("Shoot: a target, a weapon, the dice (462). =2: two passed. d: it is dead. Space: the app rolls."),
            ),
            ("c", N_("Charge: whom. The odds are beside each target.")),
            ("i", N_("Fight the next melee, blow by blow.")),
            ("p", N_("Jump into a portal: its number, then the die.")),
            ("t", N_("Take a bonus token: its number, a D3, a D6.")),
            ("x", N_("An accident: drowned, fallen, burnt.")),
            ("u", N_("Take the last entry back.")),
            ("F1", N_("What is possible now. Any action can be found by its name with Ctrl+P.")),
        ),
    ),
    (
        N_("Putting right"),
        (
            ("u", N_("Takes back, as often as you like; y gives it back. Escape takes back one answer.")),
            ("f", N_("Corrects a score, a name, a champion, a place, a token.")),
            ("g", N_("Opens the log. Go to an old line and press a: you see what changes before it does.")),
            ("o", N_("After a refusal: overrules it, with a reason that is kept.")),
            ("", N_("A closed window or a flat battery loses nothing: start q40k again and press Enter.")),
        ),
    ),
    (
        N_("Latecomers and leavers"),
        (
            ("j", N_("Somebody arrives: name, champion, the initiative die. They play at once.")),
            ("l", N_("Somebody leaves; the score stays. j and the name bring them back.")),
            (", b", N_("A bot plays the seat of somebody who is away; the same keys give it back.")),
        ),
    ),
    (
        N_("The end"),
        (
            ("", N_("In a deathmatch ten times one’s own value wins. The page of the winners opens automatically.")),
            (", e", N_("End early: y, then Enter. Level players are decided by the table’s rule (TIE-1).")),
            ("r", N_("A rematch. w writes the report, m plays another match, q leaves.")),
        ),
    ),
)
"""An evening on one page, for the printer, the first page of the site and F1."""


def evening_of(locale: Locale) -> Card:
    """Return an evening on one page, in a language."""
    return tuple(
        (locale.gettext(head), tuple((key, locale.gettext(words)) for key, words in rows)) for head, rows in EVENING
    )
