"""A table in a process of its own, which plays the matches that the hall gives it, and may be killed at any moment.

`python -m tests.evening.process FOLDER URL WORD NUMBER MOVES FAULTS`. A match is worked out in memory first, by the
match's identity alone: a process that comes back goes on with the same one. With FAULTS one in five messages is lost on
the way, and one in five answers; while the file `cut` lies in the parent folder, nothing gets through.
"""

from __future__ import annotations

import sys
import threading
import time
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

from msgspec.json import decode

from q40k.bots.memory import plain_answer
from q40k.bots.playing import seed_of
from q40k.evening import table
from q40k.evening.wire import Pairing, Refused
from q40k.kernel.events import DiceQuestion
from q40k.table.match_library import MatchLibrary, temporary_match
from q40k.table.match_session import MatchSession
from tests.evening.halls import END, play, score
from tests.table.scripts import library, line

CLOCK = "2026-03-01T20:00:00.000+00:00"
"""The time of every entry, so that the same match has the same bytes."""


def work_out(pairing: Pairing, moves: int) -> MatchSession:
    """Return a match of a pairing, played in memory by bots that lead the seats of people, and won by lot."""
    lots = Random(pairing.match)
    session = temporary_match(clock=lambda: CLOCK)
    champions = ("space-marine", "eldar-howling-banshee")
    joins = [line("join", player=name, champion=lots.choice(champions)) for name in pairing.players]
    new = line("new", mod="deathmatch", arena="classic-60", seed=lots.randrange(1000), dice="app")
    play(session, new, *joins, line("start"))
    for _move in range(moves):
        make_move(session)
    while session.question is not None:
        answer_question(session)
    winner = lots.choice(pairing.players)
    play(session, score(winner, 100 + lots.randrange(50)))
    return session if session.snapshot.status.over else play(session, END)


def make_move(session: MatchSession) -> None:
    """Let a bot answer, or give the command of whoever is to move."""
    bot, view, state = session.game.bot, session.game.view, session.session.state
    if session.question is not None:
        answer_question(session)
        return
    seat = view.status(state).active[0] if view.status(state).active else view.seats(state)[0].id
    move = bot.decide(state, None, seat, "straight", "", seed_of(session.session))
    if move is not None and move.command is not None:
        command, packs = move.command, session.game.packs
        session.do(packs.complete(library(), state, command) if packs.needs_packs(command) else command)


def answer_question(session: MatchSession) -> None:
    """Roll the dice that are asked, or give a plain answer."""
    question = session.question
    assert question is not None
    if isinstance(question, DiceQuestion):
        session.roll()
    else:
        session.give(plain_answer(question))


def copy_play(source: MatchSession, session: MatchSession) -> None:
    """Enter in a match what it still lacks of one in memory, entry by entry."""
    inner = session.session
    for entry in source.inputs()[inner.head :]:
        if entry.kind == "command":
            inner.submit(inner.rules.read_command(entry.body), entry.hand)
        else:
            inner.answer(decode(entry.body), entry.hand, entry.dice)


def lose_messages(folder: Path, dice: Random, share: float) -> None:
    """Let messages and answers be lost from now on."""
    ask = table.HallClient.ask

    def ask_or_lose(client: table.HallClient, path: str, message: Any, kind: type[Any]) -> Any:
        if (folder / "cut").exists() or dice.random() < share:
            raise table.Unreachable("lost on the way")
        answer = ask(client, path, message, kind)
        if dice.random() < share:
            raise table.Unreachable("lost on the way back")
        return answer

    setattr(table.HallClient, "ask", ask_or_lose)  # noqa: B010 - a type of its own


def play_evening(folder: Path, url: str, word: str, number: int, moves: int) -> None:
    """Play until the league is over and the hall has everything."""
    path = folder / "matches.sqlite3"
    ended = threading.Event()
    with closing(MatchLibrary(path, lambda: CLOCK)) as held:
        held.remember()
        while table.read_membership(path) is None:
            with suppress(table.Unreachable):
                table.join(path, url, word, number)
        outbox = threading.Thread(target=table.run_outbox, args=(path, lambda *_news: None, ended.is_set))
        outbox.start()
        is_over = False
        while not is_over:
            membership = table.read_membership(path)
            assert membership is not None
            try:
                answer = table.next_pairing(membership)
            except (table.Unreachable, Refused):
                time.sleep(0.05)
                continue
            is_over = answer.is_over
            if (pairing := answer.pairing) is not None:
                row = table.take_pairing(held, membership, pairing)
                session = held.open(row.id) if row else held.begin("", None, pairing.match)
                copy_play(work_out(pairing, moves), session)
                session.close()
            time.sleep(0.05)
    ended.set()
    outbox.join()
    with closing(table.Outbox(path)) as last:
        is_sent = False
        while not is_sent:
            with suppress(table.Unreachable):
                last.send()
                is_sent = last.refusal is None


def main(folder: str, url: str, word: str, number: str, moves: str, faults: str) -> None:
    """Be a table."""
    if faults != "0":
        lose_messages(Path(folder).parent, Random(f"{number}/{time.time_ns()}"), 0.2)
        table.PAUSES = (0.05, 0.1, 0.2)
    play_evening(Path(folder), url, word, int(number), int(moves))


if __name__ == "__main__":
    main(*sys.argv[1:])
