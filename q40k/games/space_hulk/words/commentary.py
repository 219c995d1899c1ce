"""The commentary on a match in words: calls, medals, statistics."""

from q40k.games.space_hulk.state.commentary.statistics import Statistics, Tally, Turn
from q40k.games.space_hulk.state.match import SIDES, Match
from q40k.games.space_hulk.words.names import seat_name, unit_name
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.chapters import Chapter, Table, titled_table
from q40k.i18n.locale import N_, Locale, clock_time
from q40k.i18n.wording import CallText, MedalText

# -- calls -----------------------------------------------------------------------------------


def call_name(state: Match, side: str) -> str:
    """Return the player's name of a side, or a piece's own name."""
    return seat_name(state, side) if side in SIDES else side


WORDS.calls(
    {
        "first-blood": CallText(
            N_("First blood"),
            (N_("First blood! {side} fells a Genestealer."), N_("One down: {side} has drawn first blood.")),
        ),
        "first-loss": CallText(
            N_("First loss"),
            (N_("The hulk takes its first: {side} is dead."), N_("{side} falls. The first of the squad.")),
        ),
        "lost": CallText(
            N_("A marine falls"),
            (N_("{side} answers no more."), N_("Another signal lost: {side}."), N_("{side} has fallen.")),
        ),
        "sergeant": CallText(
            N_("The sergeant falls"),
            (
                N_("The sergeant is dead! Who gives the orders now?"),
                N_("{side} is down. The squad has lost its sergeant."),
            ),
        ),
        "last-marine": CallText(
            N_("Last marine"), (N_("One against the hulk: only {side} stands."), N_("{side} is the last of them."))
        ),
        "alpha": CallText(
            N_("The Alpha"),
            (N_("It is the Alpha! Count your dice twice."), N_("The brood’s master has come: the Alpha!")),
        ),
        "alpha-down": CallText(
            N_("The Alpha falls"), (N_("The Alpha is dead! {side} has done it."), N_("{side} brings the Alpha down."))
        ),
        "many": CallText(
            N_("At one blow"),
            (
                N_("{count} at one blow!"),
                N_("{count} gone together: the corridor is clear."),
                N_("A clean sweep: {count}."),
            ),
        ),
        "spree": CallText(
            N_("Several in one turn"),
            (
                N_("{count} in one turn: nothing gets past {side}."),
                N_("{side} makes it {count} this turn."),
                N_("Again {side}! {count} since the turn began."),
            ),
        ),
        "cut-down": CallText(
            N_("Cut down"),
            (
                N_("Claw to fist, and {side} stands."),
                N_("{side} wins it hand to hand!"),
                N_("Too close for {side}’s taste, and dead."),
            ),
        ),
        "swarm": CallText(
            N_("Three at once"),
            (N_("{count} of them at once!"), N_("That blip was {count}."), N_("And there they are: {count}.")),
        ),
        "jam": CallText(
            N_("A jam"),
            (N_("{side}’s bolter jams!"), N_("Click. {side} has a jam."), N_("A jam, of all moments: {side}.")),
        ),
        "exploded": CallText(
            N_("The cannon explodes"), (N_("{side}’s cannon blows up!"), N_("The barrels burst: {side} is gone."))
        ),
        "fire": CallText(
            N_("Fire"),
            (N_("The section burns."), N_("Flames from wall to wall."), N_("Nothing goes through there this turn.")),
        ),
        "object": CallText(N_("Taken up"), (N_("{side} has it: {other}!"), N_("{other} is in {side}’s hands."))),
        "out": CallText(
            N_("Off the hulk"),
            (N_("{side} is out!"), N_("One who got away: {side}."), N_("{side} leaves the hulk behind.")),
        ),
        "pile": CallText(
            N_("The pile begins anew"),
            (
                N_("The pile is out, and comes back: {count} blips."),
                N_("{count} blips are shuffled in again. They never end."),
            ),
        ),
        "time": CallText(
            N_("The clock"),
            (
                N_("Less than {count} seconds."),
                N_("Not even {count} seconds left."),
                N_("The sand: under {count} seconds."),
            ),
        ),
        "last-seconds": CallText(
            N_("The last seconds"), (N_("Fifteen seconds! Quick!"), N_("The last grains are running."))
        ),
        "time-up": CallText(
            N_("Time"), (N_("Time! Hands off the board."), N_("The sand is out."), N_("And that was the bell."))
        ),
        "last-turn": CallText(
            N_("The last turn"), (N_("Turn {count}, and no other after it."), N_("The last turn: now or never."))
        ),
        "match": CallText(N_("Match"), (N_("The hulk goes to {side}!"), N_("Victory: {side}!"))),
    },
    call_name,
)


# -- statistics and medals -------------------------------------------------------------------


CAUSES = {
    "shot": N_("shot"),
    "flame": N_("the flamer"),
    "fire": N_("walking through fire"),
    "assault": N_("close assault"),
    "explosion": N_("the cannon’s explosion"),
    "storm": N_("psychic storm"),
    "fall": N_("a fall"),
    "self-destruct": N_("a flamer blown up"),
    "hand": N_("said by the table"),
    "convert": N_("turned up in the fire"),
}


def chapters(locale: Locale, statistics: Statistics) -> tuple[Chapter, ...]:
    """Return the chapters of the statistics; those without rows are left out."""
    candidates = (
        Chapter(
            locale.gettext(N_("The squad")),
            (_squad(locale, statistics),),
            locale.gettext(N_("Of the shots, in brackets those on overwatch.")),
        ),
        Chapter(locale.gettext(N_("Turn by turn")), (_turns(locale, statistics),)),
        Chapter(
            locale.gettext(N_("How they died")),
            (_causes(locale, statistics),),
            locale.gettext(N_("A blip that died counts for as many as it stood for.")),
        ),
        Chapter(locale.gettext(N_("Blips turned up")), (_blips(locale, statistics),)),
    )
    return tuple(chapter for chapter in candidates if any(table.rows for table in chapter.tables))


def _squad(locale: Locale, statistics: Statistics) -> Table:
    heads = (
        N_("Marine"), N_("Unit"), N_("Kills"), N_("Hits"), N_("Shots"), N_("Jams"), N_("Flames"),
        N_("Fights won"), N_("Fights"), N_("Steps"), N_("Command points"), N_("What became of him"),
    )  # fmt: skip
    rows = tuple(
        (
            name,
            unit_name(locale, tally.unit),
            str(tally.kills),
            str(tally.hits),
            f"{tally.shots} ({tally.watched})",
            str(tally.jams),
            str(tally.flames),
            str(tally.won),
            str(tally.fights),
            str(tally.steps),
            str(tally.points),
            _fate(locale, tally),
        )
        for name, tally in statistics.marines.items()
    )
    return titled_table(locale, heads, rows, figures=range(2, len(heads) - 1))


def _fate(locale: Locale, tally: Tally) -> str:
    if tally.left is not None:
        return locale.say(N_("left in turn {turn}"), turn=tally.left)
    if tally.died is not None:
        return locale.say(N_("dead in turn {turn}"), turn=tally.died)
    return locale.gettext(N_("stands"))


def _turns(locale: Locale, statistics: Statistics) -> Table:
    heads = (
        N_("Turn"),
        N_("Points spent"),
        N_("Marines dead"),
        N_("Stealers dead"),
        N_("Blips turned up"),
        N_("Time used"),
    )
    rows = tuple((str(number), *_turn(turn)) for number, turn in sorted(statistics.turns.items()))
    return titled_table(locale, heads, rows, figures=range(1, len(heads)), brief=True)


def _turn(turn: Turn) -> tuple[str, ...]:
    counter = "?" if turn.counter is None else str(turn.counter)
    time = clock_time(round(turn.seconds)) if turn.seconds else "-"
    return f"{turn.spent}/{counter}", str(turn.marines), str(turn.stealers), str(turn.blips), time


def _causes(locale: Locale, statistics: Statistics) -> Table:
    rows = tuple(
        (locale.gettext(CAUSES[cause]), str(deaths.get("marine", 0)), str(deaths.get("stealer", 0)))
        for cause, deaths in sorted(statistics.causes.items(), key=lambda entry: -sum(entry[1].values()))
    )
    return titled_table(locale, (N_("By"), N_("Marines"), N_("Genestealers")), rows, figures=(1, 2))


def _blips(locale: Locale, statistics: Statistics) -> Table:
    rows = tuple((str(value) if value else "?", str(count)) for value, count in sorted(statistics.blips.items()))
    return titled_table(locale, (N_("It showed"), N_("How many")), rows, figures=(0, 1))


WORDS.medals(
    {
        "first-blood": MedalText(N_("First blood"), N_("{sides}: the first kill of the match")),
        "marksman": MedalText(N_("Marksman"), N_("{sides}: {number} hits")),
        "watchman": MedalText(N_("Watchman"), N_("{sides}: {number} hits on overwatch")),
        "brawler": MedalText(N_("Brawler"), N_("{sides}: {number} close assaults won")),
        "slayer": MedalText(N_("Slayer of marines"), N_("{sides}: {number} marines killed")),
        "first-out": MedalText(N_("First out"), N_("{sides}: the first to leave the hulk")),
        "darling": MedalText(N_("Commander’s darling"), N_("{sides}: {number} command points")),
        "walker": MedalText(N_("Long way home"), N_("{sides}: {number} steps")),
        "porter": MedalText(N_("Doorman"), N_("{sides}: {number} doors opened or closed")),
        "jammer": MedalText(N_("All thumbs"), N_("{sides}: {number} jams")),
        "wasted": MedalText(N_("Painter of walls"), N_("{sides}: {number} shots that missed")),
    },
    call_name,
)
