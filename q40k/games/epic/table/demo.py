"""The recorded raid that `q40k demo --game epic` plays, and the moment of it that is drawn."""

from pathlib import Path

from q40k.games.epic.state.match import Match
from q40k.games.game import Demo

TURN = 4


def suits_picture(state: Match) -> bool:
    """Return whether a volley here is worth a picture: the lines are close, and one side fires."""
    return state.play.turn >= TURN and state.play.step == "shots"


DEMO = Demo(Path(__file__).parents[1] / "demo" / "raid.jsonl", lines=60, suits_picture=suits_picture, keys=("s",))
