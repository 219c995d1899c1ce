"""The command that corrects the past: `q40k amend`."""

import json
from fractions import Fraction
from time import monotonic
from typing import Any

import click

from q40k.cli.base import Argument, Call, bad_value, flag, json_option, packs_option, verb
from q40k.cli.errors import MALFORMED, Failure
from q40k.cli.failures import missing_answer_advice
from q40k.cli.files import is_confirmed
from q40k.cli.open import match_argument, open_match
from q40k.cli.problems import reason
from q40k.cli.say import N_, _, echo, echo_json, echo_progress, echo_text, locale, ngettext, on_a_terminal, words
from q40k.i18n.amending import misfit_line, misfit_lines, open_question
from q40k.i18n.questions import answer_text, read_typed
from q40k.kernel.events import AnswerError, Refused
from q40k.table import amending
from q40k.table.amending import Fix, Target, Unfit
from q40k.table.as_json import exact_text, question_data
from q40k.table.match_session import MatchSession
from q40k.table.script import read_script

PATIENCE = 0.5
"""After so many seconds, a replay of the match shows its progress."""


@verb(
    match_argument(),
    Argument(["entry"], metavar=N_("ENTRY"), type=click.IntRange(1)),
    Argument(["said"], metavar=N_("[WITH]..."), nargs=-1),
    flag(["remove", "--remove"], N_("Take the entry out, answers and all.")),
    flag(["insert", "--insert"], N_("Put WITH in before the entry, which stays.")),
    flag(["ask", "--ask"], N_("Ask again what no longer fits; without it, you are asked when it matters.")),
    flag(["drop", "--drop"], N_("Drop the later entries that no longer fit.")),
    flag(["dry", "--dry-run"], N_("Only show what would change.")),
    flag(["yes", "-y", "--yes"], N_("Keep it without asking.")),
    json_option(N_("Print what changes as JSON.")),
    packs_option(),
)
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
) -> None:
    """Correct the past."""
    if ask and drop:
        raise bad_value("--ask", _("either ask again or drop, not both."))
    if remove and (insert or said):
        raise bad_value("--remove", _("--remove takes no other answer."))
    with open_match(match, watch=dry) as match_session:
        target = amending.find_target(match_session, entry)
        if not remove and not said:
            what = _entry_text(match_session, target)
            raise Failure(
                _("Entry {number} is {what}.", number=entry, what=what),
                _("Say what it should be, or --remove."),
                MALFORMED,
            )
        fix = amending.remove_command(target) if remove else _fix(call, match_session, target, said, insert)
        redraft = _replay(match_session, target, fix, ask, drop or dry)
        if as_json_ and (dry or yes):
            echo_json(_data(redraft, None if dry else _keep(redraft)))
            return
        for line in _preview(redraft):
            echo(line)
        if dry or redraft.amendment.changes_nothing:
            return
        if not yes and not is_confirmed(_("Keep this? [y/N]")):
            echo_text(_("Nothing was changed."), err=True)
            return
        number = _keep(redraft)
        echo_text(_("Kept as entry {number}; undo takes it back.", number=number), err=True)


def _entry_text(match_session: MatchSession, target: Target) -> str:

    command_text = words().command(locale(), target.command)
    answers = ", ".join(answer_text(answer) for answer in amending.public_answers(match_session, target))
    return _("{command}, answered {answers}", command=command_text, answers=answers) if answers else command_text


def _fix(call: Call, match_session: MatchSession, target: Target, said: tuple[str, ...], insert: bool) -> Fix:
    """Return the correction that the call asks for. Raises ScriptError, Refused, PackError,
    JournalError.
    """

    if not said[0].lstrip().startswith("{"):
        if insert:
            raise bad_value("--insert", _("what is put in is a line of a match script."))
        return amending.typed_answers(target, said)
    if len(said) > 1:
        raise bad_value(_("WITH"), _("one line of a match script, its answers within it."))
    (line,) = read_script([said[0]], match_session.game)
    if line.command is None:
        raise bad_value(_("WITH"), _("a command; undo and redo are none."))
    replacement = amending.complete_command(call.library, match_session, target, line.command)
    if insert:
        return amending.insert_command(target, replacement, line.answers)
    return amending.other_command(target, replacement, line.answers if '"answers"' in said[0] else None)


# -- replaying -----------------------------------------------------------------------------


def _replay(match_session: MatchSession, target: Target, fix: Fix, ask: bool, drop: bool) -> amending.Redraft:
    """Return the replayed correction with all decisions made. Raises Failure if one is missing."""

    if not ask:
        redraft = amending.Redraft(match_session, target, fix)
        try:
            _advance(redraft)
        except AnswerError as error:
            if error.code != "answer-missing":
                raise
            if drop or not on_a_terminal("stdin"):
                raise _missing_answer_failure(redraft) from error
        else:
            if drop or not redraft.undecided:
                return redraft
            if not on_a_terminal("stdin"):
                raise _undecided_failure(redraft)
    redraft = amending.Redraft(match_session, target, fix, ask=True)
    _advance(redraft)
    while redraft.waiting is not None:
        _decide(redraft, redraft.waiting)
        _advance(redraft)
    return redraft


def _advance(redraft: amending.Redraft) -> None:
    """Replay until a decision is needed; show progress if it takes a while."""
    since, has_shown = monotonic(), False
    while not redraft.advance():
        if monotonic() - since > PATIENCE:
            since, has_shown = monotonic(), True
            percent = round(redraft.part * 100)
            echo_progress(_("Replaying… {percent}%", percent=percent))
    if has_shown:
        echo("", err=True)


def _undecided_failure(redraft: amending.Redraft) -> Failure:

    number = len(redraft.undecided)
    title = ngettext("{number} later entry no longer fits.", "{number} later entries no longer fit.", number)
    lines = [misfit_line(locale(), words(), misfit) for misfit in redraft.undecided]
    return Failure(title, "\n".join([*lines, _("Say --ask to be asked again, or --drop.")]))


def _decide(redraft: amending.Redraft, misfit: Unfit) -> None:
    """Let the game master decide about an entry that no longer fits."""

    amendment = redraft.amendment
    echo(misfit_line(locale(), words(), misfit))
    worded = None
    if misfit.question is not None:
        worded = words().ask(locale(), misfit.state, misfit.question)
        echo(f"  {worded.title} [{worded.hint}]")
        for value, label in worded.options:
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
        elif worded is not None:
            amendment.type(read_typed(worded, typed))
        else:
            amendment.substitute(misfit.command.replace(override=typed))
    except (AnswerError, Refused) as error:
        echo_text(reason(error), err=True)


def _missing_answer_failure(redraft: amending.Redraft) -> Failure:
    """Return the failure for a correction that needs more answers: which, and what to do."""
    amendment = redraft.amendment
    title = _("With this correction the match asks something new, and no answer is given to it.")
    question = amendment.question
    if question is None:
        return Failure(title, _("Also give its answers, one after the other."))
    advice = missing_answer_advice(amendment.new, question, _("WITH"))
    instead = _("Or let yourself be asked: --ask")
    return Failure(title, f"{advice}\n{instead}")


# -- the result ----------------------------------------------------------------------------


def _preview(redraft: amending.Redraft) -> list[str]:

    amendment = redraft.amendment
    if amendment.changes_nothing:
        return [_("It already says that: nothing changes.")]
    lines = [f"  {words().change(locale(), redraft.old, redraft.new, change)}" for change in redraft.changes]
    head = _("What changes:") if lines else _("The state of the match stays; only its past changes.")
    lines.insert(0, head)
    lines += misfit_lines(locale(), words(), redraft.misfits)
    return [*lines, *open_question(locale(), words(), redraft.new, redraft.question, redraft.misfits)]


def _keep(redraft: amending.Redraft) -> int | None:
    return None if redraft.amendment.changes_nothing else redraft.keep()


def _data(redraft: amending.Redraft, kept: int | None) -> dict[str, Any]:

    return {
        "entry": redraft.target.entry.seq,
        "did": redraft.did,
        "changes": [
            {"what": c.kind, "who": c.who, "before": _plain(c.before), "after": _plain(c.after)}
            for c in redraft.changes
        ],
        "misfits": [
            {"entry": m.entry, "do": m.command.do, "why": m.code, "decision": m.decision, "lost": _plain(m.lost)}
            for m in redraft.misfits
        ],
        "asks": question_data(redraft.game.view.seats(redraft.new), redraft.question),
        "kept": kept,
    }


def _plain(value: Any) -> Any:

    if isinstance(value, Fraction):
        return exact_text(value)
    if hasattr(value, "id"):
        return value.id
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return value if isinstance(value, str | int | float | None) else json.loads(json.dumps(value))
