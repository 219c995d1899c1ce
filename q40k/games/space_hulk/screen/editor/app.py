"""The mission editor as a program: it opens, ends, and may begin a match."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from msgspec.structs import replace

from q40k.games.game import find
from q40k.games.space_hulk.editor.bench import Bench
from q40k.games.space_hulk.editor.keeping import read_draft
from q40k.games.space_hulk.editor.opening import Opened, open_any
from q40k.games.space_hulk.screen.base import Desk
from q40k.games.space_hulk.screen.editor.forms import offer_draft
from q40k.games.space_hulk.screen.editor.hand import Hand, Leaving
from q40k.games.space_hulk.screen.editor.page import EditorScreen
from q40k.games.space_hulk.table.prefilled import Prefilled
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.error_texts import fault
from q40k.i18n.locale import N_, Locale
from q40k.table.context import Context, Onward
from q40k.table.folders import packs_folder
from q40k.table.settings import settings
from q40k.tui.app import Careful, play_new, say

ORIGIN_NOTICES = {
    "": "",
    "new": N_("A new mission: Space marks a corner, arrows stretch it, F makes floor of it."),
    "copy": N_("A copy of {of}, to be changed: it is saved as {id}."),
    "board-copied": N_("The board {of} of another file is copied into this one, as {board}."),
    "draft": N_("Work that was not saved."),
}


class EditorApp(Careful):
    """The editor as an application."""

    TITLE = "q40k"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, hand: Hand, *, raising: bool = False) -> None:
        super().__init__(settings().theme, raising=raising)
        self.hand = hand
        self.leaving = Leaving()

    def on_mount(self) -> None:
        """Open the editor, and end with it."""
        self.push_screen(EditorScreen(self.hand), self._finish)

    def _finish(self, leaving: Leaving | None) -> None:
        self.leaving = leaving or Leaving()
        self.exit(0)


def make_hand(opened: Opened, language: str, folders: tuple[Path, ...]) -> Hand:
    """Return a hand for opened work; its draft is offered first."""
    hand = Hand(Bench(opened, folders), Locale(language).of(WORDS.locales), folders)
    hand.say(
        ORIGIN_NOTICES[opened.origin],
        of=opened.source,
        id=opened.work.mission.id,
        board=opened.work.board.id,
    )
    if hand.bench.is_second_window:
        hand.say(
            N_("{path} is open in another window, which keeps its draft: A saves your work under"
               " another name."),
            bad=True, path=opened.path,
        )  # fmt: skip
        return hand
    draft = read_draft(opened.path)
    if draft is not None and opened.origin != "draft":
        hand.ask(partial(offer_draft, hand, draft), must=True)
    return hand


def edit(context: Context, opened: Opened, folders: tuple[Path, ...]) -> int:
    """Run the editor, then begin a match if that was chosen. Returns the exit status."""
    app = EditorApp(make_hand(opened, context.language, folders))
    app.run_to_end()
    locale = app.hand.locale
    if app.crash is not None:
        trouble = fault(locale, *app.crash)
        say([trouble.title, trouble.what, trouble.todo])
        return app.status
    if app.leaving.play and not app.status:
        return _play(context, app)
    bench = app.hand.bench
    facts = {"path": bench.opened.path, "id": bench.work.mission.id}
    if bench.is_unsaved and bench.past and not bench.is_second_window:
        say([locale.say(N_("Kept as a draft: `q40k mission edit {path}` goes on."), **facts)])
    elif bench.opened.path.exists():
        say([locale.say(N_("The mission {id} lies in {path}."), **facts)])
    return app.status


def _play(context: Context, app: EditorApp) -> int:
    """Begin a match of the saved mission."""
    path = app.hand.bench.opened.path
    if packs_folder("space-hulk").resolve() not in path.resolve().parents:
        context = replace(context, pack_folders=(*context.pack_folders, path))
    return play_new(context, _match_settings(app.hand, app.leaving), find("space-hulk"))


def _match_settings(hand: Hand, leaving: Leaving) -> Prefilled:
    """Return the settings of the match to begin."""
    return Prefilled(
        mission=hand.work.mission.id,
        deal="app" if leaving.solo else None,
        options={"solo": True} if leaving.solo else {},
    )


def editor_in_match(desk: Desk) -> EditorScreen:
    """Return the editor opened from the set-up of a match, which goes on with the new mission."""
    own = packs_folder("space-hulk")
    folders = (own,) if own.is_dir() else ()
    hand = make_hand(open_any(folders), desk.locale.language, folders)

    def on_leaving(leaving: Leaving) -> None:
        if leaving.play:
            desk.destination = Onward(game="space-hulk", prefilled=_match_settings(hand, leaving))
        elif desk.state.setup.mission is None:  # the new mission is one more to choose from
            desk.destination = Onward(game="space-hulk", prefilled=desk.prefilled)

    return EditorScreen(hand, on_leaving)
