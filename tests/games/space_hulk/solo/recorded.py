"""Golden solo matches: bot and automaton play them, by a seed, all dice rolled by the app.

`python -m tests.games.space_hulk.solo.recorded` writes their scripts anew; read what changed, then
write the states they end in by `python -m tests.games.golden`.
"""

from __future__ import annotations

from q40k.games import game as games
from q40k.games.space_hulk.bot.playing import choices, choose_answer
from q40k.games.space_hulk.packs.missions import EditionId
from q40k.games.space_hulk.state.opening import New
from q40k.games.space_hulk.state.secrets import mask_state
from q40k.games.space_hulk.table.opening import HulkPacks
from q40k.kernel.events import DiceQuestion, Refused
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import write_script
from tests.games.golden import matches_of
from tests.games.space_hulk.playing import library

RECORDED: dict[str, tuple[str, EditionId, int]] = {
    "alone-gallery-4": ("long-gallery", "4", 1),
    "alone-signal-1": ("signal-room", "1", 2),
    "alone-keel-4": ("under-the-keel", "4", 3),
    "alone-keys-4": ("two-keys", "4", 3),
    "alone-heads-4": ("head-count", "4", 5),
    "alone-ring-1": ("black-box", "1", 3),
    "alone-vault-1": ("seed-vault", "1", 3),
    "alone-ward-1": ("cinder-ward", "1", 3),
}
"""By the names of their scripts: the mission, the edition and the seed."""


def play_recorded(mission: str, edition: EditionId, seed: int) -> MatchSession:
    """A solo match played to its end."""
    match = temporary_match(games.find("space-hulk"))
    options = {"solo": True, "cp": "app", "blips": "app", "timer": "off"}
    new = New(mission=mission, edition=edition, seed=seed, dice="app", options=options)
    match.do(HulkPacks().complete(library(), match.session.state, new), hand="script")
    while not match.session.state.outcome.over:
        _step(match)
    return match


def _step(match: MatchSession) -> None:
    for command, _why in choices(mask_state(match.session.state, "marine")):
        try:
            match.do(command, hand="script")
        except Refused:
            continue
        while (question := match.question) is not None:
            assert not isinstance(question, DiceQuestion)
            match.give(choose_answer(question, match.session.state), hand="script")
        return
    raise AssertionError("the bot knows nothing more to do")


def script(name: str) -> str:
    """A recorded match as a script."""
    return "".join(f"{line}\n" for line in write_script(play_recorded(*RECORDED[name]), library()))


def main() -> None:
    """Write all scripts anew."""
    for name in RECORDED:
        path = matches_of("space-hulk") / f"{name}.jsonl"
        path.write_text(script(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
