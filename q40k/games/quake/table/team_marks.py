"""The letters and colours that tell teams and players apart, on every screen."""

from functools import lru_cache

from q40k.games.quake.state.match import Match
from q40k.tabletop.colours import COLOURS, seat_colour

NAMED = {
    "red": 0, "rouge": 0, "rouges": 0, "reds": 0, "green": 1, "vert": 1, "verts": 1, "greens": 1,
    "blue": 2, "bleu": 2, "bleus": 2, "blues": 2, "yellow": 3, "jaune": 3, "jaunes": 3, "gold": 3,
    "purple": 4, "violet": 4, "violets": 4, "cyan": 5, "pink": 6, "rose": 6, "orange": 8,
    "white": 9, "blanc": 9, "blancs": 9, "black": 10, "noir": 10, "noirs": 10,
}  # fmt: skip
"""The colour that a team's own name asks for."""
_ORDER = (0, 2, 1, 3, 4, 5, 6, 8, 7, 9, 10, 11)


def team_marks(teams: tuple[str, ...]) -> dict[str, tuple[str, str]]:
    """Return each team's letter and colour; teams share neither while there are enough."""
    free = list(_ORDER)
    asked_for = {team: NAMED[team.casefold()] for team in teams if team.casefold() in NAMED}
    for place in asked_for.values():
        if place in free:
            free.remove(place)
    letters: set[str] = set()
    marks: dict[str, tuple[str, str]] = {}
    for number, team in enumerate(teams, 1):
        candidates = [c.upper() for c in team if c.isalnum() and c.isascii()]
        letter = next((c for c in candidates if c not in letters), str(number % 10))
        letters.add(letter)
        spare = number % len(COLOURS)
        place = asked_for[team] if team in asked_for else (free.pop(0) if free else spare)
        marks[team] = (letter, COLOURS[place])
    return marks


def letter_of(state: Match, player: str) -> str:
    """Return the letter of a player's team; "" without teams."""
    team = state.players[player].team
    return team_marks(state.sides)[team][0] if state.in_teams and team else ""


def colour_of(state: Match, player: str) -> str:
    """Return a player's colour: its team's, or its own."""
    team = state.players[player].team
    if team and state.in_teams:
        return team_marks(state.sides)[team][1]
    return own_colour(player)


@lru_cache(maxsize=64)
def own_colour(player: str) -> str:
    """Return the colour of a player without a team, by its number."""
    return seat_colour(int(player[1:]) - 1)


def number_of(state: Match, side: str) -> int:
    """Return the number of a side's colour; a side is a team, or a player without one."""
    return COLOURS.index(team_marks(state.sides)[side][1] if state.in_teams else own_colour(side))
