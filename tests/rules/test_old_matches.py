"""Matches that an older version wrote can still be read."""

import json

from q40k.rules.commands import Join
from q40k.rules.game import Quake
from tests.rules.playing import champion


def test_what_was_once_written_of_a_champion_is_passed_over() -> None:
    figure = champion().model_dump(mode="json") | {"scarce_options": ["flamer"]}
    game = Quake()
    text = json.dumps({"do": "join", "player": "Ann", "champion": "x", "profile": figure})
    command = game.read_command(text)
    assert isinstance(command, Join)
    assert command.profile == champion()
    joined = {"type": "joined", "player": "p1", "name": "Ann", "champion": figure}
    (event,) = game.read_events(json.dumps([joined]))
    assert event.model_dump()["champion"] == champion().model_dump()
