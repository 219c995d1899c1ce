"""The verb that writes a match as a page, or its card."""

from pathlib import Path

from q40k.cli.base import flag, verb
from q40k.cli.errors import Failure
from q40k.cli.files import file_exists_failure, find_document, force_option, out_option
from q40k.cli.open import match_argument, open_match
from q40k.cli.say import N_, _, locale, remark
from q40k.kernel.whole_file import write_whole
from q40k.report import card as cards
from q40k.report.page import page
from q40k.report.tale import tale
from q40k.table.folders import LAB_FILE, data_folder


@verb(
    match_argument(last=True),
    out_option(),
    flag(
        ["--card"], N_("A picture to post instead of the page: SVG, and PNG beside it where rsvg-convert is installed.")
    ),
    force_option(),
)
def report(match: str, out: Path | None, card: bool, force: bool) -> None:
    """Write a report, or its card."""
    with open_match(match) as match_session:
        path = out or find_document(f"q40k-{match_session.number}.{'svg' if card else 'html'}", force=force)
        png = path.with_suffix(".png")
        if card and png == path:
            title = _("The picture itself is SVG: {path} would be its PNG.", path=path)
            raise Failure(title, _("Give a name that ends in .svg."))
        for target in (path, png) if card else (path,):
            if target.exists() and not force:
                raise file_exists_failure(target)
        story = tale(match_session, locale())
        study = None
        if not card and (data_folder() / LAB_FILE).exists():
            from q40k.lab.match_study import find_page  # it brings the bots

            study = find_page(match_session, locale())
        text = cards.card(story, locale()) if card else page(match_session.game, story, locale(), study)
    write_whole(path, text.encode())
    png_path = cards.pixels(path) if card else None
    for output in filter(None, (path, png_path)):
        remark(_("Written to {path}.", path=output))
