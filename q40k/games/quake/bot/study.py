"""Quake 40K in a study: its bots play a match on from any state."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, ClassVar

from q40k.bots.memory import Table
from q40k.games.game import View
from q40k.games.quake.bot.answers import OF_THE_TABLE
from q40k.games.quake.bot.bot import find_personality, is_hopeless, propose
from q40k.games.quake.bot.lab import ARENAS, CHAMPIONS, NAMES, TEAMS, fitting_champions
from q40k.games.quake.bot.options import RULES, legal_options
from q40k.games.quake.bot.outlook import Outlook
from q40k.games.quake.bot.playing import answer_for_bots
from q40k.games.quake.packs.library import Library, load
from q40k.games.quake.state import acting, assault, barrels, bonus, flags, melee, score, shooting, teams, traits, turn
from q40k.games.quake.state.damage import AccidentSuffered, Killed
from q40k.games.quake.state.ending import End
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.movement import move, portal, second_move, special_moves
from q40k.games.quake.state.next import Next
from q40k.games.quake.state.registry import Command
from q40k.games.quake.state.table import deployment, players
from q40k.games.quake.table.packs import admitted_champions, lacks
from q40k.i18n.locale import N_
from q40k.kernel.events import Event, Question
from q40k.study.happenings import Happening
from q40k.study.subject import Subject
from q40k.tabletop.rules import BotSeat, Level

KINDS = {
    "deathmatch": 12,
    "team-deathmatch": 4,
    "champion-of-champions": 3,
    "team-champions": 2,
    "domination": 2,
    "deathmatch-pro": 1,
    "supreme-master": 1,
    "elite": 1,
    "capture-the-flag": 1,
    "one-flag": 2,
    "base-attack": 2,
}
"""How often each mod is played to fit chances to."""
LENGTHS = (1, 2, 2, 3, 4, 5, 8, 10)
"""The goals of such deathmatches, in times one’s own value."""
REPORTS = (score.Kill, score.Accident)
"""The commands that only say what came of dice."""
CHOICES = (
    *REPORTS,
    *(deployment.Deploy, move.Move, second_move.SecondMove, portal.UsePortal, bonus.DeepStrike),
    *(special_moves.Jump, special_moves.Leap, special_moves.Climb, special_moves.Swim),
    *(bonus.Pickup, bonus.Drop, bonus.Take, traits.UseTrait),
    *(flags.TouchFlag, flags.HandOver, flags.Capture, barrels.HitBarrel, teams.Penetrate),
    *(shooting.Shoot, assault.Charge, melee.Contact, melee.Fight),
    *(Next, turn.EndPhase, acting.Act),
)
"""The commands by which a champion acts."""


@cache
def _library() -> Library:
    return load()


def _join(name: str, champion: str) -> dict[str, Any]:
    return {"do": "join", "player": name, "champion": champion, "bot": {"level": "sound"}}


class QuakeSubject(Subject):
    """Quake 40K in a study."""

    rooms = (
        *(f"q40k.games.quake.{room}" for room in ("arena", "bot", "packs", "rules", "state", "table")),
        "q40k.games.w40k3e",
    )
    happening_words: ClassVar[Mapping[str, str]] = {
        "dies": N_("{who} dies"),
        "kills": N_("{by} kills {who}"),
        "takes": N_("{who} takes a token"),
    }

    def table(self, state: Match, seed: str) -> Table[Match, Command]:
        """Return a match in memory at a state, at which bots answer what they are asked."""
        return Table(RULES, seed, state, answer_for_bots)

    def choose(self, state: Match, chance: Random, level: Level) -> Command | None:
        """Return the command that the bot of the active seat gives; a match without an end is broken off."""
        if is_hopeless(state):
            return End(why="patience")
        seat = state.play.active
        if seat is None:
            return None
        player = state.players[seat]
        options = propose(Outlook(state, player), level, player.bot_nature or find_personality(""), chance)
        return next((option.command for option in legal_options(state, options, 1)), None)

    def propose(self, state: Match, seat: str, most: int) -> Sequence[Command]:
        """Return the best few commands, as a sound bot sees it."""
        options = propose(Outlook(state, state.players[seat]), "sound", find_personality(""), Random("study"))
        return [option.command for option in legal_options(state, options, most)]

    def chooser(self, view: View, state: Match, command: Command) -> str | None:
        """Return the seat that acts, unless the table corrects something."""
        seat = state.play.active
        if seat is None or not isinstance(command, CHOICES):
            return None
        named = getattr(command, "player", None) if isinstance(command, deployment.Deploy) else None
        player = state.player_named(named) if named is not None else None
        return seat if player is None else player.id

    def short_match(self, number: int) -> Sequence[Mapping[str, Any]]:
        """Return a deathmatch of two to four sound bots to twice their own value; champions and arenas take turns."""
        names, seats = ("Ann", "Bob", "Cid", "Dan"), 2 + number % 3
        joins = [_join(name, CHAMPIONS[(number + at) % len(CHAMPIONS)]) for at, name in enumerate(names[:seats])]
        arena = ARENAS[(number + number // len(ARENAS)) % len(ARENAS)]
        options = {"times_to_win": 2}
        new = {"do": "new", "mod": "deathmatch", "arena": arena, "seed": number, "dice": "app", "options": options}
        return [new, *joins, {"do": "start"}]

    def any_match(self, number: int) -> Sequence[Mapping[str, Any]]:
        """Return a match of two to six sound bots: the mod, its length, champions and arena come by chance.

        Where a match is won by flags or buildings, the champions are those that can bring them home or pierce them.
        """
        chance, library = Random(f"any/{number}"), _library()
        mod = library.mods[chance.choices([*KINDS], [*KINDS.values()])[0]]
        fitting = [id for id, arena in library.arenas.items() if lacks(mod, arena) is None]
        arena = chance.choice([id for id in ARENAS if id in fitting] or fitting)
        seats = chance.choice((6,) if mod.has("domination") else (4, 6) if mod.in_teams else (2, 3, 4, 5, 6))
        is_special = mod.has("flags") or mod.has("structures")
        admitted = admitted_champions(library, mod)
        champions = [*fitting_champions(mod)] if is_special else sorted(champion.id for champion in admitted)
        if mod.has("clone"):
            champions = [chance.choice(champions)]
        lengths = LENGTHS[:5] if mod.in_teams else LENGTHS
        options = {"times_to_win": chance.choice(lengths)} if mod.win.by == "score" else {}
        teams = [{"team": team} if mod.in_teams else {} for team in TEAMS]
        joins = [
            _join(name, chance.choice(champions)) | teams[seat % len(teams)] for seat, name in enumerate(NAMES[:seats])
        ]
        new = {"do": "new", "mod": mod.id, "arena": arena, "seed": number, "dice": "app", "options": options}
        # The first team wins the roll, and opens every phase.
        answers = {"answers": [6, 5, 4, 3, *TEAMS[:1] * 3]} if mod.in_teams else {}
        return [new, *joins, {"do": "start", **answers}]

    def happenings(self, state: Match, events: Sequence[Event]) -> Iterator[Happening]:
        """Yield who dies and by whom, and who takes a token."""
        for event in events:
            if isinstance(event, Killed):
                yield Happening("dies", event.victim)
                yield from (Happening("kills", event.victim, killer) for killer in event.killers)
            elif isinstance(event, AccidentSuffered):
                yield Happening("dies", event.player)
            elif isinstance(event, bonus.TokenTaken):
                yield Happening("takes", event.player)

    def hand_over(self, state: Match, seat: str) -> Sequence[Command]:
        """Return the commands that hand all other seats to sound bots."""
        others = (player for player in state.players.values() if player.present and player.id != seat)
        return [players.HandSeatOver(player=other.name, bot=BotSeat()) for other in others if other.bot is None]

    def sees_places(self, state: Match) -> bool:
        """Return whether the place of anybody in play is known."""
        return any(player.position.at is not None for player in state.players.values() if player.in_play)

    def is_report(self, state: Match, command: Command) -> bool:
        """Return whether the table only says who killed whom, or who had an accident."""
        return isinstance(command, REPORTS)

    def is_choice(self, seats: Sequence[str], question: Question) -> bool:
        """Return whether a player chooses; what the table sees is nobody's choice."""
        return super().is_choice(seats, question) and question.key not in OF_THE_TABLE

    def side(self, state: Match, seat: str) -> str:
        """Return the team of a seat, or the seat itself."""
        return state.side_of(seat)
