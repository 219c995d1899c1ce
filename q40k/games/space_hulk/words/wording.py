"""The registry of Space Hulk's sentences."""

from pathlib import Path

from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.words.names import EDITION_NAMES, SUBJECTS, dice_text, facing_name, target_name, unit_name
from q40k.i18n.locale import N_, clock_time, in_context
from q40k.i18n.tabletop import NOTHING_CHANGED, OVERRULED
from q40k.i18n.wording import EventText, Wording
from q40k.tabletop.rules import ClockRead, NothingChanged, Overridden

ELSEWHERE = {"activation": "turn", "conversion": "blips", "ending": "turn", "losses": "shooting", "reactions": "blips"}
"""The chapters of the rules whose words are in another chapter."""

WORDS: Wording[Match] = Wording("q40k.games.space_hulk.words", Path(__file__).parents[1] / "locales", ELSEWHERE)
WORDS.refusals_in(Path(__file__).with_name("refusals.texts.yaml"))
WORDS.events({Overridden: OVERRULED})
WORDS.events(
    {
        NothingChanged: EventText(
            {
                "active": N_("{who} is active already"),
                "no-points": N_("No command points are spent"),
                "no-window": N_("Nothing waits for a reaction"),
                ...: NOTHING_CHANGED,
            },
            by="why",
        )
    }
)
WORDS.silent(ClockRead)
WORDS.dress(
    {
        "edition": lambda locale, edition: locale.gettext(EDITION_NAMES.get(str(edition), str(edition))),
        "unit": lambda locale, unit: unit_name(locale, str(unit)),
        "subject": lambda locale, subject: locale.gettext(SUBJECTS.get(str(subject), str(subject))),
        "squares": lambda locale, squares: locale.join_or(squares),
        "known": lambda locale, known: locale.join_or(known),
    }
)
WORDS.dress_events(
    {
        "facing": lambda locale, _state, facing: facing_name(locale, facing),
        "target": target_name,
        "unit": lambda locale, _state, unit: unit_name(locale, unit),
        "dice": lambda _locale, _state, dice: dice_text(dice),
        "time": lambda _locale, _state, seconds: clock_time(seconds),
        "shooters": lambda locale, _state, names: locale.join_and(names),
    }
)
WORDS.abbreviate({in_context("points", "AP"): (N_("action point"), N_("action points"))})

events = WORDS.events
tells = WORDS.tells
silent = WORDS.silent
questions = WORDS.questions
refusals = WORDS.refusals
commands = WORDS.commands
