"""The prompt: what is asked, of whom and why; what may be typed; what is typed."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from q40k.rules.state import Match
from q40k.tui import look
from q40k.tui.desk import Desk
from q40k.tui.fields import Dice, Field, Option, Search, Several
from q40k.tui.look import styled
from q40k.words.cards import phase_name
from q40k.words.refusals import refusal
from q40k.words.speech import Speech

MOST_ROWS = 8


class Prompt(Static, can_focus=True):
    """Shows the desk's open field, a refusal to be overruled, a trouble, or whose part it is."""

    class Clicked(Message):
        """An option was clicked."""

        def __init__(self, option: Option) -> None:
            super().__init__()
            self.option = option

    class Rolled(Message):
        """The dice were clicked: let the app roll."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="prompt")
        self.desk = desk
        self._spots: list[tuple[int, int, int, Option]] = []
        self._roll_row = -1

    def show(self) -> None:
        """Show what the desk has open."""
        self._spots, self._roll_row = [], -1
        self.set_class(self.desk.field is not None, "-asking")
        self.set_class(self.desk.trouble is not None, "-trouble")
        self.update(self._content())

    def _content(self) -> Content:
        desk = self.desk
        _ = desk.speech.gettext
        rows: list[Content | str] = []
        if desk.trouble is not None:
            rows = [
                styled(desk.trouble.title, "bold $error"),
                desk.trouble.what,
                styled(desk.trouble.todo, "bold"),
            ]
        elif desk.refused is not None:
            refused = desk.refused[0].refusal
            rows = [
                Content.assemble(
                    (_("Not by the rules: "), "bold $warning"),
                    refusal(desk.speech, refused),
                    (f"  {refused.rule}", "dim"),
                ),
                _("Any key: leave it · O: overrule, with a reason"),
            ]
        elif desk.field is not None:
            rows = self._field(desk.field)
        else:
            rows = self._idle(desk.state, desk.speech)
        if desk.notice and desk.trouble is None:
            rows.append(styled(desk.notice, "italic $text-accent"))
        return look.lines(*rows)

    def _idle(self, state: Match, speech: Speech) -> list[Content | str]:
        _ = speech.gettext
        if state.over and state.winner:
            winner = state.players[state.winner[0]]
            return [
                styled(_("{name} wins the match!").format(name=winner.name), "bold $success"),
                _("N: play on · U: take the last action back · B: the board · Q: quit"),
            ]
        if state.active is None:
            text = _("Nobody is on the table: J lets a player join.") if state.running else ""
            return [text or _("J: a player joins · S: start")]
        name = state.players[state.active].name
        if state.phase == "deployment":
            return [
                Content.assemble(
                    (_("{name} deploys").format(name=name), "bold"), ("  DEPLOY-1", "dim")
                ),
                _("N: placed, and the next one · D: in a tile such as B2"),
            ]
        title = _("{name}: {phase}").format(name=name, phase=phase_name(speech, state.phase))
        keys = {
            "movement": _("N next · P portal · T token · M moved · K kill · X accident"),
        }.get(state.phase, _("N next · K kill · X accident · E end the phase"))
        return [styled(title, "bold"), styled(keys, "$text-muted")]

    def _field(self, one: Field) -> list[Content | str]:
        head = Content.assemble((one.title, "bold"), (f"  {one.rule}" if one.rule else "", "dim"))
        rows: list[Content | str] = [head]
        if one.why:
            rows.append(styled(one.why, "$text-muted"))
        rows += [styled(note, "$text-accent") for note in one.notes]
        if isinstance(one, Several) and one.picked:
            rows.append(styled(" → ".join(str(p) for p in one.picked), "bold"))
        rows += self._choices(one, sum(str(row).count("\n") + 1 for row in rows))
        rows.append(self._line(one))
        if isinstance(one, Dice):
            self._roll_row = len(rows) - 1
        if one.error:
            rows.append(styled(f"! {one.error}", "bold $error"))
        return rows

    def _line(self, one: Field) -> Content:
        _ = self.desk.speech.gettext
        hints = [one.hint] if one.hint else []
        if isinstance(one, Dice):
            hints.append(_("Space: the app rolls"))
        if one.other:
            hints.append(_("Tab: {other}").format(other=one.other))
        hints.append(_("Esc: back"))
        return Content.assemble(
            ("❯ ", "bold $accent"), (one.buffer, "bold"), ("▏", "blink"),
            ("  " + " · ".join(hints), "$text-muted"),
        )  # fmt: skip

    def _choices(self, one: Field, first_row: int) -> list[Content]:
        options = list(one.choices())
        if not options:
            return []
        if isinstance(one, Search) or any(len(o.label) > 24 for o in options):
            return self._listed(one, options[:MOST_ROWS], first_row)
        return self._flowing(one, options, first_row)

    def _listed(self, one: Field, options: list[Option], first_row: int) -> list[Content]:
        rows = []
        for index, option in enumerate(options):
            mark = "❯ " if index == one.at else "  "
            key = f"{option.key} " if option.key else ""
            text = Content.assemble(
                (mark, "bold"), (key, "bold $accent"),
                (option.label, "bold" if index == one.at else ""),
                (f"  {option.note}" if option.note else "", "$text-muted"),
            )  # fmt: skip
            self._spots.append((first_row + index, 0, 999, option))
            rows.append(text)
        return rows

    def _flowing(self, one: Field, options: list[Option], first_row: int) -> list[Content]:
        width = max(20, self.content_size.width or 76)
        cell = max(len(f"{o.key} {o.label} {o.note}") for o in options) + 3
        columns = max(1, width // cell)
        rows: list[Content] = []
        for start in range(0, len(options), columns):
            parts: list[tuple[str, str]] = []
            for place, option in enumerate(options[start : start + columns]):
                here = start + place == one.at and not isinstance(one, Several)
                body = f"{option.label} "
                note = look.fit(option.note, cell - len(option.key) - len(body) - 3)
                parts += [
                    ("❯" if here else " ", "bold"),
                    (f"{option.key} ", "bold $accent"),
                    (body, "bold" if here else ""),
                    (note + " ", "$text-muted"),
                ]
                self._spots.append((first_row + len(rows), place * cell, cell, option))
            rows.append(Content.assemble(*parts))
        return rows

    def on_click(self, event: events.Click) -> None:
        """A click picks the option under the mouse, or rolls the dice asked for."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        for row, column, width, option in self._spots:
            if offset.y == row and column <= offset.x < column + width:
                self.post_message(self.Clicked(option))
                return
        if offset.y == self._roll_row:
            self.post_message(self.Rolled())

    def explain(self) -> str:
        """What F1 says of the prompt."""
        _ = self.desk.speech.gettext
        if self.desk.field is None:
            return _(
                "Whose part it is. When the rules or an action need something, it is asked here:"
                " type it, or click it."
            )
        return _(
            "Type what the real dice show: several as 4 6 2 or 462. Space or R lets the app roll."
            " Names go by their number or first letters. Escape takes back the answer before."
        )
