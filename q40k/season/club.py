"""What the decisions about a season come to: who is who, what does not count, tags, leagues."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field
from msgspec.structs import replace

from q40k.kernel.text import clean_text
from q40k.season.decisions import (
    Drawn,
    Joined,
    League,
    LeftOut,
    Line,
    Placed,
    Round,
    Same,
    Tagged,
    Withdrawn,
)


def key(name: str) -> str:
    """By what a name is known: without its capitals."""
    return clean_text(name).casefold()


class Running(Struct):
    """A league as it stands: all its rounds, the results people said, who has left it.

    `since` is when each round was drawn: only matches that ended later decide its tables. `said` is
    by the numbers of round and table. Who came late has `missed` so many rounds.
    """

    league: League
    rounds: list[Round]
    since: list[str]
    said: dict[tuple[int, int], Placed] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    missed: dict[str, int] = field(default_factory=dict)


class Club(Struct):
    """All that was decided.

    `names` are what players are called now, by the keys of what they were called; `spelled` is how
    a name is written. `left_out` are reasons by the identities of matches, as `tags` are theirs.
    """

    names: dict[str, str] = field(default_factory=dict)
    spelled: dict[str, str] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    tags: dict[str, tuple[str, ...]] = field(default_factory=dict)
    leagues: dict[str, Running] = field(default_factory=dict)

    def known(self, name: str) -> str:
        """The key of the player that a name stands for; "" for nobody's."""
        now = key(name)
        while now in self.names:
            now = key(self.names[now])
        return now

    def same(self, old: str, new: str) -> None:
        """Take whoever is called `old` for the player called `new`."""
        before, after = self.known(old), key(new)
        while after in self.names:  # a name that was given away is taken again
            if self.known(new) == before:
                del self.names[after]
            else:
                after = self.known(new)
        if before != after:
            self.names[before] = new
        self.spelled[after] = new if key(new) == after else self.spelled.get(after, new)

    def league(self, name: str) -> Running | None:
        """The league of that name, as it stands."""
        return self.leagues.get(key(name))


def club(lines: Iterable[Line]) -> Club:
    """All decisions that stand, oldest first, put together."""
    found = Club()
    for line in lines:
        match line.decision:
            case Same(old, new):
                found.same(old, new)
            case LeftOut(match, why):
                found.left_out.pop(match, None)
                if why:
                    found.left_out[match] = why
            case Tagged(match, tag, on):
                others = tuple(one for one in found.tags.get(match, ()) if key(one) != key(tag))
                found.tags[match] = (*others, tag) if on else others
            case League() as league:
                rounds = list(league.rounds)
                since = [line.at] * len(rounds)
                found.leagues[key(league.name)] = Running(league, rounds, since)
            case Drawn() | Placed() | Withdrawn() | Joined() as decision:
                running = found.league(decision.league)
                if running is not None:
                    _go_on(running, decision, line.at)
    return found


def _go_on(running: Running, decision: Drawn | Placed | Withdrawn | Joined, at: str) -> None:
    match decision:
        case Drawn():
            running.rounds.append(decision.round)
            running.since.append(at)
        case Placed():
            running.said[decision.round, decision.table] = decision
        case Withdrawn():
            running.gone.add(key(decision.player))
        case Joined():
            _join(running, decision, at)


def _join(running: Running, joined: Joined, at: str) -> None:
    league, who = running.league, joined.player
    if who not in league.players:
        groups = tuple((*one, who) if number == joined.group else one
                       for number, one in enumerate(league.groups, 1))  # fmt: skip
        running.league = replace(league, players=(*league.players, who), groups=groups)
    running.gone.discard(key(who))
    running.missed[who] = joined.kept
    running.rounds[joined.kept :] = joined.rounds or running.rounds[joined.kept :]
    more = len(running.rounds) - len(running.since)
    running.since = [*running.since, *([at] * more)][: len(running.rounds)]
