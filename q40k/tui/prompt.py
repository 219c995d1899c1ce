"""The prompt: what is asked, of whom and why; what may be typed; what is typed."""

import re
from collections.abc import Callable

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message

from q40k.i18n.locale import Locale
from q40k.tui import look
from q40k.tui.desk import Desk
from q40k.tui.fields import Dice, Field, Number, Option, Search, Several, Text
from q40k.tui.look import Rows, clickable, link_keys, style_text
from q40k.tui.steady import TextPanel

MOST_ROWS = 8
_HEADED = r"\w[^:;.,]{3,30}:\s"
"""A reason that begins with what is wrong in a word or two: “Out of range: …”."""
SHARE = 75
"""The most of the screen's height that the prompt takes, in per cent, as main.tcss has it."""


class Prompt(TextPanel, can_focus=True):
    """The desk's open field, a refusal to overrule, a trouble, or whose part it is."""

    class Clicked(Message):
        """An option was clicked."""

        def __init__(self, option: Option) -> None:
            super().__init__()
            self.option = option

    class Key(Message):
        """A key's name was clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="prompt")
        self.desk = desk
        self.loud = True  # show whose part it is across the whole width
        self.luck: Callable[[], str] | None = None  # words the luck of a finished match, once it is computed

    def show(self) -> None:
        """Show what is open at the desk."""
        self.set_class(self.desk.field is not None, "-asking")
        self.set_class(self.desk.trouble is not None, "-trouble")
        self.tell(*self._rows())

    def rows(self, width: int) -> int:
        """Return the rows of the whole prompt on a screen of that width, including its border."""
        return max(1, len(self.lines(width - 2))) + 1

    def get_content_height(self, _container: Size, _viewport: Size, width: int) -> int:
        """Return the rows of its text."""
        return max(1, len(self.lines(width)))

    def wrap(self, row: Content, width: int) -> list[Content]:
        """Return a row in lines; what belongs together is not torn apart."""
        return look.wrap_parts(row, width)

    async def on_event(self, event: events.Event) -> None:
        """Hand a key to the screen at once, past the parts around the prompt: none of them reads keys."""
        if isinstance(event, events.Key):
            self.screen.post_message(event)
        else:
            await super().on_event(event)

    def on_resize(self) -> None:
        """Write what depends on the room again."""
        if self.has_changed(self._width, self.app.size.height):
            self.show()

    def _rows(self) -> list[Content]:
        desk = self.desk
        _ = desk.locale.gettext
        rows: Rows = []
        if desk.trouble is not None:
            rows = [
                style_text(desk.trouble.title, "bold $error"),
                desk.trouble.what,
                clickable(style_text(desk.trouble.todo, "bold"), key="escape"),
            ]
        elif desk.refused is not None:
            refusal = desk.refused[0].refusal
            why = desk.words.refuse(desk.locale, refusal)
            begins = "! " if re.match(_HEADED, why) else _("Not by the rules: ")
            reason = Content.assemble((begins, "bold $warning"), why)
            rows = [
                look.with_rule(reason, refusal.rule, self._width),
                link_keys(
                    _("Esc: change it, or type it anew · o: overrule, with a reason")
                    if desk.reopens
                    else _("Esc: leave it · o: overrule, with a reason · any other key: carry on.")
                ),
            ]
        elif desk.field is not None:
            rows = [*self._field(desk.field)]
        elif desk.snapshot.question is not None:  # a watcher has no field
            wording = desk.words.ask(desk.locale, desk.state, desk.snapshot.question)
            rows = [style_text(wording.title, "bold"), style_text(wording.why, look.MUTED)]
        else:
            rows = self._idle()
            if desk.snapshot.status.over and self.luck is not None:
                rows[-1:-1] = [style_text(text, "$text-accent") for text in (self.luck(),) if text]
        if desk.trouble is None and desk.refused is None:
            lesson = desk.rule_lesson.text(desk.locale) if desk.rule_lesson else desk.screen.lesson_text(desk)
            rows += [style_text(lesson, "bold $success")] if lesson else []
        if desk.notice and desk.trouble is None:
            rows.append(style_text(desk.notice, "italic $text-accent"))
        return [Content(row) if isinstance(row, str) else row for row in rows]

    @property
    def _width(self) -> int:
        """The columns of the text; before the first layout those of the whole screen."""
        return self.content_size.width or self.app.size.width - 2

    def _idle(self) -> Rows:
        """Return the rows while nothing is asked; in play without the keys that the bar names anyway."""
        desk = self.desk
        of_bots = desk.bots.rows()
        rows = self._across(of_bots or desk.screen.idle_rows(desk))
        repeats = desk.screen.bar_names_keys and len(rows) > 1 and not of_bots and not desk.snapshot.status.over
        rows = rows[:-1] if repeats else rows
        return rows[1:] if repeats and self._is_in_banner(rows[0]) else rows

    def _is_in_banner(self, row: Content | str) -> bool:
        """Return whether the banner says all that a row says: who acts, and the step of the turn."""
        if self.loud:
            return False
        snapshot = self.desk.snapshot
        names = [seat.name for seat in snapshot.seats if seat.id in snapshot.status.active]
        steps = [word for word, is_running in self.desk.screen.ribbon(self.desk, self.desk.state).steps if is_running]
        rest = str(row).casefold()
        for word in (*names, *steps):
            rest = rest.replace(word.casefold(), "")
        return not rest.strip(" :\u00a0")

    def _across(self, rows: Rows) -> Rows:
        """Fill the first row across the whole width, in the colour of the active seat."""
        status = self.desk.snapshot.status
        active = None if status.over else next(iter(status.active), None)
        if not self.loud or active is None or not self.content_size.width:
            return rows
        colour = self.desk.screen.colour(self.desk, self.desk.state, active)
        first = rows[0] if isinstance(rows[0], Content) else Content(rows[0])
        blank = " " * max(0, self.content_size.width - first.cell_length)
        return [Content.assemble(first, blank).stylize(f"reverse bold {colour}"), *rows[1:]]

    def _field(self, field: Field) -> list[Content]:
        """Return the rows of the open field, below the last answer."""
        width = max(20, self._width)
        rows, most = field_rows(self.desk.locale, field, width), MOST_ROWS
        room = self.app.size.height * SHARE // 100 - 1
        while most > 1 and sum(len(look.wrap_parts(row, width)) for row in rows) > room:
            most -= 1  # the line that is typed must stay on the screen
            rows = field_rows(self.desk.locale, field, width, most)
        if self.desk.last_dice and self.desk.snapshot.question is not None:
            rows.insert(0, style_text(look.fit(f"✓ {self.desk.last_dice}", width), look.MUTED))
        return rows

    def on_click(self, event: events.Click) -> None:
        """Pick the option under the mouse, or press the key under it."""
        meta = event.style.meta
        if "key" in meta:
            self.post_message(self.Key(meta["key"]))
        elif "option" in meta and self.desk.field is not None:
            options = list(self.desk.field.choices())
            if meta["option"] < len(options):
                self.post_message(self.Clicked(options[meta["option"]]))

    def explain(self) -> str:
        """Return what F1 says of the prompt, with the rule that asks or refuses."""
        desk, _ = self.desk, self.desk.locale.gettext
        rule = desk.refused[0].refusal.rule if desk.refused else desk.field.rule if desk.field else ""
        named = [_("Rule: {rule}").format(rule=rule)] if rule else []
        return "\n".join([self._explain(), *named])

    def _explain(self) -> str:
        _ = self.desk.locale.gettext
        if self.desk.field is None:
            return _(
                "Whose part it is. When the rules or an action need something, it is asked here: type it, or click it."
            )
        reasons = self.desk.screen.question_reasons(self.desk)
        if reasons:
            return "\n".join(reasons)
        return _(
            "Type what the real dice show: several as 4 6 2 or 462. Space lets the app roll."
            " Names go by their number or first letters. Escape takes back the answer before."
        )


# -- a field in lines ----------------------------------------------------------------------


def field_rows(locale: Locale, field: Field, width: int, most: int = MOST_ROWS) -> list[Content]:
    """Return a field in rows: its title, reason, choices, typed text and error.

    On a small screen `most` is how many rows of choices there is room for.
    """
    rows = [look.with_rule(Content.styled(field.title, "bold"), field.rule, width)]
    if field.why:
        rows.append(style_text(field.why, look.MUTED))
    notes = " · ".join(note for note in field.notes if note != field.error)
    if notes:
        rows.append(style_text(notes if width >= look.RULES_FROM else look.without_rules(notes), "$text-accent"))
    if isinstance(field, Several) and field.picked:
        labels = {option.value: option.label for option in field.options}
        rows.append(style_text(" → ".join(labels.get(p, str(p)) for p in field.picked), "bold"))
    rows += _choices(field, width, most)
    rows.append(_line(locale, field))
    if field.also:
        rows.append(_in_short(locale, field))
    if field.error:
        rows.append(style_text(f"! {field.error}", "bold $error"))
    return rows


def _line(locale: Locale, field: Field) -> Content:
    """Return the typed text, and the keys that do something; each can be clicked."""
    _ = locale.gettext
    keys: list[Content] = []
    if isinstance(field, Dice) and field.typed_count < len(field.question.dice) and field.buffer[:1] != "=":
        faces = [str(n + 1) for n in range(field.question.most(field.typed_count))]
        keys.append(Content(" ").join(clickable(face, key=face) for face in faces))
        if field.by_app:
            keys.append(clickable(_("Space: the app rolls"), key="space"))
    if isinstance(field, Several | Text | Number):
        keys.append(clickable("⏎", key="enter"))
    if field.other:
        keys.append(clickable(_("Tab: {other}").format(other=field.other), key="tab"))
    keys.append(clickable(_("Esc: back"), key="escape"))
    if field.hint and not (isinstance(field, Dice) and len(field.question.dice) == 1):
        keys.append(Content(field.hint))
    links = Content(" · ").join(keys)
    return Content.assemble(
        ("❯ ", "bold $accent"),
        (field.visible_text[: field.caret], "bold"),
        ("▏", ""),
        (field.visible_text[field.caret :], "bold"),
        "  ",
        links.stylize_before(look.MUTED),
    )


def _in_short(locale: Locale, field: Field) -> Content:
    """Return the short answers that stand for all the dice; each can be clicked."""
    _ = locale.gettext
    links = Content(" · ").join(clickable(label, key=key) for key, label in field.also)
    return Content.assemble((_("In short:"), look.MUTED), " ", links.stylize_before(look.MUTED))


def _choices(field: Field, width: int, most: int) -> list[Content]:
    options = list(field.choices())
    if not options:
        return []
    as_list = isinstance(field, Search) or (isinstance(field, Several) and field.listed)
    if as_list or any(cell_len(o.label) > 24 for o in options):
        return _choice_list(field, options, width, most)
    return _choice_grid(field, options, width, most)


def _choice_list(field: Field, options: list[Option], width: int, most: int) -> list[Content]:
    first = max(0, min(field.at - most // 2, len(options) - most))
    rows = []
    for index, option in enumerate(options[first : first + most], first):
        mark = "❯ " if index == field.at else "  "
        key = f"{option.key} " if option.key else ""
        note = f"  {option.note}" if option.note else ""
        if isinstance(field, Search):  # a row each: what is typed must stay in sight below
            note = look.fit(note, max(0, width - cell_len(mark + key + option.label))).rstrip()
        text = Content.assemble(
            (mark, "bold"),
            (key, "bold $accent"),
            (option.label, f"{option.colour} {'bold' if index == field.at else ''}".strip()),
            (note, look.MUTED),
        )
        rows.append(clickable(text, option=index))
    return [*rows, *_more(first, len(options) - first - most)]


def _more(above: int, below: int) -> list[Content]:
    """Return how many choices, or rows of them, are left out above and below; nothing if none are."""
    return [style_text(f"  ↑ {above} · ↓ {max(0, below)}", look.MUTED)] if above > 0 or below > 0 else []


def _choice_grid(field: Field, options: list[Option], width: int, most: int) -> list[Content]:
    key = max(cell_len(o.key) for o in options)
    label = max(cell_len(o.label) for o in options)
    note = min(max(cell_len(o.note) for o in options), max(0, width - key - label - 5))
    columns = max(1, width // (key + label + note + 5))
    rows: list[Content] = []
    for start in range(0, len(options), columns):
        parts: list[Content] = []
        for place, option in enumerate(options[start : start + columns], start):
            marked = place == field.at and not isinstance(field, Several)
            text = Content.assemble(
                ("❯" if marked else " ", "bold"),
                (look.right(option.key, key) + " ", "bold $accent"),
                (look.fit(option.label, label) + " ", f"{option.colour} {'bold' if marked else ''}".strip()),
                (look.fit(option.note, note), look.MUTED),
            )
            parts.append(clickable(text, option=place))
        rows.append(Content("  ").join(parts))
    if most == MOST_ROWS or len(rows) <= most:
        return rows
    first = max(0, min(field.at // columns - most // 2, len(rows) - most))
    return [*rows[first : first + most], *_more(first, len(rows) - first - most)]
