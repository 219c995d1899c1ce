"""Space Hulk in the lab: the bot leads the marines against the automaton, mission by mission."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast

from q40k.bots.bot import HAND
from q40k.bots.playing import play_on
from q40k.games.space_hulk.bot import drafts
from q40k.games.space_hulk.bot.playing import Table, play
from q40k.games.space_hulk.packs.missions import EditionId
from q40k.games.space_hulk.packs.pieces import lay_board
from q40k.games.space_hulk.state.losses import Killed
from q40k.games.space_hulk.state.opening import New, StartMatch
from q40k.games.space_hulk.words.commentary import CAUSES
from q40k.games.space_hulk.words.turn import GOALS
from q40k.i18n.locale import N_, Locale
from q40k.kernel.events import Event
from q40k.lab import subject
from q40k.lab.subject import Bout, Draft, Entry, Kind, Result
from q40k.packs.codes import pack_text
from q40k.packs.library import Library
from q40k.table.match_session import MatchSession

ALONE = {"solo": True, "cp": "app", "blips": "app", "timer": "off"}
EIGHT = (
    "cold-start",
    "long-gallery",
    "seed-vault",
    "black-box",
    "head-count",
    "signal-room",
    "two-keys",
    "under-the-keel",
)
"""The missions that are balanced."""
_HULK = "q40k.games.space_hulk"


class HulkLab(subject.Lab):
    """Space Hulk in the lab: the first seat is that of the marines."""

    kinds: ClassVar[tuple[Kind, ...]] = (
        Kind("missions", N_("Missions; the marines’ share is weighed."), EIGHT),
        Kind("editions", N_("Editions of the rules: 4 or 1."), ("4",)),
        Kind("enemies", N_("Enemies: book or hard."), ("book",)),
    )
    rooms = tuple(f"{_HULK}.{room}" for room in ("board", "bot", "packs", "rules", "state", "table"))
    sides = (N_("marines"), N_("Genestealers"))
    makes = "missions"
    draft_options = drafts.OPTIONS

    def entries(self, library: Library, kind: str) -> Mapping[str, Entry]:
        """Return everything of a kind; of missions those that have a board and a goal to count."""
        if kind == "enemies":
            return {enemy: Entry(enemy) for enemy in ("book", "hard")}
        if kind == "editions":
            return {edition: Entry(edition) for edition in ("4", "1")}
        return {
            id: Entry(id, mission.name)
            for id, mission in library.of_kind("missions").items()
            if mission.board and any(goal.side == "marine" for goal in mission.goals)
        }

    def play(self, library: Library, bout: Bout) -> Result:
        """Let the bot and the automaton play a mission. Raises Refused."""
        edition, enemy = cast("EditionId", bout.shared["editions"]), bout.shared.get("enemies", "book")
        table = lay_out(library, bout.shared["missions"], edition, bout.seed, enemy)
        killed: Counter[str] = Counter()
        table.watch = lambda events: killed.update(_find_deaths(events))
        play(table)
        state = table.state
        winners = state.outcome.winners
        marines = 0.5 if not winners else float(winners[0] == "marine")
        return Result(
            won=(marines, 1 - marines),
            turns=state.play.turn,
            inputs=table.inputs,
            met=state.outcome.met,
            used={f"death-{cause}": (number, 0) for cause, number in sorted(killed.items())},
        )

    def label(self, locale: Locale, word: str) -> str:
        """Return in a few words what a result counts: deaths by a cause, the goal that decided."""
        if word.startswith("death-"):
            cause = locale.gettext(CAUSES[word.removeprefix("death-")])
            return locale.say(N_("Deaths: {cause}"), cause=cause)
        return locale.gettext(GOALS.get(word, word))

    def draft(self, library: Library, id: str, seed: int, options: Mapping[str, Any]) -> Draft:
        """Make a mission on a board of its own. Raises Refused."""
        board, mission, aim = drafts.draft_mission(id, seed, options, library.of_kind("pieces"))
        return Draft(id, pack_text({"boards": [board], "missions": [mission]}), aim, seed)


def _find_deaths(events: Sequence[Event]) -> list[str]:
    return [event.by for event in events if isinstance(event, Killed)]


def lay_out(library: Library, mission: str, edition: EditionId, seed: int, enemy: str = "book") -> Table:
    """Lay out a match for the bot and the automaton, with all dice from its seed. Raises Refused."""
    played = library.of_kind("missions")[mission]
    board = lay_board(library.of_kind("boards")[played.board], library.of_kind("pieces"))
    table = Table(seed)
    options = {**ALONE, "enemy": enemy}
    new = New(
        mission=mission, edition=edition, seed=seed, dice="app", options=options, mission_data=played, board_data=board
    )
    table.carry_out(new)
    return table


# -- a recorded match ------------------------------------------------------------------------


def play_alone(match: MatchSession, library: Library, mission: str, edition: EditionId, seed: int) -> None:
    """Lay a mission out in an empty match and play it to its end; equal seeds play equally."""
    options: dict[str, Any] = {**ALONE, "bot": "marines"}
    new = New(mission=mission, edition=edition, seed=seed, dice="app", options=options)
    packs = match.game.packs
    match.do(packs.complete(library, match.session.state, new), hand=HAND)
    match.do(StartMatch(), hand=HAND)
    while not match.state.outcome.over:
        play_on(match, lambda: library)
