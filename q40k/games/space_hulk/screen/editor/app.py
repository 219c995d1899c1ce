"""The mission editor on the screen: the page, the panel beside the board, the program."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import ClassVar

from msgspec.structs import replace
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content

from q40k.games.game import find
from q40k.games.space_hulk.editor.bench import Bench
from q40k.games.space_hulk.editor.files import Opened, open_any, read_draft
from q40k.games.space_hulk.editor.placing import items_on
from q40k.games.space_hulk.packs.boards import DOOR
from q40k.games.space_hulk.packs.missions import SQUADS
from q40k.games.space_hulk.screen.base import Desk
from q40k.games.space_hulk.screen.editor.canvas import Canvas
from q40k.games.space_hulk.screen.editor.forms import offer_draft
from q40k.games.space_hulk.screen.editor.hand import Hand, Leaving
from q40k.games.space_hulk.screen.editor.tools import GROUPS, TOOLS, press
from q40k.games.space_hulk.table.opening import Prefilled
from q40k.games.space_hulk.words import missions, names, wording
from q40k.i18n.error_texts import fault
from q40k.i18n.locale import N_, Locale
from q40k.table.context import Context, Onward
from q40k.table.folders import packs_folder
from q40k.table.settings import change_settings, settings
from q40k.tui import look, page, prompt, themes
from q40k.tui.app import play_new, say
from q40k.tui.careful import Careful
from q40k.tui.look import clickable, fit, style_text
from q40k.tui.pages.sheet import Sheet
from q40k.tui.steady import Row, TextPanel

MOST_FAULTS = 4
"""The most faults shown at a time; N goes through all of them."""
HEADS = {
    "entries": N_("entry {id}, {side}"),
    "exits": N_("exit {id}, {side}"),
    "ladders": N_("ladder {id}: {top} – {foot}"),
    "objects": N_("object {id}"),
}


def head(hand: Hand, width: int) -> Content:
    """Return the mission, its file, the level, and whether it is saved."""
    say, work = hand.locale.say, hand.work
    parts = [hand.locale.name_of(work.mission.name)]
    if len(work.numbers()) > 1 or hand.level != 1:
        parts.append(say(N_("level {number}"), number=hand.level))
    parts.append(work.mission.id)
    state = N_("saved") if hand.bench.opened.text else N_("new")
    if hand.bench.is_unsaved:
        state = N_("kept nowhere") if hand.bench.would_be_lost else N_("not saved")
    title = " " + say(N_("Mission editor: {mission}"), mission=" · ".join(dict.fromkeys(parts)))
    right = f"{hand.locale.gettext(state)} "
    room = max(0, width - len(right))
    return Content.assemble((fit(title, room), "bold"), (right, look.MUTED))


def panel(hand: Hand) -> Content:
    """Return everything in the panel."""
    return look.lines(*_square(hand), "", *_faults(hand), "", *_contents(hand))


def _square(hand: Hand) -> Iterator[Content | str]:
    """Yield the square under the cursor, or the number of marked squares."""
    say, work, cell = hand.locale.say, hand.work, hand.cell
    if hand.mark is not None:
        (west, low), (right, high) = hand.corners
        wide, height = abs(right - west) + 1, abs(high - low) + 1
        yield style_text(say(N_("{wide} by {high} squares marked"), wide=wide, high=height), "bold")
        return
    rows = work.rows(hand.bench.pieces)
    squares = {there: (letter, section) for level in rows.levels for there, letter, section in level.cells()}
    if cell not in squares:
        yield style_text(say(N_("wall")), "bold")
        return
    letter, section = squares[cell]
    name = work.name(cell)
    yield style_text(say(N_("{square}, section {section}"), square=name, section=section), "bold")
    things = list(items_on(work, cell))
    if letter == DOOR:
        locked = any(kind == "locked" for kind, _item in things)
        yield say(N_("door that nobody opens by hand")) if locked else say(N_("door"))
    for kind, item in things:
        if kind == "start":
            yield _starter(hand, work.mission.start.index(item))
        elif kind == "generators":
            yield say(N_("force-field generator"))
        elif kind in HEADS:
            facts = {name: getattr(item, name) for name in item.__struct_fields__}
            facts["side"] = names.facing_name(hand.locale, facts.get("side"))
            yield say(HEADS[kind], **facts)


def _starter(hand: Hand, place: int) -> str:
    """Return the marine who starts at a place: the squads first, then the others."""
    units = _units(hand)
    name = names.unit_name(hand.locale, units[place]) if place < len(units) else "?"
    looks = names.facing_name(hand.locale, hand.work.mission.start[place].facing)
    sentence = N_("marine {number}, looks {side}: {name}")
    return hand.locale.say(sentence, number=place + 1, side=looks, name=name)


def _units(hand: Hand) -> list[str]:
    mission = hand.work.mission
    squads = mission.squads_1st if mission.editions == ("1",) else mission.squads
    return [*(unit for squad in squads for unit in SQUADS[squad]), *mission.units]


def _faults(hand: Hand) -> Iterator[Content | str]:
    """Yield the faults in plain words."""
    faults = hand.bench.faults
    if not faults:
        yield style_text(hand.locale.gettext(N_("Nothing is wrong.")), "$success")
        return
    sentence = hand.locale.ngettext("{number} thing is wrong", "{number} things are wrong", len(faults))
    yield clickable(style_text(sentence.format(number=len(faults)) + " (n)", "bold"), key="n")
    first = max(0, min(hand.fault, len(faults) - MOST_FAULTS))
    for place, item in enumerate(faults[first : first + MOST_FAULTS], first):
        here = place == hand.fault
        sign = ("▸" if here else "!" if item.is_error else "·") + " "
        style = "bold " if here else ""
        words = wording.WORDS.problem(hand.locale, item.problem)
        yield style_text(sign + words, style + ("$error" if item.is_error else look.MUTED))
    if len(faults) > MOST_FAULTS:
        yield style_text(f"  ↑ {first} · ↓ {len(faults) - first - MOST_FAULTS}", look.MUTED)


def _contents(hand: Hand) -> Iterator[Content | str]:
    """Yield the contents of the mission, each with the key that adds more."""
    say, work = hand.locale.say, hand.work
    rows = work.rows(hand.bench.pieces)
    squares = [letter for level in rows.levels for _, letter, _ in level.cells()]
    mission, board = work.mission, work.board
    counts: list[tuple[str, str, str, bool]] = [
        ("f", N_("squares"), str(len(squares)), bool(squares)),
        ("d", N_("doors"), str(squares.count(DOOR)), True),
        ("e", N_("entries"), str(len(board.entries)), bool(board.entries)),
        ("x", N_("exits"), str(len(board.exits)), True),
        ("m", N_("marines placed"), f"{len(mission.start)}/{len(_units(hand))}", bool(mission.start)),
        ("g", N_("goals"), str(len(mission.goals)), bool(mission.goals or mission.text)),
    ]
    for key, name, count, enough in counts:
        words = say(N_("{what}: {count}"), what=say(name), count=count)
        style = "" if enough else "bold $warning"
        cap = Content.assemble((f"{key} ", "bold $accent"), (words, style))
        yield clickable(cap, key=key.lower())
    blips = f"{_many(mission.starting_blips)} + {_many(mission.blips_per_turn)}"
    cap = Content.assemble(("i ", "bold $accent"), say(N_("blips: {many} a turn"), many=blips))
    yield clickable(cap, key="i")
    if mission.turn_limit is not None:
        yield say(N_("  turns: {number}"), number=mission.turn_limit)
    for goal in mission.goals:
        yield style_text(f"  {missions.goal_line(hand.locale, goal)}", look.MUTED)


def _many(number: int | None) -> str:
    return "?" if number is None else str(number)


# -- the page --------------------------------------------------------------------------------


WIDE = 110


class EditorScreen(page.Page[Leaving]):
    """The screen where a mission is drawn. It returns how the editor ended."""

    CSS_PATH = "editor.tcss"
    AUTO_FOCUS = None

    def __init__(self, hand: Hand, on_leaving: Callable[[Leaving], None] = lambda _leaving: None) -> None:
        super().__init__()
        self.hand = hand
        self._on_leaving = on_leaving
        self.canvas = Canvas(hand)

    def compose(self) -> ComposeResult:
        """Compose the screen from top to bottom."""
        yield TextPanel(id="head")
        with Row(id="middle"):
            yield self.canvas
            with VerticalScroll(id="beside", can_focus=False):
                yield TextPanel(id="told")
        yield TextPanel(id="entry")
        yield TextPanel(id="said")
        yield TextPanel(id="hints")

    def on_mount(self) -> None:
        """Show the work."""
        self.show()

    def on_resize(self, _event: events.Resize) -> None:
        """Use the new size."""
        self.set_class(self.size.width >= WIDE, "-wide")
        self.show()

    def show(self) -> None:
        """Show the present state of everything."""
        hand, width = self.hand, self.size.width
        self._show_text("#head", head(hand, width))
        self._show_text("#told", panel(hand))
        field = None if hand.entry is None else hand.entry.field
        entry = self.query_one("#entry", TextPanel)
        entry.set_class(field is not None, "-asking")
        if field is not None:
            entry.tell(look.lines(*prompt.field_rows(hand.locale, field, max(20, width - 2))))
        self._show_text("#said", style_text(hand.notice, "bold $warning" if hand.bad else "$text-accent"))
        self._show_text("#hints", self._hints(width))
        self.canvas.show()

    def _show_text(self, part: str, words: Content) -> None:
        self.query_one(part, TextPanel).tell(words)

    def _hints(self, width: int) -> Content:
        """Return the most used keys in two lines."""
        say = self.hand.locale.gettext
        tools = sorted((tool for tool in TOOLS if tool.hint), key=lambda tool: tool.hint)
        keys = [(say(tool.shown), say(tool.name)) for tool in tools]
        while "\n" in (shown := look.keycaps(keys, width, self.hand.locale)).plain.replace("\n", "", 1):
            keys.pop()
        return shown

    # -- keys and the mouse ----------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Give every key to the hand, or to the screen."""
        event.stop()
        event.prevent_default()
        self.take(event.key, event.character)

    def take(self, key: str, character: str | None) -> None:
        """Take a key."""
        tool = press(self.hand, key, character)
        if tool is not None:
            self._use_screen_key(tool.keys[0] if tool.keys else "")
        if self.hand.leaving is not None:
            self.hand.bench.close()
            self._on_leaving(self.hand.leaving)
            self.dismiss(self.hand.leaving)
            return
        self.show()

    def _use_screen_key(self, key: str) -> None:
        """Do what a key of the screen means."""
        if key in ("plus", "minus"):
            self.canvas.zoom(1 if key == "plus" else -1)
        elif key == "f1":
            self.app.push_screen(Keys(self.hand.locale))
        elif key == "f2":
            other = "en" if self.hand.locale.language == "fr" else "fr"
            self.hand.locale = Locale(other).of(wording.WORDS.locales)
            change_settings(language=other)
        elif key == "f3":
            self.app.theme = themes.next_theme(self.app.theme).name
            change_settings(theme=self.app.theme)

    def on_canvas_pointed(self, event: Canvas.Pointed) -> None:
        """Move the cursor on a click; mark on a drag."""
        if self.hand.entry is None:
            self.hand.point(event.start)
            self.hand.mark = self.hand.cursor if event.at != event.start else None
            self.hand.point(event.at)
            self.show()

    def on_click(self, event: events.Click) -> None:
        """Press a clicked key name; take a clicked option."""
        meta = event.style.meta
        if "option" in meta and self.hand.entry is not None:
            field = self.hand.entry.field
            options = [] if field is None else list(field.choices())
            if meta["option"] < len(options):
                self.hand.take_option(options[meta["option"]])
                self.show()
        elif "key" in meta:
            key = CLICKED.get(meta["key"], meta["key"])
            self.take(key, key if len(key) == 1 else None)


CLICKED = {"?": "question_mark", "del": "delete", "suppr": "delete", "espace": "space"}
"""The names of keys that the hints write differently."""


class Keys(Sheet):
    """All keys of the editor."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,q,enter,question_mark", "dismiss_none", show=False)]

    def text(self) -> Content:
        """Return the text of the page."""
        say = self.locale.gettext
        rows: list[Content | str] = [say(ABOUT), ""]
        for group, title in GROUPS.items():
            rows.append(style_text(say(title), "bold"))
            rows += [
                Content.assemble(
                    (fit(_key_text(self.locale, tool.shown), 10), "bold $accent"),
                    (say(tool.name), "bold"),
                    (" — " + say(tool.help), ""),
                )
                for tool in TOOLS
                if tool.group == group
            ]
            rows.append("")
        rows.append(say(N_("Escape closes this page.")))
        return look.lines(*rows)


ABOUT = N_(
    "A mission is a board and what is played for on it. Space marks a corner, the arrows stretch what is marked, f"
    " makes it floor: a room, or a corridor that is one square wide. Then doors, entries for the aliens, places for"
    " the marines, and what wins. Mistakes are shown at the right at once. All of it can be taken back."
)


def _key_text(locale: Locale, shown: str) -> str:
    """Return how a key is written in a language."""
    return locale.gettext(shown).replace("Shift+", locale.gettext(N_("Shift+")))


# -- the program -----------------------------------------------------------------------------


ORIGIN_NOTICES = {
    "": "",
    "new": N_("A new mission: Space marks a corner, arrows stretch it, f makes floor of it."),
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
    hand = Hand(Bench(opened, folders), Locale(language).of(wording.WORDS.locales), folders)
    hand.say(ORIGIN_NOTICES[opened.origin], of=opened.source, id=opened.work.mission.id, board=opened.work.board.id)
    if hand.bench.is_second_window:
        hand.say(
            N_("{path} is open in another window, which keeps its draft: A saves your work under another name."),
            bad=True,
            path=opened.path,
        )
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
    if bench.would_be_lost:
        say([locale.say(N_("What was changed of the mission {id} was not kept."), **facts)])
    elif bench.is_in_draft:
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
