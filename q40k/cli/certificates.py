"""The options that encrypt what a verb serves, and the sentence if they cannot be used."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from q40k.cli.base import Option
from q40k.cli.errors import Failure
from q40k.cli.say import N_, _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from q40k.live.certificate import Certificate


def certificate_options() -> tuple[Option, ...]:
    """Return the options `--cert`, `--key` and `--name`."""
    file = click.Path(exists=True, dir_okay=False, path_type=Path)
    return (
        Option(
            ["--cert"],
            type=file,
            metavar=N_("FILE"),
            envvar="Q40K_CERT",
            help=N_("A certificate (PEM): the address is https, and nobody can listen. Also from Q40K_CERT."),
        ),
        Option(
            ["--key"],
            type=file,
            metavar=N_("FILE"),
            envvar="Q40K_KEY",
            help=N_("The key of the certificate (PEM), if it is in a file of its own. Also from Q40K_KEY."),
        ),
        Option(
            ["--name"],
            metavar=N_("NAME"),
            envvar="Q40K_NAME",
            help=N_("What the certificate calls this machine, such as board.club.example. Also from Q40K_NAME."),
        ),
    )


def certificate_of(values: dict[str, Any]) -> Certificate | None:
    """Return the certificate that these options name."""
    from q40k.live.certificate import Certificate  # late: the screen of a match loads these verbs, but no ssl

    if values["cert"] is None:
        return None
    return Certificate(values["cert"], values["key"], values["name"] or "")


@contextmanager
def explain_bad_certificate() -> Iterator[None]:
    """Make a Failure of a certificate that cannot be used."""
    from q40k.live.certificate import BadCertificate

    try:
        yield
    except BadCertificate as error:
        title = _("This certificate cannot be used: {why}.", why=error)
        todo = _("Give a certificate and its key as PEM files, without a password: --cert FILE --key FILE.")
        raise Failure(title, todo) from error
