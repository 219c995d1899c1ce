"""What is known of Quake 40K before it is opened: its name, and its verbs on the command line."""

from q40k.games.game import Manifest, Verb
from q40k.i18n.locale import N_

_CLI = "q40k.games.quake.cli"

MANIFEST = Manifest(
    id="quake",
    name="Quake 40K",
    record="q40k.games.quake.game:GAME",
    about=N_("The deathmatch on a table of portals, bonuses and barrels, by the 3rd edition’s rules."),
    verbs={
        "Play": {
            "join": Verb(f"{_CLI}.opening:join", N_("Enter a player into a match at any moment: name, champion, die.")),
            "odds": Verb(
                f"{_CLI}.odds:odds",
                N_(
                    "Work out the odds of a shot before it is fired, exactly: of several targets and weapons"
                    " in one table."
                ),
            ),
            "phases": Verb(f"{_CLI}.codex:phases", N_("The phases in short, for players new to the 3rd edition.")),
            "about": Verb(f"{_CLI}.codex:about", N_("Say whose game Quake 40K is.")),
        },
        "Pass on": {
            "print": Verb(
                f"{_CLI}.prints:print_",
                N_("Print at true scale, as PDF: portals, tokens, templates, cards, an arena, sheets."),
            )
        },
        "Make": {
            "champions": Verb(f"{_CLI}.codex:champions", N_("Find champions by a few letters.")),
            "champion": Verb(
                f"{_CLI}.champion:champion_",
                N_("Show, check, choose or make a champion; take one from a roster, or write one."),
            ),
            "weapons": Verb(f"{_CLI}.codex:weapons", N_("Find weapons by a few letters: range, strength, AP, type.")),
            "mods": Verb(f"{_CLI}.codex:mods", N_("List the mods: the ways to play that the packs hold.")),
            "arenas": Verb(f"{_CLI}.codex:arenas", N_("List the arenas: the tables that the packs hold.")),
            "arena": Verb(f"{_CLI}.arena:arena_", N_("Show, check, draw or make an arena.")),
            "measure": Verb(
                f"{_CLI}.measure:measure",
                N_("Measure on an arena: sight, distances, contact, portals, templates, paths."),
            ),
        },
    },
    new=f"{_CLI}.opening:new",
    has_lesson=True,
    has_match_of_bots=True,
    first_line='{"do": "new", "mod": "deathmatch"}',
    examples={
        "q40k": (("q40k new --mod deathmatch", N_("begin a deathmatch; q40k asks for the rest")),),
        "q40k pack code": (("q40k pack code arena my-kitchen-table", N_("to be read from the screen by a phone")),),
        "q40k do": (
            ("""q40k do 3 '{"do": "next"}'""", N_("the next champion")),
            (
                """q40k do 3 '{"do": "kill", "player": "Ann", "victim": "Bob", "answers": [4]}'""",
                N_("a kill; the victim’s portal die shows 4"),
            ),
        ),
        "q40k lab": (
            ("q40k lab weigh --champions space-marine,ork-slugga-boy --games 60", N_("two champions, in duels")),
        ),
        "q40k lab weigh": (
            ("q40k lab weigh --champions space-marine,ork-slugga-boy --games 60", N_("two champions, in duels")),
            ("q40k lab weigh --champions all --near 16 --field 6 --games 600", N_("all of about 16 points, by six")),
            ("q40k lab weigh --mods capture-the-flag --arenas bastions-140 --field 6", N_("how long six need for it")),
        ),
        "q40k lab compare": (
            (
                "q40k lab compare --champions space-marine,ork-slugga-boy --with arenas=cathedral-120",
                N_("does the arena change who wins?"),
            ),
            ("q40k lab compare --mods deathmatch --with times_to_win=5", N_("how much shorter is half the goal?")),
        ),
        "q40k lab fit": (
            ("q40k lab fit --champions all --near 16 --games 1200", N_("who of about 16 points costs too much?")),
        ),
        "q40k amend": (
            (
                """q40k amend 3 56 '{"do": "kill", "player": "Bob", "victim": "Alice"}'""",
                N_("it was Bob who killed; the die stays"),
            ),
            ("""q40k amend 3 60 --insert '{"do": "next"}'""", N_("a Next was forgotten before it")),
        ),
    },
)
