"""The recorded raid that `q40k demo --game epic` plays, and the moment of it that is drawn."""

from pathlib import Path
from typing import Any

from q40k.games.epic.state.match import Match
from q40k.games.game import Demo

TURN = 4


def suits_picture(state: Match) -> bool:
    """Return whether a volley here is worth a picture: the lines are close, and one side fires."""
    return state.play.turn >= TURN and state.play.step == "shots"


def match_of_bots(_count: int) -> list[dict[str, Any]]:
    """Return the script of a raid that bots are about to play: there are two sides, however many are asked for."""
    lines: list[dict[str, Any]] = [{"do": "new", "game": "epic", "scenario": "meeting", "dice": "app"}]
    for player, army in (("Cipher", "space-marines"), ("Redline", "orks")):
        lines.append({"do": "army", "player": player, "list": army})
        lines.append({"do": "force", "player": player, "list": army, "points": 300})
        lines.append({"do": "seat", "player": player, "bot": {"level": "sound"}})
    return [*lines, {"do": "start", "edges": {"Cipher": "south", "Redline": "north"}}]


DEMO = Demo(
    Path(__file__).parents[1] / "demo" / "raid.jsonl",
    lines=60,
    suits_picture=suits_picture,
    keys=("s",),
    bots=match_of_bots,
)
