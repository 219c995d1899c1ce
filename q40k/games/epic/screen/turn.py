"""The turn on the screen: orders, the cup, the end of a part, and the fields of their questions."""

from msgspec import field

from q40k.games.epic.screen.base import Desk, action, confirm
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.shooting import formations_to_fire
from q40k.games.epic.state.turn import ChipQuestion, Draw, GiveOrders, Next, orderable
from q40k.games.epic.state.winning import HoldObjective
from q40k.games.epic.words.names import objective_name, side_name
from q40k.i18n.locale import N_
from q40k.i18n.questions import WordedQuestion
from q40k.kernel.events import AnswerError, EachQuestion, Question, TallyQuestion
from q40k.tui.fields import UNSHIFTED, Dice, Entered, Field, Move, Option, Outcome, Pick, by_number
from q40k.tui.forms import Form


def needs_draw(state: Match) -> bool:
    """Return whether a chip is to be drawn."""
    return state.play.phase == "orders" or state.play.step == "draw"


@action(
    "orders",
    "play",
    key="o",
    bar=1,
    name=N_("Orders"),
    when=lambda state: state.play.phase == "orders",
    help=N_("A side gives its orders, shown as dots; with none given, it lays chips on the table."),
)
def give_orders(desk: Desk) -> Form:
    """o: give the orders of a side, hidden."""
    sides = [side for side in desk.state.sides.values() if not side.ordered]
    options = by_number({side.name: side.name for side in sides})
    name = sides[0].name if sides else next(iter(desk.state.sides.values())).name
    if len(sides) > 1:
        name = yield Pick(desk.locale.gettext(N_("Whose orders?")), options=options)
    return GiveOrders(player=name, secret=True)


@action(
    "draw",
    "play",
    key="w",
    bar=0,
    name=N_("Draw"),
    when=needs_draw,
    help=N_("A chip comes out of the cup: whose it is, and who then goes first."),
)
def draw(desk: Desk) -> Form:
    """w: draw a chip; without any order of a side, say first that all of it advances."""
    state = desk.state
    missing = [side.name for side in state.sides.values() if not side.ordered and orderable(state, side.id)]
    if state.play.phase == "orders" and missing:
        sides = desk.locale.join_and(missing)
        sentence = N_("{sides}: no orders are entered, so all advance. Turn the chips over?")
        if not (yield from confirm(desk, desk.locale.say(sentence, sides=sides))):
            return None
    return Draw()


@action(
    "next",
    "play",
    key="n",
    bar=0,
    name=N_("Next"),
    when=lambda state: state.play.turn > 0 and state.play.phase != "orders",
    help=N_("This action is over: on to the other side, the next part of the turn, or the draw."),
)
def next_(desk: Desk) -> Form:
    """n: end this part of the turn; if a chip is to be drawn, draw it.

    If the other side could still fire, say so first.
    """
    state = desk.state
    if needs_draw(state):
        return Draw()
    other = None if state.play.active is None else state.enemy(state.play.active)
    waiting = formations_to_fire(state, other) if state.play.step == "shots" and other is not None else ()
    if waiting:
        facts = {"side": side_name(state, other), "formations": desk.locale.join_and(waiting)}
        question = desk.locale.say(N_("{formations} of {side} could still fire. Do all hold their fire?"), **facts)
        if not (yield from confirm(desk, question)):
            return None
    return Next()


@action(
    "objective",
    "right",
    key="b",
    bar=13,
    name=N_("Objective"),
    when=lambda state: state.play.turn > 0 and bool(state.scenario.objectives),
    help=N_("The table says who holds an objective, where no places are kept or they do not tell."),
)
def objective(desk: Desk) -> Form:
    """b: say who holds an objective, by the table's word."""
    _, state = desk.locale.gettext, desk.state
    ids = [item.id for item in state.scenario.objectives]
    which = ids[0]
    if len(ids) > 1:
        options = by_number({id: objective_name(desk.locale, state, id) for id in ids})
        which = yield Pick(_("Which objective?"), options=options)
    holders = by_number({side.name: side.name for side in state.sides.values()})
    nobody = Option("0", None, _("nobody"))
    player = yield Pick(_("Who holds it?"), options=(*holders, nobody))
    return HoldObjective(objective=which, player=player)


# -- fields of questions -------------------------------------------------------------------


class Tally(Dice):
    """Dice to type, or after "=" how many passed (of a fight: their sum)."""

    question: TallyQuestion = field(default_factory=lambda: TallyQuestion("tally"))

    def take(self, key: str, character: str | None) -> Outcome:
        """Take dice, or a count. Raises AnswerError for what no die can show."""
        if not self.buffer.startswith("="):
            if not self.buffer and character == "=":
                self.buffer = "="
                return Move.CHANGED
            return Dice.take(self, key, character)
        if key in ("enter", "space"):
            return Entered(self.buffer) if len(self.buffer) > 1 else Move.NOTHING
        digit = UNSHIFTED.get(character or "", character or "")
        if len(digit) != 1 or digit not in "0123456789":
            return Move.NOTHING
        number = int(self.buffer[1:] + digit)
        if number > self.question.most_total:  # the digits typed before stay
            raise AnswerError("tally-range", got=number, least=self.question.least, most=self.question.most_total)
        self.buffer += digit
        whole = not number or number * 10 > self.question.most_total
        return Entered(self.buffer) if whole else Move.CHANGED


class Chip(Field):
    """Whose chip came out: a number for each side; Space lets the app draw."""

    question: ChipQuestion = field(default_factory=lambda: ChipQuestion("chip"))

    def take(self, key: str, character: str | None) -> Outcome:
        """Take a side by its number or its first letter."""
        if key == "space":
            return Move.ROLL
        names = tuple(self.question.chips)
        typed = UNSHIFTED.get(character or "", character or "")
        if typed in "12" and typed and int(typed) <= len(names):
            return Entered(names[int(typed) - 1])
        fits = [name for name in names if typed and name.casefold().startswith(typed.casefold())]
        if len(fits) == 1:
            return Entered(fits[0])
        if typed.isprintable() and typed:
            raise AnswerError("choice-unknown", typed=typed, options=names, nearest=None)
        return Move.NOTHING


class Secret(Field):
    """Orders, a letter for each formation, shown as dots; Enter gives Advance to the rest."""

    question: EachQuestion = field(default_factory=lambda: EachQuestion("orders"))
    names: tuple[str, ...] = ()

    def press(self, key: str, character: str | None) -> Outcome:
        """Handle a key as any field does, and say whose order is typed next."""
        outcome = Field.press(self, key, character)
        self.update_notes()
        return outcome

    def update_notes(self) -> None:
        """Say whose order is typed next."""
        self.notes = self.names[len(self.buffer) : len(self.buffer) + 1]

    @property
    def visible_text(self) -> str:
        """A dot for each typed letter."""
        return "•" * len(self.buffer)

    def take(self, key: str, character: str | None) -> Outcome:
        """Take A, C and F; Enter gives them."""
        if key == "enter":
            return Entered(self.buffer)
        letter = (character or "").casefold()
        if letter in self.question.letters:
            if len(self.buffer) == len(self.question.items):
                return Move.NOTHING
            self.buffer += letter
            return Move.CHANGED
        if character is not None and character.isprintable():  # it is no order, so it gives nothing away
            raise AnswerError("choice-unknown", typed=character, options=tuple(self.question.letters), nearest=None)
        return Move.NOTHING


def field_of(desk: Desk, question: Question, asked: WordedQuestion) -> Field | None:
    """Return the field of a question that the plain fields do not cover."""
    _ = desk.locale.gettext
    title, why, rule = asked.title, asked.why, asked.rule
    if isinstance(question, ChipQuestion):
        also = tuple((str(n), f"{n} {name}") for n, name in enumerate(question.chips, 1))
        also += (("space", _("Space: the app draws")),)
        return Chip(title, question=question, also=also, why=why, rule=rule)
    if isinstance(question, EachQuestion):
        hint = _("a Advance, c Charge, f First Fire: a letter for each, then Enter; Enter: all advance")
        names = tuple(label for _id, label in asked.items)
        secret = Secret(title, question=question, hint=hint, why=why, rule=rule, names=names)
        secret.update_notes()
        return secret
    if isinstance(question, TallyQuestion):
        example = _("=7 the sum") if question.summed else _("=2 two pass")
        draft, also = desk.match_session.draft, (("=", example),)
        notes = asked.odds
        return Tally(title, question=question, buffer=draft, also=also, why=why, rule=rule, notes=notes)
    return None
