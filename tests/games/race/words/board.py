"""The board in words."""

from __future__ import annotations

from q40k.i18n.locale import N_, Locale
from q40k.i18n.wording import BoardText
from tests.games.race.rules.state import Race
from tests.games.race.words.wording import WORDS


@WORDS.boards
def _board(locale: Locale, state: Race) -> BoardText:
    if state.setup.track is None:
        return BoardText((locale.say(N_("No race is laid out yet.")),))
    heading = [locale.name_of(state.track.name)]
    if state.outcome.winner is not None:
        name = state.runners[state.outcome.winner].name
        heading.append(locale.say(N_("won by {runner}"), runner=name))
    elif state.active is not None:
        heading.append(locale.say(N_("{runner} runs"), runner=state.runners[state.active].name))
    columns = ("#", *map(locale.gettext, (N_("Runner"), N_("Square"), N_("Lucky"))))
    rows = tuple(
        (str(number), one.name, str(one.course.square), str(one.secret.lucky or "?"))
        for number, one in enumerate(state.runners.values(), 1)
    )
    return BoardText((" · ".join(heading),), columns, rows, (0, 2, 3))


@WORDS.score_lines
def _scores(_locale: Locale, state: Race) -> str:
    return " · ".join(f"{one.name} {one.course.square}" for one in state.runners.values())
