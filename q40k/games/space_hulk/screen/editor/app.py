"""The mission editor as a program of its own: it opens, is left, and maybe a match begins."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from msgspec.structs import replace

from q40k.games.game import find
from q40k.games.space_hulk.editor.bench import Bench
from q40k.games.space_hulk.editor.keeping import draft_of
from q40k.games.space_hulk.editor.opening import Opened, open_any
from q40k.games.space_hulk.screen.base import Desk
from q40k.games.space_hulk.screen.editor.forms import offered
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

OPENED = {
    "": "",
    "new": N_("A new mission: Space marks a corner, arrows stretch it, F makes floor of it."),
    "copy": N_("A copy of {of}, to be changed: it is saved as {id}."),
    "board-copied": N_("The board {of} of another file is copied into this one, as {board}."),
    "draft": N_("Work that was not saved."),
}


class EditorApp(Careful):
    """The editor on its own."""

    TITLE = "q40k"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, hand: Hand, *, raising: bool = False) -> None:
        super().__init__(settings().theme, raising=raising)
        self.hand = hand
        self.left = Leaving()

    def on_mount(self) -> None:
        """Open it, and end when it is left."""
        self.push_screen(EditorScreen(self.hand), self._take)

    def _take(self, left: Leaving | None) -> None:
        self.left = left or Leaving()
        self.exit(0)


def hand_of(opened: Opened, language: str, folders: tuple[Path, ...]) -> Hand:
    """The hand that works on what was opened; a draft of it is offered."""
    hand = Hand(Bench(opened, folders), Locale(language).of(WORDS.locales), folders)
    hand.say(
        OPENED[opened.said], of=opened.of, id=opened.work.mission.id, board=opened.work.board.id
    )
    if hand.bench.second:
        hand.say(
            N_("{path} is open in another window, which keeps its draft: A saves your work under"
               " another name."),
            bad=True, path=opened.path,
        )  # fmt: skip
        return hand
    draft = draft_of(opened.path)
    if draft is not None and opened.said != "draft":
        hand.ask(partial(offered, hand, draft), must=True)
    return hand


def edit(context: Context, opened: Opened, folders: tuple[Path, ...]) -> int:
    """Open the editor; begin a match where it was left for one. Returns the status."""
    app = EditorApp(hand_of(opened, context.language, folders))
    app.run_to_end()
    locale = app.hand.locale
    if app.crash is not None:
        trouble = fault(locale, *app.crash)
        say([trouble.title, trouble.what, trouble.todo])
        return app.status
    if app.left.play and not app.status:
        return _play(context, app)
    bench = app.hand.bench
    facts = {"path": bench.opened.path, "id": bench.work.mission.id}
    if bench.unsaved and bench.past and not bench.second:
        say([locale.say(N_("Kept as a draft: `q40k mission edit {path}` goes on."), **facts)])
    elif bench.opened.path.exists():
        say([locale.say(N_("The mission {id} lies in {path}."), **facts)])
    return app.status


def _play(context: Context, app: EditorApp) -> int:
    """Begin a match of what was saved."""
    path = app.hand.bench.opened.path
    if packs_folder("space-hulk").resolve() not in path.resolve().parents:
        context = replace(context, pack_folders=(*context.pack_folders, path))
    return play_new(context, _said(app.hand, app.left), find("space-hulk"))


def _said(hand: Hand, left: Leaving) -> Prefilled:
    """What is said of the match that is to begin."""
    return Prefilled(
        mission=hand.work.mission.id,
        deal="app" if left.solo else None,
        options={"solo": True} if left.solo else {},
    )


def within_a_match(desk: Desk) -> EditorScreen:
    """The editor opened from the set-up of a match, which goes on with what was drawn."""
    own = packs_folder("space-hulk")
    folders = (own,) if own.is_dir() else ()
    hand = hand_of(open_any(folders), desk.locale.language, folders)

    def left(leaving: Leaving) -> None:
        if leaving.play:
            desk.destination = Onward(game="space-hulk", prefilled=_said(hand, leaving))
        elif desk.state.setup.mission is None:  # what was drawn is one more to choose
            desk.destination = Onward(game="space-hulk", prefilled=desk.prefilled)

    return EditorScreen(hand, left)
