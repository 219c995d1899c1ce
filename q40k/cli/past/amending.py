"""The command that puts the past right: `q40k amend`."""

from __future__ import annotations

import json
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import click

from q40k.cli.asking import on_a_terminal
from q40k.cli.base import Argument, Call, Option, bad_value, command, packs_option
from q40k.cli.errors import DONE, MALFORMED, REFUSED, Failure, missing_answer, reason
from q40k.cli.matches import as_json, json_option
from q40k.cli.open import match as opened_match
from q40k.cli.open import match_argument
from q40k.cli.say import N_, _, locale, ngettext, words
from q40k.cli.streams import echo, echo_progress, echo_text

if TYPE_CHECKING:
    from q40k.table.amending import Fix, Redraft, Target, Unfit
    from q40k.table.match_session import MatchSession

PATIENCE: Final = 0.5
"""Seconds after which it is said that the match is being replayed."""


@command(
    "amend",
    N_(
        "Put a past entry right: another answer, another command, one more or one less.\n\n"
        "ENTRY is its number in `q40k log`. WITH is what the answer should have been, as it is"
        " typed at the table, or a line of a match script for another command. All that came"
        " after is replayed; first it is shown what changes, and which later entries no longer"
        " fit. Dice keep what they showed. Both versions stay in the journal, and undo takes the"
        " whole correction back."
    ),
    match_argument(),
    Argument(["entry"], metavar=N_("ENTRY"), type=click.IntRange(1)),
    Argument(["said"], metavar=N_("[WITH]..."), nargs=-1),
    Option(["remove", "--remove"], is_flag=True, help=N_("Take the entry out, answers and all.")),
    Option(["insert", "--insert"], is_flag=True,
           help=N_("Put WITH in before the entry, which stays.")),
    Option(["ask", "--ask"], is_flag=True,
           help=N_("Ask again what no longer fits; without it, you are asked when it matters.")),
    Option(["drop", "--drop"], is_flag=True, help=N_("Drop the later entries that no longer fit.")),
    Option(["dry", "--dry-run"], is_flag=True, help=N_("Only show what would change.")),
    Option(["yes", "-y", "--yes"], is_flag=True, help=N_("Keep it without asking.")),
    json_option(N_("Print what changes as JSON.")),
    packs_option(),
    examples=(
        ("q40k amend last 57 4", N_("the answer in entry 57 was a 4")),
        ("q40k amend 3 56 --remove --dry-run", N_("what if that had not been entered?")),
    ),
)  # fmt: skip
def amend(
    call: Call,
    match: str,
    entry: int,
    said: tuple[str, ...],
    remove: bool,
    insert: bool,
    ask: bool,
    drop: bool,
    dry: bool,
    yes: bool,
    as_json_: bool,
) -> int:
    """Put the past right."""
    if ask and drop:
        raise bad_value("--ask", _("either ask again or drop, not both."))
    if remove and (insert or said):
        raise bad_value("--remove", _("to take an entry out, nothing else is said."))
    with opened_match(match, watch=dry) as match_session:
        from q40k.table.amending import find, removed

        target = find(match_session, entry)
        if not remove and not said:
            what = _shown(match_session, target)
            raise Failure(_("Entry {number} is {what}.", number=entry, what=what),
                          _("Say what it should be, or --remove."), MALFORMED)  # fmt: skip
        fix = removed(target) if remove else _fix(call, match_session, target, said, insert)
        redraft = _replayed(match_session, target, fix, ask, drop or dry)
        if as_json_ and (dry or yes):
            echo_text(as_json(_data(redraft, None if dry else _keep(redraft))))
            return DONE
        for line in _preview(redraft):
            echo(line)
        if dry or redraft.amendment.idle:
            return DONE
        if not yes and not _agreed():
            echo(_("Nothing was changed."), err=True)
            return DONE
        number = _keep(redraft)
        echo(_("Kept as entry {number}; undo takes it back.", number=number), err=True)
    return DONE


def _shown(match_session: MatchSession, target: Target) -> str:
    from q40k.i18n.answers import answer_text
    from q40k.table.amending import answers_told

    what = words().command(locale(), target.command)
    given = ", ".join(answer_text(answer) for answer in answers_told(match_session, target))
    return _("{command}, answered {answers}", command=what, answers=given) if given else what


def _fix(
    call: Call, match_session: MatchSession, target: Target, said: tuple[str, ...], insert: bool
) -> Fix:
    """What is said instead. Raises ScriptError, Refused, PackError, JournalError."""
    from q40k.table.amending import inserted, other_command, settled, typed_answers
    from q40k.table.script import read_script

    if not said[0].lstrip().startswith("{"):
        if insert:
            raise bad_value("--insert", _("what is put in is a line of a match script."))
        return typed_answers(target, said)
    if len(said) > 1:
        raise bad_value(_("WITH"), _("one line of a match script, its answers within it."))
    (line,) = read_script([said[0]], match_session.game)
    if line.command is None:
        raise bad_value(_("WITH"), _("a command; undo and redo are none."))
    other = settled(call.library, match_session, target, line.command)
    if insert:
        return inserted(target, other, line.answers)
    return other_command(target, other, line.answers if '"answers"' in said[0] else None)


# -- replaying -----------------------------------------------------------------------------


def _replayed(
    match_session: MatchSession, target: Target, fix: Fix, ask: bool, drop: bool
) -> Redraft:
    """The correction, replayed and decided. Raises Failure for what must be decided first."""
    from q40k.kernel.questions import AnswerError
    from q40k.table.amending import Redraft

    if not ask:
        redraft = Redraft(match_session, target, fix)
        try:
            _advance(redraft)
        except AnswerError as error:
            if error.code != "answer-missing":
                raise
            if drop or not on_a_terminal():
                raise _missing(redraft) from error
        else:
            if drop or not redraft.undecided:
                return redraft
            if not on_a_terminal():
                raise _undecided(redraft)
    redraft = Redraft(match_session, target, fix, ask=True)
    _advance(redraft)
    while redraft.waiting is not None:
        _decide(redraft, redraft.waiting)
        _advance(redraft)
    return redraft


def _advance(redraft: Redraft) -> None:
    """Replay as far as it goes, and say so when it takes a while."""
    since, told = monotonic(), False
    while not redraft.advance():
        if monotonic() - since > PATIENCE:
            since, told = monotonic(), True
            percent = round(redraft.part * 100)
            echo_progress(_("Replaying… {percent}%", percent=percent))
    if told:
        echo("", err=True)


def _undecided(redraft: Redraft) -> Failure:
    from q40k.i18n.amending import misfit_line

    number = len(redraft.undecided)
    title = ngettext(
        "{number} later entry no longer fits.", "{number} later entries no longer fit.", number
    )
    lines = [misfit_line(locale(), words(), misfit) for misfit in redraft.undecided]
    return Failure(
        title, "\n".join([*lines, _("Say --ask to be asked again, or --drop.")]), REFUSED
    )


def _decide(redraft: Redraft, misfit: Unfit) -> None:
    """Let the game master decide about an entry that no longer fits."""
    from q40k.i18n.amending import misfit_line
    from q40k.i18n.questions import understood
    from q40k.kernel.events import Refused
    from q40k.kernel.questions import AnswerError

    amendment = redraft.amendment
    echo(misfit_line(locale(), words(), misfit))
    asked = None
    if misfit.question is not None:
        asked = words().ask(locale(), misfit.state, misfit.question)
        echo(f"  {asked.title} [{asked.hint}]")
        for value, label in asked.options:
            echo(f"    {value}: {label}" if str(value) != label else f"    {value}")
        hint = _("answer, “roll” or “drop”")
    else:
        hint = _("“drop”") if misfit.final else _("a reason to overrule it, or “drop”")
    typed = str(click.prompt(hint, prompt_suffix="> ")).strip()
    try:
        if typed == "drop":
            amendment.drop()
        elif typed == "roll":
            amendment.roll()
        elif asked is not None:
            amendment.type(understood(asked, typed))
        else:
            amendment.instead(misfit.command.replace(override=typed))
    except (AnswerError, Refused) as error:
        echo_text(reason(error), err=True)


def _missing(redraft: Redraft) -> Failure:
    """The failure of a correction that asks for more than was said: what, and the cure."""
    amendment = redraft.amendment
    title = _("With this correction the match asks something new, and no answer is given to it.")
    question = amendment.question
    if question is None:
        return Failure(title, _("Say its answers too, one after the other."))
    advice = missing_answer(amendment.new, question, _("WITH"))
    instead = _("Or let yourself be asked: --ask")
    return Failure(title, f"{advice}\n{instead}")


# -- what comes of it ----------------------------------------------------------------------


def _preview(redraft: Redraft) -> list[str]:
    from q40k.i18n.amending import misfit_line

    amendment = redraft.amendment
    if amendment.idle:
        return [_("That is what is written already: nothing changes.")]
    lines = [
        f"  {words().change(locale(), redraft.old, redraft.new, change)}"
        for change in redraft.changes
    ]
    head = _("What changes:") if lines else _("The match stands as before; only its past changes.")
    lines.insert(0, head)
    if redraft.misfits:
        lines.append(_("What no longer fits:"))
        lines += [f"  {misfit_line(locale(), words(), misfit)}" for misfit in redraft.misfits]
    if redraft.question is not None:
        asked = words().ask(locale(), redraft.new, redraft.question)
        lines.append(_("Asked then: {title}", title=asked.title))
    return lines


def _agreed() -> bool:
    typed = str(click.prompt(_("Keep this? [y/N]"), default="", show_default=False,
                             prompt_suffix=" "))  # fmt: skip
    return typed.strip().casefold() in (_("y"), _("yes"), "y")


def _keep(redraft: Redraft) -> int | None:
    return None if redraft.amendment.idle else redraft.keep()


def _data(redraft: Redraft, kept: int | None) -> dict[str, Any]:
    from q40k.table.as_json import asked

    return {
        "entry": redraft.target.entry.seq,
        "did": redraft.did,
        "changes": [
            {"what": c.kind, "who": c.who, "before": _plain(c.before), "after": _plain(c.after)}
            for c in redraft.changes
        ],
        "misfits": [
            {
                "entry": m.entry,
                "do": m.command.do,
                "why": m.code,
                "decision": m.decision,
                "lost": _plain(m.lost),
            }
            for m in redraft.misfits
        ],
        "asks": asked(redraft.game.view.seats(redraft.new), redraft.question),
        "kept": kept,
    }


def _plain(value: Any) -> Any:
    from fractions import Fraction

    from q40k.table.as_json import exact

    if isinstance(value, Fraction):
        return exact(value)
    if hasattr(value, "id"):
        return value.id
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return value if isinstance(value, str | int | float | None) else json.loads(json.dumps(value))


COMMANDS = {"amend": amend}
