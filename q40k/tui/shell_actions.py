"""The actions of every game: undo and redo, a rematch, reading, and the app itself."""

from collections.abc import Callable, Sequence
from typing import Any

from q40k.i18n.amending import amendment_line, undo_or_redo_sentence
from q40k.i18n.locale import N_
from q40k.kernel.session import UndoResult
from q40k.table.context import Onward
from q40k.table.rematch import prefill_rematch
from q40k.table.settings import change_settings
from q40k.tui import sound
from q40k.tui.actions import Action, Actions, Group, key_text
from q40k.tui.fields import Entered, Option, Outcome, Pick
from q40k.tui.forms import AnyDesk, Form

# -- undo and redo --------------------------------------------------------------------------


def undo(desk: AnyDesk) -> None:
    """Undo the last command with its answers; at a question only the answer before it."""
    if desk.snapshot.question is not None:
        step_back(desk)
    else:
        _move(desk, desk.match_session.undo, forth=False)


def redo(desk: AnyDesk) -> None:
    """Redo what the last undo took back."""
    _move(desk, desk.match_session.redo, forth=True)


def step_back(desk: AnyDesk) -> None:
    """Leave the rules' question: undo the answer before it, or the command."""
    _move(desk, desk.match_session.step_back, forth=False)


def _move(desk: AnyDesk, act: Callable[[], UndoResult | None], *, forth: bool) -> None:
    """Undo or redo, and show a notice of what was moved."""
    moved: list[UndoResult | None] = []
    succeeded = desk.run_guarded(lambda: moved.append(act()))
    step = moved[0] if succeeded else None
    desk.can_redo = True if step is not None and not forth else None
    if step is None:
        return
    if step.amendment is not None:
        _ = desk.locale.gettext
        summary = amendment_line(desk.locale, desk.words, step.amendment, desk.match_session.read_command)
        message = _("Given back: {what}") if forth else _("Taken back: {what}")
        desk.notice = message.format(what=summary)
        return
    commands = [command for command in (_read_command(desk, text) for text in step.commands) if command is not None]
    desk.notice = undo_or_redo_sentence(desk.locale, desk.words, commands, step.dice, desk.state, redo=forth)


def _read_command(desk: AnyDesk, text: str) -> Any:
    try:
        return desk.match_session.read_command(text)
    except ValueError:
        return None


# -- a rematch ------------------------------------------------------------------------------

CHOICES = (
    ("1", False, False, N_("just as it was")),
    ("2", True, False, N_("the same, with other figures")),
    ("3", False, True, N_("something else, with the same figures")),
    ("4", True, True, N_("something else, with other figures")),
)
"""The choices: a key, whether the figures are new, whether the scenario is different, the label."""


def again(desk: AnyDesk) -> Form:
    """Ask how to play again with the same players. This match stays as it is."""
    _ = desk.locale.gettext
    fresh, other = yield Pick(
        _("A new match with the same players:"),
        why=_("This one waits as it is."),
        options=tuple(Option(key, (fresh, other), _(words)) for key, fresh, other, words in CHOICES),
    )
    begin_rematch(desk, fresh=fresh, other=other)
    return None


def begin_rematch(desk: AnyDesk, *, fresh: bool, other: bool) -> None:
    """Leave for a new match with the same players. `fresh` asks for new figures, `other` for a
    different scenario.
    """
    game = desk.match_session.game
    prefilled = prefill_rematch(game, desk.state, fresh=fresh, other=other)
    desk.destination = Onward(game=game.id, prefilled=prefilled)


# -- further actions, behind a first key ---------------------------------------------------


class FurtherActions(Pick):
    """A list of actions: the second key of an action chooses it at once, also of one not listed."""

    actions: tuple[Action, ...] = ()

    def type_character(self, character: str | None) -> Outcome:
        """Choose the action with this key; other letters narrow the list by the actions' names."""
        if not self.buffer and character is not None:
            key = character.casefold()
            action = next((action for action in self.actions if second_key(action) == key), None)
            if action is not None:
                return Entered(action)
        # Not super(): a slotted Struct is a new class, which the zero-argument form misses.
        return Pick.type_character(self, character)


def second_key(action: Action) -> str:
    """Return the second of an action's two keys, as it is written."""
    return key_text(action.key.partition(" ")[2])


def ask_further(actions: Sequence[Action]) -> Callable[[AnyDesk], Form]:
    """Return the form that asks for one of these actions, and returns it.

    It lists those that make sense now. The key of another is taken as well: the desk says why not.
    """

    def ask(desk: AnyDesk) -> Form:
        _ = desk.locale.gettext
        listed = [action for action in actions if desk.is_available(action)]
        options = tuple(Option(second_key(action), action, _(action.name)) for action in listed)
        action = yield FurtherActions(_("Further actions"), options=options, actions=tuple(actions))
        return action

    return ask


# -- the registry ---------------------------------------------------------------------------

SHELL = Actions()


def _switch_motion(desk: AnyDesk) -> None:
    """Reduce motion from now on, or not any more."""
    desk.settings = change_settings(reduced_motion=not desk.settings.reduced_motion)
    less, more = N_("Less motion: the turn of a bot appears as a whole."), N_("Motion as before.")
    desk.notice = desk.locale.gettext(less if desk.settings.reduced_motion else more)


HELP = {
    "undo": N_("Take back the last action with all its dice. Nothing is erased: the log keeps it."),
    "redo": N_("Give back what was undone."),
    "again": N_("Begin a new match with the same players: just so, with other figures, or another."),
    "log": N_("Read everything that happened, also what was undone."),
    "history": N_(
        "Walk the match back and forth, play it over, mark a place, try another way from there. Nothing is touched."
    ),
    "map": N_(
        "The table from above: beside the feed on a wide screen, else on a screen of its"
        " own. Once it is open, moves and deployment ask for a place."
    ),
    "map-screen": N_("The table from above on a screen of its own; the match can be played from there."),
    "hall": N_(
        "For all around the table, and for a second screen: who acts in large letters, the race,"
        " the last calls, the map, the clock. Any key goes back to the desk."
    ),
    "podium": N_(
        "The end of a match: podium, medals, the last moment again, luck, the standing of the evening;"
        " from there a rematch, or the win undone."
    ),
    "season": N_(
        "All finished matches together: standings, strengths, who beats whom, records; and the"
        " leagues, with what is next in them."
    ),
    "live": N_(
        "Show the match on a television, in a stream, on phones that may roll and answer: who may"
        " see it, and a code to scan for everyone."
    ),
    "let-in": N_("Let in players who wish to join from a phone, or show what the code holds that a phone has brought."),
    "print": N_(
        "Write on PDF what an evening needs on paper, at true scale, with a picture of every page;"
        " the match goes on meanwhile."
    ),
    "help": N_("Explain what has the focus, and all keys."),
    "matches": N_("All matches: go on in another one, name them, put them away or take them back; also the season."),
    "language": N_("Change the language."),
    "theme": N_("Go on to the next colours: dark, light, high contrast."),
    "calls": N_("Let the announcer call out what is worth a call, or be silent."),
    "which-calls": N_(
        "Choose what the announcer calls out, kind by kind; Tab there turns sound on, as loud"
        " and at such calls as you like. It is kept for the next time."
    ),
    "motion": N_(
        "Let nothing move step by step, blink or flash: the turn of a bot appears as a whole, and the clock"
        " calls no time across the screen. Again: as before."
    ),
    "palette": N_("Find any action by its name."),
    "quit": N_("Leave the match; it waits just as it is."),
}
"""What F1 says of each action, by its id."""


def _add(id: str, group: Group, key: str, at: int, name: str, **options: Any) -> None:
    SHELL.add(id, group, key=key, at=at, name=name, help=HELP[id], **options)


_add("undo", "right", "u", 310, N_("Undo"), also=("ctrl+z",), bar=5, does=undo)
_add("redo", "right", "y", 320, N_("Redo"), also=("ctrl+y",), does=redo)
_add("again", "table", "f9", 280, N_("Once more"), over=True, does=again)
_add("log", "view", "g", 410, N_("Log"), bar=11)
_add("history", "view", "h", 420, N_("History"), bar=14)
_add("map", "view", "v", 450, N_("Map"), also=("f4",), bar=13)
_add("map-screen", "view", "comma v", 460, N_("Map, whole screen"))
_add("hall", "view", "comma h", 470, N_("Hall mode"))
_add("podium", "view", "asterisk", 480, N_("Podium and medals"), shown="*", also=("f11",))
_add("season", "view", "ctrl+r", 485, N_("Season"))
_add("live", "app", "ctrl+l", 506, N_("Board and phones"))
_add("let-in", "app", "ctrl+o", 507, N_("Let in"))
_add("print", "app", "ctrl+t", 508, N_("Print"))
_add("help", "app", "f1", 510, N_("Help"), also=("question_mark",), bar=0)
_add("matches", "app", "f12", 505, N_("Matches"), bar=17)
_add("language", "app", "f2", 520, N_("Français"), bar=16)
_add("theme", "app", "f3", 530, N_("Colours"))
_add("calls", "app", "f6", 535, N_("Announcer on / off"))
_add("which-calls", "app", "f7", 537, N_("Which calls, and sound"), does=sound.choose)
_add("motion", "app", "comma a", 532, N_("Less motion"), does=_switch_motion)
_add("palette", "app", "ctrl+p", 540, N_("Commands"), also=("colon",), bar=20)
_add("quit", "app", "q", 550, N_("Quit"), also=("f10", "ctrl+q", "ctrl+c"), bar=18)
