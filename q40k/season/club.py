"""Put the decisions about a season together: names, excluded matches, tags, leagues."""

from collections.abc import Iterable

from msgspec import Struct, field
from msgspec.structs import replace

from q40k.kernel.text import clean_text
from q40k.season import decisions


def key(name: str) -> str:
    """Return the key of a name: its clean text without capitals."""
    return clean_text(name).casefold()


class Running(Struct):
    """Hold the state of a league: its rounds, reported results and withdrawn players.

    `since` is when each round was drawn: only matches that ended later decide its tables. `said`
    holds reported results by the numbers of round and table. `missed` counts the rounds a latecomer
    missed.
    """

    league: decisions.League
    rounds: list[decisions.Round]
    since: list[str]
    reported: dict[tuple[int, int], decisions.Placed] = field(default_factory=dict)
    withdrawn: set[str] = field(default_factory=set)
    missed: dict[str, int] = field(default_factory=dict)


class Club(Struct):
    """Hold all decisions.

    `names` are the current names of players, by the keys of their former names; `spelled` holds the
    spelling of names. `left_out` holds reasons and `tags` tags, both by the identity of the match.
    `deleted` are leagues that can be brought back.
    """

    names: dict[str, str] = field(default_factory=dict)
    spelled: dict[str, str] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    tags: dict[str, tuple[str, ...]] = field(default_factory=dict)
    leagues: dict[str, Running] = field(default_factory=dict)
    deleted: dict[str, Running] = field(default_factory=dict)

    def player_key(self, name: str) -> str:
        """Return the key of the player a name stands for."""
        now = key(name)
        while now in self.names:
            now = key(self.names[now])
        return now

    def merge(self, old: str, new: str) -> None:
        """Merge the player called `old` into the player called `new`."""
        before, after = self.player_key(old), key(new)
        while after in self.names:  # the old name of somebody is used again
            if self.player_key(new) == before:
                del self.names[after]
            else:
                after = self.player_key(new)
        if before != after:
            self.names[before] = new
        self.spelled[after] = new if key(new) == after else self.spelled.get(after, new)

    def league(self, name: str) -> Running | None:
        """Return the state of the league of that name."""
        return self.leagues.get(key(name))


def build_club(lines: Iterable[decisions.Line]) -> Club:
    """Put all valid decisions together, oldest first."""
    result = Club()
    for line in lines:
        match line.decision:
            case decisions.Same(old, new):
                result.merge(old, new)
            case decisions.LeftOut(match, why):
                result.left_out.pop(match, None)
                if why:
                    result.left_out[match] = why
            case decisions.Tagged(match, tag, on):
                others = tuple(other for other in result.tags.get(match, ()) if key(other) != key(tag))
                result.tags[match] = (*others, tag) if on else others
            case decisions.League() as league:
                rounds = list(league.rounds)
                since = [line.at] * len(rounds)
                result.leagues[key(league.name)] = Running(league, rounds, since)
            case decisions.Deleted(name, on):
                from_, to = (result.leagues, result.deleted) if on else (result.deleted, result.leagues)
                if running := from_.pop(key(name), None):
                    to[key(name)] = running
            case decisions.Drawn() | decisions.Placed() | decisions.Withdrawn() | decisions.Joined() as decision:
                if running := result.league(decision.league):
                    _go_on(running, decision, line.at)
    return result


def _go_on(
    running: Running, decision: decisions.Drawn | decisions.Placed | decisions.Withdrawn | decisions.Joined, at: str
) -> None:
    match decision:
        case decisions.Drawn():
            running.rounds.append(decision.round)
            running.since.append(at)
        case decisions.Placed():
            running.reported[decision.round, decision.table] = decision
        case decisions.Withdrawn():
            running.withdrawn.add(key(decision.player))
        case decisions.Joined():
            _join(running, decision, at)


def _join(running: Running, joined: decisions.Joined, at: str) -> None:
    league, who = running.league, joined.player
    if who not in league.players:
        groups = tuple(
            (*group, who) if number == joined.group else group for number, group in enumerate(league.groups, 1)
        )
        running.league = replace(league, players=(*league.players, who), groups=groups)
    running.withdrawn.discard(key(who))
    running.missed[who] = joined.kept
    running.rounds[joined.kept :] = joined.rounds or running.rounds[joined.kept :]
    more = len(running.rounds) - len(running.since)
    running.since = [*running.since, *([at] * more)][: len(running.rounds)]
