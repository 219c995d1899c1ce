"""Put the decisions about a season together: names, excluded matches, tags, leagues."""

from collections.abc import Iterable

from msgspec import Struct, field

from q40k.kernel.text import fold_name
from q40k.season import decisions
from q40k.season.facts import LeagueState, fold, found_league


class Club(Struct):
    """Hold all decisions.

    `names` are the current names of players, by the keys of their former names; `spelled` holds the
    spelling of names. `apart` are the names of players of single matches who are somebody else than the name says,
    by the identity of the match and the key of that name. `left_out` holds reasons and `tags` tags,
    both by the identity of the match.
    `deleted` are leagues that can be brought back.
    """

    names: dict[str, str] = field(default_factory=dict)
    spelled: dict[str, str] = field(default_factory=dict)
    apart: dict[tuple[str, str], str] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    tags: dict[str, tuple[str, ...]] = field(default_factory=dict)
    leagues: dict[str, LeagueState] = field(default_factory=dict)
    deleted: dict[str, LeagueState] = field(default_factory=dict)

    def player_key(self, name: str) -> str:
        """Return the key of the player a name stands for."""
        now = fold_name(name)
        while now in self.names:
            now = fold_name(self.names[now])
        return now

    def name_in(self, match: str, name: str) -> str:
        """Return the name of a player of a match, whose namesake may be somebody else."""
        return self.apart.get((match, fold_name(name))) or self.apart.get((match, self.player_key(name)), name)

    def merge(self, old: str, new: str) -> None:
        """Merge the player called `old` into the player called `new`."""
        before, after = self.player_key(old), fold_name(new)
        while after in self.names:  # the old name of somebody is used again
            if self.player_key(new) == before:
                del self.names[after]
            else:
                after = self.player_key(new)
        if before != after:
            self.names[before] = new
        self.spelled[after] = new if fold_name(new) == after else self.spelled.get(after, new)

    def league(self, name: str) -> LeagueState | None:
        """Return the state of the league of that name."""
        return self.leagues.get(fold_name(name))


def build_club(lines: Iterable[decisions.Line]) -> Club:
    """Put all valid decisions together, oldest first."""
    result = Club()
    for line in lines:
        match line.decision:
            case decisions.Same(old, new):
                result.merge(old, new)
            case decisions.Apart(name, new, matches):
                result.apart |= {(match, fold_name(name)): new for match in matches}
            case decisions.LeftOut(match, why):
                result.left_out.pop(match, None)
                if why:
                    result.left_out[match] = why
            case decisions.Tagged(match, tag, on):
                others = tuple(other for other in result.tags.get(match, ()) if fold_name(other) != fold_name(tag))
                result.tags[match] = (*others, tag) if on else others
            case decisions.League() as league:
                result.leagues[fold_name(league.name)] = found_league(league, line.at)
            case decisions.Deleted(name, on):
                from_, to = (result.leagues, result.deleted) if on else (result.deleted, result.leagues)
                if state := from_.pop(fold_name(name), None):
                    to[fold_name(name)] = state
            case None:
                pass
            case fact:
                if state := result.league(fact.league):
                    result.leagues[fold_name(fact.league)] = fold(state, fact, line.at)
    return result
