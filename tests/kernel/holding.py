"""Sessions opened again, and what can be seen of where they stand."""

from q40k.kernel.session import Session
from tests.kernel.counting import Command, Counting, Pot, session


def again(open_one: Session[Pot, Command], bonus: int = 0) -> Session[Pot, Command]:
    """Open the same match anew, from its journal alone."""
    return session(open_one.journal, open_one.match, Counting(bonus))


def same(first: Session[Pot, Command], second: Session[Pot, Command]) -> bool:
    return (first.state, first.question, first.command, first.head) == (
        second.state,
        second.question,
        second.command,
        second.head,
    )


def position(session: Session[Pot, Command]) -> tuple[str | None, Pot]:
    """The key of the open question and the state."""
    question = session.question
    return (question.key if question is not None else None), session.state
