"""A pot that is put right: what the tests of amendments share."""

from typing import Any

from q40k.kernel.amending import Amendment, Correction
from q40k.kernel.replay import verify
from q40k.kernel.session import Session
from tests.kernel.counting import Command, Counting, Pot, pot
from tests.kernel.holding import again

Open = Session[Pot, Command]
THROW: Command = {"do": "throw", "dice": [6, 6]}
TWO: Command = {"do": "two"}
SORT: Command = {"do": "sort"}
BIG: Command = {"do": "take", "points": 8}


def plan(going: Open, correction: Correction[Command], **arguments: Any) -> Amendment[Pot, Command]:
    """What would become of the match, replayed as far as it goes."""
    amendment = going.amendment(correction, **arguments)
    amendment.advance()
    return amendment


def put_right(going: Open, correction: Correction[Command]) -> Amendment[Pot, Command]:
    amendment = plan(going, correction)
    going.amend(amendment, {"did": "answer"})
    return amendment


def stands(session: Open) -> tuple[Any, ...]:
    """All that a reader of the match can see of it."""
    return (session.state, session.question, session.command, [e.body for e in session.journal.live(session.match)])


def sound(session: Open) -> None:
    """Opened anew it stands the same, and its inputs tell the same story."""
    assert stands(again(session)) == stands(session)
    assert verify(Counting(), session.journal.live(session.match)).differs_at is None
    seqs = [entry.seq for entry in session.journal.entries(session.match)]
    assert seqs == list(range(1, session.head + 1))


def thrown_pot() -> Open:
    """Twelve in the pot, then eight taken: 1 throw, 2 its dice, 3 take, 4 throw, 5 its dice."""
    going = pot()
    going.submit(THROW)
    going.type("6 6")
    going.submit(BIG)
    going.submit(THROW)
    going.type("1 2")
    return going
