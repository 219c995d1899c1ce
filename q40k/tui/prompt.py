"""The prompt: what is asked, of whom and why; what may be typed; what is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message

from q40k.i18n.locale import Locale
from q40k.tui import look
from q40k.tui.desk import Desk
from q40k.tui.fields import Dice, Field, Number, Option, Search, Several, Text
from q40k.tui.look import Rows, clickable, keyed, styled
from q40k.tui.steady import Told

if TYPE_CHECKING:
    from q40k.table.luck import Report

MOST_ROWS = 8


class Prompt(Told, can_focus=True):
    """Shows the desk's open field, a refusal to be overruled, a trouble, or whose part it is."""

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
        self.terse = False  # whether keys are left out that take several rows
        self.loud = True  # whether it says itself, across its width, whose part it is
        self.luck: Report | None = None  # of a match that is over, once it has been weighed

    def show(self) -> None:
        """Show what the desk has open."""
        self.set_class(self.desk.field is not None, "-asking")
        self.set_class(self.desk.trouble is not None, "-trouble")
        self.tell(self._content())

    def rows(self, width: int) -> int:
        """How many rows all of it takes on a screen so wide, its border counted."""
        return max(1, len(self.lines(width - 2))) + 1

    def _content(self) -> Content:
        desk = self.desk
        _ = desk.locale.gettext
        rows: Rows = []
        if desk.trouble is not None:
            rows = [
                styled(desk.trouble.title, "bold $error"),
                desk.trouble.what,
                clickable(styled(desk.trouble.todo, "bold"), key="escape"),
            ]
        elif desk.refused is not None:
            refused = desk.refused[0].refusal
            rows = [
                Content.assemble(
                    (_("Not by the rules: "), "bold $warning"),
                    desk.words.refuse(desk.locale, refused),
                    (f"  {refused.rule}", look.MUTED),
                ),
                keyed(_("Any key: leave it · O: overrule, with a reason")),
            ]
        elif desk.field is not None:
            rows = self._field(desk.field)
        elif desk.match_session.question is not None:  # only a watcher sees it from outside
            asked = desk.words.ask(desk.locale, desk.state, desk.match_session.question)
            rows = [styled(asked.title, "bold"), styled(asked.why, look.MUTED)]
        else:
            rows = self._idle()
            if desk.view.status(desk.state).over and self.luck is not None:
                rows[-1:-1] = self._luck(self.luck)
        if desk.notice and desk.trouble is None:
            rows.append(styled(desk.notice, "italic $text-accent"))
        return look.lines(*rows)

    def _idle(self) -> Rows:
        """What is said while nothing is asked; the last row says which keys play."""
        desk = self.desk
        width = self.content_size.width or self.app.size.width - 2  # as long as nothing is laid
        rows = self._across(desk.screen.idle(desk))
        long = width and isinstance(rows[-1], Content) and rows[-1].cell_length > width
        if self.terse and long and len(rows) > 1 and not desk.view.status(desk.state).over:
            rows = rows[:-1]
        return [look.folded(row, width) for row in rows]

    def _across(self, rows: Rows) -> Rows:
        """The first of some rows across the whole width, in the colour of whose part it is."""
        status = self.desk.view.status(self.desk.state)
        active = None if status.over else next(iter(status.active), None)
        if not self.loud or active is None or not self.content_size.width:
            return rows
        colour = self.desk.screen.colour(self.desk, self.desk.state, active)
        first = rows[0] if isinstance(rows[0], Content) else Content(rows[0])
        blank = " " * max(0, self.content_size.width - first.cell_length)
        return [Content.assemble(first, blank).stylize(f"reverse bold {colour}"), *rows[1:]]

    def _luck(self, report: Report) -> Rows:
        """Who was lucky, in a line; the whole table stands behind B."""
        from q40k.tui.pages.luck import brief

        said = brief(self.desk, report)
        return [styled(said, "$text-accent")] if said else []

    def _field(self, one: Field) -> Rows:
        """The open field, what was answered last above it."""
        width = max(20, self.content_size.width or 76)
        rows = field_rows(self.desk.locale, one, width)
        if self.desk.taken and self.desk.match_session.question is not None:
            rows.insert(0, styled(look.fit(f"✓ {self.desk.taken}", width), look.MUTED))
        return rows

    def on_click(self, event: events.Click) -> None:
        """A click picks the option under the mouse, or is the key under it."""
        meta = event.style.meta
        if "key" in meta:
            self.post_message(self.Key(meta["key"]))
        elif "option" in meta and self.desk.field is not None:
            options = list(self.desk.field.choices())
            if meta["option"] < len(options):
                self.post_message(self.Clicked(options[meta["option"]]))

    def explain(self) -> str:
        """What F1 says of the prompt."""
        _ = self.desk.locale.gettext
        if self.desk.field is None:
            return _(
                "Whose part it is. When the rules or an action need something, it is asked here:"
                " type it, or click it."
            )
        reasons = self.desk.screen.unfolded(self.desk)
        if reasons:
            return "\n".join(reasons)
        return _(
            "Type what the real dice show: several as 4 6 2 or 462. Space lets the app roll."
            " Names go by their number or first letters. Escape takes back the answer before."
        )


# -- a field in lines ----------------------------------------------------------------------


def field_rows(locale: Locale, one: Field, width: int) -> Rows:
    """A field in lines so wide: its title, why, its choices, what is typed, what is wrong."""
    head = Content.assemble((one.title, "bold"), (f"  {one.rule}" if one.rule else "", look.MUTED))
    rows: Rows = [head]
    if one.why:
        rows.append(styled(one.why, look.MUTED))
    if one.notes:
        rows.append(styled(" · ".join(one.notes), "$text-accent"))
    if isinstance(one, Several) and one.picked:
        labels = {option.value: option.label for option in one.options}
        rows.append(styled(" → ".join(labels.get(p, str(p)) for p in one.picked), "bold"))
    rows += _choices(one, width)
    rows.append(_line(locale, one))
    if one.also:
        rows.append(_in_short(locale, one))
    if one.error:
        rows.append(styled(f"! {one.error}", "bold $error"))
    return rows


def _line(locale: Locale, one: Field) -> Content:
    """What is typed so far, and the keys that do something: each can be clicked."""
    _ = locale.gettext
    keys: list[Content] = []
    if isinstance(one, Dice) and one.typed < len(one.question.dice) and one.buffer[:1] != "=":
        faces = [str(n + 1) for n in range(one.question.most(one.typed))]
        keys.append(Content(" ").join(clickable(face, key=face) for face in faces))
        if one.by_app:
            keys.append(clickable(_("Space: the app rolls"), key="space"))
    if isinstance(one, Several | Text | Number):
        keys.append(clickable(" ⏎ ", key="enter"))
    if one.other:
        keys.append(clickable(_("Tab: {other}").format(other=one.other), key="tab"))
    keys.append(clickable(_("Esc: back"), key="escape"))
    if one.hint and not (isinstance(one, Dice) and len(one.question.dice) == 1):
        keys.append(Content(one.hint))
    shown = Content(" · ").join(keys)
    return Content.assemble(
        ("❯ ", "bold $accent"), (one.shown[: one.caret], "bold"), ("▏", ""),
        (one.shown[one.caret :], "bold"), "  ",
        shown.stylize_before(look.MUTED),
    )  # fmt: skip


def _in_short(locale: Locale, one: Field) -> Content:
    """What may be said in the place of all the dice; each can be clicked."""
    _ = locale.gettext
    shown = Content(" · ").join(clickable(label, key=key) for key, label in one.also)
    return Content.assemble((_("In short:"), look.MUTED), " ", shown.stylize_before(look.MUTED))


def _choices(one: Field, width: int) -> list[Content]:
    options = list(one.choices())
    if not options:
        return []
    listed = isinstance(one, Search) or (isinstance(one, Several) and one.listed)
    if listed or any(cell_len(o.label) > 24 for o in options):
        return _listed(one, options, width)
    return _flowing(one, options, width)


def _listed(one: Field, options: list[Option], width: int) -> list[Content]:
    first = max(0, min(one.at - MOST_ROWS // 2, len(options) - MOST_ROWS))
    rows = []
    for index, option in enumerate(options[first : first + MOST_ROWS], first):
        mark = "❯ " if index == one.at else "  "
        key = f"{option.key} " if option.key else ""
        note = f"  {option.note}" if option.note else ""
        if isinstance(one, Search):  # a row each: what is typed must stay in sight below
            note = look.fit(note, max(0, width - cell_len(mark + key + option.label))).rstrip()
        text = Content.assemble(
            (mark, "bold"), (key, "bold $accent"),
            (option.label, "bold" if index == one.at else ""),
            (note, look.MUTED),
        )  # fmt: skip
        rows.append(clickable(text, option=index))
    if len(options) > MOST_ROWS:
        more = f"  ↑ {first} · ↓ {max(0, len(options) - first - MOST_ROWS)}"
        rows.append(styled(more, look.MUTED))
    return rows


def _flowing(one: Field, options: list[Option], width: int) -> list[Content]:
    key = max(cell_len(o.key) for o in options)
    label = max(cell_len(o.label) for o in options)
    note = min(max(cell_len(o.note) for o in options), max(0, width - key - label - 5))
    columns = max(1, width // (key + label + note + 5))
    rows: list[Content] = []
    for start in range(0, len(options), columns):
        parts: list[Content] = []
        for place, option in enumerate(options[start : start + columns], start):
            here = place == one.at and not isinstance(one, Several)
            text = Content.assemble(
                ("❯" if here else " ", "bold"),
                (look.right(option.key, key) + " ", "bold $accent"),
                (look.fit(option.label, label) + " ", "bold" if here else ""),
                (look.fit(option.note, note), look.MUTED),
            )
            parts.append(clickable(text, option=place))
        rows.append(Content("  ").join(parts))
    return rows
