"""The registry of Epic Escarmouches' sentences."""

from collections.abc import Mapping
from pathlib import Path

from q40k.games.epic.state.match import Match
from q40k.games.epic.words.names import figures_name, objective_name, side_name, troops_name
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.tabletop import NOTHING_CHANGED, OVERRULED
from q40k.i18n.wording import EventText, Wording
from q40k.tabletop.rules import NothingChanged, Overridden

WORDS: Wording[Match] = Wording("q40k.games.epic.words", Path(__file__).parents[1] / "locales")
WORDS.refusals_in(Path(__file__).with_name("refusals.texts.yaml"))
WORDS.events({Overridden: OVERRULED})
WORDS.events(
    {
        NothingChanged: EventText(
            {
                "nobody-runs": N_("Nobody of {who} makes an assault move"),
                "no-formations": N_("{side} fields no formation"),
                ...: NOTHING_CHANGED,
            },
            by="why",
            fields={"side": "who"},
        )
    }
)


def _numbers(locale: Locale, state: Match, numbers: Mapping[str, int]) -> str:
    """Return a number for each side: "Space Marines 4 and Orks 2"."""
    return locale.join_and(f"{side_name(state, side)} {number}" for side, number in numbers.items())


WORDS.dress_events(
    {
        "side": lambda _locale, state, side: side_name(state, side),
        "objective": objective_name,
        **dict.fromkeys(("figures", "others"), lambda locale, _state, figures: figures_name(locale, figures)),
        **dict.fromkeys(("chips", "dice"), _numbers),
        "troops": lambda locale, _state, troops: troops_name(locale, troops),
    }
)
WORDS.abbreviate({in_context("profile", "Mv"): N_("movement"), in_context("profile", "FA"): N_("assault factor")})

events = WORDS.events
tells = WORDS.tells
joins = WORDS.joins
silent = WORDS.silent
questions = WORDS.questions
refusals = WORDS.refusals
commands = WORDS.commands
