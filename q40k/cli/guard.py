"""The guard around a call: every error ends in plain words and an exit status."""

from collections.abc import Callable
from io import StringIO

import click

from q40k.cli import say
from q40k.cli.errors import DONE, INTERRUPTED, cut_line, report

_REPAIRABLE = ("library-gone", "library-foreign", "entry-damaged", "journal-broken", "journal-torn", "record-damaged")
"""The errors that a repair of the library may fix."""


def run_guarded(work: Callable[[], int | None], *, debug: bool, mend: Callable[[], int] | None = None) -> int:
    """Do the work and return the exit status; print every error in plain words.

    If a repair may help and a terminal is there, a key press runs `mend`.
    """
    try:
        say.prepare_streams()
        return work() or DONE
    except (KeyboardInterrupt, EOFError, click.Abort):
        return INTERRUPTED
    except click.ClickException as error:
        output = StringIO()
        error.show(output)
        say.echo_text("\n".join(map(cut_line, output.getvalue().splitlines())), err=True)
        return error.exit_code
    except OSError as error:
        return say.PIPE_CLOSED if say.pipe_closed(error) else _report_error(error, debug, mend)
    except Exception as error:
        return _report_error(error, debug, mend)
    finally:
        say.release_streams()


def _report_error(error: Exception, debug: bool, mend: Callable[[], int] | None) -> int:
    from q40k.cli.failures import failure_for  # what words errors is loaded by the first

    failure = failure_for(error, debug=debug)
    report(failure)
    if mend is None or getattr(error, "code", "") not in _REPAIRABLE or not say.on_a_terminal("stdin", "stderr"):
        return failure.status
    return _offer_repair(failure.status, mend, debug)


def _offer_repair(status: int, mend: Callable[[], int], debug: bool) -> int:
    say.echo(say._("r repairs it now; any other key leaves it as it is."), err=True)
    try:
        is_confirmed = click.getchar() in ("r", "R")
    except (KeyboardInterrupt, EOFError, OSError):
        return INTERRUPTED
    return run_guarded(mend, debug=debug) if is_confirmed else status
